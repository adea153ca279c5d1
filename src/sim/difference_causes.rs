//! Difference causes: which changed cards explain that games went another way.
//!
//! A game in which nobody draws or uses the changed card is the same game before and after. So a card is suspected if a
//! change of it alone explains which games went another way. Of the games without that card some may still have gone
//! another way: then another card is suspected, among these games alone, and so on.
//!
//! If only files of cards have changed, only these cards are suspected.

use super::pairs::{GamePairs, Pair};

/// The odds against a game that goes another way though nobody drew or used the changed card: one in a thousand does so
/// for another reason, such as a look at a pile.
const STRAY: f64 = 1000.0;
/// No further suspect is searched if no more changed games than this are unexplained, or no more than the share
/// `FEW_OF` of all changed games.
const FEW: f64 = 5.0;
const FEW_OF: f64 = 0.02;

/// Games with a card: those that went another way, and the others.
type GameCounts = (f64, f64);

pub(crate) struct DifferenceCauses {
    /// The cards that explain the differences, in order.
    found: Vec<usize>,
    /// All cards, the suspects first.
    order: Vec<usize>,
    counts: Vec<GameCounts>,
    /// The number of changed games.
    differ: f64,
}

impl DifferenceCauses {
    /// Finds the causes.
    pub fn among(pairs: &GamePairs) -> DifferenceCauses {
        let n = pairs.cards.len();
        let mut left: Vec<&Pair> = pairs.all.iter().collect();
        let counts = count(&left, n);
        let differ = differing(&left);
        let order = ranked(&counts, differ);
        let mut found: Vec<usize> = Vec::new();
        while differing(&left) > if found.is_empty() { 0.0 } else { FEW.max(differ * FEW_OF) } {
            let here = count(&left, n);
            let may_be = |card: &usize| pairs.may_differ[*card] && here[*card].0 > 0.0;
            let Some(next) = ranked(&here, differing(&left)).into_iter().find(may_be) else { break };
            found.push(next);
            left.retain(|pair| !pair.has(next));
        }
        let others = order.into_iter().filter(|card| !found.contains(card));
        let order = found.iter().copied().chain(others).collect();
        DifferenceCauses { found, order, counts, differ }
    }

    /// All cards, the most suspected first.
    pub fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().copied()
    }

    /// The suspects that explain more games than a card; `None` if the card is no suspect.
    pub fn before(&self, card: usize) -> Option<&[usize]> {
        self.found.iter().position(|found| *found == card).map(|place| &self.found[..place])
    }

    /// The share of the games that went another way in which a card was, and the share of the card's games that went
    /// another way.
    pub fn parts(&self, card: usize) -> (f64, f64) {
        let (differ, same) = self.counts[card];
        (differ / self.differ.max(1.0), differ / (differ + same).max(1.0))
    }
}

fn differing(pairs: &[&Pair]) -> f64 {
    pairs.iter().filter(|pair| pair.differs).count() as f64
}

fn count(pairs: &[&Pair], cards: usize) -> Vec<GameCounts> {
    let mut counts = vec![(0.0, 0.0); cards];
    for pair in pairs {
        for card in pair.there() {
            let of = &mut counts[card];
            *if pair.differs { &mut of.0 } else { &mut of.1 } += 1.0;
        }
    }
    counts
}

/// Ranks cards by how likely it is that a change of one card alone explains which games went another way, the likeliest
/// first.
fn ranked(counts: &[GameCounts], differ: f64) -> Vec<usize> {
    let unlikely = |(with, same): &GameCounts| {
        let of = |n: f64| if n > 0.0 { n * ((with + same) / n).ln() } else { 0.0 };
        of(*with) + of(*same) + (differ - with) * STRAY.ln()
    };
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by(|a, b| unlikely(&counts[*a]).total_cmp(&unlikely(&counts[*b])));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_is_in_all_games_is_suspected_less_than_one_that_is_in_those_that_differ() {
        // The second card was changed, and one game lacks it; the first is in every game. The changed card is suspected
        // more.
        assert_eq!(ranked(&[(481.0, 1119.0), (480.0, 134.0)], 481.0), [1, 0]);
        // The first card is in all games and seldom matters; the second is frequent in long games.
        assert_eq!(ranked(&[(80.0, 760.0), (100.0, 1805.0)], 100.0), [1, 0]);
    }
}
