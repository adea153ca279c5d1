//! Duplicate field names: two fields of one kind of object with the same name, of which rules could read only one.

use intermezzo::catalog::Catalog;

use crate::support::{GAME, files};

const MANIFEST: &str = "cards/cardland/game.yaml";

/// The findings of the manifest with one line in the place of another: message and line.
#[track_caller]
fn findings(old: &str, new: &str) -> Vec<(String, u32)> {
    let text = files(&[]).texts[MANIFEST].to_string();
    assert!(text.contains(old), "{old}");
    let files = files(&[(MANIFEST, &text.replacen(old, new, 1))]);
    let problems = match Catalog::load(GAME, &files) {
        Ok((_, problems)) | Err(problems) => problems,
    };
    let found = problems.list().iter().filter(|p| p.key == "name_taken");
    found.map(|p| (p.message.clone(), p.span.line)).collect()
}

/// The line of the manifest that begins so.
fn line(begin: &str) -> u32 {
    let text = files(&[]).texts[MANIFEST].to_string();
    1 + text.lines().position(|l| l.trim_start().starts_with(begin)).expect("it is there") as u32
}

#[test]
fn every_field_of_an_object_has_a_name_of_its_own() {
    let player = "counters: { player: { finished:";
    let raw = format!("`raw` is the name of an attribute of players already, at {MANIFEST}:{}:5", line("raw:"));
    assert_eq!(findings(player, "counters: { player: { raw: 0, finished:"), [(raw, line("counters:"))]);
    let counter = findings("  draws: { of: draw", "  finished: { of: draw");
    let [(message, at)] = counter.as_slice() else { panic!("{counter:?}") };
    assert!(message.starts_with("`finished` is the name of a counter of players already"), "{message}");
    assert_eq!(*at, line("draws:"));
    let level = findings(player, "counters: { game: { turn: 0 }, player: { finished:");
    assert!(level[0].0.starts_with("`turn` is the name of a level already"), "{level:?}");
    let words = findings("    names: { words: name }", "    features: { words: name }");
    assert!(words[0].0.starts_with("`features` is the name of a field of cards already"), "{words:?}");
}

#[test]
fn what_every_object_has_is_no_name_for_another_field() {
    #[track_caller]
    fn check(old: &str, new: &str, message: &str) {
        let found = findings(old, new);
        assert_eq!(found.first().map(|f| f.0.as_str()), Some(message));
    }
    let player = "counters: { player: { finished:";
    let has = |what: &str, name: &str| format!("`{name}` is a field that {what} in every game");
    check(player, "counters: { player: { wins: 0, finished:", &has("players have", "wins"));
    check(player, "counters: { game: { phase: 0 }, player: { finished:", &has("the game has", "phase"));
    check(player, "counters: { space: { row: 0 }, player: { finished:", &has("spaces have", "row"));
    check("fields: { modifier: int,", "fields: { owner: int, modifier: int,", &has("cards have", "owner"));
}
