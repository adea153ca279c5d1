//! Crowding: whether cards that come find room where others leave in the same batch.

use smallvec::SmallVec;

use crate::kernel::model::event;
use crate::kernel::model::objects::Event;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{Card, Value, Zone};
use crate::kernel::read::game::Game;

/// Where an event puts a card: the card, if there is one already, and the zone.
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

impl Game<'_> {
    /// Whether a zone takes a card once the cards that these events move away from there have left.
    pub(in crate::kernel) fn may_enter_beside<'e>(
        self,
        card: Card,
        zone: Zone,
        events: impl Iterator<Item = &'e Event> + Clone,
    ) -> bool {
        let goes = |c: Card| {
            let mut to = events.clone().filter(|e| e.kind == event::MOVED && e.card() == Some(c)).filter_map(arrival);
            to.any(|(_, to)| to != zone)
        };
        let kind = self.rules.schema.kind_of(zone);
        let mut left = self.state.zone(zone).iter().copied().filter(|c| *c != card && !goes(*c));
        if self.rules.schema.zones[kind.index()].distinct_names {
            return left.all(|c| self.name_of(c) != self.name_of(card));
        }
        self.rules.capacity(kind).is_none_or(|n| left.count() < n as usize)
    }

    /// The places of the events of a batch that put a card where no room is left, in the order of the batch; a card that
    /// leaves makes room wherever its event stands.
    pub(in crate::kernel) fn without_room(self, events: &[Event]) -> SmallVec<[usize; 2]> {
        let mut out = SmallVec::new();
        let room = |zone: Zone| self.rules.capacity(self.rules.schema.kind_of(zone));
        let may_crowd = |event: &Event| match arrival(event) {
            Some((_, zone)) => room(zone).is_some() || self.has_distinct_names(zone),
            None => [event::TRANSFORMED, event::SWAPPED].contains(&event.kind),
        };
        if !events.iter().any(may_crowd) {
            return out;
        }
        // Who does not come stays where it is, and may take the room of another.
        loop {
            let next = self.first_without_room(events, &out);
            match next.or_else(|| self.first_of_a_name(events, &out)) {
                Some(at) => out.push(at),
                None => return out,
            }
        }
    }

    /// The place of the first of these events that puts a card where no room is left, those in `out` left out.
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

    /// Whether the names of the cards in a zone differ.
    fn has_distinct_names(self, zone: Zone) -> bool {
        self.rules.schema.zones[self.rules.schema.kind_of(zone).index()].distinct_names
    }

    /// What an event brings into zones, with the name that it has there: a card that comes, is made, changes places with
    /// another, or becomes another one where it lies.
    fn named_arrivals(self, event: &Event) -> SmallVec<[(Option<Card>, Zone, Sym); 2]> {
        let mut out = SmallVec::new();
        let printed = |def: &Value| match def {
            Value::Def(def) => Some(self.rules.defs[def.index()].name),
            _ => None,
        };
        let of_card = |card: Card| (self.state.card(card).zone, self.name_of(card));
        match (event.kind, event.card(), &event.fields[..]) {
            (event::MOVED, Some(card), [_, _, Value::Zone(to), ..]) if of_card(card).0 != *to => {
                out.push((Some(card), *to, of_card(card).1));
            }
            (event::CREATED, _, [_, def, Value::Zone(to), ..]) => {
                out.extend(printed(def).map(|name| (None, *to, name)));
            }
            (event::TRANSFORMED, Some(card), [_, def, ..]) => {
                out.extend(printed(def).map(|name| (Some(card), of_card(card).0, name)));
            }
            (event::SWAPPED, Some(a), [_, other, ..]) => {
                let Some(b) = other.card() else { return out };
                let ((from, name), (to, other)) = (of_card(a), of_card(b));
                out.extend((from != to).then_some([(Some(a), to, name), (Some(b), from, other)]).into_iter().flatten());
            }
            _ => {}
        }
        out
    }

    /// The place of the first of these events that brings a second card of one name into a zone where names differ, those
    /// in `out` left out.
    fn first_of_a_name(self, events: &[Event], out: &[usize]) -> Option<usize> {
        let comes = || {
            let all = events.iter().enumerate().filter(|(at, _)| !out.contains(at));
            all.flat_map(|(at, event)| self.named_arrivals(event).into_iter().map(move |one| (at, one)))
        };
        let goes = |card: Card| comes().any(|(_, (c, ..))| c == Some(card));
        let is_second = |(at, (card, zone, name)): &(usize, (Option<Card>, Zone, Sym))| {
            self.has_distinct_names(*zone)
                && (self.state.zone(*zone).iter().any(|c| Some(*c) != *card && !goes(*c) && self.name_of(*c) == *name)
                    || comes().any(|(other, (c, to, n))| {
                        other < *at && to == *zone && n == *name && (c.is_none() || c != *card)
                    }))
        };
        comes().find(is_second).map(|(at, _)| at)
    }
}
