//! Lanes: several seats act at once and hidden from each other, each as often as it likes, until all have passed.
//!
//! Each seat acts in a lane of its own: its actions change its own things at once, and
//! nobody else is told. Lanes have numbers, log lines and declarations of their own, so the order
//! of the answers changes nothing; the lines are written when the window closes, in the
//! order of seats. In a lane no script runs, nothing is left to chance, nothing is replaced and
//! nothing triggers: hidden events are visible to nobody.

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::decision::Answer;
use crate::kernel::model::declaration::Declare;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::log_lines::{Line, LogLine};
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::task::{In, Out, Task};
use crate::kernel::model::value::{Card, Seat, Value};
use crate::kernel::model::window::{Lane, SPAN, Window};
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

impl<'a> Game<'a> {
    fn lane_acts(self, window: &mut Window, i: usize, declare: Box<Declare>) -> Option<Box<Declare>> {
        let around = self.around(window);
        let max = around.max();
        let lane = &mut window.lanes[i];
        lane.acts += 1;
        lane.done = max.is_some_and(|max| lane.acts as i64 >= max) || lane.acts as u32 >= SPAN / 64;
        Some(declare)
    }
}

impl World {
    pub(super) fn step_lanes(&mut self, mut window: Box<Window>, input: In) -> Out {
        if let Some(seat) = self.state().lane {
            self.change(Change::Lane(None));
            // The seat's play is complete: its lane keeps the running numbers, and those of the window come back.
            let next = self.state().next;
            self.count_on(|now| *now = window.numbers);
            if let Some(lane) = window.lanes.iter_mut().find(|lane| lane.seat == seat) {
                lane.next = next;
            }
        }
        if window.lanes.is_empty() {
            if self.game().must_check(&window) {
                window.checked = true;
                self.push(Task::Window(window));
                self.push(Task::ChecksAndTriggers(CheckMoment::Window));
                return Out::Next(In::Go);
            }
            self.open_lanes(&mut window);
        }
        if let In::Answer(seat, _) = input {
            self.answered_in_lane(seat);
        }
        if let In::Answer(seat, answer) = input
            && let Some(i) = window.lanes.iter().position(|lane| lane.seat == seat && !lane.done)
            && let Some(declare) = self.lane_answered(&mut window, i, answer)
        {
            self.count_on(|now| *now = window.lanes[i].next);
            self.change(Change::Lane(Some(seat)));
            self.forget_what_others_saw(seat);
            self.push(Task::Window(window));
            let proposed = self.declared(*declare);
            return self.happens_next(proposed);
        }
        if window.lanes.iter().all(|lane| lane.done) {
            self.close_lanes(*window);
            return Out::Next(In::Return(Value::Nil));
        }
        self.push(Task::Window(window));
        Out::Ask
    }

    fn open_lanes(&mut self, window: &mut Window) {
        let mut seats = self.game().around(window).seats();
        seats.sort_unstable();
        seats.dedup();
        window.numbers = self.state().next;
        let lane = |(i, seat): (usize, &Seat)| Lane {
            seat: *seat,
            done: false,
            acts: 0,
            declare: None,
            next: window.numbers.lane(i),
            log: Vec::new(),
        };
        window.lanes = seats.iter().enumerate().map(lane).collect();
    }

    /// Applies an answer in a lane. Returns a completed declaration.
    fn lane_answered(&mut self, window: &mut Window, i: usize, answer: Answer) -> Option<Box<Declare>> {
        let seat = window.lanes[i].seat;
        let mut declare = match (answer, window.lanes[i].declare.take()) {
            (Answer::Act(choice), _) => Box::new(Declare::new(self.game().draft(seat, choice, None))),
            (Answer::Values(values), Some(mut declare)) => {
                if self.game().declare_on(&mut declare, Some(values)).is_none() {
                    return self.game().lane_acts(window, i, declare);
                }
                window.lanes[i].declare = Some(declare);
                return None;
            }
            _ => {
                let depth = self.depth() + 1;
                let lane = &mut window.lanes[i];
                lane.done = true;
                let line = Line::Passed(seat, window.def);
                lane.log.push(LogLine { depth, line, facts: Vec::new(), is_quiet: false });
                return None;
            }
        };
        if self.game().declare_on(&mut declare, None).is_none() {
            return self.game().lane_acts(window, i, declare);
        }
        window.lanes[i].declare = Some(declare);
        None
    }

    /// Makes the other players forget which of a seat's cards they were shown: the seat may exchange them in secret
    /// now.
    fn forget_what_others_saw(&mut self, seat: Seat) {
        let (rules, own) = (self.rules.clone(), 1 << seat.0);
        let schema = &rules.schema;
        for kind in schema.kinds(IdSet::ALL) {
            let zone = &schema.zones[kind.index()];
            if !zone.per_player || zone.seen_by == SeenBy::All {
                continue;
            }
            // Only cards that another player knows need a change, and most shown cards are known to nobody else.
            let is_shown = |card: &Card| self.state().card(*card).known & !own != 0;
            let shown: Vec<Card> = self.state().cards_in(&rules, kind, seat).filter(is_shown).collect();
            for card in shown {
                self.change(Change::Known(card, self.state().card(card).known & own));
            }
        }
    }

    fn close_lanes(&mut self, window: Window) {
        self.count_on(|now| *now = window.numbers.lane(window.lanes.len()));
        let def = window.def;
        for line in window.lanes.into_iter().flat_map(|lane| lane.log) {
            self.write(line);
        }
        // `spent` grew in the order of the answers. It is sorted, so that this order changes nothing.
        if !self.state().spent.is_sorted() {
            let mut spent = self.state().spent.clone();
            spent.sort_unstable();
            self.change(Change::Spent(Edit::All(spent)));
        }
        self.record(Line::Closed(def));
    }

    /// Logs a line in the lane that acts. Returns the line if no lane does.
    pub(in crate::kernel) fn record_in_lane(&mut self, line: LogLine) -> Option<LogLine> {
        let Some(seat) = self.state().lane else { return Some(line) };
        let is_its = |t: &Task| matches!(t, Task::Window(w) if w.lanes.iter().any(|lane| lane.seat == seat));
        let Some(at) = self.state().tasks.iter().rposition(is_its) else { return Some(line) };
        self.with_task(at, |task| {
            if let Task::Window(window) = task
                && let Some(lane) = window.lanes.iter_mut().find(|lane| lane.seat == seat)
            {
                lane.log.push(line);
            }
        });
        None
    }
}
