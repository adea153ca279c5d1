//! Parsing: the filter language, read from data trees into the trees of [`lang`](super::model::lang).

pub mod amount;
mod keys;
pub mod meant;
mod notes;
pub mod parser;
pub mod print;
mod select;
mod words;
