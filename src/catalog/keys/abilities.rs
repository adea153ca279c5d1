//! Abilities: the keys of abilities, of their parts and modes, and of kinds of ability.

use super::flow::ITEM_OF_FLOW;
use super::types::FIELD_FILTERS;
use super::value_kinds::*;
use super::windows::COST;
use crate::data::keys::{NAME, Others, Shape, Syntax, keys};
use crate::kernel::parse::keys::{CARDS, COUNT as COUNTED, GROUPS, SUM};

/// Each key of an ability is also a key of every section that is nearly an ability, so the keys are declared here once.
macro_rules! abilities {
    ($($(#[doc = $about:literal])+ $table:ident $what:literal $(as $read:ident)? { $($extra:tt)* })+) => {
        $(keys! {
            $(#[doc = $about])+
            $table $what $(as $read)? by timing | after | instead | r#while {
                $($extra)*
                /// The kind of ability: its keys are those of the ability, unless it gives them itself.
                kind: Node(NAME),
                /// Words that the ability carries; `mute` can silence all abilities with such a word.
                flags: Node(NAMES),
                /// Several abilities that count as one: they are printed together, lost together and given together.
                parts: Node(Shape::Items(&Shape::Section(&ABILITY))),
                /// The name of the ability on the card, for scenarios and reloads: a word of letters, digits, `_` and `-`, which no other ability of the card has; left out: its place in the list, `1`, `2`, ...
                id: Node(NAME),
                /// A short label for lists and transcripts.
                text: Node(Shape::Text),
                /// The timing under which windows offer the ability to its player.
                timing: Node(NAME),
                /// The event that triggers the ability when it has happened.
                after: Node(NAME),
                /// The event that the ability replaces before it happens.
                instead: Node(NAME),
                /// `true`, or the condition under which the ability holds as long as the card lies where its abilities work.
                r#while: Node(CONDITION),
                /// The zones in which the card must be: one zone, a list, or `any`; left out: the `live_in` of its type.
                from: Node(NAMES),
                /// Filters for fields of the event; all of them must match.
                r#match [for "after", "instead"]: Node(FIELD_FILTERS),
                /// The player whose turn it must be: `me`, `opponent`, `active`, `inactive` or `any`.
                turn: Node(SEAT),
                /// The phase in which it must be, one or a list; left out: any phase.
                phase: Node(NAMES),
                /// A condition that must hold.
                r#if: Node(CONDITION),
                /// Conditions that must hold, each with what a player is told if it does not.
                needs: Items(Shape::Section(&NEED)),
                /// A filter of uses: the ability can be used only as a reply to such a use, in a window of the protocol `interrupt` or `priority`.
                replies_to [for "timing"]: Node(FILTER_OF_USES),
                /// A level: the ability can be used, triggers or replaces once in each `turn`, `game`, ...; the modes of one ability share this limit.
                once [for "timing", "after", "instead"]: Node(NAME),
                /// The cost: every part of the list must be paid; in `while` it is added to the pips of the uses that
                /// it affects.
                cost [for "timing", "after", "while"]: Node(Shape::OneOf(&[COST, PIPS])),
                /// Targets that its player chooses when it is declared, by name; for `instead`, with a `script` only:
                /// its `do` chooses with `choose`.
                targets [for "timing", "after", "instead"]: Names(SELECTION),
                /// An amount that scripts read as `this.x`; it is computed when targets and payment are chosen, before anything is paid.
                x [for "timing", "after"]: Node(AMOUNT),
                /// Variants that are offered one by one.
                modes [for "timing", "after"]: Items(Shape::Section(&MODE)),
                /// `act.cancel` does nothing to a use of this ability.
                uncancellable [for "timing", "after"]: Flag,
                /// A condition that is judged only when the ability resolves; if it does not hold then, the ability has no effect. The condition of the offer or of the event stands under `if`.
                condition [for "timing", "after", "instead"]: Node(CONDITION),
                /// The player is asked whether to use the ability.
                optional [for "after", "instead"]: Flag,
                /// `batch`: it triggers or replaces at most once in each batch.
                limit [for "after", "instead"]: Choice("batch"),
                /// The effect in Lua.
                script [for "timing", "after", "instead"]: Node(SCRIPT),
                /// `hidden`: the ability asks about what its player does not see, in its script or in its data: the hand of an opponent, a deck, a card that lies face down.
                reads: Unread(Shape::Choice(&["hidden"])),
                /// The effect as a list in the form of the flow; of `instead`: the events that happen in place of the replaced one, in the same batch, and what begins for a time when they have happened.
                r#do [for "timing", "after", "instead"]: Node(Shape::Items(&ITEM_OF_FLOW)),
                /// The objects it affects: a filter of cards, `{ player: filter }` or `{ use: filter }`; left out: all
                /// cards.
                affects [for "while"]: Node(AFFECTED),
                /// Amounts that are added to numbers and words that are added to word fields, by the names of the fields; or what else is done to them.
                modify [for "while"]: Names(MODIFIED),
                /// Abilities of these kinds, or with these flags, do not work on the affected cards; the cards still have them.
                mute [for "while"]: Node(Shape::Section(&MUTE)),
                /// `all`, or the kinds and flags of the abilities that the affected cards lose.
                lose [for "while"]: Node(LOST),
                /// Abilities that the affected cards have besides their own: `card_id/ability_id`, or a name under `abilities` of the manifest.
                grant [for "while"]: Node(NAMES),
                /// Forbids a verb where all that is given matches.
                forbid [for "while"]: Node(Shape::Section(&PERMISSION)),
                /// Permits a verb, for filters that ask `permitted: VERB`.
                permit [for "while"]: Node(Shape::Section(&PERMISSION)),
            }
        })+
    };
}

abilities! {
    /// An ability: what a card, a player or the game itself does, and when. It has one of `timing`, `after`, `instead` and `while`.
    ABILITY "an ability" as AbilityKeys {}

    /// Common keys of the printed abilities of a kind; lists under `cost` and `needs` are put before the ability's own.
    ABILITY_KIND "a kind of ability" {
        /// The kind of use that such abilities make.
        r#use: Node(NAME),
    }
}

keys! {
    /// A variant of an ability, which is offered on its own under its id.
    MODE "a mode" as ModeKeys {
        /// The name of the mode.
        id [always]: Node(NAME),
        /// A short label for lists and transcripts.
        text: Node(Shape::Text),
        /// Targets that its player chooses, by name.
        targets: Names(SELECTION),
        /// The cost besides the cost of the ability.
        cost: Node(COST),
        /// The cost of the mode stands in place of the costs of the kind of use and of the ability.
        alternative: Flag,
        /// The effect in Lua.
        script: Node(SCRIPT),
        /// The effect as a list in the form of the flow; a mode with neither `do` nor `script` has the `do` of its
        /// ability.
        r#do: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Players who are affected.
    AFFECTED_PLAYERS "affected players" as AffectedPlayers {
        /// The players.
        player [always]: Node(FILTER_OF_PLAYERS),
    }

    /// Uses that are affected.
    AFFECTED_USES "affected uses" as AffectedUses {
        /// The uses.
        r#use [always]: Node(FILTER_OF_USES),
    }

    /// A change of a field's value, other than an addition.
    MODIFICATION "a modification" as ModificationKeys {
        /// The new value of the number; of a field of words, or of `type`, the words in place of the printed ones; of `name`, the new name.
        set: Node(AMOUNT),
        /// The number is multiplied by this.
        times: Node(AMOUNT),
        /// The number is not less than this.
        at_least: Node(AMOUNT),
        /// The number is not more than this.
        at_most: Node(AMOUNT),
        /// Of a field of words, or of `type`: this word is not there.
        without: Node(NAME),
    }

    /// The abilities that do not work.
    MUTE "mute" as MuteKeys {
        /// Abilities of these kinds.
        kind: Node(NAMES),
        /// Abilities with these flags.
        flag: Node(NAMES),
    }

    /// The abilities that are lost.
    LOSE "lose" as LoseKeys {
        /// Abilities of these kinds.
        kind: Node(NAMES),
        /// Abilities with these flags.
        flag: Node(NAMES),
    }

    /// A permission or prohibition: the verb, the players and the objects.
    PERMISSION "a permission" as PermissionKeys {
        /// The verb: `choose`, `use`, `cancel`, the name of an event, or any word that a selection asks for with `verb`.
        verb [always]: Node(Shape::Word),
        /// The cards.
        card: Node(FILTER_OF_CARDS),
        /// The uses.
        r#use: Node(FILTER_OF_USES),
        /// The players who would act by the verb.
        by: Node(SEAT),
        /// The cards or records on which the verb would act.
        to: Node(FILTER),
    }
}

/// The objects of lasting changes.
static AFFECTED: Shape = {
    static SYNTAX: Syntax = Syntax {
        words: "a filter of what is affected",
        page: Some("filters.md#filters-of-objects"),
        kinds: &["object", "string", "array"],
        maps: &[("player", &AFFECTED_PLAYERS), ("use", &AFFECTED_USES), ("", &CARDS)],
        nests: false,
    };
    Shape::Syntax(&SYNTAX)
};

/// The abilities that are lost.
const LOST: Shape = Shape::OneOf(&[Shape::Choice(&["all"]), Shape::Section(&LOSE)]);

/// The change of a field.
const MODIFIED: Shape = Shape::Syntax(&Syntax {
    words: "an amount, or what is done to a field",
    page: Some("cards.md#while-what-holds"),
    kinds: &["integer", "boolean", "string", "object"],
    maps: &[
        ("set", &MODIFICATION),
        ("times", &MODIFICATION),
        ("at_least", &MODIFICATION),
        ("at_most", &MODIFICATION),
        ("without", &MODIFICATION),
        ("count", &COUNTED),
        ("sum", &SUM),
        ("", &GROUPS),
    ],
    nests: false,
});

/// A printed value of a card, and keys that every type may have.
const FIELD: Shape = Shape::Syntax(&Syntax {
    words: "a field of its type",
    page: Some("manifest.md#types"),
    kinds: &["string", "integer", "boolean", "array", "object"],
    maps: &[],
    nests: false,
});

keys! {
    /// A card, `cards/<game>/<set>/<card_id>.yaml`. Its other keys are the fields that the manifest gives to its type.
    CARD "a card" {
        /// The printed name.
        name [always]: Text,
        /// The type, as the manifest calls it; or several, of which the first is the `type` that scripts read.
        r#type [always]: Node(NAMES),
        /// The printed text of the card; the game shows it and does not interpret it.
        text: Text,
        /// The abilities of the card.
        abilities: Items(Shape::Section(&ABILITY)),
        ..: Others::Any(FIELD)
    }
}
