//! Piles: the cards of all zones, one space after the other in one row.
//!
//! All cards stand in one row, so that copying a game copies two arrays however many spaces it has; games have few
//! cards, so making room in the middle costs next to nothing.

use crate::kernel::model::value::{Card, Zone};
use std::ops::{Index, Range};

/// The cards of every space in order.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Piles {
    cards: Vec<Card>,
    /// The end of each space's cards in the row: the index after the last one.
    ends: Vec<u16>,
}

impl Piles {
    /// Empty piles for this number of spaces.
    pub fn new(spaces: usize) -> Piles {
        Piles { cards: Vec::new(), ends: vec![0; spaces] }
    }

    /// The number of spaces.
    pub fn spaces(&self) -> usize {
        self.ends.len()
    }

    /// The cards of each space in turn.
    pub fn iter(&self) -> impl Iterator<Item = &[Card]> {
        (0..self.spaces()).map(|i| &self[i])
    }

    /// The cards of several consecutive spaces.
    #[inline]
    pub fn of_spaces(&self, first: usize, spaces: usize) -> &[Card] {
        &self.cards[self.begin(first)..self.begin(first + spaces)]
    }

    /// The cards of a space, to put them into another order.
    pub fn of_mut(&mut self, space: Zone) -> &mut [Card] {
        let range = self.range(space.index());
        &mut self.cards[range]
    }

    /// Adds a card to a space, before its card at `at`, counted from 0; at most at its end.
    pub fn insert(&mut self, space: Zone, at: usize, card: Card) {
        let Range { start, end } = self.range(space.index());
        self.cards.insert((start + at).min(end), card);
        self.ends[space.index()..].iter_mut().for_each(|end| *end += 1);
    }

    /// Takes a card out of a space, if it is there; the place where it lay, from 0.
    pub fn remove(&mut self, space: Zone, card: Card) -> Option<usize> {
        let range = self.range(space.index());
        let at = self.cards[range.clone()].iter().position(|c| *c == card)?;
        self.cards.remove(range.start + at);
        self.ends[space.index()..].iter_mut().for_each(|end| *end -= 1);
        Some(at)
    }

    /// The size of the piles in bytes.
    pub fn bytes(&self) -> usize {
        self.cards.len() * size_of::<Card>() + self.ends.len() * size_of::<u16>()
    }

    #[inline]
    fn begin(&self, space: usize) -> usize {
        if space == 0 { 0 } else { self.ends[space - 1] as usize }
    }

    #[inline]
    fn range(&self, space: usize) -> Range<usize> {
        self.begin(space)..self.ends[space] as usize
    }
}

impl Index<usize> for Piles {
    type Output = [Card];

    fn index(&self, space: usize) -> &[Card] {
        &self.cards[self.range(space)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_stay_in_their_spaces() {
        let mut piles = Piles::new(3);
        for (space, card) in [(1, 10), (1, 11), (0, 1), (2, 20), (1, 12)] {
            piles.insert(Zone(space), usize::MAX >> 1, Card(card));
        }
        piles.insert(Zone(1), 0, Card(9));
        assert_eq!(piles[0], [Card(1)]);
        assert_eq!(piles[1], [9, 10, 11, 12].map(Card));
        assert_eq!(piles[2], [Card(20)]);
        piles.remove(Zone(1), Card(10));
        piles.remove(Zone(0), Card(20));
        assert_eq!(piles[1], [9, 11, 12].map(Card));
        assert_eq!(piles.of_spaces(1, 2), [9, 11, 12, 20].map(Card));
        piles.of_mut(Zone(1)).reverse();
        assert_eq!(piles.cards, [1, 12, 11, 9, 20].map(Card));
    }
}
