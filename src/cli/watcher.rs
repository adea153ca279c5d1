//! Watcher: tells when files of a pack may have changed.
//!
//! It watches folders, not files, because many editors replace a file when they save it. What the
//! events say is not trusted: whoever is told reads the files again and compares their contents.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use anyhow::Context as _;
use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher as _};

/// So long nothing more must happen before we look: saving a file takes several steps.
const SETTLED: Duration = Duration::from_millis(20);

/// Watches until it is dropped.
pub struct Watcher {
    _watcher: RecommendedWatcher,
}

/// Calls `changed`, on a thread of its own, whenever something in these folders changed.
///
/// # Errors
///
/// If the system cannot watch: mostly because it watches too many files already.
pub fn watch(folders: &[PathBuf], changed: impl Fn() + Send + 'static) -> anyhow::Result<Watcher> {
    let (tell, told) = mpsc::channel();
    let seen = move |event: notify::Result<Event>| {
        // Reading is no change. After an error events may be lost: looking once more is always safe.
        if event.map_or(true, |event| !event.kind.is_access()) {
            // If nobody listens any more the program is about to end.
            let _ = tell.send(());
        }
    };
    // What a link leads to is not read either, and may be all that the machine has.
    let config = Config::default().with_follow_symlinks(false);
    let mut watcher = RecommendedWatcher::new(seen, config).context("cannot watch for changes")?;
    for folder in folders {
        // A folder behind a link is watched where it really is.
        if let Ok(folder) = folder.canonicalize() {
            watcher
                .watch(&folder, RecursiveMode::Recursive)
                .with_context(|| format!("cannot watch {} for changes", folder.display()))?;
        }
    }
    std::thread::spawn(move || {
        while told.recv().is_ok() {
            while told.recv_timeout(SETTLED).is_ok() {}
            changed();
        }
    });
    Ok(Watcher { _watcher: watcher })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_is_told_once_and_a_read_one_never() {
        let root = std::env::temp_dir().join(format!("intermezzo-watcher-{}", std::process::id()));
        let cards = root.join("cards/some_game");
        std::fs::create_dir_all(&cards).unwrap();
        let file = cards.join("card.yaml");
        std::fs::write(&file, "before").unwrap();
        let (tell, told) = mpsc::channel();
        let watcher = watch(std::slice::from_ref(&cards), move || tell.send(()).unwrap_or(())).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "before");
        assert!(told.recv_timeout(SETTLED * 5).is_err(), "reading is no change");
        // As an editor does it: written beside, and put in its place.
        let beside = cards.join("card.tmp");
        std::fs::write(&beside, "after").unwrap();
        std::fs::rename(&beside, &file).unwrap();
        assert!(told.recv_timeout(Duration::from_secs(20)).is_ok(), "a change is told");
        drop(watcher);
        // With the watcher its thread ends, and with that who tells.
        while told.recv_timeout(Duration::from_secs(20)).is_ok() {}
        assert!(matches!(told.try_recv(), Err(mpsc::TryRecvError::Disconnected)));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
