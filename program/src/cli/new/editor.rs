//! Editor: what editors read beside the files of an author, written where they look for it.

use serde_json::Value;

use super::plan::FilePlan;
use crate::scenario;
use intermezzo::catalog::{Catalog, keys};
use intermezzo::script::stubs;

/// The folder of generated files for editors. The dot hides it from readers of games and packs.
pub const FOLDER: &str = ".intermezzo";

/// The first line of a file of a kind: where its schema lies, from the file's own folder.
pub fn schema_line(below: &str, kind: &str) -> String {
    let up = "../".repeat(below.matches('/').count());
    format!("# yaml-language-server: $schema={up}{FOLDER}/{kind}.schema.json\n")
}

/// The kind of schema of a card or deck of a game.
pub fn of_game(game: &str, kind: &str) -> String {
    format!("{game}/{kind}")
}

/// Adds the schemas of all kinds of files, also of the files of one game, stubs for its scripts, and settings of
/// editors.
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
    // A schema is a value of JSON, so it can be written.
    let text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text + "\n"
}
