//! Uses: the stages of a use that is declared and paid.

use std::sync::Arc;

use crate::kernel::model::ability::{Effect, Static};
use crate::kernel::model::batch::Batch;
use crate::kernel::model::change::Change;
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::context::ScriptCall;
use crate::kernel::model::lang::Dest;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::{Holder, Lasts, Role, Use};
use crate::kernel::model::rules::{Rules, UseStep};
use crate::kernel::model::task::{In, Out, Task};
use crate::kernel::model::value::{UseId, Value};
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::uses::still_legal;
use crate::kernel::run::change::World;

impl World {
    /// Counts one use of each granted ability that changed the cost of this use.
    pub(in crate::kernel) fn use_up_cost_changes(&mut self, use_: &Use) {
        if self.state().abilities.is_empty() {
            return;
        }
        let mut used = Vec::new();
        let env = self.game().use_env(use_);
        for granted in self.state().abilities.iter().filter(|g| g.uses.is_some()) {
            let ability = &self.rules.abilities[granted.ability.index()];
            let (card, seat) = match granted.on {
                Holder::Card(card, _) => (Some(card), self.game().controller(card)),
                Holder::Seat(seat, card) => (card, seat),
            };
            let own = Env { me: seat, card, ..env };
            let changes = |s: &Static| match s {
                Static::CounterCost { affects, .. }
                | Static::ComputedCost { affects, .. }
                | Static::Cost { affects, .. } => own.use_matches(affects, use_),
                _ => false,
            };
            if ability.statics.iter().any(changes) && own.in_force(ability) {
                used.push((granted.ability, card, seat));
            }
        }
        for (ability, card, seat) in used {
            self.use_granted(ability, card, seat);
        }
    }

    pub(in crate::kernel) fn step_use(&mut self, rules: &Rules, (id, at, base): (UseId, u32, u32)) -> Out {
        let is_middle = || self.rules.triggers.together && !self.game().is_pause(id, at);
        if self.state().pending.len() > base as usize && !is_middle() {
            self.push(Task::Use(id, at, base));
            self.push(Task::ChecksAndTriggers(CheckMoment::Step));
            return Out::Next(In::Go);
        }
        let Some(use_) = self.state().use_(id) else { return Out::Next(In::Return(Value::Nil)) };
        let cancelled = use_.cancelled;
        let steps: &[UseStep] = match use_.kind {
            Some(kind) => &rules.uses[kind.index()].steps,
            None => &[UseStep::Resolve],
        };
        let Some(step) = steps.get(at as usize) else { return self.end_use(id) };
        self.push(Task::Use(id, at + 1, base));
        self.run_checks_at(CheckMoment::Step);
        match step {
            UseStep::Window(window) => self.open_window(*window, Some(id)),
            UseStep::Resolve => self.resolve(rules, id),
            UseStep::Do(list) if !cancelled => {
                let context = self.game().use_context(id);
                self.push(Task::List(*list, 0, Arc::new(context)));
            }
            UseStep::Do(_) => {}
            UseStep::Settle(dest) => self.settle_card(id, dest),
        }
        Out::Next(In::Go)
    }

    fn resolve(&mut self, rules: &Rules, id: UseId) {
        let Some(use_) = self.state().use_(id) else { return };
        let ability = &rules.abilities[use_.ability.index()];
        let line = Line::NoEffect(use_.ability, use_.card);
        if use_.cancelled {
            return self.record(line);
        }
        if self.game().is_disabled(use_.ability) || self.is_left_out(use_.ability) {
            self.record(line);
            return self.propose_unreplaced(&self.game().use_context(id));
        }
        let env = self.game().use_env(use_);
        if ability.condition.as_ref().is_some_and(|c| !env.holds(c)) {
            return self.record(line);
        }
        // Illegal targets are dropped. If the ability has one target and nothing of it is left, the use has no effect.
        if use_.kind.is_some() && !ability.targets.is_empty() {
            let kept: Vec<Value> =
                use_.targets.iter().zip(&ability.targets).map(|(v, t)| still_legal(&env, &t.what, v)).collect();
            let lost_all =
                kept.iter().zip(&use_.targets).any(|(now, then)| now.items().is_empty() && !then.items().is_empty());
            let only = ability.targets.len() == 1;
            if let Some(at) = self.state().use_at(id) {
                self.change(Change::Targets(at, kept));
            }
            if lost_all && only {
                return self.record(line);
            }
        }
        let moment = self.state().next.batches + 1;
        if let Some(at) = self.state().use_at(id) {
            self.change(Change::Moment(at, moment));
        }
        let context = self.game().use_context(id);
        match &ability.effect {
            Effect::Script(script) => {
                self.push(Task::Script(Box::new(ScriptCall::new(*script, context))));
            }
            Effect::List(list) => self.push_list(*list, Arc::new(context)),
            Effect::None | Effect::Events(_) => {}
        }
    }

    fn settle_card(&mut self, id: UseId, dest: &Dest) {
        let Some(use_) = self.state().use_(id) else { return };
        let (Some(card), Some(kind)) = (use_.card, use_.kind) else { return };
        // The card of a use by an effect does not move.
        if use_.price.is_by_effect() {
            return;
        }
        // The card moves on only if it still waits where its use put it; its effect may have moved it.
        let waits = self.rules.uses[kind.index()].to.as_ref().map(|to| to.kind);
        if waits.is_some_and(|kind| kind != self.rules.schema.kind_of(self.state().card(card).zone)) {
            return;
        }
        let env = self.game().use_env(use_);
        let Some((zone, top)) = use_.dest.or_else(|| Some((env.dest(dest, Some(card), &[])?, false))) else { return };
        let user = use_.user;
        let moved = self.game().moved(card, zone, top, Role::Rule);
        self.push(Task::Batch(Box::new(Batch::new(vec![moved], Some(card), Some(user)))));
    }

    fn end_use(&mut self, id: UseId) -> Out {
        drop_each!(self, uses, Uses, |u: &Use| u.id == id);
        self.expire(|lasts| *lasts == Lasts::Use(id));
        self.reset_tallies(|tally| tally.per_use);
        if !self.state().tasks.iter().any(|t| matches!(t, Task::Use(..))) {
            self.run_checks_at(CheckMoment::WholeUse);
        }
        self.run_checks_at(CheckMoment::Use);
        self.forget_what_left();
        self.run_agenda(Some(id));
        Out::Next(In::Return(Value::Nil))
    }
}
