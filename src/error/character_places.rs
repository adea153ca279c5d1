//! Character places: where in a file each character of a text stands, if the text was read in another form than it is
//! written there.
//!
//! YAML folds lines, cuts indentation off and reads escapes. The result consists of pieces that are in the file as they
//! are: of `"a\tb⏎  c"`, read as `a<tab>b c`, the pieces are `a`, the tab, `b`, the blank and `c`.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The pieces of a text in their order; empty if the whole text stands on one line unchanged.
///
/// Two values always count as equal, so that the pieces play no part where [`Span`](super::Span)s are compared;
/// `is_laid_out_as` compares them.
#[derive(Clone, Debug, Default)]
pub struct TextPlaces(Option<Arc<[LinePiece]>>);

/// A part of a text that stands on one line of the file unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinePiece {
    /// The number of characters of the text before this part.
    pub before: u32,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl TextPlaces {
    /// The places of a text that consists of these pieces. The first piece must begin where the text does; a single
    /// piece is not kept.
    pub(crate) fn of(pieces: Vec<LinePiece>) -> TextPlaces {
        TextPlaces((pieces.len() > 1).then(|| pieces.into()))
    }

    /// True if the text is made of several pieces.
    pub(super) fn is_in_pieces(&self) -> bool {
        self.0.is_some()
    }

    /// True if the pieces of two texts stand in the same places.
    pub(crate) fn is_laid_out_as(&self, other: &TextPlaces) -> bool {
        self.0 == other.0
    }

    /// Line and column of the character behind `chars` others, in a text that begins at the given line and column.
    pub(super) fn behind(&self, (line, column): (u32, u32), chars: u32) -> (u32, u32) {
        let whole = LinePiece { before: 0, line, column };
        let pieces = self.0.as_deref().unwrap_or_default();
        let piece = pieces.partition_point(|piece| piece.before <= chars).checked_sub(1).map_or(whole, |at| pieces[at]);
        (piece.line, piece.column.saturating_add(chars - piece.before))
    }
}

impl PartialEq for TextPlaces {
    fn eq(&self, _: &TextPlaces) -> bool {
        true
    }
}

impl Eq for TextPlaces {}

impl Hash for TextPlaces {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
