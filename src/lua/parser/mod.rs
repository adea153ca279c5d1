//! Parser: reads Lua 5.1 with its scopes, to check and edit a source and to note facts about it.
//!
//! The parser builds no tree. It reports violations of the source rules and notes edits as it goes. It refuses whatever
//! it does not know, so nothing reaches the compiler unchecked.

mod expressions;
mod names;
mod prepared_calls;
mod statements;

use std::borrow::Cow;
use std::ops::Range;

use super::call_template::Prepares;
use super::edits::{EditSide, SourceEdit};
use super::lexer::{FaultKind, LexError, Token, TokenKind, tokens};
use super::literal_calls;
use super::source_facts::{Naming, SourceFacts};

/// The result of reading a source that keeps the rules.
pub(super) struct CheckedSource {
    /// The edits that the source needs.
    pub edits: Vec<SourceEdit>,
    /// Names and literals in the source.
    pub facts: SourceFacts,
}

/// Reads a source, or finds everything that is wrong with it. A fault of the syntax is the last.
///
/// The first `given` locals are those of the prelude, whose kinds are known as long as the script leaves them alone.
///
/// Calls of functions of the host that `prepares` names are prepared.
pub(super) fn parse(
    source: &str,
    nesting: usize,
    given: usize,
    is_file: bool,
    prepares: Option<Prepares>,
) -> Result<CheckedSource, Vec<LexError>> {
    let tokens = tokens(source).map_err(|fault| vec![fault])?;
    let mut parser = LuaParser {
        source,
        tokens,
        at: 0,
        depth: 0,
        nesting,
        function: 0,
        weight: 0,
        locals: Vec::new(),
        declared: 0,
        faults: Vec::new(),
        edits: Vec::new(),
        given,
        is_file,
        prepares,
        target: usize::MAX,
        namings: Vec::new(),
        heads: Vec::new(),
        aliased: Vec::new(),
        handed: Vec::new(),
        declared_as: Vec::new(),
        bindings: Vec::new(),
        reassigned: Vec::new(),
        rewritten: Vec::new(),
        fields: Vec::new(),
        is_kept: Vec::new(),
        keeping: Vec::new(),
    };
    let read = parser.chunk();
    for (name, place) in std::mem::take(&mut parser.fields) {
        if !parser.rewritten.contains(&name) {
            let token = place.start;
            let what: String = place.map(|part| parser.text_of(part)).collect();
            parser.find(token, format!("`{what}` cannot be assigned: a script reads the game, and `act` changes it"));
        }
    }
    if let Err(fault) = read {
        parser.faults.push(fault);
    }
    if !parser.faults.is_empty() {
        return Err(parser.faults);
    }
    let LuaParser { edits, mut namings, rewritten, tokens, mut heads, .. } = parser;
    let LuaParser { mut aliased, mut handed, declared_as, reassigned, bindings, .. } = parser;
    heads.retain(|head| !rewritten.contains(&&source[tokens[*head].start..tokens[*head].end]));
    namings.retain(|n| !(n.is_given && rewritten.contains(&&*n.name.text)));
    aliased.retain(|call| !reassigned.contains(&call.local));
    let aliased: Vec<(usize, Box<str>)> = aliased.into_iter().map(|call| (call.head, call.path)).collect();
    // In `local draw = act.draw` the global is not handed on yet: only where the local is read.
    let is_alias = |at: usize| declared_as.iter().any(|(token, local)| *token == at && !reassigned.contains(local));
    handed.retain(|(token, _)| !is_alias(*token));
    let mut sayings = literal_calls::read(source, &tokens, &heads, &aliased);
    sayings.handed = handed.into_iter().map(|(_, path)| path).collect();
    sayings.bindings = literal_calls::bindings(source, &tokens, bindings);
    Ok(CheckedSource { edits, facts: SourceFacts { namings, sayings } })
}

/// The most binary operators in a row: Luau's own recursion over a longer chain becomes deep (attacks source_sum,
/// source_concat).
const MAX_CHAIN: usize = 200;

/// Fuel of a call of a function that an edit adds: the call and the return.
const CALL_FUEL: u32 = 2;

/// The most work and memory between two safepoints: an operator counts 1, an allocation its bytes.
const MAX_WEIGHT: u32 = 128;

