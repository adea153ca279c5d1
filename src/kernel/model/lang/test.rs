//! Tests: questions to one kind of object, joined by `and`, `or` and `not`.

use intermezzo_derive::{Capture, Renumber};
use std::fmt;

use crate::kernel::model::lang::{Cond, Ref};

/// A test of one object. The variants fit every kind of object; only `One` holds a test that a single kind has.
#[derive(Clone, PartialEq, Renumber, Capture)]
pub enum Test<T> {
    /// Always holds.
    True,
    /// All hold.
    All(Vec<Test<T>>),
    /// At least one holds.
    Any(Vec<Test<T>>),
    /// Does not hold.
    Not(Box<Test<T>>),
    /// Is this object (or one of this list).
    Is(Ref),
    /// The object is in one of these lists.
    Among(Vec<Ref>),
    /// The condition holds, with the object as `it`.
    Where(Box<Cond>),
    /// A test that only objects of this kind have.
    One(T),
}

impl<T> Test<T> {
    /// The conjunction of tests; a single one is returned as it is.
    pub fn all(mut parts: Vec<Test<T>>) -> Test<T> {
        if parts.len() == 1 { parts.swap_remove(0) } else { Test::All(parts) }
    }

    /// The test that holds where this one does not.
    pub fn negated(self) -> Test<T> {
        Test::Not(Box::new(self))
    }

    /// Calls `f` with every part of the test that is not made of other tests.
    pub fn walk(&self, f: &mut impl FnMut(&Test<T>)) {
        match self {
            Test::All(parts) | Test::Any(parts) => parts.iter().for_each(|part| part.walk(f)),
            Test::Not(part) => part.walk(f),
            Test::True | Test::Is(_) | Test::Among(_) | Test::Where(_) | Test::One(_) => f(self),
        }
    }

    /// The test with its leaves turned into another kind; `None` if a leaf has no counterpart.
    pub fn try_map<U>(&self, f: &impl Fn(&Test<T>) -> Option<Test<U>>) -> Option<Test<U>> {
        let each = |parts: &[Test<T>]| parts.iter().map(|part| part.try_map(f)).collect::<Option<Vec<_>>>();
        Some(match self {
            Test::All(parts) => Test::All(each(parts)?),
            Test::Any(parts) => Test::Any(each(parts)?),
            Test::Not(part) => Test::Not(Box::new(part.try_map(f)?)),
            Test::True | Test::Is(_) | Test::Among(_) | Test::Where(_) | Test::One(_) => return f(self),
        })
    }
}

/// Prints a test of one kind of object without its wrapper `One`. Logs hold filters in this form, and their hashes
/// depend on it.
impl<T: fmt::Debug> fmt::Debug for Test<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut part = |name: &str, part: &dyn fmt::Debug| f.debug_tuple(name).field(part).finish();
        match self {
            Test::True => f.write_str("True"),
            Test::All(parts) => part("All", parts),
            Test::Any(parts) => part("Any", parts),
            Test::Not(inner) => part("Not", inner),
            Test::Is(r) => part("Is", r),
            Test::Among(refs) => part("Among", refs),
            Test::Where(cond) => part("Where", cond),
            Test::One(one) => one.fmt(f),
        }
    }
}
