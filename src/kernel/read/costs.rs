//! Costs: the pips, cards and counters that a use takes, and how static abilities change its pips and counters.

use smallvec::SmallVec;

use crate::kernel::model::ability::{Cost, CostPart, PipCost, Static};
use crate::kernel::model::batch::Batch;
use crate::kernel::model::event;
use crate::kernel::model::event_set::EventSet;
use crate::kernel::model::flow_items::May;
use crate::kernel::model::game_log::Obstacle;
use crate::kernel::model::lang::{Amount, Selection};
use crate::kernel::model::objects::{CardState, Event, Price, Role, Use};
use crate::kernel::model::refusal::WhyNot;
use crate::kernel::model::rules::Proposal;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Card, Seat, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::read::static_abilities::Says;

/// The most parts of an event that are searched for a prohibition: an event may contain itself, also many times over
/// (`a_cost_searches_an_event_that_is_made_of_itself_once` in tests/clock/attacks_on_nesting.rs).
const MOST_PARTS: usize = 256;

impl<'a> Game<'a> {
    /// The parts of the cost of a use: those of its kind of use, then those of its ability. A use by an effect, or of
    /// an ability with an alternative cost, pays only the latter; a copy pays nothing; a payment that a list asks for
    /// has the parts that the list names.
    pub(in crate::kernel) fn cost_parts(self, use_: &Use) -> SmallVec<[&'a CostPart; 4]> {
        if use_.price == Price::Nothing {
            return SmallVec::new();
        }
        if let Some(may) = self.asked_of(use_) {
            return may.cost.iter().collect();
        }
        let ability = &self.rules.abilities[use_.ability.index()];
        let of_kind = match use_.kind {
            Some(kind) if use_.price == Price::Whole && !ability.alternative => &self.rules.uses[kind.index()].cost[..],
            _ => &[],
        };
        // Most costs have one part or none.
        let mut parts = SmallVec::new();
        of_kind.iter().for_each(|part| parts.push(part));
        ability.cost.iter().for_each(|part| parts.push(part));
        parts
    }

