//! Checks: state-based rules and when they run, and the uses that windows make by themselves.

use intermezzo_derive::Renumber;
use std::sync::Arc;

use crate::kernel::model::lang::{Amount, CardTest, Cond, Expr, Selection, SetRules, Test};
use crate::kernel::model::rules::Proposal;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{EventId, ListId, Value};

/// A state-based rule.
#[derive(Clone, Debug)]
pub struct Check {
    /// The name of the check.
    pub name: Sym,
    /// The moment for which the check asks. It runs whenever checks run for this moment or a later one in the order of
    /// [`CheckMoment`]; see [`CheckMoment::runs_at`].
    pub run: CheckMoment,
    /// The objects to test.
    pub what: Selection,
    /// The events that happen to each found object, which is `it`.
    pub does: Vec<Proposal>,
    /// The list that is done for each found object in place of `does`, and the name of the object in the list.
    pub list: Option<(ListId, Sym)>,
    /// True if the check handles one object and then runs again, rather than all found objects in one batch.
    pub one_by_one: bool,
    /// The condition under which the check runs; `None`: always.
    pub if_: Option<Cond>,
    /// The order of the objects; empty: as they are found.
    pub order: Vec<CheckOrder>,
}

/// A thing that checks leave alone.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct CheckExemption {
    /// The reason why checks leave the thing alone.
    pub why: WhyExempt,
    /// The object that checks leave alone.
    pub about: Value,
    /// For a replaced event, a hash of the thing, taken when all events in its place had been handled; for a list, the
    /// number of batches when the list began. `None`: no check has looked since.
    pub as_it_was: Option<u64>,
}

/// The reason why checks leave a thing alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Renumber)]
pub enum WhyExempt {
    /// A check proposed an event of this kind about the thing, and the event was replaced.
    Replaced(EventId),
    /// The list of the check with this name was done for the thing.
    Done(Sym),
}

/// The order of the objects of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOrder {
    /// Objects of the active player first, then in turn order.
    ActiveFirst,
    /// The lowest slot first.
    Slot,
    /// The highest slot first.
    SlotDescending,
}

/// The moments when checks run. From `Step` on, waiting triggers resolve after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Renumber)]
pub enum CheckMoment {
    /// After every batch.
    Batch,
    /// After a batch in which a card was drawn.
    Draw,
    /// When a step has ended.
    Step,
    /// When a use has ended.
    Use,
    /// When a use that is not part of another one has ended.
    WholeUse,
    /// Before a window asks.
    Window,
}

impl CheckMoment {
    /// The number of moments.
    pub const COUNT: usize = 6;

    /// The bit of this moment in a mask.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The moments at which a game runs checks because of a check of this moment: bit n for the n-th moment. A check
    /// after drawing runs again at the end of the step that drew.
    pub fn runs_at(self) -> u8 {
        match self {
            CheckMoment::Draw => self.bit() | CheckMoment::Step.bit(),
            level => level.bit(),
        }
    }
}

/// Uses that a window makes by itself, and their order.
#[derive(Clone, Debug, Default)]
pub struct AutoDef {
    /// The order in which the window finds its next use.
    pub pick: AutoPick,
    /// Tests of cards in order of preference: a side uses the cards that match the first test which any of its cards
    /// matches; empty: all its cards.
    pub classes: Vec<Test<CardTest>>,
    /// The cards that are used; `None` for all.
    pub of: Option<Expr>,
    /// True if the user becomes the active player.
    pub active: bool,
}

/// The order in which an automatic window finds its next use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutoPick {
    /// At random, sides in turn.
    #[default]
    Random,
    /// From a list made when the window opens.
    Listed,
}

/// The assignment that a window asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct AssignAsk {
    /// The objects to which others are assigned.
    pub from: Selection,
    /// The objects that are assigned.
    pub to: Selection,
    /// The verb that must not be forbidden for a pair.
    pub verb: Option<Sym>,
    /// Least and most things for one receiver; `None`: at most one thing.
    pub per_from: Option<(Amount, Option<Amount>)>,
    /// Least and most receivers of one thing; `None`: at most one receiver.
    pub per_to: Option<(Amount, Option<Amount>)>,
    /// Rules about a receiver's set, unless the set is empty.
    pub sets: Option<Arc<SetRules>>,
}

impl AssignAsk {
    /// True if pairs have bounds or rules about sets.
    pub fn has_bounds(&self) -> bool {
        self.per_from.is_some() || self.per_to.is_some() || self.sets.is_some()
    }
}
