//! Watch: files of one's own that change while their games are played.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use intermezzo::Files;
use intermezzo::error::Result;

use crate::Hall;

/// Between two looks: shorter than anybody needs to come from an editor to the table.
const PAUSE: Duration = Duration::from_millis(300);
/// So deep lie files of games, and so many there may be: a folder that is no folder of games is not looked through.
const DEEPEST: usize = 6;
const MOST: usize = 20_000;

/// Reads all files anew.
pub type Reread = Arc<dyn Fn() -> Result<Files> + Send + Sync>;

/// Looks at folders with cards and scripts, and hands the files to a hall when one of them changed, as long as there is the hall.
///
/// # Errors
///
/// A thread that does not start.
pub fn watch(folders: Vec<PathBuf>, reread: Reread, hall: &Arc<Hall>) -> std::io::Result<()> {
    let hall = Arc::downgrade(hall);
    let before = stamp(&folders);
    std::thread::Builder::new().name("files".into()).spawn(move || look(&folders, &reread, &hall, before)).map(drop)
}

fn look(folders: &[PathBuf], reread: &Reread, hall: &Weak<Hall>, mut before: Stamp) {
    loop {
        std::thread::sleep(PAUSE);
        let Some(hall) = hall.upgrade() else { return };
        let now = stamp(folders);
        if now == before {
            continue;
        }
        // A file that is half written is looked at again when it is whole: that is another stamp.
        before = now;
        match reread() {
            Ok(files) => hall.reload(files),
            Err(error) => hall.cannot_reload(&error.to_string()),
        }
    }
}

/// What tells a folder from itself after a change: how many files, how long together, and when the last was written.
type Stamp = (usize, u64, Option<SystemTime>);

fn stamp(folders: &[PathBuf]) -> Stamp {
    let mut stamp = (0, 0, None);
    for folder in folders {
        add(folder, 0, &mut stamp);
    }
    stamp
}

fn add(folder: &Path, depth: usize, stamp: &mut Stamp) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        // Of links nothing is read, so nothing is looked at.
        let Ok(about) = entry.metadata() else { continue };
        // Nor of what is hidden, as the history of the folder.
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
