//! Page: what an editor shows of a card, of a field, of a function, as a reader of Markdown sees it.

use std::collections::BTreeSet;

use super::kinds::ObjectKind;
use super::query::Query;
use intermezzo::data::keys::Section;
use intermezzo::kernel::Rules;
use intermezzo::kernel::model::ability::{Ability, AbilityForm};
use intermezzo::kernel::model::lang::{CardField, Class};
use intermezzo::kernel::model::rules::{CardDef, FieldKind};
use intermezzo::kernel::model::schema::{AttrBase, CounterDef};
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::parse::keys as of;
pub(super) use intermezzo::script::stubs::{LOCALS, OBJECTS};

/// Objects that have fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageSubject {
    /// Cards.
    Cards,
    /// Players.
    Players,
    /// The game.
    Game,
    /// Open records.
    Records,
}

/// The names of the fields of a kind of object.
pub fn fields(known: &Query, of: PageSubject) -> BTreeSet<String> {
    let Some(game) = known.game else {
        return known.names(ObjectKind::Field).into_iter().map(String::from).collect();
    };
    let rules = &game.catalog.rules;
    let schema = &rules.schema;
    let syms: Vec<Sym> = match of {
        PageSubject::Cards => schema.names_of_cards(),
        PageSubject::Players => schema.names_of_players(),
        PageSubject::Game => schema.names_of_game(),
        PageSubject::Records => schema.records.iter().flat_map(|r| r.fields.iter().map(|f| f.0)).collect(),
    };
    syms.into_iter().map(|sym| rules.name(sym).to_string()).collect()
}

/// The names by which a filter asks about objects of a class, besides the keys of filters.
pub fn asked_of(known: &Query, class: Class) -> BTreeSet<String> {
    let Some(game) = known.game else { return known.names(ObjectKind::Field).into_iter().map(String::from).collect() };
    let rules = &game.catalog.rules;
    let schema = &rules.schema;
    let is_asked = |field: &CardField| {
        matches!(field, CardField::Attr(_) | CardField::Words(_) | CardField::Cost(_) | CardField::Status(_))
    };
    let syms: Vec<Sym> = match class {
        Class::Card => schema.card_fields.iter().filter(|(_, field)| is_asked(field)).map(|f| f.0).collect(),
        Class::Player => schema.player_fields.iter().filter(|(_, field)| field.is_number()).map(|f| f.0).collect(),
        Class::Zone => schema.space_counters.iter().map(|c| c.name).collect(),
        Class::Record => schema.records.iter().flat_map(|r| r.fields.iter().map(|f| f.0)).collect(),
        Class::Use => Vec::new(),
    };
    syms.into_iter().map(|sym| rules.name(sym).to_string()).collect()
}

/// The fields that can be modified: of cards, of players, or of both.
pub fn modified(known: &Query, of: &[Class]) -> BTreeSet<String> {
    let Some(game) = known.game else { return known.names(ObjectKind::Field).into_iter().map(String::from).collect() };
    let rules = &game.catalog.rules;
    let attrs = rules.schema.attrs.iter().filter(|a| of.contains(&a.of)).map(|a| a.name);
    let words = rules.schema.words.iter().filter(|_| of.contains(&Class::Card)).map(|w| w.name);
    attrs.chain(words).map(|sym| rules.name(sym).to_string()).collect()
}

/// The names of the fields of cards that are numbers.
pub fn numbers(known: &Query) -> BTreeSet<String> {
    let Some(game) = known.game else { return BTreeSet::new() };
    let rules = &game.catalog.rules;
    rules.schema.attrs.iter().filter(|a| a.of == Class::Card).map(|a| rules.name(a.name).to_string()).collect()
}

/// The fields of cards that hold words.
pub fn fields_of_words(known: &Query) -> BTreeSet<String> {
    let Some(game) = known.game else { return BTreeSet::new() };
    let rules = &game.catalog.rules;
    rules.schema.words.iter().map(|w| rules.name(w.name).to_string()).collect()
}

/// The fields of an event with their kinds; without an event, the fields of all events.
pub fn event_fields(known: &Query, event: Option<&str>) -> Vec<(String, FieldKind)> {
    let Some(game) = known.game else { return Vec::new() };
    let rules = &game.catalog.rules;
    let is_it = |name: &str| event.is_none_or(|event| event == name);
    let events = rules.events.iter().filter(|e| is_it(rules.name(e.name)));
    events.flat_map(|e| e.fields.iter().map(|(name, kind)| (rules.name(*name).to_string(), *kind))).collect()
}

