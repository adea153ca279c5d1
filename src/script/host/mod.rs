//! Host functions: the functions that scripts call, and the handles of cards, players and other objects that they get.

pub(crate) mod act;
pub(crate) mod agenda;
pub(crate) mod arguments;
pub(crate) mod ask;
pub(crate) mod boards;
pub(crate) mod call;
pub(crate) mod call_site;
pub(crate) mod convert;
pub(crate) mod fields;
mod filter_cache;
pub(crate) mod handle;
mod parsed_cache;
pub(crate) mod queries;
pub(crate) mod random_picks;
pub(crate) mod read_permissions;
pub(crate) mod running_game;
pub(crate) mod script_sight;
pub(crate) mod timed_effects;

/// The number of looks that cost one fuel. Each value that a script passes to the game, or gets from it, is a look
/// (attacks `contains` with long lists and texts in tests/clock/on_the_budget.rs).
pub(crate) const LOOKS_A_FUEL: i64 = 4;
