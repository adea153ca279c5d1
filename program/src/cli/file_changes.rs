//! File changes: reports possible changes of a pack's files.
//!
//! It looks at folders, not files, because many editors replace a file when they save it. Events are only a
//! hint: the receiver reads the files again and compares their contents.
//!
//! A folder may be created later, or disappear and return, as when a branch is changed. Then the nearest existing
//! folder above it is watched, and all is watched anew when it returns.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use anyhow::Context as _;
use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher as _};

/// The time without further events after which a change is reported: saving a file takes several steps.
const SETTLED: Duration = Duration::from_millis(20);

/// A running watch: while this value lives, changes are reported; dropping it ends them.
pub struct FileChanges {
    system: Arc<Mutex<Option<RecommendedWatcher>>>,
}

impl Drop for FileChanges {
    fn drop(&mut self) {
        // Dropping the system's watcher drops the sender in it, which ends the thread that waits for events.
        self.system.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Calls `changed`, on a thread of its own, whenever something in these folders changed, or one of them came or went.
///
/// # Errors
///
/// If the system cannot watch: mostly because it watches too many files already.
pub fn on_change(folders: &[PathBuf], changed: impl Fn() + Send + 'static) -> anyhow::Result<FileChanges> {
    let folders: Arc<[PathBuf]> = folders.iter().map(|folder| whole(folder)).collect();
    let (tell, told) = mpsc::channel();
    let (is_moved, of_events) = (Arc::new(AtomicBool::new(false)), folders.clone());
    let moved = is_moved.clone();
    let seen = move |event: notify::Result<Event>| {
        // After an error events may be lost, so it counts as a change.
        let (is_change, moves) = event.map_or((true, true), |event| matters(&event, &of_events));
        if moves {
            moved.store(true, Ordering::SeqCst);
        }
        if is_change || moves {
            // If the receiving thread has ended, nobody wants reports any more.
            let _ = tell.send(());
        }
    };
    // Links are not followed: the readers of games follow none, and they may lead to the whole disk.
    let config = Config::default().with_follow_symlinks(false);
    let mut system = RecommendedWatcher::new(seen, config).context("cannot watch for changes")?;
    begin(&mut system, &folders)?;
    let system = Arc::new(Mutex::new(Some(system)));
    let watched = system.clone();
    std::thread::spawn(move || {
        while told.recv().is_ok() {
            while told.recv_timeout(SETTLED).is_ok() {}
            if is_moved.swap(false, Ordering::SeqCst)
                && let Some(system) = watched.lock().unwrap_or_else(PoisonError::into_inner).as_mut()
            {
                // If the folders cannot be watched any more, this change is still reported.
                drop(begin(system, &folders));
            }
            changed();
        }
    });
    Ok(FileChanges { system })
}

/// The absolute path of a folder, with links resolved. The folder need not exist.
fn whole(folder: &Path) -> PathBuf {
    // The folder of a bare file name is empty: the current folder is meant.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let full = std::path::absolute(folder).unwrap_or_else(|_| folder.into());
    let there = full.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    there.map_or(full.clone(), |(above, real)| match full.strip_prefix(above) {
        Ok(below) if !below.as_os_str().is_empty() => real.join(below),
        _ => real,
    })
}

/// Watches the existing folders with all their levels; and above each folder the nearest existing one, to see it come
/// or go.
fn begin(system: &mut RecommendedWatcher, folders: &[PathBuf]) -> anyhow::Result<()> {
    let there: Vec<&PathBuf> = folders.iter().filter(|folder| folder.is_dir()).collect();
    let mut watch = |folder: &Path, how| {
        // A folder that was removed and created again must be watched anew.
        let _ = system.unwatch(folder);
        let told = || format!("cannot watch {} for changes", folder.display());
        system.watch(folder, how).with_context(told)
    };
    for folder in &there {
        watch(folder, RecursiveMode::Recursive)?;
    }
    let mut above: Vec<&Path> = folders.iter().filter_map(|f| f.ancestors().skip(1).find(|dir| dir.is_dir())).collect();
    above.sort();
    above.dedup();
    // A folder in one that is watched with all its levels needs no watch of its own.
    above.retain(|dir| !there.iter().any(|folder| dir.starts_with(folder)));
    above.into_iter().try_for_each(|dir| watch(dir, RecursiveMode::NonRecursive))
}

/// Two answers about an event of the system: may a file in the folders have changed, and may one of the folders have
/// been created or removed?
fn matters(event: &Event, folders: &[PathBuf]) -> (bool, bool) {
    // Reading a file changes nothing.
    if event.kind.is_access() {
        return (false, false);
    }
    let is_in = |path: &PathBuf| folders.iter().any(|folder| path.starts_with(folder));
    let is_above = |path: &PathBuf| folders.iter().any(|folder| folder.starts_with(path));
    (event.paths.is_empty() || event.paths.iter().any(is_in), event.paths.iter().any(is_above))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits for the report of a change. True: one came; further reports of it are taken, too.
    fn hears(told: &mpsc::Receiver<()>) -> bool {
        let is_told = told.recv_timeout(Duration::from_secs(20)).is_ok();
        while told.recv_timeout(SETTLED * 5).is_ok() {}
        is_told
    }

    #[test]
    fn a_folder_that_comes_later_or_comes_back_is_watched() {
        let root = std::env::temp_dir().join(format!("intermezzo-watcher-back-{}", std::process::id()));
        std::fs::create_dir_all(root.join("cards")).unwrap();
        let scripts = root.join("scripts");
        let (tell, told) = mpsc::channel();
        let _watcher = on_change(&[root.join("cards"), scripts.clone()], move || tell.send(()).unwrap_or(())).unwrap();
        std::fs::write(root.join("notes.txt"), "of nobody").unwrap();
        assert!(told.recv_timeout(SETTLED * 5).is_err(), "what lies beside the folders is no change");
        for _ in 0..2 {
            std::fs::create_dir_all(scripts.join("some_game")).unwrap();
            assert!(hears(&told), "it came");
            std::fs::write(scripts.join("some_game/a.lua"), "x").unwrap();
            assert!(hears(&told), "a file in it is new");
            std::fs::remove_dir_all(&scripts).unwrap();
            assert!(hears(&told), "it went");
        }
        // A folder is also noticed if the folder above it does not exist yet either.
        let deep = root.join("tests/scenarios");
        let (tell, told) = mpsc::channel();
        let _watcher = on_change(std::slice::from_ref(&deep), move || tell.send(()).unwrap_or(())).unwrap();
        std::fs::create_dir(root.join("tests")).unwrap();
        assert!(hears(&told));
        std::fs::create_dir(&deep).unwrap();
        assert!(hears(&told));
        std::fs::write(deep.join("a.yaml"), "x").unwrap();
        assert!(hears(&told), "a file in it is new");
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_saved_file_is_told_once_and_a_read_one_never() {
        let root = std::env::temp_dir().join(format!("intermezzo-watcher-{}", std::process::id()));
        let cards = root.join("cards/some_game");
        std::fs::create_dir_all(&cards).unwrap();
        let file = cards.join("card.yaml");
        std::fs::write(&file, "before").unwrap();
        let (tell, told) = mpsc::channel();
        let watcher = on_change(std::slice::from_ref(&cards), move || tell.send(()).unwrap_or(())).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "before");
        assert!(told.recv_timeout(SETTLED * 5).is_err(), "reading is no change");
        // An editor saves like this: it writes a file beside, and puts it in the place of the old one.
        let beside = cards.join("card.tmp");
        std::fs::write(&beside, "after").unwrap();
        std::fs::rename(&beside, &file).unwrap();
        assert!(told.recv_timeout(Duration::from_secs(20)).is_ok(), "a change is told");
        drop(watcher);
        // When the watcher ends, its thread ends, and the sender with it.
        while told.recv_timeout(Duration::from_secs(20)).is_ok() {}
        assert!(matches!(told.try_recv(), Err(mpsc::TryRecvError::Disconnected)));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
