//! Pip cards: the cards with which a player can pay pips, and the question if they suffice for a cost.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::kernel::model::ability::Cost;
use crate::kernel::model::lang::{CardSource, Source};
use crate::kernel::model::objects::Use;
use crate::kernel::model::pip_cards::{PaymentRow, PipCard};
use crate::kernel::model::schema::Payers;
use crate::kernel::model::touched_cards::TouchedCards;
use crate::kernel::model::value::{Card, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::payability::{self, Means};

/// Entries of `payments`, with their cards.
type Helping<'a> = SmallVec<[(&'a Payers, Arc<PaymentRow>); 4]>;

impl<'a> Game<'a> {
    /// The pip cards for the pips of a use, without cards that pay other parts of its cost.
    pub(in crate::kernel) fn payers(self, use_: &Use, taken: &[Vec<Value>]) -> Vec<PipCard> {
        let env = self.use_env(use_);
        let helping = self.helping(&env, use_);
        let mut rows = vec![Vec::new(); helping.len()];
        self.each_payer(&env, use_, &helping, |at, pip_card| {
            if !taken.iter().any(|t| t.contains(&pip_card.card)) {
                rows[at].push(pip_card.clone());
            }
        });
        // The order of the offer is the order of the zones.
        let mut out = Vec::with_capacity(rows.iter().map(Vec::len).sum());
        for ((payers, _), row) in helping.iter().zip(rows) {
            let row = PaymentRow::of(row);
            match card_by_card(payers) {
                Some(cards) => drop(env.some_lying(cards, &mut |card| {
                    out.extend(row.pip_card(card).cloned());
                    false
                })),
                None => {
                    let candidates = env.sought(&payers.cards);
                    out.extend(
                        candidates.iter().filter_map(|it| row.pip_cards().iter().find(|c| c.card == *it)).cloned(),
                    );
                }
            }
        }
        out
    }

    /// True if the available pip cards can pay this cost of a use.
    pub(in crate::kernel) fn can_be_paid(self, use_: &Use, cost: &Cost) -> bool {
        let mut means = Means::new(cost);
        let env = self.use_env(use_);
        let helping = self.helping(&env, use_);
        match helping.as_slice() {
            // All candidates except the card itself can pay, so the stored total suffices.
            [(payers, row)] if !self.may_be_forbidden(&payers.does) => {
                row.given().iter().for_each(|(kinds, gives)| means.give(*kinds, *gives));
                if let Some(pip_card) = use_.card.filter(|_| use_.kind.is_some()).and_then(|card| row.pip_card(card)) {
                    means.remove(pip_card);
                }
            }
            _ => self.each_payer(&env, use_, &helping, |_, pip_card| means.add(pip_card)),
        }
        means.pays()
    }

