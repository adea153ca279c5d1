//! Change: the only place that writes to the state of a game.
//!
//! Every write is a [`Change`]. While there is a [`Mark`] to go back to, the inverse of each change is noted, so that
//! the state can go back exactly. A change also drops the cached values that depend on what it touches.

mod abandoned_rules;
mod journal;
mod make;

pub use journal::Mark;
use journal::UndoJournal;

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::kernel::model::chance::{Chance, Script};
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::change_weight;
use crate::kernel::model::decision::Decision;
use crate::kernel::model::game_log::Log;
use crate::kernel::model::objects::{Event, Ordinals};
use crate::kernel::model::rules::{ProtectedValues, Rules};
use crate::kernel::model::state::State;
use crate::kernel::model::task::Task;
use crate::kernel::model::touched::{Touched, ValueReads};
use crate::kernel::model::touched_cards::{AboutCards, OfEach};
use crate::kernel::model::value::{Card, Seat};
use crate::kernel::read::game::Game;
use crate::kernel::read::state_cache::StateCache;
use crate::kernel::run::step_budget::Began;

/// A game that can be changed: its state, its rules, its log and its caches.
#[derive(Clone, Debug)]
pub struct World {
    /// The compiled rules of the game.
    pub rules: Arc<Rules>,
    state: State,
    /// The log: its latest lines, because older ones are dropped when there are too many.
    pub log: Log,
    /// Events that a script collects for one batch; `None`: it proposes each at once.
    pub collected: Option<Vec<Event>>,
    /// The number of writes so far, for budgets: a large change counts several times, and undoing reduces nothing.
    pub(crate) written: u64,
    journal: UndoJournal,
    derived: StateCache,
    protection: Protection,
    /// Two counts in one number: the windows and uses, and the scripts, among the tasks (see [`nesting_of`]).
    nesting: u64,
    /// The remaining steps, the writes and the looks at the beginning of the current step: the cost of the step is the
    /// difference.
    pub(in crate::kernel) began: Began,
    /// A buffer for the bytes of a log line, reused for each line.
    pub(in crate::kernel) line: Vec<u8>,
}

/// What is known of the numbers that the outermost running script must leave unchanged.
#[derive(Clone, Debug, Default)]
enum Protection {
    /// No script runs.
    #[default]
    Nothing,
    /// Nothing of what the numbers are computed from (this set of reads) was changed since the script began.
    Unchanged(Touched),
    /// The protected numbers as they were before the script's first change that could affect them.
    Was(ProtectedValues),
}

impl World {
    /// A world of this state under these rules, with this log, without cached values and without marks.
    pub fn at(rules: Arc<Rules>, state: State, log: Log) -> World {
        World {
            nesting: nesting_of_all(&state.tasks),
            began: Began::default(),
            rules,
            state,
            log,
            collected: None,
            written: 0,
            journal: UndoJournal::default(),
            derived: StateCache::default(),
            protection: Protection::default(),
            line: Vec::new(),
        }
    }

