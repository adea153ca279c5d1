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

/// The file into which `play` writes the record of its game, entry by entry.
pub struct Journal {
    /// The folder of the file, which stays open, so that the file is found even if the folder is renamed.
    folder: Folder,
    name: PathBuf,
    sync: Sync,
    is_portable: bool,
    /// The hash of the game's files that were last stored beside the record.
    texts: String,
    written: Option<JournalEntry>,
    trouble: Option<String>,
    /// True if the record has reached the greatest size: later entries are not written.
    is_full: bool,
    was_lost: bool,
}

/// The file on the disk, and how much of the record it holds.
struct JournalEntry {
    file: File,
    /// The length of the file in bytes.
    len: u64,
    size: Size,
    lines: RecordTail,
}

impl Journal {
    /// Creates the file of `--record` with the beginning of the record; `None`: the person asked for no record.
    ///
    /// # Errors
    ///
    /// A file that cannot be written: nothing is played then.
    pub fn of(args: &PlayArgs, record: &Record) -> Result<Option<Journal>> {
        args.record.as_ref().map(|path| Journal::begin(path, args, record)).transpose()
    }

    /// Creates the file with all entries so far, in place of an older one.
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

    /// Writes the entries that are new. If that fails, [`Journal::trouble`] returns the reason, and the next call tries
    /// again.
    pub fn follow(&mut self, record: &Record) {
        self.trouble = self.write(record).err().map(|e| e.to_string());
    }

    /// Makes the next writing write the whole record: entries that are in the file were taken back.
    pub fn anew(&mut self) {
        self.written = None;
    }

    /// True if somebody removed the file and it was written anew since this was asked last.
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

    /// Writes the entries that are missing at the end of a game, and forces the file onto the disk, if `sync` says so.
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
                // A line that was written in part is cut off; if that fails, the whole file is written anew the next
                // time.
                if written.file.set_len(written.len).is_err() {
                    self.written = None;
                }
                return Err(Error::io(self.folder.path(&self.name), cause));
            }
        }
        Ok(())
    }

    fn write_all(&mut self, record: &Record) -> Result<()> {
        // The game's files are stored beside the record, because another version of the program has others built in.
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
