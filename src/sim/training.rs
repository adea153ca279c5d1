//! Training: rounds in which bots learn from games of the last bot, and a new one is kept where it beats the last one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use super::job::{Job, Plan};
use super::ratings::Match;
use super::stats::paired_at;
use crate::bots::lessons::{Knowledge, Lesson, learnt, play};
use crate::error::Result;
use crate::table::Game;

/// What is trained, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// The number of rounds.
    pub rounds: u32,
    /// The number of games that each round learns from.
    pub games: u64,
    /// The number of games between a new bot and the last one.
    pub gate: u64,
    /// The seed of all games and bots.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// The outcome of a round.
#[derive(Clone, Debug)]
pub struct Round {
    /// The number of the round, from 1.
    pub number: u32,
    /// The games of the gate, from the side of the new bot.
    pub gate: Match,
    /// The interval of 95 % of the new bot's share of points in the gate.
    pub interval: (f64, f64),
    /// True if the new bot is kept.
    pub is_kept: bool,
}

/// The quantile for an interval of 95 % that is tested only once, as that of the gate is.
const ONCE: f64 = 1.96;
/// In the games that bots learn from, one answer in this many is random.
const NOISE: usize = 12;
/// A bot learns from the games of this many latest rounds together.
const REMEMBERED: usize = 2;

/// Trains bots for a game: the text of the file that holds what they know, or `None` if no new bot was kept.
///
/// # Errors
///
/// A game that does not start.
pub fn train(game: &Game, job: &Job, how: Training, tell: &mut dyn FnMut(&Round)) -> Result<Option<String>> {
    let job = Job { bots: vec!["random".into()], ..job.clone() };
    let plan = Plan::of_sides(game, &job)?;
    let mut best = Knowledge::of_random_games(&|n| plan.table(n))?;
    let mut rounds: Vec<Round> = Vec::new();
    let mut heard: Vec<Vec<Lesson>> = Vec::new();
    for number in 1..=how.rounds {
        let first = u64::from(number) << 32;
        let who = [&best, &best];
        let mut lessons = Vec::new();
        each(&plan, &who, (first, how.games), NOISE, how, &mut |_, lesson| lessons.push(lesson))?;
        heard.push(lessons);
        let from = heard.len().saturating_sub(REMEMBERED);
        heard.drain(..from);
        let all: Vec<Lesson> = heard.drain(..).flatten().collect();
        let new = learnt(&all, &best, &game.catalog.rules);
        heard.push(all);
        let gate = gate(&plan, &new, &best, (first + how.games, how.gate), how)?;
        let interval = paired_at(&gate.pairs, ONCE);
        let round = Round { number, gate, interval, is_kept: interval.0 > 0.5 };
        tell(&round);
        if round.is_kept {
            best = new;
        }
        rounds.push(round);
    }
    if rounds.iter().all(|round| !round.is_kept) {
        return Ok(None);
    }
    let Training { rounds: n, games, gate, seed, .. } = how;
    let mut lines = vec![format!(
        "`intermezzo train {} --rounds {n} --games {games} --gate {gate} --seed {seed}` made it.",
        plan.names().game
    )];
    lines.extend(rounds.iter().map(Round::told));
    Ok(Some(best.written(game, &lines)))
}

impl Round {
    /// The round in a sentence.
    pub fn told(&self) -> String {
        let (rate, (low, high)) = (self.gate.rate, self.interval);
        let kept = if self.is_kept { "kept" } else { "not kept" };
        format!(
            "Round {}: the new bot won {:.0} % of {} games against the last one ({:.0} to {:.0} %) and was {kept}.",
            self.number,
            rate.rate() * 100.0,
            rate.games,
            low * 100.0,
            high * 100.0
        )
    }
}

/// Games between a new bot and the last one, in pairs that differ only in the sides.
fn gate(plan: &Plan, new: &Knowledge, last: &Knowledge, numbers: (u64, u64), how: Training) -> Result<Match> {
    let mut of = Match::default();
    let mut before: Option<f64> = None;
    each(plan, &[new, last], numbers, 0, how, &mut |number, lesson| {
        let Some(points) = lesson.points else { return before = None };
        let side = |side: u8| {
            let seats = plan.arrangement(number).bots.iter().zip(&points).filter(|(of, _)| **of == side);
            seats.map(|(_, points)| *points).fold(0.0, f64::max)
        };
        let (own, other) = (side(0), side(1));
        let got = if own > other {
            1.0
        } else if own < other {
            0.0
        } else {
            0.5
        };
        of.rate.take((got * 2.0) as u8);
        match before.take() {
            Some(other) if number % 2 == 1 => of.pairs.take((other + got) / 2.0),
            _ => before = Some(got),
        }
    })?;
    Ok(of)
}

/// Plays games of a plan on several threads, and calls `take` with each in the order of their numbers.
fn each(
    plan: &Plan,
    who: &[&Knowledge; 2],
    (first, games): (u64, u64),
    noise: usize,
    how: Training,
    take: &mut dyn FnMut(u64, Lesson),
) -> Result<()> {
    // The first game begins a round and has an even number. So each pair, an even number and the next odd one, is
    // whole.
    let first = first.next_multiple_of(plan.round().max(1) * 2);
    let one = |number: u64| -> Result<Lesson> {
        let sides = &plan.arrangement(number).bots;
        let seats: Vec<&Knowledge> = sides.iter().map(|side| who[*side as usize % 2]).collect();
        play(plan.table(number)?, &seats, how.seed ^ number, noise)
    };
    let next = AtomicU64::new(0);
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..how.threads.max(1) {
            let (send, next, one) = (send.clone(), &next, &one);
            scope.spawn(move || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= games || send.send((n, one(first + n))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut played: Vec<(u64, Result<Lesson>)> = receive.iter().collect();
        played.sort_by_key(|(n, _)| *n);
        played.into_iter().try_for_each(|(n, lesson)| lesson.map(|lesson| take(first + n, lesson)))
    })
}
