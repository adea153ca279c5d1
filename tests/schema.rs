//! Schema: every scenario of the repository is one by `docs/scenario.schema.json`, and what is none is found.
//!
//! The check knows as much of JSON Schema as that file uses, and says so where it does not.

use std::path::Path;

use intermezzo::data::yaml;
use intermezzo::error::Problems;
use intermezzo::scenario;
use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn schema() -> Value {
    let text = std::fs::read_to_string(root().join("docs/scenario.schema.json")).expect("the schema");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// What is wrong with a value, by a part of the schema: the first thing, with where it is.
fn check(schema: &Value, part: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (key, rule) in part.as_object().expect("a part of a schema is a map") {
        match key.as_str() {
            "$schema" | "title" | "description" | "definitions" | "properties" | "patternProperties" => {}
            "$ref" => {
                let name =
                    rule.as_str().and_then(|r| r.strip_prefix("#/definitions/")).expect("a definition of this file");
                check(schema, &schema["definitions"][name], value, at)?;
            }
            "type" => {
                let found = kind(value);
                let fits = rule.as_str() == Some(found) || rule.as_array().is_some_and(|k| k.contains(&json!(found)));
                if !fits {
                    return Err(format!("{at}: {rule} expected, found {found}"));
                }
            }
            "enum" if rule.as_array().is_some_and(|k| k.contains(value)) => {}
            "enum" => return Err(format!("{at}: one of {rule} expected")),
            "minimum" if value.as_i64() >= rule.as_i64() => {}
            "minimum" => return Err(format!("{at}: at least {rule} expected")),
            "required" => {
                for name in rule.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    value.get(name).ok_or_else(|| format!("{at}: `{name}` is missing"))?;
                }
            }
            "anyOf" => {
                let wrong: Vec<String> =
                    rule.as_array().into_iter().flatten().filter_map(|p| check(schema, p, value, at).err()).collect();
                if wrong.len() == rule.as_array().map_or(0, Vec::len) {
                    return Err(wrong.join(" / "));
                }
            }
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(schema, rule, item, &format!("{at}[{i}]"))?;
                }
            }
            "additionalProperties" => fields(schema, part, rule, value, at)?,
            other => panic!("this check does not know `{other}`"),
        }
    }
    Ok(())
}

/// The fields of a map: declared, fitting a pattern, or as the rest must be.
fn fields(schema: &Value, part: &Value, rest: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (name, field) in value.as_object().into_iter().flatten() {
        let at = format!("{at}.{name}");
        let pattern = part["patternProperties"].as_object().and_then(|p| p.iter().find(|(p, _)| matches(p, name)));
        match (part["properties"].get(name), pattern, rest) {
            (Some(rule), ..) | (_, Some((_, rule)), _) => check(schema, rule, field, &at)?,
            (_, _, Value::Bool(false)) => return Err(format!("{at}: unknown key")),
            (_, _, rule) => check(schema, rule, field, &at)?,
        }
    }
    Ok(())
}

fn matches(pattern: &str, name: &str) -> bool {
    assert_eq!(pattern, r"^[^.]+(\.[^.]+)+$", "this check knows one pattern");
    name.split('.').count() >= 2 && name.split('.').all(|p| !p.is_empty())
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn read(path: &str, text: &str) -> Value {
    let mut problems = Problems::new();
    let node = yaml::parse(path, text, &mut problems).unwrap_or_else(|| panic!("{}", problems.render_all()));
    node.to_json()
}

#[test]
fn every_scenario_keeps_the_schema() {
    let schema = schema();
    let folders = ["tests/scenarios", "tests/fixtures"].map(|f| root().join(f));
    let paths = scenario::find(&folders.into_iter().filter(|p| p.is_dir()).collect::<Vec<_>>()).expect("scenarios");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in paths.iter().filter(|p| p.components().any(|c| c.as_os_str() == "scenarios")) {
        let text = std::fs::read_to_string(path).expect("found just now");
        let shown = path.strip_prefix(root()).unwrap_or(path).display().to_string();
        seen += 1;
        wrong.extend(check(&schema, &schema, &read(&shown, &text), "").err().map(|e| format!("{shown}: {e}")));
    }
    assert!(seen > 300, "only {seen} scenarios were found");
    assert!(wrong.is_empty(), "{} scenarios break the schema:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_no_scenario_is_found() {
    let schema = schema();
    let good = "title: t\ngame: g\nsetup: { phase: main, amy: { hand: [a, { card: b, as: c, status: d }] } }\n";
    let wrong = |text: &str| check(&schema, &schema, &read("x", text), "").err().unwrap_or_default();
    assert_eq!(wrong(good), "");
    for (text, part) in [
        ("title: t\ngame: g\n".to_string(), "`setup` is missing"),
        (good.replace("title: t\n", ""), "`title` is missing"),
        (good.replace("phase", "phas"), "`phase` is missing"),
        (good.replace("amy", "anna"), "\"array\" expected"),
        (good.replace("as: c", "ass: c"), ".ass: \"integer\" expected"),
        (format!("{good}steps: [{{ amy: pass, chose: [a] }}]"), "unknown key"),
        (format!("{good}steps: [{{ refuse: {{ amy: pass }} }}]"), "`because` is missing"),
        (format!("{good}expect: [{{ windows: main }}]"), "unknown key"),
        (format!("{good}expect: [{{ result: won }}]"), "one of"),
        (format!("{good}snapshot: log"), "one of"),
        (format!("{good}seed: x"), "expected"),
    ] {
        assert!(wrong(&text).contains(part), "{text}\n{:?} does not say {part}", wrong(&text));
    }
}

/// The runner and the schema know the same keys.
#[test]
fn the_runner_knows_every_key_of_the_schema() {
    let schema = schema();
    let source = std::fs::read_to_string(root().join("src/scenario/shape.rs")).expect("the runner");
    let known = source.split("const KEYS").nth(1).and_then(|s| s.split("];").next()).expect("its keys");
    let mut known: Vec<&str> = known.split("(\"").skip(1).filter_map(|s| s.split('"').next()).collect();
    let mut keys: Vec<&str> = schema["properties"].as_object().expect("a map").keys().map(String::as_str).collect();
    known.sort_unstable();
    keys.sort_unstable();
    assert_eq!(keys, known);
}
