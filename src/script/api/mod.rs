//! API: the host functions that scripts see, as one table.
//!
//! [`TABLE`] has one entry for each. What calls them, what checks their arguments, the stubs for editors and the
//! reference page are all made from it.

pub(crate) mod declared;
pub mod function;
pub(crate) mod params;
pub(crate) mod shapes;
pub(crate) mod signatures;
pub(crate) mod table;
pub mod takes;

pub use table::TABLE;
