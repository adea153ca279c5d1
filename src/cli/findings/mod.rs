//! Findings: what `check` found, without what an author has said she knows, called as she sees it from where she stands.

pub mod baseline;
pub mod forms;
mod ignored;
mod places;
pub mod scenarios;

pub use ignored::without_ignored;
pub use places::{Here, from_here, short, told_from_here};
