//! Namings: where a source names what it did not make itself, as the parser notes it.

use super::sandbox_calls::Sayings;

/// What a source says of what it did not make itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    pub namings: Vec<Naming>,
    pub sayings: Sayings,
}

/// A word of a source and its place, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub text: Box<str>,
    pub line: u32,
    pub column: u32,
}

/// A place where a script names what it did not make itself: `act.draw`, `me.hand`, `count`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Naming {
    pub name: Word,
    /// The member that follows it.
    pub member: Option<Word>,
    /// Whether it is one of the locals that every script is given; else it is a global.
    pub is_given: bool,
}
