//! Before an entry: a table at the moment before an entry of its record, for steps back and forward.

use std::sync::Arc;

use super::clock::Clock;
use super::record::{Stand, nowhere};
use super::{Entry, Position, Table};
use crate::error::{Error, Result};

/// The beginning of a game that did not begin with a setup, but with the position of a scenario.
pub(super) struct ReplayBase {
    pub position: Position,
    /// The function that makes a table at this position under changed files: it reads the position as the record states
    /// it.
    pub stand: Stand,
}

impl Table {
    /// Notes that the record of this table begins with the position of a scenario, to which no setup leads.
    pub fn begins_at(&mut self, position: Position, stand: Stand) {
        self.base = Some(Arc::new(ReplayBase { position, stand }));
    }

    /// True if the record begins with a position.
    pub fn begins_with_a_position(&self) -> bool {
        self.base.is_some()
    }

    /// The game as it stood before the entry at `at` of its record; `None` if the record cannot be replayed, as that of
    /// a fork cannot.
    pub fn before(&self, at: usize) -> Option<Table> {
        let table = match &self.base {
            Some(base) => self.again_from_base(base, at),
            None => self.again_from_setup(at),
        };
        // A replay that the memory limit cut off has one more entry, its `Abort`. It does not stand at the wanted
        // moment.
        let mut table = table.filter(|table| table.record.entries.len() <= at)?;
        table.on_fault = self.on_fault;
        table.names = self.names.clone();
        table.persons = self.persons.clone();
        table.number_on(self.numbering(), at);
        Some(table)
    }

    fn again_from_setup(&self, at: usize) -> Option<Table> {
        let mut record = self.record.clone();
        record.entries.truncate(at);
        // If the game adopted changed files before or after this entry, the replay must load the catalog that the
        // record began with.
        let reloaded =
            record.entries.iter().chain(&self.record.entries[at..]).any(|e| matches!(e, Entry::Reload { .. }));
        let game = self.game();
        match reloaded {
            true => record.replay_against(game.limits(), Clock::stopped(), nowhere).ok(),
            false => record.replay_on(game),
        }
    }

    fn again_from_base(&self, base: &Arc<ReplayBase>, at: usize) -> Option<Table> {
        let mut table = Table::resting(base.position.clone());
        table.base = Some(base.clone());
        table.on_fault = self.on_fault;
        table.names = self.names.clone();
        table.persons = self.persons.clone();
        table.go();
        for entry in &self.record.entries[..at] {
            match entry {
                Entry::Reload { hash, files } => {
                    let game = match *hash == self.game().catalog.hash {
                        true => self.game().clone(),
                        false => table.changed_game(hash, files).ok()?,
                    };
                    table.take_over(&game).ok()?;
                }
                entry => table.follow(entry).ok()?,
            }
        }
        Some(table)
    }

    /// Applies an entry of a record. A reload is only added to the record: the caller loads the catalog under which the
    /// table goes on.
    ///
    /// # Errors
    ///
    /// An answer that does not fit changes nothing.
    pub fn follow(&mut self, entry: &Entry) -> Result<()> {
        match entry {
            Entry::Answer { seat, answer, .. } => {
                let unknown = || Error::refused("the answer names what the game does not have any more");
                let answer = answer.under(&self.world().rules).ok_or_else(unknown)?;
                self.submit(*seat, answer)
            }
            Entry::Concede { seat } => self.concede(*seat),
            Entry::Continue => {
                self.let_fizzle();
                Ok(())
            }
            Entry::Reload { .. } => {
                self.record.entries.push(entry.clone());
                Ok(())
            }
            Entry::Abort { .. } => Ok(()),
        }
    }
}
