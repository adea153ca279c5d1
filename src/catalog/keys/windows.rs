//! Windows: the keys of windows, timings, kinds of use and actions.

use super::flow::{ITEM_OF_FLOW, STEPS_OF_USE};
use super::value_kinds::*;
use crate::data::keys::{NAME, NamedShape, Others, Shape, Syntax, keys};

keys! {
    /// A window: a moment at which players may act.
    WINDOW "a window" as WindowKeys by protocol {
        /// The protocol by which seats are asked.
        protocol [always]: Choice("free", "alternate", "interrupt", "priority", "each", "reaction", "sealed", "auto"),
        /// The players who act, in order: `active`, `inactive`, `all` or `turn_order` (from the first player on),
        /// `active_first`, a reference; left out: `active_first`.
        players: Node(SEATS),
        /// The question of the window, in words for people.
        text: Text,
        /// A condition, in which `me` is the seat whose turn it is, and `subject` is the use of which the window is a step; a seat for which it does not hold is passed over, and the others are told nothing of it; in `reaction` it is judged again and again.
        eligible: Node(CONDITION),
        /// The timings under which abilities and actions are offered.
        offers: Items(NAME),
        /// The most abilities and actions that may be used; of hidden actions, the most by each seat.
        max [for "free", "auto", "sealed"]: Node(AMOUNT),
        /// The number of passes in a row that close the window, at most 100; left out: 1.
        passes [for "alternate"]: Node(Shape::OneOf(&[Shape::Number(1, 100), COMPUTED])),
        /// From whom it goes on after a use: `same`, who used something; `next`, the seat after that one; `first`, the first seat of the order; left out: as the protocol says.
        after [for "alternate", "interrupt", "priority", "reaction"]: Choice("same", "next", "first"),
        /// Passes have no line in the transcript.
        quiet: Flag,
        /// `false`: a seat that can act must act.
        may_pass: Switch,
        /// A condition under which the window closes by itself.
        close_if: Node(CONDITION),
        /// A reference: if it leads to other things after a use than before it, all passes are void; in `each` all other seats are asked once more.
        restart_on [for "reaction", "each"]: Node(REFERENCE),
        /// The players who are asked, see below; left out: `always`, or `can_act` in `interrupt`.
        ask: Node(ASKED),
        /// The question of a window that offers no abilities and actions, see below.
        decision [for "each", "sealed"]: Node(DECISION),
        /// The step that gets the answers.
        then: Node(NAME),
        /// The items done with each answer, in place of `then`. The answer is `answer` in the list; of a pair the parts
        /// are `from` and `to`, and each pair gets the list once. `me` is the seat that answered.
        r#do [for "each", "sealed"]: Node(Shape::Items(&ITEM_OF_FLOW)),
        /// A number of seconds, after which the program gives the default answer; 0: none.
        deadline [for "sealed"]: Node(AMOUNT),
        /// `random`: chance picks which answer to its `decision` is the default answer; left out: the first legal one.
        default [for "sealed"]: Node(Shape::Choice(&["random"])),
        /// `random`: the sides take turns, and chance chooses what the side uses; `listed`: everything that could be used when the window opened, in the order of seats, zones and places; left out: `random`.
        pick [for "auto"]: Choice("random", "listed"),
        /// Of `pick: random`: filters of cards; a side uses something of the first class in which it has any.
        classes [for "auto"]: Items(FILTER),
        /// Of `pick: listed`: only these cards.
        of [for "auto"]: Node(REFERENCE),
        /// The player who uses something becomes the active player.
        makes_active [for "auto"]: Flag,
    }

    /// An option that says who is asked.
    ASKED_BY_OPTION "who is asked by an option" as AskedByOption {
        /// If that option is true, a seat is asked as with `might_act`, otherwise as with `can_act`.
        option [always]: Node(NAME),
    }

    /// A decision in which each seat makes pairs.
    ASSIGN "a decision that assigns" as AssignKeys {
        /// The objects that are assigned.
        from [always]: Node(SELECTION),
        /// Objects that receive the objects of `from`.
        to [always]: Node(SELECTION),
        /// The verb by which permissions forbid or permit single pairs.
        verb: Node(NAME),
        /// To how many things of `to` each thing of `from` is assigned, `it` being that thing: `0..all`; left out: `0..1`.
        per_from: Node(NUMBERS),
        /// The number of things of `from` that are assigned to each thing of `to`, which is `it`; left out: `0..1`.
        per_to: Node(NUMBERS),
        /// A condition that the set of objects assigned to one object of `from` must meet; `it` is that object of `from`. An
        /// empty set is not tested.
        sets: Node(Shape::Section(&SET)),
    }

    /// A name under which windows offer abilities and actions.
    TIMING "a timing" as TimingKeys {
        /// The keys that an ability with this timing must have.
        needs: Items(NAME),
        /// The reason told to a player who tries to use such an ability or action where no window offers it: words, or
        /// a list of which the first whose condition holds is taken.
        because: Items(Shape::OneOf(&[WORDS, Shape::Section(&BECAUSE)])),
    }

    /// Words for players, with the condition under which they are said.
    BECAUSE "words with a condition" as Because {
        /// The words; they may contain amounts of the player: `needs {me.needed} armies`.
        because [always]: Node(WORDS),
        /// The condition under which the words are said.
        r#if: Node(CONDITION),
    }

    /// A kind of use: what happens when a printed ability is used.
    KIND_OF_USE "a kind of use" as UseKeys {
        /// The types of the cards whose printed abilities with a timing are used in this way.
        r#for: Node(NAMES),
        /// The words for it in lists and transcripts; left out: its name.
        text: Text,
        /// The zone where the card waits while it is in use; left out: the card stays where it is.
        to: Node(PLACE),
        /// Conditions for every such use, with what a player is told if one does not hold.
        needs: Items(Shape::Section(&NEED)),
        /// The cost of every such use, paid before the ability's own cost.
        cost: Node(COST),
        /// The steps that the use goes through; left out: `[resolve]`.
        steps: Node(STEPS_OF_USE),
        /// The use has no line in the transcript; its effects have their own.
        quiet: Flag,
    }

    /// An action: something that the game itself offers to players. It is a kind of use too, and an ability of the game.
    ACTION "an action" as ActionKeys {
        /// The timing under which windows offer the action.
        timing [always]: Node(NAME),
        /// A filter of the cards that the action is offered for.
        r#for: Node(FILTER_OF_CARDS),
        /// The roles whose players the action is offered to; left out: all.
        role: Items(NAME),
        /// The zones in which a card must lie for the action to be offered for it; left out: the action needs no card.
        from: Node(NAMES),
        /// The words for it in lists and transcripts; left out: its name.
        text: Unread(Shape::Text),
        /// The zone where the card waits while it is in use; left out: the card stays where it is.
        to: Unread(PLACE),
        /// The player whose turn it must be.
        turn: Unread(SEAT),
        /// The phase in which it must be, one or a list; left out: any phase.
        phase: Unread(NAMES),
        /// A condition that must hold.
        r#if: Unread(CONDITION),
        /// Conditions that must hold, each with what a player is told if it does not.
        needs: Unread(Shape::Items(&Shape::Section(&NEED))),
        /// A level: the action can be used once in each.
        once: Unread(NAME),
        /// The cost of the action.
        cost: Unread(COST),
        /// Targets that its player chooses, by name.
        targets: Unread(Shape::Names(&SELECTION)),
        /// An amount that scripts read as `this.x`.
        x: Unread(AMOUNT),
        /// The use has no line in the transcript; its effects have their own.
        quiet: Unread(Shape::Flag),
        /// `true`: nothing cancels such a use.
        uncancellable: Unread(Shape::Flag),
        /// The steps that the use goes through; left out: `[resolve]`.
        steps: Unread(STEPS_OF_USE),
        /// The effect of the action, in the form of the flow.
        r#do: Node(Shape::Items(&ITEM_OF_FLOW)),
        /// `hidden`: the script reads what its player does not see; the game's own manifest need not say it.
        reads: Unread(Shape::Choice(&["hidden"])),
        /// The effect of the action, as a script in place of `do`.
        script: Node(SCRIPT),
    }
}