    /// The entries of `payments` that apply to a use, with the cards of its player.
    fn helping(self, env: &Env, use_: &Use) -> Helping<'a> {
        let helps = |payers: &Payers| payers.uses.as_ref().is_none_or(|uses| env.use_matches(uses, use_));
        let helping = self.rules.schema.payers.iter().enumerate().filter(|(_, payers)| helps(payers));
        let row = |(at, payers): (usize, &'a Payers)| match self.rules.reads.purse {
            Some(reads) => (payers, self.derived.payers(self, (use_.user, at), reads)),
            None => (payers, Arc::new(self.find_payers(env, at, None))),
        };
        helping.map(row).collect()
    }

    /// Calls `f` once with each card that may pay the pips of a use by one of these entries of `payments`.
    fn each_payer(
        self,
        env: &Env,
        use_: &Use,
        helping: &[(&Payers, Arc<PaymentRow>)],
        mut f: impl FnMut(usize, &PipCard),
    ) {
        // A card cannot pay for itself.
        let is_it = |card: &Value| card.card().is_some() && card.card() == use_.card && use_.kind.is_some();
        for (at, (payers, row)) in helping.iter().enumerate() {
            let is_new = |pip_card: &&PipCard| match pip_card.card.card() {
                Some(card) => helping[..at].iter().all(|(_, row)| row.pip_card(card).is_none()),
                None => !helping[..at].iter().any(|(_, row)| row.pip_cards().contains(pip_card)),
            };
            let is_limited = self.may_be_forbidden(&payers.does);
            let may =
                |pip_card: &&PipCard| !is_limited || self.may_happen_to(env, &pip_card.card, &payers.does, use_.user);
            row.pip_cards()
                .iter()
                .filter(is_new)
                .filter(|pip_card| !is_it(&pip_card.card))
                .filter(may)
                .for_each(|pip_card| f(at, pip_card));
        }
    }

    /// The pip cards of a player from one entry of `payments`, by its place there. With a known row only the touched
    /// cards are evaluated again.
    pub(in crate::kernel) fn find_payers(
        self,
        env: &Env,
        at: usize,
        known: Option<(PaymentRow, &TouchedCards)>,
    ) -> PaymentRow {
        let payers = &self.rules.schema.payers[at];
        if let Some((mut row, touched)) = known
            && let (Some(cards), Some(touched)) = (card_by_card(payers), touched.known())
        {
            for card in touched.filter(|card| card.index() < self.state.cards.len()) {
                let pays = self.lies_where(cards, card) && env.card_matches(&cards.filter, card);
                row.set(card, pays.then(|| self.pip_card(env, at, Value::Card(card))));
            }
            return row;
        }
        PaymentRow::of(env.sought(&payers.cards).into_iter().map(|card| self.pip_card(env, at, card)).collect())
    }

    /// True if a card lies in a zone of this source.
    fn lies_where(self, cards: &CardSource, card: Card) -> bool {
        cards.zones.contains(self.rules.schema.kind_of(self.state.card(card).zone))
    }

    /// The given cards as pip cards for a use. A card counts by the first entry of `payments` that applies to the use
    /// and includes the card; other cards give no pips.
    fn pip_cards(self, use_: &Use, cards: &[Value]) -> Vec<PipCard> {
        let helping = self.helping(&self.use_env(use_), use_);
        let as_coin = |value: &Value| {
            let in_row = |row: &PaymentRow| match value.card() {
                Some(card) => row.pip_card(card).cloned(),
                None => row.pip_cards().iter().find(|pip_card| pip_card.card == *value).cloned(),
            };
            let known = helping.iter().find_map(|(_, row)| in_row(row));
            known.unwrap_or_else(|| PipCard { card: value.clone(), gives: 0, kinds: 0 })
        };
        cards.iter().map(as_coin).collect()
    }

    /// A card as a pip card: the kinds of pips that it can pay, and the number that it gives by an entry of `payments`.
    fn pip_card(self, env: &Env, entry: usize, card: Value) -> PipCard {
        let pays = |(_, (_, filter)): &(usize, &(_, _))| env.untold_matches(filter, &card);
        let kinds =
            self.rules.schema.pips.iter().enumerate().filter(pays).fold(0, |kinds, (kind, _)| kinds | 1 << kind);
        let gives = self.rules.schema.payers[entry].gives.as_ref();
        let gives = gives.map_or(1, |n| env.at_value(&card).amount(n).clamp(0, MOST_GIVEN) as u8);
        PipCard { gives, kinds, card }
    }

    /// The first entry of `payments` by which a card can pay for a use.
    pub(in crate::kernel) fn pays_as(self, env: &Env, use_: &Use, card: &Value) -> Option<&'a Payers> {
        let helps = |payers: &&Payers| payers.uses.as_ref().is_none_or(|uses| env.use_matches(uses, use_));
        self.rules.schema.payers.iter().filter(helps).find(|payers| env.is_sought(&payers.cards, card))
    }

    /// True if some cards may give another number of pips than one.
    pub(in crate::kernel) fn some_give_more(self) -> bool {
        self.rules.schema.payers.iter().any(|payers| payers.gives.is_some())
    }

    /// True if these cards pay exactly these pips of a use. Where cards give more than one pip, no card may be
    /// superfluous.
    pub(in crate::kernel) fn pays(self, cost: &Cost, use_: &Use, cards: &[Value]) -> bool {
        pays(cost, &self.pip_cards(use_, cards))
    }
}

