//! Endless games: games without an end are stopped, and a record is never longer than one that is read.

use crate::cli_new::Stranger;

/// A game in which players may grind, and never win.
pub const MILL: &str = "game: mill\ntitle: Mill\nplayers: 2\nlevels: [match, turn]\nzones:\n  pond: { per: player, seen_by: all }\n\
    timings:\n  main: { needs: [turn] }\ncounters:\n  player: { grain: { start: 0, max: 9 } }\nactions:\n  grind:\n    \
    timing: main\n    turn: me\n    text: grind\n    do: [{ change: { object: me, name: grain, by: 1 } }]\nwindows:\n  \
    main: { protocol: free, players: active, offers: [main], text: your turn }\nflow:\n  \
    match: [{ repeat: turn, alternate: true }]\n  turn: [{ phase: main, do: [{ window: main }] }]\n";

#[test]
fn a_game_of_bots_that_has_no_end_stalls() {
    let here = Stranger::new("endless");
    here.write("cards/mill/game.yaml", MILL);
    let play = ["play", "mill", "--bots", "random", "--json"];
    let (told, code) = here.says("", &play);
    assert!(code == 1 && told.contains("the game has stalled: 50000 answers did not end it"), "{told}");
    assert!(told.contains("\"winner\":null,\"decisions\":50000,"), "{told}");
}

/// A game of answers with 120 cards in each: after some 2,000 of them its record is full.
fn heap(here: &Stranger) {
    here.write(
        "cards/heap/game.yaml",
        "game: heap\ntitle: Heap\nplayers: 1\nlevels: [match, turn]\nzones:\n  heap: { per: player, seen_by: all }\n\
         types:\n  stone: { live_in: heap }\nflow:\n  match: [{ repeat: turn }]\n  \
         turn: [{ phase: sort, do: [sort] }]\ndecks:\n  stones: { to: heap, holds: [stone], count: 120, copies: 120 }\n",
    );
    here.write("cards/heap/core/stone.yaml", "name: Stone\ntype: stone\n");
    here.write("cards/heap/decks/stones.yaml", "game: heap\nname: Stones\nstones: { stone: 120 }\n");
    let sort = "step(\"sort\", function()\n  ask.order{ cards = cards{ zone = \"heap\" }, why = \"which comes first\" }\nend)\n";
    here.write("scripts/heap/sort.lua", sort);
}

#[test]
fn a_record_that_is_full_ends_the_game_of_bots_and_is_read() {
    let here = Stranger::new("full-record");
    heap(&here);
    let (told, code) = here.says("", &["play", "heap", "--bots", "random", "--record", "heap.jsonl", "--json"]);
    assert!(
        code == 1 && told.contains("the record is full: none is written or read with more than 16 MB or 500000 values"),
        "{told}"
    );
    let answers = here.read("heap.jsonl").lines().count() - 1;
    assert!((1_500..2_500).contains(&answers), "{answers}");
    let told = here.well("", &["replay", "heap.jsonl", "--json"]);
    assert!(told.contains(&format!("\"decisions\":{answers},")), "all that is written is read: {told}");
}