keys! {
    /// The rules for triggers that wait at the same time.
    TRIGGERS "triggers" as TriggerKeys {
        /// The order of players' triggers; left out: `active_first`, those of the player whose turn it is, then the
        /// next player's; `active_last`: hers come after those of all others.
        order: Choice("active_first", "active_last"),
        /// The order of several triggers of one player. `rule` (the default): the lowest number of the card's space
        /// first (0 in a zone without spaces), then the card that has lain in its place longest. `player`: the player
        /// chooses.
        chosen_by: Choice("rule", "player"),
        /// The time at which triggers are declared; left out: `one_by_one`, each trigger when the one before it is over; `together`: all triggers before any takes effect, and the last one takes effect first.
        declared: Choice("one_by_one", "together"),
        /// What ends abilities that trigger each other without end and without a choice; left out: `leave`, they are left
        /// alone after ten rounds, until the next answer; `draw`: the game is a draw.
        loops: Choice("leave", "draw"),
        /// The kind of use that triggers on cards make, unless their kind of ability says another; left out: they take effect at once.
        r#use: Node(NAME),
    }
}

keys! {
    /// The rules for replacements: which events a card may replace as it leaves, and who chooses among several.
    REPLACEMENTS "replacements" as ReplacementKeys {
        /// Events that a card may replace while it leaves in the same batch; left out: `own`, those of itself; `all`:
        /// those of others, too.
        leaving: Choice("own", "all"),
        /// The player who chooses among several replacements; left out: `user`, the player of the first replacement;
        /// `affected`: the controller of the card to which the event happens, or the player to whom it happens.
        chosen_by: Choice("user", "affected"),
        /// The order of replacements: `own` are those of the card itself to which the event happens, any other word is
        /// a flag of abilities; those that the list does not name come last. Left out: all compete.
        order: Items(NAME),
    }
}

