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
use crate::script::host::{LOOKS_A_FUEL, VALUES_A_FUEL};
use crate::script::sandbox::stack::Natives;
use crate::script::sandbox::{Meter, Sandbox};
use crate::script::vm::FUEL_A_WRITE;
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
    let to = (&natives, host, sandbox.meter());
    fields::register(&natives, host, sandbox.meter())?;
    for name in ["ask", "act", "roll", "agenda", "board"] {
        globals.raw_set(name, lua.create_table()?)?;
    }
    for (op, f) in TABLE.iter().enumerate() {
        let function = function(to, Does::Host(f, signatures::of(op)), shows.waiting[op])?;
        let (table, name) = match f.path.split_once('.') {
            Some((table, name)) => (globals.raw_get::<Table>(table)?, name),
            None => (globals.clone(), f.path),
        };
        table.raw_set(name, function)?;
    }
    let act: Table = globals.raw_get("act")?;
    for (name, event) in shows.events.iter().zip(events) {
        act.raw_set(&**name, function(to, Does::Event(*event), true)?)?;
    }
    let begin = function(to, Does::Host(&TOGETHER[0], signatures::together()), false)?;
    let finish = function(to, Does::Host(&TOGETHER[1], &[]), true)?;
    let source = "local begin, finish = ... return function(...) begin(...) local f = ... f() return finish() end";
    let chunk = sandbox.load_host("verbs", source).map_err(|e| mlua::Error::runtime(e.message))?;
    act.raw_set("together", chunk.call::<Function>((begin, finish))?)?;
    for (name, handle) in ALWAYS {
        globals.raw_set(name, natives.object(handle)?)?;
    }
    register_steps(sandbox, &natives, host, &shows.packs, steps)
}

/// A function of Lua that does something in the game; whether it waits here is known before it begins.
fn function(
    (natives, host, meter): (&Natives, &Rc<Host>, &Rc<Meter>),
    does: Does,
    waits: bool,
) -> mlua::Result<Function> {
    let host = host.clone();
    let meter = meter.clone();
    natives.function(move |stack| {
        if waits && !stack.may_wait() {
            return Err("cannot wait here: a comparator or a metamethod must answer at once".into());
        }
        let (args, read) = Given::read_all(stack);
        let reply = host.with_mut(|world| {
            world.work().grant(u32::try_from(meter.fuel_left().saturating_mul(LOOKS_A_FUEL)).unwrap_or(u32::MAX));
            let written = world.written;
            let mut call = Call { host: &host, world, args: &args };
            let reply = match does {
                Does::Host(f, params) => f.run(params, &mut call),
                Does::Event(event) => declared::declared(&mut call, event),
            };
            let Some(looks) = world.work().taken() else {
                meter.spend(i64::MAX / 2);
                return Err("out of fuel: this looks at too much".into());
            };
            let values = read + reply.as_ref().map_or(0, Reply::values);
            let written = (world.written - written) as i64;
            match looks as i64 / LOOKS_A_FUEL + values as i64 / VALUES_A_FUEL + written * FUEL_A_WRITE {
                0 => reply,
                fuel if meter.spend(fuel) => reply,
                _ => Err("out of fuel: the script asks for too much".into()),
            }
        })?;
        match reply {
            Reply::Wait { .. } if !waits => Err("this host function may not wait".into()),
            reply => host.answer(stack, reply),
        }
    })
}
