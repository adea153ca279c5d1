//! Small cards: the regions of a card that is shown small, as on a table in a browser: its name over the whole width,
//! its picture, and its numbers large. Text that cannot be read at that size is left out; it stands on the whole card.

use super::card_look::CardLook;
use super::look::{Form, Piece, Region, Side};

/// For numbers side by side: the size of labels, the size of numbers, and the height of labels, in tenths of a
/// millimetre.
pub const NUMBERS: (f64, f64, f64) = (40.0, 96.0, 44.0);
/// The distance from the edge of the card to the regions, in tenths of a millimetre.
const EDGE: f64 = 26.0;
/// The distance between a picture and the regions above and below it, in tenths of a millimetre.
const GAP: f64 = 20.0;
/// The height of the name, in tenths of a millimetre.
const NAME: f64 = 148.0;
/// The height of numbers side by side, in tenths of a millimetre.
const HIGH: f64 = 146.0;
/// The least size of letters that can be read on a small card, in tenths of a millimetre.
const LARGE: f64 = 50.0;
/// The scales that are tried, the largest first.
const SCALES: [f64; 8] = [1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0];

/// A third of the card's height, in which a region stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Band {
    Top,
    Middle,
    Bottom,
}

/// The regions of the small card.
pub fn regions(resolved: &CardLook, (w, h): (f64, f64), all: Vec<(String, Region)>) -> Vec<(String, Region)> {
    let (mut picture, mut name, mut parts) = (None, None, Vec::new());
    for (key, region) in all {
        let is_name = key == "name" || region.show.as_ref().is_some_and(|show| says(show, "name"));
        match region.form.unwrap_or(Form::Text) {
            Form::Picture => picture = Some((key, region)),
            Form::Text if is_name && region.size.unwrap_or(0.0) < LARGE && key != "foot" => {
                name = name.or(Some((key, region)));
            }
            Form::Text if region.size.is_none_or(|size| size < LARGE) => {}
            _ => parts.extend(trimmed(resolved, region).map(|region| (key, region))),
        }
    }
    let top = if name.is_some() { EDGE + NAME + 10.0 } else { EDGE };
    let mut placed: Vec<(String, Region)> = Vec::new();
    for band in [Band::Top, Band::Middle, Band::Bottom] {
        place(band, (w, h), top, &parts, &mut placed);
    }
    let mut out = Vec::new();
    out.extend(picture.map(|(key, region)| {
        let at = match (name.is_some(), region.at) {
            (false, Some(at)) => smaller(at, h, &placed),
            _ => [EDGE, top, w - 2.0 * EDGE, (foot(&placed, (w, h)) - top).max(100.0)],
        };
        (key, Region { at: Some(at), ..region })
    }));
    out.extend(name.map(|(key, region)| (key, named(region, w))));
    out.extend(placed);
    out
}

fn says(show: &[Piece], field: &str) -> bool {
    show.iter().any(|piece| matches!(piece, Piece::Field(name) if name == field))
}

/// The lower edge of a picture that fills the card below its name. It ends above framed numbers that together take most
/// of the card's width; fewer stand over the picture.
fn foot(placed: &[(String, Region)], (w, h): (f64, f64)) -> f64 {
    let is_framed = |region: &&Region| band_of(region, h) == Band::Bottom && region.fill.is_some();
    let framed = placed.iter().map(|(_, region)| region).filter(is_framed).filter_map(|region| region.at);
    let framed: Vec<[f64; 4]> = framed.collect();
    match framed.iter().map(|at| at[2]).sum::<f64>() < w * 0.55 {
        true => h - EDGE,
        false => framed.iter().map(|at| at[1] - 10.0).fold(h - EDGE, f64::min),
    }
}

/// The rectangle of the picture on a card that shows its name in no region of its own: inside the picture's usual
/// place, but smaller, because the regions around it are larger.
fn smaller([x, y, w, h]: [f64; 4], high: f64, placed: &[(String, Region)]) -> [f64; 4] {
    let [left, mut top, wide, mut tall] = [x + w * 0.13, y + h * 0.13, w * 0.74, h * 0.74];
    for (_, region) in placed {
        // A gap stays free above and below the picture, because letters such as `g` go below their line.
        let near = [left, top - GAP, wide, tall + 2.0 * GAP];
        let Some(at) = region.at.filter(|at| overlap(*at, near)) else { continue };
        match band_of(region, high) {
            Band::Top => (top, tall) = (at[1] + at[3] + GAP, top + tall - at[1] - at[3] - GAP),
            Band::Bottom => tall = at[1] - GAP - top,
            Band::Middle => {}
        }
    }
    [left, top, wide, tall.max(60.0)]
}

fn named(region: Region, w: f64) -> Region {
    Region {
        at: Some([EDGE, EDGE, w - 2.0 * EDGE, NAME]),
        size: Some(84.0),
        least: Some(46.0),
        align: Some(Side::Middle),
        stand: Some(Side::Middle),
        shape: region.fill.is_some().then(|| "round".into()),
        ..region
    }
}

