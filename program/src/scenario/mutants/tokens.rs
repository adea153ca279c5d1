//! Tokens: changes of single numbers, comparisons and words, in Lua as in the texts of YAML.

use std::ops::Range;

use super::text::MutatedText;

/// Words that stand for each other: each becomes the next of its row, the last one the first.
const ROWS: &[&[&str]] = &[
    &["me", "opponent"],
    &["owner", "controller"],
    &["true", "false"],
    &["and", "or"],
    &["each", "one"],
    &["top", "bottom"],
    &["first", "last"],
    &["min", "max"],
    &["lowest", "highest"],
    &["ascending", "descending"],
    &["all", "any"],
    &["left", "right"],
    &["before", "after"],
];

/// Words of a game that stand for each other: its zones, its levels, its timings, the statuses of each group.
#[derive(Default)]
pub(super) struct ScriptWords {
    pub rows: Vec<Vec<String>>,
}

impl ScriptWords {
    /// The word that takes the place of this one.
    pub fn other(&self, word: &str) -> Option<&str> {
        let fixed = ROWS.iter().find_map(|row| {
            let at = row.iter().position(|w| *w == word)?;
            Some(row[(at + 1) % row.len()])
        });
        fixed.or_else(|| {
            self.rows.iter().find_map(|row| {
                let at = row.iter().position(|w| w == word)?;
                Some(row[(at + 1) % row.len()].as_str()).filter(|other| *other != word)
            })
        })
    }
}

/// A token of a text.
pub(super) struct ScriptToken {
    pub at: Range<usize>,
    pub kind: ScriptTokenKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScriptTokenKind {
    Number,
    Word,
    /// A quoted text, with its quotes.
    Quoted,
    Sign,
}

/// The tokens of a part of a text. Comments of Lua are left out.
pub(super) fn tokens(text: &str, range: Range<usize>) -> Vec<ScriptToken> {
    let bytes = text.as_bytes();
    let (mut at, mut out) = (range.start, Vec::new());
    let run = |from: usize, holds: fn(u8) -> bool| (from..range.end).find(|i| !holds(bytes[*i])).unwrap_or(range.end);
    while at < range.end {
        let c = bytes[at];
        let (end, kind) = match c {
            b'-' if bytes[at..range.end].starts_with(b"--[[") => {
                at = text[at..range.end].find("]]").map_or(range.end, |i| at + i + 2);
                continue;
            }
            b'-' if bytes[at..range.end].starts_with(b"--") => {
                at = (at..range.end).find(|i| bytes[*i] == b'\n').unwrap_or(range.end);
                continue;
            }
            b'0'..=b'9' => (run(at, |c| c.is_ascii_digit()), ScriptTokenKind::Number),
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                (run(at, |c| c == b'_' || c.is_ascii_alphanumeric()), ScriptTokenKind::Word)
            }
            b'"' | b'\'' => {
                let close = (at + 1..range.end).find(|i| bytes[*i] == c && bytes[*i - 1] != b'\\');
                (close.map_or(range.end, |i| i + 1), ScriptTokenKind::Quoted)
            }
            b'<' | b'>' | b'=' | b'~' | b'!' => (run(at, |c| b"<>=~!".contains(&c)), ScriptTokenKind::Sign),
            b'+' | b'-' | b'*' | b'/' | b'%' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' => {
                (at + 1, ScriptTokenKind::Sign)
            }
            _ => {
                // Blanks, dots and other letters belong to no token that is changed.
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
        };
        out.push(ScriptToken { at: at..end, kind });
        at = end;
    }
    out
}

/// Collects the possible changes of single tokens in a part of a text.
pub(super) fn mutate(source: &mut MutatedText, range: Range<usize>, words: &ScriptWords) {
    let text = source.text;
    let all = tokens(text, range);
    for (i, token) in all.iter().enumerate() {
        let word = &text[token.at.clone()];
        match token.kind {
            ScriptTokenKind::Number => number(source, token.at.clone()),
            // The words in a quoted text, such as the name of a zone.
            ScriptTokenKind::Quoted if word.len() > 2 => {
                mutate(source, token.at.start + 1..token.at.end - 1, words);
            }
            ScriptTokenKind::Word if word == "not" => {
                source.change(token.at.start..next_start(&all, i, token.at.end), "")
            }
            ScriptTokenKind::Word => {
                // A game may have a timing `act`; in `act.move` the word means something else.
                let is_called = text[token.at.end..].starts_with(['.', '(']);
                let fixed = ROWS.iter().any(|row| row.contains(&word));
                if let Some(other) = words.other(word).filter(|_| fixed || !is_called) {
                    source.change(token.at.clone(), other);
                }
            }
            ScriptTokenKind::Sign => {
                // A sign before a number is part of it; a sum has blanks on both sides.
                let apart = text[..token.at.start].ends_with(' ') && text[token.at.end..].starts_with(' ');
                let others: &[&str] = match word {
                    "<" => &["<="],
                    "<=" => &["<"],
                    ">" => &[">="],
                    ">=" => &[">"],
                    "==" => &["~="],
                    "~=" => &["=="],
                    "+" if apart => &["-"],
                    "-" if apart => &["+"],
                    _ => &[],
                };
                others.iter().for_each(|other| source.change(token.at.clone(), other));
            }
            ScriptTokenKind::Quoted => {}
        }
    }
}

fn next_start(all: &[ScriptToken], i: usize, end: usize) -> usize {
    all.get(i + 1).map_or(end, |next| next.at.start)
}

/// Collects changes of a number: it becomes one more, one less, and 0.
fn number(source: &mut MutatedText, at: Range<usize>) {
    let Ok(number) = source.text[at.clone()].parse::<i64>() else { return };
    // The digits of a name such as `card_2` are no number.
    let before = source.text[..at.start].chars().next_back();
    if before.is_some_and(|c| c == '_' || c == '#' || c.is_alphanumeric()) {
        return;
    }
    let mut others = vec![number + 1, number - 1, 0];
    others.retain(|n| *n != number && *n >= 0);
    others.dedup();
    others.iter().for_each(|n| source.change(at.clone(), &n.to_string()));
}
