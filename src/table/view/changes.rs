//! Changes: the effects of other cards on a card's controller, name, types and abilities, in words.

use super::ChangeView;
use super::viewer::Looking;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::modification_kinds::HowWord;
use crate::kernel::model::value::TypeId;
use crate::kernel::read::layered_cards::{AppliedLayerChange, LayerChange};
use crate::kernel::{Card, Seat};

impl Looking<'_> {
    /// The changes of a card, in words: that it lies face down, that an effect gave another player control, then what
    /// static abilities and effects made of it, in the order of layers.
    pub(super) fn changes(&self, card: Card) -> Vec<ChangeView> {
        let state = self.world.state();
        let at = (card, state.card(card).stay);
        let by_effect = state.controls.iter().rev().find(|of| of.card == at);
        let by_effect = by_effect.map(|of| self.change(self.controls(of.seat), of.source));
        let in_layers = self.world.game().layered(card).map_or(&[][..], |of| of.did.as_slice());
        let face = self.world.state().is_masked(&self.world.rules, card).then(|| self.face_down(card));
        face.into_iter()
            .chain(by_effect)
            .chain(in_layers.iter().map(|did| self.change(self.deed_words(did), did.by)))
            .collect()
    }

    /// Tells that a card lies face down, with its printed name if the person may look at it.
    fn face_down(&self, card: Card) -> ChangeView {
        let knows = |seat: &Seat| self.world.state().knows_face(&self.world.rules, *seat, card);
        let what = match self.seats.iter().any(knows) {
            true => format!("face down: {}", self.world.rules.card_said(self.world.state().card(card).printed)),
            false => "face down".into(),
        };
        ChangeView { what, from: None }
    }

    fn change(&self, what: String, by: Option<Card>) -> ChangeView {
        let name = |card: Card| self.name(self.world.rules.defs[self.world.state().card(card).def.index()].name);
        ChangeView { what, from: by.filter(|card| self.sees(*card)).map(name) }
    }

    fn controls(&self, seat: Seat) -> String {
        format!("{} controls it", self.table.names()[seat.index()])
    }

    fn deed_words(&self, did: &AppliedLayerChange) -> String {
        let types = |types: &IdSet<TypeId>| {
            let name = |ty: TypeId| self.name(self.world.rules.schema.types[ty.index()].name);
            types.iter().map(name).collect::<Vec<_>>().join(" and ")
        };
        match &did.what {
            LayerChange::Control(seat) => self.controls(*seat),
            LayerChange::Name(name) => format!("is called {}", self.name(*name)),
            LayerChange::Type(HowWord::Set, of) => format!("only {}", types(of)),
            LayerChange::Type(HowWord::Add, of) => format!("also {}", types(of)),
            LayerChange::Type(HowWord::Without, of) => format!("not {}", types(of)),
            LayerChange::Grant(id) => format!("has {}", self.world.game().show_ability(*id)),
            LayerChange::Lose(id) => format!("has lost {}", self.world.game().show_ability(*id)),
        }
    }
}
