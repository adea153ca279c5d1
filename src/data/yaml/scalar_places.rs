//! Scalar places: the places of a scalar's characters in the lines of its file.
//!
//! The parser gives the start and the value of a scalar; both together determine how it is written.

use saphyr_parser::ScalarStyle;

use crate::data::Span;
use crate::error::{LinePiece, TextPlaces};

/// The places of the characters of a scalar whose content begins at `start`. If the reader cannot follow the scalar,
/// its last piece goes on to the end.
pub(super) fn of(text: &str, style: ScalarStyle, start: &Span, lines: &[&str], place: &mut ScanPosition) -> TextPlaces {
    let (line, column) = (start.line as usize, start.column as usize);
    let written = lines.get(line.saturating_sub(1)..).unwrap_or_default();
    let indent = column.saturating_sub(1);
    let mut walk = PieceWalk { pieces: Vec::new(), chars: 0, first: line };
    match style {
        ScalarStyle::Literal => walk.literal(text, written, indent),
        ScalarStyle::Folded => _ = walk.folded(text, written, indent),
        ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
            if let Some(first) = written.first() {
                let begins = place.find(line, first, indent);
                // Most scalars stand on one line as they are.
                let as_it_is = begins + text.len() <= place.end
                    && !text.contains(['\'', '\\'])
                    && first.get(begins..).is_some_and(|rest| rest.starts_with(text));
                if as_it_is {
                    return TextPlaces::default();
                }
                _ = walk.flow(text, style, (first, begins, place.end), written, indent);
            }
        }
    }
    TextPlaces::of(walk.pieces)
}

/// The place in a line where a scalar was looked for last. Scalars come in their order, so a line is gone through once,
/// however many are on it.
#[derive(Debug, Default)]
pub(super) struct ScanPosition {
    line: usize,
    column: usize,
    byte: usize,
    /// The byte of the line behind which only blanks follow.
    end: usize,
}

impl ScanPosition {
    /// The byte offset in a line, of the character behind `column` others.
    fn find(&mut self, line: usize, text: &str, column: usize) -> usize {
        if self.line != line || self.column > column {
            *self = ScanPosition { line, column: 0, byte: 0, end: text.trim_end_matches([' ', '\t']).len() };
        }
        let rest = &text[self.byte..];
        self.byte += rest.char_indices().nth(column - self.column).map_or(rest.len(), |(at, _)| at);
        self.column = column;
        self.byte
    }
}

struct PieceWalk {
    pieces: Vec<LinePiece>,
    /// The number of characters found.
    chars: u32,
    /// The line of the file in which the text begins.
    first: usize,
}

impl PieceWalk {
    /// Notes that the next `chars` characters of the text stand behind `before` characters of a line; line 0 is the one
    /// in which the text begins.
    fn found(&mut self, line: usize, before: usize, chars: usize) {
        let (line, column) = (super::count(self.first + line), super::count(before + 1));
        let goes_on = self.pieces.last().is_some_and(|piece| {
            piece.line == line && piece.column.checked_add(self.chars - piece.before) == Some(column)
        });
        if !goes_on {
            self.pieces.push(LinePiece { before: self.chars, line, column });
        }
        self.chars += super::count(chars);
    }

    /// Adds each line of a literal block, which is a line of its text without the indentation.
    fn literal(&mut self, text: &str, written: &[&str], indent: usize) {
        for (line, said) in text.split('\n').enumerate().take(written.len() + 1) {
            self.found(line, indent, said.chars().count() + 1);
        }
    }

    /// Adds the lines of a folded block (`>`). In its text they are separated by a blank or by line ends. `None`: the
    /// text is not made of these lines.
    fn folded(&mut self, text: &str, written: &[&str], indent: usize) -> Option<()> {
        let (mut rest, said) = (text, text.trim_end().len());
        for (line, written) in written.iter().enumerate() {
            let content = written.char_indices().nth(indent).map_or("", |(at, _)| &written[at..]);
            let is_blank = content.is_empty() || (text.len() - rest.len() >= said && content.trim().is_empty());
            if is_blank {
                continue;
            }
            if rest.is_empty() {
                break;
            }
            let parts = rest.len() - rest.trim_start_matches('\n').len();
            let parts = if parts == 0 && self.chars > 0 { usize::from(rest.starts_with(' ')) } else { parts };
            if parts > 0 {
                // A line break belongs to the piece before it.
                match self.pieces.is_empty() {
                    true => self.found(0, indent, parts),
                    false => self.chars += super::count(parts),
                }
            }
            rest = rest[parts..].strip_prefix(content)?;
            self.found(line, indent, content.chars().count());
        }
        Some(())
    }

    /// Adds a plain or quoted text, which may go on in lines below: blanks around a line end are one blank in the text,
    /// and each empty line is a line end. The text begins in line `first` at byte `begins`, behind `column` characters;
    /// behind byte `end` there are only blanks. `None`: the text is not made of these lines.
    fn flow(
        &mut self,
        text: &str,
        style: ScalarStyle,
        (first, begins, end): (&str, usize, usize),
        written: &[&str],
        column: usize,
    ) -> Option<()> {
        let (mut now, mut byte, mut end) = (first, begins, end);
        let (mut line, mut at) = (0, column);
        let mut said = text.chars().peekable();
        while let Some(c) = said.peek().copied() {
            let rest = now.get(byte..).unwrap_or_default();
            let is_bound = style == ScalarStyle::DoubleQuoted && rest == "\\";
            if is_bound || byte >= end {
                let mut empty = 0;
                let below = loop {
                    let below = written.get(line + 1 + empty)?;
                    if !below.trim_matches([' ', '\t']).is_empty() {
                        break *below;
                    }
                    empty += 1;
                };
                // An escaped line end, `\`, adds nothing to the text.
                if empty == 0 && !is_bound {
                    said.next_if_eq(&' ')?;
                    self.found(line, at, 1);
                }
                for n in 0..empty {
                    said.next_if_eq(&'\n')?;
                    self.found(line + 1 + n, 0, 1);
                }
                line += 1 + empty;
                (now, end) = (below, below.trim_end_matches([' ', '\t']).len());
                // Blanks and tabs are one byte each.
                byte = below.len() - below.trim_start_matches([' ', '\t']).len();
                at = byte;
                continue;
            }
            let mut signs = rest.chars();
            let length = match (style, signs.next()?, signs.next()) {
                (ScalarStyle::DoubleQuoted, '\\', Some('x')) => 4,
                (ScalarStyle::DoubleQuoted, '\\', Some('u')) => 6,
                (ScalarStyle::DoubleQuoted, '\\', Some('U')) => 10,
                (ScalarStyle::DoubleQuoted, '\\', _) | (ScalarStyle::SingleQuoted, '\'', _) => 2,
                (_, sign, _) if sign == c => 1,
                _ => return None,
            };
            self.found(line, at, 1);
            said.next();
            at += length;
            byte += rest.char_indices().nth(length).map_or(rest.len(), |(at, _)| at);
        }
        Some(())
    }
}
