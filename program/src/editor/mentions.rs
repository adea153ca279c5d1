//! Mentions: every name in a file, with its place and its object.

use std::collections::BTreeMap;

use super::cursor::{is_word, word_at};
use super::kinds::{self, ObjectKind};
use super::shapes::{self, FilePlace};
use super::{FileKind, card_of, lua_names, module_text, patch_paths};
use crate::scenario::keys::STEP;
use intermezzo::data::keys::{Section, Shape};
use intermezzo::data::{Data, Key, Node, Span, yaml};
use intermezzo::error::Problems;
use intermezzo::kernel::model::fixed_fields::USE_FIELDS;
use intermezzo::kernel::model::symbols::field::text as text_of;

/// A name at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The kind of the named object.
    pub kind: ObjectKind,
    /// The name.
    pub name: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// True if the name is declared here.
    pub is_declared: bool,
    /// The context of the name: the field of a word, the module of a function, the card of a target or ability.
    pub of: Option<Box<str>>,
}

/// All names in a file. A file that cannot be read as YAML or Lua has none.
pub fn of(kind: FileKind, path: &str, text: &str) -> Vec<Mention> {
    let mut found =
        MentionSearch { out: Vec::new(), field: None, card: card_of(path).map(Box::from), called: BTreeMap::new() };
    if kind == FileKind::Lua {
        found.out = lua_names::mentions(module_text::name(path), text);
        return found.out;
    }
    let Some(root) = shapes::root(kind) else { return Vec::new() };
    let Some(node) = yaml::parse(path, text, &mut Problems::new()) else { return Vec::new() };
    if kind == FileKind::Pack {
        found.patches(&node);
    }
    if kind.is_stated() {
        found.names_of_cards(&node);
    }
    found.node(&FilePlace { shape: Shape::Section(root), section: root.what, key: "" }, &node, 0);
    if let (true, Some(files)) = (kind.is_like_scenario(), node.field("files").and_then(Node::as_map)) {
        files.iter().for_each(|(path, file)| found.file(path, file));
    }
    found.out
}

struct MentionSearch {
    out: Vec<Mention>,
    /// The field whose words are being read.
    field: Option<Box<str>>,
    /// The card whose abilities are being read.
    card: Option<Box<str>>,
    /// The scenario's own names for cards, with their ids.
    called: BTreeMap<String, String>,
}

/// A word in a text.
pub struct InText<'t> {
    /// The word.
    pub word: &'t str,
    /// The byte of the text at which the word begins.
    pub at: usize,
    /// The card that is named before it: `imp` of `imp/bite` and of `imp#2/bite`.
    pub of: Option<&'t str>,
    /// True behind `this.`, if the word is a target of the ability.
    pub is_of_use: bool,
}

/// True if a name behind `this.` is a target of the ability: each name that is no field of every use.
pub fn is_target(field: &str) -> bool {
    USE_FIELDS.iter().all(|known| text_of(known.name) != field)
}

/// The words in a text that may be names.
pub fn words_in(text: &str) -> impl Iterator<Item = InText<'_>> {
    let mut start = 0;
    let words = text.split_inclusive(|c: char| !is_word(c)).map(move |part| {
        let at = start;
        start += part.len();
        (at, part.trim_end_matches(|c: char| !is_word(c)))
    });
    words.filter(|(_, word)| word.starts_with(|c: char| c.is_alphabetic() || c == '_')).map(move |(at, word)| {
        let card = text[..at].strip_suffix('/').and_then(|before| {
            let card = before.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('#').unwrap_or(before);
            Some(&card[word_at(card, card.len()).start..]).filter(|card| !card.is_empty())
        });
        let before_it = text[..at].strip_suffix("this.");
        let is_of_use =
            before_it.is_some_and(|before| !before.ends_with(|c| is_word(c) || c == '.')) && is_target(word);
        InText { is_of_use, word, at, of: card }
    })
}