    /// The item (`may` or `unless`) of a list that asks for a payment, if the use stands for one; `None` for other
    /// uses.
    pub(in crate::kernel) fn asked_of(self, use_: &Use) -> Option<&'a May> {
        let (list, at) = use_.asked.as_ref()?.item;
        self.rules.lists[list.index()].may_at(at)
    }

    /// The pips of a cost that remain for cards, after the payments of pools.
    pub fn pips(self, use_: &Use, part: &PipCost) -> Cost {
        match self.rules.schema.pools.is_empty() {
            true => self.all_pips(use_, part),
            false => self.pooled(use_, part).rest,
        }
    }

    /// The pips of a cost after all changes; at least 0 of each kind.
    pub fn all_pips(self, use_: &Use, part: &PipCost) -> Cost {
        let mut cost = match part {
            PipCost::Fixed(cost) => *cost,
            PipCost::Field(slot) => match use_.card {
                // The cost of a face-down card is its printed cost, if the player who pays may look at the card.
                Some(card) => {
                    let CardState { def, printed, .. } = *self.state.card(card);
                    let may_look = || self.state.knows_face(self.rules, use_.user, card);
                    let read = if self.state.is_masked(self.rules, card) && may_look() { printed } else { def };
                    self.rules.defs[read.index()].costs[*slot as usize]
                }
                None => Cost::default(),
            },
            // A computed cost beside a printed one is added to the printed one below, so here it is nothing.
            PipCost::Amounts(_) if self.prints_cost(use_) => Cost::default(),
            PipCost::Amounts(amounts) => self.computed_pips(use_, amounts),
        };
        // Cost changes apply to the printed cost and the ability's additions to it; a cost that only the ability
        // states stays as it is.
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

    /// True if one part of the cost is a cost field printed on the card.
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

    /// True if this part of a cost takes cards that another part might need.
    pub(in crate::kernel) fn competes(self, use_: &Use, part: &CostPart) -> bool {
        match part {
            CostPart::Counter { .. } => false,
            CostPart::Pips(pips) => self.pips(use_, pips).iter().any(|n| *n > 0),
            CostPart::Cards { itself, .. } => !itself,
        }
    }

    /// Judges if the whole cost can be paid, with each card used for one part only.
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
                    if cost.iter().any(|n| *n > 0) && !self.can_be_paid(use_, &cost) {
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

    /// True if some prohibition names an event that pays a cost. In most states none does, and the cards need no check.
    pub(in crate::kernel) fn may_be_forbidden(self, does: &[Proposal]) -> bool {
        let is_said = |verb: Sym| {
            let given = self.state.permissions.iter().any(|given| given.what.forbids && given.what.verb == verb);
            given || self.rules.static_permissions.contains(verb, true)
        };
        self.some_event(does, &mut EventSet::default(), &is_said)
    }

    /// True if `holds` is true for the name of one of these events, or of their parts; those of `seen` were searched.
    fn some_event(self, does: &[Proposal], seen: &mut EventSet, holds: &impl Fn(Sym) -> bool) -> bool {
        does.iter().any(|p| {
            let (def, is_new) = (&self.rules.events[p.event.index()], !seen.contains(p.event));
            seen.insert(p.event);
            is_new && (holds(def.name) || self.some_event(&def.does, seen, holds))
        })
    }

    /// True if no prohibition stops the events by which a card pays, nor their parts. A card that is protected from
    /// them cannot be used to pay.
    pub(in crate::kernel) fn may_happen_to(self, env: &Env, what: &Value, does: &[Proposal], by: Seat) -> bool {
        let mut level = self.proposals(&env.at_value(what), does, Role::Cost);
        let mut left = MOST_PARTS;
        while !level.is_empty() {
            let mut parts = Vec::new();
            for event in &mut level {
                let Some(less) = left.checked_sub(1) else { return true };
                (left, event.by) = (less, Some(by));
                if matches!(self.obstacle(event), Some(Obstacle::Forbidden(_))) {
                    return false;
                }
                if self.has_parts(event) {
                    let of = self.parts(event, &mut Batch::new(Vec::new(), None, Some(by)));
                    parts.extend(of.into_iter().filter(|part| part.card() == what.card()).take(left));
                }
            }
            level = parts;
        }
        true
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
        if self.may_be_forbidden(does) {
            options.retain(|v| v.card().is_none() || self.may_happen_to(env, v, does, use_.user));
        }
        // An event of the cost may have a test of its card, for example of its zone; a card that fails it cannot pay.
        let is_there = |card, p: &Proposal| {
            let def = &self.rules.events[p.event.index()];
            def.needs.as_ref().is_none_or(|needs| {
                let env = self.env_of_event_texts(env, def);
                let about = || self.proposals(&env.at_value(&Value::Card(card)), std::slice::from_ref(p), Role::Cost);
                about().iter().all(|e| e.card().is_none_or(|card| env.card_matches(needs, card)))
            })
        };
        options.retain(|v| v.card().is_none_or(|card| does.iter().all(|p| is_there(card, p))));
        // A card cannot pay for itself.
        options.retain(|v| itself || v.card().is_none() || v.card() != use_.card || use_.kind.is_none());
        options
    }

    /// The events that pay a cost, and the cards that pay its pips.
    pub(in crate::kernel) fn cost_events(self, use_: &Use, payments: &[Vec<Value>]) -> (Vec<Event>, Vec<Card>) {
        let (mut events, mut paid) = (Vec::new(), Vec::new());
        for (part, cards) in self.cost_parts(use_).into_iter().zip(payments) {
            let (does, role) = match part {
                CostPart::Pips(pips) => {
                    let env = self.use_env(use_);
                    events.extend(self.pool_payments(use_, pips));
                    paid.extend(cards.iter().filter_map(Value::card));
                    for card in cards {
                        let does = self.pays_as(&env, use_, card).map_or(&[][..], |payers| &payers.does);
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

    /// The amount of a counter that a part of a cost takes, after all changes; at least 0.
    pub fn counter_cost(self, use_: &Use, name: Sym, amount: &Amount) -> i64 {
        let env = self.use_env(use_);
        let mut total = env.amount(amount);
        if self.rules.static_costs && env.statics().says().costs() {
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

    /// Judges if all counters that these parts take are high enough.
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

    /// The event that lowers a counter of the user; `None` if nothing is taken.
    pub(in crate::kernel) fn counter_payment(self, use_: &Use, name: Sym, amount: &Amount) -> Option<Event> {
        let n = self.counter_cost(use_, name, amount);
        let fields = vec![Value::Seat(use_.user), Value::Word(name), Value::Int(-n)];
        (n > 0).then(|| Event::new(event::CHANGED, fields, Role::Cost))
    }
}
