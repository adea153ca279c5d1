//! VM: a catalog's scripts, loaded once, run as coroutines.
//!
//! A script's main function is the effect: it is loaded once and called afresh each time, so its
//! locals carry nothing over. A suspended script is a [`Frame`]; it is derived from the position
//! (checkpoint and answers), so dropping it loses nothing. Catalogs that show their scripts the same
//! host functions and modules share one VM, and in it the scripts that stand in both.

pub(crate) mod base_vm;
mod pack_globals;
mod register;
mod registered_steps;
pub mod vm_leftovers;

use crate::script::host::read_permissions;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use mlua::Function;

use crate::catalog::compile_cache::{Trees, are_same};
use crate::catalog::remap::Moves;
use crate::catalog::{Catalog, ScriptSource};
use crate::error::{Problems, Severity, Span};
use crate::kernel::model::context::{ScriptCall, Var};
use crate::kernel::model::objects::Event;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{RecKind, ScriptId};
use crate::kernel::run::renumber::Renumber;
use crate::kernel::{Rules, Value, World};
use crate::script::host::arguments::Argument;
use crate::script::host::convert::push;
use crate::script::host::running_game::Host;
use crate::script::host::script_sight::ReadRights;
use crate::script::sandbox::Compiled;
use crate::script::sandbox::stack::{Coroutine, Resumed, Stack, TableBuilder};
use crate::script::sandbox::{FailureKind, Limits, PlacedSource, ScriptError};
use crate::script::source::names;
use crate::script::source::yaml_folding;
use crate::script::source::{Literals, ReadScript};
use crate::script::vm::base_vm::{Base, PRELUDE, ScriptText, Shows};

/// The scripts of one catalog in a VM. Belongs to one thread; serves many games.
pub struct Vm {
    base: Rc<Base>,
    scripts: Arc<Scripts>,
    functions: Vec<Function>,
    /// The permission to read of each script.
    sights: Vec<ReadRights>,
}

/// The scripts of one catalog, checked and compiled: any thread can build a VM from them.
pub struct Scripts {
    shows: Arc<Shows>,
    modules: Arc<[ScriptText]>,
    /// The line before each script, which declares its locals.
    prelude: String,
    /// The scripts as they were read.
    sources: Vec<ScriptSource>,
    /// The scripts as they were loaded; steps have no text of their own.
    loaded: Vec<Option<ScriptText>>,
    /// What was read in each module, and in each script: `None` for steps, and for scripts with errors.
    read: (Vec<Option<ReadScript>>, Vec<Option<ReadScript>>),
    /// The rules under which the scripts were read.
    rules: Arc<Rules>,
    trees: Trees,
    /// Warnings about words of the game.
    warnings: Vec<ScriptError>,
}

impl Scripts {
    /// Warnings of scripts that load.
    pub fn warnings(&self) -> &[ScriptError] {
        &self.warnings
    }
}

/// A script that runs or waits.
pub struct Frame {
    coroutine: Coroutine,
    fuel: i64,
    /// The fuel with which the script began.
    at_first: i64,
    /// The number of writes (`World::written`) when the script began to wait.
    written: u64,
    started: bool,
    /// True if the answer it waits for is a list, false for the first element of one.
    list: bool,
    /// The permission of the script to read, and the seats that may see what it reads.
    sight: ReadRights,
}

impl Frame {
    /// The seats that saw all that the script has read: one bit each.
    pub fn seen_by(&self) -> u8 {
        self.sight.seen_by
    }
}

/// Fuel that each change and each line of the log costs the script that caused it.
pub(crate) const FUEL_A_WRITE: i64 = 4;
/// The fuel that a script pays each time it waits.
const FUEL_A_WAIT: i64 = 16;
/// The number of errors after which no further script is read (attack `scripts that are all wrong` in
/// tests/clock/attacks_on_loading.rs).
const MOST_ERRORS: usize = 1_000;
/// The most bytes of compiled scripts of a game and its packs in memory (attack `scripts of many calls`: 7 MB of text
/// took 343 MB).
const MOST_COMPILED: usize = 32 << 20;

/// The result of resuming a script.
pub enum Yielded {
    /// The script waits for tasks on the stack.
    Waits,
    /// The script ended with this value.
    Done(Value),
    /// The script failed.
    Failed(ScriptError),
}

