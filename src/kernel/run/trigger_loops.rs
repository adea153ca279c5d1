//! Loops: abilities that trigger each other without end are left out until the next answer.
//!
//! A trigger resolves before the use that triggered it has ended. So the causes of a trigger lie below it on the stack,
//! and a repeating ability lies there many times:
//!
//! ```text
//! call, echo, answer, echo, answer, ..., echo     echo and answer repeat; what only listens to them lies there once
//! ```
//!
//! A card that acts very often without a loop is left out as well. All cards share the triggers, the nested tasks and
//! the steps (`run/step_budget.rs`) between two answers, and each card has a share.
//!
//! Of the waiting triggers of a loop, only those of its first rounds resolve. All other waiting triggers resolve as
//! usual.

use crate::kernel::model::ability::AbilityForm;
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::log_lines::{Broken, Line};
use crate::kernel::model::objects::{Outcome, Record, Use};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{AbilityId, DefId, RecId};
use crate::kernel::read::work_payers::Payer;
use crate::kernel::run::change::World;

/// The number of triggers between two answers after which the stack is searched for loops, and the most findings of
/// checks. Honest cards come nowhere near it.
pub(in crate::kernel) const MAX_REPEATED: u32 = 500;
/// An ability that lies this many times on the stack is in a loop, once loops are looked for.
const MAX_ROUNDS: usize = 10;
/// The most triggers between two answers, for chains that never come back to one ability.
const MAX_TRIGGERS: u32 = 4_000;
/// The most triggers of one card after the first [`MAX_REPEATED`] (attack `triggers` in
/// tests/clock/attacks_on_shares.rs).
const TRIGGERS_OF_CARD: u32 = 1_000;
/// A card with more tasks than this on a stack that is too deep is left out (attack `a circle of replacements` in
/// tests/clock/attacks_on_shares.rs).
const MOST_WAITING: usize = 100;

impl World {
    /// Resets the counts of triggers and checks, after an answer and after a use that a window makes by itself.
    /// Abilities that were left out may act again.
    pub(in crate::kernel) fn count_anew(&mut self) {
        self.count_on(|next| (next.triggers, next.checks) = (0, 0));
        if !self.state().repeating.is_empty() {
            self.change(Change::Repeating(Edit::All(Vec::new())));
        }
        if !self.state().triggered.is_empty() {
            self.change(Change::Triggered(Edit::All(Vec::new())));
        }
        if !self.state().left_out.is_empty() {
            self.change(Change::LeftOut(Edit::All(Vec::new())));
        }
    }

    /// Counts a trigger. False: it must not act, because it repeats or there were too many.
    pub(in crate::kernel) fn may_trigger(&mut self, trigger: &Use) -> bool {
        if self.state().repeating.contains(&trigger.ability) || self.is_left_out(trigger.ability) {
            return false;
        }
        self.count_on(|next| next.triggers += 1);
        let count = self.state().next.triggers;
        // The last round of a loop set this trigger off, so it is dropped with the loop.
        if count > MAX_REPEATED && self.give_up_loop() {
            return false;
        }
        if count > MAX_REPEATED && self.card_triggers_too_much(trigger.ability) {
            return false;
        }
        if count > MAX_TRIGGERS {
            self.change(Change::Pending(Edit::All(Vec::new())));
            if count == MAX_TRIGGERS + 1 {
                self.record(Line::BrokenOff(Broken::TooManyTriggers));
            }
            return false;
        }
        true
    }

    /// Counts a trigger of a card, and leaves the card out after its share. True: the card is left out.
    fn card_triggers_too_much(&mut self, ability: AbilityId) -> bool {
        let Some(card) = self.rules.abilities[ability.index()].def else { return false };
        let triggered = &self.state().triggered;
        let (edit, n) = match triggered.iter().position(|(of, _)| *of == card) {
            Some(at) => (Edit::Replace(at, (card, triggered[at].1 + 1)), triggered[at].1 + 1),
            None => (Edit::push(triggered, (card, 1)), 1),
        };
        self.change(Change::Triggered(edit));
        if n > TRIGGERS_OF_CARD {
            self.leave_out(card);
        }
        n > TRIGGERS_OF_CARD
    }

    /// Counts a check that found something. False: checks repeat, and none acts until the next answer.
    pub(in crate::kernel) fn may_check(&mut self, check: Sym) -> bool {
        self.count_on(|next| next.checks += 1);
        // If triggers undo the check each time, the triggers are the loop.
        if self.state().next.checks > MAX_REPEATED && self.give_up_loop() {
            self.count_on(|next| next.checks = 0);
        }
        let may_act = self.state().next.checks <= MAX_REPEATED;
        if !may_act {
            self.record(Line::BrokenOff(Broken::Check(check)));
        }
        may_act
    }

