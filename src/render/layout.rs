//! Layout: which regions a card has, where they are, and what they show.

use super::card::Value;
use super::look::{Form, Look, Paint, Piece, Region, Side, lay_region};
use super::measure::Font;
use super::read::pieces;
use super::resolve::Resolved;

/// Names of fields that are costs even where they are numbers. Other numbers stand at the foot.
const COSTS: [&str; 3] = ["cost", "price", "entry"];

/// The regions of a card in the order in which they are drawn: those that follow from its fields, with the look over them.
pub fn regions(resolved: &Resolved, look: &Look) -> Vec<(String, Region)> {
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

/// The picture takes the place of a text below it that says nothing, and the line moves down with it.
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

/// The regions that follow from the fields of a card.
fn usual(resolved: &Resolved, (width, height): (f64, f64)) -> Vec<(String, Region)> {
    let card = resolved.card;
    let left = width * 0.075;
    let wide = width - 2.0 * left;
    let cost = card.fields.iter().find(|field| matches!(field.value, Value::Cost(_)));
    let cost = cost.or_else(|| {
        card.fields.iter().find(|field| COSTS.contains(&&*field.name) && matches!(field.value, Value::Number(_)))
    });
    let pips = cost.map_or(0.0, |field| match &field.value {
        Value::Cost(parts) => parts.iter().map(|(_, n)| *n).sum::<i64>().clamp(1, 4) as f64,
        _ => 1.0,
    });
    let cost_wide = pips * 62.0;
    let is_number =
        |name: &str, value: &Value| matches!(value, Value::Number(_)) && cost.is_none_or(|cost| cost.name != name);
    let numbers: Vec<Piece> = card
        .fields
        .iter()
        .filter(|field| is_number(&field.name, &field.value))
        .take(6)
        .map(|field| Piece::Field(field.name.clone()))
        .collect();
    let low = if numbers.is_empty() { height - 58.0 } else { height - 130.0 };
    let words: Vec<&str> = card
        .fields
        .iter()
        .filter(|field| matches!(field.value, Value::Words(_)) && field.name != "abilities")
        .map(|field| field.name.as_str())
        .take(2)
        .collect();
    let line: String =
        std::iter::once("type").chain(words).map(|name| format!("{{{name}}}")).collect::<Vec<_>>().join(" · ");
    let named = |name: &str| Some(Paint::Named(name.into()));
    let text_top = height * 0.555;
    let mut out = vec![
        (
            "picture".to_string(),
            Region {
                at: Some([left, 118.0, wide, text_top - 60.0 - 118.0]),
                form: Some(Form::Picture),
                line: named("dark"),
                ..Region::default()
            },
        ),
        (
            "name".to_string(),
            Region {
                at: Some([left, 42.0, wide - cost_wide - if cost_wide > 0.0 { 8.0 } else { 0.0 }, 66.0]),
                show: Some(pieces("{name}")),
                font: Some(Font::Serif),
                size: Some(38.0),
                least: Some(22.0),
                stand: Some(Side::Middle),
                fill: named("paper"),
                shape: Some("round".into()),
                ..Region::default()
            },
        ),
        (
            "line".to_string(),
            Region {
                at: Some([left, text_top - 54.0, wide, 46.0]),
                show: Some(pieces(&line)),
                font: Some(Font::Italic),
                size: Some(27.0),
                stand: Some(Side::Middle),
                fill: named("pale"),
                shape: Some("round".into()),
                ..Region::default()
            },
        ),
    ];
    if let Some(cost) = cost {
        out.push((
            "cost".to_string(),
            Region {
                at: Some([left + wide - cost_wide, 45.0, cost_wide, 60.0]),
                show: Some(vec![Piece::Field(cost.name.clone())]),
                form: Some(Form::Pips),
                align: Some(Side::Last),
                ..Region::default()
            },
        ));
    }
    out.push((
        "text".to_string(),
        Region {
            at: Some([left, text_top, wide, low - text_top]),
            show: Some(pieces("{text}")),
            size: Some(32.0),
            least: Some(20.0),
            stand: Some(Side::Middle),
            fill: named("paper"),
            shape: Some("round".into()),
            ..Region::default()
        },
    ));
    if !numbers.is_empty() {
        out.push((
            "numbers".to_string(),
            Region {
                at: Some([left, low + 8.0, wide, 70.0]),
                show: Some(numbers),
                form: Some(Form::Numbers),
                fill: named("dark"),
                shape: Some("round".into()),
                ..Region::default()
            },
        ));
    }
    out.push((
        "foot".to_string(),
        Region {
            at: Some([left, height - 48.0, wide, 24.0]),
            show: Some(pieces("{set}")),
            size: Some(18.0),
            least: Some(14.0),
            stand: Some(Side::Middle),
            align: Some(Side::Middle),
            ..Region::default()
        },
    ));
    out
}
