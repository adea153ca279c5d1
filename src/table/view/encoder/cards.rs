//! Cards: the rows of the cards of all zones, faces before backs.

use smallvec::SmallVec;

use super::plan::{SeatedZone, ZonePlan};
use super::row::{CARD, CHANGE, Row};
use crate::kernel::model::modification_kinds::HowWord;
use crate::kernel::model::objects::{Attached, CardState, Controlled, Face, ModTarget, Modifier};
use crate::kernel::model::schema::SeenBy;
use crate::kernel::model::value::Zone;
use crate::kernel::read::layered_cards::LayerChange;
use crate::kernel::{Card, Seat, World};
use crate::table::view::viewer::Looking;

/// The cards of a zone for which a row has columns: first those of which the person sees the face, then those of which
/// she sees the back in place. Equal cards that lie side by side, as in a pile, have the columns of one card, with
/// their number.
pub struct ToldZone {
    cards: SmallVec<[Card; 24]>,
    /// For each card with columns: the number of equal cards for which it stands.
    pub rows: SmallVec<[u16; 24]>,
    /// The number of rows of faces.
    face_rows: usize,
    faces: usize,
    unknown: usize,
}

impl ToldZone {
    /// Finds the cards of a zone that the person sees, in the order in which a view lists them.
    pub fn of(looking: &Looking, first: Zone) -> ToldZone {
        let (world, rules) = (looking.world, &looking.world.rules);
        let (kind, owner) = (rules.schema.kind_of(first), rules.schema.zone_owner(first));
        let (mut cards, mut count) = (SmallVec::<[Card; 24]>::new(), 0);
        let (state, is_open) = (world.state(), looking.is_open(first));
        // Most zones are open or hidden as a whole, which is tested faster than each card.
        let is_hidden = owner.is_some() || rules.schema.zones[kind.index()].seen_by == SeenBy::Nobody;
        let own = looking.seats.iter().fold(0, |own, seat| own | 1 << seat.0);
        for card in state.cards_in(rules, kind, owner.unwrap_or_default()) {
            count += 1;
            let of = state.card(card);
            let sees = match of.face {
                Face::Zone if is_open => true,
                Face::Zone if is_hidden => of.known & own != 0,
                _ => looking.sees(card),
            };
            if sees {
                cards.push(card);
            }
        }
        let faces = cards.len();
        if faces > 1 && !is_open {
            cards.sort_by_key(|card| world.state().card(*card).def);
        }
        if faces < count {
            cards.extend(looking.backs(first));
        }
        let (mut rows, mut face_rows) = (SmallVec::<[u16; 24]>::new(), 0);
        for (at, card) in cards.iter().enumerate() {
            match rows.last_mut() {
                Some(n) if at < faces && are_alike(world, cards[at - 1], *card) => *n += 1,
                _ => rows.push(1),
            }
            if at + 1 == faces {
                face_rows = rows.len();
            }
        }
        ToldZone { cards, rows, face_rows, faces, unknown: count - faces }
    }
}

/// True if two cards whose faces the person sees are equal in everything that their columns hold. A card under a mask
/// is equal to no other.
fn are_alike(world: &World, a: Card, b: Card) -> bool {
    let state = world.state();
    let (one, other) = (state.card(a), state.card(b));
    let same = |s: &CardState| (s.def, s.printed, s.owner, s.zone, s.statuses, s.face);
    let is_masked = |card: Card| state.is_masked(&world.rules, card);
    if same(one) != same(other) || is_masked(a) || is_masked(b) {
        return false;
    }
    let stored = world.rules.schema.stored;
    let numbers = |card: Card| &state.stored[card.index() * stored..][..stored];
    let is_changed = |m: &Modifier| matches!(&m.on, ModTarget::Card(card, _) if *card == a || *card == b);
    let is_attached = |of: &Attached| of.card == a || of.card == b;
    let is_controlled = |of: &Controlled| of.card.0 == a || of.card.0 == b;
    numbers(a) == numbers(b)
        && world.rules.layered.is_empty()
        && !state.attached.iter().any(is_attached)
        && !state.controls.iter().any(is_controlled)
        && !state.modifiers.iter().any(is_changed)
}

