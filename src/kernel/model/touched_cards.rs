//! Touched cards: which cards changes were about, so that what was found out about each card is found again for those
//! alone.

use smallvec::SmallVec;

use crate::kernel::model::touched::{Touched, ValueReads};
use crate::kernel::model::value::Card;

/// Which cards a change is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::kernel) enum AboutCards {
    /// None.
    None,
    /// These two, or this one twice.
    These(Card, Card),
    /// Any that there are.
    Any,
}

/// So many cards are told apart: of more, all are looked at again.
const MOST: usize = 64;

/// The cards that changes were about.
#[derive(Clone, Debug, Default)]
pub(in crate::kernel) struct TouchedCards {
    cards: SmallVec<[Card; 8]>,
    are_many: bool,
}

impl TouchedCards {
    /// Adds those that a change is about.
    #[inline]
    pub fn note(&mut self, about: AboutCards) {
        match about {
            AboutCards::None => {}
            AboutCards::These(a, b) => {
                self.add(a);
                self.add(b);
            }
            AboutCards::Any => self.are_many = true,
        }
    }

    #[inline]
    fn add(&mut self, card: Card) {
        if self.cards.last() != Some(&card) {
            self.are_many |= self.cards.len() >= MOST;
            if !self.are_many {
                self.cards.push(card);
            }
        }
    }

    /// Adds those of another time.
    pub fn join(&mut self, others: &TouchedCards) {
        others.cards.iter().for_each(|card| self.add(*card));
        self.are_many |= others.are_many;
    }

    /// Which they are; `None`: any may be among them.
    #[inline]
    pub fn known(&self) -> Option<&[Card]> {
        if self.are_many { None } else { Some(&self.cards) }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        !self.are_many && self.cards.is_empty()
    }

    /// Whether a card may be among them.
    #[inline]
    pub fn contains(&self, card: Card) -> bool {
        self.are_many || self.cards.contains(&card)
    }
}

/// What something was found from that holds of each card by itself, and the cards to be looked at again.
#[derive(Clone, Debug)]
pub(in crate::kernel) struct FoundFrom {
    reads: ValueReads,
    /// The cards of which that was touched, and which were not looked at since.
    pub cards: TouchedCards,
}

impl FoundFrom {
    /// What was found just now.
    pub fn new(reads: ValueReads) -> FoundFrom {
        FoundFrom { reads, cards: TouchedCards::default() }
    }

    /// Notes what was touched, of these cards: whether what was found still holds but for the cards to be looked at again.
    pub fn touch(&mut self, touched: Touched, cards: &TouchedCards) -> bool {
        if self.reads.own.meets(touched) {
            self.cards.join(cards);
        }
        !self.reads.any.meets(touched) && self.cards.known().is_some()
    }

    /// Whether this, if it was touched, leaves something to be looked at again.
    pub fn is_stale(&self, touched: Touched) -> bool {
        self.reads.any.and(self.reads.own).meets(touched) || !self.cards.is_empty()
    }
}
