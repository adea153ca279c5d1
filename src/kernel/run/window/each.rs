//! Each: a use or a pass for each seat, in a named order.

use super::SeatOrder;
use crate::kernel::model::value::Seat;
use crate::kernel::model::window::Window;

pub(super) fn turn(window: &Window, around: &SeatOrder) -> Option<Seat> {
    around.seats().get(window.turn as usize).copied()
}

pub(super) fn answered(window: &mut Window, passed: bool) {
    window.turn += 1;
    window.acts = window.acts.saturating_add(u16::from(!passed));
}
