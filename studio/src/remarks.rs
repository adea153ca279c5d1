//! Remarks: players' notes about moments of a game, shown when it is replayed.

use intermezzo::error::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remark {
    /// The number of answers before the moment.
    pub at: usize,
    /// The name of the writer.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The most characters of a remark.
const LONGEST: usize = 600;
/// The most remarks of a table, so that the holder of a seat cannot fill the disk.
pub const MOST: usize = 400;

/// A text without surrounding spaces and without control characters; line feeds stay.
///
/// # Errors
///
/// An empty text, or a longer one than allowed.
pub fn text_of(text: &str) -> Result<String, Refusal> {
    let text: String = text.trim().chars().filter(|c| !c.is_control() || *c == '\n').collect();
    match text.chars().count() {
        0 => Err(Refusal::new("no_text", "a note has letters")),
        n if n > LONGEST => Err(Refusal::new("text_too_long", format!("a note has {LONGEST} letters at most"))),
        _ => Ok(text),
    }
}
