//! SVG picture: makes a picture in SVG fill the place that a card gives it.
//!
//! A pixel picture has a size, so what shows it can enlarge it until nothing stays empty. An SVG often has no size, or
//! no box that says what of it is to be shown. Then browsers fit all of it in, and leave strips, or do not scale it.

use std::ops::Range;

/// The text of an SVG with a `viewBox` and a `preserveAspectRatio` added, where its author states none, so that it
/// fills its place on a card.
pub fn filling(text: &str) -> String {
    let Some(root) = root(text) else { return text.into() };
    let attributes = attributes(&text[root.clone()]);
    let value = |name: &str| attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let mut added = String::new();
    if value("viewBox").is_none()
        && let (Some(width), Some(height)) = (value("width").and_then(pixels), value("height").and_then(pixels))
    {
        added += &format!(" viewBox=\"0 0 {width} {height}\"");
    }
    if value("preserveAspectRatio").is_none() && (value("viewBox").is_some() || !added.is_empty()) {
        added += " preserveAspectRatio=\"xMidYMid slice\"";
    }
    format!("{}{added}{}", &text[..root.start], &text[root.start..])
}

/// The bytes in which the attributes of the root element stand: from behind `<svg` up to its `>`.
fn root(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    loop {
        at += text[at..].find('<')?;
        let end = match &text[at..] {
            rest if rest.starts_with("<?") => "?>",
            rest if rest.starts_with("<!--") => "-->",
            _ => break,
        };
        at += text[at..].find(end)? + end.len();
    }
    let start = at + "<svg".len();
    let mut quote = None;
    for (byte, c) in text.get(start..)?.char_indices() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('>', None) => return Some(start..start + byte),
            _ => {}
        }
    }
    None
}

/// The names and values of attributes.
fn attributes(mut rest: &str) -> Vec<(&str, &str)> {
    let mut out = Vec::new();
    while let Some((name, behind)) = rest.split_once('=') {
        let behind = behind.trim_start();
        let Some(quote) = behind.chars().next().filter(|c| ['"', '\''].contains(c)) else { break };
        let Some((value, next)) = behind[1..].split_once(quote) else { break };
        out.push((name.trim(), value.trim()));
        rest = next;
    }
    out
}

/// The length in pixels that an attribute states; `None`: it is relative, as in per cent.
fn pixels(length: &str) -> Option<f64> {
    let unit = length.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let factor = match unit.trim() {
        "" | "px" => 1.0,
        "mm" => 96.0 / 25.4,
        "cm" => 96.0 / 2.54,
        "in" => 96.0,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        _ => return None,
    };
    let number: f64 = length[..length.len() - unit.len()].parse().ok()?;
    (number > 0.0).then_some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_fills_its_place() {
        let check = |text: &str, expected: &str| assert_eq!(filling(text), expected);
        check("<svg viewBox='0 0 9 9'/>", "<svg preserveAspectRatio=\"xMidYMid slice\" viewBox='0 0 9 9'/>");
        check(
            "<?xml version='1.0'?><!-- <svg> --><svg width=\"20\" height = '10px'><g/></svg>",
            "<?xml version='1.0'?><!-- <svg> --><svg viewBox=\"0 0 20 10\" preserveAspectRatio=\"xMidYMid slice\" width=\"20\" height = '10px'><g/></svg>",
        );
        check(
            "<svg width='1in' height='72pt' a='>'>",
            "<svg viewBox=\"0 0 96 96\" preserveAspectRatio=\"xMidYMid slice\" width='1in' height='72pt' a='>'>",
        );
    }

    #[test]
    fn what_its_author_states_stays() {
        for same in [
            "<svg viewBox='0 0 9 9' preserveAspectRatio='none'/>",
            "<svg width='100%' height='9'/>",
            "<svg xmlns='a'>",
            "<svg width='9",
            "<!-- ",
            "",
        ] {
            assert_eq!(filling(same), same);
        }
    }
}
