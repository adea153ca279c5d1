//! Source: the names and literals of a script, checked against the game while it loads.
//!
//! A misspelt key is never read, and a misspelt word fails only when its line runs, which may be years later. So
//! literals in the source are read by the parser of YAML filters; computed values are checked at run time.

mod arguments;
mod calls;
mod comparisons;
mod expression_types;
mod language_names;
mod literal_words;
mod literals;
pub(crate) mod names;
mod script_hidden_reads;
mod tables;
mod unused_names;
mod whole_calls;
pub(crate) mod yaml_folding;

pub(crate) use literals::{Literals, ReadScript};
