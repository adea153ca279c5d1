//! Permissions: what forbids or permits a verb.

use crate::kernel::model::lang::{CardTest, Filter, SeatTest, Test, UseTest};
use crate::kernel::model::symbols::Sym;
use intermezzo_derive::{Capture, Renumber};

/// A permission: forbids or permits a verb.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub struct Permission {
    /// True if it forbids the verb, false if it permits it.
    pub forbids: bool,
    /// The verb.
    pub verb: Sym,
    /// The cards that it concerns; `None` for all.
    pub card: Option<Test<CardTest>>,
    /// The uses that it concerns; `None` for all.
    pub use_: Option<Test<UseTest>>,
    /// The players that it concerns; `None` for all.
    pub by: Option<SeatTest>,
    /// The affected objects; `None` permits or forbids all.
    pub to: Option<Filter>,
}
