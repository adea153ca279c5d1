//! Acting: host functions that propose events, change numbers and end games.
//!
//! Events that rules may replace or answer go through the kernel as a batch, and the script waits
//! for it. What nothing can answer is applied at once.

use mlua::{Table, Value as LuaValue};

use super::api::{Call, Reply};
use super::convert::from_lua;
use super::params::came;
use super::{parsed, read};
use crate::kernel::model::checks::SettleLevel;
use crate::kernel::model::event;
use crate::kernel::model::lang::{Class, Dest, Ref};
use crate::kernel::model::log::Line;
use crate::kernel::model::objects::{Event, Role};
use crate::kernel::model::schema::{AttrBase, AttrDef, CounterDef};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::*;
use crate::kernel::{Outcome, Value};

pub(super) const DONE: Result<Reply, String> = Ok(Reply::Value(Value::Nil));

pub(super) fn cards_of(value: &Value) -> Vec<Card> {
    let mut cards = Vec::new();
    value.each_card(&mut |c| cards.push(c));
    cards
}

fn is_list(value: &LuaValue) -> bool {
    matches!(value, LuaValue::Table(_))
}

/// Proposes events of the running script as one batch, and waits for it.
pub(super) fn propose(call: &mut Call, mut events: Vec<Event>, list: bool) -> Reply {
    if events.is_empty() {
        return Reply::Value(if list { Value::List(Vec::new()) } else { Value::Nil });
    }
    if let Some(collected) = &mut call.world.collected {
        let about = events.iter().map(|e| e.fields.first().cloned().unwrap_or_default()).collect();
        collected.extend(events);
        return Reply::Value(if list { Value::List(about) } else { about.into_iter().next().unwrap_or_default() });
    }
    let (source, by) = call.world.game().script_context().map_or((None, None), |c| (c.card, Some(c.me)));
    call.world.game().in_its_place(&mut events);
    call.world.propose(events, source, by);
    Reply::Wait { list }
}

/// Begins to collect what `act.together` proposes.
pub(super) fn together_begin(call: &mut Call) -> Result<Reply, String> {
    if call.world.collected.is_some() {
        return Err("act.together inside act.together".into());
    }
    call.world.collected = Some(Vec::new());
    DONE
}

/// Proposes as one batch what was collected.
pub(super) fn together_end(call: &mut Call) -> Result<Reply, String> {
    let events = call.world.collected.take().unwrap_or_default();
    Ok(propose(call, events, true))
}

/// Applies an event at once where nothing listens to its kind and no check can follow; else it goes
/// through the kernel, and the script waits.
pub(super) fn apply(call: &mut Call, kind: EventId, fields: Vec<Value>) -> Reply {
    let mut e = Event::new(kind, fields, Role::Effect);
    if call.world.rules.is_answered(kind) {
        return propose(call, vec![e], false);
    }
    (e.source, e.by) = call.world.game().script_context().map_or((None, None), |c| (c.card, Some(c.me)));
    if call.world.game().is_possible(&e) {
        call.world.apply_now(e);
    }
    Reply::Value(Value::Nil)
}

/// What follows a change that is no event of its own: the checks, if the game has some.
pub(super) fn changed(call: &mut Call) -> Reply {
    if !call.world.rules.checks.is_empty() && call.world.collected.is_none() {
        call.world.push(Task::Settle(SettleLevel::Batch));
        return Reply::Wait { list: false };
    }
    Reply::Value(Value::Nil)
}

/// Where cards go: a zone by its name, or a space.
pub(super) enum To {
    Zone(Dest),
    Space(Zone),
}

impl To {
    /// A zone that does not say whose it is belongs to this player.
    pub(super) fn belongs_to(&mut self, seat: Seat) {
        if let To::Zone(dest) = self {
            dest.whose.get_or_insert_with(|| Ref::value(Value::Seat(seat)));
        }
    }

    /// `None`: there is no free space for the card.
    pub(super) fn space(&self, call: &Call, card: Option<Card>, before: &[Event]) -> Option<Zone> {
        match self {
            To::Zone(dest) => read::env(call).dest(dest, card, before),
            To::Space(space) => Some(*space),
        }
    }
}

