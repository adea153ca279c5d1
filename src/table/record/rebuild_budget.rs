//! Rebuild budget: how much a record takes over of changed files, so that no record keeps who replays it waiting for minutes.

use super::{Entry, Record, change, start_files};
use crate::catalog::Files;
use crate::error::{Error, Result};

/// The most bytes of rebuilt games. Each reload rebuilds the whole game, so a game of 50 KB may reload a thousand
/// times: hours of play with a saved file every ten seconds.
const MOST: usize = 50_000_000;
/// A smaller game counts as much: the rules of each version that was played are kept while the table lives, and those of a
/// small game take 60 KB.
const LEAST: usize = 50_000;

/// The size of the rebuilt games, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rebuilt(usize);

impl Rebuilt {
    /// Counts the rebuilding of these files.
    ///
    /// # Errors
    ///
    /// Too much in total.
    pub fn build(&mut self, files: &Files) -> Result<()> {
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

    /// The rebuilding that a replay of the record takes.
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
