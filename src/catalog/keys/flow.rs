//! Flow: the keys of the items of lists, of ends of games and of the steps of a use.

use super::timed_effects::{
    ABILITY_NAME, END_ITEM, EXTRA_ITEM, FORBID_ITEM, GRANT_ITEM, LOSE_ABILITY_ITEM, MODIFY_ITEM, PERMIT_ITEM,
    RESTORE_ITEM, SEATS_OR_SELECTION,
};
use super::value_kinds::*;
use super::windows::COST;
use crate::data::keys::{NAME, NamedShape, Others, Shape, Syntax, keys};

/// Events that happen: maps of one event and its fields.
pub(crate) const EVENTS: Shape = Shape::Items(&EVENT_OF_LIST);

/// Items of one batch: events, and timed effects that begin with them.
const AT_ONCE: Shape = Shape::Items(&Shape::OneOf(&[
    Shape::Section(&MODIFY_ITEM),
    Shape::Section(&GRANT_ITEM),
    Shape::Section(&LOSE_ABILITY_ITEM),
    Shape::Section(&RESTORE_ITEM),
    Shape::Section(&FORBID_ITEM),
    Shape::Section(&PERMIT_ITEM),
    Shape::Section(&EXTRA_ITEM),
    Shape::Section(&END_ITEM),
    EVENT_OF_LIST,
]));

/// An event with its fields.
const EVENT_OF_LIST: Shape = Shape::Called(&ONE_EVENT);

static ONE_EVENT: NamedShape = NamedShape {
    what: "an event with its fields",
    page: Some("cards.md#instead-replacements"),
    shape: Shape::OneName(&EVENT_FIELDS),
};

/// An item of the flow: the name of a step, or a map. Some of these maps hold lists of items.
pub(crate) static ITEM_OF_FLOW: Shape = Shape::Called(&THING);

static THING: NamedShape = NamedShape {
    what: "a thing to do",
    page: Some("manifest.md#flow"),
    shape: Shape::OneOf(&[
        Shape::Syntax(&Syntax::plain("the name of a step", &["string"])),
        Shape::Section(&STEP),
        Shape::Section(&WINDOW_ITEM),
        Shape::Section(&PHASE),
        Shape::Section(&EACH),
        Shape::Section(&IF),
        Shape::Section(&RUN),
        Shape::Section(&LET),
        Shape::Section(&LEAVE),
        Shape::Section(&REPEAT),
        Shape::Section(&DRAW_ITEM),
        Shape::Section(&SHUFFLE),
        Shape::Section(&OPEN),
        Shape::Section(&PUT),
        Shape::Section(&TAKE),
        Shape::Section(&RESULT),
        Shape::Section(&COPY),
        Shape::Section(&AIM),
        Shape::Section(&CHOOSE),
        Shape::Section(&MAY),
        Shape::Section(&UNLESS),
        Shape::Section(&DIVIDE),
        Shape::Section(&ORDER),
        Shape::Section(&USE_ITEM),
        Shape::Section(&AFTER_USE),
        Shape::Section(&TOGETHER),
        Shape::Section(&MODIFY_ITEM),
        Shape::Section(&GRANT_ITEM),
        Shape::Section(&LOSE_ABILITY_ITEM),
        Shape::Section(&RESTORE_ITEM),
        Shape::Section(&FORBID_ITEM),
        Shape::Section(&PERMIT_ITEM),
        Shape::Section(&EXTRA_ITEM),
        Shape::Section(&END_ITEM),
        EVENT_OF_LIST,
    ]),
};

