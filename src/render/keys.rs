//! Keys: what may stand under `look:`.

use crate::data::keys::{NAME, Shape, Syntax, keys};

keys! {
    /// The look of cards. A value that a look leaves out follows from the fields of a card.
    LOOK "a look" as LookKeys also DRAWN {
        /// The differences for a type of cards.
        types: Names(Shape::Section(&DRAWN)),
        /// The differences for a set of cards, which is the folder of their files.
        sets: Names(Shape::Section(&DRAWN)),
        /// The back of the cards.
        back: Node(Shape::Section(&BACK)),
        /// The width and the height of a card in tenths of a millimetre; left out: `[630, 880]`.
        size: Node(LENGTHS),
    }

    /// The look of some cards.
    DRAWN "a look of some cards" as DrawnKeys {
        /// The radius of its corners in tenths of a millimetre; left out: 30.
        corner: Number(0, 200),
        /// The width of its border in tenths of a millimetre; left out: 20.
        border: Number(0, 100),
        /// Colours with names of the look's own.
        colours: Names(COLOUR),
        /// The fields that decide the tint of a card, such as `[colour, type]`: the first that has a word of `tints`; left out: the first field with one word, then `type` and `set`.
        tint: Items(NAME),
        /// The tint of a card with this word: a colour, or a colour with a symbol, a scene and a pattern.
        tints: Names(TINT_OF_WORD),
        /// The colour of the border; left out: `dark`.
        edge: Text,
        /// The colour inside the border; left out: `tint`.
        ground: Text,
        /// The colour behind texts; left out: a pale one.
        paper: Text,
        /// The colour of texts; left out: nearly black.
        ink: Text,
        /// The pattern on the ground.
        pattern: Choice("plain", "stripes", "dots", "scales", "checks", "weave", "bricks", "stars"),
        /// The scene in the place of a picture.
        scene: Choice("rays", "hills", "waves", "shards", "bloom", "night", "city", "rings", "grid", "plain"),
        /// The symbol in the place of a picture: the name of one, or the first of these fields whose word has one, such as `["{kinds}", "{type}"]`; left out: a symbol with the card's id, or else that of its tint.
        emblem: Items(Shape::Text),
        /// Symbols by a word of the game: the name of a symbol, or a path of SVG in a box of 24 by 24.
        symbols: Names(Shape::Text),
        /// Texts in place of values on cards, by field: `rank: { 11: J, 12: Q }`.
        values: Names(Shape::Names(&Shape::Scalar)),
        /// Marks in texts, each with the symbol that is drawn in its place.
        marks: Names(Shape::Text),
        /// Regions of a card by name: those that a card has anyway (`name`, `cost`, `picture`, `line`, `text`, `numbers`, `foot`), and more.
        regions: Names(Shape::Section(&REGION)),
    }

    /// The tint of cards with a word.
    TINT "a tint" as TintKeys {
        /// The colour, such as `"#c2481f"`.
        colour [always]: Text,
        /// The symbol.
        symbol: Text,
        /// The scene in the place of a picture.
        scene: Choice("rays", "hills", "waves", "shards", "bloom", "night", "city", "rings", "grid", "plain"),
        /// The pattern on the ground.
        pattern: Choice("plain", "stripes", "dots", "scales", "checks", "weave", "bricks", "stars"),
    }

    /// A region of a card.
    REGION "a region" as RegionKeys {
        /// The place of the region: from the left, from the top, width and height, in tenths of a millimetre.
        at: Node(LENGTHS),
        /// The content: a text in which `{power}` stands for the field, `{name}`, `{type}`, `{text}`, `{set}`, `{id}` and `{abilities}` for what every card has; `*bold*` and `_italic_`. A part between ` · ` or on a line of its own is left out if its fields are.
        show: Node(Shape::Text),
        /// The form of the content; left out: text.
        r#as: Choice("text", "number", "numbers", "pips", "icons", "cells", "picture", "symbol"),
        /// The font; left out: `sans`.
        font: Choice("sans", "bold", "italic", "serif"),
        /// The size of letters in tenths of a millimetre: 28 are 8 points.
        size: Number(10, 700),
        /// The least size to which letters shrink so that the text fits; left out: two thirds of the size, and no less than 18.
        least: Number(10, 700),
        /// The alignment of each line.
        align: Choice("left", "centre", "right"),
        /// The place of the lines in the region.
        stand: Choice("top", "middle", "bottom"),
        /// The colour of the content; left out: a colour that can be read.
        ink: Text,
        /// The colour behind the content; left out: none.
        fill: Text,
        /// The colour around the content; left out: none.
        line: Text,
        /// The shape that `fill` and `line` have.
        shape: Choice("box", "round", "pill", "disc", "shield", "hexagon", "diamond", "banner", "burst", "cut"),
        /// A symbol in the place of the shape.
        symbol: Text,
        /// Words above a number.
        label: Text,
        /// Turned by so many degrees to the right.
        turn: Node(DEGREES),
        /// True: the region is not drawn.
        hide: Switch,
    }

    /// The back of cards.
    BACK "a back" as BackKeys {
        /// The colour; left out: a dark blue.
        ground: Text,
        /// The colour of the drawing on the back; left out: a colour that can be seen.
        ink: Text,
        /// The pattern on the ground.
        pattern: Choice("plain", "stripes", "dots", "scales", "checks", "weave", "bricks", "stars"),
        /// The symbol in the middle of the back.
        symbol: Text,
        /// Words below the symbol; left out: the title of the game.
        title: Text,
    }
}

/// The tint of a word.
const TINT_OF_WORD: Shape = Shape::OneOf(&[COLOUR, Shape::Section(&TINT)]);

const COLOUR: Shape = Shape::Syntax(&Syntax::plain("a colour such as `\"#c2481f\"`", &["string"]));
const LENGTHS: Shape = Shape::Items(&Shape::Number(0, 2000));
const DEGREES: Shape = Shape::Syntax(&Syntax::plain("90, 180 or 270", &["integer"]));
