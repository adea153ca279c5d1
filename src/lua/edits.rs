//! Edits: changes that the parser makes to a source before compilation.

use std::borrow::Cow;

/// The order of edits at one place: closing ones come before opening ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EditSide {
    Close,
    Between,
    Open,
    /// Replaces text; it comes behind the edits that insert something at its place.
    Last,
}

/// A replacement of `removed` bytes at byte `at`.
pub(super) struct SourceEdit {
    pub at: usize,
    pub removed: usize,
    pub side: EditSide,
    pub text: Cow<'static, str>,
    /// The table to which the edit belongs, by its first byte, and the fuel that the table costs; of several edits of a
    /// table only the first has the fuel.
    pub table: Option<(usize, i64)>,
}

/// A source with the edits made.
pub(super) fn apply(source: &str, edits: Vec<SourceEdit>) -> String {
    // Inner constructs are noted before outer ones, so of two that open at one place the later is the outer.
    let mut order: Vec<(usize, SourceEdit)> = edits.into_iter().enumerate().collect();
    let key =
        |(i, e): &(usize, SourceEdit)| (e.at, e.side, if e.side == EditSide::Open { -(*i as i64) } else { *i as i64 });
    order.sort_by_key(key);
    let mut text = String::with_capacity(source.len() + 16 * order.len());
    let mut from = 0;
    for (_, edit) in order {
        text.push_str(&source[from..edit.at]);
        text.push_str(&edit.text);
        from = edit.at + edit.removed;
    }
    text.push_str(&source[from..]);
    text
}
