//! Declaring: choosing targets and payment of a use.
//!
//! A declaration is staged: nothing in the state changes until targets and payment are complete,
//! then all of it is written as one batch. It is only offered if that can be done, so once begun
//! it can always be completed.

use crate::kernel::model::lang::{Amount, EVERY};
use crate::kernel::model::rules::{CostPart, SettleLevel, event};
use crate::kernel::model::state::{Event, Role, Use};
use crate::kernel::model::value::*;
use crate::kernel::read::env::Env;
use crate::kernel::read::offers::WhyNot;
use crate::kernel::read::sets;
use crate::kernel::run::batch::Batch;
use crate::kernel::run::decision::{Choice, Decision, Kind, PickRule};
use crate::kernel::run::log::Line;
use crate::kernel::run::task::{In, Out, Task, World};
use crate::kernel::run::triggers::Stage;

/// A use being declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Declare {
    /// The use as far as it is known.
    pub use_: Use,
    /// What the cards chosen for each part of the cost are.
    pub payments: Vec<Vec<Value>>,
    /// For a trigger: what its player said before.
    pub stage: Stage,
}

impl Declare {
    /// The beginning of a declaration.
    pub fn new(use_: Use) -> Declare {
        Declare { use_, payments: Vec::new(), stage: Stage::default() }
    }
}

impl World {
    /// Begins to declare.
    pub(in crate::kernel) fn declare(&mut self, seat: Seat, choice: Choice, reply_to: Option<UseId>) {
        let use_ = self.draft(seat, choice, reply_to);
        self.push(Task::Declare(Box::new(Declare::new(use_))));
    }

    /// What is to be chosen next; `None` when everything is.
    pub fn declare_decision(&self, declare: &Declare) -> Option<Decision> {
        if declare.stage == Stage::Left {
            return None;
        }
        if let Some(decision) = self.trigger_decision(declare) {
            return Some(decision);
        }
        let use_ = &declare.use_;
        let ability = &self.rules.abilities[use_.ability.index()];
        let env = Env::of_use(&self.rules, &self.state, use_);
        let mut decision =
            Decision { card: use_.card, ability: Some(use_.ability), ..Decision::new(use_.user, Kind::Number(0, 0)) };
        if let Some(target) = ability.targets.get(use_.targets.len()) {
            let mut options = env.options(&target.what);
            let (min, max) = self.bounds(&env, &target.what, options.len());
            if max == 1 {
                options.retain(|v| self.target_fits(declare, std::slice::from_ref(v)).is_ok());
            }
            let rule = if target.what.rules.is_some() || ability.joint {
                PickRule::Declare(use_.user)
            } else {
                PickRule::Free
            };
            decision.slot = Some(target.name);
            decision.kind = Kind::Pick { options, min: min as u32, max: max as u32, rule, list: target.list };
            return Some(decision);
        }
        let part = *self.cost_parts(use_).get(declare.payments.len())?;
        match part {
            CostPart::Pips(pips) => {
                let cost = self.pips(use_, pips);
                let n = cost.iter().map(|n| *n as u32).sum();
                let options = if n == 0 { Vec::new() } else { self.payers(use_, &declare.payments) };
                let options = self.useful_payers(&cost, options);
                decision.slot = self.rules.schema.symbols.find("pay");
                let rule = PickRule::Pips(cost, use_.user);
                decision.kind = Kind::Pick { options, min: n, max: n, rule, list: true };
            }
            CostPart::Counter { .. } => {
                decision.kind = Kind::Pick { options: Vec::new(), min: 0, max: 0, rule: PickRule::Free, list: true };
            }
            CostPart::Cards { what, does, itself } => {
                let mut options = self.cost_options(&env, use_, what, does, *itself);
                options.retain(|v| *itself || !declare.payments.iter().any(|p| p.contains(v)));
                let (min, max) = self.bounds(&env, what, options.len());
                let is_free = what.rules.is_none() && *itself || !self.rest_competes(declare);
                let rule = if is_free && what.rules.is_none() { PickRule::Free } else { PickRule::Declare(use_.user) };
                if max == 1 && rule != PickRule::Free {
                    options.retain(|v| self.payment_fits(declare, std::slice::from_ref(v)).is_ok());
                }
                decision.slot = self.rules.schema.symbols.find("cost");
                decision.kind = Kind::Pick { options, min: min as u32, max: max as u32, rule, list: true };
            }
        }
        Some(decision)
    }