keys! {
    /// Runs a step that Lua registers with `step("NAME", function(args) ... end)`; its name alone does the same.
    STEP "a step `step`" as StepKeys {
        /// The name of the step.
        step [always]: Node(NAME),
        /// The arguments of the step, by name.
        with: Names(REFERENCE),
    }

    /// Opens a window.
    WINDOW_ITEM "a step `window`" {
        /// The name of the window.
        window [always]: Node(NAME),
    }

    /// Enters a phase, does its list, and leaves the phase.
    PHASE "a step `phase`" as PhaseKeys {
        /// The name of the phase.
        phase [always]: Node(NAME),
        /// The items of the phase.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Does a list once for each of some things.
    EACH "a step `each`" as EachKeys {
        /// Players, a reference, or a selection, of which all that match are meant, and of a range of numbers 1,024 at most; in a list for players, `me` is the player.
        each [always]: Node(SEATS_OR_SELECTION),
        /// The name of the current thing in the list; left out: `it`.
        r#as: Text,
        /// The list of items that runs once for each thing.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Does one list or the other.
    IF "a step `if`" as IfKeys {
        /// The condition.
        r#if [always]: Node(CONDITION),
        /// The items that are done if the condition holds.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
        /// The items that are done if the condition does not hold.
        r#else: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Does another list of the flow.
    RUN "a step `run`" as RunKeys {
        /// The name of the list; or the list, with what it is given.
        run [always]: Node(Shape::OneOf(&[NAME, Shape::Section(&RUN_WITH)])),
    }

    /// A list with what it is given.
    RUN_WITH "a list with what it is given" as RunWith {
        /// The name of the list.
        list [always]: Node(NAME),
        /// The values that it is given, by the names under its `given`.
        with: Names(ANY_VALUE),
        /// The name of what the list gives back, in the rest of the list that runs it.
        r#as: Node(Shape::Text),
    }

    /// A list of the flow that is given values.
    GIVEN_LIST "a list that is given values" as GivenList {
        /// The values that `run` gives the list: a name for each, and its kind.
        given [always]: Names(Shape::Choice(&["player", "players", "word", "int", "card", "cards", "spaces", "any"])),
        /// The items of the list.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Gives names to values for the rest of the list.
    LET "a step `let`" as LetKeys {
        /// The values by their names: references, words, amounts or selections, of which all that match are meant. They are what they are now, whatever happens later.
        r#let [always]: Names(ANY_VALUE),
    }

    /// Ends a list, a round of a level, or all that is done until a record closes.
    LEAVE "a step `leave`" as LeaveKeys {
        /// `list`: the whole list of the flow, or the whole `do` of the ability, in which this stands; a level: its
        /// present round; a kind of record: all up to the `close` of the innermost record of this kind.
        leave [always]: Node(Shape::Syntax(&Syntax::plain("`list`, a level or a kind of record", &["string", "object"]))),
        /// With `list`, what a list of the flow gives back to the list that runs it: a reference, a word, an amount or a
        /// selection.
        with: Node(ANY_VALUE),
    }

    /// Does the list of a level again and again.
    REPEAT "a repeat" as RepeatKeys {
        /// The level, and the list of the flow that has its name.
        repeat [always]: Node(NAME),
        /// The first player of the game is active the first time, and the next player each time after that.
        alternate: Flag,
        /// The first player of each repeat: the number of a seat, counted from 0; after the last seat the count goes on
        /// with the first, as in `first: "option.dealer + game.hand"`.
        first: Node(AMOUNT),
        /// Each repeat is a game of its own: all cards go back to where they began.
        fresh: Flag,
        /// A condition that ends the repeats; it is judged after each repeat.
        until: Node(CONDITION),
        /// The most times that the list is done.
        max: Node(AMOUNT),
        /// The outcome of the game after the last permitted time.
        after_max: Node(END),
    }

    /// Draws cards, one after the other.
    DRAW_ITEM "a step `draw`" {
        /// The number of cards; the active player draws.
        draw [always]: Node(Shape::OneOf(&[DRAWN_NUMBER, Shape::Section(&DRAWN)])),
    }

    /// A draw of cards: the players and the number.
    DRAWN "a draw" as DrawnKeys {
        /// The players who draw; left out: `me`, in lists of the flow the active player.
        player: Node(SEATS),
        /// The number of cards; left out: 1.
        n: Node(AMOUNT),
        ..: Others::Any(AMOUNT)
    }

    /// Makes a copy of a use, which nobody used and which costs nothing.
    COPY "a step `copy`" as CopyKeys {
        /// The use; there is no copy of one that is over or cancelled.
        copy [always]: Node(REFERENCE),
        /// The player who gets the copy; left out: `me`.
        by: Node(SEATS),
        /// That player may choose other targets for the copy, if all targets can be chosen; otherwise the copy has those of the use.
        choose: Flag,
    }

    /// Lets a player choose the targets of a use anew.
    AIM "a step `aim`" as AimKeys {
        /// The use; one that is over or cancelled is not aimed anew.
        aim [always]: Node(REFERENCE),
        /// The player who chooses; left out: `me`.
        by: Node(SEATS),
    }

    /// Lets a player, or chance, choose something, and does a list with it.
    CHOOSE "a step `choose`" as ChooseKeys {
        /// The things to choose from, and how many; with `random: true` chance chooses as many as allowed.
        choose [always]: Node(SELECTION),
        /// The name that the list gives to what was chosen: one thing, or a list if more than one may be chosen; left out: `it`.
        r#as: Text,
        /// The players who choose; left out: `me`.
        by: Node(SEATS),
        /// All players of `by` choose at once, and nobody learns what another player chose before all have; the lists are done for each player, who is `me` there.
        sealed: Flag,
        /// The words with which the player is asked.
        why: Text,
        /// The other players do not learn what was chosen, even if they see it.
        secret: Flag,
        /// The items done with the chosen things; not done if nothing was chosen.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
        /// The items that are done if nothing was chosen.
        r#else: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Lets a player do something, or leave it.
    MAY "a step `may`" as MayKeys {
        /// The words of the question.
        may [always]: Text,
        /// The player who may do it; left out: `me`.
        by: Node(SEATS),
        /// What she pays for it, `me` being she; who cannot pay is not asked.
        cost: Node(COST),
        /// The list after a yes.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
        /// The list after a no.
        r#else: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Does a list unless a player pays.
    UNLESS "a step `unless`" as UnlessKeys {
        /// The payment that keeps the list from being done.
        unless [always]: Node(Shape::Section(&PAYS)),
        /// The items that are done if she does not pay, or cannot.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// A payment that keeps a list from being done.
    PAYS "a payment" as PaysKeys {
        /// What is paid, `me` being who pays; who cannot pay is not asked.
        pays [always]: Node(COST),
        /// The player who may pay; left out: `me`.
        by: Node(SEATS),
        /// The words with which the player is asked; left out: `pay`.
        why: Text,
    }

    /// Lets a player put things into an order, and does a list with them.
    ORDER "a step `order`" as OrderKeys {
        /// The things: a reference, or a selection, of which all that match are meant.
        order [always]: Node(Shape::OneOf(&[REFERENCE, SELECTION])),
        /// The name of the things in their order in the list; left out: `it`.
        r#as: Text,
        /// The player who orders the things; left out: `me`.
        by: Node(SEATS),
        /// The words with which the player is asked.
        why: Text,
        /// The items that are done with the ordered things.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Uses abilities: nobody pays what the kind of use costs, and the card stays where it lies.
    USE_ITEM "a step `use`" {
        /// Abilities to use, their card, and their user.
        r#use [always]: Node(Shape::Section(&USE)),
    }

    /// Abilities to use, their card, and their user.
    USE "`use`" as UseKeys {
        /// The ability: `card_id/ability_id`, or a name under `abilities` of the manifest.
        ability [either]: Node(ABILITY_NAME),
        /// In place of `ability`: the abilities of these cards, one after the other; of card definitions, the printed
        /// ones.
        abilities_of [either]: Node(Shape::OneOf(&[REFERENCE, SELECTION])),
        /// With `abilities_of`: only abilities of this kind.
        kind: Node(NAME),
        /// The card with which it is used; left out: the card of this ability.
        card: Node(REFERENCE),
        /// The player who uses the abilities; left out: `me`.
        by: Node(SEATS),
    }

    /// Leaves a list for when the use that is running is over.
    AFTER_USE "a step `after_use`" as AfterUseKeys {
        /// The items that are done when the use is over.
        after_use [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
        /// Values of this moment that the list needs, by names of its own.
        with: Names(REFERENCE),
    }

    /// Lets a player divide an amount among things, one after the other, and does the list with each part.
    DIVIDE "a step `divide`" as DivideKeys {
        /// The divided amount.
        divide [always]: Node(AMOUNT),
        /// Among which things, in this order: a reference, or a selection, of which all that match are meant.
        among [always]: Node(Shape::OneOf(&[REFERENCE, SELECTION])),
        /// The amount that each thing must have before the next one may have anything, `it` being the thing; left out:
        /// nothing.
        before_next: Node(AMOUNT),
        /// The least and the most that each thing gets, `it` being the thing: `"1..3"`, `"0..it.life"`; left out: from nothing to all.
        part: Node(NUMBERS),
        /// The name of the thing in the list, in which `part` is how much it gets; left out: `it`.
        r#as: Text,
        /// The player who divides; left out: `me`.
        by: Node(SEATS),
        /// The words with which the player is asked.
        why: Text,
        /// The items done with each part that is more than 0.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Lets several events happen at once: all of them are replaced and followed as they stand before any of them.
    TOGETHER "a step `together`" as TogetherKeys {
        /// The events, each with its fields; and what begins for a time when they have happened.
        together [always]: Node(AT_ONCE),
    }

    /// Shuffles a zone of every player.
    SHUFFLE "a step `shuffle`" {
        /// The zone.
        shuffle [always]: Node(NAME),
    }

    /// Opens a record.
    OPEN "a step `open`" {
        /// The record with its fields: `{ RECORD: { field: reference } }`; of a number, an amount.
        open [always]: Node(Shape::Names(&Shape::Any)),
    }

    /// Puts cards into a list of the open record.
    PUT "a step `put`" {
        /// The list and what joins it, or a field that is no list and its new value: `{ RECORD.FIELD: reference }`; of a number, an amount.
        put [always]: Names(Shape::OneOf(&[REFERENCE, AMOUNT])),
    }

    /// Takes cards out of a list of the open record.
    TAKE "a step `take`" {
        /// The list and what leaves it: `{ RECORD.FIELD: reference }`.
        take [always]: Names(REFERENCE),
    }

    /// Ends the game.
    RESULT "a step `result`" {
        /// The outcome of the game.
        result [always]: Node(END),
    }

    /// A player wins.
    WIN "an end with `win`" as WinKeys {
        /// The players who win.
        win [always]: Node(SEATS),
    }

    /// A player loses, and everybody else wins.
    LOSE "an end with `lose`" as LoseKeys {
        /// The players who lose.
        lose [always]: Node(SEATS),
    }

    /// The player with the greatest number wins.
    RANK "an end with `rank`" as RankKeys {
        /// Amounts of each player: the greatest first one wins; if it is equal, the next one decides, and so on.
        rank [always]: Node(Shape::Items(&AMOUNT)),
        /// Players for whom this amount is equal are one side, and their numbers are added.
        teams: Node(AMOUNT),
    }

    /// A window of a use.
    WINDOW_STEP "a step `window` of a use" as WindowStage {
        /// The name of the window.
        window [always]: Node(NAME),
    }

    /// Something that is done in a use.
    DO_STEP "a step `do` of a use" as DoStage {
        /// The list of things to do.
        r#do [always]: Node(Shape::Items(&ITEM_OF_FLOW)),
    }

    /// Moves the card, if it still waits.
    SETTLE_STEP "a step `settle` of a use" as SettleStage {
        /// The zone to which the card goes.
        settle [always]: Node(PLACE),
    }
}

/// A value of any kind.
const ANY_VALUE: Shape = Shape::OneOf(&[REFERENCE, AMOUNT, SELECTION]);

/// A list of the flow: its items, or what it is given and its items.
pub(crate) const FLOW_LIST: Shape =
    Shape::OneOf(&[Shape::Section(&GIVEN_LIST), Shape::Called(&THING), Shape::Items(&ITEM_OF_FLOW)]);

/// The number of drawn cards: a number, or an amount in a text.
const DRAWN_NUMBER: Shape = Shape::Syntax(&Syntax::plain("an amount", &["integer", "string"]));

/// The outcome of a game.
const END: Shape = Shape::Called(&NamedShape {
    what: "an end of the game",
    page: Some("manifest.md#flow"),
    shape: Shape::OneOf(&[
        Shape::Choice(&["over", "draw"]),
        Shape::Section(&WIN),
        Shape::Section(&LOSE),
        Shape::Section(&RANK),
    ]),
});

/// The steps of a use, in order.
pub(crate) const STEPS_OF_USE: Shape = Shape::Items(&Shape::Called(&NamedShape {
    what: "a step of a use",
    page: Some("manifest.md#uses-and-actions"),
    shape: Shape::OneOf(&[
        Shape::Choice(&["resolve"]),
        Shape::Section(&WINDOW_STEP),
        Shape::Section(&DO_STEP),
        Shape::Section(&SETTLE_STEP),
    ]),
}));
