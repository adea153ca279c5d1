//! Kernel: state, windows, events and legality. No Lua, no YAML, no files, no clock.
//!
//! A [`World`] is the rules of a game, a state and a log. [`World::run`] does what is to be done
//! until somebody must answer ([`World::decisions`]) or a script must run. Everything that
//! happens depends on the state and the answers alone.
//!
//! Its floors lie on each other, and a floor knows only those below it: `model` (types), `parse` (the filter language,
//! read from data trees), `read` (what a state says, changing nothing), `run` (what happens), and beside it `tell`
//! (everything in words).

pub mod model;
pub mod parse;
pub mod read;
pub mod run;
pub mod tell;

pub use model::rules::Rules;
pub use model::state::{Outcome, State};
pub use model::value::{Card, Seat, Value};
pub use run::decision::{Answer, Choice, Decision, Kind, PickRule};
pub use run::task::{In, Out, World};
