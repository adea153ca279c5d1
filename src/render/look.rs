//! Look: how the cards of a game are drawn, as its manifest says.

use std::collections::BTreeMap;

use super::colour::Colour;
use super::text_width::Font;

/// The look of the cards of a game.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// True if the game declares a look.
    pub is_said: bool,
    /// Width and height of a card in tenths of a millimetre.
    pub size: Option<(f64, f64)>,
    /// The look of all cards.
    pub all: DrawnLook,
    /// The differences for a type.
    pub types: BTreeMap<String, DrawnLook>,
    /// The differences for a set.
    pub sets: BTreeMap<String, DrawnLook>,
    /// For each pack, the parts of the look that differ for its cards.
    pub packs: BTreeMap<String, Look>,
    /// The back of the cards.
    pub back: Back,
}

/// The look of all cards, or of those of a type or a set; `None` keeps the value of the look that holds for more cards.
#[derive(Clone, Debug, Default)]
pub struct DrawnLook {
    /// The radius of the corners in tenths of a millimetre.
    pub corner: Option<f64>,
    /// The width of the border in tenths of a millimetre.
    pub border: Option<f64>,
    /// Colours by the look's own names.
    pub colours: BTreeMap<String, Colour>,
    /// The fields that decide the tint.
    pub tint: Vec<String>,
    /// Tints by word.
    pub tints: BTreeMap<String, Tint>,
    /// The colour of the border.
    pub edge: Option<Paint>,
    /// The colour inside the border.
    pub ground: Option<Paint>,
    /// The colour behind texts.
    pub paper: Option<Paint>,
    /// The colour of texts.
    pub ink: Option<Paint>,
    /// The pattern on the ground.
    pub pattern: Option<String>,
    /// The scene in the place of a picture.
    pub scene: Option<String>,
    /// The symbols that may stand in the place of a picture: names of symbols, and fields (`{type}`) whose words have
    /// symbols. The first that the card has is drawn.
    pub emblem: Vec<String>,
    /// Symbols by word: the name of a symbol, or the data of an SVG path.
    pub symbols: BTreeMap<String, String>,
    /// Texts in place of values, by field and value.
    pub values: BTreeMap<(String, String), String>,
    /// Marks in texts, each with the symbol that replaces it.
    pub marks: Vec<(String, String)>,
    /// Regions by name, in the order in which they are drawn.
    pub regions: Vec<(String, Region)>,
}

/// The tint of cards with a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Tint {
    /// The colour.
    pub colour: Colour,
    /// The symbol.
    pub symbol: Option<String>,
    /// The scene in the place of a picture.
    pub scene: Option<String>,
    /// The pattern on the ground.
    pub pattern: Option<String>,
}

/// A colour, or the source of a colour.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// A colour.
    Is(Colour),
    /// A colour by its name: one of the look's own, or one that every look has, such as `tint`, `dark`, `pale`,
    /// `paper`, `ink` and `white`.
    Named(String),
    /// No colour.
    None,
}

/// The names of colours that every look may use without declaring them.
pub const PAINTS: [&str; 7] = ["tint", "dark", "pale", "paper", "ink", "white", "none"];

/// A region of a card: what it shows, and where and how. `None` keeps what a wider look or the card's fields give.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Left, top, width and height in tenths of a millimetre.
    pub at: Option<[f64; 4]>,
    /// The content.
    pub show: Option<Vec<Piece>>,
    /// The form of the content.
    pub form: Option<Form>,
    /// The font.
    pub font: Option<Font>,
    /// The size of letters in tenths of a millimetre.
    pub size: Option<f64>,
    /// The size down to which letters shrink so that the text fits, in tenths of a millimetre.
    pub least: Option<f64>,
    /// The alignment of each line.
    pub align: Option<Side>,
    /// Whether the lines stand at the top, in the middle or at the bottom of the region.
    pub stand: Option<Side>,
    /// The colour of the content.
    pub ink: Option<Paint>,
    /// The colour behind the content.
    pub fill: Option<Paint>,
    /// The colour around the content.
    pub line: Option<Paint>,
    /// The name of the shape around the content, such as `pill`; `fill` is the colour of its inside, and `line` that of
    /// its edge.
    pub shape: Option<String>,
    /// A symbol behind the content.
    pub symbol: Option<String>,
    /// Words above a number.
    pub label: Option<String>,
    /// The degrees by which the region is turned.
    pub turn: Option<i64>,
    /// True if the region is not drawn.
    pub hide: Option<bool>,
}

