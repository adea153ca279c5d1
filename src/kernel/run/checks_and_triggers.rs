//! Checks and triggers: state-based checks, then triggers, until none is left.

use std::sync::Arc;

use crate::kernel::model::batch::Batch;
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::context::Context;
use crate::kernel::model::game_log::Checked;
use crate::kernel::model::objects::{Role, Use};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::task::{In, Out, Task};
use crate::kernel::model::value::Value;
use crate::kernel::run::change::World;
use crate::kernel::run::trigger_loops::MAX_REPEATED;

/// The number of remembered times that a check found something, for explanations.
const MOST_CHECKED: usize = 64;

impl World {
    pub(in crate::kernel) fn step_checks_and_triggers(&mut self, rules: &Rules, level: CheckMoment) -> Out {
        let is_looping = self.state().next.checks > MAX_REPEATED;
        self.wake_checks();
        let asked = rules.checks.iter().enumerate().filter(|(_, c)| level >= c.run && !is_looping);
        if self.are_checks_quiet() {
            // A check that is known to find nothing costs as much as an evaluated one: a copy of the game has no cache
            // and evaluates it.
            self.work().pay_for_all_kept(asked.count() as u32);
            return self.start_triggers(rules, level);
        }
        for (at, check) in asked {
            if self.is_quiet(at) {
                self.work().pay_for_kept();
                continue;
            }
            let mut found = match self.game().check_finds(at) {
                Ok(found) => found,
                Err(from) => {
                    self.spare_no_more(at, &[]);
                    self.found_nothing(at, from);
                    continue;
                }
            };
            if !check.order.is_empty() {
                found.sort_by_key(|v| self.game().check_key(&check.order, v));
            }
            if let Some((list, name)) = check.list {
                self.spare_no_more(at, &found);
                let Some(it) = found.into_iter().find(|it| self.begins_list_of_check(check.name, it)) else { continue };
                self.push(Task::ChecksAndTriggers(level));
                if self.may_check(check.name) {
                    self.note_check(at);
                    let mut context = Context { me: self.state().active, ..Context::default() };
                    context.bind(name, it, self.this_moment());
                    self.push_list(list, Arc::new(context));
                }
                return Out::Next(In::Go);
            }
            let env = self.game().seat_env(self.state().active);
            let mut events = Vec::new();
            for it in &found {
                events.extend(self.game().proposals(&env.at_value(it), &check.does, Role::Rule));
                // Impossible events would be proposed without end.
                events.retain(|e| self.game().is_possible(e) && !self.game().is_being_dealt_with(e));
                if check.one_by_one && !events.is_empty() {
                    break;
                }
            }
            self.spare_no_more(at, &found);
            events.retain(|e| !self.is_spared(e));
            if events.is_empty() {
                continue;
            }
            self.push(Task::ChecksAndTriggers(level));
            if !self.may_check(check.name) {
                return Out::Next(In::Go);
            }
            self.note_check(at);
            let batch = Batch { of_check: true, ..Batch::new(events, None, Some(self.state().active)) };
            self.push(Task::Batch(Box::new(batch)));
            return Out::Next(In::Go);
        }
        self.start_triggers(rules, level)
    }

    /// Does the checks and triggers within the present step, if all checks are known to find nothing and no trigger is
    /// due, as is usual. False: they take a step of their own.
    pub(in crate::kernel) fn is_checked_at_once(&mut self, rules: &Rules, level: CheckMoment) -> bool {
        self.wake_checks();
        let is_plain = self.are_checks_quiet()
            && self.state().next.checks <= MAX_REPEATED
            && (level < CheckMoment::Step || !self.game().do_triggers_wait())
            && self.leave_out_steps(1);
        if is_plain {
            self.work().pay_for_all_kept(rules.checks_at[level as usize]);
            if level >= CheckMoment::Step {
                self.forget_what_left();
            }
        }
        is_plain
    }

    /// Starts the next waiting trigger, once no check finds anything. At a moment below [`CheckMoment::Step`] it starts
    /// none.
    fn start_triggers(&mut self, rules: &Rules, level: CheckMoment) -> Out {
        if level < CheckMoment::Step {
            return Out::Next(In::Return(Value::Nil));
        }
        if rules.triggers.by_player || rules.triggers.together {
            if !self.game().are_triggers_due() {
                self.forget_what_left();
                return Out::Next(In::Return(Value::Nil));
            }
            self.push(Task::ChecksAndTriggers(level));
            self.gather_triggers();
            return Out::Next(In::Go);
        }
        let trigger = if self.game().do_triggers_wait() { self.next_trigger() } else { None };
        let Some(trigger) = trigger else {
            self.forget_what_left();
            return Out::Next(In::Return(Value::Nil));
        };
        self.push(Task::ChecksAndTriggers(level));
        if self.may_trigger(&trigger) {
            self.start_trigger(trigger);
        }
        Out::Next(In::Go)
    }

    /// Notes that a check found something, for questions why.
    fn note_check(&mut self, at: usize) {
        if self.log.kept {
            let at_line = self.state().log_len;
            let kept = &mut self.log.checked;
            kept.push(Checked { at: at_line, check: at as u16 });
            kept.drain(..kept.len().saturating_sub(MOST_CHECKED));
        }
    }

    /// True if every check at a moment is known to find nothing. With 100 checks or more it is always false.
    pub(in crate::kernel) fn are_all_quiet(&mut self, level: CheckMoment) -> bool {
        self.wake_checks();
        let checks = &self.rules.checks;
        // There are fewer than 100 checks, so asking each costs no step.
        let are_quiet = || checks.iter().enumerate().all(|(at, check)| level < check.run || self.is_quiet(at));
        checks.len() < 100 && (self.are_checks_quiet() || are_quiet())
    }

    /// Runs checks and triggers before the top task continues, if the game has checks at this moment.
    pub(in crate::kernel) fn run_checks_at(&mut self, level: CheckMoment) {
        let is_checked = self.state().lane.is_none() && self.rules.checked & level.bit() != 0;
        // Within a script only its batches are followed by checks, unless a use has begun within the script.
        if is_checked && (!self.has_scripts() || self.game().trigger_base() != usize::MAX) {
            self.push(Task::ChecksAndTriggers(level));
        }
    }

    /// Takes the next trigger to resolve out of the latest group: by turn order, then slots, then the order in which
    /// cards entered their zones.
    fn next_trigger(&mut self) -> Option<Use> {
        loop {
            let group = self.state().pending.last()?;
            let first = (0..group.len()).min_by_key(|i| self.game().trigger_key(&group[*i]));
            let at = self.state().pending.len() - 1;
            let trigger = first.map(|i| self.state().pending[at][i].clone());
            match first {
                Some(i) if self.state().pending[at].len() > 1 => self.change(Change::Waiting(at, Edit::Remove(i))),
                _ => self.change(Change::Pending(Edit::Remove(at))),
            }
            if trigger.is_some() {
                return trigger;
            }
        }
    }
}
