//! Lua names: the names of the functions of Lua that scripts see, and of those that they do not.

/// The libraries and their members.
pub(crate) const LIBRARIES: [(&str, &[&str]); 4] = [
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

/// Members of `string` that take a pattern in Lua. They exist only to report that there are no patterns.
pub(crate) const OF_PATTERNS: [&str; 3] = ["gmatch", "gsub", "match"];

/// The remark on a source that names one of [`OF_PATTERNS`].
pub(crate) const NO_PATTERNS: &str = ": there are no patterns, and `find` looks for a text as it stands";

/// Globals that the parser refuses by name, with a better message than "attempt to call a nil value". `require` and
/// `print` are not here: the host may offer its own.
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
