//! The stub of a game: its fields, records, events and modules, for editors.

use crate::catalog::{Catalog, ScriptSource};
use crate::kernel::model::event;
use crate::kernel::model::rules::{EventDef, FieldKind, Rules};
use crate::script::stubs::fields::*;
use crate::script::stubs::modules;
use crate::script::stubs::text::{function, put};

/// `scripts/_meta/<game>.lua`: the fields, records, events and modules of one game, for editors.
pub fn game(catalog: &Catalog) -> String {
    let rules = &catalog.rules;
    let name = &rules.schema.game;
    let mut out = format!(
        "---@meta\n--- Fields, records and events of the game `{name}`. Made from its manifest; never loaded.\n\
         --- `intermezzo new editor` writes it anew.\n\n"
    );
    for (group, values) in &rules.schema.statuses {
        let values: Vec<String> = values.iter().map(|v| format!("\"{}\"", rules.name(*v))).collect();
        put(&mut out, &format!("---@alias {name}.{} {}\n", rules.name(*group), values.join("|")));
    }
    let zones: Vec<String> = rules.schema.zones.iter().map(|z| format!("\"{}\"", rules.name(z.name))).collect();
    put(&mut out, &format!("---@alias {name}.zone {}\n\n", zones.join("|")));
    put(&mut out, &format!("---@class (partial) Card\n{}", lines(&fields_of(rules, "Card"))));
    put(&mut out, &format!("\n---@class (partial) Player\n{}", lines(&fields_of(rules, "Player"))));
    put(&mut out, &format!("\n---@class (partial) Space\n{}", lines(&fields_of(rules, "Space"))));
    put(&mut out, &format!("\n---@class (partial) Game\n{}", lines(&fields_of(rules, "Game"))));
    put(&mut out, &format!("\n---@class (partial) Options\n{}", lines(&fields_of(rules, "Options"))));
    for record in &rules.schema.records {
        let record_name = rules.name(record.name);
        put(&mut out, &format!("\n---@class {name}.{record_name}: Record\n"));
        put(&mut out, &lines(&fields_of(rules, &format!("{name}.{record_name}"))));
        put(
            &mut out,
            &format!(
                "\n--- Nil if none is open.\n---@param name \"{record_name}\"\n---@return {name}.{record_name}?\nfunction record(name) end\n"
            ),
        );
    }
    for event in &rules.events[event::COUNT as usize..] {
        put(&mut out, &format!("\n--- {}\n{}", event_doc(rules, event), act_function(rules, event)));
    }
    for source in &catalog.modules {
        if let Some(name) = module(source) {
            put(&mut out, &format!("\n{}", modules::stub(name, &source.source)));
        }
    }
    out
}

/// The name of the global that a file becomes; `None`: the file returns no table.
fn module(source: &ScriptSource) -> Option<&str> {
    let path = source.file.strip_suffix(".lua")?;
    let returns = source.source.trim_end().lines().last()?.starts_with("return ");
    returns.then(|| path.rsplit('/').next().unwrap_or(path))
}

fn event_doc(rules: &Rules, event: &EventDef) -> String {
    match &event.text {
        Some(text) => format!("{}: \"{text}\".", rules.name(event.name)),
        None => format!("{}.", rules.name(event.name)),
    }
}

fn act_function(rules: &Rules, event: &EventDef) -> String {
    let mut params = Vec::new();
    let mut returns = "any";
    for (i, (name, kind)) in event.fields.iter().enumerate() {
        let ty = match (i, kind) {
            (0, FieldKind::Card) => "Card|Card[]",
            (0, FieldKind::Player) => "Player|Player[]",
            _ => field_type(*kind),
        };
        if i == 0 {
            returns = ty;
        }
        let optional = if event.optional & 1 << i.min(31) != 0 { "?" } else { "" };
        params.push(format!("{}{optional}: {ty}", rules.name(*name)));
    }
    let path = format!("act.{}", rules.name(event.name));
    let text = function(&path, &format!("({}): {returns}?", params.join(", ")));
    text.trim_end().to_string() + "\n"
}
