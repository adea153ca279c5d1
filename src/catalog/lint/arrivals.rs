//! Comes: whether a card of a type may ever come to a zone.
//!
//! Something that is no question must name the zone: a list, a script, a pile, an event. What moves only cards that are of
//! another type for certain does not count.

use std::collections::BTreeSet;

use super::{LintInput, has_any, walk};
use crate::catalog::ineffective_parts::names_word;
use crate::data::Node;

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
            "events" if is_manifest => {
                let of = node.as_map().unwrap_or_default().iter();
                let mut bringing = of.filter(|(_, event)| brings(event, zone)).map(|(key, _)| key.name.as_str());
                bringing.any(|event| happens_to(looked, ty, event, &mut BTreeSet::new()))
            }
            "abilities" if !is_manifest => own_type(looked, path).is_none_or(|own| {
                node.items().iter().any(|ability| Ability { looked, node: ability, own }.brings(ty, zone))
            }),
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

/// Whether an event may happen to a card of a type: something proposes it, and not for cards of other types only.
fn happens_to<'l>(looked: &'l LintInput, ty: &str, event: &'l str, seen: &mut BTreeSet<&'l str>) -> bool {
    if !seen.insert(event) {
        return false;
    }
    let needs = looked.manifest().and_then(|m| m.field("events")?.field(event)?.field("needs")?.field("type"));
    if needs.is_some_and(|types| !types_in(types).contains(ty)) {
        return false;
    }
    if looked.lua().iter().any(|text| names_word(text, event)) {
        return true;
    }
    looked.nodes.iter().any(|(path, tree)| {
        let is_manifest = path.ends_with("/game.yaml");
        tree.as_map().unwrap_or_default().iter().any(|(key, node)| match &*key.name {
            "events" if is_manifest => {
                let others = node.as_map().unwrap_or_default().iter().filter(|(key, _)| key.name != event);
                let mut proposing =
                    others.filter(|(_, other)| has_any(other, &[event])).map(|(key, _)| key.name.as_str());
                proposing.any(|other| happens_to(looked, ty, other, seen))
            }
            "actions" | "uses" if is_manifest => {
                let mut of = node.as_map().unwrap_or_default().iter().map(|(_, one)| one);
                of.any(|one| has_any(one, &[event]) && !proposes_for_others(one, ty, event))
            }
            "abilities" if !is_manifest => own_type(looked, path).is_none_or(|own| {
                let says = |ability: &&Node| has_any(ability, &[event]);
                node.items().iter().filter(says).any(|ability| {
                    let ability = Ability { looked, node: ability, own };
                    proposals(ability.node, event).iter().any(|one| ability.may_be(one.field("card"), ty))
                })
            }),
            _ => has_any(node, &[event]),
        })
    })
}

/// Whether an action or a use is for other types of card only, and proposes an event for its own card.
fn proposes_for_others(node: &Node, ty: &str, event: &str) -> bool {
    let Some(of) = node.field("for") else { return false };
    let types = types_in(of.field("type").unwrap_or(of));
    let is_own = |one: &Node| one.field("card").and_then(Node::as_str) == Some("this.card");
    !types.is_empty() && !types.contains(ty) && proposals(node, event).iter().all(|one| is_own(one))
}

/// The maps under a key, which say what is proposed.
fn proposals<'n>(node: &'n Node, event: &str) -> Vec<&'n Node> {
    let mut found = Vec::new();
    walk(node, "", &mut |key, node| found.extend((key == event && node.as_map().is_some()).then_some(node)));
    found
}

/// The type of the card in a file; `None`: it is no card of the game.
fn own_type<'l>(looked: &'l LintInput, path: &str) -> Option<&'l str> {
    let rules = &looked.catalog.rules;
    let def = rules.def_by_id(crate::catalog::manifest::card_id(&looked.game, path)?)?;
    Some(rules.name(rules.schema.types[rules.defs[def.index()].ty.index()].name))
}

/// An ability of a card of a type.
struct Ability<'a> {
    looked: &'a LintInput<'a>,
    node: &'a Node,
    own: &'a str,
}

impl Ability<'_> {
    /// Whether it may bring a card of a type to a zone, or turn one there into such a card.
    fn brings(&self, ty: &str, zone: &str) -> bool {
        let is_named = self.node.any_text(&|text| names_word(text, zone));
        let turns = || proposals(self.node, "transform").iter().any(|node| self.may_be(node.field("def"), ty));
        if is_named && (has_any(self.node, &["swap"]) || turns()) {
            return true;
        }
        let mut named = 0;
        walk(self.node, "", &mut |key, value| {
            let is_named = value.as_str().is_some_and(|text| names_word(text, zone));
            named += usize::from(is_named && !ASKING.contains(&key));
        });
        // All that names the zone must bring a card of another type there.
        let goes_there = |node: &Node| node.field("to").and_then(Node::as_str).is_some_and(|to| names_word(to, zone));
        let brings_others = |key: &str, what: &str| {
            let moves = proposals(self.node, key).into_iter().filter(|node| goes_there(node));
            moves.filter(|node| !self.may_be(node.field(what), ty)).count()
        };
        named > brings_others("move", "card") + brings_others("create", "def")
    }

    /// Whether what an expression names may be a card of a type.
    fn may_be(&self, what: Option<&Node>, ty: &str) -> bool {
        what.and_then(|what| self.types(what)).is_none_or(|types| types.contains(ty))
    }

    /// The types of the cards that an expression names, if they can be told.
    fn types<'n>(&'n self, what: &'n Node) -> Option<BTreeSet<&'n str>> {
        let Some(name) = what.as_str() else { return Some(types_in(what.field("type")?)) };
        let own = || Some([self.own].into());
        let is_own_event =
            || self.node.field("match").is_some_and(|m| m.field("card").and_then(Node::as_str) == Some("self"));
        match name {
            "self" | "this.card" => own(),
            "card" | "event.card" if is_own_event() => own(),
            _ => self.chosen(name.strip_prefix("this.").unwrap_or(name)).or_else(|| self.printed(name)),
        }
    }

    /// The types of a target, or of what a list has chosen under a name.
    fn chosen(&self, name: &str) -> Option<BTreeSet<&str>> {
        if let Some(target) = self.node.field("targets").and_then(|targets| targets.field(name)) {
            return Some(types_in(target.field("type")?));
        }
        let mut found = None;
        walk(self.node, "", &mut |_, node| {
            if node.field("as").and_then(Node::as_str) == Some(name) {
                found = ["choose", "each"].into_iter().find_map(|key| node.field(key)?.field("type"));
            }
        });
        Some(types_in(found?))
    }

    /// The type of a definition that is named by its id.
    fn printed(&self, name: &str) -> Option<BTreeSet<&str>> {
        let rules = &self.looked.catalog.rules;
        let def = rules.def_by_id(name)?;
        Some([&**rules.name(rules.schema.types[rules.defs[def.index()].ty.index()].name)].into())
    }
}

/// The types that a filter names: one, or several of which a card is one.
fn types_in(node: &Node) -> BTreeSet<&str> {
    node.as_str().into_iter().chain(node.items().iter().filter_map(Node::as_str)).collect()
}
