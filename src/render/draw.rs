//! Draw: a card and its back as SVG.

use super::canvas::Canvas;
use super::card::{Card, Live};
use super::card_look::CardLook;
use super::colour::Colour;
use super::drawing::{Drawing, Fault};
use super::look::{Look, Paint, Piece, Region, Side};
use super::regions::regions;
use super::small_cards;
use super::svg::{Fonts, n};
use super::text_width::Font;

/// The face of a card as SVG.
pub fn face(look: &Look, card: &Card, live: &Live, drawing: &Drawing) -> String {
    let resolved = CardLook::of(look, card, live);
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

/// Finds texts on the printed face of a card that do not fit or cannot be read, without drawing pictures.
pub fn faults(look: &Look, card: &Card) -> Vec<Fault> {
    let live = Live::default();
    let resolved = CardLook::of(look, card, &live);
    let mut canvas = Canvas::new(&resolved, look, &Drawing { fonts: Fonts::Named, ..Drawing::ALONE }, "");
    canvas.is_dry = true;
    for (name, region) in regions(&resolved, look) {
        canvas.region(&name, &region);
    }
    canvas.faults
}

/// Draws the back that all cards of a game have, as SVG.
pub fn back(look: &Look, title: &str, drawing: &Drawing) -> String {
    let (card, live) = (Card { id: "back".into(), ..Card::default() }, Live::default());
    let resolved = CardLook::of(look, &card, &live);
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

/// The colour of the back, and that of the symbol and the lines on it.
fn of_back(look: &Look, resolved: &CardLook) -> (Colour, Colour) {
    let paint = |paint: &Option<Paint>| paint.as_ref().and_then(|paint| resolved.paint(paint));
    let ground = paint(&look.back.ground).unwrap_or(Colour { rgb: [38, 36, 52] });
    let ink = paint(&look.back.ink);
    (ground, ink.unwrap_or_else(|| ground.ink(&[ground.mixed(Colour::WHITE, 0.75), Colour::WHITE])))
}

/// The colours of the back for a table that draws it itself: the ground, and the symbol and lines on it.
pub fn colours_of_back(look: &Look) -> (Colour, Colour) {
    let (card, live) = (Card { id: "back".into(), ..Card::default() }, Live::default());
    of_back(look, &CardLook::of(look, &card, &live))
}
