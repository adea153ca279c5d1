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
