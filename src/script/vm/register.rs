//! Register: the host functions and objects that scripts see, put into a sandbox.

use std::rc::Rc;

use mlua::{Function, Lua, MultiValue, Table};

use crate::script::api::function::HostFn;
use crate::script::api::params::Param;
use crate::script::api::table::TOGETHER;
use crate::script::api::{TABLE, signatures};
use crate::script::host::call::{Call, Reply};
use crate::script::host::convert::to_lua;
use crate::script::host::given::Given;
use crate::script::host::handle::Handle;
use crate::script::host::slot::{Host, Unmetered};
use crate::script::sandbox::Sandbox;
use crate::script::vm::base::Shows;
use crate::script::vm::steps::{Steps, register_steps};

/// Registers the host functions, the wrappers of those that wait, and the objects that are always there.
pub(crate) fn register(sandbox: &Sandbox, host: &Rc<Host>, shows: &Shows, steps: &Steps) -> mlua::Result<()> {
    let lua = sandbox.lua();
    let globals = lua.globals();
    for name in ["ask", "act", "roll", "agenda", "board"] {
        globals.raw_set(name, lua.create_table()?)?;
    }
    let yield_function = sandbox.yield_function();
    for (op, f) in TABLE.iter().enumerate() {
        let function = if shows.waiting[op] {
            waiting(sandbox, &yield_function, op)?
        } else {
            direct(lua, host, f, signatures::of(op))?
        };
        let (table, name) = match f.path.split_once('.') {
            Some((table, name)) => (globals.raw_get::<Table>(table)?, name),
            None => (globals.clone(), f.path),
        };
        table.raw_set(name, function)?;
    }
    let act: Table = globals.raw_get("act")?;
    for (i, name) in shows.events.iter().enumerate() {
        act.raw_set(&**name, waiting(sandbox, &yield_function, TABLE.len() + i)?)?;
    }
    let begin = direct(lua, host, &TOGETHER[0], signatures::together())?;
    let finish = waiting(sandbox, &yield_function, TABLE.len() + shows.events.len())?;
    let source = "local begin, finish = ... return function(...) begin(...) local f = ... f() return finish() end";
    let chunk = sandbox.load_host("verbs", source).map_err(|e| mlua::Error::runtime(e.message))?;
    act.raw_set("together", chunk.call::<Function>((begin, finish))?)?;
    for (name, handle) in [
        ("active", Handle::Active),
        ("inactive", Handle::Inactive),
        ("me", Handle::Me),
        ("game", Handle::Game),
        ("option", Handle::Options),
    ] {
        globals.raw_set(name, lua.create_userdata(handle)?)?;
    }
    register_steps(sandbox, steps)
}

/// A host function that answers at once.
fn direct(lua: &Lua, host: &Rc<Host>, f: &'static HostFn, params: &'static [Param]) -> mlua::Result<Function> {
    let host = host.clone();
    lua.create_function(move |lua, args: MultiValue| {
        let _unmetered = Unmetered::new(lua);
        let args: Vec<Given> = args.iter().map(Given::read).collect();
        let reply = host.with_mut(|world| {
            let mut call = Call { lua, host: &host, world, args: &args };
            f.run(params, &mut call).map_err(mlua::Error::runtime)
        })?;
        match reply {
            Reply::Value(value) => host.with(|world| to_lua(lua, &host, world, &value)),
            Reply::Lua(value) => Ok(value),
            Reply::Wait { .. } => Err(mlua::Error::runtime("this host function may not wait")),
        }
    })
}

/// A wrapper in Lua for a host function that waits: a Rust function cannot yield.
fn waiting(sandbox: &Sandbox, yield_function: &Function, op: usize) -> mlua::Result<Function> {
    let source = format!(
        "local yield, error = ...\nreturn function(...)\n  local value, problem = yield({op}, ...)\n  if problem then error(problem, 2) end\n  return value\nend"
    );
    let chunk = sandbox.load_host("verbs", &source).map_err(|e| mlua::Error::runtime(e.message))?;
    let error: Function = sandbox.lua().globals().raw_get("error")?;
    chunk.call((yield_function.clone(), error))
}