/// The kind of value that a field of an event holds; `None` where events differ.
pub fn event_field(known: &Query, event: Option<&str>, field: &str) -> Option<FieldKind> {
    let fields = event_fields(known, event);
    let mut kinds = fields.iter().filter(|(name, _)| name == field).map(|(_, kind)| *kind);
    let first = kinds.next()?;
    kinds.all(|kind| kind == first).then_some(first)
}

/// The abilities that cards print: the card, and the ability on it.
pub fn abilities<'k>(known: &'k Query) -> impl Iterator<Item = (&'k str, &'k str)> {
    known.game.into_iter().flat_map(|game| {
        let rules = &game.catalog.rules;
        let printed = |def: &'k CardDef| def.abilities.iter().map(|id| (&**rules.name(def.id), *id));
        rules.defs.iter().flat_map(printed).map(|(card, id)| (card, &**rules.name(rules.abilities[id.index()].id)))
    })
}

/// The printed names of all cards.
pub fn card_names(known: &Query) -> BTreeSet<String> {
    let Some(game) = known.game else { return BTreeSet::new() };
    let rules = &game.catalog.rules;
    rules.defs.iter().map(|def| rules.name(def.name).to_string()).collect()
}

/// The numbers that `act.change` can change of the object that a reference names, such as `me`, `game` or `self`:
/// counters, and stored numbers of cards. For any other reference, or none, those of all objects.
pub fn counters(known: &Query, of: Option<&str>) -> BTreeSet<String> {
    let Some(game) = known.game else { return fields(known, PageSubject::Players) };
    let rules = &game.catalog.rules;
    let schema = &rules.schema;
    let stored = schema.attrs.iter().filter(|a| a.of == Class::Card && matches!(a.base, AttrBase::Stored { .. }));
    let counters = |defs: &[CounterDef]| defs.iter().map(|c| c.name).collect::<Vec<Sym>>();
    let syms = match of {
        Some("me" | "opponent" | "active" | "inactive") => counters(&schema.counters),
        Some("game") => counters(&schema.game_counters),
        Some("self") => stored.map(|a| a.name).collect(),
        _ => {
            let all = [&schema.counters, &schema.game_counters, &schema.space_counters];
            all.into_iter().flat_map(|defs| counters(defs)).chain(stored.map(|a| a.name)).collect()
        }
    };
    syms.into_iter().map(|sym| rules.name(sym).to_string()).collect()
}

/// The fields that cards of a type print: name, kind, whether it must be there.
pub fn printed(known: &Query, ty: Option<&str>) -> Vec<(String, String, bool)> {
    known.game.map_or(Vec::new(), |game| game.catalog.printed_fields(ty))
}

/// The statuses of a group.
pub fn statuses(known: &Query, group: &str) -> Vec<String> {
    let Some(game) = known.game else { return Vec::new() };
    let rules = &game.catalog.rules;
    let of = rules.schema.statuses.iter().find(|(name, _)| **rules.name(*name) == *group);
    of.map_or(Vec::new(), |(_, words)| words.iter().map(|word| rules.name(*word).to_string()).collect())
}

/// The zones of each player, or the shared zones.
pub fn zones(known: &Query, per_player: bool) -> Vec<String> {
    let Some(game) = known.game else { return known.names(ObjectKind::Zone).into_iter().map(String::from).collect() };
    let rules = &game.catalog.rules;
    let zones = rules.schema.zones.iter().filter(|zone| zone.per_player == per_player);
    zones.map(|zone| rules.name(zone.name).to_string()).collect()
}

/// The largest number of players of the game.
pub fn most_players(known: &Query) -> usize {
    known.game.map_or(usize::MAX, |game| game.catalog.rules.schema.players.most.into())
}

/// The counters of spaces.
pub fn counters_of_spaces(known: &Query) -> Vec<String> {
    let Some(game) = known.game else { return Vec::new() };
    let rules = &game.catalog.rules;
    rules.schema.space_counters.iter().map(|c| rules.name(c.name).to_string()).collect()
}

/// The events of every game.
pub fn kernel_events() -> impl Iterator<Item = &'static str> {
    intermezzo::catalog::kernel_events().into_iter().map(|(name, _)| name)
}

/// True if an event of every game has a field of this name.
pub fn is_kernel_field(name: &str) -> bool {
    intermezzo::catalog::kernel_events().iter().any(|(_, fields)| fields.iter().any(|(field, _)| *field == name))
}

