//! Behaviour: what a card does, as far as its data and its scripts write it out: names, numbers, sides and durations.
//!
//! Besides the names of the game there are a few ideas, which many words of data and scripts stand for: `opponent` and
//! `me`, `optional`, `every`, `random`, `other`, and `lasts turn` for each level.

use std::collections::{BTreeMap, BTreeSet};

use super::script_reader::{PartValue, ScriptPart, functions, parts, rounds_of_loops};
use crate::data::{Data, Key, Node, Span};
use crate::kernel::model::schema::CounterDef;
use crate::lint::texts::plain_numbers::repeats;
use crate::lint::{LintInput, abilities};

/// Keys whose values people read, or that name something for the ability alone.
const FOR_PEOPLE: [&str; 9] = ["text", "may", "why", "because", "help", "note", "id", "as", "reads"];
/// Ideas for which many names stand.
pub(super) const IDEAS: [&str; 6] = ["opponent", "me", "optional", "every", "random", "other"];
/// Keys that say for how long something lasts, or how often it may be used.
const DURATIONS: [&str; 3] = ["lasts", "once", "until"];
/// Keys that say whose something is.
pub(super) const OWNERS: [&str; 6] = ["owner", "controller", "side", "of", "player", "user"];
/// Names for an opponent.
const OTHER_SIDE: [&str; 8] = ["opponent", "opponents", "inactive", "enemy", "enemies", "foe", "foes", "others"];
/// Sections of a manifest whose entries say what a card that names them does.
const DEFINITIONS: [&str; 6] = ["abilities", "ability_kinds", "events", "uses", "tallies", "filters"];

/// Sections of a manifest and of packs that define computed numbers of players.
const COMPUTED: [&str; 2] = ["attributes", "attributes.player"];

/// A name in the data or in a script of a card, with its role and its place.
pub(super) struct NameFact {
    /// The name in small letters, without the table before it.
    pub name: String,
    /// The name as it is written.
    path: String,
    pub role: String,
    pub place: DataPlace,
}

/// A number in the data or in a script of a card, with its role and its place.
pub(super) struct NumberFact {
    pub value: i64,
    pub role: String,
    /// The field that it changes or is compared with.
    pub of: Option<String>,
    pub is_bound: bool,
    pub is_computed: bool,
    pub place: DataPlace,
}

/// The side, the keys and the names of a filter.
#[derive(Default)]
pub(super) struct FilterFact {
    /// The side that the filter asks for; `None`: for none, `Some(None)`: for one that is neither `me` nor `opponent`.
    pub side: Option<Option<&'static str>>,
    /// The keys of the filter.
    pub keys: BTreeSet<String>,
    /// The names under the filter's keys, in small letters.
    pub names: BTreeSet<String>,
}

/// A place in data, or in a script that begins at a place of data.
#[derive(Clone)]
pub(super) struct DataPlace {
    span: Span,
    chars: usize,
}

impl DataPlace {
    pub fn span(&self) -> Span {
        if self.chars == 0 { self.span.clone() } else { self.span.behind(self.chars) }
    }
}

/// The behaviour of a card, as far as texts speak of it.
#[derive(Default)]
pub(super) struct Behaviour {
    pub names: Vec<NameFact>,
    pub numbers: Vec<NumberFact>,
    /// The names in the card's own data and scripts, whole and in their parts.
    own_names: BTreeSet<String>,
    /// The parts of the names in the functions that the card calls and in the abilities that it grants.
    called_names: BTreeSet<String>,
    /// The parts of the names in the definitions that the card names.
    further_names: BTreeSet<String>,
    /// Numbers that the text may say though no place of the card states them: those in what the card names (functions,
    /// given abilities, definitions), and counts of its own parts (options, repeats, rounds of a loop).
    pub further_numbers: BTreeSet<i64>,
    /// The filters in the card's data and scripts.
    pub filters: Vec<FilterFact>,
    /// True if the card permits or forbids something. The consequence then follows from a rule of the game, and does
    /// not show in the card.
    pub has_permissions: bool,
}

/// The parts of a game that its cards may call and name.
pub(super) struct GameParts<'a> {
    /// The functions of modules by `module.function`: their names and numbers.
    functions: BTreeMap<String, FunctionFacts>,
    /// The names and numbers of each ability that cards may be given.
    granted: BTreeMap<&'a str, FunctionFacts>,
    /// The names and numbers of each definition of the manifest.
    definitions: BTreeMap<&'a str, FunctionFacts>,
    /// The names of all attributes and counters of the game.
    pub fields: BTreeSet<&'a str>,
    zones: BTreeSet<&'a str>,
    /// The names of counts of events.
    tallies: BTreeSet<&'a str>,
    /// By the name of a counter, the level at whose beginning it is reset, such as the turn.
    levels_of_fields: BTreeMap<&'a str, &'a str>,
    /// Levels and kinds of record.
    levels: BTreeSet<&'a str>,
}

