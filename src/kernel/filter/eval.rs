//! Evaluation: what filters, amounts and conditions say about a state. Changes nothing.

use std::borrow::Cow;

use super::sets;
use super::{
    Amount, CardField, Class, Cond, Dest, Expr, Filter, Head, Order, PlayerField, Ref, SeatTest, Selection, Source,
};
use crate::kernel::rules::{AbilityForm, Rules, event};
use crate::kernel::state::{Event, State, Use};
use crate::kernel::sym::Sym;
use crate::kernel::value::*;

/// Names bound by the flow or by a step's arguments.
pub type Vars = Vec<(Sym, Value)>;

/// From where something is evaluated.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// The state.
    pub state: &'a State,
    /// The player.
    pub me: Seat,
    /// The card the ability stands on.
    pub card: Option<Card>,
    /// The use.
    pub this: Option<&'a Use>,
    /// The event.
    pub event: Option<&'a Event>,
    /// The object looked at.
    pub it: Option<Obj>,
    /// Names bound by the flow.
    pub vars: &'a [(Sym, Value)],
    /// How deep values that depend on values are nested.
    pub depth: u8,
}

/// An object that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Obj {
    /// A card.
    Card(Card),
    /// A player.
    Seat(Seat),
    /// A use.
    Use(UseId),
    /// A space.
    Space(Zone),
    /// An open record.
    Record(RecId),
}

impl Obj {
    fn of(value: &Value) -> Option<Obj> {
        match value {
            Value::Card(c) => Some(Obj::Card(*c)),
            Value::Seat(s) => Some(Obj::Seat(*s)),
            Value::Use(u) => Some(Obj::Use(*u)),
            Value::Zone(z) => Some(Obj::Space(*z)),
            Value::Record(r) => Some(Obj::Record(*r)),
            _ => None,
        }
    }

    fn value(self) -> Value {
        match self {
            Obj::Card(c) => Value::Card(c),
            Obj::Seat(s) => Value::Seat(s),
            Obj::Use(u) => Value::Use(u),
            Obj::Space(z) => Value::Zone(z),
            Obj::Record(r) => Value::Record(r),
        }
    }
}

/// Values that depend on values nest at most so deep; deeper ones count as printed.
const MAX_DEPTH: u8 = 12;

