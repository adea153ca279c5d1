//! Cards: definitions, compiled from one file each.

use std::sync::Arc;

use super::builder::Builder;
use super::card_paths::card_id;
use super::compile_cache::Recompilation;
use super::keys::abilities::ABILITY;
use super::keys::abilities::CARD;
use super::strict_maps::{known_keys, text, wrong};
use super::vocabulary::WordSets;
use super::{Files, Nodes, keys_in_text, limits, stray_files};
use crate::data::keys::{Each, Stands};
use crate::data::{Data, Node, suggest};
use crate::error::Problems;
use crate::kernel::model::event_set::EventSet;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::CardField;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use crate::kernel::parse::keys::SetKey;
use crate::kernel::parse::parser::Scope;
use crate::kernel::rules::*;

/// Compiles all cards. Cards that would be the same as in the load before are taken from there. `said` gives the words
/// of a card's file and its text.
pub(super) fn compile<'t>(
    b: &mut Builder,
    game: &str,
    nodes: &Nodes,
    files: &Files,
    again: &mut Recompilation,
    said: impl Fn(&Arc<Node>) -> Option<(&'t WordSets, &'t str)>,
    problems: &mut Problems,
) {
    // Definitions get their numbers in the order of their ids. Of two files with one id the first counts, and
    // `declared_names.rs` reports the other.
    let mut by_id: Vec<(&str, &String, &Arc<Node>)> =
        nodes.iter().filter_map(|(path, node)| Some((card_id(game, path)?, path, node))).collect();
    by_id.sort_by_key(|(id, ..)| *id);
    by_id.dedup_by_key(|(id, ..)| *id);
    // The cards are many, so each list that grows with them gets its size at once.
    let printed = |(.., node): &(&str, &String, &Arc<Node>)| node.field("abilities").map_or(0, |n| n.items().len());
    b.rules.abilities.reserve(by_id.iter().map(printed).sum());
    b.rules.defs.reserve(by_id.len());
    b.places.reserve(by_id.len());
    let fields: Vec<Arc<str>> = b.fields.iter().map(|field| b.rules.name(field.name).clone()).collect();
    for (id, path, node) in by_id {
        if said(node).is_some_and(|(words, text)| again.take(b, id, node, words, text)) {
            continue;
        }
        let before = again.before(b, problems);
        let name = b.sym(id);
        b.card(name, path, node, problems);
        keys_in_text::check(node, files, &fields, problems);
        stray_files::name(id, node, problems);
        again.keep(b, before, id, node, problems);
    }
}

impl Builder {
    fn card(&mut self, id: Sym, path: &str, node: &Node, problems: &mut Problems) {
        let what = format!("card `{}`", self.rules.name(id));
        if node.as_map().is_none() {
            let message = match node.value {
                Data::Null => format!("{what}: the file is empty"),
                _ => format!("{what}: a card is a map of its fields, found {}", node.kind_name()),
            };
            problems.error("wrong_kind", &node.span, message).help("it begins with `name:` and `type:`");
        }
        let def_id = DefId::of(self.rules.defs.len());
        // A card that a pile makes has no file: its place is the manifest, where the pile stands.
        let place = if node.span.file.is_empty() { path.into() } else { node.span.file.clone() };
        self.places.push(place);
        let said = node.field("type").map_or(&[][..], Node::items);
        let mut types: Vec<usize> = said.iter().filter_map(|t| self.type_index(t.as_str()?)).collect();
        types.dedup();
        if types.len() < said.len() || types.is_empty() {
            types.clear();
        }
        let typed = !types.is_empty();
        let ty = types.first().copied().unwrap_or_else(|| self.no_type(node, said, &what, problems));
        let name = card_name(node, &what, problems);
        // This loop checks the keys that every card may have; `card_fields` checks the fields of its type.
        for (key, value) in node.as_map().unwrap_or_default() {
            if let Some(known) = CARD.key(&key.name).filter(|known| known.stands == Stands::Freely) {
                known.shape.check(&key.name, value, problems);
            }
        }
        let types: IdSet<TypeId> = types.into_iter().chain([ty]).map(TypeId::of).collect();
        let name = self.sym(&name);
        let mut def = self.without_fields(id, name, (TypeId::of(ty), types), node);
        // Without a type nobody knows what the fields of the card should be.
        if typed {
            self.card_fields(&mut def, node, &what, problems);
            self.check_patterns(ty, node, &what, problems);
        }
        let of_types = types.iter().filter_map(|ty| self.rules.schema.types.get(ty.index()));
        let live_in = of_types.fold(IdSet::EMPTY, |zones, ty| zones | ty.live_in);
        let abilities = node.field("abilities").map_or(&[][..], |n| n.items());
        if typed && abilities.is_empty() && !(self.needs_abilities & types).is_empty() {
            problems.error("missing", &node.span, format!("{what} needs `abilities`: without them it does nothing"));
        }
        // The definition is in place before its abilities, which name it.
        self.rules.defs.push(def);
        for (i, ability) in abilities.iter().enumerate() {
            let ids = self.ability(ability, Some(def_id), i, live_in, problems);
            for id in ids {
                let form = self.rules.abilities[id.index()].form.clone();
                let def = &mut self.rules.defs[def_id.index()];
                def.abilities.push(id);
                match form {
                    AbilityForm::While => def.statics.push(id),
                    AbilityForm::Timing(_) => def.timed.push(id),
                    _ => def.listeners.push(id),
                }
            }
        }
    }

