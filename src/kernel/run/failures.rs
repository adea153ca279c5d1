//! Failures: after the failure of a script, the state goes back to the start of the script, and the game goes on
//! without it or ends.

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::context::ScriptCall;
use crate::kernel::model::log_lines::{Broken, Line};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{Card, ScriptId, Seat};
use crate::kernel::read::work_payers::Payer;
use crate::kernel::run::change::{Mark, World};

impl World {
    /// Marks the script on top of the stack of tasks as begun.
    pub fn script_begins(&mut self) {
        if let Some(at) = self.state().tasks.len().checked_sub(1) {
            self.with_task(at, |task| {
                if let Task::Script(call) = task {
                    call.started = true;
                }
            });
        }
    }

    /// The script that began at a mark, on top of the stack.
    pub fn script_of(&self, began: &Mark) -> Option<ScriptId> {
        match self.state().tasks.get(began.tasks().checked_sub(1)?)? {
            Task::Script(call) => Some(call.script),
            _ => None,
        }
    }

    /// The seats that have seen a hidden card since a mark, one bit each.
    pub fn shown_since(&self, began: &Mark) -> u8 {
        let before = self.state_at(began);
        let seats = self.rules.schema.seats;
        let is_shown = |seat: Seat| {
            let cards = (0..before.cards.len().min(self.state().cards.len())).map(|i| Card(i as u16));
            cards
                .clone()
                .any(|card| self.state().sees(&self.rules, seat, card) && !before.sees(&self.rules, seat, card))
        };
        (0..seats).map(Seat).filter(|seat| is_shown(*seat)).fold(0, |mask, seat| mask | 1 << seat.0)
    }

    /// Undoes a failed script with all its consequences, back to the mark at its beginning, and logs `line`. The mark
    /// is released. The failure counts against the script if `is_own`.
    ///
    /// If the script is a step of the game's own flow, the game cannot go on without it and ends. Exceptions: the flow
    /// `may_lack` the script, an effect of a card started it, or packs have cards in the game, which then lose their
    /// effects first.
    pub fn script_fails(&mut self, began: &Mark, line: Line, (may_lack, is_own): (bool, bool)) {
        let (epoch, failures) = (self.state().chance.epoch, self.state().failures.clone());
        self.go_back(began);
        self.release(began);
        self.change(Change::Failures(Edit::All(failures)));
        // A chance result that was seen never comes again.
        self.with_chance(|chance| chance.epoch = epoch + 1);
        let Some(Task::Script(call)) = self.pop() else { return };
        self.record(line);
        if is_own && !self.is_of_another(&call) {
            let failures = &self.state().failures;
            self.change(Change::Failures(match failures.iter().position(|(s, _)| *s == call.script) {
                Some(at) => Edit::Replace(at, (call.script, failures[at].1.saturating_add(1))),
                None => Edit::push(failures, (call.script, 1)),
            }));
        }
        let is_of_effect = call.context.this.is_some() || call.origin.0.is_some() || self.game().payer() != Payer::Game;
        let is_of_flow = !is_of_effect && !may_lack;
        if is_of_flow && self.drop_pack_effects() {
            // Without the effects of packs the script may succeed, so it is tried again.
            self.push(Task::Script(Box::new(ScriptCall { started: false, ..*call })));
        } else if is_of_flow && !self.rules.defs.iter().any(|def| def.is_from_pack) {
            self.abort(Broken::Script(call.script));
        } else {
            self.propose_unreplaced(&call.context);
        }
    }

    /// True if another card's effect used the script's ability: its failure is not blamed on its own card.
    fn is_of_another(&self, call: &ScriptCall) -> bool {
        let use_ = call.context.this.and_then(|id| self.state().use_(id));
        use_.and_then(|use_| use_.origin.0)
            .is_some_and(|card| self.rules.scripts[call.script.index()].def != Some(card))
    }
}
