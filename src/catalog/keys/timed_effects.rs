//! Timed effects: the keys of items with a duration, each as the function of `act` or `agenda` of its name takes them.

use super::value_kinds::*;
use crate::data::keys::{NAME, Shape, Syntax, keys};
use crate::kernel::parse::keys::{COUNT as COUNTED, GROUPS, SUM};

keys! {
    /// Changes a value for a time.
    MODIFY_ITEM "a step `modify`" {
        /// The changed value, and the duration.
        modify [always]: Node(Shape::Section(&MODIFY)),
    }

    /// The changed value, and the duration.
    MODIFY "`modify`" as ModifyKeys {
        /// The field: a number or words of cards, or a number of players.
        field [always]: Node(Shape::Word),
        /// Cards or players, fixed at this moment: a reference, or a selection, of which all that match are meant.
        what [either]: Node(SEATS_OR_SELECTION),
        /// In place of `what`: a filter of cards. Whatever matches is changed, also what comes later.
        affects [either]: Node(FILTER_OF_CARDS),
        /// The change: an amount to add, or a word; or a map with another change. In the amount `it` is the changed
        /// object.
        by [always]: Node(CHANGED_BY),
        /// The [duration](cards.md#how-long); left out: as long as the card stays where it is.
        lasts: Node(DURATION),
        /// The name of the change, by which `end` can end it early.
        called: Node(Shape::Word),
    }

    /// A timed change of a field other than adding to it.
    DONE_TO_A_FIELD "`by`" as ByKeys {
        /// The number is this.
        set: Node(AMOUNT),
        /// The number is multiplied by this.
        times: Node(AMOUNT),
        /// The number is not less than this.
        at_least: Node(AMOUNT),
        /// The number is not more than this.
        at_most: Node(AMOUNT),
        /// The number is printed as on this card.
        printed_of: Node(REFERENCE),
        /// A word to remove from a field of words.
        without: Node(NAME),
    }

    /// Gives an ability for a time.
    GRANT_ITEM "a step `grant`" {
        /// The ability given, its receiver, and its duration.
        grant [always]: Node(Shape::Section(&GRANT)),
    }

    /// The ability given, its receiver, and its duration.
    GRANT "`grant`" as GrantKeys {
        /// Cards or players: a reference, or a selection, of which all that match are meant.
        who [always]: Node(SEATS_OR_SELECTION),
        /// The ability: `card_id/ability_id`, or a name under `abilities` of the manifest.
        ability [either]: Node(ABILITY_NAME),
        /// In place of `ability`: every ability that these cards have at this moment; of card definitions, the printed
        /// ones.
        abilities_of [either]: Node(OBJECTS),
        /// With `abilities_of`: only abilities of this kind.
        kind: Node(NAME),
        /// The [duration](cards.md#how-long); left out: as long as the card stays where it is, and with a player the whole game.
        lasts: Node(DURATION),
        /// The name of the grant, by which `end` can end it early.
        called: Node(Shape::Word),
        /// The number of times after which the ability is gone; left out: never.
        uses: Node(AMOUNT),
    }

    /// Takes an ability away for a time.
    LOSE_ABILITY_ITEM "a step `lose_ability`" {
        /// The ability taken away, its loser, and its duration.
        lose_ability [always]: Node(Shape::Section(&LOSE_ABILITY)),
    }

    /// The ability taken away, its loser, and its duration.
    LOSE_ABILITY "`lose_ability`" as LoseAbilityKeys {
        /// A reference, or a selection, of which all that match are meant.
        cards [always]: Node(OBJECTS),
        /// The ability; left out: all that a card has now.
        ability: Node(ABILITY_NAME),
        /// The [duration](cards.md#how-long); left out: as long as the card stays where it is.
        lasts: Node(DURATION),
        /// The name of the loss, by which `end` can end it early.
        called: Node(Shape::Word),
    }

    /// Gives abilities back that were taken away.
    RESTORE_ITEM "a step `restore`" {
        /// The cards that get their abilities back.
        restore [always]: Node(Shape::Section(&RESTORE)),
    }

    /// The cards or players to whom abilities are given back.
    RESTORE "`restore`" as RestoreKeys {
        /// A reference, or a selection, of which all that match are meant.
        cards [always]: Node(OBJECTS),
        /// `printed`: only the abilities that a card prints; what was given to it and lost stays lost.
        which: Choice("printed"),
    }

    /// Forbids a verb for a time.
    FORBID_ITEM "a step `forbid`" {
        /// The forbidden verb, and the duration.
        forbid [always]: Node(Shape::Section(&TIMED_PERMISSION)),
    }

    /// Permits a verb for a time.
    PERMIT_ITEM "a step `permit`" {
        /// The permitted verb, and the duration.
        permit [always]: Node(Shape::Section(&TIMED_PERMISSION)),
    }

    /// A verb that is forbidden or permitted for a time.
    TIMED_PERMISSION "a permission for a time" as TimedPermissionKeys {
        /// The verb, as in [`forbid` of an ability](cards.md#what-verbs-mean).
        verb [always]: Node(Shape::Word),
        /// The cards: a reference to some, or a filter, which is asked each time.
        card: Node(CARDS_OR_FILTER),
        /// The uses.
        r#use: Node(FILTER_OF_USES),
        /// The players who would act by the verb.
        by: Node(SEAT),
        /// The cards or records on which the verb would act.
        to: Node(FILTER),
        /// The [duration](cards.md#how-long); left out: as long as the card that it is about stays where it is.
        lasts: Node(DURATION),
        /// The name of the permission, by which `end` can end it early.
        called: Node(Shape::Word),
    }

    /// Ends lasting effects of a name before their time.
    END_ITEM "a step `end`" {
        /// The effect to end: its name, given by `called`; or a map with the name, the affected object and the source.
        end [always]: Node(Shape::OneOf(&[NAME, Shape::Section(&ENDED)])),
    }

    /// The effects that end before their time.
    ENDED "`end`" as EndKeys {
        /// The name that `called` gave to the effect.
        called [always]: Node(Shape::Word),
        /// Only effects about these cards or players; left out: all.
        on: Node(SEATS_OR_SELECTION),
        /// Only effects that these cards made; left out: effects of any card.
        from: Node(OBJECTS),
    }

    /// Adds a level after the one that is played, such as an extra turn.
    EXTRA_ITEM "a step `extra`" {
        /// The level that comes once more, and the player whose level it is.
        extra [always]: Node(Shape::Section(&EXTRA)),
    }

    /// The level that comes once more, and the player whose level it is.
    EXTRA "`extra`" as ExtraKeys {
        /// The level, which a `repeat` of the flow plays with `alternate: true`: `turn`.
        level [always]: Node(NAME),
        /// The player; several players play the level one after the other.
        player [always]: Node(SEATS),
    }
}

