//! Takes: the values that an argument of a host function may have, and the keys of its tables.
//!
//! Each function's entry lists the types of its arguments. Literals in a script are checked while the script loads;
//! computed values can be checked when it runs.

use crate::kernel::model::lang::Class;

/// A type of an argument, or of a part of one. An argument may have several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Takes {
    /// Any value.
    Any,
    /// A card.
    Card,
    /// A list of cards.
    Cards,
    /// A player.
    Player,
    /// A list of players.
    Players,
    /// A use.
    Use,
    /// An open record.
    Record,
    /// An ability.
    Ability,
    /// A space.
    Space,
    /// The game.
    Game,
    /// A list of anything.
    List,
    /// A whole number.
    Int,
    /// True or false.
    Bool,
    /// Words for people, which nothing checks.
    Text,
    /// A function.
    Function,
    /// A filter of objects of this class, with the other keys of a selection.
    Filter(Class),
    /// A filter of cards or, if it names the fields of one, of records.
    ObjectFilter,
    /// A filter of objects of this class, with keys of the question beside those of the filter.
    Asks(Class, &'static [TablePart]),
    /// A table of named parts, and no others.
    Parts(&'static [TablePart]),
    /// A table with free names: the arguments of a step.
    Names,
    /// A table with the stored numbers of cards.
    Stored,
    /// A table with the fields of the record that the first argument names.
    Fields,
    /// A word of these.
    OneOf(&'static [&'static str]),
    /// A word that names something of this kind in the game.
    Word(WordOf),
}

/// The kind of thing that a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordOf {
    /// A zone.
    Zone,
    /// The destination of a card: `hand`, `opponent.hand`, `owner.discard`.
    Place,
    /// A status.
    Status,
    /// A direction of a board.
    Direction,
    /// A verb that some ability or filter asks about: only such a one can be forbidden or permitted.
    Verb,
    /// A verb that something in the game forbids or permits: only for such a one the answer can differ.
    AskedVerb,
    /// A duration.
    Lasting,
    /// A counter of players, spaces or the game, or a stored number of cards.
    Counter,
    /// A number or a word field that can be modified.
    Modified,
    /// A number of cards.
    Number,
    /// A field of words.
    Words,
    /// A word that cards have or get in the word field that another argument names.
    InField,
    /// A field of conditions about sets.
    Rules,
    /// A record.
    Record,
    /// A list of a record: `attempt.acting`.
    RecordList,
    /// A field of a record.
    RecordField,
    /// A level of the flow.
    Level,
    /// A window.
    Window,
    /// A step that a script registers.
    Step,
    /// An order of players.
    Order,
    /// A kind of ability.
    AbilityKind,
    /// An ability: `card/ability`, or one of the manifest's.
    Ability,
    /// The id of a card.
    Def,
    /// A target of a use.
    Target,
    /// A player: `me`, `opponent`, `active`, `inactive`.
    Player,
}

/// A named part of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TablePart {
    /// The key.
    pub name: &'static str,
    /// The permitted values.
    pub takes: &'static [Takes],
}

const fn part(name: &'static str, takes: &'static [Takes]) -> TablePart {
    TablePart { name, takes }
}

use Takes::*;

/// A filter of cards.
pub(crate) const FILTER: &[Takes] = &[Filter(Class::Card)];
/// A card, or several.
pub(crate) const CARDS: &[Takes] = &[Card, Cards];
/// The destination of a card: a zone by its name, or a space.
pub(crate) const PLACE: &[Takes] = &[Word(WordOf::Place), Space];
/// A space, or a card that stands for its space.
pub(crate) const SPACE: &[Takes] = &[Space, Card];
/// A duration.
pub(crate) const LASTS: &[Takes] = &[Word(WordOf::Lasting)];
/// The top of a zone, or its bottom.
pub(crate) const WHERE: &[Takes] = &[OneOf(&["top", "bottom"])];
/// An ability, or the name of one.
pub(crate) const ABILITY: &[Takes] = &[Ability, Word(WordOf::Ability)];
/// A list of a record by its name, or a record.
pub(crate) const RECORD_LIST: &[Takes] = &[Word(WordOf::RecordList), Record];
/// A value for a list of a record, or the name of a field.
pub(crate) const RECORD_VALUE: &[Takes] = &[Card, Cards, List, Player, Players, Space, Int, Word(WordOf::RecordField)];
/// A definition: an id, or a card of it.
pub(crate) const DEF: &[Takes] = &[Word(WordOf::Def), Card];
/// Objects with changeable numbers.
pub(crate) const NUMBERED: &[Takes] = &[Card, Cards, Player, Players, Space, List, Game];

