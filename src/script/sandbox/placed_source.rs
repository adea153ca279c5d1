//! Placed source: a text at its place in a file, so that errors tell the line and column of that file.

use std::sync::Arc;

use super::cache::{self, CacheKey, SourceKind};
use super::error::ScriptError;
use crate::error::Span;

/// A text at its place in a file, ready to be loaded.
pub struct PlacedSource {
    pub(super) chunk: Arc<str>,
    pub(super) text: String,
    pub(super) key: CacheKey,
    /// The line in the file in which the text starts.
    first_line: u32,
    /// The number of bytes of the prelude that stand before the text on its first line.
    before: usize,
    /// The number of locals that the prelude declares.
    pub(super) prelude_locals: usize,
    /// True for a file of the game: values that it makes live on in its functions.
    pub(super) is_file: bool,
    /// Globals whose contents change after loading.
    pub(super) changing: Arc<[String]>,
}

impl PlacedSource {
    /// A text at its place in a file, behind a prelude with this number of locals.
    pub(super) fn new(
        place: &Span,
        (prelude, prelude_locals): (&str, usize),
        source: &str,
        (nesting, is_prepared, is_traced): (usize, bool, bool),
    ) -> PlacedSource {
        let (first_line, column) = (place.line, place.column);
        let padding = first_line.saturating_sub(1) as usize;
        let mut text = "\n".repeat(padding.saturating_sub(1));
        text.push_str(prelude);
        text.push(if padding > 0 { '\n' } else { ' ' });
        text.extend(std::iter::repeat_n(' ', column.saturating_sub(1) as usize));
        text.push_str(source);
        let key =
            cache::key(SourceKind::Checked { nesting, prelude_locals, is_file: false, is_prepared, is_traced }, &text);
        let before = if padding > 0 { 0 } else { prelude.len() + 1 };
        PlacedSource {
            chunk: place.file.clone(),
            text,
            key,
            first_line,
            before,
            prelude_locals,
            is_file: false,
            changing: Arc::default(),
        }
    }

    /// The file of the text.
    pub(crate) fn file(&self) -> &str {
        &self.chunk
    }

    /// True if the text would load as the same function.
    pub fn is_same(&self, other: &PlacedSource) -> bool {
        self.key == other.key && self.chunk == other.chunk
    }

    /// The place without its text, which is not needed after loading.
    pub(crate) fn without_text(self) -> PlacedSource {
        PlacedSource { text: String::new(), ..self }
    }

    /// The source as a file of the game, whose functions live on: values made while it loads must not change. Globals
    /// of these names may still change.
    pub(crate) fn into_file(self, changing: &Arc<[String]>) -> PlacedSource {
        let text = format!("{} {}", changing.join(" "), self.text);
        let key = cache::key(self.key.0.into_file(), &text);
        PlacedSource { key, is_file: true, changing: changing.clone(), ..self }
    }

    /// The place in the file, without the text: for comparisons of places.
    pub(crate) fn place_in_file(&self) -> PlacedSource {
        PlacedSource { chunk: self.chunk.clone(), text: String::new(), changing: Arc::default(), ..*self }
    }

    /// The place in the file of a place of the text.
    pub(crate) fn span(&self, line: u32, column: u32) -> Span {
        let column = column.saturating_sub(if line == self.first_line { self.before as u32 } else { 0 });
        Span::new(self.chunk.clone(), line, column)
    }

    /// An error at a place of the text, told by its place in the file.
    pub(crate) fn error(&self, line: u32, column: u32, message: String) -> ScriptError {
        let Span { column, .. } = self.span(line, column);
        ScriptError { column, ..ScriptError::at(&self.chunk, line, message) }
    }
}
