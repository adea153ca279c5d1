//! Absent players: the persons at a table, the absent ones, and the votes about them.
//!
//! The table waits for an absent player. After some time the others may vote that a bot plays on for her, or that she
//! concedes; the vote must be unanimous. A player who returns has her seat back.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Refusal, Result};
use crate::kernel::Seat;

/// The replacement of an absent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Instead {
    /// The game waits for the player.
    Wait,
    /// A bot plays on until she comes again.
    Bot,
    /// The player counts as having given up.
    Claim,
}

/// An absent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Absent {
    /// Her seat, from 0.
    pub seat: u8,
    /// The seconds until the other players may vote; 0 if they may now.
    pub seconds: u32,
}

/// The presence of persons at a table.
#[derive(Clone, Debug)]
pub struct Presence {
    /// The time after which the others may vote about an absent player.
    patience: Duration,
    here: Vec<Seat>,
    gone: BTreeMap<Seat, Instant>,
    /// The vote of each player about each absent one.
    votes: BTreeMap<(Seat, Seat), Instead>,
}

impl Presence {
    /// The presence at a table where nobody has sat down yet. After `patience` the others may vote about an absent
    /// player.
    pub fn new(patience: Duration) -> Presence {
        Presence { patience, here: Vec::new(), gone: BTreeMap::new(), votes: BTreeMap::new() }
    }

    /// Notes that the person of a seat sits down or comes back. Votes about her lapse.
    pub fn comes(&mut self, seat: Seat) {
        self.gone.remove(&seat);
        self.votes.retain(|(_, about), _| *about != seat);
        if !self.here.contains(&seat) {
            self.here.push(seat);
        }
    }

    /// Notes that the person of a seat has left. Her own votes lapse.
    pub fn goes(&mut self, seat: Seat, now: Instant) {
        self.here.retain(|here| *here != seat);
        self.votes.retain(|(by, _), _| *by != seat);
        self.gone.entry(seat).or_insert(now);
    }

    /// The absent persons, with the time that is left for each to return.
    pub fn absent(&self, now: Instant) -> Vec<Absent> {
        let left = |since: &Instant| (*since + self.patience).saturating_duration_since(now).as_millis().div_ceil(1000);
        let absent = |(seat, since): (&Seat, &Instant)| Absent {
            seat: seat.0,
            seconds: u32::try_from(left(since)).unwrap_or(u32::MAX),
        };
        self.gone.iter().map(absent).collect()
    }

    /// The moment when the next waiting time ends, so that the others may vote about that person; `None`: no waiting time
    /// runs.
    pub fn next(&self, now: Instant) -> Option<Instant> {
        self.gone.values().map(|since| *since + self.patience).filter(|end| *end > now).min()
    }

    /// Takes a vote about an absent player. The result is the decision, once all present players have voted alike;
    /// `None` before that, and if they want to wait.
    ///
    /// # Errors
    ///
    /// A voter who is absent, a vote about somebody present, and a vote that comes too early.
    pub fn vote(&mut self, by: Seat, about: Seat, instead: Instead, now: Instant) -> Result<Option<Instead>> {
        let refuse =
            |code: &str, words: String| Error::refused(Refusal::new(code, words).number("seat", about.0.into()));
        if !self.here.contains(&by) {
            return Err(refuse("not_here", "only who sits at the table votes".into()));
        }
        let Some(since) = self.gone.get(&about) else {
            return Err(refuse("not_absent", format!("the player of the seat {} has not gone", about.0)));
        };
        let left = (*since + self.patience).saturating_duration_since(now);
        if instead != Instead::Wait && !left.is_zero() {
            let seconds = left.as_millis().div_ceil(1000);
            let words = format!("the player of the seat {} is waited for {seconds} s still", about.0);
            let refusal = Refusal::new("too_early", words).number("seat", about.0.into());
            return Err(Error::refused(refusal.number("seconds", i64::try_from(seconds).unwrap_or(i64::MAX))));
        }
        self.votes.insert((by, about), instead);
        let all = self.here.iter().all(|here| self.votes.get(&(*here, about)) == Some(&instead));
        if !all || instead == Instead::Wait {
            return Ok(None);
        }
        self.votes.retain(|(_, of), _| *of != about);
        Ok(Some(instead))
    }
}
