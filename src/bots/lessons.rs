//! Lessons: games of good players that a worth and habits are learnt from.
//!
//! A lesson is a game between two worths with little effort and some answers at random. Moments are noted at the ends of
//! turns, where bots compare them. The worth that is learnt grows with the game: each feature has a weight at the
//! beginning and another one at the end.

use std::sync::Arc;

use super::bot_view::Sight;
use super::evaluation::{Evaluation, points};
use super::greedy::{Effort, Greedy};
use super::kind::Player;
use super::learnt_habits::{HabitCounts, rounded};
use super::least_squares::fit_sparse;
use super::possible_answers::mixed;
use crate::bots::Random;
use crate::error::Result;
use crate::kernel::{Rules, Seat};
use crate::table::{Game, Table};

/// A game with more answers is left unfinished.
const LONGEST: u32 = 2_000;
/// Besides the ends of turns, one in this many answers is noted, by chance.
const BY_CHANCE: usize = 12;
/// The points that the best standing gains in a draw, and the worst loses.
const STANDING: f64 = 0.1;
/// The share of the game's result in the value that a noted moment is learnt with; the rest is the last bot's estimate
/// of a later moment.
const RESULT: f64 = 0.7;
/// The value that a noted moment is learnt with contains the last bot's estimate of the moment that was noted this many
/// after it.
const LATER: usize = 4;

/// What bots know of a game.
#[derive(Clone, Default)]
pub(crate) struct Knowledge {
    pub worth: Arc<Evaluation>,
    pub counts: HabitCounts,
}

/// A moment that was noted.
struct NotedMoment {
    seat: usize,
    row: Vec<(u32, f32)>,
    /// How far the game had come: the number of the level by which its length is counted.
    clock: f64,
    /// The worth of the moment by the evaluation of the bot that played.
    thought: f64,
    end: f64,
}

/// A game that was played.
pub(crate) struct Lesson {
    moments: Vec<NotedMoment>,
    counts: HabitCounts,
    /// The length of the game: the number of the level at its end; `None`: it had no end.
    length: Option<f64>,
    /// Points of each seat.
    pub points: Option<Vec<f64>>,
}

impl Knowledge {
    /// The knowledge from random games: the bot with which training begins.
    ///
    /// # Errors
    ///
    /// A game that does not start.
    pub fn of_random_games(begin: &dyn Fn(u64) -> Result<Table>) -> Result<Knowledge> {
        Ok(Knowledge { worth: Arc::new(Evaluation::learn(begin)?), counts: HabitCounts::default() })
    }

    /// The text of the file that holds it, with how it was made.
    pub fn written(&self, game: &Game, how: &[String]) -> String {
        super::learnt_file::written(&self.worth, &self.counts, game, how)
    }
}

/// Plays a game in which each seat answers by a knowledge, and one answer in `noise` is random. With a `noise` of 0 no
/// answer is random, and neither moments nor answers are noted.
///
/// # Errors
///
/// A bug of ours: a bot that does not answer.
pub(crate) fn play(mut table: Table, who: &[&Knowledge], seed: u64, noise: usize) -> Result<Lesson> {
    table.forget_log();
    let rules = table.world().rules.clone();
    let seats = rules.schema.seats as usize;
    let last = &who[0].worth;
    let all = Evaluation::of_all(&rules, last.level);
    let player = |(seat, of): (usize, &&Knowledge)| {
        Greedy::new(of.worth.clone(), Effort::LITTLE, seed.wrapping_add(mixed(seat as u64, 7)))
    };
    let mut players: Vec<Greedy> = who.iter().enumerate().map(player).collect();
    let mut rng = Random::new(mixed(seed, 11));
    let mut lesson = Lesson { moments: Vec::new(), counts: HabitCounts::default(), length: None, points: None };
    let (mut turn, mut given) = (last.turn_of(&table), 0);
    while let Some(seat) = table.decisions().first().map(|d| d.seat).filter(|_| given < LONGEST) {
        given += 1;
        let now = last.turn_of(&table);
        if noise > 0 && (now != turn || rng.number(BY_CHANCE) == 0) {
            let (rows, thoughts) = (all.sparse_rows(table.world(), seats), last.of(table.world()));
            let clock = all.clock(table.world());
            // With two players one row is enough: the other player's row is the same with opposite signs.
            let seen = if seats == 2 { 1 } else { seats };
            let moment = |(seat, row): (usize, Vec<(u32, f32)>)| NotedMoment {
                seat,
                row,
                clock,
                thought: thoughts[seat],
                end: 0.0,
            };
            lesson.moments.extend(rows.into_iter().enumerate().take(seen).map(moment));
        }
        turn = now;
        if noise > 0 && rng.number(noise) == 0 {
            let decision = table.asked(seat)?.clone();
            let answer = rng.legal_answer(table.world(), &decision);
            table.take(seat, answer);
            continue;
        }
        let chosen = players[seat.index()].choose(&Sight::of(&table, seat))?;
        let (before, answers) = (table.asked(seat)?.clone(), noise > 0);
        if answers && let Some(answer) = chosen.content(&before) {
            lesson.counts.note(table.world(), &before, &answer);
        }
        table.give(seat, chosen)?;
    }
    lesson.points = points(&table);
    if let Some(points) = &lesson.points {
        lesson.length = Some(all.clock(table.world()));
        let standing = standing(&rules, &table, points);
        lesson.moments.iter_mut().for_each(|moment| moment.end = standing[moment.seat]);
        let stride = LATER * if seats == 2 { 1 } else { seats };
        let thoughts: Vec<f64> = lesson.moments.iter().map(|moment| moment.thought).collect();
        for (at, moment) in lesson.moments.iter_mut().enumerate() {
            let later = thoughts.get(at + stride).copied().unwrap_or(moment.end);
            moment.end = RESULT * moment.end + (1.0 - RESULT) * later;
        }
    }
    Ok(lesson)
}

