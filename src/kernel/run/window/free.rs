//! Free: one seat acts until it passes or has no uses left.

use super::SeatOrder;
use crate::kernel::model::value::Seat;
use crate::kernel::model::window::Window;

pub(super) fn turn(window: &Window, around: &SeatOrder) -> Option<Seat> {
    let spent = around.max().is_some_and(|max| window.acts as i64 >= max);
    if window.passes > 0 || spent {
        return None;
    }
    around.seats().first().copied()
}

pub(super) fn answered(window: &mut Window, passed: bool) {
    if passed {
        window.passes = 1;
    } else {
        window.acts = window.acts.saturating_add(1);
    }
}
