//! Filters: evaluation of their tests on objects.

use crate::kernel::model::lang::{CardTest, Filter, NumberTest, PlayerTest, RecordTest, Ref, StatusTest, Test};
use crate::kernel::model::value::{RecId, Seat, Value};
use crate::kernel::read::evaluation_env::{Env, Obj};

/// An object that can be tested and compared with a reference.
pub trait Subject: Copy {
    fn is(self, env: &Env, r: &Ref) -> bool;
    fn seen_from<'a>(self, env: &Env<'a>) -> Env<'a>;
}

impl Subject for Obj {
    fn is(self, env: &Env, r: &Ref) -> bool {
        env.leads_to(r, self.scalar())
    }

    fn seen_from<'a>(self, env: &Env<'a>) -> Env<'a> {
        env.at(self)
    }
}

impl Subject for &Value {
    fn is(self, env: &Env, r: &Ref) -> bool {
        env.leads_to_value(r, self)
    }

    fn seen_from<'a>(self, env: &Env<'a>) -> Env<'a> {
        env.at_value(self)
    }
}

impl<'a> Env<'a> {
    /// True if a test holds for a subject; `one` evaluates the tests that only its kind of object has.
    #[inline]
    pub(in crate::kernel::read) fn test<T>(&self, test: &Test<T>, it: impl Subject, one: &impl Fn(&T) -> bool) -> bool {
        // A fast path for single tests, which are half of all tests.
        if let Test::One(t) = test { one(t) } else { self.test_of_parts(test, it, one) }
    }

    fn test_of_parts<T>(&self, test: &Test<T>, it: impl Subject, one: &impl Fn(&T) -> bool) -> bool {
        match test {
            Test::True => true,
            Test::All(all) => all.iter().all(|t| self.test(t, it, one)),
            Test::Any(any) => any.iter().any(|t| self.test(t, it, one)),
            Test::Not(t) => !self.test(t, it, one),
            Test::Is(r) => it.is(self, r),
            Test::Among(refs) => refs.iter().any(|r| it.is(self, r)),
            Test::Where(cond) => it.seen_from(self).holds(cond),
            Test::One(t) => one(t),
        }
    }

    /// True if a value matches a filter. A list matches if one member does. Tests of one kind of object are false for
    /// other kinds.
    pub fn matches(&self, filter: &Filter, value: &Value) -> bool {
        match (filter, value) {
            (_, Value::List(list)) => list.iter().any(|v| self.matches(filter, v)),
            (Filter::Card(test), _) => self.untold_matches(test, value),
            (Filter::Player(test), Value::Seat(seat)) => self.player_matches(test, *seat),
            (Filter::Player(test), _) => self.is_foreign(test, value),
            (Filter::Use(test), Value::Use(id)) => match self.state.use_(*id) {
                Some(this) => self.use_matches(test, this),
                None => self.is_foreign(test, value),
            },
            (Filter::Use(test), _) => self.is_foreign(test, value),
            (Filter::Record(test), Value::Record(id)) => self.record_matches(test, *id),
            (Filter::Record(test), _) => self.is_foreign(test, value),
            (Filter::Space(test), Value::Zone(space)) => self.space_matches(test, *space),
            (Filter::Space(test), _) => self.is_foreign(test, value),
            (Filter::Status(test), _) => {
                self.test(test, value, &|StatusTest::Status(any)| matches!(value, Value::Status(s) if any.contains(s)))
            }
            (Filter::Number(test), _) => self.test(test, value, &|NumberTest::Int(cmp, n)| {
                value.int().is_some_and(|v| cmp.holds(v, self.amount(n)))
            }),
            (Filter::Value(test), _) => self.test(test, value, &|one| match *one {}),
        }
    }

    /// True if an object of another kind matches: tests that only the filter's kind has are false.
    pub(super) fn is_foreign<T>(&self, test: &Test<T>, value: &Value) -> bool {
        self.test(test, value, &|_| false)
    }

    /// True if a value, which need not be a card, matches a test of cards. Spaces and statuses answer the tests that
    /// they share with cards.
    pub fn untold_matches(&self, test: &Test<CardTest>, value: &Value) -> bool {
        match value {
            Value::Card(card) => self.card_matches(test, *card),
            Value::List(list) => list.iter().any(|v| self.untold_matches(test, v)),
            Value::Status(s) => self.test(test, value, &|one| matches!(one, CardTest::Status(any) if any.contains(s))),
            Value::Zone(space) => self.test(test, value, &|one| match one {
                CardTest::Zone(kinds) => self.lies_in(*space, *kinds),
                CardTest::Owner(test) => self.is_owned(*space, test),
                CardTest::Slot(cmp, amount) => self.has_slot(*space, *cmp, amount),
                CardTest::Opposite(r) => self.is_opposite(*space, r),
                _ => false,
            }),
            _ => self.is_foreign(test, value),
        }
    }

    /// True if a player matches.
    pub fn player_matches(&self, test: &Test<PlayerTest>, seat: Seat) -> bool {
        let is = |one: &PlayerTest| match one {
            PlayerTest::Player(test) => self.seat_is(test, seat),
            PlayerTest::PlayerField(field, cmp, n) => cmp.holds(self.player_value(seat, *field), self.amount(n)),
        };
        self.look() && self.test(test, Obj::Seat(seat), &is)
    }

    /// True if an open record matches.
    pub fn record_matches(&self, test: &Test<RecordTest>, id: RecId) -> bool {
        let is = |one: &RecordTest| match one {
            RecordTest::RecordKind(kinds) => self.state.records.iter().any(|r| r.id == id && kinds.contains(r.kind)),
            RecordTest::RecordField(name, filter) => self.matches(filter, &self.field(&Value::Record(id), *name)),
        };
        self.look() && self.test(test, Obj::Record(id), &is)
    }
}
