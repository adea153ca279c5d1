//! Payability: the part of a cost that some cards can pay together.
//!
//! Some cards pay a cost exactly if, for each set of kinds of pips, the cards that can pay one of these kinds give at
//! least as many pips as the cost has of them (Hall's theorem). So one number for each set of kinds suffices, however
//! many cards there are.

use std::cell::Cell;

use smallvec::SmallVec;

use crate::kernel::model::ability::Cost;
use crate::kernel::model::pip_cards::PipCard;

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
    /// The pips of a cost, with no cards yet.
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

    /// The pips of a cost and of these pip cards.
    pub fn of<'c>(cost: &Cost, pip_cards: impl IntoIterator<Item = &'c PipCard>) -> Means {
        let mut means = Means::new(cost);
        pip_cards.into_iter().for_each(|pip_card| means.add(pip_card));
        means
    }

    /// True if a card pays some pip of the cost.
    pub fn takes(&self, pip_card: &PipCard) -> bool {
        pip_card.gives > 0 && self.set_of(pip_card.kinds) != 0
    }

    /// Adds a pip card.
    pub fn add(&mut self, pip_card: &PipCard) {
        self.give(pip_card.kinds, u32::from(pip_card.gives));
    }

    /// Adds cards that can pay these kinds and give this number of pips together; bit i is kind i of the schema.
    pub fn give(&mut self, kinds: u8, gives: u32) {
        self.each_set(kinds, |given| *given += gives);
    }

    /// Takes a card away from those that were added.
    pub fn remove(&mut self, pip_card: &PipCard) {
        self.each_set(pip_card.kinds, |given| *given -= u32::from(pip_card.gives));
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

    /// True if one more card, `pip_card`, would pay more pips.
    fn gains_by(&self, pip_card: &PipCard) -> bool {
        let mut with = self.clone();
        with.add(pip_card);
        with.paid() > self.paid()
    }

    /// The number of pips of the cost.
    fn all(&self) -> u32 {
        self.needed.last().copied().unwrap_or(0)
    }

    /// The kinds of the cost among these kinds of the schema, as a set in the cost's own numbering.
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
pub(in crate::kernel) fn useful(cost: &Cost, pip_cards: &[PipCard]) -> Vec<bool> {
    let all = Means::of(cost, pip_cards);
    if !all.pays() {
        return vec![false; pip_cards.len()];
    }
    let is_one = |pip_card: &&PipCard| pip_card.gives == 1;
    if pip_cards.iter().all(|pip_card| is_one(&pip_card)) {
        return pip_cards.iter().map(|pip_card| all.takes(pip_card)).collect();
    }
    let ones = Means::of(cost, pip_cards.iter().filter(is_one));
    let several: Vec<&PipCard> = pip_cards.iter().filter(|pip_card| pip_card.gives > 1).collect();
    // Cards that give the same pips are equally useful.
    let mut known: SmallVec<[(u8, u8, bool); 8]> = SmallVec::new();
    let judged = pip_cards.iter().map(|pip_card| {
        if let Some((.., useful)) =
            known.iter().find(|(gives, kinds, _)| (*gives, *kinds) == (pip_card.gives, pip_card.kinds))
        {
            return *useful;
        }
        let others = several.iter().filter(|other| !std::ptr::eq(**other, pip_card)).copied().collect::<Vec<_>>();
        let useful = all.takes(pip_card) && {
            let mut with_ones = ones.clone();
            if pip_card.gives > 1 {
                with_ones.add(pip_card);
            }
            is_useful(cost, pip_card, with_ones, &classes(&others))
        };
        known.push((pip_card.gives, pip_card.kinds, useful));
        useful
    });
    judged.collect()
}

/// The cards that give several pips, grouped by equal pips, each group with its size.
fn classes<'c>(pip_cards: &[&'c PipCard]) -> Vec<(&'c PipCard, usize)> {
    let mut classes: Vec<(&PipCard, usize)> = Vec::new();
    for pip_card in pip_cards {
        match classes.iter_mut().find(|(c, _)| (c.gives, c.kinds) == (pip_card.gives, pip_card.kinds)) {
            Some((_, n)) => *n += 1,
            None => classes.push((pip_card, 1)),
        }
    }
    classes
}

/// True if some set of `others` pays the cost together with the card and the cards that give one pip, but not without
/// the card. `with_ones`: the card and the cards that give one pip.
fn is_useful(cost: &Cost, pip_card: &PipCard, mut with_ones: Means, others: &[(&PipCard, usize)]) -> bool {
    some_others(pip_card, &mut Means::new(cost), &mut with_ones, others, &mut { MOST_STEPS })
}

