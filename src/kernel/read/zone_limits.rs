//! Zone limits: space for cards that enter a zone, while others leave it in the same batch.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::kernel::model::event;
use crate::kernel::model::objects::{CardState, Event};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Card, DefId, Value, Zone};
use crate::kernel::read::game::Game;

/// The arrival of a card by an event: the card, unless it is created, and the zone.
fn arrival(event: &Event) -> Option<(Option<Card>, Zone)> {
    let card = match event.kind {
        event::MOVED => Some(event.card()?),
        event::CREATED => None,
        _ => return None,
    };
    match event.fields[2] {
        Value::Zone(zone) => Some((card, zone)),
        _ => None,
    }
}

/// A card after a batch of events.
struct After {
    /// The card; `None`: the card is being created.
    card: Option<Card>,
    zone: Zone,
    name: Sym,
    /// Index of the event that brings the card there, or changes it in place.
    by: usize,
    has_moved: bool,
    /// The definition that the card is transformed into.
    turned: Option<DefId>,
}

impl Game<'_> {
    /// True if a zone has space for a card after these events have moved other cards away.
    pub(in crate::kernel) fn may_enter_beside<'e>(
        self,
        card: Card,
        zone: Zone,
        events: impl Iterator<Item = &'e Event> + Clone,
    ) -> bool {
        let kind = self.rules.schema.kind_of(zone);
        if self.rules.schema.zones[kind.index()].distinct_names {
            let after = self.after(events.enumerate());
            let of = |card: Card| after.iter().find(|of| of.card == Some(card));
            let name = |card: Card| of(card).map_or_else(|| self.name_of(card), |of| of.name);
            let stays = |c: &Card| *c != card && of(*c).is_none_or(|of| of.zone == zone);
            return self.state.zone(zone).iter().filter(|c| stays(c)).all(|c| name(*c) != name(card));
        }
        let goes = |c: Card| {
            let mut to = events.clone().filter(|e| e.kind == event::MOVED && e.card() == Some(c)).filter_map(arrival);
            to.any(|(_, to)| to != zone)
        };
        let left = self.state.zone(zone).iter().filter(|c| **c != card && !goes(**c));
        self.rules.capacity(kind).is_none_or(|n| left.count() < n as usize)
    }

    /// The places of events in a batch that would bring a card into a full zone, or to a card of its name where names
    /// must differ. A leaving card makes space wherever its event stands in the batch.
    #[inline(always)] // most events move no card into a zone with a limit
    pub(in crate::kernel) fn without_room(self, events: &[Event]) -> SmallVec<[usize; 2]> {
        if events.iter().any(|event| self.may_crowd(event)) { self.find_without_room(events) } else { SmallVec::new() }
    }

    /// True if an event may bring a card into a zone that does not take every card.
    #[inline]
    fn may_crowd(self, event: &Event) -> bool {
        match event.kind {
            event::TRANSFORMED | event::SWAPPED => true,
            event::MOVED | event::CREATED => arrival(event).is_some_and(|(_, zone)| {
                self.rules.capacity(self.rules.schema.kind_of(zone)).is_some() || self.has_distinct_names(zone)
            }),
            _ => false,
        }
    }

    fn find_without_room(self, events: &[Event]) -> SmallVec<[usize; 2]> {
        let mut out = SmallVec::new();
        // A card that cannot move stays in its old zone, and may fill it for another.
        loop {
            let next = self.first_without_room(events, &out);
            match next.or_else(|| self.first_of_a_name(events, &out)) {
                Some(at) => out.push(at),
                None => return out,
            }
        }
    }

    /// The first event that moves a card into a full zone, without the events in `out`.
    fn first_without_room(self, events: &[Event], out: &[usize]) -> Option<usize> {
        let arrivals = || {
            let all = events.iter().enumerate().filter(|(at, _)| !out.contains(at));
            all.filter_map(|(at, event)| Some((at, arrival(event)?)))
        };
        let goes = |card: Card, zone: Zone| arrivals().any(|(_, (c, to))| c == Some(card) && to != zone);
        let lies = |card: Option<Card>, zone: Zone| card.is_some_and(|card| self.state.card(card).zone == zone);
        let is_over = |(at, (card, zone)): &(usize, (Option<Card>, Zone))| {
            let Some(most) = self.rules.capacity(self.rules.schema.kind_of(*zone)) else { return false };
            let stay = self.state.zone(*zone).iter().filter(|c| !goes(**c, *zone)).count();
            let came = arrivals().filter(|(other, (c, to))| other < at && to == zone && !lies(*c, *zone)).count();
            !lies(*card, *zone) && stay + came >= most as usize
        };
        arrivals().find(is_over).map(|(at, _)| at)
    }

    /// True if the names of the cards in a zone must differ.
    fn has_distinct_names(self, zone: Zone) -> bool {
        self.rules.schema.zones[self.rules.schema.kind_of(zone).index()].distinct_names
    }

    /// The zones and names of cards after these events, each with the index of its last event. The events move, create,
    /// swap or transform cards.
    fn after<'e>(self, events: impl Iterator<Item = (usize, &'e Event)>) -> SmallVec<[After; 4]> {
        let (mut all, mut places) = (SmallVec::<[After; 4]>::new(), BTreeMap::new());
        let printed = |def: DefId| self.rules.defs[def.index()].name;
        for (at, event) in events {
            let mut place_of = |all: &mut SmallVec<[After; 4]>, card: Card| {
                *places.entry(card).or_insert_with(|| {
                    let (zone, name) = (self.state.card(card).zone, self.name_of(card));
                    all.push(After { card: Some(card), zone, name, by: at, has_moved: false, turned: None });
                    all.len() - 1
                })
            };
            match (event.kind, event.card(), &event.fields[..]) {
                (event::MOVED, Some(card), [_, _, Value::Zone(to), ..]) => {
                    let place = place_of(&mut all, card);
                    let (of, CardState { def, printed: first, .. }) = (&mut all[place], self.state.card(card));
                    if of.zone != *to {
                        (of.zone, of.by, of.has_moved) = (*to, at, true);
                    }
                    // A zone that resets cards gives a transformed card its printed name back.
                    let (kind, now) = (self.rules.schema.kind_of(*to), of.turned.unwrap_or(*def));
                    if self.rules.schema.zones[kind.index()].resets
                        && now != *first
                        && !self.comes_as_turned(card, now, of.turned.is_some(), kind)
                    {
                        of.name = printed(*first);
                    }
                }
                (event::CREATED, _, [_, Value::Def(def), Value::Zone(zone), ..]) => {
                    let (zone, name) = (*zone, printed(*def));
                    all.push(After { card: None, zone, name, by: at, has_moved: true, turned: None });
                }
                (event::TRANSFORMED, Some(card), [_, Value::Def(def), ..]) => {
                    let place = place_of(&mut all, card);
                    let of = &mut all[place];
                    (of.name, of.turned) = (printed(*def), Some(*def));
                    // A conflict is blamed on the move, not on the transformation.
                    of.by = if of.has_moved { of.by } else { at };
                }
                (event::SWAPPED, Some(a), [_, other, ..]) => {
                    let Some(b) = other.card().filter(|b| *b != a) else { continue };
                    let (a, b) = (place_of(&mut all, a), place_of(&mut all, b));
                    let (of_a, of_b) = (all[a].zone, all[b].zone);
                    if of_a != of_b && self.rules.schema.kind_of(of_a) == self.rules.schema.kind_of(of_b) {
                        for (place, zone) in [(a, of_b), (b, of_a)] {
                            let of = &mut all[place];
                            (of.zone, of.by, of.has_moved) = (zone, at, true);
                        }
                    }
                }
                _ => {}
            }
        }
        all
    }

    /// The first event that brings a second card of one name into a zone with distinct names, without the events in
    /// `out`.
    fn first_of_a_name(self, events: &[Event], out: &[usize]) -> Option<usize> {
        if !self.rules.schema.zones.iter().any(|zone| zone.distinct_names) {
            return None;
        }
        let mut all = self.after(events.iter().enumerate().filter(|(at, _)| !out.contains(at)));
        let is_as_before =
            |of: &After| of.card.is_some_and(|c| of.zone == self.state.card(c).zone && of.name == self.name_of(c));
        all.retain(|of| !is_as_before(of));
        all.sort_by_key(|of| of.by);
        let is_second = |(i, of): &(usize, &After)| {
            let is_alike = |other: &After| (other.zone, other.name) == (of.zone, of.name);
            let is_another = |card: Card| all.iter().all(|other| other.card != Some(card));
            self.has_distinct_names(of.zone)
                && (all[..*i].iter().any(is_alike)
                    || self.state.zone(of.zone).iter().any(|c| is_another(*c) && self.name_of(*c) == of.name))
        };
        all.iter().enumerate().find(is_second).map(|(_, of)| of.by)
    }
}