impl MentionSearch {
    /// Finds the names in patches: their values are read as values of the patched manifest or card.
    fn patches(&mut self, pack: &Node) {
        for patch in pack.field("patches").map_or(&[][..], Node::items) {
            let is_card = patch.field("card").is_some();
            let root = shapes::root(if is_card { FileKind::Card } else { FileKind::Manifest });
            let verb = ["set", "add", "insert", "wrap", "remove"].into_iter().find_map(|verb| patch.field(verb));
            let (Some(root), Some(path)) = (root, verb) else { continue };
            let text = path.as_str().unwrap_or("");
            for (kind, at, name) in patch_paths::named_in(root, text) {
                if let Some(span) = path.span.part(text, at..at + name.len()) {
                    self.push(kind, &name, &span, false);
                }
            }
            self.card = patch.field("card").and_then(Node::as_str).map(Box::from);
            let depth = text.matches('.').count();
            let places = shapes::of_patch(root, text);
            for new in ["to", "with", "items"].into_iter().filter_map(|key| patch.field(key)) {
                match places.first() {
                    Some(place) => self.node(place, new, depth),
                    None => self.anything(new),
                }
            }
        }
        self.card = None;
    }

    /// Notes the names that a scenario gives to its cards, wherever they stand in it.
    fn names_of_cards(&mut self, node: &Node) {
        if let (Some(name), Some(card)) = (node.field("as"), node.field("card"))
            && let (Some(name), Some(card)) = (name.as_str(), card.as_str())
        {
            self.called.insert(name.into(), card.into());
        }
        match &node.value {
            Data::Map(map) => map.iter().for_each(|(_, value)| self.names_of_cards(value)),
            Data::List(items) => items.iter().for_each(|item| self.names_of_cards(item)),
            _ => {}
        }
    }

    /// Finds the names in a text that a scenario puts in the place of a file. The text declares nothing for other
    /// files.
    fn file(&mut self, path: &Key, file: &Node) {
        let (Some(kind), Some(text)) = (FileKind::of(&path.name), file.as_str()) else { return };
        let (folder, name) = path.name.rsplit_once('/').unwrap_or(("", &path.name));
        if let (FileKind::Card, Some(card)) = (kind, card_of(&path.name)) {
            let more = if folder.is_empty() { 0 } else { folder.chars().count() + 1 };
            debug_assert!(name.starts_with(card));
            self.push(ObjectKind::Card, card, &path.span.behind(more), false);
        }
        let found = of(kind, &path.name, text).into_iter().map(|m| Mention { is_declared: false, ..m });
        self.out.extend(within(found, text, &file.span));
    }

    fn node(&mut self, place: &FilePlace, node: &Node, depth: usize) {
        match &place.shape {
            Shape::Called(called) => self.node(&FilePlace { shape: called.shape, ..*place }, node, depth),
            Shape::OneOf(shapes) => match intermezzo::data::keys::meant(shapes, node) {
                Some(shape) => self.node(&FilePlace { shape: *shape, ..*place }, node, depth),
                None => self.anything(node),
            },
            Shape::Items(of) => {
                node.items().iter().for_each(|item| self.node(&FilePlace { shape: **of, ..*place }, item, depth));
            }
            Shape::Section(section) => self.section(section, node),
            Shape::Names(of) | Shape::NamesOf(_, of) => self.names(place, of, node, depth),
            Shape::OneName(of) => {
                for (key, value) in node.as_map().unwrap_or_default() {
                    self.key(ObjectKind::Event, key, false);
                    self.node(&FilePlace { shape: **of, ..*place }, value, depth + 1);
                }
            }
            Shape::Syntax(syntax) => match &node.value {
                Data::Map(map) => {
                    let has = |(key, _): &&(&str, &Section)| key.is_empty() || node.field(key).is_some();
                    match syntax.maps.iter().find(has) {
                        Some((_, section)) => self.section(section, node),
                        None if place.section == "a deck" => {
                            map.iter().for_each(|(key, _)| self.key(ObjectKind::Card, key, false));
                        }
                        None => self.anything(node),
                    }
                }
                Data::List(items) => items.iter().for_each(|item| self.node(place, item, depth)),
                Data::Text(text) if syntax.words == "Lua" => self.script(node, text),
                _ => self.scalar(place, Some(syntax.words), node),
            },
            Shape::Any => self.anything(node),
            _ => self.scalar(place, None, node),
        }
    }

