//! Sim: many games played by bots, and what is counted in them.
//!
//! ```text
//! Job       what is asked for: decks, bots, options, a seed
//! Plan      the job checked against its game: which game has which number
//! Played    what came of one game
//! Totals    what came of many, in the order of their numbers
//! ```
//!
//! Which decks, bots and chance a game has follows from its number alone. So any machine may play any part of a job, in any
//! order and again, and the numbers are the same.

mod job;
#[allow(dead_code)] // what reports need
mod play;
#[allow(dead_code)] // what parts on disk need
mod run;
mod stats;
mod totals;

pub use job::{Job, Plan};
pub use play::{CardPlayed, Ending, Played};
pub(crate) use run::Way;
pub(crate) use totals::Rate;
pub use totals::Totals;
