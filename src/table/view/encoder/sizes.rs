//! Sizes: how much of everything a row has columns for.

use std::collections::BTreeMap;

/// The rows of one kind of record: how many records have a row, and how many values each field has there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordRows {
    pub rows: usize,
    pub items: Vec<usize>,
}

/// The numbers of things for which the rows of an encoder have columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EncoderSizes {
    /// The number of cards of each kind of zone, in the order of the outline.
    pub zones: Vec<usize>,
    pub(super) words: Vec<usize>,
    pub(super) records: Vec<RecordRows>,
    pub(super) changes: usize,
    pub(super) uses: usize,
    pub(super) targets: usize,
    /// The greatest numbers that were seen, by the last part of the columns' names.
    pub(super) greatest: BTreeMap<String, f32>,
}

/// The part of a name behind its last point.
pub fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
