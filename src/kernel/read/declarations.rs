//! Declarations: the next choice of a use, and the check that a choice leaves the rest possible.

use crate::kernel::model::ability::{CostPart, Target};
use crate::kernel::model::decision::{Decision, Kind, PickRule};
use crate::kernel::model::declaration::{Declare, DeclareStage};
use crate::kernel::model::lang::{Amount, EVERY, SetRules, Source};
use crate::kernel::model::objects::Use;
use crate::kernel::model::refusal::{Refusal, WhyNot};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{AbilityId, Value};
use crate::kernel::read::game::Game;
use crate::kernel::read::pip_cards::{payers_needed, useful_payers};
use crate::kernel::read::set_rules;

/// What the declaration of a use asks for next.
#[derive(Clone, Copy)]
pub(in crate::kernel) enum NextChoice<'a> {
    /// The question whether a trigger is used, or in which mode.
    Trigger,
    /// A target.
    Target(&'a Target),
    /// A part of the cost.
    Cost(&'a CostPart),
}

impl<'a> Game<'a> {
    /// The question about the next choice of a declaration; `None` once it is complete, or if it takes too much work.
    pub fn declare_decision(self, declare: &Declare) -> Option<Decision> {
        self.next_to_declare(declare).ok().flatten()
    }

    /// The next decision of the declaration, as [`Game::declare_decision`] gives it.
    ///
    /// # Errors
    ///
    /// The choices take too much work, so the declaration ends.
    fn next_to_declare(self, declare: &Declare) -> Result<Option<Decision>, WhyNot> {
        let next = || Ok(self.declared_next(declare));
        self.find_out(declare.use_.ability, Err(WhyNot::TooMuch), next)
    }

    fn declared_next(self, declare: &Declare) -> Option<Decision> {
        match self.next_part(declare)? {
            NextChoice::Trigger => self.trigger_decision(declare),
            NextChoice::Target(target) => Some(self.target_decision(declare, target)),
            NextChoice::Cost(part) => Some(self.cost_decision(declare, part)),
        }
    }

    fn target_decision(self, declare: &Declare, target: &Target) -> Decision {
        let env = self.use_env(&declare.use_);
        let mut options = env.target_options(&target.what);
        let (min, max) = self.bounds(&env, &target.what, options.len());
        if max == 1 {
            options.retain(|v| self.target_fits(declare, std::slice::from_ref(v)).is_ok());
        }
        let rule = match target.what.rules.is_some() || target.is_named {
            true => PickRule::Declare(declare.chooser()),
            false => PickRule::Free,
        };
        let kind = Kind::Pick { options, min: min as u32, max: max as u32, rule, list: target.list };
        self.decision_about(declare, Some(target.name), kind)
    }

    fn cost_decision(self, declare: &Declare, part: &CostPart) -> Decision {
        let use_ = &declare.use_;
        let name = |name| self.rules.schema.symbols.find(name);
        match part {
            CostPart::Pips(pips) => {
                let cost = self.pips(use_, pips);
                let n: u32 = cost.iter().map(|n| *n as u32).sum();
                let payers =
                    if n == 0 { Vec::new() } else { useful_payers(&cost, self.payers(use_, &declare.payments)) };
                let (least, most) = if n == 0 { (0, 0) } else { payers_needed(&cost, &payers) };
                let options = payers.into_iter().map(|pip_card| pip_card.card).collect();
                let rule = PickRule::Pips(cost, use_.user);
                let kind = Kind::Pick { options, min: least as u32, max: most as u32, rule, list: true };
                self.decision_about(declare, name("pay"), kind)
            }
            CostPart::Counter { .. } => {
                let kind = Kind::Pick { options: Vec::new(), min: 0, max: 0, rule: PickRule::Free, list: true };
                self.decision_about(declare, None, kind)
            }
            CostPart::Cards { what, does, itself } => {
                let env = self.use_env(use_);
                let mut options = self.cost_options(&env, use_, what, does, *itself);
                options.retain(|v| *itself || !declare.payments.iter().any(|p| p.contains(v)));
                let (min, max) = self.bounds(&env, what, options.len());
                let is_free = what.rules.is_none() && *itself || !self.rest_competes(declare);
                let rule = if is_free && what.rules.is_none() { PickRule::Free } else { PickRule::Declare(use_.user) };
                if max == 1 && rule != PickRule::Free {
                    options.retain(|v| self.payment_fits(declare, std::slice::from_ref(v)).is_ok());
                }
                let kind = Kind::Pick { options, min: min as u32, max: max as u32, rule, list: true };
                self.decision_about(declare, name("cost"), kind)
            }
        }
    }

    /// The ability that asks for a choice; `None` for a list of the flow.
    pub(in crate::kernel) fn asking_ability(self, use_: &Use) -> Option<AbilityId> {
        let is_of_flow = use_.asked.as_ref().is_some_and(|asked| asked.list.this.is_none());
        (!is_of_flow).then_some(use_.ability)
    }

    fn decision_about(self, declare: &Declare, slot: Option<Sym>, kind: Kind) -> Decision {
        let (card, ability) = (declare.use_.card, self.asking_ability(&declare.use_));
        Decision { card, ability, slot, ..Decision::new(declare.chooser(), kind) }
    }

    /// What a declaration asks for next: the question of a trigger, then the targets, then the parts of the cost;
    /// `None` if nothing is left.
    pub(in crate::kernel) fn next_part(self, declare: &Declare) -> Option<NextChoice<'a>> {
        if declare.stage == DeclareStage::Left {
            return None;
        }
        if self.asks_about_trigger(declare) {
            return Some(NextChoice::Trigger);
        }
        let use_ = &declare.use_;
        let targets = match use_.asked {
            Some(_) => &[][..],
            None => &self.rules.abilities[use_.ability.index()].targets[..],
        };
        match targets.get(use_.targets.len()) {
            Some(target) => Some(NextChoice::Target(target)),
            None => self.cost_parts(use_).get(declare.payments.len()).map(|part| NextChoice::Cost(part)),
        }
    }

    /// Judges a set as the next target of a declaration, or as the next payment if all targets are chosen.
    pub fn target_fits(self, declare: &Declare, values: &[Value]) -> Result<(), Refusal> {
        let target = match self.next_part(declare) {
            Some(NextChoice::Target(target)) => target,
            Some(NextChoice::Cost(_)) => return self.payment_fits(declare, values),
            Some(NextChoice::Trigger) | None => return Ok(()),
        };
        if let Some(rules) = &target.what.rules {
            set_rules::fits(&self.use_env(&declare.use_), rules, values).map_err(Refusal::Set)?;
        }
        if target.is_named { self.rest_fits(declare, values) } else { Ok(()) }
    }

    /// True if later parts of the cost take cards, too.
    fn rest_competes(self, declare: &Declare) -> bool {
        let rest = self.cost_parts(&declare.use_);
        rest.iter().skip(declare.payments.len() + 1).any(|part| self.competes(&declare.use_, part))
    }

    /// Checks a set as the payment of the next part: the rest of the cost must stay payable.
    pub(in crate::kernel) fn payment_fits(self, declare: &Declare, values: &[Value]) -> Result<(), Refusal> {
        let use_ = &declare.use_;
        if let Some(CostPart::Cards { what, .. }) = self.cost_parts(use_).get(declare.payments.len())
            && let Some(rules) = &what.rules
        {
            set_rules::fits(&self.use_env(use_), rules, values).map_err(Refusal::Set)?;
        }
        if !self.rest_competes(declare) {
            return Ok(());
        }
        let mut with = use_.clone();
        let mut payments = declare.payments.clone();
        with.paid.extend(values.iter().filter_map(Value::card));
        payments.push(values.to_vec());
        self.rest_paid(&with, &payments).map(drop).map_err(Refusal::RestUnpaid)
    }

    /// True if the declaration can still be completed; a reload may have changed its ability.
    pub(in crate::kernel) fn can_be_completed(self, declare: &Declare) -> bool {
        if declare.stage == DeclareStage::Left || self.asks_about_trigger(declare) {
            return true;
        }
        let Declare { use_, payments, .. } = declare;
        if payments.is_empty() && use_.asked.is_none() {
            return self.completable(use_, use_.targets.len()).is_ok();
        }
        let parts = self.cost_parts(use_);
        self.counters_payable(use_, &parts).is_ok() && self.rest_paid(use_, payments).is_ok()
    }

    /// The rules about the set that is to be chosen next.
    pub fn set_rules(self, declare: &Declare) -> Option<&'a SetRules> {
        match self.next_part(declare)? {
            NextChoice::Target(target) => target.what.rules.as_deref(),
            NextChoice::Cost(CostPart::Cards { what, .. }) => what.rules.as_deref(),
            NextChoice::Trigger | NextChoice::Cost(_) => None,
        }
    }

    /// Applies the choice in `given`, makes the choices that leave nothing to choose, and returns the next question;
    /// `None` once the declaration is complete. A declaration that exceeds its allowance of looks is abandoned, and
    /// nothing is paid.
    pub(in crate::kernel) fn declare_on(self, declare: &mut Declare, given: Option<Vec<Value>>) -> Option<Decision> {
        if let Some(values) = given {
            self.take_choice(declare, values);
        }
        loop {
            self.keep_choices(declare);
            let decision = match self.next_to_declare(declare) {
                Ok(Some(decision)) => decision,
                Ok(None) => return None,
                Err(_) => {
                    declare.stage = DeclareStage::Left;
                    return None;
                }
            };
            let Kind::Pick { options, min, max, .. } = &decision.kind else { unreachable!("declaring asks for picks") };
            let is_settled = match self.next_part(declare) {
                Some(NextChoice::Trigger) => options.len() == 1,
                Some(NextChoice::Target(target)) => target.what.min == Amount::Int(EVERY),
                Some(NextChoice::Cost(CostPart::Cards { itself, .. })) => *itself,
                Some(NextChoice::Cost(_)) | None => false,
            };
            let values = match options {
                // Without options or with a maximum of 0 there is no question.
                _ if *max == 0 || options.is_empty() && *min == 0 => Vec::new(),
                _ if is_settled => options.clone(),
                _ => return Some(decision),
            };
            self.take_choice(declare, values);
        }
    }

    /// Keeps the numbers and words of the first declaration when targets are chosen anew: X stays what was paid for.
    fn keep_choices(self, declare: &mut Declare) {
        let targets = &self.rules.abilities[declare.use_.ability.index()].targets;
        let is_choice = |target: &Target| matches!(target.what.source, Source::Number(..) | Source::Words(_));
        while !declare.kept.is_empty() {
            let at = declare.use_.targets.len();
            let (Some(target), Some(kept)) = (targets.get(at), declare.kept.get(at)) else { return };
            if !is_choice(target) {
                return;
            }
            declare.use_.targets.push(kept.clone());
        }
    }

    /// Applies an answer to the question of [`Game::declare_decision`].
    fn take_choice(self, declare: &mut Declare, values: Vec<Value>) {
        let first = |values: Vec<Value>| values.into_iter().next().unwrap_or_default();
        match self.next_part(declare) {
            Some(NextChoice::Trigger) => self.trigger_chosen(declare, &first(values)),
            Some(NextChoice::Target(target)) => {
                declare.use_.targets.push(if target.list { Value::from(values) } else { first(values) });
            }
            Some(NextChoice::Cost(part)) => {
                // A card that pays for its own use was not chosen, so it is not noted as paid.
                if !matches!(part, CostPart::Cards { itself: true, .. }) {
                    declare.use_.paid.extend(values.iter().filter_map(Value::card));
                }
                declare.payments.push(values);
            }
            None => {}
        }
    }
}
