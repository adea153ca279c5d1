//! Costs: cards that pay pips, cards to which something happens, counters that are lowered; and what changes how much.

use smallvec::SmallVec;

use crate::kernel::model::ability::{Cost, CostPart, PipCost, Static};
use crate::kernel::model::event;
use crate::kernel::model::lang::{Amount, Selection};
use crate::kernel::model::objects::{Event, Price, Role, Use};
use crate::kernel::model::refusal::WhyNot;
use crate::kernel::model::rules::Proposal;
use crate::kernel::model::schema::Payers;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{Card, Seat, Value};
use crate::kernel::read::env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::payment::match_rows;
use crate::kernel::read::sets;
use crate::kernel::read::statics::Says;

impl<'a> Game<'a> {
    /// The parts of the cost: those of the kind of use, then the ability's own. What an effect uses is not charged the
    /// first ones, and a copy none.
    pub(in crate::kernel) fn cost_parts(self, use_: &Use) -> SmallVec<[&'a CostPart; 4]> {
        if use_.price == Price::Nothing {
            return SmallVec::new();
        }
        let is_whole = use_.price == Price::Whole && !self.rules.abilities[use_.ability.index()].alternative;
        let kind = use_.kind.filter(|_| is_whole).map(|k| self.rules.uses[k.index()].cost.iter());
        let own = self.rules.abilities[use_.ability.index()].cost.iter();
        kind.into_iter().flatten().chain(own).collect()
    }

    /// The pips of a part of a cost, with everything that changes them; never below none.
    pub fn pips(self, use_: &Use, part: &PipCost) -> Cost {
        let mut cost = match part {
            PipCost::Fixed(cost) => *cost,
            PipCost::Field(slot) => match use_.card {
                Some(card) => self.rules.defs[self.state.card(card).def.index()].costs[*slot as usize],
                None => Cost::default(),
            },
            // Where the card prints a cost, what is computed is paid together with that.
            PipCost::Amounts(_) if self.prints_cost(use_) => Cost::default(),
            PipCost::Amounts(amounts) => self.computed_pips(use_, amounts),
        };
        // What an ability writes as its own payment is part of its effect's price and not changed.
        if matches!(part, PipCost::Field(_)) {
            for own in &self.rules.abilities[use_.ability.index()].cost {
                if let CostPart::Pips(PipCost::Amounts(amounts)) = own {
                    let more = self.computed_pips(use_, amounts);
                    cost.iter_mut().zip(more).for_each(|(n, more)| *n = n.saturating_add(more));
                }
            }
            self.use_env(use_).cost_changes(use_, &mut cost);
        }
        cost.iter_mut().for_each(|n| *n = (*n).max(0));
        cost
    }

    /// Whether a part of the cost is what a field of the card prints.
    fn prints_cost(self, use_: &Use) -> bool {
        self.cost_parts(use_).iter().any(|part| matches!(part, CostPart::Pips(PipCost::Field(_))))
    }

    fn computed_pips(self, use_: &Use, amounts: &[(u8, Amount)]) -> Cost {
        let env = self.use_env(use_);
        let mut cost = Cost::default();
        for (kind, amount) in amounts {
            cost[*kind as usize] = env.amount(amount).clamp(0, i64::from(i8::MAX)) as i8;
        }
        cost
    }

    pub(in crate::kernel) fn payers(self, use_: &Use, taken: &[Vec<Value>]) -> Vec<Value> {
        let env = self.use_env(use_);
        let mut out: Vec<Value> = Vec::new();
        for payers in &self.rules.schema.payers {
            if payers.uses.as_ref().is_some_and(|uses| !env.use_matches(uses, use_)) {
                continue;
            }
            match out.is_empty() {
                true => out = env.candidates(&payers.cards),
                false => env.each_candidate(&payers.cards, &mut |v| {
                    if !out.contains(&v) {
                        out.push(v);
                    }
                }),
            }
        }
        out.retain(|v| !taken.iter().any(|t| t.contains(v)));
        // A card cannot pay for itself.
        out.retain(|v| v.card().is_none() || v.card() != use_.card || use_.kind.is_none());
        out
    }

    /// As which of the cards that pay a card pays for a use.
    fn pays_as(self, env: &Env, use_: Option<&Use>, card: &Value) -> Option<&'a Payers> {
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

