//! Identity: the present controller, name and types of a card.

use crate::kernel::model::ability::Layer;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Card, DefId, Seat, TypeId, ZoneKind};
use crate::kernel::read::game::Game;
use crate::kernel::read::layered_cards::LayeredCard;

impl<'a> Game<'a> {
    /// What static abilities in layers change about a card: its controller, name, types and abilities; `None`: nothing.
    #[inline]
    pub fn layered(self, card: Card) -> Option<&'a LayeredCard> {
        // Most games have no abilities that act in layers, and usually none is in play.
        match self.rules.layered.is_empty() || self.derived.layers_are_still() {
            true => None,
            false => self.derived.statics(self).layered().of(card),
        }
    }

    /// The controller of a card: the player that an ability or an effect names; else the owner of its zone, or its own
    /// owner; the active player for a card without an owner.
    #[inline]
    pub fn controller(self, card: Card) -> Seat {
        let in_layers = || match self.rules.layered.contains(Layer::Control) {
            true => self.layered(card)?.controller,
            false => None,
        };
        in_layers().unwrap_or_else(|| self.state.controller(self.rules, card))
    }

    /// True if some card may have another controller than the owner of its zone.
    #[inline]
    pub(crate) fn may_be_taken(self) -> bool {
        !self.state.controls.is_empty()
            || self.rules.layered.contains(Layer::Control) && !self.derived.layers_are_still()
    }

    /// The current name of a card.
    #[inline]
    pub fn name_of(self, card: Card) -> Sym {
        let in_layers = || match self.rules.layered.contains(Layer::Name) {
            true => self.layered(card)?.name,
            false => None,
        };
        in_layers().unwrap_or_else(|| self.rules.defs[self.state.card(card).def.index()].name)
    }

    /// The types of a card.
    #[inline]
    pub fn types_of(self, card: Card) -> IdSet<TypeId> {
        let in_layers = || match self.rules.layered.contains(Layer::Type) {
            true => self.layered(card)?.types,
            false => None,
        };
        in_layers().unwrap_or_else(|| self.rules.defs[self.state.card(card).def.index()].types)
    }

    /// The first type of a card: its printed type if it still has it, otherwise the first of its present types; `None`
    /// if it has no type.
    pub fn type_of(self, card: Card) -> Option<TypeId> {
        let (printed, now) = (self.rules.defs[self.state.card(card).def.index()].ty, self.types_of(card));
        if now.contains(printed) { Some(printed) } else { now.iter().next() }
    }

    /// True if a card keeps its transformed definition `def` when it enters a zone that resets cards: the same effect
    /// transforms and moves it, and cards of such a type may live there. `is_turned_now`: the batch that moves it also
    /// transforms it.
    pub(in crate::kernel) fn comes_as_turned(self, card: Card, def: DefId, is_turned_now: bool, to: ZoneKind) -> bool {
        let turned = self.state.card(card).turned;
        let goes_on = || turned != 0 && self.state.uses.iter().any(|use_| use_.moment == turned);
        let mut types = self.rules.defs[def.index()].types.iter();
        (is_turned_now || goes_on()) && types.any(|ty| self.rules.schema.types[ty.index()].live_in.contains(to))
    }
}
