//! Builtins: which of Lua's functions scripts see, and in which form.
//!
//! Only what is listed exists. A withdrawn function must also be disabled in the compiler: it emits instructions for the
//! ones it knows, which work although the global is gone.

use std::rc::Rc;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Error, Function, Lua, LuaString, MultiValue, Result, Table, Value};

use super::sandbox_cache;
use super::sandbox_error::BUILTINS;
use super::sandbox_meter::{MAX_STRING, Meter};
use super::sandbox_prelude::PRELUDE;
use super::sandbox_strings;

/// Under which name the VM holds the function that ends the loading of files.
pub(super) const LOADED: &str = "intermezzo.loaded";

/// Globals that stay as Luau has them; the prelude adds the rest.
const NATIVE: [&str; 4] = ["assert", "ipairs", "select", "type"];

/// The libraries and their members.
pub(super) const LIBRARIES: [(&str, &[&str]); 4] = [
    (
        "bit32",
        &[
            "arshift", "band", "bnot", "bor", "btest", "bxor", "countlz", "countrz", "extract", "lrotate", "lshift",
            "replace", "rrotate", "rshift",
        ],
    ),
    ("math", &["abs", "ceil", "clamp", "floor", "fmod", "huge", "max", "min", "modf", "round", "sign"]),
    ("string", &["byte", "char", "find", "format", "len", "lower", "rep", "reverse", "sub", "upper"]),
    ("table", &["concat", "insert", "remove", "sort", "unpack"]),
];

/// Members of `string` that take a pattern in Lua: they are there to say that there are none.
pub(super) const OF_PATTERNS: [&str; 3] = ["gmatch", "gsub", "match"];

/// What is said of them where a source names one.
pub(super) const NO_PATTERNS: &str = ": there are no patterns, and `find` looks for a text as it stands";

/// Globals the lint refuses by name, with a better message than "attempt to call a nil value". `require` and `print` are
/// not here: the host may offer its own.
pub(super) const WITHDRAWN: [&str; 27] = [
    "_G",
    "_VERSION",
    "buffer",
    "collectgarbage",
    "coroutine",
    "debug",
    "dofile",
    "gcinfo",
    "getfenv",
    "getmetatable",
    "integer",
    "io",
    "load",
    "loadfile",
    "loadstring",
    "newproxy",
    "os",
    "pcall",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "setfenv",
    "setmetatable",
    "typeof",
    "utf8",
    "xpcall",
];

/// Builtins that the compiler may still turn into instructions: each takes constant time and cannot be told from the
/// function it stands for.
const INLINED: [&str; 27] = [
    "assert",
    "type",
    "select",
    "string.len",
    "string.char",
    "math.abs",
    "math.ceil",
    "math.clamp",
    "math.floor",
    "math.fmod",
    "math.max",
    "math.min",
    "math.modf",
    "math.round",
    "math.sign",
    "bit32.arshift",
    "bit32.band",
    "bit32.bnot",
    "bit32.bor",
    "bit32.btest",
    "bit32.bxor",
    "bit32.extract",
    "bit32.lrotate",
    "bit32.lshift",
    "bit32.replace",
    "bit32.rrotate",
    "bit32.rshift",
];

/// Everything Luau's compiler knows how to inline (`Compiler/src/Builtins.cpp`, release 740). To be read again when
/// mlua brings a new Luau.
const KNOWN_TO_COMPILER: [(&str, &str); 7] = [
    ("", "assert type typeof rawset rawget rawequal rawlen unpack select getmetatable setmetatable tonumber tostring"),
    (
        "math",
        "abs acos asin atan2 atan ceil cosh cos deg exp floor fmod frexp ldexp log10 log max min modf pow rad sinh sin \
         sqrt tanh tan clamp sign round lerp isnan isinf isfinite",
    ),
    (
        "bit32",
        "arshift band bnot bor bxor btest extract lrotate lshift replace rrotate rshift countlz countrz byteswap",
    ),
    ("string", "byte char len sub"),
    ("table", "insert unpack"),
    (
        "buffer",
        "readi8 readu8 writei8 writeu8 readi16 readu16 writei16 writeu16 readi32 readu32 writei32 writeu32 readf32 \
         writef32 readf64 writef64 readinteger writeinteger",
    ),
    ("vector", "create magnitude normalize cross dot floor ceil abs sign clamp min max lerp"),
];

/// Luau's 64-bit integers: off in this release, disabled should a later one turn them on.
const INTEGER: &str = "create tonumber neg add sub mul div min max rem idiv udiv urem mod clamp band bor bnot bxor lt le \
                       ult ule gt ge ugt uge lshift rshift arshift lrotate rrotate extract btest countrz countlz bswap";

/// The compiler for scripts.
pub(super) fn compiler() -> Compiler {
    let known = KNOWN_TO_COMPILER.iter().copied().chain([("integer", INTEGER)]);
    let names = known.flat_map(|(library, members)| {
        members.split_whitespace().map(move |member| match library {
            "" => member.to_owned(),
            _ => format!("{library}.{member}"),
        })
    });
    let disabled: Vec<String> = names.filter(|name| !INLINED.contains(&name.as_str())).collect();
    Compiler::new()
        .set_optimization_level(1)
        .set_debug_level(1)
        .set_disabled_builtins(disabled)
        // Else `for k in next, t` walks the table in its own order, whatever `next` is: a second guard beside `__iterate`.
        .set_mutable_globals(["pairs", "next"])
}

/// Replaces the globals of a fresh VM by those that scripts may see.
pub(super) fn install(lua: &Lua, meter: &Rc<Meter>) -> Result<()> {
    let globals = lua.globals();
    let rust = lua.create_table()?;
    sandbox_strings::register(lua, &rust, meter)?;
    let m = Rc::clone(meter);
    rust.raw_set("charge", lua.create_function(move |lua, fuel: i64| m.charge(lua, fuel))?)?;
    let m = Rc::clone(meter);
    // A call through Rust: what it runs cannot yield, and nests only so deep.
    let guarded = lua.create_function(move |_, (function, args): (Function, MultiValue)| {
        let _depth = m.enter()?;
        function.call::<MultiValue>(args)
    })?;
    rust.raw_set("guarded", guarded)?;

    let key = sandbox_cache::key(sandbox_cache::Kind::Builtins, PRELUDE);
    let prelude = sandbox_cache::get(&key).or_else(|| {
        let compiler = Compiler::new().set_optimization_level(1).set_debug_level(1);
        sandbox_cache::compile(key, &compiler, PRELUDE, Default::default())
    });
    let prelude = prelude.ok_or_else(|| Error::runtime("the builtins do not compile"))?;
    let prelude = lua.load(&prelude.bytes[..]).set_name(format!("={BUILTINS}")).set_mode(ChunkMode::Binary);
    let replaced: Table = prelude.call((rust, MAX_STRING))?;
    lua.set_named_registry_value(sandbox_strings::TOSTRING, replaced.raw_get::<Function>("tostring")?)?;
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
