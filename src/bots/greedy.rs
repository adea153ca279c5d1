//! Greedy: tries each answer in games that it could be looking at, and takes the one whose moments are worth most.

use std::sync::Arc;

use super::bot_view::{Given, Sight};
use super::evaluation::{Evaluation, points};
use super::ismcts::Thought;
use super::kind::Player;
use super::possible_answers::{PossibleAnswer, listed, mixed};
use crate::bots::Random;
use crate::error::{Error, Result};
use crate::kernel::{Answer, Kind, Seat};
use crate::table::Table;
use crate::table::wire::places;

/// How much a greedy bot computes for one answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The number of samples in which every answer is tried; the better half is tried in as many again, and so on.
    pub samples: u64,
    /// The number of times that the better half is tried again.
    pub rounds: u32,
    /// The number of plans with which the turn is carried on; the first one is to pass.
    pub plans: u64,
    /// The number of answers that are tried, if there are very many.
    pub drawn: usize,
}

impl Effort {
    /// The effort of the bot that people play with.
    pub const USUAL: Effort = Effort { samples: 3, rounds: 2, plans: 4, drawn: 16 };
    /// The effort of games that are only learnt from.
    pub const LITTLE: Effort = Effort { samples: 1, rounds: 1, plans: 2, drawn: 8 };
}

/// The most answers by which a sample is played on to the end of the turn.
const FOLLOWED: u32 = 40;

/// A bot that looks one answer ahead.
pub(crate) struct Greedy {
    worth: Arc<Evaluation>,
    effort: Effort,
    seed: u64,
    rng: Random,
    asked: u64,
    thoughts: Vec<Thought>,
}

/// An answer that is tried.
struct TriedAnswer {
    choice: PossibleAnswer,
    /// The sum of the worths after each plan, and the number of samples.
    plans: Vec<(f64, u32)>,
    /// The number of rounds in which it was tried.
    rounds: u32,
}

impl TriedAnswer {
    /// The worth of the best plan, over all samples: the luck of one sample makes no plan good.
    fn worth(&self) -> f64 {
        let tried = self.plans.iter().filter(|(_, n)| *n > 0);
        tried.map(|(sum, n)| sum / f64::from(*n)).max_by(f64::total_cmp).unwrap_or(f64::MIN)
    }
}

impl Greedy {
    /// A bot whose choices follow from a seed.
    pub fn new(worth: Arc<Evaluation>, effort: Effort, seed: u64) -> Greedy {
        Greedy { worth, effort, seed, rng: Random::new(seed), asked: 0, thoughts: Vec::new() }
    }

    /// The worth of the turn's end after an answer, if this seat goes on with a plan and nobody else acts.
    fn after(&self, mut table: Table, seat: Seat, answer: &Answer, plan: u64) -> Option<f64> {
        let turn = self.worth.turn_of(&table);
        let first = table.world().state().level_numbers.clone();
        // A plan draws the same in every sample.
        let mut rng = Random::new(mixed(mixed(self.seed, self.asked), plan));
        table.submit(seat, answer.clone()).ok()?;
        for _ in 0..self.worth.patience(FOLLOWED) {
            let Some(decision) = table.decisions().first() else { break };
            if self.worth.turn_of(&table) != turn {
                break;
            }
            let (asked, passes) = (decision.seat, plan == 0 || decision.seat != seat);
            let answer = match &decision.kind {
                // In a level that is longer than a turn the others pass only in the turn of the tried answer; in later
                // turns all players act.
                Kind::Act { may_pass: true, .. } if passes && table.world().state().level_numbers == first => {
                    Answer::Pass
                }
                _ => self.worth.habits.answer(table.world(), decision, &mut rng),
            };
            table.take(asked, answer);
        }
        let values = points(&table).unwrap_or_else(|| self.worth.of(table.world()));
        values.get(seat.index()).copied()
    }

    /// Tries answers in these samples.
    fn tried(&self, trials: &mut [TriedAnswer], samples: &[Table], seat: Seat) {
        for trial in trials {
            trial.rounds += 1;
            for (plan, (sum, n)) in trial.plans.iter_mut().enumerate() {
                for sample in samples {
                    if let Some(worth) = self.after(sample.fork(), seat, &trial.choice.answer, plan as u64) {
                        (*sum, *n) = (*sum + worth, *n + 1);
                    }
                }
            }
        }
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
        let first = sight.sample(number(0))?;
        let asked = |table: &Table| table.decisions().iter().find(|d| d.seat == sight.seat).cloned();
        let asked = asked(&first).ok_or_else(|| Error::internal("a sample asks somebody else"))?;
        let choices = listed(first.world(), &asked, &mut self.rng, self.effort.drawn);
        let plans = vec![(0.0, 0); self.effort.plans as usize];
        let mut trials: Vec<TriedAnswer> =
            choices.into_iter().map(|choice| TriedAnswer { choice, plans: plans.clone(), rounds: 0 }).collect();
        let (mut left, mut dealt) = (trials.len(), 1);
        let mut samples = vec![first];
        for round in 0..=self.effort.rounds {
            let wanted = self.effort.samples << round.saturating_sub(1);
            while (samples.len() as u64) < wanted {
                samples.push(sight.sample(number(dealt))?);
                dealt += 1;
            }
            self.tried(&mut trials[..left], &samples, sight.seat);
            samples.clear();
            // Answers of equal worth keep their order.
            trials[..left].sort_by(|a, b| b.worth().total_cmp(&a.worth()));
            left = left.div_ceil(2);
            if left < 2 {
                break;
            }
        }
        trials.sort_by_key(|trial| std::cmp::Reverse(trial.rounds));
        let thought = |trial: TriedAnswer| {
            let tried = trial.plans.iter().map(|(_, n)| *n).max().unwrap_or(0);
            Thought { worth: trial.worth(), answer: trial.choice.answer, tried }
        };
        self.thoughts = trials.into_iter().map(thought).filter(|thought| thought.tried > 0).collect();
        let best = self.thoughts.first().and_then(|best| places(&asked, &best.answer));
        match best {
            Some(places) => Ok(Given::Places(places)),
            None => Ok(Given::Content(self.rng.legal_answer(sight.judge(), decision))),
        }
    }

    fn thoughts(&self) -> &[Thought] {
        &self.thoughts
    }
}