    /// Reports a missing or unknown type of a card, and returns 0, the index of the first type, in its place.
    fn no_type(&self, node: &Node, said: &[Node], what: &str, problems: &mut Problems) -> usize {
        let known: Vec<String> = self.rules.schema.types.iter().map(|t| self.rules.name(t.name).to_string()).collect();
        let wrong = said.iter().find(|t| t.as_str().is_none_or(|t| self.type_index(t).is_none()));
        let (word, span) = match wrong.or(node.field("type")) {
            Some(n) => (n.as_str().unwrap_or(""), n.span.clone()),
            None => ("", node.span.clone()),
        };
        let help = suggest::help_for(word, known.iter().map(String::as_str));
        if node.as_map().is_none() {
            return 0;
        }
        let message = match node.field("type") {
            Some(_) => format!("{what}: the game has no type `{word}`"),
            None => format!("{what} needs `type`"),
        };
        problems.error("unknown_word", &span, message).help(help);
        0
    }

    /// A definition of a card without its fields and abilities.
    fn without_fields(&self, id: Sym, name: Sym, (ty, types): (TypeId, IdSet<TypeId>), node: &Node) -> CardDef {
        let schema = &self.rules.schema;
        CardDef {
            id,
            name,
            ty,
            types,
            ints: vec![0; schema.int_slots],
            words: vec![Vec::new(); schema.words.len()],
            cells: vec![Default::default(); schema.cells.len()],
            conds: vec![None; schema.conds.len()],
            costs: vec![Cost::default(); schema.costs.len()],
            rules: vec![None; schema.set_rules.len()],
            texts: vec!["".into(); schema.texts.len()],
            text: node.field("text").and_then(Node::as_str).unwrap_or("").trim().into(),
            is_from_pack: node.span.file.starts_with("packs/"),
            abilities: Vec::new(),
            statics: Vec::new(),
            listeners: Vec::new(),
            timed: Vec::new(),
            mutes: false,
            listens: EventSet::EMPTY,
            listens_to_others: EventSet::EMPTY,
            listens_in: IdSet::EMPTY,
        }
    }

    fn card_fields(&mut self, def: &mut CardDef, node: &Node, what: &str, problems: &mut Problems) {
        let specs: Vec<(Sym, CardField, bool, bool)> = self
            .fields
            .iter()
            .filter(|f| !(f.types & def.types).is_empty())
            .map(|f| (f.name, f.field, f.single, f.required))
            .collect();
        let mut known: Vec<&str> = specs.iter().map(|s| &**self.rules.name(s.0)).collect();
        known.extend(CARD.names().map(|name| -> &str { name }));
        for (key, _) in node.as_map().unwrap_or_default() {
            if !known.contains(&key.name.as_str()) && ABILITY.key(&key.name).is_some() {
                let message = format!("`{}` is a key of an ability, and this is {what}", key.name);
                let help = format!("put it under `abilities`: `abilities: [{{ {}: … }}]`", key.name);
                problems.error("unknown_key", &key.span, message).help(help);
                known.push(&key.name);
            }
        }
        known_keys(node, &known, what, problems);
        for (name, field, single, required) in specs {
            let name = self.rules.name(name).clone();
            let Some(value) = node.field(&name) else {
                if required {
                    missing_field(&name, field, node, what, problems);
                }
                continue;
            };
            if matches!(field, CardField::Words(_) | CardField::Text(_)) && is_blank(value) {
                let help = if required { "write what it is" } else { "write what it is, or leave the line out" };
                problems.error("missing", &value.span, format!("`{name}` is empty: it says nothing")).help(help);
                continue;
            }
            match field {
                CardField::Attr(attr) => self.number_field(def, attr, value, &name, problems),
                CardField::Words(slot) => def.words[slot as usize] = self.words(slot, single, value, &name, problems),
                CardField::Cost(slot) => {
                    def.costs[slot as usize] = self.cost(value, problems);
                    check_printed_cost(value, problems);
                }
                CardField::Rules(slot) => {
                    if super::ineffective_parts::is_empty(value) {
                        problems.error("missing", &value.span, format!("`{name}` is empty and has no effect"));
                    }
                    // Printed rules cannot use `meets`, because no other card is at hand to compare with.
                    let keys: Vec<&str> = SetKey::names().filter(|n| SetKey::of(n) != Some(SetKey::meets)).collect();
                    known_keys(value, &keys, &format!("`{name}`"), problems);
                    let rules = self.parser(Scope::default(), problems).set_rules(value);
                    def.rules[slot as usize] = Some(Arc::new(rules));
                }
                CardField::Cells(slot) => {
                    let cells = self.cells(value, problems);
                    let boards = self.rules.schema.boards.iter().map(|b| &b.board);
                    def.cells[slot as usize] = Arc::new(crate::kernel::model::board::CellSet::new(cells, boards));
                }
                CardField::Cond(slot) => {
                    let cond = self.parser(Scope::default(), problems).cond(value);
                    self.check_hidden_reads_of_condition(&cond, value, problems);
                    def.conds[slot as usize] = Some(Arc::new(cond));
                }
                CardField::Text(slot) => match value.as_str() {
                    Some(text) => def.texts[slot as usize] = text.into(),
                    None => wrong(value, &name, "a text", problems),
                },
                _ => {}
            }
        }
    }

