//! Scenario: a byte for the game, and the text of a scenario in the folder of its base positions.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use intermezzo::catalog::Files;
use intermezzo_program::scenario::{Runner, find};

use super::play::Taken;
use super::shipped::{seed, text};

const GAMES: [&str; 7] = ["cardland", "cfs", "clash", "hackclad", "market", "swordgirls", "tricks"];
/// So many scenarios of each game are seeds.
const SCENARIOS: usize = 30;
/// The number of runs after which the runner is replaced, because it keeps the games that scenarios changed.
const RUNS: u32 = 500;

fn folder(game: &str) -> PathBuf {
    // Both packages that build this lie in the repository: `fuzz` and `program`.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    root.join("tests/scenarios").join(game)
}

pub fn seeds() -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for (i, game) in GAMES.iter().enumerate() {
        let paths = find(&[folder(game)]).expect("the scenarios");
        for path in paths.iter().step_by(paths.len().div_ceil(SCENARIOS)) {
            out.push(seed(&[i as u8], &std::fs::read_to_string(path).expect("a scenario")));
        }
    }
    out
}

thread_local! {
    static RUNNER: RefCell<(u32, Option<Runner>)> = RefCell::default();
}

pub fn run(input: &[u8]) -> Taken {
    let Some((which, rest)) = input.split_first() else { return Err("it is too short".into()) };
    let path = folder(GAMES[usize::from(*which) % GAMES.len()]).join("stranger.yaml");
    RUNNER.with_borrow_mut(|(runs, runner)| {
        *runs += 1;
        if *runs % RUNS == 0 {
            *runner = None;
        }
        let runner = runner.get_or_insert_with(|| Runner::over(Files::built_in()));
        let outcome = runner.run(&path.display().to_string(), &text(rest));
        assert!(outcome.ok || !outcome.message.is_empty(), "it fails without a reason");
        if outcome.ok { Ok(()) } else { Err(outcome.message) }
    })
}
