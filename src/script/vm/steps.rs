//! Steps: functions that files register under a name while the game loads, for the flow and for scripts to run.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Function, Lua};

use crate::script::sandbox::Sandbox;

/// A step, as a file registered it.
pub(crate) struct Step {
    /// Its name.
    pub name: String,
    /// What runs.
    pub function: Function,
    /// Where it is registered.
    place: String,
}

/// The steps while files register them; nothing when all are loaded.
pub(crate) type Steps = Rc<RefCell<Option<Vec<Step>>>>;

/// The functions with which files register steps, and put others around them.
pub(crate) fn register_steps(sandbox: &Sandbox, steps: &Steps) -> mlua::Result<()> {
    let (lua, globals) = (sandbox.lua(), sandbox.lua().globals());
    let registry = steps.clone();
    let step = lua.create_function(move |lua, (name, function): (String, Function)| {
        let mut registry = registry.borrow_mut();
        let steps = registry.as_mut().ok_or_else(too_late)?;
        if let Some(Step { place, .. }) = steps.iter().find(|step| step.name == name) {
            let help = format!("`wrap(\"{name}\", function(old, args) ... end)` puts a function around it");
            return Err(mlua::Error::runtime(format!("the step `{name}` is registered already, in {place}: {help}")));
        }
        steps.push(Step { name, function, place: caller(lua) });
        Ok(())
    })?;
    globals.raw_set("step", step)?;
    let source = "local outer, inner = ... return function(args) return outer(inner, args) end";
    let compose = sandbox.load_host("wrap", source).map_err(|e| mlua::Error::runtime(e.message))?;
    let registry = steps.clone();
    let wrap = lua.create_function(move |_, (name, outer): (String, Function)| {
        let mut registry = registry.borrow_mut();
        let found = registry.as_mut().ok_or_else(too_late)?.iter_mut().find(|step| step.name == name);
        let step = found.ok_or_else(|| mlua::Error::runtime(format!("there is no step `{name}` to wrap")))?;
        // What wraps a step may ask, so the two are put together in Lua.
        step.function = compose.call((outer, step.function.clone()))?;
        Ok(())
    })?;
    globals.raw_set("wrap", wrap)
}

/// What a file does when it loads and an effect never does.
fn too_late() -> mlua::Error {
    mlua::Error::runtime("only files register and wrap steps, while the game loads; an effect cannot")
}

/// The place that called the host.
fn caller(lua: &Lua) -> String {
    let place = lua.inspect_stack(1, |at| {
        let file = at.source().source.map_or(String::new(), |s| s.trim_start_matches(['@', '=']).to_string());
        format!("{file}:{}", at.current_line().unwrap_or(0))
    });
    place.unwrap_or_default()
}
