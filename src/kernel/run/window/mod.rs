//! Windows: where players may act. One small core, one short file a protocol.
//!
//! The core asks a protocol whose turn it is, offers what the window offers, and tells the
//! protocol what came of it. A window is data on the stack and runs no script, so the game can be
//! copied while one is open.

mod alternate;
mod auto;
mod each;
mod free;
mod interrupt;
mod lanes;
mod reaction;

use crate::kernel::model::rules::{AskPolicy, Protocol, SeenBy, SettleLevel, WindowAsk, WindowDef};
use crate::kernel::model::state::Ordinals;
use crate::kernel::model::value::*;
use crate::kernel::read::env::Env;
use crate::kernel::run::decision::{Answer, Choice, Decision, Kind, PickRule};
use crate::kernel::run::log::Line;
use crate::kernel::run::task::{Asking, Context, In, Out, ScriptCall, Task, World};
pub use auto::Listed;
pub use lanes::Lane;

/// An open window.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Window {
    /// Which one.
    pub def: WindowId,
    /// The use it is about.
    pub subject: Option<UseId>,
    /// Whose turn in it it is, by the protocol's own counting.
    pub turn: u8,
    /// Passes in a row, or passes made.
    pub passes: u8,
    /// How much was used in it.
    pub acts: u16,
    /// Who is being asked.
    pub asked: Option<Seat>,
    /// Whether its hidden answers are in, or what it uses by itself is listed.
    pub revealed: bool,
    /// Whether checks ran since the last answer in it.
    pub settled: bool,
    /// Of `reaction`: who has passed, one bit each.
    pub passed: u8,
    /// Of `reaction`: who acts.
    pub current: Option<Seat>,
    /// Of `reaction`: what it watches, as it was before a use that is not over yet.
    pub before: Option<Value>,
    /// Of `reaction`: how often it began anew.
    pub restarts: u8,
    /// What each seat does in secret.
    pub lanes: Vec<Lane>,
    /// The running numbers when the lanes opened.
    pub(in crate::kernel) numbers: Ordinals,
    /// What will be used by itself, and the stays of its cards.
    pub(in crate::kernel) list: Vec<Listed>,
}

/// What a protocol knows when it is asked.
pub(in crate::kernel) struct Around<'w> {
    world: &'w World,
    def: &'w WindowDef,
}

impl Around<'_> {
    /// The seats of the window in order.
    fn seats(&self) -> Vec<Seat> {
        self.world.table_env().seats(&self.def.players)
    }

    /// How many may be used, if that is limited.
    fn max(&self) -> Option<i64> {
        self.def.max.as_ref().map(|m| self.world.table_env().amount(m))
    }
}

impl World {
    /// Opens a window.
    pub fn open_window(&mut self, def: WindowId, subject: Option<UseId>) {
        self.record(Line::Opened(def));
        self.push(Task::Window(Window { def, subject, ..Window::default() }));
    }

    /// Whose turn in a window it is; `None`: it closes.
    fn whose_turn(&self, window: &Window) -> Option<Seat> {
        let around = Around { world: self, def: &self.rules.windows[window.def.index()] };
        if around.def.close_if.as_ref().is_some_and(|c| self.table_env().holds(c)) {
            return None;
        }
        match around.def.protocol {
            Protocol::Free => free::turn(window, &around),
            Protocol::Alternate => alternate::turn(window, &around),
            Protocol::Interrupt => interrupt::turn(window, &around),
            Protocol::Each => each::turn(window, &around),
            Protocol::Reaction => reaction::turn(window, &around),
            Protocol::Sealed | Protocol::Auto => None,
        }
    }

    fn after_answer(&self, window: &mut Window, protocol: Protocol, seat: Seat, passed: bool) {
        match protocol {
            Protocol::Free => free::answered(window, passed),
            Protocol::Alternate => alternate::answered(window, passed, self.rules.schema.seats),
            Protocol::Interrupt => interrupt::answered(window, passed),
            Protocol::Each => each::answered(window, passed),
            Protocol::Reaction => reaction::answered(window, seat, passed),
            Protocol::Sealed | Protocol::Auto => {}
        }
    }

