//! Batches as data: events that are proposed together, and the stage that a batch has reached.

use thin_vec::ThinVec;

use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::objects::{Event, Use};
use crate::kernel::model::timed_effects::PendingEffect;
use crate::kernel::model::value::{AbilityId, Card, EventId, Seat, Value};

/// Events proposed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Proposed events that are judged and replaced next: first the whole events, in the next round their parts, and so
    /// on.
    pub(in crate::kernel) level: Vec<Event>,
    /// Events that nothing stopped, in the order in which they will be applied.
    pub(in crate::kernel) stand: Vec<Event>,
    /// The replacements used in this batch: the ability and its card.
    pub(in crate::kernel) used: ThinVec<(AbilityId, Option<Card>)>,
    /// The number of events added by replacements of events that had been replaced before: a replacement that makes
    /// three events of one adds two.
    pub(in crate::kernel) more: u32,
    /// Timed effects that begin once the events of the batch have happened.
    pub(in crate::kernel) begins: ThinVec<PendingEffect>,
    /// The choice of a replacement that a player is asked for: the index of the event in `level`, and the replacements
    /// that may apply to it.
    pub(in crate::kernel) asking: Option<Box<(usize, Vec<Replacement>)>>,
    /// Draws that follow this batch, each in a batch of its own: those that found an empty pile, and those of
    /// replacements.
    pub(in crate::kernel) behind: ThinVec<Event>,
    /// Scripts and lists that stand in place of events: they are done before the checks of the batch.
    pub(in crate::kernel) instead: ThinVec<Use>,
    /// For a script that waits for the batch: the kinds of the events as they were proposed, before any was replaced.
    pub(in crate::kernel) proposed: ThinVec<EventId>,
    /// The subjects (first fields) of the events that happened, as far as their kind is among `proposed`.
    pub(in crate::kernel) happened: ThinVec<Value>,
    /// True if a check proposed the batch.
    pub(in crate::kernel) of_check: bool,
    /// True if the batch was applied.
    pub(in crate::kernel) applied: bool,
    /// The moment whose checks run as soon as `instead` is empty; `None`: no checks of the batch are still to run.
    pub(in crate::kernel) checks_at: Option<CheckMoment>,
    /// True for a draw that is proposed again after its pile could be filled. If the pile is empty, the draw is given
    /// up.
    pub(in crate::kernel) again: bool,
}

impl Batch {
    /// A batch of events, caused by a card and a player; `None` if there are no events.
    pub fn of_any(events: Vec<Event>, source: Option<Card>, by: Option<Seat>) -> Option<Batch> {
        (!events.is_empty()).then(|| Batch::new(events, source, by))
    }

    /// A batch of events, caused by a card and a player.
    pub fn new(mut events: Vec<Event>, source: Option<Card>, by: Option<Seat>) -> Batch {
        for event in &mut events {
            event.source = source;
            event.by = by;
        }
        Batch {
            level: events,
            stand: Vec::new(),
            used: ThinVec::new(),
            more: 0,
            begins: ThinVec::new(),
            asking: None,
            behind: ThinVec::new(),
            instead: ThinVec::new(),
            proposed: ThinVec::new(),
            happened: ThinVec::new(),
            of_check: false,
            applied: false,
            checks_at: None,
            again: false,
        }
    }
}

/// An ability that may replace an event, its card, and the player who decides about it.
pub(in crate::kernel) type Replacement = (AbilityId, Option<Card>, Seat);
