//! Doc checks: words of the language, with which this crate's own tests compare the pages of `docs/`.

use super::parser;

/// The words with which references can begin.
pub fn heads() -> Vec<&'static str> {
    parser::HEADS.to_vec()
}
