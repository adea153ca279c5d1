//! VM: a catalog's scripts, loaded once, run as coroutines.
//!
//! A script's main function is the effect: it is loaded once and called afresh each time, so its
//! locals carry nothing over. A suspended script is a [`Frame`]; it is derived from the position
//! (checkpoint and answers), so dropping it loses nothing.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::thread::ThreadStatus;
use mlua::{Function, Lua, MultiValue, Table, Thread, Value as LuaValue};

use super::api::{Call, Reply, TABLE, TOGETHER, Waits};
use super::convert::{from_lua, to_lua};
use super::handle::Handle;
use super::host::{Host, Unmetered};
use super::sandbox::{FailureKind, Limits, Sandbox, ScriptError};
use crate::catalog::{Catalog, ScriptSource};
use crate::kernel::rules::event;
use crate::kernel::task::{ScriptCall, Task};
use crate::kernel::value::{EventId, ScriptId};
use crate::kernel::{Value, World};

/// One VM with the scripts of one catalog. Belongs to one thread; serves many games.
pub struct Vm {
    sandbox: Sandbox,
    host: Rc<Host>,
    functions: Vec<Result<Function, ScriptError>>,
    /// Events that became functions, by what follows the table of host functions.
    events: Vec<EventId>,
    idle: RefCell<Vec<Thread>>,
}

/// A script that runs or waits.
pub struct Frame {
    thread: Thread,
    fuel: i64,
    started: bool,
    /// Whether the answer it waits for is a list, or the first element of one.
    list: bool,
}

/// What became of a script that was resumed.
pub enum Yielded {
    /// It waits: tasks lie on the stack.
    Waits,
    /// It ended with this value.
    Done(Value),
    /// It failed.
    Failed(ScriptError),
}

/// What every card script is given, as locals on the line before it.
const PRELUDE: &str = "local this, self, me, opponent, event, args";

impl Vm {
    /// Builds a VM and loads all scripts of a catalog.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the scripts: syntax, rules of the sandbox, missing steps.
    pub fn new(catalog: &Catalog, limits: Limits) -> Result<Vm, Vec<ScriptError>> {
        let fault = |message: String| {
            vec![ScriptError { kind: FailureKind::Error, message, file: String::new(), line: 0, stack: Vec::new() }]
        };
        let sandbox = Sandbox::new(limits).map_err(fault)?;
        let host = Rc::new(Host::default());
        let lua = sandbox.lua();
        lua.set_app_data(host.clone());
        let rules = &catalog.rules;
        let events: Vec<EventId> = (event::COUNT..rules.events.len() as u16).map(EventId).collect();
        let steps: Rc<RefCell<Vec<(String, Function)>>> = Rc::default();
        register(&sandbox, &host, &events, catalog, &steps).map_err(|e| vec![sandbox.classify(&e)])?;
        let mut errors = Vec::new();
        for module in &catalog.modules {
            if let Err(e) = load_module(&sandbox, module) {
                errors.push(e);
            }
        }
        sandbox.lock().map_err(fault)?;
        // The open records come last, under their own names.
        let records = rules.schema.records.iter().map(|r| format!(", {}", rules.name(r.name)));
        let prelude = format!("{PRELUDE}{} = ... ", records.collect::<String>());
        let mut functions = Vec::new();
        for source in &catalog.scripts {
            let function = load_script(&sandbox, source, &prelude, &steps.borrow());
            if let Err(e) = &function {
                errors.push(e.clone());
            }
            functions.push(function);
        }
        if errors.is_empty() {
            Ok(Vm { sandbox, host, functions, events, idle: RefCell::default() })
        } else {
            Err(errors)
        }
    }

    /// A frame for a script that is about to start.
    ///
    /// # Errors
    ///
    /// If the VM cannot make another coroutine.
    pub fn frame(&self, script: ScriptId) -> Result<Frame, ScriptError> {
        let function = self.functions[script.index()].as_ref().map_err(Clone::clone)?;
        let idle = self.idle.borrow_mut().pop();
        let thread = match idle {
            Some(thread) if thread.reset(function.clone()).is_ok() => thread,
            _ => self.sandbox.lua().create_thread(function.clone()).map_err(|e| self.sandbox.classify(&e))?,
        };
        Ok(Frame { thread, fuel: 0, started: false, list: false })
    }

    /// Gives a frame's coroutine back, to be used again.
    pub fn recycle(&self, frame: Frame) {
        let mut idle = self.idle.borrow_mut();
        if idle.len() < 16 && frame.thread.status() == ThreadStatus::Finished {
            idle.push(frame.thread);
        }
    }

    /// Starts or resumes the script on top of the world's tasks.
    pub fn resume(&self, frame: &mut Frame, world: Box<World>, input: Value) -> (Box<World>, Yielded) {
        self.sandbox.start_run();
        if frame.started {
            self.sandbox.set_fuel(frame.fuel);
        }
        self.host.lend(world);
        let yielded = self.run(frame, input);
        frame.fuel = self.sandbox.fuel_left();
        (self.host.take(), yielded)
    }