/// Players, a reference, or whatever matches.
pub(super) const SEATS_OR_SELECTION: Shape = Shape::OneOf(&[SEATS, SELECTION]);

/// A reference, or whatever matches.
pub(super) const OBJECTS: Shape = Shape::OneOf(&[REFERENCE, SELECTION]);

/// A reference, or a filter.
const CARDS_OR_FILTER: Shape = Shape::OneOf(&[REFERENCE, FILTER_OF_CARDS]);

/// A duration.
const DURATION: Shape = Shape::Syntax(&Syntax {
    words: "a duration",
    page: Some("cards.md#how-long"),
    kinds: &["string"],
    maps: &[],
    nests: false,
});

/// An ability by its name.
pub(super) const ABILITY_NAME: Shape =
    Shape::Syntax(&Syntax { words: "the name of an ability", page: None, kinds: &["string"], maps: &[], nests: false });

/// A timed change of a field.
const CHANGED_BY: Shape = Shape::Syntax(&Syntax {
    words: "an amount, a word, or what else is done",
    page: None,
    kinds: &["integer", "string", "object"],
    maps: &[
        ("set", &DONE_TO_A_FIELD),
        ("times", &DONE_TO_A_FIELD),
        ("at_least", &DONE_TO_A_FIELD),
        ("at_most", &DONE_TO_A_FIELD),
        ("printed_of", &DONE_TO_A_FIELD),
        ("without", &DONE_TO_A_FIELD),
        ("count", &COUNTED),
        ("sum", &SUM),
        ("", &GROUPS),
    ],
    nests: false,
});
