//! Keys in text: keys of a card that stand inside a block of text, because they are indented as its lines are.

use std::sync::Arc;

use super::Files;
use super::keys::abilities::{ABILITY, CARD};
use crate::data::{Data, Node};
use crate::error::{Problems, Span};

/// Warns of lines in texts of a card that look like a key of a card or of an ability, or like one of these fields.
pub(super) fn check(card: &Node, files: &Files, fields: &[Arc<str>], problems: &mut Problems) {
    let Some(source) = files.texts.get(&*card.span.file) else { return };
    let source = source.trim_start_matches('\u{feff}');
    texts(card, "", &mut |key, node| {
        let Some((line, column, word)) = key_inside(source, node, fields) else { return };
        let message = format!("`{word}:` is a line of the text under `{key}`, and no key");
        let help = format!("indent it less than the lines of that text, if `{word}` is meant as a key");
        problems.warn("swallowed_key", &Span::new(node.span.file.clone(), line, column), message).help(help);
    });
}

/// Calls `see` with each text that has a colon in it, and with the key under which the text stands. Scripts are left
/// out.
fn texts<'n>(node: &'n Node, key: &'n str, see: &mut impl FnMut(&str, &Node)) {
    match &node.value {
        Data::Text(text) if key != "script" && text.contains(':') => see(key, node),
        Data::List(items) => items.iter().for_each(|item| texts(item, key, see)),
        Data::Map(map) => map.iter().for_each(|(key, value)| texts(value, &key.name, see)),
        _ => {}
    }
}

/// Line, column and word of the first line in a block of text that looks like a key.
fn key_inside<'s>(source: &'s str, node: &Node, fields: &[Arc<str>]) -> Option<(u32, u32, &'s str)> {
    let indent = node.span.column.checked_sub(1)? as usize;
    let stands = |line: &str| line.chars().take_while(|c| *c == ' ').count();
    let mut lines = (1_u32..).zip(source.lines()).skip(node.span.line.checked_sub(1)? as usize).peekable();
    // Only a text that begins on a line of its own is searched: one behind its key cannot swallow the keys below it.
    lines.peek().filter(|(_, line)| stands(line) == indent && !line.trim().is_empty())?;
    lines.take_while(|(_, line)| line.trim().is_empty() || stands(line) >= indent).find_map(|(number, line)| {
        let written = line.trim_start().trim_start_matches("- ").trim_start();
        let (word, after) = written.split_once(':')?;
        let is_key =
            CARD.key(word).is_some() || ABILITY.key(word).is_some() || fields.iter().any(|field| **field == *word);
        let column = line.chars().count() - written.chars().count() + 1;
        (is_key && (after.is_empty() || after.starts_with(' '))).then_some((number, column as u32, word))
    })
}
