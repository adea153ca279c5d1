//! Parsing: the filter language, read from data trees into the trees of [`lang`](super::model::lang).

pub mod amount;
mod board;
mod cards;
mod compare;
mod cond;
mod expr;
mod filter;
pub mod keys;
mod named;
mod notes;
mod objects;
mod pages;
pub mod parser;
pub mod print;
mod refs;
pub mod resolve;
mod select;
mod sets;
mod spaces;
mod words;

pub(crate) use filter::MOST_NAMED;
pub use pages::heads;
