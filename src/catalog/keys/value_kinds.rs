//! Value kinds: the kinds of value under keys that a parser of the kernel reads: filters, amounts, conditions.

use crate::data::keys::{NAME, Shape, Syntax};

pub use crate::kernel::parse::keys::{
    AMOUNT, CONDITION, FILTER, FILTER_OF_CARDS, FILTER_OF_PLAYERS, FILTER_OF_USES, NEED, NUMBERS, PLACE, REFERENCE,
    SEAT, SELECTION, SET, WORDS,
};

macro_rules! syntaxes {
    ($($(#[$doc:meta])+ $name:ident = $words:literal $(in $page:literal)? as $($kind:literal)+;)+) => { $(
        $(#[$doc])+
        pub const $name: Shape = Shape::Syntax(&Syntax {
            words: $words,
            page: syntaxes!(@page $($page)?),
            kinds: &[$($kind),+],
            maps: &[],
            nests: false,
        });
    )+ };
    (@page) => { None };
    (@page $page:literal) => { Some($page) };
}

syntaxes! {
    /// Seats in an order.
    SEATS = "players" in "manifest.md#flow" as "string" "object" "array";
    /// Lua.
    SCRIPT = "Lua" in "scripts.md" as "string";
    /// Fields of an event, with their values.
    EVENT_FIELDS = "the fields of the event" as "object" "string" "array" "integer" "null";
    /// A cost, by kinds of pip.
    PIPS = "pips by kind" as "object";
    /// A pair of numbers.
    PAIR = "a pair of numbers" as "array";
    /// Kinds of ability and flags may be one or several.
    KINDS_OF_FIELD = "a kind of field, with `?` if it may be missing" as "string";
    /// The kind of a field of an event.
    KIND_OF_EVENT_FIELD = "a kind, with `?` if it may be nothing" as "string";
    /// Versions.
    VERSIONS = "a range of versions" as "string";
    /// The place that a patch changes.
    PATH = "a path of names" in "packs.md#patches" as "string";
    /// An item of a list of the manifest.
    ITEM = "the name or the number of an item" as "string" "integer";
}

/// Names of several things, or a single name.
pub(crate) const NAMES: Shape = Shape::Items(&NAME);

/// The most cards of a list of a deck: more are no deck.
pub(crate) const LONGEST: i64 = 1000;

/// The number of cards in a list of a deck: a number, or an option that has one.
pub(crate) const COUNT: Shape = Shape::OneOf(&[Shape::Number(0, LONGEST), OPTION]);

/// The number of cards that fit.
pub(crate) const CAPACITY: Shape = Shape::OneOf(&[Shape::Number(1, 65_535), OPTION]);

/// An option by its name.
const OPTION: Shape = Shape::Syntax(&Syntax::plain("`option.NAME`", &["string"]));

/// Pairs of numbers.
pub(crate) const PAIRS: Shape = Shape::Items(&PAIR);
