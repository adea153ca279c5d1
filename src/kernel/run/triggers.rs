//! Triggers: abilities that act after an event, when their turn to resolve comes, and those that an effect uses.
//!
//! Its player is asked first whether she wants it, if she may leave it, and which of its modes; then its targets and its
//! cost. What cannot be paid lapses, and what was left or lapsed does not count as used.

use crate::kernel::model::rules::{AbilityForm, SettleLevel};
use crate::kernel::model::state::Use;
use crate::kernel::model::value::*;
use crate::kernel::read::env::Env;
use crate::kernel::read::offers::WhyNot;
use crate::kernel::run::batch::Batch;
use crate::kernel::run::decision::{Decision, Kind, PickRule};
use crate::kernel::run::declare::Declare;
use crate::kernel::run::log::Line;
use crate::kernel::run::task::{Task, World};

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
    pub(in crate::kernel) fn is_spent(&self, ability: AbilityId, card: Option<Card>) -> bool {
        let ability = &self.rules.abilities[ability.index()];
        ability.once.is_some_and(|level| self.state.spent.contains(&(card, ability.limit_as, level)))
    }

    /// Lets a trigger, or a script in place of an event, act: its targets first.
    pub(in crate::kernel) fn start_trigger(&mut self, use_: Use) {
        let ability = &self.rules.abilities[use_.ability.index()];
        let is_trigger = matches!(ability.form, AbilityForm::After(_)) && use_.event.is_some();
        if is_trigger && self.is_spent(use_.ability, use_.card) {
            return self.record(Line::Lapsed(use_.ability, use_.card));
        }
        let stage = if is_trigger { Stage::New } else { Stage::Chosen };
        self.begin(Declare { stage, ..Declare::new(use_) });
    }

    /// Begins to declare what no window offered, or says why it has no effect.
    pub(in crate::kernel) fn begin(&mut self, mut declare: Declare) {
        let use_ = &declare.use_;
        let ability = &self.rules.abilities[use_.ability.index()];
        let asks_nothing =
            ability.targets.is_empty() && ability.cost.is_empty() && !ability.optional && ability.mode.is_none();
        if asks_nothing && !use_.free {
            return self.run_trigger(declare.use_, &[]);
        }
        let line = match self.modes_of(&declare).into_iter().find_map(|mode| self.possible(&mode).err()) {
            // One mode that can be had is enough.
            _ if self.possible_modes(&declare).next().is_some() => {
                if self.declare_on(&mut declare, None) {
                    return self.declared(declare);
                }
                return self.push(Task::Declare(Box::new(declare)));
            }
            Some(WhyNot::NoTarget(_) | WhyNot::Muted) | None => Line::NoEffect(use_.ability, use_.card),
            Some(_) => Line::Lapsed(use_.ability, use_.card),
        };
        self.record(line);
    }

    /// What is declared, in each of its modes that may still be chosen.
    fn modes_of(&self, declare: &Declare) -> Vec<Use> {
        let (rules, use_) = (&self.rules, &declare.use_);
        let first = &rules.abilities[use_.ability.index()];
        if first.mode.is_none() || declare.stage == Stage::Chosen {
            return vec![use_.clone()];
        }
        let modes =
            rules.abilities.iter().enumerate().filter(|(_, a)| a.mode.is_some() && a.limit_as == first.limit_as);
        modes.map(|(i, _)| Use { ability: AbilityId::of(i), ..use_.clone() }).collect()
    }

    fn possible_modes(&self, declare: &Declare) -> impl Iterator<Item = Use> {
        self.modes_of(declare).into_iter().filter(|mode| self.possible(mode).is_ok())
    }

    /// Whether what no window offered can be declared. What an effect uses must meet the conditions of its ability;
    /// those of a trigger were judged with its event.
    fn possible(&self, use_: &Use) -> Result<(), WhyNot> {
        let ability = &self.rules.abilities[use_.ability.index()];
        let env = Env::of_use(&self.rules, &self.state, use_);
        let offered = matches!(ability.form, AbilityForm::Timing(_));
        // What mutes its kind on the card that it is used for mutes it too.
        if use_.free && use_.card.is_some_and(|card| env.is_muted_by(&env.mutings(), ability, card)) {
            return Err(WhyNot::Muted);
        }
        if let Some((_, because)) = ability.needs.iter().find(|(cond, _)| offered && !env.holds(cond)) {
            return Err(WhyNot::Need(because.clone(), None));
        }
        self.completable(&mut use_.clone(), 0)
    }

    /// What is asked about a trigger before its targets.
    pub(in crate::kernel) fn trigger_decision(&self, declare: &Declare) -> Option<Decision> {
        let use_ = &declare.use_;
        let ability = &self.rules.abilities[use_.ability.index()];
        if use_.event.is_none() && !use_.free {
            return None;
        }
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
                options.extend(self.possible_modes(declare).filter_map(mode));
                decision.slot = self.rules.schema.symbols.find("mode");
            }
            _ => return None,
        }
        decision.kind = Kind::Pick { options, min: 1, max: 1, rule: PickRule::Free, list: false };
        Some(decision)
    }

    /// Takes what was chosen about a trigger before its targets.
    pub(in crate::kernel) fn trigger_chosen(&self, declare: &mut Declare, value: &Value) {
        match value {
            Value::Bool(true) => declare.stage = Stage::Wanted,
            Value::Bool(false) => declare.stage = Stage::Left,
            chosen => {
                let is_it =
                    |u: &Use| self.rules.abilities[u.ability.index()].mode.map(Value::Word).as_ref() == Some(chosen);
                if let Some(mode) = self.modes_of(declare).into_iter().find(is_it) {
                    declare.use_.ability = mode.ability;
                }
                declare.stage = Stage::Chosen;
            }
        }
    }

    /// Writes down that a player left what she need not use.
    pub(in crate::kernel) fn trigger_left(&mut self, use_: &Use) {
        let why = Some(self.show_ability(use_.ability).into());
        self.record(Line::Chose { seat: use_.user, value: Value::Bool(false), why, card: use_.card, secret: false });
    }

    pub(in crate::kernel) fn run_trigger(&mut self, mut use_: Use, payments: &[Vec<Value>]) {
        let rules = self.rules.clone();
        let ability = &rules.abilities[use_.ability.index()];
        if let Some(x) = &ability.x {
            use_.x = Env::of_use(&self.rules, &self.state, &use_).amount(x);
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
        self.push(Task::Use(use_.id, 0, self.state.pending.len() as u32));
        let source = (use_.card, use_.user);
        self.state.uses.push(use_);
        if !events.is_empty() {
            self.settle_at(SettleLevel::Step);
            self.push(Task::Batch(Box::new(Batch::new(events, source.0, Some(source.1)))));
        }
    }
}
