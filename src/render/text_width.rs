//! Text width: how wide texts are in the fonts of cards.
//!
//! The widths of letters lie in a table (`fonts/widths.txt`), so no font is parsed. Letters that the fonts lack are
//! drawn in a font of the machine, and their widths are estimated.

use std::sync::LazyLock;

use unicode_width::UnicodeWidthChar;

/// A font of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Font {
    /// Source Sans 3.
    Sans,
    /// The text font in bold.
    Bold,
    /// The text font in italic.
    Italic,
    /// Source Serif 4, bold, for names.
    Serif,
}

/// The height of capital letters, in parts of the size.
pub const CAPITAL: f64 = 0.66;

/// One more than the last code point of which the table has a width.
const LAST: usize = 0x2300;

/// The widths of each font by letter; 0: the font lacks the letter.
static WIDTHS: LazyLock<[Vec<u16>; 4]> = LazyLock::new(|| {
    let mut found = [(); 4].map(|()| vec![0; LAST]);
    for line in include_str!("fonts/widths.txt").lines() {
        let mut parts = line.split(' ');
        let font = parts.next().and_then(|name| NAMES.iter().position(|known| *known == name)).unwrap_or(0);
        let first = parts.next().and_then(|code| usize::from_str_radix(code, 16).ok()).unwrap_or(LAST);
        for (width, place) in parts.zip(found[font].iter_mut().skip(first)) {
            *place = width.parse().unwrap_or(0);
        }
    }
    found
});

/// The names of the fonts in the table.
pub(super) const NAMES: [&str; 4] = ["sans", "sans-bold", "sans-italic", "serif-bold"];

impl Font {
    /// The width of a letter, in thousandths of the size.
    pub(super) fn letter(self, c: char) -> f64 {
        let known = WIDTHS[self as usize].get(c as usize).copied().unwrap_or(0);
        if known > 0 {
            return f64::from(known);
        }
        match c.width().unwrap_or(0) {
            0 => 0.0,
            1 => 600.0,
            _ => 1000.0,
        }
    }

    /// The width of a text of size 1.
    pub fn width(self, text: &str) -> f64 {
        text.chars().map(|c| self.letter(c)).sum::<f64>() / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_the_widths_of_their_fonts() {
        assert!(Font::Sans.width("iii") < Font::Sans.width("mmm"));
        assert!(Font::Sans.width("Rope") < Font::Bold.width("Rope"));
        assert_eq!(Font::Sans.width("竜炎"), 2.0);
        assert_eq!(Font::Sans.width("e\u{301}"), Font::Sans.width("e"));
        assert!(Font::Serif.width("ÄÖÜß é ł Ж Ω").is_normal());
    }
}
