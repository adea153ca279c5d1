//! Source: the names and literals of a script, checked against the game while it loads.
//!
//! A misspelt key of a question is never read, and a misspelt word is found when its line runs, which may be years
//! later. What stands in the source is read by the same parser as the filters of YAML; what is computed is left to
//! the run.

mod arguments;
mod calls;
mod comparisons;
mod hidden_reads;
mod keys;
mod kinds;
mod literals;
pub(crate) mod names;
mod tables;
mod unread;
mod whole;
mod words;
pub(crate) mod yaml_folding;

pub(crate) use literals::{Literals, Read};
