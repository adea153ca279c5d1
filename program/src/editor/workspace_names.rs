//! Workspace names: everything that the files of a game declare, found by a part of its name.

use super::index::{At, Index};
use super::kinds::ObjectKind;
use super::{FileKind, card_of, module_text};

/// Declarations whose name has the letters that are asked for, in this order; the nearest first. Nothing asked: all.
pub fn found(index: &Index, asked: &str) -> Vec<(ObjectKind, String, At)> {
    let asked = asked.to_lowercase();
    let mut out: Vec<(usize, ObjectKind, String, At)> = Vec::new();
    let mut push = |kind: ObjectKind, name: &str, at: At| {
        if let Some(distance) = distance(&name.to_lowercase(), &asked) {
            out.push((distance, kind, name.into(), at));
        }
    };
    for (path, mention) in index.all().filter(|(_, mention)| mention.is_declared) {
        push(mention.kind, &mention.name, At::of(path, mention));
    }
    for path in index.paths() {
        let whole = At { path: path.into(), line: 1, column: 1, length: 0 };
        let stem = path.rsplit('/').next().and_then(|file| file.strip_suffix(".yaml")).unwrap_or("");
        match (FileKind::of(path), card_of(path)) {
            (_, Some(card)) => push(ObjectKind::Card, card, whole),
            (Some(FileKind::Deck), _) => push(ObjectKind::Deck, stem, whole),
            (Some(FileKind::Lua), _) => push(ObjectKind::Module, module_text::name(path).unwrap_or(""), whole),
            _ => {}
        }
    }
    out.sort();
    out.into_iter().map(|(_, kind, name, at)| (kind, name, at)).collect()
}

/// The distance of a name from the asked text: 0 for an equal name, then names that begin with the text, contain it, or
/// have its letters in order.
fn distance(name: &str, asked: &str) -> Option<usize> {
    if let Some(at) = name.find(asked) {
        return Some(if name == asked { 0 } else { 1 + usize::from(at > 0) });
    }
    let mut letters = name.chars();
    asked.chars().all(|c| letters.any(|l| l == c)).then_some(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_letters() {
        assert_eq!(distance("lantern_boat", "lantern_boat"), Some(0));
        assert_eq!(distance("lantern_boat", "lan"), Some(1));
        assert_eq!(distance("lantern_boat", "boat"), Some(2));
        assert_eq!(distance("lantern_boat", "lnb"), Some(3));
        assert_eq!(distance("lantern_boat", "xy"), None);
        assert_eq!(distance("lantern_boat", ""), Some(2 - 1));
    }
}
