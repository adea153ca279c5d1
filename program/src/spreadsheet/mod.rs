//! Spreadsheet: the cards of a game as a table that other programs edit, and the way back into their files.
//!
//! A row is a card, a column is a printed field. Abilities stay in the files. Import compares each cell with the file and
//! changes only the bytes of values that differ, so comments, order and layout stay as the author wrote them.

pub mod cell;
pub mod columns;
pub mod export;
pub mod first_types;
pub mod grid;
pub mod import;
pub mod refresh;
mod yaml_edit;
