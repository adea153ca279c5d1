//! Permissions: what forbids or permits a verb.

use crate::kernel::model::lang::{CardTest, Filter, SeatTest, Test, UseTest};
use crate::kernel::model::symbols::Sym;

/// A permission: forbids or permits a verb.
#[derive(Clone, Debug, PartialEq)]
pub struct Permission {
    /// True: forbids.
    pub forbids: bool,
    /// The verb.
    pub verb: Sym,
    /// To which cards; `None`: any.
    pub card: Option<Test<CardTest>>,
    /// For which uses; `None`: any.
    pub use_: Option<Test<UseTest>>,
    /// By which players; `None`: any.
    pub by: Option<SeatTest>,
    /// Done to which objects; `None`: any.
    pub to: Option<Filter>,
}
