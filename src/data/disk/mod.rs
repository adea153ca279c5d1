//! Disk: folders that somebody named, and what strangers may have laid below them.
//!
//! ```text
//! Folder::open("packs/omens")    the way to it is the person's own: links in it are followed
//!   .files("cards", ...)         below it no link is followed: each folder is opened from the one above it, and
//!   .text("cards/a.yaml", most)  each file from its folder, so no path is walked twice
//!   .replace("a.snap", ...)
//! ```
//!
//! A link may lead out of the folder, or into itself. Checks concern the opened file, not its path, so that exchanging
//! a file for a link, pipe or folder in between gains nothing. Only regular files within a size limit are read: a
//! device, pipe or socket could fill the memory or block for ever.

mod list;
mod write;

pub use list::Refuse;

use std::io::{Error as IoError, ErrorKind, Read as _, Result as IoResult};
use std::path::{Component, Path, PathBuf};

use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, FileType, OpenOptions};

use crate::error::{Error, Result};

/// An open folder. Entries below it are reached from here, whatever happens to the path that led to it.
#[derive(Debug)]
pub struct Folder {
    dir: Dir,
    /// The path as it was given.
    path: PathBuf,
}

impl Folder {
    /// Opens a folder by a path that a person gave: links in it are followed.
    ///
    /// # Errors
    ///
    /// A path that is no folder, or cannot be read.
    pub fn open(path: &Path) -> Result<Folder> {
        // A bare name lies in the current folder.
        let at = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let dir = Dir::open_ambient_dir(at, ambient_authority()).map_err(|cause| Error::io(path, cause))?;
        Ok(Folder { dir, path: path.into() })
    }

    /// Opens the folder in which the file or folder at this path lies; returns it, and the name at the end of the path.
    ///
    /// # Errors
    ///
    /// A path without a name at its end, or a folder that cannot be read.
    pub fn around(path: &Path) -> Result<(Folder, PathBuf)> {
        let name = path.file_name().ok_or_else(|| refused(path, "it is a folder"))?;
        Ok((Folder::open(path.parent().unwrap_or(Path::new("")))?, name.into()))
    }

    /// The path of something below the folder, as the person wrote the way to the folder.
    pub fn path(&self, below: &Path) -> PathBuf {
        if below.as_os_str().is_empty() { self.path.clone() } else { self.path.join(below) }
    }

    /// The text of a file of at most `most` bytes; invalid UTF-8 is replaced.
    ///
    /// # Errors
    ///
    /// A link or another irregular file, a file that is too long, or one that cannot be read.
    pub fn text(&self, below: &Path, most: u64) -> Result<String> {
        self.bytes(below, most).map(in_utf8)
    }

    /// Reads a file as bytes; a file longer than `most` is refused.
    ///
    /// # Errors
    ///
    /// The errors of [`Folder::text`].
    pub fn bytes(&self, below: &Path, most: u64) -> Result<Vec<u8>> {
        let (dir, name) = self.above(below)?;
        let mut how = reading();
        how.follow(FollowSymlinks::No);
        let path = self.path(below);
        let file = dir.open_with(&name, &how).map_err(|cause| unopened(&dir, &name, &path, cause))?;
        bytes_of(file, &path, most)
    }

    /// The bytes of a file; `None`: the folder has no such file.
    ///
    /// # Errors
    ///
    /// The errors of [`Folder::text`].
    pub fn bytes_if_there(&self, below: &Path, most: u64) -> Result<Option<Vec<u8>>> {
        match self.bytes(below, most) {
            Err(error) if is_missing(&error) => Ok(None),
            other => other.map(Some),
        }
    }

    /// Reads a file as text; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// The errors of [`Folder::text`].
    pub fn text_if_there(&self, below: &Path, most: u64) -> Result<Option<String>> {
        match self.text(below, most) {
            Err(error) if is_missing(&error) => Ok(None),
            other => other.map(Some),
        }
    }

    /// True if a folder lies there; false if nothing does.
    ///
    /// # Errors
    ///
    /// A file or a link in place of the folder.
    pub fn has_folder(&self, below: &Path) -> Result<bool> {
        match self.inside(below) {
            Err(error) if is_missing(&error) => Ok(false),
            other => other.map(|_| true),
        }
    }

    /// True if something lies at this path below the folder, a link too.
    pub fn has(&self, below: &Path) -> bool {
        self.above(below).is_ok_and(|(dir, name)| dir.symlink_metadata(name).is_ok())
    }

    /// Opens the folder in which an entry lies; returns it and the entry's name in it.
    fn above(&self, below: &Path) -> Result<(Dir, PathBuf)> {
        let Some(Component::Normal(name)) = below.components().next_back() else {
            return Err(refused(&self.path(below), "it is no place below a folder"));
        };
        Ok((self.inside(below.parent().unwrap_or(Path::new("")))?, name.into()))
    }

