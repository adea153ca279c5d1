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

/// A card that cannot be used is told with the place where it lies, whosever it is; a word says nothing of what did not
/// happen.
#[test]
fn why_says_where_a_card_lies() {
    let here = Stranger::new("asked-where");
    here.well("", &["new", "game", "Odd Ropes"]);
    let position = "title: T\ngame: odd_ropes\nsetup:\n  phase: main\n  \
                    amy: { hand: [old_bear], field: [young_wolf], deck: [old_bear] }\n  \
                    beth: { field: [pack_leader], deck: [old_bear] }\n";
    here.write("position.yaml", position);
    let lines = "w old bear\nw young wolf\nw pack leader\nw second breath\nw pack leadr\nw summon\nw draw\nrules pack leader\nq\n";
    // Lines are broken at the width of a terminal.
    let told = played(&here, "--from=position.yaml", lines).split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "in your hand,",
        "in your field,",
        "Pack Leader lies in Beth's field: it is not yours to use",
        "you see no Second Breath now: it lies where you see no faces, or is not in this game",
        "you have no card called `pack leadr`",
        // An event that is asked for by its own name is told of, also where it did not happen.
        "nothing of the kind happened or was to happen yet: draw",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("was to happen yet: summon"), "{told}");
    assert!(told.contains("creature (types):"), "{told}");
}