/// Adds the findings about literals to the errors and warnings of scripts.
fn tell_findings(found: &Problems, errors: &mut Vec<ScriptError>, warnings: &mut Vec<ScriptError>) {
    for problem in found.list() {
        let Span { file, line, column, .. } = &problem.span;
        // Each place is told only once.
        if errors.iter().any(|e: &ScriptError| (&*e.file, e.line, e.column) == (&**file, *line, *column)) {
            continue;
        }
        let help = problem.help.clone().unwrap_or_default();
        let error = ScriptError { column: *column, ..ScriptError::at(file, *line, &problem.message) }.with_help(help);
        if problem.severity == Severity::Error { errors.push(error) } else { warnings.push(error) }
    }
}

/// Compiles a script, or takes it from a VM that has it.
fn compile(
    base: &Base,
    old: Option<&Vm>,
    source: &ScriptSource,
    (prelude, given): (&str, usize),
    next: &mut usize,
) -> Result<(PlacedSource, Function, Arc<Compiled>), Vec<ScriptError>> {
    let placed = base.sandbox.place(&source.place(), prelude, given, &source.source);
    let placed = placed.map_err(|error| vec![error])?;
    let (function, compiled) = match old.and_then(|old| old.same(&placed, next)) {
        Some(found) => found,
        None => base.sandbox.load_placed(&placed, base.envs.of(&source.file))?,
    };
    Ok((placed, function, compiled))
}

impl Vm {
    /// Builds a VM and loads all scripts of a catalog.
    ///
    /// # Errors
    ///
    /// The errors of all scripts: syntax, rules of the sandbox, missing steps.
    pub fn new(catalog: &Catalog, limits: Limits) -> Result<Vm, Vec<ScriptError>> {
        let base = Base::new(catalog, Arc::new(Shows::of(catalog, limits)), None)?;
        Vm::load(Rc::new(base), catalog, None)
    }

    /// Loads the scripts of a catalog, and reuses those that another catalog's VM loaded.
    ///
    /// # Errors
    ///
    /// All errors in the scripts.
    pub fn after(old: &Vm, catalog: &Catalog, limits: Limits) -> Result<Vm, Vec<ScriptError>> {
        let shows = Shows::of(catalog, limits);
        if old.base.aborted.get() || *old.base.shows != shows {
            return Vm::load(Rc::new(Base::new(catalog, Arc::new(shows), None)?), catalog, None);
        }
        Vm::load(old.base.clone(), catalog, Some(old))
    }

    /// Builds another VM of the same catalog from compiled scripts, without checking them again.
    ///
    /// # Errors
    ///
    /// A VM that cannot be built, or a module that fails now.
    pub fn again(scripts: &Arc<Scripts>, catalog: &Catalog) -> Result<Vm, Vec<ScriptError>> {
        let base = Base::new(catalog, scripts.shows.clone(), Some(&scripts.modules))?;
        let function = |(source, text): (&ScriptSource, &Option<ScriptText>)| match text {
            Some(text) => base.sandbox.load_compiled(text, base.envs.of(&source.file)),
            None => base.step(source),
        };
        let functions: Result<_, _> = catalog.scripts.iter().zip(&scripts.loaded).map(function).collect();
        let functions = functions.map_err(|error| vec![error])?;
        let sights = base.sights(catalog);
        Ok(Vm { base: Rc::new(base), scripts: scripts.clone(), functions, sights })
    }

    /// The compiled scripts that the VM runs.
    pub fn scripts(&self) -> &Arc<Scripts> {
        &self.scripts
    }

