//! Turns and games: how each level of the flow (match, game, turn) begins, repeats and ends.

use std::sync::Arc;

use crate::kernel::model::change::{Change, Edit, NumberOf};
use crate::kernel::model::context::Context;
use crate::kernel::model::event;
use crate::kernel::model::flow_items::{Item, Repeat};
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::Lasts;
use crate::kernel::model::rules::Tally;
use crate::kernel::model::task::{In, Out, Task};
use crate::kernel::model::value::*;
use crate::kernel::run::change::World;

impl World {
    pub(in crate::kernel) fn step_repeat(&mut self, list: ListId, item: u16, n: u32, mut context: Arc<Context>) -> Out {
        let rules = self.rules.clone();
        let Item::Repeat(repeat) = &rules.lists[list.index()].items[item as usize] else {
            return Out::Next(In::Return(Value::Nil));
        };
        if n > 0 {
            self.leave_level(repeat);
            if let Some(outcome) = self.state().decided {
                // After a result, only a level that is a game of its own repeats.
                if !repeat.fresh {
                    return Out::Next(In::Return(Value::Nil));
                }
                self.change(Change::Ended(Some(outcome)));
                self.change(Change::Decided(None));
                // The losers of a game are in again in its match.
                if self.state().lost != 0 {
                    self.change(Change::Lost(0));
                }
                for seat in outcome.winners() {
                    let wins = self.state().wins[seat.index()].saturating_add(1);
                    self.change(Change::Number(NumberOf::Wins(seat), wins as i64));
                }
            }
            if repeat.until.as_ref().is_some_and(|c| self.game().env(&context).holds(c)) {
                return Out::Next(In::Return(Value::Nil));
            }
        }
        if let Some(max) = &repeat.max
            && n as i64 >= self.game().env(&context).amount(max)
        {
            if let Some(rule) = &repeat.after_max {
                let outcome = self.game().outcome_of(rule, &context);
                self.finish(outcome);
            }
            return Out::Next(In::Return(Value::Nil));
        }
        self.push(Task::Repeat(list, item, n + 1, context.clone()));
        self.enter_level(repeat, n);
        // Within a round of each player the items belong to that player, unless the round makes somebody active.
        if !context.is_round() || repeat.first.is_some() || repeat.alternate {
            Arc::make_mut(&mut context).me = self.state().active;
        }
        self.push_list(repeat.list, context);
        Out::Next(In::Go)
    }

    fn enter_level(&mut self, repeat: &Repeat, n: u32) {
        let level = repeat.level;
        if repeat.fresh && n > 0 {
            self.fresh_game(level);
        }
        self.restart_counters(level);
        for inner in level.index() + 1..self.state().level_numbers.len() {
            self.change(Change::Number(NumberOf::Level(LevelId::of(inner)), 0));
        }
        let number = self.state().level_numbers[level.index()] + 1;
        self.change(Change::Number(NumberOf::Level(level), number as i64));
        if let Some(first) = &repeat.first {
            // Rounds go round the table, and players who are out are skipped.
            let seats = self.rules.schema.seats as i64;
            let seat = Seat::of(self.game().table_env().amount(first).rem_euclid(seats));
            let seat = self.in_game_from(level, seat);
            self.make_active(seat, true);
        }
        if repeat.alternate {
            let seat = if n == 0 { self.first_of(level) } else { self.next_of(level) };
            self.make_active(seat, false);
        }
        if !repeat.alternate && repeat.first.is_none() {
            (0..self.rules.schema.seats).for_each(|seat| self.pass_over(level, Seat(seat)));
        }
        self.last_through(level);
        let whose = repeat.alternate.then_some(self.state().active);
        self.record(Line::Level(level, number, whose));
        self.began(event::LEVEL_BEGAN, self.rules.schema.levels[level.index()]);
    }

    /// The seat of the first round of a level that goes round the table.
    fn first_of(&mut self, level: LevelId) -> Seat {
        self.goes_on_from(level, None);
        self.in_game_from(level, self.state().first)
    }

    /// The seat of the next round. Extra rounds come first; the usual order continues after the seat of the last usual
    /// round.
    fn next_of(&mut self, level: LevelId) -> Seat {
        let usual = self.state().usual.iter().find(|(of, _)| *of == level).map(|(_, seat)| *seat);
        let last = usual.unwrap_or(self.state().active);
        if let Some(seat) = self.extra_of(level) {
            self.goes_on_from(level, Some(last));
            return seat;
        }
        self.goes_on_from(level, None);
        self.in_game_from(level, Seat((last.0 + 1) % self.rules.schema.seats))
    }

