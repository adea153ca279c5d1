//! Hearts: a whole game of tricks that is nothing but data, the same as one that others measure.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use intermezzo::catalog::{Catalog, Files};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Setup, Table};

fn root() -> PathBuf {
    Path::new(env!("REPOSITORY")).join("tests/fixtures/hearts")
}

#[test]
fn hearts_does_what_its_scenarios_say() {
    crate::support::plays_its_scenarios("hearts", 16);
}

#[test]
fn hearts_has_sixty_four_decisions_and_twenty_six_points() {
    let files = Files::with_root(Some(&root())).expect("the fixture is there");
    let (catalog, _) = Catalog::load("hearts", &files).expect("the game loads");
    let engine = Game::new(Arc::new(catalog)).expect("it has no scripts");
    let mut winners = [false; 4];
    for seed in 0..40 {
        let setup = Setup { seed, decks: vec![Default::default(); 4], ..Setup::default() };
        let mut table = engine.set_up(setup).map(Table::start).expect("it needs no decks");
        let mut bot = Random::new(seed);
        let mut decisions = 0;
        while let Some(decision) = table.decisions().first().cloned() {
            let answer = bot.legal_answer(table.world(), &decision);
            table.submit(decision.seat, answer).expect("bots answer legally");
            decisions += 1;
        }
        let points = &table.world().state().counters;
        let sum: i64 = points.iter().sum();
        // Three times 26 if somebody shot the moon.
        assert!(decisions == 64 && (sum == 26 || sum == 78), "seed {seed}: {decisions} decisions, {points:?}");
        let least = points.iter().position(|p| Some(p) == points.iter().min()).expect("four seats");
        winners[least] = true;
    }
    assert_eq!(winners, [true; 4], "anybody may win");
}