    /// The state.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state under its rules, to be read.
    #[inline]
    pub fn game(&self) -> Game<'_> {
        self.derived.work.begin();
        Game { rules: &self.rules, state: &self.state, derived: &self.derived }
    }

    /// Makes a change, and notes its inverse.
    ///
    /// # Panics
    ///
    /// Panics if the change names a card or a place that is not there.
    pub fn change(&mut self, mut change: Change) {
        self.written += 1 + change.weight();
        let game = self.game();
        let (touched, cards) = (game.touches(&change), game.touched_cards(&change));
        if let Protection::Unchanged(reads) = self.protection
            && touched.meets(reads)
        {
            self.find_protected_values();
        }
        self.derived.drop_touched(touched, cards);
        if let AboutCards::These(a, b) = cards
            && !self.state.attached.is_empty()
        {
            // A card's values may depend on its host, and on abilities of the cards attached to it.
            let mut hosts: SmallVec<[Card; 8]> = smallvec![a, b];
            if touched.meets(Touched::STATICS) {
                hosts.extend([a, b].iter().filter_map(|card| self.state.host(*card)));
            }
            while let Some(host) = hosts.pop() {
                hosts.extend(self.state.carried(host));
                self.derived.note_card(host);
            }
        }
        let is_of_tasks = matches!(change, Change::Tasks(_));
        make::make(&mut self.state, self.rules.schema.stored, &mut change);
        if is_of_tasks {
            self.nesting = nesting_of_all(&self.state.tasks);
        }
        // Usually there is no mark, and the change need not be moved.
        if self.journal.has_marks() {
            self.journal.note(|| change);
        }
    }

    /// True if all cached values equal newly computed ones: for tests, and in debug builds at every decision.
    pub fn derived_is_right(&self) -> bool {
        self.derived.is_right(self.game())
    }

    /// Puts a task on top.
    #[inline(always)] // inlined where the kind of the task is known, so that its nesting costs nothing
    pub fn push(&mut self, task: Task) {
        self.nesting += nesting_of(&task);
        self.push_uncounted(task);
    }

    fn push_uncounted(&mut self, task: Task) {
        let at = self.state.tasks.len();
        self.journal.note_task(at, || Edit::Remove(at));
        self.derived.drop_control();
        self.state.tasks.push(task);
    }

    /// Puts a task before the one at a place, counted from 0 at the bottom.
    pub(in crate::kernel) fn insert_task(&mut self, at: usize, task: Task) {
        let tasks = &self.state.tasks;
        // Tasks above it move up by one, so the whole stack is noted.
        self.journal.note_task(at, || Edit::All(tasks.clone()));
        self.derived.drop_control();
        self.nesting += nesting_of(&task);
        self.state.tasks.insert(at, task);
    }

    /// Takes the task on top away.
    #[inline(always)] // the loop takes one at every step, and a task is large to hand over
    pub(crate) fn pop(&mut self) -> Option<Task> {
        let top = self.state.tasks.len().checked_sub(1)?;
        let tasks = &self.state.tasks;
        self.journal.note_task(top, || Edit::Insert(top, tasks[top].clone()));
        self.derived.drop_control();
        self.nesting -= nesting_of(&self.state.tasks[top]);
        self.state.tasks.pop()
    }

    /// Changes the task at a place, counted from the bottom.
    pub(crate) fn with_task<R>(&mut self, at: usize, f: impl FnOnce(&mut Task) -> R) -> R {
        let tasks = &self.state.tasks;
        self.journal.note_task(at, || Edit::Replace(at, tasks[at].clone()));
        self.derived.drop_control();
        self.nesting -= nesting_of(&self.state.tasks[at]);
        let done = f(&mut self.state.tasks[at]);
        self.nesting += nesting_of(&self.state.tasks[at]);
        done
    }

    /// The number of windows and uses among the tasks, at most 255: the depth that a log line written now gets.
    pub(in crate::kernel) fn depth(&self) -> u8 {
        debug_assert_eq!(self.nesting, nesting_of_all(&self.state.tasks), "the nesting is kept wrong");
        (self.nesting as u32).min(255) as u8
    }

    /// True if a script is among the tasks: one has begun and is not over.
    #[inline]
    pub(in crate::kernel) fn has_scripts(&self) -> bool {
        self.nesting >= SCRIPT
    }

    /// Lets `f` draw from the chance of the game, and notes the chance before it as the inverse.
    pub(in crate::kernel) fn with_chance<R>(&mut self, f: impl FnOnce(&mut Chance) -> R) -> R {
        self.written += 1;
        let chance = &self.state.chance;
        self.journal.note(|| Change::Chance(Box::new(chance.clone())));
        self.derived.drop_control();
        f(&mut self.state.chance)
    }

    /// Lets `f` take a result from the script of dictated chance, and notes the script as it was before. `None`: no
    /// scenario dictates chance.
    pub(in crate::kernel) fn with_dictated<R>(&mut self, f: impl FnOnce(&mut Script) -> R) -> Option<R> {
        let script = self.state.scripted.as_mut()?;
        self.journal.note(|| Change::Dictated(Some(Box::new(script.clone()))));
        Some(f(script))
    }

    /// Advances the running numbers.
    #[inline]
    pub(in crate::kernel) fn count_on(&mut self, f: impl FnOnce(&mut Ordinals)) {
        self.derived.drop_control();
        f(&mut self.state.next);
    }

    /// Feeds the bytes of a log line to the running hash.
    pub(in crate::kernel) fn feed_log(&mut self, bytes: &[u8]) {
        self.written += 1 + change_weight::of_line(bytes.len());
        self.state.log_hash = xxhash_rust::xxh3::xxh3_64_with_seed(bytes, self.state.log_hash);
        self.state.log_len += 1;
    }

    /// Caches the current question of a declaration.
    pub(in crate::kernel) fn asks(&mut self, decision: Decision) {
        self.derived.keep_asked(decision);
    }

    /// Drops the cached decision of a seat that has answered in its lane of a sealed window.
    pub(in crate::kernel) fn answered_in_lane(&mut self, seat: Seat) {
        self.derived.answered_in_lane(seat);
    }

    // ---- checks ----

    /// Marks checks to be evaluated again: those that found nothing, and whose reads were changed since.
    #[inline]
    pub(in crate::kernel) fn wake_checks(&mut self) {
        if self.derived.may_wake_checks(self.rules.checks.len()) {
            self.wake_touched_checks();
        }
    }

    fn wake_touched_checks(&mut self) {
        if !self.derived.wake_checks(self.rules.checks.len()) {
            return;
        }
        for check in 0..self.rules.checks.len() {
            if let Some(cards) = self.derived.cards_of_check(check)
                && !self.game().check_finds_none_of(check, &cards)
            {
                self.derived.wake_check(check);
            }
        }
    }

    /// True if all checks are known to find nothing.
    #[inline]
    pub(in crate::kernel) fn are_checks_quiet(&self) -> bool {
        self.derived.are_checks_quiet()
    }

    /// True if a check, by its place in the manifest, is known to find nothing.
    pub(in crate::kernel) fn is_quiet(&self, check: usize) -> bool {
        self.derived.is_quiet(check)
    }

    /// Notes that a check found nothing, so that it is not evaluated again before one of its reads is touched.
    pub(in crate::kernel) fn found_nothing(&mut self, check: usize, from: (ValueReads, OfEach)) {
        self.derived.found_nothing(check, from, &self.state);
    }

    // ---- numbers that scripts must leave as they are ----

    /// Begins to watch the `keeps` values for the outermost script. They are computed just before the first change that
    /// could affect them.
    pub fn protect_from_now(&mut self) {
        match self.game().protected_reads() {
            Some(reads) => self.protection = Protection::Unchanged(reads),
            None => self.find_protected_values(),
        }
    }

    #[cold]
    fn find_protected_values(&mut self) {
        let game = self.game();
        // The comparison of protected values charges no work: a script that changes nothing pays nothing.
        let values = game.derived.work.unpaid(|| game.protected_values());
        self.protection = Protection::Was(values.unwrap_or_default());
    }

    /// The protected numbers as they were before the outermost script's first change that could affect them; `None`: it
    /// has made no such change.
    pub(in crate::kernel) fn protected_before(&self) -> Option<&ProtectedValues> {
        match &self.protection {
            Protection::Was(kept) => Some(kept),
            Protection::Nothing | Protection::Unchanged(_) => None,
        }
    }

    // ---- going back ----

    /// Marks this moment to go back to. Marks are released in reverse order.
    pub fn mark(&mut self) -> Mark {
        self.journal.mark(&self.state)
    }

    /// Releases a mark that is not needed any more. Without marks nothing is noted, and no number is protected.
    pub fn release(&mut self, mark: &Mark) {
        self.journal.release(mark);
        if !self.journal.has_marks() {
            self.protection = Protection::Nothing;
        }
    }

    /// Goes back to a mark, which stays set. The state is exactly as it was, and the log ends where it ended.
    pub fn go_back(&mut self, mark: &Mark) {
        let undos = self.journal.since(mark);
        self.derived = StateCache::default();
        mark.restore(&mut self.state, self.rules.schema.stored, undos);
        self.nesting = nesting_of_all(&self.state.tasks);
        self.collected = None;
        self.truncate_log(self.state.log_len);
    }

    /// The state as it was at a mark.
    pub fn state_at(&self, mark: &Mark) -> State {
        let mut state = self.state.clone();
        mark.restore(&mut state, self.rules.schema.stored, self.journal.clone().since(mark));
        state
    }
}