    /// Whether the part of the cost to be paid next is paid by the card itself.
    fn pays_itself(&self, declare: &Declare) -> bool {
        let ability = &self.rules.abilities[declare.use_.ability.index()];
        let part = self.cost_parts(&declare.use_).get(declare.payments.len()).copied();
        declare.use_.targets.len() == ability.targets.len()
            && matches!(part, Some(CostPart::Cards { itself: true, .. }))
    }

    /// Whether the target to be chosen next is all that there are.
    fn takes_every(&self, declare: &Declare) -> bool {
        let targets = &self.rules.abilities[declare.use_.ability.index()].targets;
        targets.get(declare.use_.targets.len()).is_some_and(|t| t.what.min == Amount::Int(EVERY))
    }

    /// Whether the target to be chosen next may be this set.
    pub fn target_fits(&self, declare: &Declare, values: &[Value]) -> Result<(), String> {
        let use_ = &declare.use_;
        let ability = &self.rules.abilities[use_.ability.index()];
        let Some(target) = ability.targets.get(use_.targets.len()) else { return self.payment_fits(declare, values) };
        let env = Env::of_use(&self.rules, &self.state, use_);
        if let Some(rules) = &target.what.rules {
            sets::fits(&env, rules, values)?;
        }
        if ability.joint {
            let mut with = use_.clone();
            with.targets.push(if target.list { Value::List(values.to_vec()) } else { values[0].clone() });
            let at = with.targets.len();
            if let Err(why) = self.completable(&mut with, at) {
                let reason = match &why {
                    WhyNot::NoTarget(name) => self.why_no_target(with, *name),
                    _ => None,
                };
                return Err(reason.unwrap_or_else(|| self.say_why(&why)));
            }
        }
        Ok(())
    }

    /// Whether parts of the cost after the one to be paid next take cards.
    fn rest_competes(&self, declare: &Declare) -> bool {
        let rest = self.cost_parts(&declare.use_);
        rest.iter().skip(declare.payments.len() + 1).any(|part| self.competes(&declare.use_, part))
    }

    /// Whether the part of the cost to be paid next may be paid by this set, so that the rest can be paid, too.
    pub(in crate::kernel) fn payment_fits(&self, declare: &Declare, values: &[Value]) -> Result<(), String> {
        let use_ = &declare.use_;
        if let Some(CostPart::Cards { what, .. }) = self.cost_parts(use_).get(declare.payments.len())
            && let Some(rules) = &what.rules
        {
            sets::fits(&Env::of_use(&self.rules, &self.state, use_), rules, values)?;
        }
        if !self.rest_competes(declare) {
            return Ok(());
        }
        let mut with = use_.clone();
        let mut payments = declare.payments.clone();
        with.paid.extend(values.iter().filter_map(Value::card));
        payments.push(values.to_vec());
        let why = |why: WhyNot| format!("the rest of the cost needs some of these cards: {}", self.say_why(&why));
        self.rest_paid(&with, &payments).map(drop).map_err(why)
    }

    /// The rules about the set that is to be chosen next.
    pub fn set_rules(&self, declare: &Declare) -> Option<&crate::kernel::model::lang::SetRules> {
        let use_ = &declare.use_;
        if let Some(target) = self.rules.abilities[use_.ability.index()].targets.get(use_.targets.len()) {
            return target.what.rules.as_deref();
        }
        match self.cost_parts(use_).get(declare.payments.len())? {
            CostPart::Cards { what, .. } => what.rules.as_deref(),
            _ => None,
        }
    }

    pub(in crate::kernel) fn step_declare(&mut self, mut declare: Box<Declare>, input: In) -> Out {
        let mut given = match input {
            In::Answer(_, crate::kernel::run::decision::Answer::Values(values)) => Some(values),
            _ => None,
        };
        while !self.declare_on(&mut declare, given.take()) {
            given = self.picked_by_chance(&declare);
            if given.is_none() {
                self.push(Task::Declare(declare));
                return Out::Ask;
            }
        }
        self.declared(*declare);
        Out::Next(In::Go)
    }