    /// How many pips a card pays.
    fn gives(self, seat: Seat, card: &Value) -> usize {
        let env = self.seat_env(seat);
        let gives = self.pays_as(&env, None, card).and_then(|payers| payers.gives.as_ref());
        gives.map_or(1, |n| env.at_value(card).amount(n).clamp(0, MOST_GIVEN) as usize)
    }

    /// A card for each pip that these cards pay.
    fn pip_by_pip(self, seat: Seat, cards: &[Value]) -> Vec<Value> {
        let copies = |card: &Value| std::iter::repeat_n(card.clone(), self.gives(seat, card));
        cards.iter().flat_map(copies).collect()
    }

    /// Whether these cards pay exactly these pips; of cards that pay more than one, whether none of them is one too many.
    pub fn pays(self, cost: &Cost, seat: Seat, cards: &[Value]) -> bool {
        let wanted: i64 = cost.iter().map(|n| *n as i64).sum();
        if !self.some_give_more() {
            return cards.len() as i64 == wanted && self.covers(cost, cards);
        }
        let covers = |cards: &[Value]| self.covers(cost, &self.pip_by_pip(seat, cards));
        covers(cards) && (0..cards.len()).all(|at| !covers(&without(cards, at)))
    }

    /// Whether some of these cards pay these pips.
    pub(in crate::kernel) fn can_pay(self, cost: &Cost, seat: Seat, cards: &[Value]) -> bool {
        match self.some_give_more() {
            true => self.covers(cost, &self.pip_by_pip(seat, cards)),
            false => self.covers(cost, cards),
        }
    }

    /// The least and the greatest number of cards that pay these pips.
    pub(in crate::kernel) fn payers_needed(self, cost: &Cost, seat: Seat, cards: &[Value]) -> (usize, usize) {
        let pips: usize = cost.iter().map(|n| (*n).max(0) as usize).sum();
        if !self.some_give_more() {
            return (pips, pips);
        }
        let mut gives: Vec<usize> = cards.iter().map(|card| self.gives(seat, card)).collect();
        gives.sort_unstable_by(|a, b| b.cmp(a));
        let (mut paid, mut least) = (0, 0);
        while paid < pips && least < gives.len() {
            paid += gives[least];
            least += 1;
        }
        (least, pips.min(cards.len()).max(least))
    }

    /// Whether some of these cards pay these pips, one each.
    fn covers(self, cost: &Cost, cards: &[Value]) -> bool {
        if cards.len() > sets::MAX_OPTIONS {
            return match_rows(&self.pip_rows(cost, cards), cards.len()).is_some();
        }
        covers(cost, &self.pip_masks(cost, cards), u64::MAX)
    }

    /// Which of at most 64 cards each kind of pip that a cost has can be paid with: one bit each.
    fn pip_masks(self, cost: &Cost, cards: &[Value]) -> [u64; PIPS] {
        let env = self.seat_env(Seat(0));
        let mask = |kind: usize| {
            let filter = &self.rules.schema.pips[kind].1;
            let bit = |(i, card): (usize, &Value)| u64::from(env.untold_matches(filter, card)) << i;
            cards.iter().enumerate().map(bit).fold(0, |mask, bit| mask | bit)
        };
        std::array::from_fn(|kind| if cost[kind] > 0 { mask(kind) } else { 0 })
    }

    /// Those of these cards that some payment of these pips takes.
    pub(in crate::kernel) fn useful_payers(self, cost: &Cost, seat: Seat, mut cards: Vec<Value>) -> Vec<Value> {
        if self.some_give_more() {
            cards.truncate(sets::MAX_OPTIONS);
            let (least, most) = self.payers_needed(cost, seat, &cards);
            let (mut useful, all) = (0u64, u64::MAX >> (sets::MAX_OPTIONS - cards.len().max(1)));
            sets::some_subset(cards.len(), least, most, MOST_PAYMENTS, |set| {
                if set & !useful != 0 && self.pays(cost, seat, &sets::pick(&cards, set)) {
                    useful |= set;
                }
                useful == all
            });
            return sets::pick(&cards, useful);
        }
        let useful: Vec<bool> = if cards.len() > sets::MAX_OPTIONS {
            (0..cards.len()).map(|at| self.is_useful_among_many(cost, &cards, at)).collect()
        } else {
            let masks = self.pip_masks(cost, &cards);
            (0..cards.len()).map(|at| is_useful(cost, &masks, at)).collect()
        };
        let mut useful = useful.into_iter();
        cards.retain(|_| useful.next() == Some(true));
        cards
    }

