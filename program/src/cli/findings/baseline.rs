//! Baseline: findings that were there before, kept in a file, so that only new ones count.
//!
//! A finding is known by its key, its file and the text of its line: it stays known when lines are added above it.

use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::cli::generated_files::GeneratedFile;
use intermezzo::data::disk::{self, Folder};
use intermezzo::error::{Problem, Problems, Severity};

/// The most bytes of a baseline.
const MAX_BASELINE: u64 = 4 << 20;

/// The kind of file: a baseline.
const BASELINE: GeneratedFile = GeneratedFile {
    what: "a baseline",
    is_one: |old| serde_json::from_slice::<Vec<KnownFinding>>(old).is_ok(),
    option: "--write-baseline",
};

/// A known finding.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct KnownFinding {
    key: String,
    file: String,
    /// The line of the finding, without the blanks around it.
    line: String,
}

fn known(problems: &Problems, problem: &Problem) -> KnownFinding {
    let line = problems.line(&problem.span).unwrap_or(&problem.message).trim();
    KnownFinding { key: problem.key.into(), file: problem.span.file.to_string(), line: line.into() }
}

/// Writes the findings into a baseline, and returns how many. Errors are left out, because with them nothing can be
/// played.
///
/// # Errors
///
/// A file that cannot be written, or an existing file that is no baseline.
pub fn write(problems: &Problems, path: &Path) -> anyhow::Result<usize> {
    let listed = problems.list().iter().filter(|p| p.severity != Severity::Error);
    let listed: Vec<KnownFinding> = listed.map(|p| known(problems, p)).collect();
    let (folder, name) = Folder::around(path)?;
    let text = serde_json::to_string_pretty(&listed).context("the baseline")? + "\n";
    BASELINE.write(&folder, &name, text.as_bytes())?;
    Ok(listed.len())
}

/// Removes the findings that stand in a baseline, and returns how many these are, and how many entries of the baseline
/// match no finding any more.
///
/// # Errors
///
/// A file that cannot be read, or is no baseline.
pub fn take_away(problems: &mut Problems, path: &Path) -> anyhow::Result<(usize, usize)> {
    let text = disk::text(path, MAX_BASELINE)?;
    let mut left: Vec<KnownFinding> = serde_json::from_str(&text)
        .with_context(|| format!("{}: this is no baseline: `check --write-baseline` writes one", path.display()))?;
    let before = problems.len();
    let all = problems.clone();
    problems.retain(|problem| {
        let at = left.iter().position(|k| problem.severity != Severity::Error && *k == known(&all, problem));
        at.map(|at| left.remove(at)).is_none()
    });
    Ok((before - problems.len(), left.len()))
}
