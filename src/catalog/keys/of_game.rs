//! Of game: the schemas of cards and decks of one game, with the fields and lists that its manifest and packs declare.

use serde_json::{Map, Value, json};

use super::schemas;
use crate::catalog::Catalog;
use crate::catalog::manifest::FieldSpec;
use crate::kernel::model::value::TypeId;

/// The JSON Schemas of the cards and of the decks of a game, with the packs in play.
pub fn schemas_of(catalog: &Catalog) -> Vec<(&'static str, Value)> {
    let mut made = schemas();
    made.retain(|(kind, _)| ["card", "deck"].contains(kind));
    for (kind, schema) in &mut made {
        let title = format!("A {kind} of {}", catalog.rules.schema.title);
        schema["title"] = title.into();
        match *kind {
            "card" => of_cards(catalog, schema),
            _ => of_decks(catalog, schema),
        }
    }
    made
}

/// Each field with the kind that it has, each type with its fields.
fn of_cards(catalog: &Catalog, schema: &mut Value) {
    let rules = &catalog.rules;
    for field in &catalog.fields {
        schema["properties"][&**rules.name(field.name)] = kind(catalog, field);
    }
    let types: Vec<&str> = rules.schema.types.iter().map(|ty| &**rules.name(ty.name)).collect();
    let rule = |(at, name): (usize, &&str)| {
        let has = |field: &&FieldSpec| field.types.contains(TypeId::of(at));
        let own: Vec<&FieldSpec> = catalog.fields.iter().filter(has).collect();
        let needed: Vec<&str> =
            own.iter().filter(|field| field.required).map(|field| &**rules.name(field.name)).collect();
        let foreign = catalog.fields.iter().filter(|field| own.iter().all(|known| known.name != field.name));
        let foreign: Map<String, Value> =
            foreign.map(|field| (rules.name(field.name).to_string(), json!(false))).collect();
        let then = json!({ "required": needed, "properties": foreign });
        json!({ "if": { "properties": { "type": { "const": name } } }, "then": then })
    };
    let by_type: Vec<Value> = types.iter().enumerate().map(rule).collect();
    schema["properties"]["type"]["enum"] = json!(types);
    schema["additionalProperties"] = json!(false);
    schema["allOf"] = json!(by_type);
}

/// What stands in a field of this kind.
fn kind(catalog: &Catalog, field: &FieldSpec) -> Value {
    let schema = &catalog.rules.schema;
    match field.kind.as_str() {
        "int" => json!({ "type": "integer" }),
        "word" | "text" => json!({ "type": "string" }),
        "words" => json!({ "type": ["string", "array"], "items": { "type": "string" } }),
        "cells" => json!({ "type": "array" }),
        "cost" => {
            let pips = schema.pips.iter().map(|(name, _)| catalog.rules.name(*name).to_string());
            let pips: Map<String, Value> =
                pips.map(|name| (name, json!({ "type": "integer", "minimum": 0 }))).collect();
            json!({ "type": "object", "additionalProperties": false, "properties": pips })
        }
        "rules" => json!({ "type": "object" }),
        _ => json!({ "type": ["object", "array", "boolean"] }),
    }
}

/// Each list of decks by its name.
fn of_decks(catalog: &Catalog, schema: &mut Value) {
    let cards = schema["additionalProperties"].take();
    for list in &catalog.deck_rules.lists {
        schema["properties"][&list.name] = cards.clone();
    }
    schema["additionalProperties"] = json!(false);
}