/// Searches for the set that [`is_useful`] asks for, beside cards already taken: `taken` has only these cards,
/// `together` also `pip_card` and the cards that give one pip. `left` counts the remaining steps.
fn some_others(
    pip_card: &PipCard,
    taken: &mut Means,
    together: &mut Means,
    others: &[(&PipCard, usize)],
    left: &mut u32,
) -> bool {
    *left = left.saturating_sub(1);
    // If the card adds nothing to this set, it adds nothing to a larger one.
    if *left == 0 || !taken.gains_by(pip_card) {
        return *left == 0;
    }
    if together.pays() {
        return true;
    }
    let Some(((other, n), rest)) = others.split_first() else { return false };
    let mut found = some_others(pip_card, taken, together, rest, left);
    let mut added = 0;
    while !found && added < *n {
        taken.add(other);
        together.add(other);
        added += 1;
        found = some_others(pip_card, taken, together, rest, left);
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
    pip_cards: &[PipCard],
    left: &Cell<u32>,
    mut f: impl FnMut(&[usize]) -> bool,
) -> bool {
    // `paying`: what the taken cards can pay. `open`: what they and the cards not decided yet can pay; the search turns
    // back once `open` is too little.
    let (mut paying, mut open) = (Means::new(cost), Means::of(cost, pip_cards));
    let (mut taken, mut at): (Vec<usize>, usize) = (Vec::new(), 0);
    while left.get() > 0 {
        left.set(left.get() - 1);
        if paying.pays() {
            if none_is_too_many(&mut paying, pip_cards, &taken) && f(&taken) {
                return true;
            }
        } else if at < pip_cards.len() && open.pays() {
            match paying.gains_by(&pip_cards[at]) {
                true => {
                    paying.add(&pip_cards[at]);
                    taken.push(at);
                }
                false => open.remove(&pip_cards[at]),
            }
            at += 1;
            continue;
        }
        // The last card taken is dropped, and the cards after it are open again.
        let Some(last) = taken.pop() else { return false };
        pip_cards[last + 1..at].iter().for_each(|pip_card| open.add(pip_card));
        paying.remove(&pip_cards[last]);
        open.remove(&pip_cards[last]);
        at = last + 1;
    }
    false
}

/// True if the payment fails when any of its cards is taken away.
fn none_is_too_many(paying: &mut Means, pip_cards: &[PipCard], taken: &[usize]) -> bool {
    taken.iter().all(|at| {
        paying.remove(&pip_cards[*at]);
        let pays = paying.pays();
        paying.add(&pip_cards[*at]);
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

    fn pip_card(card: usize, gives: u8, kinds: u8) -> PipCard {
        PipCard { card: Value::Card(Card(card as u16)), gives, kinds }
    }

    /// `n` random cases: a cost of up to three kinds of pips, and up to seven cards.
    fn cases(n: u64) -> impl Iterator<Item = (Cost, Vec<PipCard>)> {
        (0..n).map(|seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut below = |n: u32| (rng.next_u32() % n) as u8;
            let mut cost = Cost::default();
            (0..3).for_each(|kind| cost[kind] = below(4) as i8);
            let most = if seed % 2 == 0 { 1 } else { 3 };
            let pip_cards = (0..below(8)).map(|card| pip_card(card.into(), 1 + below(most), below(8)));
            (cost, pip_cards.collect())
        })
    }

    /// True if these cards pay a cost and none of them is superfluous, with one card for each pip of the cost.
    fn pays(cost: &Cost, pip_cards: &[PipCard]) -> bool {
        let covers = |pip_cards: &[PipCard]| {
            let given = pip_cards.iter().map(|pip_card| usize::from(pip_card.gives)).sum();
            match_rows(&rows(cost, pip_cards), given).is_some()
        };
        let without = |at: usize| [&pip_cards[..at], &pip_cards[at + 1..]].concat();
        covers(pip_cards) && (0..pip_cards.len()).all(|at| !covers(&without(at)))
    }

    /// Every payment, by looking at every set.
    fn payments(cost: &Cost, pip_cards: &[PipCard]) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        some_subset(pip_cards.len(), 0, pip_cards.len(), u32::MAX, |mask| {
            let places: Vec<usize> = (0..pip_cards.len()).filter(|at| mask & 1 << at != 0).collect();
            let set: Vec<PipCard> = places.iter().map(|at| pip_cards[*at].clone()).collect();
            if pays(cost, &set) {
                found.push(places);
            }
            false
        });
        found
    }

    #[test]
    fn the_payments_are_those_that_looking_at_every_set_finds() {
        for (cost, pip_cards) in cases(4000) {
            let (mut found, mut every) = (Vec::new(), payments(&cost, &pip_cards));
            some_payment(&cost, &pip_cards, &Cell::new(u32::MAX), |places| {
                found.push(places.to_vec());
                false
            });
            found.sort();
            every.sort();
            assert_eq!(found, every, "{cost:?} {pip_cards:?}");
        }
    }

    #[test]
    fn a_card_is_of_use_if_some_payment_takes_it() {
        for (cost, pip_cards) in cases(4000) {
            let every = payments(&cost, &pip_cards);
            let taken: Vec<bool> = (0..pip_cards.len()).map(|at| every.iter().any(|set| set.contains(&at))).collect();
            assert_eq!(useful(&cost, &pip_cards), taken, "{cost:?} {pip_cards:?}");
        }
    }

    #[test]
    fn many_cards_of_which_one_gives_two_are_all_of_use() {
        let cost = [0, 0, 0, 2, 3, 0, 0, 0];
        let mut pip_cards: Vec<PipCard> =
            (0..80).map(|card| pip_card(card, 1, if card % 2 == 0 { 24 } else { 18 })).collect();
        pip_cards.insert(70, pip_card(80, 2, 31));
        assert!(useful(&cost, &pip_cards).into_iter().all(|useful| useful));
        // The worst case for a search in order: the only card that pays the rare kind is the last one.
        let mut pip_cards: Vec<PipCard> = (0..200).map(|card| pip_card(card, 1, 16)).collect();
        pip_cards.push(pip_card(200, 2, 24));
        let mut first = None;
        assert!(some_payment(&cost, &pip_cards, &Cell::new(10_000), |places| {
            first = Some(places.to_vec());
            true
        }));
        assert_eq!(first, Some(vec![0, 1, 2, 200]));
    }
}
