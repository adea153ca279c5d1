//! Tasks: the loop that takes tasks from one stack.
//!
//! A step looks at the top task, changes the state, and returns how to go on. No task calls itself: windows, uses,
//! batches and scripts nest on the stack, which is plain data. Reaching a decision again from a copy of the state
//! writes nothing, so a copy is a checkpoint.
//!
//! Triggers resolve when an item of a list or a stage of a use has ended, and before a window asks.

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::context::Context;
use crate::kernel::model::decision::Answer;
use crate::kernel::model::log_lines::{Broken, Line, Why};
use crate::kernel::model::objects::{Outcome, Use};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::task::{Asking, In, Out, Task};
use crate::kernel::model::value::{UseId, Value};
use crate::kernel::read::work_payers::Payer;
use crate::kernel::run::change::World;
use crate::kernel::run::step_budget::{Began, Steps, are_counted};

/// The number of writes that count as one more step. A write is a change or a log line; large ones count several times.
const WRITES_A_STEP: u32 = 4;

/// The number of looks that count as one more step. A look is a tested object or a condition.
const LOOKS_A_STEP: u64 = 100;

/// The number of steps between two looks at the clock by the driver.
const STEPS_AT_ONCE: u32 = 1_000;

/// The greatest depth of the stack. Deeper, the game ends; only its own rules come so far.
const MAX_TASKS: usize = 4_000;
/// The depth of the stack at which the card with most tasks is left out (attack `a circle of replacements` in
/// tests/clock/attacks_on_shares.rs).
const MAX_CARD_TASKS: usize = 2_500;
/// The depth of the stack at which no further effect begins: an effect that uses itself nests without end.
pub const MAX_EFFECT_TASKS: usize = 3_500;

/// Converts looks into steps.
fn in_steps(looks: u64) -> u32 {
    u32::try_from(looks / LOOKS_A_STEP).unwrap_or(u32::MAX - 1_000_000)
}

impl World {
    /// Runs until a decision, a script, the end of the game, or the end of the budget. Many writes or looks count as
    /// further steps.
    /// It returns [`Out::Next`] after a limited number of steps, so that the driver can look at the clock.
    pub fn run(&mut self, mut input: In, steps: &mut Steps) -> Out {
        if matches!(input, In::Answer(..)) {
            self.count_anew();
        }
        if self.work().is_late() {
            return Out::Late;
        }
        self.forget_work();
        // The rules are cloned once for the whole run: counting references at each step takes longer than many a step.
        let rules = self.rules.clone();
        let pause = steps.left.saturating_sub(STEPS_AT_ONCE);
        while steps.left > 0 {
            if steps.left <= pause {
                return Out::Next(input);
            }
            let payer = steps.are_counted().then(|| self.game().payer());
            self.written += 1;
            self.began = Began { left: steps.left, written: self.written, looked: self.work().looked(), left_out: 0 };
            if self.state().decided.is_some() {
                self.end_game();
                input = In::Go;
            }
            if steps.may_be_endless() {
                self.drop_pack_effects();
            }
            if self.state().tasks.len() > MAX_CARD_TASKS {
                self.leave_out_deepest();
                if self.state().tasks.len() > MAX_TASKS {
                    self.abort(Broken::Tasks);
                }
            }
            let out = self.step(&rules, input);
            let heard = self.work().heard();
            let taken = self.taken() + self.began.left_out;
            steps.left = steps.left.saturating_sub(taken);
            if let Some(Payer::Card(card)) = payer
                && steps.take(card, taken - in_steps(heard))
                && let Some(card) = card
            {
                self.leave_out(card);
            }
            if heard > 0 {
                self.pay_for_heard(payer.is_some().then_some(&mut *steps));
            }
            if self.work().is_late() {
                return Out::Late;
            }
            if !self.give_up_too_much() {
                return Out::Over;
            }
            match out {
                Out::Next(next) => input = next,
                out => return out,
            }
        }
        // The rules loop without a decision, so the game cannot go on.
        self.abort(Broken::Steps);
        Out::Over
    }