/// The region as it is placed: of a region with icons only the width that its icons take; `None`: the region shows
/// nothing on this card.
fn trimmed(resolved: &CardLook, region: Region) -> Option<Region> {
    let [x, y, w, h] = region.at?;
    let fields = || {
        region.show.iter().flatten().filter_map(|piece| match piece {
            Piece::Field(name) => Some(name.as_str()),
            _ => None,
        })
    };
    let count: usize = match region.form.unwrap_or(Form::Text) {
        Form::Icons => fields().map(|name| resolved.card.words(name).len()).sum(),
        Form::Number | Form::Numbers => {
            return fields().any(|name| resolved.number(name).is_some()).then(|| region.clone());
        }
        Form::Text => return (!resolved.say(region.show.as_ref()?).is_empty()).then(|| region.clone()),
        _ => return Some(region),
    };
    let wide = if h > w { w } else { w.min(h * count as f64) };
    let left = match region.align.unwrap_or(Side::First) {
        Side::First => x,
        Side::Middle => x + (w - wide) / 2.0,
        Side::Last => x + w - wide,
    };
    (count > 0).then_some(Region { at: Some([left, y, wide, h]), ..region })
}

fn band_of(region: &Region, h: f64) -> Band {
    let middle = region.at.map_or(0.0, |at| at[1] + at[3] / 2.0) / h;
    match middle {
        _ if middle < 0.36 => Band::Top,
        _ if middle > 0.68 => Band::Bottom,
        _ => Band::Middle,
    }
}

/// Enlarges and places the regions of a third of the card: texts and numbers first, all by the same scale, the greatest
/// at which nothing overlaps; then each other region, if there is room for it.
fn place(band: Band, size: (f64, f64), top: f64, parts: &[(String, Region)], placed: &mut Vec<(String, Region)>) {
    let here = parts.iter().filter(|(_, region)| band_of(region, size.1) == band);
    let is_first = |region: &Region| matches!(region.form, None | Some(Form::Text | Form::Number | Form::Numbers));
    let (first, rest): (Vec<_>, Vec<_>) = here.partition(|(_, region)| is_first(region));
    let fits = |rects: &[[f64; 4]], placed: &[(String, Region)]| {
        let others = placed.iter().filter_map(|(_, region)| region.at);
        let all: Vec<[f64; 4]> = rects.iter().copied().chain(others).collect();
        (0..rects.len()).all(|i| (i + 1..all.len()).all(|j| !overlap(rects[i], all[j])))
    };
    for group in std::iter::once(first).chain(rest.into_iter().map(|one| vec![one])) {
        let at = |scale: f64| -> Vec<[f64; 4]> {
            let down = group.iter().map(|(_, region)| scaled(region, scale, size)[1]).fold(f64::MAX, f64::min);
            // Regions beside the name move below it.
            let down = if band == Band::Top && down < top { top - down } else { 0.0 };
            let lowered = |[x, y, w, h]: [f64; 4]| [x, y + down, w, h];
            group.iter().map(|(_, region)| lowered(scaled(region, scale, size))).collect()
        };
        let Some(scale) = SCALES.into_iter().find(|scale| fits(&at(*scale), placed)) else { continue };
        for ((key, region), rect) in group.iter().zip(at(scale)) {
            let size = |length: Option<f64>| length.map(|length| length * scale);
            let (size, least) = (size(region.size), size(region.least));
            placed.push((key.clone(), Region { at: Some(rect), size, least, ..region.clone() }));
        }
    }
}

/// The rectangle of a region enlarged by `scale`, away from the edges of the card next to it. Numbers side by side
/// always get a strip at the foot of the card.
fn scaled(region: &Region, scale: f64, (w, h): (f64, f64)) -> [f64; 4] {
    let [x, y, wide, high] = region.at.unwrap_or_default();
    if region.form == Some(Form::Numbers) {
        return [EDGE, h - EDGE - HIGH, w - 2.0 * EDGE, HIGH];
    }
    let from = |middle: f64, all: f64| match middle / all {
        part if part < 0.42 => EDGE,
        part if part > 0.58 => all - EDGE,
        _ => all / 2.0,
    };
    let (ax, ay) = (from(x + wide / 2.0, w), from(y + high / 2.0, h));
    let left = (ax + (x - ax) * scale).clamp(EDGE, (w - EDGE - wide * scale).max(EDGE));
    let upper = (ay + (y - ay) * scale).clamp(EDGE, (h - EDGE - high * scale).max(EDGE));
    [left, upper, (wide * scale).min(w - 2.0 * EDGE), high * scale]
}

fn overlap([x, y, w, h]: [f64; 4], [ox, oy, ow, oh]: [f64; 4]) -> bool {
    x < ox + ow && ox < x + w && y < oy + oh && oy < y + h
}
