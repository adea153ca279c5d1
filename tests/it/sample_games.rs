//! Sample games: what a person could be looking at looks the same to her, hides something else, and can be played on.

use std::collections::BTreeMap;
use std::sync::Arc;

use intermezzo::catalog::Catalog;
use intermezzo::kernel::Seat;
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Table, View};

use crate::support::lineup::Lineup;
use crate::support::{MAX_DECISIONS, files, number};

fn answer_one(table: &mut Table, seed: u64) -> bool {
    let Some(decision) = table.decisions().first().cloned() else { return false };
    let answer = Random::at(seed, table.answers()).legal_answer(table.world(), &decision);
    table.submit(decision.seat, answer).expect("a bot answers what is legal");
    true
}

/// What each owner's cards are, in any order.
fn cards(table: &Table) -> Vec<(Seat, u32, usize)> {
    let mut all: BTreeMap<(Seat, u32), usize> = BTreeMap::new();
    table.world().state().cards.iter().for_each(|c| *all.entry((c.owner, c.def.0.into())).or_default() += 1);
    all.into_iter().map(|((owner, def), n)| (owner, def, n)).collect()
}

/// How many cards are something else.
fn changed(a: &Table, b: &Table) -> usize {
    let (a, b) = (&a.world().state().cards, &b.world().state().cards);
    a.iter().zip(b).filter(|(a, b)| a.def != b.def).count()
}

#[derive(Default)]
struct Counts {
    samples: usize,
    in_effects: usize,
    other: usize,
    ended: usize,
}

fn look(table: &Table, number: u64, name: &str, counts: &mut Counts) {
    for eyes in table.persons() {
        let seat = eyes.seats().next().expect("everybody holds a seat");
        let sample = table.sample(seat, number).expect("a seat of the game");
        let place = format!("{name}, answer {}, {seat:?}, number {number}", table.answers());
        // A sample has no log, so nothing leads to the end of its game.
        let view = |table: &Table| {
            let mut view = View::of_person(table, seat).expect("a view");
            view.ended.iter_mut().for_each(|ended| ended.why.clear());
            view
        };
        assert_eq!(view(&sample), view(table), "{place}");
        assert_eq!(cards(&sample), cards(table), "{place}");
        let again = table.sample(seat, number).expect("a seat of the game");
        assert_eq!(again.world().state().hash(), sample.world().state().hash(), "{place}: the same number");
        counts.samples += 1;
        counts.in_effects += table.in_script() as usize;
        counts.other += (changed(table, &sample) > 1) as usize;
        if number.is_multiple_of(8) {
            let (mut end, faults, mut answers) = (sample, table.faults(), 0);
            while answer_one(&mut end, number + answers) {
                answers += 1;
                assert!(answers < MAX_DECISIONS as u64, "{place}: it does not end");
            }
            assert!(end.is_over(), "{place}: {:?}", end.fault());
            assert_eq!(end.faults(), faults, "{place}: {:?}", end.fault_errors());
            counts.ended += 1;
        }
    }
}

#[test]
fn a_sample_looks_the_same_and_plays_on() {
    let mut games: BTreeMap<String, Game> = BTreeMap::new();
    let mut all: BTreeMap<String, Counts> = BTreeMap::new();
    for (i, lineup) in Lineup::all().iter().enumerate() {
        let game = games.entry(lineup.key()).or_insert_with(|| {
            let mut files = files(&[]);
            files.packs = lineup.packs.clone();
            let (catalog, _) = Catalog::load(&lineup.game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
            Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]))
        });
        let counts = all.entry(lineup.game.clone()).or_default();
        for n in 0..number("INTERMEZZO_SAMPLES", 1) {
            let seed = i as u64 * 100 + n;
            let mut table = lineup.start(game, seed);
            // Long games are looked at less often.
            let often = match lineup.game.as_str() {
                "hackclad" | "market" => 24,
                "cardland" | "clash" | "duel" | "tricks" => 12,
                _ => 2,
            };
            let mut numbers = seed;
            while answer_one(&mut table, seed) {
                if table.answers().is_multiple_of(if table.in_script() { often / 2 } else { often }) {
                    numbers += 1;
                    look(&table, numbers, &lineup.name(), counts);
                }
            }
        }
    }
    for (game, Counts { samples, in_effects, other, ended }) in all {
        println!("{game}: {samples} samples, {in_effects} in effects, {other} others, {ended} ended");
        assert!(samples > 40 && ended > 5, "{game}: {samples} samples, {ended} ended");
        assert!(other * 2 > samples, "{game}: only {other} of {samples} hide something else");
    }
}

/// Chance from a sample on is other chance, also in the middle of an effect.
#[test]
fn samples_of_one_moment_go_different_ways() {
    let lineups = Lineup::all();
    let lineup = lineups.iter().find(|l| l.game == crate::support::GAME).expect("the game has a line-up");
    let table = lineup.start(&crate::support::engine(), 5);
    let ends: std::collections::BTreeSet<String> = (0..8)
        .map(|number| {
            let mut sample = table.sample(Seat(0), number).expect("a seat of the game");
            while answer_one(&mut sample, 1) {}
            sample.log_hash()
        })
        .collect();
    assert_eq!(ends.len(), 8);
    assert!(table.sample(Seat(9), 1).is_err(), "nobody sits there");
}