    fn run(&self, frame: &mut Frame, input: Value) -> Yielded {
        let lua = self.sandbox.lua();
        let mut unmetered = Some(Unmetered::new(lua));
        let first = if frame.started { self.answer(frame, input) } else { self.arguments() };
        frame.started = true;
        let mut send = match first {
            Ok(args) => args,
            Err(e) => return Yielded::Failed(self.sandbox.classify(&e)),
        };
        loop {
            drop(unmetered.take());
            let back = frame.thread.resume(send);
            unmetered = Some(Unmetered::new(lua));
            let back: MultiValue = match back {
                Ok(back) => back,
                Err(e) => return Yielded::Failed(self.sandbox.classify(&e)),
            };
            if frame.thread.status() != ThreadStatus::Resumable {
                let value = back.front().cloned().unwrap_or(LuaValue::Nil);
                let value = self.host.with(|world| Ok(from_lua(world, &value).unwrap_or_default()));
                return Yielded::Done(value.unwrap_or_default());
            }
            let args: Vec<LuaValue> = back.into_iter().collect();
            match self.request(lua, &args) {
                Ok(Reply::Wait { list }) => {
                    frame.list = list;
                    return Yielded::Waits;
                }
                Ok(Reply::Value(value)) => match self.host.with(|world| to_lua(lua, &self.host, world, &value)) {
                    Ok(value) => send = MultiValue::from_vec(vec![value]),
                    Err(e) => return Yielded::Failed(self.sandbox.classify(&e)),
                },
                Ok(Reply::Lua(value)) => send = MultiValue::from_vec(vec![value]),
                Err(message) => match lua.create_string(&message) {
                    // Raised where the script called, so that the error has its line.
                    Ok(text) => send = MultiValue::from_vec(vec![LuaValue::Nil, LuaValue::String(text)]),
                    Err(e) => return Yielded::Failed(self.sandbox.classify(&e)),
                },
            }
        }
    }

    fn answer(&self, frame: &Frame, input: Value) -> mlua::Result<MultiValue> {
        let value = match (frame.list, input) {
            (false, Value::List(list)) => list.into_iter().next().unwrap_or_default(),
            (_, other) => other,
        };
        let value = self.host.with(|world| to_lua(self.sandbox.lua(), &self.host, world, &value))?;
        Ok(MultiValue::from_vec(vec![value]))
    }

    /// What a script is called with: the use, its card, its player, her opponent, the event, the arguments.
    fn arguments(&self) -> mlua::Result<MultiValue> {
        let lua = self.sandbox.lua();
        self.host.with(|world| {
            let Some(Task::Script(call)) = world.state.tasks.last() else {
                return Err(mlua::Error::runtime("no script is to run"));
            };
            let ScriptCall { context, .. } = &**call;
            let value = |v: Value| to_lua(lua, &self.host, world, &v);
            let args = vars_table(lua, &self.host, world, &context.vars)?;
            // A step is called with its arguments alone.
            if context.this.is_none() {
                return Ok(MultiValue::from_vec(vec![LuaValue::Table(args)]));
            }
            let event = match &context.event {
                Some(event) => {
                    let table = lua.create_table()?;
                    for ((name, _), field) in world.rules.events[event.kind.index()].fields.iter().zip(&event.fields) {
                        table.raw_set(&**world.rules.name(*name), value(field.clone())?)?;
                    }
                    table.raw_set("moment", event.moment)?;
                    table.set_readonly(true);
                    LuaValue::Table(table)
                }
                None => LuaValue::Nil,
            };
            let opponent = world.state.after(context.me, world.rules.schema.seats);
            let mut args = vec![
                context.this.map_or(Ok(LuaValue::Nil), |id| value(Value::Use(id)))?,
                context.card.map_or(Ok(LuaValue::Nil), |c| value(Value::Card(c)))?,
                value(Value::Seat(context.me))?,
                value(Value::Seat(opponent))?,
                event,
                LuaValue::Table(args),
            ];
            for kind in 0..world.rules.schema.records.len() {
                let open = world.state.record(crate::kernel::value::RecKind(kind as u8));
                args.push(open.map_or(Ok(LuaValue::Nil), |r| value(Value::Record(r.id)))?);
            }
            Ok(MultiValue::from_vec(args))
        })
    }

    /// Carries out what a script waits for.
    fn request(&self, lua: &Lua, args: &[LuaValue]) -> Result<Reply, String> {
        let op = match args.first() {
            Some(LuaValue::Integer(n)) => *n as usize,
            Some(LuaValue::Number(n)) => *n as usize,
            _ => return Err("a script may not yield".into()),
        };
        let mut result = Err(String::new());
        let outcome = self.host.with_mut(|world| {
            let mut call = Call { lua, host: &self.host, world, args: &args[1..] };
            result = match TABLE.get(op) {
                Some(f) => (f.call)(&mut call),
                None => match self.events.get(op - TABLE.len()) {
                    Some(event) => super::act::declared(&mut call, *event),
                    None => (TOGETHER[1].call)(&mut call),
                },
            };
            Ok(())
        });
        outcome.map_err(|e| e.to_string())?;
        result
    }
}

