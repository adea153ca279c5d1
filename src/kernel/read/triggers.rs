//! Triggers: their conditions and modes, their order, and the objects of checks.

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::checks::CheckOrder;
use crate::kernel::model::decision::{Decision, Kind, PickRule};
use crate::kernel::model::declaration::{Declare, DeclareStage};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::Source;
use crate::kernel::model::objects::{Price, Use};
use crate::kernel::model::refusal::WhyNot;
use crate::kernel::model::rules::UseStep;
use crate::kernel::model::symbols::field;
use crate::kernel::model::task::Task;
use crate::kernel::model::touched::{CheckReads, Touched, ValueReads};
use crate::kernel::model::touched_cards::{OfEach, TouchedCards};
use crate::kernel::model::value::{AbilityId, Card, UseId, Value};
use crate::kernel::read::game::Game;
use crate::kernel::read::work_limits::Lookup;

impl<'a> Game<'a> {
    /// The objects that a check, given by its place in the manifest, applies to now.
    ///
    /// # Errors
    ///
    /// The check applies to nothing; these are its reads.
    pub(in crate::kernel) fn check_finds(self, at: usize) -> Result<Vec<Value>, (ValueReads, OfEach)> {
        let check = &self.rules.checks[at];
        let reads = &self.rules.reads.checks[at];
        let env = self.seat_env(self.state.active);
        let is_on = || check.if_.as_ref().is_none_or(|cond| env.holds(cond));
        let find = || {
            if !is_on() {
                return Err((ValueReads { any: reads.condition, own: Touched::default() }, OfEach::new()));
            }
            let found = env.sought(&check.what);
            if found.is_empty() { Err(self.check_found_from(reads)) } else { Ok(found) }
        };
        loop {
            match self.derived.work.kept(find) {
                Lookup::Is(found) => return found,
                Lookup::Again => {}
                // The looks ran out, so the result is not known, and the check is evaluated again after every change.
                Lookup::No => return Err((ValueReads { any: Touched::ALL, own: Touched::default() }, OfEach::new())),
            }
        }
    }

    /// True if a check that found nothing before still finds none of these cards, which were touched since. The looks
    /// at the cards cost nothing here: they are paid when the check is asked for.
    pub(in crate::kernel) fn check_finds_none_of(self, at: usize, cards: &TouchedCards) -> bool {
        let what = &self.rules.checks[at].what;
        // Most touched cards lie where the check does not look.
        let zones = match &what.source {
            Source::Cards(cards) => cards.looked_in(),
            _ => IdSet::ALL,
        };
        let lies_there = |card: &Card| zones.contains(self.rules.schema.kind_of(self.state.card(*card).zone));
        let Some(mut cards) = cards.known().map(|cards| cards.filter(lies_there).peekable()) else { return false };
        if cards.peek().is_none() {
            return true;
        }
        let env = self.seat_env(self.state.active);
        let finds_none = || !cards.any(|card| env.is_sought(what, &Value::Card(card)));
        self.derived.work.unpaid(finds_none).unwrap_or(false)
    }

    /// The reads of a check that looks for objects and finds none.
    fn check_found_from(self, reads: &CheckReads) -> (ValueReads, OfEach) {
        let mut of_each = OfEach::new();
        if let Some((slot, what)) = &reads.printed {
            let conditions = &self.rules.reads.conditions[*slot as usize];
            self.seat_env(self.state.active).each_candidate(what, &mut |v| {
                if let Value::Card(card) = v {
                    of_each.push((card, conditions[self.state.card(card).def.index()]));
                }
            });
        }
        (reads.all, of_each)
    }

    /// The sort key of a check's objects.
    pub(in crate::kernel) fn check_key(self, order: &[CheckOrder], object: &Value) -> Vec<i64> {
        let seats = self.rules.schema.seats as i64;
        let seat = match object {
            Value::Card(card) => self.controller(*card),
            other => other.seat().unwrap_or(self.state.active),
        };
        let slot = object.card().map_or(0, |c| self.rules.schema.slot_of(self.state.card(c).zone));
        let key = |by: &CheckOrder| match by {
            CheckOrder::ActiveFirst => (seat.0 as i64 - self.state.active.0 as i64).rem_euclid(seats),
            CheckOrder::Slot => slot,
            CheckOrder::SlotDescending => -slot,
        };
        order.iter().map(key).collect()
    }

    /// The sort key of waiting triggers: the turn order of their players, then slots, then the order in which their
    /// cards arrived, then the numbers of the abilities.
    pub(in crate::kernel) fn trigger_key(self, t: &Use) -> (u8, (i64, u32), u32) {
        let seats = self.rules.schema.seats;
        let first = self.state.active.0 + u8::from(self.rules.triggers.active_last);
        let turn = (t.user.0 + seats * 2 - first) % seats;
        // Cards in a row act by slots, other cards in the order of their arrival.
        let place = t.card.map_or((0, 0), |c| {
            let card = self.state.card(c);
            (self.rules.schema.slot_of(card.zone), card.stay)
        });
        (turn, place, t.ability.0)
    }

    /// True if waiting triggers are due. In games that declare all triggers before any takes effect, triggers do not
    /// interrupt a use or its list.
    pub(in crate::kernel) fn are_triggers_due(self) -> bool {
        if !self.do_triggers_wait() {
            return false;
        }
        !self.rules.triggers.together
            || match self.state.tasks.last() {
                Some(Task::Use(id, at, _)) => self.is_pause(*id, *at),
                Some(Task::List(_, _, context) | Task::Each { context, .. }) => context.this.is_none(),
                Some(Task::Triggers(_)) => false,
                _ => true,
            }
    }

