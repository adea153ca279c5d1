//! SVG: writes the rectangles, paths and texts of a drawing, escapes texts from outside, and names the fonts.

use std::fmt::Write;

use super::outlines;
use super::placeholder_art::n4;
use super::text_width::Font;

/// A drawing that grows.
#[derive(Default)]
pub struct Svg {
    /// The drawing so far.
    pub out: String,
    /// True if letters are drawn as shapes.
    pub is_outlined: bool,
}

/// The fonts of the texts in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fonts {
    /// Fonts embedded in the drawing, which looks the same everywhere then.
    Embedded,
    /// Fonts of the page around the drawing ([`style_of_fonts`]), by their names.
    Named,
    /// Letters are drawn as shapes, so no font is needed: for images, to which a page gives no fonts. Letters that the
    /// fonts lack are texts still.
    Outlined,
}

/// The attributes of letters that are struck through; in `paint` they come after the attributes of the colour.
pub const STRUCK: &str = " text-decoration=\"line-through\" fill-opacity=\"0.7\"";
/// The attribute for the edge that letters on a picture have so that they can be read.
pub const EDGE: &str = "stroke-width=\"5\"";

/// A text as XML has it, between tags and in quotes. Control characters become blanks, and marks of direction are left
/// out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Marks of direction would reorder the letters beside them.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A length as SVG writes it, with at most two digits behind the point.
pub fn n(length: f64) -> String {
    let hundredths = (length * 100.0).round();
    // No drawing has a negative zero.
    let text = format!("{:.2}", (hundredths + 0.0) / 100.0);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

impl Svg {
    /// Adds a part that holds no text from outside.
    pub fn add(&mut self, part: &str) {
        self.out.push_str(part);
    }

    /// Draws a rectangle.
    pub fn rect(&mut self, [x, y, w, h]: [f64; 4], radius: f64, paint: &str) {
        let radius = if radius > 0.0 { format!(" rx=\"{}\"", n(radius)) } else { String::new() };
        let _ = writeln!(
            self.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{radius} {paint}/>",
            n(x),
            n(y),
            n(w),
            n(h)
        );
    }

    /// Draws a path.
    pub fn path(&mut self, path: &str, paint: &str) {
        let _ = writeln!(self.out, "<path d=\"{}\" {paint}/>", escaped(path));
    }

    /// Draws a line of text in exactly this width, whatever fonts the machine has.
    pub fn text(&mut self, text: &str, font: Font, size: f64, (x, y, width): (f64, f64, f64), paint: &str) {
        if self.is_outlined && self.outlined(text, font, size, (x, y, width), paint) {
            return;
        }
        let text = escaped(text);
        if text.trim().is_empty() {
            return;
        }
        let class = class(font);
        let _ = writeln!(
            self.out,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" {paint}>{text}</text>",
            n(x),
            n(y),
            n(size),
            n(width)
        );
    }
}

impl Svg {
    /// Draws a line of text as shapes. False: the font lacks a letter of it, and nothing was drawn.
    fn outlined(&mut self, text: &str, font: Font, size: f64, (x, y, width): (f64, f64, f64), paint: &str) -> bool {
        let Some(path) = outlines::path(font, text) else { return false };
        let scale = size / 1000.0;
        if scale <= 0.0 {
            return true;
        }
        // The path is scaled to the size of the letters: the width of their edge is divided by the scale, so that it
        // stays 5.
        let paint = paint.replace(EDGE, &format!("stroke-width=\"{}\"", n(5.0 / scale)));
        let is_struck = paint.contains(STRUCK);
        let paint = paint.replace(STRUCK, " fill-opacity=\"0.7\"");
        let _ = writeln!(
            self.out,
            "<path transform=\"translate({} {}) scale({})\" {}d=\"{path}\"/>",
            n(x),
            n(y),
            n4(scale),
            if paint.ends_with(' ') { paint.clone() } else { format!("{paint} ") },
        );
        if is_struck {
            self.rect([x, y - size * 0.28, width, size * 0.05], 0.0, &paint);
        }
        true
    }
}

fn class(font: Font) -> &'static str {
    match font {
        Font::Sans => "fs",
        Font::Bold => "fb",
        Font::Italic => "fi",
        Font::Serif => "ft",
    }
}

/// The fonts: the family, weight and style, and the file.
const FONTS: [(Font, &str, &[u8]); 4] = [
    (Font::Sans, "font-family:'Card Sans';font-weight:400;font-style:normal", include_bytes!("fonts/sans.woff2")),
    (Font::Bold, "font-family:'Card Sans';font-weight:700;font-style:normal", include_bytes!("fonts/sans-bold.woff2")),
    (
        Font::Italic,
        "font-family:'Card Sans';font-weight:400;font-style:italic",
        include_bytes!("fonts/sans-italic.woff2"),
    ),
    (
        Font::Serif,
        "font-family:'Card Serif';font-weight:700;font-style:normal",
        include_bytes!("fonts/serif-bold.woff2"),
    ),
];

/// A style sheet that gives the texts of a drawing the names of their fonts, with fallbacks. [`style_of_fonts`] has the
/// files of the fonts.
pub fn classes() -> String {
    let sans =
        "'Card Sans','Source Sans 3','Source Sans Pro','Noto Sans','Noto Sans CJK JP','Hiragino Sans',sans-serif";
    let serif = "'Card Serif','Source Serif 4','Source Serif Pro','Noto Serif','Noto Serif CJK JP',serif";
    format!(
        ".fs,.fb,.fi{{font-family:{sans}}}.fb{{font-weight:700}}.fi{{font-style:italic}}.ft{{font-family:{serif};font-weight:700}}"
    )
}

/// A style sheet that holds the fonts themselves, for pages around drawings.
pub fn style_of_fonts() -> String {
    let face = |(_, said, file): &(Font, &str, &[u8])| {
        format!("@font-face{{{said};src:url(data:font/woff2;base64,{}) format('woff2')}}\n", base64(file))
    };
    FONTS.iter().map(face).collect()
}

/// Bytes as base64.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for three in bytes.chunks(3) {
        let part = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for i in 0..4 {
            match i <= three.len() {
                true => out.push(char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize])),
                false => out.push('='),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_markup() {
        assert_eq!(escaped("<b> & \"c\"\u{202e}\0"), "&lt;b&gt; &amp; &quot;c&quot; ");
    }

    #[test]
    fn lengths_have_two_digits_at_most() {
        assert_eq!([n(1.0), n(0.125), n(-0.001), n(12.5)], ["1", "0.13", "0", "12.5"]);
    }

    #[test]
    fn base64_is_padded() {
        assert_eq!([base64(b""), base64(b"a"), base64(b"ab"), base64(b"abc")], ["", "YQ==", "YWI=", "YWJj"]);
    }
}
