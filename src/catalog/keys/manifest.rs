//! Manifest: the keys of `game.yaml`, and of those of its sections that are short.

use super::abilities::{ABILITY, ABILITY_KIND};
use super::decks::{COUNT_HINT, DISTINCT_HINT, LIST, NAMED_HINT};
use super::flow::{EVENTS, FLOW_LIST};
use super::places::{AREA, DRAW, ORDER, PILE, TABLE_LINE, ZONE};
use super::types::{ATTRIBUTE, COUNTER, MEANING, RECORD_FIELD, STATUSES, TALLY, TYPE, WORD_LIST};
use super::value_kinds::*;
use super::windows::{ACTION, KIND_OF_USE, REPLACEMENTS, TIMING, TRIGGERS, WINDOW};
use crate::data::keys::{NAME, Shape, Syntax, keys};
use crate::render::keys::LOOK;

keys! {
    /// The manifest of a game, `cards/<game>/game.yaml`: what cards are, where they lie, what happens in a turn.
    MANIFEST "a manifest" as Manifest {
        /// The id of the game, which is the name of its folder.
        game [always]: Node(Shape::Text),
        /// The title of the game for people.
        title [always]: Node(Shape::Text),
        /// The version of the language in which the manifest is written. A word that a later version added may be a name in this game. Left out: the newest, 2.
        language: Number(1, 2),
        /// The permitted numbers of players, from 1 to 8; or the roles of players, each with how many have it, or a list with the role of each seat; left out: 2.
        players: Node(PLAYERS),
        /// Parts of a game that repeat, the outermost first: `[match, game, turn]`.
        levels: Items(NAME),
        /// Settings that the people at a table may change.
        options: Names(Shape::Section(&OPTION)),
        /// The conditions that must hold before a game begins.
        requires: Items(Shape::Section(&REQUIREMENT)),
        /// Seats that one person may hold together; left out: a person holds one seat.
        persons: Items(Shape::Section(&PERSON)),
        /// Numbers of each player that no script may change.
        keeps: Items(Shape::Section(&KEEP)),
        /// Groups of words, of which a card always has exactly one of each group: at first the first.
        statuses: Names(STATUSES),
        /// Zones: where cards lie.
        zones: Names(Shape::Section(&ZONE)),
        /// From which zone to which zone a card is drawn.
        draw: Node(Shape::Section(&DRAW)),
        /// What a card is while it lies face down, by its printed type or for `all`: another card, by its id. Its numbers,
        /// statuses and what hangs on it stay; only who may look at it knows what is printed on it. Left out: a card face
        /// down is hidden and keeps everything.
        face_down: Names(NAME),
        /// Types of cards; `all` gives fields to every type.
        types: Names(Shape::Section(&TYPE)),
        /// The words that a field of words may hold; a field that is not listed may hold any word.
        words: Names(WORD_LIST),
        /// Numbers of cards (`card`) and of players (`player`) that are computed, and bounds of numbers that are printed.
        attributes: Names(Shape::Names(&Shape::Section(&ATTRIBUTE))),
        /// Numbers that events change: of each player (`player`), of the players of a role, of the game (`game`), of each space (`space`).
        counters: Names(Shape::Names(&COUNTER)),
        /// Counts of events; they are the only history that rules can read.
        tallies: Names(Shape::Section(&TALLY)),
        /// Things that last for a while and hold cards, such as an attempt or a battle: for each the kinds of its fields.
        records: Names(Shape::Names(&RECORD_FIELD)),
        /// Named sets of spaces of a board.
        areas: Names(Shape::Section(&AREA)),
        /// Names for orders of players.
        orders: Names(Shape::Section(&ORDER)),
        /// Names for filters of cards, each a key of every filter of cards.
        filters: Names(FILTER_OF_CARDS),
        /// Events of the game's own.
        events: Names(Shape::Section(&EVENT)),
        /// The rules by which players pay pips.
        payments: Node(Shape::Section(&PAYMENTS)),
        /// Kinds of use: what happens when a printed ability is used.
        uses: Names(Shape::Section(&KIND_OF_USE)),
        /// The actions that the game itself offers to players.
        actions: Names(Shape::Section(&ACTION)),
        /// The names under which windows offer abilities and actions.
        timings: Names(Shape::Section(&TIMING)),
        /// Moments at which players may act.
        windows: Names(Shape::Section(&WINDOW)),
        /// Lists of things to do; a game begins with the list that has the name of the outermost level.
        flow: Names(FLOW_LIST),
        /// The rules for triggers that wait at the same time.
        triggers: Node(Shape::Section(&TRIGGERS)),
        /// The rules for several replacements of one event.
        replacements: Node(Shape::Section(&REPLACEMENTS)),
        /// Abilities of the game itself, which no card prints.
        rules: Items(Shape::Section(&ABILITY)),
        /// Rules about the state that hold at all times.
        checks: Items(Shape::Section(&CHECK)),
        /// Abilities with a name that no card prints; scripts grant them.
        abilities: Names(Shape::Section(&ABILITY)),
        /// Common keys of the printed abilities of a kind.
        ability_kinds: Names(Shape::Section(&ABILITY_KIND)),
        /// The lists of cards that players bring.
        decks: Names(Shape::Section(&LIST)),
        /// Advice about decks that break no rule.
        hints: Items(Shape::OneOf(&[
            Shape::Section(&DISTINCT_HINT),
            Shape::Section(&COUNT_HINT),
            Shape::Section(&NAMED_HINT),
        ])),
        /// Cards that the game itself brings, in place of decks or beside them.
        piles: Names(Shape::Section(&PILE)),
        /// The worth of a player's position, for bots that look ahead; the player is `it`. Left out: bots learn it from random games alone.
        value: Node(AMOUNT),
        /// The lines of a player's part of the table, the top line first.
        table: Items(Shape::Section(&TABLE_LINE)),
        /// The look of the cards.
        look: Node(Shape::Section(&LOOK)),
        /// What phrases in the texts of cards mean: a number, a name of the game or several of which a card has one, or `false` if nothing.
        wording: Names(MEANING),
    }

    /// The permitted numbers of players.
    PLAYER_NUMBERS "the number of players" as PlayerNumbers {
        /// The least number of players.
        least [always]: Number(1, 8),
        /// The greatest number of players.
        most [always]: Number(1, 8),
        /// The number of players if nobody chooses one; left out: the least number.
        usual: Number(1, 8),
    }

    /// A setting that the people at a table may change.
    OPTION "an option" as GameOption {
        /// The value if nobody chooses another.
        default [always]: Node(Shape::Scalar),
        /// The values that are allowed; left out: any value.
        one_of: Items(Shape::Scalar),
        /// The least number that is allowed.
        least: Number(-1_000_000_000, 1_000_000_000),
        /// The greatest number that is allowed.
        most: Number(-1_000_000_000, 1_000_000_000),
    }

    /// Something that must hold before a game begins: about the number of players, the options and the cards that the
    /// players bring.
    REQUIREMENT "a requirement" as Requirement {
        /// The condition that must hold.
        r#if [always]: Node(CONDITION),
        /// The reason that people are told if the condition does not hold.
        because [always]: Text,
    }

    /// A way in which persons may hold the seats of a game.
    PERSON "how people hold seats" as Person {
        /// A condition about the options; left out: always.
        r#if: Node(CONDITION),
        /// The seats of each person, counted from 1; together they must be all seats: `[[1, 4], [2, 3]]`.
        hold [always]: Node(Shape::Items(&SEATS_OF_PERSON)),
    }

    /// A number of each player that must be the same after a script as before it.
    KEEP "what scripts keep" as KeepKeys {
        /// The number of each player.
        player [always]: Node(NAME),
        /// The condition under which the numbers are compared; use it to leave out what the game's own setup does.
        r#if: Node(CONDITION),
        /// The message of a script that fails because it changes the number.
        because [always]: Text,
    }

    /// An event of the game's own: cards may listen to it, replace it, forbid it and cause it.
    EVENT "an event" as GameEvent {
        /// The name and the kind of each field: `card`, `cards`, `player`, `object` (a card or a player), `int`, `use`, `zone` or `any`; `card?` is a card or nothing, and `any` may always be nothing.
        fields: Names(KIND_OF_EVENT_FIELD),
        /// A filter that the card in the first field must match; if it does not, the event does not happen.
        needs: Node(FILTER_OF_CARDS),
        /// The events that it consists of; unless something replaces it, they happen in the same batch.
        does: Node(EVENTS),
        /// The line in the transcript, in which `{card}` stands for that field; left out: the name of the event and its fields.
        text: Node(Shape::Text),
        /// In place of `text`: the event has no line, because what it does has lines of its own.
        quiet: Flag,
    }

    /// The rules by which players pay pips: one card pays one pip of a kind whose filter the card matches.
    PAYMENTS "payments" as Payments {
        /// The cards that pay.
        cards [either]: Node(FILTER_OF_CARDS),
        /// Counters of players that pay, each with the kinds of pips that it pays; they pay before any card, as much as they can.
        pools [either]: Names(NAMES),
        /// Events that happen to a card that pays; the card is `it`.
        does: Node(EVENTS),
        /// The number of pips that such a card pays; the card is `it`; pips that it pays too much are lost. Left out:
        /// one.
        gives: Node(AMOUNT),
        /// The kinds of pips, at most 8, each with the filter of the cards that pay it.
        kinds: Names(FILTER_OF_CARDS),
        /// Other cards that pay as well, for all uses or for some.
        help: Items(Shape::Section(&HELP)),
    }

    /// Cards that help to pay pips: each pays a kind whose filter it matches.
    HELP "help with payments" as HelpKeys {
        /// The cards that help.
        cards [always]: Node(FILTER_OF_CARDS),
        /// A filter of the uses for which the cards help; left out: all.
        r#for: Node(FILTER_OF_USES),
        /// Events that happen to a card that helps; the card is `it`.
        does: Node(EVENTS),
        /// The number of pips that such a card pays; the card is `it`; left out: one.
        gives: Node(AMOUNT),
    }

    /// A rule about the state that holds at all times.
    CHECK "a check" as CheckKeys {
        /// The name of the rule, for messages and patches.
        id: Text,
        /// The moments at which the rule runs; it also runs at all moments further down in the table of moments; left out: `batch`.
        run: Choice("batch", "draw", "step", "use", "whole_use", "window"),
        /// The objects that the rule is about.
        r#match [always]: Node(SELECTION),
        /// The proposed events, once for each matching object, as `it`; or a [list](manifest.md#flow) with choices, which is done for one object after the other.
        r#do [always]: Node(FLOW_LIST),
        /// The objects are dealt with one after the other; left out: all in one batch.
        one_by_one: Flag,
        /// The order of the objects: `active_first` is what the active player controls, then what the others control,
        /// in turn order; `slot`: the lowest slot first; `slot_descending`: the highest slot first; left out: as they
        /// are found.
        order: Items(Shape::Choice(&["active_first", "slot", "slot_descending"])),
        /// The check runs only if this condition holds.
        r#if: Node(CONDITION),
    }
}

/// The permitted numbers of players, in one of three forms.
const PLAYERS: Shape = Shape::OneOf(&[
    Shape::Number(1, 8),
    RANGE,
    Shape::Section(&PLAYER_NUMBERS),
    Shape::Names(&Shape::OneOf(&[Shape::Number(1, 8), RANGE])),
    Shape::Items(&Shape::Items(&NAME)),
]);
/// The seats of one person.
const SEATS_OF_PERSON: Shape = Shape::Syntax(&Syntax::plain("a list of seats", &["array", "integer"]));

const RANGE: Shape = Shape::Syntax(&Syntax::plain("a range such as `\"3..6\"`", &["string"]));
