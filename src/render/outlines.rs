//! Outlines: texts as shapes, for drawings that look the same where no font can be given, as in an image of a page.
//!
//! The shapes of letters lie in a table (`fonts/outlines.txt`), so no font is parsed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use super::text_width::{Font, NAMES};

/// The shape of a letter, in thousandths of the size.
struct GlyphOutline {
    /// A relative path, from the left end of the letter on the line.
    path: &'static str,
    /// The end of the path, to the right and down.
    end: (i32, i32),
}

/// The shapes by font and letter.
static SHAPES: LazyLock<BTreeMap<(usize, u32), GlyphOutline>> = LazyLock::new(|| {
    let shape = |line: &'static str| {
        let mut parts = line.split(' ');
        let font = parts.next().and_then(|name| NAMES.iter().position(|known| *known == name))?;
        let code = u32::from_str_radix(parts.next()?, 16).ok()?;
        let mut rest = line.rsplitn(3, ' ');
        let (down, right) = (rest.next()?.parse().ok()?, rest.next()?.parse().ok()?);
        let path = rest.next()?.splitn(3, ' ').nth(2)?;
        Some(((font, code), GlyphOutline { path: if path == "-" { "" } else { path }, end: (right, down) }))
    };
    include_str!("fonts/outlines.txt").lines().filter_map(shape).collect()
});

/// The outline of a whole text as the data of an SVG path, in thousandths of the size; `None`: the font lacks a letter.
pub fn path(font: Font, text: &str) -> Option<String> {
    let mut out = String::from("M0 0");
    // `pen` is the point where the path so far ends; `next` is the left end of the next letter.
    let (mut pen, mut next) = ((0, 0), 0.0);
    for c in text.chars() {
        let shape = SHAPES.get(&(font as usize, c as u32))?;
        if !shape.path.is_empty() {
            let left = f64::round(next) as i32;
            let _ = write!(out, "m{} {}{}", left - pen.0, -pen.1, shape.path);
            pen = (left + shape.end.0, shape.end.1);
        }
        next += font.letter(c);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_follow_each_other_in_one_path() {
        let one = path(Font::Sans, "l").unwrap();
        let two = path(Font::Sans, "l l").unwrap();
        assert!(one.starts_with("M0 0m") && one.ends_with('z'), "{one}");
        assert!(two.starts_with(&one) && two.matches('z').count() == 2 * one.matches('z').count(), "{two}");
        assert_eq!(path(Font::Bold, " ").as_deref(), Some("M0 0"));
    }

    #[test]
    fn a_text_with_an_unknown_letter_has_no_path() {
        assert_eq!(path(Font::Serif, "Wolf 狼"), None);
    }

    #[test]
    fn every_letter_with_a_shape_has_a_width() {
        let without: Vec<_> = SHAPES.iter().filter(|(_, shape)| !shape.path.is_empty()).map(|(key, _)| key.1).collect();
        assert!(without.len() > 700);
        for font in [Font::Sans, Font::Bold, Font::Italic, Font::Serif] {
            assert!(path(font, "Äß–’ 0123456789 + · × “Ropes”").is_some());
        }
    }
}
