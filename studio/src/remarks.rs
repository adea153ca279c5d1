//! Remarks: what people write about moments of a game, for who looks at it again.

use intermezzo::error::Refusal;
use serde::{Deserialize, Serialize};

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// After so many answers.
    pub at: usize,
    /// Who wrote it.
    pub name: String,
    /// What.
    pub text: String,
}

/// A remark has so many letters at most.
const LONGEST: usize = 600;
/// A table has so many at most: who holds a seat could fill the disk with them.
pub const MOST: usize = 400;

/// The text of a remark.
///
/// # Errors
///
/// A text without letters, or with too many.
pub fn text_of(text: &str) -> Result<String, Refusal> {
    let text: String = text.trim().chars().filter(|c| !c.is_control() || *c == '\n').collect();
    match text.chars().count() {
        0 => Err(Refusal::new("no_text", "a note has letters")),
        n if n > LONGEST => Err(Refusal::new("text_too_long", format!("a note has {LONGEST} letters at most"))),
        _ => Ok(text),
    }
}
