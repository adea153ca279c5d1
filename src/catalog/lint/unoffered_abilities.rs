//! Unoffered abilities: abilities that no window ever offers, because it is the wrong turn, and those that work where no such card lies.

use std::collections::BTreeSet;

use super::{LintInput, abilities, walk};
use crate::catalog::ineffective_parts::names_word;
use crate::data::{Data, Node};
use crate::error::Problems;

/// The protocols in which nobody acts but the `players` of the window.
const ONLY_THESE: [&str; 4] = ["free", "each", "sealed", "auto"];
/// Keys under which a zone is named without anything coming to lie there.
const ASKING: [&str; 6] = ["zone", "from", "live_in", "needs", "text", "show"];

pub(super) fn check(looked: &LintInput, problems: &mut Problems) {
    for (_, id, card) in looked.cards() {
        for ability in abilities(card) {
            if ability.field("timing").is_some() {
                on_nobodys_turn(looked, ability, problems);
            }
            from_nowhere(looked, id, ability, problems);
        }
    }
}

/// An ability for the turn of one side, where each window that offers it asks only the other one.
fn on_nobodys_turn(looked: &LintInput, ability: &Node, problems: &mut Problems) {
    let Some((timing, turn)) = ability.field("timing").and_then(Node::as_str).zip(ability.field("turn")) else {
        return;
    };
    let asked = match turn.as_str() {
        Some("me") => "inactive",
        Some("opponent") => "active",
        _ => return,
    };
    let windows = looked.manifest().and_then(|m| m.field("windows")).and_then(Node::as_map).unwrap_or_default();
    let offers =
        |window: &Node| window.field("offers").is_some_and(|o| o.items().iter().any(|o| o.as_str() == Some(timing)));
    let is_of_others = |window: &Node| {
        let says = |key: &str| window.field(key).and_then(Node::as_str).unwrap_or_default();
        says("players") == asked && ONLY_THESE.contains(&says("protocol"))
    };
    // A pack may bring a window of its own, or change one.
    let in_packs = looked.nodes.iter().any(|(path, node)| path.starts_with("packs/") && names(node, timing));
    let mut open = windows.iter().filter(|(_, window)| offers(window)).peekable();
    let Some((first, _)) = open.peek() else { return };
    let name = first.name.clone();
    if in_packs || !open.all(|(_, window)| is_of_others(window)) {
        return;
    }
    let message = format!("nobody is ever offered this: the window `{name}` asks only `players: {asked}`");
    let right = if asked == "active" { "me" } else { "opponent" };
    let help =
        format!("`turn: {right}` is the turn on which it can be used there; or choose the timing of another window");
    problems.warn("never_open", &turn.span, message).help(help);
}

/// An ability that is used from a zone to which nothing brings a card of its type.
fn from_nowhere(looked: &LintInput, id: &str, ability: &Node, problems: &mut Problems) {
    let Some(from) = ability.field("from") else { return };
    let rules = &looked.catalog.rules;
    let Some(def) = rules.def_by_id(id) else { return };
    let ty = &**rules.name(rules.schema.types[rules.defs[def.index()].ty.index()].name);
    let zones: Vec<&str> = if from.as_str().is_some() {
        from.as_str().into_iter().collect()
    } else {
        from.items().iter().filter_map(Node::as_str).collect()
    };
    let known = |zone: &&str| rules.schema.zone_kind(zone).is_some();
    if zones.is_empty() || !zones.iter().all(known) || zones.iter().any(|zone| may_come(looked, ty, zone)) {
        return;
    }
    let shown = zones.join("`, `");
    let what = if ability.field("timing").is_some() { "nobody is ever offered this" } else { "this never works" };
    let message = format!("{what}: nothing brings a `{ty}` to `{shown}`");
    let lives =
        looked.manifest().and_then(|m| m.field("types")).and_then(|t| t.field(ty)).and_then(|t| t.field("live_in"));
    let help = match lives.and_then(Node::as_str) {
        Some(zone) => format!("left out, `from` is `{zone}`, where the type lives"),
        None => "name a zone in which such a card comes to lie".into(),
    };
    problems.warn("never_open", &from.span, message).help(help);
}

/// True if some text may bring a card of a type to a zone. Such a text names the zone outside of a test, and does not
/// stand in an action for other types.
pub(super) fn may_come(looked: &LintInput, ty: &str, zone: &str) -> bool {
    if looked.lua().iter().any(|text| moves_to(text, zone)) {
        return true;
    }
    looked.nodes.iter().any(|(path, tree)| {
        let is_manifest = path.ends_with("/game.yaml");
        tree.as_map().unwrap_or_default().iter().any(|(key, node)| match &*key.name {
            "zones" | "table" if is_manifest => false,
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
    // A card that goes to a space goes to a zone that was only looked through.
    let by_space = names_word(text, "spaces") || text.contains(".space");
    text.match_indices(zone).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + zone.len()..]);
        let Some(before) = before.strip_suffix(['"', '\'']).filter(|_| after.starts_with(['"', '\''])) else {
            return before.ends_with('.') && quotes_part(before) && after.starts_with(['"', '\'']);
        };
        let before = before.trim_end().strip_suffix('=').map(str::trim_end);
        by_space || !before.is_some_and(|key| key.ends_with("zone"))
    })
}

/// True if a text ends within a quoted place, as in `"opponent.`.
fn quotes_part(text: &str) -> bool {
    let word = text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
    word.ends_with(['"', '\''])
}

/// True if a key occurs in the files of a game.
pub(super) fn has_key(looked: &LintInput, wanted: &str) -> bool {
    let mut found = false;
    looked.nodes.values().for_each(|tree| walk(tree, "", &mut |key, _| found |= key == wanted));
    found
}

/// True if an action or use is for other types of card only.
fn is_for_others(node: &Node, ty: &str) -> bool {
    let Some(of) = node.field("for") else { return false };
    let types: BTreeSet<&str> = match of.field("type").unwrap_or(of) {
        Node { value: Data::Text(text), .. } => [&**text].into(),
        types => types.items().iter().filter_map(Node::as_str).collect(),
    };
    // The action moves its own card only.
    !types.is_empty() && !types.contains(ty) && node.field("targets").is_none()
}

/// True if a tree names a zone outside of a test.
fn brings(node: &Node, zone: &str) -> bool {
    let mut found = false;
    walk(node, "", &mut |key, value| {
        found |= !ASKING.contains(&key) && (key == zone || value.as_str().is_some_and(|text| names_word(text, zone)));
    });
    found
}

fn names(node: &Node, name: &str) -> bool {
    node.any_text(&|text| names_word(text, name))
}