/// A zone or a space, with the slot that `how` names.
pub(super) fn place(call: &Call, i: usize, how: Option<&Table>) -> Result<To, String> {
    let part = |key: &str| match how {
        Some(how) => from_lua(call.world, &call.part(how, key)?),
        None => Ok(Value::Nil),
    };
    let (slot, of) = (part("slot")?.int(), part("of")?.seat());
    if let Value::Zone(space) = call.value(i)? {
        let said = slot.map(|_| "slot").or(of.map(|_| "of"));
        return said
            .map_or(Ok(To::Space(space)), |key| Err(format!("a space is one place: `how.{key}` cannot change it")));
    }
    let mut to = dest(call, i)?;
    let zone = &call.world.rules.schema.zones[to.kind.index()];
    let name = call.world.rules.name(zone.name);
    if let Some(seat) = of {
        if !zone.per_player {
            return Err(format!("all share the zone `{name}`: `how.of` cannot say whose it is"));
        }
        if to.whose.is_some() {
            return Err(format!("`to` says whose `{name}` it is, and `how.of` says it again"));
        }
        to.whose = Some(Ref::value(Value::Seat(seat)));
    }
    if let Some(n) = slot {
        if n < 1 || n > zone.spaces as i64 {
            return Err(format!("`{name}` has no slot {n}"));
        }
        to.slot = Some(Box::new(n.into()));
    }
    Ok(To::Zone(to))
}

/// Whether cards come on top, by the word for it; nothing where it was left out.
pub(super) fn position_of(value: &LuaValue, name: &str) -> Result<Option<bool>, String> {
    let LuaValue::String(word) = value else { return Ok(None) };
    match &*word.to_string_lossy() {
        "top" => Ok(Some(true)),
        "bottom" => Ok(Some(false)),
        other => Err(format!("`{name}` must be \"top\" or \"bottom\", not \"{other}\"")),
    }
}

pub(super) fn dest(call: &Call, i: usize) -> Result<Dest, String> {
    match call.raw(i) {
        value @ LuaValue::String(_) => Ok((*parsed::dest(call, value)?).clone()),
        other => Err(format!("a zone must be named, as in \"hand\" or \"opponent.hand\", not {}", came(other))),
    }
}

fn status_of(call: &Call, value: &LuaValue) -> Result<Value, String> {
    let LuaValue::String(name) = value else { return Ok(Value::Nil) };
    let name = name.to_string_lossy();
    match call.world.rules.schema.status(&name) {
        Some(status) => Ok(Value::Status(status)),
        None => {
            let symbols = &call.world.rules.schema;
            let known: Vec<&str> =
                symbols.statuses.iter().flat_map(|(_, v)| v).map(|s| &**call.world.rules.name(*s)).collect();
            Err(format!("unknown status `{name}` ({})", crate::data::suggest::help_for(&name, known.iter().copied())))
        }
    }
}

fn face_of(value: &LuaValue) -> Result<Value, String> {
    let LuaValue::String(word) = value else { return Ok(Value::Nil) };
    match word.to_string_lossy().as_str() {
        "up" => Ok(Value::Nil),
        "down" => Ok(Value::Int(1)),
        "blind" => Ok(Value::Int(2)),
        other => Err(format!("`how.face` must be \"up\", \"down\" or \"blind\", not \"{other}\"")),
    }
}

// ---- cards ----

pub(super) fn move_cards(call: &mut Call) -> Result<Reply, String> {
    let list = is_list(call.raw(0));
    let cards = cards_of(&call.value(0)?);
    let (mut top, mut status, mut face) = (None, Value::Nil, Value::Nil);
    let how = match call.raw(2) {
        LuaValue::Table(how) => Some(how.clone()),
        _ => None,
    };
    let to = place(call, 1, how.as_ref())?;
    match call.raw(2) {
        word @ LuaValue::String(_) => top = position_of(word, "how")?,
        LuaValue::Table(how) => {
            top = position_of(&call.part(how, "position")?, "how.position")?;
            status = status_of(call, &call.part(how, "status")?)?;
            face = face_of(&call.part(how, "face")?)?;
        }
        _ => {}
    }
    let mut events = Vec::new();
    for card in cards {
        // Where nothing is free the card stays.
        if let Some(space) = to.space(call, Some(card), &events) {
            let mut e = call.world.game().moved(card, space, false, Role::Effect);
            e.fields[3] = top.map_or(Value::Nil, |top| Value::Int(top as i64));
            e.fields[4] = status.clone();
            e.fields[5] = face.clone();
            events.push(e);
        }
    }
    Ok(propose(call, events, list))
}

/// So many cards a script may draw at once.
const MAX_DRAWS: i64 = 1000;

pub(super) fn draw(call: &mut Call) -> Result<Reply, String> {
    let seat = call.seat(0)?;
    let n = match call.raw(1) {
        LuaValue::Nil => 1,
        _ => call.int(1)?,
    };
    if n <= 0 {
        return DONE;
    }
    if n > MAX_DRAWS {
        return Err(format!("at most {MAX_DRAWS} cards are drawn at once, not {n}"));
    }
    if call.world.collected.is_some() {
        return Err("draws are batches of their own: not inside act.together".into());
    }
    call.world.push(Task::Draw(seat, n.unsigned_abs() as u16));
    Ok(Reply::Wait { list: true })
}

