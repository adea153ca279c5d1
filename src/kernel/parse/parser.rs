//! Parser: reads filters, conditions, selections and expressions from data trees.
//!
//! The trees come from YAML when a catalog loads and from Lua tables while a game runs. Words
//! must be in the symbol table already: the catalog interns every text of a pack first, so a word
//! that is missing is a mistake in both cases.

use crate::data::{Node, Span, suggest};
use crate::error::Problems;
use crate::kernel::model::lang::Class;
use crate::kernel::model::rules::{EventDef, Names, Rules};
use crate::kernel::model::schema::Schema;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{EventId, Value};
use crate::kernel::parse::resolve::{Meant, Of};
use std::cell::{Cell, RefCell};

/// The meaning of names at the place that is parsed.
#[derive(Clone, Default)]
pub struct Scope {
    /// Names of the targets of the ability.
    pub targets: Vec<Sym>,
    /// Names of targets that are chosen later: nothing can be compared with them yet.
    pub later: Vec<Sym>,
    /// The event whose fields are named bare.
    pub event: Option<EventId>,
    /// The event whose fields can be named behind `event.`.
    pub about: Option<EventId>,
    /// The type of `it`, if it is known.
    pub it: Option<Of>,
    /// True if no object is tested here, so that `it` names nothing.
    pub no_it: bool,
    /// True in a static ability, in which no use and no event can be named.
    pub holds: bool,
    /// True in rules of the game. They belong to no card, so `self` names nothing.
    pub no_card: bool,
    /// The names of the targets of `this`; `None` if the ability that `this` uses is not known.
    pub this: Option<Vec<Sym>>,
    /// True if the tested object may be of any kind, known only while the game runs.
    pub untold: bool,
    /// True in a list that an item `leave` can end early.
    pub may_leave: bool,
    /// Names bound by the flow.
    pub vars: Vec<Sym>,
    /// Types of targets and names, the innermost last: `Any` if unknown.
    pub kinds: Vec<(Sym, Of)>,
    /// Values that a script handed over. In a text, `\u{1}` and an index stand for the value with this index.
    pub values: Vec<Value>,
}

impl Scope {
    /// A scope whose `it` has this class.
    pub fn of_it(class: Class) -> Scope {
        Scope { it: Some(class.into()), ..Scope::default() }
    }

    /// A scope without an object, for texts in which `it` is a mistake.
    pub fn of_nothing() -> Scope {
        Scope { no_it: true, ..Scope::default() }
    }

    /// The scope of what the game itself does, without a card.
    pub fn of_game() -> Scope {
        Scope { no_card: true, ..Scope::of_nothing() }
    }

    /// Binds a variable, with its type if it is known.
    pub fn bind(&mut self, name: Sym, of: Option<Of>) {
        self.vars.push(name);
        self.kinds.push((name, of.unwrap_or(Of::Any)));
    }

    /// The type of a target or a name, if it is known.
    pub(super) fn kind_of(&self, name: Sym) -> Option<Of> {
        self.kinds.iter().rfind(|(known, _)| *known == name).map(|(_, of)| *of)
    }

    /// A scope in which `event` means an event of this kind; `None`: of a kind that is not known.
    pub fn about(event: Option<EventId>) -> Scope {
        Scope { about: event, ..Scope::of_nothing() }
    }
}

/// The words with which references can begin.
pub const HEADS: [&str; 14] = [
    "self", "this", "me", "my", "opponent", "active", "inactive", "event", "reply_to", "subject", "it", "paid", "game",
    "option",
];

/// The time at which words that depend on the whole game are judged.
#[derive(Clone, Copy)]
pub enum Judged<'a> {
    /// The words are noted, and judged when all files are read.
    Later(&'a RefCell<Vec<Meant>>),
    /// The words are judged at once, by these rules, because the whole game is known.
    Now(&'a Rules),
}

/// A parser over one schema.
pub struct Parser<'a> {
    /// The names of the game.
    pub schema: &'a Schema,
    /// Names of kinds of use, in order.
    pub uses: &'a [Sym],
    /// Names of windows, in order.
    pub windows: &'a [Sym],
    /// The events, for bare names of fields.
    pub events: &'a [EventDef],
    /// Ids of card definitions, in order.
    pub defs: &'a [Sym],
    /// Names of options.
    pub options: &'a [Sym],
    /// The meaning of names here.
    pub scope: Scope,
    /// Whether words that only the whole game can judge are noted for later or judged at once.
    pub judged: Judged<'a>,
    /// The total size of the named filters at all places that use them; `None`: not limited.
    pub named: Option<&'a Cell<usize>>,
    /// Set to true when a reference begins with something that may be a card; `None`: the caller does not need to know.
    pub names_cards: Option<&'a Cell<bool>>,
    /// The problems found.
    pub problems: &'a mut Problems,
}

impl<'a> Parser<'a> {
    /// A parser over the rules of a game.
    pub fn of(rules: &'a Rules, scope: Scope, problems: &'a mut Problems) -> Parser<'a> {
        let Names { uses, windows, defs, options, .. } = &rules.names;
        let (schema, events, judged) = (&rules.schema, &rules.events, Judged::Now(rules));
        Parser { schema, uses, windows, events, defs, options, scope, judged, named: None, names_cards: None, problems }
    }

    /// This parser, which notes in this list the words that can be judged only later.
    pub fn noting(mut self, notes: &'a RefCell<Vec<Meant>>) -> Parser<'a> {
        self.judged = Judged::Later(notes);
        self
    }
}

impl Parser<'_> {
    pub(crate) fn sym(&self, name: &str) -> Option<Sym> {
        self.schema.symbols.find(name)
    }

    pub(crate) fn unknown<'k>(
        &mut self,
        what: &str,
        word: &str,
        span: &Span,
        known: impl IntoIterator<Item = &'k str> + Clone,
    ) {
        let help = suggest::help_for(word, known);
        self.problems.error("unknown_word", span, format!("unknown {what} `{word}`")).help(help);
    }

    pub(crate) fn wrong(&mut self, node: &Node, wanted: &str) {
        let message = format!("{wanted} expected, found {}", node.kind_name());
        let problem = self.problems.error("wrong_kind", &node.span, message);
        let meant = match node.as_str().unwrap_or_default().to_lowercase().as_str() {
            _ if !["true or false", "a condition"].contains(&wanted) => None,
            "yes" | "on" => Some("true"),
            "no" | "off" => Some("false"),
            word => suggest::nearest(word, ["true", "false"]),
        };
        if let Some(word) = meant {
            problem.help(format!("write `{word}`"));
        }
    }

    pub(in crate::kernel) fn names<'s>(&'s self, syms: impl Iterator<Item = Sym> + 's) -> Vec<String> {
        syms.map(|s| self.schema.symbols.name(s).to_string()).collect()
    }

    /// Runs `f`, in which `it` means an object of this type.
    pub(crate) fn with_it<R>(&mut self, of: Of, f: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.scope.it.replace(of);
        let parsed = f(self);
        self.scope.it = before;
        parsed
    }
}
