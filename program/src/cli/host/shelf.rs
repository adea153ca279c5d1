//! Shelf: the records of all tables in a folder, each beside notes about who sits there.
//!
//! ```text
//! table-NAME.rec     the record, as `play --record` writes it: `replay` takes it
//! record-texts/      what the tables were begun with, for later versions of the program
//! table-NAME.json    who plays which seat: names, bots, and what their secrets hash to
//! .hold              held while a server uses the folder
//! ```

use std::fs::File;
use std::io::{Error as IoError, Result as IoResult, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use serde::{Deserialize, Serialize};

use intermezzo::catalog::{Files, Texts};
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Result};
use intermezzo::table::record::{MOST_BYTES, opening_texts, whole_part};

/// A folder with records.
pub struct TableStore {
    folder: Folder,
    /// Texts that tables were begun with: the tables of one game share them.
    texts: Mutex<Vec<Weak<Texts>>>,
    /// No other server writes here meanwhile.
    _held: File,
}

/// Longer notes are none of ours, in bytes: a table has at most 255 seats, and a name 40 letters.
const MOST_NOTES: u64 = 1 << 20;

/// Notes on a table, stored beside its record.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    /// The names of the players, in the order of seats.
    pub names: Vec<String>,
    /// The seats that bots play.
    pub bots: Vec<u8>,
    /// The hash of each seat's secret; `None` for a seat that was never taken.
    pub secrets: Vec<Option<String>>,
    /// Whether the game is over.
    pub is_over: bool,
}

impl TableStore {
    /// The shelf in a folder, which is made if it is missing.
    ///
    /// # Errors
    ///
    /// A path that is no folder, cannot be made or written, or is used by another server.
    pub fn open(path: &Path) -> Result<TableStore> {
        let folder = Folder::made(path)?;
        let held = folder.hold(Path::new(".hold"))?;
        Ok(TableStore { folder, texts: Mutex::default(), _held: held })
    }

    /// The names of all tables that lie here.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn tables(&self) -> Result<Vec<String>> {
        let files = self.folder.files(Path::new(""), &["rec"], &|_| false)?;
        let name = |file: String| Some(file.strip_prefix("table-")?.strip_suffix(".rec")?.to_string());
        Ok(files.into_iter().filter_map(|entry| name(entry.name)).collect())
    }

    /// The stored table: its notes, and the complete lines of its record.
    ///
    /// # Errors
    ///
    /// Files that cannot be read, or are none of ours.
    pub fn table(&self, name: &str) -> Result<(Notes, String)> {
        let notes = self.folder.text(&notes_of(name), MOST_NOTES)?;
        let bad = |e| Error::usage(format!("{}: these are no notes of a table: {e}", notes_of(name).display()));
        let notes = serde_json::from_str(&notes).map_err(bad)?;
        let mut record = self.folder.text(&record_of(name), MOST_BYTES)?;
        record.truncate(whole_part(&record, 0).0);
        Ok((notes, record))
    }

    /// The texts that a record was begun with, if they are not those built into this program.
    ///
    /// # Errors
    ///
    /// Texts that do not lie here.
    pub fn texts(&self, record: &str) -> Result<Option<Arc<Texts>>> {
        let mut shared = super::hall::held(&self.texts);
        shared.retain(|texts| texts.strong_count() > 0);
        let there = shared.iter().filter_map(|texts| texts.upgrade()).find(|texts| opening_texts::names(record, texts));
        if there.is_some() {
            return Ok(there);
        }
        let found = opening_texts::find_named(&self.folder, record)?;
        shared.extend(found.iter().map(Arc::downgrade));
        Ok(found)
    }

    /// Whether a table lies here.
    pub fn has(&self, name: &str) -> bool {
        !matches!(self.folder.text_if_there(&record_of(name), MOST_BYTES), Ok(None))
    }

    /// Writes the notes of a table.
    ///
    /// # Errors
    ///
    /// A file that cannot be written; the old one remains unchanged.
    pub fn note(&self, name: &str, notes: &Notes) -> Result<()> {
        let text = serde_json::to_string(notes).map_err(|e| Error::internal(e.to_string()))?;
        self.folder.replace(&notes_of(name), text.as_bytes(), true).map(drop)
    }

    /// Begins the record of a table anew, with this text; the texts that it names come from these files.
    ///
    /// # Errors
    ///
    /// A file that cannot be written; the old one remains unchanged.
    pub fn begin(&self, name: &str, text: &str, files: &Files) -> Result<Pages> {
        opening_texts::keep_named(&self.folder, text, Some(files))?;
        let file = self.folder.replace(&record_of(name), text.as_bytes(), true)?;
        Ok(Pages { file, len: text.len() as u64, is_torn: false })
    }
}

/// A record on the disk, to which lines are added.
pub struct Pages {
    file: File,
    len: u64,
    /// A part of a line stands at its end, and could not be cut off.
    is_torn: bool,
}

impl Pages {
    /// Adds lines: they are on the disk when it returns.
    ///
    /// # Errors
    ///
    /// A failed write; the record remains unchanged.
    pub fn add(&mut self, text: &str) -> IoResult<()> {
        if self.is_torn {
            self.cut()?;
        }
        match self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data()) {
            Ok(()) => {
                self.len += text.len() as u64;
                Ok(())
            }
            Err(cause) => {
                self.is_torn = true;
                // Torn bytes that stay now are removed before the next lines.
                drop(self.cut());
                Err(cause)
            }
        }
    }

    fn cut(&mut self) -> IoResult<()> {
        self.file.set_len(self.len)?;
        self.is_torn = false;
        Ok(())
    }
}

/// The error as an I/O error, where only its words count.
pub fn as_io(error: Error) -> IoError {
    IoError::other(error.to_string())
}

fn record_of(name: &str) -> PathBuf {
    format!("table-{name}.rec").into()
}

fn notes_of(name: &str) -> PathBuf {
    format!("table-{name}.json").into()
}