    pub(in crate::kernel) fn step_window(&mut self, mut window: Window, input: In) -> Out {
        let rules = self.rules.clone();
        let def = &rules.windows[window.def.index()];
        match def.protocol {
            Protocol::Sealed if def.decision.is_none() => return self.step_lanes(window, input),
            Protocol::Sealed if window.revealed || !self.must_settle(&window) => {
                return self.step_sealed(window, input);
            }
            Protocol::Auto => return self.step_auto(window),
            _ => {}
        }
        if let (In::Return(answer), Some(asked), Some(_)) = (&input, window.asked, &def.decision) {
            return self.window_decided(window, asked, answer.clone());
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
        // Everything settles before a window asks.
        if self.must_settle(&window) {
            window.settled = true;
            self.push(Task::Window(window));
            self.push(Task::Settle(SettleLevel::Window));
            return Out::Next(In::Go);
        }
        if window.before.is_some() {
            let now = reaction::watched(&Around { world: self, def });
            reaction::returned(&mut window, &now);
        }
        loop {
            let Some(seat) = self.whose_turn(&window) else {
                self.record(Line::Closed(window.def));
                return Out::Next(In::Return(Value::Nil));
            };
            if !self.is_eligible(def, window.subject, seat) {
                self.after_answer(&mut window, def.protocol, seat, true);
                continue;
            }
            if let Some(ask) = &def.decision {
                let decision = self.asked_by_window(&window, seat, ask);
                if let Some(forced) = forced(&decision) {
                    return self.window_decided(window, seat, forced);
                }
                if self.can_be_met(&decision) {
                    window.asked = Some(seat);
                    self.push(Task::Window(window));
                    let asking = Asking { decisions: vec![decision], answers: vec![None], list: false };
                    self.push(Task::Ask(Box::new(asking)));
                    return Out::Next(In::Go);
                }
            } else if self.is_asked(&window, seat) {
                window.asked = Some(seat);
                self.push(Task::Window(window));
                return Out::Ask;
            }
            self.record(Line::NotAsked(seat, window.def));
            self.after_answer(&mut window, def.protocol, seat, true);
        }
    }

    fn window_answered(&mut self, mut window: Window, seat: Seat, answer: Answer) -> Out {
        let protocol = self.rules.windows[window.def.index()].protocol;
        window.asked = None;
        window.settled = false;
        let passed = !matches!(answer, Answer::Act(_));
        if protocol == Protocol::Reaction && !passed {
            let def = &self.rules.windows[window.def.index()];
            window.before = Some(reaction::watched(&Around { world: self, def }));
        }
        self.after_answer(&mut window, protocol, seat, passed);
        let subject = window.subject.filter(|_| protocol == Protocol::Interrupt);
        let id = window.def;
        self.push(Task::Window(window));
        match answer {
            Answer::Act(choice) => self.declare(seat, choice, subject),
            _ => self.record(Line::Passed(seat, id)),
        }
        Out::Next(In::Go)
    }

    /// Whether checks or triggers come before the window asks.
    fn must_settle(&self, window: &Window) -> bool {
        self.is_unsettled() || !window.settled && !self.rules.checks.is_empty()
    }

    fn is_eligible(&self, def: &WindowDef, subject: Option<UseId>, seat: Seat) -> bool {
        let env = Env { this: subject.and_then(|id| self.state.use_(id)), ..self.seat_env(seat) };
        def.eligible.as_ref().is_none_or(|c| env.holds(c))
    }

    /// A seat has decided what the window asked: its step comes next, then the window goes on.
    fn window_decided(&mut self, mut window: Window, seat: Seat, answer: Value) -> Out {
        let rules = self.rules.clone();
        let def = &rules.windows[window.def.index()];
        window.asked = None;
        let window_subject = window.subject;
        self.state.next.triggers = 0;
        self.after_answer(&mut window, def.protocol, seat, false);
        self.push(Task::Window(window));
        let mut vars = vec![("answer", answer)];
        vars.extend(window_subject.map(|id| ("subject", Value::Use(id))));
        self.push_then(def, seat, vars);
        Out::Next(In::Go)
    }

    /// The step of a window, given what was answered.
    fn push_then(&mut self, def: &WindowDef, me: Seat, vars: Vec<(&str, Value)>) {
        let Some(script) = def.then else { return };
        let sym = |name| self.rules.schema.symbols.find(name).expect("interned by the catalog");
        let vars = vars.into_iter().map(|(name, value)| (sym(name), value)).collect();
        let context = Context { me, vars, ..Context::default() };
        self.push(Task::Script(Box::new(ScriptCall::new(script, context))));
    }

    fn asked_by_window(&self, window: &Window, seat: Seat, ask: &WindowAsk) -> Decision {
        let kind = self.kind_of_ask(seat, ask, window.subject);
        Decision { window: Some(window.def), ..Decision::new(seat, kind) }
    }

    fn kind_of_ask(&self, seat: Seat, ask: &WindowAsk, subject: Option<UseId>) -> Kind {
        let env = Env { this: subject.and_then(|id| self.state.use_(id)), ..self.seat_env(seat) };
        match ask {
            WindowAsk::Number(low, high) => Kind::Number(env.amount(low), env.amount(high)),
            WindowAsk::Words(words) => {
                let options = words.iter().map(|w| Value::Word(*w)).collect();
                Kind::Pick { options, min: 1, max: 1, rule: PickRule::Free, list: false }
            }
            WindowAsk::Assign(ask) => Kind::Assign(self.pairs(ask, &env)),
            WindowAsk::Select(what) => {
                let options = env.options(what);
                let (min, max) = self.bounds(&env, what, options.len());
                let (min, max) = (min as u32, max as u32);
                let context = Box::new(Context { me: seat, ..Context::default() });
                let rule = what.rules.clone().map_or(PickRule::Free, |rules| PickRule::Rules(rules, context));
                Kind::Pick { options, min, max, rule, list: min != 1 || max != 1 }
            }
        }
    }

    /// What a seat may use in a window.
    pub fn window_offers(&self, window: &Window, seat: Seat) -> Vec<Choice> {
        let def = &self.rules.windows[window.def.index()];
        let reply_to = window.subject.filter(|_| def.protocol == Protocol::Interrupt);
        self.offers(seat, &def.offers, reply_to)
    }

    fn can_act(&self, window: &Window, seat: Seat) -> bool {
        let def = &self.rules.windows[window.def.index()];
        let reply_to = window.subject.filter(|_| def.protocol == Protocol::Interrupt);
        self.some_offer(seat, &def.offers, reply_to, &mut |_| true)
    }

    fn is_asked(&self, window: &Window, seat: Seat) -> bool {
        let def = &self.rules.windows[window.def.index()];
        let might = || self.holds_hidden(seat) || self.can_act(window, seat);
        match &def.ask {
            AskPolicy::Always => true,
            AskPolicy::CanAct => self.can_act(window, seat),
            AskPolicy::MightAct => might(),
            AskPolicy::Option(name) => match self.rules.option(*name) {
                Some(Value::Bool(true)) => might(),
                _ => self.can_act(window, seat),
            },
        }
    }

    /// Whether a seat holds cards that the others do not see, where cards may be used from.
    fn holds_hidden(&self, seat: Seat) -> bool {
        let schema = &self.rules.schema;
        let from = self
            .rules
            .actions
            .iter()
            .fold(self.rules.timed_zones, |mask, id| mask | self.rules.abilities[id.index()].from);
        let hidden = |k: &usize| schema.zones[*k].seen_by == SeenBy::Owner && from & 1 << *k != 0;
        (0..schema.zones.len())
            .filter(hidden)
            .any(|k| self.state.cards_in(&self.rules, ZoneKind::of(k), seat).next().is_some())
    }

    pub(in crate::kernel) fn window_decision(&self, window: &Window) -> Option<Decision> {
        let seat = window.asked?;
        let def = &self.rules.windows[window.def.index()];
        let options = self.window_offers(window, seat);
        // Who must act but cannot is not stuck: she passes.
        let may_pass = def.may_pass || options.is_empty();
        let card = window.subject.and_then(|id| self.state.use_(id)).and_then(|u| u.card);
        let kind = Kind::Act { options, may_pass };
        Some(Decision { window: Some(window.def), card, ..Decision::new(seat, kind) })
    }

    // ---- hidden decisions ----

    fn step_sealed(&mut self, mut window: Window, input: In) -> Out {
        let rules = self.rules.clone();
        let def = &rules.windows[window.def.index()];
        if let (In::Return(answers), true) = (&input, window.revealed) {
            self.record(Line::Closed(window.def));
            let players = self.sealed_seats(def).into_iter().map(Value::Seat).collect();
            let vars = vec![("answers", answers.clone()), ("players", Value::List(players))];
            self.push_then(def, self.state.active, vars);
            return Out::Next(In::Go);
        }
        let ask = def.decision.as_ref();
        let decisions: Vec<Decision> =
            self.sealed_seats(def).into_iter().filter_map(|s| Some(self.asked_by_window(&window, s, ask?))).collect();
        window.revealed = true;
        self.push(Task::Window(window));
        let answers = vec![None; decisions.len()];
        self.push(Task::Ask(Box::new(Asking { decisions, answers, list: true })));
        Out::Next(In::Go)
    }

    /// Who decides in secret, by seat, whoever is first in this game.
    fn sealed_seats(&self, def: &WindowDef) -> Vec<Seat> {
        let mut seats = self.table_env().seats(&def.players);
        seats.retain(|s| self.is_eligible(def, None, *s));
        // Whoever cannot choose enough is not asked.
        seats.retain(|s| match def.decision.as_ref().map(|ask| self.kind_of_ask(*s, ask, None)) {
            Some(kind) => self.can_be_met(&Decision::new(*s, kind)),
            None => false,
        });
        seats.sort_unstable();
        seats
    }
}

/// The only answer that there is: what can be answered in one way is not asked, where all would see
/// what comes of it anyway.
fn forced(decision: &Decision) -> Option<Value> {
    match &decision.kind {
        Kind::Pick { options, min, rule: PickRule::Free, list, .. } if options.len() == *min as usize => match list {
            true => Some(Value::List(options.clone())),
            false => options.first().cloned(),
        },
        Kind::Number(low, high) if low == high => Some(Value::Int(*low)),
        _ => None,
    }
}
