//! Literals: the facts read from all scripts, and the reports about them.

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashSet;

use crate::data::{Data, Key, Node, Span, suggest};
use crate::error::{Problem, Problems};
use crate::kernel::Rules;
use crate::kernel::model::ability::Ability;
use crate::kernel::model::lang::CardField;
use crate::kernel::parse::parser::{Parser, Scope};
use crate::kernel::parse::resolve::{Meant, What};
use crate::lua::{Helper, LIBRARIES, Literal, LiteralValue, Signature, SourceLiterals, SourceWord};
use crate::script::api::TABLE;
use crate::script::api::takes::Takes;
use crate::script::sandbox::PlacedSource;
use crate::script::source::expression_types::kind_of_target;
use crate::script::source::language_names::is_part;

/// The pseudo-file for values that are known only when a script runs; findings about it are not reported.
const COMPUTED: &str = "\u{1}";

/// Names of members of Lua's libraries and of the host's tables.
static MEMBERS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    let of_host = TABLE.iter().filter_map(|f| f.path.rsplit('.').next());
    let of_lua = LIBRARIES.iter().flat_map(|(_, members)| members.iter().copied());
    of_host.chain(of_lua).chain(["moment", "together"]).collect()
});

/// Facts about one script, besides its errors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// The short texts of the script.
    pub texts: Vec<Box<str>>,
    /// Fields that the script reads and that no object of the game has.
    pub fields: Vec<(Box<str>, Span)>,
    /// Fields that the script writes, and keys of its own tables.
    pub written: Vec<Box<str>>,
    /// Keys of the script's own tables that are no names of the game.
    pub keys: Vec<(Box<str>, Span)>,
    /// Fields that the script reads.
    pub read: Vec<Box<str>>,
    /// Functions that the script declares in its own tables.
    pub functions: Vec<Box<str>>,
    /// Methods that the script calls and that the host does not have.
    pub methods: Vec<(Box<str>, Span)>,
    /// Fields that steps read of their arguments, where nothing of the game has that name.
    pub given: Vec<(Box<str>, Span)>,
    /// Functions of modules that say which keys they take, each with its module.
    pub helpers: Vec<(String, Helper)>,
    /// The signatures of functions in modules, each with its module.
    pub signatures: Vec<(String, Signature)>,
    /// Calls of functions outside the host: with the number of arguments, and true if there may be more.
    pub called: Vec<(Box<str>, usize, bool, Span)>,
    /// The keys of tables that the script gives to functions of modules: the function, the number of the argument from
    /// 0, the key, its place.
    pub handed: Vec<(String, usize, SourceWord, Span)>,
    /// Types of the targets of the script's ability.
    pub targets: Vec<(Box<str>, &'static [Takes])>,
}

/// A script that was read: facts about it, and the words that can be judged only when all scripts were read.
pub(crate) type ReadScript = (Arc<Reading>, Arc<Vec<Meant>>);

/// Checks the names and literals of scripts against the rules of a game.
pub(crate) struct Literals<'r> {
    pub rules: &'r Rules,
    pub problems: Problems,
    /// Words of the current script that can be judged only when all scripts were read.
    pub meant: RefCell<Vec<Meant>>,
    /// The script that is read now.
    pub now: Reading,
    /// All scripts read so far.
    pub all: Vec<ReadScript>,
    placed: Option<PlacedSource>,
    /// The current alternative of `a and b or c`.
    pub turn: usize,
}

