//! Windows: the moments at which players may act. One small core, and a short file for each protocol.
//!
//! The core asks a protocol whose turn it is, offers what the window offers, and reports the answer to the protocol. A
//! window is data on the stack and runs no script, so the game can be copied while one is open.

use std::sync::Arc;

use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::context::{Context, ScriptCall, Var};
use crate::kernel::model::decision::{Answer, Choice, Decision, Kind, PickRule};
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::rules::{Answered, Protocol, Rules, WindowDef};
use crate::kernel::model::task::{Asking, In, Out, Task};
use crate::kernel::model::value::{Seat, Seats, UseId, Value, WindowId};
use crate::kernel::model::window::Window;
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

mod alternate;

mod auto;

mod each;

mod free;

mod interrupt;

mod lanes;

mod priority;

mod reaction;

/// The most passes in a row that a window waits for.
const MOST_PASSES: i64 = 100;

/// The most restarts of a window's order of seats. After them a changed value restarts nothing, so the window always
/// ends.
const MAX_RESTARTS: u8 = 64;

/// The facts from which a protocol decides whose turn it is.
pub(in crate::kernel) struct SeatOrder<'w> {
    game: Game<'w>,
    def: &'w WindowDef,
    /// The environment in which the expressions of the window are evaluated.
    env: Env<'w>,
}

impl SeatOrder<'_> {
    /// The seats of the window in order.
    fn seats(&self) -> Seats {
        self.env.seats(&self.def.players)
    }

    /// The number of passes in a row that close the window.
    fn passes(&self) -> u8 {
        self.env.amount(&self.def.passes).clamp(1, MOST_PASSES) as u8
    }

    /// The present value of what the window watches.
    fn watched(&self) -> Option<Value> {
        self.def.restart_on.as_ref().map(|r| self.env.lookup(r).into_owned())
    }

    /// The greatest number of uses; `None`: no limit.
    fn max(&self) -> Option<i64> {
        self.def.max.as_ref().map(|m| self.env.amount(m))
    }
}

/// A seat's answer in its turn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum SeatAnswer {
    /// A pass, or a seat that was not asked.
    Pass,
    /// The answer of the seat was a use.
    Use(Choice),
    /// The answer of the seat decided what the window asks.
    Decision,
}

impl<'a> Game<'a> {
    /// The facts from which the protocol of a window decides whose turn it is.
    fn around(self, window: &Window) -> SeatOrder<'a> {
        let def = &self.rules.windows[window.def.index()];
        SeatOrder { game: self, def, env: self.seat_env(window.me.unwrap_or(self.state.active)) }
    }

    /// The seat whose turn it is in a window; `None`: it closes.
    fn whose_turn(self, window: &Window) -> Option<Seat> {
        let around = self.around(window);
        if around.def.close_if.as_ref().is_some_and(|c| around.env.holds(c)) {
            return None;
        }
        match around.def.protocol {
            Protocol::Free => free::turn(window, &around),
            Protocol::Alternate => alternate::turn(window, &around),
            Protocol::Interrupt => interrupt::turn(window, &around),
            Protocol::Priority => priority::turn(window, &around),
            Protocol::Each => each::turn(window, &around),
            Protocol::Reaction => reaction::turn(window, &around),
            Protocol::Sealed | Protocol::Auto => None,
        }
    }

    /// Reports the use, the decision or the pass of a seat to the window's protocol.
    fn after_answer(self, window: &mut Window, seat: Seat, given: SeatAnswer) {
        let passed = given == SeatAnswer::Pass;
        let around = self.around(window);
        match around.def.protocol {
            Protocol::Free => free::answered(window, passed),
            Protocol::Alternate => alternate::answered(window, around.def.after, passed, self.rules.schema.seats),
            Protocol::Interrupt => interrupt::answered(window, around.def.after, passed, self.rules.schema.seats),
            Protocol::Priority => priority::answered(window, &around, seat, given),
            Protocol::Each => each::answered(window, passed),
            Protocol::Reaction => reaction::answered(window, around.def.after, seat, passed),
            Protocol::Sealed | Protocol::Auto => {}
        }
    }

    /// Begins the order of a window anew if the last use changed what it watches.
    fn compare_watched(self, window: &mut Window) {
        let Some((seat, before)) = window.before.take() else { return };
        let around = self.around(window);
        if around.watched().is_none_or(|now| same_set(&before, &now)) {
            return;
        }
        match around.def.protocol {
            Protocol::Each => each::begin_anew(window, seat),
            _ => reaction::begin_anew(window, around.def.after),
        }
    }

    /// The number of passes in a row that close a window.
    pub(crate) fn passes_of(self, window: &Window) -> u8 {
        self.around(window).passes()
    }
}

