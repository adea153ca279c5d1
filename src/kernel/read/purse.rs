//! Purse: what a player can pay pips with, and whether that is enough for a cost.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::kernel::model::ability::Cost;
use crate::kernel::model::coins::{Coin, Purse};
use crate::kernel::model::lang::{CardSource, Source};
use crate::kernel::model::objects::Use;
use crate::kernel::model::schema::Payers;
use crate::kernel::model::touched_cards::TouchedCards;
use crate::kernel::model::value::{Seat, Value};
use crate::kernel::read::env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::means::{self, Means};

impl<'a> Game<'a> {
    /// What may pay the pips of a use, but for what is taken already.
    pub(in crate::kernel) fn payers(self, use_: &Use, taken: &[Vec<Value>]) -> Vec<Coin> {
        let mut out = Vec::new();
        self.each_payer(use_, |coin| {
            if !taken.iter().any(|t| t.contains(&coin.card)) {
                out.push(coin.clone());
            }
        });
        out
    }

    /// Whether what may pay the pips of a use pays this cost.
    pub(in crate::kernel) fn can_be_paid(self, use_: &Use, cost: &Cost) -> bool {
        let mut means = Means::new(cost);
        self.each_payer(use_, |coin| means.add(coin));
        means.pays()
    }

    /// Calls `f` with each card that may pay the pips of a use, in the order of `payments`.
    fn each_payer(self, use_: &Use, mut f: impl FnMut(&Coin)) {
        let env = self.use_env(use_);
        let purse = match self.rules.reads.purse {
            Some(reads) => self.derived.purse(self, use_.user, reads),
            None => Arc::new(self.find_purse(&env, None)),
        };
        let helps = |payers: &Payers| payers.uses.as_ref().is_none_or(|uses| env.use_matches(uses, use_));
        // A card cannot pay for itself.
        let is_it = |card: &Value| card.card().is_some() && card.card() == use_.card && use_.kind.is_some();
        let mut before: SmallVec<[&[Coin]; 4]> = SmallVec::new();
        for (payers, row) in self.rules.schema.payers.iter().zip(&purse.rows) {
            if !helps(payers) {
                continue;
            }
            let is_new = |coin: &&Coin| !before.iter().any(|row| row.iter().any(|c| c.card == coin.card));
            let is_limited = self.may_be_forbidden(&payers.does);
            let may = |coin: &&Coin| !is_limited || self.may_happen_to(&env, &coin.card, &payers.does, use_.user);
            row.iter().filter(is_new).filter(|coin| !is_it(&coin.card)).filter(may).for_each(&mut f);
            before.push(row);
        }
    }

    /// What a player can pay pips with: found anew, or only for the cards that were touched since something was known.
    pub(in crate::kernel) fn find_purse(self, env: &Env, known: Option<(&Purse, &TouchedCards)>) -> Purse {
        let row = |(at, payers): (usize, &Payers)| match (known, &payers.cards.source) {
            (Some((old, touched)), Source::Cards(cards)) if cards.lists.is_empty() && payers.cards.cut.is_none() => {
                self.row_again(env, cards, (&old.rows[at], touched))
            }
            _ => env.candidates(&payers.cards).into_iter().map(|card| self.coin(env.me, card)).collect(),
        };
        Purse { rows: self.rules.schema.payers.iter().enumerate().map(row).collect() }
    }

    /// The cards of an entry of `payments`, of which these were known before these were touched.
    fn row_again(self, env: &Env, cards: &CardSource, (old, touched): (&[Coin], &TouchedCards)) -> Vec<Coin> {
        let mut row = Vec::with_capacity(old.len() + 1);
        // What was not touched lies in the same order as before.
        let is_known = |coin: &&Coin| coin.card.card().is_some_and(|card| !touched.contains(card));
        let mut known = old.iter().filter(is_known).peekable();
        env.some_lying(cards, &mut |card| {
            if touched.contains(card) {
                if env.card_matches(&cards.rest, card) {
                    row.push(self.coin(env.me, Value::Card(card)));
                }
            } else if let Some(coin) = known.next_if(|coin| coin.card == Value::Card(card)) {
                row.push(coin.clone());
            }
            false
        });
        row
    }

    /// These cards as what a player pays pips with.
    fn coins(self, seat: Seat, cards: &[Value]) -> Vec<Coin> {
        let kept = self.rules.reads.purse.map(|reads| self.derived.purse(self, seat, reads));
        let known = |card: &Value| kept.as_ref()?.rows.iter().flatten().find(|coin| coin.card == *card).cloned();
        cards.iter().map(|card| known(card).unwrap_or_else(|| self.coin(seat, card.clone()))).collect()
    }

