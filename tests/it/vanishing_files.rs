//! Vanishing files: the program goes on while its files and folders vanish and come back, and with a full disk.

#![cfg(unix)]

use std::process::Command;

use crate::cli_new::Stranger;
use crate::support::talk::Talk;

const BROKEN: &str = "this is no Lua (\n";

#[test]
fn a_folder_of_scripts_that_comes_later_or_comes_back_is_seen() {
    let here = Stranger::new("goes-on-scripts");
    here.well("", &["new", "game", "odd_ropes"]);
    let scripts = here.0.join("scripts");
    drop(std::fs::remove_dir_all(&scripts));
    let mut watch = Talk::new(&here.0, &["watch", "odd_ropes"]);
    watch.says("nothing found");
    let mut play = Talk::new(&here.0, &["play", "odd_ropes", "--plain", "--seed", "1"]);
    play.says("? help: ");
    for _ in 0..2 {
        here.write("scripts/odd_ropes/a.lua", BROKEN);
        watch.says("a.lua:1");
        play.says("a.lua:1");
        play.says("The game goes on with the last good version");
        std::fs::remove_dir_all(&scripts).expect("it is ours");
        watch.says("nothing found");
        play.says("the files are as they were before");
    }
}

#[test]
fn a_record_that_is_taken_away_is_written_again_and_that_is_told_once() {
    let here = Stranger::new("goes-on-record");
    here.well("", &["new", "game", "odd_ropes"]);
    let mut play = Talk::new(&here.0, &["play", "odd_ropes", "--plain", "--seed", "1", "--record", "a.rec"]);
    play.says("? help: ");
    std::fs::remove_file(here.0.join("a.rec")).expect("it was written");
    play.types("1");
    play.says("the file of the record was gone");
    play.types("1");
    play.says("? help: ");
    play.types("q");
    let told = play.ends();
    assert_eq!(told.matches("the file of the record was gone").count(), 1, "{told}");
    let replayed = here.well("", &["replay", "a.rec"]);
    assert!(told.ends_with(&replayed), "{replayed}{told}");
}

/// Output of the program where a file cannot grow by a byte.
fn without_room(here: &Stranger, args: &[&str]) -> String {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_intermezzo")]);
    let done = shell.args(args).current_dir(&here.0).output().expect("a shell");
    assert_eq!(done.status.code(), Some(2));
    String::from_utf8_lossy(&done.stderr).into_owned()
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let here = Stranger::new("goes-on-room");
    let told = without_room(&here, &["new", "game", "odd_ropes"]);
    assert!(told.contains("too large") && std::fs::read_dir(&here.0).expect("a folder").count() == 0, "{told}");
    here.well("", &["new", "game", "odd_ropes"]);
    without_room(&here, &["new", "card", "Loose Knot"]);
    assert!(here.well("", &["check", "odd_ropes"]).contains("nothing found"));
}

#[test]
fn what_is_typed_when_nobody_has_the_keyboard_is_told() {
    let here = Stranger::new("goes-on-handing");
    here.well("", &["new", "game", "odd_ropes"]);
    let mut play = Talk::new(&here.0, &["play", "odd_ropes", "--plain", "--hot-seat", "--seed", "1"]);
    play.types("p");
    play.says("press Enter");
    play.types("pin 1 lost");
    play.says("pin 1 lost: not done, as nobody had the keyboard: type it again");
    play.types("p");
    play.says("press Enter");
    play.types("");
    play.types("l");
    let all = play.ends();
    assert_eq!(all.matches("not done").count(), 1, "{all}");
}

#[test]
fn a_card_in_play_that_is_called_otherwise_is_named() {
    let here = Stranger::new("goes-on-renamed");
    here.well("", &["new", "game", "odd_ropes"]);
    let mut play = Talk::new(&here.0, &["play", "odd_ropes", "--plain", "--seed", "1"]);
    play.says("1.");
    let old = "cards/odd_ropes/first/young_wolf.yaml";
    here.write("cards/odd_ropes/first/old_wolf.yaml", &here.read(old));
    for deck in std::fs::read_dir(here.0.join("cards/odd_ropes/decks")).expect("the decks") {
        let path = deck.expect("a deck").path();
        let text = std::fs::read_to_string(&path).expect("a text").replace("young_wolf", "old_wolf");
        std::fs::write(&path, text).expect("it is ours");
    }
    std::fs::remove_file(here.0.join(old)).expect("it is ours");
    play.says("the card `young_wolf`, of which the deck");
    play.says("no file is called `young_wolf.yaml` any more");
    play.ends();
}
