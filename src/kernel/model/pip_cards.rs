//! Pip cards: the cards that a player can pay pips with, as they are now.

use smallvec::SmallVec;

use crate::kernel::model::value::{Card, Value};

/// A card that pays pips.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::kernel) struct Coin {
    /// The card.
    pub card: Value,
    /// The number of pips that it pays.
    pub gives: u8,
    /// Kinds of pips that it pays: one bit each.
    pub kinds: u8,
}

/// The cards of an entry of `payments`, by number, with the sums of their pips.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::kernel) struct PaymentRow {
    coins: Vec<Coin>,
    /// For each set of kinds that some cards pay, in ascending order, the pips of the cards with exactly this set.
    given: SmallVec<[(u8, u32); 4]>,
}

impl PaymentRow {
    /// A row of coins.
    pub fn of(mut coins: Vec<Coin>) -> PaymentRow {
        coins.sort_by_key(Coin::number);
        let mut row = PaymentRow { coins, given: SmallVec::new() };
        for at in 0..row.coins.len() {
            let Coin { gives, kinds, .. } = row.coins[at];
            row.give(kinds, |given| given + u32::from(gives));
        }
        row
    }

    /// All coins of the row.
    pub fn coins(&self) -> &[Coin] {
        &self.coins
    }

    /// The pips by the set of kinds that they may pay: bit i stands for kind i.
    pub fn given(&self) -> &[(u8, u32)] {
        &self.given
    }

    /// A card as a coin, if it pays.
    pub fn coin(&self, card: Card) -> Option<&Coin> {
        self.place(card).ok().map(|at| &self.coins[at])
    }

    /// Updates the entry of a card; `None`: it does not pay.
    pub fn set(&mut self, card: Card, coin: Option<Coin>) {
        let place = self.place(card);
        if let Ok(at) = place {
            let Coin { gives, kinds, .. } = self.coins[at];
            self.give(kinds, |given| given - u32::from(gives));
        }
        if let Some(Coin { gives, kinds, .. }) = coin {
            self.give(kinds, |given| given + u32::from(gives));
        }
        match (place, coin) {
            (Ok(at), Some(coin)) => self.coins[at] = coin,
            (Ok(at), None) => drop(self.coins.remove(at)),
            (Err(at), Some(coin)) => self.coins.insert(at, coin),
            (Err(_), None) => {}
        }
    }

    fn place(&self, card: Card) -> Result<usize, usize> {
        self.coins.binary_search_by_key(&card.index(), Coin::number)
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

impl Coin {
    /// Values that are no cards come last.
    fn number(&self) -> usize {
        self.card.card().map_or(usize::MAX, Card::index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coin(card: usize, gives: u8, kinds: u8) -> Coin {
        Coin { card: Value::Card(Card::of(card)), gives, kinds }
    }

    #[test]
    fn what_cards_give_together_is_what_each_gives() {
        let mut row = PaymentRow::default();
        let mut all: Vec<Option<Coin>> = vec![None; 7];
        for n in 0..200_usize {
            let card = n * 5 % 7;
            all[card] = (n % 3 != 0).then(|| coin(card, (n % 4) as u8, (n * n % 5) as u8));
            row.set(Card::of(card), all[card].clone());
            assert_eq!(row, PaymentRow::of(all.iter().flatten().cloned().collect()), "after {n}");
            let given =
                |kinds: u8| all.iter().flatten().filter(|c| c.kinds == kinds).map(|c| u32::from(c.gives)).sum::<u32>();
            assert!((0..5).all(|kinds| row.given().iter().find(|g| g.0 == kinds).map_or(0, |g| g.1) == given(kinds)));
            assert_eq!(row.coin(Card::of(card)), all[card].as_ref());
        }
    }
}
