//! Failures of scripts: the state goes back to where the script began, and the game goes on without it or ends.

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::log::{Broken, Line};
use crate::kernel::model::state::State;
use crate::kernel::model::task::Task;
use crate::kernel::run::change::World;

impl World {
    /// The script on top begins.
    pub fn script_begins(&mut self) {
        if let Some(at) = self.state().tasks.len().checked_sub(1) {
            self.with_task(at, |task| {
                if let Task::Script(call) = task {
                    call.started = true;
                }
            });
        }
    }

    /// Goes back to a state that this game was in before.
    pub fn back_to(&mut self, state: State) {
        let len = state.log_len;
        self.change(Change::Whole(Box::new(state)));
        self.collected = None;
        self.truncate_log(len);
    }

    /// Undoes what the script on top of a state did, which failed in this file and line, and all that came of it. The
    /// game ends if it cannot do without: if the script is a step of its own flow, unless it `may_lack` that one.
    pub fn script_fails(&mut self, began: State, line: Line, may_lack: bool) {
        let (epoch, failures) = (self.state().chance.epoch, self.state().failures.clone());
        self.back_to(began);
        self.change(Change::Failures(Edit::All(failures)));
        // A chance result that was seen never comes again.
        self.with_chance(|chance| chance.epoch = epoch + 1);
        let Some(Task::Script(call)) = self.pop() else { return };
        self.record(line);
        let failures = &self.state().failures;
        self.change(Change::Failures(match failures.iter().position(|(s, _)| *s == call.script) {
            Some(at) => Edit::Replace(at, (call.script, failures[at].1 + 1)),
            None => Edit::push(failures, (call.script, 1)),
        }));
        if call.context.this.is_none() && !may_lack {
            self.abort(Broken::Script(call.script));
        } else {
            self.happens_after_all(&call.context);
        }
    }
}
