//! Source facts: the names, calls and literals of a source that concern the game, as the parser notes them.

/// Names and literals in a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFacts {
    pub namings: Vec<Naming>,
    pub sayings: SourceLiterals,
}

/// A word of a source and its place, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceWord {
    pub text: Box<str>,
    pub line: u32,
    pub column: u32,
}

/// A mention of a name that the script did not make itself: `act.draw`, `me.hand`, `count`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    pub name: SourceWord,
    /// The member that follows the word.
    pub member: Option<SourceWord>,
    /// The members of that member: `owner` and `name` of `this.hit.owner.name`.
    pub then: Vec<SourceWord>,
    /// True for a local that every script is given; else it is a global.
    pub is_given: bool,
    /// True if the member is on a line below its dot, so that it is probably not meant as a member.
    pub is_apart: bool,
}

/// A value as it stands in a source, and its place, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    pub said: LiteralValue,
    pub line: u32,
    pub column: u32,
}

/// The value of a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiteralValue {
    Text(Box<str>),
    Int(i64),
    Fraction,
    Bool(bool),
    Nil,
    /// Entries, each with its key if it has one; true if no key is computed.
    Table(Vec<(Option<SourceWord>, Literal)>, bool),
    /// A single name.
    Name(Box<str>),
    /// A field of the use: `this.hit`.
    OfUse(Box<str>),
    /// The result of a function, by the function's name.
    Call(Box<str>),
    /// One of several values: the alternatives of `a and b or c`.
    Either(Vec<Literal>),
    Function,
    /// A value that is known only when the script runs.
    Computed,
}

/// A call of a function by its name: `act.move`, `cards`; `:has` is a method of any object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostCall {
    pub name: SourceWord,
    pub arguments: Vec<Literal>,
    /// True if the last argument may stand for several values: a call or `...`.
    pub is_open: bool,
}

/// A function of a module that takes a table with these keys and no others: `takes(how, { "atk", "sta" })` stands in
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    /// The name in the module.
    pub name: Box<str>,
    /// Index of the argument, from 0, and its name in the function.
    pub argument: usize,
    pub parameter: Box<str>,
    pub keys: Vec<Box<str>>,
}

/// A function that the source declares in a table, such as a module, with the arguments that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name in the table.
    pub name: Box<str>,
    /// The parameters of the function.
    pub parameters: Vec<Box<str>>,
    /// The number of arguments without which the function fails: it uses the last of them as an object or number,
    /// without a test for nil.
    pub least: usize,
    /// True if the function takes any number of further arguments.
    pub is_open: bool,
}

/// A field of something is compared with a text: `card.zone == "hand"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The name before the field, if there is a single one.
    pub of: Option<Box<str>>,
    pub field: Box<str>,
    pub text: SourceWord,
}

/// An expression with a surprising meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odd {
    /// `not a == "b"`: true or false is compared with a text or a number.
    Not,
    /// `if a == "b" or "c" then`: the second is always true.
    Or,
    /// `cards{} == 0`: what a function answers is compared with a text or a number.
    Compared,
    /// `me == "amy"`: an object is compared with a text.
    Object,
    /// `if count{} then`: what a function answers is the whole condition.
    Condition,
}

/// The calls, values, fields, functions and texts that a source has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceLiterals {
    pub calls: Vec<HostCall>,
    /// Globals and their members that are read and not called where they stand: `act.draw` of `twice(act.draw)`.
    pub handed: Vec<Box<str>>,
    /// The values of the source's locals, an entry for each declaration and each assignment; the variable of a loop
    /// over a list has that list. `LiteralValue::Computed`: the local may be anything.
    pub bindings: Vec<(Box<str>, Literal)>,
    pub comparisons: Vec<Comparison>,
    /// Fields of what a step is given: `args.unit`.
    pub given: Vec<SourceWord>,
    /// Fields that the source reads of any value: `card.space`.
    pub fields: Vec<SourceWord>,
    /// Keys of the source's own tables.
    pub keys: Vec<SourceWord>,
    /// Fields that the source writes.
    pub written: Vec<SourceWord>,
    /// Misleading expressions: the word concerned.
    pub odd: Vec<(Odd, SourceWord)>,
    /// Functions that the source declares as fields of tables. They are among the written fields, too.
    pub functions: Vec<SourceWord>,
    /// Functions that show which keys their table arguments have.
    pub helpers: Vec<Helper>,
    /// The signatures of the source's functions.
    pub signatures: Vec<Signature>,
    /// The short texts in the source.
    pub texts: Vec<Box<str>>,
}
