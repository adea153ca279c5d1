//! Unread: kinds of ability that the manifest declares, and that nothing else names.

use super::{Looked, walk};
use crate::catalog::idle::names_word;
use crate::data::{Data, Node};
use crate::error::Problems;

pub(super) fn check(looked: &Looked, problems: &mut Problems) {
    let Some(manifest) = looked.manifest() else { return };
    let sections = || manifest.as_map().unwrap_or_default();
    for (key, _) in manifest.field("ability_kinds").and_then(Node::as_map).unwrap_or_default() {
        let outside = sections().iter().filter(|(k, _)| k.name != "ability_kinds").map(|(_, node)| node);
        let kinds = manifest.field("ability_kinds").and_then(Node::as_map).unwrap_or_default();
        let others = kinds.iter().filter(|(k, _)| k.name != key.name).map(|(_, node)| node);
        let cards = looked.cards().map(|(_, _, card)| card);
        if outside.chain(others).chain(cards).any(|node| names(node, &key.name)) || in_lua(looked, &key.name) {
            continue;
        }
        let message = format!("no ability is of the kind `{}`, and nothing asks for it", key.name);
        let help = format!(
            "`kind: {}` makes an ability one of this kind, and `ability: {}` finds its card",
            key.name, key.name
        );
        problems.warn("unused", &key.span, message).help(help);
    }
}

/// Whether a tree has a name as a key, or as a word in a text.
fn names(node: &Node, name: &str) -> bool {
    let mut found = false;
    walk(node, "", &mut |key, value| {
        found |= key == name || matches!(&value.value, Data::Text(text) if names_word(text, name));
    });
    found
}

fn in_lua(looked: &Looked, name: &str) -> bool {
    looked.lua().iter().any(|text| names_word(text, name))
}
