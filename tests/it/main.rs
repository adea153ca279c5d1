//! Tests: all that do not measure time, in one crate, so that the library is linked once.
//!
//! They share one process: none may change the environment or the folder of the process, or stop its threads.
//! What compares with the clock is in `tests/clock`.

mod answers;
mod arguments;
mod bases;
mod beginnings;
mod bots;
mod broken_games;
mod cardland;
mod cfs_legends;
mod cfs_set;
mod concessions;
mod drift;
mod facts;
mod failures;
mod floors;
mod forks;
mod games;
mod hackclad;
mod idle;
mod kernel;
mod kernel_batch;
mod kernel_offers;
mod kernel_replace;
mod kernel_settle;
mod kernel_triggers;
mod limits;
mod lua_reader;
mod misspellings;
mod mistakes;
mod modules;
mod mutants;
mod names;
mod orders;
mod packs;
mod pages;
mod public_items;
mod random_games;
mod ranges;
mod reactions;
mod reload;
mod reload_fields;
mod reloads;
mod samples;
mod scenarios;
mod schema;
mod strangers;
mod support;
mod swordgirls;
mod swordgirls_cards;
mod terminal;
mod threads;
mod tidy;
mod views;
mod wire;