    /// The cost of the current step, in steps.
    fn taken(&self) -> u32 {
        let looks = self.work().looked().saturating_sub(self.began.looked) + self.work().heard();
        let writes = (self.written - self.began.written) as u32 / WRITES_A_STEP;
        1 + writes + in_steps(looks)
    }

    /// Charges the looks of abilities that act on events to their cards. `None`: steps are not charged to cards yet.
    #[cold]
    fn pay_for_heard(&mut self, mut steps: Option<&mut Steps>) {
        for (card, looks) in self.work().take_heard() {
            if steps.as_mut().is_some_and(|steps| steps.take(Some(card), in_steps(u64::from(looks)))) {
                self.leave_out(card);
            }
        }
    }

    /// Skips following steps that would do nothing, or whose work this step does at once. False if they must be taken,
    /// because a skip could be noticed.
    ///
    /// Skipped steps count as taken, because a fresh copy of the game takes them. So no step is skipped while steps are
    /// charged to cards, near the greatest depth of the stack, or where another task comes between.
    pub(in crate::kernel) fn leave_out_steps(&mut self, steps: u32) -> bool {
        let left = self.began.left.saturating_sub(self.taken() + self.began.left_out);
        let state = self.state();
        let may = !are_counted(left.saturating_sub(steps))
            && state.tasks.len() + steps as usize <= MAX_CARD_TASKS
            && state.decided.is_none()
            && state.left_out.is_empty()
            && state.given_up.is_empty()
            && !self.work().has_too_much();
        if may {
            self.written += u64::from(steps);
            self.began.written += u64::from(steps);
            self.began.left_out += steps;
        }
        may
    }

    /// Ends everything, with the reason in the log.
    pub fn abort(&mut self, why: Broken) {
        self.record(Line::BrokenOff(why));
        self.change(Change::Tasks(Edit::All(Vec::new())));
        self.change(Change::Decided(None));
        self.change(Change::Ended(Some(Outcome::Aborted)));
        self.change(Change::Over(true));
    }

    fn step(&mut self, rules: &Rules, mut input: In) -> Out {
        self.tell_of_taken();
        let Some(mut task) = self.pop() else {
            self.change(Change::Over(true));
            return Out::Over;
        };
        if let Task::ChecksAndTriggers(level) = task
            && self.is_checked_at_once(rules, level)
        {
            input = In::Return(Value::Nil);
            self.tell_of_taken();
            // A list, a use or a batch waits below the checks and triggers.
            let Some(below) = self.pop() else { return Out::Next(input) };
            task = below;
        }
        if self.is_task_left_out(&task) {
            return Out::Next(In::Return(Value::Nil));
        }
        match task {
            Task::List(list, at, context) => self.step_list(rules, (list, at), context),
            Task::Each { list, var, items, since, at, context } => self.step_each(list, var, items, since, at, context),
            Task::Repeat(list, item, n, context) => self.step_repeat(list, item, n, context),
            Task::LeavePhase => self.leave_phase(),
            Task::LeftList => Out::Next(In::Return(Value::Nil)),
            Task::OpenWindow(window) => {
                self.open_window(window, None);
                Out::Next(In::Go)
            }
            Task::Begin(declare) => {
                self.begin(*declare);
                Out::Next(In::Go)
            }
            Task::Draw(seat, left, stands) => self.step_draw(seat, left, stands),
            Task::Window(window) => self.step_window(rules, window, input),
            Task::Declare(declare) => self.step_declare(declare, input),
            Task::Use(id, at, base) => self.step_use(rules, (id, at, base)),
            Task::Batch(batch) => self.step_batch(batch, input),
            Task::Triggers(waiting) => self.step_triggers(waiting, input),
            Task::ChecksAndTriggers(level) => self.step_checks_and_triggers(rules, level),
            Task::Script(call) => {
                self.push(Task::Script(call));
                Out::Script(input)
            }
            Task::Ask(asking) => self.step_ask(asking, input),
            Task::Chosen(chosen) => self.step_chosen(*chosen, input),
            Task::Divide(dividing) => self.step_divide(*dividing, input),
            Task::Later(later) => self.step_later(*later),
        }
    }

