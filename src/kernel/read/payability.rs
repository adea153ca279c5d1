//! Payability: the part of a cost that some cards can pay together.
//!
//! Some cards pay a cost exactly if, for each set of kinds of pips, the cards that can pay one of these kinds give at
//! least as many pips as the cost has of them (Hall's theorem). So one number for each set of kinds suffices, however
//! many cards there are.

use std::cell::Cell;

use smallvec::SmallVec;

use crate::kernel::model::ability::Cost;
use crate::kernel::model::pip_cards::Coin;

/// Most steps of a search for useful cards: all sets of twelve cards that give several pips. Thirty such cards have a
/// thousand million sets.
const MOST_STEPS: u32 = 4096;

/// The pips of a cost, and of the cards offered for it. The kinds of pips in the cost are numbered from 0; bit i of a
/// set is kind i.
#[derive(Clone)]
pub(in crate::kernel) struct Means {
    /// The kinds of pips that the cost has, as the schema numbers them.
    kinds: SmallVec<[u8; 8]>,
    /// For each set of kinds of pips, the number of pips of these kinds in the cost.
    needed: SmallVec<[u32; 8]>,
    /// For each set of kinds, the pips of the cards that can pay one of these kinds.
    given: SmallVec<[u32; 8]>,
}

impl Means {
    /// No cards yet.
    pub fn new(cost: &Cost) -> Means {
        let kinds: SmallVec<[u8; 8]> = (0..cost.len() as u8).filter(|kind| cost[*kind as usize] > 0).collect();
        let pips = |set: usize| {
            let in_set = kinds.iter().enumerate().filter(|(at, _)| set & 1 << at != 0);
            in_set.map(|(_, kind)| cost[*kind as usize] as u32).sum()
        };
        let needed: SmallVec<[u32; 8]> = (0..1usize << kinds.len()).map(pips).collect();
        let given = SmallVec::from_elem(0, needed.len());
        Means { kinds, needed, given }
    }

    /// A payment by these coins.
    pub fn of<'c>(cost: &Cost, coins: impl IntoIterator<Item = &'c Coin>) -> Means {
        let mut means = Means::new(cost);
        coins.into_iter().for_each(|coin| means.add(coin));
        means
    }

    /// True if a card pays some pip of the cost.
    pub fn takes(&self, coin: &Coin) -> bool {
        coin.gives > 0 && self.set_of(coin.kinds) != 0
    }

    /// Adds a coin.
    pub fn add(&mut self, coin: &Coin) {
        self.give(coin.kinds, u32::from(coin.gives));
    }

    /// Adds cards that can pay these kinds and give this number of pips together; bit i is kind i of the schema.
    pub fn give(&mut self, kinds: u8, gives: u32) {
        self.each_set(kinds, |given| *given += gives);
    }

    /// Takes a card away from those that were added.
    pub fn remove(&mut self, coin: &Coin) {
        self.each_set(coin.kinds, |given| *given -= u32::from(coin.gives));
    }

    /// True if the added cards pay the cost.
    pub fn pays(&self) -> bool {
        self.needed.iter().zip(&self.given).all(|(needed, given)| given >= needed)
    }

    /// The most pips of the cost that these cards pay.
    pub fn paid(&self) -> u32 {
        let all = self.all();
        let least = self.needed.iter().zip(&self.given).map(|(needed, given)| all - needed + given);
        least.min().unwrap_or(0)
    }

    /// True if one more card, `coin`, would pay more pips.
    fn gains_by(&self, coin: &Coin) -> bool {
        let mut with = self.clone();
        with.add(coin);
        with.paid() > self.paid()
    }

    /// The number of pips of the cost.
    fn all(&self) -> u32 {
        self.needed.last().copied().unwrap_or(0)
    }

    /// The kinds that a card pays.
    fn set_of(&self, kinds: u8) -> usize {
        let paid = self.kinds.iter().enumerate().filter(|(_, kind)| kinds & 1 << **kind != 0);
        paid.fold(0, |set, (at, _)| set | 1 << at)
    }

    fn each_set(&mut self, kinds: u8, f: impl Fn(&mut u32)) {
        let of_kinds = self.set_of(kinds);
        self.given.iter_mut().enumerate().filter(|(set, _)| set & of_kinds != 0).for_each(|(_, given)| f(given));
    }
}

