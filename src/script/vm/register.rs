//! Register: the host functions and objects that scripts see, put into a sandbox.

use std::rc::Rc;

use mlua::{Function, Table};

use crate::kernel::model::value::EventId;
use crate::lua::call_template;
use crate::script::api::function::HostFn;
use crate::script::api::function_table::TOGETHER;
use crate::script::api::params::Param;
use crate::script::api::{TABLE, event_functions, signatures};
use crate::script::host::LOOKS_A_FUEL;
use crate::script::host::arguments::Argument;
use crate::script::host::call::{Call, HostReply};
use crate::script::host::call_site::{Args, Site};
use crate::script::host::fields;
use crate::script::host::handle::Handle;
use crate::script::host::running_game::Host;
use crate::script::sandbox::stack::{CallAnswer, Natives, Stack};
use crate::script::sandbox::{Meter, RUNS_TOO_LONG, Sandbox};
use crate::script::vm::FUEL_A_WRITE;
use crate::script::vm::base_vm::Shows;
use crate::script::vm::registered_steps::{NamedSteps, register_steps};

/// The action of a Lua function of the host.
#[derive(Clone, Copy)]
enum FunctionKind {
    /// A function of the table.
    Host(&'static HostFn, &'static [Param]),
    /// A function that proposes an event of the manifest.
    Event(EventId),
}

/// The objects that scripts can always name.
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
    steps: &NamedSteps,
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
        let function = function(to, FunctionKind::Host(f, signatures::of(op)), shows.waiting[op])?;
        let (table, name) = match f.path.split_once('.') {
            Some((table, name)) => (globals.raw_get::<Table>(table)?, name),
            None => (globals.clone(), f.path),
        };
        table.raw_set(name, function)?;
        if shows.is_prepared() {
            globals.raw_set(call_template::prepared(f.path), prepared(to, op, shows.waiting[op])?)?;
        }
    }
    sandbox.prepare(signatures::prepares);
    let act: Table = globals.raw_get("act")?;
    for (name, event) in shows.events.iter().zip(events) {
        act.raw_set(&**name, function(to, FunctionKind::Event(*event), true)?)?;
    }
    let begin = function(to, FunctionKind::Host(&TOGETHER[0], signatures::together()), false)?;
    let finish = function(to, FunctionKind::Host(&TOGETHER[1], &[]), true)?;
    let source = "local begin, finish = ... return function(...) begin(...) local f = ... f() return finish() end";
    let chunk = sandbox.load_host("verbs", source).map_err(|e| mlua::Error::runtime(e.message))?;
    act.raw_set("together", chunk.call::<Function>((begin, finish))?)?;
    for (name, handle) in ALWAYS {
        globals.raw_set(name, natives.object(handle)?)?;
    }
    register_steps(sandbox, &natives, host, &shows.packs, steps)
}

/// The environment of host functions.
type HostContext<'a> = (&'a Natives<'a>, &'a Rc<Host>, &'a Rc<Meter>);

/// Makes a function of Lua that calls a host function or proposes an event. It is known before the call whether it
/// waits.
fn function((natives, host, meter): HostContext, does: FunctionKind, waits: bool) -> mlua::Result<Function> {
    let (host, meter) = (host.clone(), meter.clone());
    natives.function(move |stack| {
        check_waits(stack, waits)?;
        let (args, read) = Argument::read_all(stack);
        let reply = run(&host, &meter, does, (&args, read, None))?;
        match reply {
            HostReply::Wait { .. } if !waits => Err(NO_WAIT.into()),
            reply => host.answer(stack, reply),
        }
    })
}

/// Makes the form of a host function for prepared calls: the first argument describes the call, the others fill its
/// holes.
fn prepared((natives, host, meter): HostContext, op: usize, waits: bool) -> mlua::Result<Function> {
    let (host, meter) = (host.clone(), meter.clone());
    let does = FunctionKind::Host(&TABLE[op], signatures::of(op));
    natives.function(move |stack| {
        let site = host.sites.of(op, stack)?;
        // The script's own price for its tables.
        if site.fuel() > 0 && !meter.spend(site.fuel()) {
            return Err(RUNS_TOO_LONG.into());
        }
        check_waits(stack, waits)?;
        let (args, read) = site.read(stack);
        let known = matches!(args, Args::Filled(_)).then_some(&*site);
        let reply = run(&host, &meter, does, (args.list(), read, known));
        drop(args);
        site.forget_tables();
        match reply? {
            reply if site.first() => {
                // If the list has no first item, Lua would ask the host for the missing item, and that costs fuel.
                if !host.answer_first(stack, &reply)? && !meter.spend(1) {
                    return Err("out of fuel: the script reads too much".into());
                }
                Ok(CallAnswer::Top)
            }
            HostReply::Wait { .. } if !waits => Err(NO_WAIT.into()),
            reply => host.answer(stack, reply),
        }
    })
}

const NO_WAIT: &str = "this host function may not wait";

fn check_waits(stack: &Stack, waits: bool) -> Result<(), String> {
    match waits && !stack.may_wait() {
        true => Err("cannot wait here: a comparator or a metamethod must answer at once".into()),
        false => Ok(()),
    }
}

/// Runs a host function, and charges fuel for the values that pass, the looks and the writes.
fn run(
    host: &Host,
    meter: &Meter,
    does: FunctionKind,
    (args, read, site): (&[Argument], usize, Option<&Site>),
) -> Result<HostReply, String> {
    host.with_mut(|world| {
        world.work().grant(u32::try_from(meter.fuel_left().saturating_mul(LOOKS_A_FUEL)).unwrap_or(u32::MAX));
        let written = world.written;
        let mut call = Call { host, world, args, site };
        let reply = match does {
            FunctionKind::Host(f, params) => f.run(params, &mut call),
            FunctionKind::Event(event) => event_functions::declared(&mut call, event),
        };
        let Some(looks) = world.work().taken() else {
            meter.spend(i64::MAX / 2);
            return Err("out of fuel: this looks at too much".into());
        };
        let values = read + reply.as_ref().map_or(0, HostReply::values);
        let written = (world.written - written) as i64;
        match (looks as i64 + values as i64) / LOOKS_A_FUEL + written * FUEL_A_WRITE {
            0 => reply,
            fuel if meter.spend(fuel) => reply,
            _ => Err("out of fuel: the script asks for too much".into()),
        }
    })
}
