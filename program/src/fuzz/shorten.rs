//! Shorten: the shortest game found that still fails in the same way.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::{FuzzStep, GameFailure, judge, lost};
use intermezzo::bots::Random;
use intermezzo::kernel::{Answer, Decision, World};
use intermezzo::table::{Game, Setup, Table};

/// The time for shortening a failure.
const TIME: Duration = Duration::from_secs(4);

/// Fewer answers after which the game fails in the same way; the answers themselves if none are found.
pub(super) fn shortened(game: &Game, setup: &Setup, steps: Vec<FuzzStep>, fault: &GameFailure) -> Vec<FuzzStep> {
    let until = Instant::now() + TIME;
    let mut best = steps;
    let mut size = best.len().div_ceil(2);
    while size >= 1 {
        let mut at = 0;
        while at < best.len() {
            if Instant::now() >= until {
                return best;
            }
            let mut fewer = best.clone();
            fewer.drain(at..(at + size).min(fewer.len()));
            match again(game, setup, &fewer, best.len(), fault) {
                Some(shorter) if shorter.len() < best.len() => best = shorter,
                _ => at += size,
            }
        }
        size /= 2;
    }
    best
}

/// Replays these answers, as far as they are legal, with simple answers between them. Returns the answers given, if the
/// game fails in the same way within `most` answers.
fn again(game: &Game, setup: &Setup, wanted: &[FuzzStep], most: usize, fault: &GameFailure) -> Option<Vec<FuzzStep>> {
    let mut given = Vec::new();
    let outcome = catch_unwind(AssertUnwindSafe(|| follow(game, setup, wanted, most, &mut given)));
    let found = match outcome {
        Ok(found) => found,
        Err(_) => Some(GameFailure { kind: "panic", message: fault.message.clone() }),
    };
    found.filter(|found| found.kind == fault.kind && (found.message == fault.message)).map(|_| given)
}

fn follow(
    game: &Game,
    setup: &Setup,
    wanted: &[FuzzStep],
    most: usize,
    given: &mut Vec<FuzzStep>,
) -> Option<GameFailure> {
    let mut table = game.set_up(setup.clone()).map(Table::start).ok()?;
    table.forget_log();
    let mut bot = Random::new(setup.seed);
    let mut left = wanted.iter();
    while given.len() < most {
        let decision = table.decisions().first().cloned()?;
        let legal = |(seat, answer): &&FuzzStep| {
            *seat == decision.seat && table.world().game().check(&decision, answer).is_ok()
        };
        // Up to three wanted answers that are not legal now are skipped for a later one that is.
        let ahead = left.clone().take(4).position(|step| legal(&step));
        let answer = match ahead {
            Some(at) => left.nth(at).map(|(_, answer)| answer.clone())?,
            None => simple(table.world(), &decision)?,
        };
        given.push((decision.seat, answer.clone()));
        if let Err(error) = table.submit(decision.seat, answer) {
            return Some(lost(&error));
        }
        if let Some(fault) = judge::after(&table, &mut bot, given.len()) {
            return Some(fault);
        }
    }
    None
}

/// A pass, or the first legal answer.
fn simple(world: &World, decision: &Decision) -> Option<Answer> {
    match world.game().check(decision, &Answer::Pass) {
        Ok(()) => Some(Answer::Pass),
        Err(_) => world.game().answers(decision, 1).into_iter().next(),
    }
}
