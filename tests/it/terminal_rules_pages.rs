//! Terminal rules pages: `rules` and `w WORD` at a table in the terminal.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::cli_new::Stranger;

/// What a game in lines says after these lines.
fn played(here: &Stranger, game: &str, lines: &str) -> String {
    let mut process = Command::new(env!("CARGO_BIN_EXE_intermezzo"))
        .args(["play", "--plain"])
        .args(if game.starts_with("--from") { vec!["odd_ropes", game] } else { vec![game, "--seed", "3"] })
        .current_dir(&here.0)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    process.stdin.take().expect("an input").write_all(lines.as_bytes()).expect("it reads");
    let ran = process.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn words_of_the_game_are_told_as_they_stand() {
    let here = Stranger::new("asked");
    here.well("", &["new", "game", "Odd Ropes"]);
    let told = played(&here, "odd_ropes", "rules\nw summon\nw main\nw life\nw field\nq\n");
    for part in [
        "A turn: draw, main, strike",
        "main (your turn): summon",
        "rules WORD:",
        "summon: ",
        "main is open now: it offers summon, main",
        "life 12",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // A step of a scenario is an answer.
    let told = played(&here, "duel", "p\nlay a_well_that_is_none\nq\n");
    assert!(told.contains("means nothing here"), "{told}");
    let position = "title: T\ngame: odd_ropes\nsetup:\n  phase: main\n  amy: { hand: [old_bear, young_wolf], deck: [old_bear] }\n  \
                    beth: { deck: [old_bear] }\n";
    here.write("position.yaml", position);
    let told = played(&here, "--from=position.yaml", "summon young_wolf\nq\n");
    assert!(told.contains("Young Wolf: ") && !told.contains("means nothing"), "{told}");
    // An action that is not offered has its reason, and a window that is not open says so.
    let told = played(&here, "duel", "w lay\nw attack\nrules stack\nrules nothing_like_it\nq\n");
    for part in ["lay: ", "attack is a moment that is not now", "no rule has the word `nothing_like_it`"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}
