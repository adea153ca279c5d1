//! Script isolation: an effect leaves nothing behind in the values of its files, nor in a game that is played in the
//! same process.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support::files;
use crate::support::lineup::Lineup;
use intermezzo::catalog::Catalog;
use intermezzo::script::vm::vm_leftovers::fingerprints;
use intermezzo::table::bots::Random;
use intermezzo::table::view::transcript_for;
use intermezzo::table::{Game, Table};

/// The games of all line-ups, loaded anew.
fn games() -> (Vec<Lineup>, BTreeMap<String, Game>) {
    let (all, mut games) = (Lineup::all(), BTreeMap::new());
    for lineup in &all {
        games.entry(lineup.key()).or_insert_with(|| {
            let mut files = files(&[]);
            files.packs = lineup.packs.clone();
            let (catalog, _) = Catalog::load(&lineup.game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
            Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]))
        });
    }
    (all, games)
}

/// Answers one decision; whether the game goes on.
fn answer_one(table: &mut Table, seed: u64) -> bool {
    let Some(decision) = table.decisions().first().cloned() else { return false };
    let answer = Random::at(seed, table.answers()).legal_answer(table.world(), &decision);
    table.submit(decision.seat, answer).expect("a bot answers what is legal");
    true
}

/// The result of a game: the hash of its log, its persons' transcripts, and the number of failed scripts.
fn told(table: &Table) -> (String, Vec<Vec<String>>, u32) {
    let read = |person| transcript_for(table, person).into_iter().map(|line| line.text).collect();
    (table.log_hash(), table.persons().iter().copied().map(read).collect(), table.faults())
}

#[test]
fn no_effect_leaves_anything_in_what_files_hold() {
    let (all, games) = games();
    let mut looks = BTreeMap::new();
    for (seed, lineup) in all.iter().enumerate() {
        let seen = fingerprints(|| {
            let mut table = lineup.start(&games[&lineup.key()], seed as u64);
            while answer_one(&mut table, seed as u64) {}
        });
        *looks.entry(lineup.game.clone()).or_insert(0) += seen.looks;
        assert_eq!(seen.changes, 0, "{}: of {} looks", lineup.name(), seen.looks);
    }
    // Cards of some decks are data alone, and three games.
    looks.retain(|game, _| !crate::support::WITHOUT_SCRIPTS.contains(&game.as_str()));
    assert!(looks.values().all(|looks| *looks > 0), "no script ran: {looks:?}");
}

#[test]
fn two_games_of_one_process_are_those_of_two() {
    let (all, games) = games();
    for (i, lineup) in all.iter().enumerate() {
        let game = &games[&lineup.key()];
        let seeds = [100 + 2 * i as u64, 101 + 2 * i as u64];
        let alone = |seed: u64| {
            let mut table = lineup.start(game, seed);
            while answer_one(&mut table, seed) {}
            told(&table)
        };
        // A VM belongs to a thread, so a new thread has one that no other game used.
        let expected = seeds.map(|seed| std::thread::scope(|s| s.spawn(|| alone(seed)).join()).expect("it ends"));
        let mut tables = seeds.map(|seed| lineup.start(game, seed));
        let mut goes_on = [true, true];
        while goes_on != [false, false] {
            for (n, table) in tables.iter_mut().enumerate() {
                goes_on[n] = goes_on[n] && answer_one(table, seeds[n]);
            }
        }
        let together = tables.each_ref().map(told);
        assert_eq!(together, expected, "{}", lineup.name());
    }
}
