//! Hover: the text about a place: the meaning of a key, the object of a name, a card as it plays.

use super::cursor::{Cursor, word_at};
use super::index::NamedThing;
use super::kinds::ObjectKind;
use super::lua_cursor;
use super::lua_names::{self, FUNCTIONS};
use super::lua_scopes::object;
use super::lua_types::GameValues;
use super::query::Query;
use super::shapes::{self, FilePlace};
use super::surroundings::Around;
use super::{FileKind, local_names, modules, page, patches, script_place, typed_places};
use intermezzo::data::keys::{KeyDef, Others, Section, Shape, without_links};
use intermezzo::kernel::model::lang::Class;
use intermezzo::script::api::function::{HostFn, Waits};
use intermezzo::script::stubs::{METHODS, library_members};

/// Hover text for a place of a file, as Markdown, or `None`.
pub fn at(known: &Query, kind: FileKind, path: &str, text: &str, at: usize, place: (u32, u32)) -> Option<String> {
    if kind == FileKind::Lua {
        return of_script(known, (kind, path), (text, 0), at, place);
    }
    let cursor = Cursor::at(text, at);
    let word = &text[cursor.word.clone()];
    let root = shapes::root(kind)?;
    let around = Around::at(text, at, &cursor.path);
    if kind == FileKind::Pack
        && let Some(said) = patches::hover(known, &cursor, text, &around)
    {
        return Some(said);
    }
    let places = patches::places(known, kind, root, &cursor.path, &around);
    if let Some(start) = script_place::start(&places, &cursor, text, at) {
        return of_script(known, (kind, path), (text, start), at, place);
    }
    let is_key = text[cursor.word.end..].trim_start_matches(['"', '\'']).starts_with(':');
    if cursor.is_key && is_key {
        let of = |place: &shapes::FilePlace| {
            let sections = place.sections();
            let keys = sections.iter().filter_map(|(head, section)| {
                // Among several sections a sibling key decides which one is meant.
                let is_meant = *head == word || head.is_empty() || sections.len() == 1;
                let has = cursor.siblings.iter().any(|(name, _)| name == head);
                (is_meant || has).then(|| section.key(word))?
            });
            keys.collect::<Vec<_>>()
        };
        let is_cost =
            |place: FilePlace| matches!(place.shape, Shape::Syntax(syntax) if syntax.words == typed_places::COST_PART);
        let of_cost = || {
            let is_one = word == typed_places::PIPS_KEY.name && places.iter().flat_map(FilePlace::plain).any(is_cost);
            is_one.then_some(&typed_places::PIPS_KEY)
        };
        if let Some(key) = places.iter().flat_map(of).next().or_else(of_cost) {
            return Some(of_key(key));
        }
    }
    let said = known.index.meant(path, place.0, place.1).and_then(|meant| of_name(known, &meant));
    let is_read =
        |place: &FilePlace| matches!(place.shape, Shape::Syntax(_) | Shape::Word | Shape::Section(_) | Shape::Any);
    let said = said.or_else(|| {
        places.iter().flat_map(FilePlace::plain).any(|place| is_read(&place)).then(|| of_reference(word))?
    });
    let said = said.or_else(|| of_verb(known, word));
    said.or_else(|| (cursor.is_key && is_key).then(|| places.iter().find_map(|place| of_own_key(place, word)))?)
}

/// Hover text of a built-in event or of its verb.
fn of_verb(known: &Query, word: &str) -> Option<String> {
    if let Some(f) = FUNCTIONS.get(format!("act.{word}").as_str()) {
        return Some(of_function(f));
    }
    page::kernel_events().find(|name| *name == word)?;
    let fields: Vec<String> =
        page::event_fields(known, Some(word)).into_iter().map(|(name, _)| format!("`{name}`")).collect();
    Some(format!("event **{word}** of every game, with the fields {}", fields.join(", ")))
}

