//! YAML changes: entries and items left out, neighbours swapped, scalars changed.

use std::ops::Range;

use super::lua;
use super::text::{MutatedText, closing_bracket};
use super::tokens::{self, ScriptWords};
use intermezzo::data::{Data, Key, Node, Span};

/// Keys whose value is for people: it is shown, and no rule reads it. `table` is how a game is drawn.
const FOR_PEOPLE: &[&str] = &["text", "title", "because", "may", "why", "table"];

/// Keys at the top of a file whose value no rule reads: how cards look, and how texts are compared.
const OF_NO_RULE: &[&str] = &["look", "wording"];

/// Collects the possible changes of a file.
pub(super) fn mutate_file(source: &mut MutatedText, node: &Node, words: &ScriptWords) {
    let entries = node.as_map().unwrap_or_default();
    let rules = entries.iter().filter(|(key, _)| !OF_NO_RULE.contains(&key.name.as_str()));
    let rules = Node { value: Data::Map(rules.cloned().collect()), span: node.span.clone() };
    mutate(source, if node.as_map().is_some() { &rules } else { node }, words);
}

/// Collects the possible changes of a tree of YAML and of all that it contains.
pub(super) fn mutate(source: &mut MutatedText, node: &Node, words: &ScriptWords) {
    if let Some(entries) = node.as_map() {
        let starts: Vec<Option<usize>> = entries.iter().map(|(key, _)| at(source, &key.span)).collect();
        for (i, (key, value)) in entries.iter().enumerate() {
            if FOR_PEOPLE.contains(&key.name.as_str()) && value.as_map().is_none() {
                continue;
            }
            leave_out(source, &starts, i);
            within(source, key, value, words);
        }
    } else if let Some(items) = node.as_list() {
        let starts: Vec<Option<usize>> = items.iter().map(|item| at(source, &item.span)).collect();
        for (i, item) in items.iter().enumerate() {
            leave_out(source, &starts, i);
            swap(source, &starts, i);
            within(source, &Key::new(""), item, words);
        }
    }
}

/// Collects the possible changes inside a value.
fn within(source: &mut MutatedText, key: &Key, value: &Node, words: &ScriptWords) {
    if value.as_map().is_some() || value.as_list().is_some() {
        return mutate(source, value, words);
    }
    let Some(start) = at(source, &value.span) else { return };
    let range = scalar(source, start, &key.span);
    if key.name == "script" && !source.text[range.clone()].trim_end().ends_with(".lua") {
        lua::mutate(source, range, words);
    } else {
        tokens::mutate(source, range, words);
    }
}

/// The byte at which a value begins. The place of a quoted text is that of its first letter: its quote comes before.
fn at(source: &MutatedText, span: &Span) -> Option<usize> {
    let start = source.offset(span.line, span.column)?;
    let quoted = source.text[..start].ends_with(['"', '\'']);
    Some(start - usize::from(quoted))
}

/// The text of a scalar that begins here, without its quotes: of a block, all its lines.
fn scalar(source: &MutatedText, start: usize, key: &Span) -> Range<usize> {
    let text = source.text;
    match text[start..].chars().next() {
        _ if is_block(source, start) => start..block_end(source, source.line_start(start), key.column as usize),
        Some(quote @ ('"' | '\'')) => start + 1..closing_quote(text, start + 1, quote),
        _ => {
            let line = &text[start..source.line_end(start)];
            let comment = line.find(" #").unwrap_or(line.len());
            let in_brackets = text[source.line_start(start)..start].contains(['{', '[']);
            let end = match in_brackets {
                true => super::text::walk(line, 0, |depth, c| depth == 0 && matches!(c, ',' | '}' | ']')),
                false => None,
            };
            let end = end.unwrap_or(line.len()).min(comment);
            start..start + line[..end].trim_end().len()
        }
    }
}

/// True if the scalar here is a block. Its place is that of its first letter: the bar stands in a line above.
fn is_block(source: &MutatedText, start: usize) -> bool {
    let above = source.text[..source.line_start(start)].trim_end();
    source.text[source.line_start(start)..start].trim().is_empty()
        && above.trim_end_matches(['-', '+']).ends_with(['|', '>'])
}

