//! Modification kinds: the ways in which numbers and words are changed.

/// The way in which a number is changed. Values are changed in this order, and bounded last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The number becomes this; the latest `set` counts.
    Set,
    /// The amount is added to the number.
    Add,
    /// The number is multiplied by the amount.
    Times,
    /// The number is at least the amount.
    Least,
    /// The number is at most the amount.
    Most,
}

/// The way in which words are changed. Those of a field are changed in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowWord {
    /// The words replace the printed ones; the latest `set` counts.
    Set,
    /// The word is added.
    Add,
    /// The word is removed.
    Without,
}
