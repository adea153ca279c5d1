//! Parsing: the filter language, read from data trees into the trees of [`lang`](super::model::lang).

pub mod amount;
mod amount_maps;
mod board;
mod cards;
mod compare;
mod conditions;
mod declared_names;
mod doc_checks;
mod expressions;
mod filter;
pub mod keys;
mod objects;
pub mod parser;
pub mod printed_filters;
mod references;
pub mod resolve;
mod select;
mod sets;
mod spaces;
mod templates;
mod unresolved;

pub use doc_checks::heads;
pub(crate) use filter::MOST_NAMED;