fn vars_table(lua: &Lua, host: &Host, world: &World, vars: &[(crate::kernel::sym::Sym, Value)]) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (name, v) in vars {
        table.raw_set(&**world.rules.name(*name), to_lua(lua, host, world, v)?)?;
    }
    Ok(table)
}

fn load_module(sandbox: &Sandbox, module: &ScriptSource) -> Result<(), ScriptError> {
    let function = sandbox.load(&module.file, module.line, module.column, "", &module.source)?;
    sandbox.start_run();
    let result: LuaValue = function.call(()).map_err(|e| sandbox.classify(&e))?;
    if let LuaValue::Table(_) = &result {
        let name = module.file.rsplit('/').next().and_then(|f| f.strip_suffix(".lua")).unwrap_or("module");
        sandbox.lua().globals().raw_set(name, result).map_err(|e| sandbox.classify(&e))?;
    }
    Ok(())
}

fn load_script(
    sandbox: &Sandbox,
    source: &ScriptSource,
    prelude: &str,
    steps: &[(String, Function)],
) -> Result<Function, ScriptError> {
    if source.is_step {
        return match steps.iter().find(|(name, _)| **name == *source.source) {
            Some((_, function)) => Ok(function.clone()),
            None => Err(ScriptError {
                kind: FailureKind::Error,
                message: format!("the step `{}` is not registered", source.source),
                file: source.file.to_string(),
                line: source.line,
                stack: Vec::new(),
            }),
        };
    }
    sandbox.load(&source.file, source.line, source.column, prelude, &source.source)
}

/// Registers the host functions, the wrappers of those that wait, and the objects that are always there.
fn register(
    sandbox: &Sandbox,
    host: &Rc<Host>,
    events: &[EventId],
    catalog: &Catalog,
    steps: &Rc<RefCell<Vec<(String, Function)>>>,
) -> mlua::Result<()> {
    let lua = sandbox.lua();
    let globals = lua.globals();
    for name in ["ask", "act", "roll", "agenda", "board"] {
        globals.raw_set(name, lua.create_table()?)?;
    }
    let yield_function = sandbox.yield_function();
    for (op, f) in TABLE.iter().enumerate() {
        let waits = match f.waits {
            Waits::Never => false,
            Waits::Always => true,
            Waits::IfAnswered(event) => catalog.rules.is_answered(event),
        };
        let function = if waits { waiting(sandbox, &yield_function, op)? } else { direct(lua, host, f)? };
        let (table, name) = match f.path.split_once('.') {
            Some((table, name)) => (globals.raw_get::<Table>(table)?, name),
            None => (globals.clone(), f.path),
        };
        table.raw_set(name, function)?;
    }
    let act: Table = globals.raw_get("act")?;
    for (i, event) in events.iter().enumerate() {
        let name = catalog.rules.name(catalog.rules.events[event.index()].name).clone();
        act.raw_set(&*name, waiting(sandbox, &yield_function, TABLE.len() + i)?)?;
    }
    let begin = direct(lua, host, &TOGETHER[0])?;
    let finish = waiting(sandbox, &yield_function, TABLE.len() + events.len())?;
    let source = "local begin, finish = ... return function(f) begin() f() return finish() end";
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
    let registry = steps.clone();
    let register_step = lua.create_function(move |_, (name, function): (String, Function)| {
        registry.borrow_mut().push((name, function));
        Ok(())
    })?;
    globals.raw_set("step", register_step)?;
    let source = "local outer, inner = ... return function(args) return outer(inner, args) end";
    let compose = sandbox.load_host("wrap", source).map_err(|e| mlua::Error::runtime(e.message))?;
    let registry = steps.clone();
    let wrap = lua.create_function(move |_, (name, outer): (String, Function)| {
        // What wraps a step may ask, so the two are put together in Lua.
        let found = registry.borrow().iter().position(|(n, _)| *n == name);
        let Some(i) = found else {
            return Err(mlua::Error::runtime(format!("there is no step `{name}` to wrap")));
        };
        let inner = registry.borrow()[i].1.clone();
        registry.borrow_mut()[i].1 = compose.call((outer, inner))?;
        Ok(())
    })?;
    globals.raw_set("wrap", wrap)
}

/// A host function that answers at once.
fn direct(lua: &Lua, host: &Rc<Host>, f: &'static super::api::HostFn) -> mlua::Result<Function> {
    let host = host.clone();
    lua.create_function(move |lua, args: MultiValue| {
        let _unmetered = Unmetered::new(lua);
        let args: Vec<LuaValue> = args.into_iter().collect();
        let reply = host.with_mut(|world| {
            let mut call = Call { lua, host: &host, world, args: &args };
            (f.call)(&mut call).map_err(mlua::Error::runtime)
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
