//! Unoffered abilities: abilities that no window ever offers, because their turn is not that of whom it asks, and
//! abilities that work only in zones where their card never lies.

use super::{LintInput, abilities};
use crate::data::{Node, names_word};
use crate::error::Problems;

/// The protocols in which only the `players` of the window act.
const ONLY_THESE: [&str; 4] = ["free", "each", "sealed", "auto"];

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    for (_, id, card) in input.cards() {
        for ability in abilities(card) {
            if ability.field("timing").is_some() {
                on_nobodys_turn(input, ability, problems);
            }
            from_nowhere(input, id, ability, problems);
        }
    }
}

/// Reports an ability for the turn of one side, if each window that offers it asks only the other side.
fn on_nobodys_turn(input: &LintInput, ability: &Node, problems: &mut Problems) {
    let Some((timing, turn)) = ability.field("timing").and_then(Node::as_str).zip(ability.field("turn")) else {
        return;
    };
    let asked = match turn.as_str() {
        Some("me") => "inactive",
        Some("opponent") => "active",
        _ => return,
    };
    let windows = input.manifest().and_then(|m| m.field("windows")).and_then(Node::as_map).unwrap_or_default();
    let offers =
        |window: &Node| window.field("offers").is_some_and(|o| o.items().iter().any(|o| o.as_str() == Some(timing)));
    let is_of_others = |window: &Node| {
        let says = |key: &str| window.field(key).and_then(Node::as_str).unwrap_or_default();
        says("players") == asked && ONLY_THESE.contains(&says("protocol"))
    };
    // A pack may bring a window of its own, or change one.
    let in_packs = input
        .nodes
        .iter()
        .any(|(path, node)| path.starts_with("packs/") && node.any_text(&|text| names_word(text, timing)));
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

/// Reports an ability that works only in zones to which nothing brings a card of its type.
fn from_nowhere(input: &LintInput, id: &str, ability: &Node, problems: &mut Problems) {
    let Some(from) = ability.field("from") else { return };
    let rules = &input.catalog.rules;
    let Some(def) = rules.def_by_id(id) else { return };
    let of_type = rules.defs[def.index()].ty;
    let ty = &**rules.name(rules.schema.types[of_type.index()].name);
    let zones: Vec<&str> = if from.as_str().is_some() {
        from.as_str().into_iter().collect()
    } else {
        from.items().iter().filter_map(Node::as_str).collect()
    };
    let known = |zone: &&str| rules.schema.zone_kind(zone).is_some();
    let may_lie = |zone: &&str| rules.schema.zone_kind(zone).is_some_and(|kind| input.arrivals.may_lie(of_type, kind));
    if zones.is_empty() || !zones.iter().all(known) || zones.iter().any(may_lie) {
        return;
    }
    let shown = zones.join("`, `");
    let what = if ability.field("timing").is_some() { "nobody is ever offered this" } else { "this never works" };
    let message = format!("{what}: nothing brings a `{ty}` to `{shown}`");
    let lives =
        input.manifest().and_then(|m| m.field("types")).and_then(|t| t.field(ty)).and_then(|t| t.field("live_in"));
    let help = match lives.and_then(Node::as_str) {
        Some(zone) => format!("leave `from` out: then it is `{zone}`, where cards of this type live"),
        None => "name a zone in which such a card comes to lie".into(),
    };
    problems.warn("never_open", &from.span, message).help(help);
}
