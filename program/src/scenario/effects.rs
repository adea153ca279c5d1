//! Effects: lasting effects at the beginning of a scenario.

use super::keys::EffectKeys;
use super::names::{ScenarioNames, no_card, seat};
use intermezzo::data::{Node, suggest};
use intermezzo::kernel::model::ability::Ability;
use intermezzo::kernel::model::duration::Duration;
use intermezzo::kernel::model::event;
use intermezzo::kernel::model::lang::{CardField, Class, Ref, SeatTest};
use intermezzo::kernel::model::modification_kinds::How;
use intermezzo::kernel::model::objects::{Called, Event, ModTarget, Modification, Role};
use intermezzo::kernel::model::permission::Permission;
use intermezzo::kernel::model::symbols::Sym;
use intermezzo::kernel::model::timed_effects::Maker;
use intermezzo::kernel::model::value::{AbilityId, Value};
use intermezzo::kernel::parse::resolve::What;
use intermezzo::kernel::{Card, Rules, Seat, World};
use intermezzo::table::Game;

/// Begins the timed effects of a position, one after the other.
///
/// # Errors
///
/// An effect on an impossible object, or an impossible change, with its place.
pub(super) fn begin(engine: &Game, world: &mut World, names: &ScenarioNames, effects: &[Node]) -> Result<(), String> {
    effects.iter().try_for_each(|effect| one(engine, world, names, effect).map_err(|why| placed(effect, why)))
}

/// Adds the node's place to a message without a place.
fn placed(node: &Node, why: String) -> String {
    if super::message_places::placed(&why).is_some() { why } else { format!("{}: {why}", node.span) }
}

fn one(engine: &Game, world: &mut World, names: &ScenarioNames, node: &Node) -> Result<(), String> {
    let said = EffectKeys::of(node);
    let rules = world.rules.clone();
    let card = said.card.map(|card| named(&rules, names, card)).transpose()?;
    let player = said.player.map(|player| seat_of(&rules, player)).transpose()?;
    let about = match (card, player) {
        (Some(card), None) => Value::Card(card),
        (None, Some(seat)) => Value::Seat(seat),
        _ => return Err("an effect is about a `card` or a `player`".into()),
    };
    let source = said.source.map(|card| named(&rules, names, card)).transpose()?.or(card);
    let me = source.map_or(player.unwrap_or(world.state().active), |card| world.game().controller(card));
    let name = said.called.map(|name| ended(engine, name)).transpose()?;
    let called = Called(name.map(|name| (name, source)));
    let maker = Maker { card: source, me, provider: me, eyes: 0, origin: world.game().origin(), called };
    let lasts = said.lasts.map(|lasts| duration(&rules, lasts)).transpose()?;
    let forms = [said.field, said.forbid, said.permit, said.grant, said.lose, said.controller];
    let mut forms = forms.iter().enumerate().filter_map(|(at, form)| Some((at, (*form)?)));
    let (Some((form, value)), None) = (forms.next(), forms.next()) else {
        return Err("an effect has one of `field`, `forbid`, `permit`, `grant`, `lose` and `controller`".into());
    };
    if form != 0
        && let Some(by) = said.by
    {
        return Err(format!("{}: nothing reads `by` without `field`", by.span));
    }
    if let (5, Some(called)) = (form, said.called) {
        return Err(format!("{}: nothing reads `called` with `controller`: `end` gives no card back", called.span));
    }
    match (form, card) {
        (0, _) => {
            let by = said.by.ok_or("`field` needs `by`")?;
            let change = modification(&rules, &about, value, by)?;
            let on = match about {
                Value::Card(card) => ModTarget::Card(card, world.state().card(card).stay),
                _ => ModTarget::Seat(player.unwrap_or_default()),
            };
            let field = rules.schema.symbols.find(value.as_str().unwrap_or("")).ok_or("there is no such field")?;
            world.modify_for(maker, field, vec![(about, on, change)], lasts)
        }
        (1 | 2, card) => {
            let verb = verb(engine, value)?;
            let by = player.map(|seat| SeatTest::Ref(Ref::value(Value::Seat(seat))));
            let what = Permission { forbids: form == 1, verb, card: None, use_: None, by, to: None };
            world.permit_for(maker, vec![card], what, lasts)
        }
        (3, _) => {
            let parts = parts(&rules, value)?;
            world.grant_for(maker, &[about], &parts, (lasts, None))
        }
        (4, Some(card)) => {
            let ability = match value.as_str() {
                Some("all") => None,
                _ => parts(&rules, value)?.first().copied(),
            };
            world.take_for(maker, &[card], ability, lasts)
        }
        (5, Some(card)) => {
            let text = said.lasts.and_then(Node::as_str).map_or(Value::Nil, |text| Value::Text(text.into()));
            let fields = vec![Value::Card(card), Value::Seat(seat_of(&rules, value)?), text];
            let event = Event { source, by: Some(me), ..Event::new(event::CONTROLLED, fields, Role::Rule) };
            match world.control(&event) {
                true => Ok(()),
                false => Err(format!("{}: this player cannot have that card to use", value.span)),
            }
        }
        _ => Err(format!("{}: only a card can lose an ability or change its player", value.span)),
    }
}

fn named(rules: &Rules, names: &ScenarioNames, node: &Node) -> Result<Card, String> {
    let word = node.as_str().unwrap_or("");
    names.card(word).ok_or_else(|| format!("{}: {}", node.span, no_card(rules, names, word)))
}