/// For each card, true if some payment uses it. If the search runs out of steps, the card counts as useful.
///
/// No card of a payment is superfluous. If every card gives one pip, each card that can pay a kind of the cost is in
/// some payment, if there is one.
pub(in crate::kernel) fn useful(cost: &Cost, coins: &[Coin]) -> Vec<bool> {
    let all = Means::of(cost, coins);
    if !all.pays() {
        return vec![false; coins.len()];
    }
    let is_one = |coin: &&Coin| coin.gives == 1;
    if coins.iter().all(|coin| is_one(&coin)) {
        return coins.iter().map(|coin| all.takes(coin)).collect();
    }
    let ones = Means::of(cost, coins.iter().filter(is_one));
    let several: Vec<&Coin> = coins.iter().filter(|coin| coin.gives > 1).collect();
    // Cards that give the same pips are equally useful.
    let mut known: SmallVec<[(u8, u8, bool); 8]> = SmallVec::new();
    let judged = coins.iter().map(|coin| {
        if let Some((.., useful)) = known.iter().find(|(gives, kinds, _)| (*gives, *kinds) == (coin.gives, coin.kinds))
        {
            return *useful;
        }
        let others = several.iter().filter(|other| !std::ptr::eq(**other, coin)).copied().collect::<Vec<_>>();
        let useful = all.takes(coin) && {
            let mut with_ones = ones.clone();
            if coin.gives > 1 {
                with_ones.add(coin);
            }
            is_useful(cost, coin, with_ones, &classes(&others))
        };
        known.push((coin.gives, coin.kinds, useful));
        useful
    });
    judged.collect()
}

/// The cards that give several pips, grouped by equal pips, each group with its size.
fn classes<'c>(coins: &[&'c Coin]) -> Vec<(&'c Coin, usize)> {
    let mut classes: Vec<(&Coin, usize)> = Vec::new();
    for coin in coins {
        match classes.iter_mut().find(|(c, _)| (c.gives, c.kinds) == (coin.gives, coin.kinds)) {
            Some((_, n)) => *n += 1,
            None => classes.push((coin, 1)),
        }
    }
    classes
}

/// True if some set of `others` pays the cost together with the card and the cards that give one pip, but not without
/// the card. `with_ones`: the card and the cards that give one pip.
fn is_useful(cost: &Cost, coin: &Coin, mut with_ones: Means, others: &[(&Coin, usize)]) -> bool {
    some_others(coin, &mut Means::new(cost), &mut with_ones, others, &mut { MOST_STEPS })
}

/// Searches for such a set beside cards already taken: `taken` has these cards only, `together` also the card and the
/// cards that give one pip. `left` counts the remaining steps.
fn some_others(
    coin: &Coin,
    taken: &mut Means,
    together: &mut Means,
    others: &[(&Coin, usize)],
    left: &mut u32,
) -> bool {
    *left = left.saturating_sub(1);
    // If the card adds nothing to this set, it adds nothing to a larger one.
    if *left == 0 || !taken.gains_by(coin) {
        return *left == 0;
    }
    if together.pays() {
        return true;
    }
    let Some(((other, n), rest)) = others.split_first() else { return false };
    let mut found = some_others(coin, taken, together, rest, left);
    let mut added = 0;
    while !found && added < *n {
        taken.add(other);
        together.add(other);
        added += 1;
        found = some_others(coin, taken, together, rest, left);
    }
    for _ in 0..added {
        taken.remove(other);
        together.remove(other);
    }
    found
}

/// Calls `f` with each payment of a cost, as places of cards in lexical order, until `f` returns true or no steps are
/// left. True if `f` returned true.
pub(in crate::kernel) fn some_payment(
    cost: &Cost,
    coins: &[Coin],
    left: &Cell<u32>,
    mut f: impl FnMut(&[usize]) -> bool,
) -> bool {
    // `paying`: what the taken cards can pay. `open`: what they and the cards not decided yet can pay; the search turns
    // back once `open` is too little.
    let (mut paying, mut open) = (Means::new(cost), Means::of(cost, coins));
    let (mut taken, mut at): (Vec<usize>, usize) = (Vec::new(), 0);
    while left.get() > 0 {
        left.set(left.get() - 1);
        if paying.pays() {
            if none_is_too_many(&mut paying, coins, &taken) && f(&taken) {
                return true;
            }
        } else if at < coins.len() && open.pays() {
            match paying.gains_by(&coins[at]) {
                true => {
                    paying.add(&coins[at]);
                    taken.push(at);
                }
                false => open.remove(&coins[at]),
            }
            at += 1;
            continue;
        }
        // The last card taken is dropped, and the cards after it are open again.
        let Some(last) = taken.pop() else { return false };
        coins[last + 1..at].iter().for_each(|coin| open.add(coin));
        paying.remove(&coins[last]);
        open.remove(&coins[last]);
        at = last + 1;
    }
    false
}

