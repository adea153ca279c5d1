//! Filters: the keys of filters of each kind of object.

use super::{
    AMOUNT, COMPARISON, COMPARISONS, CONDITION, DISTANCE_TO, FILTER, FILTER_OF_CARDS, FILTER_OF_PLAYERS,
    FILTER_OF_RECORDS, FILTER_OF_SPACES, FILTER_OF_USES, NEAR_TO, REFERENCE, SEAT,
};
use crate::data::keys::{NAME, Others, Shape, keys};

/// Names of several things, or one of them.
const NAMES: Shape = Shape::Items(&NAME);

/// A place in a pile.
const POSITION: Shape = Shape::OneOf(&[Shape::Choice(&["first", "top", "last", "bottom"]), Shape::Number(1, 1000)]);

/// Tests that every object has: in a filter of cards the filters under these keys are of cards, and so on.
macro_rules! any_object {
    ($($table:ident $what:literal $(each $each:ident)? of $filter:ident;)+) => {
        $(keys! {
            /// The filters that all kinds of objects share.
            $table $what $(each $each)? {
                /// All of these filters match the object.
                all: Node(Shape::Items(&$filter)),
                /// At least one of these filters matches the object.
                any: Node(Shape::Items(&$filter)),
                /// The filter does not match the object.
                not: Node($filter),
                /// The object equals this object, or stands in this list.
                is: Node(REFERENCE),
                /// The object stands in this list, or in one of these lists.
                among: Node(Shape::Items(&REFERENCE)),
                /// The condition holds for the object, which is `it` in the condition.
                r#where: Node(CONDITION),
                /// Fields by their names, also fields that are called like a key of filters: `fields: { side: red }`.
                fields: Node(Shape::Names(&Shape::Any)),
                ..: Others::Any(Shape::Any)
            }
        })+
    };
}

any_object! {
    ANY_OBJECT "any object" each AnyKey of FILTER;
    ANY_CARD "any card" of FILTER_OF_CARDS;
    ANY_SPACE "any space" of FILTER_OF_SPACES;
    ANY_PLAYER "any player" of FILTER_OF_PLAYERS;
    ANY_USE "any use" of FILTER_OF_USES;
    ANY_RECORD "any record" of FILTER_OF_RECORDS;
}

