//! Duration ends: the end of an effect that begins now.

use crate::kernel::model::duration::{Duration, Whose};
use crate::kernel::model::objects::Lasts;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{Card, Seat, UseId};
use crate::kernel::read::game::Game;

impl Game<'_> {
    /// The end of an effect that a player begins now: its duration, with the card, player, use or record that is meant.
    /// `None`: it should last for a use, and none is running.
    pub(crate) fn lasting(self, duration: Duration, me: Seat, card: Option<Card>) -> Option<Lasts> {
        let after = |seat: Seat| self.state.after(seat, self.rules.schema.seats);
        let seat = |whose: Whose| match whose {
            Whose::Me => me,
            Whose::Opponent => after(me),
            Whose::Active => self.state.active,
            Whose::Inactive => after(self.state.active),
        };
        Some(match duration {
            Duration::Leaves => card.map_or(Lasts::Game, |c| Lasts::Stay(c, self.state.card(c).stay)),
            Duration::Reset => card.map_or(Lasts::Game, Lasts::Reset),
            Duration::Use => Lasts::Use(self.running_use()?),
            Duration::Phase => Lasts::Phase,
            Duration::Level(level) => Lasts::Level(level),
            // If the record is not open, the effect lasts for the phase.
            Duration::Record(kind) => self.state.record(kind).map_or(Lasts::Phase, |r| Lasts::Record(r.id)),
            Duration::Until(level, whose) => Lasts::Until(level, seat(whose)),
            Duration::Through(level, whose) => Lasts::Through(level, seat(whose)),
        })
    }

    /// The use of the running script or list.
    fn running_use(self) -> Option<UseId> {
        self.state.tasks.iter().rev().find_map(|task| match task {
            Task::Script(call) => Some(call.context.this),
            Task::Use(id, ..) => Some(Some(*id)),
            _ => None,
        })?
    }
}