/// One script in a nesting.
const SCRIPT: u64 = 1 << 32;

/// What one task adds to `nesting`: a window or use adds 1 in the low half, a script 1 in the high half. So one
/// addition counts both.
#[inline]
fn nesting_of(task: &Task) -> u64 {
    match task {
        Task::Window(_) | Task::Use(..) => 1,
        Task::Script(_) => SCRIPT,
        _ => 0,
    }
}

fn nesting_of_all(tasks: &[Task]) -> u64 {
    tasks.iter().map(nesting_of).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::World;
    use crate::kernel::model::change::Change;
    use crate::kernel::model::rules::Rules;
    use crate::kernel::model::task::Task;
    use crate::kernel::model::value::Seat;

    fn world() -> World {
        let mut rules = Rules::default();
        rules.schema.seats = 2;
        World::empty(Arc::new(rules), 1)
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
        assert_eq!(world.state_at(&mark), before);
        world.go_back(&mark);
        assert_eq!(world.state(), &before);
    }

    #[test]
    fn tasks_go_back_from_above_and_below_a_mark() {
        let mut world = world();
        (0..3).for_each(|seat| world.push(Task::Draw(Seat(seat), 1, None)));
        let (outer, at_outer) = (world.mark(), world.state().clone());
        world.pop();
        world.push(Task::LeavePhase);
        world.push(Task::LeavePhase);
        let (inner, at_inner) = (world.mark(), world.state().clone());
        (0..3).for_each(|_| drop(world.pop()));
        world.insert_task(1, Task::LeavePhase);
        world.push(Task::Draw(Seat(7), 7, None));
        let mut other = world.clone();
        world.go_back(&inner);
        assert_eq!(world.state(), &at_inner);
        world.push(Task::LeavePhase);
        world.release(&inner);
        world.pop();
        world.pop();
        world.go_back(&outer);
        assert_eq!(world.state(), &at_outer);
        // A world that goes back to the outer mark at once, past the inner one, gets there, too.
        other.go_back(&outer);
        assert_eq!(other.state(), &at_outer);
    }
}
