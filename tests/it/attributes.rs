//! Attributes: a key that an attribute does not heed is refused, and the others do what they say.

use std::sync::Arc;

use intermezzo::catalog::{Catalog, Files};
use intermezzo_program::scenario::Runner;

/// A game with these attributes.
fn files(attributes: &str) -> Files {
    let game = format!(
        "game: wee\ntitle: Wee\nlevels: [game, turn]\nzones: {{ deck: {{}}, field: {{}} }}\n\
         types: {{ beast: {{ live_in: field, fields: {{ power: int }} }} }}\nattributes: {{ {attributes} }}\n\
         timings: {{ main: {{}} }}\nwindows: {{ main: {{ protocol: free, players: active, offers: [main] }} }}\n\
         flow: {{ game: [{{ repeat: turn, max: 2 }}], turn: [{{ phase: main, do: [{{ window: main }}] }}] }}\n\
         decks: {{ cards: {{ to: deck, holds: [beast], count: 1 }} }}\n"
    );
    let cub = "name: Cub\ntype: beast\npower: 1\nabilities:\n  - { timing: main, do: [{ change: { object: self, name: power, by: 1 } }] }\n";
    let texts = [("cards/wee/game.yaml", Arc::from(game)), ("cards/wee/set/cub.yaml", Arc::from(cub))];
    Files { texts: texts.into_iter().map(|(path, text)| (path.into(), text)).collect(), ..Files::default() }
}

/// What is said of it, as text.
fn said(attributes: &str) -> String {
    match Catalog::load("wee", &files(&format!("card: {{ power: {{ stored: true }} }}, {attributes}"))) {
        Ok((_, problems)) => problems.render_all(),
        Err(problems) => problems.render_all(),
    }
}

#[test]
fn a_key_that_an_attribute_does_not_heed_is_refused_with_what_helps() {
    for (attributes, key, help) in [
        ("player: { luck: { stored: true, start: 3 } }", "stored", "counters: { player: { luck: 0 } }"),
        ("player: { luck: { amount: 3, start: 3 } }", "start", "counters: { player: { luck: 0 } }"),
        ("player: { luck: { amount: 3, min_in: { field: 1 } } }", "min_in", "for attributes of cards"),
    ] {
        let said = said(attributes);
        assert!(said.contains(&format!("`{key}` says nothing of `luck`, an attribute of players")), "{said}");
        assert!(said.contains(help), "{said}");
    }
    for (attribute, key) in [
        ("{ amount: 3, start: 3 }", "start"),
        ("{ stored: true, amount: 3 }", "amount"),
        ("{ amount: 3, seen_by: owner }", "seen_by"),
        ("{ words: name, stored: true }", "stored"),
        ("{ words: name, min: 1 }", "min"),
    ] {
        let all = format!("card: {{ power: {{ stored: true }}, luck: {attribute} }}");
        let said = match Catalog::load("wee", &files(&all)) {
            Ok((_, problems)) | Err(problems) => problems.render_all(),
        };
        assert!(
            said.contains(&format!("`{key}` says nothing of `luck`, an attribute of cards")),
            "{attribute}: {said}"
        );
    }
    for fine in [
        "player: { luck: { amount: 3, min: 1, max: 9, seen_by: owner, quiet: true } }",
        "player: { luck: { amount: 3 } }",
    ] {
        assert!(!said(fine).contains("says nothing of"), "{}", said(fine));
    }
}

#[test]
fn a_printed_number_that_is_stored_begins_at_its_start() {
    for (says, begins) in [("stored: true", 1), ("stored: true, start: 7", 7)] {
        let text = format!(
            "title: Wee\ngame: wee\nsetup: {{ phase: main, amy: {{ field: [cub] }} }}\n\
             steps: [{{ expect: [{{ cub.power: {begins} }}] }}, {{ amy: use cub }}]\nexpect: [{{ cub.power: {} }}]\n",
            begins + 1
        );
        let outcome = Runner::over(files(&format!("card: {{ power: {{ {says} }} }}"))).run("wee.yaml", &text);
        assert!(outcome.ok, "{says}: {}", outcome.message);
    }
}
