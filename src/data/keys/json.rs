//! Json: the keys of sections as JSON Schema, by which editors check and explain what an author writes.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{KeyDef, NamedShape, Others, Section, Shape, Stands, Syntax};

/// The schema of files that are this section. Draft 7 is what editors know best.
pub fn schema(title: &str, section: &'static Section) -> Value {
    let mut parts = BTreeMap::new();
    let mut whole = section.to_json(&mut parts);
    let mut done: BTreeMap<String, Value> = BTreeMap::new();
    while let Some((name, next)) = parts.iter().find(|(name, _)| !done.contains_key(*name)) {
        let (name, next) = (name.clone(), *next);
        done.insert(name, next.to_json(&mut parts));
    }
    let head = json!({ "$schema": "http://json-schema.org/draft-07/schema#", "title": title });
    let mut out = head.as_object().cloned().unwrap_or_default();
    out.append(&mut whole);
    out.insert("definitions".into(), json!(done));
    Value::Object(out)
}

/// A definition of the schema.
#[derive(Clone, Copy)]
enum Definition {
    Section(&'static Section),
    Called(&'static NamedShape),
    Syntax(&'static Syntax),
}

/// The definitions made so far, by name.
type Parts = BTreeMap<String, Definition>;

impl Definition {
    fn to_json(self, parts: &mut Parts) -> Value {
        match self {
            Definition::Section(section) => Value::Object(section.to_json(parts)),
            Definition::Called(called) => called.shape.to_json(parts),
            Definition::Syntax(syntax) => Value::Object(syntax.to_json(parts)),
        }
    }
}

/// The name of a definition, and of the mark of a table in a page: "a step `phase`" is `step_phase`.
fn id(what: &str) -> String {
    let words = what.trim_start_matches("an ").trim_start_matches("a ").trim_start_matches("the ");
    words.replace('`', "").replace([' ', '-'], "_")
}

impl Section {
    /// The name of the section as a definition, and as the anchor of pages.
    pub fn id(&self) -> String {
        id(self.what)
    }

    fn to_json(&self, parts: &mut Parts) -> Map<String, Value> {
        let mut out = Map::new();
        out.insert("type".into(), "object".into());
        out.insert("description".into(), self.doc.trim().into());
        let needed: Vec<&str> =
            self.keys.iter().filter(|key| key.stands == Stands::Always).map(|key| key.name).collect();
        if !needed.is_empty() {
            out.insert("required".into(), json!(needed));
        }
        let keys = self.all_keys().into_iter().map(|key| (key.name.to_string(), key.to_json(parts)));
        let mut keys: Map<String, Value> = keys.collect();
        let mut unlisted = json!(false);
        match self.others {
            None => {}
            Some(Others::Any(shape)) => unlisted = shape.to_json(parts),
            Some(Others::Of(names, shape)) => {
                keys.extend(names.iter().map(|name| (name.to_string(), shape.to_json(parts))))
            }
            Some(Others::OfOrAny(names, shape, other)) => {
                keys.extend(names.iter().map(|name| (name.to_string(), shape.to_json(parts))));
                unlisted = other.to_json(parts);
            }
            Some(Others::Dotted(shape)) => {
                out.insert("patternProperties".into(), json!({ "[.]": shape.to_json(parts) }));
            }
        }
        out.insert("additionalProperties".into(), unlisted);
        out.insert("properties".into(), Value::Object(keys));
        let either: Vec<Value> = self.either().map(|key| json!({ "required": [key] })).collect();
        if !either.is_empty() {
            out.insert("anyOf".into(), json!(either));
        }
        let strangers = self.strangers_as_json();
        if !strangers.is_empty() {
            out.insert("allOf".into(), json!(strangers));
        }
        out
    }

    /// A condition for each sort of the section: if a map is of this sort, the keys for other sorts are forbidden.
    fn strangers_as_json(&self) -> Vec<Value> {
        let of_value = |key: &'static str, word: &str| json!({ "properties": { key: { "const": word } } });
        let sorts: Vec<(&str, Value)> = match self.sorts {
            [key] => match self.key(key).map(|key| key.shape) {
                Some(Shape::Choice(words)) => words.iter().map(|word| (*word, of_value(key, word))).collect(),
                _ => Vec::new(),
            },
            keys => keys.iter().map(|key| (*key, json!({ "required": [key] }))).collect(),
        };
        let foreign = |sort: &str| -> Map<String, Value> {
            let is_foreign = |key: &&KeyDef| matches!(key.stands, Stands::For(of) if !of.contains(&sort));
            self.keys.iter().filter(is_foreign).map(|key| (key.name.into(), json!(false))).collect()
        };
        sorts.into_iter().map(|(sort, is)| json!({ "if": is, "then": { "properties": foreign(sort) } })).collect()
    }
}

impl KeyDef {
    fn to_json(&self, parts: &mut Parts) -> Value {
        let shape = self.shape.to_json(parts);
        let mut out = Map::new();
        out.insert("description".into(), self.doc.trim().into());
        // In JSON Schema draft 7, nothing beside a `$ref` is read.
        match shape {
            Value::Object(map) if !map.contains_key("$ref") => out.extend(map),
            Value::Object(map) => drop(out.insert("allOf".into(), json!([map]))),
            _ => {}
        }
        Value::Object(out)
    }
}

impl Shape {
    fn to_json(self, parts: &mut Parts) -> Value {
        match self {
            Shape::Any => json!(true),
            Shape::Flag => json!({ "type": "boolean" }),
            Shape::Number(i64::MIN, i64::MAX) => json!({ "type": "integer" }),
            Shape::Number(least, i64::MAX) => json!({ "type": "integer", "minimum": least }),
            Shape::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Shape::Text | Shape::Word => json!({ "type": "string" }),
            Shape::Scalar => json!({ "type": ["string", "integer", "boolean"] }),
            Shape::Choice(words) => json!({ "type": "string", "enum": words }),
            Shape::Items(of) => {
                let of = of.to_json(parts);
                // Validators explain `if` better than `anyOf`.
                let one = json!({ "if": { "type": "null" }, "then": true, "else": of });
                json!({ "if": { "type": "array" }, "then": { "items": of }, "else": one })
            }
            Shape::Names(of) => json!({ "type": "object", "additionalProperties": of.to_json(parts) }),
            Shape::NamesOf(names, of) => {
                let of = of.to_json(parts);
                let keys: Map<String, Value> = names.iter().map(|name| (name.to_string(), of.clone())).collect();
                json!({ "type": "object", "additionalProperties": false, "properties": keys })
            }
            Shape::OneName(of) => {
                let of = of.to_json(parts);
                json!({ "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": of })
            }
            Shape::Section(section) => {
                parts.insert(section.id(), Definition::Section(section));
                json!({ "$ref": format!("#/definitions/{}", section.id()) })
            }
            Shape::Called(called) => {
                parts.insert(id(called.what), Definition::Called(called));
                json!({ "$ref": format!("#/definitions/{}", id(called.what)) })
            }
            Shape::OneOf(shapes) => {
                let only = shapes.iter().filter(|shape| shape.may_be_map()).count() == 1;
                let heads = heads(shapes);
                let one = |shape: &Shape| if only { shape.to_json(parts) } else { shape.among_others(&heads, parts) };
                let shapes: Vec<Value> = shapes.iter().map(one).collect();
                json!({ "anyOf": shapes })
            }
            Shape::Syntax(syntax) if syntax.maps.is_empty() => json!({ "type": syntax.kinds }),
            Shape::Syntax(syntax) => {
                parts.insert(id(syntax.words), Definition::Syntax(syntax));
                json!({ "$ref": format!("#/definitions/{}", id(syntax.words)) })
            }
        }
    }

    /// The schema of this section where several kinds of section may stand: its first key must be present, because it
    /// tells the kinds apart.
    fn among_others(self, heads: &[Value], parts: &mut Parts) -> Value {
        let plain = self.to_json(parts);
        match self {
            Shape::Section(Section { keys: [first, ..], .. }) if first.stands != Stands::Always => {
                json!({ "allOf": [plain, { "required": [first.name] }] })
            }
            // A map of names is meant only where no section is.
            Shape::Names(_) if !heads.is_empty() => json!({ "allOf": [plain, { "not": { "anyOf": heads } }] }),
            Shape::Called(called) if called.shape.may_be_map() && !heads.is_empty() => {
                json!({ "allOf": [plain, { "not": { "anyOf": heads } }] })
            }
            _ => plain,
        }
    }
}

impl Syntax {
    /// A schema for values of several kinds (text, list, map). In JSON Schema draft 7, `properties` binds only maps and
    /// `items` only lists, so the keywords of all kinds stand side by side, without `anyOf`.
    fn to_json(&self, parts: &mut Parts) -> Map<String, Value> {
        let mut out = match self.maps {
            [(_, only)] => only.to_json(parts),
            maps => of_several(maps, parts),
        };
        out.insert("type".into(), json!(self.kinds));
        if self.nests {
            out.insert("items".into(), json!({ "$ref": format!("#/definitions/{}", id(self.words)) }));
        }
        out
    }
}

/// The schema of a map that is the first of these sections whose key is there, else the last. With `if`, validators
/// give better messages than with `anyOf`.
fn of_several(maps: &[(&str, &'static Section)], parts: &mut Parts) -> Map<String, Value> {
    let Some(((key, section), others)) = maps.split_first() else { return Map::new() };
    let mut part = |section: &'static Section| Shape::Section(section).to_json(parts);
    let mut out = Map::new();
    if others.is_empty() {
        // The section applies to maps only, so a text gets its own finding.
        out.insert("if".into(), json!({ "type": "object" }));
        out.insert("then".into(), part(section));
        return out;
    }
    out.insert("if".into(), json!({ "type": "object", "required": [key] }));
    out.insert("then".into(), part(section));
    out.insert("else".into(), Value::Object(of_several(others, parts)));
    out
}

/// The first keys of sections, each as a schema that requires it.
fn heads(shapes: &[Shape]) -> Vec<Value> {
    let head = |shape: &Shape| match shape {
        Shape::Section(Section { keys: [first, ..], .. }) => Some(json!({ "required": [first.name] })),
        _ => None,
    };
    shapes.iter().filter_map(head).collect()
}
