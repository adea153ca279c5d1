//! Lua: changes of scripts beyond single words: statements left out, conditions decided, arguments swapped.

use std::ops::Range;

use super::text::{MutatedText, closing_bracket, walk};
use super::tokens::{self, ScriptTokenKind, ScriptWords, tokens};

/// Collects the possible changes of a script that stands in a part of a text.
pub(super) fn mutate(source: &mut MutatedText, range: Range<usize>, words: &ScriptWords) {
    tokens::mutate(source, range.clone(), words);
    conditions(source, range.clone());
    arguments(source, range.clone());
    statements(source, range);
}

/// Collects changes of conditions: `if x then` becomes `if true then` and `if false then`.
fn conditions(source: &mut MutatedText, range: Range<usize>) {
    let text = source.text;
    let all = tokens(text, range);
    for (i, token) in all.iter().enumerate() {
        if token.kind != ScriptTokenKind::Word || !matches!(&text[token.at.clone()], "if" | "elseif") {
            continue;
        }
        let then = all[i..].iter().find(|t| t.kind == ScriptTokenKind::Word && &text[t.at.clone()] == "then");
        if let Some(then) = then {
            let at = token.at.end + 1..then.at.start.saturating_sub(1).max(token.at.end + 1);
            source.change(at.clone(), "true");
            source.change(at, "false");
        }
    }
}

/// Collects changes of calls: the first two arguments change places.
fn arguments(source: &mut MutatedText, range: Range<usize>) {
    let text = source.text;
    let all = tokens(text, range.clone());
    for pair in all.windows(2) {
        let [name, open] = pair else { continue };
        let is_call =
            name.kind == ScriptTokenKind::Word && &text[open.at.clone()] == "(" && name.at.end == open.at.start;
        if !is_call || text[..name.at.start].trim_end().ends_with("function") {
            continue;
        }
        let start = open.at.end;
        let comma = |from: usize| walk(&text[..range.end], from, |depth, c| depth == 0 && c == ',');
        let Some(close) = closing_bracket(&text[..range.end], start) else { continue };
        let Some(first) = comma(start).filter(|at| *at < close) else { continue };
        let second = comma(first + 1).filter(|at| *at < close).unwrap_or(close);
        let (a, b) = (text[start..first].trim(), text[first + 1..second].trim());
        source.change(start..second, &format!("{b}, {a}"));
    }
}

/// Collects changes that leave a statement out: a call or an assignment that is a whole line, or an `if` of one line.
fn statements(source: &mut MutatedText, range: Range<usize>) {
    let text = source.text;
    let mut start = range.start;
    while start < range.end {
        let end = source.line_end(start).min(range.end);
        let line = text[start..end].trim();
        let from = start + (text[start..end].len() - text[start..end].trim_start().len());
        let word: String = line.chars().take_while(|c| *c == '_' || c.is_ascii_alphanumeric()).collect();
        let one_line_if = word == "if" && line.ends_with("end");
        let plain = !matches!(
            word.as_str(),
            "" | "if"
                | "elseif"
                | "else"
                | "end"
                | "for"
                | "while"
                | "repeat"
                | "until"
                | "local"
                | "return"
                | "function"
                | "do"
                | "break"
                | "then"
        );
        // The line is whole if no bracket stays open and no block begins in it.
        let whole = walk(line, 0, |_, _| false).is_none() && balanced(line) && !line.contains("function");
        let is_statement = line[word.len()..].starts_with(['.', '(', ' ', '{', '['])
            && (line.contains('(') || line.contains('=') || line.contains('{'));
        if one_line_if || plain && whole && is_statement && !line.ends_with(',') {
            source.change(from..from + line.len(), "");
        }
        start = end + 1;
    }
}

fn balanced(line: &str) -> bool {
    let count = |set: &str| line.chars().filter(|c| set.contains(*c)).count();
    count("([{") == count(")]}")
}
