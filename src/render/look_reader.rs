//! Look reader: reads a look from the tree of a file, and reports all that is wrong in it.

use std::collections::BTreeSet;

use super::colour::Colour;
use super::keys::{BackKeys, DrawnKeys, LookKeys, RegionKeys, TintKeys};
use super::look::{Back, DrawnLook, Form, Look, PAINTS, Paint, Piece, Region, Side, Tint};
use super::symbols::{SYMBOLS, is_path, symbol};
use super::text_width::Font;
use crate::data::{Data, Key, Node, suggest};
use crate::error::Problems;

/// The names of a game against which a look is checked.
pub struct LookNames<'a> {
    /// The printed fields of cards, without those of [`OF_EVERY_CARD`].
    pub fields: Vec<String>,
    /// The types of cards.
    pub types: Vec<String>,
    /// The sets of cards.
    pub sets: Vec<String>,
    /// The words that cards print.
    pub words: Vec<String>,
    /// Says whether the rules of the game have this word anywhere, or a card prints it.
    pub is_word: &'a dyn Fn(&str) -> bool,
}

/// The names of what every card has besides its fields.
pub const OF_EVERY_CARD: [&str; 6] = ["name", "type", "text", "set", "id", "abilities"];
/// The names of the regions that a card has if its look places none.
pub const REGIONS: [&str; 7] = ["name", "cost", "picture", "line", "text", "numbers", "foot"];

/// Reads a look, and reports unknown names and places outside of the card; the sections of the file check the keys.
/// `base` is the look over which this one is laid: for the look of a pack, that of its game.
pub fn read(node: &Node, base: Option<&Look>, known: &LookNames, problems: &mut Problems) -> Look {
    let said = LookKeys::of(node);
    let mut reader = LookReader::new(known, problems);
    if let Some(base) = base {
        reader.names_of_look(base);
    }
    reader.names(node);
    texts(node, &mut reader.named);
    said.types.iter().chain(said.sets).for_each(|(_, part)| reader.names(part));
    let mut look = Look { is_said: true, all: reader.drawn(node), ..Look::default() };
    look.size = said.size.and_then(|size| reader.size(size)).or(base.and_then(|base| base.size));
    reader.card = look.size();
    for (key, part) in said.types {
        reader.is_known("type", key, &known.types);
        look.types.insert(key.name.clone(), reader.drawn(part));
    }
    for (key, part) in said.sets {
        reader.is_known("set", key, &known.sets);
        look.sets.insert(key.name.clone(), reader.drawn(part));
    }
    if let Some(back) = said.back {
        look.back = reader.back(back);
    }
    look
}

/// All texts of a tree.
fn texts(node: &Node, out: &mut BTreeSet<String>) {
    match &node.value {
        Data::Text(text) => drop(out.insert(text.clone())),
        Data::List(items) => items.iter().for_each(|item| texts(item, out)),
        Data::Map(entries) => entries.iter().for_each(|(_, value)| texts(value, out)),
        _ => {}
    }
}

struct LookReader<'a> {
    known: &'a LookNames<'a>,
    /// The names of colours that the look may use: those of every look, and its own.
    colours: BTreeSet<String>,
    symbols: BTreeSet<String>,
    /// All texts in the tree of the look. A key under `symbols` that stands among them is a name that the look itself
    /// uses, so it need be no word of the game.
    named: BTreeSet<String>,
    regions: BTreeSet<String>,
    card: (f64, f64),
    problems: &'a mut Problems,
}

