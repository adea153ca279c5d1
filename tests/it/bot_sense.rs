//! Bot sense: positions in which every player of a game knows the answer, and bots give it.

use std::path::{Path, PathBuf};

use intermezzo_program::scenario::{ScenarioFilter, run_some};

/// The positions in which the shipped `greedy` is wrong: what it does there is known, and wrong.
const WRONG: [&str; 11] = [
    "cardland/a_character_comes",
    "duel/lays_a_well",
    "duel/summons_what_it_can",
    "hackclad/strikes_the_clad",
    "market/a_crown_for_six",
    "market/a_shilling_for_three",
    "market/points_at_the_end",
    "market/the_last_laurel",
    "tricks/a_fair_hand_does_not_outbid_ten",
    "tricks/nobody_climbs_on_nothing",
    "tricks/nothing_is_said_with_nothing",
];

fn folder() -> PathBuf {
    Path::new(env!("REPOSITORY")).join("tests/sense")
}

#[test]
fn greedy_answers_as_every_player_would() {
    let report = run_some(&[folder()], Some(Path::new(env!("REPOSITORY"))), &[], false, &ScenarioFilter::default());
    let report = report.expect("the positions are there");
    let name = |path: &str| {
        let below = Path::new(path).strip_prefix(folder()).expect("it is below the folder");
        below.with_extension("").to_string_lossy().replace('\\', "/")
    };
    let mut of_games: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for one in &report.scenarios {
        assert!(one.text.contains("- bot:"), "{}: no bot answers in it", one.path);
        *of_games.entry(name(&one.path).split('/').next().unwrap_or_default().to_string()).or_default() += 1;
    }
    assert!(of_games.len() == 8 && of_games.values().all(|n| (3..=10).contains(n)), "{of_games:?}");
    let wrong: Vec<(String, &str)> =
        report.scenarios.iter().filter(|one| !one.ok).map(|one| (name(&one.path), one.message.as_str())).collect();
    let names: Vec<&str> = wrong.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, WRONG, "{wrong:#?}");
}

/// A position that a bot gets wrong fails with another bot, and a program is no bot of a scenario.
#[test]
fn the_bot_of_a_run_is_the_one_that_is_named() {
    let here = crate::cli_new::Stranger::new("sense-bot");
    let run = |bot: &str| {
        let path = folder().join("duel/attacks_for_the_win.yaml");
        here.says("", &["test", &path.display().to_string(), "--bot", bot])
    };
    let (told, code) = run("program:./bot");
    assert!(code == 1 && told.contains("`program:./bot` answers in no scenario"), "{told}");
    let (told, code) = run("clever");
    assert!(code == 2 && told.contains("there is no bot `clever`"), "{told}");
    let (told, code) = run("greedy");
    assert_eq!(code, 0, "{told}");
}
