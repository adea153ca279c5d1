//! Filters: the one language that says which objects, how many, and what holds.
//!
//! Filters, conditions, amounts and selections are parsed once (on the floor `parse`) into the trees of this
//! folder and evaluated against the state (on the floor `read`). The same trees serve targets, costs, triggers,
//! modifiers, permissions, deck rules and the tables that scripts hand over.

mod amount;
mod expressions;
mod filter;
mod references;
mod selection;
mod test;

pub use amount::{Amount, Cmp, Cond, Distance, Extreme, Groups, Table, Taken};
pub use expressions::{Dest, Expr, Order, OrderDef};
pub use filter::{
    CardTest, Class, Filter, NumberTest, PlayerTest, PrintTest, RecordTest, SpaceTest, StatusTest, UseTest, ValueTest,
};
pub use references::{CardField, Head, PlayerField, Ref, SeatTest};
pub use selection::{
    CardSource, Cut, EVERY, MOST_NUMBERS, Part, Selection, SetField, SetRule, SetRules, Source, SpaceSource,
};
pub use test::Test;
