//! Triggers: abilities that act after an event, when their turn to resolve comes.
//!
//! Its player is asked first whether she wants it, if she may leave it, and which of its modes; then its targets and its
//! cost. What cannot be paid lapses, and what was left or lapsed does not count as used.

use super::batch::Batch;
use super::decision::{Decision, Kind, PickRule};
use super::log::Line;
use super::rules::{AbilityForm, SettleLevel};
use super::state::Use;
use super::task::{Task, World};
use super::value::*;
use super::{declare::Declare, offers::WhyNot};

/// How far its player is with a trigger, before its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stage {
    /// Nothing was asked.
    #[default]
    New,
    /// She wants it, or need not say so.
    Wanted,
    /// Its mode is chosen, or it has none.
    Chosen,
    /// She left it.
    Left,
}

impl World {
    /// Whether an ability was used as often as its level allows.
    pub(super) fn is_spent(&self, ability: AbilityId, card: Option<Card>) -> bool {
        let ability = &self.rules.abilities[ability.index()];
        ability.once.is_some_and(|level| self.state.spent.contains(&(card, ability.limit_as, level)))
    }

    /// Lets a trigger, or a script in place of an event, act: its targets first.
    pub(super) fn start_trigger(&mut self, use_: Use) {
        let ability = &self.rules.abilities[use_.ability.index()];
        let is_trigger = matches!(ability.form, AbilityForm::After(_)) && use_.event.is_some();
        if is_trigger && self.is_spent(use_.ability, use_.card) {
            return self.record(Line::Lapsed(use_.ability, use_.card));
        }
        if ability.targets.is_empty() && ability.cost.is_empty() && !ability.optional && ability.mode.is_none() {
            return self.run_trigger(use_, &[]);
        }
        let line = match self.modes_of(&use_).into_iter().find_map(|mode| self.completable(&mut mode.clone(), 0).err())
        {
            // One mode that can be had is enough.
            _ if self.possible_modes(&use_).next().is_some() => {
                let stage = if is_trigger { Stage::New } else { Stage::Chosen };
                let mut declare = Declare { stage, ..Declare::new(use_) };
                if self.declare_on(&mut declare, None) {
                    return self.declared(declare);
                }
                return self.push(Task::Declare(Box::new(declare)));
            }
            Some(WhyNot::NoTarget(_)) | None => Line::NoEffect(use_.ability, use_.card),
            Some(_) => Line::Lapsed(use_.ability, use_.card),
        };
        self.record(line);
    }

    /// The trigger in each of its modes.
    fn modes_of(&self, use_: &Use) -> Vec<Use> {
        let rules = &self.rules;
        let first = &rules.abilities[use_.ability.index()];
        if first.mode.is_none() || use_.event.is_none() || !matches!(first.form, AbilityForm::After(_)) {
            return vec![use_.clone()];
        }
        let modes =
            rules.abilities.iter().enumerate().filter(|(_, a)| a.mode.is_some() && a.limit_as == first.limit_as);
        modes.map(|(i, _)| Use { ability: AbilityId(i as u16), ..use_.clone() }).collect()
    }

    fn possible_modes(&self, use_: &Use) -> impl Iterator<Item = Use> {
        let possible = |mode: &Use| self.completable(&mut mode.clone(), 0).is_ok();
        self.modes_of(use_).into_iter().filter(possible)
    }

    /// What is asked about a trigger before its targets.
    pub(super) fn trigger_decision(&self, declare: &Declare) -> Option<Decision> {
        let use_ = &declare.use_;
        let ability = &self.rules.abilities[use_.ability.index()];
        use_.event.as_ref()?;
        let mut decision =
            Decision { card: use_.card, ability: Some(use_.ability), ..Decision::new(use_.user, Kind::Number(0, 0)) };
        let mut options = Vec::new();
        match declare.stage {
            Stage::New if ability.optional => {
                options.extend([Value::Bool(true), Value::Bool(false)]);
                decision.why = Some("use it".into());
            }
            Stage::New | Stage::Wanted if ability.mode.is_some() => {
                let mode = |u: Use| self.rules.abilities[u.ability.index()].mode.map(Value::Word);
                options.extend(self.possible_modes(use_).filter_map(mode));
                decision.slot = self.rules.schema.symbols.find("mode");
            }
            _ => return None,
        }
        decision.kind = Kind::Pick { options, min: 1, max: 1, rule: PickRule::Free, list: false };
        Some(decision)
    }

    /// Takes what was chosen about a trigger before its targets.
    pub(super) fn trigger_chosen(&self, declare: &mut Declare, value: &Value) {
        match value {
            Value::Bool(true) => declare.stage = Stage::Wanted,
            Value::Bool(false) => declare.stage = Stage::Left,
            chosen => {
                let is_it =
                    |u: &Use| self.rules.abilities[u.ability.index()].mode.map(Value::Word).as_ref() == Some(chosen);
                if let Some(mode) = self.modes_of(&declare.use_).into_iter().find(is_it) {
                    declare.use_.ability = mode.ability;
                }
                declare.stage = Stage::Chosen;
            }
        }
    }

    /// Writes down that a player left what she need not use.
    pub(super) fn trigger_left(&mut self, use_: &Use) {
        let why = Some(self.show_ability(use_.ability).into());
        self.record(Line::Chose { seat: use_.user, value: Value::Bool(false), why, card: use_.card, secret: false });
    }

    pub(super) fn run_trigger(&mut self, mut use_: Use, payments: &[Vec<Value>]) {
        let rules = self.rules.clone();
        let ability = &rules.abilities[use_.ability.index()];
        if let Some(x) = &ability.x {
            use_.x = super::filter::eval::Env::of_use(&self.rules, &self.state, &use_).amount(x);
        }
        let (events, paid) = self.cost_events(&use_, payments);
        if !payments.is_empty() {
            self.use_up_cost_changes(&use_);
        }
        if let (Some(level), AbilityForm::After(_), Some(_)) = (ability.once, &ability.form, &use_.event) {
            self.state.spent.push((use_.card, ability.limit_as, level));
        }
        self.state.next.uses += 1;
        use_.id = UseId(self.state.next.uses);
        self.record(Line::Triggered(use_.ability, use_.card, use_.user));
        if !paid.is_empty() {
            self.record(Line::Paid(use_.user, paid));
        }
        self.push(Task::Use(use_.id, 0, self.state.pending.len() as u8));
        let source = (use_.card, use_.user);
        self.state.uses.push(use_);
        if !events.is_empty() {
            self.settle_at(SettleLevel::Step);
            self.push(Task::Batch(Box::new(Batch::new(events, source.0, Some(source.1)))));
        }
    }
}
