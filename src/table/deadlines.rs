//! Deadlines: the time that players have for their questions. The game itself knows no clock.
//!
//! The host of the table gives the moment to each call: nothing here looks at a clock or starts a thread.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::Table;
use crate::kernel::Seat;

/// A question with a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timed {
    /// The seat that is asked, counted from 0.
    pub seat: Seat,
    /// What the time limit is for.
    pub of: TimeFor,
    /// The whole time limit, in seconds.
    pub seconds: u32,
}

/// What a time limit is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeFor {
    /// All actions of a seat in a hidden window, by the number of the window.
    Window(u32),
    /// A question, by its number.
    Question(u32),
}

impl Table {
    /// The questions that are asked now and have a time limit. In a window of hidden actions a seat has one limit for
    /// all its actions.
    pub fn timed(&self) -> Vec<Timed> {
        let lanes = self.world().state().window().filter(|window| !window.lanes.is_empty());
        let timed = |seat: Seat, seconds| {
            let of = lanes.map_or_else(|| TimeFor::Question(self.question(seat)), |w| TimeFor::Window(w.opened()));
            Timed { seat, of, seconds }
        };
        self.decisions.iter().filter_map(|d| Some(timed(d.seat, d.deadline?))).collect()
    }
}

/// The clocks of a table: each question with a time limit, and the moment at which its time is over.
#[derive(Clone, Debug, Default)]
pub struct Deadlines(Vec<(Timed, Instant)>);

impl Deadlines {
    /// Updates the clocks to these questions. Closed questions have none, and open ones keep their time.
    pub fn follow(&mut self, timed: &[Timed], now: Instant) {
        let end = |timed: &Timed| {
            let known = self.0.iter().find(|(known, _)| known == timed).map(|(_, end)| *end);
            known.unwrap_or_else(|| now + Duration::from_secs(timed.seconds.into()))
        };
        self.0 = timed.iter().map(|timed| (*timed, end(timed))).collect();
    }

    /// Stops the clock of a seat. [`Deadlines::follow`] starts it anew if the seat is still asked.
    pub fn stop(&mut self, seat: Seat) {
        self.0.retain(|(timed, _)| timed.seat != seat);
    }

    /// The end of the first deadline; `None` if no deadline runs.
    pub fn next(&self) -> Option<Instant> {
        self.0.iter().map(|(_, end)| *end).min()
    }

    /// The seats whose time is over.
    pub fn over(&self, now: Instant) -> Vec<Seat> {
        self.0.iter().filter(|(_, end)| *end <= now).map(|(timed, _)| timed.seat).collect()
    }

    /// The seconds that a seat has left, rounded up; `None` for a question without a deadline.
    pub fn left(&self, seat: Seat, now: Instant) -> Option<u32> {
        let (_, end) = self.0.iter().find(|(timed, _)| timed.seat == seat)?;
        let left = end.saturating_duration_since(now).as_millis().div_ceil(1000);
        Some(u32::try_from(left).unwrap_or(u32::MAX))
    }
}