/// A part of what a region shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Letters.
    Letters(String),
    /// The value of a field.
    Field(String),
    /// Turns bold letters on, or off again.
    Bold,
    /// Turns italic letters on, or off again.
    Italic,
    /// A separator, ` · `, between two parts of a line. A part that has fields is left out, with a separator, if all of
    /// them are empty.
    Dot,
    /// The end of a line.
    Line,
}

/// The form in which a region shows its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A text.
    Text,
    /// A number.
    Number,
    /// Numbers side by side, each with its name.
    Numbers,
    /// The symbols of a cost.
    Pips,
    /// The symbols of words.
    Icons,
    /// Cells around the card.
    Cells,
    /// A picture.
    Picture,
    /// A symbol.
    Symbol,
}

/// A side, or the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left or top.
    First,
    /// Between the other two.
    Middle,
    /// Right or bottom.
    Last,
}

/// The back of the cards.
#[derive(Clone, Debug, Default)]
pub struct Back {
    /// The colour.
    pub ground: Option<Paint>,
    /// The colour of the drawing on the back.
    pub ink: Option<Paint>,
    /// The pattern on the ground.
    pub pattern: Option<String>,
    /// The symbol in the middle of the back.
    pub symbol: Option<String>,
    /// Words below the symbol.
    pub title: Option<String>,
}

impl Look {
    /// Width and height of a card in tenths of a millimetre.
    pub fn size(&self) -> (f64, f64) {
        self.size.unwrap_or((630.0, 880.0))
    }

    /// The look of a card of this type, set and pack: what the look says of its type overrides what it says of all
    /// cards, its set overrides its type, and its pack all of these.
    pub fn of(&self, ty: &str, set: &str, pack: Option<&str>) -> DrawnLook {
        let mut found = DrawnLook::default();
        let pack = pack.and_then(|pack| self.packs.get(pack));
        for look in std::iter::once(self).chain(pack) {
            let parts = [Some(&look.all), look.types.get(ty), look.sets.get(set)];
            parts.into_iter().flatten().for_each(|part| found.lay(part));
        }
        found
    }
}

impl DrawnLook {
    /// Overrides this look with one that holds for fewer cards: what `over` states replaces the value here.
    fn lay(&mut self, over: &DrawnLook) {
        let DrawnLook { corner, border, colours, tint, tints, edge, ground, paper, ink, pattern, scene, .. } = over;
        let DrawnLook { emblem, symbols, values, marks, regions, .. } = over;
        or(&mut self.corner, corner);
        or(&mut self.border, border);
        self.colours.extend(colours.iter().map(|(name, colour)| (name.clone(), *colour)));
        or_list(&mut self.tint, tint);
        self.tints.extend(tints.clone());
        or(&mut self.edge, edge);
        or(&mut self.ground, ground);
        or(&mut self.paper, paper);
        or(&mut self.ink, ink);
        or(&mut self.pattern, pattern);
        or(&mut self.scene, scene);
        or_list(&mut self.emblem, emblem);
        self.symbols.extend(symbols.clone());
        self.values.extend(values.clone());
        self.marks.splice(0..0, marks.iter().cloned());
        for (name, region) in regions {
            lay_region(&mut self.regions, name, region);
        }
    }
}

/// Overrides the region with this name by what `over` states; adds `over` if there is none.
pub fn lay_region(regions: &mut Vec<(String, Region)>, name: &str, over: &Region) {
    match regions.iter_mut().find(|(known, _)| known == name) {
        Some((_, region)) => region.lay(over),
        None => regions.push((name.into(), over.clone())),
    }
}

impl Region {
    fn lay(&mut self, over: &Region) {
        let Region { at, show, form, font, size, least, align, stand, ink, fill, line, shape, .. } = over;
        let Region { symbol, label, turn, hide, .. } = over;
        or(&mut self.at, at);
        or(&mut self.show, show);
        or(&mut self.form, form);
        or(&mut self.font, font);
        or(&mut self.size, size);
        or(&mut self.least, least);
        or(&mut self.align, align);
        or(&mut self.stand, stand);
        or(&mut self.ink, ink);
        or(&mut self.fill, fill);
        or(&mut self.line, line);
        or(&mut self.shape, shape);
        or(&mut self.symbol, symbol);
        or(&mut self.label, label);
        or(&mut self.turn, turn);
        or(&mut self.hide, hide);
    }
}

fn or<T: Clone>(here: &mut Option<T>, over: &Option<T>) {
    if over.is_some() {
        here.clone_from(over);
    }
}

fn or_list<T: Clone>(here: &mut Vec<T>, over: &[T]) {
    if !over.is_empty() {
        *here = over.to_vec();
    }
}
