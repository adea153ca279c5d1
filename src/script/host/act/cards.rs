//! Cards: host functions that move, show, shuffle and draw cards, and change their status.

use crate::data::suggest;
use crate::kernel::Value;
use crate::kernel::model::context::Context;
use crate::kernel::model::event;
use crate::kernel::model::objects::{Event, Face, Role, Shown};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::*;
use crate::script::host::act::places::{place, position_of, zone_of};
use crate::script::host::act::{DONE, apply, cards_of, is_list, propose};
use crate::script::host::arguments::Argument;
use crate::script::host::call::{Call, HostReply};
use crate::script::host::timed_effects::lasts;

pub(crate) fn move_cards(call: &mut Call) -> Result<HostReply, String> {
    let list = is_list(call.raw(0));
    let cards = cards_of(&call.value(0)?);
    let (mut top, mut status, mut face) = (None, Value::Nil, Value::Nil);
    let how = match call.raw(2) {
        Argument::Table(how) => Some(&**how),
        _ => None,
    };
    let to = place(call, 1, how)?;
    match call.raw(2) {
        word @ Argument::Text(_) => top = position_of(word, "how")?,
        Argument::Table(how) => {
            top = position_of(how.get("position"), "how.position")?;
            status = status_of(call, how.get("status"))?;
            face = face_of(how.get("face"), "how.face")?;
        }
        _ => {}
    }
    let mut events = Vec::new();
    for card in cards {
        // A card stays if the zone has no free space.
        if let Some(space) = to.space(call, Some(card), &events) {
            let mut e = call.world.game().moved(card, space, false, Role::Effect);
            e.fields[3] = top.map_or(Value::Nil, |top| Value::Int(top as i64));
            e.fields[4] = status.clone();
            may_lie(call, space, &face)?;
            e.fields[5] = face.clone();
            events.push(e);
        }
    }
    propose(call, events, list)
}

/// Refuses that a card of a pack lays others face down where the game itself lays none: texts of the game that read the
/// cards of this zone would fail.
fn may_lie(call: &Call, space: Zone, face: &Value) -> Result<(), String> {
    let rules = &call.world.rules;
    let kind = rules.schema.kind_of(space);
    let zones = match Face::of(face) {
        Face::Down => rules.down_zones,
        Face::Blind => rules.blind_zones,
        Face::Zone => return Ok(()),
    };
    let all_are_masked = !rules.masks.is_empty() && rules.masks.iter().all(Option::is_some);
    if all_are_masked || zones.contains(kind) || !call.world.game().is_strange_at_work() {
        return Ok(());
    }
    let name = rules.name(rules.schema.zones[kind.index()].name);
    Err(format!("`how.face`: the game itself lays no card face down in `{name}`, and cards of others count on that"))
}

fn status_of(call: &Call, value: &Argument) -> Result<Value, String> {
    let Argument::Text(name) = value else { return Ok(Value::Nil) };
    let name = name.to_string_lossy();
    match call.world.rules.schema.status(&name) {
        Some(status) => Ok(Value::Status(status)),
        None => {
            let symbols = &call.world.rules.schema;
            let known: Vec<&str> =
                symbols.statuses.iter().flat_map(|(_, v)| v).map(|s| &**call.world.rules.name(*s)).collect();
            Err(format!("unknown status `{name}` ({})", suggest::help_for(&name, known.iter().copied())))
        }
    }
}

pub(crate) fn cover(call: &mut Call) -> Result<HostReply, String> {
    let (card, over) = (call.card(0)?, call.card(1)?);
    propose(call, vec![Event::new(event::COVERED, vec![Value::Card(card), Value::Card(over)], Role::Effect)], false)
}

pub(crate) fn uncover(call: &mut Call) -> Result<HostReply, String> {
    let card = call.card(0)?;
    let to = place(call, 1, None)?;
    match to.space(call, Some(card), &[]) {
        Some(to) => propose(
            call,
            vec![Event::new(event::UNCOVERED, vec![Value::Card(card), Value::Zone(to)], Role::Effect)],
            false,
        ),
        None => DONE,
    }
}

