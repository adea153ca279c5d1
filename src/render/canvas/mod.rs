//! Canvas: a card that is being drawn, region by region.

mod picture;
mod symbols;
mod texts;

use crate::render::card_look::{CardLook, Tone, hash};
use crate::render::colour::{Colour, LEAST_CONTRAST};
use crate::render::look::{Form, Look, Paint, Region};
use crate::render::shapes::{MOST_CORNER, pattern, shape};
use crate::render::svg::{EDGE, Fonts, Svg, classes, escaped, n, style_of_fonts};

use crate::render::drawing::{Drawing, Fault};

/// A drawing in progress, with the faults found so far.
pub(super) struct Canvas<'a> {
    pub(super) svg: Svg,
    resolved: &'a CardLook<'a>,
    drawing: &'a Drawing<'a>,
    size: (f64, f64),
    /// The beginning of all ids in the drawing, from the card's id: a page holds many drawings.
    prefix: String,
    /// The rectangle in which the card's picture lies (left, top, width, height), once it is drawn.
    picture: Option<[f64; 4]>,
    ground: Colour,
    pub(super) faults: Vec<Fault>,
    /// True if the card is only drawn to find faults: pictures, costs, cells and single symbols are left out.
    pub(super) is_dry: bool,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(resolved: &'a CardLook, look: &Look, drawing: &'a Drawing, title: &str) -> Canvas<'a> {
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

    pub(super) fn end(mut self) -> String {
        self.svg.add("</g>\n</svg>\n");
        self.svg.out
    }

    pub(super) fn ground(&mut self) {
        let drawn = &self.resolved.drawn;
        let border = drawn.border.unwrap_or(20.0);
        let (w, h) = self.size;
        let pattern = drawn.pattern.as_deref().or(self.resolved.tint.pattern.as_deref());
        let inner = [border, border, w - 2.0 * border, h - 2.0 * border];
        self.plane(self.resolved.edge(), inner, self.ground, pattern);
    }

    /// Draws what lies below all regions: the border in the colour `edge`, and inside it the ground with its pattern.
    pub(super) fn plane(&mut self, edge: Colour, inner: [f64; 4], ground: Colour, tile: Option<&str>) {
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

    /// The share of black in the ground at the foot of the card, from 0 to 1; above it the ground is lighter. A ground
    /// whose colour the look states gets no black.
    pub(super) fn shade(&self) -> f64 {
        if self.resolved.drawn.ground.is_some() { 0.0 } else { 0.28 }
    }

    /// The colour of the ground behind the middle of a rectangle: the ground grows darker towards the foot of the card.
    pub(super) fn ground_at(&self, rect: [f64; 4]) -> Colour {
        let part = (rect[1] + rect[3] / 2.0) / self.size.1;
        self.ground.mixed(Colour { rgb: [0; 3] }, self.shade() * part)
    }

    pub(super) fn region(&mut self, name: &str, region: &Region) {
        let Some(at) = region.at else { return };
        if self.is_dry && matches!(region.form, Some(Form::Picture | Form::Pips | Form::Cells | Form::Symbol)) {
            self.picture = self.picture.or((region.form == Some(Form::Picture)).then_some(at));
            return;
        }
        let turned = region.turn.filter(|_| region.form != Some(Form::Picture));
        let rect = match turned {
            // A text that is turned by 90 or 270 degrees is laid out in the region's height as its width, and then
            // turned.
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

    pub(super) fn colour(&self, paint: Option<&Paint>) -> Option<Colour> {
        paint.and_then(|paint| self.resolved.paint(paint))
    }

    /// Draws the fill, the edge or the symbol behind a region, and returns the colour behind its content; `None`: the
    /// region has no fill, and lies on the picture.
    pub(super) fn behind(&mut self, region: &Region, rect: [f64; 4]) -> Option<Colour> {
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

    /// The colour of a region's text, and further attributes for it: on a picture, letters get an edge. A colour of the
    /// look that cannot be read on `behind` is a fault.
    pub(super) fn ink(&mut self, name: &str, region: &Region, behind: Option<Colour>) -> (Colour, String) {
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

    /// The part of a region in which its text stands: smaller than the region where a shape is drawn around the text.
    pub(super) fn inside(&self, region: &Region, [x, y, w, h]: [f64; 4]) -> [f64; 4] {
        let is_framed = region.fill.is_some() || region.line.is_some();
        let (dx, dy) = match region.shape.as_deref() {
            _ if !is_framed => (0.0, 0.0),
            Some("pill" | "banner" | "hexagon" | "cut") => ((h.min(w) * 0.34).min(MOST_CORNER), (h * 0.06).min(10.0)),
            Some("disc" | "shield" | "diamond" | "burst") => (w * 0.16, h * 0.16),
            _ => (14.0_f64.min(w * 0.1), 8.0_f64.min(h * 0.08)),
        };
        [x + dx, y + dy, w - 2.0 * dx, h - 2.0 * dy]
    }
}

/// The colour of letters whose value differs from the printed one: green for more, red for less.
fn toned(tone: Tone, ink: Colour, behind: Colour) -> Colour {
    let wanted = match tone {
        Tone::Printed | Tone::Gone => return ink,
        Tone::More => [Colour { rgb: [16, 104, 48] }, Colour { rgb: [150, 240, 165] }],
        Tone::Less => [Colour { rgb: [170, 28, 28] }, Colour { rgb: [255, 185, 175] }],
    };
    behind.ink(&wanted)
}
