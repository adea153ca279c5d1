//! Priority: one seat holds priority and may use something; a pass hands it to the next seat; when all have passed in a
//! row, the window closes, and its subject goes on.
//!
//! A window about a use gives it to the user first. A use that others may answer has such a window of its own: so uses
//! wait for each other like a stack, and the last one resolves first. When it has resolved, the first seat of the outer
//! window holds priority, and nobody counts as having passed. After a use that nobody may answer its user still holds
//! priority. A window may say otherwise who holds it after a use.

use super::{SeatAnswer, SeatOrder};
use crate::kernel::model::decision::Choice;
use crate::kernel::model::rules::{GoesOn, Protocol, UseStep};
use crate::kernel::model::value::Seat;
use crate::kernel::model::window::Window;
use crate::kernel::read::game::Game;

pub(super) fn turn(window: &Window, around: &SeatOrder) -> Option<Seat> {
    let seats = around.seats();
    let user = match window.subject {
        Some(id) => {
            let subject = around.game.state.use_(id).filter(|subject| !subject.cancelled)?;
            // A trigger that waits together with others has no user who would hold priority first.
            let is_put = around.game.rules.triggers.together && subject.event.is_some();
            (!is_put).then_some(subject.user)
        }
        None => None,
    };
    if usize::from(window.passes) >= seats.len() {
        return None;
    }
    let holder = window.current.or(user).filter(|seat| seats.contains(seat));
    holder.or_else(|| seats.first().copied())
}

pub(super) fn answered(window: &mut Window, around: &SeatOrder, seat: Seat, given: SeatAnswer) {
    let seats = around.seats();
    let first = seats.first().copied();
    let next = || {
        let at = seats.iter().position(|s| *s == seat);
        at.and_then(|at| seats.get((at + 1) % seats.len())).copied().or(first)
    };
    match given {
        SeatAnswer::Pass => {
            window.passes = window.passes.saturating_add(1);
            window.current = next();
        }
        SeatAnswer::Use(_) | SeatAnswer::Decision => {
            let is_answered = matches!(given, SeatAnswer::Use(choice) if can_be_answered(around.game, choice));
            window.passes = 0;
            window.acts = window.acts.saturating_add(1);
            window.current = match around.def.after {
                Some(GoesOn::Next) => next(),
                Some(GoesOn::First) => first,
                None if is_answered => first,
                Some(GoesOn::Same) | None => Some(seat),
            };
        }
    }
}

/// True if others get priority before the used ability resolves.
fn can_be_answered(game: Game, choice: Choice) -> bool {
    let Some(kind) = game.rules.abilities[choice.ability.index()].kind else { return false };
    let is_answered = |step: &UseStep| match step {
        UseStep::Window(window) => game.rules.windows[window.index()].protocol == Protocol::Priority,
        _ => false,
    };
    game.rules.uses[kind.index()].steps.iter().any(is_answered)
}
