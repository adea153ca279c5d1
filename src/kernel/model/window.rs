//! Windows as data: an open window, and the lanes of a sealed window.

use crate::kernel::model::decision::Choice;
use crate::kernel::model::declaration::Declare;
use crate::kernel::model::log_lines::LogLine;
use crate::kernel::model::objects::Ordinals;
use crate::kernel::model::value::{Seat, UseId, Value, WindowId, Zone};
use intermezzo_derive::Renumber;

/// A use that an automatic window has listed: its seat, its choice, and the stay and zone of its card when it was
/// listed.
pub type ListedOffers = (Seat, Choice, Option<(u32, Zone)>);

/// The hidden play of one seat.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Lane {
    /// The seat.
    pub seat: Seat,
    /// True after its pass, or after its last allowed use.
    pub done: bool,
    /// The number of uses that the seat has made in its lane.
    pub acts: u16,
    /// The declaration in progress.
    pub declare: Option<Box<Declare>>,
    /// The running numbers that the lane has reached.
    pub(in crate::kernel) next: Ordinals,
    /// The lines that go into the log when the window reveals its lanes.
    pub(in crate::kernel) log: Vec<LogLine>,
}

/// The size of the range of running numbers that each lane has, for each kind of number.
pub(in crate::kernel) const SPAN: u32 = 1 << 12;

impl Ordinals {
    /// The running numbers with which lane `i` begins; with the number of lanes as `i`, those after all lanes.
    pub(in crate::kernel) fn lane(self, i: usize) -> Ordinals {
        let by = i as u32 * SPAN;
        Ordinals { uses: self.uses + by, batches: self.batches + by, stays: self.stays + by, ..self }
    }
}

impl Window {
    /// A number that tells this window from all others whose lanes open in the game.
    pub fn opened(&self) -> u32 {
        self.numbers.batches
    }

    /// The lane of a seat.
    pub fn lane(&self, seat: Seat) -> Option<&Lane> {
        self.lanes.iter().find(|lane| lane.seat == seat)
    }
}

/// An open window.
#[derive(Clone, Debug, PartialEq, Default, Renumber)]
pub struct Window {
    /// The window's definition.
    pub def: WindowId,
    /// The use that the window is about, if there is one.
    pub subject: Option<UseId>,
    /// The player of the list's round in which it opened; otherwise the active player.
    pub me: Option<Seat>,
    /// The place of the seat whose turn it is, as the protocol counts.
    pub turn: u8,
    /// The number of passes: in a row or in all, as the protocol counts.
    pub passes: u8,
    /// The number of uses in the window so far.
    pub acts: u16,
    /// The seat that is asked.
    pub asked: Option<Seat>,
    /// In `sealed`: the seats whose hidden answers the window waits for, one bit each.
    pub deciding: u8,
    /// True if its hidden answers are in, or its automatic uses are listed.
    pub revealed: bool,
    /// True if checks ran since the last answer in it.
    pub checked: bool,
    /// In `reaction`: the seats that have passed, one bit each.
    pub passed: u8,
    /// In `reaction` and `priority`: the acting seat; in `each`: the seat after which the order began anew.
    pub current: Option<Seat>,
    /// In `reaction` and `each`: the watched value before the current use, and whose use it is.
    pub before: Option<(Seat, Value)>,
    /// In `reaction` and `each`: the number of times that it began anew.
    pub restarts: u8,
    /// The hidden play of each seat.
    pub lanes: Vec<Lane>,
    /// The running numbers when the lanes opened.
    pub(in crate::kernel) numbers: Ordinals,
    /// Automatic uses to come, and the stays of their cards.
    #[keep_known]
    pub(in crate::kernel) list: Vec<ListedOffers>,
}
