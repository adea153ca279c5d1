//! Reaction: asks, in a named order, the seats for which a condition holds now.
//!
//! A seat that acts is asked again while it is eligible, unless the window names another seat to go on from; a seat
//! that passes is not asked again. If the watched value has changed when a use and everything nested in it is over, the
//! passes are void and the order begins anew. A seat that was not eligible has not passed, so it may be asked later.

use super::{MAX_RESTARTS, SeatOrder};
use crate::kernel::model::rules::GoesOn;
use crate::kernel::model::value::Seat;
use crate::kernel::model::window::Window;
use crate::kernel::read::evaluation_env::Env;

pub(super) fn turn(window: &Window, around: &SeatOrder) -> Option<Seat> {
    let may = |seat: &Seat| window.passed & 1 << seat.0 == 0 && is_eligible(*seat, around);
    if around.def.after != Some(GoesOn::Next) {
        return window.current.filter(may).or_else(|| around.seats().into_iter().find(may));
    }
    let seats = around.seats();
    // Round the table, from the seat after the last one that was asked.
    let last = window.current.and_then(|last| seats.iter().position(|seat| *seat == last));
    let first = last.map_or(0, |at| at + 1);
    (0..seats.len()).map(|i| seats[(first + i) % seats.len()]).find(may)
}

pub(in crate::kernel) fn is_eligible(seat: Seat, around: &SeatOrder) -> bool {
    let env = Env { me: seat, ..around.env };
    around.def.eligible.as_ref().is_none_or(|c| env.holds(c))
}

pub(super) fn answered(window: &mut Window, after: Option<GoesOn>, seat: Seat, passed: bool) {
    window.current = match after {
        Some(GoesOn::First) => None,
        Some(GoesOn::Same) | None => (!passed).then_some(seat),
        Some(GoesOn::Next) => Some(seat),
    };
    if passed {
        window.passed |= 1 << seat.0;
    } else {
        window.acts = window.acts.saturating_add(1);
    }
}

/// Begins the order anew after a use that changed the watched value.
pub(super) fn begin_anew(window: &mut Window, after: Option<GoesOn>) {
    if window.restarts < MAX_RESTARTS {
        window.restarts += 1;
        window.passed = 0;
        // With `GoesOn::Next` the asking continues behind the seat that used something; otherwise it begins anew.
        window.current = window.current.filter(|_| after == Some(GoesOn::Next));
    }
}
