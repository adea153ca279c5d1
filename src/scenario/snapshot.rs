//! Snapshot: pinned transcripts, in insta's format, beside their scenarios.

use std::path::PathBuf;

use super::found::Found;
use crate::error::Result;

/// A longer snapshot is not read.
const MAX_SNAPSHOT: u64 = 16 << 20;

/// The ending of its name; all else is the scenario's.
const ENDING: &str = "snap";

/// The snapshot of a scenario, if there is one.
///
/// # Errors
///
/// What cannot be read, or is no file.
pub(super) fn text_of(scenario: &Found) -> Result<Option<String>> {
    let (folder, below) = scenario.beside(ENDING);
    folder.text_if_there(&below, MAX_SNAPSHOT)
}

/// The content of a snapshot file: what follows the second line of dashes.
pub fn read_snapshot(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---\n")?;
    let (_, content) = rest.split_once("\n---\n")?;
    Some(content.trim_end_matches('\n'))
}

/// A snapshot file with a content.
pub fn write_snapshot(title: &str, content: &str) -> String {
    format!("---\nsource: intermezzo accept\ndescription: {}\n---\n{}\n", quoted(title), content.trim_end_matches('\n'))
}

// As insta quotes it: only where YAML needs it.
fn quoted(text: &str) -> String {
    let plain = !text.contains([':', '#', '"', '\'', '{', '[', '&', '*', '!', '|', '>', '%', '@', '`']);
    if plain { text.to_string() } else { serde_json::Value::from(text).to_string() }
}

/// Compares a transcript with its snapshot, or writes it; what was written.
pub fn compare(scenario: &Found, title: &str, transcript: &str, accept: bool) -> Result<Option<PathBuf>, String> {
    let old = text_of(scenario).map_err(|e| e.to_string())?;
    let old = old.as_deref().and_then(read_snapshot);
    let new = transcript.trim_end_matches('\n');
    if old == Some(new) {
        return Ok(None);
    }
    if accept {
        let text = write_snapshot(title, new);
        let (folder, below) = scenario.beside(ENDING);
        folder.replace(&below, text.as_bytes(), false).map_err(|e| e.to_string())?;
        return Ok(Some(folder.path(&below)));
    }
    let Some(old) = old else {
        return Err(format!("there is no snapshot yet: `intermezzo accept {}` writes it", scenario.path().display()));
    };
    let diff = similar::TextDiff::from_lines(old, new);
    Err(format!("the transcript differs from its snapshot:\n{}", diff.unified_diff().context_radius(2)))
}
