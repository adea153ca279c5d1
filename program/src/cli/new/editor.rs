//! Editor: writes the schemas, stubs and settings by which editors help an author.

use serde_json::Value;

use super::plan::FilePlan;
use crate::scenario;
use intermezzo::catalog::{Catalog, keys};
use intermezzo::script::stubs;

/// The folder of schemas and stubs for editors, which commands write again. Readers of games and packs pass over names
/// with a dot.
pub const FOLDER: &str = ".intermezzo";

/// The first line of a new file, by which editors find its schema: `below` is the file's path, and `kind` the kind of
/// schema.
pub fn schema_line(below: &str, kind: &str) -> String {
    let up = "../".repeat(below.matches('/').count());
    format!("# yaml-language-server: $schema={up}{FOLDER}/{kind}.schema.json\n")
}

/// The kind of the schema for the cards or the decks of one game, as `schema_line` names it: `GAME/card`.
pub fn of_game(game: &str, kind: &str) -> String {
    format!("{game}/{kind}")
}

/// Adds to the files to be written what editors read: the schemas of all kinds of files, those of this game's cards and
/// decks, stubs for its scripts, and settings.
pub fn add(plan: &mut FilePlan, catalog: &Catalog) {
    let game = &*catalog.rules.schema.game;
    for (kind, schema) in keys::schemas().into_iter().chain(scenario::keys::schemas()) {
        plan.made(format!("{FOLDER}/{kind}.schema.json"), pretty(&schema));
    }
    for (kind, schema) in keys::schemas_of(catalog) {
        plan.made(format!("{FOLDER}/{}.schema.json", of_game(game, kind)), pretty(&schema));
    }
    plan.made(format!("{FOLDER}/lua/host.lua"), stubs::host());
    plan.made(format!("{FOLDER}/lua/{game}.lua"), stubs::game(catalog));
    let lua = include_str!("templates/luarc.json");
    plan.setting(".luarc.json", lua);
    plan.setting(".vscode/extensions.json", include_str!("templates/extensions.json"));
    plan.setting(".vscode/settings.json", include_str!("templates/settings.json"));
}

fn pretty(schema: &Value) -> String {
    // Writing a JSON value cannot fail, so the default is never used.
    let text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text + "\n"
}
