//! Last known information: the reading of cards that left play but are still named by a rule or script.
//!
//! A rule or a script names cards: its own, those of its event, its targets, its payment. A named card in play has its
//! present state. A named card that left play has its last known state, but its present zone. If an event names the
//! card and the card left in the batch of that event, its zone is the last known one, too. `now` leads to the present
//! state.
//!
//! A leaving card is copied just before, if a waiting or triggered rule names cards and asks about them
//! (`last_known_copies.rs`). The copies lie in the state until no such rule waits. Uses, events and variables have the
//! batch since which they name their cards (`Since`).

use crate::kernel::model::fixed_fields::OfCard;
use crate::kernel::model::lang::{CardField, CardTest, Expr, Filter, Head, Ref, Selection, Source, Test};
use crate::kernel::model::last_known::{AsOf, LastKnown, Since, fell_off, of_card};
use crate::kernel::model::objects::{Event, Face, Use};
use crate::kernel::model::rules::{EventDef, Rules};
use crate::kernel::model::schema::{AttrBase, bounded};
use crate::kernel::model::symbols::{Sym, field};
use crate::kernel::model::value::{AbilityId, AttrId, Card, DefId, Scalar, Value, Zone};
use crate::kernel::read::card_dependencies::is_open;
use crate::kernel::read::card_tests::asks_what_all_know;
use crate::kernel::read::evaluation_env::{Env, Obj};
use crate::kernel::read::filters::Subject;

/// The looks that a test of a card that left play costs besides the usual one (`after_a_board_has_died` in
/// tests/clock/attacks_with_many_cards.rs).
const LOOKS_AT_COPY: usize = 19;

/// A card that left play, and the zone in which it counts as lying.
#[derive(Clone, Copy)]
pub struct Left<'a> {
    was: &'a LastKnown,
    zone: Zone,
    as_of: AsOf,
}

impl Subject for Left<'_> {
    fn is(self, env: &Env, r: &Ref) -> bool {
        env.leads_to(r, Scalar::Card(self.was.card)) || env.is_list_that_held(r, self.was)
    }

    fn seen_from<'a>(self, env: &Env<'a>) -> Env<'a> {
        Env { it: Some(Obj::Card(self.was.card)), it_as_of: self.as_of, ..*env }
    }
}

/// A card in play whose host left.
#[derive(Clone, Copy)]
struct Detached {
    card: Card,
    host: Card,
    as_of: AsOf,
}

impl Subject for Detached {
    fn is(self, env: &Env, r: &Ref) -> bool {
        Obj::Card(self.card).is(env, r)
    }

    fn seen_from<'a>(self, env: &Env<'a>) -> Env<'a> {
        Env { it: Some(Obj::Card(self.card)), it_as_of: self.as_of, ..*env }
    }
}

