//! Base positions: a scenario begins with the base position it names, and what is wrong with one is found with its
//! place.

use std::path::{Path, PathBuf};
use std::process::Command;

use intermezzo_program::scenario::{Report, run_paths};

/// A folder of scenarios of the toy game, with base positions.
struct Folder(PathBuf);

const BASES: &str = "duel:\n  phase: main\n  amy: { hand: [imp] }\n  beth: { hp: 7, field: [ogre] }\n";

/// That each holds what it should.
const HOLDS: &str = "expect: [{ beth.hp: 7 }, { zone: { amy.hand: [imp], beth.field: [ogre] } }]";

impl Folder {
    /// The files by their paths below the folder; scenarios get a title and the game.
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("intermezzo-bases-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        for (path, text) in files {
            let is_scenario = path.ends_with(".yaml") && !text.is_empty() && !path.ends_with("bases.yaml");
            let head = if is_scenario { "title: Toy\ngame: toy\n" } else { "" };
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("a folder");
            std::fs::write(path, format!("{head}{text}")).expect("a file");
        }
        Folder(folder)
    }

    fn run(&self, path: &str) -> Report {
        run_paths(&[self.0.join(path)], Some(&toy()), false).expect("the folder just made")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn toy() -> PathBuf {
    Path::new(env!("REPOSITORY")).join("tests/fixtures/toy")
}

/// Expects findings in the order of paths: the names of the files and the messages without the folder.
#[track_caller]
fn check(name: &str, files: &[(&str, &str)], expected: &[(&str, &str)]) {
    let folder = Folder::new(name, files);
    let place = format!("{}/", folder.0.canonicalize().expect("the folder just made").display());
    let given = format!("{}/", folder.0.display());
    let found = folder.run("").scenarios.into_iter().filter(|s| !s.ok);
    let short = |text: String| text.replace(&place, "").replace(&given, "");
    let found: Vec<(String, String)> = found.map(|s| (short(s.path), short(s.message))).collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(path, message)| (path.as_str(), message.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_scenario_begins_with_its_base_and_lays_its_own_over_it() {
    let over = "from: duel\nsetup: { turn: 3, amy: { hand: [imp, imp] }, beth: { field: [], hand: [hush] } }\n\
        expect: [{ beth.hp: 7 }, { turn: 3 }, { zone: { amy.hand: [imp, imp#2], beth.field: [], beth.hand: [hush] } }]";
    let folder = Folder::new("over", &[("bases.yaml", BASES), ("a.yaml", over), ("b.yaml", over)]);
    assert_eq!(folder.run("").scenarios.len(), 2, "the file of bases is no scenario");
    check(
        "over_2",
        &[("bases.yaml", BASES), ("deep/er/a.yaml", &format!("from: duel\n{HOLDS}")), ("b.yaml", over)],
        &[],
    );
}

#[test]
fn the_nearest_file_is_read_and_no_other() {
    let near = BASES.replace("hp: 7", "hp: 6");
    let files = [
        ("bases.yaml", BASES),
        ("a.yaml", &format!("from: duel\n{HOLDS}")),
        ("in/bases.yaml", &near.replace("duel", "war")),
        ("in/b.yaml", &format!("from: war\n{}", HOLDS.replace("beth.hp: 7", "beth.hp: 6"))),
        ("in/c.yaml", &format!("from: duel\n{HOLDS}")),
    ];
    check("nearest", &files, &[("in/c.yaml", "in/c.yaml:3:7: there is no base position `duel` (known: war)")]);
}

#[test]
fn what_is_wrong_with_a_name_or_a_base_has_its_place() {
    let scenario = format!("from: dule\n{HOLDS}");
    let message = "a.yaml:3:7: there is no base position `dule` (did you mean `duel`? (known: duel))";
    let idle = "bases.yaml:1:1: no scenario begins with `duel`";
    check("name", &[("a.yaml", &scenario), ("bases.yaml", BASES)], &[("a.yaml", message), ("bases.yaml", idle)]);
    // A mistake in a base is reported at the base.
    let scenario = format!("from: duel\n{HOLDS}");
    let zone = "bases.yaml:3:10: there is no zone or counter `hnd` (did you mean `hand`?";
    let folder = Folder::new("zone", &[("a.yaml", &scenario), ("bases.yaml", &BASES.replace("hand", "hnd"))]);
    let found = folder.run("").scenarios.remove(0).message;
    assert!(found.contains(zone), "{found}");
    let circle = "bases.yaml:1:1: `duel` begins with itself: duel, war, duel";
    let bases = "duel: { from: war }\nwar: { from: duel }\n";
    check("circle", &[("a.yaml", &scenario), ("bases.yaml", bases)], &[("a.yaml", circle), ("bases.yaml", circle)]);
}

#[test]
fn without_a_file_of_bases_there_is_none() {
    let folder = Folder::new("none", &[("a.yaml", &format!("from: duel\n{HOLDS}"))]);
    let found = folder.run("a.yaml").scenarios.remove(0).message;
    assert!(
        found.ends_with("a.yaml:3:7: no `bases.yaml` lies beside this scenario or in a folder above it"),
        "{found}"
    );
}

#[test]
fn no_file_above_the_folder_of_a_game_or_a_pack_is_read() {
    let scenario = format!("from: duel\n{HOLDS}");
    for home in ["pack.yaml", "cards/toy/game.yaml", "scripts/toy/steps.lua"] {
        let home = format!("in/{home}");
        let files = [("bases.yaml", BASES), ("in/tests/a.yaml", scenario.as_str()), (home.as_str(), "")];
        let folder = Folder::new("above", &files);
        let found = folder.run("in/tests/a.yaml").scenarios.remove(0).message;
        assert!(found.contains("no `bases.yaml` lies beside this scenario or in a folder above it"), "{home}: {found}");
        // In that folder itself it is found.
        let folder = Folder::new("at_home", &[("in/bases.yaml", BASES), files[1], files[2]]);
        assert_eq!(folder.run("in/tests/a.yaml").failed(), 0, "{home}");
    }
}

#[test]
fn a_base_is_used_by_a_scenario_or_by_a_base_that_is_used() {
    let bases = format!("{BASES}late: {{ from: duel, turn: 2 }}\nidle: {{ from: late }}\n");
    let scenario = format!("from: late\n{HOLDS}");
    let files = [("a.yaml", scenario.as_str()), ("bases.yaml", bases.as_str())];
    check("idle", &files, &[("bases.yaml", "bases.yaml:6:1: no scenario begins with `idle`")]);
    // One scenario alone says nothing of what the others use.
    assert_eq!(Folder::new("alone", &files).run("a.yaml").failed(), 0);
}

#[test]
fn the_program_tells_of_idle_bases_and_takes_their_file_for_no_scenario() {
    let folder = Folder::new(
        "told",
        &[("a.yaml", &format!("setup: {{ phase: main }}\n{}", "expect: [{ turn: 1 }]")), ("bases.yaml", BASES)],
    );
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        command.args(args).arg("--root").arg(toy()).current_dir(&folder.0).output().expect("it runs")
    };
    let told = run(&["test", ".", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&told.stdout).expect("JSON");
    assert_eq!((told.status.code(), &json["passed"], &json["failed"]), (Some(1), &1.into(), &1.into()));
    assert_eq!(json["scenarios"][1]["message"], "bases.yaml:1:1: no scenario begins with `duel`");
    let told = run(&["test", "bases.yaml"]);
    let words = String::from_utf8_lossy(&told.stderr);
    assert!(words.contains("this file holds base positions, and no scenario"), "{words}");
}
