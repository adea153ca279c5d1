//! Reload random edits: after random edits of its game the record of every line-up still replays, and a loader's result
//! equals a load from nothing.
//!
//! `INTERMEZZO_GAMES=20` tries this many games of each line-up, `INTERMEZZO_EDITS=2000` this many edits;
//! `INTERMEZZO_ONLY=text` takes line-ups with that text in their names.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support::lineup::Lineup;
use crate::support::{MAX_DECISIONS, ends, files, number};
use intermezzo::catalog::Files;
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Loader, Record, Table};

/// So often is each game edited.
const RELOADS: usize = 5;

/// Texts laid over those of the game; `None`: the file is away.
type Edits = BTreeMap<String, Option<Arc<str>>>;

/// Numbers that follow from a seed.
pub struct Rng(pub u64);

impl Rng {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let n1 = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let n2 = (n1 ^ (n1 >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((n2 ^ (n2 >> 31)) % n.max(1) as u64) as usize
    }
}

/// The files as edited.
fn edited(base: &Files, edits: &Edits) -> Files {
    let mut files = base.clone();
    for (path, text) in edits {
        match text {
            Some(text) => files.texts.insert(path.clone(), text.clone()),
            None => files.texts.remove(path),
        };
    }
    files
}

/// Changes the first line of a text for which `change` knows another one.
fn change_line(text: &str, change: impl Fn(&str) -> Option<String>) -> Option<String> {
    let (at, new) = text.lines().enumerate().find_map(|(i, line)| change(line).map(|new| (i, new)))?;
    let lines = text.lines().enumerate().map(|(i, line)| if i == at { new.clone() } else { line.to_string() });
    Some(lines.collect::<Vec<_>>().join("\n") + "\n")
}

/// A line with a number, with the next one.
fn next_number(line: &str) -> Option<String> {
    let (key, n) = line.split_once(": ")?;
    let n: i64 = n.trim().parse().ok().filter(|_| !key.starts_with([' ', '#', '-']) && key != "number")?;
    Some(format!("{key}: {}", n + 1))
}

/// One random edit of a game.
fn edit(files: &Files, game: &str, edits: &mut Edits, rng: &mut Rng) -> &'static str {
    let now = |edits: &Edits, path: &str| match edits.get(path) {
        Some(text) => text.clone(),
        None => files.texts.get(path).cloned(),
    };
    let (folder, manifest) = (format!("cards/{game}/"), format!("cards/{game}/game.yaml"));
    let is_card = |p: &&String| p.starts_with(&folder) && **p != manifest && !p.contains("/decks/");
    let cards: Vec<&String> = files.texts.keys().filter(is_card).collect();
    let path = cards[rng.below(cards.len())];
    let Some(text) = now(edits, path) else {
        edits.remove(path);
        return "a card is there again";
    };
    let (made, what) = match rng.below(8) {
        0 | 1 => ((path.clone(), change_line(&text, next_number)), "a number"),
        2 => {
            let n = rng.below(1000);
            let (first, file) = if n.is_multiple_of(2) { ("Aaa", "aaa") } else { ("Zzz", "zzz") };
            let new = text.lines().map(|line| match line.split_once(": ") {
                Some(("name", _)) => format!("name: {first} New {n}\n"),
                // Two cards of one number are a mistake, unless it is a number to count with.
                Some(("number", of)) if of.parse::<i64>().is_err() => {
                    let letters = of.trim_end_matches(|c: char| c.is_ascii_digit());
                    format!("number: {letters}{n:0width$}\n", width = of.len() - letters.len())
                }
                _ => format!("{line}\n"),
            });
            let (new, file) = (new.collect::<String>(), format!("{file}_new_{n}"));
            let folder = path.rsplit_once('/').map_or(path.as_str(), |(folder, _)| folder);
            ((format!("{folder}/{file}.yaml"), Some(new)), "a card more")
        }
        3 => {
            edits.insert(path.clone(), None);
            return "a card is gone";
        }
        4 => {
            let name = |l: &str| l.strip_prefix("name: ").map(|_| "name: Aaa Renamed".to_string());
            ((path.clone(), change_line(&text, name)), "another name")
        }
        5 => {
            let zone = format!("zones:\n  spare_{}: {{ per: player, seen_by: all }}", rng.below(1000));
            let text = now(edits, &manifest).map(|text| text.replacen("\nzones:", &format!("\n{zone}"), 1));
            ((manifest, text), "a zone more")
        }
        6 => {
            let attr = format!("attributes:\n  card:\n    spare_{}: {{ stored: true, start: 1 }}", rng.below(1000));
            let text = now(edits, &manifest).map(|t| t.replacen("\nattributes:\n  card:", &format!("\n{attr}"), 1));
            ((manifest, text), "an attribute more")
        }
        _ => {
            edits.clear();
            return "all as it was";
        }
    };
    if let (path, Some(text)) = made {
        edits.insert(path, Some(text.into()));
    }
    what
}

