//! Openapi: what the server answers and says, as an OpenAPI document and as JSON Schemas, made from the routes and the
//! types themselves.

use std::sync::OnceLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use intermezzo::error::Refusal;
use intermezzo::wire::{Over, PROTOCOL};
use intermezzo::{Event, View};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::routes::{Access, Route, all, of};
use crate::messages::{Message, Said};

/// The message `table`, which a table writes as text.
#[derive(JsonSchema)]
#[allow(dead_code)] // only its description is used
struct TableMessage {
    /// How the table stands.
    table: TableNow,
}

/// How a table stands.
#[derive(JsonSchema)]
#[allow(dead_code)]
struct TableNow {
    /// The seconds that are left for each question; `null`: it has no deadline.
    left: Vec<Option<u32>>,
    /// True if `events` begin anew, because an answer was taken back.
    is_anew: bool,
    /// The numbers of the questions, in the order of the decisions of the view.
    questions: Vec<u32>,
    /// The events since the last message.
    events: Vec<Event>,
    /// The view; with `is_part` what differs from the view before.
    view: ViewNow,
    /// True if the view is told in parts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_part: bool,
    /// The end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<Over>,
}

/// A view, or a part of one.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum ViewNow {
    /// All of it.
    Whole(Box<View>),
    /// What differs from the view before: the keys are those of a view.
    Part(PartOfView),
}

/// What differs from the view before.
#[derive(JsonSchema)]
#[allow(dead_code)]
struct PartOfView {
    /// The zones in their order: 0 for one that is as it was; in the others a card that is as it was is its number.
    zones: Vec<Value>,
}

/// A refusal, as every request may be answered.
#[derive(JsonSchema)]
#[allow(dead_code)]
struct RefusedRequest {
    /// Why.
    refused: Refusal,
}

/// The OpenAPI document.
pub async fn document() -> Response {
    static WRITTEN: OnceLock<String> = OnceLock::new();
    json_text(WRITTEN.get_or_init(|| written().to_string()))
}

/// The messages in both directions over sockets and streams.
pub async fn messages() -> Response {
    static WRITTEN: OnceLock<String> = OnceLock::new();
    json_text(WRITTEN.get_or_init(|| message_schemas().to_string()))
}

fn json_text(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}

/// The schemas of what a table tells (`told`) and of what a client says (`said`).
fn message_schemas() -> Value {
    let mut known = SchemaSettings::default().for_serialize().into_generator();
    let kinds = [of::<Message>(&mut known), of::<TableMessage>(&mut known)];
    let schema = json!({ "$defs": known.take_definitions(true), "anyOf": kinds });
    json!({ "protocol": PROTOCOL, "told": schema, "said": schemars::schema_for!(Said) })
}

fn written() -> Value {
    let settings = |settings: &mut SchemaSettings| settings.definitions_path = "/components/schemas".into();
    let mut known = SchemaSettings::draft2020_12().with(settings).for_serialize().into_generator();
    // Requests may leave out fields with a default, so types that are read have schemas of their own.
    let mut read = SchemaSettings::draft2020_12().with(settings).for_deserialize().into_generator();
    let refused = of::<RefusedRequest>(&mut known);
    let mut paths = Map::new();
    for route in all() {
        let described = described(&route, &mut known, &mut read, &json!(refused));
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = described;
    }
    let mut types = Map::new();
    types.extend(known.take_definitions(true));
    types.extend(read.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tables of Intermezzo",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What travels over sockets and streams is described by /api/messages.json.",
        },
        "paths": paths,
        "components": {
            "schemas": types,
            "securitySchemes": { "key": { "type": "http", "scheme": "bearer", "description": "the key of a seat, or of the host" } },
        },
    })
}

fn described(route: &Route, known: &mut SchemaGenerator, read: &mut SchemaGenerator, refused: &Value) -> Value {
    let part = |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    let asked = |(name, says): &(&str, &str)| json!({ "name": name, "in": "query", "description": says, "schema": { "type": "string" } });
    let parameters: Vec<Value> = route.parts().map(part).chain(route.query.iter().map(asked)).collect();
    let json_of = |schema: Value| json!({ "application/json": { "schema": schema } });
    let answer = match route.answer {
        Some(describe) => json!({ "description": route.says, "content": json_of(describe(known).to_value()) }),
        None => json!({ "description": route.says }),
    };
    let mut out = json!({
        "summary": route.says,
        "parameters": parameters,
        "responses": { "200": answer, "default": { "description": "it is refused", "content": json_of(refused.clone()) } },
    });
    if let Some(describe) = route.body {
        out["requestBody"] = json!({ "required": true, "content": json_of(describe(read).to_value()) });
    }
    out["security"] = match route.key {
        Access::Nobody => json!([]),
        Access::MaybeSeat => json!([{}, { "key": [] }]),
        Access::Seat | Access::Host => json!([{ "key": [] }]),
    };
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of the types in the document.
    const TYPES: &str = "#/components/schemas/";

    /// The names of types that a document refers to.
    fn named(value: &Value, out: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                out.extend(fields.get("$ref").and_then(Value::as_str).map(String::from));
                fields.values().for_each(|value| named(value, out));
            }
            Value::Array(values) => values.iter().for_each(|value| named(value, out)),
            _ => {}
        }
    }

    #[test]
    fn every_type_that_is_named_is_described() {
        let document = written();
        let mut names = Vec::new();
        named(&document, &mut names);
        assert!(names.len() > 20, "{names:?}");
        for name in names {
            let ty = name.strip_prefix(TYPES).unwrap_or_else(|| panic!("{name} lies elsewhere"));
            assert!(document["components"]["schemas"].get(ty).is_some(), "{name}");
        }
    }

    #[test]
    fn every_route_says_what_it_is_for_and_what_it_reads() {
        let document = written();
        for route in all() {
            let said = &document["paths"][route.path][route.method];
            assert!(said["summary"].as_str().is_some_and(|says| says.ends_with('.')), "{}", route.path);
            assert_eq!(said.get("requestBody").is_some(), route.body.is_some(), "{}", route.path);
            let parts = said["parameters"].as_array().map_or(0, |all| all.iter().filter(|p| p["in"] == "path").count());
            assert_eq!(parts, route.path.matches('{').count(), "{}", route.path);
        }
    }

    #[test]
    fn every_message_is_described() {
        let schemas = message_schemas();
        let text = schemas.to_string();
        for kind in ["hello", "faces", "people", "saved", "remarks", "habits", "taken", "refused", "table"] {
            assert!(text.contains(&format!("\"required\":[\"{kind}\"]")), "{kind}");
        }
        let said = schemas["said"].to_string();
        for kind in ["join", "answer", "undo", "vote", "habits"] {
            assert!(said.contains(&format!("\"required\":[\"{kind}\"]")), "{kind}");
        }
    }
}