/// The byte at which a quoted text ends. Two single quotes, and a quote behind a backslash, stand for a quote in it.
fn closing_quote(text: &str, from: usize, quote: char) -> usize {
    let mut skip = false;
    let rest = &text[from..];
    for (i, c) in rest.char_indices() {
        if skip {
            skip = false;
        } else if c == '\\' && quote == '"' || quote == '\'' && rest[i..].starts_with("''") {
            skip = true;
        } else if c == quote {
            return from + i;
        }
    }
    text.len()
}

/// The byte at which a block ends: at the first line, after `from`, that is not deeper than a column (from 1).
fn block_end(source: &MutatedText, from: usize, column: usize) -> usize {
    let text = source.text;
    let mut start = from;
    while start < text.len() {
        let end = source.line_end(start);
        let line = &text[start..end];
        let indent = line.len() - line.trim_start().len();
        if !line.trim().is_empty() && indent < column {
            return start;
        }
        start = end + 1;
    }
    text.len()
}

/// Leaves an entry or item out.
fn leave_out(source: &mut MutatedText, starts: &[Option<usize>], i: usize) {
    if let Some((range, put)) = extent(source, starts, i) {
        source.change(range, put);
    }
}

/// The text of an entry or item with its separator, and the replacement that leaves valid YAML.
fn extent(source: &MutatedText, starts: &[Option<usize>], i: usize) -> Option<(Range<usize>, &'static str)> {
    let (text, start) = (source.text, starts[i]?);
    if let Some(next) = starts.get(i + 1) {
        return Some((start..(*next)?, ""));
    }
    let line = source.line_start(start);
    let opens = |c| text[line..start].matches(c).count();
    let in_brackets = opens('{') + opens('[') > opens('}') + opens(']');
    if in_brackets || text[line..start].trim().is_empty() && flow_above(text, line) {
        let close = closing_bracket(text, start)?;
        let from = match i {
            0 => start,
            _ => starts[i - 1]? + text[starts[i - 1]?..start].rfind(',')?,
        };
        return Some((from..close, ""));
    }
    let end = block_end(source, (source.line_end(start) + 1).min(text.len()), column(source, start));
    if i == 0 {
        // The only entry of a map or a list stays: without it, the key above would have no value.
        return None;
    }
    Some((line..end, ""))
}

/// The column, counted from 1, of an entry, or of the dash of an item. Lines that belong to it stand deeper.
fn column(source: &MutatedText, start: usize) -> usize {
    let before = &source.text[source.line_start(start)..start];
    before.trim_end().strip_suffix('-').unwrap_or(before).chars().count() + 1
}

/// True if a bracket seems open where a line begins: the text before it ends with a comma or an opening bracket.
fn flow_above(text: &str, line: usize) -> bool {
    let before = text[..line].trim_end();
    before.ends_with([',', '{', '['])
}

/// Collects the change that lets an item and the next one change places.
fn swap(source: &mut MutatedText, starts: &[Option<usize>], i: usize) {
    let text = source.text;
    let (Some(Some(a)), Some(Some(b))) = (starts.get(i), starts.get(i + 1)) else { return };
    let line = source.line_start(*a);
    let end = match starts.get(i + 2) {
        Some(Some(next)) => *next,
        _ => match text[line..*a].contains(['{', '[']) {
            true => match closing_bracket(text, *b) {
                Some(close) => close,
                None => return,
            },
            false => block_end(source, (source.line_end(*b) + 1).min(text.len()), column(source, *b)),
        },
    };
    let (first, second) = (&text[*a..*b], &text[*b..end]);
    // The separator (a comma, or the line break and dash) stays in place.
    let one = first.trim_end_matches(|c: char| c == ',' || c == '-' || c.is_whitespace());
    let two = second.trim_end_matches(|c: char| c == ',' || c == '-' || c.is_whitespace());
    if one.contains(" # ") || one == two {
        return;
    }
    source.change(*a..*b + two.len(), &format!("{two}{}{one}", &first[one.len()..]));
}
