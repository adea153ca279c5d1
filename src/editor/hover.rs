//! Hover: what is said about a place: what a key does, what a name means, a card as it plays.

use super::cursor::Cursor;
use super::index::Known;
use super::kinds::Kind;
use super::lua::FUNCTIONS;
use super::mentions::Mention;
use super::shapes;
use super::{FileKind, complete, page};
use crate::script::api::function::Waits;

/// What is said about a place of a file, as Markdown; `None`: nothing.
pub fn at(known: &Known, kind: FileKind, path: &str, text: &str, at: usize, place: (u32, u32)) -> Option<String> {
    if kind == FileKind::Lua {
        return of_script(known, path, text, at, place);
    }
    let cursor = Cursor::at(text, at);
    let word = &text[cursor.word.clone()];
    let root = shapes::root(kind)?;
    let places = shapes::at(root, &cursor.path);
    if complete::script_start(&places, &cursor, text, at).is_some() {
        return of_script(known, path, text, at, place);
    }
    let is_key = text[cursor.word.end..].trim_start_matches(['"', '\'']).starts_with(':');
    if cursor.is_key && is_key {
        let of = |place: &shapes::Place| {
            let sections = place.sections();
            let keys = sections.iter().filter_map(|(head, section)| {
                // Of several sections the one that is told by a key that is there.
                let is_meant = *head == word || head.is_empty() || sections.len() == 1;
                let has = cursor.siblings.iter().any(|(name, _)| name == head);
                (is_meant || has).then(|| section.key(word))?
            });
            keys.collect::<Vec<_>>()
        };
        if let Some(key) = places.iter().flat_map(of).next() {
            let is = page::without_links(&key.shape.words());
            return Some(format!("**{}**: {is}\n\n{}", key.name, page::without_links(key.doc.trim())));
        }
    }
    known.index.at(path, place.0, place.1).and_then(|mention| of_name(known, mention))
}

fn of_script(known: &Known, path: &str, text: &str, at: usize, place: (u32, u32)) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let start = text[..at].rfind(|c| !is_part(c)).map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(text.len(), |i| at + i);
    let name = &text[start..end];
    if let Some(f) = FUNCTIONS.get(name) {
        let waits = if f.waits == Waits::Never { "" } else { "\n\nIt may wait." };
        return Some(format!("```lua\n{}{}\n```\n{}{waits}", f.path, f.signature, page::without_links(f.doc)));
    }
    if let Some(mention) = known.index.at(path, place.0, place.1)
        && let Some(said) = of_name(known, mention)
    {
        return Some(said);
    }
    let local = page::LOCALS.iter().chain(&page::OBJECTS).find(|(local, ..)| *local == name);
    local.map(|(name, ty, doc)| format!("```lua\n{name}: {ty}\n```\n{}", page::without_links(doc)))
}

/// What a name means: a card is shown, of anything else the line that declares it.
pub fn of_name(known: &Known, mention: &Mention) -> Option<String> {
    if mention.kind.may_be(Kind::Card)
        && let Some(card) = page::card(known, &mention.name)
    {
        let scenarios = known.index.scenarios_of(&mention.name).len();
        let tested = match scenarios {
            0 => "No scenario names it.".into(),
            1 => "1 scenario names it.".into(),
            n => format!("{n} scenarios name it."),
        };
        return Some(format!("{card}\n{tested}"));
    }
    let declared = known.index.declared(mention.kind, &mention.name);
    let (kind, at) = declared.first()?;
    let line = known.index.text(&at.path).and_then(|text| text.lines().nth(at.line as usize - 1)).unwrap_or("");
    let language = if at.path.ends_with(".lua") { "lua" } else { "yaml" };
    Some(format!(
        "{} **{}**\n\n```{language}\n{}\n```\n{}:{}",
        kind.words(),
        mention.name,
        line.trim(),
        at.path,
        at.line
    ))
}
