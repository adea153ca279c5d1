//! Clocks: when the time of the questions that persons are asked is over.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use intermezzo::{Seat, Table};

/// The clocks of a table.
#[derive(Default)]
pub struct Clocks {
    /// By seat: the number of its question, and when the time for it is over.
    running: BTreeMap<u8, (u32, Instant)>,
}

impl Clocks {
    /// Starts a clock for each of these seats that is asked something new with a deadline, and stops those of answered questions.
    pub fn set(&mut self, table: &Table, seats: impl Iterator<Item = u8>) {
        let mut running = BTreeMap::new();
        for seat in seats {
            let Some(seconds) = table.deadline(Seat(seat)) else { continue };
            let question = table.question(Seat(seat));
            let over = match self.running.get(&seat) {
                Some((same, over)) if *same == question => *over,
                _ => Instant::now() + Duration::from_secs(seconds.into()),
            };
            running.insert(seat, (question, over));
        }
        self.running = running;
    }

    /// Stops the clock of a seat: it is set anew with the next change of the game.
    pub fn stop(&mut self, seat: u8) {
        self.running.remove(&seat);
    }

    /// When the time of a seat is over; `None`: no clock runs.
    pub fn over(&self, seat: u8) -> Option<Instant> {
        self.running.get(&seat).map(|(_, over)| *over)
    }

    /// The seconds that a seat has left.
    pub fn left(&self, seat: u8) -> Option<u32> {
        self.over(seat).map(|over| over.saturating_duration_since(Instant::now()).as_secs() as u32)
    }

    /// The seat whose time is over first, and when.
    pub fn next(&self) -> Option<(u8, Instant)> {
        self.running.iter().map(|(seat, (_, over))| (*seat, *over)).min_by_key(|(_, over)| *over)
    }
}