impl Row<'_> {
    pub fn zones(&mut self) {
        let plan = self.plan;
        let mut told = Vec::with_capacity(plan.seated.len());
        let mut place = 1u16;
        for SeatedZone { zone, after, .. } in &plan.seated {
            let rows = plan.zones[*zone].rows;
            let of = plan.zone(*zone, self.seat, *after).map(|(first, _)| ToldZone::of(self.looking, first));
            if let Some(of) = &of {
                let mut cards = of.cards.iter();
                for (at, n) in of.rows.iter().enumerate().take(rows) {
                    cards.by_ref().take((*n).into()).for_each(|card| self.places[card.index()] = place + at as u16);
                }
            }
            place += rows as u16;
            told.push(of);
        }
        let width = plan.card_width;
        for (zone, told) in plan.seated.iter().zip(told) {
            let of = &plan.zones[zone.zone];
            let end = self.at + 2 + of.rows * width;
            if let Some(told) = told {
                self.index(told.faces);
                self.index(told.unknown);
                self.left_out += told.rows.len().saturating_sub(of.rows);
                let mut first = 0;
                for (at, n) in told.rows.iter().enumerate().take(of.rows) {
                    let next = self.at + width;
                    self.card(told.cards[first], *n, of, at < told.face_rows);
                    debug_assert_eq!(self.at, next, "all cards have as many columns");
                    first += usize::from(*n);
                }
            }
            self.at = end;
        }
    }

    fn card(&mut self, card: Card, copies: u16, zone: &ZonePlan, is_face: bool) {
        let (plan, world) = (self.plan, self.looking.world);
        let (rules, state) = (&world.rules, world.state());
        let (schema, of, begin) = (&rules.schema, state.card(card), self.at);
        let number = if is_face { Row::def(of.def) } else { 1 };
        self.index(number);
        self.index(copies.into());
        self.push(schema.slot_of(of.zone));
        // The owner is written where a view says her: of a face in a zone that all share, and of a back that does not
        // lie in her own zone.
        let lies_with = schema.zone_owner(of.zone);
        let is_told = if is_face { lies_with.is_none() } else { lies_with != Some(of.owner) };
        self.index(if is_told && of.owner != Seat::NOBODY { self.number_of(of.owner) } else { 0 });
        self.index(state.host(card).map_or(0, |host| self.place(host)));
        match is_face {
            true => self.numbers(card, zone, begin),
            false => self.counters(card, begin),
        }
        self.at = begin + CARD + plan.attrs.len();
        if is_face {
            self.words(card, zone);
        } else {
            self.at += plan.words.iter().sum::<usize>();
        }
        for slot in 0..plan.costs().len() {
            if is_face && zone.costs[slot] {
                let printed = rules.defs[of.def.index()].costs[slot];
                let now = self.looking.cost_now(card, slot as u8).unwrap_or(printed);
                (0..schema.pips.len()).for_each(|pip| self.push(now[pip].into()));
            } else {
                self.at += schema.pips.len();
            }
        }
        let mut group_at = self.at;
        for (group, (_, values)) in schema.statuses.iter().enumerate() {
            let is_told = zone.enters & 1 << group != 0;
            if is_told || of.statuses[group] != 0 && schema.quiet_statuses & 1 << group == 0 {
                self.out[group_at + usize::from(of.statuses[group])] = 1.0;
            }
            group_at += values.len();
        }
        self.at = group_at;
        let end = self.at + plan.changes * CHANGE;
        if is_face {
            self.changes(card, end);
        }
        self.at = end;
        if plan.has_masks() {
            let is_masked = is_face && state.is_masked(rules, card);
            let knows = |seat: &Seat| state.knows_face(rules, *seat, card);
            let knows = is_masked && self.looking.seats.iter().any(knows);
            self.flag(is_masked);
            self.index(if knows { Row::def(of.printed) } else { 0 });
        }
    }

    fn numbers(&mut self, card: Card, zone: &ZonePlan, begin: usize) {
        let game = self.looking.world.game();
        let env = game.seat_env(Seat(0));
        let types = game.types_of(card);
        for (at, attr, is_printed) in &zone.attrs {
            let prints = |ty| self.plan.rules.schema.types[usize::from(ty)].prints.contains(*attr);
            if !is_printed || types.iter().any(|ty| prints(ty.0)) {
                self.at = begin + at;
                self.push(env.card_attr(card, *attr));
            }
        }
    }

    /// Writes the counters on a card of which the person sees the back.
    fn counters(&mut self, card: Card, begin: usize) {
        for (attr, n) in self.looking.numbers_on(card) {
            if let Some(at) = self.plan.attrs.iter().position(|a| *a == attr) {
                self.at = begin + CARD + at;
                self.push(n);
            }
        }
    }

    fn words(&mut self, card: Card, zone: &ZonePlan) {
        let world = self.looking.world;
        let (rules, state) = (&world.rules, world.state());
        let def = &rules.defs[state.card(card).def.index()];
        for (slot, n) in self.plan.words.iter().enumerate() {
            let end = self.at + n;
            if zone.words[slot] {
                // Usually nothing can change the words of cards, so the printed ones are the current ones.
                let is_printed =
                    state.modifiers.is_empty() && (rules.changed_words | rules.static_words) & 1 << slot == 0;
                let read;
                let words = match is_printed {
                    true => &def.words[slot],
                    false => {
                        read = world.game().seat_env(Seat(0)).words(card, slot as u8);
                        &read
                    }
                };
                let is_name = |word| rules.schema.words[slot].with_name && word == world.game().name_of(card);
                let mut told = words.iter().filter(|word| !is_name(**word));
                told.by_ref().take(*n).for_each(|word| self.index(Row::word(*word)));
                self.left_out += told.count();
            }
            self.at = end;
        }
    }

    /// Writes the changes that effects and other cards made to a card.
    fn changes(&mut self, card: Card, end: usize) {
        let (world, schema) = (self.looking.world, &self.looking.world.rules.schema);
        let state = world.state();
        let at = (card, state.card(card).stay);
        let controls = state.controls.iter().rev().find(|of| of.card == at);
        let layered = world.game().layered(card).map_or(&[][..], |of| of.did.as_slice());
        let by_effect = controls.map(|of| (LayerChange::Control(of.seat), of.source));
        for (deed, by) in by_effect.into_iter().chain(layered.iter().map(|did| (did.what, did.by))) {
            if self.at == end {
                self.left_out += 1;
                continue;
            }
            let (mut way, mut of, mut word, mut seat) = (1, 0, 0, 0);
            match &deed {
                LayerChange::Control(by) => seat = self.number_of(*by),
                LayerChange::Name(name) => word = Row::word(*name),
                LayerChange::Type(how, types) => {
                    way = match how {
                        HowWord::Set => 2,
                        HowWord::Add => 1,
                        HowWord::Without => -1,
                    };
                    word = types.iter().next().map_or(0, |ty| Row::word(schema.types[ty.index()].name));
                    self.left_out += types.iter().count().saturating_sub(1);
                }
                LayerChange::Grant(id) | LayerChange::Lose(id) => {
                    let ability = &world.rules.abilities[id.index()];
                    (word, of) = (Row::word(ability.id), ability.def.map_or(0, Row::def));
                    way = if matches!(deed, LayerChange::Lose(_)) { -1 } else { 1 };
                }
            }
            let from = by.filter(|by| self.looking.sees(*by)).map_or(0, |by| self.card_number(by));
            self.push(way);
            [of, word, seat, from].into_iter().for_each(|index| self.index(index));
        }
    }
}