fn zone_of(call: &Call, seat: usize, zone: usize) -> Result<Value, String> {
    let seat = call.seat(seat)?;
    let name = call.text(zone, "the name of a zone")?;
    let kind = call.world.rules.schema.zone_kind(&name).ok_or_else(|| format!("there is no zone `{name}`"))?;
    Ok(Value::Zone(call.world.rules.schema.zone(kind, seat)))
}

pub(super) fn shuffle(call: &mut Call) -> Result<Reply, String> {
    let zone = zone_of(call, 0, 1)?;
    Ok(apply(call, event::SHUFFLED, vec![zone]))
}

pub(super) fn arrange(call: &mut Call) -> Result<Reply, String> {
    let zone = zone_of(call, 0, 1)?;
    let cards = call.value(2)?;
    let top = position_of(call.raw(3), "where")?.unwrap_or(true);
    Ok(apply(call, event::ARRANGED, vec![zone, Value::List(cards.items().to_vec()), Value::Int(top as i64)]))
}

pub(super) fn reveal(call: &mut Call) -> Result<Reply, String> {
    let cards = cards_of(&call.value(0)?);
    if !matches!(call.raw(1), LuaValue::Nil) {
        let lasts = super::lasting::lasts(call, &call.raw(1).clone(), None)?;
        for card in &cards {
            let state = call.world.state().card(*card);
            let (known, face) = (state.known, state.face);
            let shown = crate::kernel::model::objects::Shown { card: (*card, state.stay), known, face, lasts };
            call.world.show_for(shown);
        }
    }
    let reveal = |c: Card| Event::new(event::REVEALED, vec![Value::Card(c)], Role::Effect);
    if call.world.rules.is_answered(event::REVEALED) {
        let events = cards.into_iter().map(reveal).collect();
        return Ok(propose(call, events, true));
    }
    cards.into_iter().for_each(|c| call.world.apply_now(reveal(c)));
    DONE
}

pub(super) fn look(call: &mut Call) -> Result<Reply, String> {
    let seat = call.seat(0)?;
    let cards = Value::List(call.value(1)?.items().to_vec());
    Ok(apply(call, event::LOOKED, vec![Value::Seat(seat), cards]))
}

pub(super) fn status(call: &mut Call) -> Result<Reply, String> {
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
    Ok(propose(call, events, list))
}

/// A declared event: `act.retire(card)` or `act.retire(list)`.
pub(super) fn declared(call: &mut Call, id: EventId) -> Result<Reply, String> {
    let list = is_list(call.raw(0));
    let rules = call.world.rules.clone();
    let event = &rules.events[id.index()];
    super::params::check_event(&rules, event, call.args).map_err(|e| format!("act.{}: {e}", rules.name(event.name)))?;
    let fields = event.fields.len();
    let first = call.value(0)?;
    let mut rest = Vec::new();
    for i in 1..fields {
        rest.push(call.value(i)?);
    }
    let event = |v: &Value| {
        let mut all = vec![v.clone()];
        all.extend(rest.iter().cloned());
        Event::new(id, all, Role::Effect)
    };
    let events = first.items().iter().map(event).collect();
    Ok(propose(call, events, list))
}

// ---- values ----

/// The counter or stored number called so that objects of the kind of `of` have.
pub(super) fn counter(call: &Call, of: &Value, i: usize) -> Result<Value, String> {
    let name = call.text(i, "the name of a counter")?;
    let schema = &call.world.rules.schema;
    let named = |defs: &[CounterDef]| defs.iter().map(|c| c.name).collect::<Vec<_>>();
    let (whose, known) = match of {
        Value::Seat(_) => ("players have", named(&schema.counters)),
        Value::Zone(_) => ("spaces have", named(&schema.space_counters)),
        Value::Game => ("the game has", named(&schema.game_counters)),
        Value::Card(_) => {
            let stored = |a: &&AttrDef| a.of == Class::Card && matches!(a.base, AttrBase::Stored { .. });
            ("cards have", schema.attrs.iter().filter(stored).map(|a| a.name).collect())
        }
        _ => return Err("a player, a card, a space or the game expected".into()),
    };
    match known.iter().find(|s| **call.world.rules.name(**s) == *name) {
        Some(sym) => Ok(Value::Word(*sym)),
        None => {
            let known: Vec<&str> = known.iter().map(|s| &**call.world.rules.name(*s)).collect();
            let help = crate::data::suggest::help_for(&name, known);
            Err(format!("{whose} no counter `{name}` ({help})"))
        }
    }
}