fn seat_of(rules: &Rules, node: &Node) -> Result<Seat, String> {
    let word = node.as_str().unwrap_or("");
    let found = seat(word).filter(|seat| seat.0 < rules.schema.seats);
    found.ok_or_else(|| format!("{}: there is no seat `{word}`", node.span))
}

fn duration(rules: &Rules, node: &Node) -> Result<Duration, String> {
    rules.duration(node.as_str().unwrap_or("")).map_err(|why| format!("{}: {why}", node.span))
}

/// The verb that a text names: an event, or another verb about which the game asks.
fn verb(engine: &Game, node: &Node) -> Result<Sym, String> {
    let (rules, word) = (&engine.catalog.rules, node.as_str().unwrap_or(""));
    let asked = engine.catalog.meant.iter().filter_map(|meant| match meant.what {
        What::AskedVerb(verb) => Some(verb),
        _ => None,
    });
    let known: Vec<Sym> = rules.events.iter().map(|event| event.name).chain(asked).collect();
    known.iter().find(|verb| **rules.name(**verb) == *word).copied().ok_or_else(|| {
        let help = suggest::help_for(word, known.iter().map(|verb| &**rules.name(*verb)).collect::<Vec<_>>());
        format!("{}: nothing asks about the verb `{word}` ({help})", node.span)
    })
}

/// The name of an effect, by which some `end` of the game ends effects.
fn ended(engine: &Game, node: &Node) -> Result<Sym, String> {
    let rules = &engine.catalog.rules;
    let ended = engine.catalog.meant.iter().filter_map(|meant| match meant.what {
        What::Ended(name) => Some(name),
        _ => None,
    });
    let known: Vec<Sym> = ended.collect();
    let word = node.as_str().ok_or_else(|| format!("{}: `called` is a name", node.span))?;
    known.iter().find(|name| **rules.name(**name) == *word).copied().ok_or_else(|| {
        let help = suggest::help_for(word, known.iter().map(|name| &**rules.name(*name)).collect::<Vec<_>>());
        format!("{}: no `end` names what is called `{word}` ({help})", node.span)
    })
}

/// All parts of the ability with this name: `card/ability`, or one of the manifest's.
fn parts(rules: &Rules, node: &Node) -> Result<Vec<AbilityId>, String> {
    let name = node.as_str().unwrap_or("");
    let (def, id) = match name.split_once('/') {
        Some((def, id)) => (rules.def_by_id(def), id),
        None => (None, name),
    };
    let is_it = |a: &Ability| a.def == def && **rules.name(a.id) == *id;
    let found = rules.abilities.iter().find(|a| is_it(a)).map(|a| a.group);
    let group = found.ok_or_else(|| {
        let known = rules.abilities.iter().filter(|a| a.def == def).map(|a| &**rules.name(a.id));
        let help = suggest::help_for(id, known.collect::<Vec<_>>());
        format!("{}: there is no ability `{name}` ({help})", node.span)
    })?;
    let all = (0..rules.abilities.len()).map(AbilityId::of);
    Ok(all.filter(|id| rules.abilities[id.index()].group == group).collect())
}

/// The modification of a field.
fn modification(rules: &Rules, about: &Value, field: &Node, by: &Node) -> Result<Modification, String> {
    let name = field.as_str().unwrap_or("");
    let schema = &rules.schema;
    let sym = schema.symbols.find(name);
    let class = if matches!(about, Value::Card(_)) { Class::Card } else { Class::Player };
    let attr = sym.and_then(|sym| schema.attr_called(class, sym));
    let words = sym.and_then(|sym| match schema.card_field(sym) {
        Some(CardField::Words(slot)) if class == Class::Card => Some(slot),
        _ => None,
    });
    let (how, value) = match by.as_map() {
        None => ("add", by),
        Some([(key, value)]) => (key.name.as_str(), value),
        Some(_) => return Err(format!("{}: one way of changing it stands here", by.span)),
    };
    if let Some(slot) = words {
        let word = value.as_str().ok_or_else(|| format!("{}: `{name}` holds words", value.span))?;
        let known = || schema.words[slot as usize].listed.iter().map(|w| &**rules.name(*w));
        let word = schema.symbols.find(word).ok_or_else(|| {
            let help = suggest::help_for(word, known().collect::<Vec<_>>());
            format!("{}: no card has, in its {name}, the word `{word}` ({help})", value.span)
        })?;
        return match how {
            "add" => Ok(Modification::Word(slot, word)),
            "without" => Ok(Modification::Without(slot, word)),
            _ => Err(format!("{}: words come by their name, and go by `without`", by.span)),
        };
    }
    let attr = attr.ok_or_else(|| {
        let of_class = schema.attrs.iter().filter(|a| a.of == class).map(|a| &**rules.name(a.name));
        let help = suggest::help_for(name, of_class.collect::<Vec<_>>());
        format!("{}: there is no field to change called `{name}` ({help})", field.span)
    })?;
    let n = value.as_int().ok_or_else(|| format!("{}: `{name}` is a number", value.span))?;
    let ways =
        [("add", How::Add), ("set", How::Set), ("times", How::Times), ("at_least", How::Least), ("at_most", How::Most)];
    match ways.iter().find(|(word, _)| *word == how) {
        Some((_, how)) => Ok(Modification::number(*how, attr, n)),
        None => {
            let help = suggest::help_for(how, ways.map(|(word, _)| word));
            Err(format!("{}: a number is not changed by `{how}` ({help})", by.span))
        }
    }
}
