//! Playout habits: the average result of each kind of answer in the playouts of a search, wherever it was given.
//!
//! A playout by habits tells more than a random one, because both sides mostly answer well. No habit is written for a
//! game; a search begins without any.

use rustc_hash::FxHashMap;

use super::learnt_habits::LearntHabits;
use super::possible_answers::{act_key, mixed};
use crate::bots::Random;
use crate::kernel::{Answer, Decision, Kind, Seat, World};

/// One in this many answers is random instead of the best known.
const ANY: usize = 3;
/// One in this many answers is drawn from the learnt habits.
const LEARNT: usize = 2;
/// The worth of an answer that was never given.
const UNKNOWN: f64 = 1.0;

/// The results of answers in the playouts of one search.
#[derive(Default)]
pub(super) struct Habits {
    /// By seat and answer: the number of times, and the sum of the results.
    known: FxHashMap<u64, (f64, f64)>,
    /// The number of all answers given so far, and the sum of their results.
    all: (f64, f64),
    /// The answers of the current playout.
    now: Vec<(Seat, u64)>,
}

fn name(seat: Seat, key: u64) -> u64 {
    mixed(key, seat.0.into())
}

impl Habits {
    /// Forgets everything.
    pub fn forget(&mut self) {
        *self = Habits::default();
    }

    /// Notes an answer of the current playout.
    pub fn note(&mut self, seat: Seat, key: u64) {
        self.now.push((seat, name(seat, key)));
    }

    /// Ends a playout with its result for each seat.
    pub fn learn(&mut self, values: &[f64]) {
        for (seat, name) in self.now.drain(..) {
            let value = values.get(seat.index()).copied().unwrap_or(0.5);
            let (n, sum) = self.known.entry(name).or_default();
            (*n, *sum) = (*n + 1.0, *sum + value);
            self.all = (self.all.0 + 1.0, self.all.1 + value);
        }
    }

    /// The estimate of an answer; an answer never given is worth a try.
    pub fn of(&self, seat: Seat, key: u64) -> f64 {
        self.known.get(&name(seat, key)).map_or(UNKNOWN, |(n, sum)| sum / n)
    }

    /// The estimate without optimism: an answer never given counts as the average.
    pub fn mean_of(&self, seat: Seat, key: u64) -> f64 {
        let all = if self.all.0 > 0.0 { self.all.1 / self.all.0 } else { 0.5 };
        self.known.get(&name(seat, key)).map_or(all, |(n, sum)| sum / n)
    }

    /// An answer beyond the tree: mostly a good one, sometimes any legal one. Where the game was learnt, half of the
    /// answers are what good players do.
    pub fn answer(&mut self, world: &World, decision: &Decision, learnt: &LearntHabits, rng: &mut Random) -> Answer {
        let seat = decision.seat;
        let Kind::Act { options, may_pass } = &decision.kind else { return learnt.answer(world, decision, rng) };
        if !learnt.is_empty() && rng.number(LEARNT) == 0 {
            let answer = learnt.answer(world, decision, rng);
            let used = match &answer {
                Answer::Act(choice) => Some(choice),
                _ => None,
            };
            self.note(seat, act_key(world, seat, used));
            return answer;
        }
        let n = options.len() + *may_pass as usize;
        let answer = |at: usize| options.get(at).map_or(Answer::Pass, |option| Answer::Act(*option));
        let drawn = rng.number(n.max(1));
        if n < 2 {
            return answer(drawn);
        }
        let key = |at: usize| act_key(world, seat, options.get(at));
        let mut best = (drawn, key(drawn));
        if rng.number(ANY) > 0 {
            let mut high = self.of(seat, best.1);
            for at in (1..n).map(|i| (drawn + i) % n) {
                let key = key(at);
                let value = self.of(seat, key);
                if value > high {
                    (best, high) = ((at, key), value);
                }
            }
        }
        self.note(seat, best.1);
        answer(best.0)
    }
}