impl World {
    /// Opens a window.
    pub fn open_window(&mut self, def: WindowId, subject: Option<UseId>) {
        self.open_for(def, subject, None);
    }

    /// Opens a window; `me` is the player in whose round it opens.
    pub(in crate::kernel) fn open_for(&mut self, def: WindowId, subject: Option<UseId>, me: Option<Seat>) {
        self.record(Line::Opened(def));
        self.push(Task::Window(Box::new(Window { def, subject, me, ..Window::default() })));
    }

    pub(in crate::kernel) fn step_window(&mut self, rules: &Rules, mut window: Box<Window>, input: In) -> Out {
        let def = &rules.windows[window.def.index()];
        match def.protocol {
            Protocol::Sealed if def.decision.is_none() => return self.step_lanes(window, input),
            Protocol::Sealed if window.revealed || !self.game().must_check(&window) => {
                return self.step_sealed(def, window, input);
            }
            Protocol::Auto => return self.step_auto(window),
            _ => {}
        }
        if let (In::Return(answer), Some(asked), Some(_)) = (&input, window.asked, &def.decision) {
            return self.window_decided(def, window, asked, answer.clone());
        }
        if let (In::Answer(seat, answer), Some(asked)) = (&input, window.asked)
            && *seat == asked
        {
            return self.window_answered(window, asked, answer.clone());
        }
        if window.asked.is_some() {
            self.push(Task::Window(window));
            return Out::Ask;
        }
        // Checks run and triggers resolve before the window asks.
        if self.game().must_check(&window) {
            window.checked = true;
            self.push(Task::Window(window));
            self.push(Task::ChecksAndTriggers(CheckMoment::Window));
            return Out::Next(In::Go);
        }
        self.game().compare_watched(&mut window);
        loop {
            let Some(seat) = self.game().whose_turn(&window) else {
                self.record(Line::Closed(window.def));
                return Out::Next(In::Return(Value::Nil));
            };
            if !self.game().is_eligible(def, window.subject, seat) {
                self.game().after_answer(&mut window, seat, SeatAnswer::Pass);
                continue;
            }
            if let Some(ask) = &def.decision {
                let decision = self.game().asked_by_window(&window, seat, ask);
                if let Some(forced) = forced(&decision) {
                    return self.window_decided(def, window, seat, forced);
                }
                if self.game().can_be_met(&decision) {
                    window.asked = Some(seat);
                    self.push(Task::Window(window));
                    let asking = Asking { decisions: vec![decision], answers: vec![None], list: false };
                    self.push(Task::Ask(Box::new(asking)));
                    return Out::Next(In::Go);
                }
            } else {
                match self.left_unasked(window, seat) {
                    Some(unasked) => window = unasked,
                    None => return Out::Ask,
                }
            }
            self.record(Line::NotAsked(seat, window.def));
            self.game().after_answer(&mut window, seat, SeatAnswer::Pass);
        }
    }

    /// Asks a seat and leaves the window on top, if the seat must be asked. Otherwise returns the window.
    fn left_unasked(&mut self, mut window: Box<Window>, seat: Seat) -> Option<Box<Window>> {
        // Choices are judged with the window open, exactly as the player will see them.
        window.asked = Some(seat);
        self.push(Task::Window(window));
        match self.state().tasks.last() {
            Some(Task::Window(asking)) if !self.game().is_asked(asking, seat) => {}
            _ => return None,
        }
        let Some(Task::Window(mut window)) = self.pop() else { return None };
        window.asked = None;
        Some(window)
    }

    fn window_answered(&mut self, mut window: Box<Window>, seat: Seat, answer: Answer) -> Out {
        let protocol = self.rules.windows[window.def.index()].protocol;
        window.asked = None;
        window.checked = false;
        let given = match answer {
            Answer::Act(choice) => SeatAnswer::Use(choice),
            _ => SeatAnswer::Pass,
        };
        if given != SeatAnswer::Pass {
            self.watch(&mut window, seat);
        }
        self.game().after_answer(&mut window, seat, given);
        let subject = window.subject.filter(|_| protocol.is_about_a_use());
        let id = window.def;
        self.push(Task::Window(window));
        match answer {
            Answer::Act(choice) => self.declare(seat, choice, subject),
            _ => {
                self.record(Line::Passed(seat, id));
                Out::Next(In::Go)
            }
        }
    }

    /// Notes the value that a window watches, before the seat's answer takes effect.
    fn watch(&self, window: &mut Window, seat: Seat) {
        if self.rules.windows[window.def.index()].restart_on.is_some() {
            window.before = self.game().around(window).watched().map(|value| (seat, value));
        }
    }

