//! Pack globals: the globals that scripts see: those of the game, and for each pack a table of its own.
//!
//! A pack sees what the game sees, the modules of the packs that it needs, and its own. No script sees a module of a
//! pack that it does not know, so two packs may call a file alike, and none can stand in the way of another.

use std::sync::Arc;

use mlua::{Table, Value as LuaValue};

use crate::catalog::{Catalog, PackInfo, ScriptSource};
use crate::script::sandbox::{Sandbox, ScriptError};
use crate::script::source::names::ScriptNames;
use crate::script::vm::base_vm::GIVEN;

/// A pack in play, with its header's statements about scripts.
#[derive(PartialEq)]
pub(crate) struct PackInPlay {
    pack: Arc<str>,
    /// The packs whose modules this pack's scripts see.
    needs: Vec<Arc<str>>,
    /// True if its steps may read things that their player does not see.
    reads_hidden: bool,
}

/// The packs of a catalog that are in play, in the order in which they load.
pub(crate) fn in_play(catalog: &Catalog) -> Vec<PackInPlay> {
    let of = |pack: &PackInfo| PackInPlay {
        pack: pack.id.as_str().into(),
        needs: pack.needs.iter().map(|(id, ..)| id.as_str().into()).collect(),
        reads_hidden: pack.reads_hidden,
    };
    catalog.packs.iter().map(of).collect()
}

/// True if the steps of a file may read things that their player does not see: those of the game may.
pub(crate) fn reads_hidden(packs: &[PackInPlay], file: &str) -> bool {
    pack_of(file).is_none_or(|id| packs.iter().any(|of| *of.pack == *id && of.reads_hidden))
}

/// The globals of one pack's scripts.
struct PackEnv {
    pack: Arc<str>,
    globals: Table,
    /// The names of the pack's modules.
    own: Vec<String>,
    names: ScriptNames,
}

/// Globals for the scripts of a game, and for those of each pack.
pub(crate) struct Envs {
    game: ScriptNames,
    packs: Vec<PackEnv>,
}

/// The pack that a file belongs to.
fn pack_of(file: &str) -> Option<&str> {
    file.strip_prefix("packs/")?.split_once('/').map(|(pack, _)| pack)
}

impl Envs {
    /// The globals of a file; `None` for a file that uses those of the VM.
    pub fn of(&self, file: &str) -> Option<&Table> {
        self.env(file).map(|env| &env.globals)
    }

    /// The names that a file may use.
    pub fn names(&self, file: &str) -> &ScriptNames {
        self.env(file).map_or(&self.game, |env| &env.names)
    }

    /// The globals of all packs.
    pub fn all(&self) -> impl Iterator<Item = &Table> {
        self.packs.iter().map(|env| &env.globals)
    }

    fn env(&self, file: &str) -> Option<&PackEnv> {
        let pack = pack_of(file)?;
        self.packs.iter().find(|env| *env.pack == *pack)
    }

    /// Loads the modules of a catalog: `run` runs one with its globals, and returns its value. Errors are all faults
    /// found.
    pub fn load<'c>(
        sandbox: &Sandbox,
        catalog: &'c Catalog,
        in_play: &[PackInPlay],
        mut run: impl FnMut(usize, &'c ScriptSource, Option<&Table>) -> Result<LuaValue, Vec<ScriptError>>,
    ) -> Result<Envs, Vec<ScriptError>> {
        let fault = |message: String| vec![ScriptError::at("", 0, message)];
        let failed = |e: mlua::Error| vec![sandbox.classify(&e)];
        let (mut errors, mut packs) = (Vec::new(), Vec::<PackEnv>::new());
        let mut all = |pack: Option<&str>, globals: &Table, own: &mut Vec<String>| {
            let modules = catalog.modules.iter().enumerate();
            for (i, module) in modules.filter(|(_, module)| pack_of(&module.file) == pack) {
                let env = pack.is_some().then_some(globals);
                match run(i, module, env).and_then(|result| name(sandbox, globals, module, result)) {
                    Ok(name) => own.extend(name),
                    Err(found) => errors.extend(found),
                }
            }
        };
        let of_game = sandbox.lua().globals();
        all(None, &of_game, &mut Vec::new());
        for PackInPlay { pack, needs, .. } in in_play {
            // What was loaded before belongs to the game or other packs, so this pack must not change it.
            sandbox.freeze(&LuaValue::Table(of_game.clone())).and_then(|()| sandbox.freeze_made()).map_err(fault)?;
            let globals = sandbox.lua().create_table().map_err(failed)?;
            let copy = |name: String, value: LuaValue| globals.raw_set(name, value);
            of_game.for_each(copy).map_err(failed)?;
            for needed in packs.iter().filter(|env| needs.contains(&env.pack)) {
                for name in &needed.own {
                    let module: LuaValue = needed.globals.raw_get(name.as_str()).map_err(failed)?;
                    globals.raw_set(name.as_str(), module).map_err(failed)?;
                }
            }
            globals.set_safeenv(true);
            let mut own = Vec::new();
            all(Some(pack), &globals, &mut own);
            sandbox.freeze(&LuaValue::Table(globals.clone())).map_err(fault)?;
            let names = ScriptNames::of(&globals).map_err(failed)?;
            packs.push(PackEnv { pack: pack.clone(), globals, own, names });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Envs { game: ScriptNames::of(&of_game).map_err(failed)?, packs })
    }
}

/// Makes what a module returned a global under the name of its file. Returns the name; `None`: it returned no table,
/// and is no module.
fn name(
    sandbox: &Sandbox,
    globals: &Table,
    module: &ScriptSource,
    result: LuaValue,
) -> Result<Option<String>, Vec<ScriptError>> {
    let failed = |e: mlua::Error| vec![sandbox.classify(&e)];
    let LuaValue::Table(_) = &result else { return Ok(None) };
    let name = module_name(module);
    // A taken name keeps its meaning: the host's, or that of another module.
    if GIVEN.contains(&name) || globals.contains_key(name).map_err(failed)? {
        let error = ScriptError::at(&module.file, 1, format!("the name `{name}` is taken"));
        return Err(vec![error.with_help("give the file of this module another name".into())]);
    }
    globals.raw_set(name, result).map_err(failed)?;
    Ok(Some(name.into()))
}

/// The name of a module in scripts: its file without the ending.
pub(crate) fn module_name(module: &ScriptSource) -> &str {
    module.file.rsplit('/').next().and_then(|f| f.strip_suffix(".lua")).unwrap_or("module")
}
