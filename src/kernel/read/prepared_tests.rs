//! Prepared tests: a test prepared for many cards, with its constant parts computed once.

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, CardTest, Cmp, Head, Test};
use crate::kernel::model::value::{AttrId, Card, TypeId, Value};
use crate::kernel::read::evaluation_env::{Env, Obj};

/// A test prepared for many cards, as parts that must all hold.
pub(super) struct Scan<'b> {
    // Most scans have one part, and need no list.
    first: Option<PreparedTest<'b>>,
    more: Vec<PreparedTest<'b>>,
}

/// A part of a test.
enum PreparedTest<'b> {
    /// A words field, and the words of which the card needs one.
    Words(u8, &'b [Value]),
    /// The types of which the card needs one.
    Type(IdSet<TypeId>),
    /// A number of the card, compared with a limit.
    Attr(AttrId, Cmp, i64),
    /// A number printed on the card, compared with a limit.
    Printed(AttrId, Cmp, i64),
    /// A test that depends on the card in other ways.
    Other(&'b Test<CardTest>),
}

impl Env<'_> {
    /// Prepares a test for many cards. This reads only the test and computes no value, so it costs nothing if no card
    /// is tested.
    pub(super) fn scan<'b>(&'b self, test: &'b Test<CardTest>) -> Scan<'b> {
        let (first, more) = match test {
            Test::True => (None, &[][..]),
            Test::All(all) => (all.first(), all.get(1..).unwrap_or_default()),
            test => (Some(test), &[][..]),
        };
        let part = |test| self.part(test);
        Scan { first: first.map(part), more: more.iter().map(part).collect() }
    }

    fn part<'b>(&'b self, test: &'b Test<CardTest>) -> PreparedTest<'b> {
        let part = match test {
            // A zone that shows only some fields of its cards hides the others; these count as missing.
            Test::One(_) if !self.rules.hiding_zones.is_empty() => None,
            // Which cards are hidden from the asking players is judged card by card.
            Test::One(_) if self.eyes != 0 => None,
            Test::One(CardTest::Words(slot, words)) => match words.as_slice() {
                [word] => self.lying(word).map(|value| PreparedTest::Words(*slot, value.items())),
                _ => None,
            },
            Test::One(CardTest::Type(types)) => Some(PreparedTest::Type(*types)),
            Test::One(CardTest::Attr(attr, cmp, n)) => self.plain(n).map(|n| PreparedTest::Attr(*attr, *cmp, n)),
            Test::One(CardTest::Printed(attr, cmp, n)) => self.plain(n).map(|n| PreparedTest::Printed(*attr, *cmp, n)),
            _ => None,
        };
        part.unwrap_or(PreparedTest::Other(test))
    }

    /// The value of an amount that is a written number, a stored value or a field of the game; `None` if it must be
    /// computed.
    fn plain(&self, amount: &Amount) -> Option<i64> {
        let one = match amount {
            Amount::Int(n) => return Some(*n),
            Amount::Ref(r) if matches!(r.head, Head::Game) && r.path.len() == 1 => self.scalar(r)?,
            Amount::Ref(r) => self.lying(r)?.scalar()?,
            _ => return None,
        };
        Some(one.int().unwrap_or(0))
    }

    /// True if a card matches the test of a scan.
    pub(super) fn fits(&self, scan: &Scan, card: Card) -> bool {
        let is_so = |part: &PreparedTest| match part {
            PreparedTest::Words(slot, words) => {
                words.iter().any(|word| matches!(word, Value::Word(word) if self.has_word(card, *slot, *word)))
            }
            PreparedTest::Type(types) => !(*types & self.game().types_of(card)).is_empty(),
            PreparedTest::Attr(attr, cmp, n) => cmp.holds(self.card_attr(card, *attr), *n),
            PreparedTest::Printed(attr, cmp, n) => cmp.holds(self.printed(card, *attr), *n),
            PreparedTest::Other(test) => self.test(test, Obj::Card(card), &|one| self.card_is(one, card)),
        };
        self.look() && scan.first.as_ref().is_none_or(is_so) && scan.more.iter().all(is_so)
    }
}
