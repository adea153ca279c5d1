//! Sim jobs: a job gives the same numbers however it is played, and a change of a card is found in them.

use std::sync::Arc;

use intermezzo::sim::{Job, Plan, Totals};

use crate::support::{GAME, files, game_of};

fn plan(decks: &[&str]) -> Plan {
    let job = Job { decks: decks.iter().map(|d| d.to_string()).collect(), seed: 9, ..Job::default() };
    Plan::new(&game_of(GAME, &files(&[])), &job).expect("a plan")
}

fn hash(plan: &Plan, threads: usize, games: u64) -> String {
    let mut totals = Totals::new(plan);
    plan.games(0..games, threads).expect("games").iter().for_each(|played| totals.take(played));
    totals.hash()
}

#[test]
fn a_job_gives_the_same_numbers_on_any_number_of_threads_and_in_parts() {
    let plan = plan(&[]);
    let whole = plan.games(0..40, 1).expect("games");
    assert_eq!(hash(&plan, 1, 40), hash(&plan, 3, 40));
    let mut parts = plan.games(24..40, 2).expect("games");
    parts.splice(0..0, plan.games(0..24, 1).expect("games"));
    assert_eq!(parts, whole);
    assert!(whole.iter().zip(0..).all(|(played, number)| played.number == number));
    // A round plays each arrangement once, with one seed.
    let round = plan.round() as usize;
    assert_eq!(round, plan.decks().len().pow(2));
    assert!(whole[..round].iter().all(|played| played.seed == 9) && whole[round].seed == 10);
    let mut sat: Vec<_> = whole[..round].iter().map(|played| played.decks.clone()).collect();
    sat.sort();
    sat.dedup();
    assert_eq!(sat.len(), round);
    let again = plan.play(17).expect("a game");
    assert_eq!(again, whole[17]);
}

#[test]
fn what_becomes_of_cards_is_counted() {
    let plan = plan(&["abbey_lanterns", "midnight_caravan"]);
    let games = plan.games(0..24, 2).expect("games");
    for played in &games {
        assert!(!played.cards.is_empty() && played.turns > 1);
        for card in &played.cards {
            assert!(card.opening <= card.drawn && card.drawn <= card.seen && card.seen <= card.copies, "{card:?}");
            assert!(card.played <= card.copies && !plan.card(card.card).is_empty(), "{card:?}");
        }
    }
    let sum = |of: fn(&intermezzo::sim::CardPlayed) -> u8| -> u32 {
        games.iter().flat_map(|g| &g.cards).map(|c| of(c) as u32).sum()
    };
    assert!(sum(|c| c.opening) >= 24 * 2 * 4, "hands are dealt");
    assert!(sum(|c| c.drawn) > sum(|c| c.opening) && sum(|c| c.played) > 0 && sum(|c| c.in_the_end) > 0);
}

#[test]
fn a_job_that_the_game_does_not_have_is_refused() {
    let game = game_of(GAME, &files(&[]));
    let refused = |job: Job| match Plan::new(&game, &job) {
        Ok(_) => panic!("{job:?} is none"),
        Err(error) => error.to_string(),
    };
    let with = |decks: &[&str], bots: &[&str]| Job {
        decks: decks.iter().map(|d| d.to_string()).collect(),
        bots: bots.iter().map(|d| d.to_string()).collect(),
        ..Job::default()
    };
    assert!(refused(with(&["no_such"], &[])).contains("no_such"));
    assert!(refused(with(&["abbey_lanterns", "abbey_lanterns"], &[])).contains("given twice"));
    assert!(refused(with(&[], &["clever"])).contains("there is no bot `clever`"));
    assert!(refused(with(&[], &["random", "random", "greedy"])).contains("one bot, two or 2"));
    assert!(refused(Job { players: Some(5), ..Job::default() }).contains("not 5"));
    let options = vec![("no_option".to_string(), "1".to_string())];
    assert!(refused(Job { options, ..Job::default() }).contains("no_option"));
}

/// The program itself, with its folder of results.
#[cfg(unix)]
mod program {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::*;