    /// Sets the seat after which the usual order of a level continues; `None`: after the active player.
    fn goes_on_from(&mut self, level: LevelId, seat: Option<Seat>) {
        if let Some(at) = self.state().usual.iter().position(|(of, _)| *of == level) {
            self.change(Change::Usual(Edit::Remove(at)));
        }
        if let Some(seat) = seat {
            self.change(Change::Usual(Edit::push(&self.state().usual, (level, seat))));
        }
    }

    /// The next seat, from this one on, that is still in the game. Effects that last until or through this level of a
    /// skipped seat end.
    fn in_game_from(&mut self, level: LevelId, seat: Seat) -> Seat {
        let seats = self.rules.schema.seats;
        let all = (0..seats).map(|i| Seat((seat.0 + i) % seats));
        let found = all.clone().find(|seat| !self.state().is_out(*seat)).unwrap_or(seat);
        all.take_while(|seat| *seat != found).for_each(|seat| self.pass_over(level, seat));
        found
    }

    /// Ends effects for a seat that is out of the game and whose level would begin now: those that last until or
    /// through that level.
    fn pass_over(&mut self, level: LevelId, seat: Seat) {
        if self.state().is_out(seat) {
            self.expire(|lasts| *lasts == Lasts::Until(level, seat) || *lasts == Lasts::Through(level, seat));
        }
    }

    /// Takes the latest extra round of a level, and returns its player; `None` if no player in the game has one.
    fn extra_of(&mut self, level: LevelId) -> Option<Seat> {
        while let Some(at) = self.state().extra.iter().rposition(|(l, ..)| *l == level) {
            let seat = self.state().extra[at].1;
            self.change(Change::Extra(Edit::Remove(at)));
            if !self.state().is_out(seat) {
                return Some(seat);
            }
        }
        None
    }

    pub(in crate::kernel) fn leave_level(&mut self, repeat: &Repeat) {
        let level = repeat.level;
        self.expire(|lasts| *lasts == Lasts::Level(level));
        drop_each!(self, spent, Spent, |(_, _, l): &(Option<Card>, AbilityId, LevelId)| *l == level);
        self.reset_tallies(|tally| tally.per == level);
    }

    /// Begins some tallies anew.
    pub(in crate::kernel) fn reset_tallies(&mut self, which: impl Fn(&Tally) -> bool) {
        let rules = self.rules.clone();
        for (i, _) in rules.tallies.iter().enumerate().filter(|(_, tally)| which(tally)) {
            for seat in (0..rules.schema.seats).map(Seat) {
                if self.state().tallies[seat.index() * rules.tallies.len() + i] != 0 {
                    self.change(Change::Number(NumberOf::Tally(seat, i), 0));
                }
            }
        }
    }

    /// Ends the game with its result: all tasks inside the game are dropped, and the match goes on or is over.
    pub(in crate::kernel) fn end_game(&mut self) {
        let Some(outcome) = self.state().decided else { return };
        let rules = self.rules.clone();
        let is_game = |task: &Task| match task {
            Task::Repeat(list, item, ..) => {
                matches!(&rules.lists[list.index()].items[*item as usize], Item::Repeat(r) if r.fresh)
            }
            _ => false,
        };
        self.record(Line::Ended(outcome));
        let outer = self.state().tasks.iter().rposition(is_game).map_or(0, |at| at + 1);
        while self.state().tasks.len() > outer {
            self.pop();
        }
        self.change(Change::Pending(Edit::All(Vec::new())));
        self.change(Change::Agenda(Edit::All(Vec::new())));
        self.change(Change::Extra(Edit::All(Vec::new())));
        self.change(Change::Usual(Edit::All(Vec::new())));
        self.change(Change::Uses(Edit::All(Vec::new())));
        self.change(Change::Records(Edit::All(Vec::new())));
        self.change(Change::Phase(None));
        if outer == 0 {
            self.change(Change::Ended(Some(outcome)));
            self.change(Change::Decided(None));
            self.change(Change::Over(true));
        } else if let Some(Task::Repeat(list, item, n, context)) = self.pop() {
            // The repeat is done here and not by the loop of tasks, which would end the same game a second time.
            let out = self.step_repeat(list, item, n, context);
            debug_assert!(matches!(out, Out::Next(_)));
        }
    }
}
