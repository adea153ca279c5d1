//! Evaluation: the value of a moment for each seat, from 0 (lost) to 1 (won).
//!
//! The evaluation is not written for any game. Random games are played once, and a linear function is fitted to their
//! results. Its features are cards in each kind of zone, their statuses and numbers, counters and values of players,
//! and the manifest's `value`. The same game, seed and number of games give the same function on any machine.

use crate::bots::Random;
use crate::error::Result;
use crate::kernel::model::lang::Class;
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::value::AttrId;
use crate::kernel::{Outcome, Rules, Seat, World};
use crate::table::Table;

use super::least_squares::fit;

/// Answers in the games to learn from, roughly.
const ANSWERS: u32 = if cfg!(debug_assertions) { 4_000 } else { 60_000 };
/// A game with more is left.
const LONGEST: u32 = 4_000;
/// The approximate number of moments of each game that are used.
const MOMENTS: u32 = 10;
/// A level with more answers is too long to be played to its end at random.
const LONGEST_LEVEL: u32 = 80;
/// The number of features kept, the most informative ones.
const KEPT: usize = 40;

/// The fitted value of moments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worth {
    layout: Layout,
    /// The weight of each feature; most are 0.
    weights: Vec<f64>,
    /// The attributes of cards that are read in each kind of zone.
    read: Vec<Vec<(AttrId, usize)>>,
    /// The numbers of players.
    of_players: Vec<(AttrId, usize)>,
    /// The level at whose end moments compare best.
    level: usize,
    /// The number of levels.
    levels: usize,
}

/// The places of features.
#[derive(Clone, Debug, Default)]
struct Layout {
    kinds: usize,
    /// The number of the first status of each group.
    statuses: Vec<usize>,
    all_statuses: usize,
    attrs: Vec<AttrId>,
    of_players: Vec<AttrId>,
    counters: usize,
}

impl Layout {
    fn of(rules: &Rules) -> Layout {
        let schema = &rules.schema;
        let (mut statuses, mut all) = (Vec::new(), 0);
        for (_, values) in &schema.statuses {
            statuses.push(all);
            all += values.len();
        }
        let of = |class: Class| (0..schema.attrs.len()).filter(move |a| schema.attrs[*a].of == class).map(AttrId::of);
        Layout {
            kinds: schema.zones.len(),
            statuses,
            all_statuses: all,
            attrs: of(Class::Card).collect(),
            of_players: of(Class::Player).collect(),
            counters: schema.counters.len(),
        }
    }

    fn status(&self, kind: usize, group: usize, value: u8) -> usize {
        self.kinds + kind * self.all_statuses + self.statuses[group] + value as usize
    }

    fn attr(&self, kind: usize, attr: usize) -> usize {
        self.kinds * (1 + self.all_statuses) + kind * self.attrs.len() + attr
    }

    fn rest(&self) -> usize {
        self.kinds * (1 + self.all_statuses + self.attrs.len())
    }

    fn len(&self) -> usize {
        self.rest() + self.counters + self.of_players.len() + 3
    }
}

impl Worth {
    /// Learns what moments are worth from random games that begin so: the setup of each number.
    ///
    /// # Errors
    ///
    /// A setup that the game does not have.
    pub fn learn(begin: &dyn Fn(u64) -> Result<Table>) -> Result<Worth> {
        let first = begin(0)?;
        let rules = first.world().rules.clone();
        let all = Worth::reads_all(Layout::of(&rules));
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
        // Games without winners and losers teach nothing.
        weights.resize(all.layout.len(), 0.0);
        let worth = all.with_weights(weights);
        // The longest level inside the outermost one that can be played to its end.
        let innermost = began.len().saturating_sub(1);
        let is_short = |level: &usize| began[*level] > 0 && answers / began[*level] <= LONGEST_LEVEL;
        let level = (1..innermost).find(is_short).unwrap_or(innermost);
        Ok(Worth { level, levels: began.len(), ..worth })
    }

    /// A hash of the learnt weights; `None` without any.
    pub fn hash(&self) -> Option<u64> {
        let numbers = self.weights.iter().map(|weight| weight.to_bits()).chain([self.level as u64, self.levels as u64]);
        let bytes: Vec<u8> = numbers.flat_map(u64::to_le_bytes).collect();
        (self.levels > 0).then(|| xxhash_rust::xxh3::xxh3_64(&bytes))
    }

