//! Decks: the keys of lists of decks, of hints about them, and of deck files.

use super::value_kinds::*;
use crate::data::keys::{NAME, NUMBER, Others, Shape, Syntax, keys};

keys! {
    /// A list of a deck, with its rules.
    LIST "a list of a deck" as ListKeys {
        /// The zone in which the cards begin.
        to [always]: Text,
        /// The role whose players bring the list; left out: all players.
        role: Node(NAME),
        /// The types of the cards.
        holds: Node(NAMES),
        /// A filter of printed values for cards of these types: `cards: { tier: basic }`.
        cards: Node(FILTER_OF_CARDS),
        /// Exactly how many cards.
        count [always]: Node(COUNT),
        /// The most cards of one name: a number, or a field that prints it; of a list the first limit counts that is for the card; left out: as many as one likes.
        copies: Node(Shape::Items(&Shape::OneOf(&[NUMBER, FIELD, Shape::Section(&COPIES)]))),
        /// A likeness that each card must have to the cards of another list.
        like: Node(Shape::Section(&LIKE)),
        /// Limits on sums of printed numbers, by their names.
        sum: Names(NUMBER),
        /// The text field whose value makes two cards copies of each other; left out: the name.
        same: Node(NAME),
        /// The least number of cards of a type: `{ character: 1 }`; cards that other lists take `out_of` this list do not count.
        least: Names(NUMBER),
        /// Another list, declared before this one: the cards of this list are among the cards of that list, and begin here instead.
        out_of: Text,
    }

    /// A limit of copies for certain cards of a deck list.
    COPIES "a limit of copies" as CopiesKeys {
        /// The cards that the limit is for: a filter of printed values.
        cards [always]: Node(FILTER_OF_CARDS),
        /// The most cards of one name: a number, or a field that prints it; left out: as many as one likes.
        most: Node(Shape::OneOf(&[NUMBER, FIELD])),
    }

    /// A likeness of the cards of a list to those of another list: a common word of a field.
    LIKE "a likeness" as LikeKeys {
        /// The field of words.
        field [always]: Text,
        /// The other list.
        list: Text,
        /// A word that fits in any case.
        or: Text,
        /// An option: the rule counts only if the option is true.
        r#if: Node(NAME),
    }

    /// Says something if a list has too many different words in a field.
    DISTINCT_HINT "a hint with `distinct`" as DistinctKeys {
        /// The field of words.
        distinct [always]: Node(Shape::Text),
        /// With more different words than this the advice is given.
        most [always]: Number(0, i64::MAX),
        /// A word that does not count.
        except: Text,
        /// The list.
        of [always]: Node(Shape::Text),
        /// The advice; `{n}` is how many there are.
        says [always]: Text,
    }

    /// Says something if a deck has too few or too many cards of a type.
    COUNT_HINT "a hint with `count`" as CountKeys {
        /// The type.
        count [always]: Node(Shape::Text),
        /// With fewer cards than this the advice is given.
        least: Number(0, i64::MAX),
        /// With more cards than this the advice is given.
        most: Number(0, i64::MAX),
        /// The advice; `{n}` is how many there are.
        says [always]: Text,
    }

    /// Says something if printed rules ask for a name or a word that the deck lacks.
    NAMED_HINT "a hint with `named_in`" as NamedKeys {
        /// The field of rules.
        named_in [always]: Node(Shape::Text),
        /// The number of each name that is safe; left out: 1.
        least: Number(0, i64::MAX),
    }

    /// A ready-made deck, `cards/<game>/decks/<id>.yaml`. Its other keys are the lists that the manifest declares.
    DECK "a deck" {
        /// The name of the deck for people.
        name: Text,
        /// The id of the game.
        game: Text,
        /// A number, for people.
        number: Node(Shape::Scalar),
        ..: Others::Any(CARDS)
    }
}

const FIELD: Shape = Shape::Syntax(&Syntax::plain("`card.FIELD`", &["string"]));

/// The cards of one list of a deck.
const CARDS: Shape = Shape::Syntax(&Syntax::plain(
    "ids of cards, or a map from ids to how many of each",
    &["object", "array", "string", "null"],
));
