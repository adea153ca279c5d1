//! Lanes: in a sealed window each player acts secretly in a lane of her own. This file has the questions in the lanes,
//! and the events that may happen inside a lane.

use crate::kernel::model::decision::{Decision, Kind};
use crate::kernel::model::event;
use crate::kernel::model::objects::Event;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{Card, Seat, Value};
use crate::kernel::model::window::{Lane, Window};
use crate::kernel::read::game::Game;

impl<'a> Game<'a> {
    /// The open decisions of a sealed window: one for each seat whose lane is not done.
    pub(in crate::kernel) fn lane_decisions(self, window: &Window) -> Vec<Decision> {
        let deadline = self.deadline_of(window);
        let open = window.lanes.iter().filter(|lane| !lane.done);
        open.filter_map(|lane| {
            let decision = self.derived.lane(self, window, lane.seat, || self.lane_decision(window, lane))?;
            Some(Decision { window: Some(window.def), deadline, ..decision })
        })
        .collect()
    }

    /// The seconds that players have to answer in a sealed window; `None`: no deadline.
    pub(in crate::kernel) fn deadline_of(self, window: &Window) -> Option<u32> {
        let deadline = self.rules.windows[window.def.index()].deadline.as_ref()?;
        let seconds = self.table_env().amount(deadline).clamp(0, 1_000_000) as u32;
        (seconds > 0).then_some(seconds)
    }

    /// The decision of a seat in its lane: the next choice of the use that it declares, or what it may use.
    fn lane_decision(self, window: &Window, lane: &Lane) -> Option<Decision> {
        if let Some(declare) = &lane.declare {
            return self.declare_decision(declare);
        }
        let options = self.offers(window.def, lane.seat, None, |_| true);
        // A player who must act, but has no legal action, may pass.
        let may_pass = self.rules.windows[window.def.index()].may_pass || options.is_empty();
        Some(Decision::new(lane.seat, Kind::Act { options, may_pass }))
    }

    /// True if a seat acts in a lane of the window on top.
    pub fn is_in_lane(self, seat: Seat) -> bool {
        matches!(self.state.tasks.last(), Some(Task::Window(w)) if w.lane(seat).is_some())
    }

    /// True if an event concerns only things of this seat. Other events may not happen in its lane.
    pub(in crate::kernel) fn may_happen_in_lane(self, seat: Seat, e: &Event) -> bool {
        let own_zone = |v: &Value| matches!(v, Value::Zone(z) if self.rules.schema.zone_owner(*z) == Some(seat));
        let own_card = |c: Card| self.controller(c) == seat;
        match e.kind {
            event::USED => true,
            event::MOVED => e.card().is_some_and(own_card) && own_zone(&e.fields[2]),
            event::SHUFFLED | event::RESULT | event::LOST | event::MADE_FIRST | event::MADE_ACTIVE => false,
            _ => match &e.fields[0] {
                Value::Card(card) => own_card(*card),
                Value::Seat(s) => *s == seat,
                zone @ Value::Zone(_) => own_zone(zone),
                _ => false,
            },
        }
    }
}
