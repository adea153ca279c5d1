//! Keys: the ids of the messages in which a translation gives each name of a game.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::kernel::Rules;
use crate::kernel::model::rules::WindowAsk;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translation::{NameKind, key_of};
use crate::kernel::model::value::{AbilityId, DefId};

/// A translatable message: its id, names, variables and original words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MessageKey {
    /// The id of the message.
    pub id: String,
    /// The names that it translates: the attribute, the kind of thing, and the id.
    pub names: Vec<(Option<String>, NameKind, Arc<str>)>,
    /// The variables that the sentence may use.
    pub variables: Vec<String>,
    /// The game's own words: for each attribute, and for the sentence itself.
    pub written: BTreeMap<Option<String>, String>,
}

/// The message keys of all things of a game that have names. The id of each is made of the kind of thing and its name.
pub(super) fn of_names(rules: &Rules) -> Vec<MessageKey> {
    let schema = &rules.schema;
    let mut list = KeyList { rules, keys: Vec::new() };
    list.named("game", NameKind::Game, &schema.game, &schema.title);
    schema.zones.iter().for_each(|zone| list.sym("zone", NameKind::Zone, zone.name));
    schema.types.iter().for_each(|ty| list.sym("type", NameKind::Type, ty.name));
    schema.levels.iter().for_each(|level| list.sym("level", NameKind::Level, *level));
    schema.phases.iter().for_each(|phase| list.sym("phase", NameKind::Phase, *phase));
    rules.names.timings.iter().for_each(|timing| list.sym("timing", NameKind::Timing, *timing));
    schema.statuses.iter().flat_map(|(_, words)| words).for_each(|word| list.sym("status", NameKind::Status, *word));
    schema.ability_kinds.iter().for_each(|kind| list.sym("kind", NameKind::Kind, *kind));
    for record in &schema.records {
        list.sym("record", NameKind::Record, record.name);
        record.fields.iter().for_each(|(name, _)| list.sym("field", NameKind::Field, *name));
    }
    let counters = [&schema.counters, &schema.game_counters, &schema.space_counters];
    let counters = counters.into_iter().flatten().map(|counter| counter.name);
    let attrs = schema.attrs.iter().map(|attr| attr.name);
    let words = schema.words.iter().map(|field| field.name);
    let others = schema.costs.iter().chain(&schema.texts).chain(&schema.set_rules).chain(&schema.cells).copied();
    let pips = schema.pips.iter().map(|(name, _)| *name);
    attrs
        .chain(counters)
        .chain(words)
        .chain(others)
        .chain(pips)
        .for_each(|name| list.sym("field", NameKind::Field, name));
    let cards: BTreeSet<Sym> = rules.defs.iter().map(|def| def.name).collect();
    // Words that are names of cards are translated as these names are.
    let known = schema.words.iter().flat_map(|field| &field.known).filter(|word| !cards.contains(word));
    known.for_each(|word| list.sym("word", NameKind::Word, *word));
    for window in &rules.windows {
        list.sym("window", NameKind::Window, window.name);
        if let Some(text) = &window.text {
            list.attribute("text", NameKind::Asked, rules.name(window.name), text);
        }
        if let Some(WindowAsk::Words(words)) = &window.decision {
            words.iter().for_each(|word| list.sym("word", NameKind::Word, *word));
        }
    }
    rules.events.iter().for_each(|event| {
        list.keys.push(MessageKey { id: id_of("event", rules.name(event.name)), ..MessageKey::default() });
        list.attribute("name", NameKind::Event, rules.name(event.name), rules.name(event.name));
    });
    rules.uses.iter().for_each(|kind| {
        list.keys.push(MessageKey { id: id_of("use", rules.name(kind.name)), ..MessageKey::default() });
        list.attribute("name", NameKind::Event, rules.name(kind.name), rules.name(kind.name));
    });
    for ability in &rules.abilities {
        ability.targets.iter().for_each(|target| list.sym("target", NameKind::Target, target.name));
        ability.mode.iter().for_each(|mode| list.sym("word", NameKind::Word, *mode));
        if ability.def.is_none() && rules.uses.iter().all(|kind| kind.name != ability.id) {
            let label = if ability.text.is_empty() { rules.name(ability.id) } else { &ability.text };
            list.named("ability", NameKind::Ability, rules.name(ability.id), label);
        }
    }
    (0..rules.defs.len()).for_each(|def| list.card(DefId::of(def)));
    list.keys
}

struct KeyList<'a> {
    rules: &'a Rules,
    keys: Vec<MessageKey>,
}

impl KeyList<'_> {
    fn sym(&mut self, kind: &str, part: NameKind, name: Sym) {
        let name = self.rules.name(name).clone();
        self.named(kind, part, &name, &name);
    }

    fn named(&mut self, kind: &str, part: NameKind, name: &Arc<str>, written: &str) {
        let id = id_of(kind, name);
        let (names, written) = (vec![(None, part, name.clone())], BTreeMap::from([(None, written.to_string())]));
        self.keys.push(MessageKey { id, names, written, ..MessageKey::default() });
    }

    /// Adds an attribute to the last key.
    fn attribute(&mut self, attribute: &str, part: NameKind, name: &Arc<str>, written: &str) {
        if let Some(key) = self.keys.last_mut() {
            key.names.push((Some(attribute.into()), part, name.clone()));
            key.written.insert(Some(attribute.into()), written.into());
        }
    }

    fn card(&mut self, id: DefId) {
        let rules = self.rules;
        let def = &rules.defs[id.index()];
        self.named("card", NameKind::Card, rules.name(def.id), rules.name(def.name));
        if !def.text.is_empty() {
            self.attribute("text", NameKind::Text, rules.name(def.id), &def.text);
        }
        let is_said = |ability: &&AbilityId| !rules.abilities[ability.index()].text.is_empty();
        for ability in def.abilities.iter().filter(is_said) {
            let own = &rules.abilities[ability.index()];
            let attribute = format!("ability-{}", key_of(rules.name(own.id)));
            self.attribute(&attribute, NameKind::Ability, &rules.ability_key(*ability).into(), &own.text);
        }
    }
}

/// The id of the message for a thing: its kind, `-`, and its name as a key, such as `card-old_well`.
pub(super) fn id_of(kind: &str, name: &str) -> String {
    format!("{kind}-{}", key_of(name))
}