impl<'a> Env<'a> {
    /// Seen from a player, with no card or use.
    pub fn new(rules: &'a Rules, state: &'a State, me: Seat) -> Env<'a> {
        Env { rules, state, me, card: None, this: None, event: None, it: None, vars: &[], depth: 0 }
    }

    /// Seen from the user of a use.
    pub fn of_use(rules: &'a Rules, state: &'a State, this: &'a Use) -> Env<'a> {
        Env { card: this.card, this: Some(this), event: this.event.as_deref(), ..Env::new(rules, state, this.user) }
    }

    /// The same, looking at `it`.
    pub fn at(self, it: Obj) -> Env<'a> {
        Env { it: Some(it), ..self }
    }

    fn next_seat(&self, seat: Seat) -> Seat {
        self.state.after(seat, self.rules.schema.seats)
    }

    /// Whether the test holds for `seat`.
    pub fn seat_is(&self, test: &SeatTest, seat: Seat) -> bool {
        match test {
            _ if seat == Seat::NOBODY => false,
            SeatTest::Me => seat == self.me,
            SeatTest::Opponent => seat != self.me,
            SeatTest::Active => seat == self.state.active,
            SeatTest::Inactive => seat != self.state.active,
            SeatTest::Ref(r) => self.lookup(r).contains(&Value::Seat(seat)),
        }
    }

    // ---- references ----

    /// What a reference leads to.
    pub fn lookup<'b>(&'b self, r: &'b Ref) -> Cow<'b, Value> {
        let mut path = r.path.as_slice();
        let mut value: Cow<'b, Value> = match &r.head {
            Head::Value(v) => Cow::Borrowed(v),
            Head::SelfCard => Cow::Owned(self.card.map_or(Value::Nil, Value::Card)),
            Head::This => match (self.this, path.first()) {
                (Some(this), Some(field)) => {
                    path = &path[1..];
                    self.use_field(this, *field)
                }
                (Some(this), None) => Cow::Owned(Value::Use(this.id)),
                (None, _) => Cow::Owned(Value::Nil),
            },
            Head::Target(name) => self.this.map_or(Cow::Owned(Value::Nil), |this| self.target(this, *name)),
            Head::Paid => Cow::Owned(
                self.this.map_or(Value::Nil, |t| Value::List(t.paid.iter().map(|c| Value::Card(*c)).collect())),
            ),
            Head::Me => Cow::Owned(Value::Seat(self.me)),
            Head::Opponent => Cow::Owned(Value::Seat(self.next_seat(self.me))),
            Head::Active => Cow::Owned(Value::Seat(self.state.active)),
            Head::Inactive => Cow::Owned(Value::Seat(self.next_seat(self.state.active))),
            Head::Event => match (self.event, path.first()) {
                (Some(event), Some(field)) => {
                    path = &path[1..];
                    let def = &self.rules.events[event.kind.index()];
                    match def.fields.iter().position(|(n, _)| n == field) {
                        Some(i) => Cow::Borrowed(&event.fields[i]),
                        None => Cow::Owned(Value::Nil),
                    }
                }
                _ => Cow::Owned(Value::Nil),
            },
            Head::ReplyTo => Cow::Owned(self.this.and_then(|t| t.reply_to).map_or(Value::Nil, Value::Use)),
            Head::Subject => Cow::Owned(self.this.map_or(Value::Nil, |t| Value::Use(t.id))),
            Head::It => Cow::Owned(self.it.map_or(Value::Nil, Obj::value)),
            Head::Record(kind) => match (self.state.record(*kind), path.first()) {
                (Some(record), Some(field)) => {
                    path = &path[1..];
                    let def = &self.rules.schema.records[kind.index()];
                    match def.fields.iter().position(|(n, _)| n == field) {
                        Some(i) => Cow::Borrowed(&record.fields[i]),
                        None => Cow::Owned(Value::Nil),
                    }
                }
                (Some(record), None) => Cow::Owned(Value::Record(record.id)),
                (None, _) => Cow::Owned(Value::Nil),
            },
            Head::Area(number) => Cow::Owned(self.area(*number)),
            Head::Var(name) => match self.vars.iter().rev().find(|(n, _)| n == name) {
                Some((_, v)) => Cow::Borrowed(v),
                None => Cow::Owned(Value::Nil),
            },
            Head::Option(name) => self.rules.option(*name).map_or(Cow::Owned(Value::Nil), Cow::Borrowed),
            Head::Game => Cow::Owned(Value::Game),
        };
        for field in path {
            value = Cow::Owned(self.field(&value, *field));
        }
        value
    }

    /// A target of a use, by name.
    pub fn target(&self, this: &'a Use, name: Sym) -> Cow<'a, Value> {
        let targets = &self.rules.abilities[this.ability.index()].targets;
        match targets.iter().position(|t| t.name == name).and_then(|i| this.targets.get(i)) {
            Some(value) => Cow::Borrowed(value),
            None => Cow::Owned(Value::Nil),
        }
    }

    /// A field of a use.
    pub fn use_field(&self, this: &'a Use, field: Sym) -> Cow<'a, Value> {
        let value = match &**self.rules.name(field) {
            "card" => this.card.map_or(Value::Nil, Value::Card),
            "user" => Value::Seat(this.user),
            "x" => Value::Int(this.x),
            "paid" => Value::List(this.paid.iter().map(|c| Value::Card(*c)).collect()),
            "reply_to" => this.reply_to.map_or(Value::Nil, Value::Use),
            "cancelled" => Value::Bool(this.cancelled),
            "ability" => Value::Ability(this.ability),
            "targets" => Value::List(this.targets.iter().flat_map(|t| t.items()).cloned().collect()),
            "is_group" => {
                let targets = &self.rules.abilities[this.ability.index()].targets;
                Value::Bool(targets.iter().any(|t| t.list))
            }
            "kind" => this.kind.map_or(Value::Nil, |k| Value::Word(self.rules.uses[k.index()].name)),
            "timing" => self.timing(this).map_or(Value::Nil, Value::Word),
            "mode" => self.rules.abilities[this.ability.index()].mode.map_or(Value::Nil, Value::Word),
            _ => return self.target(this, field),
        };
        Cow::Owned(value)
    }

    /// The timing under which a use was offered.
    pub fn timing(&self, this: &Use) -> Option<Sym> {
        match self.rules.abilities[this.ability.index()].form {
            AbilityForm::Timing(t) => Some(t),
            _ => None,
        }
    }

    /// A field of any value; nothing if it has none such.
    pub fn field(&self, value: &Value, field: Sym) -> Value {
        match value {
            Value::Card(card) => match self.rules.schema.card_field(field) {
                Some(f) => self.card_value(*card, f),
                None => Value::Nil,
            },
            Value::Seat(seat) => match self.rules.schema.player_field(field) {
                Some(f) => self.player_value(*seat, f),
                None => Value::Nil,
            },
            Value::Use(id) => match self.state.use_(*id) {
                Some(u) => Env { state: self.state, ..*self }.use_field(u, field).into_owned(),
                None => Value::Nil,
            },
            Value::Record(id) => match self.state.records.iter().find(|r| r.id == *id) {
                Some(record) => {
                    let def = &self.rules.schema.records[record.kind.index()];
                    def.fields.iter().position(|(n, _)| *n == field).map_or(Value::Nil, |i| record.fields[i].clone())
                }
                None => Value::Nil,
            },
            Value::Game => match &**self.rules.name(field) {
                "active" => Value::Seat(self.state.active),
                "first" => Value::Seat(self.state.first),
                "phase" => self.state.phase.map_or(Value::Nil, Value::Word),
                "batch" => Value::Int(self.state.next.batches as i64),
                "players" => Value::Int(self.rules.schema.seats as i64),
                "last_winner" => match self.state.outcome {
                    Some(crate::kernel::state::Outcome::Won(seat)) => Value::Seat(seat),
                    _ => Value::Nil,
                },
                name => match self.rules.schema.levels.iter().position(|l| &**self.rules.name(*l) == name) {
                    Some(level) => Value::Int(self.state.level_numbers[level] as i64),
                    None => match self.rules.schema.game_counters.iter().position(|c| c.name == field) {
                        Some(i) => Value::Int(self.state.game_counters[i]),
                        None => Value::Nil,
                    },
                },
            },
            Value::Zone(space) => self.space_field(*space, field),
            Value::List(list) => {
                let mut out = Vec::new();
                for v in list {
                    match self.field(v, field) {
                        Value::List(more) => out.extend(more),
                        Value::Nil => {}
                        one => out.push(one),
                    }
                }
                Value::List(out)
            }
            _ => Value::Nil,
        }
    }

    /// A field of a card, with all modifiers.
    pub fn card_value(&self, card: Card, field: CardField) -> Value {
        let state = self.state.card(card);
        let def = &self.rules.defs[state.def.index()];
        match field {
            CardField::Attr(attr) => Value::Int(self.card_attr(card, attr)),
            CardField::Words(slot) => Value::List(self.words(card, slot).into_iter().map(Value::Word).collect()),
            CardField::Cost(slot) => Value::Int(def.costs[slot as usize].iter().map(|n| *n as i64).sum()),
            CardField::Rules(_) => Value::Card(card),
            CardField::Text(slot) => Value::Text(def.texts[slot as usize].clone()),
            CardField::Cells(slot) => Value::Cells(state.def, slot),
            CardField::Cond(slot) => Value::Bool(self.fulfils(card, slot)),
            CardField::Status(group) => {
                let value = state.statuses[group as usize];
                Value::Word(self.rules.schema.statuses[group as usize].1[value as usize])
            }
            CardField::Name => Value::Word(def.name),
            CardField::Id => Value::Word(def.id),
            CardField::Type => Value::Word(self.rules.schema.types[def.ty.index()].name),
            CardField::Zone => Value::Word(self.rules.schema.zones[self.rules.schema.kind_of(state.zone).index()].name),
            CardField::Slot => Value::Int(self.rules.schema.slot_of(state.zone)),
            CardField::Space => Value::Zone(state.zone),
            CardField::Owner if state.owner == Seat::NOBODY => Value::Nil,
            CardField::Owner => Value::Seat(state.owner),
            CardField::PutBy => state.put_by.map_or(Value::Nil, Value::Seat),
            CardField::Controller => Value::Seat(self.state.controller(self.rules, card)),
        }
    }

    /// A field of a player.
    pub fn player_value(&self, seat: Seat, field: PlayerField) -> Value {
        match field {
            PlayerField::Attr(attr) => Value::Int(self.player_attr(seat, attr)),
            PlayerField::Counter(c) => {
                Value::Int(self.state.counters[seat.index() * self.rules.schema.counters.len() + c as usize])
            }
            PlayerField::Tally(t) => {
                Value::Int(self.state.tallies[seat.index() * self.rules.tallies.len() + t as usize] as i64)
            }
            PlayerField::Wins => Value::Int(self.state.wins[seat.index()] as i64),
            PlayerField::Lost => Value::Int((self.state.lost >> seat.0 & 1) as i64),
            PlayerField::Name | PlayerField::Seat => Value::Int(seat.0 as i64),
        }
    }

    // ---- amounts and conditions ----

    /// The number of an amount.
    pub fn amount(&self, amount: &Amount) -> i64 {
        match amount {
            Amount::Int(n) => *n,
            Amount::Ref(r) => match &*self.lookup(r) {
                Value::List(list) => list.iter().filter_map(Value::int).sum(),
                v => v.int().unwrap_or(0),
            },
            Amount::Add(a, b) => self.amount(a).saturating_add(self.amount(b)),
            Amount::Sub(a, b) => self.amount(a).saturating_sub(self.amount(b)),
            Amount::Mul(a, b) => self.amount(a).saturating_mul(self.amount(b)),
            Amount::Min(a, b) => self.amount(a).min(self.amount(b)),
            Amount::Max(a, b) => self.amount(a).max(self.amount(b)),
            Amount::Abs(a) => self.amount(a).saturating_abs(),
            Amount::HalfUp(a) => self.amount(a).saturating_add(1).div_euclid(2),
            Amount::HalfDown(a) => self.amount(a).div_euclid(2),
            Amount::CountOf(r) => self.lookup(r).items().len() as i64,
            Amount::TimesIn(list, what) => {
                let what = self.lookup(what);
                self.lookup(list).items().iter().filter(|v| **v == *what).count() as i64
            }
            Amount::Count(sel) => {
                let mut n = 0;
                self.each_candidate(sel, &mut |_| n += 1);
                n
            }
            Amount::Groups(groups) => self.groups(groups),
            Amount::SumOf(attr, r) => {
                let mut total = 0;
                self.lookup(r).each_card(&mut |c| total += self.card_attr(c, *attr));
                total
            }
            Amount::Sum(attr, sel) => {
                let mut total = 0;
                self.each_candidate(sel, &mut |v| {
                    if let Value::Card(c) = v {
                        total += self.card_attr(c, *attr);
                    }
                });
                total
            }
        }
    }

    /// Whether a condition holds.
    pub fn holds(&self, cond: &Cond) -> bool {
        match cond {
            Cond::Const(b) => *b,
            Cond::All(all) => all.iter().all(|c| self.holds(c)),
            Cond::Any(any) => any.iter().any(|c| self.holds(c)),
            Cond::Not(c) => !self.holds(c),
            Cond::Exists(sel) => {
                let mut found = false;
                self.each_candidate(sel, &mut |v| {
                    found = found || sel.verb.is_none() && sel.needs.is_empty() || self.is_option(sel, &v)
                });
                found
            }
            Cond::Count(sel, cmp, n) => {
                let mut count = 0;
                self.each_candidate(sel, &mut |v| count += (sel.verb.is_none() || self.is_option(sel, &v)) as i64);
                cmp.holds(count, self.amount(n))
            }
            Cond::Amount(a, cmp, b) => cmp.holds(self.amount(a), self.amount(b)),
            Cond::Phase(phases) => self.state.phase.is_some_and(|p| phases.contains(&p)),
            Cond::Turn(test) => self.seat_is(test, self.state.active),
            Cond::Record(kind) => self.state.record(*kind).is_some(),
            Cond::Option(name, value) => self.rules.option(*name) == Some(value),
            Cond::Window(id) => self.state.window().is_some_and(|w| w.def == *id),
            Cond::Matches(r, filter) => {
                let value = self.lookup(r);
                !value.items().is_empty() && value.items().iter().all(|v| self.matches(filter, v))
            }
        }
    }

    // ---- filters ----

    /// Whether a value matches; a list does if one of its parts does.
    pub fn matches(&self, filter: &Filter, value: &Value) -> bool {
        match value {
            Value::Card(c) => self.card_matches(filter, *c),
            Value::List(list) => list.iter().any(|v| self.matches(filter, v)),
            _ => self.other_matches(filter, value),
        }
    }

    /// Whether a card matches.
    pub fn card_matches(&self, filter: &Filter, card: Card) -> bool {
        let state = &self.state.cards[card.index()];
        let def = || &self.rules.defs[state.def.index()];
        let kind = || self.rules.schema.kind_of(state.zone);
        // In a zone that shows only some fields a card has no others.
        let hides = |field: Option<Sym>| {
            let zone = &self.rules.schema.zones[kind().index()];
            zone.only.as_ref().is_some_and(|only| field.is_none_or(|f| !only.contains(&f)))
        };
        match filter {
            Filter::True => true,
            Filter::All(all) => all.iter().all(|f| self.card_matches(f, card)),
            Filter::Any(any) => any.iter().any(|f| self.card_matches(f, card)),
            Filter::Not(f) => !self.card_matches(f, card),
            Filter::Zone(mask) => mask & (1 << kind().0) != 0,
            Filter::Owner(test) => self.seat_is(test, state.owner),
            Filter::Controller(test) => self.seat_is(test, self.state.controller(self.rules, card)),
            Filter::PutBy(test) => state.put_by.is_some_and(|s| self.seat_is(test, s)),
            Filter::Type(mask) => mask & (1 << def().ty.0) != 0 && !hides(None),
            Filter::Name(r) => self.lookup(r).contains(&Value::Word(def().name)) && !hides(None),
            Filter::Def(defs) => defs.contains(&state.def) && !hides(None),
            Filter::Words(slot, words) => {
                !hides(Some(self.rules.schema.words[*slot as usize].name))
                    && words.iter().any(|r| match &*self.lookup(r) {
                        Value::Word(w) => self.has_word(card, *slot, *w),
                        Value::List(list) => {
                            list.iter().any(|v| matches!(v, Value::Word(w) if self.has_word(card, *slot, *w)))
                        }
                        _ => false,
                    })
            }
            Filter::Attr(attr, cmp, amount) => {
                !hides(Some(self.rules.schema.attrs[attr.index()].name)) && {
                    cmp.holds(self.card_attr(card, *attr), self.amount(amount))
                }
            }
            Filter::Printed(attr, cmp, amount) => {
                cmp.holds(self.printed(card, *attr), self.amount(amount)) && !hides(None)
            }
            Filter::CostTotal(slot, cmp, amount) => {
                let total = def().costs[*slot as usize].iter().map(|n| *n as i64).sum();
                cmp.holds(total, self.amount(amount)) && !hides(None)
            }
            Filter::Status(any) => any.iter().any(|s| state.statuses[s.group()] == s.value()),
            Filter::Among(refs) => refs.iter().any(|r| self.lookup(r).contains(&Value::Card(card))),
            Filter::Is(r) => self.lookup(r).contains(&Value::Card(card)),
            Filter::Other => self.card != Some(card),
            Filter::Permitted(verb) => self.permission(*verb, false, Some(card), None, self.me).is_some(),
            Filter::Equal(r) => self.lookup(r).contains(&Value::Card(card)),
            Filter::Slot(..) | Filter::Opposite(_) => self.space_matches(filter, state.zone),
            Filter::Fulfils(slot) => self.fulfils(card, *slot),
            Filter::Space(f) => self.matches(f, &Value::Zone(state.zone)),
            Filter::Where(cond) => self.at(Obj::Card(card)).holds(cond),
            Filter::Position(n) => {
                let pile = self.state.zone(state.zone);
                let at = if *n < 0 { pile.len().checked_sub(n.unsigned_abs() as usize) } else { Some(*n as usize) };
                at.and_then(|at| pile.get(at)) == Some(&card)
            }
            Filter::HasAbility(kinds) => self.has_ability_of(card, kinds) && !hides(None),
            _ => false,
        }
    }

    /// Whether the condition printed in a field of a card holds for its player.
    fn fulfils(&self, card: Card, slot: u8) -> bool {
        let printed = &self.rules.defs[self.state.card(card).def.index()].conds[slot as usize];
        let me = self.state.controller(self.rules, card);
        let env = Env { me, card: Some(card), this: None, event: None, ..*self }.at(Obj::Card(card)).deeper();
        printed.as_ref().is_some_and(|c| env.is_some_and(|env| env.holds(c)))
    }

    /// Whether a space matches what can be said of spaces only.
    fn space_matches(&self, filter: &Filter, space: Zone) -> bool {
        let schema = &self.rules.schema;
        match filter {
            Filter::Slot(cmp, amount) => cmp.holds(schema.slot_of(space), self.amount(amount)),
            Filter::Opposite(r) => self.lookup(r).items().iter().any(|v| {
                let other = match v {
                    Value::Card(card) => self.state.card(*card).zone,
                    Value::Zone(zone) => *zone,
                    _ => return false,
                };
                let (a, b) = (schema.layout[space.index()], schema.layout[other.index()]);
                a.kind == b.kind && a.place == b.place && a.seat == self.next_seat(b.seat)
            }),
            Filter::Free => !self.state.is_full(self.rules, space),
            Filter::Board(test) => self.board_matches(test, space),
            Filter::Holds(f) => self.state.zone(space).iter().any(|c| self.card_matches(f, *c)),
            Filter::SpaceCounter(i, cmp, amount) => {
                let n = self.state.space_counters[space.index() * schema.space_counters.len() + *i as usize];
                cmp.holds(n, self.at(Obj::Space(space)).amount(amount))
            }
            _ => false,
        }
    }

    fn other_matches(&self, filter: &Filter, value: &Value) -> bool {
        match filter {
            Filter::True => true,
            Filter::All(all) => all.iter().all(|f| self.other_matches(f, value)),
            Filter::Any(any) => any.iter().any(|f| self.other_matches(f, value)),
            Filter::Not(f) => !self.other_matches(f, value),
            Filter::Is(r) | Filter::Equal(r) => self.lookup(r).contains(value),
            Filter::Among(refs) => refs.iter().any(|r| self.lookup(r).contains(value)),
            Filter::Zone(mask) => match value {
                Value::Zone(zone) => mask & (1 << self.rules.schema.kind_of(*zone).0) != 0,
                _ => false,
            },
            Filter::Owner(test) => match value {
                Value::Zone(zone) => self.rules.schema.zone_owner(*zone).is_some_and(|s| self.seat_is(test, s)),
                _ => false,
            },
            Filter::Status(any) => matches!(value, Value::Status(s) if any.contains(s)),
            Filter::Int(cmp, n) => value.int().is_some_and(|v| cmp.holds(v, self.amount(n))),
            Filter::Player(test) => value.seat().is_some_and(|s| self.seat_is(test, s)),
            Filter::PlayerField(field, cmp, n) => {
                value.seat().is_some_and(|s| cmp.holds(self.player_value(s, *field).int().unwrap_or(0), self.amount(n)))
            }
            Filter::Where(cond) => self.at_value(value).holds(cond),
            Filter::RecordKind(mask) => match value {
                Value::Record(id) => self.state.records.iter().any(|r| r.id == *id && mask & (1 << r.kind.0) != 0),
                _ => false,
            },
            Filter::RecordField(name, filter) => {
                matches!(value, Value::Record(_)) && self.matches(filter, &self.field(value, *name))
            }
            _ => match value {
                Value::Use(id) => self.state.use_(*id).is_some_and(|u| self.use_matches(filter, u)),
                Value::Zone(space) => self.space_matches(filter, *space),
                _ => false,
            },
        }
    }

    // ---- selections ----

    /// Calls `f` with everything that a selection may choose from, in the order of zones.
    pub fn each_candidate(&self, sel: &Selection, f: &mut impl FnMut(Value)) {
        match (&sel.source, sel.class) {
            (Source::Objects, Class::Card) => {
                if sel.cut != 0 {
                    let mut all = Vec::new();
                    self.each_card(sel, &mut |c| all.push(c));
                    let n = (sel.cut.unsigned_abs() as usize).min(all.len());
                    let part = if sel.cut > 0 { &all[..n] } else { &all[all.len() - n..] };
                    part.iter().for_each(|c| f(Value::Card(*c)));
                } else {
                    self.each_card(sel, &mut |c| f(Value::Card(c)));
                }
            }
            (Source::Objects, Class::Player) => {
                for seat in (0..self.rules.schema.seats).map(Seat) {
                    if self.other_matches(&sel.filter, &Value::Seat(seat)) {
                        f(Value::Seat(seat));
                    }
                }
            }
            (Source::Objects, Class::Record) => {
                for record in &self.state.records {
                    let value = Value::Record(record.id);
                    if self.other_matches(&sel.filter, &value) {
                        f(value);
                    }
                }
            }
            (Source::Objects, Class::Use) => {
                for this in &self.state.uses {
                    if self.use_matches(&sel.filter, this) {
                        f(Value::Use(this.id));
                    }
                }
            }
            (Source::Objects, Class::Zone) if !sel.lists.is_empty() => {
                for v in sel.lists.iter().flat_map(|r| self.lookup(r).items().to_vec()) {
                    if matches!(v, Value::Zone(_)) && self.other_matches(&sel.filter, &v) {
                        f(v);
                    }
                }
            }
            (Source::Objects, Class::Zone) => {
                for zone in (0..self.rules.schema.layout.len()).map(|i| Value::Zone(Zone(i as u16))) {
                    if self.other_matches(&sel.filter, &zone) {
                        f(zone);
                    }
                }
            }
            (Source::Objects, _) => {}
            (Source::Words(slot), _) => {
                self.rules.schema.words[*slot as usize].known.iter().for_each(|w| f(Value::Word(*w)));
            }
            (Source::Defs, _) => {
                for (i, def) in self.rules.defs.iter().enumerate() {
                    if def_matches(&sel.filter, i, def) {
                        f(Value::Def(DefId(i as u16)));
                    }
                }
            }
            (Source::Number(low, high), _) => {
                (self.amount(low)..=self.amount(high)).take(1024).for_each(|n| f(Value::Int(n)));
            }
        }
    }

    fn each_card(&self, sel: &Selection, f: &mut impl FnMut(Card)) {
        if !sel.lists.is_empty() {
            for r in &sel.lists {
                let list = self.lookup(r);
                list.each_card(&mut |c| {
                    if self.card_matches(&sel.filter, c) {
                        f(c);
                    }
                });
            }
            return;
        }
        let seats = self.rules.schema.seats;
        let mut zones = sel.zones & ((1u64 << self.rules.schema.zones.len()) - 1) as u32;
        while zones != 0 {
            let kind = ZoneKind(zones.trailing_zeros() as u8);
            zones &= zones - 1;
            let per_player = self.rules.schema.zones[kind.index()].per_player;
            for seat in (0..if per_player { seats } else { 1 }).map(Seat) {
                if per_player && sel.whose.as_ref().is_some_and(|test| !self.seat_is(test, seat)) {
                    continue;
                }
                for card in self.state.cards_in(self.rules, kind, seat) {
                    if self.card_matches(&sel.filter, card) {
                        f(card);
                    }
                }
            }
        }
    }

    /// Everything that a selection may choose from.
    pub fn candidates(&self, sel: &Selection) -> Vec<Value> {
        let mut out = Vec::new();
        self.each_candidate(sel, &mut |v| out.push(v));
        out
    }

    /// Whether a player may choose this object, by the permissions in force.
    pub fn may_choose(&self, value: &Value) -> bool {
        match (value, self.rules.choose) {
            (Value::Card(card), Some(verb)) => self.permission(verb, true, Some(*card), None, self.me).is_none(),
            _ => true,
        }
    }

    /// What a selection offers: candidates that may be chosen and permit its verb.
    pub fn options(&self, sel: &Selection) -> Vec<Value> {
        let mut out = Vec::new();
        self.each_candidate(sel, &mut |v| {
            if self.is_option(sel, &v) {
                out.push(v);
            }
        });
        out
    }

    /// The words of the first need of a selection that does not hold for a value, if there is one.
    pub fn failing_need(&self, sel: &Selection, v: &Value) -> Option<std::sync::Arc<str>> {
        let env = self.at_value(v);
        let failing = sel.needs.iter().find(|(cond, _)| !env.holds(cond))?;
        Some(failing.1.clone().unwrap_or_else(|| "does not meet a condition".into()))
    }

    fn is_option(&self, sel: &Selection, v: &Value) -> bool {
        if !sel.needs.is_empty() && self.failing_need(sel, v).is_some() {
            return false;
        }
        // The verb's own permissions stand in for those of choosing: blocking is not being chosen.
        match (sel.verb, v) {
            (Some(verb), Value::Card(card)) => self.permission(verb, true, Some(*card), None, self.me).is_none(),
            (_, v) => self.may_choose(v),
        }
    }

    /// Whether a set meets the rules of a selection about sets.
    pub fn set_fits(&self, sel: &Selection, set: &[Value]) -> bool {
        sel.rules.as_ref().is_none_or(|rules| sets::fits(self, rules, set).is_ok())
    }

    // ---- expressions ----

    /// The value of an expression.
    pub fn expr(&self, expr: &Expr) -> Value {
        match expr {
            Expr::Ref(r) => self.lookup(r).into_owned(),
            Expr::Amount(a) => Value::Int(self.amount(a)),
            Expr::Select(sel) => Value::List(self.candidates(sel)),
            Expr::Dest(dest) => self.dest(dest, self.card, &[]).map_or(Value::Nil, Value::Zone),
            Expr::Seats(order) => Value::List(self.seats(order).into_iter().map(Value::Seat).collect()),
        }
    }

    /// The zone where `card` would go, after the events of `before`: its place, or its first space that is free.
    /// `None`: there is no such place, or no free space.
    pub fn dest(&self, dest: &Dest, card: Option<Card>, before: &[Event]) -> Option<Zone> {
        let seat = match &dest.whose {
            Some(r) => self.lookup(r).seat(),
            None => card.map(|c| self.state.card(c).owner).filter(|s| *s != Seat::NOBODY),
        };
        let schema = &self.rules.schema;
        let first = schema.zone(dest.kind, seat.unwrap_or(self.me));
        let zone = &schema.zones[dest.kind.index()];
        if zone.spaces == 1 {
            return Some(first);
        }
        if let Some(slot) = &dest.slot {
            return schema.space_at(first, self.amount(slot).saturating_sub(1));
        }
        let coming = |space: Zone| {
            let to_it = |e: &&Event| e.kind == event::MOVED && e.fields[2] == Value::Zone(space);
            before.iter().filter(to_it).count()
        };
        let capacity = self.rules.capacity(dest.kind);
        let is_free =
            |space: &Zone| capacity.is_none_or(|n| self.state.zone(*space).len() + coming(*space) < n as usize);
        schema.spaces(dest.kind, seat.unwrap_or(self.me)).find(is_free)
    }

    /// The seats of an order.
    pub fn seats(&self, order: &Order) -> Vec<Seat> {
        let n = self.rules.schema.seats;
        let from = |first: Seat| (0..n).map(move |i| Seat((first.0 + i) % n));
        match order {
            Order::First => from(self.state.first).collect(),
            Order::Active => from(self.state.active).collect(),
            Order::ActiveLast => from(self.next_seat(self.state.active)).collect(),
            Order::Others => from(self.state.active).skip(1).collect(),
            Order::Only(r) => self.lookup(r).items().iter().filter_map(Value::seat).collect(),
            Order::Named(i) => self.named_order(&self.rules.schema.orders[*i as usize].1),
        }
    }

    // ---- names of objects bound to values ----

    /// The same environment, looking at a value.
    pub fn at_value(self, value: &Value) -> Env<'a> {
        Env { it: Obj::of(value), ..self }
    }

    /// One step deeper in values that depend on values; `None` where that goes too deep.
    pub(crate) fn deeper(self) -> Option<Env<'a>> {
        (self.depth < MAX_DEPTH).then_some(Env { depth: self.depth + 1, ..self })
    }
}

