//! Drive: runs the kernel and its scripts in turn until a question, and handles failed scripts.

use std::rc::Rc;

use super::budget::Spent;
use super::suspended_scripts::SuspendedScripts;
use super::vm_pool::ThreadGame;
use super::{CheckpointInput, Entry, Fault, OnFault, Table};
use crate::kernel::model::log_lines::{Broken, Line};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{DefId, ScriptId};
use crate::kernel::read::work_payers::Payer;
use crate::kernel::run::tasks::MAX_EFFECT_TASKS;
use crate::kernel::{Answer, In, Out, Seat, Value};
use crate::script::{FailureKind, ScriptError, Yielded};

/// The reason why a game ends that takes too long to reach its next decision.
const TOO_LONG: &str = "the rules take too long to get to the next decision";

/// The greatest depth of scripts that wait for each other: each keeps a coroutine and a mark.
const MAX_DEPTH: usize = 32;
/// The greatest depth of scripts of one card (attack `a circle of replacements by scripts` in
/// tests/clock/attacks_on_shares.rs).
const MAX_DEPTH_OF_CARD: usize = 16;

/// Why a script may not run: the kind of failure, and its message.
type RunFailure = (FailureKind, String);

impl Table {
    pub(super) fn feed(&mut self, seat: Seat, answer: Answer) {
        let local = self.arrive();
        if !self.frames.is_empty() {
            self.since.push(CheckpointInput::Answer(seat, answer.clone()));
        }
        self.fill_budget();
        self.advance(&local, In::Answer(seat, answer));
    }

    pub(super) fn advance(&mut self, local: &Rc<ThreadGame>, input: In) {
        self.world().work().allow(self.clock.looks());
        self.go_on(local, input);
        // The limit of work is lifted: whoever only reads the table, as for a view, changes nothing.
        self.world().work().allow(u64::MAX);
    }

    fn go_on(&mut self, local: &Rc<ThreadGame>, mut input: In) {
        loop {
            let Table { world, budget, .. } = self;
            let world = world.as_deref_mut().expect("the world is here between two scripts");
            let out = world.run(input, &mut budget.steps);
            self.drop_swept(local);
            match out {
                Out::Ask => {
                    self.world().work().allow(u64::MAX);
                    debug_assert!(self.world().derived_is_right(), "what is kept about the state is out of date");
                    if self.frames.is_empty() {
                        self.since.clear();
                    }
                    self.decisions = self.world().game().decisions();
                    return;
                }
                Out::Script(given) => {
                    let world = self.world.as_deref().expect("the world is here between two scripts");
                    let payer = world.game().payer();
                    if payer == Payer::Game && !self.budget.game_goes_on() {
                        break;
                    }
                    match self.script(local, payer, given) {
                        Some(next) => input = next,
                        None => return,
                    }
                }
                Out::Next(next) if !self.clock.is_over() => input = next,
                Out::Next(_) | Out::Late => {
                    self.break_off(TOO_LONG.into());
                    input = In::Go;
                }
                Out::Over => {
                    self.decisions.clear();
                    self.since.clear();
                    return;
                }
            }
        }
        // The game's own steps have started or resumed too often: scripts of the flow start each other without end.
        self.drop_frames(local, 0);
        self.decisions.clear();
        self.world_mut().abort(Broken::Scripts);
    }

    /// Gives the next decision its whole budget, and starts its clock anew.
    pub(super) fn fill_budget(&mut self) {
        self.budget.fill(self.home.game.limits().decision_fuel);
        self.clock.restart();
    }

    /// Drops the coroutines of scripts that the end of a game swept away.
    fn drop_swept(&mut self, local: &ThreadGame) {
        if self.frames.is_empty() {
            return;
        }
        let started = |t: &&Task| matches!(t, Task::Script(call) if call.started);
        let scripts = self.world().state().tasks.iter().filter(started).count();
        self.drop_frames(local, scripts);
    }

    /// Keeps a number of the outermost scripts, and drops the undo information of the others.
    fn drop_frames(&mut self, local: &ThreadGame, len: usize) {
        if let Some(began) = self.frames.truncate(local, len) {
            self.world_mut().release(&began);
        }
    }