/// Hover text of a key that the author names.
fn of_own_key(place: &FilePlace, word: &str) -> Option<String> {
    let own = |others: &Others| others.shape_of(word).map(Shape::words);
    let of_section = |(_, section): &(&str, &'static Section)| {
        let also = section.also.iter().filter_map(|also| also.others.as_ref());
        let words = section.others.as_ref().into_iter().chain(also).find_map(own)?;
        Some(format!("**{word}**: {}\n\n{}", without_links(&words), without_links(section.doc.trim())))
    };
    place.sections().iter().find_map(of_section).or_else(|| {
        place.plain().iter().find_map(|place| match place.shape {
            Shape::Names(of) | Shape::NamesOf(_, of) | Shape::OneName(of) => {
                Some(format!("**{word}**: {}", without_links(&of.words())))
            }
            _ => None,
        })
    })
}

fn of_function(f: &HostFn) -> String {
    let waits = if f.waits == Waits::Never { "" } else { "\n\nIt may wait." };
    format!("```lua\n{}{}\n```\n{}{waits}", f.path, f.signature, without_links(f.doc))
}

/// The text about a key.
fn of_key(key: &KeyDef) -> String {
    let is = without_links(&key.shape.words());
    format!("**{}**: {is}\n\n{}", key.name, without_links(key.doc.trim()))
}

/// Hover text of a reference that every game has.
fn of_reference(word: &str) -> Option<String> {
    const MORE: [(&str, &str, &str); 2] = [
        ("it", "object", "What the filter, the amount or the list is about just now."),
        ("subject", "Use", "The use of which the window is a step."),
    ];
    let found = page::LOCALS.iter().chain(&page::OBJECTS).chain(&MORE).find(|(known, ..)| *known == word);
    found.map(|(name, ty, doc)| format!("```lua\n{name}: {ty}\n```\n{}", without_links(doc)))
}

