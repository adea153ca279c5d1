//! Base VM: a VM with all that scripts see, before the scripts of a game are loaded into it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Table, Value as LuaValue};

use crate::catalog::{Catalog, ScriptSource};
use crate::kernel::model::event;
use crate::kernel::model::value::EventId;
use crate::script::api::TABLE;
use crate::script::api::function::{HostFn, Waits};
use crate::script::host::running_game::Host;
use crate::script::host::script_sight::ReadRights;
use crate::script::sandbox::Compiled;
use crate::script::sandbox::stack::Coroutine;
use crate::script::sandbox::{Limits, PlacedSource, Sandbox, ScriptError};
use crate::script::vm::pack_globals::{Envs, PackInPlay, in_play, module_name};
use crate::script::vm::register::{ALWAYS, register};
use crate::script::vm::registered_steps::{NamedSteps, RegisteredStep};

/// A compiled text, and its place.
pub(crate) type ScriptText = (PlacedSource, Arc<Compiled>);

/// A VM with all that scripts see; catalogs that show their scripts the same things share it.
pub(crate) struct Base {
    pub sandbox: Sandbox,
    pub host: Rc<Host>,
    pub shows: Arc<Shows>,
    steps: Vec<RegisteredStep>,
    /// Globals for the scripts of the game, and for those of each pack.
    pub envs: Envs,
    /// The compiled modules, with the facts about the names that they use.
    pub modules: Arc<[ScriptText]>,
    /// Coroutines that have ended, to be used again.
    pub idle: RefCell<Vec<Coroutine>>,
    /// True after a cut by the clock or the memory limit. Nothing more is built on this VM then.
    pub aborted: Cell<bool>,
}

/// The parts of a catalog that its scripts see.
#[derive(PartialEq)]
pub(crate) struct Shows {
    limits: Limits,
    modules: Vec<(Arc<str>, Arc<str>)>,
    pub(crate) packs: Arc<[PackInPlay]>,
    pub(crate) events: Vec<Arc<str>>,
    /// For each host function: true if it waits.
    pub(crate) waiting: Vec<bool>,
}

impl Shows {
    pub fn of(catalog: &Catalog, limits: Limits) -> Shows {
        let rules = &catalog.rules;
        let waits = |f: &HostFn| match f.waits {
            Waits::Never => false,
            Waits::Always => true,
            Waits::IfAnswered(event) => rules.is_answered(event),
        };
        Shows {
            limits,
            modules: catalog.modules.iter().map(|m| (m.file.clone(), m.source.clone())).collect(),
            packs: in_play(catalog).into(),
            events: rules.events[event::COUNT as usize..].iter().map(|e| rules.name(e.name).clone()).collect(),
            waiting: TABLE.iter().map(waits).collect(),
        }
    }

    /// True if calls of host functions are prepared.
    pub fn is_prepared(&self) -> bool {
        self.limits.lowering
    }
}

/// The fuel of all files of a game and its packs while they load: three thousand scripts took 23 s (attack `scripts
/// that run long` in tests/clock/attacks_on_loading.rs).
const LOADING_FUEL: i64 = 5_000_000;

/// Locals of every card script, declared on the line before it.
pub(crate) const PRELUDE: &str = "local this, self, me, opponent, event, args";
/// The names of the locals in [`PRELUDE`].
pub(crate) const GIVEN: [&str; 6] = ["this", "self", "me", "opponent", "event", "args"];

impl Base {
    /// The permission to read of each script.
    pub fn sights(&self, catalog: &Catalog) -> Vec<ReadRights> {
        let of_step = |name: &str| self.steps.iter().find(|step| step.name == name).is_some_and(|step| step.hidden);
        let sight = |source: &ScriptSource| match source.is_step {
            true => ReadRights::new(of_step(&source.source), true),
            false => ReadRights::new(source.reads_hidden, false),
        };
        catalog.scripts.iter().map(sight).collect()
    }

    /// The functions that files registered.
    pub fn steps(&self) -> impl Iterator<Item = &Function> {
        self.steps.iter().map(|step| &step.function)
    }

    /// The function that a module registered under the name of a step.
    pub fn step(&self, source: &ScriptSource) -> Result<Function, ScriptError> {
        match self.steps.iter().find(|step| *step.name == *source.source) {
            Some(step) => Ok(step.function.clone()),
            None => {
                let message = format!("the step `{}` is not registered", source.source);
                Err(ScriptError::at(&source.file, source.line, message))
            }
        }
    }

