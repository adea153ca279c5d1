//! Snapshot: pinned transcripts, in insta's format, beside their scenarios.

use std::path::{Path, PathBuf};

use crate::data::disk;

/// A longer snapshot is not read.
const MAX_SNAPSHOT: u64 = 16 << 20;

/// Where the snapshot of a scenario lies.
pub fn path_of(scenario: &Path) -> PathBuf {
    scenario.with_extension("snap")
}

/// The content of a snapshot file: what follows the second line of dashes.
pub fn read_snapshot(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---\n")?;
    let (_, content) = rest.split_once("\n---\n")?;
    Some(content.trim_end_matches('\n'))
}

/// A snapshot file with a content.
pub fn write_snapshot(title: &str, content: &str) -> String {
    format!(
        "---\nsource: tests/it/scenarios.rs\ndescription: {}\n---\n{}\n",
        quoted(title),
        content.trim_end_matches('\n')
    )
}

// As insta quotes it: only where YAML needs it.
fn quoted(text: &str) -> String {
    let plain = !text.contains([':', '#', '"', '\'', '{', '[', '&', '*', '!', '|', '>', '%', '@', '`']);
    if plain { text.to_string() } else { serde_json::Value::from(text).to_string() }
}

/// Compares a transcript with its snapshot, or writes it.
pub fn compare(scenario: &Path, title: &str, transcript: &str, accept: bool) -> Result<(), String> {
    let path = path_of(scenario);
    disk::file_or_nothing(&path).map_err(|e| e.to_string())?;
    let old = match path.exists() {
        true => Some(disk::text(&path, MAX_SNAPSHOT).map_err(|e| e.to_string())?),
        false => None,
    };
    let old = old.as_deref().and_then(read_snapshot);
    let new = transcript.trim_end_matches('\n');
    if old == Some(new) {
        return Ok(());
    }
    if accept {
        let text = write_snapshot(title, new);
        return disk::replace(&path, text.as_bytes(), false).map(drop).map_err(|e| e.to_string());
    }
    let Some(old) = old else {
        return Err(format!("there is no snapshot yet: `intermezzo accept {}` writes it", scenario.display()));
    };
    let diff = similar::TextDiff::from_lines(old, new);
    Err(format!("the transcript differs from its snapshot:\n{}", diff.unified_diff().context_radius(2)))
}
