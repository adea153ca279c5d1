//! Auto: uses happen without a question, by chance or as listed.
//!
//! `random`: sides take turns, each time with one random use of the first class in which the side has any; a side
//! without uses is skipped. `listed`: the uses that were possible when the window opened, in the order of seats, zones,
//! places and printed abilities; a use that is impossible when its turn comes is skipped.

use crate::kernel::model::chance::Stream;
use crate::kernel::model::checks::{AutoPick, CheckMoment};
use crate::kernel::model::decision::Choice;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::rules::WindowDef;
use crate::kernel::model::task::{In, Out, Task};
use crate::kernel::model::value::{Card, Seat, Value, WindowId, Zone};
use crate::kernel::model::window::{ListedOffers, Window};
use crate::kernel::read::evaluation_env::Obj;
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

/// The most uses in a window without a smaller `max`.
const MAX_ACTS: i64 = 1_000;

impl<'a> Game<'a> {
    fn listed(self, window: &Window) -> Vec<ListedOffers> {
        let around = self.around(window);
        let (def, window) = (around.def, window.def);
        let among = def.auto.of.as_ref().map(|of| around.env.expr(of));
        let is_of = |c: Card| among.as_ref().is_none_or(|list| list.contains(&Value::Card(c)));
        // If all uses come from printed abilities of cards, a seat that controls none of the wanted cards has none and
        // is left out.
        let only_theirs = among.as_ref().filter(|_| self.only_cards_offer(window));
        let has_one = |seat: Seat| {
            only_theirs.is_none_or(|list| {
                list.items().iter().filter_map(Value::card).any(|card| self.controller(card) == seat)
            })
        };
        let mut out = Vec::new();
        for seat in around.seats().into_iter().filter(|seat| has_one(*seat)) {
            let choices = match only_theirs.map(|list| list.items()) {
                Some([Value::Card(card)]) => self.offers_of_card(window, seat, *card),
                _ => self.offers(window, seat, None, is_of),
            };
            out.extend(choices.into_iter().map(|choice| (seat, choice, choice.card.map(|c| self.stay_and_place(c)))));
        }
        out
    }

    fn stay_and_place(self, card: Card) -> (u32, Zone) {
        let state = self.state.card(card);
        (state.stay, state.zone)
    }

    fn next_listed(self, window: &mut Window, def: &WindowDef) -> Option<(Seat, Choice)> {
        while !window.list.is_empty() {
            let (seat, choice, place) = window.list.remove(0);
            let here = choice.card.map(|c| self.stay_and_place(c)) == place;
            if here && self.why_unusable(seat, choice, &def.offers, None).is_ok() {
                return Some((seat, choice));
            }
        }
        None
    }

    /// A seat's possible uses of the first class that has any.
    fn of_first_class(self, seat: Seat, window: WindowId) -> Vec<Choice> {
        let classes = &self.rules.windows[window.index()].auto.classes;
        if classes.is_empty() {
            return self.offers(window, seat, None, |_| true);
        }
        let env = self.seat_env(seat);
        for class in classes {
            let is_in = |card: Card| env.at(Obj::Card(card)).card_matches(class, card);
            let mut found = self.offers(window, seat, None, is_in);
            found.retain(|choice| choice.card.is_some());
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }
}

impl World {
    pub(super) fn step_auto(&mut self, mut window: Box<Window>) -> Out {
        let rules = self.rules.clone();
        let def = &rules.windows[window.def.index()];
        if self.game().do_triggers_wait() {
            self.push(Task::Window(window));
            self.push(Task::ChecksAndTriggers(CheckMoment::Step));
            return Out::Next(In::Go);
        }
        let around = self.game().around(&window);
        let max = around.max().unwrap_or(MAX_ACTS).min(MAX_ACTS);
        let over = def.close_if.as_ref().is_some_and(|c| around.env.holds(c));
        if !window.revealed {
            window.revealed = true;
            if def.auto.pick == AutoPick::Listed && !over {
                window.list = self.game().listed(&window);
            }
        }
        let next = match def.auto.pick {
            _ if over => None,
            _ if window.acts as i64 >= max => {
                self.record(Line::Full(window.def, max));
                None
            }
            AutoPick::Listed => self.game().next_listed(&mut window, def),
            AutoPick::Random => self.next_random(&mut window),
        };
        let Some((seat, choice)) = next else {
            self.record(Line::Closed(window.def));
            return Out::Next(In::Return(Value::Nil));
        };
        window.acts = window.acts.saturating_add(1);
        self.count_anew();
        if def.auto.active {
            self.make_active(seat, false);
        }
        self.push(Task::Window(window));
        self.declare(seat, choice, None)
    }

    fn next_random(&mut self, window: &mut Window) -> Option<(Seat, Choice)> {
        let around = self.game().around(window);
        let seats = around.seats();
        for i in 0..seats.len() {
            let at = (window.turn as usize + i) % seats.len();
            let choices = self.game().of_first_class(seats[at], window.def);
            if choices.is_empty() {
                continue;
            }
            let values: Vec<Value> = choices.iter().map(|c| c.card.map_or(Value::Nil, Value::Card)).collect();
            let choice = choices[self.roll_index_of(Stream::Auto, &values)];
            window.turn = ((at + 1) % seats.len()) as u8;
            return Some((seats[at], choice));
        }
        None
    }
}