#[derive(Default)]
struct FunctionFacts {
    names: BTreeSet<String>,
    numbers: BTreeSet<i64>,
}

impl<'a> GameParts<'a> {
    pub fn of(input: &'a LintInput) -> GameParts<'a> {
        let rules = &input.catalog.rules;
        let schema = &rules.schema;
        let counters = [&schema.counters, &schema.game_counters, &schema.space_counters].into_iter().flatten();
        let level = |counter: &CounterDef| {
            let level = schema.levels.get(counter.level?.index())?;
            Some((&**rules.name(counter.name), &**rules.name(*level)))
        };
        let levels_of_fields = counters.clone().filter_map(level).collect();
        let fields = schema.attrs.iter().map(|attr| attr.name).chain(counters.map(|counter| counter.name));
        let levels = schema.levels.iter().copied().chain(schema.records.iter().map(|record| record.name));
        let mut out = GameParts {
            functions: BTreeMap::new(),
            granted: BTreeMap::new(),
            definitions: BTreeMap::new(),
            fields: fields.map(|name| &**rules.name(name)).collect(),
            zones: schema.zones.iter().map(|zone| &**rules.name(zone.name)).collect(),
            tallies: rules.tallies.iter().map(|tally| &**rules.name(tally.name)).collect(),
            levels_of_fields,
            levels: levels.map(|level| &**rules.name(level)).collect(),
        };
        for (path, text) in input.catalog.files.texts.iter().filter(|(path, _)| path.ends_with(".lua")) {
            let module = path.rsplit('/').next().and_then(|file| file.strip_suffix(".lua")).unwrap_or_default();
            let parts = parts(text);
            for (name, bytes) in functions(text) {
                let facts = out.functions.entry(format!("{module}.{name}")).or_default();
                let (first, last) = (
                    parts.partition_point(|part| part.start < bytes.start),
                    parts.partition_point(|part| part.start < bytes.end),
                );
                facts.add_script(&out.levels, &parts[first..last]);
            }
        }
        let computed = input.entries(&COMPUTED).into_iter().flat_map(|(section, key, node)| match &*key.name {
            "player" if section == "attributes" => {
                node.as_map().unwrap_or_default().iter().map(|(key, node)| (section, key, node)).collect()
            }
            _ if section == "attributes" => Vec::new(),
            _ => vec![(section, key, node)],
        });
        for (section, key, node) in input.entries(&DEFINITIONS).into_iter().chain(computed) {
            let mut own = Behaviour::default();
            own.read(input, &out, node);
            let sections = if section == "abilities" { &mut out.granted } else { &mut out.definitions };
            let facts = sections.entry(key.name.as_str()).or_default();
            facts.names.extend(own.own_names);
            facts.numbers.extend(own.numbers.iter().map(|number| number.value));
        }
        out
    }
}

impl FunctionFacts {
    fn add_script(&mut self, levels: &BTreeSet<&str>, parts: &[ScriptPart]) {
        for part in parts {
            match &part.value {
                PartValue::Name(name) | PartValue::Text(name) => {
                    add_parts(name, &mut self.names);
                    if levels.contains(name.as_str()) {
                        self.names.insert(format!("lasts {name}"));
                    }
                }
                PartValue::Number { value, .. } => {
                    self.numbers.insert(*value);
                }
                PartValue::Keyword(_) => {}
            }
        }
    }
}

impl Behaviour {
    /// The behaviour of the abilities of a card.
    pub fn of(input: &LintInput, game: &GameParts, card: &Node) -> Behaviour {
        let mut out = Behaviour::default();
        for ability in abilities(card) {
            out.read(input, game, ability);
        }
        out.follow(game);
        out
    }

    /// True if the card has this name, or a definition that it names has. A duration counts only in the card, if the
    /// card states any.
    pub fn does_name(&self, name: &str) -> bool {
        let is_called = self.own_names.contains(name) || self.called_names.contains(name);
        let Some(level) = name.strip_prefix("lasts ") else {
            return is_called || !IDEAS.contains(&name) && self.further_names.contains(name);
        };
        match self.names.iter().any(|fact| fact.name.starts_with("lasts ")) {
            true => self.own_names.contains(name),
            false => {
                let is_further = |name: &str| self.further_names.contains(name) || self.called_names.contains(name);
                is_called || is_further(name) || is_further(level)
            }
        }
    }

