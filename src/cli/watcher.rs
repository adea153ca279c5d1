//! Watcher: tells when files of a pack may have changed.
//!
//! It watches folders, not files, because many editors replace a file when they save it. What the
//! events say is not trusted: whoever is told reads the files again and compares their contents.

use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use notify_debouncer_full::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

/// So long nothing more must happen to a file before we look at it.
const SETTLED: Duration = Duration::from_millis(20);

/// Watches until it is dropped.
pub struct Watcher {
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
}

/// Calls `changed`, on a thread of its own, whenever something below `cards/` or `scripts/` changed.
///
/// # Errors
///
/// If the system cannot watch: mostly because it watches too many files already.
pub fn watch(root: &Path, changed: impl Fn() + Send + 'static) -> anyhow::Result<Watcher> {
    let told = move |result: DebounceEventResult| match result {
        // Reading is no change; and we read all files after every event.
        Ok(events) if events.iter().all(|e| e.kind.is_access()) => {}
        // After an error events may be lost: looking once more is always safe.
        _ => changed(),
    };
    let mut debouncer = new_debouncer(SETTLED, None, told).context("cannot watch for changes")?;
    for folder in ["cards", "scripts"].map(|top| root.join(top)) {
        // A folder behind a link is watched where it really is.
        if let Ok(folder) = folder.canonicalize() {
            debouncer
                .watch(&folder, RecursiveMode::Recursive)
                .with_context(|| format!("cannot watch {} for changes", folder.display()))?;
        }
    }
    Ok(Watcher { _debouncer: debouncer })
}