pub(crate) fn face(call: &mut Call) -> Result<HostReply, String> {
    let list = is_list(call.raw(0));
    let cards = cards_of(&call.value(0)?);
    let face = match call.raw(1) {
        Argument::Text(_) => match face_of(call.raw(1), "face")? {
            Value::Nil => Value::Int(0),
            face => face,
        },
        _ => return Err("`face` must be \"up\", \"down\" or \"blind\"".into()),
    };
    let mut events = Vec::new();
    for card in cards {
        let state = call.world.state().card(card);
        let (zone, lies) = (state.zone, state.face);
        if lies != Face::of(&face) {
            may_lie(call, zone, &face)?;
            events.push(Event::new(event::FACED, vec![Value::Card(card), face.clone(), Value::Nil], Role::Effect));
        }
    }
    propose(call, events, list)
}

fn face_of(value: &Argument, name: &str) -> Result<Value, String> {
    let Argument::Text(word) = value else { return Ok(Value::Nil) };
    match word.to_string_lossy().as_str() {
        "up" => Ok(Value::Nil),
        "down" => Ok(Value::Int(1)),
        "blind" => Ok(Value::Int(2)),
        other => Err(format!("`{name}` must be \"up\", \"down\" or \"blind\", not \"{other}\"")),
    }
}

/// The most cards that a script may draw at once: draws are counted in 16 bits
/// (`a_script_draws_a_thousand_cards_at_once_at_most` in tests/it/small_limits.rs).
const MAX_DRAWS: i64 = 1000;

pub(crate) fn draw(call: &mut Call) -> Result<HostReply, String> {
    let seat = call.seat(0)?;
    let n = match call.raw(1) {
        Argument::Nil => 1,
        _ => call.int(1)?,
    };
    if n <= 0 {
        return DONE;
    }
    if n > MAX_DRAWS {
        return Err(format!("at most {MAX_DRAWS} cards are drawn at once, not {n}"));
    }
    if call.world.collected.is_some() {
        return Err("a draw is a batch of its own and cannot stand inside act.together".into());
    }
    let stands = call.world.game().script_context().and_then(Context::for_draws);
    call.world.push(Task::Draw(seat, n.unsigned_abs() as u16, stands));
    Ok(HostReply::Wait { list: true })
}

pub(crate) fn shuffle(call: &mut Call) -> Result<HostReply, String> {
    let zone = zone_of(call, 0, 1)?;
    apply(call, event::SHUFFLED, vec![zone])
}

pub(crate) fn arrange(call: &mut Call) -> Result<HostReply, String> {
    let zone = zone_of(call, 0, 1)?;
    let cards = call.value(2)?;
    let top = position_of(call.raw(3), "where")?.unwrap_or(true);
    apply(call, event::ARRANGED, vec![zone, Value::from(cards.items().to_vec()), Value::Int(top as i64)])
}

pub(crate) fn reveal(call: &mut Call) -> Result<HostReply, String> {
    let cards = cards_of(&call.value(0)?);
    if !call.raw(1).is_nil() {
        let lasts = lasts(call, &call.raw(1).clone(), None)?;
        for card in &cards {
            let state = call.world.state().card(*card);
            let (known, face) = (state.known, state.face);
            let shown = Shown { card: (*card, state.stay), known, face, lasts };
            call.world.show_for(shown);
        }
    }
    let reveal = |c: Card| Event::new(event::REVEALED, vec![Value::Card(c)], Role::Effect);
    if call.world.rules.is_answered(event::REVEALED) {
        let events = cards.into_iter().map(reveal).collect();
        return propose(call, events, true);
    }
    cards.into_iter().for_each(|c| call.world.apply_now(reveal(c)));
    DONE
}

pub(crate) fn look(call: &mut Call) -> Result<HostReply, String> {
    let seat = call.seat(0)?;
    let cards = Value::from(call.value(1)?.items().to_vec());
    apply(call, event::LOOKED, vec![Value::Seat(seat), cards])
}

pub(crate) fn status(call: &mut Call) -> Result<HostReply, String> {
    let list = is_list(call.raw(0));
    let cards = cards_of(&call.value(0)?);
    let status = status_of(call, call.raw(1))?;
    let Value::Status(to) = status else { return Err("a status expected".into()) };
    let changes = |c: &Card| call.world.state().card(*c).statuses[to.group()] != to.value();
    let events = cards
        .into_iter()
        .filter(changes)
        .map(|c| Event::new(event::STATUS, vec![Value::Card(c), Value::Status(to)], Role::Effect))
        .collect();
    propose(call, events, list)
}

pub(crate) fn swap(call: &mut Call) -> Result<HostReply, String> {
    let (a, b) = (call.card(0)?, call.card(1)?);
    let event = Event::new(event::SWAPPED, vec![Value::Card(a), Value::Card(b)], Role::Effect);
    propose(call, vec![event], false)
}
