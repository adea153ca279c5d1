//! Sandbox: a Luau VM in which strangers' scripts can run.
//!
//! Three limits bound the cost of a script. *Fuel* counts safepoints and is deterministic: the rules may see that it
//! ran out. The *wall clock* and the *memory limit* are not deterministic: they end the game, and the VM with it.
//!
//! ```text
//! Sandbox::new -> register the host's tables in lua() -> load and call libraries -> lock -> load -> start_run -> call
//! ```

mod cache;
mod compiler;
mod deadline;
mod error;
mod find_and_format;
mod findings;
mod install_library;
mod limits;
mod lua_library;
mod meter;
pub(crate) mod nil_errors;
mod placed_source;
pub(crate) mod stack;
mod token_places;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use mlua::chunk::{Chunk, ChunkMode, Compiler};
use mlua::state::{GcIncParams, GcMode};
use mlua::{Function, Lua, LuaOptions, LuaString, StdLib, Table, Value, VmState};

pub use error::{FailureKind, ScriptError};
pub use findings::{SourceFault, source_faults};
pub use limits::Limits;
pub use placed_source::PlacedSource;

pub(crate) use cache::Compiled;
pub(crate) use deadline::worked;

use crate::error::Span;
use crate::lua::SourceFacts;
use crate::lua::call_template::Prepares;
use crate::lua::lexer::LexError;
use crate::lua::source_rules::{check, too_long};
use cache::{CacheKey, SourceKind};
use error::HOST;
pub(crate) use meter::{Meter, RUNS_TOO_LONG};
use stack::Coroutine;

/// Empties the cache of compiled texts that all VMs share; the next load compiles again.
pub fn forget_compiled() {
    cache::forget();
}

/// The size that the heap may reach before garbage is collected, in percent of what lives. With Luau's own 200, a
/// short game spends 1 % of its instructions on collecting.
const HEAP_GOAL: i32 = 400;

/// A VM with hardened builtins, its limits and the meter of the run in progress.
pub struct Sandbox {
    lua: Lua,
    meter: Rc<Meter>,
    limits: Limits,
    /// Says which functions have prepared calls; `None`: no calls are prepared.
    prepares: Cell<Option<Prepares>>,
    yield_function: Function,
}

impl Sandbox {
    /// Builds a VM with the allowed builtins. It is not locked yet: the host may add to its globals.
    ///
    /// # Errors
    /// If the VM cannot be built, e.g. because the memory limit is too small for it.
    pub fn new(limits: Limits) -> Result<Sandbox, String> {
        Sandbox::build(limits).map_err(|error| format!("the script sandbox cannot be built: {error}"))
    }

    fn build(limits: Limits) -> mlua::Result<Sandbox> {
        let libs = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::BIT | StdLib::COROUTINE;
        let lua = Lua::new_with(libs, LuaOptions::default())?;
        lua.gc_set_mode(GcMode::Incremental(GcIncParams::default().goal(HEAP_GOAL)));
        let meter = Rc::new(Meter::new(limits.fuel, limits.wall_ms));
        let yield_function = lua.globals().get::<Table>("coroutine")?.get("yield")?;
        install_library::install(&lua, &meter)?;
        let tick = Rc::clone(&meter);
        lua.set_interrupt(move |lua| tick.tick(lua).map(|()| VmState::Continue));
        stack::count_safepoints(&lua)?;
        // mlua takes 0 for no limit, so the least limit is 1 byte.
        lua.set_memory_limit(limits.memory_bytes.max(1))?;
        meter.set_fuel(limits.fuel);
        Ok(Sandbox { lua, meter, limits, prepares: Cell::new(None), yield_function })
    }

    /// The VM, in whose globals the host registers its API before [`Sandbox::lock`].
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Prepares calls of these functions in all texts that are loaded from now on, unless the limits say that none are.
    pub(crate) fn prepare(&self, prepares: Prepares) {
        self.prepares.set(Some(prepares).filter(|_| self.limits.lowering));
    }

    /// `coroutine.yield`, for hosts of tests; scripts never see it. Pass it as an argument to the chunk that defines
    /// the wrappers.
    pub fn yield_function(&self) -> Function {
        self.yield_function.clone()
    }

