//! Builder: the rules of a game while they are compiled, and words and names that are judged when all of it is known.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::ScriptSource;
use super::hidden_zones::Hiding;
use super::limits;
use crate::data::{Data, Node, Span};
use crate::error::Problems;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::CardField;
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::model::word_versions;
use crate::kernel::parse::parser::{Judged, Parser, Scope};
use crate::kernel::parse::resolve::{Meant, What};
use crate::kernel::rules::*;

/// Rules while they are being compiled.
pub(super) struct Builder {
    pub rules: Rules,
    pub scripts: Vec<ScriptSource>,
    pub steps: BTreeMap<String, ScriptId>,
    pub known_steps: BTreeMap<String, (Arc<str>, u32)>,
    pub use_names: Vec<Sym>,
    pub window_names: Vec<Sym>,
    pub def_ids: Vec<Sym>,
    pub option_names: Vec<Sym>,
    pub lists: BTreeMap<String, ListId>,
    /// For each list of the flow, the values that `run` must give it.
    pub(super) given_to: BTreeMap<ListId, ListParameters>,
    /// The lists of the flow that give a value back to the `run` that runs them.
    pub(super) gives_back: BTreeSet<ListId>,
    /// True if an item of the list that is being compiled leaves this list.
    pub(super) leaves: bool,
    pub fields: Vec<FieldSpec>,
    /// The keys that abilities of each timing must have.
    pub timing_needs: Vec<(Sym, Vec<String>)>,
    /// Types whose cards must print an ability.
    pub needs_abilities: IdSet<TypeId>,
    /// Shapes that texts of cards must have; and the most abilities that a card of a type (by its index) may print.
    pub patterns: Vec<Pattern>,
    pub most_abilities: Vec<(usize, usize)>,
    /// For each card type, the kind of use that printed abilities of its cards make.
    pub kind_of_type: Vec<Option<UseKindId>>,
    /// Kinds of use for kinds of ability.
    pub use_of_kind: Vec<(Sym, UseKindId)>,
    /// The number of abilities and of their values so far, against the limits.
    pub(super) read: limits::ReadSize,
    /// For each kind of ability, the keys that its abilities have unless they give them themselves.
    pub ability_kinds: BTreeMap<String, Node>,
    pub places: Vec<Arc<str>>,
    /// Words that were noted to be judged when the whole game is known.
    pub meant: RefCell<Vec<Meant>>,
    /// The total size of the named filters at all places that use them.
    pub(super) named: Cell<usize>,
    /// True if a text that was parsed since this was last set to false refers to a card, for example by `this`.
    pub(super) names_cards: Cell<bool>,
    /// The zones in which a player does not see the cards.
    pub hiding: Hiding,
    /// Abilities without a script that declare `reads: hidden` and read cards which their player does not see: the
    /// card, the ability's id and its place.
    pub hidden_readers: Vec<(Option<DefId>, Sym, Span)>,
    /// Abilities that other abilities grant by their names, to be found once all are known.
    pub(super) grants: Vec<GrantNamed>,
    /// The names of abilities in lists, to be found once all are known.
    pub(super) named_in_lists: Vec<Node>,
    /// The levels of `extra` items, such as extra turns, with the place of each, checked once all levels are known.
    pub(super) extra_levels: Vec<(LevelId, Span)>,
}

/// A printed field: its kind, the types that have it, and whether cards of these types must print it.
#[derive(Clone, Debug)]
pub(crate) struct FieldSpec {
    pub name: Sym,
    pub field: CardField,
    pub single: bool,
    pub kind: String,
    pub types: IdSet<TypeId>,
    pub required: bool,
}

/// The values that a list of the flow is given: the name and the kind of each.
pub(super) type ListParameters = Vec<(Sym, RecordField)>;

/// A shape that a text field may have (`C###`), and the words that a card with such a text prints.
pub(super) struct Pattern {
    pub ty: usize,
    pub field: String,
    pub shape: String,
    pub words: Vec<(String, Sym)>,
}

