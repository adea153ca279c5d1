//! Text: one small change of a text, and its description.

use std::ops::Range;
use std::sync::Arc;

/// A text with one thing changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutant {
    /// The file, as a catalog names it.
    pub file: String,
    /// The line that is changed, counted from 1.
    pub line: usize,
    /// The text of the line, without the blanks around it.
    pub was: String,
    /// The change: "col 12: `3` becomes `4`".
    pub change: String,
    at: Range<usize>,
    put: String,
}

/// A file whose changes are gathered.
pub(super) struct MutatedText<'a> {
    pub file: &'a str,
    pub text: &'a str,
    /// Byte offsets of the beginnings of lines; index 0 is line 1.
    lines: Vec<usize>,
    pub found: Vec<Mutant>,
}

impl<'a> MutatedText<'a> {
    pub fn new(file: &'a str, text: &'a str) -> MutatedText<'a> {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        MutatedText { file, text, lines: std::iter::once(0).chain(ends).collect(), found: Vec::new() }
    }

    /// The byte offset of a place: line and column counted from 1, the column in characters.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let start = *self.lines.get((line as usize).checked_sub(1)?)?;
        let rest = &self.text[start..];
        let column = (column as usize).checked_sub(1)?;
        let inner = rest.char_indices().map(|(i, _)| i).chain([rest.len()]).nth(column)?;
        Some(start + inner)
    }

    /// The byte at which the line of an offset begins.
    pub fn line_start(&self, offset: usize) -> usize {
        self.lines[self.line_index(offset)]
    }

    /// The end of the line of an offset, without its line break.
    pub fn line_end(&self, offset: usize) -> usize {
        self.text[offset..].find('\n').map_or(self.text.len(), |n| offset + n)
    }

    fn line_index(&self, offset: usize) -> usize {
        self.lines.partition_point(|start| *start <= offset) - 1
    }

    /// Notes a mutant in which `put` stands in the place of a part of the text.
    pub fn change(&mut self, at: Range<usize>, put: &str) {
        let old = &self.text[at.clone()];
        if old == put {
            return;
        }
        let line = self.line_index(at.start);
        let start = self.lines[line];
        let column = self.text[start..at.start].chars().count() + 1;
        let what = match put.is_empty() {
            true => format!("{} is left out", brief(old)),
            false => format!("{} becomes {}", brief(old), brief(put)),
        };
        self.found.push(Mutant {
            file: self.file.into(),
            line: line + 1,
            was: self.text[start..self.line_end(at.start)].trim().into(),
            change: format!("col {column}: {what}"),
            put: put.into(),
            at,
        });
    }
}

/// A part of a text on one line, in backquotes.
fn brief(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.chars().count() <= 60 {
        return format!("`{one_line}`");
    }
    format!("`{}…`", one_line.chars().take(59).collect::<String>())
}

impl Mutant {
    /// The changed text of the file.
    pub fn apply(&self, text: &str) -> Arc<str> {
        [&text[..self.at.start], &self.put, &text[self.at.end..]].concat().into()
    }
}

/// The offset of the closing bracket of the brackets around an offset. Brackets in quotes do not count.
pub(super) fn closing_bracket(text: &str, from: usize) -> Option<usize> {
    walk(text, from, |depth, c| depth == 0 && matches!(c, ')' | ']' | '}'))
}

/// The first place from `from` on, outside of any bracket and quote, that a test accepts. The test
/// sees how deep the place lies and its character.
pub(super) fn walk(text: &str, from: usize, accepts: impl Fn(usize, char) -> bool) -> Option<usize> {
    let (mut depth, mut quote, mut before) = (0usize, None, ' ');
    let mut chars = text[from..].char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        match quote {
            Some(q) if c == '\\' && q == '"' => drop(chars.next()),
            Some(q) if c == q => quote = None,
            Some(_) => {}
            // An apostrophe inside a word is no quote.
            None if c == '"' || c == '\'' && !before.is_alphanumeric() => quote = Some(c),
            None if accepts(depth, c) => return Some(from + i),
            None => match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.checked_sub(1)?,
                _ => {}
            },
        }
        before = c;
    }
    None
}
