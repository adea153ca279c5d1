//! Game schemas: the JSON Schemas of the cards and decks of one game, with the fields and lists that its manifest and
//! packs declare, and with what a filter of that game can ask.

use serde_json::{Map, Value, json};

use super::schemas;
use crate::catalog::Catalog;
use crate::catalog::builder::FieldSpec;
use crate::kernel::model::lang::{CardField, Class};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::TypeId;

/// The JSON Schemas of the cards and of the decks of a game, with the packs in play.
pub fn schemas_of(catalog: &Catalog) -> Vec<(&'static str, Value)> {
    let mut made = schemas();
    made.retain(|(kind, _)| ["card", "deck"].contains(kind));
    for (kind, schema) in &mut made {
        let title = format!("A {kind} of {}", catalog.rules.schema.title);
        schema["title"] = title.into();
        match *kind {
            "card" => {
                of_cards(catalog, schema);
                of_filters(catalog, schema);
            }
            _ => of_decks(catalog, schema),
        }
    }
    made
}

impl Catalog {
    /// The fields that cards of a type print, or those of any type: name, kind, whether it must be there.
    pub fn printed_fields(&self, ty: Option<&str>) -> Vec<(String, String, bool)> {
        let rules = &self.rules;
        let at = ty.and_then(|ty| rules.schema.types.iter().position(|known| **rules.name(known.name) == *ty));
        let is_of = |field: &&FieldSpec| at.is_none_or(|at| field.types.contains(TypeId::of(at)));
        let parts = |field: &FieldSpec| (rules.name(field.name).to_string(), field.kind.clone(), field.required);
        self.fields.iter().filter(is_of).map(parts).collect()
    }
}

/// Adds each field with its kind, and each type with its fields.
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
    let one = json!({ "enum": types });
    schema["properties"]["type"] = json!({ "anyOf": [one, { "type": "array", "minItems": 1, "items": one }] });
    schema["additionalProperties"] = json!(false);
    schema["allOf"] = json!(by_type);
}

/// The schema of values for a field of this kind.
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
        "rules" => json!({ "$ref": "#/definitions/printed_rules" }),
        _ => json!({ "$ref": "#/definitions/condition" }),
    }
}

/// Limits the filters of each kind of object to the words of this game.
fn of_filters(catalog: &Catalog, schema: &mut Value) {
    let (rules, of_game) = (&catalog.rules, &catalog.rules.schema);
    let comparison = json!({ "$ref": "#/definitions/comparison" });
    let several = |of: &Value| json!({ "anyOf": [of, { "type": "array", "items": of }] });
    let name = json!({ "type": ["string", "integer", "boolean"] });
    let of_card = |field: &CardField| match field {
        CardField::Attr(_) => Some(several(&comparison)),
        CardField::Words(_) | CardField::Status(_) => Some(several(&name)),
        CardField::Cost(_) => Some(comparison.clone()),
        _ => None,
    };
    let named = |name: &Sym, what: Value| (rules.name(*name).to_string(), what);
    let cards = of_game.card_fields.iter().filter_map(|(name, field)| Some(named(name, of_card(field)?)));
    let cards = cards.chain(of_game.filters.iter().map(|filter| named(&filter.name, json!({ "type": "boolean" }))));
    let spaces = of_game.space_counters.iter().map(|c| named(&c.name, comparison.clone()));
    let players = of_game.player_fields.iter().map(|(name, _)| named(name, several(&comparison)));
    let records = of_game.records.iter().flat_map(|record| &record.fields).map(|(name, _)| named(name, json!(true)));
    let cards: Map<String, Value> = cards.collect();
    for (of, fields) in [
        ("role", cards.clone()),
        ("filter_of_cards", cards.clone()),
        ("selection_of_cards", cards),
        ("filter_of_spaces", spaces.clone().collect()),
        ("selection_of_spaces", spaces.collect()),
        ("filter_of_players", players.clone().collect()),
        ("selection_of_players", players.collect()),
        ("filter_of_records", records.clone().collect()),
        ("selection_of_records", records.collect()),
    ] {
        let Some(section) = schema["definitions"].get_mut(of) else { continue };
        let known = section["properties"].as_object_mut().expect("a section has keys");
        // Where a field has the name of a key of filters, the key is meant, and no filter asks for the field.
        for (name, what) in fields {
            known.entry(name).or_insert(what);
        }
        section["additionalProperties"] = json!(false);
    }
    let of = |class: Class| of_game.attrs.iter().filter(move |a| a.of == class).map(|a| a.name);
    let words = || of_game.words.iter().map(|w| w.name);
    let modified: Vec<Sym> = of(Class::Card).chain(of(Class::Player)).chain(words()).collect();
    for (key, fields) in [
        ("printed", of(Class::Card).collect()),
        ("sum", of(Class::Card).collect()),
        ("distinct", words().collect()),
        ("modify", modified),
    ] {
        let mut names: Vec<&str> = fields.iter().map(|name: &Sym| &**rules.name(*name)).collect();
        if key == "modify" {
            names.extend(["type", "name", "controller"]);
        }
        for section in schema["definitions"].as_object_mut().into_iter().flat_map(|all| all.values_mut()) {
            // Some maps have a `sum` that is a single word and no map of fields: those are left as they are.
            if let Some(map) = section.pointer_mut(&format!("/properties/{key}")).filter(|map| map["type"] == "object")
            {
                map["propertyNames"] = json!({ "enum": names });
            }
        }
    }
    // A test of printed values has no other card at hand to compare with.
    let mut printed = schema["definitions"]["rules_about_a_set"].clone();
    printed["properties"].as_object_mut().expect("a section has keys").remove("meets");
    schema["definitions"]["printed_rules"] = printed;
}

/// Adds each list of decks by its name.
fn of_decks(catalog: &Catalog, schema: &mut Value) {
    let cards = schema["additionalProperties"].take();
    for list in &catalog.deck_rules.lists {
        schema["properties"][&list.name] = cards.clone();
    }
    schema["additionalProperties"] = json!(false);
}
