//! Pip cards: the cards that a player can pay pips with, as they are now.

use smallvec::SmallVec;

use crate::kernel::model::value::{Card, Value};

/// A card that pays pips.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::kernel) struct PipCard {
    /// The card.
    pub card: Value,
    /// The number of pips that it pays.
    pub gives: u8,
    /// Kinds of pips that it pays: one bit each.
    pub kinds: u8,
}

/// The cards that one entry of the manifest's `payments` lets a player pay with, in the order of their numbers, and the
/// sums of their pips.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::kernel) struct PaymentRow {
    pip_cards: Vec<PipCard>,
    /// For each set of kinds that some cards pay, in ascending order, the pips of the cards with exactly this set.
    given: SmallVec<[(u8, u32); 4]>,
}

impl PaymentRow {
    /// A row of pip cards.
    pub fn of(mut pip_cards: Vec<PipCard>) -> PaymentRow {
        pip_cards.sort_by_key(PipCard::number);
        let mut row = PaymentRow { pip_cards, given: SmallVec::new() };
        for at in 0..row.pip_cards.len() {
            let PipCard { gives, kinds, .. } = row.pip_cards[at];
            row.give(kinds, |given| given + u32::from(gives));
        }
        row
    }

    /// All pip cards of the row.
    pub fn pip_cards(&self) -> &[PipCard] {
        &self.pip_cards
    }

    /// The pips by the set of kinds that they may pay: bit i stands for kind i.
    pub fn given(&self) -> &[(u8, u32)] {
        &self.given
    }

    /// A card as a pip card, if it pays.
    pub fn pip_card(&self, card: Card) -> Option<&PipCard> {
        self.place(card).ok().map(|at| &self.pip_cards[at])
    }

    /// Updates the entry of a card; `None`: it does not pay.
    pub fn set(&mut self, card: Card, pip_card: Option<PipCard>) {
        let place = self.place(card);
        if let Ok(at) = place {
            let PipCard { gives, kinds, .. } = self.pip_cards[at];
            self.give(kinds, |given| given - u32::from(gives));
        }
        if let Some(PipCard { gives, kinds, .. }) = pip_card {
            self.give(kinds, |given| given + u32::from(gives));
        }
        match (place, pip_card) {
            (Ok(at), Some(pip_card)) => self.pip_cards[at] = pip_card,
            (Ok(at), None) => drop(self.pip_cards.remove(at)),
            (Err(at), Some(pip_card)) => self.pip_cards.insert(at, pip_card),
            (Err(_), None) => {}
        }
    }

    fn place(&self, card: Card) -> Result<usize, usize> {
        self.pip_cards.binary_search_by_key(&card.index(), PipCard::number)
    }

    fn give(&mut self, kinds: u8, change: impl Fn(u32) -> u32) {
        let place = self.given.iter().position(|(of, _)| *of >= kinds).unwrap_or(self.given.len());
        match self.given.get_mut(place).filter(|(of, _)| *of == kinds) {
            Some((_, given)) => *given = change(*given),
            None => self.given.insert(place, (kinds, change(0))),
        }
        if self.given[place].1 == 0 {
            self.given.remove(place);
        }
    }
}

impl PipCard {
    /// The number of the card as a sort key; values that are no cards come last.
    fn number(&self) -> usize {
        self.card.card().map_or(usize::MAX, Card::index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pip_card(card: usize, gives: u8, kinds: u8) -> PipCard {
        PipCard { card: Value::Card(Card::of(card)), gives, kinds }
    }

    #[test]
    fn what_cards_give_together_is_what_each_gives() {
        let mut row = PaymentRow::default();
        let mut all: Vec<Option<PipCard>> = vec![None; 7];
        for n in 0..200_usize {
            let card = n * 5 % 7;
            all[card] = (n % 3 != 0).then(|| pip_card(card, (n % 4) as u8, (n * n % 5) as u8));
            row.set(Card::of(card), all[card].clone());
            assert_eq!(row, PaymentRow::of(all.iter().flatten().cloned().collect()), "after {n}");
            let given =
                |kinds: u8| all.iter().flatten().filter(|c| c.kinds == kinds).map(|c| u32::from(c.gives)).sum::<u32>();
            assert!((0..5).all(|kinds| row.given().iter().find(|g| g.0 == kinds).map_or(0, |g| g.1) == given(kinds)));
            assert_eq!(row.pip_card(Card::of(card)), all[card].as_ref());
        }
    }
}
