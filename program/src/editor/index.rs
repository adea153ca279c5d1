//! Index: all names of a game, of its packs and scenarios, with their places. Only texts that changed are read again.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::kinds::ObjectKind;
use super::mentions::{self, Mention};
use super::{FileKind, card_of, module_text, pack_of};

/// The names in some files.
#[derive(Default)]
pub struct Index {
    files: BTreeMap<String, (Arc<str>, Arc<Vec<Mention>>)>,
}

/// The object of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedThing {
    /// The kind of the thing.
    pub kind: ObjectKind,
    /// The name.
    pub name: String,
    /// The owner of the name: the module of a function, the card of an ability.
    pub of: Option<Box<str>>,
}

impl NamedThing {
    /// An object that belongs to no other.
    pub fn new(kind: ObjectKind, name: &str) -> NamedThing {
        NamedThing { kind, name: name.into(), of: None }
    }

    /// The same name with the same owner, for a thing of another kind.
    pub fn with_kind(&self, kind: ObjectKind) -> NamedThing {
        NamedThing { kind, ..self.clone() }
    }

    /// True if a mention has this name and, where the owner tells such names apart, the same owner.
    fn has(&self, m: &Mention) -> bool {
        m.name == self.name && (!m.kind.is_owned() || m.of == self.of)
    }
}

impl From<&Mention> for NamedThing {
    fn from(m: &Mention) -> NamedThing {
        NamedThing { kind: m.kind, name: m.name.clone(), of: m.of.clone() }
    }
}

/// A place of a name in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The length of the name in characters; 0 for the whole file.
    pub length: u32,
}

impl Index {
    /// Replaces all texts by these.
    pub fn update<'t>(&mut self, texts: impl Iterator<Item = (&'t str, &'t Arc<str>)>) {
        let mut old = std::mem::take(&mut self.files);
        for (path, text) in texts {
            let Some(kind) = FileKind::of(path) else { continue };
            let known = old.remove(path).filter(|(known, _)| Arc::ptr_eq(known, text) || known == text);
            let read = known.unwrap_or_else(|| (text.clone(), Arc::new(mentions::of(kind, path, text))));
            self.files.insert(path.into(), read);
        }
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<&Arc<str>> {
        self.files.get(path).map(|(text, _)| text)
    }

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The names in a file.
    pub fn of_file(&self, path: &str) -> &[Mention] {
        self.files.get(path).map_or(&[], |(_, found)| found.as_slice())
    }

    /// All names, each with its file.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Mention)> {
        self.files.iter().flat_map(|(path, (_, found))| found.iter().map(move |m| (path.as_str(), m)))
    }

    /// The name that stands at a place of a file.
    pub fn at(&self, path: &str, line: u32, column: u32) -> Option<&Mention> {
        let is_there =
            |m: &&Mention| m.line == line && (m.column..=m.column + m.name.chars().count() as u32).contains(&column);
        // Of two names that meet at the place, the one whose kind is known counts.
        self.of_file(path).iter().filter(is_there).min_by_key(|m| m.kind == ObjectKind::Loose)
    }

    /// The thing that is meant at a place of a file: the one that is named there. In the first line of a card's file,
    /// or at its printed name, it is the card.
    pub fn meant(&self, path: &str, line: u32, column: u32) -> Option<NamedThing> {
        if let Some(mention) = self.at(path, line, column) {
            return Some(mention.into());
        }
        let text = self.text(path)?.lines().nth(line as usize - 1)?;
        // The first line stands for the card, but not if it is a comment, such as one for editors.
        let is_of_card = text.starts_with("name:") || line == 1 && !text.trim_start().starts_with('#');
        let card = card_of(path).filter(|_| is_of_card)?;
        Some(NamedThing::new(ObjectKind::Card, card))
    }

    /// The places that declare something that a name may mean, each with the kind of what it declares.
    pub fn declared(&self, meant: &NamedThing) -> Vec<(ObjectKind, At)> {
        let NamedThing { kind, name, .. } = meant;
        let mut found: Vec<(ObjectKind, At)> = Vec::new();
        for (path, m) in self.all().filter(|(_, m)| m.is_declared && kind.may_be(m.kind) && meant.has(m)) {
            found.push((m.kind, At::of(path, m)));
        }
        for path in self.files.keys() {
            let at = |kind| (kind, At { path: path.clone(), line: 1, column: 1, length: 0 });
            let stem = path.rsplit('/').next().and_then(|file| file.strip_suffix(".yaml")).unwrap_or("");
            match FileKind::of(path) {
                Some(FileKind::Card) if stem == *name && kind.may_be(ObjectKind::Card) => {
                    found.push(at(ObjectKind::Card))
                }
                Some(FileKind::Deck) if stem == *name && kind.may_be(ObjectKind::Deck) => {
                    found.push(at(ObjectKind::Deck))
                }
                Some(FileKind::Pack) if kind.may_be(ObjectKind::Pack) && pack_of(path) == Some(&**name) => {
                    found.push(at(ObjectKind::Pack))
                }
                Some(FileKind::Manifest) if kind.may_be(ObjectKind::Game) && super::game_of(path) == Some(&**name) => {
                    found.push(at(ObjectKind::Game));
                }
                Some(FileKind::Lua) if kind.may_be(ObjectKind::Module) && module_text::name(path) == Some(&**name) => {
                    found.push(at(ObjectKind::Module));
                }
                _ => {}
            }
        }
        found
    }

    /// Every mention of a name in a text, declarations among them. A file that declares by its own name is none.
    pub fn uses(&self, meant: &NamedThing) -> Vec<At> {
        let is_meant = |m: &Mention| meant.has(m) && (m.kind.may_be(meant.kind) || meant.kind.may_be(m.kind));
        self.all().filter(|(_, m)| is_meant(m)).map(|(path, m)| At::of(path, m)).collect()
    }

    /// The scenarios in which a card stands.
    pub fn scenarios_of(&self, card: &str) -> Vec<&str> {
        let is_there = |path: &str| {
            self.of_file(path).iter().any(|m| m.name == card && matches!(m.kind, ObjectKind::Card | ObjectKind::Loose))
        };
        self.paths().filter(|path| FileKind::of(path) == Some(FileKind::Scenario) && is_there(path)).collect()
    }
}

impl At {
    /// The place of a name.
    pub fn of(path: &str, m: &Mention) -> At {
        At { path: path.into(), line: m.line, column: m.column, length: m.name.chars().count() as u32 }
    }
}
