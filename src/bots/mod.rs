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

mod answer_trials;
mod bot_list;
mod bot_view;
mod brain;
mod evaluation;
mod features;
mod greedy;
mod ismcts;
mod kind;
mod learnt_file;
mod learnt_habits;
mod least_squares;
pub(crate) mod lessons;
mod playout_habits;
mod possible_answers;
mod program;
mod program_file;
mod search_tree;

pub use crate::table::bots::{Bot, Random};
#[doc(hidden)]
pub use crate::table::wire::places;
#[doc(hidden)]
pub use bot_list::listed;
#[doc(hidden)]
pub use bot_view::Sight;
pub use brain::Brain;
#[doc(hidden)]
pub use ismcts::Thought;
pub use kind::{BotKind, Budget};
#[doc(hidden)]
pub use kind::{Brains, Player};
#[doc(hidden)]
pub use learnt_file::learnt_otherwise;
#[doc(hidden)]
pub use program::Limits;
