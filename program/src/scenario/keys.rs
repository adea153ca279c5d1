//! Keys: what may stand in a scenario.

use super::names::SEATS;
use intermezzo::data::keys::{NAME, NUMBER, NamedShape, Others, Shape, Syntax, keys, schema as schema_of};

keys! {
    /// A scenario: a game stated in YAML, played, and compared with what must be true.
    SCENARIO "a scenario" as ScenarioKeys {
        /// A sentence that says what the scenario shows.
        title [always]: Node(Shape::Text),
        /// The game.
        game [always]: Node(Shape::Text),
        /// The number of players, if the game allows several numbers; left out: the usual number.
        players: Node(PLAYERS),
        /// The seats of each person, if the game lets one person hold several: `[[amy, dora], [beth, cleo]]`; then
        /// `view` and `log` of a seat are those of the person who holds it.
        persons: Node(PERSONS),
        /// The base position on which `setup` lies: a name in the nearest `bases.yaml`.
        from [either]: Node(Shape::Text),
        /// A position at the beginning of a phase.
        setup [either]: Node(Shape::Section(&SETUP)),
        /// A whole game from its beginning: for each seat the id of a deck, or a deck that is written out.
        start [either]: Node(Shape::NamesOf(&SEATS, &DECK)),
        /// The steps of the players.
        steps: Items(Shape::Section(&STEP)),
        /// A part of the question that is asked at the end of the scenario, if it ends in the middle of something.
        pending: Node(Shape::Text),
        /// The facts that must be true at the end.
        expect: Node(Shape::Items(&Shape::Section(&EXPECTATION))),
        /// The rules of the ledger that the scenario proves: `[CL-INT-04]`.
        proves: Node(Shape::Items(&Shape::Scalar)),
        /// Options that differ from the defaults: `{ deck_out: lose }`.
        options: Names(Shape::Scalar),
        /// A number from which all chance comes; left out: 1.
        seed: Number(0, i64::MAX),
        /// Chance results in order; all of them must be used.
        rng: Node(Shape::Items(&Shape::Section(&CHANCE))),
        /// `transcript`: the whole transcript must be the same as in a file beside this one.
        snapshot: Choice("transcript"),
        /// The game must not begin with the decks of `start` and these `players` and `options`: a part of the message that refuses it.
        refused: Node(Shape::Scalar),
        /// Texts that take the place of files of the game and its packs, or are added to them, by path.
        files: Names(Shape::Text),
        /// A deck that is checked by the rules for decks.
        deck [either]: Node(DECK),
        /// A part of each error that is found; exactly as many errors must be found.
        findings [either]: Node(Shape::Items(&Shape::Scalar)),
        /// A part of each piece of advice that is given about the deck or the files.
        hints: Node(Shape::Items(&Shape::Scalar)),
        /// The packs in play, by their ids; left out: those of `--pack`.
        packs: Node(Shape::Items(&Shape::Text)),
    }

    /// A position at the beginning of a phase. Its other keys are the seats, each with its zones and counters, and zones that all share, each with its cards, the top first.
    SETUP "a position" as SetupKeys {
        /// The phase that begins now; it is needed unless the base position says it.
        phase: Node(NAME),
        /// The seat whose turn it is; left out: `amy`.
        active: Node(SEAT),
        /// The number of the turn; left out: 1.
        turn: Node(TURN),
        /// Counters of the game: `{ danger: 2 }`.
        game: Unread(COUNTERS),
        /// Counters of spaces, by space: `{ field.2.3: { gold: 2 } }`.
        spaces: Unread(SPACES),
        /// Timed effects that are there already, in the order in which they came.
        effects: Items(Shape::Section(&EFFECT)),
        ..: Others::OfOrAny(&SEATS, OF_SEAT, CARDS)
    }

    /// An effect that lasts for a time already: its object, and one of `field`, `forbid`, `permit`, `grant`, `lose` and `controller`.
    EFFECT "an effect that lasts" as EffectKeys {
        /// The affected card, by its name in the scenario.
        card: Node(NAME),
        /// The affected player.
        player: Node(SEAT),
        /// The number or the field of words that is changed.
        field: Node(NAME),
        /// By how much, or the word that is there, too: `2`, `flying`, `{ set: 3 }`, `{ times: 2 }`, `{ at_least: 1 }`, `{ at_most: 1 }`, `{ without: flying }`.
        by: Node(CHANGE),
        /// A verb that is forbidden with the card, or to the player.
        forbid: Node(NAME),
        /// A verb that may be done with the card, or by the player.
        permit: Node(NAME),
        /// The ability that is given: `card/ability`, or one of the manifest's.
        grant: Node(NAME),
        /// The ability that the card has lost; `all`: all of its abilities.
        lose: Node(NAME),
        /// The player who controls the card.
        controller: Node(SEAT),
        /// The duration: `turn`, `until me.turn`; left out: until the card leaves.
        lasts: Node(LASTS),
        /// The card that made the effect, by its name in the scenario.
        source: Node(NAME),
        /// The name of the effect, by which `end` can end it early.
        called: Node(NAME),
    }

    /// A position with which scenarios begin. Its keys are laid over the position with which it begins itself.
    BASE "a base position" also SETUP {
        /// The base position with which this one begins.
        from: Unread(Shape::Text),
        ..: Others::OfOrAny(&SEATS, OF_SEAT, CARDS)
    }

    /// The positions with which scenarios begin, each by its name.
    BASES "base positions" {
        ..: Others::Any(Shape::Section(&BASE))
    }

    /// A card in a zone. Its other keys are its stored numbers.
    PLACED "a card in a zone" as PlacedKeys {
        /// The id of the card; where cards show only some fields, also a word of such a field.
        card [always]: Node(NAME),
        /// The name of the card in the scenario: not the name of a seat, of another card, or an id.
        r#as: Node(NAME),
        /// The statuses of the card; from each other group the card has the first one.
        status: Items(NAME),
        /// The slot of the card; left out: the first free one.
        slot: Node(SLOT),
        /// The column and the row of the card on a board: `[2, 3]`.
        at: Node(PAIR),
        /// The owner of the card; left out: the owner that it would have in a game that was started.
        owner: Node(NAME),
        /// `down`: only the side on which it lies sees it; `blind`: nobody sees it; left out: as its zone says.
        face: Node(FACE),
        /// The id of the card that this card was before it was turned into another one.
        printed: Node(NAME),
        /// The card to which it is attached, by its name in the scenario.
        host: Node(NAME),
        ..: Others::Any(STORED)
    }

    /// A thing that is done: by a seat, or by several.
    STEP "a step" as StepKeys {
        /// The player's choices while declaring: a list if there is one target, otherwise a map from the names of the
        /// targets.
        choose: Node(CHOSEN),
        /// The cards that pay; left out: the first legal payment.
        pay: Node(NAMES),
        /// Exactly what may be chosen at the first choice, in any order.
        offered: Node(NAMES),
        /// The seats that pass, one after the other.
        pass: Unread(SOME_SEATS),
        /// The seats whose time is over: the default answer is given for them.
        timeout: Unread(SOME_SEATS),
        /// The seats for which a bot answers, as long as one of them is asked and the turn lasts.
        bot: Unread(SOME_SEATS),
        /// Hidden answers, in this order: `{ amy: rock, beth: paper }`.
        sealed: Unread(BY_SEAT),
        /// A command that must be refused, and nothing may change.
        refuse: Node(Shape::Section(&REFUSE)),
        /// The facts that must be true now.
        expect: Node(Shape::Items(&Shape::Section(&EXPECTATION))),
        ..: Others::Of(&SEATS, COMMAND)
    }

    /// A command that must be refused, and nothing may change: one command of a seat, or one hidden answer.
    REFUSE "what is refused" as RefuseKeys {
        /// Part of the message.
        because [always]: Node(Shape::Text),
        /// The player's choices while declaring.
        choose: Unread(CHOSEN),
        /// The cards that pay.
        pay: Unread(NAMES),
        /// A hidden answer.
        sealed: Unread(BY_SEAT),
        ..: Others::Of(&SEATS, COMMAND)
    }

    /// Facts that must be true. Its other keys are fields of cards and seats: `CARD.FIELD`, `amy.FIELD`; a number may
    /// be compared: `amy.life: ">= 5"`.
    EXPECTATION "an expectation" as ExpectationKeys {
        /// Exactly these cards lie there, in this order: `zone: { amy.discard: [a, b] }`; a zone that all share has no seat before it.
        zone: Unread(BY_ZONE),
        /// Exactly these cards lie there, in any order: `holds: { amy.hand: [a, b] }`.
        holds: Unread(BY_ZONE),
        /// The number of cards in each zone: `count: { amy.hand: 6 }`.
        count: Unread(COUNTS),
        /// The cards have these statuses: `status: { CARD: resting }`.
        status: Unread(BY_NAME),
        /// The cards have exactly these abilities, printed and given, in any order: `abilities: { CARD: [CARD/leap, frost_imp/freeze] }`; one of the manifest's is called by its id.
        abilities: Unread(BY_NAME),
        /// A seat's view of a zone: how many cards, if it sees none of their faces, otherwise exactly the cards that it
        /// sees: `view: { beth: { amy.hand: 6, amy.extra: [red] } }`.
        view: Unread(Shape::NamesOf(&SEATS, &VIEWED)),
        /// Exactly these answers are possible now, in any order, under any names that steps could use: `offers: { amy: [use hush, declare, pass] }`.
        offers: Unread(Shape::NamesOf(&SEATS, &NAMES)),
        /// Exactly these seats are asked now: `asked: beth`, `asked: [amy, beth]`, `asked: nobody`.
        asked: Unread(NAMES),
        /// The window that is open; `none`: no window is.
        window: Unread(Shape::Scalar),
        /// The phase; `none`: there is none.
        phase: Unread(Shape::Scalar),
        /// The seat whose turn it is.
        active: Unread(Shape::Scalar),
        /// The number of the turn.
        turn: Unread(Shape::Scalar),
        /// The transcript contains the text; a list of texts: each of them; `log: { beth: text }`: the transcript that Beth may see contains it.
        log: Node(TOLD),
        /// The transcript does not contain the text; by seat as in `log`.
        no_log: Unread(TOLD),
        /// The game ended in this way: `result: { winner: amy }`, `result: { winner: [amy, beth] }`, `result: draw`.
        result: Node(RESULT),
        ..: Others::Dotted(VALUE)
    }

    /// A seat that won, or several.
    WINNER "a winner" {
        /// The seat, or the seats that share the victory.
        winner [always]: Node(SOME_SEATS),
    }

    /// A result of chance.
    CHANCE "a chance result" as ChanceKeys {
        /// The order after a shuffle, the top first; it names every card of the zone.
        shuffle [either]: Unread(NAMES),
        /// Results of random picks, one after the other: cards, players, spaces, words, texts and numbers are named as
        /// elsewhere, card definitions by id or printed name, abilities as `card_id/ability_id`.
        pick [either]: Node(NAMES),
        /// The value of a random number.
        number [either]: Node(NUMBER_DRAWN),
        /// The range from which the number is drawn: `"1..3"`; left out: any range.
        of: Node(NAME),
    }
}