    fn coin(self, seat: Seat, card: Value) -> Coin {
        let env = self.seat_env(Seat(0));
        let pays = |(_, (_, filter)): &(usize, &(_, _))| env.untold_matches(filter, &card);
        let kinds =
            self.rules.schema.pips.iter().enumerate().filter(pays).fold(0, |kinds, (kind, _)| kinds | 1 << kind);
        let gives = if self.some_give_more() { self.gives(seat, &card) } else { 1 };
        Coin { gives, kinds, card }
    }

    /// How many pips a card pays.
    fn gives(self, seat: Seat, card: &Value) -> u8 {
        let env = self.seat_env(seat);
        let gives = self.pays_as(&env, None, card).and_then(|payers| payers.gives.as_ref());
        gives.map_or(1, |n| env.at_value(card).amount(n).clamp(0, MOST_GIVEN) as u8)
    }

    /// As which of the cards that pay a card pays for a use.
    pub(in crate::kernel) fn pays_as(self, env: &Env, use_: Option<&Use>, card: &Value) -> Option<&'a Payers> {
        let helps = |payers: &&Payers| match (&payers.uses, use_) {
            (Some(uses), Some(use_)) => env.use_matches(uses, use_),
            _ => true,
        };
        self.rules.schema.payers.iter().filter(helps).find(|payers| env.is_sought(&payers.cards, card))
    }

    /// Whether some cards pay more than one pip.
    pub(in crate::kernel) fn some_give_more(self) -> bool {
        self.rules.schema.payers.iter().any(|payers| payers.gives.is_some())
    }

    /// Whether these cards of a player pay exactly these pips; of cards that pay more than one, whether none of them is one
    /// too many.
    pub fn pays(self, cost: &Cost, seat: Seat, cards: &[Value]) -> bool {
        pays(cost, &self.coins(seat, cards))
    }
}

/// So many pips one card pays at most.
const MOST_GIVEN: i64 = 64;

/// How many pips a cost has.
fn pips_of(cost: &Cost) -> usize {
    cost.iter().map(|n| (*n).max(0) as usize).sum()
}

/// Whether these pay exactly these pips: none of them is one too many.
pub(in crate::kernel) fn pays(cost: &Cost, coins: &[Coin]) -> bool {
    if coins.iter().all(|coin| coin.gives == 1) {
        return coins.len() == pips_of(cost) && can_pay(cost, coins);
    }
    can_pay(cost, coins) && (0..coins.len()).all(|at| !can_pay(cost, &without(coins, at)))
}

/// Whether some of these pay these pips.
pub(in crate::kernel) fn can_pay(cost: &Cost, coins: &[Coin]) -> bool {
    Means::of(cost, coins).pays()
}

/// The least and the greatest number of them that pay these pips.
pub(in crate::kernel) fn payers_needed(cost: &Cost, coins: &[Coin]) -> (usize, usize) {
    let pips = pips_of(cost);
    if coins.iter().all(|coin| coin.gives == 1) {
        return (pips, pips);
    }
    let mut gives: Vec<u8> = coins.iter().map(|coin| coin.gives).collect();
    gives.sort_unstable_by(|a, b| b.cmp(a));
    let (mut paid, mut least) = (0, 0);
    while paid < pips && least < gives.len() {
        paid += gives[least] as usize;
        least += 1;
    }
    (least, pips.min(coins.len()).max(least))
}

/// Those that some payment of these pips takes.
pub(in crate::kernel) fn useful_payers(cost: &Cost, mut coins: Vec<Coin>) -> Vec<Coin> {
    let mut useful = means::useful(cost, &coins).into_iter();
    coins.retain(|_| useful.next() == Some(true));
    coins
}

/// For each pip of a cost, the places of what may pay it: a place for each pip that they give.
pub(in crate::kernel) fn rows(cost: &Cost, coins: &[Coin]) -> Vec<Vec<usize>> {
    let places: Vec<u8> = coins.iter().flat_map(|coin| std::iter::repeat_n(coin.kinds, coin.gives as usize)).collect();
    let mut rows = Vec::new();
    for (kind, n) in cost.iter().enumerate().filter(|(_, n)| **n > 0) {
        let row: Vec<usize> = (0..places.len()).filter(|at| places[*at] & 1 << kind != 0).collect();
        rows.extend(std::iter::repeat_n(row, *n as usize));
    }
    rows
}

/// These but for one.
fn without(all: &[Coin], at: usize) -> Vec<Coin> {
    all[..at].iter().chain(&all[at + 1..]).cloned().collect()
}
