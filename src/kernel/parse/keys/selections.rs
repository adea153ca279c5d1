//! Selections: the keys of selections and of rules about sets.

use super::{
    AMOUNT, CARDS, COMPARISON, COMPARISONS, CONDITION, FILTER_OF_CARDS, FILTER_OF_PLAYERS, FILTER_OF_USES, NUMBERS,
    PLAYERS, RECORDS, SELECTION, SPACES,
};
use crate::data::keys::{NAME, NUMBER, Others, Shape, Syntax, keys};

keys! {
    /// The selected objects, if the selection's place does not say them; at most one of these keys.
    SOURCE "what is selected" each SourceKey {
        /// Spaces of this kind of zone.
        spaces: Node(Shape::Items(&NAME)),
        /// Open records of this kind.
        record: Node(Shape::Items(&NAME)),
        /// Players who match.
        player: Node(FILTER_OF_PLAYERS),
        /// Uses that match: uses that were begun and are not over.
        r#use: Node(FILTER_OF_USES),
        /// All objects that any of these selections finds: cards, players, uses, spaces or records together.
        either: Node(Shape::Items(&SELECTION)),
        /// A number from this range, of which both ends must be given; `pick` may not stand beside it.
        number: Node(NUMBERS),
        /// A word of this field of cards.
        word: Node(NAME),
        /// Card definitions, by what is printed, if a map stands here: `type`, `def`, words that are written out, `all`, `any` and `not`; an id is a filter of cards.
        def: Node(FILTER_OF_CARDS),
    }

    /// A filter together with how many objects are chosen.
    SELECTION_KEYS "a selection" each SelectionKey {
        /// The number of chosen objects: exactly this many (`2`), from the first number to the second (`1..3`, `0..me.max_cast`, `1..all`), as many as one likes (`all`), or all that there are, even if there are none (`every`); left out: one. Where effects choose, fewer if there are fewer.
        pick: Node(NUMBERS),
        /// Only the first of the matching objects, up to this number, in the order of the zone or of `ordered_by`.
        first: Node(AMOUNT),
        /// Only the last of the matching objects, up to this number, in that order.
        last: Node(AMOUNT),
        /// The order of the matching objects: the one with the greatest amount first, `it` being the object; of a list, the next amount decides between equal ones, and in the end the order of the zone: `ordered_by: [it.power, "-it.age"]`.
        ordered_by: Node(Shape::Items(&AMOUNT)),
        /// Only objects for which the conditions hold, `it` being the object; if one does not hold, the player is told the object's name and the words.
        needs: Node(Shape::Items(&Shape::Section(&NEED))),
        /// Of a target: chance chooses, and as many as there must be.
        random: Node(Shape::Flag),
        /// The verb that must not be forbidden for an object, in place of `choose`.
        verb: Node(NAME),
    }

    /// A condition with what a player is told if it does not hold.
    NEED "a need" as NeedKeys {
        /// The condition that must hold.
        r#if: Node(CONDITION),
        /// The reason told to the player; if the condition compares an amount, the numbers are added; the words may
        /// contain amounts instead: `needs {me.needed} cards, has {me.held}`.
        because: Node(WORDS),
    }

    /// Rules about a set of cards.
    SET "rules about a set" each SetKey {
        /// The set has this many objects: `3`, `">= 3"`, or a range, as `pick` has it: `3..4`, `3..all`.
        count: Node(COMPARISON),
        /// The sum of each of these fields over the cards of the set: `sum: { FIELD: "<= 4" }`.
        sum: Node(Shape::Names(&COMPARISON)),
        /// The cards have this number of different words in these fields: `distinct: { FIELD: ">= 3" }`.
        distinct: Node(Shape::Names(&COMPARISON)),
        /// The set has enough cards for all of these roles, and no card is counted for two of them: `roles: [{ features: Dancer, n: 2 }, { features: Singer }]`.
        roles: Node(Shape::Items(&Shape::Section(&ROLE))),
        /// The cards have the same number, or a word in common, in each of these fields: `same: suit`.
        same: Node(Shape::Items(&NAME)),
        /// The numbers of the cards in this field follow each other, in whatever order the cards are chosen: `sequence: rank`.
        sequence: Node(NAME),
        /// Beside `same` or `sequence`, and for those in `any_of`: the jokers, cards that stand in for any card; at least one card of a set is no joker.
        joker: Node(FILTER_OF_CARDS),
        /// The set meets the rules that are printed in that field of those cards: `meets: REFERENCE.FIELD`.
        meets: Node(NAME),
        /// The set meets at least one of these groups of rules.
        any_of: Node(Shape::Items(&Shape::Section(&SET))),
    }

    /// Cards, with the number of chosen cards.
    OF_CARDS "a selection of cards" also CARDS | SOURCE | SELECTION_KEYS | SET {
        ..: Others::Any(Shape::Any)
    }

    /// Spaces, with the number of chosen spaces.
    OF_SPACES "a selection of spaces" also SPACES | SOURCE | SELECTION_KEYS | SET {
        ..: Others::Any(COMPARISON)
    }

    /// Records, with the number of chosen records.
    OF_RECORDS "a selection of records" also RECORDS | SOURCE | SELECTION_KEYS | SET {
        ..: Others::Any(Shape::Any)
    }

    /// Players, with the number of chosen players.
    OF_PLAYERS "a selection of players" also PLAYERS | SOURCE | SELECTION_KEYS | SET {
        ..: Others::Any(COMPARISONS)
    }

    /// Cards that a set needs. Its other keys are those of a filter of cards.
    ROLE "a role" as RoleKeys also CARDS {
        /// The number of cards in the role, from 1 to 64; left out: 1.
        n: Node(NUMBER),
        ..: Others::Any(Shape::Any)
    }
}

/// Words for people with amounts in them.
pub const WORDS: Shape = Shape::Syntax(&Syntax::plain("a text with amounts", &["string"]));
