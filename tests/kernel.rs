//! Kernel: what no shipped game uses yet, proved by a toy game that is nothing but data.

use std::path::Path;

#[test]
fn the_toy_game_does_what_its_scenarios_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/toy");
    let report =
        intermezzo::scenario::run_paths(&[root.join("scenarios")], Some(&root), false).expect("the fixture is there");
    let failed: Vec<String> =
        report.scenarios.iter().filter(|s| !s.ok).map(|s| format!("{}\n    {}", s.path, s.message)).collect();
    assert!(report.scenarios.len() >= 12, "only {} scenarios were found", report.scenarios.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_game_starts_with_as_many_players_as_it_allows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/toy");
    let mut runner = intermezzo::scenario::Runner::new(Some(&root)).expect("the fixture is there");
    let mut run = |players: &str| {
        let scenario = format!("title: Seats\ngame: circle\n{players}start: {{}}\nsteps: []\nexpect: []\n");
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