/// The name of an ability that another ability grants, to be found once all are known.
#[derive(Clone, Debug)]
pub(super) struct GrantNamed {
    /// The granting ability, and the index of the grant among its `statics`.
    pub by: (AbilityId, usize),
    /// The name.
    pub named: Node,
}

impl Builder {
    /// True if a word is newer than the language version of the game, and an event of the game has its name. Then the
    /// word means the event.
    pub(super) fn is_own_event(&self, word: &str) -> bool {
        word_versions::since(word) > self.rules.schema.language
            && self.rules.schema.symbols.find(word).is_some_and(|sym| self.rules.events.iter().any(|e| e.name == sym))
    }

    pub fn sym(&mut self, name: &str) -> Sym {
        self.rules.schema.symbols.intern(name)
    }

    /// The symbol of a word that is usually interned already, by the kernel or by the game.
    pub fn known_sym(&mut self, name: &str) -> Sym {
        let known = self.rules.schema.symbols.find(name);
        known.unwrap_or_else(|| self.sym(name))
    }

    pub fn parser<'a>(&'a self, scope: Scope, problems: &'a mut Problems) -> Parser<'a> {
        Parser {
            schema: &self.rules.schema,
            uses: &self.use_names,
            windows: &self.window_names,
            events: &self.rules.events,
            defs: &self.def_ids,
            options: &self.option_names,
            scope,
            judged: Judged::Later(&self.meant),
            named: Some(&self.named),
            names_cards: Some(&self.names_cards),
            problems,
        }
    }

    /// Notes a word, to be judged when the whole game is known.
    pub fn mean(&self, what: What, node: &Node) {
        let text = node.as_str().unwrap_or("").into();
        self.meant.borrow_mut().push(Meant { what, text, span: node.span.clone() });
    }

    /// Reads a plain value: a number, a word, true or false; anything else is nil.
    pub fn plain(&mut self, node: &Node) -> Value {
        match &node.value {
            Data::Int(n) => Value::Int(*n),
            Data::Bool(b) => Value::Bool(*b),
            Data::Text(t) => Value::Word(self.sym(t)),
            _ => Value::Nil,
        }
    }

    pub fn level(&mut self, node: &Node, problems: &mut Problems) -> Option<LevelId> {
        let levels = self.rules.schema.levels.clone();
        self.parser(Scope::default(), problems).one_of(node, "level", &levels).map(LevelId::of)
    }

    pub fn event_id(&mut self, node: &Node, problems: &mut Problems) -> Option<EventId> {
        let names: Vec<Sym> = self.rules.events.iter().map(|e| e.name).collect();
        self.parser(Scope::default(), problems).one_of(node, "event", &names).map(EventId::of)
    }

    /// The step with this name, which some Lua file must register.
    pub fn step(&mut self, node: &Node, problems: &mut Problems) -> Option<ScriptId> {
        let name = node.as_str()?;
        if let Some(id) = self.steps.get(name) {
            return Some(*id);
        }
        let Some((file, line)) = self.known_steps.get(name).cloned() else {
            let help = crate::data::suggest::help_for(name, self.known_steps.keys().map(String::as_str));
            problems.error("unknown_word", &node.span, format!("no script registers the step `{name}`")).help(help);
            return None;
        };
        Some(self.known_step(name, file, line))
    }

    pub(super) fn known_step(&mut self, name: &str, file: Arc<str>, line: u32) -> ScriptId {
        let id = ScriptId::of(self.scripts.len());
        self.scripts.push(ScriptSource {
            file,
            line,
            column: 1,
            inside: Default::default(),
            source: name.into(),
            is_step: true,
            reads_hidden: false,
            is_asked_by_data: false,
        });
        self.rules.scripts.push(ScriptInfo { name: format!("step {name}").into(), def: None, names_its_card: true });
        self.steps.insert(name.into(), id);
        id
    }
}
