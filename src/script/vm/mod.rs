//! VM: a catalog's scripts, loaded once, run as coroutines.
//!
//! A script's main function is the effect: it is loaded once and called afresh each time, so its
//! locals carry nothing over. A suspended script is a [`Frame`]; it is derived from the position
//! (checkpoint and answers), so dropping it loses nothing. Catalogs that show their scripts the same
//! host functions and modules share one VM, and in it the scripts that stand in both.

mod base;
mod register;
mod steps;

use std::rc::Rc;
use std::sync::Arc;

use mlua::thread::ThreadStatus;
use mlua::{Function, Lua, MultiValue, Table, Thread, Value as LuaValue};

use crate::catalog::{Catalog, ScriptSource};
use crate::error::{Severity, Span};
use crate::kernel::model::context::ScriptCall;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::ScriptId;
use crate::kernel::{Value, World};
use crate::script::api::table::TOGETHER;
use crate::script::api::{TABLE, declared, signatures};
use crate::script::host::call::{Call, Reply};
use crate::script::host::convert::to_lua;
use crate::script::host::given::Given;
use crate::script::host::slot::{Host, Unmetered};
use crate::script::sandbox::Compiled;
use crate::script::sandbox::{FailureKind, Limits, Placed, ScriptError};
use crate::script::source::Literals;
use crate::script::source::names;
use crate::script::vm::base::{Base, PRELUDE, Shows, Text};

/// The scripts of one catalog in a VM. Belongs to one thread; serves many games.
pub struct Vm {
    base: Rc<Base>,
    scripts: Arc<Scripts>,
    functions: Vec<Function>,
}

/// The scripts of one catalog, checked and compiled: any thread can build a VM from them.
pub struct Scripts {
    shows: Arc<Shows>,
    modules: Arc<[Text]>,
    /// Each script as it was loaded; steps have no text of their own.
    loaded: Vec<Option<Text>>,
    /// What is suspicious in a game's words.
    warnings: Vec<ScriptError>,
}

impl Scripts {
    /// What is suspicious, though it loads.
    pub fn warnings(&self) -> &[ScriptError] {
        &self.warnings
    }
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

impl Vm {
    /// Builds a VM and loads all scripts of a catalog.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the scripts: syntax, rules of the sandbox, missing steps.
    pub fn new(catalog: &Catalog, limits: Limits) -> Result<Vm, Vec<ScriptError>> {
        let base = Base::new(catalog, Arc::new(Shows::of(catalog, limits)), None)?;
        Vm::load(Rc::new(base), catalog, None)
    }

    /// The same, with what another catalog's scripts loaded already.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the scripts.
    pub fn after(old: &Vm, catalog: &Catalog, limits: Limits) -> Result<Vm, Vec<ScriptError>> {
        let shows = Shows::of(catalog, limits);
        if old.base.aborted.get() || *old.base.shows != shows {
            return Vm::load(Rc::new(Base::new(catalog, Arc::new(shows), None)?), catalog, None);
        }
        Vm::load(old.base.clone(), catalog, Some(old))
    }

    /// Builds another VM of the same catalog from what was compiled: nothing is checked again.
    ///
    /// # Errors
    ///
    /// If the VM cannot be built, or a module fails that did not fail before.
    pub fn again(scripts: &Arc<Scripts>, catalog: &Catalog) -> Result<Vm, Vec<ScriptError>> {
        let base = Base::new(catalog, scripts.shows.clone(), Some(&scripts.modules))?;
        let function = |(source, text): (&ScriptSource, &Option<Text>)| match text {
            Some(text) => base.sandbox.load_compiled(text),
            None => base.step(source),
        };
        let functions: Result<_, _> = catalog.scripts.iter().zip(&scripts.loaded).map(function).collect();
        let functions = functions.map_err(|error| vec![error])?;
        Ok(Vm { base: Rc::new(base), scripts: scripts.clone(), functions })
    }

    /// What it was loaded from.
    pub fn scripts(&self) -> &Arc<Scripts> {
        &self.scripts
    }

