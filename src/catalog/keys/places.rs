//! Places: the keys of zones, boards, areas, orders, piles and of the lines of a table.

use super::value_kinds::*;
use crate::data::keys::{NAME, NUMBER, Others, Shape, keys};

keys! {
    /// A zone: a place where cards lie, one for each player or one that all share.
    ZONE "a zone" as ZoneKeys {
        /// `player`: each player has a zone of this kind; this is the default. A role: only its players have one.
        per: Node(NAME),
        /// All players share a single zone of this kind.
        shared: Flag,
        /// The players who see the faces of the cards; left out: `all`.
        seen_by: Choice("all", "owner", "nobody"),
        /// Statuses that a card takes when it enters the zone.
        enters: Node(NAMES),
        /// The only fields that a card has while it lies in the zone.
        only: Node(NAMES),
        /// No two cards here have an equal name; an event that would bring in a second one does not happen.
        distinct: Choice("name"),
        /// The list of the flow that runs when a card must be drawn from here and there is none.
        on_empty: Node(NAME),
        /// The zone has so many spaces, numbered from 1; left out: the whole zone is one space.
        slots: Number(1, 1024),
        /// The most cards in a space; a card too many stays where it was. Cards that leave in the same batch make room.
        capacity: Node(CAPACITY),
        /// The spaces lie in rows and columns, in place of `slots`.
        board: Node(Shape::Section(&BOARD)),
        /// The state that a card keeps when it comes from a zone of the same kind: its `statuses`, or `all` of its
        /// state. So a card that changes its player stays as it is.
        keeps: Choice("statuses", "all"),
        /// Stored values of a card begin anew when the card enters, and a card that an effect turned into another one is its printed card again.
        resets: Flag,
        /// Cards here lie beneath the card to which they are attached: they go where it goes, and it does not carry them.
        beneath: Flag,
        /// `first`: a new card goes on top, unless something says otherwise; left out: it goes under the others.
        newest: Choice("first", "last"),
        /// Moves of cards into it and out of it have no line in the transcript.
        quiet: Flag,
    }

    /// The spaces of a zone in rows and columns.
    BOARD "a board" as BoardKeys {
        /// The number of the board's rows; a board has from 2 to 128 spaces.
        rows [always]: Number,
        /// The number of the board's columns.
        columns [always]: Number,
        /// The board wraps: a thing that leaves at one edge comes in at the opposite edge.
        wrap: Flag,
        /// `hex`: each space has six neighbours instead of four, and columns and rows are two of the three axes; left out: `square`.
        grid: Choice("square", "hex"),
        /// The group of statuses that says where a card faces: one status for each direction, clockwise; the first is forward.
        facing: Node(NAME),
        /// Names for spaces; each is a list of `[column, row]`, counted from 0, with the lowest row first.
        marks: Names(PAIRS),
    }

    /// From which zone to which zone a card is drawn.
    DRAW "the zones of drawing" as DrawKeys {
        /// The zone from which cards are drawn.
        from [always]: Text,
        /// The zone into which cards are drawn.
        to [always]: Text,
    }

    /// A named set of spaces of a board, computed whenever it is read.
    AREA "an area" as AreaKeys {
        /// A reference to cells: a field of a card, or a list of pairs in a record.
        cells [always]: Node(REFERENCE),
        /// The card or space from which the cells are seen.
        from [always]: Node(REFERENCE),
        /// The direction; if it is left out or is nothing: the direction in which the card faces.
        facing: Node(REFERENCE),
        /// Spaces that do not belong to the area.
        without: Node(REFERENCE),
        /// A condition; if it does not hold, the area is empty.
        r#if: Node(CONDITION),
    }

    /// An order of players.
    ORDER "an order" as OrderKeys {
        /// A number of each player: the player with the lowest number comes first, equal ones by seat.
        by: Node(AMOUNT),
        /// The order then goes back from the last player to the first.
        back: Flag,
    }

    /// Cards that the game itself brings.
    PILE "a pile" as PileKeys {
        /// The zone in which the cards begin, in the order of their ids; if each player has such a zone, each player gets all the cards; left out: the cards stay in the box.
        to: Node(NAME),
        /// The types of the cards.
        holds: Node(NAMES),
        /// A filter of printed values for cards of these types.
        cards: Node(FILTER_OF_CARDS),
        /// A list of card ids, each with its number of copies, in place of types and a filter. The pile is like a deck
        /// that everybody uses; other piles may have further copies.
        list: Names(NUMBER),
        /// The number of copies of each card: the printed number that says it, or an amount of options and of the number of players, as in `"game.players * 10"`; left out: one.
        copies: Node(AMOUNT),
        /// All copies of a card lie on a space of their own, each on the next that is free.
        apart: Flag,
        /// Cards that no file prints: one for each combination of the values that are listed.
        makes: Node(Shape::Section(&MAKES)),
        /// Exactly how many cards there are in all.
        count: Number(0, i64::MAX),
        /// A condition about options; if it does not hold, the pile is not in the game.
        r#if: Node(CONDITION),
    }

    /// Cards that no file prints. Its other keys are the fields of the cards: of a list, or of a range such as `"2..14"`, each value stands in cards of its own.
    MAKES "cards that a pile makes" as MakesKeys {
        /// The name of each card, with its values: `"{rank} of {suit}"`; the id is the same in `snake_case`.
        name [always]: Text,
        /// The type of the cards.
        r#type [always]: Node(NAMES),
        /// Names of the values within the card's name, in the order in which they are listed: `{ rank: [Two, Three] }`.
        called: Names(Shape::Items(&Shape::Scalar)),
        ..: Others::Any(Shape::Any)
    }

    /// A line of a player's part of the table: a zone, or numbers that everybody keeps an eye on.
    TABLE_LINE "a line of the table" as TableKeys {
        /// The zone.
        zone: Node(Shape::Text),
        /// The fields that are shown beside the name of a card; `status` is every status that the zone gives.
        show: Items(Shape::Text),
        /// Equal cards are shown as one, with their number.
        stack: Flag,
        /// The fields, or `name`, by which its cards are sorted: words in the order of `words`, numbers from the least on; left out: in the order in which they lie.
        sort: Items(Shape::Text),
        /// `empty`: no line is drawn while the zone is empty. `others`: only a player's own zone is drawn, and those of others are numbers beside their names.
        hide: Items(Shape::Choice(&["empty", "others"])),
        /// Numbers that are shown beside each player's name.
        player: Items(NAME),
        /// Numbers of the game that are shown in the middle.
        game: Items(NAME),
    }
}