    /// Starts or resumes the script on top. `None`: the table stops at a fault.
    fn script(&mut self, local: &Rc<ThreadGame>, payer: Payer, given: In) -> Option<In> {
        let state = self.world().state();
        let Some(Task::Script(call)) = state.tasks.last() else { return Some(In::Go) };
        let script = call.script;
        let refused = match call.started {
            true => None,
            false => match self.begin_script(local, payer, script) {
                Ok(refused) => refused,
                Err(broken) => {
                    self.world_mut().abort(broken);
                    return Some(In::Go);
                }
            },
        };
        if let Some((kind, message)) = self.nests_too_deeply(payer).or(refused) {
            let source = &self.home.game.catalog.scripts[script.index()];
            let error = ScriptError::at(&source.file, source.line, message);
            return self.script_failed(local, ScriptError { kind, ..error });
        }
        let value = match given {
            In::Return(value) => value,
            _ => Value::Nil,
        };
        let until = self.clock.end();
        let world = self.world.take().expect("the world is here between two scripts");
        let (may_use, used) = (self.budget.fuel(payer), self.budget.used(payer));
        let mut fuel = may_use;
        let resumed = self.frames.with(local, |frame| local.vm.resume(frame, world, value, (&mut fuel, used, until)));
        let (world, yielded) = resumed.expect("the table arrived with its scripts");
        self.world = Some(world);
        let spent = self.budget.take(payer, may_use - fuel);
        if self.world().work().is_late() {
            self.break_off(TOO_LONG.into());
            return Some(In::Go);
        }
        match yielded {
            Yielded::Waits => Some(In::Go),
            Yielded::Done(value) => {
                if let Some(error) = self.broken_protection() {
                    return self.script_failed(local, error);
                }
                if let Some((frame, began)) = self.frames.pop(local) {
                    self.world_mut().release(&began);
                    frame.into_iter().for_each(|frame| local.vm.recycle(frame));
                }
                Some(self.world_mut().script_ended(value))
            }
            Yielded::Failed(mut error) => {
                if let (FailureKind::Fuel, Some(spent)) = (error.kind, spent) {
                    (error.kind, error.message) = (FailureKind::Crowded, self.say_spent(spent));
                }
                self.script_failed(local, error)
            }
        }
    }

    /// Begins the script on top of the stack; the reason, if it may not run.
    ///
    /// # Errors
    ///
    /// The game cannot go on: the VM has no room for the script.
    fn begin_script(
        &mut self,
        local: &Rc<ThreadGame>,
        payer: Payer,
        script: ScriptId,
    ) -> Result<Option<RunFailure>, Broken> {
        // The limit of waiting tasks holds for effects only: the game's own steps may still begin.
        let is_loop = payer != Payer::Game && self.world().state().tasks.len() > MAX_EFFECT_TASKS;
        let spent = self.budget.start(payer).err();
        let message = match is_loop {
            true => Some("so many effects set each other off that it does not begin".to_string()),
            false => spent.map(|spent| self.say_spent(spent)),
        };
        let is_outermost = self.frames.is_empty();
        if is_outermost {
            // The script begins a checkpoint here, so earlier answers are part of the state.
            self.since.clear();
        }
        let frame = local.vm.frame(script).map_err(|error| Broken::Stopped(error.message.as_str().into()))?;
        let world = self.world_mut();
        // The values that `keeps` protects are compared at the end of the outermost script only.
        if is_outermost {
            world.protect_from_now();
        }
        let began = world.mark();
        self.frames.push(local, frame, (began, payer), (self.faults, &self.budget));
        self.world_mut().script_begins();
        Ok(message.map(|message| (FailureKind::Crowded, message)))
    }

    /// The reason, if too many scripts wait for each other.
    fn nests_too_deeply(&self, payer: Payer) -> Option<RunFailure> {
        let depth = self.frames.len();
        if depth > MAX_DEPTH_OF_CARD && payer != Payer::Game && self.frames.of(payer) > MAX_DEPTH_OF_CARD {
            let message = format!("more than {MAX_DEPTH_OF_CARD} scripts of one card wait for each other");
            return Some((FailureKind::Error, message));
        }
        let message = || format!("more than {MAX_DEPTH} scripts wait for each other");
        (depth > MAX_DEPTH).then(|| (FailureKind::Crowded, message()))
    }

