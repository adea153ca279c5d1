//! Change: the only place that writes to the state of a game.
//!
//! Whoever changes something says so as a [`Change`]. While a journal is kept, the inverse of each is noted there, so
//! that the state can go back exactly; and what each touches is marked.

mod make;

use std::sync::Arc;

use crate::kernel::model::chance::{Chance, Script};
use crate::kernel::model::change::{Change, Edit, Touched};
use crate::kernel::model::log::Log;
use crate::kernel::model::objects::{Event, Ordinals};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::state::State;
use crate::kernel::model::task::Task;
use crate::kernel::read::game::Game;

/// A state with its rules and its log.
#[derive(Clone, Debug)]
pub struct World {
    /// The game.
    pub rules: Arc<Rules>,
    state: State,
    /// The log, from some point on.
    pub log: Log,
    /// Events that a script collects for one batch; `None`: it proposes each at once.
    pub collected: Option<Vec<Event>>,
    /// What undoes each change since the journal began, the latest last; `None`: none is kept.
    journal: Option<Vec<Change>>,
    touched: Touched,
}

impl World {
    /// A state under its rules, with a log.
    pub fn at(rules: Arc<Rules>, state: State, log: Log) -> World {
        World { rules, state, log, collected: None, journal: None, touched: Touched::ALL }
    }

    /// The state.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state under its rules, to be read.
    #[inline]
    pub fn game(&self) -> Game<'_> {
        Game { rules: &self.rules, state: &self.state }
    }

    /// Makes a change, and notes what undoes it.
    ///
    /// # Panics
    ///
    /// Panics if the change names a card or a place that is not there.
    pub(crate) fn change(&mut self, change: Change) {
        self.touched.0 |= change.touches().0;
        let undo = make::make(&mut self.state, self.rules.schema.stored, change);
        if let Some(journal) = &mut self.journal {
            journal.push(undo);
        }
    }

    /// Puts a task on top.
    #[inline]
    pub fn push(&mut self, task: Task) {
        self.note_undo(|state| Change::Tasks(Edit::Remove(state.tasks.len())));
        self.touched.0 |= Touched::CONTROL.0;
        self.state.tasks.push(task);
    }

    /// Puts a task before the one at a place, counted from 0 at the bottom.
    pub(in crate::kernel) fn insert_task(&mut self, at: usize, task: Task) {
        self.note_undo(|_| Change::Tasks(Edit::Remove(at)));
        self.touched.0 |= Touched::CONTROL.0;
        self.state.tasks.insert(at, task);
    }

    /// Takes the task on top away.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Task> {
        let top = self.state.tasks.len().checked_sub(1)?;
        self.note_undo(|state| Change::Tasks(Edit::Insert(top, state.tasks[top].clone())));
        self.touched.0 |= Touched::CONTROL.0;
        self.state.tasks.pop()
    }

    /// Notes what undoes what is about to be written, if a journal is kept.
    #[inline]
    fn note_undo(&mut self, undo: impl FnOnce(&State) -> Change) {
        if let Some(journal) = &mut self.journal {
            journal.push(undo(&self.state));
        }
    }

    /// Changes a task where it lies, by its place from the bottom.
    pub(crate) fn with_task<R>(&mut self, at: usize, f: impl FnOnce(&mut Task) -> R) -> R {
        self.note_undo(|state| Change::Tasks(Edit::Replace(at, state.tasks[at].clone())));
        self.touched.0 |= Touched::CONTROL.0;
        f(&mut self.state.tasks[at])
    }

    /// Draws from chance.
    pub(in crate::kernel) fn with_chance<R>(&mut self, f: impl FnOnce(&mut Chance) -> R) -> R {
        self.note_undo(|state| Change::Chance(Box::new(state.chance.clone())));
        self.touched.0 |= Touched::CONTROL.0;
        f(&mut self.state.chance)
    }

    /// Uses up what a scenario dictates, if it dictates chance.
    pub(in crate::kernel) fn with_dictated<R>(&mut self, f: impl FnOnce(&mut Script) -> R) -> Option<R> {
        let script = self.state.scripted.as_mut()?;
        if let Some(journal) = &mut self.journal {
            journal.push(Change::Dictated(Some(Box::new(script.clone()))));
        }
        Some(f(script))
    }

    /// Counts on.
    #[inline]
    pub(in crate::kernel) fn count_on(&mut self, f: impl FnOnce(&mut Ordinals)) {
        self.note_undo(|state| Change::Next(state.next));
        self.touched.0 |= Touched::CONTROL.0;
        f(&mut self.state.next);
    }

    /// Notes that a line was written to the log: its bytes.
    pub(in crate::kernel) fn feed_log(&mut self, bytes: &[u8]) {
        self.note_undo(|state| Change::Written(state.log_len, state.log_hash));
        self.state.log_hash = xxhash_rust::xxh3::xxh3_64_with_seed(bytes, self.state.log_hash);
        self.state.log_len += 1;
    }

    /// What was touched since this was asked last.
    pub fn take_touched(&mut self) -> Touched {
        std::mem::take(&mut self.touched)
    }

    // ---- the journal ----

    /// Keeps a journal from here on, if none is kept yet: the place to go back to.
    pub fn mark(&mut self) -> usize {
        self.journal.get_or_insert_default().len()
    }

    /// Goes back to a place of the journal. The state is then just as it was, and the log ends where it ended.
    ///
    /// # Panics
    ///
    /// Panics if no journal is kept.
    pub fn go_back(&mut self, mark: usize) {
        let mut journal = self.journal.take().expect("a journal is kept since the mark");
        while journal.len() > mark {
            let undo = journal.pop().expect("it is longer");
            self.touched.0 |= undo.touches().0;
            make::make(&mut self.state, self.rules.schema.stored, undo);
        }
        self.journal = Some(journal);
        let len = self.state.log_len;
        self.truncate_log(len);
    }

    /// Keeps no journal any more: nothing before this can be gone back to.
    pub fn forget_journal(&mut self) {
        self.journal = None;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::World;
    use crate::kernel::model::change::{Change, Touched};
    use crate::kernel::model::rules::Rules;
    use crate::kernel::model::value::Seat;

    fn world() -> World {
        let mut rules = Rules::default();
        rules.schema.seats = 2;
        World::empty(Arc::new(rules), 1)
    }

    #[test]
    fn a_change_marks_what_it_touches() {
        let mut world = world();
        world.take_touched();
        world.change(Change::Active(Seat(1)));
        let touched = world.take_touched();
        assert!(touched.has(Touched::FLOW) && !touched.has(Touched::CARDS));
        assert_eq!(world.take_touched(), Touched::default());
    }

    #[test]
    fn going_back_leaves_what_came_before_the_mark() {
        let mut world = world();
        world.change(Change::Active(Seat(1)));
        let before = world.state().clone();
        let mark = world.mark();
        world.change(Change::Lost(1));
        world.with_chance(|chance| chance.epoch = 7);
        assert_ne!(world.state(), &before);
        world.go_back(mark);
        assert_eq!(world.state(), &before);
    }
}