macro_rules! syntaxes {
    ($($name:ident = $words:literal as $($kind:literal)+;)+) => { $(
        const $name: Shape = Shape::Syntax(&Syntax::plain($words, &[$($kind),+]));
    )+ };
}

// Shapes of values that only the runner reads and checks, because that needs the game.
syntaxes! {
    PLAYERS = "a number" as "integer";
    SEAT = "a seat" as "string";
    TURN = "a number from 1" as "integer";
    SLOT = "a number from 1" as "integer";
    LASTS = "a duration" as "string";
    CHANGE = "a number, a word, or a map of how it is changed" as "integer" "string" "object";
    NUMBER_DRAWN = "a number" as "integer";
    STORED = "a number" as "integer";
    PAIR = "a pair of numbers" as "array";
    FACE = "`up`, `down` or `blind`" as "string";
    PERSONS = "a list of lists of seats" as "array";
    COUNTERS = "a map from counters to numbers" as "object";
    COMMAND = "a command" as "string";
    CHOSEN = "names, or a map from targets to names" as "string" "integer" "boolean" "array" "object";
    NAMES = "a name, or a list of such" as "string" "integer" "boolean" "array";
    TEXTS = "a text, or a list of such" as "string" "integer" "boolean" "array";
    SOME_SEATS = "a seat, or a list of such" as "string" "array";
    VALUE = "a value, or a list of such" as "string" "integer" "boolean" "array";
}

