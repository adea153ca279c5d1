//! Rebuild budget: a limit for how often a record rebuilds its game from changed files, so that no replay takes
//! minutes.

use super::{Entry, Record, change, start_files};
use crate::catalog::Files;
use crate::error::{Error, Result};

/// The most bytes of rebuilt games. Each reload rebuilds the whole game, and the rules of each played version stay in
/// memory: six bytes for each byte of text (`saves_leave_no_memory_behind` in tests/clock/saves.rs). A game of 50 KB may
/// reload 240 times: an hour of play with a file saved every fifteen seconds.
const MOST: usize = 12_000_000;
/// The fewest bytes of text that a game counts as. The rules of each played version stay while the table lives, and they
/// take 60 KB of memory even where the texts are a few lines.
const LEAST: usize = 50_000;

/// The size of the rebuilt games, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rebuilt(usize);

impl Rebuilt {
    /// Adds the size of these files to the sum, because the game is rebuilt from them.
    ///
    /// # Errors
    ///
    /// The sum is above `MOST`.
    pub fn add(&mut self, files: &Files) -> Result<()> {
        self.0 += size_of(files);
        match self.0 > MOST {
            false => Ok(()),
            true => {
                let message = format!(
                    "the record takes over changed files too often: each time the whole game is built anew, and {} MB \
                     are the most, together",
                    MOST / 1_000_000
                );
                Err(Error::refused(message).help("a game that is begun anew begins a record of its own"))
            }
        }
    }

    /// The size in bytes of all games that a replay of the record rebuilds, one for each reload.
    pub fn of(record: &Record) -> Rebuilt {
        let (mut files, mut rebuilt) = (start_files(record), Rebuilt::default());
        for entry in &record.entries {
            if let Entry::Reload { files: changed, .. } = entry {
                change(&mut files, changed);
                rebuilt.0 += size_of(&files);
            }
        }
        rebuilt
    }
}

fn size_of(files: &Files) -> usize {
    files.texts.values().map(|text| text.len()).sum::<usize>().max(LEAST)
}
