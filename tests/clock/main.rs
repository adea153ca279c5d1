//! Clock: the tests that compare with the clock, in a process of their own.
//!
//! Cargo runs one test crate after another, so nothing of `tests/it` takes their processor away. Within this crate a
//! test that measures holds [`alone`].

mod attacks;
mod attacks_in_games;
mod attacks_on_loading;
mod attacks_on_shares;
mod on_the_budget;
#[allow(dead_code)] // these tests use some of it
#[path = "../it/support/mod.rs"]
mod support;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held by a test as long as it measures: one at a time. A test that failed does not fail those after it.
fn alone() -> MutexGuard<'static, ()> {
    static CLOCK: Mutex<()> = Mutex::new(());
    CLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}
