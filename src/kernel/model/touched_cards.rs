//! Touched cards: the cards that changes were about, so that results for other cards stay valid.

use crate::kernel::model::card_set::CardSet;
use crate::kernel::model::touched::{Touched, ValueReads};
use crate::kernel::model::value::Card;

/// The cards that a change is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::kernel) enum AboutCards {
    /// No card.
    None,
    /// Two cards, or one card twice.
    These(Card, Card),
    /// Possibly any card.
    Any,
}

/// The cards that changes were about.
#[derive(Clone, Debug, Default)]
pub(in crate::kernel) struct TouchedCards {
    cards: CardSet,
    are_any: bool,
}

impl TouchedCards {
    /// Adds the cards that a change is about.
    #[inline]
    pub fn note(&mut self, about: AboutCards) {
        match about {
            AboutCards::None => {}
            AboutCards::These(a, b) => {
                self.cards.insert(a);
                if b != a {
                    self.cards.insert(b);
                }
            }
            AboutCards::Any => self.are_any = true,
        }
    }

    /// Forgets all touched cards.
    #[inline]
    pub fn clear(&mut self) {
        self.cards.clear();
        self.are_any = false;
    }

    /// Adds the cards of another set of touched cards.
    pub fn join(&mut self, others: &TouchedCards) {
        self.cards.join(&others.cards);
        self.are_any |= others.are_any;
    }

    /// Touched cards by number; `None`: possibly every card.
    pub fn known(&self) -> Option<impl Iterator<Item = Card> + '_> {
        (!self.are_any).then(|| self.cards.iter())
    }

    /// True if no card is touched.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !self.are_any && self.cards.is_empty()
    }
}

/// For single cards, the parts of a state that the result for this card alone reads.
pub(in crate::kernel) type OfEach = Vec<(Card, Touched)>;

/// The dependencies of a result that was found card by card: the parts of the state that it read, and the cards to be
/// evaluated again.
#[derive(Clone, Debug)]
pub(in crate::kernel) struct FoundFrom {
    reads: ValueReads,
    /// For single cards, the parts of the state that a condition printed on the card reads.
    of_each: OfEach,
    /// All reads together.
    all: Touched,
    /// Cards that were touched since the result for them was last found.
    pub cards: TouchedCards,
}

impl FoundFrom {
    /// The dependencies of a new result, which has these reads.
    pub fn new(reads: ValueReads) -> FoundFrom {
        FoundFrom { reads, of_each: Vec::new(), all: reads.any.and(reads.own), cards: TouchedCards::default() }
    }

    /// These dependencies, with those of single cards.
    pub fn with_each(self, of_each: OfEach) -> FoundFrom {
        let all = of_each.iter().fold(self.all, |all, (_, reads)| all.and(*reads));
        FoundFrom { of_each, all, ..self }
    }

    /// All reads together.
    #[inline]
    pub fn all(&self) -> Touched {
        self.all
    }

    /// Notes a touch of these cards. True if the result still holds, apart from the
    /// cards to be evaluated again.
    pub fn touch(&mut self, touched: Touched, cards: &TouchedCards) -> bool {
        if self.reads.own.meets(touched) {
            self.cards.join(cards);
        }
        for (card, reads) in &self.of_each {
            if reads.meets(touched) {
                self.cards.note(AboutCards::These(*card, *card));
            }
        }
        !self.reads.any.meets(touched) && !self.cards.are_any
    }

    /// True if this touch makes the result of some card out of date, or one is out of date already.
    pub fn is_stale(&self, touched: Touched) -> bool {
        self.all.meets(touched) || !self.cards.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_any_may_be_touched_none_are_known() {
        let mut touched = TouchedCards::default();
        assert!(touched.is_empty());
        touched.note(AboutCards::These(Card::of(1), Card::of(70)));
        assert_eq!(touched.known().map(Iterator::count), Some(2));
        touched.note(AboutCards::Any);
        assert!(touched.known().is_none() && !touched.is_empty());
        touched.clear();
        assert!(touched.is_empty());
    }
}
