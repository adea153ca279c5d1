//! Stacks: cards beneath a card, which belong to it.
//!
//! ```text
//! a card covers another one      the card in that place keeps its place, its numbers, statuses and attachments;
//!                                it only becomes what the new card is, and the new card is what it was, beneath it
//! ```
//!
//! So whatever knows the card in that place, such as a target or an effect that lasts, goes on knowing it.

use crate::kernel::model::change::Change;
use crate::kernel::model::objects::{CardState, Event, Face};
use crate::kernel::model::value::{Card, Value, Zone};
use crate::kernel::run::change::World;

impl World {
    /// Lets a card take the place of another one of its owner. False: it cannot.
    pub(in crate::kernel) fn cover(&mut self, e: &mut Event) -> bool {
        let (Some(new), Some(place)) = (e.card(), e.fields[1].card()) else { return false };
        let Some(beneath) = self.game().zone_beneath(place).filter(|_| self.game().may_cover(new, place)) else {
            return false;
        };
        self.exchange(new, place);
        self.lies_beneath(new, place, beneath);
        // After the exchange the id `place` means the card on top, and the id `new` the card beneath it.
        (e.fields[0], e.fields[1]) = (Value::Card(place), Value::Card(new));
        true
    }

    /// Lets the last card beneath another one take its place, and the one on top go elsewhere. False: none lies there.
    pub(in crate::kernel) fn uncover(&mut self, e: &mut Event) -> bool {
        let (Some(place), Value::Zone(to)) = (e.card(), e.fields[1].clone()) else { return false };
        let Some(under) = self.game().beneath(place).last().copied() else { return false };
        self.exchange(under, place);
        self.lies(under, to);
        true
    }

    /// Exchanges the identities of two cards of one owner; both stay where they are, with all that lies on them.
    fn exchange(&mut self, a: Card, b: Card) {
        let (was, is) = (*self.state().card(a), *self.state().card(b));
        for (card, CardState { def, printed, home, made_by, turned, .. }) in [(a, is), (b, was)] {
            self.change(Change::Def(card, def));
            self.change(Change::Printed(card, printed));
            self.change(Change::Home(card, home));
            self.change(Change::MadeBy(card, made_by));
            self.change(Change::Turned(card, turned));
        }
    }

    fn lies_beneath(&mut self, card: Card, place: Card, beneath: Zone) {
        self.lies(card, beneath);
        self.attach(card, Some(place));
    }

    /// Lays a card into a zone, where it begins anew: without its numbers, statuses, attachments and effects.
    fn lies(&mut self, card: Card, to: Zone) {
        let kind = self.rules.schema.kind_of(to);
        let statuses = self.rules.schema.zones[kind.index()].entering_statuses();
        self.put(card, to, false);
        self.change(Change::Known(card, 0));
        self.change(Change::Statuses(card, statuses));
        self.lay(card, Face::Zone);
        self.reset_stored(card);
        self.drop_from_records(card, kind);
        self.lasting_leaves(card, true);
    }
}