    /// Leaves out the abilities that repeat on the stack, and drops the triggers of all but their first rounds. False:
    /// nothing repeats.
    fn give_up_loop(&mut self) -> bool {
        let mut rounds: Vec<(AbilityId, usize)> = Vec::new();
        // The number of groups of triggers that waited when the first excess round began.
        let mut kept = None;
        for task in &self.state().tasks {
            let Task::Use(id, _, base) = task else { continue };
            let is_trigger = |u: &&Use| {
                let ability = &self.rules.abilities[u.ability.index()];
                matches!(ability.form, AbilityForm::After(_)) && u.event.is_some()
            };
            let Some(ability) = self.state().use_(*id).filter(is_trigger).map(|u| u.ability) else { continue };
            if self.state().repeating.contains(&ability) {
                continue;
            }
            let at = rounds.iter().position(|(a, _)| *a == ability).unwrap_or_else(|| {
                rounds.push((ability, 0));
                rounds.len() - 1
            });
            rounds[at].1 += 1;
            if rounds[at].1 > MAX_ROUNDS && kept.is_none() {
                kept = Some(*base as usize);
            }
        }
        let Some(kept) = kept else { return false };
        // In a loop of several triggers, those that have not begun the last round are one round behind.
        let repeating: Vec<AbilityId> = rounds.into_iter().filter(|(_, n)| *n >= MAX_ROUNDS).map(|(a, _)| a).collect();
        while self.state().pending.len() > kept {
            self.change(Change::Pending(Edit::Remove(self.state().pending.len() - 1)));
        }
        for ability in &repeating {
            self.change(Change::Repeating(Edit::push(&self.state().repeating, *ability)));
        }
        self.record(Line::BrokenOff(Broken::Triggers(repeating)));
        if self.rules.triggers.loops_are_draws {
            self.finish(Outcome::Draw);
        }
        true
    }

    /// True if an ability belongs to a card that is left out until the next answer.
    #[inline]
    pub(in crate::kernel) fn is_left_out(&self, ability: AbilityId) -> bool {
        self.game().is_left_out(ability)
    }

    /// Leaves a card out until the next answer.
    pub fn leave_out(&mut self, card: DefId) {
        if self.state().left_out.contains(&card) {
            return;
        }
        self.change(Change::LeftOut(Edit::push(&self.state().left_out, card)));
        let rules = self.rules.clone();
        let of_card = |id: &AbilityId| rules.abilities[id.index()].def == Some(card);
        // Draws with which the card replaced events are dropped, too.
        for at in 0..self.state().tasks.len() {
            let is_its =
                |task: &Task| matches!(task, Task::Batch(batch) if batch.used.iter().any(|(id, _)| of_card(id)));
            if is_its(&self.state().tasks[at]) {
                self.with_task(at, |task| {
                    if let Task::Batch(batch) = task {
                        batch.behind.clear();
                    }
                });
            }
        }
        // Removes the waiting triggers of the card here, once, so that they are not dropped one by one. An empty
        // group keeps its place, because uses refer to places.
        for at in 0..self.state().pending.len() {
            let rest: Vec<Use> = self.state().pending[at].iter().filter(|u| !of_card(&u.ability)).cloned().collect();
            if rest.len() < self.state().pending[at].len() {
                self.change(Change::Waiting(at, Edit::All(rest)));
            }
        }
        self.record(Line::BrokenOff(Broken::Share(card)));
    }

    /// Leaves out the card with most tasks on the stack. If no card has many, the rules of the game nest too deep, and
    /// the effects of packs are removed.
    #[cold]
    pub(in crate::kernel) fn leave_out_deepest(&mut self) {
        let mut waiting: Vec<(DefId, usize)> = Vec::new();
        for task in &self.state().tasks {
            let Some(Payer::Card(Some(card))) = self.game().payer_of_task(task) else { continue };
            match waiting.iter_mut().find(|(of, _)| *of == card) {
                Some((_, n)) => *n += 1,
                None => waiting.push((card, 1)),
            }
        }
        if let Some((card, n)) = waiting.into_iter().max_by_key(|(_, n)| *n)
            && n > MOST_WAITING
        {
            self.leave_out(card);
        } else {
            self.drop_pack_effects();
        }
    }

    /// Removes the static and timed effects of packs' cards, and closes the game's own records that packs opened. The
    /// game's own rules do not end under their influence, but do without packs. (A flow that repeats until somebody
    /// chooses never ends if a pack forbids every choice.) False: there was nothing to remove.
    #[cold]
    pub(in crate::kernel) fn drop_pack_effects(&mut self) -> bool {
        let rules = self.rules.clone();
        let is_from_pack = |card: &DefId| rules.defs[card.index()].is_from_pack;
        let mut cards: Vec<DefId> = Vec::new();
        let mut blame = |card: Option<DefId>| match card.filter(is_from_pack) {
            Some(card) if !cards.contains(&card) => cards.push(card),
            _ => {}
        };
        let abilities: Vec<AbilityId> =
            self.game().table_env().statics().saying(|_| true).map(|one| one.ability).collect();
        abilities.iter().for_each(|id| blame(rules.abilities[id.index()].def));
        self.state().modifiers.iter().for_each(|m| blame(m.origin.0));
        self.state().permissions.iter().for_each(|granted| blame(granted.origin.0));
        let is_own = |record: &Record| !rules.schema.records[record.kind.index()].is_from_pack;
        self.state().records.iter().filter(|r| is_own(r)).for_each(|r| blame(r.origin.0));
        for &card in &cards {
            self.record(Line::BrokenOff(Broken::HeldUp(card)));
            for id in abilities.iter().filter(|id| rules.abilities[id.index()].def == Some(card)) {
                if !self.state().given_up.contains(id) {
                    self.change(Change::GivenUp(Edit::push(&self.state().given_up, *id)));
                }
            }
            while let Some(at) = self.state().modifiers.iter().position(|m| m.origin.0 == Some(card)) {
                self.change(Change::Modifiers(Edit::Remove(at)));
            }
            while let Some(at) = self.state().permissions.iter().position(|granted| granted.origin.0 == Some(card)) {
                self.change(Change::Permissions(Box::new(Edit::Remove(at))));
            }
            let of_card = |r: &&Record| r.origin.0 == Some(card) && is_own(r);
            let opened: Vec<RecId> = self.state().records.iter().filter(of_card).map(|r| r.id).collect();
            for id in opened {
                self.drop_record(id);
            }
        }
        !cards.is_empty()
    }
}