/// Answers this many decisions, or fewer if the game ends.
fn go_on(table: &mut Table, bots: &mut [Random], n: usize) {
    for _ in 0..n {
        let Some(decision) = table.decisions().first().cloned() else { return };
        let answer = bots[decision.seat.index()].legal_answer(table.world(), &decision);
        table.submit(decision.seat, answer).expect("bots answer legally");
    }
}

/// Plays a game with random reloads. What was done, and the table at its end.
fn play(base: &Files, loader: &mut Loader, engine: &Game, lineup: &Lineup, seed: u64) -> (Vec<String>, Table) {
    let mut rng = Rng(seed);
    let mut table = lineup.start(engine, seed);
    let mut bots: Vec<Random> =
        (0..table.world().rules.schema.seats as u64).map(|s| Random::new(seed * 8 + s)).collect();
    let (mut edits, mut done) = (Edits::new(), Vec::new());
    let mut adopted = 0;
    for _ in 0..RELOADS * 20 {
        let n = rng.below(40);
        go_on(&mut table, &mut bots, n);
        let mut tried = edits.clone();
        let what = edit(base, &lineup.game, &mut tried, &mut rng);
        // Not every edit is a game, and not every game is one that this table can go on with.
        let Ok((engine, _)) = loader.load(&lineup.game, &edited(base, &tried)) else { continue };
        let before = (ends(&table), table.record().entries().len());
        match table.adopt(&engine) {
            Ok(how) => {
                edits = tried;
                adopted += 1;
                done.push(format!("{n}, then {what}: {how:?}"));
            }
            Err(_) => assert_eq!((ends(&table), table.record().entries().len()), before, "a refusal changes nothing"),
        }
        if adopted == RELOADS {
            break;
        }
    }
    assert_eq!(adopted, RELOADS, "{}: too few edits were games: {done:#?}", lineup.name());
    go_on(&mut table, &mut bots, MAX_DECISIONS);
    (done, table)
}

#[test]
fn every_record_replays_after_five_random_reloads() {
    let only = std::env::var("INTERMEZZO_ONLY").unwrap_or_default();
    let games = number("INTERMEZZO_GAMES", 1);
    let all = files(&[]);
    let mut loader = Loader::default();
    let mut here = 0;
    for lineup in Lineup::all().into_iter().filter(|l| l.name().contains(&only)) {
        let base = Files { packs: lineup.packs.clone(), ..all.clone() };
        let (engine, _) =
            loader.load(&lineup.game, &base).unwrap_or_else(|problems| panic!("{}", problems.render_all()));
        for seed in 0..games {
            let (done, table) = play(&base, &mut loader, &engine, &lineup, seed);
            here += done.iter().filter(|how| how.contains("from_start: false")).count();
            let told = || format!("{}, seed {seed}: {done:#?}", lineup.name());
            let json: serde_json::Value =
                serde_json::from_str(&table.record().to_json().to_string()).expect("a record is JSON");
            let record = Record::from_json(&json).unwrap_or_else(|e| panic!("{e}; {}", told()));
            for record in [table.record(), &record] {
                let again = record.replay().unwrap_or_else(|e| panic!("{e}; {}", told()));
                assert_eq!(ends(&again), ends(&table), "{}", told());
            }
        }
    }
    assert!(here > 0 || !only.is_empty(), "no game went on where it stood");
}

