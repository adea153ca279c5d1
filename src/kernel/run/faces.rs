//! Faces: cards that are laid or turned face down or up, and what they are then.

use crate::kernel::model::change::Change;
use crate::kernel::model::event;
use crate::kernel::model::objects::{Event, Face};
use crate::kernel::model::value::{Card, Value};
use crate::kernel::run::change::World;

impl World {
    /// Lays a card face up or down. If the game declares what a face-down card is, the card becomes that card for
    /// everybody, and its printed card again when it lies face up. Numbers, statuses and attachments stay.
    pub(in crate::kernel) fn lay(&mut self, card: Card, face: Face) {
        let old = *self.state().card(card);
        if old.face != face {
            self.change(Change::Face(card, face));
        }
        let Some(mask) = self.rules.mask_of(old.printed) else { return };
        let def = if face == Face::Zone { old.printed } else { mask };
        if (old.face == Face::Zone) != (face == Face::Zone) && old.def != def {
            self.change(Change::Def(card, def));
        }
    }

    /// Turns a card face up or down where it lies. Returns false if it lies so already.
    pub(in crate::kernel) fn apply_face(&mut self, e: &mut Event) -> bool {
        let Some(card) = e.card() else { return false };
        let (old, face) = (*self.state().card(card), Face::of(&e.fields[1]));
        if old.face == face {
            return false;
        }
        // A card that is turned face down stays known to the players who saw it. A card that is turned up is seen by
        // the viewers of its zone.
        if face != Face::Zone && old.face == Face::Zone {
            self.change(Change::Known(card, self.game().seen_by(card)));
        }
        self.lay(card, face);
        let is_open =
            face == Face::Zone && self.game().seen_by(card).count_ones() == u32::from(self.rules.schema.seats);
        e.fields[event::DEF_OF_FACED] = if is_open { Value::Def(self.state().card(card).def) } else { Value::Nil };
        true
    }
}
