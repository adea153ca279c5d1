//! Acting: host functions that propose events, and their common parts.
//!
//! Events that rules may replace or react to go through the kernel as a batch, and the script waits. Other events are
//! applied at once.

pub(crate) mod abilities;
pub(crate) mod cards;
pub(crate) mod creation;
pub(crate) mod numbers;
pub(crate) mod places;
pub(crate) mod players;
pub(crate) mod records;
pub(crate) mod uses;

use std::collections::BTreeSet;

use crate::error::one_line;
use crate::kernel::Value;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::{Event, Role};
pub(crate) use crate::kernel::model::timed_effects::cards_once;
use crate::kernel::model::value::*;
use crate::script::host::arguments::Argument;
use crate::script::host::call::{Call, HostReply};

/// The most events that a script proposes at once. No game has so many cards, and the parts of events multiply them: of
/// a batch of more than 10,000 nothing happens (`MAX_EVENTS` in kernel/run/batch.rs).
const MAX_PROPOSED: usize = 2_000;

/// The answer of a function without a result.
pub(crate) const DONE: Result<HostReply, String> = Ok(HostReply::Value(Value::Nil));

/// The cards in a value, each once.
pub(crate) fn cards_of(value: &Value) -> Vec<Card> {
    let (mut cards, mut seen) = (Vec::new(), BTreeSet::new());
    value.each_card(&mut |card| {
        if seen.insert(card.0) {
            cards.push(card);
        }
    });
    cards
}

/// True if a script gave a list, and so gets a list back.
pub(crate) fn is_list(value: &Argument) -> bool {
    matches!(value, Argument::Table(_))
}

/// Proposes events of the running script as one batch, and waits for it.
///
/// # Errors
///
/// There are more events than may happen at once.
pub(crate) fn propose(call: &mut Call, mut events: Vec<Event>, list: bool) -> Result<HostReply, String> {
    if events.is_empty() {
        return Ok(HostReply::Value(if list { Value::NONE } else { Value::Nil }));
    }
    if events.len() + call.world.collected.as_ref().map_or(0, Vec::len) > MAX_PROPOSED {
        return Err(format!("more than {MAX_PROPOSED} events at once"));
    }
    if let Some(collected) = &mut call.world.collected {
        let about = events.iter().map(|e| e.fields.first().cloned().unwrap_or_default()).collect();
        collected.extend(events);
        let about = if list { Value::List(about) } else { about.first().cloned().unwrap_or_default() };
        return Ok(HostReply::Value(about));
    }
    let context = call.world.game().script_context();
    let (source, by) = context.map_or((None, None), |c| (c.card, Some(c.me)));
    if let Some(context) = context {
        context.mark(&call.world.rules, &mut events);
        let since = call.world.game().env(context).since;
        events.iter_mut().for_each(|event| event.since = since);
    }
    call.world.propose(events, source, by);
    Ok(HostReply::Wait { list })
}

/// Begins to collect the proposals of `act.together`.
pub(crate) fn together_begin(call: &mut Call) -> Result<HostReply, String> {
    if call.world.collected.is_some() {
        return Err("act.together cannot stand inside act.together".into());
    }
    call.world.collected = Some(Vec::new());
    DONE
}

/// Proposes the collected events as one batch.
pub(crate) fn together_end(call: &mut Call) -> Result<HostReply, String> {
    let events = call.world.collected.take().unwrap_or_default();
    propose(call, events, true)
}

/// Applies an event at once where nothing listens to its kind and no check can follow; else it goes
/// through the kernel, and the script waits.
pub(crate) fn apply(call: &mut Call, kind: EventId, fields: Vec<Value>) -> Result<HostReply, String> {
    let mut e = Event::new(kind, fields, Role::Effect);
    if call.world.rules.is_answered(kind) {
        return propose(call, vec![e], false);
    }
    (e.source, e.by) = call.world.game().script_context().map_or((None, None), |c| (c.card, Some(c.me)));
    if call.world.game().is_possible(&e) {
        call.world.apply_now(e);
    }
    DONE
}

/// The answer after a change that is no event: the script waits for the checks, if the game has some.
pub(crate) fn changed(call: &mut Call) -> HostReply {
    match call.world.collected.is_none() && call.world.check_what_lasts() {
        true => HostReply::Wait { list: false },
        false => HostReply::Value(Value::Nil),
    }
}

/// A declared event: `act.retire(card)` or `act.retire(list)`.
pub(crate) fn declared(call: &mut Call, id: EventId) -> Result<HostReply, String> {
    let list = is_list(call.raw(0));
    let fields = call.world.rules.events[id.index()].fields.len();
    let first = cards_once(call.value(0)?);
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
    propose(call, events, list)
}

pub(crate) fn note(call: &mut Call) -> Result<HostReply, String> {
    let text = call.text(0, "a text")?;
    let text = one_line(&text.chars().take(200).collect::<String>());
    call.world.record(Line::Note(text.into(), call.host.sight.get().seen_by));
    DONE
}
