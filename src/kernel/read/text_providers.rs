//! Text providers: the player who brought a card, ability or use of a pack into the game. The text of a pack may be
//! hostile: used by another player, it could reveal that player's hidden cards to its provider. So it may read only
//! what both its user and its provider see.

use crate::kernel::model::context::{Context, ScriptCall};
use crate::kernel::model::objects::{Event, Use};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{AbilityId, Card, Seat};
use crate::kernel::read::game::Game;

impl Game<'_> {
    /// The player who brought an ability of a card, or of a player if there is no card: the giver of the ability, else
    /// the player who made or turned the card, else its owner. Abilities of the game itself belong to their user.
    pub(crate) fn provider(self, ability: AbilityId, card: Option<Card>, user: Seat) -> Seat {
        let of = &self.rules.abilities[ability.index()];
        if !of.is_from_pack {
            return user;
        }
        let is_printed = |card: &Card| Some(self.state.card(*card).def) == of.def;
        if let Some(card) = card.filter(is_printed) {
            return self.provider_of(card).unwrap_or(user);
        }
        if let Some(at) = self.state.granted_at(ability, card, user) {
            return self.state.abilities[at].provider;
        }
        let in_layers = card.and_then(|card| self.layered(card)?.provider_of(ability));
        in_layers.or_else(|| self.provider_of(card?)).unwrap_or(user)
    }

    /// The player who brought a card: the maker of a created or transformed card, else its owner; nobody for a shared
    /// card.
    pub(crate) fn provider_of(self, card: Card) -> Option<Seat> {
        let card = self.state.card(card);
        [card.made_by, card.owner].into_iter().find(|seat| *seat != Seat::NOBODY)
    }

    /// The player who brought the effect that proposed an event; `None`: the game itself did.
    pub(in crate::kernel) fn provider_of_event(self, event: &Event) -> Option<Seat> {
        match (event.replaced_by.last(), event.by) {
            (Some((ability, card)), Some(by)) => Some(self.provider(*ability, *card, by)),
            _ => self.provider_at_work(),
        }
    }

    /// The player who brought the effect that is being done; `None`: the game itself does it.
    pub(crate) fn provider_at_work(self) -> Option<Seat> {
        let of_task = |task: &Task| match task {
            // A queued script belongs to the provider of the script that queued it.
            Task::Script(call) => Some(self.provider_in(&call.context).or(call.provider)),
            Task::Use(id, ..) => self.state.use_(*id).map(|use_| Some(use_.provider)),
            Task::Begin(declare) | Task::Declare(declare) => Some(Some(declare.use_.provider)),
            Task::List(.., context) | Task::Each { context, .. } | Task::Repeat(.., context) => {
                Some(self.provider_in(context))
            }
            _ => None,
        };
        self.state.tasks.iter().rev().find_map(of_task).flatten()
    }

    /// The player who brought the use of a context.
    pub(crate) fn provider_in(self, context: &Context) -> Option<Seat> {
        context.this.and_then(|id| self.state.use_(id)).map(|use_| use_.provider)
    }

    /// The players who must see what a script reads, one bit each: its player and, for a script of a pack, its provider.
    pub(crate) fn eyes_of(self, call: &ScriptCall) -> u8 {
        let of_use = call.context.this.and_then(|id| self.state.use_(id));
        let is_from_pack = |use_: &&Use| self.rules.abilities[use_.ability.index()].is_from_pack;
        let provider = of_use.filter(is_from_pack).map(|use_| use_.provider).or(call.provider);
        1 << call.context.me.0 | provider.map_or(0, |seat| 1 << seat.0)
    }
}
