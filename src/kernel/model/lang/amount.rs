//! Amounts and conditions: numbers computed from a state, and tests of a state.

use crate::kernel::model::board_filters::Near;
use crate::kernel::model::lang::{CardTest, Ref, SeatTest, Selection, Test};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use intermezzo_derive::{Capture, Renumber};

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl Cmp {
    /// True if the comparison with `n` holds for some number from `least` to `most`.
    pub fn may_hold(self, least: i64, most: i64, n: i64) -> bool {
        match self {
            Cmp::Eq => least <= n && n <= most,
            _ => self.holds(least, n) || self.holds(most, n),
        }
    }

    /// True if `a` and `b` compare in this way.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }

    /// The comparison in English words, to be followed by a number: `at most`.
    pub fn sign(self) -> &'static str {
        match self {
            Cmp::Eq => "exactly",
            Cmp::Ne => "not",
            Cmp::Lt => "less than",
            Cmp::Le => "at most",
            Cmp::Gt => "more than",
            Cmp::Ge => "at least",
        }
    }
}

/// A number computed from the state.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum Amount {
    /// A fixed number.
    Int(i64),
    /// The value of a reference.
    Ref(Ref),
    /// a + b
    Add(Box<Amount>, Box<Amount>),
    /// a - b
    Sub(Box<Amount>, Box<Amount>),
    /// a * b
    Mul(Box<Amount>, Box<Amount>),
    /// The smaller of two amounts.
    Min(Box<Amount>, Box<Amount>),
    /// The larger of two amounts.
    Max(Box<Amount>, Box<Amount>),
    /// The absolute value.
    Abs(Box<Amount>),
    /// Half, rounded up.
    HalfUp(Box<Amount>),
    /// Half, rounded down.
    HalfDown(Box<Amount>),
    /// The whole-number quotient of the first by the second, which must be more than 0.
    Div(Box<Amount>, Box<Amount>),
    /// The remainder of the first divided by the second, which must be more than 0.
    Mod(Box<Amount>, Box<Amount>),
    /// The first or the second amount, by a condition.
    If(Box<Cond>, Box<Amount>, Box<Amount>),
    /// A number of a table, by its place.
    Table(Box<Table>),
    /// The number of different words that the selected cards have in a field, by slot.
    Distinct(u8, Box<Selection>),
    /// The greatest, the least or the sum of an amount of several things.
    Extreme(Box<Extreme>),
    /// The number of values of a reference.
    CountOf(Ref),
    /// The number of times that the second value occurs in the first.
    TimesIn(Ref, Ref),
    /// The number of selected objects.
    Count(Box<Selection>),
    /// The sum of an attribute over the cards a reference leads to.
    SumOf(AttrId, Ref),
    /// The sum of an attribute over the cards that match.
    Sum(AttrId, Box<Selection>),
    /// Disjoint sets of like cards: their number, or their worth.
    Groups(Box<Groups>),
    /// The least number of steps from some cards to others.
    Distance(Box<Distance>),
}

/// The least number of steps from some things to others.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum Distance {
    /// A step leads from a card to one that it names.
    Ways {
        /// The word field with the names of the cards to which a card leads, by slot.
        by: u8,
        /// The cards from which the steps begin.
        from: Box<Selection>,
        /// The cards to which they shall lead.
        to: Box<Selection>,
    },
    /// A step leads from a space of a board to its neighbour.
    Board {
        /// The spaces, or the cards on them, from which the steps begin.
        from: Near,
        /// The spaces, or the cards on them, to which they shall lead.
        to: Near,
    },
}

/// The number of disjoint sets of equal cards, or their greatest value.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub struct Groups {
    /// The cards to be divided into sets.
    pub what: Selection,
    /// The word field that the cards of a set share, by slot; of several words the first counts.
    pub by: u8,
    /// The number of cards in a set.
    pub size: Amount,
    /// The cards that stand in for any card.
    pub joker: Option<Test<CardTest>>,
    /// The worth of a card in the set, `it` being the card; `None`: 1.
    pub worth: Option<Amount>,
}

/// Amounts in a row, of which one counts.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub struct Table {
    /// The place of the amount that counts, from 0; before the first it is the first one, after the last the last one.
    pub at: Amount,
    /// The amounts; at least one.
    pub of: Vec<Amount>,
}

/// The way in which several amounts become one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Taken {
    /// The greatest amount.
    Greatest,
    /// The least amount.
    Least,
    /// Their sum.
    Sum,
}

/// The greatest, the least or the sum of an amount of several things; 0 if there are none.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub struct Extreme {
    /// The objects that have the amounts.
    pub of: Selection,
    /// The amount; `it` is the object.
    pub by: Amount,
    /// The way in which the amounts become one.
    pub taken: Taken,
}

/// A test of the state.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum Cond {
    /// Always, or never.
    Const(bool),
    /// All hold.
    All(Vec<Cond>),
    /// At least one holds.
    Any(Vec<Cond>),
    /// Does not hold.
    Not(Box<Cond>),
    /// The selection finds something.
    Exists(Selection),
    /// The number of matching objects meets a comparison.
    Count(Selection, Cmp, Amount),
    /// An amount meets a comparison.
    Amount(Amount, Cmp, Amount),
    /// The phase is one of these.
    Phase(Vec<Sym>),
    /// The turn belongs to a player who meets the test.
    Turn(SeatTest),
    /// A record of the kind is open.
    Record(RecKind),
    /// An option has this value.
    Option(Sym, Value),
    /// The innermost open window is this one.
    Window(WindowId),
    /// The object that a reference leads to meets a test of cards. It need not be a card; of a list, each member must
    /// meet the test.
    Matches(Ref, Test<CardTest>),
}
