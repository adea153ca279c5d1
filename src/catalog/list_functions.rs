//! List functions: lists of the flow that are given values, names for values within a list, and the way out of a list.

use super::builder::{Builder, ListParameters};
use super::kernel_words::VERBS;
use super::keys::flow::{GivenList, LeaveKeys, LetKeys, RunKeys, RunWith};
use super::{item_names, taken_names};
use crate::data::{Data, Key, Node, names_word, suggest};
use crate::error::Problems;
use crate::kernel::model::flow_items::FlowEnd;
use crate::kernel::model::lang::{Class, Expr};
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::value::{LevelId, ListId};
use crate::kernel::parse::parser::Scope;
use crate::kernel::parse::resolve::Of;
use crate::kernel::rules::{FieldKind, Item, Proposal};

/// The items of a list of the flow, and its parameters: each a name and a kind.
pub(super) fn parts_of(node: &Node) -> (&Node, &[(Key, Node)]) {
    let said = GivenList::of(node);
    match (said.r#do, said.given) {
        (Some(items), [_, ..]) => (items, said.given),
        _ => (node, &[]),
    }
}

impl Builder {
    /// Reads the parameters of a list of the flow, which stand under `given`.
    pub(super) fn given(&mut self, node: &Node, problems: &mut Problems) -> ListParameters {
        let (items, given) = parts_of(node);
        let mut out = Vec::new();
        for (key, kind) in given {
            let at = Node { value: Data::Text(key.name.clone()), span: key.span.clone() };
            taken_names::binding(Some(&at), &Scope::default(), &self.rules, problems);
            if !says(items, &key.name) {
                let message = format!("nothing in this list reads `{}`", key.name);
                problems.warn("no_effect", &key.span, message).help("leave it out, here and where the list is run");
            }
            out.push((self.sym(&key.name), kind_of(kind)));
        }
        out
    }

