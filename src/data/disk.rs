//! Disk: reads texts and folders that strangers may have written, and writes files whole.
//!
//! Read are regular files only, so that a device, a pipe or a socket neither fills the memory nor waits for ever, and
//! none that is too long. Below a folder that somebody named no link is followed: it may lead out of the folder, or
//! into itself.

use std::fs::{File, FileType, OpenOptions};
use std::io::{Error as IoError, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// What lies in a folder.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it is.
    pub path: PathBuf,
    /// What it is called there.
    pub name: String,
    /// Whether it is a folder; else it is a file.
    pub is_folder: bool,
}

/// The text of a file that is at most so many bytes long; what is no UTF-8 in it is replaced.
///
/// # Errors
///
/// What is no regular file, is too long, or cannot be read.
pub fn text(path: &Path, most: u64) -> Result<String> {
    let told = |cause: IoError| Error::io(path, cause);
    let about = std::fs::metadata(path).map_err(told)?;
    if !about.is_file() {
        return Err(told(IoError::new(ErrorKind::InvalidInput, format!("it is {}", what(about.file_type())))));
    }
    let too_long = || told(IoError::new(ErrorKind::FileTooLarge, format!("it is longer than {most} bytes")));
    if about.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::with_capacity(about.len() as usize);
    // It may have grown since.
    File::open(path).map_err(told)?.take(most + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() as u64 > most { Err(too_long()) } else { Ok(String::from_utf8_lossy(&bytes).into_owned()) }
}

/// The folders in a folder, and its files with one of these endings, by name. What editors leave beside a file is left
/// out.
///
/// # Errors
///
/// A folder that cannot be read; a link, or a file of such an ending that is none.
pub fn list(dir: &Path, endings: &[&str]) -> Result<Vec<Entry>> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(|e| Error::io(dir, e))? {
        let entry = entry.map_err(|e| Error::io(dir, e))?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') || name.ends_with('~') || name.ends_with(".swp") || name.ends_with(".tmp") {
            continue;
        }
        let (path, is_wanted) = (entry.path(), endings.iter().any(|e| name.ends_with(e)));
        let kind = entry.file_type().map_err(|e| Error::io(&path, e))?;
        // Of what is not read anyway nobody need know what it is.
        let leads_to_folder = kind.is_symlink() && path.is_dir();
        if !kind.is_dir() && !kind.is_file() && (is_wanted || leads_to_folder) {
            let error = Error::io(&path, IoError::new(ErrorKind::InvalidInput, format!("it is {}", what(kind))));
            return Err(error.help("only files and folders that lie there themselves are read"));
        }
        if kind.is_dir() || kind.is_file() && is_wanted {
            out.push(Entry { path, name, is_folder: kind.is_dir() });
        }
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(out)
}

/// That here lies a regular file, or nothing: what is read or written here goes through no link.
///
/// # Errors
///
/// What lies there and is no file.
pub fn file_or_nothing(path: &Path) -> Result<()> {
    match std::fs::symlink_metadata(path) {
        Ok(about) if !about.is_file() => {
            let told = format!("it is {}", what(about.file_type()));
            Err(Error::io(path, IoError::new(ErrorKind::InvalidInput, told)))
        }
        _ => Ok(()),
    }
}

/// Puts a file with this content in the place of what lies here: there is always the old one or all of the new one. It can
/// be written on, at its end.
///
/// # Errors
///
/// What lies here and is no file, as a link, or a file that cannot be written; then what was here is as it was.
pub fn replace(path: &Path, content: &[u8], is_synced: bool) -> Result<File> {
    file_or_nothing(path)?;
    let told = |cause: IoError| Error::io(path, cause);
    let Some(name) = path.file_name() else {
        return Err(told(IoError::new(ErrorKind::InvalidInput, "it is a folder")));
    };
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = folder.join(format!(".{}.new", name.to_string_lossy()));
    // What a program left that did not come to its end.
    match std::fs::remove_file(&beside) {
        Err(e) if e.kind() != ErrorKind::NotFound => return Err(Error::io(&beside, e)),
        _ => {}
    }
    let written = write_new(&beside, path, content, is_synced);
    if written.is_err() {
        // It is of no use; that it cannot be taken away is nothing that helps.
        drop(std::fs::remove_file(&beside));
    }
    let file = written.map_err(told)?;
    if is_synced {
        sync_folder(folder).map_err(told)?;
    }
    Ok(file)
}

fn write_new(beside: &Path, path: &Path, content: &[u8], is_synced: bool) -> std::io::Result<File> {
    // A new file goes through no link.
    let mut file = OpenOptions::new().append(true).create_new(true).open(beside)?;
    if let Ok(about) = std::fs::metadata(path) {
        file.set_permissions(about.permissions())?;
    }
    file.write_all(content)?;
    if is_synced {
        file.sync_all()?;
    }
    std::fs::rename(beside, path).map(|()| file)
}

/// Puts the names in a folder on the disk, where the system does that apart.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// What a thing on disk is that is no file.
fn what(kind: FileType) -> &'static str {
    match kind {
        kind if kind.is_symlink() => "a link",
        kind if kind.is_dir() => "a folder",
        _ => "no file",
    }
}