    /// The reason why a script may not start, or has no fuel, in words.
    fn say_spent(&self, spent: Spent) -> String {
        let name = |card: Option<DefId>| {
            let rules = &self.world().rules;
            card.map_or("the game", |card| rules.name(rules.defs[card.index()].name)).to_string()
        };
        match spent {
            Spent::Share(card) => {
                let words = "used up its share of what effects have between two decisions";
                format!("{} {words}", name(card))
            }
            Spent::All(card) => {
                let words = "cards used up what effects have between two decisions";
                format!("{words}, {} most of it", name(card))
            }
        }
    }

    /// The error of the outermost script if it has changed a value that `keeps` protects. `None` while it waits for
    /// another script.
    fn broken_protection(&mut self) -> Option<ScriptError> {
        let held = self.frames.only()?;
        let world = self.world.as_deref().expect("the world is here between two scripts");
        let message = world.broken_protection(&held.began)?;
        Some(ScriptError::at("", 0, message))
    }

    fn script_failed(&mut self, local: &ThreadGame, mut error: ScriptError) -> Option<In> {
        let script = self.world().state().tasks.iter().rev().find_map(|t| match t {
            Task::Script(call) => Some(call.script),
            _ => None,
        });
        let what = script.map_or(String::new(), |s| self.world().rules.scripts[s.index()].name.to_string());
        if let (Some(script), true) = (script, error.file.is_empty()) {
            // Out of memory, the VM cannot name the script; it was this one.
            let source = &self.home.game.catalog.scripts[script.index()];
            (error.file, error.line) = (source.file.to_string(), source.line);
        }
        let texts = &self.home.game.catalog.files.texts;
        let line = texts.get(&error.file).and_then(|text| text.lines().nth(error.line.checked_sub(1)? as usize));
        crate::script::sandbox::nil_errors::name_the_nil(&mut error, line.unwrap_or_default());
        self.faults += 1;
        if self.fault_errors.len() < 16 {
            self.fault_errors.push(Fault { error: error.clone(), what: what.clone() });
        }
        if error.kind == FailureKind::Abort {
            // A VM that was cut off by the clock or the memory limit is in an unknown state.
            self.home.game.forget_vm();
            self.break_off(format!("the script of {what} was stopped: {}", error.message));
            return Some(In::Go);
        }
        if self.on_fault == OnFault::Stop {
            self.decisions.clear();
            self.fault = Some(Fault { error, what });
            return None;
        }
        Some(self.fizzle(local, &error, false))
    }

    /// Ends the game where the clock or the memory limit cut a script off.
    ///
    /// The point of the cut differs from machine to machine, so nothing after the last entry of the record counts: the
    /// game ends as it stood then, and its record replays to the same end. A fork does not know that state, so its
    /// record cannot be replayed.
    fn break_off(&mut self, reason: String) {
        let (faults, errors) = (self.faults, self.fault_errors.clone());
        let last = self.record.entries.last().cloned();
        if let Some(last) = last.filter(|_| self.record.has_beginning().is_ok()) {
            let at = self.record.entries.len() - 1;
            let is_back = self.rewind(at);
            (self.faults, self.fault_errors) = (faults, errors);
            if is_back {
                self.record.entries.push(last);
            }
        }
        self.stop(reason);
    }

    /// Ends the game for a reason that the rules do not know.
    pub(super) fn stop(&mut self, reason: String) {
        if let Some(held) = std::mem::replace(&mut self.frames, SuspendedScripts::none(&self.home)).first() {
            self.world_mut().release(&held.began);
        }
        self.decisions.clear();
        self.world().work().allow(u64::MAX);
        self.world_mut().abort(Broken::Stopped(reason.as_str().into()));
        self.record.entries.push(Entry::Abort { reason });
    }