    /// Loads the scripts of a catalog, those that are not in another one of the same VM.
    fn load(base: Rc<Base>, catalog: &Catalog, old: Option<&Vm>) -> Result<Vm, Vec<ScriptError>> {
        let rules = &catalog.rules;
        // The open records come last, under their own names.
        let records = rules.schema.records.iter().map(|r| format!(", {}", rules.name(r.name)));
        let prelude = format!("{PRELUDE}{} = ... ", records.collect::<String>());
        let given = prelude.matches(',').count() + 1;
        let abilities = names::by_script(rules);
        let (mut loaded, mut functions, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        let mut literals = Literals::new(rules);
        for (placed, compiled) in &*base.modules {
            errors.extend(base.names.check(placed, &compiled.told, catalog, None));
            literals.read(placed, &compiled.told.sayings);
        }
        // Most scripts stand in the order in which they stood before.
        let mut next = 0;
        for (source, ability) in catalog.scripts.iter().zip(abilities) {
            if source.is_step {
                match base.step(source) {
                    Ok(function) => functions.push(function),
                    Err(error) => errors.push(error),
                }
                loaded.push(None);
                continue;
            }
            let start = (source.line, source.column);
            let placed = base.sandbox.place(&source.file, start, &prelude, given, &source.source);
            let found = placed.map_err(|error| vec![error]).and_then(|placed| {
                let (function, compiled) = match old.and_then(|old| old.same(&placed, &mut next)) {
                    Some(found) => found,
                    None => base.sandbox.load_placed(&placed)?,
                };
                let wrong = base.names.check(&placed, &compiled.told, catalog, ability);
                literals.read(&placed, &compiled.told.sayings);
                if wrong.is_empty() { Ok((function, (placed.without_text(), compiled))) } else { Err(wrong) }
            });
            match found {
                Ok((function, text)) => {
                    functions.push(function);
                    loaded.push(Some(text));
                }
                Err(found) => errors.extend(found),
            }
        }
        let mut warnings = Vec::new();
        for problem in literals.finish(&catalog.meant).list() {
            let Span { file, line, column } = &problem.span;
            // One place is told once.
            if errors.iter().any(|e: &ScriptError| (&*e.file, e.line, e.column) == (&**file, *line, *column)) {
                continue;
            }
            let help = problem.help.clone().unwrap_or_default();
            let error =
                ScriptError { column: *column, ..ScriptError::at(file, *line, &problem.message) }.with_help(help);
            if problem.severity == Severity::Error { errors.push(error) } else { warnings.push(error) }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let scripts = Scripts { shows: base.shows.clone(), modules: base.modules.clone(), loaded, warnings };
        Ok(Vm { base, scripts: Arc::new(scripts), functions })
    }

    /// What was loaded from a text, searched from where the last one was found.
    fn same(&self, placed: &Placed, next: &mut usize) -> Option<(Function, Arc<Compiled>)> {
        let loaded = &self.scripts.loaded;
        let known = |i: usize| loaded[i].as_ref().filter(|(old, _)| old.is_same(placed)).map(|(_, c)| (i, c));
        let (at, compiled) = (*next..loaded.len()).chain(0..*next).find_map(known)?;
        *next = at + 1;
        Some((self.functions[at].clone(), compiled.clone()))
    }

    /// A frame for a script that is about to start.
    ///
    /// # Errors
    ///
    /// If the VM cannot make another coroutine.
    pub fn frame(&self, script: ScriptId) -> Result<Frame, ScriptError> {
        let function = &self.functions[script.index()];
        let idle = self.base.idle.borrow_mut().pop();
        let thread = match idle {
            Some(thread) if thread.reset(function.clone()).is_ok() => thread,
            _ => {
                let sandbox = &self.base.sandbox;
                sandbox.lua().create_thread(function.clone()).map_err(|e| sandbox.classify(&e))?
            }
        };
        Ok(Frame { thread, fuel: 0, started: false, list: false })
    }

    /// Gives a frame's coroutine back, to be used again.
    pub fn recycle(&self, frame: Frame) {
        let mut idle = self.base.idle.borrow_mut();
        if idle.len() < 16 && frame.thread.status() == ThreadStatus::Finished {
            idle.push(frame.thread);
        }
    }

    /// Starts or resumes the script on top of the world's tasks.
    pub fn resume(&self, frame: &mut Frame, world: Box<World>, input: Value) -> (Box<World>, Yielded) {
        let Base { sandbox, host, aborted, .. } = &*self.base;
        sandbox.start_run();
        if frame.started {
            sandbox.set_fuel(frame.fuel);
        }
        host.lend(world);
        let yielded = self.run(frame, input);
        frame.fuel = sandbox.fuel_left();
        if matches!(&yielded, Yielded::Failed(error) if error.kind == FailureKind::Abort) {
            aborted.set(true);
        }
        (host.take(), yielded)
    }

    fn run(&self, frame: &mut Frame, input: Value) -> Yielded {
        let lua = self.base.sandbox.lua();
        let mut unmetered = Some(Unmetered::new(lua));
        let first = if frame.started { self.answer(frame, input) } else { self.arguments() };
        frame.started = true;
        let mut send = match first {
            Ok(args) => args,
            Err(e) => return Yielded::Failed(self.base.sandbox.classify(&e)),
        };
        loop {
            drop(unmetered.take());
            let back = frame.thread.resume(send);
            unmetered = Some(Unmetered::new(lua));
            let back: MultiValue = match back {
                Ok(back) => back,
                Err(e) => return Yielded::Failed(self.base.sandbox.classify(&e)),
            };
            if frame.thread.status() != ThreadStatus::Resumable {
                let value = back.front().map_or(Given::Nil, Given::read);
                let converted = self.base.host.with(|world| Ok(value.value(world)));
                return match (converted.unwrap_or(Ok(Value::Nil)), &value) {
                    (Ok(value), _) => Yielded::Done(value),
                    (Err(message), Given::Table(_) | Given::Refused(_)) => {
                        Yielded::Failed(ScriptError::at("", 0, format!("it returns {message}")))
                    }
                    // A function or a fraction, which nobody reads.
                    (Err(_), _) => Yielded::Done(Value::Nil),
                };
            }
            let args: Vec<Given> = back.iter().map(Given::read).collect();
            match self.request(lua, &args) {
                Ok(Reply::Wait { list }) => {
                    frame.list = list;
                    return Yielded::Waits;
                }
                Ok(Reply::Value(value)) => {
                    match self.base.host.with(|world| to_lua(lua, &self.base.host, world, &value)) {
                        Ok(value) => send = MultiValue::from_vec(vec![value]),
                        Err(e) => return Yielded::Failed(self.base.sandbox.classify(&e)),
                    }
                }
                Ok(Reply::Lua(value)) => send = MultiValue::from_vec(vec![value]),
                Err(message) => match lua.create_string(&message) {
                    // Raised where the script called, so that the error has its line.
                    Ok(text) => send = MultiValue::from_vec(vec![LuaValue::Nil, LuaValue::String(text)]),
                    Err(e) => return Yielded::Failed(self.base.sandbox.classify(&e)),
                },
            }
        }
    }

    fn answer(&self, frame: &Frame, input: Value) -> mlua::Result<MultiValue> {
        let value = match (frame.list, input) {
            (false, Value::List(list)) => list.into_iter().next().unwrap_or_default(),
            (_, other) => other,
        };
        let value = self.base.host.with(|world| to_lua(self.base.sandbox.lua(), &self.base.host, world, &value))?;
        Ok(MultiValue::from_vec(vec![value]))
    }

    /// What a script is called with: the use, its card, its player, her opponent, the event, the arguments.
    fn arguments(&self) -> mlua::Result<MultiValue> {
        let lua = self.base.sandbox.lua();
        self.base.host.with(|world| {
            let Some(Task::Script(call)) = world.state().tasks.last() else {
                return Err(mlua::Error::runtime("no script is to run"));
            };
            let ScriptCall { script, context, args, .. } = &**call;
            let value = |v: Value| to_lua(lua, &self.base.host, world, &v);
            let args = args_table(lua, &self.base.host, world, &context.vars, args)?;
            // A step has no text of its own, and is called with its arguments alone, also inside a use.
            if self.scripts.loaded[script.index()].is_none() {
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
            let opponent = world.state().after(context.me, world.rules.schema.seats);
            let mut args = vec![
                context.this.map_or(Ok(LuaValue::Nil), |id| value(Value::Use(id)))?,
                context.card.map_or(Ok(LuaValue::Nil), |c| value(Value::Card(c)))?,
                value(Value::Seat(context.me))?,
                value(Value::Seat(opponent))?,
                event,
                LuaValue::Table(args),
            ];
            for kind in 0..world.rules.schema.records.len() {
                let open = world.state().record(crate::kernel::model::value::RecKind::of(kind));
                args.push(open.map_or(Ok(LuaValue::Nil), |r| value(Value::Record(r.id)))?);
            }
            Ok(MultiValue::from_vec(args))
        })
    }

    /// Carries out what a script waits for.
    fn request(&self, lua: &Lua, args: &[Given]) -> Result<Reply, String> {
        let op = match args.first() {
            Some(Given::Number(n)) => *n as usize,
            _ => return Err("a script may not yield".into()),
        };
        let mut result = Err(String::new());
        let outcome = self.base.host.with_mut(|world| {
            let mut call = Call { lua, host: &self.base.host, world, args: &args[1..] };
            result = match TABLE.get(op) {
                Some(f) => f.run(signatures::of(op), &mut call),
                None => match self.base.events.get(op - TABLE.len()) {
                    Some(event) => declared::declared(&mut call, *event),
                    None => (TOGETHER[1].call)(&mut call),
                },
            };
            Ok(())
        });
        outcome.map_err(|e| e.to_string())?;
        result
    }
}

/// What the flow bound by name, and what another script gave.
fn args_table(
    lua: &Lua,
    host: &Host,
    world: &World,
    vars: &[(Sym, Value)],
    args: &[(Arc<str>, Value)],
) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let vars = vars.iter().map(|(name, v)| (&**world.rules.name(*name), v));
    for (name, v) in vars.chain(args.iter().map(|(name, v)| (&**name, v))) {
        table.raw_set(name, to_lua(lua, host, world, v)?)?;
    }
    Ok(table)
}
