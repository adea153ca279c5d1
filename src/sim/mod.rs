//! Sim: many games played by bots, and statistics of them.
//!
//! ```text
//! Job       the request: decks, bots, options, a seed
//! Plan      the job checked against its game: which game has which number
//! Played    the result of one game
//! Totals    the sums over many games, in the order of their numbers
//! ```
//!
//! The number of a game alone decides its decks, bots and chance. So any machine may play any part of a job, in any
//! order and again, and the numbers are the same.

#[cfg(feature = "sim")]
mod cards;
#[cfg(feature = "sim")]
pub(crate) mod diff;
#[cfg(feature = "sim")]
mod files;
#[cfg(feature = "sim")]
mod folder;
#[cfg(feature = "sim")]
pub(crate) mod groups;
#[cfg(feature = "sim")]
mod hold;
mod job;
mod names;
#[cfg(feature = "sim")]
mod pairs;
mod play;
mod ratings;
#[cfg(feature = "sim")]
pub(crate) mod report;
mod run;
#[cfg(feature = "sim")]
mod seal;
#[cfg(feature = "sim")]
mod sheet;
pub(crate) mod stats;
#[cfg(feature = "sim")]
mod suspects;
#[cfg(feature = "sim")]
mod svg;
pub(crate) mod totals;

#[cfg(feature = "sim")]
pub use files::PartFile;
#[cfg(feature = "sim")]
pub(crate) use folder::{Results, Shelf};
#[cfg(feature = "sim")]
pub use hold::Hold;
pub use job::{Job, Plan};
pub(crate) use play::answer;
pub use play::{CardPlayed, Ending, Played};
pub(crate) use ratings::{Match, elo, ratings};
#[cfg(feature = "sim")]
pub(crate) use run::Part;
pub(crate) use run::Way;
pub(crate) use totals::Rate;
pub use totals::Totals;