    /// A key of the turn, or of the other level at whose end moments are compared.
    pub fn turn_of(&self, table: &Table) -> (Seat, Vec<u32>) {
        let state = table.world().state();
        let is_innermost = self.level + 1 >= state.level_numbers.len();
        let end = (self.level + 1).min(state.level_numbers.len());
        (if is_innermost { state.active } else { Seat(0) }, state.level_numbers[..end].to_vec())
    }

    /// The most answers for which a bot waits for a game's end.
    pub fn patience(&self, of: u32) -> u32 {
        if self.is_long() { of.max(LONGEST_LEVEL) } else { of }
    }

    /// True if the level of the flow is a long one: longer than a turn.
    fn is_long(&self) -> bool {
        self.level + 1 < self.levels
    }

    /// A function of all features, before it is fitted.
    fn reads_all(layout: Layout) -> Worth {
        let weights = vec![1.0; layout.len()];
        Worth { layout, ..Worth::default() }.with_weights(weights)
    }

    /// The function with these weights; features without weight are not computed.
    fn with_weights(self, weights: Vec<f64>) -> Worth {
        let layout = self.layout;
        let is_read = |at: usize| weights[at] != 0.0;
        let of_kind = |kind: usize| {
            let all = layout.attrs.iter().enumerate().map(|(i, attr)| (*attr, layout.attr(kind, i)));
            all.filter(|(_, at)| is_read(*at)).collect()
        };
        let first = layout.rest() + layout.counters;
        let of_players = layout.of_players.iter().zip(first..).map(|(attr, at)| (*attr, at));
        Worth {
            read: (0..layout.kinds).map(of_kind).collect(),
            of_players: of_players.filter(|(_, at)| is_read(*at)).collect(),
            weights,
            layout,
            level: self.level,
            levels: self.levels,
        }
    }

    /// Calls `take` with each feature that applies: the seat, the feature and the amount.
    fn each(&self, world: &World, take: &mut dyn FnMut(usize, usize, f64)) {
        let (rules, state, layout) = (&world.rules, world.state(), &self.layout);
        let (schema, game) = (&rules.schema, world.game());
        let env = game.table_env();
        let seats = schema.seats as usize;
        for (at, pile) in state.zones.iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
            let zone = crate::kernel::model::value::Zone::of(at);
            let (kind, owner) = (schema.kind_of(zone).index(), schema.zone_owner(zone));
            let is_open = schema.zones[kind].seen_by == SeenBy::All;
            for card in pile {
                let is = state.card(*card);
                let seat = owner.unwrap_or(is.owner).index();
                if seat >= seats {
                    continue;
                }
                take(seat, kind, 1.0);
                if !is_open {
                    continue;
                }
                for group in 0..layout.statuses.len() {
                    take(seat, layout.status(kind, group, is.statuses[group]), 1.0);
                }
                for (attr, at) in &self.read[kind] {
                    take(seat, *at, env.card_attr(*card, *attr) as f64);
                }
            }
        }
        for seat in 0..seats {
            for counter in 0..layout.counters {
                take(seat, layout.rest() + counter, state.counters[seat * layout.counters + counter] as f64);
            }
            for (attr, at) in &self.of_players {
                take(seat, *at, env.player_attr(Seat::of(seat), *attr) as f64);
            }
            let last = layout.rest() + layout.counters + layout.of_players.len();
            take(seat, last, state.wins.get(seat).copied().unwrap_or(0) as f64);
            if let Some(value) = &rules.value {
                let it = crate::kernel::read::evaluation_env::Obj::Seat(Seat::of(seat));
                take(seat, last + 1, game.seat_env(Seat::of(seat)).at(it).amount(value) as f64);
            }
        }
        let last = layout.rest() + layout.counters + layout.of_players.len();
        take(state.active.index().min(seats - 1), last + 2, 1.0);
    }

    /// For each seat and feature: its number less the average of the other seats.
    fn rows(&self, world: &World, seats: usize) -> Vec<Vec<f64>> {
        let mut all = vec![vec![0.0; self.layout.len()]; seats];
        self.each(world, &mut |seat, at, n| all[seat][at] += n);
        let others = (seats.max(2) - 1) as f64;
        let sum: Vec<f64> = (0..self.layout.len()).map(|at| all.iter().map(|row| row[at]).sum()).collect();
        let mut differences = all;
        for row in &mut differences {
            row.iter_mut().zip(&sum).for_each(|(n, sum)| *n -= (sum - *n) / others);
        }
        differences
    }

    /// The value of the moment for each seat.
    pub fn of(&self, world: &World) -> Vec<f64> {
        let seats = world.rules.schema.seats as usize;
        let mut own = vec![0.0; seats];
        self.each(world, &mut |seat, at, n| own[seat] += self.weights[at] * n);
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
