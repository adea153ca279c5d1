//! Costs in counters: a number of the payer's that is lowered, and what changes how much.

use super::filter::Amount;
use super::filter::eval::Env;
use super::rules::{CostPart, Static, event};
use super::state::{Event, Role, Use};
use super::sym::Sym;
use super::task::World;
use super::uses::WhyNot;
use super::value::*;

impl World {
    /// How much of a counter a part of a cost takes, with everything that changes it; never below none.
    pub fn counter_cost(&self, use_: &Use, name: Sym, amount: &Amount) -> i64 {
        let env = Env::of_use(&self.rules, &self.state, use_);
        let mut total = env.amount(amount);
        if self.rules.static_costs {
            env.each_static(&mut |ability, env| {
                for one in &ability.statics {
                    if let Static::CounterCost { affects, name: n, by } = one
                        && *n == name
                        && env.use_matches(affects, use_)
                        && env.in_force(ability)
                    {
                        total = total.saturating_add(Env { this: Some(use_), ..*env }.amount(by));
                    }
                }
            });
        }
        total.max(0)
    }

    /// Whether all counters that these parts take can be lowered so far.
    pub(super) fn counters_payable(&self, use_: &Use, parts: &[&CostPart]) -> Result<(), WhyNot> {
        let mut needed: Vec<(Sym, i64)> = Vec::new();
        for part in parts {
            let CostPart::Counter { name, amount } = part else { continue };
            let n = self.counter_cost(use_, *name, amount);
            match needed.iter_mut().find(|(other, _)| other == name) {
                Some((_, total)) => *total += n,
                None => needed.push((*name, n)),
            }
        }
        let env = Env::of_use(&self.rules, &self.state, use_);
        for (name, needs) in needed {
            let has = env.field(&Value::Seat(use_.user), name).int().unwrap_or(0);
            if needs > has {
                return Err(WhyNot::Counter { name, needs, has });
            }
        }
        Ok(())
    }

    /// Lowering a counter of the user's, as an event; `None`: nothing is taken.
    pub(super) fn counter_payment(&self, use_: &Use, name: Sym, amount: &Amount) -> Option<Event> {
        let n = self.counter_cost(use_, name, amount);
        let fields = vec![Value::Seat(use_.user), Value::Word(name), Value::Int(-n)];
        (n > 0).then(|| Event::new(event::CHANGED, fields, Role::Cost))
    }

    /// Uses up granted abilities with a number of uses that changed what this use costs.
    pub(super) fn use_up_cost_changes(&mut self, use_: &Use) {
        let mut used = Vec::new();
        let env = Env::of_use(&self.rules, &self.state, use_);
        for granted in self.state.abilities.iter().filter(|g| g.uses.is_some()) {
            let ability = &self.rules.abilities[granted.ability.index()];
            let (card, seat) = match granted.on {
                super::state::Holder::Card(card, _) => (Some(card), self.state.controller(&self.rules, card)),
                super::state::Holder::Seat(seat, card) => (card, seat),
            };
            let own = Env { me: seat, card, ..env };
            let changes = |s: &Static| match s {
                Static::CounterCost { affects, .. } | Static::Cost { affects, .. } => own.use_matches(affects, use_),
                _ => false,
            };
            if ability.statics.iter().any(changes) && own.in_force(ability) {
                used.push((granted.ability, card, seat));
            }
        }
        used.into_iter().for_each(|(ability, card, seat)| self.state.use_granted(ability, card, seat));
    }
}
