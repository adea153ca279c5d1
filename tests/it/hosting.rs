//! Hosting: clocks that run while somebody is asked, and players who are absent, at any moment that a test names.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use intermezzo::catalog::Files;
use intermezzo::error::Result;
use intermezzo::hosting::{Absent, Deadlines, Hosting, Instead, Presence, TimeFor, Timed};
use intermezzo::kernel::Seat;
use intermezzo::table::{Game, Setup, Table, Took};

/// A game in which the player whose turn it is names a number within twenty seconds.
const GAME: &str = "game: brisk\ntitle: Brisk\nplayers: { least: 2, most: 3 }\nlevels: [game, turn]\nzones: { pile: {} }\n\
                    draw: { from: pile, to: pile }\ntypes: { token: { live_in: pile } }\ncounters: { player: { score: 0 } }\n\
                    windows:\n  act: { protocol: sealed, players: active, decision: { number: \"0..3\" }, deadline: 20,\n\
                    \x20        do: [{ change: { object: me, name: score, by: 1 } }] }\n\
                    flow: { game: [{ repeat: turn, alternate: true, max: 9 }], turn: [{ window: act }] }\n";

fn table(players: u8) -> Table {
    let texts = BTreeMap::from([("cards/brisk/game.yaml".to_string(), Arc::from(GAME))]);
    let files = Files { texts, ..Files::default() };
    let game = Game::load("brisk", &files).unwrap_or_else(|error| panic!("{error}"));
    let setup = Setup { players: Some(players), ..Setup::default() };
    game.set_up(setup).map(Table::start).expect("it starts")
}

