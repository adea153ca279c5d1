//! Agenda: host functions (`agenda`) that add tasks for after the script.

use std::sync::Arc;

use crate::kernel::model::context::{Context, ScriptCall};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::*;
use crate::kernel::{Value, World};
use crate::script::host::act::DONE;
use crate::script::host::arguments::{Argument, GivenTable};
use crate::script::host::call::{Call, HostReply};

/// The most arguments of a step (`a_step_has_thirty_two_arguments_at_most` in tests/it/small_limits.rs).
const MAX_ARGS: usize = 32;
/// The longest name of an argument, in bytes.
const MAX_NAME: usize = 80;

fn step_call(call: &Call) -> Result<Task, String> {
    let name = call.text(0, "the name of a step")?;
    let wanted = format!("step {name}");
    let script = call.world.rules.scripts.iter().position(|s| *s.name == *wanted);
    let script = script.ok_or_else(|| format!("no script registers the step `{name}`"))?;
    let args = call.table(1)?.map_or(Ok(Vec::new()), |table| named(call.world, table))?;
    let here = call.world.game().script_context();
    let me = here.map_or(Seat(0), |c| c.me);
    // A step that a replacement queues is a part of that replacement.
    let replaced_by = here.map_or_else(Default::default, |c| c.replaced_by.clone());
    let context = Context { me, replaced_by, ..Context::default() };
    // The values given to the step may reveal cards that were read here.
    let (seen_by, provider) = (call.host.sight.get().seen_by, call.world.game().provider_at_work());
    // The queuing effect pays for the step, and the step fails with the effect.
    let origin = call.world.game().origin();
    let call = ScriptCall { args, seen_by, provider, origin, ..ScriptCall::new(ScriptId::of(script), context) };
    Ok(Task::Script(Box::new(call)))
}

/// The named values that a table gives to a step. The step's author chose the names, so the game need not know them.
fn named(world: &World, table: &GivenTable) -> Result<Vec<(Arc<str>, Value)>, String> {
    let mut args: Vec<(Arc<str>, Value)> = Vec::new();
    for (key, value) in table.pairs() {
        let Argument::Text(key) = key else { return Err("`args` must have names, and is a list".into()) };
        if args.len() == MAX_ARGS {
            return Err(format!("`args` has more than {MAX_ARGS} names"));
        }
        let key = key.to_string_lossy();
        if key.len() > MAX_NAME {
            return Err(format!("`args` has a name of more than {MAX_NAME} bytes"));
        }
        let value = value.value(world).map_err(|e| format!("`args.{key}`: {e}"))?;
        args.push((key.as_str().into(), value));
    }
    args.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(args)
}

/// Queues a task: for when the use `moment` is settled, or with `None` for when this script has ended.
///
/// # Errors
///
/// Too many tasks wait already.
pub(crate) fn add(call: &mut Call, moment: Option<UseId>, task: Task) -> Result<HostReply, String> {
    call.world.add_to_agenda_if_room(moment, task)?;
    DONE
}

pub(crate) fn next(call: &mut Call) -> Result<HostReply, String> {
    let task = step_call(call)?;
    add(call, None, task)
}

pub(crate) fn after(call: &mut Call) -> Result<HostReply, String> {
    let task = step_call(call)?;
    let this = call.world.game().script_context().and_then(|c| c.this);
    let this = this.ok_or("no use is running that could be settled: `agenda.next` runs a step behind this script")?;
    add(call, Some(this), task)
}

pub(crate) fn extra(call: &mut Call) -> Result<HostReply, String> {
    let name = call.text(0, "the name of a level")?;
    let schema = &call.world.rules.schema;
    let found = schema.symbols.find(&name).and_then(|s| schema.levels.iter().position(|l| *l == s));
    let level = found.ok_or_else(|| format!("there is no level `{name}`"))?;
    let (level, seat) = (LevelId::of(level), call.seat(1)?);
    if !call.world.rules.is_in_turn(level) {
        let (message, help) = call.world.rules.not_in_turn(level);
        return Err(format!("{message} ({help})"));
    }
    let origin = call.world.game().origin();
    call.world.add_extra(level, seat, origin)?;
    DONE
}

pub(crate) fn window(call: &mut Call) -> Result<HostReply, String> {
    let name = call.text(0, "the name of a window")?;
    let found = call
        .world
        .rules
        .schema
        .symbols
        .find(&name)
        .and_then(|s| call.world.rules.names.windows.iter().position(|w| *w == s));
    let window = found.ok_or_else(|| format!("there is no window `{name}`"))?;
    add(call, None, Task::OpenWindow(WindowId::of(window)))
}