    fn section(&mut self, section: &'static Section, node: &Node) {
        for (key, value) in node.as_map().unwrap_or_default() {
            let Some(place) = shapes::of_section(section, &key.name) else {
                self.key(ObjectKind::Loose, key, false);
                self.anything(value);
                continue;
            };
            if place.key == "*" {
                match kinds::of_key(place.section, "*", 0) {
                    Some((kind, is_declared)) => self.key(kind, key, is_declared),
                    None => self.key(ObjectKind::Loose, key, false),
                }
            }
            if (section.what, place.key) == ("a scenario", "files") {
                continue;
            }
            if matches!((section.what, place.key), ("an ability" | "a mode", "id")) && self.card.is_some() {
                self.whole(ObjectKind::CardAbility, value, true);
                continue;
            }
            if let ("a step" | "what is refused", "choose", Some(chosen)) = (section.what, place.key, value.as_map())
                && let Some(card) = self.used(node)
            {
                self.card = Some(card);
                for (target, chosen) in chosen {
                    self.key(ObjectKind::Target, target, false);
                    self.anything(chosen);
                }
                self.card = None;
                continue;
            }
            self.field = (place.key == "*").then(|| key.name.as_str().into());
            self.node(&place, value, 0);
        }
    }

    /// Finds the names in a script in a file of YAML.
    fn script(&mut self, node: &Node, text: &str) {
        let mut found = lua_names::mentions(None, text);
        found.iter_mut().filter(|m| m.kind == ObjectKind::Target).for_each(|m| m.of = self.card.clone());
        self.out.extend(within(found, text, &node.span));
    }

    /// The card whose targets a step's `choose` names: the one that the step's command uses.
    fn used(&self, step: &Node) -> Option<Box<str>> {
        let is_seat = |key: &Key| STEP.others.is_some_and(|seats| seats.shape_of(&key.name).is_some());
        let (_, command) = step.as_map()?.iter().find(|(key, _)| is_seat(key))?;
        let name = command.as_str()?.split_once(' ')?.1.trim();
        let name = name.split(['/', '#']).next().unwrap_or(name);
        Some(self.called.get(name).map_or(name, String::as_str).into())
    }

    fn names(&mut self, place: &FilePlace, of: &Shape, node: &Node, depth: usize) {
        for (key, value) in node.as_map().unwrap_or_default() {
            match kinds::of_key(place.section, place.key, depth) {
                Some((kind, is_declared)) => self.key(kind, key, is_declared),
                None if kinds::is_of_engine(place.section, place.key, depth) => {}
                None => self.key(ObjectKind::Loose, key, false),
            }
            self.field = Some(key.name.as_str().into());
            self.node(&FilePlace { shape: *of, ..*place }, value, depth + 1);
        }
    }

    fn scalar(&mut self, place: &FilePlace, syntax: Option<&str>, node: &Node) {
        match (place.section, place.key) {
            ("an event", "text") => return self.holes(node),
            // The kind of an event's field, such as `card`, is a word of the engine.
            ("an event", "fields") => return,
            _ => {}
        }
        // Words for people name nothing.
        const PROSE: [&str; 9] = ["text", "may", "because", "says", "title", "why", "log", "no_log", "name"];
        if PROSE.contains(&place.key) && !(place.section.contains("filter") || place.section.contains("selection")) {
            return;
        }
        let kind = syntax.and_then(kinds::of_syntax).or_else(|| kinds::of_value(place.section, place.key));
        match kind {
            Some(ObjectKind::Phase) if place.section == "a step `phase`" => self.whole(ObjectKind::Phase, node, true),
            Some(ObjectKind::Level) if place.key == "levels" => self.whole(ObjectKind::Level, node, true),
            Some(ObjectKind::Status) if place.key == "statuses" || place.key == "words" => {
                self.whole(ObjectKind::Status, node, true)
            }
            Some(ObjectKind::Word) if place.section == "a manifest" => self.whole(ObjectKind::Word, node, true),
            Some(ObjectKind::Flag) if place.key == "flags" => self.whole(ObjectKind::Flag, node, true),
            Some(ObjectKind::Loose) => self.words(ObjectKind::Loose, node),
            // In a text with separators each word is a name: `imp#2`, `imp/bite`, `amy.hand`.
            Some(kind) if node.as_str().is_some_and(|text| text.contains(is_sign)) => {
                let is_told = matches!(kind, ObjectKind::Zone | ObjectKind::Record | ObjectKind::Card);
                self.words(if is_told { kind } else { ObjectKind::Loose }, node);
            }
            Some(kind) => self.whole(kind, node, false),
            None if matches!(place.shape, Shape::Syntax(_) | Shape::Word) => self.words(ObjectKind::Loose, node),
            None => {}
        }
    }

