//! Write: files that are created or replaced as a whole, locks of folders, and folders that are made and removed.

use std::io::{Error as IoError, ErrorKind, Write as _};
use std::path::Path;

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt as _};
use cap_std::fs::{Dir, File, OpenOptions};

use super::{Folder, refused, what};
use crate::error::{Error, Result};

impl Folder {
    /// Locks a folder for this program while the returned file is open. The lock is a file of this name.
    ///
    /// # Errors
    ///
    /// An irregular file of this name, or a lock held by another program.
    pub fn hold(&self, name: &Path) -> Result<std::fs::File> {
        let file = self.holder(name)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(std::fs::TryLockError::WouldBlock) => Err(refused(&self.path, "another program uses this folder")),
            Err(std::fs::TryLockError::Error(cause)) => Err(Error::io(self.path(name), cause)),
        }
    }

    /// Locks a folder like [`hold`](Folder::hold), but waits for another program that holds it, and calls `waits`
    /// first.
    ///
    /// # Errors
    ///
    /// An irregular file of this name, or a lock that fails.
    pub fn hold_after(&self, name: &Path, waits: impl FnOnce()) -> Result<std::fs::File> {
        let file = self.holder(name)?;
        let io_error = |cause| Error::io(self.path(name), cause);
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                waits();
                file.lock().map_err(io_error)?;
            }
            Err(std::fs::TryLockError::Error(cause)) => return Err(io_error(cause)),
        }
        Ok(file)
    }

    /// Opens the file that serves as the lock of a folder, and creates it if it is missing.
    fn holder(&self, name: &Path) -> Result<std::fs::File> {
        let (dir, file) = self.above(name)?;
        let mut how = OpenOptions::new();
        how.append(true).create(true).follow(FollowSymlinks::No);
        // Opening a pipe would wait for somebody who reads from it.
        let is_other = dir.symlink_metadata(&file).is_ok_and(|found| !found.is_file());
        if is_other {
            let message = format!("{}: this is no file, and the program needs its name", self.path(name).display());
            return Err(Error::usage(message).help("take it away: it holds nothing"));
        }
        dir.open_with(&file, &how).map(File::into_std).map_err(|cause| Error::io(self.path(name), cause))
    }

    /// Creates a file with this content, and missing folders above it.
    ///
    /// # Errors
    ///
    /// An existing file, a link on the way below this folder, or a folder that cannot be written.
    pub fn create(&self, below: &Path, content: &[u8]) -> Result<()> {
        self.make_folders(below)?;
        let (dir, name) = self.above(below)?;
        write_new(&dir, &name, content, None, false).map(drop).map_err(|cause| Error::io(self.path(below), cause))
    }

    /// Creates the missing folders above a file.
    ///
    /// # Errors
    ///
    /// A link or a file in place of a folder, or a folder that cannot be written.
    pub fn make_folders(&self, below: &Path) -> Result<()> {
        let mut made = std::path::PathBuf::new();
        for part in below.parent().unwrap_or(Path::new("")).components() {
            made.push(part);
            if self.has_folder(&made)? {
                continue;
            }
            let (dir, name) = self.above(&made)?;
            dir.create_dir(&name).map_err(|cause| Error::io(self.path(&made), cause))?;
        }
        Ok(())
    }

    /// Replaces a file atomically: a reader finds the complete old or the complete new content. With `is_synced`, the
    /// content is on the disk before this returns. The returned file can be appended to.
    ///
    /// # Errors
    ///
    /// A folder or a link in place of the file, or a file that cannot be written; the old file stays then.
    pub fn replace(&self, below: &Path, content: &[u8], is_synced: bool) -> Result<std::fs::File> {
        let (dir, name) = self.above(below)?;
        let path = self.path(below);
        let io_error = |cause: IoError| Error::io(&path, cause);
        let old = match dir.symlink_metadata(&name) {
            Ok(about) if !about.is_file() => return Err(refused(&path, what(about.file_type()))),
            Ok(about) => Some(about.permissions()),
            Err(_) => None,
        };
        let beside = Path::new(&format!(".{}.new", name.to_string_lossy())).to_path_buf();
        // A program that was killed may have left this file.
        match dir.remove_file(&beside) {
            Err(e) if e.kind() != ErrorKind::NotFound => return Err(Error::io(path.with_file_name(&beside), e)),
            _ => {}
        }
        let file = write_new(&dir, &beside, content, old, is_synced).map_err(io_error)?;
        if let Err(cause) = dir.rename(&beside, &dir, &name) {
            // The temporary file is useless, and a failure to remove it can be ignored.
            drop(dir.remove_file(&beside));
            return Err(io_error(cause));
        }
        if is_synced {
            sync_folder(&dir).map_err(io_error)?;
        }
        Ok(file.into_std())
    }
}

