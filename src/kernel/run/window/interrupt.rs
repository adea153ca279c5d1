//! Interrupt: the opponents of a use's player may reply to the use, in turns, as long as it is not cancelled.
//!
//! A reply is a use of its own and opens a window of its own before it takes effect, so chains nest to any depth and
//! resolve last in, first out. After a reply the first opponent is asked again, unless the window says otherwise.

use super::SeatOrder;
use crate::kernel::model::rules::GoesOn;
use crate::kernel::model::value::Seat;
use crate::kernel::model::window::Window;

pub(super) fn turn(window: &Window, around: &SeatOrder) -> Option<Seat> {
    let subject = around.game.state.use_(window.subject?)?;
    let seats = around.game.rules.schema.seats;
    // All opponents have passed in a row.
    if window.passes + 1 >= seats || subject.cancelled {
        return None;
    }
    Some(Seat((subject.user.0 + 1 + window.turn) % seats))
}

pub(super) fn answered(window: &mut Window, after: Option<GoesOn>, passed: bool, seats: u8) {
    // The user is not among the opponents.
    let next = (window.turn + 1) % seats.saturating_sub(1).max(1);
    if passed {
        window.passes += 1;
        window.turn = next;
        return;
    }
    window.passes = 0;
    window.acts = window.acts.saturating_add(1);
    window.turn = match after {
        Some(GoesOn::Same) => window.turn,
        Some(GoesOn::Next) => next,
        Some(GoesOn::First) | None => 0,
    };
}
