//! Word versions: games and packs of an older language play for ever, with names that became words of a later one.

use std::path::Path;

use intermezzo::catalog::{Catalog, Files};
use intermezzo_program::scenario::run_paths_with;

fn root() -> std::path::PathBuf {
    Path::new(env!("REPOSITORY")).join("tests/fixtures/language_1")
}

#[test]
fn a_game_of_the_first_language_plays() {
    crate::support::plays_its_scenarios("language_1", 1);
}

#[test]
fn so_does_a_pack() {
    let pack = root().join("packs/herd").to_str().expect("a path in UTF-8").to_string();
    let report = run_paths_with(&[root().join("with_a_pack")], Some(&root()), &[pack], false).expect("it is there");
    assert_eq!(report.scenarios.len(), 1);
    report.scenarios.iter().for_each(|one| assert!(one.ok, "{}: {}", one.path, one.message));
}

/// The findings on the game with a part of its manifest replaced.
fn told(from: &str, to: &str) -> String {
    let mut files = Files::with_root(Some(&root())).expect("the fixture is there").of_game("elder");
    let path = "cards/elder/game.yaml";
    let manifest = files.texts[path].to_string();
    assert!(manifest.contains(from), "the manifest says `{from}`");
    files.texts.insert(path.into(), manifest.replace(from, to).into());
    match Catalog::load("elder", &files) {
        Ok((_, problems)) | Err(problems) => problems.render_all(),
    }
}

#[test]
fn without_a_version_the_newest_is_meant_and_the_older_one_is_named() {
    assert_eq!(told("game: elder", "game: elder"), "");
    for newest in ["", "language: 2\n"] {
        let said = told("language: 1\n", newest);
        for name in ["let", "leave"] {
            assert!(said.contains(&format!("`{name}` means something else in a list")), "{said}");
        }
        assert!(said.contains("or write `language: 1`"), "{said}");
    }
    let said = told("language: 1", "language: 3");
    assert!(said.contains("`language` is a number from 1 to 2"), "{said}");
}

#[test]
fn who_has_no_such_name_may_say_the_word_in_any_language() {
    let said = told("do: [{ leave: { card: this.one } }, {", "do: [{ let: { card: this.one, n: 1 } }, {");
    assert_eq!(said, "", "an event");
    let renamed = told("  let: { fields", "  lets: { fields").replace("unknown", "");
    assert!(renamed.contains("nothing after this in its list reads `card`"), "{renamed}");
}
