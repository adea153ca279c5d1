//! Choice codes: whatever is taken by legal codes is an answer that the table accepts, in every game and with few
//! codes, too.

use std::collections::BTreeSet;

use intermezzo::{Answer, Choices, Files, Game, Seat, Setup, Table};

/// A small generator: which code is taken.
struct Pick(u64);

impl Pick {
    fn of(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

fn answered(table: &Table, seat: Seat, codes: u16, pick: &mut Pick) -> (Answer, u32) {
    let mut choices = table.choices(seat, codes).expect("it is asked");
    for taken in 1.. {
        let legal = choices.legal();
        assert!(!legal.is_empty() && legal.is_sorted() && legal.iter().all(|c| *c <= codes), "{legal:?}");
        let code = legal[pick.of(legal.len())];
        if let Some(answer) = choices.take(table, code).expect("a legal code") {
            return (answer, taken);
        }
    }
    unreachable!("a decision is answered by finitely many codes")
}

#[track_caller]
fn check(game: &Game, seed: u64, codes: u16) -> u32 {
    let mut table = Table::start(game.set_up(Setup::usual(game, seed)).expect("a setup"));
    let (mut pick, mut answers, mut steps) = (Pick(seed), 0u32, 0);
    while let Some(seat) = table.asked_seats().first().copied() {
        let (answer, taken) = answered(&table, seat, codes, &mut pick);
        steps += taken;
        table.answer(seat, &answer).unwrap_or_else(|e| panic!("seed {seed}, answer {answers}: {answer:?}: {e}"));
        answers += 1;
        assert!(answers < 20_000, "seed {seed}: the game does not end");
    }
    assert!(table.is_over());
    steps - answers
}

#[test]
fn games_are_played_by_codes() {
    let files = Files::built_in();
    let mut more = 0;
    for id in files.games() {
        let game = Game::load(&id, &files).expect("a game");
        for (seed, codes) in [(1, 64), (2, 64), (3, 2), (4, 5)] {
            more += check(&game, seed, codes);
        }
    }
    assert!(more > 0, "no decision took more than one choice");
}

fn first(game: &Game) -> (Table, Choices) {
    let table = Table::start(game.set_up(Setup::usual(game, 7)).expect("a setup"));
    let choices = table.choices(table.asked_seats()[0], 64).expect("it is asked");
    (table, choices)
}

#[test]
fn a_code_that_is_not_legal_changes_nothing() {
    let files = Files::built_in();
    let game = Game::load("cardland", &files).expect("a game");
    let (table, mut choices) = first(&game);
    let before = choices.legal().to_vec();
    let error = choices.take(&table, 64).expect_err("there are fewer options");
    assert_eq!(error.refusal().map(|r| r.code.as_str()), Some("no_such_code"));
    assert_eq!(choices.legal(), before);
    assert!(table.choices(choices.seat(), 1).is_err(), "one code cannot tell options apart");
}

/// The answers that codes lead to, all of them.
fn reached(table: &Table, choices: &Choices, all: &mut BTreeSet<String>) {
    for code in choices.legal() {
        let mut next = choices.clone();
        match next.take(table, *code).expect("a legal code") {
            Some(answer) => drop(all.insert(format!("{answer:?}"))),
            None => reached(table, &next, all),
        }
    }
}

#[test]
fn few_codes_reach_the_same_answers() {
    let files = Files::built_in();
    let mut compared = 0;
    for id in files.games() {
        let game = Game::load(&id, &files).expect("a game");
        let mut table = Table::start(game.set_up(Setup::usual(&game, 5)).expect("a setup"));
        let mut pick = Pick(5);
        for _ in 0..60 {
            let Some(seat) = table.asked_seats().first().copied() else { break };
            let of = |codes: u16| table.choices(seat, codes).expect("it is asked");
            // Sets of many options are too many to list.
            if of(64).legal().len() < 8 {
                let (mut many, mut few) = (BTreeSet::new(), BTreeSet::new());
                reached(&table, &of(64), &mut many);
                reached(&table, &of(2), &mut few);
                assert_eq!(many, few, "{id}");
                compared += usize::from(many.len() > 2);
            }
            let (answer, _) = answered(&table, seat, 64, &mut pick);
            table.answer(seat, &answer).expect("a legal answer");
        }
    }
    assert!(compared > 20, "only {compared} decisions were compared");
}
