//! Draw: a card and its back as SVG.

use super::card::{Card, Live, Value};
use super::card_look::{Resolved, Tone, hash};
use super::colour::{Colour, LEAST_CONTRAST};
use super::look::{Form, Look, Paint, Piece, Region, Side};
use super::picture::Picture;
use super::placeholder_art;
use super::regions::regions;
use super::shapes::{MOST_CORNER, pattern, shape};
use super::small_cards;
use super::svg::{EDGE, Fonts, STRUCK, Svg, classes, escaped, n, style_of_fonts};
use super::text_fit::{PartKind, fit};
use super::text_width::{CAPITAL, Font};

/// A disc of a cost: its colour, the path of its symbol, and a number with its tone.
type Disc = (Colour, Option<String>, Option<(String, Tone)>);

/// The source of the picture of a card.
#[derive(Clone, Copy, Debug)]
pub enum Art<'a> {
    /// No picture; an ornament is drawn instead.
    None,
    /// From this address.
    Link(&'a str),
    /// The bytes of a picture, which become part of the drawing.
    Picture(&'a Picture),
}

/// The options of a drawing of a card.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The picture of the card.
    pub art: Art<'a>,
    /// The fonts, named or part of the drawing.
    pub fonts: Fonts,
    /// True if the corners are round. Printed cards are cut, so theirs are not.
    pub is_round: bool,
    /// The width by which the ground goes on beyond the edges, in tenths of a millimetre.
    pub bleed: f64,
    /// True if the card is shown small: name and numbers are large, and texts are left out.
    pub is_small: bool,
}

impl Drawing<'_> {
    /// A drawing that stands by itself.
    pub const ALONE: Drawing<'static> =
        Drawing { art: Art::None, fonts: Fonts::Embedded, is_round: true, bleed: 0.0, is_small: false };
}

/// A fault of a face that its author should know.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// A text that does not fit into its region.
    Overflow {
        /// The region.
        region: String,
        /// The fields that the region shows.
        fields: Vec<String>,
        /// The number of lines that are left out.
        lines: usize,
    },
    /// A text that cannot be read on its background.
    Faint {
        /// The region.
        region: String,
        /// The contrast, from 1 to 21.
        contrast: f64,
    },
}

/// The face of a card as SVG.
pub fn face(look: &Look, card: &Card, live: &Live, drawing: &Drawing) -> String {
    let resolved = Resolved::of(look, card, live);
    let mut canvas = Canvas::new(&resolved, look, drawing, &card.name);
    canvas.ground();
    let mut regions = regions(&resolved, look);
    if drawing.is_small {
        regions = small_cards::regions(&resolved, look.size(), regions);
    }
    for (name, region) in regions {
        canvas.region(&name, &region);
    }
    canvas.end()
}

/// The findings about the face of a card as it is printed.
pub fn faults(look: &Look, card: &Card) -> Vec<Fault> {
    let live = Live::default();
    let resolved = Resolved::of(look, card, &live);
    let mut canvas = Canvas::new(&resolved, look, &Drawing { fonts: Fonts::Named, ..Drawing::ALONE }, "");
    canvas.is_dry = true;
    for (name, region) in regions(&resolved, look) {
        canvas.region(&name, &region);
    }
    canvas.faults
}

