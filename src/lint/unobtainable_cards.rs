//! Unobtainable cards: cards that no deck can hold, no pile holds, and no script makes.

use super::LintInput;
use crate::data::names_word;
use crate::error::Problems;

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let (catalog, rules) = (input.catalog, &input.catalog.rules);
    if catalog.deck_rules.lists.is_empty() && rules.piles.is_empty() || makes_any(input) {
        return;
    }
    for (path, id, node) in input.cards() {
        let Some(def) = rules.def_by_id(id) else { continue };
        let in_deck = catalog.deck_rules.lists.iter().any(|list| list.may_hold(rules, def));
        if in_deck || rules.pile_of(def).is_some() || is_named(input, path, id, node) {
            continue;
        }
        let Some(ty) = node.field("type") else { continue };
        let message = "no deck can hold this card, no pile has it, and nothing names it: it never comes into a game";
        let types = rules.name(rules.schema.types[rules.defs[def.index()].ty.index()].name);
        let help = format!("let a list under `decks` or a pile hold `{types}`, or a script make it");
        problems.warn("never_brought", &ty.span, message).help(help);
    }
}

/// True if a script may make cards of any definition.
fn makes_any(input: &LintInput) -> bool {
    input.scripts.iter().any(|script| {
        (script.names("act.create") || script.names("act.transform"))
            && (script.names("defs") || script.names("ask.def"))
    })
}

/// True if another file, decks excepted, names the card.
fn is_named(input: &LintInput, path: &str, id: &str, node: &crate::data::Node) -> bool {
    let name = node.field("name").and_then(crate::data::Node::as_str).unwrap_or(id);
    let says = |text: &str| names_word(text, id) || text.contains(name);
    let scripts = input.scripts.iter().filter(|script| *script.span.file != *path);
    let trees = input.nodes.iter().filter(|(other, _)| **other != path && !other.contains("/decks/"));
    scripts
        .into_iter()
        .any(|one| one.words.names.iter().any(|word| **word == *id) || one.words.texts.iter().any(|one| says(one)))
        || trees.into_iter().any(|(_, tree)| tree.any_text(&says))
}