/// Changes or sets a number of one object, or of each of a list as one batch.
fn number(call: &mut Call, kind: EventId) -> Result<Reply, String> {
    let of = call.value(0)?;
    let n = Value::Int(call.int(2)?);
    let mut events = Vec::new();
    for object in of.items() {
        let name = counter(call, object, 1)?;
        events.push(vec![object.clone(), name, n.clone()]);
    }
    if !call.world.rules.is_answered(kind) {
        events.into_iter().for_each(|fields| drop(apply(call, kind, fields)));
        return DONE;
    }
    let events = events.into_iter().map(|fields| Event::new(kind, fields, Role::Effect)).collect();
    Ok(propose(call, events, is_list(call.raw(0))))
}

pub(super) fn change(call: &mut Call) -> Result<Reply, String> {
    number(call, event::CHANGED)
}

pub(super) fn set(call: &mut Call) -> Result<Reply, String> {
    number(call, event::SET)
}

// ---- uses ----

// ---- the end, chance, the agenda ----

pub(super) fn lose(call: &mut Call) -> Result<Reply, String> {
    let list = is_list(call.raw(0));
    let seats = call.value(0)?;
    let seats = seats.items().iter().filter(|v| v.seat().is_some());
    let events = seats.map(|s| Event::new(event::LOST, vec![s.clone()], Role::Effect)).collect();
    Ok(propose(call, events, list))
}

pub(super) fn result(call: &mut Call) -> Result<Reply, String> {
    let how: Table = call.table(0)?.ok_or("a table with `win`, `lose` or `draw` is needed")?;
    let part = |key: &str| from_lua(call.world, &call.part(&how, key)?);
    let (win, lose, draw) = (part("win")?, part("lose")?, part("draw")?);
    let outcome = match (&win, &lose, &draw) {
        (Value::Nil, Value::Nil, Value::Bool(true)) => Outcome::Draw,
        (Value::Nil, Value::Seat(seat), Value::Nil) => call.world.game().lost_by(*seat),
        (win, Value::Nil, Value::Nil) if !win.items().is_empty() => {
            Outcome::won_by(win.items().iter().filter_map(Value::seat))
        }
        _ => return Err("`how` must say one of `win = player`, `lose = player`, `draw = true`".into()),
    };
    call.world.finish(outcome);
    // The script waits, and never goes on: what comes after the end does not happen.
    Ok(Reply::Wait { list: false })
}

pub(super) fn active(call: &mut Call) -> Result<Reply, String> {
    becomes(call, event::MADE_ACTIVE)
}

pub(super) fn first(call: &mut Call) -> Result<Reply, String> {
    becomes(call, event::MADE_FIRST)
}

fn becomes(call: &mut Call, kind: EventId) -> Result<Reply, String> {
    let seat = call.seat(0)?;
    Ok(apply(call, kind, vec![Value::Seat(seat)]))
}

pub(super) fn roll_number(call: &mut Call) -> Result<Reply, String> {
    let (low, high) = (call.int(0)?, call.int(1)?);
    if low > high {
        return Err(format!("`low` must not be greater than `high`: there is no number from {low} to {high}"));
    }
    Ok(Reply::Value(Value::Int(call.world.roll(low, high))))
}

pub(super) fn roll_pick(call: &mut Call) -> Result<Reply, String> {
    let mut list = call.value(0)?.items().to_vec();
    let single = matches!(call.raw(1), LuaValue::Nil);
    if !single && call.int(1)? < 0 {
        return Err(format!("`n` must be 0 or more, not {}", call.int(1)?));
    }
    let n = if single { 1 } else { call.int(1)?.min(list.len() as i64) as usize };
    let mut out = Vec::new();
    while out.len() < n && !list.is_empty() {
        let i = call.world.roll_index(&list);
        out.push(list.remove(i));
    }
    Ok(Reply::Value(if single { out.pop().unwrap_or_default() } else { Value::List(out) }))
}

pub(super) fn swap(call: &mut Call) -> Result<Reply, String> {
    let (a, b) = (call.card(0)?, call.card(1)?);
    let event = Event::new(event::SWAPPED, vec![Value::Card(a), Value::Card(b)], Role::Effect);
    Ok(propose(call, vec![event], false))
}

pub(super) fn note(call: &mut Call) -> Result<Reply, String> {
    let text = call.text(0, "a text")?;
    let text = crate::error::visible_text(&text.chars().take(200).collect::<String>());
    call.world.record(Line::Note(text.into()));
    DONE
}