    /// Compiles `run`: a list and its arguments.
    pub(super) fn run(&mut self, item: &Node, value: &Node, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let said = RunWith::of(value);
        let (name, with) =
            if value.as_map().is_some() { (said.list?, said.with) } else { (RunKeys::of(item).run?, &[][..]) };
        let is_level =
            |name: &str| self.rules.schema.symbols.find(name).is_some_and(|s| self.rules.schema.levels.contains(&s));
        if name.as_str().is_some_and(is_level) {
            self.not_of_cards(item, problems)?;
        }
        let list = self.run_list(name, problems)?;
        if let Some(at) = said.r#as.filter(|_| !self.gives_back.contains(&list)) {
            let message = format!("the list `{}` gives nothing back", name.as_str().unwrap_or(""));
            let help = "`{ leave: list, with: … }` in it gives something back";
            problems.error("wrong_kind", &at.span, message).help(help);
        }
        let given = self.given_to.get(&list).cloned().unwrap_or_default();
        let mut values = Vec::new();
        for (key, node) in with {
            let sym = self.sym(&key.name);
            let Some((_, kind)) = given.iter().find(|(name, _)| *name == sym) else {
                let known: Vec<&str> = given.iter().map(|(name, _)| &**self.rules.name(*name)).collect();
                let help = suggest::help_for(&key.name, known);
                let message = format!("the list `{}` is given no `{}`", name.as_str().unwrap_or(""), key.name);
                problems.error("unknown_key", &key.span, message).help(help);
                continue;
            };
            values.push((sym, self.given_value(*kind, node, scope, problems)));
        }
        for (missing, _) in
            given.iter().filter(|(name, _)| !with.iter().any(|(key, _)| *key.name == **self.rules.name(*name)))
        {
            let missing = self.rules.name(*missing);
            let message =
                format!("the list `{}` is given `{missing}`, and nothing is given here", name.as_str().unwrap_or(""));
            let help = format!("`run: {{ list: {}, with: {{ {missing}: … }} }}`", name.as_str().unwrap_or(""));
            problems.error("missing", &item.span, message).help(help);
        }
        Some(Item::Run(list, values))
    }

    /// Reports a list that needs values, where it is begun by something that gives it none.
    pub(super) fn is_given_nothing(&self, list: Option<ListId>, node: &Node, problems: &mut Problems) {
        if let Some([(name, _), ..]) = list.and_then(|list| self.given_to.get(&list)).map(|given| &given[..]) {
            let message = format!("this list is given `{}`, and only `run` gives something", self.rules.name(*name));
            problems.error("wrong_kind", &node.span, message).help("let a list without `given` run it");
        }
    }

    /// Compiles `let`: binds names to values in `scope`, for `rest`, the items that follow in the list.
    pub(super) fn named_values(
        &mut self,
        item: &Node,
        rest: &[Node],
        scope: &mut Scope,
        problems: &mut Problems,
    ) -> Option<Item> {
        let mut out = Vec::new();
        for (key, node) in LetKeys::of(item).r#let {
            let at = Node { value: Data::Text(key.name.clone()), span: key.span.clone() };
            taken_names::binding(Some(&at), scope, &self.rules, problems);
            let (what, of) = self.any_value(node, scope, problems);
            let name = self.sym(&key.name);
            out.push((name, what));
            scope.bind(name, of);
            let later = item.field("let").and_then(Node::as_map).unwrap_or_default().iter().map(|(_, node)| node);
            if !rest.iter().chain(later).any(|node| says(node, &key.name)) {
                let message = format!("nothing after this in its list reads `{}`", key.name);
                problems.warn("no_effect", &key.span, message).help("leave it out, or name it before what reads it");
            }
        }
        Some(Item::Let(out))
    }

    /// The name that an item gives to its result, by `as` of a list that is run or among the fields of an event; and
    /// the item without `as`.
    pub(super) fn name_of_result<'n>(&self, item: &'n Node) -> Option<(&'n Node, Node)> {
        let Some([(key, value)]) = item.as_map() else { return None };
        let name = value.field("as")?;
        let is_of_list = key.name == "run";
        let is_event = VERBS.iter().any(|(verb, _)| *verb == key.name) || !item_names::is_taken(&key.name);
        let of_event = self.rules.schema.symbols.find("as").filter(|_| is_event).and_then(|field| {
            let named = self.rules.schema.symbols.find(&key.name)?;
            self.rules.events.iter().find(|event| event.name == named)?.fields.iter().find(|(name, _)| *name == field)
        });
        if of_event.is_some() || !is_of_list && !is_event {
            return None;
        }
        if is_of_list {
            return Some((name, item.clone()));
        }
        let fields = value.as_map().unwrap_or_default().iter().filter(|(field, _)| field.name != "as").cloned();
        let value = Node { value: Data::Map(fields.collect()), span: value.span.clone() };
        Some((name, Node { value: Data::Map(vec![(key.clone(), value)]), span: item.span.clone() }))
    }

    /// Gives a name to the result of an item: the objects of its events, or what the list that it runs gives back. The
    /// items in `rest` become a list in which the name holds.
    pub(super) fn named_result(
        &mut self,
        item: Item,
        at: &Node,
        rest: &[Node],
        path: &str,
        mut scope: Scope,
        problems: &mut Problems,
    ) -> Item {
        let said = at.as_str().unwrap_or("");
        taken_names::binding(Some(at), &scope, &self.rules, problems);
        if !rest.iter().any(|node| says(node, said)) {
            let message = format!("nothing after this in its list reads `{said}`");
            problems.warn("no_effect", &at.span, message).help("leave it out, or name it before what reads it");
        }
        let is_card = |one: &Proposal| {
            self.rules.events[one.event.index()].fields.first().is_some_and(|(_, kind)| *kind == FieldKind::Card)
        };
        let of = match &item {
            Item::Propose(events) if events.iter().all(is_card) => Some(Of::Card),
            _ => None,
        };
        let name = self.sym(said);
        scope.bind(name, of);
        let rest = Node { value: Data::List(rest.to_vec()), span: at.span.clone() };
        Item::Named(Box::new(item), name, self.list(&rest, path, &scope, problems))
    }

    /// Compiles the list of an ability, which `leave` can end.
    pub(super) fn leavable_list(&mut self, node: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> ListId {
        let around = std::mem::take(&mut self.leaves);
        let id = self.list(node, path, &Scope { may_leave: true, ..scope.clone() }, problems);
        self.rules.lists[id.index()].is_left = std::mem::replace(&mut self.leaves, around);
        id
    }

    /// Compiles `leave`, which ends the list of the flow or of the ability.
    pub(super) fn leave(&mut self, item: &Node, path: &str, scope: &Scope, problems: &mut Problems) -> Option<Item> {
        let what = LeaveKeys::of(item).leave?;
        if what.as_str() != Some("list") {
            return self.leave_flow(item, what, problems);
        }
        if !scope.may_leave {
            let message = "there is no list here that could be left";
            let help =
                "a list of the flow and the `do` of an ability can be left, but not within a phase or `after_use`";
            problems.error("wrong_kind", &item.span, message).help(help);
            return None;
        }
        self.leaves = true;
        let Some(given) = LeaveKeys::of(item).with else { return Some(Item::Leave(None)) };
        if !path.starts_with("flow.") {
            let message = "only a list of the flow gives something back: nobody runs this one";
            problems.error("wrong_kind", &given.span, message).help("leave `with` out");
        }
        Some(Item::Leave(Some(self.any_value(given, scope, problems).0)))
    }

    /// Compiles `leave` with the name of a level, which ends, or of a kind of record: the flow goes on where it closes.
    fn leave_flow(&self, item: &Node, what: &Node, problems: &mut Problems) -> Option<Item> {
        if let Some(given) = LeaveKeys::of(item).with {
            let message = "only a list gives something back, and this ends more than a list";
            problems.error("wrong_kind", &given.span, message).help("leave `with` out");
        }
        let name = what.as_str().unwrap_or("");
        let level = self.rules.schema.levels.iter().position(|level| **self.rules.name(*level) == *name);
        let record = self.rules.schema.record(name);
        Some(Item::LeaveFlow(match (level, record) {
            (Some(_), Some(_)) => {
                let message = format!("`{name}` is a level and a kind of record, so it is not clear what ends");
                problems.error("wrong_kind", &what.span, message).help("give one of them another name");
                return None;
            }
            (Some(level), None) => FlowEnd::Level(LevelId::of(level)),
            (None, Some(record)) => FlowEnd::Record(record),
            (None, None) => {
                let schema = &self.rules.schema;
                let levels = schema.levels.iter().map(|level| &**self.rules.name(*level));
                let records = schema.records.iter().map(|record| &**self.rules.name(record.name));
                let known = ["list"].into_iter().chain(levels).chain(records);
                let message =
                    format!("`leave` ends a list, a level, or all until a record closes; `{name}` is none of these");
                problems.error("unknown_word", &what.span, message).help(suggest::help_for(name, known));
                return None;
            }
        }))
    }

    /// Reads a value that `run` gives a list. Several things may be written as a selection.
    fn given_value(&self, kind: RecordField, node: &Node, scope: &Scope, problems: &mut Problems) -> Expr {
        let class = match kind {
            RecordField::Cards(_) => Class::Card,
            RecordField::Players => Class::Player,
            RecordField::Spaces => Class::Zone,
            _ => return self.value_of_kind(kind, node, scope, problems),
        };
        match node.as_map() {
            Some(_) => Expr::Select(Box::new(self.parser(scope.clone(), problems).sought(node, class))),
            None => self.value_of_kind(kind, node, scope, problems),
        }
    }

    /// Reads a value for a field or parameter of this kind: an amount for a number, a reference for anything else.
    pub(super) fn value_of_kind(&self, kind: RecordField, node: &Node, scope: &Scope, problems: &mut Problems) -> Expr {
        let mut parser = self.parser(scope.clone(), problems);
        Expr::Ref(match kind {
            RecordField::Int => return Expr::Amount(parser.amount(node)),
            RecordField::Word => {
                let found = parser.free_ref(node);
                parser.must_be_word(&found, node);
                found
            }
            RecordField::Any => parser.free_ref(node),
            RecordField::Card | RecordField::Cards(_) | RecordField::Stays => parser.ref_of(node, Class::Card),
            RecordField::Player | RecordField::Players => parser.ref_of(node, Class::Player),
            RecordField::Records(_) => parser.ref_of(node, Class::Record),
            RecordField::Spaces => parser.object_ref(node),
        })
    }

    /// Reads a value of any kind: a reference, a word, an amount, or what a selection finds. Its type comes with it, if
    /// that is known.
    fn any_value(&self, node: &Node, scope: &Scope, problems: &mut Problems) -> (Expr, Option<Of>) {
        let mut parser = self.parser(scope.clone(), problems);
        let is_amount = match &node.value {
            Data::Int(_) | Data::Bool(_) => true,
            Data::Text(text) => text.contains(|c: char| !(c.is_alphanumeric() || "_.".contains(c))),
            Data::Map(map) => map.iter().any(|(key, _)| OF_AMOUNTS.contains(&&*key.name)),
            Data::List(_) | Data::Null => false,
        };
        let found = match node.as_map() {
            _ if is_amount => Expr::Amount(parser.amount(node)),
            Some(_) => Expr::Select(Box::new(parser.sought(node, Class::Card))),
            None => Expr::Ref(parser.free_ref(node)),
        };
        let of = parser.of_expr(&found);
        (found, of)
    }
}