    /// Makes what the host put into the globals read only, and lets the texts that are loaded from now on find it once,
    /// while they load. Files may still add globals of their own.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub(crate) fn seal(&self) -> Result<(), String> {
        let globals = self.lua.globals();
        let mut tables = Vec::new();
        let collect = |_: Value, value: Value| {
            tables.push(value);
            Ok(())
        };
        globals.for_each(collect).map_err(|error| format!("the globals cannot be read: {error}"))?;
        tables.iter().try_for_each(|table| self.freeze(table))?;
        globals.set_safeenv(true);
        Ok(())
    }

    /// Makes all tables of the loaded files read only, because the next files come from another author.
    ///
    /// # Errors
    ///
    /// A table that cannot be read.
    pub(crate) fn freeze_made(&self) -> Result<(), String> {
        self.made(true).and_then(|made| self.freeze(&Value::Table(made)))
    }

    /// Tables that files made since the last call; `goes_on` is true if more files will load.
    fn made(&self, goes_on: bool) -> Result<Table, String> {
        // A new run, so that the fuel which the last file left does not matter.
        self.start_run();
        let loaded = self.lua.named_registry_value::<Function>(install_library::LOADED);
        let made = loaded.and_then(|loaded| loaded.call::<Table>(goes_on));
        made.map_err(|error| format!("the files do not finish loading: {error}"))
    }

    /// Makes everything reachable from the globals read only, metatables too, and all that files made while they
    /// loaded. Turns on the VM's fast paths that rely on it.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub fn lock(&self) -> Result<(), String> {
        let globals = self.lua.globals();
        // Functions of files must carry nothing from one effect to the next.
        self.freeze(&Value::Table(self.made(false)?))?;
        let frozen = self.freeze(&Value::Table(globals.clone()));
        globals.set_safeenv(true);
        let methods = self.lua.type_metatable::<LuaString>();
        frozen.and_then(|()| methods.map_or(Ok(()), |methods| self.freeze(&Value::Table(methods))))
    }

    /// Makes a value and all tables reachable from it read only: what a module returned, a card's data.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub fn freeze(&self, value: &Value) -> Result<(), String> {
        let mut seen = HashSet::new();
        let mut left = vec![value.clone()];
        while let Some(value) = left.pop() {
            let Value::Table(table) = value else { continue };
            if !seen.insert(table.to_pointer()) {
                continue;
            }
            table.set_readonly(true);
            left.extend(table.metatable().map(Value::Table));
            let collect = |key: Value, value: Value| {
                left.extend([key, value].into_iter().filter(Value::is_table));
                Ok(())
            };
            table.for_each(collect).map_err(|error| format!("a table cannot be frozen: {error}"))?;
        }
        Ok(())
    }

    /// A coroutine that will call a function.
    ///
    /// # Errors
    /// If the VM cannot hold it.
    pub(crate) fn coroutine(&self, function: &Function) -> Result<Coroutine, ScriptError> {
        Coroutine::new(&self.lua, function.clone(), self.meter.safepoints()).map_err(|error| self.classify(&error))
    }

    /// Loads one text chunk as a function, for tests of the sandbox; bytecode is never accepted. See
    /// [`Sandbox::place`].
    ///
    /// # Errors
    /// A source that breaks a rule of sources or the syntax.
    pub fn load(
        &self,
        chunk: &str,
        first_line: u32,
        column: u32,
        prelude: &str,
        source: &str,
    ) -> Result<Function, ScriptError> {
        let placed = self.place(&Span::new(chunk, first_line, column), prelude, 0, source)?;
        self.load_placed(&placed, None).map(|(function, _)| function).map_err(|mut errors| errors.swap_remove(0))
    }

    /// Lays out a text at its place in its file.
    ///
    /// The text is padded, so that Lua's line numbers are those of the file. `prelude` stands on the line before it,
    /// or, on line 1, before it on the same line; it declares `prelude_locals` locals.
    ///
    /// # Errors
    ///
    /// A source that is too long.
    pub fn place(
        &self,
        place: &Span,
        prelude: &str,
        prelude_locals: usize,
        source: &str,
    ) -> Result<PlacedSource, ScriptError> {
        if source.len() > self.limits.source_bytes {
            let message = too_long(source.len(), self.limits.source_bytes);
            return Err(ScriptError::at(&place.file, place.line, message));
        }
        let how = (self.limits.nesting, self.prepares.get().is_some(), self.limits.traced);
        let source = match place.is_in_pieces() {
            true => Cow::from(token_places::laid_out(source, place)),
            false => source.into(),
        };
        Ok(PlacedSource::new(place, (prelude, prelude_locals), &source, how))
    }

    /// Loads a text that was placed; with the function comes what the text names. Its globals are those of `env`, or
    /// else those of the VM.
    ///
    /// # Errors
    /// Every rule of sources that the source breaks, and the first of the syntax.
    pub(crate) fn load_placed(
        &self,
        placed: &PlacedSource,
        env: Option<&Table>,
    ) -> Result<(Function, Arc<Compiled>), Vec<ScriptError>> {
        let compiled = match cache::get(&placed.key) {
            Some(compiled) => compiled,
            None => {
                let (text, facts) = check(
                    &placed.text,
                    self.limits.nesting,
                    placed.prelude_locals,
                    placed.is_file,
                    self.prepares.get(),
                )
                .map_err(|faults| {
                    let error = |f: LexError| {
                        // The lines of the placed text are those of the file.
                        placed.error(f.line, f.column, f.message(1)).with_help(f.help())
                    };
                    faults.into_iter().map(error).collect::<Vec<_>>()
                })?;
                let compiler = compiler::compiler_with(&placed.changing).set_coverage_level(self.limits.traced.into());
                self.compile(&compiler, &placed.chunk, &text, placed.key, facts).map_err(|error| vec![error])?
            }
        };
        Ok((self.instantiate(&placed.chunk, &compiled, env).map_err(|error| vec![error])?, compiled))
    }

    /// Loads what another VM compiled.
    ///
    /// # Errors
    /// If the VM cannot hold it.
    pub(crate) fn load_compiled(
        &self,
        (placed, compiled): &(PlacedSource, Arc<Compiled>),
        env: Option<&Table>,
    ) -> Result<Function, ScriptError> {
        self.instantiate(&placed.chunk, compiled, env)
    }

    /// Loads a chunk of the host's own, which the source rules do not bind: it may keep state and iterate tables in
    /// their own order. An error in it is placed where a script called it; the stack shows it as `host:chunk`. Never
    /// for anything a pack contains.
    ///
    /// # Errors
    /// If the syntax is wrong.
    pub fn load_host(&self, chunk: &str, source: &str) -> Result<Function, ScriptError> {
        let (chunk, key) = (format!("{HOST}{chunk}"), cache::key(SourceKind::Host, source));
        let compiled = match cache::get(&key) {
            Some(compiled) => compiled,
            None => self.compile(compiler::compiler(), &chunk, source, key, SourceFacts::default())?,
        };
        self.instantiate(&chunk, &compiled, None)
    }

    fn compile(
        &self,
        compiler: &Compiler,
        chunk: &str,
        text: &str,
        key: CacheKey,
        facts: SourceFacts,
    ) -> Result<Arc<Compiled>, ScriptError> {
        cache::compile(key, compiler, text, facts).map_err(|error| match error {
            mlua::Error::SyntaxError { message, incomplete_input } => {
                let message = format!("{chunk}:{message}");
                self.placed(chunk, &mlua::Error::SyntaxError { message, incomplete_input })
            }
            other => self.placed(chunk, &other),
        })
    }

    /// A function of this VM from a compiled chunk.
    fn instantiate(&self, chunk: &str, compiled: &Compiled, env: Option<&Table>) -> Result<Function, ScriptError> {
        let loading = self.lua.load(&compiled.bytes[..]).set_mode(ChunkMode::Binary);
        self.loaded(
            chunk,
            match env {
                Some(env) => loading.set_environment(env.clone()),
                None => loading,
            },
        )
    }

    fn loaded(&self, chunk: &str, loading: Chunk) -> Result<Function, ScriptError> {
        loading.set_name(format!("@{chunk}")).into_function().map_err(|error| self.placed(chunk, &error))
    }

    /// An error of loading a chunk, with its file and line.
    fn placed(&self, chunk: &str, error: &mlua::Error) -> ScriptError {
        let mut error = self.classify(error);
        let rest = error.message.strip_prefix(chunk).and_then(|rest| rest.strip_prefix(':'));
        if let Some((line, message)) = rest.and_then(|rest| rest.split_once(": ")) {
            (error.line, error.message) = (line.parse().unwrap_or(0), message.to_owned());
        }
        chunk.clone_into(&mut error.file);
        error
    }

    /// Begins a top-level run: full fuel and a fresh wall clock.
    pub fn start_run(&self) {
        self.start_run_with(self.limits.fuel);
    }

    /// Starts a run with this fuel, or with the limit if that is less.
    pub fn start_run_with(&self, fuel: i64) {
        let fuel = fuel.min(self.limits.fuel);
        self.start_run_until(fuel, fuel, self.meter.end());
    }

    /// Begins a run, or resumes one, with the fuel that is left of the `at_first` with which the run began. It must end
    /// before `until`.
    pub(crate) fn start_run_until(&self, fuel: i64, at_first: i64, until: Instant) {
        self.meter.start(&self.lua, fuel, at_first, until);
    }

    /// The counter of fuel, for host functions that work.
    pub(crate) fn meter(&self) -> &Rc<Meter> {
        &self.meter
    }

    /// The limits of a run and of a decision.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The fuel of the run in progress, to keep with it when it is suspended.
    pub fn fuel_left(&self) -> i64 {
        self.meter.fuel_left()
    }

    /// Reads an error of the VM: its kind, its message without addresses, file, line and stack.
    pub fn classify(&self, error: &mlua::Error) -> ScriptError {
        ScriptError::from_lua(error)
    }
}
