//! Languages: the kinds of value under keys that a parser of the kernel reads: filters, amounts, conditions.

use crate::data::keys::{NAME, NUMBER, Shape, Told};

macro_rules! told {
    ($($(#[$doc:meta])+ $name:ident = $words:literal $(in $page:literal)? as $($kind:literal)+;)+) => { $(
        $(#[$doc])+
        pub(crate) const $name: Shape = Shape::Told(&Told {
            words: $words,
            page: told!(@page $($page)?),
            kinds: &[$($kind),+],
        });
    )+ };
    (@page) => { None };
    (@page $page:literal) => { Some($page) };
}

told! {
    /// Which objects are meant.
    FILTER = "a filter" in "filters.md#filters-of-objects" as "object" "string" "array" "integer" "boolean";
    /// A filter with how many of them.
    SELECTION = "a selection" in "filters.md#selections" as "object" "string";
    /// What must hold.
    CONDITION = "a condition" in "filters.md#conditions" as "object" "array" "boolean";
    /// A number from the state.
    AMOUNT = "an amount" in "filters.md#amounts" as "integer" "string" "object";
    /// A reference to something in the game.
    REFERENCE = "a reference" in "filters.md#references" as "string" "integer" "boolean" "array" "object";
    /// Seats in an order.
    SEATS = "players" in "manifest.md#flow" as "string" "object" "array";
    /// One seat.
    SEAT = "a player" as "string" "object" "array";
    /// Where something goes.
    PLACE = "a zone or a reference to a space" as "string" "object";
    /// Words for people with amounts in them.
    WORDS = "a text with amounts" as "string";
    /// Lua.
    SCRIPT = "Lua" in "scripts.md" as "string";
    /// Fields of an event with what stands in them.
    EVENT_FIELDS = "the fields of the event" as "object" "string" "array" "integer" "null";
    /// A cost, by kinds of pip.
    PIPS = "pips by kind" as "object";
    /// One pair.
    PAIR = "a pair of numbers" as "array";
    /// Kinds of ability and flags may be one or several.
    KINDS_OF_FIELD = "a kind of field, with `?` if it may be missing" as "string";
    /// The kind of a field of an event.
    KIND_OF_EVENT_FIELD = "a kind, with `?` if it may be nothing" as "string";
    /// Versions.
    VERSIONS = "a range of versions" as "string";
    /// Where a patch changes something.
    PATH = "a path of names" in "packs.md#patches" as "string";
    /// One item of a list of the manifest.
    ITEM = "the name or the number of an item" as "string" "integer";
}

/// Names of several things, or one of them.
pub(crate) const NAMES: Shape = Shape::Items(&NAME);

/// How many cards something has: a number, or an option that has one.
pub(crate) const COUNT: Shape = Shape::OneOf(&[NUMBER, OPTION]);

/// How many cards fit.
pub(crate) const CAPACITY: Shape = Shape::OneOf(&[Shape::Number(1, 65_535), OPTION]);

/// An option by its name.
const OPTION: Shape = Shape::Told(&Told { words: "`option.NAME`", page: None, kinds: &["string"] });

/// Pairs of numbers.
pub(crate) const PAIRS: Shape = Shape::Items(&PAIR);
