//! Room: how much of what lasts there may be at once. Each judgement of a game looks at all of it, so a script may not
//! heap it up: what is one too many is an error in the script that asks for it.

/// Values of single cards and players that are changed for a time.
pub(crate) const MODIFIERS: usize = 2_000;
/// Tests that scripts made and that last: each is asked about every card.
pub(crate) const TESTS: usize = 64;
/// Values in such a test: a copy of it stands in the log.
pub(crate) const TEST_VALUES: usize = 1_000;
/// Permissions that scripts gave, and verbs that they forbade.
pub(crate) const PERMISSIONS: usize = 500;
/// Abilities that were given, and abilities that were lost.
pub(crate) const ABILITIES: usize = 1_000;
/// Records that are open.
pub(crate) const RECORDS: usize = 256;
/// Things that wait for scripts to end.
pub(crate) const QUEUED: usize = 500;

/// Whether there is room for `more` beside `now`.
///
/// # Errors
///
/// There is not: the words for it name `what`.
pub(crate) fn room(now: usize, more: usize, most: usize, what: &str) -> Result<(), String> {
    if now + more > most { Err(format!("there would be more than {most} {what} at once")) } else { Ok(()) }
}