    /// Builds a VM and runs the modules of a catalog in it. Those that were `compiled` before are not checked again.
    pub fn new(
        catalog: &Catalog,
        shows: Arc<Shows>,
        compiled: Option<&Arc<[ScriptText]>>,
    ) -> Result<Base, Vec<ScriptError>> {
        let sandbox = Sandbox::new(shows.limits.clone()).map_err(fault)?;
        let host = Rc::new(Host::default());
        let steps = NamedSteps::new(RefCell::new(Some(Vec::new())));
        let events: Vec<EventId> = (event::COUNT..).map(EventId).take(shows.events.len()).collect();
        register(&sandbox, &host, &shows, &events, &steps).map_err(|e| vec![sandbox.classify(&e)])?;
        let mut modules = Vec::new();
        let mut errors = shadowed(&sandbox, catalog).map_err(|e| vec![sandbox.classify(&e)])?;
        sandbox.seal().map_err(fault)?;
        // Globals that may change: the results of files, and the game's objects.
        let changing = catalog.modules.iter().map(module_name).chain(ALWAYS.map(|(name, _)| name));
        let changing: Arc<[String]> = changing.map(String::from).collect();
        let mut left = LOADING_FUEL;
        let envs = Envs::load(&sandbox, catalog, &shows.packs, |i, module, env| {
            let function = match compiled {
                Some(texts) => sandbox.load_compiled(&texts[i], env).map_err(|error| vec![error])?,
                None => {
                    let (function, text) = load_module(&sandbox, module, &changing, env)?;
                    modules.push(text);
                    function
                }
            };
            run_module(&sandbox, &function, module, &mut left)
        });
        let envs = match envs {
            Ok(envs) if errors.is_empty() => envs,
            found => {
                errors.extend(found.err().unwrap_or_default());
                return Err(errors);
            }
        };
        sandbox.lock().map_err(fault)?;
        let modules = compiled.map_or_else(|| modules.into(), Arc::clone);
        let (steps, idle) = (steps.take().unwrap_or_default(), RefCell::default());
        Ok(Base { sandbox, host, shows, steps, envs, modules, idle, aborted: Cell::new(false) })
    }
}

fn fault(message: String) -> Vec<ScriptError> {
    vec![ScriptError::at("", 0, message)]
}

fn load_module(
    sandbox: &Sandbox,
    module: &ScriptSource,
    changing: &Arc<[String]>,
    env: Option<&Table>,
) -> Result<(Function, ScriptText), Vec<ScriptError>> {
    let placed = sandbox.place(&module.place(), "", 0, &module.source);
    let placed = placed.map_err(|error| vec![error])?.into_file(changing);
    let (function, compiled) = sandbox.load_placed(&placed, env)?;
    Ok((function, (placed.without_text(), compiled)))
}

/// Runs a module with the fuel that is left, and returns its value.
fn run_module(
    sandbox: &Sandbox,
    function: &Function,
    module: &ScriptSource,
    left: &mut i64,
) -> Result<LuaValue, Vec<ScriptError>> {
    if *left <= 0 {
        // The file that used up the fuel was reported.
        return Err(Vec::new());
    }
    let had = (*left).min(sandbox.limits().fuel);
    sandbox.start_run_with(had);
    let result = function.call(()).map_err(|e| {
        let mut error = sandbox.classify(&e);
        let at = error.line.checked_sub(module.line).map_or(0, |line| line as usize);
        crate::script::sandbox::nil_errors::name_the_nil(&mut error, module.source.lines().nth(at).unwrap_or_default());
        vec![error]
    });
    *left -= had - sandbox.fuel_left();
    if result.is_err() && *left <= 0 {
        let message = format!("the files of scripts use more than {LOADING_FUEL} fuel together while they load");
        return Err(vec![ScriptError::at(&module.file, module.line, message)]);
    }
    result
}

/// The errors about names of the manifest that would hide something of the host.
fn shadowed(sandbox: &Sandbox, catalog: &Catalog) -> mlua::Result<Vec<ScriptError>> {
    let (rules, globals) = (&catalog.rules, sandbox.lua().globals());
    let manifest = format!("cards/{}/game.yaml", rules.schema.game);
    let name_taken = |what: &str, name: &str| {
        let message =
            format!("the {what} cannot be called `{name}`: scripts have something of that name in every game");
        ScriptError::at(&manifest, 0, message).with_help("give it another name".into())
    };
    let mut out = Vec::new();
    for record in &rules.schema.records {
        let name = &**rules.name(record.name);
        if GIVEN.contains(&name) || globals.contains_key(name)? {
            out.push(name_taken("record", name));
        }
    }
    let is_host = |name: &str| TABLE.iter().any(|f| f.path.strip_prefix("act.") == Some(name)) || name == "together";
    for event in rules.events[event::COUNT as usize..].iter().map(|e| &**rules.name(e.name)) {
        if is_host(event) {
            out.push(name_taken("event", event));
        }
    }
    Ok(out)
}
