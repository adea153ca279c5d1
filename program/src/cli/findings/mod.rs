//! Findings: prepares findings to be printed: drops ignored and accepted ones, and names files by paths from the
//! current folder.

pub mod baseline;
pub mod formats;
mod ignored;
mod paths;
pub mod scenarios;

use intermezzo::data::Span;
use intermezzo::error::{Error, ErrorKind, Problems, one_line};

pub use ignored::without_ignored;
pub use paths::{PathBase, from_here, short, with_local_paths};

/// The error of reading a file as a finding, which is reported like other findings.
pub fn unreadable(error: &Error) -> Problems {
    let mut problems = Problems::new();
    let (span, message) = match error.kind() {
        ErrorKind::Io { path, cause } => {
            let path = path.strip_prefix(".").unwrap_or(path);
            (Span::file(one_line(&path.display().to_string())), cause.to_string())
        }
        _ => (Span::none(), error.to_string()),
    };
    let problem = problems.error("unreadable", &span, message);
    if let Some(help) = error.helped() {
        problem.help(help);
    }
    problems
}
