//! Causes: the players whose effects bring about what happens. What they bring about reads only what all of them see.

use crate::kernel::model::context::Context;
use crate::kernel::model::objects::Use;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{AbilityId, Card, Seat};
use crate::kernel::read::game::Game;

impl Game<'_> {
    /// The players whose effect is being done: one bit each. Of the game's own rules it is nobody's.
    pub(in crate::kernel) fn causes(self) -> u8 {
        let of_task = |task: &Task| match task {
            Task::Script(call) => {
                let causes = call.caused_by | self.causes_of(&call.context);
                Some(if causes == 0 { 0 } else { causes | 1 << call.context.me.0 })
            }
            Task::Use(id, ..) => self.state.use_(*id).map(of_use),
            Task::Begin(declare) | Task::Declare(declare) => Some(of_use(&declare.use_)),
            Task::List(_, _, context) | Task::Each { context, .. } | Task::Repeat(.., context) => {
                Some(self.causes_of(context))
            }
            _ => None,
        };
        self.state.tasks.iter().rev().find_map(of_task).unwrap_or(0)
    }

    /// The players whose effects brought about the use that a context is of: one bit each.
    pub(crate) fn causes_of(self, context: &Context) -> u8 {
        context.this.and_then(|id| self.state.use_(id)).map_or(0, of_use)
    }

    /// The players besides its user whose effects brought her the card that prints an ability, or whose
    /// abilities give it to the card: one bit each.
    pub(crate) fn brought_by(self, ability: AbilityId, card: Option<Card>, user: Seat) -> u8 {
        let of_layers = card.and_then(|card| self.layered(card)).map_or(0, |of| {
            let given = of.given.iter().filter(|given| given.ability == ability).filter_map(|given| given.by);
            given.fold(0, |by, seat| by | 1 << seat.0)
        });
        let card = card.map(|card| self.state.card(card));
        let printing = card.filter(|card| self.rules.abilities[ability.index()].def == Some(card.def));
        (printing.map_or(0, |card| card.brought_by) | of_layers) & !(1 << user.0)
    }
}

fn of_use(use_: &Use) -> u8 {
    1 << use_.user.0 | use_.caused_by
}
