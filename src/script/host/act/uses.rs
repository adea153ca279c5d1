//! Acting on uses: host functions that cancel a use, change its targets, or say where its card goes.

use crate::kernel::Value;
use crate::kernel::model::event;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::{Event, Role};
use crate::kernel::model::value::*;
use crate::kernel::read::effect_limits;
use crate::script::host::act::places::{dest, position_of};
use crate::script::host::act::{DONE, apply, cards_of, propose};
use crate::script::host::arguments::Argument;
use crate::script::host::call::{Call, HostReply};
use crate::script::host::read_permissions;
use crate::script::host::timed_effects::lasts;
use crate::script::host::{agenda, queries};

fn use_arg(call: &Call) -> Result<Option<UseId>, String> {
    match call.value(0)? {
        Value::Use(id) => Ok(Some(id)),
        Value::Nil => Ok(None),
        _ => Err("a use expected".into()),
    }
}

pub(crate) fn cancel(call: &mut Call) -> Result<HostReply, String> {
    let Some(id) = use_arg(call)? else { return DONE };
    let Some(use_) = call.world.state().use_(id) else { return DONE };
    // A use that cannot be cancelled is no error: the log says so, and nothing happens.
    if !queries::env(call).cancellable(use_) {
        let line = Line::Uncancellable(use_.card);
        call.world.record(line);
        return DONE;
    }
    let event = Event::new(event::CANCELLED, vec![Value::Use(id)], Role::Effect);
    propose(call, vec![event], false)
}

pub(crate) fn retarget(call: &mut Call) -> Result<HostReply, String> {
    let Some(id) = use_arg(call)? else { return DONE };
    let is_target = matches!(call.raw(1), Argument::Text(_));
    let to = call.value(if is_target { 2 } else { 1 })?;
    match (is_target, call.raw(2)) {
        (true, Argument::Nil) => return Err("`new` must be what the target becomes, not nil".into()),
        (false, more) if !more.is_nil() => {
            return Err(format!("`target_or_new` must be the name of a target, not {}", call.raw(1).words()));
        }
        _ if to.items().len() != 1 || matches!(to, Value::List(_)) => {
            let (name, i) = if is_target { ("new", 2) } else { ("target_or_new", 1) };
            return Err(format!("`{name}` must be one thing, not {}", call.raw(i).words()));
        }
        _ => {}
    }
    let Some(use_) = call.world.state().use_(id) else { return DONE };
    let targets = &call.world.rules.abilities[use_.ability.index()].targets;
    let found = match is_target {
        true => Some(queries::target_named(call, use_, 1)?.1),
        false => targets.iter().position(|t| match &to {
            Value::Seat(_) | Value::Use(_) | Value::Zone(_) => t.what.source.is_of_kind(&to),
            _ => t.what.source.has_cards(),
        }),
    };
    let Some(old) = found.and_then(|i| use_.targets.get(i)).and_then(|v| v.items().first().cloned()) else {
        return DONE;
    };
    let event = Event::new(event::RETARGETED, vec![Value::Use(id), old, to], Role::Effect);
    propose(call, vec![event], false)
}

pub(crate) fn untarget(call: &mut Call) -> Result<HostReply, String> {
    let Some(id) = use_arg(call)? else { return DONE };
    let cards = cards_of(&call.value(1)?);
    let spared = |c: Card| {
        let fields = vec![Value::Use(id), Value::Card(c), Value::Nil];
        Event::new(event::RETARGETED, fields, Role::Effect)
    };
    propose(call, cards.into_iter().map(spared).collect(), true)
}

pub(crate) fn take_over(call: &mut Call) -> Result<HostReply, String> {
    let Some(id) = use_arg(call)? else { return DONE };
    let seat = call.seat(1)?;
    apply(call, event::TAKEN_OVER, vec![Value::Use(id), Value::Seat(seat)])
}

/// Attaches cards to another card; without another card, detaches them.
pub(crate) fn attach(call: &mut Call) -> Result<HostReply, String> {
    let cards = cards_of(&call.value(0)?);
    let host = match call.raw(1) {
        Argument::Nil => Value::Nil,
        _ => Value::Card(call.card(1)?),
    };
    // A script may attach only cards that it may read: attachments are public, and so are numbers computed from them.
    for what in [call.value(0)?, host.clone()] {
        read_permissions::cards(call.host, call.world, || "attaches".into(), &what)?;
    }
    let event = |card| Event::new(event::ATTACHED, vec![Value::Card(card), host.clone()], Role::Effect);
    propose(call, cards.into_iter().map(event).collect(), true)
}

/// Makes cards a player's to use, where they lie.
pub(crate) fn control(call: &mut Call) -> Result<HostReply, String> {
    let cards = cards_of(&call.value(0)?);
    let seat = call.seat(1)?;
    let lasting = match call.raw(2) {
        Argument::Nil => Value::Nil,
        word => {
            // An unknown duration is reported here, at its word.
            lasts(call, word, cards.first().copied())?;
            Value::Text(call.text(2, "a duration")?.into())
        }
    };
    read_permissions::cards(call.host, call.world, || "controls".into(), &call.value(0)?)?;
    let held = call.world.state().controls.iter().map(|controlled| controlled.origin);
    effect_limits::check_limit(held, call.world.game().origin(), cards.len(), effect_limits::CONTROLS)?;
    let event =
        |card| Event::new(event::CONTROLLED, vec![Value::Card(card), Value::Seat(seat), lasting.clone()], Role::Effect);
    propose(call, cards.into_iter().map(event).collect(), true)
}

/// The player under `by` in the second argument, a table; without one the player of the script.
fn by(call: &Call) -> Result<Seat, String> {
    let me = call.world.game().script_context().map_or(call.world.state().active, |c| c.me);
    let named = call.table(1)?.map_or(&Argument::Nil, |how| how.get("by"));
    Ok(named.value(call.world)?.seat().unwrap_or(me))
}

/// Queues a copy of a use.
pub(crate) fn copy(call: &mut Call) -> Result<HostReply, String> {
    let Some(id) = use_arg(call)? else { return DONE };
    let chooses = call.table(1)?.is_some_and(|how| *how.get("choose") == Argument::Bool(true));
    match call.world.game().copy_of(id, by(call)?, chooses) {
        Some(task) => agenda::add(call, None, task),
        None => DONE,
    }
}

/// Queues that the targets of a use are chosen anew.
pub(crate) fn aim(call: &mut Call) -> Result<HostReply, String> {
    let Some(id) = use_arg(call)? else { return DONE };
    match call.world.game().aim_of(id, by(call)?) {
        Some(task) => agenda::add(call, None, task),
        None => DONE,
    }
}

pub(crate) fn settle(call: &mut Call) -> Result<HostReply, String> {
    let Some(id) = use_arg(call)? else { return DONE };
    let dest = dest(call, 1)?;
    let Some(card) = call.world.state().use_(id).and_then(|u| u.card) else { return DONE };
    let Some(zone) = queries::env(call).dest(&dest, Some(card), &[]) else { return DONE };
    let top = position_of(call.raw(2), "where")?.unwrap_or(false);
    apply(call, event::SETTLES, vec![Value::Use(id), Value::Zone(zone), Value::Int(top as i64)])
}