/// The back of the cards of a game as SVG.
pub fn back(look: &Look, title: &str, drawing: &Drawing) -> String {
    let (card, live) = (Card { id: "back".into(), ..Card::default() }, Live::default());
    let resolved = Resolved::of(look, &card, &live);
    let back = &look.back;
    let (ground, ink) = of_back(look, &resolved);
    let mut canvas = Canvas::new(&resolved, look, drawing, title);
    let (w, h) = look.size();
    let frame = ground.mixed(Colour { rgb: [0; 3] }, 0.35);
    canvas.plane(frame, [24.0, 24.0, w - 48.0, h - 48.0], ground, back.pattern.as_deref().or(Some("scales")));
    let line = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"4\"");
    canvas.svg.rect([40.0, 40.0, w - 80.0, h - 80.0], 18.0, &line);
    canvas.svg.rect([50.0, 50.0, w - 100.0, h - 100.0], 12.0, &format!("{line} stroke-opacity=\"0.5\""));
    let path = back.symbol.as_deref().and_then(|name| resolved.named(name));
    let size = w * 0.42;
    let (x, y) = ((w - size) / 2.0, h * 0.42 - size / 2.0);
    canvas.svg.add(&format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{frame}\" stroke=\"{ink}\" stroke-width=\"5\"/>\n",
        n(w / 2.0),
        n(h * 0.42),
        n(size * 0.78)
    ));
    if let Some(path) = path {
        canvas.symbol(path, [x, y, size, size], &format!("fill=\"{ink}\""));
    }
    let region = Region {
        at: Some([70.0, h * 0.7, w - 140.0, h * 0.16]),
        show: Some(vec![Piece::Letters(back.title.as_deref().unwrap_or(title).into())]),
        font: Some(Font::Serif),
        size: Some(60.0),
        least: Some(24.0),
        align: Some(Side::Middle),
        stand: Some(Side::Middle),
        ink: Some(Paint::Is(ink)),
        ..Region::default()
    };
    canvas.region("title", &region);
    canvas.end()
}

/// The colour of the back, and the colour of the drawing on it.
fn of_back(look: &Look, resolved: &Resolved) -> (Colour, Colour) {
    let paint = |paint: &Option<Paint>| paint.as_ref().and_then(|paint| resolved.paint(paint));
    let ground = paint(&look.back.ground).unwrap_or(Colour { rgb: [38, 36, 52] });
    let ink = paint(&look.back.ink);
    (ground, ink.unwrap_or_else(|| ground.ink(&[ground.mixed(Colour::WHITE, 0.75), Colour::WHITE])))
}

/// The colour of the back, and the colour of the drawing on it, for a table of the game.
pub fn colours_of_back(look: &Look) -> (Colour, Colour) {
    let (card, live) = (Card { id: "back".into(), ..Card::default() }, Live::default());
    of_back(look, &Resolved::of(look, &card, &live))
}

/// A drawing in progress, with the faults found so far.
struct Canvas<'a> {
    svg: Svg,
    resolved: &'a Resolved<'a>,
    drawing: &'a Drawing<'a>,
    size: (f64, f64),
    /// The beginning of the ids in the drawing: a page holds many drawings.
    prefix: String,
    /// The rectangle of the picture, left, top, width and height.
    picture: Option<[f64; 4]>,
    ground: Colour,
    faults: Vec<Fault>,
    /// True if only texts are drawn.
    is_dry: bool,
}

