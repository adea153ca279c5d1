//! Hosting: the clocks of a table and the presence of its players, for a host.
//!
//! ```text
//! comes, goes          a connection begins or ends
//! vote                 a player wants an absent one waited for, replaced by a bot, or to have given up
//! next_wake, wake      the host sleeps until that moment, and then wakes the table
//! ```
//!
//! The host gives the moment to each call, so a test gives any. It keeps the table, and lets bots answer for the seats of
//! `stand_ins`, before and after each call.

use std::time::{Duration, Instant};

use super::absent_players::{Absent, Instead, Presence};
use super::deadlines::{Deadlines, Timed};
use super::{Table, Took};
use crate::error::Result;
use crate::kernel::Seat;

/// A source of open questions with deadlines: a table, or the list of a table that is played in another process.
pub trait Timing {
    /// The open questions with a deadline.
    fn open(&self) -> Vec<Timed>;
}

impl Timing for Table {
    fn open(&self) -> Vec<Timed> {
        self.timed()
    }
}

impl Timing for [Timed] {
    fn open(&self) -> Vec<Timed> {
        self.to_vec()
    }
}

/// The players of a table and their clocks.
#[derive(Clone, Debug)]
pub struct Hosting {
    deadlines: Deadlines,
    presence: Presence,
    /// Seats of persons that a bot plays until the persons come again.
    stand_ins: Vec<Seat>,
    /// Seats where a person has sat down, whether she is there now or not: only these have clocks.
    taken: Vec<Seat>,
}

impl Hosting {
    /// The hosting of a table where nobody has sat down yet. After `patience` the others may vote about an absent
    /// player.
    pub fn new(patience: Duration) -> Hosting {
        let (deadlines, presence) = (Deadlines::default(), Presence::new(patience));
        Hosting { deadlines, presence, stand_ins: Vec::new(), taken: Vec::new() }
    }

    /// The hosting of a table that continues after its host was started anew. The persons of the seats `taken` count as
    /// absent from now on, and bots play the seats `stand_ins`.
    pub fn resume(patience: Duration, taken: &[Seat], stand_ins: &[Seat], now: Instant) -> Hosting {
        let mut hosting = Hosting::new(patience);
        (hosting.taken, hosting.stand_ins) = (taken.to_vec(), stand_ins.to_vec());
        taken.iter().for_each(|seat| hosting.presence.goes(*seat, now));
        hosting
    }

    /// The seats that bots play until their players come again.
    pub fn stand_ins(&self) -> &[Seat] {
        &self.stand_ins
    }

    /// The seats that persons have taken, whether they are there now or not.
    pub fn taken(&self) -> &[Seat] {
        &self.taken
    }

    /// The absent players.
    pub fn absent(&self, now: Instant) -> Vec<Absent> {
        self.presence.absent(now)
    }

    /// Notes that a player sits down or comes back. A bot that played for her plays no longer.
    pub fn comes(&mut self, table: &(impl Timing + ?Sized), seat: Seat, now: Instant) {
        self.stand_ins.retain(|other| *other != seat);
        if !self.taken.contains(&seat) {
            self.taken.push(seat);
        }
        self.presence.comes(seat);
        self.follow(table, now);
    }

    /// Notes that a player has gone. Her clock runs on.
    pub fn goes(&mut self, seat: Seat, now: Instant) {
        if self.taken.contains(&seat) {
            self.presence.goes(seat, now);
        }
    }

    /// Takes a vote about an absent player. The result is the decision, once all present players have voted alike.
    ///
    /// # Errors
    ///
    /// A vote that does not count, see [`Presence::vote`], and a claim that the table refuses, see [`Table::concede`].
    /// Nothing has changed then.
    pub fn vote(
        &mut self,
        table: &mut Table,
        (by, about): (Seat, Seat),
        instead: Instead,
        now: Instant,
    ) -> Result<Option<Instead>> {
        let before = self.presence.clone();
        let done = self.agree((by, about), instead, now)?;
        if done == Some(Instead::Claim)
            && let Err(error) = table.concede(about)
        {
            self.presence = before;
            return Err(error);
        }
        self.follow(table, now);
        Ok(done)
    }

    /// Counts a vote about an absent player, and lets a bot stand in for her if the votes say so; a concession is left
    /// to the host.
    ///
    /// # Errors
    ///
    /// A vote that does not count.
    pub fn agree(&mut self, (by, about): (Seat, Seat), instead: Instead, now: Instant) -> Result<Option<Instead>> {
        let done = self.presence.vote(by, about, instead, now)?;
        if done == Some(Instead::Bot) && !self.stand_ins.contains(&about) {
            self.stand_ins.push(about);
        }
        Ok(done)
    }

    /// The seconds that a seat has left, a begun one counted whole; `None`: its question has no deadline.
    pub fn left(&self, seat: Seat, now: Instant) -> Option<u32> {
        self.deadlines.left(seat, now)
    }

    /// The moment at which the first deadline ends; `None`: none runs.
    pub fn next_wake(&self) -> Option<Instant> {
        self.deadlines.next()
    }

    /// Answers for those whose time is over, as their game says. [`Took::Before`]: nothing was to be done.
    ///
    /// # Errors
    ///
    /// A default answer that the table refuses.
    pub fn wake(&mut self, table: &mut Table, now: Instant) -> Result<Took> {
        let mut took = Took::Before;
        self.follow(table, now);
        for seat in self.deadlines.over(now) {
            // The answer before may have ended this question, too.
            self.follow(table, now);
            if self.deadlines.over(now).contains(&seat) {
                // The clock of the seat begins anew, so that a default answer that is refused is not given again at once.
                self.deadlines.stop(seat);
                table.time_is_up(seat)?;
                took = Took::Now;
            }
        }
        self.follow(table, now);
        Ok(took)
    }

    /// A seat whose time is over, for a host that answers for it. Its clock stops until [`Hosting::follow`] is called: a
    /// default answer that is refused does not come again at once.
    pub fn take_late(&mut self, now: Instant) -> Option<Seat> {
        let late = self.deadlines.over(now).first().copied()?;
        self.deadlines.stop(late);
        Some(late)
    }

    /// Starts the clocks of new questions, and ends those of closed ones. To be called after each answer.
    pub fn follow(&mut self, table: &(impl Timing + ?Sized), now: Instant) {
        let has_clock = |seat: &Seat| self.taken.contains(seat) && !self.stand_ins.contains(seat);
        let timed: Vec<_> = table.open().into_iter().filter(|timed| has_clock(&timed.seat)).collect();
        self.deadlines.follow(&timed, now);
    }
}
