//! Answer: a byte for the game, two for the moment, and a line as another program sends it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use intermezzo::table::{Setup, Table};
use intermezzo::wire::{Answer, Reply};
use intermezzo::{Outcome, Seat};

use super::play::{Taken, fine, load, nth};
use super::shipped::{GAMES, game, seed};

/// So many moments of a game are kept.
const MOMENTS: usize = 48;
/// So many answers lie between two of them.
const APART: usize = 5;

pub fn seeds() -> Vec<Vec<u8>> {
    let answers = [
        Answer::Pass,
        Answer::Concede,
        Answer::Choose(vec![0]),
        Answer::Choose(vec![1, 0]),
        Answer::Choose(vec![]),
        Answer::Number(2),
    ];
    let mut out = Vec::new();
    for game in 0..GAMES.len() as u8 {
        for (i, answer) in answers.iter().enumerate() {
            let line = serde_json::to_string(&Reply { seat: i as u8 % 2, question: None, answer: answer.clone() });
            let line = line.expect("it is JSON");
            out.extend((0..MOMENTS as u8).map(|moment| seed(&[game, moment], &line)).find(|input| run(input).is_ok()));
        }
    }
    out
}

thread_local! {
    /// Moments of a game of each.
    static TABLES: RefCell<BTreeMap<&'static str, Vec<Table>>> = RefCell::default();
}

pub fn run(input: &[u8]) -> Taken {
    let [which, moment, line @ ..] = input else { return Err("it is too short".into()) };
    let small = game(*which);
    let reply = serde_json::from_slice::<Reply>(line).map_err(|e| e.to_string())?;
    TABLES.with_borrow_mut(|tables| {
        let moments = tables.entry(small.game).or_insert_with(|| moments(small));
        let before = &moments[usize::from(*moment) % moments.len()];
        let mut table = before.fork();
        let taken = fine(table.answer(Seat(reply.seat), &reply.answer));
        if taken.is_err() {
            let state = |table: &Table| (table.log_hash(), table.world().state().hash());
            assert_eq!(state(&table), state(before), "a refused answer has changed something");
        }
        assert!(table.outcome() != Some(Outcome::Aborted), "the answer ended the game");
        taken
    })
}

fn moments(small: &super::shipped::Small) -> Vec<Table> {
    let game = load(small.game, &small.files).expect("a shipped game");
    let mut table = Table::start(game.set_up(Setup::usual(&game, 5)).expect("its usual decks"));
    let mut out = Vec::new();
    for i in 0..MOMENTS * APART {
        if i % APART == 0 {
            out.push(table.fork());
        }
        let Some(decision) = table.decisions().first().cloned() else { break };
        let answer = nth(&table, &decision, i);
        table.submit(decision.seat, answer).expect("it is legal");
    }
    out
}