/// The points of a game. In a draw, who stands best by the manifest's `value` has a little more, and who stands worst a
/// little less.
fn standing(rules: &Rules, table: &Table, points: &[f64]) -> Vec<f64> {
    let is_drawn = points.windows(2).all(|two| two[0] == two[1]);
    let (Some(value), true) = (&rules.value, is_drawn && points.len() > 1) else { return points.to_vec() };
    let value = |seat: usize| {
        let it = crate::kernel::read::evaluation_env::Obj::Seat(Seat::of(seat));
        table.world().game().seat_env(Seat::of(seat)).at(it).amount(value)
    };
    let values: Vec<i64> = (0..points.len()).map(value).collect();
    let (least, most) = (values.iter().min(), values.iter().max());
    let part = |(seat, points): (usize, &f64)| match (Some(&values[seat]) == most, Some(&values[seat]) == least) {
        (true, false) => points + STANDING,
        (false, true) => points - STANDING,
        _ => *points,
    };
    points.iter().enumerate().map(part).collect()
}

/// The knowledge from these games; `last` is the knowledge of the bots that played them.
pub(crate) fn learnt(lessons: &[Lesson], last: &Knowledge, rules: &Rules) -> Knowledge {
    let lengths: Vec<f64> = lessons.iter().filter_map(|lesson| lesson.length).collect();
    let length = rounded((lengths.iter().sum::<f64>() / lengths.len().max(1) as f64).max(1.0));
    let all = Evaluation::of_all(rules, last.worth.level);
    let (general, features) = (all.layout.general(), all.layout.len());
    let (mut rows, mut ends) = (Vec::new(), Vec::new());
    let seats = f64::from(rules.schema.seats);
    let even = if seats > 1.0 { 1.0 / seats } else { 0.5 };
    for moment in lessons.iter().filter(|lesson| lesson.points.is_some()).flat_map(|lesson| &lesson.moments) {
        let progress = (moment.clock / length).min(1.0) as f32;
        let grown = moment.row.iter().map(|(at, n)| (at + features as u32, n * progress));
        rows.push(moment.row.iter().copied().chain(grown).collect::<Vec<_>>());
        ends.push(moment.end - even);
    }
    let is_general = |at: usize| at % features < general;
    let fitted = fit_sparse(&rows, &ends, 2 * features, &is_general);
    let told =
        |all: &[f64]| -> Vec<f64> { all.iter().map(|n| if n.abs() < 1e-5 { 0.0 } else { rounded(*n) }).collect() };
    let mut counts = HabitCounts::default();
    lessons.iter().for_each(|lesson| counts.add(&lesson.counts));
    let worth = Evaluation { length, habits: counts.habits(), ..all };
    let worth = worth.with_weights(told(&fitted[..features]), told(&fitted[features..]));
    Knowledge { worth: Arc::new(worth), counts }
}
