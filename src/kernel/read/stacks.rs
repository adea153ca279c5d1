//! Stacks: what lies beneath a card, and goes where it goes.

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::objects::{Event, Face, Role};
use crate::kernel::model::value::{Card, Seat, Value, Zone};
use crate::kernel::read::game::Game;

impl Game<'_> {
    /// The cards beneath a card, in the order in which they came to lie there.
    pub fn beneath(self, card: Card) -> Vec<Card> {
        let schema = &self.rules.schema;
        let lies_there = |one: &Card| schema.zones[schema.kind_of(self.state.card(*one).zone).index()].beneath;
        self.state.carried(card).filter(lies_there).collect()
    }

    /// The zone for cards beneath a card: the first such zone of its owner.
    pub(in crate::kernel) fn zone_beneath(self, card: Card) -> Option<Zone> {
        let schema = &self.rules.schema;
        let kind = schema.kinds(IdSet::ALL).find(|kind| schema.zones[kind.index()].beneath)?;
        let owner = self.state.card(card).owner;
        Some(schema.zone(kind, if owner == Seat::NOBODY { self.controller(card) } else { owner }))
    }

    /// True if a card may be laid on another one and take its place: both are face up and of one owner, and the card is
    /// not attached to the other one.
    pub(in crate::kernel) fn may_cover(self, new: Card, place: Card) -> bool {
        let (a, b) = (self.state.card(new), self.state.card(place));
        let lie_face_up = a.face == Face::Zone && b.face == Face::Zone;
        new != place && a.owner == b.owner && lie_face_up && self.state.host(new) != Some(place)
    }

    /// The moves of the cards beneath a card that goes to another zone: they go there, too, each to the zone of its
    /// owner.
    pub(in crate::kernel) fn go_along(self, moved: &Event) -> Vec<Event> {
        let (Some(card), Some(Value::Zone(to))) = (moved.card(), moved.fields.get(2)) else { return Vec::new() };
        let (schema, from) = (&self.rules.schema, self.state.card(card).zone);
        let kind = schema.kind_of(*to);
        let stays = self.within_zone(from, *to) || schema.zones[kind.index()].keeps_all && schema.kind_of(from) == kind;
        if stays {
            return Vec::new();
        }
        let goes = |one: Card| {
            let owner = self.state.card(one).owner;
            let zone = schema.zone(kind, if owner == Seat::NOBODY { self.controller(one) } else { owner });
            self.moved(one, zone, false, Role::Rule)
        };
        self.beneath(card).into_iter().map(goes).collect()
    }
}
