//! Program file: the file of a bot that is a program, and its hash, so that results are told from those of an edited one.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::data::disk::Folder;
use crate::error::{Error, Result};

/// The most bytes of a bot's file; a longer file is no bot.
const MOST: u64 = 1 << 30;

/// The hash of a program's file; `None`: it is not found, and does not start.
///
/// # Errors
///
/// A file that cannot be read.
pub(super) fn hash(program: &str) -> Result<Option<String>> {
    let Some(path) = found(program) else { return Ok(None) };
    // A program may be called by a link.
    let path = path.canonicalize().map_err(|e| Error::io(&path, e))?;
    let (folder, name) = Folder::around(&path)?;
    folder.bytes(&name, MOST).map(|bytes| Some(format!("{:016x}", xxh3_64(&bytes))))
}

/// The file that is started: as the system looks for it, by its path, or in the folders of `PATH`.
fn found(program: &str) -> Option<PathBuf> {
    let is_path = Path::new(program).components().count() > 1 || program.contains(std::path::is_separator);
    let folders = match is_path {
        true => vec![PathBuf::new()],
        false => std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default(),
    };
    let names = [program.to_string(), format!("{program}{}", std::env::consts::EXE_SUFFIX)];
    let mut all = folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name)));
    all.find(|path| path.is_file())
}
