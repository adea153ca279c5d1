//! Chance: numbers as a keyed function of seed, epoch, stream and counter.
//!
//! A draw never depends on how many were made elsewhere: each stream counts by itself, so an
//! edited card does not shift the whole game, and hidden answers commute. Counters are part of
//! the state; the generator is made afresh for each draw and keeps nothing.

use crate::kernel::model::value::{Card, DefId, Value, Zone};
use intermezzo_derive::Renumber;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::VecDeque;
use std::sync::Arc;

/// The stream that a draw belongs to, so that draws of one kind do not shift others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Shuffles of one zone.
    Zone(u16),
    /// Draws of effects.
    Effect,
    /// Draws of automatic windows.
    Auto,
    /// Draws of the default answers of a seat that does not answer in time.
    Default(u8),
}

impl Stream {
    fn number(self) -> u64 {
        match self {
            Stream::Zone(zone) => 0x100_0000 | zone as u64,
            Stream::Effect => 0x300_0000,
            Stream::Auto => 0x400_0000,
            Stream::Default(seat) => 0x500_0000 | seat as u64,
        }
    }
}

/// The seed and the counts of draws, from which all chance is computed: a part of the state.
#[derive(Clone, Debug, Default, PartialEq, Renumber)]
pub struct Chance {
    /// The seed of the game.
    pub seed: u64,
    /// The epoch. It grows by one when a script fails, so that a seen result never comes again.
    pub epoch: u32,
    /// The number of draws in each stream, in the order of first use.
    pub(in crate::kernel) counters: Vec<(u64, u32)>,
}

/// A chance result that a scenario dictates.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Scripted {
    /// The cards of a shuffled zone in their new order, index 0 the top.
    Shuffle(Vec<Card>),
    /// A number, from whatever bounds it is drawn.
    Number(i64),
    /// A number, where exactly these bounds, both included, are drawn from.
    NumberOf(i64, (i64, i64)),
    /// A pick out of a list.
    Pick(Picked),
}

/// The wanted result of a dictated pick.
#[derive(Clone, Debug, PartialEq)]
pub struct Picked {
    /// The name of the object, as the scenario writes it.
    pub name: Arc<str>,
    /// The values that the name may mean: the first one among the options is picked.
    pub is: Vec<Value>,
    /// For a card that will be created during the game: the number of the first such card, the definition printed on
    /// the wanted card, and which of its copies is meant, counted from 1.
    pub made: Option<(u16, DefId, u16)>,
}

/// Results that a scenario dictates, used up in order.
#[derive(Clone, Debug, Default, PartialEq, Renumber)]
pub struct Script {
    /// The results that are still to come.
    pub left: VecDeque<Scripted>,
    /// The number of results that were used.
    pub used: usize,
    /// Draws that chance made since a dictated result was last used, while others were still to come.
    pub since: Vec<Drawn>,
}

/// A draw of chance that no scenario dictated, and what it drew from.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Drawn {
    /// The order of a zone.
    Shuffle(Zone),
    /// A number between these, both included.
    Number(i64, i64),
    /// A pick out of these values.
    Pick(Vec<Value>),
}

/// The most draws in [`Script::since`]; later ones are not remembered.
const MAX_DRAWN: usize = 16;

impl Script {
    /// Drops the next dictated result, because a draw has used it.
    pub(in crate::kernel) fn use_next(&mut self) {
        self.left.pop_front();
        self.used += 1;
        self.since.clear();
    }

    /// Notes a draw that the next dictated result does not fit.
    pub(in crate::kernel) fn missed(&mut self, drawn: Drawn) {
        if !self.left.is_empty() && self.since.len() < MAX_DRAWN {
            self.since.push(drawn);
        }
    }
}

impl Chance {
    /// Chance at the start of a game.
    pub fn new(seed: u64) -> Chance {
        Chance { seed, ..Chance::default() }
    }

    /// A generator for the next draw of `stream`.
    fn draw(&mut self, stream: Stream) -> ChaCha8Rng {
        let number = stream.number();
        let counter = match self.counters.iter_mut().find(|(s, _)| *s == number) {
            Some((_, count)) => count,
            None => {
                self.counters.push((number, 0));
                &mut self.counters.last_mut().expect("just pushed").1
            }
        };
        *counter += 1;
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..12].copy_from_slice(&self.epoch.to_le_bytes());
        key[12..16].copy_from_slice(&counter.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(number);
        rng
    }

    /// A number from `low` to `high`, both included.
    pub fn number(&mut self, stream: Stream, low: i64, high: i64) -> i64 {
        let mut rng = self.draw(stream);
        low + below(&mut rng, (high - low + 1).max(1) as u64) as i64
    }

    /// A random order of `n` places: element i is the old place of the object that goes to i.
    pub fn order(&mut self, stream: Stream, n: usize) -> Vec<u16> {
        let mut rng = self.draw(stream);
        let mut places: Vec<u16> = (0..n as u16).collect();
        for i in (1..n).rev() {
            places.swap(i, below(&mut rng, i as u64 + 1) as usize);
        }
        places
    }
}

/// A number below `n` without bias (Lemire's multiplication with rejection).
pub fn below(rng: &mut impl Rng, n: u64) -> u64 {
    let threshold = n.wrapping_neg() % n;
    loop {
        let wide = rng.next_u64() as u128 * n as u128;
        if wide as u64 >= threshold {
            return (wide >> 64) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_do_not_shift_each_other() {
        let mut one = Chance::new(7);
        let mut two = Chance::new(7);
        two.number(Stream::Effect, 1, 6);
        assert_eq!(one.order(Stream::Zone(3), 40), two.order(Stream::Zone(3), 40));
    }

    #[test]
    fn the_algorithm_is_pinned() {
        let mut chance = Chance::new(7);
        let drawn: Vec<i64> = (0..8).map(|_| chance.number(Stream::Effect, 1, 100)).collect();
        assert_eq!(drawn, PINNED, "a changed generator breaks every record ever written");
    }

    const PINNED: [i64; 8] = [90, 94, 88, 24, 66, 19, 91, 58];
}