const SPACES: Shape = Shape::Names(&COUNTERS);
const COUNTS: Shape = Shape::Names(&Shape::Number(0, i64::MAX));
const BY_ZONE: Shape = Shape::Names(&NAMES);
const BY_NAME: Shape = Shape::Names(&NAMES);
const BY_SEAT: Shape = Shape::NamesOf(&SEATS, &NAMES);
const VIEWED: Shape = Shape::Names(&NAMES);
const TOLD: Shape = Shape::OneOf(&[TEXTS, Shape::NamesOf(&SEATS, &TEXTS)]);
const RESULT: Shape =
    Shape::OneOf(&[Shape::Choice(&["draw", "lost", "none", "over", "aborted"]), Shape::Section(&WINNER)]);

/// A card of a zone: its id, or a map with its details.
const ONE_CARD: Shape = Shape::Called(&NamedShape {
    what: "the id of a card that lies there",
    page: None,
    shape: Shape::OneOf(&[Shape::Syntax(&Syntax::plain("the id of a card", &["string"])), Shape::Section(&PLACED)]),
});

/// The cards of a zone.
const CARDS: Shape = Shape::Items(&ONE_CARD);

/// The zones and the counters of a seat.
const OF_SEAT: Shape = Shape::Called(&NamedShape {
    what: "a map of zones and counters",
    page: None,
    shape: Shape::Names(&Shape::OneOf(&[NUMBER, CARDS, ONE_CARD, NOTHING])),
});
const NOTHING: Shape = Shape::Syntax(&Syntax::plain("nothing", &["null"]));

/// A deck, by its id or written out.
const DECK: Shape = Shape::Syntax(&Syntax::plain("the id of a deck, or a deck", &["string", "object"]));

/// The JSON Schemas by which editors check scenarios and the base positions with which they begin.
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    vec![("scenario", schema()), ("bases", schema_of("Base positions of Intermezzo", &BASES))]
}

fn schema() -> serde_json::Value {
    let mut schema = schema_of("Scenario of Intermezzo", &SCENARIO);
    // A position has a phase, unless it lies on a base.
    schema["if"] = serde_json::json!({ "not": { "required": ["from"] } });
    schema["then"] = serde_json::json!({ "properties": { "setup": { "required": ["phase"] } } });
    schema
}