keys! {
    /// A filter of cards. Its other keys are fields of cards and the filters of the manifest.
    CARDS "a filter of cards" each CardKey also ANY_CARD {
        /// The card is in this kind of zone, of any player: `zone: stage`; `any` is all zones.
        zone: Node(NAMES),
        /// The owner of the card.
        owner: Node(SEAT),
        /// The controller of the card: whom an effect or an ability says; else the owner of the zone, or in a shared zone the owner of the card.
        controller: Node(SEAT),
        /// The same as `controller`.
        side: Node(SEAT),
        /// The player from whose zone it came.
        put_by: Node(SEAT),
        /// The type of the card: `type: character`.
        r#type: Node(NAMES),
        /// The printed name of the card, or a reference to a name or to a card definition.
        name: Node(REFERENCE),
        /// The definition of the card, named by its id.
        def: Node(NAMES),
        /// The printed numbers of the card, by their fields, whatever modifies them: `printed: { FIELD: 2 }`.
        printed: Node(Shape::Names(&COMPARISON)),
        /// A status of the card: `status: resting`.
        status: Node(NAMES),
        /// How the card lies: `face: down`, of which `blind` is a kind, or `face: up`.
        face: Node(Shape::Choice(&["up", "down"])),
        /// The card is another than the one on which the ability stands.
        other: Node(Shape::Flag),
        /// The place of the card in its pile: `first` or `top`, `last` or `bottom`, or a number from 1.
        position: Node(POSITION),
        /// The card has an ability, or an ability of one of these kinds: printed and not lost, or given; a muted ability counts.
        ability: Node(Shape::OneOf(&[Shape::Flag, NAMES])),
        /// Something permits this verb for it and nothing forbids it: `permitted: block`.
        permitted: Node(NAME),
        /// The number of its slot, counted from 1, in a zone that has slots.
        slot: Node(COMPARISONS),
        /// The space where the card lies.
        space: Node(FILTER_OF_SPACES),
        /// The card lies in the same slot of the same kind of zone as that card or space, but on the side of the next
        /// player.
        opposite: Node(REFERENCE),
        /// The card is attached to a card that matches; `host: { zone: any }` matches whatever is attached.
        host: Node(FILTER_OF_CARDS),
        /// The card lies beneath a card that matches.
        under: Node(FILTER_OF_CARDS),
        /// The condition printed in that field of the card holds.
        fulfils: Node(NAME),
        ..: Others::Any(Shape::Any)
    }

    /// A filter of spaces. Its other keys are counters of spaces.
    SPACES "a filter of spaces" each SpaceKey also ANY_SPACE {
        /// The space is of this kind of zone; a selection says `spaces: ring` instead.
        zone: Node(NAMES),
        /// The owner of its zone.
        owner: Node(SEAT),
        /// The number of the space in its zone, counted from 1.
        slot: Node(COMPARISONS),
        /// The space faces this space, or the space of this card.
        opposite: Node(REFERENCE),
        /// The space has room for one more card.
        free: Node(Shape::Flag),
        /// The space holds a card that matches.
        holds: Node(FILTER_OF_CARDS),
        /// Of a board: it has this mark.
        mark: Node(NAMES),
        /// Of a board: the space touches one of these objects.
        next_to: Node(NEAR_TO),
        /// Of a board: it lies one step before such a card, in the direction that the card faces.
        ahead_of: Node(NEAR_TO),
        /// Of a board: it lies one step behind such a card.
        behind: Node(NEAR_TO),
        /// Of a board: the number of steps to an object: `distance: { from: self, is: "<= 2" }`; an object without such a map is one step away.
        distance: Node(DISTANCE_TO),
        /// Of a board: cells that are seen from somewhere cover it.
        covered: Node(Shape::Section(&COVERED)),
        ..: Others::Any(COMPARISON)
    }

    /// One space of a zone, as the destination of a card.
    SPACE_OF_A_ZONE "a space of a zone" as PlaceKeys {
        /// The zone: `backups` (its owner's), `me.backups`, `this.receiver.controller.backups`.
        zone [always]: Node(NAME),
        /// The number of the space, counted from 1; with a number that the zone does not have, the card goes nowhere.
        slot [always]: Node(AMOUNT),
    }

    /// The distance of a space from an object, in steps.
    DISTANCE "a distance from something" as DistanceKeys {
        /// The object from which the steps are counted.
        from: Node(NEAR_TO),
        /// The number of steps; left out: 1.
        is: Node(COMPARISON),
    }

    /// Cells that cover a space.
    COVERED "what cells cover" as CoveredKeys {
        /// A reference to cells, or a list of pairs of numbers.
        cells [always]: Node(REFERENCE),
        /// The object from which the cells are seen; left out: the card itself.
        from: Node(NEAR_TO),
        /// The direction; left out, or `any`: any direction.
        facing: Node(REFERENCE),
    }

    /// Spaces that something lies near to.
    NEAR "spaces that are near" as NearKeys {
        /// The spaces.
        space [always]: Node(FILTER_OF_SPACES),
    }

    /// A filter of players. Its keys are attributes, counters and tallies of players.
    PLAYERS "a filter of players" each PlayerKey also ANY_PLAYER {
        ..: Others::Any(COMPARISONS)
    }

    /// A filter of uses.
    USES "a filter of uses" each UseKey also ANY_USE {
        /// The kind of use: a key of `uses` or `actions` in the manifest.
        kind: Node(NAMES),
        /// The timing under which it was offered.
        timing: Node(NAMES),
        /// The player who uses it.
        user: Node(SEAT),
        /// The card whose use it is.
        card: Node(FILTER_OF_CARDS),
        /// The first target of the use that is a card could have been another card; if no target is a card, the first that is a player, a use or a space could have been another one.
        can_aim_elsewhere: Node(Shape::Flag),
        /// `act.cancel` would cancel it: the ability is not printed as `uncancellable`, and no `forbid` of `cancel` protects the use.
        cancellable: Node(Shape::Flag),
        /// The use is a copy that an effect made.
        is_copy: Node(Shape::Flag),
        /// The use itself, with the keys of a filter of uses.
        r#use: Node(FILTER_OF_USES),
    }

    /// A filter of records. Its other keys are fields of records: in a field of cards one card must match, a number
    /// must meet a comparison.
    RECORDS "a filter of records" each RecordKey also ANY_RECORD {
        /// The kind of record: `record: unit`.
        record: Node(NAMES),
        ..: Others::Any(Shape::Any)
    }
}
