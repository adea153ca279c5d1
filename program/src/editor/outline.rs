//! Outline: what a file declares, in the order in which it stands there.

use super::index::{At, Index};
use super::kinds::ObjectKind;
use super::mentions::Mention;
use super::{FileKind, card_of};
use intermezzo::data::{Node, Span, yaml};
use intermezzo::error::Problems;

/// A declaration in a file.
pub struct OutlineEntry {
    /// The name of the declaration.
    pub name: String,
    /// The kind of the declaration.
    pub kind: ObjectKind,
    /// The place of the declaration.
    pub at: At,
    /// For an ability of a card the id of the card; for any other declaration its kind in words.
    pub of: String,
}

/// Declarations of a file: a card with its abilities, else all names.
pub fn of(index: &Index, kind: FileKind, path: &str, text: &str) -> Vec<OutlineEntry> {
    if let (FileKind::Card, Some(id)) = (kind, card_of(path)) {
        return of_card(id, path, text);
    }
    let declared = index.of_file(path).iter().filter(|m| m.is_declared);
    let entry = |m: &Mention| OutlineEntry {
        name: m.name.clone(),
        kind: m.kind,
        at: At::of(path, m),
        of: m.kind.words().into(),
    };
    declared.map(entry).collect()
}

fn of_card(id: &str, path: &str, text: &str) -> Vec<OutlineEntry> {
    let Some(root) = yaml::parse(path, text, &mut Problems::new()) else { return Vec::new() };
    let at = |span: &Span, length: usize| At {
        path: path.into(),
        line: span.line.max(1),
        column: span.column.max(1),
        length: length as u32,
    };
    let name = root.field("name");
    let length = name.and_then(Node::as_str).map_or(0, |name| name.chars().count());
    let card = OutlineEntry {
        name: id.into(),
        kind: ObjectKind::Card,
        at: at(name.map_or(&root.span, |name| &name.span), length),
        of: ObjectKind::Card.words().into(),
    };
    let abilities = root.field("abilities").map_or(&[][..], Node::items).iter().zip(1..);
    let ability = |(node, n): (&Node, usize)| {
        let said = |key: &str| node.field(key).and_then(Node::as_str);
        let form = ["timing", "after", "instead"].into_iter().find_map(|key| Some(format!("{key}: {}", said(key)?)));
        let form = form.or_else(|| node.field("while").map(|_| "while".into()));
        let called = said("id").or(said("text")).map_or(n.to_string(), String::from);
        let name = form.map_or(called.clone(), |form| format!("{called} ({form})"));
        OutlineEntry { name, kind: ObjectKind::Ability, at: at(&node.span, 0), of: id.into() }
    };
    std::iter::once(card).chain(abilities.map(ability)).collect()
}
