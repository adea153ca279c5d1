//! Card look: the look of one card: its tint, its colours, its symbols, and texts with their fields filled in.

use super::card::{Card, Live, Value, Word};
use super::colour::Colour;
use super::look::{DrawnLook, Look, Paint, Piece, Tint};
use super::symbols::symbol;

/// The look of one card.
pub struct CardLook<'a> {
    /// The card.
    pub card: &'a Card,
    /// The changes of the card in play.
    pub live: &'a Live,
    /// The drawing instructions: the game's look, with the changes for this card's type, set and pack.
    pub drawn: DrawnLook,
    /// The colour of the frame.
    pub tint: Tint,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum TextSpan {
    /// Letters.
    Letters {
        /// The letters.
        text: String,
        /// True if the letters are bold.
        bold: bool,
        /// True if the letters are italic.
        italic: bool,
        /// How the value that these letters show differs from the printed one.
        tone: Tone,
    },
    /// A symbol as high as a letter, as the data of an SVG path.
    Symbol(String),
}

/// The difference between a current and a printed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The value is as printed.
    Printed,
    /// The value is greater than printed, or new.
    More,
    /// The value is less than printed.
    Less,
    /// The value is gone.
    Gone,
}

impl<'a> CardLook<'a> {
    /// The look of a card.
    pub fn of(look: &Look, card: &'a Card, live: &'a Live) -> CardLook<'a> {
        let drawn = look.of(&card.ty, &card.set, card.pack.as_deref());
        let tint = tint(&drawn, card);
        CardLook { card, live, drawn, tint }
    }

    /// The colour that a paint of the look means on this card; `None`: nothing is drawn.
    pub fn paint(&self, paint: &Paint) -> Option<Colour> {
        let black = Colour { rgb: [12, 10, 10] };
        match paint {
            Paint::None => None,
            Paint::Is(colour) => Some(*colour),
            Paint::Named(name) => Some(match (name.as_str(), self.drawn.colours.get(name)) {
                (_, Some(colour)) => *colour,
                ("dark", _) => self.tint.colour.mixed(black, 0.62),
                ("pale", _) => self.tint.colour.mixed(Colour::WHITE, 0.78),
                ("paper", _) => self.paper(),
                ("ink", _) => self.ink(),
                ("white", _) => Colour::WHITE,
                _ => self.tint.colour,
            }),
        }
    }

    /// The colour for the look's own `paper` or `ink`; `or` if the look has none, or names `paper` or `ink` there.
    fn own(&self, paint: Option<&Paint>, or: Colour) -> Colour {
        // `paper` named as the colour of `paper` would refer to itself for ever.
        let is_own = |paint: &&Paint| !matches!(paint, Paint::Named(name) if ["paper", "ink"].contains(&name.as_str()));
        paint.filter(is_own).and_then(|paint| self.paint(paint)).unwrap_or(or)
    }

    /// The colour behind texts.
    pub fn paper(&self) -> Colour {
        let cream = Colour { rgb: [251, 248, 241] };
        self.own(self.drawn.paper.as_ref(), cream.mixed(self.tint.colour, 0.07))
    }

    /// The colour of texts.
    pub fn ink(&self) -> Colour {
        self.own(self.drawn.ink.as_ref(), Colour { rgb: [28, 24, 23] })
    }

    /// The colour of the border.
    pub fn edge(&self) -> Colour {
        let dark = Paint::Named("dark".into());
        self.paint(self.drawn.edge.as_ref().unwrap_or(&dark)).unwrap_or(self.tint.colour)
    }

    /// The colour inside the border.
    pub fn ground(&self) -> Colour {
        self.drawn.ground.as_ref().and_then(|paint| self.paint(paint)).unwrap_or(self.tint.colour)
    }

    /// The outline of the symbol of a word, as the data of an SVG path; `None`: the word has none.
    pub fn symbol(&self, word: &str) -> Option<&str> {
        match self.drawn.symbols.get(word) {
            Some(other) => Some(symbol(other).unwrap_or(other)),
            None => self.drawn.tints.get(word).and_then(|tint| self.named(tint.symbol.as_deref()?)),
        }
    }

    /// The outline of the symbol with this name, as the data of an SVG path: one of the look, or one that every look
    /// has.
    pub fn named(&self, name: &str) -> Option<&str> {
        match self.drawn.symbols.get(name) {
            Some(other) => Some(symbol(other).unwrap_or(other)),
            None => symbol(name),
        }
    }

    /// The outline of the symbol that is drawn if the card has no picture, as the data of an SVG path; `None`: neither
    /// the card, nor the look's `emblem`, nor the tint has one.
    pub fn emblem(&self) -> Option<&str> {
        if let Some(own) = self.drawn.symbols.get(&self.card.id) {
            return Some(symbol(own).unwrap_or(own));
        }
        let found = self.drawn.emblem.iter().find_map(|text| match text.strip_prefix('{') {
            Some(field) => {
                let field = field.trim_end_matches('}');
                self.card.words(field).into_iter().find_map(|word| self.symbol(word))
            }
            None => self.named(text),
        });
        found.or_else(|| self.named(self.tint.symbol.as_deref()?))
    }

    /// The current value of a number, and its difference from the printed value.
    pub fn number(&self, field: &str) -> Option<(String, Tone)> {
        let Value::Number(printed) = self.card.field(field)? else { return None };
        let now = self.live.numbers.get(field).copied().unwrap_or(*printed);
        let tone = match now.cmp(printed) {
            std::cmp::Ordering::Less => Tone::Less,
            std::cmp::Ordering::Equal => Tone::Printed,
            std::cmp::Ordering::Greater => Tone::More,
        };
        Some((self.written(field, now.to_string()), tone))
    }

    /// The text that the look's `values` give for a value of a field, such as `J` for 11; the value itself, if they
    /// give none.
    fn written(&self, field: &str, value: String) -> String {
        self.drawn.values.get(&(field.to_string(), value.clone())).cloned().unwrap_or(value)
    }

    /// The content of a region on this card, with the fields filled in: its lines, each of spans. A line or a part
    /// whose fields are all empty is left out.
    pub fn say(&self, pieces: &[Piece]) -> Vec<Vec<TextSpan>> {
        let (mut bold, mut italic) = (false, false);
        let mut lines = Vec::new();
        for line in pieces.split(|piece| *piece == Piece::Line) {
            let mut said: Vec<Vec<TextSpan>> = Vec::new();
            for part in line.split(|piece| *piece == Piece::Dot) {
                let (mut spans, mut fields, mut filled) = (Vec::new(), 0, 0);
                for piece in part {
                    match piece {
                        Piece::Bold => bold = !bold,
                        Piece::Italic => italic = !italic,
                        Piece::Letters(text) => spans.push(letters(text, bold, italic, Tone::Printed)),
                        Piece::Field(name) => {
                            let found = self.field(name, bold, italic);
                            fields += 1;
                            filled += usize::from(!found.is_empty());
                            spans.extend(found);
                        }
                        Piece::Dot | Piece::Line => {}
                    }
                }
                if !spans.is_empty() && (fields == 0 || filled > 0) {
                    said.push(spans);
                }
            }
            let dot = letters(" · ", false, false, Tone::Printed);
            let joined = said.into_iter().reduce(|mut one, other| {
                one.push(dot.clone());
                one.extend(other);
                one
            });
            // A field may hold a text of several lines: each becomes a line of the region.
            lines.extend(joined.into_iter().flat_map(broken));
        }
        lines
    }

    /// The value of a field (also of `name`, `text` and the like) as spans; none if it is empty.
    fn field(&self, name: &str, bold: bool, italic: bool) -> Vec<TextSpan> {
        let plain = |text: &str| match text {
            "" => Vec::new(),
            text => self.marked(text, bold, italic, Tone::Printed),
        };
        if let Some((now, tone)) = self.number(name) {
            return vec![letters(&now, bold, italic, tone)];
        }
        match (name, self.card.field(name)) {
            ("name", None) => plain(&self.card.name),
            ("type", None) => plain(&capital(&self.card.types)),
            ("set", None) => plain(&self.card.set.replace('_', " ")),
            ("id", None) => plain(&self.card.id),
            ("text", None) => {
                let tone = if self.live.lost_text { Tone::Gone } else { Tone::Printed };
                self.marked(&self.card.text, bold, italic, tone)
            }
            ("abilities", Some(Value::Words(words))) => words.iter().flat_map(|word| self.ability(word)).collect(),
            (_, Some(Value::Words(words))) => self.words(name, words, bold, italic),
            (_, Some(Value::Text(text))) => plain(text),
            (_, Some(Value::Cost(parts))) => parts.iter().flat_map(|(word, amount)| self.pip(word, *amount)).collect(),
            _ => Vec::new(),
        }
    }

    fn ability(&self, word: &Word) -> Vec<TextSpan> {
        let symbol = self.symbol(&word.id).map(|path| TextSpan::Symbol(path.into()));
        let text = if word.said.is_empty() || word.said == word.id { " ".into() } else { format!(" {} ", word.said) };
        symbol.into_iter().chain([letters(&text, true, false, Tone::Printed)]).collect()
    }

    fn pip(&self, word: &Word, amount: i64) -> Vec<TextSpan> {
        match self.symbol(&word.id) {
            Some(path) => vec![letters(&amount.to_string(), true, false, Tone::Printed), TextSpan::Symbol(path.into())],
            None => vec![letters(&format!("{amount} {} ", word.said), false, false, Tone::Printed)],
        }
    }

    /// The words of a field; lost words are struck through, new words marked.
    fn words(&self, field: &str, words: &[Word], bold: bool, italic: bool) -> Vec<TextSpan> {
        let now = self.live.words.get(field);
        let is_there = |word: &Word| now.is_none_or(|now| now.contains(&word.said));
        let is_new = |said: &&String| !words.iter().any(|word| word.said == **said);
        let printed = words.iter().map(|word| (&word.said, if is_there(word) { Tone::Printed } else { Tone::Gone }));
        let new = now.into_iter().flatten().filter(is_new).map(|said| (said, Tone::More));
        let mut spans = Vec::new();
        for (said, tone) in printed.chain(new) {
            if !spans.is_empty() {
                spans.push(letters(", ", bold, italic, Tone::Printed));
            }
            let written = self.written(field, said.clone());
            spans.push(letters(&written.replace('_', " "), bold, italic, tone));
        }
        spans
    }

    /// The spans of a text: each of the look's `marks` in it becomes its symbol, and the rest letters.
    fn marked(&self, text: &str, bold: bool, italic: bool, tone: Tone) -> Vec<TextSpan> {
        let mut spans = Vec::new();
        let (mut rest, mut plain) = (text, String::new());
        while let Some(c) = rest.chars().next() {
            let mark = self.drawn.marks.iter().find(|(mark, _)| rest.starts_with(mark.as_str()));
            match mark.and_then(|(mark, symbol)| Some((mark, self.named(symbol)?))) {
                Some((mark, path)) => {
                    if !plain.is_empty() {
                        spans.push(letters(&std::mem::take(&mut plain), bold, italic, tone));
                    }
                    spans.push(TextSpan::Symbol(path.into()));
                    rest = &rest[mark.len()..];
                }
                None => {
                    plain.push(c);
                    rest = &rest[c.len_utf8()..];
                }
            }
        }
        if !plain.is_empty() {
            spans.push(letters(&plain, bold, italic, tone));
        }
        spans
    }
}

