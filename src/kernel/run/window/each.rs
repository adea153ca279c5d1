//! Each: a use or a pass for each seat, in a named order.
//!
//! If the watched value has changed when a use and everything nested in it is over, all other seats are asked once
//! more, from the one after the seat that used something.

use super::{MAX_RESTARTS, SeatOrder};
use crate::kernel::model::value::Seat;
use crate::kernel::model::window::Window;

pub(super) fn turn(window: &Window, around: &SeatOrder) -> Option<Seat> {
    let seats = around.seats();
    let at = window.turn as usize;
    // The seat after which the order began anew is not asked again.
    match window.current.and_then(|last| seats.iter().position(|seat| *seat == last)) {
        Some(last) if at + 1 < seats.len() => seats.get((last + 1 + at) % seats.len()).copied(),
        Some(_) => None,
        None => seats.get(at).copied(),
    }
}

pub(super) fn answered(window: &mut Window, passed: bool) {
    window.turn += 1;
    window.acts = window.acts.saturating_add(u16::from(!passed));
}

/// Begins the order anew after a seat that changed the watched value.
pub(super) fn begin_anew(window: &mut Window, seat: Seat) {
    if window.restarts < MAX_RESTARTS {
        window.restarts += 1;
        window.turn = 0;
        window.current = Some(seat);
    }
}
