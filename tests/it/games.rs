//! Games: each game, in each of its line-ups, ends, has no failing script, loses no card, repeats by its seed,
//! continues equally from any copy, and reveals nothing hidden.
//!
//! `INTERMEZZO_GAMES=1000` plays this many games of each line-up; `INTERMEZZO_ONLY=text` takes those with that text in
//! their names.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::eyes::{Seen, assert_alike, told, with_other_faces};
use crate::support::lineup::Lineup;
use crate::support::{Bots, MAX_DECISIONS, Step, answer_one, ends, files, number, submit};
use intermezzo::catalog::{Catalog, Files};
use intermezzo::kernel::{Card, Outcome};
use intermezzo::table::{Game, Record, Table};

/// The line-ups to be tried.
fn lineups() -> Vec<Lineup> {
    let only = std::env::var("INTERMEZZO_ONLY").unwrap_or_default();
    Lineup::all().into_iter().filter(|l| l.name().contains(&only)).collect()
}

/// Runs a job for each line-up, one thread a core, each with an engine of its own.
pub fn for_each_lineup<R: Send>(job: impl Fn(&Game, &Lineup) -> R + Sync) -> Vec<(String, R)> {
    let lineups = lineups();
    let files = files(&[]);
    let mut catalogs: BTreeMap<String, Arc<Catalog>> = BTreeMap::new();
    for lineup in &lineups {
        let files = Files { packs: lineup.packs.clone(), ..files.clone() };
        catalogs.entry(lineup.key()).or_insert_with(|| match Catalog::load(&lineup.game, &files) {
            Ok((catalog, _)) => Arc::new(catalog),
            Err(problems) => panic!("{}", problems.render_all()),
        });
    }
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut out: Vec<(usize, R)> = std::thread::scope(|scope| {
        let work = || {
            let mut engines: BTreeMap<String, Game> = BTreeMap::new();
            let mut done = Vec::new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(lineup) = lineups.get(i) else { return done };
                let catalog = &catalogs[&lineup.key()];
                let engine = engines
                    .entry(lineup.key())
                    .or_insert_with(|| Game::new(catalog.clone()).unwrap_or_else(|errors| panic!("{}", errors[0])));
                done.push((i, job(engine, lineup)));
            }
        };
        let handles: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        handles.into_iter().flat_map(|h| h.join().expect("no game panics")).collect()
    });
    out.sort_by_key(|(i, _)| *i);
    out.into_iter().map(|(i, r)| (lineups[i].name(), r)).collect()
}

fn seats(table: &Table) -> u8 {
    table.world().rules.schema.seats
}

pub fn bots(table: &Table, seed: u64) -> Bots {
    Bots::of(seed, seats(table) as u64)
}

fn play(table: &mut Table, seed: u64) -> Vec<Step> {
    let mut bots = bots(table, seed);
    let mut steps = Vec::new();
    while let Some(step) = answer_one(table, &mut bots) {
        steps.push(step);
        assert!(steps.len() < MAX_DECISIONS, "seed {seed}: the game does not end");
    }
    steps
}

/// The results of a line-up's games.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    decisions: u64,
    most: u64,
    won: BTreeMap<u8, u64>,
    drawn: u64,
}

#[test]
fn games_of_every_lineup_end() {
    let games = number("INTERMEZZO_GAMES", 6);
    let tallies = for_each_lineup(|engine, lineup| {
        let mut tally = Tally::default();
        for seed in 0..games {
            play_one(engine, lineup, seed, &mut tally);
        }
        tally
    });
    for (name, tally) in &tallies {
        println!("{name}: {tally:?}");
        assert_eq!(tally.games, games, "{name}");
    }
}

fn play_one(engine: &Game, lineup: &Lineup, seed: u64, tally: &mut Tally) {
    let name = format!("{}, seed {seed}", lineup.name());
    let mut table = lineup.start(engine, seed);
    table.forget_log();
    let mut bots = bots(&table, seed);
    let mut decisions = 0;
    while answer_one(&mut table, &mut bots).is_some() {
        decisions += 1;
        assert!(decisions < MAX_DECISIONS as u64, "{name}: the game does not end");
        if seed == 0 {
            table.world().game().conserved().unwrap_or_else(|e| panic!("{name}, decision {decisions}: {e}"));
        }
    }
    table.world().game().conserved().unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(table.faults(), 0, "{name}: {:?}", table.fault_errors());
    match table.outcome() {
        Some(Outcome::Won(seat)) => *tally.won.entry(seat.0).or_default() += 1,
        Some(Outcome::Draw | Outcome::Shared(_) | Outcome::Over | Outcome::Lost) => tally.drawn += 1,
        other => panic!("{name} ended with {other:?}"),
    }
    tally.games += 1;
    tally.decisions += decisions;
    tally.most = tally.most.max(decisions);
}

