//! Pages: words of the language, with which this crate's own tests compare the pages of `docs/`.

use super::parser;

/// What a reference begins with in every game.
pub fn heads() -> Vec<&'static str> {
    parser::HEADS.to_vec()
}