    /// True if a task continues an effect of a card that is left out.
    #[inline]
    fn is_task_left_out(&self, task: &Task) -> bool {
        if self.state().left_out.is_empty() && self.state().given_up.is_empty() {
            return false;
        }
        let is_later = |context: &Context| {
            context.this.is_none()
                && context.card.is_some()
                && matches!(self.game().payer(), Payer::Card(Some(card)) if self.state().left_out.contains(&card))
        };
        match task {
            Task::Later(later) => later.origin.0.is_some_and(|card| self.state().left_out.contains(&card)),
            // A deferred list runs after its use is over, so only the card that pays for it tells whose it is.
            Task::List(_, _, context) | Task::Each { context, .. } if is_later(context) => true,
            Task::List(_, _, context) | Task::Each { context, .. } | Task::Repeat(.., context) => {
                let use_ = context.this.and_then(|id| self.state().use_(id));
                let is_given_up = |use_: &Use| self.state().given_up.contains(&use_.ability);
                use_.is_some_and(|use_| self.is_left_out(use_.ability) || is_given_up(use_))
            }
            Task::Chosen(_) | Task::Divide(_) => {
                let context = match task {
                    Task::Chosen(chosen) => &chosen.context,
                    Task::Divide(dividing) => &dividing.context,
                    _ => return false,
                };
                let use_ = context.this.and_then(|id| self.state().use_(id));
                use_.is_some_and(|use_| self.is_left_out(use_.ability))
            }
            Task::Draw(..) => {
                matches!(self.game().payer(), Payer::Card(Some(card)) if self.state().left_out.contains(&card))
            }
            _ => false,
        }
    }

    fn step_ask(&mut self, mut asking: Box<Asking>, input: In) -> Out {
        if let In::Answer(seat, answer) = input
            && let Some(i) =
                (0..asking.answers.len()).find(|i| asking.decisions[*i].seat == seat && asking.answers[*i].is_none())
        {
            asking.answers[i] = Some(match answer {
                Answer::Values(values) if asking.decisions[i].is_list() => Value::from(values),
                Answer::Values(mut values) => values.pop().unwrap_or_default(),
                // A pass on a question for a list is the empty list.
                _ if asking.decisions[i].is_list() => Value::NONE,
                _ => Value::Nil,
            });
        }
        if asking.answers.iter().any(Option::is_none) {
            self.push(Task::Ask(asking));
            return Out::Ask;
        }
        // Logged when all answers are in, in the order of the asked seats, so that the order of arrival does not
        // matter.
        for (decision, answer) in asking.decisions.iter().zip(&asking.answers) {
            let why = decision.why.clone().map(Why::Said).or(decision.window.map(Why::Window));
            let value = answer.clone().unwrap_or_default();
            self.record(Line::Chose { seat: decision.seat, value, why, card: decision.card, secret: decision.secret });
        }
        let mut answers = asking.answers.into_iter().flatten();
        let value = if asking.list { Value::List(answers.collect()) } else { answers.next().unwrap_or_default() };
        Out::Next(In::Return(value))
    }

    /// Ends the script on top with its result. The tasks that were queued for its end run next.
    pub fn script_ended(&mut self, value: Value) -> In {
        self.pop();
        self.run_agenda(None);
        In::Return(value)
    }

    /// Moves tasks from the agenda onto the stack, the first on top: those that wait for the end of a use, or, for
    /// `None`, of the script.
    pub(in crate::kernel) fn run_agenda(&mut self, moment: Option<UseId>) {
        for i in (0..self.state().agenda.len()).rev() {
            if self.state().agenda[i].0 == moment {
                let (_, task, _) = self.state().agenda[i].clone();
                self.change(Change::Agenda(Edit::Remove(i)));
                self.push(task);
            }
        }
    }
}
