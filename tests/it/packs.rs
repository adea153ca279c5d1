//! Packs: one written from the pages alone plays, and what is wrong with a pack is said with its place.

use std::path::Path;
use std::sync::Arc;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::scenario::run_paths_with;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn base() -> Files {
    Files::with_root(Some(root())).expect("the repository")
}

/// All that is wrong with a pack of one header, as text.
fn problems_of(header: &str) -> String {
    let mut files = base();
    files.overlay([("packs/probe/pack.yaml".to_string(), Arc::from(header))]);
    files.packs = vec!["probe".into()];
    match Catalog::load("cfs", &files) {
        Ok(_) => String::new(),
        Err(problems) => problems.render_all(),
    }
}

#[track_caller]
fn assert_says(header: &str, parts: &[&str]) {
    let text = problems_of(header);
    for part in parts {
        assert!(text.contains(part), "`{part}` is not said:\n{text}");
    }
}

const HEAD: &str = "pack: probe\nversion: 1.0.0\nextends: cfs\n";

#[test]
fn a_pack_with_a_card_type_a_timing_and_a_deck_rule_of_its_own_plays() {
    let pack = root().join("tests/fixtures/packs/omens");
    let pack = pack.to_str().expect("a path in UTF-8").to_string();
    let scenarios = Path::new(&pack).join("tests/scenarios");
    let report = run_paths_with(&[scenarios], Some(root()), &[pack], false).expect("the fixture is there");
    assert_eq!(report.scenarios.len(), 2);
    for one in &report.scenarios {
        assert!(one.ok, "{}: {}", one.path, one.message);
    }
}

#[test]
fn what_a_patch_does_not_find_is_said_with_what_is_there() {
    let text = format!("{HEAD}patches: [{{ set: zones.rink.slots, to: 4 }}]\n");
    assert_says(&text, &["`zones` has no `rink` to change", "did you mean `ring`?", "packs/probe/pack.yaml:4"]);
    let text = format!("{HEAD}patches: [{{ insert: flow.turn, before: lunch, items: [nap] }}]\n");
    assert_says(&text, &["`flow.turn` has no item `lunch`"]);
}

#[test]
fn a_patch_that_expects_something_else_is_refused() {
    let text = format!("{HEAD}patches: [{{ set: decks.cards.count, expect: 40, to: 45 }}]\n");
    assert_says(&text, &["`decks.cards.count` is 50, and the pack expects 40", "cards/cfs/game.yaml"]);
}

#[test]
fn a_name_that_is_taken_is_refused() {
    let text = format!("{HEAD}patches: [{{ add: zones, with: {{ ring: {{ shared: true }} }} }}]\n");
    assert_says(&text, &["`zones` has `ring` already"]);
}

#[test]
fn what_a_wrap_leaves_out_is_said() {
    let text = format!("{HEAD}patches: [{{ wrap: windows.main.close_if, with: {{ any: [] }} }}]\n");
    assert_says(&text, &["leaves out the old one", "`old` stands for what was there"]);
}

#[test]
fn versions_and_games_must_fit() {
    assert_says("pack: probe\nversion: 1.0.0\nextends: cardland\n", &["extends the game `cardland`, not `cfs`"]);
    assert_says(&format!("{HEAD}engine: \">=99\"\n"), &["is for engine >=99"]);
    assert_says(&format!("{HEAD}needs: {{ nobody: \"*\" }}\n"), &["there is no pack `nobody`"]);
    assert_says(
        &format!("{HEAD}needs: {{ legends: \">=7\" }}\n"),
        &["needs `legends` >=7, but its version here is 1.0.0"],
    );
    assert_says(&format!("{HEAD}conflicts: [legends]\nneeds: {{ legends: \"*\" }}\n"), &["cannot be played together"]);
    assert_says("pack: probe\nversion: soon\nextends: cfs\n", &["`soon` is neither a version"]);
}

#[test]
fn a_pack_in_play_changes_the_hash_and_leaves_the_game_alone_without_it() {
    let (plain, _) = Catalog::load("cfs", &base()).expect("the game loads");
    let with = base().with_pack("legends").expect("it is built in");
    let (legends, _) = Catalog::load("cfs", &with).expect("the pack loads");
    assert_ne!(plain.hash, legends.hash);
    assert!(plain.changes.is_empty() && plain.rules.schema.zone_kind("strikers").is_none());
    assert!(legends.changes.iter().any(|c| c.what == "wrap" && c.name == "exchange"));
}