/// A text in which one line is another, or gone, or there twice: mostly no game any more.
fn scrambled(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let (at, other) = (rng.below(lines.len()), rng.below(lines.len()));
    match (lines.is_empty(), rng.below(4)) {
        (true, _) => lines.push("name: A".into()),
        (_, 0) => drop(lines.remove(at)),
        (_, 1) => lines.insert(at, lines[other].clone()),
        (_, 2) => lines[at] = lines[other].clone(),
        _ => {
            let chars = lines[at].chars().count();
            let (before, after): (Vec<_>, Vec<_>) = lines[at].char_indices().partition(|(i, _)| *i * 2 < chars);
            lines[at] = before.into_iter().chain([(0, 'x')]).chain(after).map(|(_, c)| c).collect();
        }
    }
    lines.join("\n") + "\n"
}

/// The result of loading: the compiled game with its findings, or its errors.
fn loaded(loader: &mut Loader, game: &str, files: &Files) -> String {
    let (engine, problems) = match loader.load(game, files) {
        Ok(loaded) => loaded,
        Err(problems) => return problems.render_all(),
    };
    let (catalog, rules) = (engine.catalog(), &engine.catalog().rules);
    let names: Vec<_> = rules.schema.symbols.names().collect();
    let compiled = format!("{:?}\n{:?}\n{:?}\n{:?}", rules.defs, rules.abilities, rules.lists, rules.scripts);
    let told = format!("{:?}\n{:?}\n{:?}", catalog.scripts, catalog.decks, catalog.places);
    format!("{names:?}\n{compiled}\n{told}\n{}\n{}", catalog.hash, problems.render_all())
}

#[test]
fn what_is_loaded_again_after_random_edits_is_what_is_loaded_from_nothing() {
    let edits = number("INTERMEZZO_EDITS", 300);
    let all = files(&[]);
    let games: Vec<String> =
        Lineup::all().into_iter().map(|l| l.game).collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    let (mut loader, mut rng) = (Loader::default(), Rng(7));
    let (mut good, mut wrong) = (0, 0);
    for game in &games {
        let (base, mut edits_now) = (all.of_game(game), Edits::new());
        loaded(&mut loader, game, &base);
        for _ in 0..edits / games.len() as u64 {
            if edits_now.len() > 2 || rng.below(3) == 0 {
                edits_now.clear();
            }
            let mut what = "a scrambled line";
            if rng.below(2) == 0 {
                what = edit(&base, game, &mut edits_now, &mut rng);
            } else {
                let now = edited(&base, &edits_now);
                let own: Vec<&String> = now.texts.keys().filter(|path| !path.starts_with("scripts/lib/")).collect();
                let path = own[rng.below(own.len())];
                edits_now.insert(path.clone(), Some(scrambled(&now.texts[path], &mut rng).into()));
            }
            let now = edited(&base, &edits_now);
            let (again, anew) = (loaded(&mut loader, game, &now), loaded(&mut Loader::default(), game, &now));
            let differs = again.lines().zip(anew.lines()).find(|(again, anew)| again != anew);
            assert!(again == anew, "{game}, {what}: {differs:?}\n{edits_now:#?}");
            *if anew.contains("error: ") { &mut wrong } else { &mut good } += 1;
        }
    }
    assert!(good > 0 && wrong > 0, "{good} edits are games, {wrong} are none");
}
