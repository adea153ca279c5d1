//! Hover: what is said about a place: what a key does, what a name means, a card as it plays.

use super::around::Around;
use super::cursor::{Cursor, word_at};
use super::index::Meant;
use super::kinds::Kind;
use super::known::Known;
use super::lua::{self, FUNCTIONS};
use super::shapes::{self, Place};
use super::{FileKind, complete, exact, modules, page};
use crate::data::keys::{KeyDef, Shape};
use crate::kernel::model::lang::Class;
use crate::script::api::function::Waits;

/// What is said about a place of a file, as Markdown; `None`: nothing.
pub fn at(known: &Known, kind: FileKind, path: &str, text: &str, at: usize, place: (u32, u32)) -> Option<String> {
    if kind == FileKind::Lua {
        return of_script(known, path, (text, 0), at, place);
    }
    let cursor = Cursor::at(text, at);
    let word = &text[cursor.word.clone()];
    let root = shapes::root(kind)?;
    let places = exact::at(known, root, &cursor.path, &Around::at(text, at, &cursor.path));
    if let Some(start) = complete::script_start(&places, &cursor, text, at) {
        return of_script(known, path, (text, start), at, place);
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
            return Some(of_key(key));
        }
    }
    let said = known.index.meant(path, place.0, place.1).and_then(|meant| of_name(known, &meant));
    let is_read = |place: &Place| matches!(place.shape, Shape::Told(_) | Shape::Section(_) | Shape::Any);
    said.or_else(|| places.iter().flat_map(Place::plain).any(|place| is_read(&place)).then(|| of_reference(word))?)
}

/// What a key does.
fn of_key(key: &KeyDef) -> String {
    let is = page::without_links(&key.shape.words());
    format!("**{}**: {is}\n\n{}", key.name, page::without_links(key.doc.trim()))
}

/// What a reference means that stands in every game.
fn of_reference(word: &str) -> Option<String> {
    const MORE: [(&str, &str, &str); 2] = [
        ("it", "object", "What the filter, the amount or the list is about just now."),
        ("subject", "Use", "The use of which the window is a step."),
    ];
    let found = page::LOCALS.iter().chain(&page::OBJECTS).chain(&MORE).find(|(known, ..)| *known == word);
    found.map(|(name, ty, doc)| format!("```lua\n{name}: {ty}\n```\n{}", page::without_links(doc)))
}

fn of_script(known: &Known, path: &str, (text, from): (&str, usize), at: usize, place: (u32, u32)) -> Option<String> {
    let word = word_at(text, at);
    let inside = lua::at_end(&text[from.min(word.start)..word.start]);
    let behind = text[word.end..].trim_start();
    let class = lua::class_of(inside.takes()).unwrap_or(Class::Card);
    if inside.is_key
        && behind.starts_with('=')
        && !behind.starts_with("==")
        && let Some(key) = page::section_of_selections(class).key(&text[word.clone()])
    {
        return Some(of_key(key));
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let start = text[..at].rfind(|c| !is_part(c)).map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(text.len(), |i| at + i);
    let name = &text[start..end];
    if let Some(f) = FUNCTIONS.get(name) {
        let waits = if f.waits == Waits::Never { "" } else { "\n\nIt may wait." };
        return Some(format!("```lua\n{}{}\n```\n{}{waits}", f.path, f.signature, page::without_links(f.doc)));
    }
    if let Some(mention) = known.index.at(path, place.0, place.1)
        && let Some(said) = of_name(known, &mention.into())
    {
        return Some(said);
    }
    of_reference(name)
}

/// What a name means: a card is shown, of anything else the line that declares it.
pub fn of_name(known: &Known, meant: &Meant) -> Option<String> {
    let Meant { kind, name, of } = meant;
    match (kind, of) {
        (Kind::Module, _) => return modules::page_of_module(known, name),
        (Kind::Function, Some(of)) => return modules::page_of_function(known, of, name),
        (Kind::CardAbility, Some(of)) => {
            if let Some(said) = page::ability_of(known, of, name) {
                return Some(said);
            }
        }
        _ => {}
    }
    if kind.may_be(Kind::Card)
        && let Some(card) = page::card(known, name)
    {
        let scenarios = known.index.scenarios_of(name).len();
        let tested = match scenarios {
            0 => "No scenario names it.".into(),
            1 => "1 scenario names it.".into(),
            n => format!("{n} scenarios name it."),
        };
        return Some(format!("{card}\n{tested}"));
    }
    let declared = known.index.declared(meant);
    let (kind, at) = declared.first()?;
    let line = known.index.text(&at.path).and_then(|text| text.lines().nth(at.line as usize - 1)).unwrap_or("");
    let language = if at.path.ends_with(".lua") { "lua" } else { "yaml" };
    Some(format!("{} **{}**\n\n```{language}\n{}\n```\n{}:{}", kind.words(), name, line.trim(), at.path, at.line))
}
