//! Card sets: some of the cards of a game, one bit each.

use smallvec::SmallVec;

use crate::kernel::model::value::Card;

/// A set of cards.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::kernel) struct CardSet {
    words: SmallVec<[u64; 4]>,
}

impl CardSet {
    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        let (at, bit) = place(card);
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= bit;
    }

    /// Adds the cards of another set.
    pub fn join(&mut self, others: &CardSet) {
        if others.words.len() > self.words.len() {
            self.words.resize(others.words.len(), 0);
        }
        self.words.iter_mut().zip(&others.words).for_each(|(word, more)| *word |= more);
    }

    /// Empties the set.
    #[inline]
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// True if the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// True if a card is in the set.
    #[inline]
    pub fn contains(&self, card: Card) -> bool {
        let (at, bit) = place(card);
        self.words.get(at).is_some_and(|word| word & bit != 0)
    }

    /// The cards of the set, by number.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| {
            let mut bits = *word;
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits.wrapping_sub(1);
                (bit < WORD).then(|| Card::of(at * WORD + bit))
            })
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

/// The number of cards whose bits fit into one word.
const WORD: usize = u64::BITS as usize;

#[inline]
fn place(card: Card) -> (usize, u64) {
    (card.index() / WORD, 1 << (card.index() % WORD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_cards_as_one_likes_are_told_apart() {
        let some: CardSet = (0..300).step_by(3).map(Card::of).collect();
        let mut all: CardSet = [1, 0].map(Card::of).into_iter().collect();
        all.join(&some);
        assert_eq!((all.iter().count(), all.iter().nth(1)), (101, Some(Card::of(1))));
        assert!(all.contains(Card::of(297)) && !all.contains(Card::of(298)) && !all.contains(Card::of(3000)));
        all.clear();
        assert!(all.is_empty() && !some.is_empty());
    }
}
