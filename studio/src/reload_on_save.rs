//! Reload on save: reloading of games whose files are edited while they are played.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use intermezzo::Files;
use intermezzo::error::Result;

use crate::Hall;

/// The pause between two looks at the folders: nobody gets from an editor to the table in less.
const PAUSE: Duration = Duration::from_millis(300);
/// The depth and the number of files up to which a folder is watched. A larger one, such as a home folder, is no folder
/// of games.
const DEEPEST: usize = 6;
const MOST: usize = 20_000;

/// A function that reads all files again.
pub type Reread = Arc<dyn Fn() -> Result<Files> + Send + Sync>;

/// Watches folders with cards and scripts, and passes changed files to the hall, until the hall is dropped.
///
/// # Errors
///
/// A thread that cannot be started.
pub fn reload_on_save(folders: Vec<PathBuf>, reread: Reread, hall: &Arc<Hall>) -> std::io::Result<()> {
    let hall = Arc::downgrade(hall);
    let before = stamp(&folders);
    std::thread::Builder::new().name("files".into()).spawn(move || look(&folders, &reread, &hall, before)).map(drop)
}

fn look(folders: &[PathBuf], reread: &Reread, hall: &Weak<Hall>, mut before: FolderStamp) {
    loop {
        std::thread::sleep(PAUSE);
        let Some(hall) = hall.upgrade() else { return };
        let now = stamp(folders);
        if now == before {
            continue;
        }
        // A half-written file has another stamp when it is complete, so it is read again then.
        before = now;
        match reread() {
            Ok(files) => hall.reload(files),
            Err(error) => hall.cannot_reload(&error.to_string()),
        }
    }
}

/// A stamp of a folder that changes with its files: their number, total length, and last time of change.
type FolderStamp = (usize, u64, Option<SystemTime>);

fn stamp(folders: &[PathBuf]) -> FolderStamp {
    let mut stamp = (0, 0, None);
    for folder in folders {
        add(folder, 0, &mut stamp);
    }
    stamp
}

fn add(folder: &Path, depth: usize, stamp: &mut FolderStamp) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        // The loader does not follow links.
        let Ok(about) = entry.metadata() else { continue };
        // Hidden files, such as the history of the folder, are not read by the loader.
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if about.is_dir() && depth < DEEPEST {
            add(&entry.path(), depth + 1, stamp);
        } else if about.is_file() && stamp.0 < MOST {
            stamp.0 += 1;
            stamp.1 = stamp.1.wrapping_add(about.len());
            stamp.2 = stamp.2.max(about.modified().ok());
        }
    }
}
