//! Regions: the parts of a drawn card, their places and contents.

use super::card::{Card, Field, Value};
use super::card_look::CardLook;
use super::look::{Form, Look, Paint, Piece, Region, Side, lay_region};
use super::look_reader::pieces;
use super::text_width::Font;

/// Names of fields that are drawn in the corner for the cost even if their values are plain numbers. Other numbers
/// stand at the foot.
const COSTS: [&str; 3] = ["cost", "price", "entry"];

/// The regions of a card in the order in which they are drawn: those that it gets from its fields, changed by the look.
pub fn regions(resolved: &CardLook, look: &Look) -> Vec<(String, Region)> {
    let mut out = usual(resolved, look.size());
    let own = &resolved.drawn.regions;
    for (name, region) in own {
        lay_region(&mut out, name, region);
    }
    let says = |(_, region): &(String, Region)| region.show.as_ref().is_some_and(|show| !resolved.say(show).is_empty());
    if out.iter().any(|region| region.0 == "text" && !says(region)) {
        grow_picture(&mut out);
    }
    out.retain(|(_, region)| region.hide != Some(true) && region.at.is_some());
    out
}

/// Drops the empty region `text`, and lets the region `picture` above it grow into its place; the region `line` moves
/// down with the picture's lower edge.
fn grow_picture(regions: &mut Vec<(String, Region)>) {
    let is_seen = |region: &Region| region.hide != Some(true);
    let at = |name: &str| regions.iter().find(|(known, region)| known == name && is_seen(region))?.1.at;
    let (Some(picture), Some(text)) = (at("picture"), at("text")) else { return };
    if picture[1] + picture[3] > text[1] {
        return;
    }
    let end = |[_, y, _, h]: [f64; 4]| y + h;
    let low = at("line").map_or(end(picture), |line| end(line).max(end(picture)));
    let down = (end(text) - low).max(0.0);
    for (name, region) in regions.iter_mut() {
        let Some(at) = &mut region.at else { continue };
        match name.as_str() {
            "picture" => at[3] += down,
            "line" => at[1] += down,
            _ => {}
        }
    }
    regions.retain(|(name, _)| name != "text");
}

/// Where the regions lie that the look does not place, computed from the size of the card.
struct RegionPlaces {
    left: f64,
    wide: f64,
    /// The upper edge of the text.
    text: f64,
    /// The lower edge of the text.
    low: f64,
    height: f64,
    /// The width of the cost; 0: the card has none.
    cost: f64,
}

/// The regions that a card gets without a look, from its fields and its size.
fn usual(resolved: &CardLook, (width, height): (f64, f64)) -> Vec<(String, Region)> {
    let card = resolved.card;
    let cost = cost_of(card);
    let numbers: Vec<Piece> = card
        .fields
        .iter()
        .filter(|field| matches!(field.value, Value::Number(_)) && cost.is_none_or(|cost| cost.name != field.name))
        .take(6)
        .map(|field| Piece::Field(field.name.clone()))
        .collect();
    let pips = cost.map_or(0, |field| match &field.value {
        Value::Cost(parts) => parts.iter().map(|(_, n)| *n).sum::<i64>().clamp(1, 4),
        _ => 1,
    });
    let left = width * 0.075;
    let low = if numbers.is_empty() { height - 58.0 } else { height - 130.0 };
    let wide = width - 2.0 * left;
    let places = RegionPlaces { left, wide, text: height * 0.555, low, height, cost: pips as f64 * 62.0 };
    let mut out = vec![("picture", picture(&places)), ("name", name(&places)), ("line", line(card, &places))];
    out.extend(cost.map(|field| ("cost", cost_region(&field.name, &places))));
    out.push(("text", text(&places)));
    if !numbers.is_empty() {
        out.push(("numbers", numbers_region(numbers, &places)));
    }
    out.push(("foot", foot(&places)));
    out.into_iter().map(|(name, region)| (name.to_string(), region)).collect()
}

/// The first field of a card that is a cost, or else the first number whose field is named in [`COSTS`].
fn cost_of(card: &Card) -> Option<&Field> {
    let is_named = |field: &&Field| COSTS.contains(&&*field.name) && matches!(field.value, Value::Number(_));
    let cost = card.fields.iter().find(|field| matches!(field.value, Value::Cost(_)));
    cost.or_else(|| card.fields.iter().find(is_named))
}

fn named(name: &str) -> Option<Paint> {
    Some(Paint::Named(name.into()))
}

fn picture(places: &RegionPlaces) -> Region {
    Region {
        at: Some([places.left, 118.0, places.wide, places.text - 60.0 - 118.0]),
        form: Some(Form::Picture),
        line: named("dark"),
        ..Region::default()
    }
}

fn name(places: &RegionPlaces) -> Region {
    let gap = if places.cost > 0.0 { 8.0 } else { 0.0 };
    Region {
        at: Some([places.left, 42.0, places.wide - places.cost - gap, 66.0]),
        show: Some(pieces("{name}")),
        font: Some(Font::Serif),
        size: Some(38.0),
        least: Some(22.0),
        stand: Some(Side::Middle),
        fill: named("paper"),
        shape: Some("round".into()),
        ..Region::default()
    }
}

/// The line below the picture: the type, and the first two fields of the card that hold words.
fn line(card: &Card, places: &RegionPlaces) -> Region {
    let is_words = |field: &&Field| matches!(field.value, Value::Words(_)) && field.name != "abilities";
    let words = card.fields.iter().filter(is_words).map(|field| field.name.as_str()).take(2);
    let shown: Vec<String> = std::iter::once("type").chain(words).map(|name| format!("{{{name}}}")).collect();
    Region {
        at: Some([places.left, places.text - 54.0, places.wide, 46.0]),
        show: Some(pieces(&shown.join(" · "))),
        font: Some(Font::Italic),
        size: Some(27.0),
        stand: Some(Side::Middle),
        fill: named("pale"),
        shape: Some("round".into()),
        ..Region::default()
    }
}

fn cost_region(field: &str, places: &RegionPlaces) -> Region {
    Region {
        at: Some([places.left + places.wide - places.cost, 45.0, places.cost, 60.0]),
        show: Some(vec![Piece::Field(field.into())]),
        form: Some(Form::Pips),
        align: Some(Side::Last),
        ..Region::default()
    }
}

fn text(places: &RegionPlaces) -> Region {
    Region {
        at: Some([places.left, places.text, places.wide, places.low - places.text]),
        show: Some(pieces("{text}")),
        size: Some(32.0),
        least: Some(20.0),
        stand: Some(Side::Middle),
        fill: named("paper"),
        shape: Some("round".into()),
        ..Region::default()
    }
}

fn numbers_region(numbers: Vec<Piece>, places: &RegionPlaces) -> Region {
    Region {
        at: Some([places.left, places.low + 8.0, places.wide, 70.0]),
        show: Some(numbers),
        form: Some(Form::Numbers),
        fill: named("dark"),
        shape: Some("round".into()),
        ..Region::default()
    }
}

fn foot(places: &RegionPlaces) -> Region {
    Region {
        at: Some([places.left, places.height - 48.0, places.wide, 24.0]),
        show: Some(pieces("{set}")),
        size: Some(18.0),
        least: Some(14.0),
        stand: Some(Side::Middle),
        align: Some(Side::Middle),
        ..Region::default()
    }
}
