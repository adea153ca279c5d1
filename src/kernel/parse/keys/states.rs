//! States: the keys of conditions and amounts.

use super::{AMOUNT, COMPARISON, CONDITION, FILTER_OF_CARDS, NAME_OR_ENDS, SEAT, SELECTION};
use crate::data::keys::{NAME, Others, Shape, Syntax, keys};

keys! {
    /// A condition: all of these keys must hold. Any other key is a reference with a filter, which the object it leads
    /// to must match; of a list every object, and the list is not empty.
    CONDITION_KEYS "a condition" each CondKey {
        /// All of these conditions hold.
        all: Node(Shape::Items(&CONDITION)),
        /// At least one of these conditions holds.
        any: Node(Shape::Items(&CONDITION)),
        /// The condition does not hold.
        not: Node(CONDITION),
        /// Something matches, and meets the `verb` and `needs` of the selection.
        exists: Node(SELECTION),
        /// No object matches, and meets the `verb` and `needs` of the selection.
        none: Node(SELECTION),
        /// The number of objects that match, and meet the `verb` and `needs` of the selection, meets the comparison in `is`; without `is`, at least one matches.
        count: Node(SELECTION),
        /// The amount meets the comparison in `is`; without `is`, it is more than 0.
        amount: Node(AMOUNT),
        /// With `count` or `amount`: the permitted numbers.
        is: Node(COMPARISON),
        /// The current phase is one of these.
        phase: Node(Shape::Items(&NAME)),
        /// The turn belongs to that player.
        turn: Node(SEAT),
        /// A record of this kind is open.
        record: Node(NAME),
        /// The options have these values: `option: { deck_out: lose }`.
        option: Node(Shape::Names(&Shape::Scalar)),
        /// The innermost open window has this name.
        window: Node(NAME),
        ..: Others::Any(FILTER_OF_CARDS)
    }

    /// The number of objects that match.
    COUNT "a count" as CountKeys {
        /// The objects that are counted.
        count [always]: Node(SELECTION),
    }

    /// The sum of a number of cards, or of an amount of several things.
    SUM "a sum" as SumKeys {
        /// The field of cards whose numbers are added, or an amount, `it` being one of the things.
        sum [always]: Node(AMOUNT),
        /// The things: a selection, or of a field of cards a reference.
        of [always]: Node(SELECTION),
    }

    /// The greatest number of sets of like cards that share no card; with `worth` the greatest worth that such sets have together.
    GROUPS "groups" as GroupKeys {
        /// The cards of which sets are made.
        groups [always]: Node(SELECTION),
        /// The field of which all cards of a set have the same word.
        by [always]: Node(NAME),
        /// The number of cards of each set.
        size [always]: Node(AMOUNT),
        /// The jokers: cards that stand in for any card; at least one card of a set is no joker.
        joker: Node(FILTER_OF_CARDS),
        /// The worth of a card in the set; the card is `it`; left out: 1.
        worth: Node(AMOUNT),
    }

    /// The greatest of an amount of several things.
    MOST "a greatest amount" as MostKeys {
        /// The amount to be compared, with `it` for each of the things; without any thing the result is 0.
        most [always]: Node(AMOUNT),
        /// The things: a selection of cards, players, spaces or whatever else it says.
        of [always]: Node(SELECTION),
    }

    /// The least of an amount of several things.
    LEAST "a least amount" as LeastKeys {
        /// The amount to be compared, with `it` for each of the things; without any thing the result is 0.
        least [always]: Node(AMOUNT),
        /// The things: a selection of cards, players, spaces or whatever else it says.
        of [always]: Node(SELECTION),
    }

    /// The number of different words that several cards have.
    DISTINCT_WORDS "a number of words" as DistinctKeys {
        /// The field of words.
        distinct [always]: Node(NAME),
        /// The cards: a selection, or a reference.
        of [always]: Node(SELECTION),
    }

    /// The number of steps between cards that name each other, or between spaces of a board.
    STEPS "a distance between things" as StepsKeys {
        /// The field of words with the names of the cards to which a card leads: `ways`; or the ends of a way on a board: `distance: { from: X, to: Y }`.
        distance [always]: Node(NAME_OR_ENDS),
        /// Beside a field: the cards from which the steps begin: a selection, or a reference. A step leads to a card in the same kind of zone.
        from: Node(SELECTION),
        /// Beside a field: the cards to which they shall lead: the nearest counts. Where no way leads, the distance is 1000.
        to: Node(SELECTION),
    }

    /// The ends of a way on a board.
    WAY "the ends of a way on a board" as WayKeys {
        /// The spaces from which the steps begin, or the cards on them: a selection, or a reference.
        from [always]: Node(SELECTION),
        /// The spaces to which they shall lead, or the cards on them: the nearest counts. Where none lies on the same board, the distance is 1000.
        to [always]: Node(SELECTION),
    }

    /// An amount if a condition holds, and another if it does not.
    EITHER "an amount with a condition" as EitherKeys {
        /// The condition.
        r#if [always]: Node(CONDITION),
        /// The amount if it holds.
        then [always]: Node(AMOUNT),
        /// The amount if the condition does not hold; left out: 0.
        r#else: Node(AMOUNT),
    }

    /// An amount picked from a row of amounts.
    TABLE "an amount of a table" as TableKeys {
        /// The place in the table, counted from 0; less than 0 is the first place, and after the last place comes the last again.
        at [always]: Node(AMOUNT),
        /// The amounts in a row: `[0, 3, 5, 8]`.
        of [always]: Node(Shape::Items(&AMOUNT)),
    }

    /// The functions of amounts: words that stand before brackets.
    FUNCTIONS "a function of amounts" each Function {
        /// The less of two amounts.
        min: Node(TWO_AMOUNTS),
        /// The greater of two amounts.
        max: Node(TWO_AMOUNTS),
        /// The amount without its sign.
        abs: Node(ONE_AMOUNT),
        /// Half of the amount; a half is rounded up.
        half_up: Node(ONE_AMOUNT),
        /// Half of the amount; a half is rounded down.
        half_down: Node(ONE_AMOUNT),
        /// The first amount divided by the second, rounded down: `div(7, 2)` is 3, `div(-7, 2)` is -4; by 0 or less it is 0.
        div: Node(TWO_AMOUNTS),
        /// The remainder of the first amount, never less than 0: `mod(7, 2)` is 1, `mod(-1, 4)` is 3.
        r#mod: Node(TWO_AMOUNTS),
        /// The number of objects that the reference leads to; `count(list, reference)` is the number of times that the object of the reference is in the list: `count(it.lists, this.card.name)`; in a list of words a word may stand there: `count(it.icons, star)`.
        count: Node(LISTED),
        /// The sum of a field of the cards to which the reference leads.
        sum: Node(FIELD_OF_CARDS),
        /// The number of different words in a field of words of the cards to which the reference leads.
        distinct: Node(FIELD_OF_CARDS),
    }
}

macro_rules! arguments {
    ($($name:ident = $words:literal;)+) => {
        $(const $name: Shape = Shape::Syntax(&Syntax::plain($words, &["string"]));)+
    };
}

arguments! {
    ONE_AMOUNT = "`(a)`";
    TWO_AMOUNTS = "`(a, b)`";
    LISTED = "`(reference)`";
    FIELD_OF_CARDS = "`(field, reference)`";
}