/// A text that begins with a capital letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn letters(text: &str, bold: bool, italic: bool, tone: Tone) -> TextSpan {
    TextSpan::Letters { text: text.into(), bold, italic, tone }
}

/// Splits spans into lines, at the line ends in their texts.
fn broken(spans: Vec<TextSpan>) -> Vec<Vec<TextSpan>> {
    let mut lines = vec![Vec::new()];
    for span in spans {
        match span {
            TextSpan::Letters { text, bold, italic, tone } => {
                for (i, part) in text.split('\n').enumerate() {
                    if i > 0 {
                        lines.push(Vec::new());
                    }
                    if let (false, Some(line)) = (part.is_empty(), lines.last_mut()) {
                        line.push(letters(part, bold, italic, tone));
                    }
                }
            }
            other => lines.last_mut().into_iter().for_each(|line: &mut Vec<TextSpan>| line.push(other.clone())),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// The tint of a card: the tint of the first word, in the fields that decide it, that has one; else a hue computed from
/// the first word.
fn tint(drawn: &DrawnLook, card: &Card) -> Tint {
    let words = |fields: &[String]| -> Vec<String> {
        fields.iter().flat_map(|field| card.words(field)).map(String::from).collect()
    };
    let by_default = || {
        let is_one = |value: &Value| matches!(value, Value::Words(words) if words.len() == 1);
        let first = card.fields.iter().find(|field| field.name != "abilities" && is_one(&field.value));
        first.map(|field| field.name.clone()).into_iter().chain(["type".into(), "set".into()]).collect()
    };
    let fields: Vec<String> = if drawn.tint.is_empty() { by_default() } else { drawn.tint.clone() };
    let words = words(&fields);
    let found = words.iter().find_map(|word| drawn.tints.get(word));
    found.cloned().unwrap_or_else(|| {
        let word = words.first().map_or(card.ty.as_str(), String::as_str);
        Tint { colour: hue(hash(word)), symbol: None, scene: None, pattern: None }
    })
}

/// A muted colour for a number.
fn hue(seed: u64) -> Colour {
    let hue = (seed % 360) as f64;
    let (light, strong) = (0.42, 0.34);
    let part = |shift: f64| {
        let k = (shift + hue / 30.0) % 12.0;
        let value = light - strong * light * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (value * 255.0).round() as u8
    };
    Colour { rgb: [part(0.0), part(8.0), part(4.0)] }
}

/// A hash of 64 bits (FNV-1a), which is the same for a text on every system and in every version.
pub fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