    /// True if the card calls functions of modules, or gives cards abilities that the manifest defines.
    pub fn calls_others(&self) -> bool {
        !self.called_names.is_empty()
    }

    /// True if the card's own data and scripts contain this name.
    pub fn names_itself(&self, name: &str) -> bool {
        self.own_names.contains(name)
    }

    fn read(&mut self, input: &LintInput, game: &GameParts, tree: &Node) {
        self.tree(input, game, tree, "", "");
    }

    /// Adds the names and numbers of the definitions that the card names, and of the definitions that these name.
    fn follow(&mut self, game: &GameParts) {
        for field in self.own_names.iter().filter(|name| game.levels_of_fields.contains_key(name.as_str())) {
            self.further_names.insert(format!("lasts {}", game.levels_of_fields[field.as_str()]));
        }
        // A tally counts earlier events, so the present object is another one.
        if self.own_names.iter().any(|name| game.tallies.contains(name.as_str())) {
            self.own_names.insert("other".into());
        }
        let mut open: Vec<String> = self.names.iter().map(|fact| fact.path.clone()).collect();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        while let Some(name) = open.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            for facts in game.functions.get(&name).into_iter().chain(game.granted.get(name.as_str())) {
                self.further_numbers.extend(&facts.numbers);
                self.called_names.extend(facts.names.iter().cloned());
                open.extend(facts.names.iter().cloned());
            }
        }
        for name in self.own_names.iter().chain(&self.called_names) {
            if let Some(facts) = game.definitions.get(name.as_str()) {
                self.further_numbers.extend(&facts.numbers);
                self.further_names.extend(facts.names.iter().cloned());
            }
        }
    }

    fn name(&mut self, name: &str, role: &str, place: &DataPlace) {
        add_parts(name, &mut self.own_names);
        let last = name.rsplit(['.', ':']).next().unwrap_or(name).to_lowercase();
        self.names.push(NameFact { name: last, path: name.into(), role: role.into(), place: place.clone() });
    }

    fn idea(&mut self, idea: &str, role: &str, place: &DataPlace) {
        self.own_names.insert(idea.into());
        self.names.push(NameFact { name: idea.into(), path: String::new(), role: role.into(), place: place.clone() });
    }

    fn tree(&mut self, input: &LintInput, game: &GameParts, node: &Node, key: &str, above: &str) {
        let place = DataPlace { span: node.span.clone(), chars: 0 };
        match &node.value {
            Data::List(items) => {
                self.further_numbers.extend(repeats(items));
                items.iter().for_each(|item| self.tree(input, game, item, key, above));
            }
            Data::Map(map) => {
                self.filter(map);
                if node.field("may").or_else(|| node.field("unless")).is_some() {
                    self.idea("optional", "may", &place);
                }
                let named = node.field("name").or_else(|| node.field("field")).and_then(Node::as_str);
                for (inner, value) in map.iter().filter(|(key, _)| !FOR_PEOPLE.contains(&key.name.as_str())) {
                    let place = DataPlace { span: inner.span.clone(), chars: 0 };
                    // Targets have names that authors choose freely, so these say nothing about the card.
                    if key != "targets" {
                        add_parts(&inner.name, &mut self.own_names);
                    }
                    self.idea_of_key(&inner.name, value, &place);
                    let of = named.filter(|_| ["by", "to", "set", "n", "amount"].contains(&inner.name.as_str()));
                    self.tree(input, game, value, &inner.name, of.unwrap_or(key));
                }
            }
            Data::Null if key == "script" => {
                if let Some(script) = input.script_of(node) {
                    self.script(game, &script.span, &script.source);
                }
            }
            Data::Int(value) => {
                let is_field = game.fields.contains(key);
                let role = match above {
                    _ if is_field => format!("{above}.field"),
                    "pips" => "pips".into(),
                    _ => key.to_string(),
                };
                let of = if is_field { Some(key) } else { Some(above).filter(|above| game.fields.contains(above)) };
                self.number(*value, role, of.map(String::from), (false, false), place);
            }
            Data::Text(text) => self.text(game, text, key, above, &place),
            Data::Bool(_) | Data::Null => {}
        }
    }

