//! Event sets: kinds of event, one bit each.

use crate::kernel::model::value::EventId;

/// A set of kinds of event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventSet {
    bits: u128,
}

impl EventSet {
    /// The empty set.
    pub const EMPTY: EventSet = EventSet { bits: 0 };
    /// The most kinds of event in a game.
    pub const MOST: usize = 128;

    /// True if the set holds this kind.
    #[inline]
    pub fn contains(self, kind: EventId) -> bool {
        self.bits >> kind.index() & 1 != 0
    }

    /// Adds a kind.
    #[inline]
    pub fn insert(&mut self, kind: EventId) {
        self.bits |= 1 << kind.index();
    }
}
