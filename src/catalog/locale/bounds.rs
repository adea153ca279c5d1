//! Bounds: the limits of a translation file, so that no file makes its reader overflow or its words endless.

use crate::catalog::files::MAX_FILE;

/// The most placeables (`{ ... }`) that are open inside each other.
const MOST_OPEN: usize = 500;
/// The largest message with its attributes, in bytes.
const LONGEST: usize = 4096;
/// The most bytes of a translated message. In place of a longer one the game's own words are shown.
pub(super) const MOST_TOLD: usize = 4096;

/// The byte at which a text exceeds a limit of translations, and a description with the limit. Such a file is not
/// parsed. Closing brackets on lines with quotation marks are not counted: they may be text.
pub(super) fn too_much(text: &str) -> Option<(usize, String)> {
    if text.len() as u64 > MAX_FILE {
        return Some((0, format!("the file has more than {MAX_FILE} bytes, the most that a file may have")));
    }
    let (mut open, mut at) = (0usize, 0);
    let (mut begin, mut length) = (0, 0);
    for line in text.split_inclusive('\n') {
        if begins(line) {
            (begin, length) = (at, 0);
        }
        length += line.len();
        if length > LONGEST {
            let (what, length) = message(&text[begin..]);
            return Some((
                begin,
                format!("{what} has {length} bytes, and a message has {LONGEST} at most, with its attributes"),
            ));
        }
        let closes = !line.contains('"');
        for c in line.bytes() {
            match c {
                b'{' => open += 1,
                b'}' if closes => open = open.saturating_sub(1),
                _ => {}
            }
            if open > MOST_OPEN {
                return Some((at, format!("more than {MOST_OPEN} brackets `{{` are open here")));
            }
        }
        at += line.len();
    }
    None
}

/// True if a message, a term or a comment begins with a line.
fn begins(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-' || c == '#')
}

/// The first message of a text, and its length in bytes.
fn message(text: &str) -> (String, usize) {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or("");
    let length = first.len() + lines.take_while(|line| !begins(line)).map(str::len).sum::<usize>();
    let id: String = first.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).take(60).collect();
    let what = if id.is_empty() { "what begins here".into() } else { format!("`{id}`") };
    (what, length)
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
        let says = |text: &str| too_much(text).unwrap();
        let (at, why) = says(&" ".repeat(MAX_FILE as usize + 1));
        assert_eq!((at, &*why), (0, "the file has more than 1048576 bytes, the most that a file may have"));
        let long = format!("a = b\nlong =\n{}c = d\n", "    some text\n".repeat(400));
        let (at, why) = says(&long);
        assert_eq!(at, 6, "where it begins");
        assert_eq!(why, "`long` has 5607 bytes, and a message has 4096 at most, with its attributes");
    }
}