fn of_script(
    known: &Query,
    (kind, path): (FileKind, &str),
    (text, from): (&str, usize),
    at: usize,
    place: (u32, u32),
) -> Option<String> {
    if let Some(local) = local_names::at(known, kind, text, at) {
        return Some(local.page(text));
    }
    let word = word_at(text, at);
    let inside = lua_cursor::at_end(&text[from.min(word.start)..word.start]);
    let behind = text[word.end..].trim_start();
    let class = lua_names::class_of(inside.takes()).unwrap_or(Class::Card);
    if inside.is_key && behind.starts_with('=') && !behind.starts_with("==") {
        if let Some(key) = page::section_of_selections(class).key(&text[word.clone()]) {
            return Some(of_key(key));
        }
        // A key of the function's table of arguments: the text about the function describes it, too.
        let is_part = lua_names::parts(inside.takes()).any(|part| *part.name == text[word.clone()]);
        let called = inside.call.as_ref().and_then(|(name, _)| FUNCTIONS.get(name.as_str()));
        if let Some(f) = called.filter(|_| is_part) {
            return Some(of_function(f));
        }
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let start = text[..at].rfind(|c| !is_part(c)).map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(|c: char| !c.is_alphanumeric() && c != '_').map_or(text.len(), |i| at + i);
    let name = &text[start..end];
    if let Some(f) = FUNCTIONS.get(name) {
        return Some(of_function(f));
    }
    let said = of_member(known, kind, text, at);
    if said.is_some() {
        return said;
    }
    if let Some(mention) = known.index.at(path, place.0, place.1)
        && let Some(said) = of_name(known, &mention.into())
    {
        return Some(said);
    }
    of_reference(name)
}

/// Hover text of a field of an object, a method, or a function of a library, by the value before its dot.
fn of_member(known: &Query, kind: FileKind, text: &str, at: usize) -> Option<String> {
    let script = script_place::at(known, kind, text, at)?;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let start = text[..at].rfind(|c| !is_part(c))? + 1;
    let end = text[at..].find(|c| !is_part(c)).map_or(text.len(), |i| at + i);
    let name = text.get(start..end)?;
    let values = GameValues::new(known, Some(&script.around));
    let source = text.get(script.range.start..end.max(script.range.start))?;
    let owner = values.read(source, start.checked_sub(script.range.start)?).owner?;
    if let Some(member) = library_members().find(|m| (m.library, m.name) == (owner.path.as_str(), name)) {
        return Some(format!("```lua\n{}.{name}{}\n```\n{}", owner.path, member.signature, member.doc));
    }
    let class = object(owner.ty.as_deref()?);
    if let Some((_, signature, doc)) = METHODS.iter().find(|(known, ..)| owner.is_method && *known == name) {
        return Some(format!("```lua\n{class}:{name}{signature}\n```\n{doc}"));
    }
    let fields = values.fields(class);
    let field = fields.iter().find(|field| field.name == name)?;
    // For a field without documentation, the line that declares it is shown.
    let declared = known.index.declared(&NamedThing::new(ObjectKind::Field, name)).into_iter().next();
    let declared = declared.filter(|_| field.doc.is_empty()).map_or(String::new(), |(_, at)| {
        let line = known.index.text(&at.path).and_then(|text| text.lines().nth(at.line as usize - 1)).unwrap_or("");
        format!("\n\n```yaml\n{}\n```\n{}:{}", line.trim(), at.path, at.line)
    });
    Some(format!("```lua\n{class}.{name}: {}\n```\n{}{declared}", field.ty, without_links(field.doc)))
}

/// Hover text of a name: the card itself, or the line that declares the name.
pub fn of_name(known: &Query, meant: &NamedThing) -> Option<String> {
    let NamedThing { kind, name, of } = meant;
    match (kind, of) {
        (ObjectKind::Module, _) => return modules::page_of_module(known, name),
        (ObjectKind::Function, Some(of)) => return modules::page_of_function(known, of, name),
        (ObjectKind::CardAbility, Some(of)) => {
            if let Some(said) = page::ability_of(known, of, name) {
                return Some(said);
            }
        }
        _ => {}
    }
    if kind.may_be(ObjectKind::Card)
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
    // A word of a field is declared nowhere, so there is no line to show: only the field is told.
    if let (ObjectKind::Word, Some(field)) = (kind, of)
        && known.words_of(field).contains(name.as_str())
    {
        return Some(format!("word **{name}** of the field `{field}`"));
    }
    let declared = known.index.declared(meant);
    let (kind, at) = declared.first()?;
    let line = known.index.text(&at.path).and_then(|text| text.lines().nth(at.line as usize - 1)).unwrap_or("");
    let language = if at.path.ends_with(".lua") { "lua" } else { "yaml" };
    Some(format!("{} **{}**\n\n```{language}\n{}\n```\n{}:{}", kind.words(), name, line.trim(), at.path, at.line))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::editor::index::Index;

    /// Text to put before and behind a piece of YAML, so that it stands in its context.
    type Round = (String, String);

    /// A section in which the key may stand.
    struct HoverPlace {
        section: &'static Section,
        round: Round,
        /// The key that decides between the shapes that may stand there.
        head: &'static str,
        /// The keys that tell the others.
        others: Vec<&'static str>,
    }

    impl HoverPlace {
        /// The text before and behind a key of the section, so that the key stands where the section may.
        fn around(&self, key: &str) -> Round {
            let (before, behind) = &self.round;
            let head = match self.head {
                head if head.is_empty() || head == key => String::new(),
                head => format!("{head}: x, "),
            };
            (format!("{before}{{ {head}"), format!(" }}{behind}"))
        }

        /// The text before and behind what stands below a key of the section.
        fn below(&self, key: &str) -> Round {
            let (before, behind) = self.around(key);
            (format!("{before}{key}: "), behind)
        }
    }

    /// The text that hover shows about a key in a file of a kind; `None`: it shows none.
    fn said(kind: FileKind, (before, behind): &Round, key: &str) -> Option<String> {
        let index = Index::default();
        let text = format!("{before}{key}: x{behind}");
        let here = ("", 1, before.chars().count() as u32 + 1);
        let known = Query { index: &index, game: None, games: &[], packs: BTreeSet::new(), here, player: None };
        super::at(&known, kind, "", &text, before.len() + 1, (1, here.2))
    }

    /// Adds all sections that may stand in a shape, each with the text around it.
    fn sections(shape: &Shape, round: &Round, out: &mut Vec<HoverPlace>) {
        let (before, behind) = round;
        let below = |key: &str| (format!("{before}{{ {key}: "), format!(" }}{behind}"));
        let round = || round.clone();
        match shape {
            Shape::Called(called) => sections(&called.shape, &round(), out),
            Shape::OneOf(shapes) => shapes.iter().for_each(|shape| sections(shape, &round(), out)),
            Shape::Items(of) => sections(of, &(format!("{before}[ "), format!(" ]{behind}")), out),
            Shape::Names(of) => sections(of, &below("n"), out),
            Shape::NamesOf(names, of) => sections(of, &below(names[0]), out),
            Shape::OneName(of) => sections(of, &below("move"), out),
            Shape::Section(section) => {
                let head = section.keys.first().map_or("", |key| key.name);
                out.push(HoverPlace { section, round: round(), head, others: Vec::new() });
            }
            Shape::Syntax(syntax) => {
                for (head, section) in syntax.maps {
                    let others = syntax.maps.iter().map(|(other, _)| *other).filter(|other| other != head).collect();
                    out.push(HoverPlace { section, round: round(), head, others });
                }
            }
            _ => {}
        }
    }

    #[test]
    fn of_every_key_of_every_section_it_is_said_what_it_means() {
        let kinds =
            [FileKind::Manifest, FileKind::Card, FileKind::Deck, FileKind::Pack, FileKind::Scenario, FileKind::Bases];
        let (mut asked, mut silent) = (0, Vec::new());
        for (kind, root) in kinds.into_iter().filter_map(|kind| Some((kind, shapes::root(kind)?))) {
            let mut open = Vec::new();
            sections(&Shape::Section(root), &Round::default(), &mut open);
            let mut known: Vec<&'static Section> = Vec::new();
            while let Some(at) = open.pop() {
                if known.iter().any(|of| std::ptr::eq(*of, at.section)) {
                    continue;
                }
                known.push(at.section);
                for key in at.section.all_keys() {
                    sections(&key.shape, &at.below(key.name), &mut open);
                    // A key is passed over if its name finds another key of the section, or another section.
                    let is_own = at.section.key(key.name).is_some_and(|own| std::ptr::eq(own, key));
                    if !is_own || at.others.contains(&key.name) {
                        continue;
                    }
                    asked += 1;
                    let doc = without_links(key.doc.trim());
                    let found = said(kind, &at.around(key.name), key.name);
                    if doc.is_empty() || !found.as_ref().is_some_and(|found| found.contains(&doc)) {
                        silent.push(format!("{}: {}: {found:?}", at.section.what, at.below(key.name).0));
                    }
                }
                let also = at.section.also.iter().filter_map(|also| also.others.as_ref());
                for others in at.section.others.iter().chain(also) {
                    let (name, shape) = match others {
                        Others::Any(shape) => ("n", shape),
                        Others::Of(names, shape) | Others::OfOrAny(names, shape, _) => (names[0], shape),
                        // A dotted key has two names, so it is left out here, where each key has one.
                        Others::Dotted(_) => continue,
                    };
                    sections(shape, &at.below(name), &mut open);
                    if said(kind, &at.around(name), name).is_none() {
                        silent.push(format!("{}: {}", at.section.what, at.below(name).0));
                    }
                }
            }
        }
        assert!(silent.is_empty(), "{} of {asked}: {silent:#?}", silent.len());
        assert!(asked > 500, "{asked}");
    }

    #[test]
    fn what_costs_and_what_is_done_is_said() {
        let round = |before: &str| (before.to_string(), " } }".to_string());
        let pips = said(FileKind::Card, &round("{ abilities: { timing: main, cost: { "), "pips");
        assert!(pips.is_some_and(|said| said.contains("Pips that must be paid")));
        let moved = said(FileKind::Card, &round("{ abilities: { timing: main, do: { "), "move");
        assert!(moved.is_some_and(|said| said.contains("act.move(")));
    }
}
