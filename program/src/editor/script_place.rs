//! Script place: the script in which a place of a file lies, in a file of Lua or in a value of YAML.

use std::ops::Range;

use super::cursor::Cursor;
use super::query::Query;
use super::shapes::{self, FilePlace};
use super::surroundings::Around;
use super::{FileKind, patches};
use intermezzo::data::keys::Shape;

/// A script around a place.
pub struct ScriptPlace {
    /// The bytes of the script around a place in the file.
    pub range: Range<usize>,
    /// The tree of YAML around the script, with the path to it.
    pub around: Around,
}

/// The script in which a byte of a file lies; `None`: it lies in none.
pub fn at(known: &Query, kind: FileKind, text: &str, at: usize) -> Option<ScriptPlace> {
    if kind == FileKind::Lua {
        return Some(ScriptPlace { range: 0..text.len(), around: Around::at("", 0, &[]) });
    }
    let cursor = Cursor::at(text, at);
    let around = Around::at(text, at, &cursor.path);
    let places = patches::places(known, kind, shapes::root(kind)?, &cursor.path, &around);
    let start = start(&places, &cursor, text, at)?;
    Some(ScriptPlace { range: start..end(text, start, cursor.block.is_some()).max(at), around })
}

/// The byte at which the script around a place begins; `None`: the place is in no script.
pub fn start(places: &[FilePlace], cursor: &Cursor, text: &str, at: usize) -> Option<usize> {
    let is_lua = |place: &FilePlace| matches!(place.shape, Shape::Syntax(syntax) if syntax.words == "Lua");
    if cursor.is_key || !places.iter().flat_map(FilePlace::plain).any(|place| is_lua(&place)) {
        return None;
    }
    cursor.block.or_else(|| {
        let line = text[..at].rfind('\n').map_or(0, |i| i + 1);
        let start = text[line..at].find("script: ").map(|i| line + i + "script: ".len())?;
        Some(if text[start..].starts_with(['"', '\'']) { (start + 1).min(at) } else { start })
    })
}

/// The byte at which a script ends that begins at `start`: with its block, or with its line or the quote before it.
fn end(text: &str, start: usize, is_block: bool) -> usize {
    if !is_block {
        let line = text[start..].find('\n').map_or(text.len(), |i| start + i);
        let quote = text[..start].chars().next_back().filter(|c| matches!(c, '"' | '\''));
        return quote.and_then(|quote| text[start..line].rfind(quote)).map_or(line, |i| start + i);
    }
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let mut least = None;
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        if !line.trim().is_empty() && indent(line) < *least.get_or_insert(indent(line)) {
            break;
        }
        at += line.len();
    }
    at
}
