//! Clock: the time limit of an answer. The kernel has no clock: the session measures the time, and answers when it is
//! over.
//!
//! The clock of a window with secret answers begins when it first asks a person, and runs over all her answers in it;
//! every other question has a clock of its own. A clock stops while she must look at something else: a page of news, or
//! the change of players at the keyboard.

use std::io::Write as _;

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::pages::Page;
use super::{InputEvent, Session};
use crate::cli::language::ui;
use intermezzo::kernel::Seat;

/// The clock of a question, running or stopped.
pub(super) struct AnswerClock {
    of: ClockMoment,
    /// The time that was used up before the present run began.
    spent: Duration,
    /// The start of the clock's present run; `None` while the clock is stopped.
    since: Option<Instant>,
}

/// What a clock measures: a window with secret answers, or one question; and for which person.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ClockMoment {
    is_window: bool,
    number: usize,
    person: usize,
}

impl AnswerClock {
    /// The clock for `of`: the old one, if it measures this already, else a new one; set running or stopped as `runs`
    /// says.
    fn keep(clock: Option<AnswerClock>, of: ClockMoment, runs: bool, now: Instant) -> AnswerClock {
        let mut clock = clock.filter(|c| c.of == of).unwrap_or(AnswerClock { of, spent: Duration::ZERO, since: None });
        match clock.since {
            None if runs => clock.since = Some(now),
            Some(since) if !runs => {
                clock.spent += now.saturating_duration_since(since);
                clock.since = None;
            }
            _ => {}
        }
        clock
    }

    fn spent(&self, now: Instant) -> Duration {
        self.spent + self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}

impl Session<'_> {
    /// Waits for the next event that is not just typing, and shows meanwhile how much time is left.
    pub(super) fn wait(&mut self) -> std::io::Result<InputEvent> {
        self.keep_clock();
        let mut shown = self.seconds_left();
        loop {
            let event = match self.time_left().filter(|_| self.clock.as_ref().is_some_and(|c| c.since.is_some())) {
                None => self.asked.next(&self.events),
                Some(left) if left.is_zero() => return Ok(InputEvent::TimeIsUp),
                Some(left) => {
                    let tick = Duration::from_millis(left.subsec_millis().max(1) as u64);
                    match self.asked.next_within(&self.events, tick) {
                        Ok(event) => event,
                        Err(RecvTimeoutError::Disconnected) => return Ok(InputEvent::End),
                        Err(RecvTimeoutError::Timeout) => {
                            let now = self.seconds_left();
                            if now != shown {
                                shown = now;
                                self.show_time(now.unwrap_or(0))?;
                            }
                            continue;
                        }
                    }
                }
            };
            let event = match event {
                InputEvent::Key(key) => self.key(key)?,
                InputEvent::Pasted(text) => {
                    let typed = self.typing.paste(&text);
                    self.typed_so(typed)?
                }
                other => Some(other),
            };
            if let Some(event) = event {
                return Ok(event);
            }
        }
    }

    /// Sets the clock for the present question: running, stopped while a page of news or the change of players is
    /// shown, or none if there is no time limit.
    pub(super) fn keep_clock(&mut self) {
        let person = self.person();
        let is_asked = self.table.decisions().iter().any(|d| d.deadline.is_some() && person.has(d.seat));
        if !is_asked {
            self.clock = None;
            return;
        }
        // All secret answers in a window share one clock as long as the window is open; every other question has its
        // own.
        let lanes = self.table.world().state().window().filter(|w| !w.lanes.is_empty());
        let (is_window, number) =
            lanes.map_or((false, self.table.record().entries.len()), |w| (true, w.opened() as usize));
        let is_forced = self.handing.is_some() || self.pages.as_ref().is_some_and(|p| p.kind == Page::News);
        let of = ClockMoment { is_window, number, person: self.own() };
        self.clock = Some(AnswerClock::keep(self.clock.take(), of, !is_forced, Instant::now()));
    }

    fn deadline(&self) -> Option<Duration> {
        let person = self.person();
        let own = self.table.decisions().iter().filter(|d| person.has(d.seat));
        own.filter_map(|d| d.deadline).next().map(|seconds| Duration::from_secs(seconds as u64))
    }

    fn time_left(&self) -> Option<Duration> {
        let (deadline, clock) = (self.deadline()?, self.clock.as_ref()?);
        Some(deadline.saturating_sub(clock.spent(Instant::now())))
    }

    /// The seconds left, rounded up.
    pub(super) fn seconds_left(&self) -> Option<u64> {
        let left = self.time_left().or_else(|| self.deadline())?;
        Some(left.as_millis().div_ceil(1000) as u64)
    }

    /// Shows how much time is left: on the screen in a corner, in lines only at 10 and at 5 seconds.
    fn show_time(&mut self, left: u64) -> std::io::Result<()> {
        if self.is_plain {
            if left == 10 || left == 5 {
                writeln!(self.out, "{}", ui!("seconds-left", n => "{n} second left" | "{n} seconds left", n = left))?;
            }
            return self.out.flush();
        }
        if self.pages.is_some() { Ok(()) } else { self.put_corner(&corner(left)) }
    }

    /// Ends the questions of the person at the keyboard whose time is over: the table answers for her.
    pub(super) fn time_is_up(&mut self) {
        let person = self.person();
        let asked = self.table.decisions().iter().filter(|d| d.deadline.is_some() && person.has(d.seat));
        let late: Vec<Seat> = asked.map(|d| d.seat).collect();
        for seat in late {
            // What was answered for another of her seats may have ended this question, too.
            if self.table.asked(seat).is_ok_and(|d| d.deadline.is_some()) {
                match self.table.time_is_up(seat) {
                    Ok(()) => {
                        self.note(ui!("time-up", "{who}: the time is up", who = &self.table.names()[seat.index()]))
                    }
                    Err(error) => self.warn(ui!("time-up-but", "the time is up, but: {why}", why = error)),
                }
            }
        }
        self.clock = None;
        self.pages = None;
    }
}

/// The text in the corner of the screen with the seconds left, always of the same width.
pub(super) fn corner(left: u64) -> String {
    ui!("corner", "{n} s left", n = format!("{left:>3}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_on_for_the_same_moment_and_waits_where_it_must() {
        let of = |number, person| ClockMoment { is_window: true, number, person };
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let clock = AnswerClock::keep(None, of(1, 0), true, start);
        let clock = AnswerClock::keep(Some(clock), of(1, 0), true, at(5));
        assert_eq!(clock.spent(at(7)), Duration::from_secs(7));
        let clock = AnswerClock::keep(Some(clock), of(1, 0), false, at(10));
        assert_eq!(clock.spent(at(60)), Duration::from_secs(10), "it waits");
        let clock = AnswerClock::keep(Some(clock), of(1, 0), true, at(100));
        assert_eq!(clock.spent(at(101)), Duration::from_secs(11));
        let other = AnswerClock::keep(Some(clock), of(1, 1), true, at(101));
        assert_eq!(other.spent(at(101)), Duration::ZERO, "another person has all her time");
    }
}