    /// Reads a printed number.
    fn number_field(&self, def: &mut CardDef, attr: AttrId, value: &Node, name: &str, problems: &mut Problems) {
        match (value.as_int(), self.rules.schema.attrs[attr.index()].base.printed()) {
            (Some(n), Some(slot)) if (-1_000_000..=1_000_000).contains(&n) => {
                self.within_bounds(attr, n, value, problems);
                def.ints[slot as usize] = n;
            }
            (Some(n), Some(_)) => {
                let message = format!("`{name}` is a number from -1000000 to 1000000; this is {n}");
                problems.error("too_many", &value.span, message);
            }
            _ => wrong(value, name, "a number", problems),
        }
    }

    /// Warns of a printed number outside the bounds of its field: the game counts it as the bound.
    fn within_bounds(&self, attr: AttrId, n: i64, value: &Node, problems: &mut Problems) {
        let def = &self.rules.schema.attrs[attr.index()];
        let name = self.rules.name(def.name);
        let message = match (def.min, def.max) {
            (Some(least), _) if n < least => {
                format!("`{name}` is {n} here but counts as {least}, which is the least it can be")
            }
            (_, Some(most)) if n > most => {
                format!("`{name}` is {n} here but counts as {most}, which is the most it can be")
            }
            _ => return,
        };
        problems.warn("out_of_bounds", &value.span, message);
    }

    fn words(&mut self, slot: u8, single: bool, value: &Node, name: &str, problems: &mut Problems) -> Vec<Sym> {
        if single && value.as_list().is_some() {
            wrong(value, name, "one word", problems);
            return Vec::new();
        }
        let listed = self.rules.schema.words[slot as usize].listed.clone();
        if let Some((first, rest)) = value.as_str().filter(|_| !single).and_then(|text| text.split_once(", ")) {
            let message = format!("`{name}` has one word here, with a comma in it");
            problems
                .warn("unknown_word", &value.span, message)
                .help(format!("write several words as a list: [{first}, {rest}]"));
        }
        let mut out = Vec::new();
        for item in value.items() {
            let Some(word) = item.as_str().filter(|word| !word.trim().is_empty()) else {
                wrong(item, name, "a word", problems);
                continue;
            };
            let sym = self.sym(word);
            if !listed.is_empty() && !listed.contains(&sym) {
                let known: Vec<String> = listed.iter().map(|w| self.rules.name(*w).to_string()).collect();
                let help = suggest::help_for(word, known.iter().map(String::as_str));
                problems.error("unknown_word", &item.span, format!("unknown {name} `{word}`")).help(help);
                continue;
            }
            out.push(sym);
        }
        out
    }
}

/// True for an empty value, or a text of white space only.
fn is_blank(node: &Node) -> bool {
    match &node.value {
        Data::Null => true,
        Data::Text(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// Reports a required field that a card lacks.
fn missing_field(name: &str, field: CardField, node: &Node, what: &str, problems: &mut Problems) {
    let example = match field {
        CardField::Attr(_) => format!("`{name}: 1`, a number"),
        CardField::Words(_) => format!("`{name}: …`, a word"),
        CardField::Text(_) => format!("`{name}: …`, a text"),
        CardField::Cost(_) => format!("`{name}: {{}}`, a cost"),
        _ => format!("`{name}: …`"),
    };
    let problem = problems.error("missing", &node.span, format!("{what} needs `{name}`"));
    problem.help(format!("add a line {example}"));
}

/// Reports numbers of pips below 0 in a printed cost, and warns of 0 pips.
fn check_printed_cost(value: &Node, problems: &mut Problems) {
    for (key, n) in value.as_map().unwrap_or_default() {
        match n.as_int() {
            Some(i64::MIN..0) => {
                problems.error("wrong_kind", &n.span, "a cost is never less than 0");
            }
            Some(0) => {
                let message = format!("0 {} cost nothing: leave it out", key.name);
                problems.warn("no_effect", &n.span, message);
            }
            _ => {}
        }
    }
}

/// The printed name of a card.
fn card_name(node: &Node, what: &str, problems: &mut Problems) -> String {
    let name = match node.as_map() {
        Some(_) => text(node, "name", what, problems).to_string(),
        None => String::new(),
    };
    if let Some(field) = node.field("name").filter(|n| n.as_str().is_some_and(|name| name.trim().is_empty())) {
        problems.error("missing", &field.span, format!("{what} has an empty name"));
    }
    if let Some(field) = node.field("name") {
        limits::title("the name", &name, &field.span, "`text` says more of the card", problems);
    }
    name
}
