//! Alternate: sides take turns, with one use or a pass each time, until enough pass in a row.

use super::SeatOrder;
use crate::kernel::model::rules::GoesOn;
use crate::kernel::model::value::Seat;
use crate::kernel::model::window::Window;

pub(super) fn turn(window: &Window, around: &SeatOrder) -> Option<Seat> {
    if window.passes >= around.passes() {
        return None;
    }
    let first = around.seats().first().copied()?;
    let seats = around.game.rules.schema.seats;
    Some(Seat((first.0 + window.turn) % seats))
}

pub(super) fn answered(window: &mut Window, after: Option<GoesOn>, passed: bool, seats: u8) {
    window.turn = match after {
        Some(GoesOn::Same) if !passed => window.turn,
        Some(GoesOn::First) if !passed => 0,
        _ => (window.turn + 1) % seats,
    };
    window.passes = if passed { window.passes.saturating_add(1) } else { 0 };
    window.acts = window.acts.saturating_add(u16::from(!passed));
}