impl Folder {
    /// Opens a folder by a path that a person gave, and makes it first if it is missing.
    ///
    /// # Errors
    ///
    /// A path that cannot be made, or is no folder.
    pub fn made(path: &Path) -> Result<Folder> {
        let io_error = |cause| match std::fs::metadata(path) {
            Ok(about) if !about.is_dir() => refused(path, "it is a file, and a folder is wanted"),
            _ => Error::io(path, cause),
        };
        cap_std::fs::Dir::create_ambient_dir_all(path, cap_std::ambient_authority()).map_err(io_error)?;
        Folder::open(path)
    }
}

/// For programs that write whole folders below a named one.
impl Folder {
    /// Makes a folder below this one, with the folders in between.
    ///
    /// # Errors
    ///
    /// A file or a link in place of the folder.
    pub fn make(&self, below: &Path) -> Result<()> {
        let mut done = std::path::PathBuf::new();
        for part in below.components() {
            done.push(part);
            let (dir, name) = self.above(&done)?;
            match dir.create_dir(&name) {
                Err(cause) if cause.kind() != ErrorKind::AlreadyExists => {
                    return Err(Error::io(self.path(&done), cause));
                }
                _ => {}
            }
        }
        self.inside(below).map(drop)
    }

    /// Writes a file where none is.
    ///
    /// # Errors
    ///
    /// Something that lies there already, and what cannot be written.
    pub fn write(&self, below: &Path, content: &[u8]) -> Result<()> {
        let (dir, name) = self.above(below)?;
        write_new(&dir, &name, content, None, false).map(drop).map_err(|cause| Error::io(self.path(below), cause))
    }

    /// Renames a folder or file below this one.
    ///
    /// # Errors
    ///
    /// A missing entry, or one that cannot be renamed.
    pub fn rename(&self, old: &Path, new: &Path) -> Result<()> {
        let ((from, name), (to, other)) = (self.above(old)?, self.above(new)?);
        from.rename(&name, &to, &other).map_err(|cause| Error::io(self.path(new), cause))
    }

    /// Removes an empty folder below this one.
    ///
    /// # Errors
    ///
    /// A folder that is missing, not empty, or cannot be removed.
    pub fn remove_empty(&self, below: &Path) -> Result<()> {
        let (dir, name) = self.above(below)?;
        dir.remove_dir(&name).map_err(|cause| Error::io(self.path(below), cause))
    }

    /// Removes a folder with its contents; does nothing if it is missing. Of a link, removes the link only.
    ///
    /// # Errors
    ///
    /// An entry that cannot be removed.
    pub fn remove_all(&self, below: &Path) -> Result<()> {
        let (dir, name) = match self.above(below) {
            Err(error) if super::is_missing(&error) => return Ok(()),
            found => found?,
        };
        let io_error = |cause: IoError| Error::io(self.path(below), cause);
        match dir.symlink_metadata(&name) {
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(()),
            Err(cause) => Err(io_error(cause)),
            Ok(about) if about.is_dir() => dir.remove_dir_all(&name).map_err(io_error),
            Ok(_) => dir.remove_file(&name).map_err(io_error),
        }
    }
}

fn write_new(
    dir: &Dir,
    name: &Path,
    content: &[u8],
    permissions: Option<cap_std::fs::Permissions>,
    is_synced: bool,
) -> std::io::Result<File> {
    // A new file goes through no link.
    let mut how = OpenOptions::new();
    how.append(true).create_new(true).follow(FollowSymlinks::No);
    let mut file = dir.open_with(name, &how)?;
    let written = permissions
        .map_or(Ok(()), |permissions| file.set_permissions(permissions))
        .and_then(|()| file.write_all(content))
        .and_then(|()| if is_synced { file.sync_all() } else { Ok(()) });
    if let Err(cause) = written {
        // Half a file is worse than none, because it would be read. If removing it fails, too, the first error is the
        // one to tell.
        drop(file);
        drop(dir.remove_file(name));
        return Err(cause);
    }
    Ok(file)
}

/// Writes the names in a folder to the disk: Unix does not do that when a file is synced.
#[cfg(unix)]
fn sync_folder(dir: &Dir) -> std::io::Result<()> {
    // `dir` is open only for reaching entries, and such a handle cannot be synced.
    dir.open(".")?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Dir) -> std::io::Result<()> {
    Ok(())
}
