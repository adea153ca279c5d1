//! Triggers: abilities that act after an event resolve when their turn comes; effects that use abilities go the same
//! way.
//!
//! The player of an optional trigger is first asked whether to use it, and for its mode; then for targets and payment.
//! A trigger that cannot be paid lapses. Declined and lapsed triggers do not count as used.

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::batch::Batch;
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::declaration::{Declare, DeclareStage};
use crate::kernel::model::last_known::Since;
use crate::kernel::model::log_lines::{Line, Why};
use crate::kernel::model::objects::{Event, Price, Use};
use crate::kernel::model::refusal::WhyNot;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{AbilityId, Card, LevelId, UseId, Value};
use crate::kernel::run::change::World;

impl World {
    /// Collects the triggers of one event that happened.
    pub(in crate::kernel) fn collect_after(&mut self, e: &Event) {
        let mut triggers = Vec::new();
        self.game().collect(std::slice::from_ref(e), &mut triggers, |_| true);
        self.add_triggers(triggers);
    }

    pub(in crate::kernel) fn add_triggers(&mut self, triggers: Vec<Use>) {
        for t in &triggers {
            self.use_granted(t.ability, t.card, t.user);
        }
        if !triggers.is_empty() {
            self.change(Change::Pending(Edit::push(&self.state().pending, triggers)));
        }
    }

    /// Notes that an ability was used whose uses are limited for each round of this level, for example for each turn.
    pub(in crate::kernel) fn spend(&mut self, card: Option<Card>, ability: AbilityId, level: LevelId) {
        self.change(Change::Spent(Edit::push(&self.state().spent, (card, ability, level))));
    }

    /// Begins a trigger, or a script or list that replaces an event, with the choice of its targets.
    pub(in crate::kernel) fn start_trigger(&mut self, use_: Use) {
        let ability = &self.rules.abilities[use_.ability.index()];
        let is_trigger = matches!(ability.form, AbilityForm::After(_)) && use_.event.is_some();
        if is_trigger && self.game().is_spent(use_.ability, use_.card) {
            return self.record(Line::Lapsed(use_.ability, use_.card));
        }
        let stage = if is_trigger { DeclareStage::New } else { DeclareStage::Chosen };
        self.begin(Declare { stage, ..Declare::new(use_) });
    }

    /// Begins the declaration of a use that no window offered, or logs why it has no effect.
    pub(in crate::kernel) fn begin(&mut self, mut declare: Declare) {
        if let Some(seat) = declare.aimed_by {
            return self.begin_to_aim(declare.use_.id, seat);
        }
        if declare.stage == DeclareStage::Anew {
            declare.stage = DeclareStage::Chosen;
            let anew = Use { targets: Vec::new(), ..declare.use_.clone() };
            if self.game().possible(&anew).is_ok() {
                declare.kept = std::mem::replace(&mut declare.use_, anew).targets;
            }
        }
        let use_ = &declare.use_;
        // A prohibition of the use applies to uses by effects, too.
        if use_.price == Price::Own && self.game().forbids_use(use_).is_some() {
            return self.record(Line::NoEffect(use_.ability, use_.card));
        }
        let ability = &self.rules.abilities[use_.ability.index()];
        let asks_nothing =
            ability.targets.is_empty() && ability.cost.is_empty() && !ability.optional && ability.mode.is_none();
        if asks_nothing && !use_.price.is_by_effect() {
            return self.run_trigger(declare.use_, &[]);
        }
        let line = match self.game().modes_of(&declare).into_iter().find_map(|mode| self.game().possible(&mode).err()) {
            // A single possible mode is enough.
            _ if self.game().possible_modes(&declare).next().is_some() => {
                if self.game().declare_on(&mut declare, None).is_none() {
                    let proposed = self.declared(declare);
                    return self.push_batch(proposed);
                }
                return self.push(Task::Declare(Box::new(declare)));
            }
            Some(WhyNot::NoTarget(_) | WhyNot::Muted) | None => Line::NoEffect(use_.ability, use_.card),
            Some(_) => Line::Lapsed(use_.ability, use_.card),
        };
        self.record(line);
    }

    /// Logs that a player declined an optional trigger.
    pub(in crate::kernel) fn trigger_left(&mut self, use_: &Use) {
        let why = Some(Why::Ability(use_.ability));
        self.record(Line::Chose { seat: use_.user, value: Value::Bool(false), why, card: use_.card, secret: false });
    }

    pub(in crate::kernel) fn run_trigger(&mut self, mut use_: Use, payments: &[Vec<Value>]) {
        if use_.price == Price::Nothing {
            return self.run_copy(use_);
        }
        use_.declared = self.this_moment();
        if use_.since == Since::NOW {
            use_.since = use_.declared;
        }
        let rules = self.rules.clone();
        let ability = &rules.abilities[use_.ability.index()];
        if let Some(x) = &ability.x {
            use_.x = self.game().use_env(&use_).amount(x);
        }
        let (events, paid) = self.game().cost_events(&use_, payments);
        if !payments.is_empty() {
            self.use_up_cost_changes(&use_);
        }
        if let (Some(level), AbilityForm::After(_), Some(_)) = (ability.once, &ability.form, &use_.event) {
            self.spend(use_.card, ability.limit_as, level);
        }
        let was_put = use_.id != UseId(0);
        if !was_put {
            self.count_on(|next| next.uses += 1);
            use_.id = UseId(self.state().next.uses);
        }
        self.record(Line::Triggered(use_.ability, use_.card, use_.user));
        if !paid.is_empty() {
            self.record(Line::Paid(use_.user, paid));
        }
        self.wait_for_turn(use_.id, was_put);
        let source = (use_.card, use_.user);
        self.change(Change::Uses(Edit::push(&self.state().uses, use_)));
        if !events.is_empty() {
            self.run_checks_at(CheckMoment::Step);
            self.push(Task::Batch(Box::new(Batch::new(events, source.0, Some(source.1)))));
        }
    }
}