/// True if the payment fails when any of its cards is taken away.
fn none_is_too_many(paying: &mut Means, coins: &[Coin], taken: &[usize]) -> bool {
    taken.iter().all(|at| {
        paying.remove(&coins[*at]);
        let pays = paying.pays();
        paying.add(&coins[*at]);
        !pays
    })
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::kernel::model::value::{Card, Value};
    use crate::kernel::read::payment::match_rows;
    use crate::kernel::read::pip_cards::rows;
    use crate::kernel::read::set_rules::some_subset;

    fn coin(card: usize, gives: u8, kinds: u8) -> Coin {
        Coin { card: Value::Card(Card(card as u16)), gives, kinds }
    }

    /// Costs of up to three kinds and up to eight cards, as some seeds make them.
    fn cases(n: u64) -> impl Iterator<Item = (Cost, Vec<Coin>)> {
        (0..n).map(|seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut below = |n: u32| (rng.next_u32() % n) as u8;
            let mut cost = Cost::default();
            (0..3).for_each(|kind| cost[kind] = below(4) as i8);
            let most = if seed % 2 == 0 { 1 } else { 3 };
            let coins = (0..below(8)).map(|card| coin(card.into(), 1 + below(most), below(8)));
            (cost, coins.collect())
        })
    }

    /// True if these cards pay a cost and none of them is superfluous, with one card for each pip of the cost.
    fn pays(cost: &Cost, coins: &[Coin]) -> bool {
        let covers = |coins: &[Coin]| {
            let given = coins.iter().map(|coin| usize::from(coin.gives)).sum();
            match_rows(&rows(cost, coins), given).is_some()
        };
        let without = |at: usize| [&coins[..at], &coins[at + 1..]].concat();
        covers(coins) && (0..coins.len()).all(|at| !covers(&without(at)))
    }

    /// Every payment, by looking at every set.
    fn payments(cost: &Cost, coins: &[Coin]) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        some_subset(coins.len(), 0, coins.len(), u32::MAX, |mask| {
            let places: Vec<usize> = (0..coins.len()).filter(|at| mask & 1 << at != 0).collect();
            let set: Vec<Coin> = places.iter().map(|at| coins[*at].clone()).collect();
            if pays(cost, &set) {
                found.push(places);
            }
            false
        });
        found
    }

    #[test]
    fn the_payments_are_those_that_looking_at_every_set_finds() {
        for (cost, coins) in cases(4000) {
            let (mut found, mut every) = (Vec::new(), payments(&cost, &coins));
            some_payment(&cost, &coins, &Cell::new(u32::MAX), |places| {
                found.push(places.to_vec());
                false
            });
            found.sort();
            every.sort();
            assert_eq!(found, every, "{cost:?} {coins:?}");
        }
    }

    #[test]
    fn a_card_is_of_use_if_some_payment_takes_it() {
        for (cost, coins) in cases(4000) {
            let every = payments(&cost, &coins);
            let taken: Vec<bool> = (0..coins.len()).map(|at| every.iter().any(|set| set.contains(&at))).collect();
            assert_eq!(useful(&cost, &coins), taken, "{cost:?} {coins:?}");
        }
    }

    #[test]
    fn many_cards_of_which_one_gives_two_are_all_of_use() {
        let cost = [0, 0, 0, 2, 3, 0, 0, 0];
        let mut coins: Vec<Coin> = (0..80).map(|card| coin(card, 1, if card % 2 == 0 { 24 } else { 18 })).collect();
        coins.insert(70, coin(80, 2, 31));
        assert!(useful(&cost, &coins).into_iter().all(|useful| useful));
        // The worst case for a search in order: the only card that pays the rare kind is the last one.
        let mut coins: Vec<Coin> = (0..200).map(|card| coin(card, 1, 16)).collect();
        coins.push(coin(200, 2, 24));
        let mut first = None;
        assert!(some_payment(&cost, &coins, &Cell::new(10_000), |places| {
            first = Some(places.to_vec());
            true
        }));
        assert_eq!(first, Some(vec![0, 1, 2, 200]));
    }
}
