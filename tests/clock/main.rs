//! Clock: the tests that compare with the clock, in a process of their own.
//!
//! Cargo runs one test crate after another, so nothing of `tests/it` takes their processor away. Within this crate a
//! test that measures holds [`alone`].

mod arena;
mod attacks;
mod attacks_in_games;
mod attacks_on_conditions;
mod attacks_on_forms;
mod attacks_on_listeners;
mod attacks_on_loading;
mod attacks_on_nesting;
mod attacks_on_questions;
mod attacks_on_shares;
mod attacks_on_texts;
mod attacks_with_many_cards;
mod editing;
mod on_the_budget;
mod saves;
#[allow(dead_code)] // these tests use some of it
#[path = "../it/support/mod.rs"]
mod support;

use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held by a test as long as it measures: one at a time. A test that failed does not fail those after it.
fn alone() -> MutexGuard<'static, ()> {
    static CLOCK: Mutex<()> = Mutex::new(());
    CLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a test of this crate in a process of its own, which `variable` tells what to do, and returns what it prints behind
/// `OUTCOME`.
///
/// # Errors
///
/// The first lines of its error, if it fails.
fn in_child(test: &str, variable: &str, name: &str) -> Result<String, String> {
    let output = Command::new(std::env::current_exe().expect("the test binary"))
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(variable, name)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("a child process");
    let text = String::from_utf8_lossy(&output.stdout);
    match text.lines().find_map(|line| line.strip_prefix("OUTCOME ")) {
        Some(outcome) if output.status.success() => Ok(outcome.to_owned()),
        _ => {
            let error = String::from_utf8_lossy(&output.stderr);
            Err(format!("{name}: {}", error.lines().take(12).collect::<Vec<_>>().join("\n    ")))
        }
    }
}
