//! Pieces: finds the characters of a scalar again in the lines of its file.
//!
//! The parser tells where a scalar begins and what it says. From there this follows both: what was read, and how it is
//! written.

use saphyr_parser::ScalarStyle;

use crate::data::Span;
use crate::error::{Inside, Piece};

/// Where the characters of a scalar stand whose content begins at `start`. Of what cannot be followed, the last piece
/// goes on to the end.
pub(super) fn of(text: &str, style: ScalarStyle, start: &Span, lines: &[&str]) -> Inside {
    let (line, column) = (start.line as usize, start.column as usize);
    let written = lines.get(line.saturating_sub(1)..).unwrap_or_default();
    let indent = column.saturating_sub(1);
    let mut walk = Walk { pieces: Vec::new(), chars: 0, first: line };
    match style {
        ScalarStyle::Literal => walk.literal(text, written, indent),
        ScalarStyle::Folded => _ = walk.folded(text, written, indent),
        ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
            _ = walk.flow(text, style, written, indent);
        }
    }
    Inside::of(walk.pieces)
}

struct Walk {
    pieces: Vec<Piece>,
    /// How many characters of the text were found.
    chars: u32,
    /// The line of the file in which the text begins.
    first: usize,
}

impl Walk {
    /// The next characters of the text stand at a line, from that of its beginning, and behind so many characters.
    fn found(&mut self, line: usize, before: usize, chars: usize) {
        let (line, column) = (super::count(self.first + line), super::count(before + 1));
        let goes_on = self.pieces.last().is_some_and(|piece| {
            piece.line == line && piece.column.checked_add(self.chars - piece.before) == Some(column)
        });
        if !goes_on {
            self.pieces.push(Piece { before: self.chars, line, column });
        }
        self.chars += super::count(chars);
    }

    /// Each line of a literal block is one of its text, without the indentation.
    fn literal(&mut self, text: &str, written: &[&str], indent: usize) {
        for (line, said) in text.split('\n').enumerate().take(written.len() + 1) {
            self.found(line, indent, said.chars().count() + 1);
        }
    }

    /// Lines of a folded block stand behind each other; what parts them is a blank or line ends.
    fn folded(&mut self, text: &str, written: &[&str], indent: usize) -> Option<()> {
        let mut rest = text;
        for (line, written) in written.iter().enumerate() {
            let content = written.char_indices().nth(indent).map_or("", |(at, _)| &written[at..]);
            let is_blank = content.is_empty() || (rest.trim().is_empty() && content.trim().is_empty());
            if is_blank {
                continue;
            }
            if rest.is_empty() {
                break;
            }
            let parts = rest.len() - rest.trim_start_matches('\n').len();
            let parts = if parts == 0 && self.chars > 0 { usize::from(rest.starts_with(' ')) } else { parts };
            if parts > 0 {
                // What parts lines stands at the end of the one before.
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

    /// A text that may go on below: there blanks around a line end count for one, and each empty line for a line end.
    fn flow(&mut self, text: &str, style: ScalarStyle, written: &[&str], before: usize) -> Option<()> {
        let (mut line, mut at) = (0, before);
        let mut signs: Vec<char> = written.first()?.chars().collect();
        let mut said = text.chars().peekable();
        while let Some(c) = said.peek().copied() {
            let rest = signs.get(at..).unwrap_or_default();
            let is_bound = style == ScalarStyle::DoubleQuoted && rest == ['\\'];
            if is_bound || rest.iter().all(|c| matches!(c, ' ' | '\t')) {
                let mut empty = 0;
                let below = loop {
                    let below = written.get(line + 1 + empty)?;
                    if !below.trim_matches([' ', '\t']).is_empty() {
                        break *below;
                    }
                    empty += 1;
                };
                // A line end that is written `\` says nothing.
                if empty == 0 && !is_bound {
                    said.next_if_eq(&' ')?;
                    self.found(line, at, 1);
                }
                for n in 0..empty {
                    said.next_if_eq(&'\n')?;
                    self.found(line + 1 + n, 0, 1);
                }
                line += 1 + empty;
                signs = below.chars().collect();
                at = signs.iter().take_while(|c| matches!(c, ' ' | '\t')).count();
                continue;
            }
            let length = match (style, rest) {
                (ScalarStyle::DoubleQuoted, ['\\', 'x', ..]) => 4,
                (ScalarStyle::DoubleQuoted, ['\\', 'u', ..]) => 6,
                (ScalarStyle::DoubleQuoted, ['\\', 'U', ..]) => 10,
                (ScalarStyle::DoubleQuoted, ['\\', ..]) | (ScalarStyle::SingleQuoted, ['\'', ..]) => 2,
                (_, [sign, ..]) if *sign == c => 1,
                _ => return None,
            };
            self.found(line, at, 1);
            said.next();
            at += length;
        }
        Some(())
    }
}
