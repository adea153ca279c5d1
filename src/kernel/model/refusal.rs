//! Refusals: why something cannot be done, as data.

use crate::kernel::model::ability::Cost;
use crate::kernel::model::lang::Cmp;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::Card;
use crate::kernel::read::words::Words;

/// Why something cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNot {
    /// It is not where it can be used from.
    NotHere,
    /// It is for other cards.
    NotFor,
    /// It is somebody else's.
    NotYours,
    /// The window does not offer this timing.
    Timing,
    /// Only in other phases.
    Phase,
    /// Only in the turn of somebody else.
    Turn,
    /// It cannot reply to this.
    ReplyTo,
    /// Used up.
    Spent,
    /// An effect has muted it.
    Muted,
    /// A condition does not hold: its words, if it has some, and the numbers it compares.
    Need(Option<std::sync::Arc<Words>>, Option<(i64, Cmp, i64)>),
    /// It failed too often.
    Disabled,
    /// A card forbids it.
    Forbidden(Option<Card>),
    /// Nothing legal to choose for this target.
    NoTarget(Sym),
    /// The cost cannot be paid.
    Cost(Cost),
    /// Cards for the cost are missing.
    CostCards,
    /// A counter is too low for the cost.
    Counter {
        /// Which one.
        name: Sym,
        /// How much is needed.
        needs: i64,
        /// How much is there.
        has: i64,
    },
}