    fn number(&mut self, value: i64, role: String, of: Option<String>, is: (bool, bool), place: DataPlace) {
        let value = value.saturating_abs();
        self.numbers.push(NumberFact { value, role, of, is_bound: is.0, is_computed: is.1, place });
    }

    fn text(&mut self, game: &GameParts, text: &str, key: &str, above: &str, place: &DataPlace) {
        self.idea_of_text(game, text, key, place);
        self.name(text, key, place);
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let words: Vec<&str> = text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
        if words.len() > 1 {
            words.iter().for_each(|word| self.name(word, key, place));
        }
        self.path(game, text);
        let is_bound = text.contains(['<', '>']);
        let is_computed = text.contains(['+', '*', '/', '(']) || text.contains(" - ");
        let of = game.fields.contains(key).then_some(key).or(Some(above).filter(|above| game.fields.contains(above)));
        // Of a range such as `0..2`, both ends are numbers.
        for value in crate::lua::numbers(&text.replace("..", " ")) {
            let role = if is_bound { "compared" } else { key };
            self.number(value, role.into(), of.map(String::from), (is_bound, is_computed), place.clone());
        }
    }

    /// Adds the ideas that a key with this value stands for, such as `optional`.
    fn idea_of_key(&mut self, key: &str, value: &Node, place: &DataPlace) {
        let is_true = value.as_bool() == Some(true);
        match key {
            "optional" if is_true => self.idea("optional", key, place),
            "random" => self.idea("random", key, place),
            "other" if is_true => self.idea("other", key, place),
            // A card does not pay for itself.
            "not" | "cost" => drop(self.own_names.insert("other".into())),
            "each" | "affects" | "mute" | "together" => drop(self.own_names.insert("every".into())),
            "permit" | "forbid" => {
                self.own_names.insert("optional".into());
                self.has_permissions = true;
            }
            "modes" | "options" => {
                self.further_numbers.insert(i64::try_from(value.items().len()).unwrap_or(i64::MAX));
            }
            _ => {}
        }
    }

    fn idea_of_text(&mut self, game: &GameParts, text: &str, key: &str, place: &DataPlace) {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        for word in words.filter(|_| !text.starts_with("this.")) {
            if OTHER_SIDE.contains(&word) {
                self.idea("opponent", key, place);
            }
        }
        if key == "pick" && ["every", "all"].contains(&text) {
            self.idea("every", key, place);
        }
        if key == "pick" && (text.starts_with("0..") || text == "all") {
            self.idea("optional", key, place);
        }
        if text.contains("random") || text.starts_with("roll.") {
            self.idea("random", key, place);
        }
        if DURATIONS.contains(&key) && game.levels.contains(text) {
            self.idea(&format!("lasts {text}"), key, place);
        }
    }

