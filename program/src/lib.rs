//! Program: the commands of Intermezzo, and what only they need.
//!
//! `main` calls [`run`]. Tests reach the other modules; nobody else should count on them.

pub mod cli;
pub mod decks;
pub mod editor;
pub mod fuzz;
pub mod layout;
pub mod scenario;
pub mod share;
pub mod spreadsheet;
pub mod vocabulary;

pub use cli::{allocations, run};
