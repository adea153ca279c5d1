//! Picture: the art of a card, judged by its content before anything shows it.

use super::svg::base64;
use super::svg_picture::filling;

/// The most bytes of a picture: a card printed at 600 dpi has a quarter of that.
pub const LONGEST: u64 = 8 << 20;
/// Most pixels of a picture. A small file may hold a picture that fills the memory of who shows it.
const MOST_PIXELS: u64 = 50_000_000;

/// File endings of pictures, in search order.
pub const ENDINGS: [&str; 5] = ["svg", "png", "jpg", "jpeg", "webp"];

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    kind: &'static str,
    bytes: Vec<u8>,
}

impl Picture {
    /// Reads a picture. The content decides the format, not the name.
    ///
    /// # Errors
    ///
    /// The reason why the picture cannot be shown.
    pub fn read(bytes: Vec<u8>) -> Result<Picture, String> {
        if bytes.len() as u64 > LONGEST {
            return Err(format!("it has more than {} MiB", LONGEST >> 20));
        }
        let kind = kind(&bytes).ok_or("it is no SVG, PNG, JPEG or WebP")?;
        if let Some((width, height)) = pixels(kind, &bytes)
            && u64::from(width) * u64::from(height) > MOST_PIXELS
        {
            return Err(format!("it has {width} by {height} pixels, and {MOST_PIXELS} are the most"));
        }
        Ok(Picture { kind, bytes })
    }

    /// The type of the picture, such as `image/png`.
    pub fn media_type(&self) -> &'static str {
        self.kind
    }

    /// The content of the picture.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The picture as a data URI. Browsers run no script of an image and fetch none of its links.
    pub fn data_uri(&self) -> String {
        match std::str::from_utf8(&self.bytes).ok().filter(|_| self.kind == "image/svg+xml") {
            Some(text) => format!("data:{};base64,{}", self.kind, base64(filling(text).as_bytes())),
            None => format!("data:{};base64,{}", self.kind, base64(&self.bytes)),
        }
    }
}

fn kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => is_svg(bytes).then_some("image/svg+xml"),
    }
}

/// True for a text whose first element is `svg`.
fn is_svg(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            // A text with a document type before `<svg` is refused: it may declare entities that grow without end.
            _ => break rest.strip_prefix("<svg").is_some_and(|rest| rest.starts_with([' ', '\n', '\r', '\t', '>'])),
        };
        match rest.split_once(end) {
            Some((_, after)) => rest = after.trim_start(),
            None => break false,
        }
    }
}

/// The width and height in pixels, read from the head of a picture; `None`: the head does not say them.
fn pixels(kind: &str, bytes: &[u8]) -> Option<(u32, u32)> {
    let big = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let short = |at: usize| Some(u32::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    match kind {
        "image/png" => Some((big(16)?, big(20)?)),
        "image/jpeg" => {
            let mut at = 2;
            loop {
                match *bytes.get(at + 1)? {
                    0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                        return Some((short(at + 7)?, short(at + 5)?));
                    }
                    _ => at += 2 + short(at + 2)? as usize,
                }
            }
        }
        "image/webp" => match bytes.get(12..16)? {
            b"VP8X" => {
                let three =
                    |at: usize| Some(bytes.get(at..at + 3)?.iter().rev().fold(0, |n, byte| n << 8 | u32::from(*byte)));
                Some((three(24)? + 1, three(27)? + 1))
            }
            b"VP8L" => {
                let bits = u32::from_le_bytes(bytes.get(21..25)?.try_into().ok()?);
                Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
            }
            b"VP8 " => {
                let side =
                    |at: usize| Some(u32::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?) & 0x3fff));
                Some((side(26)?, side(28)?))
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_known_by_their_content() {
        let kind = |bytes: &[u8]| Picture::read(bytes.to_vec()).map(|picture| picture.kind);
        assert_eq!(kind(b"<?xml version='1.0'?>\n<!-- x --><svg xmlns='a'/>"), Ok("image/svg+xml"));
        assert_eq!(kind(&[0xff, 0xd8, 0xff, 0xe0]), Ok("image/jpeg"));
        for bad in [&b"<html><svg>"[..], b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", b"<svgx>", b"", b"GIF89a", b"<!-- "]
        {
            assert!(kind(bad).is_err());
        }
    }

    #[test]
    fn a_small_file_with_a_huge_picture_is_refused() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0]);
        let error = Picture::read(png).unwrap_err();
        assert!(error.contains("65536 by 65536"), "{error}");
        assert!(Picture::read(vec![0; LONGEST as usize + 1]).is_err());
    }
}