impl<'a> LookReader<'a> {
    fn new(known: &'a LookNames<'a>, problems: &'a mut Problems) -> LookReader<'a> {
        let strings = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        LookReader {
            known,
            colours: strings(&PAINTS),
            symbols: SYMBOLS.iter().map(|(name, _)| name.to_string()).collect(),
            named: BTreeSet::new(),
            regions: strings(&REGIONS),
            card: (630.0, 880.0),
            problems,
        }
    }

    /// Adds the names of colours, symbols and placed regions that a part of the look declares to those that the look
    /// may use.
    fn names(&mut self, node: &Node) {
        let said = DrawnKeys::of(node);
        self.colours.extend(said.colours.iter().map(|(key, _)| key.name.clone()));
        self.symbols.extend(said.symbols.iter().map(|(key, _)| key.name.clone()));
        let placed = said.regions.iter().filter(|(_, region)| region.field("at").is_some());
        self.regions.extend(placed.map(|(key, _)| key.name.clone()));
    }

    fn names_of_look(&mut self, look: &Look) {
        self.card = look.size();
        for part in std::iter::once(&look.all).chain(look.types.values()).chain(look.sets.values()) {
            self.colours.extend(part.colours.keys().cloned());
            self.symbols.extend(part.symbols.keys().cloned());
            let placed = part.regions.iter().filter(|(_, region)| region.at.is_some());
            self.regions.extend(placed.map(|(name, _)| name.clone()));
        }
    }

    fn unknown<'n>(
        &mut self,
        what: &str,
        name: &str,
        at: &crate::data::Span,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let help = suggest::help_for(name, known.into_iter().collect::<Vec<_>>());
        self.problems.error("unknown_word", at, format!("unknown {what} `{name}`")).help(help);
    }

    /// Warns of a key that is neither a word nor a set of the game, so that what it says is drawn on no card.
    fn is_word(&mut self, key: &Key) {
        if !(self.known.is_word)(&key.name) && !self.known.sets.contains(&key.name) {
            let message = format!("no card has the word `{}`", key.name);
            let help = suggest::help_for(&key.name, self.known.words.iter().map(String::as_str));
            self.problems.warn("unknown_word", &key.span, message).help(help);
        }
    }

    fn is_known(&mut self, what: &str, key: &Key, known: &[String]) {
        if !known.contains(&key.name) {
            self.unknown(what, &key.name, &key.span, known.iter().map(String::as_str));
        }
    }

    fn wrong(&mut self, node: &Node, message: String, help: &str) {
        self.problems.error("wrong_kind", &node.span, message).help(help);
    }

    fn size(&mut self, node: &Node) -> Option<(f64, f64)> {
        match numbers(node).as_deref() {
            Some([width, height]) if [width, height].iter().all(|side| (200.0..=2000.0).contains(*side)) => {
                Some((*width, *height))
            }
            _ => {
                let help = "from 200 to 2000 tenths of a millimetre, the width first: `[630, 880]`";
                self.wrong(node, "the size of a card is two numbers".into(), help);
                None
            }
        }
    }