/// The keys that make a map an amount. A selection without a choosing player never has such a key.
const OF_AMOUNTS: [&str; 9] = ["count", "sum", "most", "least", "distinct", "groups", "distance", "at", "if"];

/// True if something in a list of the flow leaves it with a value.
pub(super) fn gives_back(node: &Node) -> bool {
    match &node.value {
        Data::List(list) => list.iter().any(gives_back),
        Data::Map(map) => {
            let leaves = map.first().is_some_and(|(key, _)| key.name == "leave");
            leaves && node.field("with").is_some() || map.iter().any(|(_, node)| gives_back(node))
        }
        _ => false,
    }
}

/// The kind of a value that a list is given.
fn kind_of(node: &Node) -> RecordField {
    match node.as_str().unwrap_or("") {
        "player" => RecordField::Player,
        "players" => RecordField::Players,
        "word" => RecordField::Word,
        "int" => RecordField::Int,
        "card" => RecordField::Card,
        "cards" => RecordField::Cards(None),
        "spaces" => RecordField::Spaces,
        _ => RecordField::Any,
    }
}

/// True if something in a tree says a name, as a key or in a text.
fn says(node: &Node, name: &str) -> bool {
    match &node.value {
        Data::Text(text) => names_word(text, name),
        Data::List(list) => list.iter().any(|node| says(node, name)),
        Data::Map(map) => map.iter().any(|(key, node)| names_word(&key.name, name) || says(node, name)),
        Data::Int(_) | Data::Bool(_) | Data::Null => false,
    }
}