    /// Continues the window after a seat decided: pushes the list and the script for the answer above the window.
    fn window_decided(&mut self, def: &WindowDef, mut window: Box<Window>, seat: Seat, answer: Value) -> Out {
        window.asked = None;
        let window_subject = window.subject;
        self.count_anew();
        self.watch(&mut window, seat);
        self.game().after_answer(&mut window, seat, SeatAnswer::Decision);
        self.push(Task::Window(window));
        self.push_answered(def, seat, &answer, window_subject);
        let mut vars = vec![("answer", answer)];
        vars.extend(window_subject.map(|id| ("subject", Value::Use(id))));
        self.push_then(def, seat, vars);
        Out::Next(In::Go)
    }

    /// Pushes the list that the manifest runs for an answer; for an answer of pairs, once for each pair.
    fn push_answered(&mut self, def: &WindowDef, me: Seat, answer: &Value, subject: Option<UseId>) {
        let Some(Answered { list, names }) = &def.answered else { return };
        // The window may have been opened by a list that replaced an event.
        let replaced_by = self.game().in_place_of(subject);
        let mut push = |vars: Vec<Var>| {
            let context = Context { me, this: subject, vars, replaced_by: replaced_by.clone(), ..Context::default() };
            self.push(Task::List(*list, 0, Arc::new(context)));
        };
        match (names.as_slice(), answer) {
            ([from, to], Value::List(pairs)) => pairs.iter().rev().for_each(|pair| match pair {
                Value::List(both) if both.len() == 2 => {
                    push(vec![Var::now((*from, both[0].clone())), Var::now((*to, both[1].clone()))]);
                }
                _ => {}
            }),
            ([name], answer) => push(vec![Var::now((*name, answer.clone()))]),
            _ => {}
        }
    }

    /// Pushes the script that the window names under `then`; `vars` are its arguments.
    fn push_then(&mut self, def: &WindowDef, me: Seat, vars: Vec<(&str, Value)>) {
        let Some(script) = def.then else { return };
        let sym = |name| self.rules.schema.symbols.find(name).expect("interned by the catalog");
        let vars = vars.into_iter().map(|(name, value)| Var::now((sym(name), value))).collect();
        let context = Context { me, vars, ..Context::default() };
        self.push(Task::Script(Box::new(ScriptCall::new(script, context))));
    }

    // ---- hidden decisions ----

    fn step_sealed(&mut self, def: &WindowDef, mut window: Box<Window>, input: In) -> Out {
        if let (In::Return(answers), true) = (&input, window.revealed) {
            self.record(Line::Closed(window.def));
            let seats: Vec<Seat> = (0..u8::BITS as u8).filter(|n| window.deciding & 1 << n != 0).map(Seat).collect();
            // The tasks of the first seat are done first, so they are pushed last.
            for (seat, answer) in seats.iter().zip(answers.items()).rev() {
                self.push_answered(def, *seat, answer, None);
            }
            let players = seats.into_iter().map(Value::Seat).collect();
            let vars = vec![("answers", answers.clone()), ("players", Value::List(players))];
            self.push_then(def, self.state().active, vars);
            return Out::Next(In::Go);
        }
        let ask = def.decision.as_ref();
        let mut decisions = ask.map(|ask| self.game().sealed_decisions(&window, ask)).unwrap_or_default();
        for decision in decisions.iter_mut().filter(|one| def.random_default && one.deadline.is_some()) {
            decision.default = self.roll_default(decision);
        }
        window.deciding = decisions.iter().fold(0, |seats, decision| seats | 1 << decision.seat.0);
        window.revealed = true;
        self.push(Task::Window(window));
        let answers = vec![None; decisions.len()];
        self.push(Task::Ask(Box::new(Asking { decisions, answers, list: true })));
        Out::Next(In::Go)
    }
}

/// The only legal answer of a decision, which is given without a question; `None`: the seat may have a choice.
fn forced(decision: &Decision) -> Option<Value> {
    match &decision.kind {
        Kind::Pick { options, min, rule: PickRule::Free, list, .. } if options.len() == *min as usize => match list {
            true => Some(options.clone().into()),
            false => options.first().cloned(),
        },
        Kind::Number(low, high) if low == high => Some(Value::Int(*low)),
        _ => None,
    }
}

/// True if two values hold the same things in any order.
fn same_set(a: &Value, b: &Value) -> bool {
    a == b || a.items().iter().all(|v| b.contains(v)) && b.items().iter().all(|v| a.contains(v))
}

#[cfg(test)]
mod tests {
    use super::same_set;
    use crate::kernel::model::value::Value;

    #[test]
    fn sets_do_not_care_for_order() {
        let list = |l: &[i64]| Value::List(l.iter().map(|n| Value::Int(*n)).collect());
        assert!(same_set(&list(&[1, 2, 3]), &list(&[3, 1, 2])));
        assert!(!same_set(&list(&[1, 2]), &list(&[1, 2, 3])));
        assert!(!same_set(&list(&[1, 2]), &list(&[])));
    }
}