impl<'a> Canvas<'a> {
    fn new(resolved: &'a Resolved, look: &Look, drawing: &'a Drawing, title: &str) -> Canvas<'a> {
        let (w, h) = look.size();
        let b = drawing.bleed;
        let mut svg = Svg::default();
        svg.add(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" viewBox=\"{} {} {} {}\" role=\"img\">\n<title>{}</title>\n",
            n((w + 2.0 * b) / 10.0),
            n((h + 2.0 * b) / 10.0),
            n(-b),
            n(-b),
            n(w + 2.0 * b),
            n(h + 2.0 * b),
            escaped(title)
        ));
        if drawing.fonts == Fonts::Embedded {
            svg.add(&format!("<style>{}{}</style>\n", style_of_fonts(), classes()));
        }
        svg.is_outlined = drawing.fonts == Fonts::Outlined;
        if svg.is_outlined {
            svg.add(&format!("<style>{}</style>\n", classes()));
        }
        let prefix = format!("c{:x}", hash(&resolved.card.id) & 0xffff_ffff);
        let ground = resolved.ground();
        let size = (w, h);
        Canvas { svg, resolved, drawing, size, prefix, picture: None, ground, faults: Vec::new(), is_dry: false }
    }

    fn end(mut self) -> String {
        self.svg.add("</g>\n</svg>\n");
        self.svg.out
    }

    fn ground(&mut self) {
        let drawn = &self.resolved.drawn;
        let border = drawn.border.unwrap_or(20.0);
        let (w, h) = self.size;
        let pattern = drawn.pattern.as_deref().or(self.resolved.tint.pattern.as_deref());
        let inner = [border, border, w - 2.0 * border, h - 2.0 * border];
        self.plane(self.resolved.edge(), inner, self.ground, pattern);
    }

    /// Draws the border, the ground and its pattern.
    fn plane(&mut self, edge: Colour, inner: [f64; 4], ground: Colour, tile: Option<&str>) {
        let ((w, h), b) = (self.size, self.drawing.bleed);
        let corner = self.resolved.drawn.corner.unwrap_or(30.0);
        let prefix = self.prefix.clone();
        let dark = ground.mixed(Colour { rgb: [0; 3] }, self.shade());
        self.svg.add(&format!(
            "<defs><linearGradient id=\"{prefix}g\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop offset=\"0\" stop-color=\"{ground}\"/><stop offset=\"1\" stop-color=\"{dark}\"/></linearGradient>"
        ));
        let found = tile.and_then(pattern);
        if let Some((tw, th, path)) = found {
            let line = ground.ink(&[]);
            self.svg.add(&format!(
                "<pattern id=\"{prefix}p\" width=\"{}\" height=\"{}\" patternUnits=\"userSpaceOnUse\"><path d=\"{path}\" fill=\"none\" stroke=\"{line}\" stroke-opacity=\"0.16\" stroke-width=\"3\"/></pattern>",
                n(tw),
                n(th)
            ));
        }
        let round = if self.drawing.is_round && b == 0.0 { corner } else { 0.0 };
        self.svg.add(&format!(
            "<clipPath id=\"{prefix}o\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/></clipPath></defs>\n<g clip-path=\"url(#{prefix}o)\">\n",
            n(-b),
            n(-b),
            n(w + 2.0 * b),
            n(h + 2.0 * b),
            n(round)
        ));
        self.svg.rect([-b, -b, w + 2.0 * b, h + 2.0 * b], 0.0, &format!("fill=\"{edge}\""));
        let inside = (corner - inner[0]).max(6.0);
        self.svg.rect(inner, inside, &format!("fill=\"url(#{prefix}g)\""));
        if found.is_some() {
            self.svg.rect(inner, inside, &format!("fill=\"url(#{prefix}p)\""));
        }
    }

    /// The darkening of the ground at the foot of the card. A ground that the look names stays as it is.
    fn shade(&self) -> f64 {
        if self.resolved.drawn.ground.is_some() { 0.0 } else { 0.28 }
    }

    /// The colour of the ground behind a rectangle.
    fn ground_at(&self, rect: [f64; 4]) -> Colour {
        let part = (rect[1] + rect[3] / 2.0) / self.size.1;
        self.ground.mixed(Colour { rgb: [0; 3] }, self.shade() * part)
    }

    fn region(&mut self, name: &str, region: &Region) {
        let Some(at) = region.at else { return };
        if self.is_dry && matches!(region.form, Some(Form::Picture | Form::Pips | Form::Cells | Form::Symbol)) {
            self.picture = self.picture.or((region.form == Some(Form::Picture)).then_some(at));
            return;
        }
        let turned = region.turn.filter(|_| region.form != Some(Form::Picture));
        let rect = match turned {
            // A text that is turned by a quarter has the region's height for its width.
            Some(degrees) => {
                let (cx, cy) = (at[0] + at[2] / 2.0, at[1] + at[3] / 2.0);
                self.svg.add(&format!("<g transform=\"rotate({degrees} {} {})\">\n", n(cx), n(cy)));
                match degrees {
                    180 => at,
                    _ => [cx - at[3] / 2.0, cy - at[2] / 2.0, at[3], at[2]],
                }
            }
            None => at,
        };
        match region.form.unwrap_or(Form::Text) {
            Form::Text => self.text(name, region, rect),
            Form::Number => self.number(name, region, rect),
            Form::Numbers => self.numbers(region, rect),
            Form::Pips => self.pips(region, rect),
            Form::Icons => self.icons(name, region, rect),
            Form::Cells => self.cells(region, rect),
            Form::Picture => self.picture(region, rect),
            Form::Symbol => self.one_symbol(region, rect),
        }
        if turned.is_some() {
            self.svg.add("</g>\n");
        }
    }

    fn colour(&self, paint: Option<&Paint>) -> Option<Colour> {
        paint.and_then(|paint| self.resolved.paint(paint))
    }

    /// Draws the background of a region and returns its colour; `None`: a picture lies behind the region.
    fn behind(&mut self, region: &Region, rect: [f64; 4]) -> Option<Colour> {
        let (fill, line) = (self.colour(region.fill.as_ref()), self.colour(region.line.as_ref()));
        let paint = |colour: Option<Colour>| colour.map_or("none".to_string(), |colour| colour.to_string());
        let attributes = format!("fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"", paint(fill), paint(line));
        let form = region.form.unwrap_or(Form::Text);
        let symbol = region.symbol.as_deref().filter(|_| form != Form::Symbol && form != Form::Numbers);
        let path = symbol.and_then(|name| self.resolved.named(name)).map(String::from);
        if let Some(path) = path {
            let fill =
                fill.unwrap_or_else(|| self.resolved.paint(&Paint::Named("dark".into())).unwrap_or(Colour::WHITE));
            let line = format!("stroke=\"{}\" stroke-width=\"0.6\" stroke-linejoin=\"round\"", paint(line));
            self.symbol(&path, rect, &format!("fill=\"{fill}\" {line}"));
            return Some(fill);
        }
        if fill.is_some() || line.is_some() {
            match shape(region.shape.as_deref().unwrap_or("box"), rect) {
                Ok(path) => self.svg.path(&path, &format!("{attributes} stroke-linejoin=\"round\"")),
                Err(radius) => self.svg.rect(rect, radius, &attributes),
            }
        }
        let is_over = |[x, y, w, h]: [f64; 4]| {
            x < rect[0] + rect[2] && rect[0] < x + w && y < rect[1] + rect[3] && rect[1] < y + h
        };
        fill.or(if self.picture.is_some_and(is_over) { None } else { Some(self.ground_at(rect)) })
    }

    /// The colour of a text, and the attributes with which it is drawn.
    fn ink(&mut self, name: &str, region: &Region, behind: Option<Colour>) -> (Colour, String) {
        let wanted = self.colour(region.ink.as_ref());
        let Some(behind) = behind else {
            // On a picture letters have an edge.
            let ink = wanted.unwrap_or(Colour::WHITE);
            let edge = ink.ink(&[]);
            let edge = format!(
                "stroke=\"{edge}\" stroke-opacity=\"0.75\" {EDGE} paint-order=\"stroke\" stroke-linejoin=\"round\""
            );
            return (ink, edge);
        };
        if let Some(wanted) = wanted {
            let contrast = behind.contrast(wanted);
            if contrast < LEAST_CONTRAST {
                self.faults.push(Fault::Faint { region: name.into(), contrast });
            }
            return (wanted, String::new());
        }
        (behind.ink(&[self.resolved.ink(), Colour { rgb: [253, 250, 242] }]), String::new())
    }

    /// The room for a text: less than the region where something is drawn around it.
    fn inside(&self, region: &Region, [x, y, w, h]: [f64; 4]) -> [f64; 4] {
        let is_framed = region.fill.is_some() || region.line.is_some();
        let (dx, dy) = match region.shape.as_deref() {
            _ if !is_framed => (0.0, 0.0),
            Some("pill" | "banner" | "hexagon" | "cut") => ((h.min(w) * 0.34).min(MOST_CORNER), (h * 0.06).min(10.0)),
            Some("disc" | "shield" | "diamond" | "burst") => (w * 0.16, h * 0.16),
            _ => (14.0_f64.min(w * 0.1), 8.0_f64.min(h * 0.08)),
        };
        [x + dx, y + dy, w - 2.0 * dx, h - 2.0 * dy]
    }

    fn text(&mut self, name: &str, region: &Region, rect: [f64; 4]) {
        let Some(pieces) = &region.show else { return };
        let said = self.resolved.say(pieces);
        if said.is_empty() {
            return;
        }
        let behind = self.behind(region, rect);
        let (ink, edge) = self.ink(name, region, behind);
        let [x, y, w, h] = self.inside(region, rect);
        let size = region.size.unwrap_or(28.0);
        let least = region.least.unwrap_or((size * 2.0 / 3.0).max(18.0)).min(size);
        let font = region.font.unwrap_or(Font::Sans);
        let fitted = fit(&said, font, (w, h), (size, least));
        if fitted.overflow > 0 {
            let fields = pieces.iter().filter_map(|piece| match piece {
                Piece::Field(name) => Some(name.clone()),
                _ => None,
            });
            self.faults.push(Fault::Overflow { region: name.into(), fields: fields.collect(), lines: fitted.overflow });
        }
        let top = y + match region.stand.unwrap_or(Side::First) {
            Side::First => 0.0,
            Side::Middle => (h - fitted.height) / 2.0,
            Side::Last => h - fitted.height,
        };
        for line in &fitted.lines {
            let from = x + match region.align.unwrap_or(Side::First) {
                Side::First => 0.0,
                Side::Middle => (w - line.width) / 2.0,
                Side::Last => w - line.width,
            };
            for part in &line.parts {
                let (px, foot) = (from + part.x, top + line.foot);
                match &part.what {
                    PartKind::Letters(text, font, tone) => {
                        let colour = toned(*tone, ink, behind.unwrap_or(self.ground));
                        let extra = if *tone == Tone::Gone { STRUCK } else { "" };
                        let paint = format!("fill=\"{colour}\" {edge}{extra}");
                        self.svg.text(text, *font, fitted.size, (px, foot, part.width), &paint);
                    }
                    PartKind::Symbol(path) => {
                        let size = fitted.size * 0.86;
                        let at = [px + fitted.size * 0.07, foot - fitted.size * 0.76, size, size];
                        self.symbol(path, at, &format!("fill=\"{ink}\""));
                    }
                }
            }
        }
    }

    /// Draws a number, with its label above it.
    fn number(&mut self, name: &str, region: &Region, rect: [f64; 4]) {
        let Some((now, tone)) = self.first_number(region) else { return };
        let behind = self.behind(region, rect);
        let (ink, edge) = self.ink(name, region, behind);
        let [x, y, w, h] = self.inside(region, rect);
        let label_size = h * 0.24;
        let high = if region.label.is_some() { h - label_size } else { h };
        if let Some(label) = region.label.clone() {
            self.centred(
                &label,
                Font::Bold,
                label_size,
                [x, y, w, label_size * 1.1],
                &format!("fill=\"{ink}\" {edge}"),
            );
        }
        let size = region.size.unwrap_or(high * 0.82);
        let colour = toned(tone, ink, behind.unwrap_or(self.ground));
        let paint = format!("fill=\"{colour}\" {edge}");
        self.centred(&now, Font::Bold, size, [x, y + h - high, w, high], &paint);
    }

    fn first_number(&self, region: &Region) -> Option<(String, Tone)> {
        region.show.iter().flatten().find_map(|piece| match piece {
            Piece::Field(name) => self.resolved.number(name),
            _ => None,
        })
    }

    /// A line in the middle of a rectangle, smaller if it is too wide.
    fn centred(&mut self, text: &str, font: Font, size: f64, [x, y, w, h]: [f64; 4], paint: &str) {
        let wide = font.width(text);
        if wide <= 0.0 {
            return;
        }
        let size = size.min(w / wide);
        let (from, foot) = (x + (w - wide * size) / 2.0, y + h / 2.0 + size * CAPITAL / 2.0);
        self.svg.text(text, font, size, (from, foot, wide * size), paint);
    }

    /// Numbers side by side, each with its name above it.
    fn numbers(&mut self, region: &Region, rect: [f64; 4]) {
        let card = self.resolved.card;
        let named = |name: &String| {
            let said = card.fields.iter().find(|field| field.name == *name).map_or(name.as_str(), |field| &field.said);
            Some((said.replace('_', " "), self.resolved.number(name)?))
        };
        let fields = region.show.iter().flatten().filter_map(|piece| match piece {
            Piece::Field(name) => named(name),
            _ => None,
        });
        let all: Vec<_> = fields.collect();
        if all.is_empty() {
            return;
        }
        let behind = self.behind(region, rect);
        let (ink, edge) = self.ink("numbers", region, behind);
        let [x, y, w, h] = self.inside(region, rect);
        let wide = w / all.len() as f64;
        let (label, size, high) = if self.drawing.is_small { small_cards::NUMBERS } else { (17.0, 44.0, 20.0) };
        for (i, (said, (now, tone))) in all.iter().enumerate() {
            let left = x + wide * i as f64;
            let paint = format!("fill=\"{ink}\" {edge}");
            self.centred(&said.to_uppercase(), Font::Bold, label, [left + 3.0, y, wide - 6.0, high], &paint);
            let colour = toned(*tone, ink, behind.unwrap_or(self.ground));
            self.centred(now, Font::Bold, size, [left, y + high, wide, h - high], &format!("fill=\"{colour}\" {edge}"));
        }
    }

    /// The symbols of a cost; a number in a disc.
    fn pips(&mut self, region: &Region, rect: [f64; 4]) {
        let name = region.show.iter().flatten().find_map(|piece| match piece {
            Piece::Field(name) => Some(name.clone()),
            _ => None,
        });
        let Some(name) = name else { return };
        let resolved = self.resolved;
        let mut discs: Vec<Disc> = Vec::new();
        match resolved.card.field(&name) {
            Some(Value::Cost(parts)) => {
                let room = (rect[2] / (rect[3] * 0.8)) as i64;
                let all: i64 = parts.iter().map(|(_, amount)| *amount).sum();
                let grey = Colour { rgb: [217, 213, 204] };
                for (word, amount) in parts {
                    let tint = resolved.drawn.tints.get(&word.id);
                    let path = resolved.symbol(&word.id).map(String::from);
                    let colour = tint.map_or(grey, |tint| tint.colour);
                    match (path, *amount) {
                        (Some(path), 1..=4) if all <= room.max(5) => {
                            (0..*amount).for_each(|_| discs.push((colour, Some(path.clone()), None)));
                        }
                        (path, amount) => discs.push((colour, path, Some((amount.to_string(), Tone::Printed)))),
                    }
                }
            }
            Some(Value::Number(_)) => {
                let fill = self.colour(region.fill.as_ref()).unwrap_or(Colour { rgb: [253, 250, 242] });
                discs.extend(resolved.number(&name).map(|number| (fill, None, Some(number))));
            }
            _ => {}
        }
        let [x, y, w, h] = rect;
        let size = h.min(w / discs.len().max(1) as f64);
        let all = size * discs.len() as f64;
        let mut left = match region.align.unwrap_or(Side::Last) {
            Side::First => x,
            Side::Middle => x + (w - all) / 2.0,
            Side::Last => x + w - all,
        };
        let top = y + (h - size) / 2.0;
        for (colour, path, number) in discs {
            let edge = colour.mixed(Colour { rgb: [0; 3] }, 0.6);
            let r = size * 0.46;
            let (cx, cy) = (left + size / 2.0, top + size / 2.0);
            self.svg.add(&format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{colour}\" stroke=\"{edge}\" stroke-width=\"3\"/>\n",
                n(cx),
                n(cy),
                n(r)
            ));
            let ink = colour.ink(&[Colour { rgb: [28, 24, 23] }, Colour::WHITE]);
            if let Some(path) = path {
                let (part, faint) = if number.is_some() { (0.84, " fill-opacity=\"0.25\"") } else { (0.6, "") };
                let side = size * part;
                let at = [cx - side / 2.0, cy - side / 2.0, side, side];
                self.symbol(&path, at, &format!("fill=\"{ink}\"{faint}"));
            }
            if let Some((number, tone)) = number {
                let ink = toned(tone, ink, colour);
                let rect = [left + size * 0.14, top, size * 0.72, size];
                self.centred(&number, Font::Bold, size * 0.66, rect, &format!("fill=\"{ink}\""));
            }
            left += size;
        }
    }

    /// The symbols of words; the others as text.
    fn icons(&mut self, name: &str, region: &Region, rect: [f64; 4]) {
        let words = region.show.iter().flatten().filter_map(|piece| match piece {
            Piece::Field(name) => Some(self.resolved.card.words(name)),
            _ => None,
        });
        let words: Vec<&str> = words.flatten().collect();
        let paths: Option<Vec<String>> =
            words.iter().map(|word| self.resolved.symbol(word).map(String::from)).collect();
        let Some(paths) = paths.filter(|paths| !paths.is_empty()) else {
            return self.text(name, region, rect);
        };
        let behind = self.behind(region, rect);
        let (ink, _) = self.ink(name, region, behind);
        let [x, y, w, h] = self.inside(region, rect);
        let upright = h > w;
        let side = if upright { w.min(h / paths.len() as f64) } else { h.min(w / paths.len() as f64) };
        let all = side * paths.len() as f64;
        let room = if upright { h } else { w };
        let mut from = match region.align.unwrap_or(Side::First) {
            Side::First => 0.0,
            Side::Middle => (room - all) / 2.0,
            Side::Last => room - all,
        };
        for path in paths {
            let at = if upright { [x + (w - side) / 2.0, y + from] } else { [x + from, y + (h - side) / 2.0] };
            let inner = [at[0] + side * 0.08, at[1] + side * 0.08, side * 0.84, side * 0.84];
            self.symbol(&path, inner, &format!("fill=\"{ink}\""));
            from += side;
        }
    }

    /// Cells around the card, which stands in the middle and looks up.
    fn cells(&mut self, region: &Region, rect: [f64; 4]) {
        let cells = region.show.iter().flatten().find_map(|piece| match piece {
            Piece::Field(name) => match self.resolved.card.field(name) {
                Some(Value::Cells(cells)) if !cells.is_empty() => Some(cells.clone()),
                _ => None,
            },
            _ => None,
        });
        let Some(cells) = cells else { return };
        let behind = self.behind(region, rect);
        let [x, y, w, h] = self.inside(region, rect);
        let reach = |of: &dyn Fn(&(i16, i16)) -> i16| {
            let all = cells.iter().map(of).chain([0]);
            (all.clone().min().unwrap_or(0).max(-6), all.max().unwrap_or(0).min(6))
        };
        let ((left, right), (low, high)) = (reach(&|cell| cell.0), reach(&|cell| cell.1));
        // Both sides get the same width, so that the middle of the cells is the middle of the region.
        let side = right.max(-left).max(1);
        let (columns, rows) = (f64::from(2 * side + 1), f64::from(high.max(1) - low.min(-1) + 1));
        let step = (w / columns).min(h / rows);
        let (x0, y0) = (x + (w - step * columns) / 2.0, y + (h - step * rows) / 2.0);
        let ink = behind.unwrap_or(self.ground).ink(&[self.resolved.ink(), Colour::WHITE]);
        let strong = self.colour(region.ink.as_ref()).unwrap_or(ink);
        for row in (low.min(-1)..=high.max(1)).rev() {
            for column in -side..=side {
                let at = [
                    x0 + f64::from(column + side) * step + step * 0.07,
                    y0 + f64::from(high.max(1) - row) * step + step * 0.07,
                    step * 0.86,
                    step * 0.86,
                ];
                let is_hit = cells.contains(&(column, row));
                let paint = match is_hit {
                    true => format!("fill=\"{strong}\" stroke=\"{ink}\" stroke-width=\"2\""),
                    false => format!("fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"0.35\" stroke-width=\"2\""),
                };
                self.svg.rect(at, step * 0.14, &paint);
                if (column, row) == (0, 0) {
                    let paint =
                        if is_hit { format!("fill=\"{}\"", strong.ink(&[])) } else { format!("fill=\"{ink}\"") };
                    let [ax, ay, aw, ah] = at;
                    let path = format!(
                        "M{} {}L{} {}L{} {}L{} {}z",
                        n(ax + aw * 0.5),
                        n(ay + ah * 0.18),
                        n(ax + aw * 0.8),
                        n(ay + ah * 0.8),
                        n(ax + aw * 0.5),
                        n(ay + ah * 0.62),
                        n(ax + aw * 0.2),
                        n(ay + ah * 0.8)
                    );
                    self.svg.path(&path, &paint);
                }
            }
        }
    }

    fn picture(&mut self, region: &Region, rect: [f64; 4]) {
        self.picture = Some(rect);
        let id = format!("{}a", self.prefix);
        let outline = shape(region.shape.as_deref().unwrap_or("box"), rect);
        let inner = match &outline {
            Ok(path) => format!("<path d=\"{path}\"/>"),
            Err(radius) => {
                let [x, y, w, h] = rect.map(n);
                format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{}\"/>", n(radius.max(8.0)))
            }
        };
        self.svg.add(&format!("<clipPath id=\"{id}\">{inner}</clipPath>\n"));
        let address = match self.drawing.art {
            Art::None => None,
            Art::Link(link) => Some(link.to_string()),
            Art::Picture(picture) => Some(picture.data_uri()),
        };
        match address {
            Some(address) => {
                let [x, y, w, h] = rect.map(n);
                self.svg.add(&format!(
                    "<image href=\"{}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" preserveAspectRatio=\"xMidYMid slice\" clip-path=\"url(#{id})\"/>\n",
                    escaped(&address)
                ));
            }
            None => {
                let resolved = self.resolved;
                let scene = resolved.drawn.scene.as_deref().or(resolved.tint.scene.as_deref());
                let emblem = resolved.emblem();
                placeholder_art::draw(
                    &mut self.svg,
                    rect,
                    scene,
                    hash(&resolved.card.id),
                    resolved.tint.colour,
                    emblem,
                    &id,
                );
            }
        }
        if let Some(line) = self.colour(region.line.as_ref()) {
            let paint = format!("fill=\"none\" stroke=\"{line}\" stroke-width=\"5\"");
            match outline {
                Ok(path) => self.svg.path(&path, &paint),
                Err(radius) => self.svg.rect(rect, radius.max(8.0), &paint),
            }
        }
    }

    /// A symbol by its name, or the symbol of a field's word.
    fn one_symbol(&mut self, region: &Region, rect: [f64; 4]) {
        let resolved = self.resolved;
        let word = region.show.iter().flatten().find_map(|piece| match piece {
            Piece::Field(name) => resolved.card.words(name).into_iter().find_map(|word| resolved.symbol(word)),
            _ => None,
        });
        let path = word.or_else(|| resolved.named(region.symbol.as_deref()?)).map(String::from);
        let Some(path) = path else { return };
        let behind = self.behind(region, rect).unwrap_or(self.ground);
        let [x, y, w, h] = self.inside(region, rect);
        let side = w.min(h);
        let ink = self.colour(region.ink.as_ref()).unwrap_or_else(|| behind.ink(&[resolved.ink(), Colour::WHITE]));
        self.symbol(&path, [x + (w - side) / 2.0, y + (h - side) / 2.0, side, side], &format!("fill=\"{ink}\""));
    }

    /// A path of a box of 24 by 24, drawn into a rectangle.
    fn symbol(&mut self, path: &str, [x, y, w, h]: [f64; 4], paint: &str) {
        let (sx, sy) = (placeholder_art::n4(w / 24.0), placeholder_art::n4(h / 24.0));
        let at = format!("transform=\"translate({} {}) scale({sx} {sy})\"", n(x), n(y));
        self.svg.path(path, &format!("{at} {paint} fill-rule=\"evenodd\""));
    }
}

/// The colour of a number that differs from the printed one: green for more, red for less.
fn toned(tone: Tone, ink: Colour, behind: Colour) -> Colour {
    let wanted = match tone {
        Tone::Printed | Tone::Gone => return ink,
        Tone::More => [Colour { rgb: [16, 104, 48] }, Colour { rgb: [150, 240, 165] }],
        Tone::Less => [Colour { rgb: [170, 28, 28] }, Colour { rgb: [255, 185, 175] }],
    };
    behind.ink(&wanted)
}