/// The keys that a selection of objects of a class may have.
pub fn section_of_selections(class: Class) -> &'static Section {
    match class {
        Class::Card => &of::OF_CARDS,
        Class::Player => &of::OF_PLAYERS,
        Class::Zone => &of::OF_SPACES,
        Class::Record => &of::OF_RECORDS,
        Class::Use => &of::USES,
    }
}

/// The name and the type of a card, `Grey Heron (creature)`; empty if no such card was loaded.
pub fn title(known: &Query, id: &str) -> String {
    found(known, id).map_or(String::new(), |(rules, card)| {
        format!("{} ({})", rules.name(card.name), rules.name(rules.schema.types[card.ty.index()].name))
    })
}

/// The text about an ability of a card, by its id.
pub fn ability_of(known: &Query, card: &str, id: &str) -> Option<String> {
    let (rules, def) = found(known, card)?;
    let abilities = def.abilities.iter().map(|id| &rules.abilities[id.index()]);
    let found = abilities.into_iter().find(|ability| **rules.name(ability.id) == *id)?;
    Some(format!("ability **{id}** of **{}**\n\n{}", rules.name(def.name), ability(rules, found)))
}

/// A card as it plays, with the packs in play; `None`: no such card was loaded.
pub fn card(known: &Query, id: &str) -> Option<String> {
    let (rules, card) = found(known, id)?;
    let mut out =
        format!("**{}** · {}\n\n", rules.name(card.name), rules.name(rules.schema.types[card.ty.index()].name));
    let facts = facts(rules, card);
    if !facts.is_empty() {
        out += &format!("{}\n\n", facts.join(" · "));
    }
    if !card.text.is_empty() {
        out += &format!("> {}\n\n", card.text.trim().replace('\n', "\n> "));
    }
    for id in &card.abilities {
        out += &format!("- {}\n", ability(rules, &rules.abilities[id.index()]));
    }
    Some(out)
}

fn found<'k>(known: &'k Query, id: &str) -> Option<(&'k Rules, &'k CardDef)> {
    let rules: &Rules = &known.game?.catalog.rules;
    rules.defs.iter().find(|def| **rules.name(def.id) == *id).map(|def| (rules, def))
}

fn facts(rules: &Rules, card: &CardDef) -> Vec<String> {
    let mut facts = Vec::new();
    for (name, field) in &rules.schema.card_fields {
        let name = rules.name(*name);
        match field {
            CardField::Attr(attr) => {
                if let Some(slot) = rules.schema.attrs[attr.index()].base.printed()
                    && let Some(n) = card.ints.get(slot as usize).filter(|n| **n != 0)
                {
                    facts.push(format!("{name} {n}"));
                }
            }
            CardField::Words(slot) => {
                let words: Vec<&str> = card.words[*slot as usize].iter().map(|w| &**rules.name(*w)).collect();
                if !words.is_empty() {
                    facts.push(format!("{name} {}", words.join(", ")));
                }
            }
            CardField::Cost(slot) => {
                let pips = card.costs[*slot as usize].iter().zip(&rules.schema.pips).filter(|(n, _)| **n > 0);
                let pips: Vec<String> = pips.map(|(n, (pip, _))| format!("{n} {}", rules.name(*pip))).collect();
                if !pips.is_empty() {
                    facts.push(format!("{name} {}", pips.join(" + ")));
                }
            }
            _ => {}
        }
    }
    facts
}

fn ability(rules: &Rules, ability: &Ability) -> String {
    let form = match ability.form {
        AbilityForm::Timing(timing) => format!("`timing: {}`", rules.name(timing)),
        AbilityForm::After(event) => format!("`after: {}`", rules.name(rules.events[event.index()].name)),
        AbilityForm::Instead(event) => format!("`instead: {}`", rules.name(rules.events[event.index()].name)),
        AbilityForm::While => "`while`".into(),
    };
    let kind = ability.kind_word.map_or(String::new(), |kind| format!(" ({})", rules.name(kind)));
    let targets: Vec<String> = ability.targets.iter().map(|t| format!("`{}`", rules.name(t.name))).collect();
    let targets = if targets.is_empty() { String::new() } else { format!(", targets {}", targets.join(", ")) };
    let optional = if ability.optional { ", optional" } else { "" };
    let text = if ability.text.is_empty() { String::new() } else { format!(": {}", ability.text) };
    format!("{form}{kind}{targets}{optional}{text}")
}
