//! The stub of the host: every host function, for editors.

use crate::kernel::model::fixed_fields::{ABILITY_FIELDS, USE_FIELDS};
use crate::script::api::TABLE;
use crate::script::api::shapes::SHAPES;
use crate::script::api::table::TOGETHER_DOC;
use crate::script::stubs::script_names::{OBJECTS, stub_lines};
use crate::script::stubs::text::{function, put};

/// Functions of the sandbox that Lua 5.1 lacks: library, signature.
const LUAU: [(&str, &str); 17] = [
    ("bit32", "arshift(x: integer, n: integer): integer"),
    ("bit32", "band(...: integer): integer"),
    ("bit32", "bnot(x: integer): integer"),
    ("bit32", "bor(...: integer): integer"),
    ("bit32", "btest(...: integer): boolean"),
    ("bit32", "bxor(...: integer): integer"),
    ("bit32", "countlz(x: integer): integer"),
    ("bit32", "countrz(x: integer): integer"),
    ("bit32", "extract(x: integer, field: integer, width?: integer): integer"),
    ("bit32", "lrotate(x: integer, n: integer): integer"),
    ("bit32", "lshift(x: integer, n: integer): integer"),
    ("bit32", "replace(x: integer, value: integer, field: integer, width?: integer): integer"),
    ("bit32", "rrotate(x: integer, n: integer): integer"),
    ("bit32", "rshift(x: integer, n: integer): integer"),
    ("math", "clamp(x: number, low: number, high: number): number"),
    ("math", "round(x: number): integer"),
    ("math", "sign(x: number): integer"),
];

/// `scripts/_meta/host.lua`: the host functions, for editors.
pub fn host() -> String {
    let mut out = String::from(
        "---@meta\n--- What every script sees. Made from the table of host functions; never loaded.\n\
         --- `intermezzo new editor` writes it anew.\n\n",
    );
    let methods = "---@field has fun(self: Card, field: string, word: string): boolean\n\
                   ---@field is fun(self: Card, status: string): boolean\n\
                   ---@field stored fun(self: Card, field: string): integer\n";
    put(&mut out, &format!("--- A card in this game.\n---@class (partial) Card\n{methods}\n"));
    put(&mut out, "--- A player.\n---@class (partial) Player\n\n");
    put(
        &mut out,
        "--- One using of a card or an ability. Its targets are fields under their own names.\n---@class (partial) Use\n",
    );
    put(&mut out, &stub_lines(USE_FIELDS, None));
    put(&mut out, "---@field [string] any\n\n");
    put(&mut out, "--- An open record. Its fields are those the manifest declares.\n---@class (partial) Record\n\n");
    put(
        &mut out,
        "--- The game.\n---@class (partial) Game\n\n--- The options of the game.\n---@class (partial) Options\n\n",
    );
    put(
        &mut out,
        "--- A space of a zone. Its counters are those the manifest declares.\n---@class (partial) Space\n\n",
    );
    put(&mut out, &format!("--- An ability.\n---@class (partial) Ability\n{}\n", stub_lines(ABILITY_FIELDS, None)));
    for (name, keys) in SHAPES {
        put(&mut out, &format!("---@class {name}\n"));
        for key in keys.split(", ") {
            let (key, ty) = key.split_once(": ").unwrap_or(("[string]", "any"));
            put(&mut out, &format!("---@field {key} {ty}\n"));
        }
        out.push('\n');
    }
    for (name, ty, doc) in OBJECTS {
        put(&mut out, &format!("--- {doc}\n---@type {ty}\n{name} = nil\n\n"));
    }
    for table in ["ask", "act", "roll", "agenda", "board", "bit32"] {
        put(&mut out, &format!("{table} = {{}}\n"));
    }
    out.push('\n');
    put(&mut out, "--- Registers a step of the flow under a name. In a game's Lua files only.\n");
    put(&mut out, &function("step", "(name: string, step: fun(args: table))"));
    put(
        &mut out,
        "--- Says which keys a table may have that a function of a module is given: another one is an error where the function was called.\n",
    );
    put(&mut out, &function("takes", "(given: table?, keys: string[])"));
    for f in TABLE {
        put(&mut out, &format!("--- {}\n{}", f.doc, function(f.path, f.signature)));
    }
    put(&mut out, &format!("--- {}\n{}", TOGETHER_DOC.2, function(TOGETHER_DOC.0, TOGETHER_DOC.1)));
    for (library, signature) in LUAU {
        let (name, rest) = signature.split_once('(').unwrap_or((signature, ""));
        put(&mut out, &function(&format!("{library}.{name}"), &format!("({rest}")));
    }
    out.trim_end().to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::LUAU;
    use crate::lua::LIBRARIES;

    #[test]
    fn what_lua_5_1_lacks_is_in_the_stub() {
        let native = ["abs", "ceil", "floor", "fmod", "huge", "max", "min", "modf"];
        for (library, members) in LIBRARIES.iter().filter(|(l, _)| ["bit32", "math"].contains(l)) {
            for member in members.iter().filter(|m| !native.contains(m)) {
                let found = LUAU.iter().any(|(l, s)| l == library && s.starts_with(&format!("{member}(")));
                assert!(found, "{library}.{member} has no signature");
            }
        }
    }
}
