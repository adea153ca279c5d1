//! Generated files: files that a command makes, and makes again; a file that somebody else wrote in their place stays.

use std::path::Path;

use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Result};

/// The most bytes of a file that a command makes, such as a page of cards with some hundred pictures; a longer one is
/// not overwritten.
const MOST: u64 = 1 << 28;

/// A kind of file that a command makes, and how such a file is told from one of a person's, which is never overwritten.
pub struct GeneratedFile {
    /// The words for a file of this kind: `a page of cards`.
    pub what: &'static str,
    /// True if bytes are a file of this kind.
    pub is_one: fn(&[u8]) -> bool,
    /// The option by which a person chooses where the file is written.
    pub option: &'static str,
}

impl GeneratedFile {
    /// Refuses to overwrite a file that this command did not write; an empty file may be overwritten.
    ///
    /// # Errors
    ///
    /// A file that is something else, or cannot be read.
    pub fn check_overwrite(&self, folder: &Folder, name: &Path) -> Result<()> {
        let old = folder.bytes_if_there(name, MOST)?;
        if old.is_some_and(|old| !old.is_empty() && !(self.is_one)(&old)) {
            let (path, what) = (folder.path(name), self.what);
            let message = format!("{}: this file is not {what}, and it is left as it is", path.display());
            return Err(Error::usage(message).help(format!("name another place with {}", self.option)));
        }
        Ok(())
    }

    /// Writes a file of this kind, also over an earlier one of its kind.
    ///
    /// # Errors
    ///
    /// The errors of [`GeneratedFile::check_overwrite`], and a file that cannot be written.
    pub fn write(&self, folder: &Folder, name: &Path, content: &[u8]) -> Result<()> {
        self.check_overwrite(folder, name)?;
        folder.replace(name, content, false).map(drop)
    }
}
