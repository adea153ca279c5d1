//! Intermezzo: a rules runtime for card games.

pub mod catalog;
pub mod data;
pub mod error;
pub mod kernel;
pub mod scenario;
pub mod script;
pub mod table;
