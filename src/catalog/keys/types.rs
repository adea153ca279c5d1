//! Types: the keys of card types, of words and statuses, of numbers, and of what records hold.

use super::value_kinds::*;
use crate::data::keys::{NAME, NUMBER, NamedShape, Shape, Syntax, keys};

keys! {
    /// A type of cards, with the fields that their files have.
    TYPE "a card type" as TypeKeys {
        /// The zones in which abilities of such cards work, unless the ability says `from`.
        live_in: Node(NAMES),
        /// The name and the kind of each field; with a `?` behind the kind, the field may be missing.
        fields: Names(KINDS_OF_FIELD),
        /// A card of this type without abilities is an error.
        needs_abilities: Flag,
        /// Fields in which no two cards of the type may be alike.
        unique: Items(Shape::Text),
        /// The most abilities of a card of this type.
        most_abilities: Number(0, i64::MAX),
        /// The shapes that a text field may have, `#` standing for a digit: `{ number: [A###] }`; or shapes with the words that go with each shape: `{ number: { "C###": { side: Capcom } } }`.
        patterns: Names(Shape::OneOf(&[Shape::Items(&Shape::Text), Shape::Names(&Shape::Names(&Shape::Text))])),
    }

    /// Words of a field that are names of cards.
    NAMES_OF_CARDS "names of cards" as NamesOfCards {
        /// The filter that cards with such a name match: `{ names: { type: character } }`.
        names [always]: Node(FILTER_OF_CARDS),
    }

    /// A group of statuses, with more than its words.
    STATUS_GROUP "a group of statuses" as StatusGroup {
        /// The words of the group, at most 16; the first is what a card has at first.
        words [always]: Node(NAMES),
        /// Changes of the status have no line in the transcript.
        quiet: Flag,
    }

    /// A number of a card or of a player, which modifiers may change.
    ATTRIBUTE "an attribute" as AttributeKeys {
        /// The least value of the attribute.
        min: Number,
        /// The greatest value of the attribute.
        max: Number,
        /// The least value to which changes can bring it while the card lies in a zone: `{ hand: 1 }`.
        min_in: Names(NUMBER),
        /// The amount that is the value; the card or player is `it`.
        amount: Node(AMOUNT),
        /// In place of a number: words, the printed name and what is added to it.
        words: Choice("name"),
        /// Of a card: the attribute is kept on each card, and events change it.
        stored: Flag,
        /// The value with which a stored attribute begins; left out: the printed value, or 0.
        start: Number,
        /// Of a player: the players who see the attribute; left out: `all`.
        seen_by: Choice("all", "owner", "nobody"),
        /// Changes of the attribute have no line in the transcript.
        quiet: Flag,
    }

    /// A number that events change.
    COUNTER_KEYS "a counter" as CounterKeys {
        /// The value with which the counter begins; left out: 0.
        start: Number,
        /// The least value of the counter: an event that would lead below it changes the counter only as far as this.
        min: Number,
        /// The greatest value of the counter.
        max: Number,
        /// The level with which it begins anew; a `fresh` repeat inside that level does not reset it.
        level: Node(NAME),
        /// Changes of it have no line in the transcript: for what the game counts and players do not.
        quiet: Flag,
        /// Of a player: the players who see the counter, and by how much it changes; left out: `all`.
        seen_by: Choice("all", "owner", "nobody"),
    }

    /// A count of events.
    TALLY "a tally" as TallyKeys {
        /// The event that is counted.
        of [always]: Node(NAME),
        /// Filters for fields of the event; `me` is the player for whom it counts.
        r#match: Node(FIELD_FILTERS),
        /// The level after which it begins anew; `use` begins it anew after every use.
        per: Node(NAME),
        /// The field of the event whose number is added; left out: 1 is added.
        add: Node(NAME),
    }

    /// Cards that a record holds, each as long as it lies in a zone.
    RECORD_CARDS "cards of a record" {
        /// The zone: a card that leaves it drops out.
        cards [always]: Node(NAME),
    }

    /// Records that a record holds.
    RECORD_RECORDS "records of a record" {
        /// The kind of record: one that opens joins this list of the innermost open record, and it closes with that record.
        records [always]: Node(NAME),
    }
}

/// Filters for fields of an event.
pub(crate) const FIELD_FILTERS: Shape = Shape::Names(&FILTER);

/// The words of a group of statuses.
pub(crate) const STATUSES: Shape = Shape::OneOf(&[WORDS_OF_GROUP, Shape::Section(&STATUS_GROUP)]);

const WORDS_OF_GROUP: Shape =
    Shape::Called(&NamedShape { what: "a list of words", page: None, shape: Shape::Items(&NAME) });

/// The words that a field may hold.
pub(crate) const WORD_LIST: Shape = Shape::OneOf(&[WORDS_OF_GROUP, Shape::Section(&NAMES_OF_CARDS)]);

/// The meaning of a phrase in the texts of cards.
pub(crate) const MEANING: Shape = Shape::Called(&NamedShape {
    what: "what a phrase means",
    page: Some("manifest.md#wording"),
    shape: Shape::OneOf(&[Shape::Scalar, Shape::Items(&Shape::Text)]),
});

/// A counter as a section, or only its start value.
pub(crate) const COUNTER: Shape = Shape::OneOf(&[NUMBER, Shape::Section(&COUNTER_KEYS)]);

/// The kind of a field of a record.
pub(crate) const RECORD_FIELD: Shape = Shape::Called(&NamedShape {
    what: "a kind of field",
    page: Some("manifest.md#records"),
    shape: Shape::OneOf(&[
        Shape::Syntax(&Syntax::plain(
            "`player`, `players`, `word`, `int`, `card`, `cards`, `stays`, `spaces` or `any`",
            &["string"],
        )),
        Shape::Section(&RECORD_CARDS),
        Shape::Section(&RECORD_RECORDS),
    ]),
});
