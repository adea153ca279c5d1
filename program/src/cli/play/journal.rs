//! Journal: the record of a game on the disk, while the game is played.
//!
//! ```text
//! begin   a new file with all so far, put in the place of the old one
//! follow  lines of new entries, added at its end before anybody sees their results
//! anew    an answer was taken back: as at the beginning
//! ```
//!
//! A failure to write ends no game: the file stays whole, and the next time everything is tried again. A file that
//! somebody removed is written anew.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::PlayArgs;
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Result};
use intermezzo::table::Record;
use intermezzo::table::record::{RecordTail, Size, opening_texts};

/// The moments at which the record is forced onto the disk. The end of the program alone never loses written lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sync {
    /// After each answer of a person: nothing is lost if the power fails
    Answer,
    /// At the end of the game
    End,
    /// When the system wants
    Never,
}

/// The record of a game on the disk.
pub struct Journal {
    /// The folder of the file, opened once, so that renamed folders do not matter.
    folder: Folder,
    name: PathBuf,
    sync: Sync,
    is_portable: bool,
    /// The hash of the texts that were put beside the record.
    texts: String,
    written: Option<JournalEntry>,
    trouble: Option<String>,
    /// True if the next lines would exceed the greatest size of a record.
    is_full: bool,
    was_lost: bool,
}

/// A file that holds all entries up to some.
struct JournalEntry {
    file: File,
    /// The length of the file in bytes.
    len: u64,
    size: Size,
    lines: RecordTail,
}

impl Journal {
    /// The record of a game that begins, if the person asked for one.
    ///
    /// # Errors
    ///
    /// A file that cannot be written: nothing is played then.
    pub fn of(args: &PlayArgs, record: &Record) -> Result<Option<Journal>> {
        args.record.as_ref().map(|path| Journal::begin(path, args, record)).transpose()
    }

    /// The record of a game in a file, with everything so far.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn begin(path: &Path, args: &PlayArgs, record: &Record) -> Result<Journal> {
        let sync = args.sync.unwrap_or(if args.bots.is_some() { Sync::End } else { Sync::Answer });
        let (folder, name) = Folder::around(path)?;
        let (is_portable, texts) = (args.portable, String::new());
        let mut journal = Journal {
            folder,
            name,
            sync,
            is_portable,
            texts,
            written: None,
            trouble: None,
            is_full: false,
            was_lost: false,
        };
        journal.write_all(record)?;
        Ok(journal)
    }

    /// Writes the new entries. A failure is stored, to be told later.
    pub fn follow(&mut self, record: &Record) {
        self.trouble = self.write(record).err().map(|e| e.to_string());
    }

    /// Says that the record is another one from here on: the next time all of it is written.
    pub fn anew(&mut self) {
        self.written = None;
    }

    /// True if the file was removed since the last question; it is then written anew.
    pub fn was_lost(&mut self) -> bool {
        std::mem::take(&mut self.was_lost)
    }

    /// The reason why the last entries are not in the file; `None`: all entries are.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// True if the record has reached its limit: later answers are not in it.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Writes the rest, and forces it onto the disk.
    ///
    /// # Errors
    ///
    /// A file that cannot be written: it holds what was written before.
    pub fn end(&mut self, record: &Record) -> Result<()> {
        self.write(record)?;
        match &self.written {
            Some(written) if self.sync == Sync::End => {
                written.file.sync_all().map_err(|cause| Error::io(self.folder.path(&self.name), cause))
            }
            _ => Ok(()),
        }
    }

    fn write(&mut self, record: &Record) -> Result<()> {
        if self.written.is_some() && !self.folder.has(&self.name) {
            self.written = None;
            self.was_lost = true;
        }
        let Some(written) = &mut self.written else { return self.write_all(record) };
        debug_assert!(written.lines.are_of(record), "a record that was changed before its end is written anew");
        let (text, lines) = written.lines.more(record);
        if text.is_empty() {
            return Ok(());
        }
        let size = written.size.with(Size::of(&text));
        self.is_full = size.is_err();
        let size = size?;
        match written.add(&text, self.sync == Sync::Answer) {
            Ok(()) => (written.lines, written.size) = (lines, size),
            Err(cause) => {
                // A partly written line is cut off again; if that fails, the whole file is written anew.
                if written.file.set_len(written.len).is_err() {
                    self.written = None;
                }
                return Err(Error::io(self.folder.path(&self.name), cause));
            }
        }
        Ok(())
    }

    fn write_all(&mut self, record: &Record) -> Result<()> {
        // Another version of the program has other texts built in, so they are kept beside the record.
        if let Some(texts) = record.begun_with().filter(|texts| !self.is_portable && self.texts != texts.hash()) {
            opening_texts::keep(&self.folder, &texts)?;
            self.texts = texts.hash().into();
        }
        let portable = self.is_portable.then(|| record.portable());
        let (text, lines) = RecordTail::begin(portable.as_ref().unwrap_or(record));
        let size = Size::default().with(Size::of(&text));
        self.is_full = size.is_err();
        let size = size?;
        let file = self.folder.replace(&self.name, text.as_bytes(), self.sync == Sync::Answer)?;
        self.written = Some(JournalEntry { file, len: text.len() as u64, size, lines });
        Ok(())
    }
}

impl JournalEntry {
    fn add(&mut self, text: &str, is_synced: bool) -> std::io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        if is_synced {
            self.file.sync_data()?;
        }
        self.len += text.len() as u64;
        Ok(())
    }
}
