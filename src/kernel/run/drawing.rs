//! Drawing: several cards for a player, one by one. Draws that can have no effect are done within one step.

use std::sync::Arc;

use crate::kernel::model::batch::Batch;
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::context::Context;
use crate::kernel::model::event;
use crate::kernel::model::game_log::Obstacle;
use crate::kernel::model::objects::{Event, Role};
use crate::kernel::model::task::{In, Out, Task};
use crate::kernel::model::value::{Seat, Value};
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

/// The number of steps that a draw without effect counts: for its task, its batch, and the consequences of both.
const STEPS_IN_VAIN: u32 = 4;

/// The reason why a draw has no effect, nor any draw after it.
enum InVain {
    /// The pile is empty and has no refill, so the draw does not happen.
    NoCard,
    /// The card has no space in its zone: the draw happens without this move.
    NoRoom(Event),
}

impl World {
    pub(in crate::kernel) fn step_draw(&mut self, seat: Seat, mut left: u16, stands: Option<Arc<Context>>) -> Out {
        let mut draw = Event::new(event::DRAW, vec![Value::Seat(seat)], Role::Rule);
        draw.by = Some(seat);
        if let Some(context) = &stands {
            context.mark(&self.rules, std::slice::from_mut(&mut draw));
        }
        if let Some(why) = self.game().draws_in_vain(&draw)
            && self.is_settled_after(&why)
        {
            while left > 0 && self.leave_out_steps(STEPS_IN_VAIN) {
                self.draw_in_vain(&mut draw, &why);
                left -= 1;
            }
        }
        if left == 0 {
            return Out::Next(In::Return(Value::Nil));
        }
        self.push(Task::Draw(seat, left - 1, stands));
        self.happens_next(Some(Batch::new(vec![draw], None, Some(seat))))
    }

    /// True if every check is known to find nothing after a draw without effect.
    fn is_settled_after(&mut self, why: &InVain) -> bool {
        let level = match why {
            InVain::NoCard => CheckMoment::Batch,
            InVain::NoRoom(_) => CheckMoment::Draw,
        };
        self.rules.checks.is_empty() || self.are_all_quiet(level)
    }

    /// Counts a draw without effect, and logs it if it happens.
    fn draw_in_vain(&mut self, draw: &mut Event, why: &InVain) {
        self.count_on(|next| next.batches += 1);
        if let InVain::NoRoom(moved) = why {
            if self.log.kept {
                self.note_dropped(moved.clone(), Obstacle::NoRoom);
            }
            draw.batch = self.state().next.batches;
            draw.moment = self.game().moment().unwrap_or(draw.batch);
            self.record_event(draw);
        }
        self.judge_losers();
    }
}

impl Game<'_> {
    /// The reason why this draw and all later draws do nothing; `None` if one may have an effect.
    fn draws_in_vain(self, draw: &Event) -> Option<InVain> {
        let (from, to) = self.rules.draw?;
        let (deck, hand) = (self.rules.schema.zone(from, draw.by?), self.rules.schema.zone(to, draw.by?));
        let card = self.state.zone(deck).first();
        let may_be = match card {
            None => self.rules.schema.zones[from.index()].on_empty.is_none(),
            Some(_) => self.state.is_full(self.rules, hand),
        };
        if !may_be || self.state.lane.is_some() || self.rules.is_followed(draw.kind) || !self.is_possible(draw) {
            return None;
        }
        let Some(card) = card else { return Some(InVain::NoCard) };
        let moved = Event { by: draw.by, part_of: Some(draw.kind), ..self.moved(*card, hand, false, draw.role) };
        (self.obstacle(&moved) == Some(Obstacle::NoRoom)).then_some(InVain::NoRoom(moved))
    }
}
