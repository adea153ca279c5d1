//! The stub of the host: every host function, for editors.

use crate::kernel::model::fixed_fields::{ABILITY_FIELDS, USE_FIELDS};
use crate::script::api::TABLE;
use crate::script::api::function_table::TOGETHER_DOC;
use crate::script::api::shapes::SHAPES;
use crate::script::stubs::fields::lines;
use crate::script::stubs::library::LUAU;
use crate::script::stubs::script_names::{METHODS, OBJECTS, fixed_fields};
use crate::script::stubs::text::{function, put};

/// `scripts/_meta/host.lua`: the host functions, for editors.
pub fn host() -> String {
    let mut out = String::from(
        "---@meta\n--- What every script sees. Made from the table of host functions; never loaded.\n\
         --- `intermezzo new editor` writes it anew.\n\n",
    );
    let method = |(name, signature, _): &(&str, &str, &str)| {
        format!("---@field {name} fun(self: Card, {}\n", signature.trim_start_matches('('))
    };
    let methods: String = METHODS.iter().map(method).collect();
    put(&mut out, &format!("--- A card in this game.\n---@class (partial) Card\n{methods}\n"));
    put(&mut out, "--- A player.\n---@class (partial) Player\n\n");
    put(
        &mut out,
        "--- One using of a card or an ability. Its targets are fields under their own names.\n---@class (partial) Use\n",
    );
    put(&mut out, &lines(&fixed_fields(USE_FIELDS, None)));
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
    put(
        &mut out,
        &format!("--- An ability.\n---@class (partial) Ability\n{}\n", lines(&fixed_fields(ABILITY_FIELDS, None))),
    );
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
