//! The log of a game: its packed lines, and the records kept beside them.

use std::sync::Arc;

use crate::kernel::model::game_statistics::GameStatistics;
use crate::kernel::model::objects::Event;
use crate::kernel::model::packed_lines::Lines;
use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::Card;

/// The log of a game. Its oldest lines may have been dropped.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The lines that are kept.
    pub lines: Lines,
    /// The number of dropped lines, before those that are kept.
    pub before: u32,
    /// Rough size of the log: one per line, and one per 64 bytes.
    pub room: usize,
    /// True if lines are kept; their hash always is.
    pub kept: bool,
    /// Earlier rules that a reload replaced, each with the number of the first line that is no longer written under
    /// them. The ids in older lines belong to these rules.
    pub replaced: Vec<(u32, Arc<Rules>)>,
    /// The last proposed events that did not happen. They answer questions why, and are no part of the log or its hash.
    pub dropped: Vec<Dropped>,
    /// The last checks that found something. They answer questions why, too, and are no part of the log or its hash.
    pub checked: Vec<Checked>,
    /// The counts of a simulation; `None` outside of simulations.
    pub statistics: Option<Box<GameStatistics>>,
}

impl Log {
    /// The rules under which a line was written, if they are no longer those of the game.
    pub fn rules_of(&self, line: usize) -> Option<&Arc<Rules>> {
        let number = self.before + line as u32;
        self.replaced.iter().find(|(end, _)| number < *end).map(|(_, rules)| rules)
    }
}

/// A check that found something.
#[derive(Clone, Copy, Debug)]
pub struct Checked {
    /// The number of the line of the log that came next.
    pub at: u32,
    /// The number of the check in the rules.
    pub check: u16,
}

/// An event that was proposed and did not happen.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// The number of the line of the log that came next.
    pub at: u32,
    /// The event that did not happen.
    pub event: Event,
    /// The obstacle to the event.
    pub why: Obstacle,
}

/// A reason for which an event does not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A prohibition stops the event; the card that the prohibition comes from.
    Forbidden(Option<Card>),
    /// The card of the event fails the test `needs` of the kind of event; mostly it does not lie where it must.
    Elsewhere,
    /// The zone is full, or takes no second card of this name.
    NoRoom,
    /// The event cannot happen in a hidden window.
    InALane,
    /// The use cannot be cancelled.
    Uncancellable,
    /// The player has lost before.
    Lost,
}
