//! The journal: the inverse of each change since the first mark that is still needed.
//!
//! Only tasks below the mark are noted; tasks above it are simply dropped. Running numbers, which change with every
//! event, are stored in the mark itself, so that an effect notes little more than its own changes.

use super::make;
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::objects::Ordinals;
use crate::kernel::model::state::State;
use crate::kernel::model::task::Task;

/// The inverses of changes, the latest last. Without a mark none are noted.
#[derive(Clone, Debug, Default)]
pub(super) struct UndoJournal {
    undos: Vec<Change>,
    /// The number of tasks, counted from the bottom of the stack, that some mark needs. `None`: there is no mark.
    floor: Option<usize>,
}

/// A moment to go back to.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The length of the journal.
    at: usize,
    /// The number of tasks on the stack.
    tasks: usize,
    /// The `floor` of the journal before this mark was set, which comes back when the mark is released.
    outer: Option<usize>,
    next: Ordinals,
    /// The log: its length and hash.
    written: (u32, u64),
}

impl UndoJournal {
    /// Notes what undoes a change, if there is a mark.
    #[inline]
    pub fn note(&mut self, undo: impl FnOnce() -> Change) {
        if self.floor.is_some() {
            self.undos.push(undo());
        }
    }

    /// Notes the inverse of a change to the task at a place, if a mark needs it.
    #[inline]
    pub fn note_task(&mut self, at: usize, undo: impl FnOnce() -> Edit<Task>) {
        if self.floor.is_some_and(|floor| at < floor) {
            self.undos.push(Change::Tasks(undo()));
        }
    }

    pub fn mark(&mut self, state: &State) -> Mark {
        let outer = self.floor;
        self.floor = Some(state.tasks.len().max(outer.unwrap_or(0)));
        Mark {
            at: self.undos.len(),
            tasks: state.tasks.len(),
            outer,
            next: state.next,
            written: (state.log_len, state.log_hash),
        }
    }

    pub fn release(&mut self, mark: &Mark) {
        self.floor = mark.outer;
        if self.floor.is_none() {
            self.undos.clear();
        }
    }

    /// True if there is a mark.
    pub fn has_marks(&self) -> bool {
        self.floor.is_some()
    }

    /// Takes all that was noted since a mark, the latest last.
    pub fn since(&mut self, mark: &Mark) -> Vec<Change> {
        self.floor = Some(mark.tasks.max(mark.outer.unwrap_or(0)));
        self.undos.split_off(mark.at.min(self.undos.len()))
    }
}

impl Mark {
    /// The length of the log.
    pub fn log_len(&self) -> u32 {
        self.written.0
    }

    /// The number of tasks on the stack.
    pub fn tasks(&self) -> usize {
        self.tasks
    }

    /// Restores a state to this mark by the noted inverses.
    pub(super) fn restore(&self, state: &mut State, stored: usize, undos: Vec<Change>) {
        for undo in undos.into_iter().rev() {
            match undo {
                // A later mark also noted changes of tasks above this mark. They need no undoing: these tasks are cut
                // off below.
                Change::Tasks(Edit::Insert(at, _) | Edit::Remove(at) | Edit::Replace(at, _)) if at >= self.tasks => {}
                mut undo => make::make(state, stored, &mut undo),
            }
        }
        state.tasks.truncate(self.tasks);
        state.next = self.next;
        (state.log_len, state.log_hash) = self.written;
    }
}