    /// What chance picks for the target to be chosen next; `None`: its player chooses.
    fn picked_by_chance(&mut self, declare: &Declare) -> Option<Vec<Value>> {
        let rules = self.rules.clone();
        let targets = &rules.abilities[declare.use_.ability.index()].targets;
        if !targets.get(declare.use_.targets.len())?.what.random {
            return None;
        }
        let Kind::Pick { mut options, min, .. } = self.declare_decision(declare)?.kind else { return None };
        let mut picked = Vec::new();
        while picked.len() < min as usize && !options.is_empty() {
            let i = self.roll_index(&options);
            picked.push(options.remove(i));
        }
        Some(picked)
    }

    /// Goes on declaring with what was chosen. False: something is still to be chosen.
    pub(in crate::kernel) fn declare_on(&self, declare: &mut Declare, mut given: Option<Vec<Value>>) -> bool {
        while let Some(decision) = self.declare_decision(declare) {
            let Kind::Pick { options, min, max, list, .. } = &decision.kind else {
                unreachable!("declaring asks for picks")
            };
            let is_about_trigger = self.trigger_decision(declare).is_some();
            let values = match given.take() {
                Some(values) => values,
                // Nothing to choose from or to pay: nothing is asked.
                _ if *max == 0 || options.is_empty() && *min == 0 => Vec::new(),
                _ if is_about_trigger && options.len() == 1 => options.clone(),
                // The card itself pays.
                _ if self.pays_itself(declare) => options.clone(),
                // All there are: there is nothing to choose.
                _ if self.takes_every(declare) => options.clone(),
                _ => return false,
            };
            if is_about_trigger {
                self.trigger_chosen(declare, &values.into_iter().next().unwrap_or_default());
                continue;
            }
            let ability = &self.rules.abilities[declare.use_.ability.index()];
            if declare.use_.targets.len() < ability.targets.len() {
                let value = if *list { Value::List(values) } else { values.into_iter().next().unwrap_or_default() };
                declare.use_.targets.push(value);
            } else {
                // What the card does to itself is no card that was chosen to pay.
                if !self.pays_itself(declare) {
                    declare.use_.paid.extend(values.iter().filter_map(Value::card));
                }
                declare.payments.push(values);
            }
        }
        true
    }

    /// Writes a complete declaration: the card goes where it waits, the cost is paid.
    pub(in crate::kernel) fn declared(&mut self, declare: Declare) {
        let Declare { mut use_, payments, stage } = declare;
        if stage == Stage::Left {
            return self.trigger_left(&use_);
        }
        if use_.event.is_some() || use_.free {
            return self.run_trigger(use_, &payments);
        }
        let rules = self.rules.clone();
        let ability = &rules.abilities[use_.ability.index()];
        if let Some(x) = &ability.x {
            use_.x = Env::of_use(&self.rules, &self.state, &use_).amount(x);
        }
        let mut events = Vec::new();
        if let (Some(card), Some(to)) = (use_.card, use_.kind.and_then(|k| rules.uses[k.index()].to.as_ref()))
            && let Some(zone) = Env::of_use(&self.rules, &self.state, &use_).dest(to, Some(card), &[])
        {
            events.push(self.moved(card, zone, false, Role::Rule));
        }
        let (payment, paid) = self.cost_events(&use_, &payments);
        events.extend(payment);
        self.state.next.uses += 1;
        let id = UseId(self.state.next.uses);
        use_.id = id;
        if let Some(level) = ability.once {
            self.state.spent.push((use_.card, ability.limit_as, level));
        }
        let source = (use_.card, use_.user);
        self.use_up_cost_changes(&use_);
        self.state.use_granted(use_.ability, use_.card, use_.user);
        self.record(Line::Used {
            id,
            ability: use_.ability,
            card: use_.card,
            user: use_.user,
            targets: use_.targets.clone(),
            reply_to: use_.reply_to.and_then(|r| self.state.use_(r)).and_then(|u| u.card),
        });
        if !paid.is_empty() {
            self.record(Line::Paid(use_.user, paid));
        }
        let fields = vec![Value::Use(id), use_.card.map_or(Value::Nil, Value::Card), Value::Seat(use_.user)];
        events.push(Event::new(event::USED, fields, Role::Rule));
        self.state.uses.push(use_);
        self.push(Task::Use(id, 0, self.state.pending.len() as u32));
        self.settle_at(SettleLevel::Step);
        let batch = Batch::new(events, source.0, Some(source.1));
        self.push(Task::Batch(Box::new(batch)));
    }
}
