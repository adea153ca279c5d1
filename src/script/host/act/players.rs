//! Players: host functions that end the game for players, and say whose turn it is.

use crate::kernel::model::event;
use crate::kernel::model::objects::{Event, Role};
use crate::kernel::model::value::*;
use crate::kernel::{Outcome, Value};
use crate::script::host::act::{apply, is_list, propose};
use crate::script::host::call::{Call, HostReply};

pub(crate) fn lose(call: &mut Call) -> Result<HostReply, String> {
    let list = is_list(call.raw(0));
    let seats = call.value(0)?;
    let seats = seats.items().iter().filter(|v| v.seat().is_some());
    let events = seats.map(|s| Event::new(event::LOST, vec![s.clone()], Role::Effect)).collect();
    propose(call, events, list)
}

pub(crate) fn result(call: &mut Call) -> Result<HostReply, String> {
    let how = call.table(0)?.ok_or("a table with `win`, `lose` or `draw` is needed")?;
    let part = |key: &str| how.get(key).value(call.world);
    let (win, lose, draw) = (part("win")?, part("lose")?, part("draw")?);
    let outcome = match (&win, &lose, &draw) {
        (Value::Nil, Value::Nil, Value::Bool(true)) => Outcome::Draw,
        (Value::Nil, lose, Value::Nil) if lose.items().iter().any(|who| who.seat().is_some()) => {
            call.world.game().lost_by(lose.items().iter().filter_map(Value::seat))
        }
        (win, Value::Nil, Value::Nil) if !win.items().is_empty() => {
            Outcome::won_by(win.items().iter().filter_map(Value::seat))
        }
        _ => return Err("`how` must say one of `win = player`, `lose = player`, `draw = true`".into()),
    };
    call.world.finish(outcome);
    // The script is never resumed: the game has ended.
    Ok(HostReply::Wait { list: false })
}

pub(crate) fn active(call: &mut Call) -> Result<HostReply, String> {
    becomes(call, event::MADE_ACTIVE)
}

pub(crate) fn first(call: &mut Call) -> Result<HostReply, String> {
    becomes(call, event::MADE_FIRST)
}

fn becomes(call: &mut Call, kind: EventId) -> Result<HostReply, String> {
    let seat = call.seat(0)?;
    apply(call, kind, vec![Value::Seat(seat)])
}
