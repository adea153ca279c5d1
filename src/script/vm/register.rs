//! Register: the host functions and objects that scripts see, put into a sandbox.

use std::rc::Rc;

use mlua::{Function, Table};

use crate::kernel::model::value::EventId;
use crate::script::api::function::HostFn;
use crate::script::api::params::Param;
use crate::script::api::table::TOGETHER;
use crate::script::api::{TABLE, declared, signatures};
use crate::script::host::call::{Call, Reply};
use crate::script::host::fields;
use crate::script::host::given::Given;
use crate::script::host::handle::Handle;
use crate::script::host::slot::Host;
use crate::script::sandbox::Sandbox;
use crate::script::sandbox::stack::Natives;
use crate::script::vm::base::Shows;
use crate::script::vm::steps::{Steps, register_steps};

/// What a function of Lua does.
#[derive(Clone, Copy)]
enum Does {
    /// A function of the table.
    Host(&'static HostFn, &'static [Param]),
    /// It proposes an event that the manifest declares.
    Event(EventId),
}

/// The objects that are always there, under their names.
pub(crate) const ALWAYS: [(&str, Handle); 5] = [
    ("active", Handle::Active),
    ("inactive", Handle::Inactive),
    ("me", Handle::Me),
    ("game", Handle::Game),
    ("option", Handle::Options),
];

/// Registers the host functions and the objects that are always there.
pub(crate) fn register(
    sandbox: &Sandbox,
    host: &Rc<Host>,
    shows: &Shows,
    events: &[EventId],
    steps: &Steps,
) -> mlua::Result<()> {
    let lua = sandbox.lua();
    let globals = lua.globals();
    let natives = Natives::new(lua)?;
    fields::register(&natives, host)?;
    for name in ["ask", "act", "roll", "agenda", "board"] {
        globals.raw_set(name, lua.create_table()?)?;
    }
    for (op, f) in TABLE.iter().enumerate() {
        let function = function(&natives, host, Does::Host(f, signatures::of(op)), shows.waiting[op])?;
        let (table, name) = match f.path.split_once('.') {
            Some((table, name)) => (globals.raw_get::<Table>(table)?, name),
            None => (globals.clone(), f.path),
        };
        table.raw_set(name, function)?;
    }
    let act: Table = globals.raw_get("act")?;
    for (name, event) in shows.events.iter().zip(events) {
        act.raw_set(&**name, function(&natives, host, Does::Event(*event), true)?)?;
    }
    let begin = function(&natives, host, Does::Host(&TOGETHER[0], signatures::together()), false)?;
    let finish = function(&natives, host, Does::Host(&TOGETHER[1], &[]), true)?;
    let source = "local begin, finish = ... return function(...) begin(...) local f = ... f() return finish() end";
    let chunk = sandbox.load_host("verbs", source).map_err(|e| mlua::Error::runtime(e.message))?;
    act.raw_set("together", chunk.call::<Function>((begin, finish))?)?;
    for (name, handle) in ALWAYS {
        globals.raw_set(name, natives.object(handle)?)?;
    }
    register_steps(sandbox, steps)
}

/// A function of Lua that does something in the game; whether it waits here is known before it begins.
fn function(natives: &Natives, host: &Rc<Host>, does: Does, waits: bool) -> mlua::Result<Function> {
    let host = host.clone();
    natives.function(move |stack| {
        if waits && !stack.may_wait() {
            return Err("cannot wait here: a comparator or a metamethod must answer at once".into());
        }
        let args: Vec<Given> = (1..=stack.top()).map(|at| Given::read(stack, at)).collect();
        let reply = host.with_mut(|world| {
            let mut call = Call { host: &host, world, args: &args };
            match does {
                Does::Host(f, params) => f.run(params, &mut call),
                Does::Event(event) => declared::declared(&mut call, event),
            }
        })?;
        match reply {
            Reply::Wait { .. } if !waits => Err("this host function may not wait".into()),
            reply => host.answer(stack, reply),
        }
    })
}
