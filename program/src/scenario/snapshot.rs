//! Snapshot: pinned transcripts, in insta's format, beside their scenarios.

use std::path::PathBuf;

use super::scenario_files::ScenarioFile;
use intermezzo::error::{Error, Result};

/// The most bytes of a snapshot.
const MAX_SNAPSHOT: u64 = 16 << 20;

/// The ending of the snapshot's name; the rest is the name of the scenario.
const ENDING: &str = "snap";

/// Reads the snapshot of a scenario, if its file exists.
///
/// # Errors
///
/// A file that cannot be read, or is no snapshot.
pub(super) fn pinned(scenario: &ScenarioFile) -> Result<Option<String>> {
    let (folder, below) = scenario.beside(ENDING);
    let Some(bytes) = folder.bytes_if_there(&below, MAX_SNAPSHOT)? else { return Ok(None) };
    let wrong = |why: &str| {
        let message = format!("{}: this is no snapshot: {why}", folder.path(&below).display());
        Error::usage(message).help(format!("`intermezzo accept {}` writes it anew", scenario.path().display()))
    };
    if bytes.is_empty() {
        return Err(wrong("the file is empty"));
    }
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is no text in UTF-8"))?;
    // Git may have checked the file out with `\r\n` at the ends of its lines.
    match content_of(&text.replace("\r\n", "\n")) {
        Some(content) => Ok(Some(content.into())),
        None => Err(wrong("it does not begin with two lines `---` and what stands between them")),
    }
}

/// The content of a snapshot file: the text after the second line of dashes.
fn content_of(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---\n")?;
    let (_, content) = rest.split_once("\n---\n")?;
    Some(content.trim_end_matches('\n'))
}

/// A snapshot file with a content.
pub fn write_snapshot(title: &str, content: &str) -> String {
    format!("---\nsource: intermezzo accept\ndescription: {}\n---\n{}\n", quoted(title), content.trim_end_matches('\n'))
}

// A text with quotes only where YAML needs them, as insta writes it.
fn quoted(text: &str) -> String {
    let plain = !text.contains([':', '#', '"', '\'', '{', '[', '&', '*', '!', '|', '>', '%', '@', '`']);
    if plain { text.to_string() } else { serde_json::Value::from(text).to_string() }
}

/// Compares a transcript with its snapshot, or writes the snapshot; returns the file that was written.
pub fn compare(
    scenario: &ScenarioFile,
    title: &str,
    transcript: &str,
    accept: bool,
) -> Result<Option<PathBuf>, String> {
    let old = match pinned(scenario) {
        // A file that is no snapshot is replaced.
        Err(_) if accept => None,
        old => old.map_err(|error| error.to_string())?,
    };
    let new = transcript.trim_end_matches('\n');
    if old.as_deref() == Some(new) {
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
    let diff = similar::TextDiff::from_lines(old.as_str(), new);
    Err(format!("the transcript differs from its snapshot:\n{}", diff.unified_diff().context_radius(2)))
}