    /// Loads the scripts of a catalog, without those that another catalog in the same VM already has.
    fn load(base: Rc<Base>, catalog: &Catalog, old: Option<&Vm>) -> Result<Vm, Vec<ScriptError>> {
        let rules = &catalog.rules;
        // The open records come last, under their own names.
        let records = rules.schema.records.iter().map(|r| format!(", {}", rules.name(r.name)));
        let prelude = format!("{PRELUDE}{} = ... ", records.collect::<String>());
        let given = prelude.matches(',').count() + 1;
        let abilities = names::by_script(rules);
        let (mut loaded, mut functions, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        let (mut literals, mut warnings) = (Literals::new(rules), Vec::new());
        // The facts about a script depend on its text, on the targets of its ability, which `Literals::read` compares,
        // on the manifest with the headers of packs, and on the meaning of its words: it is read again if one of its
        // words changed. Meanings hold numbers of rules; if these moved, a copy is renumbered.
        let before = old.filter(|old| are_same(&old.scripts.trees, &catalog.trees));
        let mut moves = before.map(|old| Moves::of_rules(&old.scripts.rules, rules));
        let mut again = |known: &Option<ReadScript>, text: &str| {
            let (reading, meant) = known.as_ref()?;
            let moves = moves.as_mut().filter(|moves| !moves.changed.is_said_by(text))?;
            if moves.is_same {
                return known.clone();
            }
            let mut meant = Vec::clone(meant);
            meant.renumber(&moves.numbers)?;
            Some((reading.clone(), Arc::new(meant)))
        };
        let (mut read_modules, mut read) = (Vec::new(), Vec::new());
        for (i, (placed, compiled)) in base.modules.iter().enumerate() {
            errors.extend(base.envs.names(placed.file()).check(placed, &compiled.told, catalog, None));
            let text = catalog.modules.iter().find(|module| *module.file == *placed.file());
            let known = before.zip(text).and_then(|(old, text)| again(old.scripts.read.0.get(i)?, &text.source));
            read_modules.push(literals.read(placed, &compiled.told.sayings, None, known));
        }
        // Index at which the search among loaded scripts begins: most scripts keep their place in the list.
        let (mut next, mut size) = (0, 0);
        let is_same_prelude = old.is_some_and(|old| old.scripts.prelude == prelude);
        for (source, ability) in catalog.scripts.iter().zip(abilities) {
            if errors.len() > MOST_ERRORS {
                break;
            }
            if source.is_step {
                match base.step(source) {
                    Ok(function) => functions.push(function),
                    Err(error) => errors.push(error),
                }
                loaded.push(None);
                read.push(None);
                continue;
            }
            let known = old.filter(|_| is_same_prelude).and_then(|old| old.known(source, &mut next));
            let was_read =
                before.filter(|_| known.is_some()).and_then(|old| again(&old.scripts.read.1[next - 1], &source.source));
            let found: Result<_, Vec<ScriptError>> =
                known.map_or_else(|| compile(&base, old, source, (prelude.as_str(), given), &mut next), Ok);
            let mut swallowed = None;
            let is_loaded = found.is_ok();
            let found = found.and_then(|(placed, function, compiled)| {
                size += compiled.size();
                if size > MOST_COMPILED {
                    return Err(vec![too_much(source)]);
                }
                let wrong = base.envs.names(&source.file).check(&placed, &compiled.told, catalog, ability);
                let is_known = was_read.is_some();
                let now = literals.read(&placed, &compiled.told.sayings, ability, was_read);
                // A script with a known reading has the same text as before, and had no such comment.
                swallowed = if is_known { None } else { yaml_folding::swallowed(source) };
                read.push(now.filter(|_| swallowed.is_none()));
                literals.check_hidden_reads(source, &compiled.told);
                if wrong.is_empty() { Ok((function, (placed.without_text(), compiled))) } else { Err(wrong) }
            });
            if !is_loaded {
                swallowed = yaml_folding::swallowed(source);
            }
            match found {
                Ok((function, text)) => {
                    functions.push(function);
                    loaded.push(Some(text));
                    warnings.extend(swallowed);
                }
                // Other errors may follow from the first one.
                Err(_) if swallowed.is_some() => errors.extend(swallowed),
                Err(found) => {
                    let file = catalog.files.texts.get(&*source.file).map_or("", |text| text);
                    errors.extend(yaml_folding::explained(found, source, file));
                }
            }
            if size > MOST_COMPILED {
                break;
            }
        }
        tell_findings(&literals.finish(&catalog.meant), &mut errors, &mut warnings);
        if !errors.is_empty() {
            return Err(errors);
        }
        let (shows, modules, sources) = (base.shows.clone(), base.modules.clone(), catalog.scripts.clone());
        let (read, rules, trees) = ((read_modules, read), catalog.rules.clone(), catalog.trees.clone());
        let scripts = Scripts { shows, modules, prelude, sources, loaded, read, rules, trees, warnings };
        let sights = base.sights(catalog);
        Ok(Vm { base, scripts: Arc::new(scripts), functions, sights })
    }

    /// The loaded script for a source, if it is the next one and stands at an unchanged place. Then it is not even laid
    /// out anew.
    fn known(&self, source: &ScriptSource, next: &mut usize) -> Option<(PlacedSource, Function, Arc<Compiled>)> {
        let at = (*next..self.scripts.sources.len()).find(|at| self.scripts.loaded[*at].is_some())?;
        let (placed, compiled) =
            self.scripts.loaded[at].as_ref().filter(|_| self.scripts.sources[at].is_same(source))?;
        *next = at + 1;
        Some((placed.place_in_file(), self.functions[at].clone(), compiled.clone()))
    }

    /// The loaded script for a text, searched from the last one found.
    fn same(&self, placed: &PlacedSource, next: &mut usize) -> Option<(Function, Arc<Compiled>)> {
        let loaded = &self.scripts.loaded;
        let known = |i: usize| loaded[i].as_ref().filter(|(old, _)| old.is_same(placed)).map(|(_, c)| (i, c));
        let (at, compiled) = (*next..loaded.len()).chain(0..*next).find_map(known)?;
        *next = at + 1;
        Some((self.functions[at].clone(), compiled.clone()))
    }

    /// Calls `take` with each line of an effect or a step, if lines are counted: its file, its number, and whether it
    /// was reached since this VM was built.
    pub fn each_line(&self, catalog: &Catalog, take: &mut dyn FnMut(&str, u32, bool)) {
        for (source, function) in catalog.scripts.iter().zip(&self.functions) {
            let chunk = function.info().source.unwrap_or_default();
            let file = chunk.strip_prefix('@').unwrap_or(&chunk);
            function.coverage(|part| {
                let lines = part.hits.iter().enumerate().filter(|(_, hits)| **hits >= 0);
                // Lines above the script's first line are the prelude and padding.
                let own = lines.filter(|(line, _)| source.is_step || *line >= source.line as usize);
                own.for_each(|(line, hits)| take(file, line as u32, *hits > 0));
            });
        }
    }

    /// A frame in which a script can be started.
    ///
    /// # Errors
    ///
    /// If the VM cannot make another coroutine.
    pub fn frame(&self, script: ScriptId) -> Result<Frame, ScriptError> {
        let function = &self.functions[script.index()];
        let idle = self.base.idle.borrow_mut().pop();
        let again = idle.and_then(|mut old| old.reset(function.clone()).is_ok().then_some(old));
        let coroutine = match again {
            Some(coroutine) => coroutine,
            None => self.base.sandbox.coroutine(function)?,
        };
        let sight = self.sights[script.index()];
        Ok(Frame { coroutine, fuel: 0, at_first: 0, written: 0, started: false, list: false, sight })
    }

    /// Gives a frame's coroutine back, to be used again.
    pub fn recycle(&self, frame: Frame) {
        let mut idle = self.base.idle.borrow_mut();
        if idle.len() < 16 && frame.coroutine.has_ended() {
            idle.push(frame.coroutine);
        }
    }

    /// Starts or resumes the script on top of the world's tasks. `most_fuel` is its limit, from which the fuel used is
    /// taken; `used` is the fuel that its payer used before, and `until` the time to stop.
    pub fn resume(
        &self,
        frame: &mut Frame,
        world: Box<World>,
        input: Value,
        (most_fuel, used, until): (&mut i64, i64, Instant),
    ) -> (Box<World>, Yielded) {
        let Base { sandbox, host, aborted, .. } = &*self.base;
        let had = if frame.started { frame.fuel } else { sandbox.limits().fuel }.min(*most_fuel);
        let fuel = match frame.started {
            // The script pays for the work that it waited for.
            true => {
                let written = world.written.saturating_sub(frame.written) as i64;
                had - written.saturating_mul(FUEL_A_WRITE) - FUEL_A_WAIT
            }
            false => {
                frame.at_first = had;
                had
            }
        };
        sandbox.start_run_until(fuel, frame.at_first.max(fuel + used), until);
        // Work of the rules before this is not the script's.
        world.work().grant(u32::MAX);
        host.lend(world);
        host.sight.set(frame.sight);
        let yielded = self.run(frame, input);
        frame.fuel = sandbox.fuel_left();
        *most_fuel -= had - frame.fuel;
        frame.sight = host.sight.get();
        vm_leftovers::look(self);
        if matches!(&yielded, Yielded::Failed(error) if error.kind == FailureKind::Abort) {
            aborted.set(true);
        }
        let mut world = host.take();
        if !matches!(yielded, Yielded::Failed(_)) {
            world.give_up_what_scripts_found();
        }
        frame.written = world.written;
        (world, yielded)
    }

    fn run(&self, frame: &mut Frame, input: Value) -> Yielded {
        let Base { host, sandbox, .. } = &*self.base;
        let (started, list) = (std::mem::replace(&mut frame.started, true), frame.list);
        let begin = |stack: &mut Stack| if started { answer(host, stack, list, input) } else { self.arguments(stack) };
        match frame.coroutine.resume(begin, |stack| Argument::read(stack, 1)) {
            Err(error) => {
                let mut error = sandbox.classify(&error);
                // The host's work for the script used up the fuel.
                if error.kind == FailureKind::Error && sandbox.meter().is_out() {
                    error.kind = FailureKind::Fuel;
                }
                Yielded::Failed(error)
            }
            Ok(Resumed::Waits) => match host.waits.take() {
                Some(list) => {
                    frame.list = list;
                    Yielded::Waits
                }
                None => Yielded::Failed(ScriptError::at("", 0, "a script may not yield")),
            },
            Ok(Resumed::Ended(given)) => match (host.with(|world| given.value(world)), &given) {
                (Ok(value), _) => Yielded::Done(value),
                (Err(message), Argument::Table(_) | Argument::Refused(_)) => {
                    Yielded::Failed(ScriptError::at("", 0, format!("it returns {message}")))
                }
                // A script that returns a function or a fraction returns nothing: nobody could read it.
                (Err(_), _) => Yielded::Done(Value::Nil),
            },
        }
    }

    /// Pushes what a script is called with: the use, its card, its player, her opponent, the event, the arguments.
    fn arguments(&self, stack: &mut Stack) -> Result<(), String> {
        let host = &*self.base.host;
        host.with(|world| {
            let Some(Task::Script(call)) = world.state().tasks.last() else {
                return Err("no script is to run".into());
            };
            let ScriptCall { script, context, args, seen_by, .. } = &**call;
            let eyes = world.game().eyes_of(call);
            host.sight.set(ReadRights { eyes, seen_by: *seen_by, ..host.sight.get() });
            let args = |stack: &mut Stack| push_args(stack, host, world, &context.vars, args);
            // A step has no text of its own, and is called with its arguments alone, also inside a use.
            if self.scripts.loaded[script.index()].is_none() {
                return args(stack);
            }
            // The use, its card, its player, her opponent, the event, the arguments, and each kind of record.
            stack.make_room_for(6 + world.rules.schema.records.len())?;
            let opponent = world.state().after(context.me, world.rules.schema.seats);
            let before = [
                context.this.map_or(Value::Nil, Value::Use),
                context.card.map_or(Value::Nil, Value::Card),
                Value::Seat(context.me),
                Value::Seat(opponent),
            ];
            for value in &before {
                push(stack, host, world, value)?;
            }
            match &context.event {
                Some(event) => push_event(stack, host, world, event)?,
                None => stack.push_nil(),
            }
            args(stack)?;
            for kind in 0..world.rules.schema.records.len() {
                let open = world.state().record(RecKind::of(kind));
                push(stack, host, world, &open.map_or(Value::Nil, |r| Value::Record(r.id)))?;
            }
            Ok(())
        })
    }
}

/// The error for a script that is one too many for the memory.
fn too_much(source: &ScriptSource) -> ScriptError {
    let most = MOST_COMPILED >> 20;
    let message =
        format!("the scripts of a game and its packs take at most {most} MiB, compiled; with this one they take more");
    ScriptError::at(&source.file, source.line, message)
        .with_help("leave out some, or let several cards use one step of a file".into())
}

/// Pushes what a script waited for.
fn answer(host: &Host, stack: &mut Stack, list: bool, input: Value) -> Result<(), String> {
    let value = match (list, input) {
        (false, Value::List(list)) => list.first().cloned().unwrap_or_default(),
        (_, other) => other,
    };
    host.with(|world| push(stack, host, world, &value))
}

/// Pushes an event: its fields, and its moment.
fn push_event(stack: &mut Stack, host: &Host, world: &World, event: &Event) -> Result<(), String> {
    let names = &world.rules.events[event.kind.index()].fields;
    stack.push_table((0, names.len() + 1), |table| {
        for (i, ((name, _), value)) in names.iter().zip(&event.fields).enumerate() {
            if !read_permissions::may_read_of_event(host, world, event, i) {
                continue;
            }
            put(table, host, world, world.rules.name(*name), value)?;
        }
        table.field("moment", |stack| {
            stack.push_number(event.moment as f64);
            Ok(())
        })?;
        table.set_read_only();
        Ok(())
    })
}

/// Pushes what the flow bound by name, and what another script gave.
fn push_args(
    stack: &mut Stack,
    host: &Host,
    world: &World,
    vars: &[Var],
    args: &[(Arc<str>, Value)],
) -> Result<(), String> {
    stack.push_table((0, vars.len() + args.len()), |table| {
        let vars = vars.iter().map(|var| (&**world.rules.name(var.name), &var.value));
        for (name, value) in vars.chain(args.iter().map(|(name, value)| (&**name, value))) {
            put(table, host, world, name, value)?;
        }
        Ok(())
    })
}

fn put(table: &mut TableBuilder, host: &Host, world: &World, name: &str, value: &Value) -> Result<(), String> {
    table.field(name, |stack| push(stack, host, world, value))
}
