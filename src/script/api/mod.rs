//! API: the host functions that scripts see, as one table.
//!
//! [`TABLE`] has one entry for each. What calls them, what checks their arguments, the stubs for editors and the
//! reference page are all made from it.

pub(crate) mod event_functions;
pub mod function;
pub(crate) mod function_table;
pub(crate) mod params;
pub(crate) mod shapes;
pub(crate) mod signatures;
pub mod takes;

pub use function_table::TABLE;
