//! Greedy: tries each answer in games that it could be looking at, and takes the one whose moments are worth most.

use std::sync::Arc;

use super::bot_view::{Given, Sight};
use super::evaluation::{Worth, points};
use super::ismcts::Thought;
use super::kind::Player;
use super::options::{listed, mixed};
use crate::bots::Random;
use crate::error::{Error, Result};
use crate::kernel::{Answer, Kind, Seat};
use crate::table::Table;
use crate::table::wire::places;

/// The number of samples in which each answer is tried.
const SAMPLES: u64 = 6;
/// The number of answers that are tried, if there are very many.
const DRAWN: usize = 16;
/// The most answers by which a sample is played on to the end of the turn.
const FOLLOWED: u32 = 40;
/// The continuations that are tried after a use, in one sample.
const WAYS: usize = 3;

/// A bot that looks one answer ahead.
pub(crate) struct Greedy {
    worth: Arc<Worth>,
    seed: u64,
    rng: Random,
    asked: u64,
    thoughts: Vec<Thought>,
}

impl Greedy {
    /// A bot whose choices follow from a seed.
    pub fn new(worth: Arc<Worth>, seed: u64) -> Greedy {
        Greedy { worth, seed, rng: Random::new(seed), asked: 0, thoughts: Vec::new() }
    }

    /// The worth of an answer: the worth of the turn's end, if nobody acts any more.
    fn after(&mut self, mut table: Table, seat: Seat, answer: &Answer) -> Option<f64> {
        let turn = self.worth.turn_of(&table);
        let first = table.world().state().level_numbers.clone();
        table.submit(seat, answer.clone()).ok()?;
        for _ in 0..self.worth.patience(FOLLOWED) {
            let Some(decision) = table.decisions().first() else { break };
            if self.worth.turn_of(&table) != turn {
                break;
            }
            let answer = match &decision.kind {
                // In later turns of a longer level all play on.
                Kind::Act { may_pass: true, .. } if table.world().state().level_numbers == first => Answer::Pass,
                _ => self.rng.legal_answer(table.world(), decision),
            };
            let asked = decision.seat;
            table.take(asked, answer);
        }
        let values = points(&table).unwrap_or_else(|| self.worth.of(table.world()));
        values.get(seat.index()).copied()
    }

    /// The best continuation after an answer: the targets of a use are this bot's own choice, too.
    fn best_after(&mut self, sample: &Table, seat: Seat, answer: &Answer) -> Option<f64> {
        let ways = if matches!(answer, Answer::Act(_)) { WAYS } else { 1 };
        (0..ways).filter_map(|_| self.after(sample.fork(), seat, answer)).max_by(f64::total_cmp)
    }
}

impl Player for Greedy {
    fn choose(&mut self, sight: &Sight) -> Result<Given> {
        let decision = sight.decision()?;
        self.asked += 1;
        self.thoughts.clear();
        if let [only] = sight.judge().game().answers(decision, 2).as_slice() {
            return Ok(Given::Content(only.clone()));
        }
        let number = |n: u64| mixed(mixed(self.seed, self.asked), n);
        let samples: Vec<Table> = (0..SAMPLES).map(|n| sight.sample(number(n))).collect::<Result<_>>()?;
        let asked = |table: &Table| table.decisions().iter().find(|d| d.seat == sight.seat).cloned();
        let first = asked(&samples[0]).ok_or_else(|| Error::internal("a sample asks somebody else"))?;
        let choices = listed(samples[0].world(), &first, &mut self.rng, DRAWN);
        for choice in choices {
            let (mut sum, mut n) = (0.0, 0);
            for sample in &samples {
                if let Some(worth) = self.best_after(sample, sight.seat, &choice.answer) {
                    (sum, n) = (sum + worth, n + 1);
                }
            }
            if n > 0 {
                self.thoughts.push(Thought { answer: choice.answer, tried: n, worth: sum / f64::from(n) });
            }
        }
        // Equal ones keep their order.
        self.thoughts.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let best = self.thoughts.first().and_then(|best| places(&first, &best.answer));
        match best {
            Some(places) => Ok(Given::Places(places)),
            None => Ok(Given::Content(self.rng.legal_answer(sight.judge(), decision))),
        }
    }

    fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }
}
