//! Shelf: tables on the disk, each as its notes and its record.
//!
//! A record is written to the end of its file and brought to the disk before an answer is acknowledged. What a crash tore
//! at its end was never acknowledged, and is left out when it is read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::notes::Notes;
use crate::secret;

/// A folder of tables.
#[derive(Clone)]
pub struct Shelf {
    folder: PathBuf,
}

/// The record of one table.
pub struct Page {
    path: PathBuf,
    file: Option<File>,
    written: usize,
}

impl Shelf {
    /// The shelf in a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// A folder that cannot be made.
    pub fn open(folder: &Path) -> io::Result<Shelf> {
        fs::create_dir_all(folder)?;
        Ok(Shelf { folder: folder.to_path_buf() })
    }

    fn path(&self, code: &str, ending: &str) -> io::Result<PathBuf> {
        match secret::is_code(code) {
            true => Ok(self.folder.join(format!("{code}.{ending}"))),
            false => Err(io::Error::other("this is no code of a table")),
        }
    }

    /// Whether a table lies here.
    pub fn has(&self, code: &str) -> bool {
        self.path(code, "notes.json").is_ok_and(|path| path.is_file())
    }

    /// Keeps the notes of a table.
    ///
    /// # Errors
    ///
    /// A disk that is full or broken.
    pub fn note(&self, notes: &Notes) -> io::Result<()> {
        replace(&self.path(&notes.code, "notes.json")?, serde_json::to_string_pretty(notes)?.as_bytes())
    }

    /// The record of a table, to be written from its beginning.
    ///
    /// # Errors
    ///
    /// A code that is none.
    pub fn page(&self, code: &str) -> io::Result<Page> {
        Ok(Page { path: self.path(code, "record")?, file: None, written: 0 })
    }

    /// The notes and the record of a table.
    ///
    /// # Errors
    ///
    /// Files that are not there or cannot be read.
    pub fn read(&self, code: &str) -> io::Result<(Notes, String)> {
        let notes = serde_json::from_slice(&fs::read(self.path(code, "notes.json")?)?)?;
        Ok((notes, fs::read_to_string(self.path(code, "record")?)?))
    }
}

impl Page {
    /// Brings a record to the disk: what is new of it, where it only grew.
    ///
    /// # Errors
    ///
    /// A disk that is full or broken: the next call writes all of it.
    pub fn keep(&mut self, record: &str, only_grew: bool) -> io::Result<()> {
        let from = match &self.file {
            Some(_) if only_grew && self.written <= record.len() => self.written,
            _ => 0,
        };
        let written = match (from, &mut self.file) {
            (from, Some(file)) if from > 0 => {
                file.write_all(&record.as_bytes()[from..]).and_then(|()| file.sync_data())
            }
            (_, slot) => replace(&self.path, record.as_bytes())
                .and_then(|()| OpenOptions::new().append(true).open(&self.path))
                .map(|file| *slot = Some(file)),
        };
        match written {
            Ok(()) => self.written = record.len(),
            Err(_) => self.file = None,
        }
        written
    }
}

/// Puts a file in the place of another one, whole or not at all.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let aside = path.with_extension("new");
    let mut file = File::create(&aside)?;
    file.write_all(bytes)?;
    file.sync_data()?;
    fs::rename(&aside, path)
}
