//! Shapes: the possible values at a path of keys, by the declarations of the sections.

use super::FileKind;
use super::cursor::PathStep;
use crate::scenario::keys as of_scenarios;
use intermezzo::catalog::keys;
use intermezzo::data::keys::{Others, Section, Shape};

/// A place in a file: a section, a key, and the shapes that its value may have.
#[derive(Clone, Copy)]
pub struct FilePlace {
    /// The permitted values.
    pub shape: Shape,
    /// The name of the section that declares the key.
    pub section: &'static str,
    /// The key; `*`: one that the author names.
    pub key: &'static str,
}

/// The root section of a kind of file; `None` for scripts.
pub fn root(kind: FileKind) -> Option<&'static Section> {
    match kind {
        FileKind::Manifest => keys::section("manifest"),
        FileKind::Card => keys::section("card"),
        FileKind::Deck => keys::section("deck"),
        FileKind::Pack => keys::section("pack"),
        FileKind::Scenario | FileKind::Position => Some(&of_scenarios::SCENARIO),
        FileKind::Bases => Some(&of_scenarios::BASES),
        FileKind::Lua | FileKind::Fluent => None,
    }
}

/// The places one step further in than `places`.
pub fn further(places: &[FilePlace], step: &PathStep) -> Vec<FilePlace> {
    without_doubles(places.iter().flat_map(|place| place.step(step)).collect())
}

/// The places, each once: lists that stand in each other lead to the same place on many ways.
pub fn without_doubles(places: Vec<FilePlace>) -> Vec<FilePlace> {
    let is_same = |a: &FilePlace, b: &FilePlace| {
        let kind = |place: &FilePlace| std::mem::discriminant(&place.shape);
        a.section == b.section && a.key == b.key && a.key != "*" && kind(a) == kind(b)
    };
    let mut out: Vec<FilePlace> = Vec::new();
    for place in places {
        if !out.iter().any(|known| is_same(known, &place)) {
            out.push(place);
        }
    }
    out
}

/// The place in a manifest or a card that a patch means by a path of names.
pub fn of_patch(root: &'static Section, path: &str) -> Vec<FilePlace> {
    let begin = vec![FilePlace { shape: Shape::Section(root), section: root.what, key: "" }];
    path.split('.').filter(|part| !part.is_empty()).fold(begin, of_patch_from)
}

/// The places to which one more name in the path of a patch leads.
pub fn of_patch_from(places: Vec<FilePlace>, name: &str) -> Vec<FilePlace> {
    let step = PathStep::Key(name.into());
    let next = |place: &FilePlace| match place.step(&step) {
        // Items of lists are named, too.
        none if none.is_empty() => place.step(&PathStep::Item),
        found => found,
    };
    places.iter().flat_map(next).collect()
}

impl FilePlace {
    fn with(&self, shape: Shape) -> FilePlace {
        FilePlace { shape, ..*self }
    }

    /// The permitted places one step further in.
    pub fn step(&self, step: &PathStep) -> Vec<FilePlace> {
        match (&self.shape, step) {
            (Shape::OneOf(shapes), _) => shapes.iter().flat_map(|shape| self.with(*shape).step(step)).collect(),
            (Shape::Called(called), _) => self.with(called.shape).step(step),
            (Shape::Items(of), PathStep::Item) => vec![self.with(**of)],
            (Shape::Items(of), PathStep::Key(_)) => self.with(**of).step(step),
            (Shape::Names(of) | Shape::NamesOf(_, of) | Shape::OneName(of), PathStep::Key(_)) => vec![self.with(**of)],
            (Shape::Section(section), PathStep::Key(key)) => of_section(section, key).into_iter().collect(),
            (Shape::Syntax(_), PathStep::Item) => vec![*self],
            (Shape::Syntax(syntax), PathStep::Key(key)) => {
                syntax.maps.iter().filter_map(|(_, section)| of_section(section, key)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The sections that may stand here, each with the key that tells it from others.
    pub fn sections(&self) -> Vec<(&'static str, &'static Section)> {
        match &self.shape {
            Shape::OneOf(shapes) => shapes.iter().flat_map(|shape| self.with(*shape).sections()).collect(),
            Shape::Called(called) => self.with(called.shape).sections(),
            Shape::Items(of) => self.with(**of).sections(),
            Shape::Section(section) => vec![(section.keys.first().map_or("", |key| key.name), *section)],
            Shape::Syntax(syntax) => syntax.maps.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The possible shapes at a place, without lists, alternatives and named shapes.
    pub fn plain(&self) -> Vec<FilePlace> {
        match &self.shape {
            Shape::OneOf(shapes) => shapes.iter().flat_map(|shape| self.with(*shape).plain()).collect(),
            Shape::Called(called) => self.with(called.shape).plain(),
            Shape::Items(of) => self.with(**of).plain(),
            _ => vec![*self],
        }
    }
}

/// The declaration of the value under a key. A section may allow keys that the author invents, such as names of zones.
pub fn of_section(section: &'static Section, key: &str) -> Option<FilePlace> {
    if let Some(known) = section.key(key) {
        return Some(FilePlace { shape: known.shape, section: section.what, key: known.name });
    }
    let of = |others: Others| Some(FilePlace { shape: *others.shape_of(key)?, section: section.what, key: "*" });
    section.others.and_then(of).or_else(|| section.also.iter().find_map(|also| also.others.and_then(of)))
}