/// A number that is computed whenever the window goes on.
const COMPUTED: Shape = Shape::Syntax(&Syntax {
    words: "an amount",
    page: Some("filters.md#amounts"),
    kinds: &["string", "object"],
    maps: &[],
    nests: false,
});

/// The condition under which a seat is asked.
const ASKED: Shape =
    Shape::OneOf(&[Shape::Choice(&["always", "can_act", "might_act"]), Shape::Section(&ASKED_BY_OPTION)]);

/// The question of a window in place of a use.
const DECISION: Shape = Shape::Called(&NamedShape {
    what: "what a window asks",
    page: Some("windows.md#sealed-all-at-once-hidden"),
    shape: Shape::OneOf(&[
        Shape::Section(&NUMBER_DECISION),
        Shape::Section(&WORDS_DECISION),
        Shape::Section(&CARDS_DECISION),
        Shape::Section(&PLAYER_DECISION),
        Shape::Section(&ASSIGN_DECISION),
    ]),
});

keys! {
    /// A decision in which each seat names a number.
    NUMBER_DECISION "a decision of a `number`" {
        /// The range of numbers: `"0..39"`; the bounds may be amounts.
        number [always]: Node(Shape::Syntax(&Syntax::plain("a range", &["string"]))),
    }
    /// A decision in which each seat chooses a word.
    WORDS_DECISION "a decision of `words`" {
        /// The words of which one is chosen.
        words [always]: Node(NAMES),
    }
    /// A decision in which each seat chooses cards.
    CARDS_DECISION "a decision of `cards`" {
        /// The cards that may be chosen; `me` is the seat that is asked.
        cards [always]: Node(SELECTION),
    }
    /// A decision in which each seat chooses a player.
    PLAYER_DECISION "a decision of a `player`" {
        /// The players who may be chosen.
        player [always]: Node(FILTER_OF_PLAYERS),
        ..: Others::Any(SELECTION)
    }
    /// A decision in which each seat makes pairs.
    ASSIGN_DECISION "a decision to `assign`" {
        /// Things from `from` are assigned to things from `to`.
        assign [always]: Node(Shape::Section(&ASSIGN)),
    }
}

/// The parts of a cost; all of them must be paid.
pub(crate) const COST: Shape = Shape::Items(&COST_PART);
const COST_PART: Shape = Shape::Syntax(&Syntax {
    words: "a part of a cost",
    page: Some("cards.md#costs"),
    kinds: &["object"],
    maps: &[],
    nests: false,
});
