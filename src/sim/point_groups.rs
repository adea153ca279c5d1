//! Point groups: differences in two groups of games, and how far the one's mean is from the other's.

use std::collections::BTreeMap;

use super::play::Played;
use super::stats::Z95;

/// Games with the same luck: one seed, and the same deck on the same side. The deck gets the same hands in them, so
/// they tell less than as many independent games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Luck {
    /// The seed.
    pub seed: u64,
    /// The seat, from 0.
    pub seat: usize,
    /// The number of the deck.
    pub deck: u16,
}

impl Luck {
    /// The luck of a seat in a game.
    pub fn of(played: &Played, seat: usize) -> Luck {
        Luck { seed: played.seed, seat, deck: played.decks.get(seat).copied().unwrap_or_default() }
    }
}

/// A difference, with an interval of 95 %.
#[derive(Clone, Copy, Debug)]
pub struct DifferenceInterval {
    /// The effect: 1 is a win in place of a loss.
    pub by: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Differences from -1 to 1 in two groups; the second one may be empty. Games with the same luck are not independent, so
/// their differences are summed together.
#[derive(Clone, Debug, Default)]
pub struct PointGroups {
    /// For each luck, the number of differences and their sum in the first and in the second group.
    by_luck: BTreeMap<Luck, [(f64, f64); 2]>,
    all: [(f64, f64); 2],
}

impl PointGroups {
    /// Adds a difference.
    pub fn take(&mut self, luck: Luck, group: usize, x: f64) {
        for (n, sum) in [&mut self.by_luck.entry(luck).or_default()[group], &mut self.all[group]] {
            (*n, *sum) = (*n + 1.0, *sum + x);
        }
    }

    /// The number of games in a group.
    pub fn n(&self, group: usize) -> f64 {
        self.all[group].0
    }

    fn mean(&self, group: usize) -> f64 {
        self.all[group].1 / self.n(group).max(1.0)
    }

    /// The mean of the first group less that of the second.
    pub fn difference(&self) -> f64 {
        self.mean(0) - self.mean(1)
    }

    /// The difference with its interval. `stray` is the rate of games that differ for unknown reasons: the interval is
    /// at least as wide as that rate allows, even if the second group is small and no game in it differs.
    pub fn by(&self, stray: f64) -> DifferenceInterval {
        let (by, half) = (self.difference(), self.error(stray) * Z95);
        DifferenceInterval { by, low: by - half, high: by + half }
    }

    /// The standard error of the difference. The first group gets one more won game and one more lost game, so that a
    /// few equal games do not seem certain.
    pub fn error(&self, stray: f64) -> f64 {
        let seen = |group: usize| -> f64 {
            let off = |of: &[(f64, f64); 2]| (of[group].1 - of[group].0 * self.mean(group)).powi(2);
            self.by_luck.values().map(off).sum::<f64>() / self.n(group).powi(2).max(1.0)
        };
        let first = seen(0) + 2.0 / self.n(0).powi(2).max(1.0);
        let second = if self.n(1) > 0.0 { seen(1).max(stray / self.n(1)) } else { 0.0 };
        (first + second).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_which_none_differs_are_not_certain_and_equal_luck_counts_once() {
        let luck = |seed: u64| Luck { seed, seat: 0, deck: 0 };
        let mut few = PointGroups::default();
        (0..400).for_each(|seed| few.take(luck(seed), 0, if seed % 10 == 0 { 1.0 } else { 0.0 }));
        let alone = few.error(0.0);
        (0..3).for_each(|seed| few.take(luck(seed), 1, 0.0));
        // Three games are enough if games without the card never differ, and nothing if half of them do.
        let (sure, unsure) = (few.error(0.001), few.error(0.5));
        assert!(few.difference() == 0.1 && alone < 0.02 && sure < 0.03 && unsure > 0.4, "{alone} {sure} {unsure}");
        let mut same = PointGroups::default();
        (0..400).for_each(|seed| same.take(luck(seed / 4), 0, if seed / 4 % 10 == 0 { 1.0 } else { 0.0 }));
        assert!(same.difference() == 0.1 && same.error(0.0) > alone * 1.9, "{} {alone}", same.error(0.0));
    }
}