    fn run(args: &[&str]) -> (String, bool) {
        let out = Command::new(env!("CARGO_BIN_EXE_intermezzo"))
            .args(["--root", env!("REPOSITORY")])
            .args(args)
            .output()
            .expect("it runs");
        (
            String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr),
            out.status.success(),
        )
    }

    fn folder(name: &str) -> PathBuf {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sims-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        path
    }

    #[test]
    fn a_stopped_job_is_taken_up_again() {
        let (path, other) = (folder("parts"), folder("other"));
        let (at, beside) = (path.to_str().expect("a path"), other.to_str().expect("a path"));
        let sim = |games: &str, out: &str, part: &str| {
            let args = ["sim", GAME, "--games", games, "--part", part, "--threads", "2", "--out", out, "--json"];
            let (text, ok) = run(&args);
            assert!(ok, "{text}");
            serde_json::from_str::<serde_json::Value>(&text).expect("JSON")
        };
        sim("16", at, "8");
        let before = std::fs::metadata(path.join("games-00000.parquet")).expect("a part").modified().expect("a time");
        let whole = sim("40", at, "8");
        assert_eq!(whole["hash"], sim("40", beside, "16")["hash"]);
        let after = std::fs::metadata(path.join("games-00000.parquet")).expect("a part").modified().expect("a time");
        assert_eq!(before, after, "what was played is not played again");
        assert_eq!((whole["games"].as_u64(), whole["matrix"][0].as_array().map(Vec::len)), (Some(40), Some(4)));
        let (text, ok) = run(&["sim", GAME, "--games", "40", "--part", "8", "--seed", "5", "--out", at]);
        assert!(!ok && text.contains("the results of another job"), "{text}");
        let page = path.join("report.html");
        let (text, ok) = run(&["sim", "report", at, "-o", page.to_str().expect("a path")]);
        let html = std::fs::read_to_string(&page).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert!(ok && html.contains("<h2>Decks</h2>") && html.contains("<svg") && !html.contains("http"), "{text}");
        let nowhere = format!("{at}-nowhere");
        let (text, ok) = run(&["sim", "report", &nowhere, "-o", page.to_str().expect("a path")]);
        assert!(!ok && text.contains("nowhere"), "{text}");
        drop((std::fs::remove_dir_all(&path), std::fs::remove_dir_all(&other)));
    }

    #[test]
    fn a_card_that_was_made_stronger_is_named_and_a_new_text_is_not() {
        let out = folder("change");
        let at = out.to_str().expect("a path");
        let args = ["sim", "cfs", "--games", "640", "--threads", "2", "--out", at, "--change", "mira_voss:bp=600,1800"];
        let (text, ok) = run(&args);
        assert!(ok, "{text}");
        let value = |n: i64| out.join(format!("value-{n}")).to_str().expect("a path").to_string();
        let (json, ok) = run(&["sim", "diff", &value(600), &value(1800), "--json"]);
        assert!(ok, "{json}");
        let found: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let cards = found["cards"].as_array().expect("a list");
        let first = &cards[0];
        assert_eq!((first["id"].as_str(), first["clear"].as_bool()), (Some("mira_voss"), Some(true)), "{first}");
        assert!(first["low"].as_f64().expect("a number") > 0.0, "{first}");
        // What other cards gain comes from this one.
        assert!(cards[1..].iter().all(|card| card["clear"] == false && card["by"].is_null()), "{json}");
        assert!(cards.iter().all(|card| card["games"].as_u64() <= Some(640)), "{json}");
        // A game of a deck against itself counts neither here nor there.
        let line = text.lines().find(|line| line.starts_with("1800")).expect("a line");
        let by = found["decks"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|deck| deck["by"].as_f64())
            .fold(0.0, f64::max);
        assert!(by > 0.0 && line.contains(&format!(" {:+.2} (", by * 100.0)), "{line} {by}");
        let (text, ok) = run(&["sim", "diff", &value(600), &value(1800)]);
        assert!(ok && text.contains(&format!("and {} cards more", cards.len() - 12)), "{text}");
        // The folder of all values names its contents.
        let (text, ok) = run(&["sim", "report", at]);
        assert!(!ok && text.contains("value-1800") && !out.join("report.html").exists(), "{text}");
        let (text, ok) = run(&["sim", "report", "--diff", &value(600), &value(1800)]);
        assert!(!ok && text.contains("sim diff BEFORE AFTER"), "{text}");
        drop(std::fs::remove_dir_all(&out));
        // Another text of the same card changes no game.
        let change = format!("{}:text=\"One thing.\",\"Another thing.\"", with_text());
        let (text, ok) = run(&["sim", GAME, "--games", "32", "--threads", "2", "--out", at, "--change", &change]);
        assert!(ok, "{text}");
        let of = |words: &str| out.join(words).to_str().expect("a path").to_string();
        let (text, ok) = run(&["sim", "diff", &of("value-_One_thing._"), &of("value-_Another_thing._")]);
        assert!(ok && text.contains("Nothing differs"), "{text}");
        drop(std::fs::remove_dir_all(&out));
    }

    /// A card whose script fails is found, and the scenario shows it.
    #[test]
    fn a_script_that_fails_is_found_and_written_as_a_scenario() {
        let root = folder("fuzz");
        let files = files(&[]);
        let decks: String =
            files.texts.iter().filter(|(p, _)| p.contains("cardland/decks/")).map(|(_, t)| &**t).collect();
        let broken = |(path, text): (&String, &Arc<str>)| {
            let id = path.rsplit('/').next()?.strip_suffix(".yaml")?;
            let effect = |line: &&str| {
                let line = line.trim_start().trim_start_matches("- ");
                ["script: act.", "do: ["].iter().any(|effect| line.starts_with(effect))
            };
            let line = text.lines().find(effect)?;
            let is_event = path.starts_with("cards/cardland/") && text.contains("type: event");
            let at = line.find("script: ").or_else(|| line.find("do: ["))?;
            let new = text.replace(line, &format!("{}script: error(\"boom\")", &line[..at]));
            (is_event && decks.contains(&format!("  {id}:"))).then(|| (path.clone(), new))
        };
        let (path, text) = files.texts.iter().find_map(broken).expect("an event with an effect of one line");
        let file = root.join(&path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, text).expect("a file");
        let at = root.to_str().expect("a path");
        let fuzz = |args: &[&str]| {
            let out = Command::new(env!("CARGO_BIN_EXE_intermezzo"))
                .args(["--root", at])
                .args(args)
                .output()
                .expect("it runs");
            (String::from_utf8_lossy(&out.stdout).into_owned(), out.status.code())
        };
        let found = root.join("found");
        let (text, code) = fuzz(&["fuzz", GAME, "--games", "12", "--json", "--out", found.to_str().expect("a path")]);
        let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!((code, json["failures"][0]["kind"].as_str()), (Some(1), Some("script_error")), "{text}");
        assert!(json["failures"][0]["message"].as_str().expect("words").contains("boom"), "{text}");
        let scenario = found.join(format!("{GAME}-script_error-1.yaml"));
        // An `--out` that is no folder is refused before anything is played.
        let (text, code) = fuzz(&["fuzz", GAME, "--games", "12", "--out", file.to_str().expect("a path")]);
        assert!(code == Some(2) && text.is_empty(), "{text}");
        let (text, code) = fuzz(&["test", scenario.to_str().expect("a path")]);
        let written = std::fs::read_to_string(&scenario).expect("a scenario");
        assert!(code == Some(1) && text.contains("boom"), "{text}\n{written}");
        assert!(written.starts_with("# This fails as long as the game does what the title says"), "{written}");
        // With the card as it was before, the scenario passes: it may stay as a test.
        std::fs::write(&file, &*files.texts[&path]).expect("a file");
        let (text, code) = fuzz(&["test", scenario.to_str().expect("a path")]);
        assert!(code == Some(0), "{text}\n{written}");
        drop(std::fs::remove_dir_all(&root));
    }

    /// The seed and the number of games alone decide which games a search plays.
    #[test]
    fn a_search_for_failures_is_the_same_with_the_same_seed() {
        let fuzz = |more: &[&str]| {
            let (text, ok) = run(&[&["fuzz", "cfs", "--games", "3"], more].concat());
            assert!(ok, "{text}");
            text
        };
        let first = fuzz(&["--seed", "2"]);
        assert!(first.contains("3 games, ") && first.contains(" 0 failures"), "{first}");
        assert_eq!(first, fuzz(&["--seed", "2"]));
        assert_ne!(first, fuzz(&["--seed", "3"]));
        // Time ends no search of so many games.
        assert_eq!(first, fuzz(&["--seed", "2", "--seconds", "0.001"]));
    }

    /// In some games a player must save nine coins before anything shows their value: a greedy bot never has so many.
    #[test]
    fn a_search_saves_for_what_was_never_paid() {
        let root = folder("hoard");
        let file = root.join("cards/hoard/game.yaml");
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        let game = "game: hoard\ntitle: Hoard\nplayers: 2\nlevels: [match, turn]\n\
                    zones: { deck: { per: player, seen_by: nobody } }\ntimings: { main: {} }\n\
                    counters: { player: { gold: {} } }\n\
                    actions:\n  sweets: { timing: main, text: buy sweets, cost: [{ gold: 1 }], do: [] }\n  \
                    castle: { timing: main, text: buy a castle, cost: [{ gold: 9 }], do: [] }\n\
                    windows: { main: { protocol: free, offers: [main], text: buy something } }\n\
                    flow:\n  match: [{ repeat: turn, alternate: true, max: 40, after_max: draw }]\n  \
                    turn: [{ phase: main, do: [{ change: { object: active, name: gold, by: 1 } }, { window: main }] }]\n";
        std::fs::write(&file, game).expect("a file");
        let out = Command::new(env!("CARGO_BIN_EXE_intermezzo"))
            .args(["--root", root.to_str().expect("a path"), "fuzz", "hoard", "--games", "20"])
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success() && text.contains("reached: 3 of 3 abilities and windows"), "{text}");
        drop(std::fs::remove_dir_all(&root));
    }

    /// A card of a deck with a line of text.
    fn with_text() -> String {
        let files = files(&[]);
        let has_text = |path: &str, text: &str| {
            path.starts_with("cards/cardland/") && text.lines().filter(|line| line.starts_with("text: \"")).count() == 1
        };
        let deck = &files.texts["cards/cardland/decks/abbey_lanterns.yaml"];
        let mut cards = files.texts.iter().filter(|(path, text)| has_text(path, text));
        let id = cards.find_map(|(path, _)| {
            let id = path.rsplit('/').next()?.strip_suffix(".yaml")?;
            deck.contains(&format!("  {id}:")).then(|| id.to_string())
        });
        id.expect("a card of the deck has a text")
    }
}
