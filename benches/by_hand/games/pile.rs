//! Pile: a list of cards that is copied with the state it is a part of.

use std::ops::{Deref, DerefMut};

/// At most 96 cards in order, the top one first.
#[derive(Clone, Copy)]
pub struct Pile {
    cards: [u8; 96],
    len: u8,
}

impl Default for Pile {
    fn default() -> Pile {
        Pile { cards: [0; 96], len: 0 }
    }
}

impl Pile {
    /// Adds one at the bottom.
    pub fn push(&mut self, card: u8) {
        self.cards[self.len as usize] = card;
        self.len += 1;
    }

    /// Takes the card at a place.
    pub fn remove(&mut self, at: usize) -> u8 {
        let card = self[at];
        self.cards.copy_within(at + 1..self.len as usize, at);
        self.len -= 1;
        card
    }

    /// Takes a card out; false: it is not here.
    pub fn take(&mut self, card: u8) -> bool {
        let at = self.iter().position(|c| *c == card);
        at.map(|at| self.remove(at)).is_some()
    }

    /// Takes all.
    pub fn drain(&mut self) -> Pile {
        std::mem::take(self)
    }
}

impl Deref for Pile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.cards[..self.len as usize]
    }
}

impl DerefMut for Pile {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.cards[..self.len as usize]
    }
}

impl FromIterator<u8> for Pile {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Pile {
        let mut pile = Pile::default();
        cards.into_iter().for_each(|card| pile.push(card));
        pile
    }
}