impl<'a> Env<'a> {
    /// The last state of a card, if it left play after the moment at which it was named.
    #[inline]
    pub fn last_known(&self, card: Card, as_of: AsOf) -> Option<Left<'a>> {
        // Usually no text refers to a card that left play.
        if self.state.last_known.is_empty() { None } else { self.find_last_known(card, as_of) }
    }

    #[cold]
    fn find_last_known(&self, card: Card, as_of: AsOf) -> Option<Left<'a>> {
        if as_of.since == Since::NOW {
            return None;
        }
        let mut known = of_card(&self.state.last_known, card).iter().map(|known| &**known).filter(|known| known.left);
        if let Some(was) = known.clone().find(|known| as_of.event != 0 && known.batch == as_of.event) {
            return Some(Left { was, zone: was.state.zone, as_of });
        }
        // A card that came back is a new object, so the name still means its state before it first left.
        let was = known.find(|known| Since(known.batch) > as_of.since)?;
        Some(Left { was, zone: self.state.card(card).zone, as_of })
    }

    /// True while a last known state of the card is kept. Usually none of any card is.
    #[inline]
    pub fn keeps_last_known(&self, card: Card) -> bool {
        !self.state.last_known.is_empty() && self.state.last_known.iter().any(|one| one.card == card)
    }

    /// The state of a card when its host left play; `None` if the card has a host, or lost its host otherwise.
    fn fell_off(&self, card: Card, as_of: AsOf) -> Option<&'a LastKnown> {
        let stay = match self.last_known(card, as_of) {
            Some(left) => left.was.state.stay,
            None if self.state.host(card).is_some() || as_of.since == Since::NOW => return None,
            None => self.state.card(card).stay,
        };
        fell_off(&self.state.last_known, card, stay)
    }

    /// The last host of a card without a host, if that host left play after the moment.
    fn last_host(&self, card: Card, as_of: AsOf) -> Option<Card> {
        if self.state.last_known.is_empty() {
            return None;
        }
        self.fell_off(card, as_of).filter(|it| Since(it.batch) > as_of.since)?.host
    }

    /// The host of a card; after the host left play, the last one.
    fn host_as_of(&self, card: Card, as_of: AsOf) -> Option<Card> {
        self.state.host(card).or_else(|| self.last_host(card, as_of))
    }

    /// The moment at which a card's host is read: in its last known state, if the host left play.
    fn host_read_as_of(&self, card: Card, as_of: AsOf) -> AsOf {
        let before = self.fell_off(card, as_of).map(|it| Since(it.batch - 1));
        AsOf { since: before.map_or(as_of.since, |before| before.min(as_of.since)), ..as_of }
    }

    /// True if a card that left is hidden from the player who asks, because she did not see it.
    fn is_blank_left(&self, was: &LastKnown) -> bool {
        let knows = self.card == Some(was.card) || self.known == Some(was.card);
        self.eyes != 0 && !knows && self.eyes & !was.seen_by != 0
    }

    // ---- the moments at which named cards are read ----

    /// The moment at which the cards in a field of the event are read.
    pub(in crate::kernel) fn event_as_of(&self, event: &Event, at: usize) -> AsOf {
        // The subject is read as it was just before the event, its other cards as they were at the proposal.
        let (own, batch) = match event.batch {
            0 => (self.since, 0),
            _ if self.since == Since::NOW => return AsOf::NOW,
            batch => (Since(batch - 1), batch),
        };
        AsOf { since: if at == 0 { own } else { own.min(event.since) }, event: batch }
    }

    /// The moment at which a card is read that the ability or use names. If the event names the card, too, the event
    /// decides.
    pub fn own_as_of(&self, card: Option<Card>) -> AsOf {
        let is_named = |event: &&Event| card.is_some_and(|card| event.fields.contains(&Value::Card(card)));
        match (self.event.filter(is_named), card) {
            (Some(event), _) if self.since != Since::NOW => AsOf { since: self.since, event: event.batch },
            (None, Some(card)) if self.card != Some(card) => self.chosen_as_of(card),
            _ => AsOf::since(self.since),
        }
    }

    /// The moment at which another card than the ability's own is read: a target, a paid card, or the host of a named
    /// card.
    fn chosen_as_of(&self, card: Card) -> AsOf {
        let is_chosen = |this: &Use| {
            this.paid.contains(&card) || this.targets.iter().any(|target| target.contains(&Value::Card(card)))
        };
        if let Some(this) = self.this.filter(|this| is_chosen(this)) {
            return AsOf::since(this.declared);
        }
        let own = self.card.map(|own| (own, self.own_as_of(Some(own))));
        let of_event = self.event.and_then(Event::card).map(|card| (card, self.own_as_of(Some(card))));
        for (carried, as_of) in own.into_iter().chain(of_event) {
            let host =
                self.last_known(carried, as_of).map_or_else(|| self.host_as_of(carried, as_of), |left| left.was.host);
            if host == Some(card) {
                return self.host_read_as_of(carried, as_of);
            }
        }
        AsOf::since(self.since)
    }

    /// The moment at which the cards with which a reference begins are read; a path after them may lead to other
    /// moments.
    pub(in crate::kernel) fn as_of(&self, r: &Ref) -> AsOf {
        match &r.head {
            Head::SelfCard => self.own_as_of(self.card),
            Head::Target(_) | Head::Paid => self.declared(),
            Head::This if r.path.first() == Some(&field::CARD) => self.own_as_of(self.card),
            Head::This => self.declared(),
            Head::Event => {
                let place = |event: &&Event| {
                    let def: &EventDef = &self.rules.events[event.kind.index()];
                    def.fields.iter().position(|(name, _)| r.path.first() == Some(name))
                };
                let at = self.event.as_ref().and_then(place);
                self.event.zip(at).map_or(AsOf::NOW, |(event, at)| self.event_as_of(event, at))
            }
            Head::It => self.it_as_of,
            Head::Var(name) => {
                let var = self.vars.iter().rev().find(|var| var.name == *name);
                var.map_or(AsOf::NOW, |var| AsOf::since(var.since))
            }
            _ => AsOf::NOW,
        }
    }

    /// The moment at which the targets and the payment of the use are read.
    fn declared(&self) -> AsOf {
        AsOf::since(self.this.map_or(self.since, |this| this.declared))
    }

    /// The moment at which the cards of a variable are read, if the variable is set now from this reference.
    fn named_since(&self, r: &Ref, now: Since) -> Since {
        self.leads_as_of(r).since.min(now)
    }

    /// The moment at which a card that a selection found is read. A card that the selection names (`among`, `is`) is
    /// read as the reference reads it, every other one in its present state.
    #[inline]
    pub fn found_as_of(&self, sel: &Selection, card: Card) -> AsOf {
        if self.state.last_known.is_empty() { AsOf::NOW } else { self.found_among(sel, card) }
    }

    #[cold]
    fn found_among(&self, sel: &Selection, card: Card) -> AsOf {
        match &sel.source {
            Source::Cards(cards) => {
                let names = |r: &&Ref| cards.lists.len() == 1 || self.leads_to(r, Scalar::Card(card));
                let as_of = |r| self.list_as_of(r).unwrap_or_else(|| self.own_as_of(Some(card)));
                cards.lists.iter().find(names).map_or(AsOf::NOW, as_of)
            }
            Source::Either(all) => {
                let one = all.iter().map(|one| self.found_among(one, card)).find(|as_of| *as_of != AsOf::NOW);
                one.unwrap_or(AsOf::NOW)
            }
            _ => AsOf::NOW,
        }
    }

    /// The moment at which the cards of a reference are read, found once for all of them; `None`: each is read as its
    /// script reads cards ([`Env::own_as_of`]), because the script built the list.
    #[inline]
    pub(super) fn list_as_of(&self, r: &Ref) -> Option<AsOf> {
        match r.head {
            _ if self.state.last_known.is_empty() => Some(AsOf::NOW),
            Head::Value(_) => None,
            _ => Some(self.leads_as_of(r)),
        }
    }

    /// The environment with an object that a selection found as `it`.
    #[inline]
    pub(super) fn at_found(self, sel: &Selection, value: &Value) -> Env<'a> {
        let it_as_of = value.card().map_or(AsOf::NOW, |card| self.found_as_of(sel, card));
        Env { it_as_of, ..self.at_value(value) }
    }

    /// The moment at which the cards of a variable are read, if the variable is set now to what a selection found.
    pub(in crate::kernel) fn found_since(&self, sel: &Selection, now: Since) -> Since {
        match &sel.source {
            Source::Cards(cards) => cards.lists.iter().fold(now, |now, r| self.named_since(r, now)),
            _ => now,
        }
    }

    /// The moment at which the cards of a variable are read, if the variable is set now to an expression.
    pub(in crate::kernel) fn expr_since(&self, expr: &Expr, now: Since) -> Since {
        match expr {
            Expr::Ref(r) => self.named_since(r, now),
            Expr::Select(sel) => self.found_since(sel, now),
            _ => now,
        }
    }

    /// The moment at which the card of a reference is read.
    pub(in crate::kernel) fn leads_as_of(&self, r: &Ref) -> AsOf {
        // A card that has not left is read in its present state, whatever the moment.
        let has_not_left = || self.scalar(r).is_some_and(|one| !self.is_kept(one));
        if self.state.last_known.is_empty() || has_not_left() { AsOf::NOW } else { self.end_as_of(r) }
    }

    #[cold]
    fn end_as_of(&self, r: &Ref) -> AsOf {
        let mut as_of = self.as_of(r);
        // `this`, `event` and the name of a record stand for no object alone, so they are read together with their
        // first field.
        let owned = usize::from(matches!(r.head, Head::This | Head::Event | Head::Record(_)));
        let mut one = self.scalar(&Ref { head: r.head.clone(), path: r.path.iter().take(owned).copied().collect() });
        for field in r.path.iter().skip(owned) {
            let Some(of) = one else { return AsOf::NOW };
            (one, as_of) = (self.scalar_as_of(of, &[*field], as_of), self.then_as_of(of, *field, as_of));
        }
        as_of
    }

    /// The moment at which the cards in a field of an object are read.
    fn then_as_of(&self, of: Scalar, field: Sym, as_of: AsOf) -> AsOf {
        // Fixed fields are recognized through the schema, because a word that was added after loading may have another
        // number.
        let of_card = |field| self.rules.schema.card_field(field);
        match of {
            Scalar::Card(card) => match of_card(field) {
                Some(CardField::Fixed(OfCard::Now)) => AsOf::NOW,
                Some(CardField::Fixed(OfCard::Host)) => self.host_read_as_of(card, as_of),
                _ => as_of,
            },
            Scalar::Use(id) => self.state.use_(id).map_or(AsOf::NOW, |this| AsOf::since(this.declared)),
            _ => AsOf::NOW,
        }
    }

    /// The scalar at the end of a path of fields; `None` if a field may hold a list or a text.
    #[cold]
    pub(in crate::kernel) fn scalar_as_of(&self, mut one: Scalar, path: &[Sym], mut as_of: AsOf) -> Option<Scalar> {
        for field in path {
            let next = match one {
                Scalar::Card(card) => self.card_scalar_as_of(card, *field, as_of)?,
                other => self.scalar_field(other, *field)?,
            };
            (as_of, one) = (self.then_as_of(one, *field, as_of), next);
        }
        Some(one)
    }

    /// The value at the end of a path; for a list, the values of its members.
    #[cold]
    pub(in crate::kernel) fn value_as_of(&self, value: Value, path: &[Sym], as_of: AsOf) -> Value {
        let [field, rest @ ..] = path else { return value };
        if let Value::List(list) = &value {
            return self.of_members(list, |part| self.value_as_of(part.clone(), path, as_of));
        }
        let Some(one) = value.scalar() else { return Value::Nil };
        let next = match one {
            Scalar::Card(card) => self.field_as_of(card, *field, as_of),
            _ => self.field(&value, *field),
        };
        self.value_as_of(next, rest, self.then_as_of(one, *field, as_of))
    }

    /// A field of a card, read at a moment.
    pub fn field_as_of(&self, card: Card, field: Sym, as_of: AsOf) -> Value {
        if let Some(one) = self.card_scalar_as_of(card, field, as_of) {
            return one.into();
        }
        let Some(of) = self.rules.schema.card_field(field) else { return Value::Nil };
        let Some(Left { was, .. }) = self.last_known(card, as_of) else { return self.field(&Value::Card(card), field) };
        match of {
            CardField::Words(slot) => Value::List(self.words_of(was, slot).iter().map(|w| Value::Word(*w)).collect()),
            CardField::Text(slot) => Value::Text(self.rules.defs[was.state.def.index()].texts[slot as usize].clone()),
            CardField::Cells(slot) => Value::Cells(was.state.def, slot),
            CardField::Fixed(OfCard::Carries) => was.carries(),
            _ => Value::Nil,
        }
    }

    /// A field of a card as a scalar; `None` for fields that may hold a list or text.
    fn card_scalar_as_of(&self, card: Card, field: Sym, as_of: AsOf) -> Option<Scalar> {
        let Some(of) = self.rules.schema.card_field(field) else { return Some(Scalar::Nil) };
        match self.last_known(card, as_of) {
            Some(left) if self.is_blank_left(left.was) && !is_open(self.rules, field) => Some(Scalar::Nil),
            Some(left) => self.scalar_of_left(left, of),
            None if of == CardField::Fixed(OfCard::Host) => {
                Some(self.host_as_of(card, as_of).map_or(Scalar::Nil, Scalar::Card))
            }
            None => self.scalar_field(Scalar::Card(card), field),
        }
    }

    // ---- facts about a card that left ----

    fn scalar_of_left(&self, Left { was, zone, .. }: Left, field: CardField) -> Option<Scalar> {
        let schema = &self.rules.schema;
        let def = &self.rules.defs[was.state.def.index()];
        Some(match field {
            CardField::Words(_) | CardField::Text(_) | CardField::Cells(_) => return None,
            CardField::Fixed(OfCard::Carries) => return None,
            CardField::Attr(attr) => Scalar::Int(self.number_of(was, attr)),
            CardField::Cost(slot) => Scalar::Int(def.costs[slot as usize].iter().map(|n| *n as i64).sum()),
            CardField::Rules(_) | CardField::Fixed(OfCard::Now) => Scalar::Card(was.card),
            CardField::Cond(slot) => Scalar::Bool(self.fulfilled(was, slot)),
            CardField::Status(group) => {
                Scalar::Word(schema.statuses[group as usize].1[was.state.statuses[group as usize] as usize])
            }
            CardField::Fixed(OfCard::Name) => Scalar::Word(was.name),
            CardField::Fixed(OfCard::Id) => Scalar::Word(def.id),
            CardField::Fixed(OfCard::Type) => match was.types.contains(def.ty) {
                true => Scalar::Word(schema.types[def.ty.index()].name),
                false => was.types.iter().next().map_or(Scalar::Nil, |ty| Scalar::Word(schema.types[ty.index()].name)),
            },
            CardField::Fixed(OfCard::Zone) => Scalar::Word(schema.zones[schema.kind_of(zone).index()].name),
            CardField::Fixed(OfCard::Slot) => Scalar::Int(schema.slot_of(zone)),
            CardField::Fixed(OfCard::Space) => Scalar::Zone(zone),
            CardField::Fixed(OfCard::Owner) => self.scalar_field(Scalar::Card(was.card), field::OWNER)?,
            CardField::Fixed(OfCard::PutBy) => was.state.put_by.map_or(Scalar::Nil, Scalar::Seat),
            CardField::Fixed(OfCard::Host) => was.host.map_or(Scalar::Nil, Scalar::Card),
            CardField::Fixed(OfCard::Controller) => Scalar::Seat(was.controller),
        })
    }

    /// An attribute that a card had.
    fn number_of(&self, was: &LastKnown, attr: AttrId) -> i64 {
        if let Some((_, n)) = was.numbers.iter().find(|(of, _)| *of == attr) {
            return *n;
        }
        let def = &self.rules.schema.attrs[attr.index()];
        let base = match def.base {
            AttrBase::Printed(_) => self.printed_of(was, attr),
            AttrBase::Stored { .. } => was.stored.iter().find(|(of, _)| *of == attr).map_or(0, |(_, n)| *n),
            AttrBase::Amount(_) => 0,
        };
        bounded(base, def.min, def.max)
    }

    /// The printed number of a card that left, or of the card that it copied.
    fn printed_of(&self, was: &LastKnown, attr: AttrId) -> i64 {
        let slot = self.rules.schema.attrs[attr.index()].base.printed();
        slot.map_or(0, |slot| self.rules.defs[was.printed_source(attr).index()].ints[slot as usize])
    }

    /// The words that a card had in a field.
    fn words_of(&self, was: &LastKnown, slot: u8) -> Vec<Sym> {
        let field = &self.rules.schema.words[slot as usize];
        if let Some((_, words)) = was.words.iter().find(|(name, _)| *name == field.name) {
            return words.clone();
        }
        let mut words = self.rules.defs[was.state.def.index()].words[slot as usize].clone();
        words.extend(field.with_name.then_some(was.name));
        words
    }

    fn fulfilled(&self, was: &LastKnown, slot: u8) -> bool {
        let is_it = |name: &Sym| self.rules.schema.card_field(*name) == Some(CardField::Cond(slot));
        was.fulfilled.iter().any(is_it)
    }

    /// True if a reference leads to a list of an open record that held the card.
    fn is_list_that_held(&self, r: &Ref, was: &LastKnown) -> bool {
        match (&r.head, r.path.as_slice()) {
            (Head::Record(kind), [field]) => {
                self.state.record(*kind).is_some_and(|record| was.lay_in(record.id, *field))
            }
            _ => false,
        }
    }

    // ---- methods of scripts ----

    /// True if a card has a word in a field, read at a moment.
    pub fn has_word_as_of(&self, card: Card, slot: u8, word: Sym, as_of: AsOf) -> bool {
        match self.last_known(card, as_of) {
            Some(left) => self.words_of(left.was, slot).contains(&word),
            None => self.has_word(card, slot, word),
        }
    }

    /// The words that a card has in a field, read at a moment.
    pub(super) fn all_words_as_of(&self, card: Card, slot: u8, as_of: AsOf) -> Vec<Sym> {
        match self.last_known(card, as_of) {
            Some(left) => self.words_of(left.was, slot),
            None => self.words(card, slot),
        }
    }

    /// The first word that a card has in a field, read at a moment.
    pub(super) fn first_word_as_of(&self, card: Card, slot: u8, as_of: AsOf) -> Option<Sym> {
        match self.last_known(card, as_of) {
            Some(left) => self.words_of(left.was, slot).first().copied(),
            None => self.first_word(card, slot),
        }
    }

    /// True if a card is hidden from the player who asks.
    #[inline]
    pub(super) fn is_blank_as_of(&self, card: Card, as_of: AsOf) -> bool {
        match self.last_known(card, as_of) {
            Some(left) => self.is_blank_left(left.was),
            None => self.is_blank(card),
        }
    }

    /// A stored number of a card, by slot, without what modifies it.
    pub fn stored_as_of(&self, card: Card, slot: u8, as_of: AsOf) -> i64 {
        let Some(Left { was, .. }) = self.last_known(card, as_of) else { return self.stored(card, slot) };
        let is_it = |(attr, _): &&(AttrId, i64)| matches!(self.rules.schema.attrs[attr.index()].base, AttrBase::Stored { slot: of, .. } if of == slot);
        was.stored.iter().find(is_it).map_or(0, |(_, n)| *n)
    }

    /// The definition of a card, read at a moment.
    pub fn def_as_of(&self, card: Card, as_of: AsOf) -> DefId {
        self.last_known(card, as_of).map_or(self.state.card(card).def, |left| left.was.state.def)
    }

    /// The definition whose printed number a card has, read at a moment.
    pub fn printed_source_as_of(&self, card: Card, attr: AttrId, as_of: AsOf) -> DefId {
        match self.last_known(card, as_of) {
            Some(left) => left.was.printed_source(attr),
            None => self.game().printed_source(card, attr),
        }
    }

    /// Calls `f` with every ability that a card has, printed or given, or had before it left play.
    pub fn each_ability_as_of(&self, card: Card, as_of: AsOf, f: impl FnMut(AbilityId)) {
        match self.last_known(card, as_of) {
            Some(left) => self.abilities_of(left.was).iter().copied().for_each(f),
            None => self.game().each_ability(card, f),
        }
    }

    fn abilities_of(&self, was: &'a LastKnown) -> &'a [AbilityId] {
        let rules: &'a Rules = self.rules;
        was.abilities.as_deref().unwrap_or(&rules.defs[was.state.def.index()].abilities)
    }

    /// The statuses of a card by group, read at a moment.
    pub fn statuses_as_of(&self, card: Card, as_of: AsOf) -> [u8; 8] {
        self.last_known(card, as_of).map_or(self.state.card(card).statuses, |left| left.was.state.statuses)
    }

    /// An attribute of a card, read at a moment; 0 if the card is hidden from the players who ask.
    pub fn card_attr_as_of(&self, card: Card, attr: AttrId, as_of: AsOf) -> i64 {
        match self.last_known(card, as_of) {
            Some(left) if self.is_blank_left(left.was) => 0,
            Some(left) => self.number_of(left.was, attr),
            None => self.seen_attr(card, attr),
        }
    }

    /// The seats that saw the face of a card that left; `None`: it has not left.
    pub fn seen_as_of(&self, card: Card, as_of: AsOf) -> Option<u8> {
        self.last_known(card, as_of).map(|left| left.was.seen_by)
    }

    // ---- tests ----

    /// True if a field of an event matches.
    pub(in crate::kernel) fn event_field_matches(&self, event: &Event, field: u8, filter: &Filter) -> bool {
        let value = &event.fields[field as usize];
        match self.state.last_known.is_empty() {
            true => self.matches(filter, value),
            false => self.matches_as_of(filter, value, self.event_as_of(event, field as usize)),
        }
    }

    /// True if a value matches a filter, with its cards read at a moment.
    pub(in crate::kernel) fn matches_as_of(&self, filter: &Filter, value: &Value, as_of: AsOf) -> bool {
        match (filter, value) {
            _ if self.state.last_known.is_empty() => self.matches(filter, value),
            (_, Value::List(list)) => list.iter().any(|v| self.matches_as_of(filter, v, as_of)),
            (Filter::Card(test), Value::Card(card)) => self.card_matches_as_of(test, *card, as_of),
            _ => self.matches(filter, value),
        }
    }

    /// True if a card, read as it was at a moment, matches.
    #[inline]
    pub fn card_matches_as_of(&self, test: &Test<CardTest>, card: Card, as_of: AsOf) -> bool {
        match self.state.last_known.is_empty() {
            true => self.card_matches(test, card),
            false => self.kept_card_matches(test, card, as_of),
        }
    }

    #[cold]
    fn kept_card_matches(&self, test: &Test<CardTest>, card: Card, as_of: AsOf) -> bool {
        match self.last_known(card, as_of) {
            // A copy is searched for, which takes as long as twenty looks.
            Some(left) => {
                self.derived.work.looks(LOOKS_AT_COPY) && self.test(test, left, &|one| self.left_is(one, left))
            }
            None => match self.last_host(card, as_of) {
                Some(host) => {
                    let it = Detached { card, host, as_of };
                    self.look() && self.test(test, it, &|one| self.detached_is(one, it))
                }
                None => self.card_matches(test, card),
            },
        }
    }

    /// Judges a test of a card in play whose host left play. Only the host is read from last known information.
    fn detached_is(&self, test: &CardTest, it: Detached) -> bool {
        match test {
            CardTest::Host(test) => self.card_matches_as_of(test, it.host, self.host_read_as_of(it.card, it.as_of)),
            one => self.card_is(one, it.card),
        }
    }

    fn left_is(&self, test: &CardTest, left: Left) -> bool {
        let Left { was, zone, as_of } = left;
        let kind = self.rules.schema.kind_of(zone);
        let def = &self.rules.defs[was.state.def.index()];
        if self.is_blank_left(was) && !asks_what_all_know(test) {
            return false;
        }
        match test {
            // A card of the event matches by the zone that it left and by the zone to which it came.
            CardTest::Zone(kinds) => {
                kinds.contains(kind) || kinds.contains(self.rules.schema.kind_of(self.state.card(was.card).zone))
            }
            CardTest::Owner(test) => self.seat_is(test, was.state.owner),
            CardTest::Controller(test) => self.seat_is(test, was.controller),
            CardTest::PutBy(test) => was.state.put_by.is_some_and(|seat| self.seat_is(test, seat)),
            CardTest::Type(types) => !(*types & was.types).is_empty(),
            CardTest::Name(r) => self.leads_to_name(r, was.name),
            CardTest::Def(defs) => defs.contains(&was.state.def),
            CardTest::Words(slot, words) => {
                let had = self.words_of(was, *slot);
                words.iter().any(|r| self.leads_to_word(r, |word| had.contains(&word)))
            }
            CardTest::Attr(attr, cmp, amount) => cmp.holds(self.number_of(was, *attr), self.amount(amount)),
            CardTest::Printed(attr, cmp, amount) => cmp.holds(self.printed_of(was, *attr), self.amount(amount)),
            CardTest::CostTotal(slot, cmp, amount) => {
                cmp.holds(def.costs[*slot as usize].iter().map(|n| *n as i64).sum(), self.amount(amount))
            }
            CardTest::Status(any) => any.iter().any(|s| was.state.statuses[s.group()] == s.value()),
            CardTest::FaceDown(down) => (was.state.face != Face::Zone) == *down,
            CardTest::Other => self.card != Some(was.card),
            CardTest::Slot(cmp, amount) => self.has_slot(zone, *cmp, amount),
            CardTest::Host(test) => {
                let host_as_of = self.host_read_as_of(was.card, as_of);
                was.host.is_some_and(|host| self.card_matches_as_of(test, host, host_as_of))
            }
            CardTest::Opposite(r) => self.is_opposite(zone, r),
            CardTest::Fulfils(slot) => self.fulfilled(was, *slot),
            CardTest::Space(test) => self.space_matches(test, zone),
            CardTest::HasAbility(kinds) => {
                let abilities = self.abilities_of(was);
                let kind = |id: &AbilityId| self.rules.abilities[id.index()].kind_word;
                abilities.iter().any(|id| kinds.is_empty() || kind(id).is_some_and(|kind| kinds.contains(&kind)))
            }
            // Permissions and places in piles are read from the card as it is now.
            CardTest::Permitted(_) | CardTest::Position(_) => self.card_is(test, was.card),
        }
    }
}
