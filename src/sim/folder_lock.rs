//! Folder lock: keeps other programs from writing to a folder of results at the same time.

use std::fs::File;
use std::path::Path;

use crate::data::disk::Folder;
use crate::error::Result;

/// The file that is locked while a folder is held.
const HOLD: &str = ".hold";

/// A folder that is held for this program alone, until it is dropped or the program ends.
#[derive(Debug)]
pub struct Hold {
    _file: File,
}

impl Hold {
    /// Holds a folder that is there.
    ///
    /// # Errors
    ///
    /// A folder that another program holds, or that cannot be written to.
    pub fn of(path: &Path) -> Result<Hold> {
        Hold::of_folder(&Folder::open(path)?)
    }

    pub(super) fn of_folder(folder: &Folder) -> Result<Hold> {
        Ok(Hold { _file: folder.hold(Path::new(HOLD))? })
    }
}
