//! Cards: the view of one card. A face shows printed and current values, a back neither.

use std::collections::BTreeMap;

use super::viewer::Looking;
use super::{CardView, Field, HiddenView, HostView};
use crate::catalog::TableLine;
use crate::kernel::model::ability::{Ability, Cost, CostPart, PipCost};
use crate::kernel::model::lang::{CardField, Class};
use crate::kernel::model::schema::{AttrBase, SeenBy, StoredStart};
use crate::kernel::model::value::{AbilityId, AttrId, Status, Zone, ZoneKind};
use crate::kernel::{Card, Choice, Seat};

/// The current value of a field, and the printed one where it differs.
struct FieldValue {
    now: Field,
    printed: Option<Field>,
}

impl FieldValue {
    fn same(now: Field) -> FieldValue {
        FieldValue { now, printed: None }
    }
}

impl Looking<'_> {
    pub(super) fn card(&self, card: Card, kind: ZoneKind) -> CardView {
        let rules = &self.world.rules;
        let state = self.world.state().card(card);
        let def = &rules.defs[state.def.index()];
        let zone = &rules.schema.zones[kind.index()];
        let (mut fields, mut printed) = (BTreeMap::new(), BTreeMap::new());
        for (name, field) in &rules.schema.card_fields {
            if zone.only.as_ref().is_some_and(|only| !only.contains(name)) {
                continue;
            }
            if let Some(read) = self.field(card, *field, &self.name(*name), &self.name(zone.name)) {
                printed.extend(read.printed.map(|value| (self.name(*name), value)));
                fields.insert(self.name(*name), read.now);
            }
        }
        CardView {
            card,
            id: self.name(def.id),
            name: rules.card_said(state.def).to_string(),
            slot: rules.schema.slot_of(state.zone) as u16,
            owner: (state.owner != Seat::NOBODY && rules.schema.zone_owner(state.zone).is_none())
                .then(|| self.table.names()[state.owner.index()].clone()),
            fields,
            printed,
            statuses: self.statuses(card, kind),
            host: self.host(card),
            changes: self.changes(card),
        }
    }

    /// The statuses in the groups that its zone sets, and those that differ from the first status of their group.
    fn statuses(&self, card: Card, kind: ZoneKind) -> Vec<String> {
        let schema = &self.world.rules.schema;
        let of = &self.world.state().card(card).statuses;
        let enters = &schema.zones[kind.index()].enters;
        let matters = |group: usize| {
            let is_quiet = schema.quiet_statuses & 1 << group != 0;
            enters.iter().any(|status: &Status| status.group() == group) || of[group] != 0 && !is_quiet
        };
        let groups = schema.statuses.iter().enumerate().filter(|(group, _)| matters(*group));
        groups.map(|(group, (_, words))| self.name(words[usize::from(of[group])])).collect()
    }

    /// The card on which a card hangs.
    fn host(&self, card: Card) -> Option<HostView> {
        let schema = &self.world.rules.schema;
        let host = self.world.state().host(card)?;
        let zone = self.world.state().card(host).zone;
        let seen = self.sees(host);
        Some(HostView {
            card: seen.then_some(host),
            name: seen.then(|| self.world.rules.card_said(self.world.state().card(host).def).to_string()),
            zone: self.name(schema.zones[schema.kind_of(zone).index()].name),
            seat: schema.zone_owner(zone).map(|seat| seat.0),
            hidden: if seen { None } else { self.backs(zone).iter().position(|back| *back == host) },
        })
    }

    /// True if the zone shows the faces of its cards to the person.
    pub(super) fn is_open(&self, zone: Zone) -> bool {
        let schema = &self.world.rules.schema;
        match schema.zones[schema.kind_of(zone).index()].seen_by {
            SeenBy::All => true,
            SeenBy::Owner => schema.zone_owner(zone).is_some_and(|seat| self.seats.contains(&seat)),
            SeenBy::Nobody => false,
        }
    }

    /// The cards of a zone of which the person sees the backs in place: cards face down in an open zone, and cards in
    /// the slots of a table that all share.
    pub(super) fn backs(&self, zone: Zone) -> Vec<Card> {
        let schema = &self.world.rules.schema;
        let (kind, seat) = (schema.kind_of(zone), schema.zone_owner(zone));
        let is_laid_out = schema.zones[kind.index()].spaces > 1 && seat.is_none();
        if !is_laid_out && !self.is_open(zone) {
            return Vec::new();
        }
        let all = self.world.state().cards_in(&self.world.rules, kind, seat.unwrap_or_default());
        all.filter(|card| !self.sees(*card)).collect()
    }

    /// The back of a card, as every player sees it.
    pub(super) fn back(&self, card: Card, kind: ZoneKind) -> HiddenView {
        let schema = &self.world.rules.schema;
        let state = self.world.state().card(card);
        let owner = (state.owner != Seat::NOBODY && schema.zone_owner(state.zone) != Some(state.owner))
            .then(|| self.table.names()[state.owner.index()].clone());
        HiddenView {
            slot: schema.slot_of(state.zone) as u16,
            owner,
            fields: self.counters_on(card),
            statuses: self.statuses(card, kind),
            host: self.host(card),
        }
    }

    /// The counters on a card. A number that starts at a printed value is left out, because it would reveal the card.
    fn counters_on(&self, card: Card) -> BTreeMap<String, Field> {
        let name = |attr: AttrId| self.name(self.world.rules.schema.attrs[attr.index()].name);
        self.numbers_on(card).map(|(attr, n)| (name(attr), Field::Number(n))).collect()
    }

    pub(super) fn numbers_on(&self, card: Card) -> impl Iterator<Item = (AttrId, i64)> {
        let (schema, state) = (&self.world.rules.schema, self.world.state());
        schema.attrs.iter().enumerate().filter_map(move |(i, attr)| match attr.base {
            AttrBase::Stored { slot, start: StoredStart::At(start, None) } if attr.of == Class::Card && !attr.quiet => {
                let n = state.stored[card.index() * schema.stored + usize::from(slot)];
                (n != start).then(|| (AttrId::of(i), n))
            }
            _ => None,
        })
    }

    /// The value of a field for a view; `None` for a field that says nothing (a number of 0, an empty list), and for a
    /// computed number that no line of the table shows.
    fn field(&self, card: Card, field: CardField, name: &str, zone: &str) -> Option<FieldValue> {
        let value = || self.world.game().seat_env(Seat(0)).card_value(card, field);
        let table = &self.table.game().catalog.table;
        let is_shown = |l: &TableLine| l.show.iter().any(|s| s == name) || l.sort.iter().any(|s| s.field == name);
        let shown = table.iter().any(|l| l.zone == zone && is_shown(l));
        match field {
            CardField::Attr(attr) => self.number(card, attr, shown),
            CardField::Words(slot) => {
                // A words field may contain the card's own name. A field that holds only that name is not shown.
                let bare = self.world.rules.schema.words[slot as usize].with_name as usize;
                let words: Vec<String> = value().items().iter().map(|v| self.world.game().tell(v)).collect();
                (words.len() > bare).then_some(FieldValue::same(Field::Words(words)))
            }
            CardField::Cost(slot) => self.cost(card, slot),
            _ => None,
        }
    }

    fn number(&self, card: Card, attr: AttrId, shown: bool) -> Option<FieldValue> {
        let rules = &self.world.rules;
        let env = self.world.game().seat_env(Seat(0));
        let base = &rules.schema.attrs[attr.index()].base;
        let mut types = self.world.game().types_of(card).iter();
        let prints = types.any(|ty| rules.schema.types[ty.index()].prints.contains(attr));
        // A printed number is shown only on cards of types that print it.
        if base.printed().is_some() && !prints {
            return None;
        }
        let is_kept = !matches!(base, AttrBase::Amount(_));
        let n = if is_kept || shown { env.card_value(card, CardField::Attr(attr)).int()? } else { 0 };
        let printed = base.printed().map(|_| env.printed(card, attr)).filter(|printed| *printed != n);
        (n != 0 || shown || printed.is_some())
            .then(|| FieldValue { now: Field::Number(n), printed: printed.map(Field::Number) })
    }

    fn cost(&self, card: Card, slot: u8) -> Option<FieldValue> {
        let game = self.world.game();
        let printed = &self.world.rules.defs[self.world.state().card(card).def.index()].costs[usize::from(slot)];
        let text = |cost: &Cost| Field::Text(game.show_cost(cost));
        match self.cost_now(card, slot).filter(|now| now != printed) {
            Some(now) => Some(FieldValue { now: text(&now), printed: Some(text(printed)) }),
            None => printed.iter().any(|n| *n > 0).then(|| FieldValue::same(text(printed))),
        }
    }

    /// The current cost in a cost field of a card, if the person is the one who would pay it: it can depend on
    /// information that only the payer has. `None` also if no ability of the game changes costs.
    pub(super) fn cost_now(&self, card: Card, slot: u8) -> Option<Cost> {
        let (rules, state) = (&self.world.rules, self.world.state());
        if !rules.static_costs {
            return None;
        }
        let at = state.card(card);
        let payer = match rules.schema.zone_owner(at.zone).unwrap_or(at.owner) {
            Seat::NOBODY => *self.seats.first()?,
            _ => Some(state.controller(rules, card)).filter(|seat| self.seats.contains(seat))?,
        };
        let kind = rules.schema.kind_of(at.zone);
        let is_here = |id: &&AbilityId| rules.abilities[id.index()].from.contains(kind);
        let is_for_it = |id: &&AbilityId| {
            let filter = rules.abilities[id.index()].for_.as_ref();
            filter.is_some_and(|filter| self.world.game().seat_env(payer).card_matches(filter, card))
        };
        let own = rules.defs[at.def.index()].timed.iter().filter(is_here);
        let actions = rules.actions.iter().filter(is_here).filter(is_for_it);
        own.chain(actions).find_map(|id| {
            let part = self.printed_cost(&rules.abilities[id.index()], slot)?;
            let draft = self.world.game().draft(payer, Choice { ability: *id, card: Some(card) }, None);
            Some(self.world.game().all_pips(&draft, part))
        })
    }

    /// Finds the part of an ability's cost that reads `pips` from this cost field of the card.
    fn printed_cost<'r>(&'r self, ability: &'r Ability, slot: u8) -> Option<&'r PipCost> {
        let kind = ability.kind.map_or(&[][..], |kind| &self.world.rules.uses[kind.index()].cost);
        kind.iter().chain(&ability.cost).find_map(|part| match part {
            CostPart::Pips(pips @ PipCost::Field(of)) if *of == slot => Some(pips),
            _ => None,
        })
    }
}
