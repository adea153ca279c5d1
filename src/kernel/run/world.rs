//! Tasks: what is being done, as plain data on one stack, and the loop that does it.
//!
//! A step looks at the top task, changes the state, and says how to go on. Nothing in here calls
//! itself: nesting of windows, uses, batches and scripts to any depth is the stack's. Reaching a
//! decision again from a copy of the state emits nothing, so a copy is a checkpoint.

use crate::kernel::model::decision::Answer;
use crate::kernel::model::log::{Line, Log};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::state::{Event, Outcome, State};
use crate::kernel::model::task::{Asking, In, Out, Task};
use crate::kernel::model::value::{UseId, Value, WindowId};
use crate::kernel::read::game::Game;
use std::sync::Arc;

/// A state with its rules and its log.
#[derive(Clone, Debug)]
pub struct World {
    /// The game.
    pub rules: Arc<Rules>,
    /// The state.
    pub state: State,
    /// The log, from some point on.
    pub log: Log,
    /// Events that a script collects for one batch; `None`: it proposes each at once.
    pub collected: Option<Vec<Event>>,
}

/// Steps between two answers, whatever scripts run in between.
pub const MAX_STEPS: u32 = 200_000;

/// So deep tasks may nest.
const MAX_TASKS: usize = 4_000;

impl World {
    /// The state under its rules, to be read.
    pub fn game(&self) -> Game<'_> {
        Game { rules: &self.rules, state: &self.state }
    }

    /// Goes on until a decision, a script or the end, for as many steps as are left.
    pub fn run(&mut self, mut input: In, left: &mut u32) -> Out {
        if matches!(input, In::Answer(..)) {
            self.state.next.triggers = 0;
        }
        while *left > 0 {
            *left -= 1;
            if self.state.decided.is_some() {
                self.end_game();
                input = In::Go;
            }
            if self.state.tasks.len() > MAX_TASKS {
                self.abort("4,000 tasks wait for each other: the rules loop");
            }
            match self.step(input) {
                Out::Next(next) => input = next,
                out => return out,
            }
        }
        // A loop of rules without a decision: the game cannot go on.
        self.abort("200,000 steps without a decision: the rules loop");
        Out::Over
    }

    /// Ends everything, with the reason in the log.
    pub fn abort(&mut self, reason: &str) {
        self.record(Line::BrokenOff(reason.into()));
        self.state.tasks.clear();
        self.state.decided = None;
        self.state.outcome = Some(Outcome::Aborted);
        self.state.over = true;
    }

    fn step(&mut self, input: In) -> Out {
        let Some(task) = self.state.tasks.pop() else {
            self.state.over = true;
            return Out::Over;
        };
        match task {
            Task::List(list, at, context) => self.step_list(list, at, context),
            Task::Each { list, var, items, at, context } => self.step_each(list, var, items, at, context),
            Task::Repeat(list, item, n, context) => self.step_repeat(list, item, n, context),
            Task::LeavePhase => self.leave_phase(),
            Task::OpenWindow(window) => {
                self.open_window(window, None);
                Out::Next(In::Go)
            }
            Task::Begin(declare) => {
                self.begin(*declare);
                Out::Next(In::Go)
            }
            Task::Draw(seat, left) => self.step_draw(seat, left),
            Task::Window(window) => self.step_window(window, input),
            Task::Declare(declare) => self.step_declare(declare, input),
            Task::Use(id, at, base) => self.step_use(id, at, base),
            Task::Batch(batch) => self.step_batch(batch, input),
            Task::Settle(level) => self.step_settle(level),
            Task::Script(call) => {
                self.state.tasks.push(Task::Script(call));
                Out::Script(input)
            }
            Task::Ask(asking) => self.step_ask(asking, input),
        }
    }

    /// Puts a task on top.
    pub fn push(&mut self, task: Task) {
        self.state.tasks.push(task);
    }

    fn step_ask(&mut self, mut asking: Box<Asking>, input: In) -> Out {
        if let In::Answer(seat, answer) = input
            && let Some(i) =
                (0..asking.answers.len()).find(|i| asking.decisions[*i].seat == seat && asking.answers[*i].is_none())
        {
            asking.answers[i] = Some(match answer {
                Answer::Values(values) if asking.decisions[i].is_list() => Value::List(values),
                Answer::Values(mut values) => values.pop().unwrap_or_default(),
                // Who passes where a list is asked gives an empty one.
                _ if asking.decisions[i].is_list() => Value::List(Vec::new()),
                _ => Value::Nil,
            });
        }
        if asking.answers.iter().any(Option::is_none) {
            self.push(Task::Ask(asking));
            return Out::Ask;
        }
        // Logged when all are in, in the order of seats asked, so that arrival does not matter.
        for (decision, answer) in asking.decisions.iter().zip(&asking.answers) {
            let window = |w: WindowId| self.rules.name(self.rules.windows[w.index()].name).clone();
            let why = decision.why.clone().or(decision.window.map(window));
            let value = answer.clone().unwrap_or_default();
            self.record(Line::Chose { seat: decision.seat, value, why, card: decision.card, secret: decision.secret });
        }
        let mut answers = asking.answers.into_iter().flatten();
        let value = if asking.list { Value::List(answers.collect()) } else { answers.next().unwrap_or_default() };
        Out::Next(In::Return(value))
    }

    /// Ends the script on top with what it returned; what it queued comes next.
    pub fn script_ended(&mut self, value: Value) -> In {
        self.state.tasks.pop();
        self.run_queued(None);
        In::Return(value)
    }

    /// Moves what was queued for a moment onto the stack, the first on top.
    pub(in crate::kernel) fn run_queued(&mut self, moment: Option<UseId>) {
        let mut i = self.state.queued.len();
        while i > 0 {
            i -= 1;
            if self.state.queued[i].0 == moment {
                let (_, task) = self.state.queued.remove(i);
                self.state.tasks.push(task);
            }
        }
    }
}
