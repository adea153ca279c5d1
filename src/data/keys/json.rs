//! Json: the keys of sections as JSON Schema, by which editors check and explain what an author writes.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{KeyDef, Section, Shape, Stands};

/// The schema of files that are this section. Draft 7 is what editors know best.
pub(crate) fn schema(title: &str, section: &'static Section) -> Value {
    let mut sections = BTreeMap::new();
    let mut whole = section.to_json(&mut sections);
    let mut done: BTreeMap<String, Value> = BTreeMap::new();
    while let Some((name, next)) = sections.iter().find(|(name, _)| !done.contains_key(*name)) {
        let (name, next) = (name.clone(), *next);
        done.insert(name, Value::Object(next.to_json(&mut sections)));
    }
    let head = json!({ "$schema": "http://json-schema.org/draft-07/schema#", "title": title });
    let mut out = head.as_object().cloned().unwrap_or_default();
    out.append(&mut whole);
    out.insert("definitions".into(), json!(done));
    Value::Object(out)
}

/// Sections that are named so far, by the names of their definitions.
type Sections = BTreeMap<String, &'static Section>;

impl Section {
    /// Its name as a definition, and in the marks of pages: "a step `phase`" is `step_phase`.
    pub fn id(&self) -> String {
        let words = self.what.trim_start_matches("an ").trim_start_matches("a ").trim_start_matches("the ");
        words.replace('`', "").replace([' ', '-'], "_")
    }

    fn to_json(&self, sections: &mut Sections) -> Map<String, Value> {
        let mut out = Map::new();
        out.insert("type".into(), "object".into());
        out.insert("description".into(), self.doc.trim().into());
        let needed: Vec<&str> =
            self.keys.iter().filter(|key| key.stands == Stands::Always).map(|key| key.name).collect();
        if !needed.is_empty() {
            out.insert("required".into(), json!(needed));
        }
        let others = self.others.as_ref().map_or(json!(false), |shape| shape.to_json(sections));
        out.insert("additionalProperties".into(), others);
        let keys = self.keys.iter().map(|key| (key.name.to_string(), key.to_json(sections)));
        let keys: Map<String, Value> = keys.collect();
        out.insert("properties".into(), Value::Object(keys));
        let strangers = self.strangers_as_json();
        if !strangers.is_empty() {
            out.insert("allOf".into(), json!(strangers));
        }
        out
    }

    /// For each sort the keys that it may not have.
    fn strangers_as_json(&self) -> Vec<Value> {
        let Some(KeyDef { name: sort, shape: Shape::Choice(sorts), .. }) = self.sort.and_then(|key| self.key(key))
        else {
            return Vec::new();
        };
        let foreign = |word: &&str| -> Map<String, Value> {
            let is_foreign = |key: &&KeyDef| matches!(key.stands, Stands::For(of) if !of.contains(word));
            self.keys.iter().filter(is_foreign).map(|key| (key.name.into(), json!(false))).collect()
        };
        let one = |word: &&str| json!({ "if": { "properties": { *sort: { "const": word } } }, "then": { "properties": foreign(word) } });
        sorts.iter().map(|word| one(word)).collect()
    }
}

impl KeyDef {
    fn to_json(&self, sections: &mut Sections) -> Value {
        let shape = self.shape.to_json(sections);
        let mut out = Map::new();
        out.insert("description".into(), self.doc.trim().into());
        // Beside a reference draft 7 reads nothing else.
        match shape {
            Value::Object(map) if !map.contains_key("$ref") => out.extend(map),
            Value::Object(map) => drop(out.insert("allOf".into(), json!([map]))),
            _ => {}
        }
        Value::Object(out)
    }
}

impl Shape {
    fn to_json(self, sections: &mut Sections) -> Value {
        match self {
            Shape::Any => json!(true),
            Shape::Flag => json!({ "type": "boolean" }),
            Shape::Number(i64::MIN, i64::MAX) => json!({ "type": "integer" }),
            Shape::Number(least, i64::MAX) => json!({ "type": "integer", "minimum": least }),
            Shape::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Shape::Text => json!({ "type": "string" }),
            Shape::Scalar => json!({ "type": ["string", "integer", "boolean"] }),
            Shape::Choice(words) => json!({ "type": "string", "enum": words }),
            Shape::Items(of) => {
                let of = of.to_json(sections);
                json!({ "anyOf": [{ "type": "array", "items": of }, of, { "type": "null" }] })
            }
            Shape::Names(of) => json!({ "type": "object", "additionalProperties": of.to_json(sections) }),
            Shape::Section(section) => {
                sections.insert(section.id(), section);
                json!({ "$ref": format!("#/definitions/{}", section.id()) })
            }
            Shape::OneOf(shapes) => {
                let shapes: Vec<Value> = shapes.iter().map(|shape| shape.among_others(sections)).collect();
                json!({ "anyOf": shapes })
            }
            Shape::Told(told) => json!({ "type": told.kinds }),
        }
    }

    /// The same among other sections that might be meant: its first key tells it from them.
    fn among_others(self, sections: &mut Sections) -> Value {
        let plain = self.to_json(sections);
        match self {
            Shape::Section(Section { keys: [first, ..], .. }) if first.stands != Stands::Always => {
                json!({ "allOf": [plain, { "required": [first.name] }] })
            }
            _ => plain,
        }
    }
}