    /// True if the next stage of a use is a window, or if there is none.
    pub(in crate::kernel) fn is_pause(self, id: UseId, at: u32) -> bool {
        let kind = self.state.use_(id).and_then(|u| u.kind);
        let steps = kind.map_or(&[UseStep::Resolve][..], |kind| &self.rules.uses[kind.index()].steps);
        matches!(steps.get(at as usize), None | Some(UseStep::Window(_)))
    }

    /// True if an ability that may be used once in a level (a turn, for example) was used in the present one.
    pub(in crate::kernel) fn is_spent(self, ability: AbilityId, card: Option<Card>) -> bool {
        let ability = &self.rules.abilities[ability.index()];
        ability.once.is_some_and(|level| self.state.spent.contains(&(card, ability.limit_as, level)))
    }

    /// The declared use, once for each mode that may still be chosen.
    pub(in crate::kernel) fn modes_of(self, declare: &Declare) -> Vec<Use> {
        let (rules, use_) = (self.rules, &declare.use_);
        let first = &rules.abilities[use_.ability.index()];
        if first.mode.is_none() || declare.stage == DeclareStage::Chosen {
            return vec![use_.clone()];
        }
        let modes =
            rules.abilities.iter().enumerate().filter(|(_, a)| a.mode.is_some() && a.limit_as == first.limit_as);
        modes.map(|(i, _)| Use { ability: AbilityId::of(i), ..use_.clone() }).collect()
    }

    pub(in crate::kernel) fn possible_modes(self, declare: &Declare) -> impl Iterator<Item = Use> {
        self.modes_of(declare).into_iter().filter(move |mode| self.possible(mode).is_ok())
    }

    /// Checks a use that no window offered. A use by an effect must meet the conditions of its ability;
    /// those of a trigger were checked with its event.
    pub(in crate::kernel) fn possible(self, use_: &Use) -> Result<(), WhyNot> {
        self.find_out(use_.ability, Err(WhyNot::TooMuch), || self.possible_at_all(use_))
    }

    fn possible_at_all(self, use_: &Use) -> Result<(), WhyNot> {
        // A copy only needs its missing targets.
        if use_.price == Price::Nothing {
            return self.completable(use_, use_.targets.len());
        }
        let ability = &self.rules.abilities[use_.ability.index()];
        let env = self.use_env(use_);
        let offered = matches!(ability.form, AbilityForm::Timing(_));
        // An ability that an effect uses with a card is muted if something mutes such abilities on this card.
        if use_.price.is_by_effect() && use_.card.is_some_and(|card| env.is_muted_by(&env.mutings(), ability, card)) {
            return Err(WhyNot::Muted);
        }
        if let Some((_, because)) = ability.needs.iter().find(|(cond, _)| offered && !env.holds(cond)) {
            return Err(WhyNot::Need(because.clone(), None));
        }
        self.completable(use_, 0)
    }

    /// True if a declaration has a question before its targets: whether the trigger or payment is wanted, or which
    /// mode.
    pub(in crate::kernel) fn asks_about_trigger(self, declare: &Declare) -> bool {
        let use_ = &declare.use_;
        if use_.asked.is_some() {
            return declare.stage == DeclareStage::New;
        }
        let ability = &self.rules.abilities[use_.ability.index()];
        let asks = match declare.stage {
            DeclareStage::New => ability.optional || ability.mode.is_some(),
            DeclareStage::Wanted => ability.mode.is_some(),
            DeclareStage::Left | DeclareStage::Chosen | DeclareStage::Anew => false,
        };
        asks && (use_.event.is_some() || use_.price.is_by_effect())
    }

    /// The question of a declaration before its targets: yes or no, or a mode of the ability.
    pub(in crate::kernel) fn trigger_decision(self, declare: &Declare) -> Option<Decision> {
        if !self.asks_about_trigger(declare) {
            return None;
        }
        let use_ = &declare.use_;
        let yes_or_no = |options| Kind::Pick { options, min: 1, max: 1, rule: PickRule::Free, list: false };
        if let Some(may) = self.asked_of(use_) {
            let kind = yes_or_no(vec![Value::Bool(true), Value::Bool(false)]);
            let why = may.why.clone().or_else(|| Some("use it".into()));
            let ability = self.asking_ability(use_);
            return Some(Decision { card: use_.card, ability, why, ..Decision::new(use_.user, kind) });
        }
        let ability = &self.rules.abilities[use_.ability.index()];
        let mut decision =
            Decision { card: use_.card, ability: Some(use_.ability), ..Decision::new(use_.user, Kind::Number(0, 0)) };
        let mut options = Vec::new();
        if declare.stage == DeclareStage::New && ability.optional {
            options.extend([Value::Bool(true), Value::Bool(false)]);
            decision.why = Some("use it".into());
        } else {
            let mode = |u: Use| self.rules.abilities[u.ability.index()].mode.map(Value::Word);
            options.extend(self.possible_modes(declare).filter_map(mode));
            decision.slot = Some(field::MODE);
        }
        decision.kind = yes_or_no(options);
        Some(decision)
    }

    /// Applies an answer about a trigger that comes before its targets.
    pub(in crate::kernel) fn trigger_chosen(self, declare: &mut Declare, value: &Value) {
        match value {
            Value::Bool(true) => declare.stage = DeclareStage::Wanted,
            Value::Bool(false) => declare.stage = DeclareStage::Left,
            chosen => {
                let is_it =
                    |u: &Use| self.rules.abilities[u.ability.index()].mode.map(Value::Word).as_ref() == Some(chosen);
                if let Some(mode) = self.modes_of(declare).into_iter().find(is_it) {
                    declare.use_.ability = mode.ability;
                }
                declare.stage = DeclareStage::Chosen;
            }
        }
    }
}
