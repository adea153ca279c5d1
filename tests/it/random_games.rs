//! Random games: whatever is played with any two decks ends, fails nowhere, loses no card and is repeated by its seed.
//!
//! `INTERMEZZO_GAMES=1000` plays so many games of each ordered pair of decks.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{Bots, MAX_DECISIONS, answer_one, asked, ends, engine, number, pairs, play, start, submit};
use intermezzo::catalog::Catalog;
use intermezzo::kernel::Outcome;
use intermezzo::table::{Game, Table};

/// Names the games whose hashes a child process prints.
const CHILD: &str = "INTERMEZZO_HASHES";

/// Results of the games of one pair of decks.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tally {
    games: u64,
    decisions: u64,
    most: usize,
    won: [u64; 2],
    drawn: u64,
}

#[test]
fn games_of_every_pair_end() {
    let games = number("INTERMEZZO_GAMES", 4);
    let catalog = engine().catalog().clone();
    let tallies = on_threads(&catalog, 0, |engine, pair| play_pair(engine, pair, games));
    for (pair, tally) in &tallies {
        println!("{pair:?}: {tally:?}");
    }
    let decisions: u64 = tallies.iter().map(|(_, t)| t.decisions).sum();
    let played: u64 = tallies.iter().map(|(_, t)| t.games).sum();
    println!("{played} games, {decisions} decisions");
    assert_eq!(played, games * 16);
    assert!(tallies.iter().any(|(_, t)| t.won[0] + t.won[1] > 0), "nobody ever wins");
}

fn play_pair(engine: &Game, pair: (usize, usize), games: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..games {
        let mut table = start(engine, pair, seed);
        table.forget_log();
        let cards = owners(&table);
        let mut bots = Bots::new(seed);
        let mut decisions = 0;
        while answer_one(&mut table, &mut bots).is_some() {
            decisions += 1;
            assert!(decisions < MAX_DECISIONS, "{pair:?} {seed}: the game does not end");
            if seed == 0 {
                conserved(&table, &cards).unwrap_or_else(|e| panic!("{pair:?} {seed}, decision {decisions}: {e}"));
            }
        }
        conserved(&table, &cards).unwrap_or_else(|e| panic!("{pair:?} {seed}: {e}"));
        assert_eq!(table.faults(), 0, "{pair:?} {seed}: {:?}", table.fault_errors());
        match table.outcome() {
            Some(Outcome::Won(seat)) => tally.won[seat.index()] += 1,
            Some(Outcome::Draw) => tally.drawn += 1,
            other => panic!("{pair:?} {seed} ended with {other:?}"),
        }
        tally.games += 1;
        tally.decisions += decisions as u64;
        tally.most = tally.most.max(decisions);
    }
    tally
}

/// Definition and owner of each card: no game of these changes them.
fn owners(table: &Table) -> Vec<(u16, u8)> {
    table.world().state().cards.iter().map(|c| (c.def.0, c.owner.0)).collect()
}

fn conserved(table: &Table, cards: &[(u16, u8)]) -> Result<(), String> {
    if owners(table) != cards {
        return Err("a card changed its owner or its face".into());
    }
    table.world().game().conserved()
}

/// Runs a job for each pair of decks, on so many threads (0: one for each core), each with an engine of its own.
fn on_threads<R: Send>(
    catalog: &Arc<Catalog>,
    threads: usize,
    job: impl Fn(&Game, (usize, usize)) -> R + Sync,
) -> Vec<((usize, usize), R)> {
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = if threads == 0 { cores() } else { threads };
    let next = AtomicUsize::new(0);
    let mut out: Vec<_> = std::thread::scope(|scope| {
        let work = || {
            let engine = Game::new(catalog.clone()).expect("it loaded before");
            let pairs = pairs(&engine);
            let mut done = Vec::new();
            while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                done.push((*pair, job(&engine, *pair)));
            }
            done
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().flat_map(|h| h.join().expect("no game panics")).collect()
    });
    out.sort_by_key(|(pair, _)| *pair);
    out
}

#[test]
fn a_seed_repeats_its_game() {
    let catalog = engine().catalog().clone();
    let alone = on_threads(&catalog, 1, hashes);
    assert_eq!(alone, on_threads(&catalog, 1, hashes), "in another VM");
    assert_eq!(alone, on_threads(&catalog, 8, hashes), "on eight threads");
    assert_eq!(lines(&alone), in_child(), "in another process");
    let mut all: Vec<_> = alone.iter().flat_map(|(_, h)| h).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 32, "different games have different hashes");
}

/// The hashes of two games of a pair, the second one played twice on the VM that played the first.
fn hashes(engine: &Game, pair: (usize, usize)) -> Vec<(String, u64)> {
    let hash = |seed: u64| {
        let mut table = start(engine, pair, seed);
        play(&mut table, &mut Bots::new(seed));
        ends(&table)
    };
    let (one, two) = (hash(11), hash(12));
    assert_eq!(two, hash(12), "in the same VM");
    vec![one, two]
}

/// Two decks by number, and the hash and seed of each game they played.
type Pairing = ((usize, usize), Vec<(String, u64)>);

fn lines(hashes: &[Pairing]) -> Vec<String> {
    hashes.iter().map(|(pair, hashes)| format!("HASHES {pair:?} {hashes:?}")).collect()
}

fn in_child() -> Vec<String> {
    let binary = std::env::current_exe().expect("the test binary");
    let output = Command::new(binary)
        .args(["random_games::child", "--exact", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .expect("a child process");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().filter(|l| l.starts_with("HASHES")).map(str::to_owned).collect()
}

/// The other half: does nothing unless the variable is set.
#[test]
fn child() {
    if std::env::var(CHILD).is_ok() {
        println!("\n{}", lines(&on_threads(engine().catalog(), 1, hashes)).join("\n"));
    }
}

#[test]
fn the_order_of_arrival_does_not_matter() {
    let engine = engine();
    let mut both_asked = 0;
    for seed in 0..4 {
        let mut first = start(&engine, (0, 1), seed);
        let steps = play(&mut first, &mut Bots::new(seed));
        let mut last = start(&engine, (0, 1), seed);
        let mut bots = Bots::new(seed);
        while !last.is_over() {
            both_asked += (last.decisions().len() > 1) as u32;
            let decision = last.decisions().last().cloned().unwrap_or_else(|| asked(&last));
            let answer = bots.answer(&last, &decision);
            submit(&mut last, &(decision.seat, answer));
        }
        assert_eq!(ends(&first), ends(&last), "seed {seed}, {} answers", steps.len());
    }
    assert!(both_asked > 4, "hidden decisions: {both_asked}");
}
