//! Registered steps: functions that files register by name while a game loads, for the flow and for scripts to run.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Lua};

use crate::script::host::running_game::Host;
use crate::script::host::script_sight::ReadRights;
use crate::script::sandbox::Sandbox;
use crate::script::sandbox::stack::{CallAnswer, Natives, Seen};
use crate::script::vm::pack_globals::{PackInPlay, reads_hidden};

/// A step, as a file registered it.
pub(crate) struct RegisteredStep {
    /// The name of the step.
    pub name: String,
    /// The function to run.
    pub function: Function,
    /// The place where the step is registered.
    place: String,
    /// True if the step may read things that its player does not see.
    pub hidden: bool,
}

/// The steps while files register them; `None` when all files are loaded.
pub(crate) type NamedSteps = Rc<RefCell<Option<Vec<RegisteredStep>>>>;

/// Adds the functions `step`, with which files register steps, and `wrap`, which puts a function around a registered
/// one.
pub(crate) fn register_steps(
    sandbox: &Sandbox,
    natives: &Natives,
    host: &Rc<Host>,
    packs: &Arc<[PackInPlay]>,
    steps: &NamedSteps,
) -> mlua::Result<()> {
    let (lua, globals) = (sandbox.lua(), sandbox.lua().globals());
    let (registry, of) = (steps.clone(), packs.clone());
    let step = lua.create_function(move |lua, (name, function): (String, Function)| {
        let mut registry = registry.borrow_mut();
        let steps = registry.as_mut().ok_or_else(too_late)?;
        if let Some(RegisteredStep { place, .. }) = steps.iter().find(|step| step.name == name) {
            let help = format!("`wrap(\"{name}\", function(old, args) ... end)` puts a function around it");
            return Err(mlua::Error::runtime(format!("the step `{name}` is registered already, in {place}: {help}")));
        }
        let place = caller(lua);
        let hidden = reads_hidden(&of, &place);
        steps.push(RegisteredStep { name, function, place, hidden });
        Ok(())
    })?;
    globals.raw_set("step", step)?;
    let source = "local outer, inner = ... return function(args) return outer(inner, args) end";
    let compose = sandbox.load_host("wrap", source).map_err(|e| mlua::Error::runtime(e.message))?;
    let host = host.clone();
    let sees = natives.function(move |stack| {
        let (hidden, sight) = (stack.seen(1) == Seen::Bool(true), host.sight.get());
        host.sight.set(ReadRights { hidden, ..sight });
        stack.push_bool(sight.hidden);
        Ok(CallAnswer::Top)
    })?;
    // A wrapped step keeps the rights of its file, and the wrapper gets no more than its own.
    let source = "local outer, inner, sees, hidden = ...
        local function back(was, ...) sees(was) return ... end
        local function old(...) return back(sees(hidden), inner(...)) end
        return function(args) return outer(old, args) end";
    let between = sandbox.load_host("wrap", source).map_err(|e| mlua::Error::runtime(e.message))?;
    let (registry, of) = (steps.clone(), packs.clone());
    let wrap = lua.create_function(move |lua, (name, outer): (String, Function)| {
        let mut registry = registry.borrow_mut();
        let found = registry.as_mut().ok_or_else(too_late)?.iter_mut().find(|step| step.name == name);
        let step = found.ok_or_else(|| mlua::Error::runtime(format!("there is no step `{name}` to wrap")))?;
        let (inner, hidden) = (step.function.clone(), reads_hidden(&of, &caller(lua)));
        // A wrapped step may ask, so the two are put together in Lua.
        step.function = match hidden == step.hidden {
            true => compose.call((outer, inner))?,
            false => between.call((outer, inner, &sees, step.hidden))?,
        };
        step.hidden = hidden;
        Ok(())
    })?;
    globals.raw_set("wrap", wrap)
}

/// The error for a function that only a loading file may call.
fn too_late() -> mlua::Error {
    mlua::Error::runtime("only files register and wrap steps, while the game loads; an effect cannot")
}

/// The place in a script that called the host, as `file:line`.
fn caller(lua: &Lua) -> String {
    let place = lua.inspect_stack(1, |at| {
        let file = at.source().source.map_or(String::new(), |s| s.trim_start_matches(['@', '=']).to_string());
        format!("{file}:{}", at.current_line().unwrap_or(0))
    });
    place.unwrap_or_default()
}
