//! How: the ways in which numbers and words are changed.

/// The way in which a number is changed. Values are changed in this order, and bounded last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It is that; of several that say so the last to have come.
    Set,
    /// That is added.
    Add,
    /// It is multiplied.
    Times,
    /// It is not less.
    Least,
    /// It is not more.
    Most,
}

/// The way in which words are changed. Those of a field are changed in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowWord {
    /// It stands in place of those that are printed; of several that say so the last to have come.
    Set,
    /// It is there, too.
    Add,
    /// It is not there.
    Without,
}