impl<'r> Literals<'r> {
    pub fn new(rules: &'r Rules) -> Literals<'r> {
        Literals {
            rules,
            problems: Problems::new(),
            meant: RefCell::default(),
            now: Reading::default(),
            all: Vec::new(),
            placed: None,
            turn: 0,
        }
    }

    /// Reads one script; `ability` is its ability. `known` is an earlier result, under rules that mean the same by all
    /// of the script's words; it is used again if the ability has the same targets. `None`: the script has errors.
    pub fn read(
        &mut self,
        placed: &PlacedSource,
        sayings: &SourceLiterals,
        ability: Option<&Ability>,
        known: Option<ReadScript>,
    ) -> Option<ReadScript> {
        let targets = ability.map_or(&[][..], |ability| &ability.targets);
        let targets: Vec<_> = targets
            .iter()
            .filter_map(|t| Some((self.rules.name(t.name).as_ref().into(), kind_of_target(t)?)))
            .collect();
        self.placed = Some(placed.place_in_file());
        let is_same = |known: &ReadScript| known.0.targets == targets;
        let is_known = known.as_ref().is_some_and(is_same);
        if is_known && !cfg!(debug_assertions) {
            self.all.extend(known.clone());
            return known;
        }
        let findings = self.problems.len();
        self.now.targets = targets;
        self.say(placed, sayings);
        let read: ReadScript = (Arc::new(std::mem::take(&mut self.now)), Arc::new(self.meant.take()));
        if let Some(known) = known.filter(|_| is_known) {
            assert_eq!(format!("{read:?}"), format!("{known:?}"), "it was read to something else before");
            assert_eq!(findings, self.problems.len());
        }
        self.all.push(read.clone());
        (self.problems.len() == findings && !self.problems.is_full()).then_some(read)
    }

    fn say(&mut self, placed: &PlacedSource, sayings: &SourceLiterals) {
        let now = &mut self.now;
        now.texts.extend(sayings.texts.iter().cloned());
        now.written.extend(sayings.written.iter().map(|field| field.text.clone()));
        now.written.extend(sayings.keys.iter().map(|key| key.text.clone()));
        now.functions.extend(sayings.functions.iter().map(|name| name.text.clone()));
        now.read.extend(sayings.fields.iter().map(|field| field.text.clone()));
        let unread =
            sayings.keys.iter().chain(&sayings.written).filter(|k| !self.is_member(&k.text) && !is_part(&k.text));
        let unread: Vec<_> = unread.map(|k| (k.text.clone(), self.span(k.line, k.column))).collect();
        self.now.keys.extend(unread);
        let unknown = sayings.fields.iter().filter(|f| !self.is_member(&f.text));
        let unknown: Vec<_> = unknown.map(|f| (f.text.clone(), self.span(f.line, f.column))).collect();
        self.now.fields.extend(unknown);
        for call in &sayings.calls {
            self.call(call);
        }
        // A module has the name of its file.
        let module = placed.file().rsplit('/').next().and_then(|name| name.strip_suffix(".lua")).unwrap_or_default();
        self.now.signatures.extend(sayings.signatures.iter().map(|one| (module.to_string(), one.clone())));
        self.now.helpers.extend(sayings.helpers.iter().map(|helper| (module.to_string(), helper.clone())));
        for (odd, word) in &sayings.odd {
            self.odd(*odd, word);
        }
        for comparison in &sayings.comparisons {
            self.comparison(comparison);
        }
        // Names that the game knows may be bound by the flow; all others must be given to a step by a script.
        let given = sayings.given.iter().filter(|n| self.rules.schema.symbols.find(&n.text).is_none());
        let given: Vec<_> = given.map(|n| (n.text.clone(), self.span(n.line, n.column))).collect();
        self.now.given.extend(given);
    }

    /// True if something of the game, of Lua or of the host has this name.
    fn is_member(&self, name: &str) -> bool {
        MEMBERS.contains(name) || self.rules.schema.symbols.find(name).is_some()
    }

    pub fn span(&self, line: u32, column: u32) -> Span {
        let Some(placed) = &self.placed else { return Span::none() };
        placed.span(line, column)
    }

    pub fn place(&self, of: &Literal) -> Span {
        self.span(of.line, of.column)
    }

    pub fn error(&mut self, key: &'static str, span: &Span, message: String, help: String) {
        let problem = self.problems.error(key, span, message);
        if !help.is_empty() {
            problem.help(help);
        }
    }

    /// Reports a word that is not known.
    pub fn unknown<'k>(&mut self, what: &str, text: &str, span: &Span, known: impl IntoIterator<Item = &'k str>) {
        let known: Vec<&str> = known.into_iter().collect();
        let help = suggest::help_for(text, known);
        self.error("unknown_word", span, format!("{what} `{text}`"), help);
    }

    pub fn mean(&self, what: What, text: &str, span: &Span) {
        self.meant.borrow_mut().push(Meant { what, text: text.into(), span: span.clone() });
    }

    /// Parses a part of the filter language, and keeps findings at places that exist in the source.
    pub fn parse<R>(&mut self, f: impl FnOnce(&mut Parser) -> R) -> R {
        let (mut found, later) = (Problems::new(), RefCell::default());
        let parsed = f(&mut Parser::of(self.rules, Scope::default(), &mut found).noting(&later));
        for problem in found.list().iter().filter(|p| &*p.span.file != COMPUTED) {
            let is_known = |p: &Problem| p.span == problem.span && p.message == problem.message;
            if !self.problems.list().iter().any(is_known) {
                let help = problem.help.clone().unwrap_or_default();
                self.error(problem.key, &problem.span, problem.message.clone(), help);
            }
        }
        let meant = later.into_inner().into_iter().filter(|m| &*m.span.file != COMPUTED);
        self.meant.borrow_mut().extend(meant);
        parsed
    }

    /// True if cards have a word field of this name.
    pub fn is_word_field(&self, name: &str) -> bool {
        let schema = &self.rules.schema;
        let field = schema.symbols.find(name).and_then(|s| schema.card_field(s));
        matches!(field, Some(CardField::Words(_)))
    }

    /// The data tree of a table. Computed values stand at a place that is never reported.
    pub fn node(&self, of: &Literal) -> Node {
        let span = self.place(of);
        let value = match &of.said {
            LiteralValue::Text(text) => Data::Text(text.to_string()),
            LiteralValue::Int(n) => Data::Int(*n),
            LiteralValue::Bool(b) => Data::Bool(*b),
            LiteralValue::Nil => Data::Null,
            LiteralValue::Either(list) => match list.get(self.turn.min(list.len().saturating_sub(1))) {
                Some(one) => return self.node(one),
                None => Data::Null,
            },
            LiteralValue::Table(entries, _) if entries.iter().any(|(key, _)| key.is_none()) => {
                Data::List(entries.iter().map(|(_, value)| self.node(value)).collect())
            }
            LiteralValue::Table(entries, _) => {
                let entries = entries.iter().filter(|(_, value)| value.said != LiteralValue::Nil);
                let entry = |(key, value): &(Option<SourceWord>, Literal)| {
                    let key = key.as_ref()?;
                    let span = self.span(key.line, key.column);
                    Some((Key { name: key.text.to_string(), span }, self.node(value)))
                };
                Data::Map(entries.filter_map(entry).collect())
            }
            _ => return Node { value: Data::Text(format!("{COMPUTED}?")), span: Span::file(COMPUTED) },
        };
        Node { value, span }
    }
}