    fn is_useful_among_many(self, cost: &Cost, cards: &[Value], at: usize) -> bool {
        let env = self.seat_env(Seat(0));
        let pays_for = |kind: &usize| env.untold_matches(&self.rules.schema.pips[*kind].1, &cards[at]);
        let kinds = (0..PIPS).filter(|kind| cost[*kind] > 0);
        kinds.filter(pays_for).any(|kind| self.covers(&less(cost, kind), &without(cards, at)))
    }

    /// Whether a part of a cost takes cards that another part might need.
    pub(in crate::kernel) fn competes(self, use_: &Use, part: &CostPart) -> bool {
        match part {
            CostPart::Counter { .. } => false,
            CostPart::Pips(pips) => self.pips(use_, pips).iter().any(|n| *n > 0),
            CostPart::Cards { itself, .. } => !itself,
        }
    }

    /// Whether the whole cost can be paid, every card for one part of it.
    pub(in crate::kernel) fn payable(self, use_: &Use) -> Result<(), WhyNot> {
        let parts = self.cost_parts(use_);
        if parts.is_empty() {
            return Ok(());
        }
        self.counters_payable(use_, &parts)?;
        let has_rules = |p: &&CostPart| matches!(p, CostPart::Cards { what, .. } if what.rules.is_some());
        let is_joint = parts.len() > 1 && parts.iter().filter(|p| self.competes(use_, p)).count() > 1;
        if is_joint || parts.iter().any(has_rules) {
            return self.rest_paid(use_, &[]).map(drop);
        }
        for part in parts {
            match part {
                CostPart::Counter { .. } => {}
                CostPart::Pips(pips) => {
                    let cost = self.pips(use_, pips);
                    if cost.iter().any(|n| *n > 0) && !self.can_pay(&cost, use_.user, &self.payers(use_, &[])) {
                        return Err(WhyNot::Cost(cost));
                    }
                }
                CostPart::Cards { what, does, itself } => {
                    let env = self.use_env(use_);
                    let options = self.cost_options(&env, use_, what, does, *itself);
                    let (min, max) = self.bounds(&env, what, options.len());
                    if options.len() < min || min > max {
                        return Err(WhyNot::CostCards);
                    }
                }
            }
        }
        Ok(())
    }

    pub(in crate::kernel) fn cost_options(
        self,
        env: &Env,
        use_: &Use,
        what: &Selection,
        does: &[Proposal],
        itself: bool,
    ) -> Vec<Value> {
        let mut options = env.options(what);
        // What may not happen to a card pays for nothing.
        let may = |card, p: &Proposal| {
            let verb = self.rules.events[p.event.index()].name;
            env.permission(verb, true, Some(card), None, use_.user).is_none()
        };
        options.retain(|v| v.card().is_none_or(|card| does.iter().all(|p| may(card, p))));
        // Neither does what is not where its event needs it to be: the event would not happen.
        let is_there = |card, p: &Proposal| {
            let needs = self.rules.events[p.event.index()].needs.as_ref();
            needs.is_none_or(|needs| {
                let about = || self.proposals(&env.at_value(&Value::Card(card)), std::slice::from_ref(p), Role::Cost);
                about().iter().all(|e| e.card().is_none_or(|card| env.card_matches(needs, card)))
            })
        };
        options.retain(|v| v.card().is_none_or(|card| does.iter().all(|p| is_there(card, p))));
        // A card cannot pay for itself.
        options.retain(|v| itself || v.card().is_none() || v.card() != use_.card || use_.kind.is_none());
        options
    }

    /// What pays a cost, and the cards that pay pips.
    pub(in crate::kernel) fn cost_events(self, use_: &Use, payments: &[Vec<Value>]) -> (Vec<Event>, Vec<Card>) {
        let (mut events, mut paid) = (Vec::new(), Vec::new());
        for (part, cards) in self.cost_parts(use_).into_iter().zip(payments) {
            let (does, role) = match part {
                CostPart::Pips(_) => {
                    let env = self.use_env(use_);
                    paid.extend(cards.iter().filter_map(Value::card));
                    for card in cards {
                        let does = self.pays_as(&env, Some(use_), card).map_or(&[][..], |payers| &payers.does);
                        events.extend(self.proposals(&env.at_value(card), does, Role::Pips));
                    }
                    continue;
                }
                CostPart::Cards { does, .. } => (does, Role::Cost),
                CostPart::Counter { name, amount } => {
                    events.extend(self.counter_payment(use_, *name, amount));
                    continue;
                }
            };
            for card in cards {
                let env = self.use_env(use_).at_value(card);
                events.extend(self.proposals(&env, does, role));
            }
        }
        (events, paid)
    }

