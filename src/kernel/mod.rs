//! Kernel: state, windows, events and legality. No Lua, no YAML, no files, no clock.
//!
//! A [`World`] is the rules of a game, a state and a log. [`World::run`] does what is to be done
//! until somebody must answer (`Game::decisions`) or a script must run. Everything that
//! happens depends on the state and the answers alone.
//!
//! The kernel has floors, and each knows only those below it: `model` (types), `parse` (the filter language, read from
//! data trees), `read` (what a state says, changing nothing), `run` (what happens), and beside `run` the floor `tell`
//! (everything in words).

pub mod model;
pub mod parse;
pub mod read;
pub mod run;
pub mod tell;

/// The types of the rules of a game, for who compiles or reads rules.
pub mod rules {
    pub use super::model::ability::*;
    pub use super::model::checks::*;
    pub use super::model::event;
    pub use super::model::flow_items::*;
    pub use super::model::modification_kinds::*;
    pub use super::model::permission::*;
    pub use super::model::rules::*;
    pub use super::model::schema::*;
}

pub use model::decision::{Answer, Choice, Decision, Kind, PickRule};
pub use model::objects::Outcome;
pub use model::rules::Rules;
pub use model::state::State;
pub use model::task::{In, Out};
pub use model::value::{Card, Seat, Value};
pub use run::change::World;
