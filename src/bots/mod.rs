//! Bots: players that answer by themselves, for every game without a word about it.
//!
//! ```text
//! random   anything legal
//! greedy   looks one answer ahead, in games that it could be looking at (samples)
//! ismcts   searches such games as deep as its budget allows
//! program  another program, over JSON lines
//! ```
//!
//! A bot sees a `Sight`: what its person sees, and games that she could be looking at. The state itself it never gets.

mod brain;
mod file;
mod fit;
mod greedy;
mod habits;
mod ismcts;
mod kind;
mod list;
mod options;
mod program;
mod race;
mod sight;
mod tree;
mod worth;

pub use crate::table::bots::{Bot, Random};
#[doc(hidden)]
pub use crate::table::wire::places;
pub use brain::Brain;
#[doc(hidden)]
pub use ismcts::Thought;
#[doc(hidden)]
pub use kind::{Brains, Player};
pub use kind::{Budget, Kind};
#[doc(hidden)]
pub use list::listed;
#[doc(hidden)]
pub use program::Limits;
#[doc(hidden)]
pub use sight::Sight;