    /// Notes each path to a zone in a text, such as `me.hand` or `opponent.deck`, as a filter.
    fn path(&mut self, game: &GameParts, text: &str) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        for path in text.split(|c| !is_word(c)) {
            let (owner, zone) = path.rsplit_once('.').unwrap_or(("", path));
            if game.zones.contains(zone) {
                let side = side_of(owner.rsplit('.').next().unwrap_or_default());
                let (keys, names) = (BTreeSet::from(["zone".into()]), BTreeSet::from([zone.to_lowercase()]));
                self.filters.push(FilterFact { side: side.map(Some), keys, names });
            }
        }
    }

    /// Reads a filter in data.
    fn filter(&mut self, map: &[(Key, Node)]) {
        let mut out = FilterFact::default();
        for (key, value) in map.iter().filter(|(key, _)| !FOR_PEOPLE.contains(&key.name.as_str())) {
            if OWNERS.contains(&key.name.as_str()) {
                out.side = Some(value.as_str().and_then(side_of));
            }
            out.keys.insert(key.name.clone());
            out.names.extend(value.items().iter().filter_map(Node::as_str).map(str::to_lowercase));
        }
        self.filters.push(out);
    }

    fn script(&mut self, game: &GameParts, span: &Span, source: &str) {
        self.further_numbers.extend(rounds_of_loops(source));
        let parts = parts(source);
        let (mut byte, mut chars) = (0, 0);
        for (at, part) in parts.iter().enumerate() {
            chars += source[byte..part.start].chars().count();
            byte = part.start;
            let place = DataPlace { span: span.clone(), chars };
            let role = part.role.as_str();
            match &part.value {
                PartValue::Name(name) => {
                    self.name(name, role, &place);
                    let role = if role == "call" { "a call" } else { role };
                    self.idea_of_text(game, name, role, &place);
                    if role == "key" {
                        self.idea_of_script_key(name, &place);
                    }
                    if name == "cards" {
                        self.own_names.insert("every".into());
                    }
                    if name == "cards" && part.given_to.starts_with("act.") && is_whole(&parts, at) {
                        self.idea("every", &format!("cards of {}", zone_of(&parts, at)), &place);
                    }
                    self.has_permissions |= ["act.forbid", "act.permit"].contains(&name.as_str());
                }
                PartValue::Text(text) => {
                    if FOR_PEOPLE.contains(&role) || role.starts_with("note#") {
                        continue;
                    }
                    self.text(game, text, role, "", &place);
                    if game.levels.contains(text.as_str()) {
                        self.idea(&format!("lasts {text}"), role, &place);
                    }
                }
                PartValue::Number { value, of, is_bound, is_computed } => {
                    let of = of.clone().filter(|of| game.fields.contains(of.as_str()));
                    let role = if of.as_deref() == Some(role) { ".field" } else { role };
                    self.number(*value, role.into(), of, (*is_bound, *is_computed), place);
                }
                PartValue::Keyword("for") => drop(self.own_names.insert("every".into())),
                PartValue::Keyword(_) => drop(self.own_names.insert("other".into())),
            }
        }
        self.filters_of_script(game, &parts);
    }

    fn idea_of_script_key(&mut self, key: &str, place: &DataPlace) {
        match key {
            "optional" | "random" | "other" => self.idea(key, key, place),
            "not" => drop(self.own_names.insert("other".into())),
            _ => {}
        }
    }

    /// Reads the filters in the tables of a script.
    fn filters_of_script(&mut self, game: &GameParts, parts: &[ScriptPart]) {
        let mut tables: BTreeMap<usize, FilterFact> = BTreeMap::new();
        for part in parts {
            let filter = tables.entry(part.bracket).or_default();
            match &part.value {
                PartValue::Name(name) if part.role == "key" => drop(filter.keys.insert(name.clone())),
                PartValue::Name(name) if OWNERS.contains(&part.role.as_str()) => filter.side = Some(side_of(name)),
                // `act.move(card, "hand")`: whose hand it is, is not said.
                PartValue::Text(text) if part.role.contains('#') && game.zones.contains(text.as_str()) => {
                    let (keys, names) = (BTreeSet::from(["zone".into()]), BTreeSet::from([text.to_lowercase()]));
                    self.filters.push(FilterFact { side: None, keys, names });
                }
                PartValue::Text(text) => drop(filter.names.insert(text.to_lowercase())),
                _ => {}
            }
        }
        self.filters.extend(tables.into_values().filter(|filter| !filter.keys.is_empty()));
    }
}

/// True if the filter that a call is given asks neither for `first` or `last` nor for a number of cards.
fn is_whole(parts: &[ScriptPart], call: usize) -> bool {
    let Some(first) = parts.get(call + 1) else { return false };
    let mut of_table = parts[call + 1..].iter().take_while(|part| part.bracket >= first.bracket);
    !of_table.any(|part| ["first", "last", "pick"].contains(&part.role.as_str()))
}

/// The zone that is named in the table given to a call; `call` is the index of the call among the parts. Empty: none is
/// named.
fn zone_of(parts: &[ScriptPart], call: usize) -> &str {
    let zone = parts[call + 1..].iter().take(8).find(|part| part.role == "zone");
    match zone.map(|part| &part.value) {
        Some(PartValue::Text(zone)) => zone,
        _ => "",
    }
}

/// The side of a player.
fn side_of(player: &str) -> Option<&'static str> {
    match player {
        "me" | "self" | "this.user" => Some("me"),
        player if OTHER_SIDE.contains(&player) => Some("opponent"),
        _ => None,
    }
}

/// Adds a name in small letters, whole and in its parts.
fn add_parts(name: &str, out: &mut BTreeSet<String>) {
    let name = name.to_lowercase();
    // A target (`this.…`) has a name that its author chose freely.
    let is_target = name.starts_with("this.");
    for part in name.split(['_', ' ', '.', ':']).filter(|part| !part.is_empty()) {
        if OTHER_SIDE.contains(&part) && !is_target {
            out.insert("opponent".into());
        }
        out.insert(part.to_string());
        // A plural stands for its singular, too: `no_actions` for `action`.
        out.extend(part.strip_suffix('s').map(String::from));
    }
    if let Some((_, last)) = name.rsplit_once(['.', ':']) {
        out.insert(last.to_string());
    }
    out.insert(name.replace('_', " "));
    out.insert(name);
}
