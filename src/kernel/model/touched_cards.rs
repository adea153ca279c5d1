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

/// The cards that changes were about: one bit each.
#[derive(Clone, Debug, Default)]
pub(in crate::kernel) struct TouchedCards {
    bits: SmallVec<[u64; 4]>,
    are_any: bool,
}

impl TouchedCards {
    /// Adds those that a change is about.
    #[inline]
    pub fn note(&mut self, about: AboutCards) {
        match about {
            AboutCards::None => {}
            AboutCards::These(a, b) => {
                self.add(a);
                if b != a {
                    self.add(b);
                }
            }
            AboutCards::Any => self.are_any = true,
        }
    }

    #[inline]
    fn add(&mut self, card: Card) {
        let (at, bit) = place(card);
        if at >= self.bits.len() {
            self.bits.resize(at + 1, 0);
        }
        self.bits[at] |= bit;
    }

    /// Adds those of another time.
    pub fn join(&mut self, others: &TouchedCards) {
        if others.bits.len() > self.bits.len() {
            self.bits.resize(others.bits.len(), 0);
        }
        self.bits.iter_mut().zip(&others.bits).for_each(|(bits, more)| *bits |= more);
        self.are_any |= others.are_any;
    }

    /// Which they are, by number; `None`: any may be among them.
    pub fn known(&self) -> Option<impl Iterator<Item = Card> + '_> {
        let of_word = |(at, bits): (usize, &u64)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits.wrapping_sub(1);
                (bit < WORD).then(|| Card::of(at * WORD + bit))
            })
        };
        (!self.are_any).then(|| self.bits.iter().enumerate().flat_map(of_word))
    }

    /// Forgets them.
    pub fn clear(&mut self) {
        self.bits.clear();
        self.are_any = false;
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        !self.are_any && self.bits.is_empty()
    }

    /// Whether a card may be among them.
    #[inline]
    pub fn contains(&self, card: Card) -> bool {
        let (at, bit) = place(card);
        self.are_any || self.bits.get(at).is_some_and(|bits| bits & bit != 0)
    }
}

/// So many cards have their bits in one word.
const WORD: usize = u64::BITS as usize;

fn place(card: Card) -> (usize, u64) {
    (card.index() / WORD, 1 << (card.index() % WORD))
}

/// What was found of cards from what each of them reads.
pub(in crate::kernel) type OfEach = Vec<(Card, Touched)>;

/// What something was found from that holds of each card by itself, and the cards to be looked at again.
#[derive(Clone, Debug)]
pub(in crate::kernel) struct FoundFrom {
    reads: ValueReads,
    /// What was found of a card by itself besides, from what is printed on it: what that reads, wherever it is.
    of_each: OfEach,
    /// The cards of which that was touched, and which were not looked at since.
    pub cards: TouchedCards,
}

impl FoundFrom {
    /// What was found just now.
    pub fn new(reads: ValueReads) -> FoundFrom {
        FoundFrom { reads, of_each: Vec::new(), cards: TouchedCards::default() }
    }

    /// The same, and of each of these cards from what it reads itself.
    pub fn with_each(self, of_each: OfEach) -> FoundFrom {
        FoundFrom { of_each, ..self }
    }

    /// All that it was found from.
    pub fn all(&self) -> Touched {
        self.of_each.iter().fold(self.reads.any.and(self.reads.own), |all, (_, reads)| all.and(*reads))
    }

    /// Notes what was touched, of these cards: whether what was found still holds but for the cards to be looked at again.
    pub fn touch(&mut self, touched: Touched, cards: &TouchedCards) -> bool {
        if self.reads.own.meets(touched) {
            self.cards.join(cards);
        }
        for (card, reads) in &self.of_each {
            if reads.meets(touched) {
                self.cards.add(*card);
            }
        }
        !self.reads.any.meets(touched) && !self.cards.are_any
    }

    /// Whether this, if it was touched, leaves something to be looked at again.
    pub fn is_stale(&self, touched: Touched) -> bool {
        self.all().meets(touched) || !self.cards.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_cards_as_one_likes_are_told_apart() {
        let mut touched = TouchedCards::default();
        (0..300).step_by(3).for_each(|n| touched.note(AboutCards::These(Card::of(n), Card::of(n))));
        let mut all = TouchedCards::default();
        all.note(AboutCards::These(Card::of(1), Card::of(0)));
        all.join(&touched);
        assert_eq!(all.known().map(Iterator::count), Some(101));
        assert_eq!(all.known().and_then(|mut cards| cards.nth(1)), Some(Card::of(1)));
        assert!(all.contains(Card::of(297)) && !all.contains(Card::of(298)) && !all.contains(Card::of(3000)));
        assert!(!all.is_empty() && TouchedCards::default().is_empty());
        all.note(AboutCards::Any);
        assert!(all.known().is_none() && all.contains(Card::of(298)));
    }

    #[test]
    fn a_card_is_looked_at_again_when_something_is_touched_that_it_alone_reads() {
        let [a, b] = [3, 70].map(Card::of);
        let found = || {
            let reads = ValueReads { any: Touched::FLOW, own: Touched::default() };
            FoundFrom::new(reads).with_each(vec![(a, Touched::TALLIES), (b, Touched::RECORDS)])
        };
        let touch = |touched| {
            let mut found = found();
            let still_holds = found.touch(touched, &TouchedCards::default());
            (still_holds, found.cards.known().map(Iterator::collect::<Vec<_>>).unwrap_or_default())
        };
        assert_eq!(touch(Touched::USES), (true, vec![]));
        assert_eq!(touch(Touched::RECORDS), (true, vec![b]));
        assert_eq!(touch(Touched::RECORDS.and(Touched::TALLIES)), (true, vec![a, b]));
        assert!(
            !touch(Touched::FLOW).0 && found().all().meets(Touched::RECORDS) && !found().all().meets(Touched::USES)
        );
    }
}
