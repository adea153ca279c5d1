//! Clock: the time there is for an answer. The game knows none: what is late is answered here.
//!
//! The clock of a window begins when it first asks somebody in time, and runs until it asks nobody
//! any more, however often it is answered meanwhile.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use crossterm::{cursor, queue, terminal};

use super::{Event, Session};
use crate::kernel::Seat;

impl Session<'_> {
    /// Waits for the next event, and shows how much time is left.
    pub(super) fn wait(&mut self) -> std::io::Result<Event> {
        self.keep_clock();
        let mut told = self.seconds_left();
        loop {
            let Some(left) = self.time_left() else {
                // The sender in the reading thread lives as long as we do.
                return Ok(self.events.recv().unwrap_or(Event::End));
            };
            if left.is_zero() {
                return Ok(Event::TimeIsUp);
            }
            let tick = Duration::from_millis(left.subsec_millis().max(1) as u64);
            match self.events.recv_timeout(tick) {
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Disconnected) => return Ok(Event::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let now = self.seconds_left();
            if now != told {
                told = now;
                self.show_time(now.unwrap_or(0))?;
            }
        }
    }

    /// Starts the clock when something is asked in time, and stops it when nothing is any more.
    fn keep_clock(&mut self) {
        let is_asked = self.table.decisions().iter().any(|d| d.deadline.is_some());
        // Hidden actions are one question as long as their window is open; else each has its own time.
        let lanes = self.table.world().state.window().filter(|w| !w.lanes.is_empty());
        let moment = lanes.map_or((false, self.table.record().entries.len()), |w| (true, w.opened() as usize));
        self.clock = match (is_asked, self.clock) {
            (true, Some((of, since))) if of == moment => Some((of, since)),
            (true, _) => Some((moment, Instant::now())),
            (false, _) => None,
        };
    }

    fn time_left(&self) -> Option<Duration> {
        let deadline = self.table.decisions().iter().find_map(|d| d.deadline)?;
        let (_, since) = self.clock?;
        Some(Duration::from_secs(deadline as u64).saturating_sub(since.elapsed()))
    }

    /// How many seconds are left, begun ones counted.
    pub(super) fn seconds_left(&self) -> Option<u64> {
        let deadline = self.table.decisions().iter().find_map(|d| d.deadline)?;
        Some(self.time_left().map_or(deadline as u64, |left| left.as_millis().div_ceil(1000) as u64))
    }

    /// Says how much time is left: in a corner of the screen, in words now and then.
    fn show_time(&mut self, left: u64) -> std::io::Result<()> {
        if self.is_plain {
            if left == 10 || left == 5 {
                writeln!(self.out, "{left} seconds left")?;
            }
            return self.out.flush();
        }
        let columns = terminal::size().map_or(80, |(columns, _)| columns.max(20));
        let text = format!(" {left:>3} s ");
        let mut codes = Vec::new();
        queue!(codes, cursor::SavePosition, cursor::MoveTo(columns - text.len() as u16, 0))?;
        codes.extend_from_slice(text.as_bytes());
        queue!(codes, cursor::RestorePosition)?;
        self.out.write_all(&codes)?;
        self.out.flush()
    }

    /// Answers for everybody who is late.
    pub(super) fn time_is_up(&mut self) {
        let late: Vec<Seat> = self.table.decisions().iter().filter(|d| d.deadline.is_some()).map(|d| d.seat).collect();
        for seat in late {
            // Another seat's answer may have ended it for all.
            if self.table.asked(seat).is_ok_and(|d| d.deadline.is_some()) {
                match self.table.time_is_up(seat) {
                    Ok(()) => self.note(format!("{}: the time is up", self.table.names()[seat.index()])),
                    Err(error) => self.warn(format!("the time is up, but: {error}")),
                }
            }
        }
        self.clock = None;
        self.handing = None;
    }
}