#[test]
fn a_seed_repeats_its_game() {
    for_each_lineup(|engine, lineup| {
        let mut table = lineup.start(engine, 7);
        play(&mut table, 7);
        let mut again = lineup.start(engine, 7);
        play(&mut again, 7);
        assert_eq!(ends(&again), ends(&table), "{}", lineup.name());
        let json = table.record().to_json();
        let replayed = Record::from_json(&json).and_then(|r| r.replay());
        let replayed = replayed.unwrap_or_else(|e| panic!("{}: {e}", lineup.name()));
        assert_eq!(replayed.log_hash(), table.log_hash(), "{}, from its record", lineup.name());
    });
}

#[test]
fn a_fork_ends_like_its_game() {
    let most = number("INTERMEZZO_FORKS", 60) as usize;
    let forks = for_each_lineup(|engine, lineup| {
        let mut table = lineup.start(engine, 5);
        let mut bots = bots(&table, 5);
        let (mut copies, mut steps) = (Vec::new(), Vec::new());
        while !table.is_over() {
            copies.push((steps.len(), table.in_script(), table.fork()));
            steps.extend(answer_one(&mut table, &mut bots));
        }
        // Copies from the middle of an effect come first, the others evenly spread.
        copies.sort_by_key(|(at, in_script, _)| (!in_script, at % 7, *at));
        copies.truncate(most);
        let in_script = copies.iter().filter(|c| c.1).count();
        for (at, _, mut copy) in copies {
            steps[at..].iter().for_each(|step| submit(&mut copy, step));
            assert_eq!(ends(&copy), ends(&table), "{}, forked at decision {at}", lineup.name());
        }
        in_script
    });
    println!("forks in the middle of an effect: {forks:?}");
}

/// Cards that somebody never saw, in groups that look alike from behind: of one owner and one type.
pub fn backs(table: &Table, seen: &Seen) -> Vec<Vec<Card>> {
    let world = table.world();
    let mut groups: BTreeMap<(u8, u8), Vec<Card>> = BTreeMap::new();
    for card in (0..world.state().cards.len()).map(|c| Card(c as u16)).filter(|c| !seen.cards.contains(c)) {
        let state = world.state().card(card);
        groups.entry((state.owner.0, world.rules.defs[state.def.index()].ty.0)).or_default().push(card);
    }
    groups.into_values().filter(|g| g.len() > 1).collect()
}

#[test]
fn hidden_cards_make_no_difference() {
    let swapped = for_each_lineup(|engine, lineup| {
        let mut swapped = 0;
        for seed in 0..number("INTERMEZZO_VIEWS", 1) {
            let mut table = lineup.start(engine, seed);
            let mut bots = bots(&table, seed);
            let mut seen: Vec<Seen> = table.persons().iter().map(|p| Seen::of(*p)).collect();
            let mut decisions = 0;
            while answer_one(&mut table, &mut bots).is_some() {
                seen.iter_mut().for_each(|s| s.look(&table));
                decisions += 1;
                if decisions % 5 > 0 || decisions > 400 || table.is_over() {
                    continue;
                }
                for s in &seen {
                    let mut changed = with_other_faces(&table, &[]);
                    for group in backs(&table, s) {
                        changed = with_other_faces(&changed, &group);
                        swapped += group.len();
                    }
                    let place =
                        format!("{}, seed {seed}, decision {decisions}: seats {}", lineup.name(), s.eyes.text());
                    assert_alike(&told(&changed, &s.seats()), &told(&table, &s.seats()), &place);
                }
            }
        }
        swapped
    });
    println!("cards that were swapped: {swapped:?}");
    assert!(swapped.iter().all(|(_, n)| *n > 20), "{swapped:?}");
}
