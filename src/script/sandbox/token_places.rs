//! Token places: a script of a file of YAML, with each token at the line and the column at which it is written there.
//!
//! YAML folds lines, cuts indentation off and reads escapes; Lua does not mind how many blanks part its tokens. So the
//! lines that the VM tells, and the places of all findings, are those of the file. What tokens say stays as it is.

use crate::error::Span;
use crate::lua::lexer::{Token, readable};

/// Lays out a source that begins at a place; its first line begins at the column of that place.
pub(super) fn laid_out(source: &str, place: &Span) -> String {
    let mut out = LaidOutText { text: String::with_capacity(source.len() * 2), line: place.line, column: place.column };
    let (mut end, mut chars) = (0, 0);
    for Token { start, end: behind, .. } in readable(source) {
        let gap = &source[end..start];
        chars += gap.chars().count();
        let at = place.behind(chars);
        let token = &source[start..behind];
        out.part(gap, token, (at.line, at.column));
        out.write(token);
        chars += token.chars().count();
        end = behind;
    }
    out.write(&source[end..]);
    out.text
}

struct LaidOutText {
    text: String,
    line: u32,
    column: u32,
}

impl LaidOutText {
    /// Adds blanks and line ends, so that the next token stands at its place.
    fn part(&mut self, gap: &str, token: &str, (line, column): (u32, u32)) {
        // After the end of a line, `(` may begin another statement, so line ends stay there.
        let lines = match token {
            "(" => gap.matches('\n').count() as u32,
            _ => line.saturating_sub(self.line),
        };
        (0..lines).for_each(|_| self.write("\n"));
        let blanks = if self.line == line { column.saturating_sub(self.column) as usize } else { 0 };
        let is_parted = gap.is_empty() || lines > 0;
        self.write(&" ".repeat(blanks.max(usize::from(!is_parted))));
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
        match text.rsplit_once('\n') {
            Some((before, last)) => {
                self.line += 1 + before.matches('\n').count() as u32;
                self.column = 1 + last.chars().count() as u32;
            }
            None => self.column += text.chars().count() as u32,
        }
    }
}
