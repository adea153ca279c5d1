//! Durations: how long something lasts, as it is written: `turn`, `until me.turn`, `leaves`.

use crate::kernel::model::value::{LevelId, RecKind};

/// A duration as written, not yet bound to a card or a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Duration {
    /// Until its card goes to another zone.
    Leaves,
    /// Until its card enters a zone with `resets: true`, where stored numbers begin anew.
    Reset,
    /// Until the use that is running is settled.
    Use,
    /// Until the phase ends.
    Phase,
    /// Until the level that is running ends.
    Level(LevelId),
    /// Until the open record closes.
    Record(RecKind),
    /// Until the next level of this kind with this player begins.
    Until(LevelId, Whose),
    /// Until the next level of this kind with this player ends.
    Through(LevelId, Whose),
}

/// The player whose level a duration names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Whose {
    /// The player whose effect has the duration.
    Me,
    /// The next player after the one whose effect has the duration.
    Opponent,
    /// The player whose turn it is.
    Active,
    /// The next player after the active one.
    Inactive,
}
