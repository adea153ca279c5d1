//! Batches as data: events that are proposed together, and the stage that a batch has reached.

use thin_vec::ThinVec;

use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::objects::{Event, Use};
use crate::kernel::model::timed_effects::PendingEffect;
use crate::kernel::model::value::{AbilityId, Card, EventId, Seat, Value};

/// Events proposed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Events of the present level: wholes first, then their parts.
    pub(in crate::kernel) level: Vec<Event>,
    /// Events that stand, in the order they will be applied.
    pub(in crate::kernel) stand: Vec<Event>,
    /// Replacements used in this batch.
    pub(in crate::kernel) used: ThinVec<(AbilityId, Option<Card>)>,
    /// The number of further events from replacements of replacements: a chain of three counts two.
    pub(in crate::kernel) more: u32,
    /// Timed effects that begin together with the events.
    pub(in crate::kernel) begins: ThinVec<PendingEffect>,
    /// The replacement that its player is asked about: the event, and what may replace it.
    pub(in crate::kernel) asking: Option<Box<(usize, Vec<Replacement>)>>,
    /// Follow-up events, as batches of their own.
    pub(in crate::kernel) behind: ThinVec<Event>,
    /// Scripts and lists that stand in place of events: they are done before the checks of the batch.
    pub(in crate::kernel) instead: ThinVec<Use>,
    /// For a script that waits for the batch: the kinds of the events as they were proposed, before any was replaced.
    pub(in crate::kernel) proposed: ThinVec<EventId>,
    /// The subjects of the proposed events that happened.
    pub(in crate::kernel) happened: ThinVec<Value>,
    /// True if a check proposed the batch.
    pub(in crate::kernel) of_check: bool,
    /// True if the batch was applied.
    pub(in crate::kernel) applied: bool,
    /// The checks that run when all that stands in place of an event has been done; `None`: they have run.
    pub(in crate::kernel) checks_at: Option<CheckMoment>,
    /// A draw that found nothing, after the pile was given the chance to fill: it is not tried again.
    pub(in crate::kernel) again: bool,
}

impl Batch {
    /// A batch of events, caused by a card and a player, if there are any.
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