    /// Reads the look of some cards.
    fn drawn(&mut self, node: &Node) -> DrawnLook {
        let said = DrawnKeys::of(node);
        let text = |value: Option<&str>| value.map(String::from);
        let mut out = DrawnLook {
            corner: said.corner.map(|n| n as f64),
            border: said.border.map(|n| n as f64),
            pattern: text(said.pattern),
            scene: text(said.scene),
            ..DrawnLook::default()
        };
        for (key, value) in said.colours {
            out.colours.extend(self.colour(value).map(|colour| (key.name.clone(), colour)));
        }
        for field in said.tint {
            let name = field.as_str().unwrap_or("");
            self.field(name, field);
            out.tint.push(name.into());
        }
        for (key, value) in said.tints {
            self.is_word(key);
            out.tints.extend(self.tint(value).map(|tint| (key.name.clone(), tint)));
        }
        let paints = ["edge", "ground", "paper", "ink"].map(|key| node.field(key).and_then(|value| self.paint(value)));
        [out.edge, out.ground, out.paper, out.ink] = paints;
        for node in said.emblem {
            let text = node.as_str().unwrap_or("");
            match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                Some(field) => {
                    self.field(field, node);
                    out.emblem.push(text.into());
                }
                None => out.emblem.extend(self.symbol(Some(node))),
            }
        }
        for (key, value) in said.symbols {
            if !self.named.contains(&key.name) {
                self.is_word(key);
            }
            let text = value.as_str().unwrap_or("");
            if symbol(text).is_none() && !is_path(text) {
                let message = format!("unknown symbol `{text}`");
                let names: Vec<&str> = SYMBOLS.iter().map(|(name, _)| *name).collect();
                let help =
                    format!("a path of SVG such as `M12 1l9 22H3z`, or a name; {}", suggest::help_for(text, names));
                self.problems.error("unknown_word", &value.span, message).help(help);
                continue;
            }
            out.symbols.insert(key.name.clone(), text.into());
        }
        self.values_and_marks(&said, &mut out);
        self.regions(&said, &mut out);
        out
    }

    fn values_and_marks(&mut self, said: &DrawnKeys, out: &mut DrawnLook) {
        for (field, values) in said.values {
            self.field(&field.name, values);
            for (key, value) in values.as_map().unwrap_or_default() {
                let text = value.as_str().map_or_else(|| value.as_int().unwrap_or_default().to_string(), String::from);
                out.values.insert((field.name.clone(), key.name.clone()), text);
            }
        }
        for (key, value) in said.marks {
            if key.name.trim().is_empty() {
                self.wrong(
                    value,
                    "a mark is one letter at least".into(),
                    "name what stands in the text: `\"{R}\": flame`",
                );
                continue;
            }
            out.marks.extend(self.symbol(Some(value)).map(|symbol| (key.name.clone(), symbol)));
        }
    }

    fn regions(&mut self, said: &DrawnKeys, out: &mut DrawnLook) {
        for (key, value) in said.regions {
            if !self.regions.contains(&key.name) {
                let known: Vec<String> = self.regions.iter().cloned().collect();
                let near = suggest::help_for(&key.name, known.iter().map(String::as_str));
                let message = format!("unknown region `{}`", key.name);
                let help = format!("a region of the look's own needs `at`; {near}");
                self.problems.error("unknown_word", &key.span, message).help(help);
            }
            out.regions.push((key.name.clone(), self.region(value)));
        }
    }

    fn tint(&mut self, node: &Node) -> Option<Tint> {
        if node.as_map().is_none() {
            return Some(Tint { colour: self.colour(node)?, symbol: None, scene: None, pattern: None });
        }
        let said = TintKeys::of(node);
        let symbol = self.symbol(node.field("symbol"));
        let [scene, pattern] = [said.scene, said.pattern].map(|word| word.map(String::from));
        Some(Tint { colour: self.colour(node.field("colour")?)?, symbol, scene, pattern })
    }

    fn region(&mut self, node: &Node) -> Region {
        let said = RegionKeys::of(node);
        let side = |word: Option<&str>| match word? {
            "left" | "top" => Some(Side::First),
            "right" | "bottom" => Some(Side::Last),
            _ => Some(Side::Middle),
        };
        let [ink, fill, line] = ["ink", "fill", "line"].map(|key| node.field(key).and_then(|value| self.paint(value)));
        Region {
            at: said.at.and_then(|at| self.at(at)),
            show: said.show.map(|show| self.pieces(show)),
            form: said.r#as.and_then(form),
            font: said.font.and_then(font),
            size: said.size.map(|size| size as f64),
            least: said.least.map(|size| size as f64),
            align: side(said.align),
            stand: side(said.stand),
            ink,
            fill,
            line,
            shape: said.shape.map(String::from),
            symbol: self.symbol(node.field("symbol")),
            label: said.label.map(String::from),
            turn: said.turn.and_then(|turn| self.degrees(turn)),
            hide: said.hide,
        }
    }

    fn at(&mut self, node: &Node) -> Option<[f64; 4]> {
        let found: Option<[f64; 4]> = numbers(node).and_then(|numbers| numbers.try_into().ok());
        let (width, height) = self.card;
        match found {
            Some([x, y, w, h]) if x >= 0.0 && y >= 0.0 && w > 0.0 && h > 0.0 && x + w <= width && y + h <= height => {
                Some([x, y, w, h])
            }
            _ => {
                let message = format!("a region lies on the card, which is {width} by {height} tenths of a millimetre");
                self.wrong(node, message, "four numbers: from the left, from the top, width, height");
                None
            }
        }
    }

    fn degrees(&mut self, node: &Node) -> Option<i64> {
        let found = node.as_int().filter(|turn| [90, 180, 270].contains(turn));
        if found.is_none() {
            self.wrong(node, "a region is turned by quarters".into(), "90, 180 or 270 degrees");
        }
        found
    }

    fn back(&mut self, node: &Node) -> Back {
        let said = BackKeys::of(node);
        let [ground, ink] = ["ground", "ink"].map(|key| node.field(key).and_then(|value| self.paint(value)));
        let symbol = self.symbol(node.field("symbol"));
        Back { ground, ink, pattern: said.pattern.map(String::from), symbol, title: said.title.map(String::from) }
    }

    fn colour(&mut self, node: &Node) -> Option<Colour> {
        let text = node.as_str().unwrap_or("");
        let found = Colour::read(text);
        if found.is_none() {
            let help = "a colour is `\"#rrggbb\"` in quotes: without them `#` begins a comment";
            self.problems.error("unknown_word", &node.span, format!("`{text}` is no colour")).help(help);
        }
        found
    }

    fn paint(&mut self, node: &Node) -> Option<Paint> {
        let text = node.as_str().unwrap_or("");
        match text {
            "none" => Some(Paint::None),
            _ if self.colours.contains(text) => Some(Paint::Named(text.into())),
            _ if text.starts_with('#') || text.is_empty() => self.colour(node).map(Paint::Is),
            _ => {
                let known: Vec<String> = self.colours.iter().cloned().collect();
                self.unknown("colour", text, &node.span, known.iter().map(String::as_str));
                None
            }
        }
    }

    fn symbol(&mut self, node: Option<&Node>) -> Option<String> {
        let node = node?;
        let text = node.as_str().unwrap_or("");
        if self.symbols.contains(text) {
            return Some(text.into());
        }
        let known: Vec<String> = self.symbols.iter().cloned().collect();
        self.unknown("symbol", text, &node.span, known.iter().map(String::as_str));
        None
    }

    fn field(&mut self, name: &str, node: &Node) {
        let fields = self.known.fields.iter().map(String::as_str).chain(OF_EVERY_CARD);
        let fields: Vec<&str> = fields.collect();
        if !fields.contains(&name) {
            self.unknown("field of cards", name, &node.span, fields);
        }
    }

    /// Reads the content of a region, a text such as `{name} · {power}`, and reports unknown fields in it.
    fn pieces(&mut self, node: &Node) -> Vec<Piece> {
        let text = match &node.value {
            Data::Text(text) => text.as_str(),
            _ => {
                self.wrong(node, "a region shows a text".into(), "such as `\"{type} · {set}\"`");
                ""
            }
        };
        let pieces = pieces(text);
        for piece in &pieces {
            if let Piece::Field(name) = piece {
                self.field(name, node);
            }
        }
        pieces
    }
}

