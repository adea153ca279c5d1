//! Sword Girls: rules of the game that a single scenario cannot show, by their numbers in
//! `tests/rules/swordgirls.yaml`.

use std::sync::Arc;

use crate::support::{Bots, answer_one, asked, ends, files, play, submit};
use intermezzo::catalog::Catalog;
use intermezzo::kernel::{Outcome, Seat};
use intermezzo::table::{Game, Record, Setup, Table};

fn engine() -> Game {
    let catalog = match Catalog::load("swordgirls", &files(&[])) {
        Ok((catalog, _)) => Arc::new(catalog),
        Err(problems) => panic!("{}", problems.render_all()),
    };
    Game::new(catalog).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

fn game_of(engine: &Game, seed: u64) -> Table {
    let decks = ["vita_cooks", "academy_maids"].map(|id| engine.catalog().decks[id].clone()).to_vec();
    engine.set_up(Setup { seed, decks, ..Setup::default() }).map(Table::start).expect("the game starts")
}

/// SG-GOAL-01: two play, not one and not three.
#[test]
fn two_play() {
    let engine = engine();
    let deck = engine.catalog().decks["vita_cooks"].clone();
    for seats in [1, 3] {
        let start = Setup { decks: vec![deck.clone(); seats], players: Some(seats as u8), ..Setup::default() };
        let error = engine.set_up(start).map(Table::start).err().expect("it is refused").to_string();
        assert!(error.contains("exactly 2 players"), "{error}");
    }
    let table = game_of(&engine, 1);
    let life = |seat| table.world().game().seat_env(Seat(seat)).player_value(Seat(seat), life_of(&table));
    assert_eq!((life(0), life(1)), (30, 30));
}

fn life_of(table: &Table) -> intermezzo::kernel::model::lang::PlayerField {
    let schema = &table.world().rules.schema;
    schema.player_field(schema.symbols.find("life").expect("a word of the game")).expect("a counter")
}

/// SG-SETUP-02: all chance follows from the seed; the answers of both may arrive in either order.
#[test]
fn a_seed_repeats_its_game_in_any_order_of_arrival() {
    let engine = engine();
    let mut logs = Vec::new();
    for seed in 0..3 {
        let mut first = game_of(&engine, seed);
        play(&mut first, &mut Bots::new(seed));
        let mut last = game_of(&engine, seed);
        let mut bots = Bots::new(seed);
        let mut both = 0;
        while !last.is_over() {
            both += (last.decisions().len() > 1) as u32;
            let decision = last.decisions().last().cloned().unwrap_or_else(|| asked(&last));
            let answer = bots.answer(&last, &decision);
            submit(&mut last, &(decision.seat, answer));
        }
        assert!(both > 2, "both are asked at once");
        assert_eq!(ends(&first), ends(&last), "seed {seed}");
        let json = first.record().to_json();
        let again = Record::from_json(&json).and_then(|r| r.replay()).expect("it replays");
        assert_eq!(again.log_hash(), first.log_hash(), "seed {seed}, from its record");
        logs.push(first.log_hash());
    }
    logs.dedup();
    assert_eq!(logs.len(), 3, "different seeds have different games");
}

/// A deadline that passes is an answer: the record replays without a clock.
#[test]
fn who_is_late_is_ready() {
    let engine = engine();
    let mut table = game_of(&engine, 7);
    assert_eq!(table.decisions().len(), 2, "both place");
    assert!(table.decisions().iter().all(|d| d.deadline == Some(30)));
    let mut bots = Bots::new(7);
    answer_one(&mut table, &mut bots);
    for seat in [Seat(1), Seat(0)] {
        if table.asked(seat).is_ok() {
            table.time_is_up(seat).expect("there is a deadline");
        }
    }
    play(&mut table, &mut bots);
    let json = table.record().to_json();
    let again = Record::from_json(&json).and_then(|r| r.replay()).expect("it replays");
    assert_eq!(again.log_hash(), table.log_hash());
}

/// SG-CONCEDE-01: who gives up has lost, asked or not, and the record knows.
#[test]
fn whoever_gives_up_loses() {
    let engine = engine();
    for seat in [Seat(0), Seat(1)] {
        let mut table = game_of(&engine, 3);
        let mut bots = Bots::new(3);
        for _ in 0..9 {
            answer_one(&mut table, &mut bots);
        }
        table.concede(seat).expect("the game goes on");
        assert_eq!(table.outcome(), Some(Outcome::Won(Seat(seat.0 ^ 1))));
        assert!(table.concede(seat).is_err(), "it is over");
        let again = Record::from_json(&table.record().to_json()).and_then(|r| r.replay()).expect("it replays");
        assert_eq!((again.outcome(), again.log_hash()), (table.outcome(), table.log_hash()));
    }
}

/// How many of 1,000 seeds end a position as it is stated.
fn hits(setup: &str, expect: &str) -> usize {
    let root = std::path::Path::new(env!("REPOSITORY"));
    let mut runner = intermezzo_program::scenario::Runner::new(Some(root)).expect("the game is there");
    let mut ok = |seed: u32| {
        let text = format!("title: Chance\ngame: swordgirls\nseed: {seed}\n{setup}\nexpect: [{{ {expect} }}]\n");
        let outcome = runner.run("chance.yaml", &text);
        assert!(
            outcome.ok || outcome.message.contains("expected") || outcome.message.contains("does not say"),
            "{}",
            outcome.message
        );
        outcome.ok
    };
    (0..1000).filter(|seed| ok(*seed)).count()
}

/// SG-BATTLE-03: which card of a side acts is left to chance, each as likely as the others.
#[test]
fn any_card_of_a_side_may_act_first() {
    let setup = "options: { max_activations: 1 }\nsetup: { phase: battle, amy: { field: [relena, apprentice], deck: [kouhai] }, beth: { deck: [kouhai] } }";
    let small = hits(setup, "beth.life: 29");
    assert!((400..=600).contains(&small), "{small}");
}

/// SG-ATK-01: whom a follower attacks is left to chance, and never a spell.
#[test]
fn any_enemy_follower_may_be_attacked() {
    let setup = "options: { max_activations: 1 }\nsetup: { phase: battle, amy: { field: [relena], deck: [kouhai] }, beth: { field: [curse, { card: zombie, sta: 20 }, { card: apprentice, sta: 20 }, { card: crux_faithful, sta: 20 }], deck: [kouhai] } }";
    for (card, sta) in [("zombie", 18), ("apprentice", 17), ("crux_faithful", 18)] {
        let n = hits(setup, &format!("{card}.sta: {sta}"));
        assert!((270..=400).contains(&n), "{card}: {n}");
    }
}

/// SG-ABIL-02: a fair coin says whose abilities come first.
#[test]
fn a_coin_says_whose_abilities_come_first() {
    let setup = "setup: { phase: abilities, amy: { deck: [kouhai] }, beth: { deck: [kouhai] } }";
    let amy = hits(setup, "log: amy wins the coin");
    assert!((400..=600).contains(&amy), "{amy}");
}
