//! Positions: turns places in texts and names of files from the form of the protocol into ours, and back.
//!
//! The protocol counts lines from 0 and columns in units of UTF-16; ours count from 1, columns in characters.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use lsp_types::{Position, Range, Uri};

use crate::editor::cursor::is_word;
use crate::editor::index::At;
use crate::editor::quick_fix;

/// The beginning of URIs for files that are built into the program.
const BUILT_IN: &str = "intermezzo:/";

/// A text with `\n` in place of each `\r\n` and `\r`: no line and no column moves. `None`: it has no `\r`.
pub fn with_plain_ends(text: &str) -> Option<String> {
    text.contains('\r').then(|| text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// The byte offset of a position of the protocol; a position beyond its line means the end of the line.
pub fn offset(text: &str, at: Position) -> usize {
    let mut start = 0;
    for _ in 0..at.line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or("");
    let mut units = 0;
    for (i, c) in line.char_indices() {
        if units >= at.character {
            return start + i;
        }
        units += c.len_utf16() as u32;
    }
    start + line.trim_end_matches('\r').len()
}

/// The position, as the protocol counts, of a byte offset in a text.
pub fn position(text: &str, at: usize) -> Position {
    let before = &text[..at];
    let line = before.matches('\n').count() as u32;
    let column = before.rsplit('\n').next().unwrap_or("").encode_utf16().count() as u32;
    Position::new(line, column)
}

/// Turns a position of the protocol into a line and a column from 1, the column in characters.
pub fn place(text: &str, at: Position) -> (u32, u32) {
    let offset = offset(text, at);
    let column = text[..offset].rsplit('\n').next().unwrap_or("").chars().count() as u32;
    (at.line + 1, column + 1)
}

/// The range, as the protocol counts, of `length` characters from a line and a column, both from 1; the column in
/// characters.
pub fn range(text: &str, line: u32, column: u32, length: u32) -> Range {
    let line = line.max(1) - 1;
    let chars = text.split('\n').nth(line as usize).unwrap_or("").chars();
    let units = |n: u32| chars.clone().take(n as usize).map(|c| c.len_utf16() as u32).sum::<u32>();
    let start = column.max(1) - 1;
    Range::new(Position::new(line, units(start)), Position::new(line, units(start + length)))
}

/// The range, as the protocol counts, of the word at a line and a column; of the whole line, if the column is 0.
pub fn word(text: &str, line: u32, column: u32) -> Range {
    let line_text = text.split('\n').nth(line.max(1) as usize - 1).unwrap_or("");
    if column == 0 {
        let indent = line_text.chars().take_while(|c| c.is_whitespace()).count() as u32;
        return range(text, line, indent + 1, line_text.trim().chars().count() as u32);
    }
    let rest = line_text.chars().skip(column as usize - 1);
    let length = rest.take_while(|c| is_word(*c)).count() as u32;
    range(text, line, column, length.max(1))
}

/// The range, as the protocol counts, of a finding: the word at its place, or the longer text that its message quotes.
pub fn finding_range(text: &str, line: u32, column: u32, message: &str) -> Range {
    let found = word(text, line, column);
    let line_text = text.split('\n').nth(line.max(1) as usize - 1).unwrap_or("");
    let rest: String = line_text.chars().skip((column as usize).saturating_sub(1)).collect();
    let quoted =
        quick_fix::quoted_at(message, &rest).filter(|_| column > 0).map_or(0, |word| word.chars().count() as u32);
    let wide = range(text, line, column, quoted);
    if wide.end > found.end { wide } else { found }
}

/// The range, as the protocol counts, of a name at a place.
pub fn range_of(text: &str, at: &At) -> Range {
    range(text, at.line, at.column, at.length)
}

/// The range, as the protocol counts, of some bytes of a text.
pub fn bytes(text: &str, range: &std::ops::Range<usize>) -> Range {
    Range::new(position(text, range.start), position(text, range.end))
}

/// The path that a URI of the protocol names; `None`: it names no file of this machine.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // Between the second and the third slash a file address may name a machine; only files of this machine are meant.
    let path = decoded(&rest[rest.find('/')?..])?;
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// The URI by which the protocol names the file at a path.
pub fn uri(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', "/");
    let lead = if text.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{lead}{}", encoded(&text))).ok()
}

/// The URI by which the protocol names a file that is built into the program.
pub fn uri_of_built_in(name: &str) -> Option<Uri> {
    Uri::from_str(&format!("{BUILT_IN}{}", encoded(name))).ok()
}

/// The name of the built-in file that a URI means; `None`: it means another file.
pub fn built_in(uri: &str) -> Option<String> {
    decoded(uri.strip_prefix(BUILT_IN)?)
}

fn encoded(text: &str) -> String {
    let one = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => (b as char).to_string(),
        b => format!("%{b:02X}"),
    };
    text.bytes().map(one).collect()
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        rest = more;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let hex = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(hex, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_as_the_protocol_counts() {
        let text = "a: 竜😀b\nxy\n";
        let at = offset(text, Position::new(0, 6));
        assert_eq!(&text[at..at + 1], "b");
        assert_eq!(position(text, at), Position::new(0, 6));
        assert_eq!(place(text, Position::new(0, 6)), (1, 6));
        assert_eq!(range(text, 1, 6, 1), Range::new(Position::new(0, 6), Position::new(0, 7)));
        assert_eq!(offset(text, Position::new(1, 9)), text.len() - 1);
        assert_eq!(offset(text, Position::new(9, 0)), text.len());
        assert_eq!(word(text, 2, 1), Range::new(Position::new(1, 0), Position::new(1, 2)));
    }

    #[test]
    fn a_path_goes_there_and_back() {
        let name = Path::new("/some where/ä#%.yaml");
        assert_eq!(path(&uri(name).expect("a name")).as_deref(), Some(name));
        assert_eq!(path(&Uri::from_str("file:///c%3A/x").expect("a name")), Some(PathBuf::from("c:/x")));
        assert_eq!(path(&Uri::from_str("untitled:x").expect("a name")), None);
        let name = uri_of_built_in("cards/a/b.yaml").expect("a name");
        assert_eq!(built_in(name.as_str()).as_deref(), Some("cards/a/b.yaml"));
    }
}
