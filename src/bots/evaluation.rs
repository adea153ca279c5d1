//! Evaluation: the value of a moment for each seat, from 0 (lost) to 1 (won).
//!
//! The evaluation is not written for any game: it is a linear function of features (`features.rs`). It is read from the
//! file of a game that was trained (`learnt_file.rs`); for any other game random games are played once, and it is fitted
//! to their results. The same game, seed and number of games give the same function on any machine.

use std::collections::BTreeMap;

use crate::bots::Random;
use crate::error::Result;
use crate::kernel::{Outcome, Rules, Seat, World};
use crate::table::Table;

use super::features::{Layout, ReadFeatures};
use super::learnt_file;
use super::learnt_habits::LearntHabits;
use super::least_squares::fit;

/// The approximate number of answers in the games that are learnt from.
const ANSWERS: u32 = if cfg!(debug_assertions) { 4_000 } else { 60_000 };
/// A game with more answers is left unfinished.
const LONGEST: u32 = 4_000;
/// The approximate number of moments of each game that are used.
const MOMENTS: u32 = 10;
/// If a level takes more answers on average, moments are not compared at its end but at the end of a shorter one.
const LONGEST_LEVEL: u32 = 80;
/// The number of features kept, the most informative ones.
const KEPT: usize = 40;

/// The fitted value of moments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluation {
    pub(super) layout: Layout,
    pub(super) read: ReadFeatures,
    /// The weight of each feature at the beginning of a game; most are 0.
    pub(super) weights: Vec<f64>,
    /// The growth of each weight until the usual end of a game; empty: none grows.
    pub(super) growth: Vec<f64>,
    /// The usual length of a game: the number that its level, such as the turn, has at the end; 0: unknown.
    pub(super) length: f64,
    /// The index of the level, such as the turn, at whose end moments are compared.
    pub(super) level: usize,
    /// The number of levels.
    pub(super) levels: usize,
    /// The habits of good players: which of the offered answers they chose.
    pub habits: LearntHabits,
}

impl Evaluation {
    /// Learns what moments are worth from random games. `begin` gives the table with which the game of a number begins.
    ///
    /// # Errors
    ///
    /// A setup that the game does not have.
    pub fn learn(begin: &dyn Fn(u64) -> Result<Table>) -> Result<Evaluation> {
        let first = begin(0)?;
        let rules = first.world().rules.clone();
        let all = Evaluation::reads_all(Layout::of(&rules));
        let seats = rules.schema.seats as usize;
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        let (mut answers, mut game, mut step) = (0, 0, 1);
        let mut began = vec![0u32; rules.schema.levels.len()];
        while answers < ANSWERS {
            let mut table = begin(game)?;
            table.forget_log();
            table.count();
            let (mut bot, mut given, from) = (Random::new(game), 0, rows.len());
            while let Some(decision) = table.decisions().first() {
                let (seat, answer) = (decision.seat, bot.legal_answer(table.world(), decision));
                if (given + game as u32).is_multiple_of(step) {
                    rows.extend(all.rows(table.world(), seats));
                }
                table.take(seat, answer);
                given += 1;
                if given > LONGEST {
                    break;
                }
            }
            let statistics = table.counted().unwrap_or_default();
            began.iter_mut().zip(&statistics.levels).for_each(|(all, n)| *all += n);
            answers += given.max(1);
            game += 1;
            step = (answers / game as u32 / MOMENTS).max(1);
            match points(&table) {
                Some(points) => (from..rows.len()).for_each(|row| ends.push(points[row % seats])),
                None => rows.truncate(from),
            }
        }
        let mut weights = fit(&rows, &ends, KEPT);
        // Features by card were not fitted, so their weights are 0. If no game had a result, all weights are 0.
        weights.resize(all.layout.len(), 0.0);
        let worth = all.with_weights(weights, Vec::new());
        // Of the levels inside the outermost one, the longest that random games end within `LONGEST_LEVEL` answers on
        // average.
        let innermost = began.len().saturating_sub(1);
        let is_short = |level: &usize| began[*level] > 0 && answers / began[*level] <= LONGEST_LEVEL;
        let level = (1..innermost).find(is_short).unwrap_or(innermost);
        Ok(Evaluation { level, levels: began.len(), ..worth })
    }

    /// The knowledge of a game: from its file, else learnt from random games, for which `begin` gives the tables.
    ///
    /// # Errors
    ///
    /// A file that cannot be used, and a setup that the game does not have.
    pub fn of_game(begin: &dyn Fn(u64) -> Result<Table>) -> Result<Evaluation> {
        let first = begin(0)?;
        match learnt_file::of(first.game(), &first.world().rules)? {
            Some(worth) => Ok(worth),
            None => Evaluation::learn(begin),
        }
    }

    /// A hash of all that was learnt: weights, their growth, the usual length, levels and habits; `None` if nothing was
    /// learnt.
    pub fn hash(&self) -> Option<u64> {
        let weights = self.weights.iter().chain(&self.growth).chain([&self.length]).map(|weight| weight.to_bits());
        let numbers = weights.chain([self.level as u64, self.levels as u64]).chain(self.habits.numbers());
        let bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        (self.levels > 0).then(|| xxhash_rust::xxh3::xxh3_64(&bytes))
    }

    /// A key that stays equal until the turn ends, or the longer level at whose end moments are compared.
    pub fn turn_of(&self, table: &Table) -> (Seat, Vec<u32>) {
        let state = table.world().state();
        let is_innermost = self.level + 1 >= state.level_numbers.len();
        let end = (self.level + 1).min(state.level_numbers.len());
        (if is_innermost { state.active } else { Seat(0) }, state.level_numbers[..end].to_vec())
    }

