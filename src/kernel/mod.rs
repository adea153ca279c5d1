//! Kernel: state, windows, events and legality. No Lua, no YAML, no files, no clock.
//!
//! A [`World`] is the rules of a game, a state and a log. [`World::run`] does what is to be done
//! until somebody must answer ([`World::decisions`]) or a script must run. Everything that
//! happens depends on the state and the answers alone.

pub mod abilities;
pub mod ability;
mod apply;
pub mod assign;
pub mod batch;
pub mod board;
pub mod chance;
pub mod checks;
mod costs;
pub mod decision;
pub mod declare;
pub mod event;
pub mod eyes;
pub mod filter;
mod flow;
pub mod items;
mod listeners;
pub mod log;
pub mod offers;
mod payment;
pub mod persons;
pub mod piles;
pub mod renumber;
mod replace;
pub mod rules;
pub mod schema;
mod settle;
pub mod setup;
pub mod show;
pub mod state;
pub mod sym;
pub mod task;
pub mod transcript;
pub mod triggers;
pub mod uses;
pub mod value;
mod values;
mod why;
pub mod window;

pub use decision::{Answer, Choice, Decision, Kind, PickRule};
pub use rules::Rules;
pub use state::{Outcome, State};
pub use task::{In, Out, World};
pub use value::{Card, Seat, Value};