    /// Opens a folder below this one, name by name, and follows no link.
    fn inside(&self, below: &Path) -> Result<Dir> {
        let mut dir = self.dir.try_clone().map_err(|cause| Error::io(&self.path, cause))?;
        let mut path = self.path.clone();
        for part in below.components() {
            path.push(part);
            let Component::Normal(name) = part else {
                return Err(refused(&path, "it is no place below a folder"));
            };
            dir = open_folder(&dir, Path::new(name), &path)?;
        }
        Ok(dir)
    }
}

/// The text of a file that a person named herself: links on the way to it are hers.
///
/// # Errors
///
/// An irregular file, a file that is too long, or one that cannot be read.
pub fn text(path: &Path, most: u64) -> Result<String> {
    bytes(path, most).map(in_utf8)
}

/// The bytes of a file; an error for a file longer than `most`.
///
/// # Errors
///
/// The errors of [`text`].
pub fn bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    let file = File::open_ambient_with(path, &reading(), ambient_authority());
    // The system refuses to open a socket, and its error does not say that it is one.
    let file = file.map_err(|cause| match std::fs::metadata(path) {
        Ok(about) if !about.is_file() && !about.is_dir() => refused(path, "it is no file"),
        _ => Error::io(path, cause),
    })?;
    bytes_of(file, path, most)
}

/// The text of a file by a path without any link in it, as [`Path::canonicalize`] gives it. A link that has come into
/// the path since is not followed.
///
/// # Errors
///
/// The errors of [`Folder::text`].
pub fn text_at(path: &Path, most: u64) -> Result<String> {
    let top = path.ancestors().last().unwrap_or(Path::new(""));
    Folder::open(top)?.text(path.strip_prefix(top).unwrap_or(path), most)
}

/// Options that open for reading, without waiting for the writer of a pipe.
fn reading() -> OpenOptions {
    let mut how = OpenOptions::new();
    how.read(true).nonblock(true);
    how
}

/// Bytes as a text; invalid UTF-8 becomes U+FFFD.
fn in_utf8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

fn bytes_of(file: File, path: &Path, most: u64) -> Result<Vec<u8>> {
    let io_error = |cause| Error::io(path, cause);
    let about = file.metadata().map_err(io_error)?;
    if !about.is_file() {
        return Err(refused(path, what(about.file_type())));
    }
    let too_long = || io_error(IoError::new(ErrorKind::FileTooLarge, format!("it is longer than {most} bytes")));
    if about.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::with_capacity(about.len() as usize);
    // The file may have grown since the check of its size.
    file.take(most + 1).read_to_end(&mut bytes).map_err(io_error)?;
    if bytes.len() as u64 > most {
        return Err(too_long());
    }
    Ok(bytes)
}

fn open_folder(dir: &Dir, name: &Path, path: &Path) -> Result<Dir> {
    dir.open_dir_nofollow(name).map_err(|cause| match kind_of(dir, name) {
        Ok(kind) if kind.is_file() => refused(path, "it is a file, and a folder belongs there"),
        _ => unopened(dir, name, path, cause),
    })
}

/// The error for a path that could not be opened. Systems report a refused link as "too many links".
fn unopened(dir: &Dir, name: &Path, path: &Path, cause: IoError) -> Error {
    match kind_of(dir, name) {
        Ok(kind) if kind.is_symlink() || !kind.is_dir() && !kind.is_file() => {
            refused(path, what(kind)).help("only files and folders that lie there themselves are read")
        }
        _ => Error::io(path, cause),
    }
}

fn kind_of(dir: &Dir, name: &Path) -> IoResult<FileType> {
    dir.symlink_metadata(name).map(|about| about.file_type())
}

/// True if a file could not be opened because it does not exist.
pub fn is_missing(error: &Error) -> bool {
    matches!(error.kind(), crate::error::ErrorKind::Io { cause, .. } if cause.kind() == ErrorKind::NotFound)
}

/// True if a file was not read because it is too long.
pub fn is_too_long(error: &Error) -> bool {
    matches!(error.kind(), crate::error::ErrorKind::Io { cause, .. } if cause.kind() == ErrorKind::FileTooLarge)
}

fn refused(path: &Path, why: impl Into<String>) -> Error {
    Error::io(path, IoError::new(ErrorKind::InvalidInput, why.into()))
}

/// A sentence for a thing on disk that is no regular file.
fn what(kind: FileType) -> &'static str {
    match kind {
        kind if kind.is_symlink() => "it is a link",
        kind if kind.is_dir() => "it is a folder",
        _ => "it is no file",
    }
}
