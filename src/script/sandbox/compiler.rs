//! Compiler: turns sources into bytecode, and inlines only builtins that scripts may have.

use std::sync::LazyLock;

use mlua::chunk::Compiler;

/// Builtins that the compiler may still turn into instructions: each takes constant time for each argument, gives the
/// same on every machine, and cannot be told from the function it stands for.
const INLINED: [&str; 12] = [
    "assert",
    "type",
    "select",
    "string.len",
    "math.abs",
    "math.ceil",
    "math.clamp",
    "math.floor",
    "math.max",
    "math.min",
    "math.round",
    "math.sign",
];

/// The functions that Luau's compiler can inline (`Compiler/src/Builtins.cpp`, release 740). To be read again when mlua
/// brings a new Luau.
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

/// The functions of Luau's 64-bit integers, a library that is off in this release. They are disabled should a later one
/// turn it on.
const INTEGER: &str = "create tonumber neg add sub mul div min max rem idiv udiv urem mod clamp band bor bnot bxor lt le \
                       ult ule gt ge ugt uge lshift rshift arshift lrotate rrotate extract btest countrz countlz bswap";

static COMPILER: LazyLock<Compiler> = LazyLock::new(build);

/// Globals that are looked up each time. Else `for k in next, t` walks the table in its own order, whatever `next` is:
/// a second guard beside `__iterate`.
const LOOKED_UP: [&str; 2] = ["pairs", "next"];

/// The compiler for scripts.
pub(super) fn compiler() -> &'static Compiler {
    &COMPILER
}

/// The compiler for a text that must look up these globals, too, each time.
pub(super) fn compiler_with(changing: &[String]) -> Compiler {
    compiler().clone().set_mutable_globals(LOOKED_UP.into_iter().map(String::from).chain(changing.iter().cloned()))
}

fn build() -> Compiler {
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
        .set_mutable_globals(LOOKED_UP)
}
