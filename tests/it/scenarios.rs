//! Scenarios: every scenario of the repository passes, and pinned transcripts are as they were.

use std::path::Path;

use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;
use intermezzo_program::scenario;

#[test]
fn every_scenario_passes() {
    let root = Path::new(env!("REPOSITORY"));
    let mut runner = scenario::Runner::new(Some(root)).expect("the repository holds the games");
    let mut folders = vec![root.join("tests/scenarios")];
    let packs = std::fs::read_dir(root.join("packs")).expect("the repository holds packs");
    folders.extend(packs.flatten().map(|p| p.path().join("tests/scenarios")).filter(|p| p.is_dir()));
    let paths = scenario::find(&folders).expect("the repository holds scenarios");
    let mut failed = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("found just now");
        let shown = path.strip_prefix(root).unwrap_or(path).display().to_string();
        // Bases are looked for above the file, wherever the test runs.
        let outcome = runner.run(&path.display().to_string(), &text);
        if !outcome.ok {
            failed.push(format!("{shown}\n    {}", outcome.message.replace('\n', "\n    ")));
        }
        if let Some(transcript) = &outcome.transcript {
            // Beside its scenario, under its name: stable as folders are added.
            insta::with_settings!({
                snapshot_path => path.parent().expect("a file is in a folder"),
                prepend_module_to_snapshot => false, snapshot_suffix => "",
                description => outcome.title.as_str(), omit_expression => true
            }, {
                let name = path.file_stem().and_then(|s| s.to_str()).expect("names are UTF-8");
                insta::assert_snapshot!(name, transcript);
            });
        }
    }
    for found in runner.findings_of_bases(&folders).expect("the folders just read") {
        failed.push(format!("{}\n    {}", found.path, found.message));
    }
    assert!(paths.len() > 300, "only {} scenarios were found", paths.len());
    assert!(failed.is_empty(), "{} of {} scenarios failed:\n{}", failed.len(), paths.len(), failed.join("\n"));
}

/// Each prohibition in a ledger has a scenario with a refusal.
#[test]
fn what_is_forbidden_is_refused_somewhere() {
    let root = Path::new(env!("REPOSITORY"));
    let mut refused = 0;
    let of_games = crate::support::GAMES.map(|game| (String::new(), game));
    for (pack, game) in of_games.into_iter().chain([("packs/legends/".to_string(), "cfs")]) {
        let path = format!("{pack}tests/rules/{game}.yaml");
        let text = std::fs::read_to_string(root.join(&path)).expect("a ledger");
        let mut problems = Problems::new();
        let ledger = yaml::parse(&path, &text, &mut problems).expect("a ledger is YAML");
        for rule in ledger.field("rules").expect("rules").items() {
            let id = rule.field("id").and_then(Node::as_str).expect("an id");
            for place in rule.field("refused").map_or(&[][..], |n| n.items()) {
                let place = place.as_str().expect("the name of a scenario");
                let (file, needle) = match place.split_once(": ") {
                    Some((file, name)) => (file.to_string(), format!("fn {name}(")),
                    None => (format!("{pack}tests/scenarios/{place}.yaml"), id.to_string()),
                };
                let text = std::fs::read_to_string(root.join(&file)).unwrap_or_else(|e| panic!("{id}: {file}: {e}"));
                let refuses = ["refuse:", "refused:", "findings: [", "findings:\n"];
                let refuses_nothing = !place.contains(": ") && !refuses.iter().any(|r| text.contains(r));
                assert!(text.contains(&needle) && !refuses_nothing, "{id}: {file} refuses nothing for it");
                refused += 1;
            }
        }
    }
    println!("{refused} refusals are named");
    assert!(refused > 200, "{refused}");
}