/// The shape of a prefix expression.
#[derive(Clone, Copy)]
enum PrefixShape {
    Name(usize),
    Index,
    Call,
    Value,
}

/// Known facts about the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueKind {
    /// A number.
    Number,
    /// Surely not nil, so its assignment to a field pays for no removal; it may be a number.
    Some,
    /// The value of a name.
    Named,
    /// Any value, or none.
    Any,
}

/// A local that is in scope at the present token.
struct VisibleLocal<'a> {
    name: &'a str,
    /// The number of functions around its declaration; 0 for the chunk.
    function: u32,
    /// The global that it was declared as: `act.draw` of `local draw = act.draw`.
    alias_of: Option<Box<str>>,
    /// The number of the local among all locals of the source.
    number: usize,
}

/// A call of a global by the local that stands for it.
struct AliasedCall {
    /// The token of the local.
    head: usize,
    /// The called function.
    path: Box<str>,
    /// The number of the local.
    local: usize,
}

struct LuaParser<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    nesting: usize,
    /// The number of functions around the place; 0 for the chunk.
    function: u32,
    /// Upper bound of the work since the last safepoint.
    weight: u32,
    locals: Vec<VisibleLocal<'a>>,
    /// The number of locals declared so far.
    declared: usize,
    faults: Vec<LexError>,
    edits: Vec<SourceEdit>,
    given: usize,
    /// True for a file of the game or a pack: its functions are called again and again, so its values live on.
    is_file: bool,
    prepares: Option<Prepares>,
    /// The token at which the target of an assignment may begin.
    target: usize,
    namings: Vec<Naming>,
    /// Tokens that begin the name of a called function that the source did not make itself.
    heads: Vec<usize>,
    aliased: Vec<AliasedCall>,
    /// Globals that are read and not called, each with its token.
    handed: Vec<(usize, Box<str>)>,
    /// Where a local is declared to stand for a global: the token at which that global is named, and the number of the
    /// local.
    declared_as: Vec<(usize, usize)>,
    /// The declarations of locals and the assignments to them, in order: the name, and the tokens of the value. `None`:
    /// the value is known only when the script runs.
    bindings: Vec<(&'a str, Option<Range<usize>>)>,
    /// The numbers of locals to which something is assigned after their declaration: these stand for no global.
    reassigned: Vec<usize>,
    /// Locals of the prelude that the script assigns to.
    rewritten: Vec<&'a str>,
    /// Fields of the game's objects that are assigned: the name of the object, and the tokens of the field.
    fields: Vec<(&'a str, Range<usize>)>,
    /// For each function around the place: true if an inner function assigns to its locals.
    is_kept: Vec<bool>,
    /// For each assignment of this statement to a local of an outer function: the number of functions around the
    /// declaration of that local.
    keeping: Vec<u32>,
}

type ParseOutcome<T> = Result<T, LexError>;

impl<'a> LuaParser<'a> {
    /// Takes the fuel for the weight since the last safepoint; less than [`MAX_WEIGHT`] stays for later.
    fn take_fuel(&mut self) -> u32 {
        let fuel = self.weight / MAX_WEIGHT;
        self.weight -= fuel * MAX_WEIGHT;
        fuel
    }

    /// Makes the value that begins at byte `start` and ends here pay fuel, and returns how much; `None`: its weight is
    /// less than 1 fuel.
    fn pays(&mut self, start: usize) -> Option<u32> {
        let fuel = self.take_fuel();
        if fuel == 0 {
            return None;
        }
        let fuel = fuel.saturating_sub(CALL_FUEL);
        self.edit(start, 0, EditSide::Open, format!(" __paid({fuel},"));
        self.edit(self.previous_end(), 0, EditSide::Close, ")");
        Some(fuel + CALL_FUEL)
    }

    fn token(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn text_of(&self, index: usize) -> &'a str {
        let token = self.tokens[index.min(self.tokens.len() - 1)];
        &self.source[token.start..token.end]
    }

    fn is(&self, text: &str) -> bool {
        matches!(self.token().kind, TokenKind::Keyword | TokenKind::Sign) && self.text_of(self.at) == text
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &'static str) -> ParseOutcome<()> {
        if self.accept(text) {
            return Ok(());
        }
        let token = self.token();
        let message = format!("`{text}` expected near {}", self.near());
        let (kind, opened) = (FaultKind::Expected(text), self.opened_for(text));
        Err(LexError { line: token.line, column: token.column, message, kind, opened })
    }

    /// The opening that a word or a bracket closes, and its line; `None` if it stands in the line of this token.
    fn opened_for(&self, closes: &str) -> Option<(Box<str>, u32)> {
        let mut open: Vec<usize> = Vec::new();
        for at in 0..self.at.min(self.tokens.len()) {
            if !matches!(self.tokens[at].kind, TokenKind::Keyword | TokenKind::Sign) {
                continue;
            }
            match self.text_of(at) {
                "(" | "{" | "[" | "function" | "if" | "do" | "repeat" => open.push(at),
                ")" | "}" | "]" | "end" | "until" => drop(open.pop()),
                _ => {}
            }
        }
        let fits = |at: &usize| match self.text_of(*at) {
            "(" => closes == ")",
            "{" => closes == "}",
            "[" => closes == "]",
            "repeat" => closes == "until",
            _ => closes == "end",
        };
        let at = open.pop().filter(fits)?;
        let line = self.tokens[at].line;
        (line != self.token().line).then(|| (self.text_of(at).into(), line))
    }

    fn near(&self) -> String {
        if self.token().kind == TokenKind::End {
            return "the end".to_owned();
        }
        let text: String = self.text_of(self.at).chars().take(24).collect();
        format!("`{text}`")
    }

    fn fault<T>(&self, message: impl Into<String>) -> ParseOutcome<T> {
        self.fault_of(FaultKind::Other, message)
    }

    fn fault_of<T>(&self, kind: FaultKind, message: impl Into<String>) -> ParseOutcome<T> {
        let token = self.token();
        Err(LexError { line: token.line, column: token.column, message: message.into(), kind, opened: None })
    }

    /// The fault of a token that may not stand here.
    fn out_of_place<T>(&self) -> ParseOutcome<T> {
        let what = if self.token().kind == TokenKind::End { String::new() } else { self.text_of(self.at).into() };
        self.fault_of(FaultKind::OutOfPlace(what), format!("{} is out of place", self.near()))
    }

    fn find(&mut self, token: usize, message: String) {
        let Token { line, column, .. } = self.tokens[token];
        self.faults.push(LexError { line, column, message, kind: FaultKind::Other, opened: None });
    }

    fn edit(&mut self, at: usize, removed: usize, side: EditSide, text: impl Into<Cow<'static, str>>) {
        self.edits.push(SourceEdit { at, removed, side, text: text.into(), table: None });
    }

    fn previous_end(&self) -> usize {
        self.tokens[self.at - 1].end
    }

    fn name(&mut self) -> ParseOutcome<&'a str> {
        if self.token().kind != TokenKind::Name {
            if self.at > 1 && [".", ":"].contains(&self.text_of(self.at - 1)) {
                return self.nothing_behind();
            }
            return self.fault_of(FaultKind::NameExpected, format!("a name expected near {}", self.near()));
        }
        self.at += 1;
        Ok(self.text_of(self.at - 1))
    }

    /// The fault of a dot or colon without a name behind it, as while one types. Its place is that of the name before
    /// the sign.
    fn nothing_behind<T>(&self) -> ParseOutcome<T> {
        let (before, sign) = (self.text_of(self.at - 2), self.text_of(self.at - 1));
        let Token { line, column, .. } = self.tokens[self.at - 2];
        let message = format!("a name is missing behind `{before}{sign}`");
        let kind = FaultKind::NameMissing { before: before.into(), sign: sign.into() };
        Err(LexError { line, column, message, kind, opened: None })
    }

    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> ParseOutcome<T>) -> ParseOutcome<T> {
        self.depth += 1;
        if self.depth > self.nesting {
            return self.fault(format!("nested too deeply: at most {} levels", self.nesting));
        }
        let parsed = inner(self);
        self.depth -= 1;
        parsed
    }

    fn chunk(&mut self) -> ParseOutcome<()> {
        self.block()?;
        if self.token().kind == TokenKind::End { Ok(()) } else { self.out_of_place() }
    }
}