fn numbers(node: &Node) -> Option<Vec<f64>> {
    match &node.value {
        Data::List(items) => items.iter().map(|item| item.as_int().map(|n| n as f64)).collect(),
        _ => None,
    }
}

fn form(word: &str) -> Option<Form> {
    Some(match word {
        "number" => Form::Number,
        "numbers" => Form::Numbers,
        "pips" => Form::Pips,
        "icons" => Form::Icons,
        "cells" => Form::Cells,
        "picture" => Form::Picture,
        "symbol" => Form::Symbol,
        "text" => Form::Text,
        _ => return None,
    })
}

fn font(word: &str) -> Option<Font> {
    Some(match word {
        "sans" => Font::Sans,
        "bold" => Font::Bold,
        "italic" => Font::Italic,
        "serif" => Font::Serif,
        _ => return None,
    })
}

/// Splits the text of a region, such as `*{name}* · {power}`, into letters, fields and marks of style.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        if let Some((name, after)) = after.split_once('}').filter(|(name, _)| c == '{' && is_name(name)) {
            out.push(Piece::Field(name.into()));
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix(" · ") {
            out.push(Piece::Dot);
            rest = after;
            continue;
        }
        match (c, out.last_mut()) {
            ('*', _) => out.push(Piece::Bold),
            ('_', _) => out.push(Piece::Italic),
            ('\n', _) => out.push(Piece::Line),
            (_, Some(Piece::Letters(letters))) => letters.push(c),
            _ => out.push(Piece::Letters(c.into())),
        }
        rest = after;
    }
    out
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_fields_and_marks() {
        let field = |name: &str| Piece::Field(name.into());
        let letters = |text: &str| Piece::Letters(text.into());
        assert_eq!(pieces("*{type}* · {set}"), [Piece::Bold, field("type"), Piece::Bold, Piece::Dot, field("set")]);
        assert_eq!(pieces("{ x }\n{a"), [letters("{ x }"), Piece::Line, letters("{a")]);
        assert_eq!(pieces("Costs {cost}!"), [letters("Costs "), field("cost"), letters("!")]);
    }
}
