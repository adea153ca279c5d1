//! Schema: every scenario of the repository is one by `docs/scenario.schema.json`, and what is none is found.

use std::path::Path;

use intermezzo::data::yaml;
use intermezzo::error::Problems;
use intermezzo::scenario;
use jsonschema::{Validator, validator_for};
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn schema() -> Value {
    let text = std::fs::read_to_string(root().join("docs/scenario.schema.json")).expect("the schema");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// What is wrong with a value by a schema; nothing, if it keeps it.
fn wrong(validator: &Validator, value: &Value) -> String {
    validator.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path())).collect::<Vec<_>>().join("; ")
}

fn read(path: &str, text: &str) -> Value {
    let mut problems = Problems::new();
    let node = yaml::parse(path, text, &mut problems).unwrap_or_else(|| panic!("{}", problems.render_all()));
    node.to_json()
}

#[test]
fn every_scenario_keeps_the_schema() {
    let validator = validator_for(&schema()).expect("a schema");
    let folders = ["tests/scenarios", "tests/fixtures"].map(|f| root().join(f));
    let paths = scenario::find(&folders.into_iter().filter(|p| p.is_dir()).collect::<Vec<_>>()).expect("scenarios");
    let mut broken = Vec::new();
    let mut seen = 0;
    for path in paths.iter().filter(|p| p.components().any(|c| c.as_os_str() == "scenarios")) {
        let text = std::fs::read_to_string(path).expect("found just now");
        let shown = path.strip_prefix(root()).unwrap_or(path).display().to_string();
        seen += 1;
        let found = wrong(&validator, &read(&shown, &text));
        broken.extend((!found.is_empty()).then(|| format!("{shown}: {found}")));
    }
    assert!(seen > 300, "only {seen} scenarios were found");
    assert!(broken.is_empty(), "{} scenarios break the schema:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn what_is_no_scenario_is_found() {
    let validator = validator_for(&schema()).expect("a schema");
    let good = "title: t\ngame: g\nsetup: { phase: main, amy: { hand: [a, { card: b, as: c, status: d }] } }\n";
    let wrong = |text: &str| wrong(&validator, &read("x", text));
    assert_eq!(wrong(good), "");
    // What the base has, the scenario need not say again.
    assert_eq!(wrong(&good.replace("phase: main, ", "").replace("setup", "from: duel\nsetup")), "");
    assert_eq!(wrong("title: t\ngame: g\nfrom: duel\n"), "");
    for (text, part) in [
        ("title: t\ngame: g\n".to_string(), "not valid under any"),
        (good.replace("title: t\n", ""), "\"title\" is a required property"),
        (good.replace("phase", "phas"), "\"phase\" is a required property"),
        (format!("{good}from: [duel]"), "[\"duel\"]"),
        (good.replace("amy", "anna"), "/setup/anna"),
        (good.replace("as: c", "ass: c"), "/setup/amy"),
        (format!("{good}steps: [{{ amy: pass, chose: [a] }}]"), "chose"),
        (format!("{good}steps: [{{ refuse: {{ amy: pass }} }}]"), "because"),
        (format!("{good}expect: [{{ windows: main }}]"), "windows"),
        (format!("{good}expect: [{{ result: won }}]"), "\"won\""),
        (format!("{good}snapshot: log"), "\"log\""),
        (format!("{good}seed: x"), "\"x\""),
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
