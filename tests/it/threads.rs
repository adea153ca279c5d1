//! Threads: a table that changes thread at every decision plays the same game as one that stays.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::support::lineup::Lineup;
use crate::support::probe::{self, PROBE};
use crate::support::{files, number};
use intermezzo::catalog::Catalog;
use intermezzo::kernel::{Answer, Seat};
use intermezzo::table::bots::Random;
use intermezzo::table::view::transcript_for;
use intermezzo::table::{Game, OnFault, Position, Setup, Table};

/// Types promise that a game is shared and a table is sent.
#[test]
fn a_game_is_shared_and_a_table_is_sent() {
    fn is_send_sync<T: Send + Sync>() {}
    fn is_send<T: Send>() {}
    is_send_sync::<Game>();
    is_send::<Table>();
}

/// A game on its way, and how often it was in the middle of an effect when it left a thread.
struct Traveller {
    table: Table,
    seed: u64,
    in_effects: usize,
}

fn answer_one(table: &mut Table, seed: u64) -> bool {
    let Some(decision) = table.decisions().first().cloned() else { return false };
    let answer = Random::at(seed, table.answers()).legal_answer(table.world(), &decision);
    table.submit(decision.seat, answer).expect("a bot answers what is legal");
    true
}

/// The result of a game: the hash of its log, and a person's transcript.
fn told(table: &Table) -> (String, Vec<String>, u32) {
    let lines = transcript_for(table, table.persons()[0]).into_iter().map(|line| line.text).collect();
    (table.log_hash(), lines, table.faults())
}

/// A thread that answers one decision of each table that comes by, and passes it on.
fn work(tables: Receiver<Traveller>, next: Sender<Traveller>, done: Sender<Traveller>) {
    for mut traveller in tables {
        let goes_on = answer_one(&mut traveller.table, traveller.seed);
        traveller.in_effects += traveller.table.in_script() as usize;
        // Nobody waits any more when the test is over.
        let _ = if goes_on { next.send(traveller) } else { done.send(traveller) };
    }
}

#[test]
fn games_that_change_threads_are_the_same_games() {
    let (mut games, mut expected, mut travellers) = (BTreeMap::new(), Vec::new(), Vec::new());
    for (i, lineup) in Lineup::all().iter().enumerate() {
        let game: &Game = games.entry(lineup.key()).or_insert_with(|| {
            let mut files = files(&[]);
            files.packs = lineup.packs.clone();
            let (catalog, _) = Catalog::load(&lineup.game, &files).unwrap_or_else(|p| panic!("{}", p.render_all()));
            Game::new(Arc::new(catalog)).unwrap_or_else(|errors| panic!("{}", errors[0]))
        });
        for n in 0..number("INTERMEZZO_THREADS", 2) {
            let seed = i as u64 * 1_000 + n;
            let mut table = lineup.start(game, seed);
            travellers.push((expected.len(), Traveller { table: lineup.start(game, seed), seed, in_effects: 0 }));
            while answer_one(&mut table, seed) {}
            expected.push((lineup.name(), told(&table)));
        }
    }
    let (done, over) = channel();
    let channels: Vec<_> = (0..3).map(|_| channel::<Traveller>()).collect();
    let first = channels[0].0.clone();
    let mut senders: Vec<_> = channels.iter().map(|(to, _)| to.clone()).collect();
    senders.rotate_left(1);
    for ((_, tables), next) in channels.into_iter().zip(senders) {
        let done = done.clone();
        std::thread::spawn(move || work(tables, next, done));
    }
    let mut in_effects = 0;
    for (i, traveller) in travellers {
        first.send(traveller).expect("the threads live");
        let traveller = over.recv().expect("the game ends");
        let (name, expected) = &expected[i];
        assert_eq!(told(&traveller.table), *expected, "{name}, seed {}", traveller.seed);
        in_effects += traveller.in_effects;
    }
    assert!(in_effects > 500, "only {in_effects} times a table left a thread in the middle of an effect");
}

/// A table that stands still at a failed script stands still on the other thread, too, and goes on there as it would
/// here.
#[test]
fn a_table_that_waits_at_a_failure_waits_on_every_thread() {
    let script = "local n = ask.number{ min = 1, max = 3, why = 'so many' } act.draw(me, n) error('too late')";
    let game = crate::support::engine_with(&[(PROBE, &probe::event(script))]);
    let stopped = || {
        let mut table = probe::table(&game, 5);
        table.on_fault(OnFault::Stop);
        probe::use_it(&mut table);
        table
    };
    let go_on = |mut table: Table| {
        let before = (table.log_hash(), table.faults(), table.fault().map(|f| f.error.message.clone()));
        assert!(table.submit(Seat(0), Answer::Pass).is_err(), "it waits");
        table.let_fizzle();
        (before, told(&table), table.fault().is_none(), table.decisions().to_vec())
    };
    let here = go_on(stopped());
    assert_eq!(here.0.2.as_deref(), Some("too late"));
    let there = stopped();
    assert_eq!(std::thread::spawn(move || go_on(there)).join().expect("it goes on"), here);
}

/// The copies of a table, too, and a table whose game nobody else holds any more.
#[test]
fn forks_leave_their_thread() {
    let game = crate::support::engine();
    let mut table = crate::support::start(&game, (0, 1), 3);
    drop(game);
    let mut compared = 0;
    while answer_one(&mut table, 9) {
        if !table.in_script() {
            continue;
        }
        let (here, there) = (table.fork(), table.fork());
        let play = |mut table: Table| {
            while answer_one(&mut table, 31) {}
            table.log_hash()
        };
        let there = std::thread::spawn(move || play(there)).join().expect("it plays");
        assert_eq!(play(here), there);
        compared += 1;
        if compared == 4 {
            break;
        }
    }
    assert!(compared > 0, "no effect asked anything");
}

/// A position is played on any number of times, here and on another thread, and each time from the same moment.
#[test]
fn a_position_is_played_on_anywhere() {
    fn is_send_sync<T: Send + Sync>() {}
    is_send_sync::<Position>();
    let game = crate::support::engine();
    let decks: Vec<_> = game.catalog().decks.values().take(2).cloned().collect();
    let first = game.set_up(Setup { seed: 4, decks, ..Setup::default() }).expect("legal decks");
    let mut table = Table::start(first.clone());
    assert_eq!(Table::start(first).decisions(), table.decisions());
    let (mut later, mut in_effects) = (Vec::new(), 0);
    while answer_one(&mut table, 4) {
        in_effects += table.in_script() as usize;
        if table.in_script() || table.answers().is_multiple_of(16) {
            later.push(table.position());
        }
    }
    assert!(in_effects > 5 && later.len() > 10, "{in_effects} positions in effects of {}", later.len());
    let end = |position: &Position| {
        let mut table = Table::start(position.clone());
        while answer_one(&mut table, 8) {}
        table.log_hash()
    };
    let here: Vec<_> = later.iter().map(end).collect();
    let there = std::thread::scope(|s| s.spawn(|| later.iter().rev().map(end).collect::<Vec<_>>()).join());
    assert!(there.expect("they end").iter().rev().eq(&here));
}
