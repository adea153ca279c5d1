//! Bounds: how much may stand in the file of a language, so that no file makes its reader overflow or its words endless.

use crate::catalog::files::MAX_FILE;

/// So many placeables may be open at once.
const MOST_OPEN: usize = 500;
/// So many bytes one message may have, with its attributes.
const LONGEST: usize = 4096;
/// So many bytes a message may tell; one that tells more is told in the words of the game.
pub(super) const MOST_TOLD: usize = 4096;

/// The byte where a text has more than may stand in it, and what that is.
///
/// A file that has is read by nothing. Closing brackets on lines with quotation marks are not counted: they may be text.
pub(super) fn too_much(text: &str) -> Option<(usize, &'static str)> {
    if text.len() as u64 > MAX_FILE {
        return Some((0, "the file is longer than 1 MB"));
    }
    let (mut open, mut message, mut at) = (0usize, 0, 0);
    for line in text.split_inclusive('\n') {
        let begins = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-' || c == '#');
        message = if begins { line.len() } else { message + line.len() };
        if message > LONGEST {
            return Some((at, "a message with its attributes has 4,096 bytes at most"));
        }
        let closes = !line.contains('"');
        for c in line.bytes() {
            match c {
                b'{' => open += 1,
                b'}' if closes => open = open.saturating_sub(1),
                _ => {}
            }
            if open > MOST_OPEN {
                return Some((at, "too many brackets are open"));
            }
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_endless_is_too_much() {
        let check = |text: &str, is_too_much: bool| {
            assert_eq!(too_much(text).is_some(), is_too_much, "{}", &text[..text.len().min(40)]);
        };
        check("a = { $n }\nb = two\n    lines\n", false);
        check(&format!("a = {}x{}\n", "{".repeat(600), "}".repeat(600)), true);
        check(&format!("a = {{\n{}", "F({\n".repeat(600)), true);
        check(&format!("a = {}", "{ F(\"}\", ".repeat(600)), true);
        check(&format!("a = {}\n", "x".repeat(5000)), true);
        check(&format!("a =\n{}", "    some text\n".repeat(400)), true);
        check(&"a = { $n }\n".repeat(9000), false);
        let (at, why) = too_much(&" ".repeat(MAX_FILE as usize + 1)).unwrap();
        assert_eq!((at, why), (0, "the file is longer than 1 MB"));
    }
}
