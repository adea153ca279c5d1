//! Interrupt: the opponent of a use's user may reply to it, again and again, while it stands.
//!
//! A reply is a use of its own and opens a window of its own before it takes effect, so chains
//! nest to any depth and resolve last in, first out. A cancelled use is not asked about again.

use super::Around;
use crate::kernel::model::value::Seat;
use crate::kernel::model::window::Window;

pub(super) fn turn(window: &Window, around: &Around) -> Option<Seat> {
    let subject = around.game.state.use_(window.subject?)?;
    if window.passes > 0 || subject.cancelled {
        return None;
    }
    Some(around.game.state.after(subject.user, around.game.rules.schema.seats))
}

pub(super) fn answered(window: &mut Window, passed: bool) {
    if passed {
        window.passes = 1;
    } else {
        window.acts = window.acts.saturating_add(1);
    }
}
