//! References: evaluation of paths such as `event.card.owner`.
//!
//! Most of them lead to one scalar, which is read in place. Only lists, and fields of lists, are built anew.

use crate::kernel::model::lang::{Head, Ref, SeatTest};
use crate::kernel::model::objects::Use;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{Scalar, Seat, Value};
use crate::kernel::read::evaluation_env::{Env, Obj};
use std::borrow::Cow;

/// The first value of a reference.
enum Begin<'b> {
    /// A scalar.
    One(Scalar),
    /// A value that is stored and can be borrowed.
    There(&'b Value),
    /// A list that must be built, see [`Env::list`].
    List,
    /// A field of a use that is a list.
    ListOf(&'b Use, Sym),
}

impl<'a> Env<'a> {
    /// True if the test holds for `seat`.
    pub fn seat_is(&self, test: &SeatTest, seat: Seat) -> bool {
        match test {
            _ if seat == Seat::NOBODY => false,
            SeatTest::Me => seat == self.me,
            SeatTest::Opponent => seat != self.me,
            SeatTest::Active => seat == self.state.active,
            SeatTest::Inactive => seat != self.state.active,
            SeatTest::Ref(r) => self.leads_to(r, Scalar::Seat(seat)),
        }
    }

    /// True if a reference leads to this scalar, or to a list that contains it.
    pub fn leads_to(&self, r: &Ref, one: Scalar) -> bool {
        match self.scalar(r) {
            Some(it) => it == one,
            None => {
                let list = self.lookup(r);
                // To compare with a member of the list costs an eighth of a look.
                self.pays_for(list.items().len() / 8) && list.contains(&one.into())
            }
        }
    }

    /// True if a reference leads to this value, of whatever kind, or to a list that contains it.
    pub(in crate::kernel) fn leads_to_value(&self, r: &Ref, value: &Value) -> bool {
        match value.scalar() {
            Some(one) => self.leads_to(r, one),
            None => self.lookup(r).contains(value),
        }
    }

    /// True if a reference leads to a name, to a definition that is called so, or to a list that contains one of them.
    pub(super) fn leads_to_name(&self, r: &Ref, name: Sym) -> bool {
        let is_called = |one: Scalar| match one {
            Scalar::Def(def) => self.rules.defs[def.index()].name == name,
            one => one == Scalar::Word(name),
        };
        match self.scalar(r) {
            Some(one) => is_called(one),
            None => self.lookup(r).items().iter().filter_map(Value::scalar).any(is_called),
        }
    }

    /// True if a reference leads to a word for which `holds` is true, or to a list that contains such a word.
    pub(super) fn leads_to_word(&self, r: &Ref, holds: impl Fn(Sym) -> bool) -> bool {
        let is_one = |value: &Value| matches!(value, Value::Word(word) if holds(*word));
        // Most words are stored and need not be built.
        if let Some(value) = self.lying(r) {
            return value.items().iter().any(is_one);
        }
        match self.scalar(r) {
            Some(one) => matches!(one, Scalar::Word(word) if holds(word)),
            None => self.lookup(r).items().iter().any(is_one),
        }
    }

    /// The value of a reference without further fields, if it can be borrowed.
    pub(super) fn lying<'b>(&'b self, r: &'b Ref) -> Option<&'b Value> {
        match self.begin(r) {
            (Begin::There(value), []) => Some(value),
            _ => None,
        }
    }

    /// The scalar that a reference leads to; `None` if it may lead to a list or a text.
    pub fn scalar(&self, r: &Ref) -> Option<Scalar> {
        let (mut one, path) = self.first_scalar(r)?;
        for field in path {
            if !self.state.last_known.is_empty() && self.is_kept(one) {
                return self.lookup_scalar_as_of(r);
            }
            one = self.scalar_field(one, *field)?;
        }
        Some(one)
    }

    /// The scalar that a reference leads to, if its path passes a card of which a last known state is kept.
    #[cold]
    fn lookup_scalar_as_of(&self, r: &Ref) -> Option<Scalar> {
        let (first, path) = self.first_scalar(r)?;
        self.scalar_as_of(first, path, self.as_of(r))
    }

    /// The first value of a reference, if it is a scalar, and the fields that follow.
    #[inline(always)] // like `begin`
    fn first_scalar<'b>(&'b self, r: &'b Ref) -> Option<(Scalar, &'b [Sym])> {
        let (begin, path) = self.begin(r);
        match begin {
            Begin::One(one) => Some((one, path)),
            Begin::There(value) => Some((value.scalar()?, path)),
            Begin::List | Begin::ListOf(..) => None,
        }
    }

    /// True for a card of which a last known state is kept; false for any other value.
    pub(super) fn is_kept(&self, one: Scalar) -> bool {
        matches!(one, Scalar::Card(card) if self.keeps_last_known(card))
    }

    /// The value of a reference.
    pub fn lookup<'b>(&'b self, r: &'b Ref) -> Cow<'b, Value> {
        let (first, path) = self.first_value(r);
        if path.is_empty() { first } else { self.follow(first, path, r) }
    }

    /// The value to which the fields of a reference lead from its first value.
    fn follow<'b>(&'b self, mut value: Cow<'b, Value>, path: &[Sym], r: &'b Ref) -> Cow<'b, Value> {
        for field in path {
            if !self.state.last_known.is_empty()
                && value.items().iter().any(|one| one.scalar().is_some_and(|one| self.is_kept(one)))
            {
                return Cow::Owned(self.lookup_as_of(r));
            }
            value = Cow::Owned(self.field(&value, *field));
        }
        value
    }

    /// The value of a reference that names cards which left play.
    #[cold]
    fn lookup_as_of(&self, r: &Ref) -> Value {
        let (first, path) = self.first_value(r);
        let as_of = self.as_of(r);
        let one = first.scalar().and_then(|one| self.scalar_as_of(one, path, as_of));
        one.map_or_else(|| self.value_as_of(first.into_owned(), path, as_of), Value::from)
    }

    /// The first value of a reference, and the fields that follow.
    #[inline(always)] // like `begin`
    fn first_value<'b>(&'b self, r: &'b Ref) -> (Cow<'b, Value>, &'b [Sym]) {
        let (begin, path) = self.begin(r);
        let value = match begin {
            Begin::One(one) => Cow::Owned(one.into()),
            Begin::There(value) => Cow::Borrowed(value),
            Begin::List => Cow::Owned(self.list(&r.head)),
            Begin::ListOf(this, field) => Cow::Owned(self.list_of_use(this, field)),
        };
        (value, path)
    }

    /// The beginning of a reference, and the fields that follow.
    #[inline(always)] // whoever asks looks at one of its forms, and then the others are never made
    fn begin<'b>(&'b self, r: &'b Ref) -> (Begin<'b>, &'b [Sym]) {
        let path = r.path.as_slice();
        let one = |one: Option<Scalar>| Begin::One(one.unwrap_or(Scalar::Nil));
        let there = |value: Option<&'b Value>| value.map_or(Begin::One(Scalar::Nil), Begin::There);
        let begin = match &r.head {
            Head::Value(value) => Begin::There(value),
            Head::SelfCard => one(self.card.map(Scalar::Card)),
            Head::Me => Begin::One(Scalar::Seat(self.me)),
            Head::Opponent => Begin::One(Scalar::Seat(self.next_seat(self.me))),
            Head::Active => Begin::One(Scalar::Seat(self.state.active)),
            Head::Inactive => Begin::One(Scalar::Seat(self.next_seat(self.state.active))),
            Head::ReplyTo => one(self.this.and_then(|t| t.reply_to).map(Scalar::Use)),
            Head::Subject => one(self.this.map(|t| Scalar::Use(t.id))),
            Head::It => one(self.it.map(Obj::scalar)),
            Head::Game => Begin::One(Scalar::Game),
            Head::Target(name) => there(self.this.and_then(|this| self.target(this, *name))),
            Head::Var(name) => there(self.vars.iter().rev().find(|var| var.name == *name).map(|var| &var.value)),
            Head::Option(name) => there(self.rules.option(*name)),
            // A role that a single player has is this player, as `active` is; a role of several players is a list.
            Head::Role(seats) => match self.rules.schema.only_seat(seats & !self.state.lost) {
                Some(seat) => Begin::One(Scalar::Seat(seat)),
                None => Begin::List,
            },
            Head::Paid | Head::Area(_) => Begin::List,
            // The heads below have no value of their own; the first field of the path belongs to them.
            Head::This => match (self.this, path) {
                (Some(this), [field, rest @ ..]) => {
                    let begin = match self.scalar_of_use(this, *field) {
                        Some(one) => Begin::One(one),
                        None => self.target(this, *field).map_or(Begin::ListOf(this, *field), Begin::There),
                    };
                    return (begin, rest);
                }
                (this, _) => one(this.map(|t| Scalar::Use(t.id))),
            },
            Head::Event => match (self.event, path) {
                (Some(event), [field, rest @ ..]) => {
                    let def = &self.rules.events[event.kind.index()];
                    let at = def.fields.iter().position(|(n, _)| n == field).filter(|i| !self.is_blank_in(event, *i));
                    return (there(at.map(|i| &event.fields[i])), rest);
                }
                _ => Begin::One(Scalar::Nil),
            },
            Head::Record(kind) => match (self.state.record(*kind), path) {
                (Some(record), [field, rest @ ..]) => {
                    let def = &self.rules.schema.records[kind.index()];
                    return (there(def.fields.iter().position(|(n, _)| n == field).map(|i| &record.fields[i])), rest);
                }
                (record, _) => one(record.map(|r| Scalar::Record(r.id))),
            },
        };
        (begin, path)
    }

    /// The list at the beginning of a path: the spaces of an area, the players of a role, or the cards paid for a use.
    fn list(&self, head: &Head) -> Value {
        match head {
            Head::Area(number) => self.area(*number),
            Head::Role(seats) => {
                let has_it = |seat: &Seat| seats & 1 << seat.0 != 0 && !self.state.is_out(*seat);
                Value::List((0..self.rules.schema.seats).map(Seat).filter(has_it).map(Value::Seat).collect())
            }
            _ => self.this.map_or(Value::Nil, |t| Value::List(t.paid.iter().map(|c| Value::Card(*c)).collect())),
        }
    }

    /// A target of a use by its name; `None` for an unknown name or a target that is not chosen yet.
    pub fn target<'u>(&self, this: &'u Use, name: Sym) -> Option<&'u Value> {
        let targets = &self.rules.abilities[this.ability.index()].targets;
        targets.iter().position(|t| t.name == name).and_then(|i| this.targets.get(i))
    }
}