/// Whether a filter asks for what is printed only, so that it can be asked of a definition.
pub fn is_about_print(filter: &Filter) -> bool {
    match filter {
        Filter::All(all) | Filter::Any(all) => all.iter().all(is_about_print),
        Filter::Not(f) => is_about_print(f),
        Filter::Words(_, words) => words.iter().all(|r| matches!(r.head, Head::Value(Value::Word(_)))),
        Filter::True | Filter::Type(_) | Filter::Def(_) => true,
        _ => false,
    }
}

/// Whether a card definition matches, by what is printed.
pub fn def_matches(filter: &Filter, index: usize, def: &crate::kernel::rules::CardDef) -> bool {
    match filter {
        Filter::All(all) => all.iter().all(|f| def_matches(f, index, def)),
        Filter::Any(any) => any.iter().any(|f| def_matches(f, index, def)),
        Filter::Not(f) => !def_matches(f, index, def),
        Filter::Type(mask) => mask & (1 << def.ty.0) != 0,
        Filter::Def(defs) => defs.contains(&DefId(index as u16)),
        Filter::Words(slot, words) => words.iter().any(|r| match &r.head {
            Head::Value(Value::Word(w)) => def.words[*slot as usize].contains(w),
            _ => false,
        }),
        _ => true,
    }
}
