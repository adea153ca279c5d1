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
mod column_file;
#[cfg(feature = "sim")]
#[doc(hidden)]
pub mod diff;
#[cfg(feature = "sim")]
mod difference_causes;
#[cfg(feature = "sim")]
mod folder;
#[cfg(feature = "sim")]
mod folder_lock;
mod job;
#[cfg(feature = "sim")]
mod pairs;
#[cfg(feature = "sim")]
mod part_files;
#[cfg(feature = "sim")]
mod part_label;
mod play;
#[cfg(feature = "sim")]
#[doc(hidden)]
pub mod point_groups;
#[doc(hidden)]
pub mod ratings;
#[cfg(feature = "sim")]
#[doc(hidden)]
pub mod report;
mod result_names;
mod run;
#[doc(hidden)]
pub mod shared_luck;
#[doc(hidden)]
pub mod stats;
#[cfg(feature = "sim")]
mod svg;
#[doc(hidden)]
pub mod totals;
#[doc(hidden)]
pub mod training;

#[cfg(feature = "sim")]
#[doc(hidden)]
pub use cards::{CardDifference, stand_out};
#[cfg(feature = "sim")]
#[doc(hidden)]
pub use folder::{ResultFolder, Results};
#[cfg(feature = "sim")]
pub use folder_lock::Hold;
pub use job::{Job, Plan};
#[cfg(feature = "sim")]
pub use part_files::PartFile;
#[doc(hidden)]
pub use play::answer;
pub use play::{CardPlayed, Ending, Played};
#[doc(hidden)]
pub use ratings::{Match, elo, ratings};
#[cfg(feature = "sim")]
#[doc(hidden)]
pub use run::GamesPart;
#[doc(hidden)]
pub use run::Way;
#[doc(hidden)]
pub use totals::Rate;
pub use totals::Totals;