    /// Finds names in a value without a declared kind: each word may be a name.
    fn anything(&mut self, node: &Node) {
        match &node.value {
            Data::Map(map) => {
                for (key, value) in map {
                    self.key(ObjectKind::Loose, key, false);
                    self.anything(value);
                }
            }
            Data::List(items) => items.iter().for_each(|item| self.anything(item)),
            _ => self.words(ObjectKind::Loose, node),
        }
    }

    fn key(&mut self, kind: ObjectKind, key: &Key, is_declared: bool) {
        if is_declared || key.name.chars().all(is_word) {
            self.push(kind, &key.name, &key.span, is_declared);
        } else {
            self.split(ObjectKind::Loose, &key.name, &key.span);
        }
    }

    fn whole(&mut self, kind: ObjectKind, node: &Node, is_declared: bool) {
        if let Some(text) = node.as_str() {
            self.push(kind, text, &node.span, is_declared);
        }
    }

    fn words(&mut self, kind: ObjectKind, node: &Node) {
        if let Some(text) = node.as_str() {
            self.split(kind, text, &node.span);
        }
    }

    /// Finds the names in braces within a text for people.
    fn holes(&mut self, node: &Node) {
        let Some(text) = node.as_str() else { return };
        for (open, _) in text.match_indices('{') {
            let inside = &text[open + 1..];
            let inside = &inside[..inside.find('}').unwrap_or(0)];
            for InText { word, at, .. } in words_in(inside) {
                let start = open + 1 + at;
                if let Some(place) = node.span.part(text, start..start + word.len()) {
                    self.push(ObjectKind::Loose, word, &place, false);
                }
            }
        }
    }

    fn split(&mut self, kind: ObjectKind, text: &str, span: &Span) {
        for InText { word, at, of, is_of_use } in words_in(text) {
            let Some(place) = span.part(text, at..at + word.len()) else { continue };
            let Some(card) = of else {
                let kind = if is_of_use { ObjectKind::Target } else { kind };
                self.push(kind, word, &place, false);
                continue;
            };
            let card = self.called.get(card).map_or(card, String::as_str).into();
            let (kind, name) = (ObjectKind::CardAbility, word.into());
            let Span { line, column, .. } = place;
            self.out.push(Mention { kind, name, line, column, is_declared: false, of: Some(card) });
        }
    }

    fn push(&mut self, kind: ObjectKind, name: &str, span: &Span, is_declared: bool) {
        // A name in a text with escapes is left out, because its column is not known.
        let Some(Span { line, column, .. }) = span.part(name, 0..name.len()) else { return };
        let of = match kind {
            ObjectKind::Word => self.field.clone(),
            ObjectKind::CardAbility | ObjectKind::Target => self.card.clone(),
            _ => None,
        };
        self.out.push(Mention { kind, name: name.into(), line, column, is_declared, of });
    }
}

/// Moves names that were found in a text, counted from its beginning, to their places in the file; there the text
/// begins at `span`.
fn within(found: impl IntoIterator<Item = Mention>, text: &str, span: &Span) -> Vec<Mention> {
    let mut starts = vec![0];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let placed = |m: Mention| {
        let line = starts.get(m.line as usize - 1)?;
        let start = line + text[*line..].char_indices().nth(m.column as usize - 1)?.0;
        // A name in a text with escapes is left out, because its column is not known.
        let Span { line, column, .. } = span.part(text, start..start + m.name.len())?;
        Some(Mention { line, column, ..m })
    };
    found.into_iter().filter_map(placed).collect()
}

fn is_sign(c: char) -> bool {
    !is_word(c) && c != ' '
}