fn after(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn a_time_that_is_over_is_answered_once() {
    let (mut table, begin) = (table(2), Instant::now());
    let mut hosting = Hosting::new(after(60));
    let asked = table.decisions()[0].seat;
    // Nobody sits there yet, so no time runs.
    hosting.follow(&table, begin);
    assert_eq!(hosting.next_wake(), None);
    hosting.comes(&table, Seat(0), begin);
    hosting.comes(&table, Seat(1), begin);
    assert_eq!((hosting.next_wake(), hosting.left(asked, begin + after(5))), (Some(begin + after(20)), Some(15)));
    assert_eq!(hosting.wake(&mut table, begin + after(19)).ok(), Some(Took::Before));
    // Her clock runs on while she is away, and the next player has the whole time.
    hosting.goes(asked, begin + after(10));
    assert_eq!(hosting.wake(&mut table, begin + after(20)).ok(), Some(Took::Now));
    assert_ne!(table.decisions()[0].seat, asked);
    assert_eq!(hosting.next_wake(), Some(begin + after(40)));
    assert_eq!(hosting.wake(&mut table, begin + after(21)).ok(), Some(Took::Before));
}

#[test]
fn an_absent_player_is_replaced_or_has_given_up() {
    let (mut table, begin) = (table(2), Instant::now());
    let mut hosting = Hosting::new(after(60));
    for seat in [0, 1] {
        hosting.comes(&table, Seat(seat), begin);
    }
    hosting.goes(Seat(1), begin);
    let pair = (Seat(0), Seat(1));
    assert!(hosting.vote(&mut table, pair, Instead::Bot, begin + after(59)).is_err(), "too early");
    assert_eq!(hosting.vote(&mut table, pair, Instead::Bot, begin + after(60)).ok(), Some(Some(Instead::Bot)));
    assert_eq!(hosting.stand_ins(), [Seat(1)]);
    // A bot has no clock.
    assert_eq!(hosting.left(Seat(1), begin), None);
    hosting.comes(&table, Seat(1), begin + after(70));
    assert!(hosting.stand_ins().is_empty());
    hosting.goes(Seat(1), begin + after(80));
    assert_eq!(hosting.vote(&mut table, pair, Instead::Claim, begin + after(140)).ok(), Some(Some(Instead::Claim)));
    assert!(table.is_over());
}

#[test]
fn a_claim_that_the_game_refuses_changes_nothing() {
    let (mut table, begin) = (table(3), Instant::now());
    let mut hosting = Hosting::new(after(0));
    for seat in [0, 1, 2] {
        hosting.comes(&table, Seat(seat), begin);
    }
    hosting.goes(Seat(2), begin);
    assert!(hosting.vote(&mut table, (Seat(0), Seat(2)), Instead::Claim, begin).is_ok_and(|done| done.is_none()));
    assert!(hosting.vote(&mut table, (Seat(1), Seat(2)), Instead::Claim, begin).is_err());
    assert!(!table.is_over());
    assert_eq!(hosting.vote(&mut table, (Seat(0), Seat(2)), Instead::Bot, begin).ok(), Some(None));
    assert_eq!(hosting.vote(&mut table, (Seat(1), Seat(2)), Instead::Bot, begin).ok(), Some(Some(Instead::Bot)));
}

#[test]
fn a_table_that_is_taken_up_again_waits_for_all_who_had_sat_there() {
    let begin = Instant::now();
    let hosting = Hosting::resume(after(60), &[Seat(0), Seat(1)], &[Seat(1)], begin);
    assert_eq!(hosting.absent(begin).len(), 2);
    assert_eq!(hosting.stand_ins(), [Seat(1)]);
}

#[test]
fn a_clock_runs_until_its_question_is_gone() {
    let (begin, after) = (Instant::now(), |s| Duration::from_secs(s));
    let one = |seat, number, seconds| Timed { seat: Seat(seat), of: TimeFor::Question(number), seconds };
    let mut clocks = Deadlines::default();
    clocks.follow(&[one(0, 1, 10), one(1, 1, 20)], begin);
    assert_eq!(clocks.next(), Some(begin + after(10)));
    // Another answer in between gives nobody more time.
    clocks.follow(&[one(0, 1, 10), one(1, 1, 20)], begin + after(8));
    assert_eq!((clocks.left(Seat(0), begin + after(8)), clocks.left(Seat(2), begin)), (Some(2), None));
    assert_eq!(clocks.over(begin + after(10)), [Seat(0)]);
    // The next question has its own.
    clocks.follow(&[one(0, 2, 10)], begin + after(12));
    assert!(clocks.over(begin + after(21)).is_empty());
    assert_eq!(clocks.next(), Some(begin + after(22)));
    clocks.follow(&[], begin + after(13));
    assert_eq!(clocks.next(), None);
}

#[test]
fn players_who_are_there_decide_together_about_an_absent_one() {
    let (begin, after) = (Instant::now(), |s| Duration::from_secs(s));
    let mut table = Presence::new(after(60));
    for seat in [0, 1, 2] {
        table.comes(Seat(seat));
    }
    let code = |said: Result<Option<Instead>>| {
        said.map_err(|e| e.refusal().map(|refusal| refusal.code.clone()).unwrap_or_default())
    };
    assert_eq!(code(table.vote(Seat(0), Seat(2), Instead::Bot, begin)), Err("not_absent".into()));
    table.goes(Seat(2), begin);
    assert_eq!(table.absent(begin + after(20)), [Absent { seat: 2, seconds: 40 }]);
    assert_eq!(code(table.vote(Seat(0), Seat(2), Instead::Bot, begin + after(59))), Err("too_early".into()));
    assert_eq!(code(table.vote(Seat(3), Seat(2), Instead::Bot, begin + after(60))), Err("not_here".into()));
    assert_eq!(table.next(begin), Some(begin + after(60)));
    let late = begin + after(60);
    assert_eq!(table.next(late), None);
    assert_eq!(code(table.vote(Seat(0), Seat(2), Instead::Bot, late)), Ok(None));
    assert_eq!(code(table.vote(Seat(1), Seat(2), Instead::Claim, late)), Ok(None));
    assert_eq!(code(table.vote(Seat(1), Seat(2), Instead::Bot, late)), Ok(Some(Instead::Bot)));
    // Who comes again is waited for anew.
    table.comes(Seat(2));
    table.goes(Seat(2), late);
    assert_eq!(code(table.vote(Seat(1), Seat(2), Instead::Bot, late)), Err("too_early".into()));
}
