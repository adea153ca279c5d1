//! Arrivals: whether a card of a type may ever arrive in a zone.
//!
//! Some text must name the zone outside of a test: a list, a script, a pile, an event. An action that moves only cards of
//! other types does not count.

use std::collections::BTreeSet;

use super::{LintInput, has_any, walk};
use crate::data::{Node, names_word};

/// Keys under which a zone is named without anything coming to lie there. Scripts are read for themselves.
const ASKING: [&str; 10] = ["zone", "from", "live_in", "needs", "text", "show", "script", "because", "why", "help"];

/// True if some text may bring a card of a type to a zone. Such a text names the zone outside of a test, and does not
/// stand in an action for other types.
pub(super) fn may_come(looked: &LintInput, ty: &str, zone: &str) -> bool {
    if looked.lua().iter().any(|text| moves_to(text, zone)) {
        return true;
    }
    looked.nodes.iter().any(|(path, tree)| {
        let is_manifest = path.ends_with("/game.yaml");
        tree.as_map().unwrap_or_default().iter().any(|(key, node)| match &*key.name {
            "zones" | "table" | "records" if is_manifest => false,
            "draw" if is_manifest => node.field("to").is_some_and(|to| names(to, zone)),
            "types" if is_manifest => brings(node, zone),
            // The cards of decks and piles start in their zones.
            "decks" | "piles" if is_manifest => {
                let of = node.as_map().unwrap_or_default().iter().map(|(_, one)| one);
                of.filter(|one| one.field("holds").is_none_or(|holds| names(holds, ty))).any(|one| brings(one, zone))
            }
            // A use of another kind of card settles that card.
            "actions" | "uses" if is_manifest => {
                let of = node.as_map().unwrap_or_default().iter().map(|(_, one)| one);
                of.filter(|one| !is_for_others(one, ty)).any(|one| brings(one, zone))
            }
            _ => brings(node, zone),
        })
    })
}

/// True if a script names a zone in a call that moves cards.
fn moves_to(text: &str, zone: &str) -> bool {
    // A card that goes to a space, or to the place of another one, goes to a zone that was only looked through; so does what
    // a card there is turned into.
    let by_space = text.contains(".space") || ["spaces", "swap", "transform"].iter().any(|word| names_word(text, word));
    text.match_indices(zone).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + zone.len()..]);
        let Some(before) = before.strip_suffix(['"', '\'']).filter(|_| after.starts_with(['"', '\''])) else {
            return before.ends_with('.') && quotes_part(before) && after.starts_with(['"', '\'']);
        };
        let before = before.trim_end();
        // What is compared goes nowhere.
        if before.ends_with("==") || before.ends_with("~=") {
            return false;
        }
        let before = before.strip_suffix('=').map(str::trim_end);
        by_space || !before.is_some_and(|key| key.ends_with("zone"))
    })
}

/// True if a text ends within a quoted place, as in `"opponent.`.
fn quotes_part(text: &str) -> bool {
    let word = text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
    word.ends_with(['"', '\''])
}

/// True if an action or use is for other types of card only.
fn is_for_others(node: &Node, ty: &str) -> bool {
    let Some(of) = node.field("for") else { return false };
    let types = types_in(of.field("type").unwrap_or(of));
    // It moves its own card only, maybe to a space that is chosen.
    let targets = node.field("targets").and_then(Node::as_map).unwrap_or_default();
    let is_own_card = targets.iter().all(|(_, target)| target.field("spaces").is_some());
    !types.is_empty() && !types.contains(ty) && is_own_card
}

/// True if a tree names a zone outside of a test.
fn brings(node: &Node, zone: &str) -> bool {
    let mut found = has_any(node, &["swap", "transform"]) && names(node, zone);
    walk(node, "", &mut |key, value| {
        found |= !ASKING.contains(&key) && (key == zone || value.as_str().is_some_and(|text| names_word(text, zone)));
    });
    found
}

pub(super) fn names(node: &Node, name: &str) -> bool {
    node.any_text(&|text| names_word(text, name))
}

/// The types that a filter names: one, or several of which a card is one.
fn types_in(node: &Node) -> BTreeSet<&str> {
    node.as_str().into_iter().chain(node.items().iter().filter_map(Node::as_str)).collect()
}
