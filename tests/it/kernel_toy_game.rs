//! Kernel toy game: what no shipped game uses yet, proved by a toy game that is nothing but data.

use std::path::Path;

#[test]
fn the_toy_game_does_what_its_scenarios_say() {
    crate::support::plays_its_scenarios("toy", 12);
}

#[test]
fn a_game_starts_with_as_many_players_as_it_allows() {
    let root = Path::new(env!("REPOSITORY")).join("tests/fixtures/toy");
    let mut runner = intermezzo_program::scenario::Runner::new(Some(&root)).expect("the fixture is there");
    let mut run = |players: &str| {
        let scenario =
            format!("title: Seats\ngame: circle\n{players}start: {{}}\nsteps: []\nexpect: [{{ result: none }}]\n");
        runner.run("seats.yaml", &scenario).message
    };
    for allowed in ["players: 3\n", "players: 7\n", ""] {
        assert_eq!(run(allowed), "", "{allowed}");
    }
    for refused in ["players: 2\n", "players: 8\n", "players: many\n"] {
        let message = run(refused);
        assert!(message.contains("the game needs 3 to 7 players"), "{refused}: {message}");
    }
}

#[test]
fn an_option_has_only_values_that_the_manifest_knows() {
    let root = Path::new(env!("REPOSITORY"));
    let mut runner = intermezzo_program::scenario::Runner::new(Some(root)).expect("the repository holds the game");
    let mut message = |options: &str| {
        let text = format!(
            "title: Options\ngame: cardland\noptions: {options}\nsetup: {{ active: amy, phase: main }}\nexpect: [{{ phase: main }}]\n"
        );
        runner.run("options.yaml", &text).message
    };
    let messages: Vec<String> =
        ["{ deck_out: lose }", "{ deck_out: red }", "{ games: red }", "{ bluff: 3 }"].map(&mut message).into();
    assert_eq!(messages[0], "");
    assert!(messages[1].contains("the option `deck_out` cannot be"), "{messages:?}");
    assert!(messages[2].contains("the option `games` cannot be"), "{messages:?}");
    assert!(messages[3].contains("the option `bluff` cannot be"), "{messages:?}");
}