/// The cards of an entry of `payments`, if the entry judges each card on its own: it names no lists, and neither needs
/// nor a first part of the cards.
fn card_by_card(payers: &Payers) -> Option<&CardSource> {
    match &payers.cards.source {
        Source::Cards(cards) if cards.lists.is_empty() && payers.cards.cut.is_none() && payers.cards.is_plain() => {
            Some(cards)
        }
        _ => None,
    }
}

/// The most pips that one card gives. Without a limit, a greater number would be cut off to eight bits
/// (`a_card_pays_sixty_four_pips_at_most_and_never_less_for_giving_more` in tests/it/small_limits.rs).
const MOST_GIVEN: i64 = 64;

/// The number of pips of a cost.
fn pips_of(cost: &Cost) -> usize {
    cost.iter().map(|n| (*n).max(0) as usize).sum()
}

/// True if these pip cards pay exactly these pips, with none superfluous.
pub(in crate::kernel) fn pays(cost: &Cost, pip_cards: &[PipCard]) -> bool {
    if pip_cards.iter().all(|pip_card| pip_card.gives == 1) {
        return pip_cards.len() == pips_of(cost) && can_pay(cost, pip_cards);
    }
    can_pay(cost, pip_cards) && (0..pip_cards.len()).all(|at| !can_pay(cost, &without(pip_cards, at)))
}

/// True if some of these cards pay these pips.
pub(in crate::kernel) fn can_pay(cost: &Cost, pip_cards: &[PipCard]) -> bool {
    Means::of(cost, pip_cards).pays()
}

/// Bounds for the number of these pip cards in a payment of the pips: no payment has fewer or more.
pub(in crate::kernel) fn payers_needed(cost: &Cost, pip_cards: &[PipCard]) -> (usize, usize) {
    let pips = pips_of(cost);
    if pip_cards.iter().all(|pip_card| pip_card.gives == 1) {
        return (pips, pips);
    }
    let mut gives: Vec<u8> = pip_cards.iter().map(|pip_card| pip_card.gives).collect();
    gives.sort_unstable_by(|a, b| b.cmp(a));
    let (mut paid, mut least) = (0, 0);
    while paid < pips && least < gives.len() {
        paid += gives[least] as usize;
        least += 1;
    }
    (least, pips.min(pip_cards.len()).max(least))
}

/// The pip cards that at least one payment of these pips uses.
pub(in crate::kernel) fn useful_payers(cost: &Cost, mut pip_cards: Vec<PipCard>) -> Vec<PipCard> {
    let mut useful = payability::useful(cost, &pip_cards).into_iter();
    pip_cards.retain(|_| useful.next() == Some(true));
    pip_cards
}

/// For each pip of a cost, the places of the pip cards that can pay it. A pip card has one place for each pip that it
/// gives.
pub(in crate::kernel) fn rows(cost: &Cost, pip_cards: &[PipCard]) -> Vec<Vec<usize>> {
    let places: Vec<u8> =
        pip_cards.iter().flat_map(|pip_card| std::iter::repeat_n(pip_card.kinds, pip_card.gives as usize)).collect();
    let mut rows = Vec::new();
    for (kind, n) in cost.iter().enumerate().filter(|(_, n)| **n > 0) {
        let row: Vec<usize> = (0..places.len()).filter(|at| places[*at] & 1 << kind != 0).collect();
        rows.extend(std::iter::repeat_n(row, *n as usize));
    }
    rows
}

/// All pip cards but the one at this index.
fn without(all: &[PipCard], at: usize) -> Vec<PipCard> {
    all[..at].iter().chain(&all[at + 1..]).cloned().collect()
}
