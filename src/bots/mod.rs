//! Bots: players that answer by themselves, for every game without a word about it.
//!
//! ```text
//! random   anything legal
//! greedy   looks one answer ahead, in games that it could be looking at (samples)
//! ismcts   searches such games as deep as its budget allows
//! program  another program, over JSON lines
//! ```
//!
//! A bot sees a [`Sight`]: what its person sees, and games that she could be looking at. The state itself it never gets.

mod kind;
#[allow(dead_code)] // what bots that look ahead need
mod sight;

pub use crate::table::bots::{Bot, Random};
pub use kind::Kind;
pub(crate) use kind::{Brains, Player};
pub(crate) use sight::{Given, Sight};
