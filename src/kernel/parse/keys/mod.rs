//! Keys: what may stand in the language of filters, selections, conditions and amounts, each key declared once.
//!
//! The parsers match on the enums that come from the declarations, so a key that they read and that is not declared does
//! not compile, and neither does a declared key that they do not read. Values that a parser of the language reads are
//! declared here, too, for the sections of manifests and cards in which they stand.

mod filters;
mod selections;
mod states;

use crate::data::keys::{Each, Shape, Syntax};

pub use filters::*;
pub use selections::*;
pub use states::*;

/// Every key that a filter or a selection has in every game.
pub(crate) fn of_filters() -> impl Iterator<Item = &'static str> + Clone {
    let of_objects = AnyKey::names().chain(CardKey::names()).chain(SpaceKey::names());
    let of_objects = of_objects.chain(UseKey::names()).chain(RecordKey::names());
    of_objects.chain(SourceKey::names()).chain(SelectionKey::names()).chain(SetKey::names())
}

/// Something that a parser of the language reads: its words, its page, its kinds of values; what its maps are, and whether
/// a list holds several of it.
macro_rules! syntaxes {
    ($($(#[$doc:meta])+ $name:ident = $words:literal $(in $page:literal)? as $($kind:literal)+
        $(, a map is $($($key:literal =>)? $map:ident)|+)? $(, a list is $nests:ident)?;)+) => { $(
        $(#[$doc])+
        // The shape is a static, because its sections may contain the shape itself.
        pub static $name: Shape = {
            static SYNTAX: Syntax = Syntax {
                words: $words,
                page: syntaxes!(@page $($page)?),
                kinds: &[$($kind),+],
                maps: &[$($((syntaxes!(@key $($key)?), &$map)),+)?],
                nests: syntaxes!(@nests $($nests)?),
            };
            Shape::Syntax(&SYNTAX)
        };
    )+ };
    (@page) => { None };
    (@page $page:literal) => { Some($page) };
    (@key) => { "" };
    (@key $key:literal) => { $key };
    (@nests) => { false };
    (@nests several) => { true };
}

syntaxes! {
    /// A filter of objects whose kind the other keys say.
    FILTER = "a filter" in "filters.md#filters-of-objects" as "object" "string" "array" "integer" "boolean",
        a map is ANY_OBJECT;
    /// The cards that match.
    FILTER_OF_CARDS = "a filter of cards" in "filters.md#cards" as "object" "string" "array", a map is CARDS;
    /// The spaces that match.
    FILTER_OF_SPACES = "a filter of spaces" in "filters.md#spaces" as "object" "string" "array", a map is SPACES;
    /// The players that match.
    FILTER_OF_PLAYERS = "a filter of players" in "filters.md#players" as "object" "string", a map is PLAYERS;
    /// The uses that match.
    FILTER_OF_USES = "a filter of uses" in "filters.md#uses" as "object" "string" "array", a map is USES;
    /// The records that match.
    FILTER_OF_RECORDS = "a filter of records" in "filters.md#records" as "object" "string" "array", a map is RECORDS;
    /// A filter with the number of objects.
    SELECTION = "a selection" in "filters.md#selections" as "object" "string",
        a map is "spaces" => OF_SPACES | "record" => OF_RECORDS | "player" => OF_PLAYERS | OF_CARDS;
    /// The condition that must hold.
    CONDITION = "a condition" in "filters.md#conditions" as "object" "array" "boolean" "string",
        a map is CONDITION_KEYS, a list is several;
    /// A number from the state.
    AMOUNT = "an amount" in "filters.md#amounts" as "integer" "string" "object",
        a map is "count" => COUNT | "sum" => SUM | "most" => MOST | "least" => LEAST | "distinct" => DISTINCT_WORDS | "distance" => STEPS | "if" => EITHER | "at" => TABLE | GROUPS;
    /// A number with how it compares.
    COMPARISON = "a comparison" in "filters.md#amounts" as "integer" "boolean" "string" "object",
        a map is "count" => COUNT | "sum" => SUM | "most" => MOST | "least" => LEAST | "distinct" => DISTINCT_WORDS | "distance" => STEPS | "if" => EITHER | "at" => TABLE | GROUPS;
    /// The number of chosen objects.
    NUMBERS = "a number, or a range of numbers" as "integer" "string";
    /// A reference to something in the game.
    REFERENCE = "a reference" in "filters.md#references" as "string" "integer" "boolean" "array" "object";
    /// The destination of a card.
    PLACE = "a zone, a space of it, or a reference to a space" in "manifest.md#places" as "string" "object", a map is SPACE_OF_A_ZONE;
    /// A seat.
    SEAT = "a player" as "string" "object" "array";
    /// The objects that a space lies near to.
    NEAR_TO = "what it is near to" in "filters.md#spaces-of-boards" as "object" "string" "array", a map is "space" => NEAR | OF_CARDS;
    /// What steps of a distance follow.
    NAME_OR_ENDS = "a field of words or a way" in "filters.md#amounts" as "string" "object", a map is WAY;
    /// The distance of a space to other objects.
    DISTANCE_TO = "a distance" in "filters.md#spaces-of-boards" as "object" "string" "array", a map is "from" => DISTANCE | "space" => NEAR | OF_CARDS;
}

/// Comparisons of which one must hold.
static COMPARISONS: Shape = Shape::Items(&COMPARISON);
