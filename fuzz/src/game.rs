//! Game: bytes that play a whole game: a byte for the game and how many play it, one for its seed, then one for each answer,
//! legal or not.

use std::cell::RefCell;
use std::collections::BTreeMap;

use intermezzo::table::{Game, Position, Setup, Table};
use intermezzo::wire::Answer;
use intermezzo::{Outcome, Seat};

use super::play::{Taken, fine, load, nth, seen};
use super::shipped::{GAMES, game};

/// No input plays longer.
const ANSWERS: usize = 400;

pub fn seeds() -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for game in 0..GAMES.len() as u8 {
        for seed in 0..4u8 {
            let answers = (0..200u8).map(|i| i.wrapping_mul(seed.wrapping_add(29)) % 160);
            let which = game + seed * GAMES.len() as u8;
            out.push([which, seed].into_iter().chain(answers).collect());
        }
    }
    out
}

thread_local! {
    static LOADED: RefCell<BTreeMap<&'static str, Game>> = RefCell::default();
}

pub fn run(input: &[u8]) -> Taken {
    let [which, seed, answers @ ..] = input else { return Err("it is too short".into()) };
    let small = game(*which);
    let game = LOADED.with_borrow_mut(|games| {
        games.entry(small.game).or_insert_with(|| load(small.game, &small.files).expect("a shipped game")).clone()
    });
    let mut table = Table::start(begin(&game, usize::from(*which) / GAMES.len(), u64::from(*seed)));
    for byte in answers.iter().take(ANSWERS) {
        let Some(decision) = table.decisions().first().cloned() else { break };
        let n = usize::from(*byte);
        match byte {
            // One of the legal answers.
            0..160 => {
                let answer = nth(&table, &decision, n);
                table.submit(decision.seat, answer).unwrap_or_else(|e| panic!("a legal answer is refused: {e}"));
            }
            160..176 => said(&mut table, decision.seat, &Answer::Choose(vec![n - 160])),
            176..192 => said(&mut table, decision.seat, &Answer::Choose(vec![n % 5, n % 3, n % 7])),
            192..208 => said(&mut table, decision.seat, &Answer::Number((n as i64 - 200).saturating_mul(i64::MAX / 4))),
            208..216 => said(&mut table, decision.seat, &Answer::Pass),
            216..224 => said(&mut table, Seat((n - 216) as u8), &Answer::Choose(vec![0])),
            224..232 => said(&mut table, decision.seat, &Answer::Choose(vec![usize::MAX, n])),
            232..240 => table = table.fork(),
            240..248 => drop(table.undo()),
            248..254 => seen(&table),
            254 => drop(table.sample(decision.seat, u64::from(*seed)).map(|t| seen(&t))),
            255 => said(&mut table, decision.seat, &Answer::Concede),
        }
    }
    assert!(table.outcome() != Some(Outcome::Aborted), "the game broke off");
    assert_eq!(table.faults(), 0, "{:?}", table.fault_errors());
    table.world().game().conserved().unwrap_or_else(|e| panic!("{e}"));
    seen(&table);
    Ok(())
}

/// A game whose number of players `more` picks among the allowed ones.
fn begin(game: &Game, more: usize, seed: u64) -> Position {
    let usual = Setup::usual(game, seed);
    let allowed = game.catalog().rules.schema.players;
    let numbers: Vec<usize> = (1..=usize::from(allowed.most)).filter(|n| allowed.allow(*n)).collect();
    let players = numbers[more % numbers.len()];
    let decks: Vec<_> = game.catalog().decks.values().cycle().skip(seed as usize % 7).take(players).cloned().collect();
    let other = Setup { decks, players: Some(players as u8), ..usual.clone() };
    // Some decks may not meet each other.
    fine(game.set_up(other)).or_else(|_| fine(game.set_up(usual))).expect("its usual decks")
}

/// Gives an answer that may be refused; then nothing has changed.
fn said(table: &mut Table, seat: Seat, answer: &Answer) {
    let before = (table.log_hash(), table.world().state().hash());
    if fine(table.answer(seat, answer)).is_err() {
        assert_eq!((table.log_hash(), table.world().state().hash()), before, "a refused answer has changed something");
    }
}
