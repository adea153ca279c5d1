//! Library installation: the functions of Lua that scripts keep, and those in their place.
//!
//! All others are withdrawn. A withdrawn function must also be disabled in the compiler, which emits instructions for
//! the ones it knows, and these work without the global.

use std::rc::Rc;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Error, Function, Lua, LuaString, MultiValue, Result, Table, Value};

use super::cache;
use super::error::BUILTINS;
use super::find_and_format;
use super::lua_library::LUA_LIBRARY;
use super::meter::Meter;
use crate::data::suggest;
use crate::lua::{LIBRARIES, MAX_DIGITS, MAX_STRING, OF_PATTERNS};

/// The name under which the VM keeps the function that ends the loading of files.
pub(super) const LOADED: &str = "intermezzo.loaded";

/// Globals that stay as Luau has them; `lua_library` adds the others.
const NATIVE: [&str; 3] = ["assert", "ipairs", "type"];

/// Replaces the globals of a fresh VM by those that scripts may see.
pub(super) fn install(lua: &Lua, meter: &Rc<Meter>) -> Result<()> {
    let globals = lua.globals();
    let rust = of_rust(lua, meter)?;
    let key = cache::key(cache::SourceKind::Builtins, LUA_LIBRARY);
    let prelude = match cache::get(&key) {
        Some(prelude) => prelude,
        None => {
            let compiler = Compiler::new().set_optimization_level(1).set_debug_level(1);
            cache::compile(key, &compiler, LUA_LIBRARY, Default::default())?
        }
    };
    let prelude = lua.load(&prelude.bytes[..]).set_name(format!("={BUILTINS}")).set_mode(ChunkMode::Binary);
    let replaced: Table = prelude.call((rust, MAX_STRING, MAX_DIGITS))?;
    lua.set_named_registry_value(find_and_format::TOSTRING, replaced.raw_get::<Function>("tostring")?)?;
    lua.set_named_registry_value(LOADED, replaced.raw_get::<Function>("loaded")?)?;

    let mut visible: Vec<(String, Value)> = Vec::new();
    for (library, members) in LIBRARIES {
        let native: Table = globals.raw_get(library)?;
        let ours: Option<Table> = replaced.raw_get(library)?;
        let table = lua.create_table()?;
        let hidden: &[&str] = if library == "string" { &OF_PATTERNS } else { &[] };
        for member in members.iter().chain(hidden) {
            let value = match &ours {
                Some(ours) => ours.raw_get(*member)?,
                None => Value::Nil,
            };
            let value = if value.is_nil() { native.raw_get(*member)? } else { value };
            if value.is_nil() {
                return Err(Error::runtime(format!("this Luau has no {library}.{member}")));
            }
            table.raw_set(*member, value)?;
        }
        visible.push((library.to_owned(), Value::Table(table)));
    }
    for name in NATIVE {
        visible.push((name.to_owned(), globals.raw_get(name)?));
    }
    for pair in replaced.raw_get::<Table>("globals")?.pairs::<String, Value>() {
        visible.push(pair?);
    }
    globals.clear()?;
    for (name, value) in visible {
        globals.raw_set(name, value)?;
    }
    // Methods of strings must reach the same functions, and nothing else.
    let methods = lua.create_table()?;
    methods.raw_set("__index", globals.raw_get::<Table>("string")?)?;
    methods.raw_set("__metatable", false)?;
    methods.set_readonly(true);
    lua.set_type_metatable::<LuaString>(Some(methods));
    Ok(())
}

/// The functions in Rust that `lua_library` calls.
fn of_rust(lua: &Lua, meter: &Rc<Meter>) -> Result<Table> {
    let rust = lua.create_table()?;
    find_and_format::register(lua, &rust, meter)?;
    let m = Rc::clone(meter);
    rust.raw_set("charge", lua.create_function(move |lua, fuel: i64| m.charge(lua, fuel))?)?;
    let m = Rc::clone(meter);
    rust.raw_set("text", lua.create_function(move |lua, ()| m.charge_text(lua))?)?;
    let m = Rc::clone(meter);
    rust.raw_set("removal", lua.create_function(move |lua, ()| m.charge_removal(lua))?)?;
    let help =
        |_: &Lua, (word, known): (String, Vec<String>)| Ok(suggest::help_for(&word, known.iter().map(String::as_str)));
    rust.raw_set("help", lua.create_function(help)?)?;
    let m = Rc::clone(meter);
    // A call through Rust: the called function cannot yield, and its nesting is limited.
    let guarded = lua.create_function(move |_, (function, args): (Function, MultiValue)| {
        let _depth = m.enter()?;
        function.call::<MultiValue>(args)
    })?;
    rust.raw_set("guarded", guarded)?;
    Ok(rust)
}
