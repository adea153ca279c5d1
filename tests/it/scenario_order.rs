//! Scenario order: all scenarios in one runner, in any order, give the same results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use intermezzo_program::scenario::{Runner, ScenarioResult, find};

/// Every order follows from its seed, so that one that fails can be tried again.
const SEEDS: [u64; 3] = [11, 1_833, 20_261_122];

/// All scenarios of the repository, with their texts.
fn scenarios() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("REPOSITORY")).join("tests/scenarios");
    let paths = find(&[folder]).expect("the repository holds scenarios");
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("a text"))).collect()
}

/// A number that follows from a seed and how often it was asked.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    n ^ (n >> 27)
}

/// Outcomes by path, of one runner.
fn run<'s>(scenarios: impl Iterator<Item = &'s (PathBuf, String)>) -> BTreeMap<String, ScenarioResult> {
    let root = Path::new(env!("REPOSITORY"));
    let mut runner = Runner::new(Some(root)).expect("the repository holds games");
    let outcome = |(path, text): &'s (PathBuf, String)| {
        let path = path.display().to_string();
        (path.clone(), runner.run(&path, text))
    };
    scenarios.map(outcome).collect()
}

/// A script that names a word in a filter, in a catalog whose words are numbered after those of `more`.
fn with_a_filter(more: &str) -> String {
    format!(
        r#"title: A filter of a script finds its word
game: cardland
files:
{more}  cards/cardland/test/sudden_exit.yaml: |
    name: Sudden Exit
    type: event
    colour: blue
    usage: {{}}
    abilities:
      - timing: main
        turn: any
        script: act.move(cards {{ zone = "stage", features = "Twin" }}, "hand")
setup:
  active: amy
  phase: main
  amy: {{ hand: [sudden_exit], stage: [corin_two_step, tamsin_flint] }}
steps:
  - amy: use sudden_exit
expect:
  - zone: {{ amy.hand: [corin_two_step], amy.stage: [tamsin_flint] }}
"#
    )
}

/// A card that stands before all others and has words of its own.
const AARDVARK: &str = "  cards/cardland/aaa/aardvark.yaml: |
    name: Aardvark
    type: character
    colour: red
    entry: { red: 1 }
    return: { red: 1 }
    prowess: 1
    resilience: 1
    features: [Termite]
";

#[test]
fn a_filter_of_a_script_is_not_taken_from_another_catalog() {
    let root = Path::new(env!("REPOSITORY"));
    let (plain, moved) = (with_a_filter(""), with_a_filter(AARDVARK));
    for order in [[&plain, &moved, &plain], [&moved, &plain, &moved]] {
        let mut runner = Runner::new(Some(root)).expect("the repository holds games");
        for text in order {
            let outcome = runner.run("filter.yaml", text);
            assert!(outcome.ok, "{}", outcome.message);
        }
    }
}

#[test]
fn scenarios_in_any_order_give_the_same_results() {
    let all = scenarios();
    let sorted = run(all.iter());
    assert!(sorted.len() > 1_800, "only {} scenarios were found", sorted.len());
    for (path, outcome) in &sorted {
        assert!(outcome.ok, "{path}: {}", outcome.message);
    }
    for seed in SEEDS {
        let mut order: Vec<usize> = (0..all.len()).collect();
        let mut state = seed;
        for i in (1..order.len()).rev() {
            order.swap(i, (next(&mut state) % (i as u64 + 1)) as usize);
        }
        let shuffled = run(order.iter().map(|i| &all[*i]));
        for (path, outcome) in &shuffled {
            let before = &sorted[path];
            assert!(outcome.ok, "seed {seed}, {path}: {}", outcome.message);
            assert_eq!(outcome.transcript, before.transcript, "seed {seed}, {path}: another transcript");
        }
    }
}
