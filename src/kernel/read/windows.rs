//! Windows: whom a window asks, its question, and what it offers.

use std::sync::Arc;

use crate::kernel::model::context::Context;
use crate::kernel::model::decision::{Choice, Decision, Kind, PickRule};
use crate::kernel::model::rules::{AskPolicy, WindowAsk, WindowDef};
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::value::{Seat, UseId, Value, ZoneKind};
use crate::kernel::model::window::Window;
use crate::kernel::read::evaluation_env::Env;
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    /// True if checks or triggers come before the window asks.
    pub(in crate::kernel) fn must_check(self, window: &Window) -> bool {
        self.do_triggers_wait() || !window.checked && !self.rules.checks.is_empty()
    }

    /// True if a seat takes part in a window at all: the player has not lost, and the window's `eligible` holds for
    /// her.
    pub(in crate::kernel) fn is_eligible(self, def: &WindowDef, subject: Option<UseId>, seat: Seat) -> bool {
        if self.state.is_out(seat) {
            return false;
        }
        let env = Env { this: subject.and_then(|id| self.state.use_(id)), ..self.seat_env(seat) };
        def.eligible.as_ref().is_none_or(|c| env.holds(c))
    }

    pub(in crate::kernel) fn asked_by_window(self, window: &Window, seat: Seat, ask: &WindowAsk) -> Decision {
        let kind = self.kind_of_ask(seat, ask, window.subject);
        Decision { window: Some(window.def), ..Decision::new(seat, kind) }
    }

    fn kind_of_ask(self, seat: Seat, ask: &WindowAsk, subject: Option<UseId>) -> Kind {
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

    /// The choices that a window offers a seat.
    pub fn window_offers(self, window: &Window, seat: Seat) -> Arc<[Choice]> {
        self.derived.offers((window.def, window.subject, seat), || self.offers_in(window, seat))
    }

    /// The choices that a window offers a seat, found without the cache.
    fn offers_in(self, window: &Window, seat: Seat) -> Vec<Choice> {
        let def = &self.rules.windows[window.def.index()];
        let reply_to = window.subject.filter(|_| def.protocol.is_about_a_use());
        self.offers(window.def, seat, reply_to, |_| true)
    }

    /// True if a seat has an offer in a window.
    fn can_act(self, window: &Window, seat: Seat) -> bool {
        !self.window_offers(window, seat).is_empty()
    }

    /// True if a window asks a seat, as its `ask` says: always, or only a player who can act, or who might for all that
    /// others know.
    pub(in crate::kernel) fn is_asked(self, window: &Window, seat: Seat) -> bool {
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

    /// True if a seat has hidden cards in zones of use, so that others cannot tell whether it can act.
    fn holds_hidden(self, seat: Seat) -> bool {
        let schema = &self.rules.schema;
        let from = self
            .rules
            .actions
            .iter()
            .fold(self.rules.timed_zones, |kinds, id| kinds | self.rules.abilities[id.index()].from);
        let hidden = |kind: &ZoneKind| schema.zones[kind.index()].seen_by == SeenBy::Owner;
        schema.kinds(from).filter(hidden).any(|kind| self.state.cards_in(self.rules, kind, seat).next().is_some())
    }

    pub(in crate::kernel) fn window_decision(self, window: &Window) -> Option<Decision> {
        let seat = window.asked?;
        let def = &self.rules.windows[window.def.index()];
        let options = self.window_offers(window, seat).to_vec();
        // A player who must act, but has no legal action, may pass.
        let may_pass = def.may_pass || options.is_empty();
        let card = window.subject.and_then(|id| self.state.use_(id)).and_then(|u| u.card);
        let kind = Kind::Act { options, may_pass };
        Some(Decision { window: Some(window.def), card, ..Decision::new(seat, kind) })
    }

    /// The secret decisions of a window that asks all its players at once, in the order of seats, whoever is first.
    pub(in crate::kernel) fn sealed_decisions(self, window: &Window, ask: &WindowAsk) -> Vec<Decision> {
        let def = &self.rules.windows[window.def.index()];
        let mut seats = self.seat_env(window.me.unwrap_or(self.state.active)).seats(&def.players);
        seats.sort_unstable();
        seats.dedup();
        let eligible = seats.into_iter().filter(|seat| self.is_eligible(def, None, *seat));
        // A player without enough options is not asked.
        let asked = eligible.map(|seat| self.asked_by_window(window, seat, ask));
        let deadline = self.deadline_of(window);
        asked.filter(|asked| self.can_be_met(asked)).map(|asked| Decision { deadline, ..asked }).collect()
    }
}
