//! Agenda: host functions that queue what is done after the script.

use mlua::Value as LuaValue;

use super::act::DONE;
use super::api::{Call, Reply};
use super::convert::from_lua;
use crate::kernel::Value;
use crate::kernel::sym::Sym;
use crate::kernel::task::{Context, ScriptCall, Task};
use crate::kernel::value::*;

fn step_call(call: &Call) -> Result<Task, String> {
    let name = call.text(0, "the name of a step")?;
    let wanted = format!("step {name}");
    let script = call.world.rules.scripts.iter().position(|s| *s.name == *wanted);
    let script = script.ok_or_else(|| format!("no script registers the step `{name}`"))?;
    let mut vars: Vec<(Sym, Value)> = Vec::new();
    if let Some(table) = call.table(1)? {
        for pair in table.pairs::<mlua::LuaString, LuaValue>() {
            let (key, value) = pair.map_err(|_| "`args` must have names, and is a list".to_string())?;
            let key = key.to_string_lossy();
            let sym =
                call.world.rules.schema.symbols.find(&key).ok_or_else(|| format!("no rule knows the name `{key}`"))?;
            vars.push((sym, from_lua(call.world, &value).map_err(|e| format!("`args.{key}`: {e}"))?));
        }
        vars.sort_by_key(|(s, _)| *s);
    }
    let me = call.world.script_context().map_or(Seat(0), |c| c.me);
    let context = Context { me, vars, ..Context::default() };
    Ok(Task::Script(Box::new(ScriptCall { script: ScriptId::of(script), context, started: false })))
}

pub(super) fn next(call: &mut Call) -> Result<Reply, String> {
    let task = step_call(call)?;
    call.world.state.queued.push((None, task));
    DONE
}

pub(super) fn after(call: &mut Call) -> Result<Reply, String> {
    let task = step_call(call)?;
    let this = call.world.script_context().and_then(|c| c.this);
    let this = this.ok_or("no use is running that could be settled: `agenda.next` runs a step behind this script")?;
    call.world.state.queued.push((Some(this), task));
    DONE
}

pub(super) fn extra(call: &mut Call) -> Result<Reply, String> {
    let name = call.text(0, "the name of a level")?;
    let schema = &call.world.rules.schema;
    let found = schema.symbols.find(&name).and_then(|s| schema.levels.iter().position(|l| *l == s));
    let level = found.ok_or_else(|| format!("there is no level `{name}`"))?;
    let seat = call.seat(1)?;
    if call.world.state.extra.len() >= 64 {
        return Err("64 extra levels wait already".into());
    }
    call.world.state.extra.push((LevelId::of(level), seat));
    DONE
}

pub(super) fn window(call: &mut Call) -> Result<Reply, String> {
    let name = call.text(0, "the name of a window")?;
    let found = call
        .world
        .rules
        .schema
        .symbols
        .find(&name)
        .and_then(|s| call.world.rules.names.windows.iter().position(|w| *w == s));
    let window = found.ok_or_else(|| format!("there is no window `{name}`"))?;
    call.world.state.queued.push((None, Task::OpenWindow(WindowId::of(window))));
    DONE
}