    /// The most answers that a bot plays ahead: `of`, or more in a game whose level lasts longer than a turn.
    pub fn patience(&self, of: u32) -> u32 {
        if self.is_long() { of.max(LONGEST_LEVEL) } else { of }
    }

    /// True if moments are compared at the end of a level that is longer than a turn.
    fn is_long(&self) -> bool {
        self.level + 1 < self.levels
    }

    /// A function of all features but those by card, before it is fitted.
    fn reads_all(layout: Layout) -> Evaluation {
        let mut weights = vec![1.0; layout.general()];
        weights.resize(layout.len(), 0.0);
        Evaluation { layout, ..Evaluation::default() }.with_weights(weights, Vec::new())
    }

    /// The evaluation from which learning starts: all features, each with weight 1. Moments are compared at the end of this level.
    pub(super) fn of_all(rules: &Rules, level: usize) -> Evaluation {
        let layout = Layout::of(rules);
        let weights = vec![1.0; layout.len()];
        let levels = rules.schema.levels.len();
        Evaluation { layout, level, levels, ..Evaluation::default() }.with_weights(weights, Vec::new())
    }

    /// The function with these weights; features without weight are not computed.
    pub(super) fn with_weights(self, weights: Vec<f64>, growth: Vec<f64>) -> Evaluation {
        let is_read = |at: usize| weights[at] != 0.0 || growth.get(at).is_some_and(|n| *n != 0.0);
        Evaluation { read: self.layout.read(&is_read), weights, growth, ..self }
    }

    /// The part of the usual length of a game that is over, from 0 to 1.
    pub(super) fn progress(&self, world: &World) -> f64 {
        if self.length > 0.0 { (self.clock(world) / self.length).min(1.0) } else { 0.0 }
    }

    /// How far a game has come: the present number of the level, such as the turn, by which its length is counted.
    pub(super) fn clock(&self, world: &World) -> f64 {
        world.state().level_numbers.get(self.level).copied().unwrap_or(0).into()
    }

    /// For each seat and feature that is not by card: its number less the average of the other seats.
    fn rows(&self, world: &World, seats: usize) -> Vec<Vec<f64>> {
        let general = self.layout.general();
        let mut all = vec![vec![0.0; general]; seats];
        self.layout.each(&self.read, world, &mut |seat, at, n| all[seat][at] += n);
        let others = (seats.max(2) - 1) as f64;
        let sum: Vec<f64> = (0..general).map(|at| all.iter().map(|row| row[at]).sum()).collect();
        let mut differences = all;
        for row in &mut differences {
            row.iter_mut().zip(&sum).for_each(|(n, sum)| *n -= (sum - *n) / others);
        }
        differences
    }

    /// For each seat the features that are not 0: its number less the average of the other seats.
    pub(super) fn sparse_rows(&self, world: &World, seats: usize) -> Vec<Vec<(u32, f32)>> {
        let mut all: Vec<BTreeMap<usize, f64>> = vec![BTreeMap::new(); seats];
        self.layout.each(&self.read, world, &mut |seat, at, n| *all[seat].entry(at).or_default() += n);
        let mut sum: BTreeMap<usize, f64> = BTreeMap::new();
        all.iter().flatten().for_each(|(at, n)| *sum.entry(*at).or_default() += n);
        let others = (seats.max(2) - 1) as f64;
        let row = |own: &BTreeMap<usize, f64>| {
            let difference = |(at, sum): (&usize, &f64)| {
                let n = own.get(at).copied().unwrap_or(0.0);
                let n = n - (sum - n) / others;
                (n != 0.0).then_some((*at as u32, n as f32))
            };
            sum.iter().filter_map(difference).collect()
        };
        all.iter().map(row).collect()
    }

    /// The value of the moment for each seat.
    pub fn of(&self, world: &World) -> Vec<f64> {
        let seats = world.rules.schema.seats as usize;
        let mut own = vec![0.0; seats];
        match self.growth.is_empty() {
            true => self.layout.each(&self.read, world, &mut |seat, at, n| own[seat] += self.weights[at] * n),
            false => {
                let progress = self.progress(world);
                let weight = |at: usize| self.weights[at] + progress * self.growth[at];
                self.layout.each(&self.read, world, &mut |seat, at, n| own[seat] += weight(at) * n);
            }
        }
        let (sum, others): (f64, f64) = (own.iter().sum(), (seats.max(2) - 1) as f64);
        let even = if seats > 1 { 1.0 / seats as f64 } else { 0.5 };
        // A linear function is unbounded, so its value is bent into 0 to 1.
        let bent = |n: f64| {
            let z = n - (sum - n) / others;
            if z > 0.0 { even + (1.0 - even) * z / (z + 1.0 - even) } else { even - even * z / (z - even) }
        };
        own.into_iter().map(bent).collect()
    }
}

/// Points of each seat in a finished game, from 0 to 1; `None`: no result to learn from.
pub(crate) fn points(table: &Table) -> Option<Vec<f64>> {
    let seats = table.names().len();
    let outcome = table.outcome().filter(|_| table.is_over())?;
    Some(match outcome {
        Outcome::Won(_) | Outcome::Shared(_) => {
            let mut points = vec![0.0; seats];
            outcome.winners().iter().filter(|s| s.index() < seats).for_each(|seat| points[seat.index()] = 1.0);
            points
        }
        Outcome::Lost => vec![0.0; seats],
        Outcome::Draw | Outcome::Over | Outcome::Aborted => {
            vec![if seats > 1 { 1.0 / seats as f64 } else { 0.5 }; seats]
        }
    })
}