/// The options of a move.
pub(crate) const MOVING: &[Takes] = &[
    Parts(&[
        part("position", WHERE),
        part("status", &[Word(WordOf::Status)]),
        part("slot", &[Int]),
        part("of", &[Player]),
        part("face", &[OneOf(&["up", "down", "blind"])]),
    ]),
    OneOf(&["top", "bottom"]),
];

/// The options of a creation.
pub(crate) const CREATING: &[Takes] =
    &[Parts(&[part("owner", &[Player]), part("slot", &[Int]), part("of", &[Player]), part("values", &[Stored])])];

/// The scope of a permission.
pub(crate) const PERMISSION: &[Takes] = &[Parts(&[
    part("card", &[Card, Cards, Filter(Class::Card)]),
    part("use", &[Filter(Class::Use)]),
    part("by", &[Player, Word(WordOf::Player)]),
    part("to", &[Card, Record, ObjectFilter]),
    part("lasts", LASTS),
])];

/// The options of a change of a value.
pub(crate) const CHANGE: &[Takes] = &[
    Int,
    Word(WordOf::InField),
    Parts(&[
        part("set", &[Int]),
        part("times", &[Int]),
        part("at_least", &[Int]),
        part("at_most", &[Int]),
        part("printed_of", &[Card]),
        part("without", &[Word(WordOf::InField)]),
    ]),
];

/// The options of a grant.
pub(crate) const GRANTING: &[Takes] = &[Parts(&[part("lasts", LASTS), part("uses", &[Int])])];

/// The options of a use.
pub(crate) const USING: &[Takes] = &[Parts(&[part("by", &[Player]), part("card", &[Card])])];

/// The options of a copy.
pub(crate) const COPYING: &[Takes] = &[Parts(&[part("by", &[Player]), part("choose", &[Bool])])];

/// The options of retargeting.
pub(crate) const AIMING: &[Takes] = &[Parts(&[part("by", &[Player])])];

/// The result of a game.
pub(crate) const RESULT: &[Takes] =
    &[Parts(&[part("win", &[Player, Players]), part("lose", &[Player, Players]), part("draw", &[Bool])])];

const WHY: TablePart = part("why", &[Text]);
const BY: TablePart = part("by", &[Player]);
const SECRET: TablePart = part("secret", &[Bool]);
const DEADLINE: TablePart = part("deadline", &[Int]);
const DEFAULT: TablePart = part("default", &[Any]);
const OPTIONAL: TablePart = part("optional", &[Bool]);
const FROM: TablePart = part("from", &[List, Cards]);

/// Parts of a question for objects of a game.
const PICKING: &[TablePart] = &[WHY, BY, SECRET, DEADLINE, DEFAULT, OPTIONAL, FROM];

pub(crate) const ASK_CARD: &[Takes] = &[Asks(Class::Card, PICKING)];
pub(crate) const ASK_SPACE: &[Takes] = &[Asks(Class::Zone, PICKING)];
pub(crate) const ASK_PLAYER: &[Takes] = &[Asks(Class::Player, PICKING)];
pub(crate) const ASK_DEF: &[Takes] = &[Asks(Class::Card, &[WHY, BY, SECRET, DEADLINE, DEFAULT])];
pub(crate) const ASK_YES: &[Takes] = &[Parts(&[WHY, BY, SECRET, DEADLINE, DEFAULT])];
pub(crate) const ASK_OPTION: &[Takes] = &[Parts(&[WHY, BY, SECRET, DEADLINE, DEFAULT, part("options", &[List])])];
pub(crate) const ASK_WORD: &[Takes] =
    &[Parts(&[WHY, BY, SECRET, DEADLINE, DEFAULT, part("field", &[Word(WordOf::Words)])])];
pub(crate) const ASK_NUMBER: &[Takes] =
    &[Parts(&[WHY, BY, SECRET, DEADLINE, DEFAULT, part("min", &[Int]), part("max", &[Int])])];
pub(crate) const ASK_ORDER: &[Takes] = &[Parts(&[WHY, BY, SECRET, DEADLINE, DEFAULT, part("cards", &[Cards])])];
pub(crate) const ASK_PATH: &[Takes] = &[Parts(&[
    WHY,
    BY,
    SECRET,
    DEADLINE,
    DEFAULT,
    part("card", &[Card]),
    part("from", SPACE),
    part("pick", &[Int, Text]),
    part("through", &[Bool]),
])];
pub(crate) const ASK_SEALED: &[Takes] =
    &[Parts(&[WHY, part("players", &[Players]), part("options", &[List]), part("min", &[Int]), part("max", &[Int])])];