    /// Undoes a failed script with all its effects and log lines. With `is_wanted`, even a step of the game's own flow
    /// is skipped, because a person asked to continue.
    fn fizzle(&mut self, local: &ThreadGame, error: &ScriptError, is_wanted: bool) -> In {
        let payer = self.frames.payer();
        let Some((frame, began)) = self.frames.pop(local) else { return In::Go };
        // Undone changes were seen by nobody, so the error may only name things that were visible before.
        let seen_by = frame.map_or(0, |frame| frame.seen_by()) & !self.world().shown_since(&began);
        let Some(script) = self.world().script_of(&began) else { return In::Go };
        let (file, message) = (error.file.as_str().into(), error.message.as_str().into());
        let line = Line::Failed { script, file, line: error.line, message, seen_by };
        // A failure does not count against the script if other scripts left no room for it.
        let is_own = error.kind != FailureKind::Crowded;
        self.world_mut().script_fails(&began, line, (is_wanted, is_own));
        if !is_own && let Some(card) = payer.and_then(|payer| self.budget.used_up(payer)) {
            self.world_mut().leave_out(card);
        }
        In::Return(Value::Nil)
    }

    /// Continues after a fault during a replay whose record has no entry for it: the recorded table continued by
    /// itself.
    pub(super) fn went_on(&mut self) {
        self.leave_out(false);
    }

    /// Lets the script that failed fizzle, at a table that stops at faults: the game goes on without it.
    pub fn let_fizzle(&mut self) {
        if self.fault.is_some() {
            self.record.entries.push(Entry::Continue);
            self.leave_out(true);
        }
    }

    fn leave_out(&mut self, is_wanted: bool) {
        let local = self.arrive();
        if let Some(fault) = self.fault.take() {
            let input = self.fizzle(&local, &fault.error, is_wanted);
            if !self.frames.is_empty() {
                self.since.push(CheckpointInput::Fizzle(is_wanted));
            }
            self.advance(&local, input);
        }
    }

    // ---- threads ----

    /// Prepares the table for this thread, and returns the thread's VM. A table that comes from another thread gets
    /// this thread's copy of the rules; scripts that were suspended there are run again from the checkpoint.
    ///
    /// # Panics
    ///
    /// If this thread cannot build a VM from scripts that another one compiled: there is no memory for it.
    pub(super) fn arrive(&mut self) -> Rc<ThreadGame> {
        let local = self.home.game.here();
        if !self.home.is_here() {
            let rules = local.copy_of(&self.home.master, None);
            self.home = self.home.game.home(&local, &rules);
            self.world_mut().rules = rules;
            (self.names, self.persons) = (self.names.iter().cloned().collect(), self.persons.iter().copied().collect());
        } else if self.frames.is_empty() || self.frames.are_at(&local) {
            return local;
        }
        let mut frames = std::mem::replace(&mut self.frames, SuspendedScripts::none(&self.home));
        if let Some(held) = frames.leave() {
            self.world_mut().go_back(&held.began);
            self.world_mut().release(&held.began);
            self.faults = frames.faults;
            self.budget.copy(&frames.budget);
            self.fault_errors.truncate(frames.faults as usize);
            self.fault = None;
            let since = std::mem::take(&mut self.since);
            self.again(since);
        }
        local
    }

    /// Continues from a checkpoint with the answers since then.
    pub(super) fn again(&mut self, since: Vec<CheckpointInput>) {
        let stops = self.on_fault;
        if since.iter().any(|s| matches!(s, CheckpointInput::Fizzle(_))) {
            // The table must stop at each fault, because the inputs say how it went on there.
            self.on_fault = OnFault::Stop;
        }
        self.go();
        for given in since {
            if self.is_over() {
                break;
            }
            match given {
                CheckpointInput::Answer(seat, answer) => self.feed(seat, answer),
                CheckpointInput::Fizzle(is_wanted) => self.leave_out(is_wanted),
                CheckpointInput::Chance(seed) => self.reseed(seed),
            }
        }
        self.on_fault = stops;
        if stops == OnFault::Fizzle {
            self.leave_out(false);
        }
    }
}
