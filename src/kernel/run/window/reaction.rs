//! Reaction: asks, in a named order, the seats for which a condition holds now.
//!
//! A seat that acts goes on while it is eligible; a seat that passes is not asked again. If the watched value has
//! changed when a use and everything nested in it is over, the passes are void and the order begins anew. A seat that
//! was not eligible has not passed, so it may be asked later.

use super::SeatOrder;
use crate::kernel::model::value::{Seat, Value};
use crate::kernel::model::window::Window;
use crate::kernel::read::evaluation_env::Env;

/// The number of restarts of a window after which passes stand, so that it always ends.
const MAX_RESTARTS: u8 = 64;

pub(super) fn turn(window: &Window, around: &SeatOrder) -> Option<Seat> {
    let may = |seat: &Seat| window.passed & 1 << seat.0 == 0 && is_eligible(*seat, around);
    window.current.filter(may).or_else(|| around.seats().into_iter().find(may))
}

pub(in crate::kernel) fn is_eligible(seat: Seat, around: &SeatOrder) -> bool {
    let env = Env { me: seat, ..around.env };
    around.def.eligible.as_ref().is_none_or(|c| env.holds(c))
}

pub(super) fn answered(window: &mut Window, seat: Seat, passed: bool) {
    if passed {
        window.passed |= 1 << seat.0;
        window.current = None;
    } else {
        window.current = Some(seat);
        window.acts = window.acts.saturating_add(1);
    }
}

/// The present value of what the window watches.
pub(super) fn watched(around: &SeatOrder) -> Value {
    around.def.restart_on.as_ref().map_or(Value::Nil, |r| around.env.lookup(r).into_owned())
}

/// Restarts the window after a use that changed the watched value.
pub(super) fn returned(window: &mut Window, now: &Value) {
    let Some(before) = window.before.take() else { return };
    if !same_set(&before, now) && window.restarts < MAX_RESTARTS {
        window.restarts += 1;
        window.passed = 0;
        window.current = None;
    }
}

/// True if two values hold the same things in any order.
fn same_set(a: &Value, b: &Value) -> bool {
    a == b || a.items().iter().all(|v| b.contains(v)) && b.items().iter().all(|v| a.contains(v))
}

#[cfg(test)]
mod tests {
    use super::same_set;
    use crate::kernel::model::value::Value;

    #[test]
    fn sets_do_not_care_for_order() {
        let list = |l: &[i64]| Value::List(l.iter().map(|n| Value::Int(*n)).collect());
        assert!(same_set(&list(&[1, 2, 3]), &list(&[3, 1, 2])));
        assert!(!same_set(&list(&[1, 2]), &list(&[1, 2, 3])));
        assert!(!same_set(&list(&[1, 2]), &list(&[])));
    }
}
