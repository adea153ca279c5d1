//! Colour: red, green and blue, mixed and compared.

use std::fmt;

/// A colour of the sRGB space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// Red, green and blue, from 0 to 255.
    pub rgb: [u8; 3],
}

/// The least contrast between a text and its background (WCAG 2, level AA).
pub const LEAST_CONTRAST: f64 = 4.5;

impl Colour {
    /// White.
    pub const WHITE: Colour = Colour { rgb: [255, 255, 255] };

    /// Reads a colour from `#rgb` or `#rrggbb`; `None` for other texts.
    pub fn read(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#')?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let part = |shift: u32| (number >> shift) as u8;
        match digits.len() {
            6 => Some(Colour { rgb: [part(16), part(8), part(0)] }),
            3 => Some(Colour { rgb: [8, 4, 0].map(|shift| (part(shift) & 15) * 17) }),
            _ => None,
        }
    }

    /// A mixture of two colours; a share of 0 gives this one, 1 the other.
    pub fn mixed(self, other: Colour, share: f64) -> Colour {
        let part = |i: usize| {
            let (one, two) = (f64::from(self.rgb[i]), f64::from(other.rgb[i]));
            (one + (two - one) * share).round() as u8
        };
        Colour { rgb: [part(0), part(1), part(2)] }
    }

    /// The relative luminance, from 0 (black) to 1 (white).
    fn luminance(self) -> f64 {
        let linear = |byte: u8| match f64::from(byte) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        };
        let [r, g, b] = self.rgb.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The contrast with another colour, from 1 to 21.
    pub fn contrast(self, other: Colour) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The colour for a text on this one: the first of these with enough contrast, or else black or white.
    pub fn ink(self, wanted: &[Colour]) -> Colour {
        let black = Colour { rgb: [16, 16, 16] };
        let found = wanted.iter().copied().find(|ink| self.contrast(*ink) >= LEAST_CONTRAST);
        found.unwrap_or_else(
            || {
                if self.contrast(Colour::WHITE) >= self.contrast(black) { Colour::WHITE } else { black }
            },
        )
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [r, g, b] = self.rgb;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_three_or_six_digits() {
        let read = |text| Colour::read(text).map(|colour| colour.to_string());
        assert_eq!(read("#c2481f").as_deref(), Some("#c2481f"));
        assert_eq!(read("#fa0").as_deref(), Some("#ffaa00"));
        assert!(
            ["red", "#ff", "#12345", "#gggggg", "#+12345", "", "#"].iter().all(|text| Colour::read(text).is_none())
        );
    }

    #[test]
    fn contrast_goes_from_1_to_21() {
        let black = Colour { rgb: [0; 3] };
        assert!((black.contrast(Colour::WHITE) - 21.0).abs() < 1e-9);
        assert!((black.contrast(black) - 1.0).abs() < 1e-9);
        assert_eq!(Colour::WHITE.ink(&[Colour::WHITE]), Colour { rgb: [16; 3] });
    }
}