    // ---- counters ----

    /// How much of a counter a part of a cost takes, with everything that changes it; never below none.
    pub fn counter_cost(self, use_: &Use, name: Sym, amount: &Amount) -> i64 {
        let env = self.use_env(use_);
        let mut total = env.amount(amount);
        if self.rules.static_costs {
            env.each_saying(Says::costs, &mut |held, env| {
                let ability = &self.rules.abilities[held.ability.index()];
                let adds = |one: &Static| match one {
                    Static::CounterCost { affects, name: n, by } => {
                        let is_changed = *n == name && env.use_matches(affects, use_) && env.in_force(ability);
                        is_changed.then(|| Env { this: Some(use_), ..*env }.amount(by))
                    }
                    _ => None,
                };
                let by = || ability.statics.iter().filter_map(adds).fold(0, i64::saturating_add);
                total = total.saturating_add(self.find_out(held.ability, 0, by));
            });
        }
        total.max(0)
    }

    /// Whether all counters that these parts take can be lowered so far.
    pub(in crate::kernel) fn counters_payable(self, use_: &Use, parts: &[&CostPart]) -> Result<(), WhyNot> {
        let mut needed: Vec<(Sym, i64)> = Vec::new();
        for part in parts {
            let CostPart::Counter { name, amount } = part else { continue };
            let n = self.counter_cost(use_, *name, amount);
            match needed.iter_mut().find(|(other, _)| other == name) {
                Some((_, total)) => *total += n,
                None => needed.push((*name, n)),
            }
        }
        let env = self.use_env(use_);
        for (name, needs) in needed {
            let has = env.field(&Value::Seat(use_.user), name).int().unwrap_or(0);
            if needs > has {
                return Err(WhyNot::Counter { name, needs, has });
            }
        }
        Ok(())
    }

    /// Lowering a counter of the user's, as an event; `None`: nothing is taken.
    pub(in crate::kernel) fn counter_payment(self, use_: &Use, name: Sym, amount: &Amount) -> Option<Event> {
        let n = self.counter_cost(use_, name, amount);
        let fields = vec![Value::Seat(use_.user), Value::Word(name), Value::Int(-n)];
        (n > 0).then(|| Event::new(event::CHANGED, fields, Role::Cost))
    }
}

/// So many pips one card pays at most.
const MOST_GIVEN: i64 = 64;
/// So many sets of cards are tried where cards pay more than one pip.
const MOST_PAYMENTS: u32 = 4096;

/// So many kinds of pips a cost may have.
const PIPS: usize = std::mem::size_of::<Cost>();

/// Whether cards pay a cost, of those whose columns are set; for each kind of pip, which cards can pay for it.
fn covers(cost: &Cost, masks: &[u64; PIPS], columns: u64) -> bool {
    let mut rows = Vec::new();
    for (n, mask) in cost.iter().zip(masks).filter(|(n, _)| **n > 0) {
        if i64::from((mask & columns).count_ones()) < i64::from(*n) {
            return false;
        }
        rows.extend(std::iter::repeat_n(*mask, *n as usize));
    }
    rows.len() <= sets::MAX_OPTIONS && sets::can_match(&rows, columns)
}

/// Whether some payment of a cost takes the card in that place.
fn is_useful(cost: &Cost, masks: &[u64; PIPS], at: usize) -> bool {
    let mut kinds = (0..PIPS).filter(|kind| cost[*kind] > 0 && masks[*kind] & 1 << at != 0);
    // What pays for the only kind there is takes nothing from another.
    let is_only = cost.iter().filter(|n| **n > 0).count() == 1;
    kinds.any(|kind| is_only || covers(&less(cost, kind), masks, !(1 << at)))
}

/// A cost with one pip less of a kind.
fn less(cost: &Cost, kind: usize) -> Cost {
    let mut rest = *cost;
    rest[kind] -= 1;
    rest
}

/// These values but for one.
fn without(all: &[Value], at: usize) -> Vec<Value> {
    all[..at].iter().chain(&all[at + 1..]).cloned().collect()
}
