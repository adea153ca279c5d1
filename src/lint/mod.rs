//! Lint: findings about a game that loads. It finds parts that load and can have no effect: cards that nothing brings into the game,
//! windows that never open, conditions that cannot hold, abilities that change nothing or work nowhere, probable typing
//! errors, unused names, repeated phase names, numbers in a text that differ from the card, and packs that declare
//! hidden reads without need.
//!
//! None of it keeps a game from being played, so loading skips it, and `check` runs it.

mod arrivals;
mod card_filters;
mod conditions;
mod contradictions;
mod cost_checks;
mod dead_flow;
mod event_causes;
mod event_checks;
mod lost_quotes;
mod missing_filters;
mod misspelt_words;
mod needless_hidden_reads;
mod no_effect;
mod own_arrival;
mod reachable;
mod text_numbers;
mod unobtainable_cards;
mod unoffered_abilities;
mod unopened_windows;
mod unreachable_abilities;
mod unused_names;
mod window_facts;
mod window_phases;
mod zoneless_abilities;

use std::collections::BTreeMap;

use crate::catalog::Catalog;
use crate::catalog::card_id;
use crate::data::{Data, Node, yaml};
use crate::error::Problems;

/// The searched catalog, with its files as trees.
struct LintInput<'a> {
    catalog: &'a Catalog,
    game: String,
    /// The trees of all its YAML, by path.
    nodes: BTreeMap<&'a str, Node>,
}

/// All findings in a game and the packs in play.
pub fn findings(catalog: &Catalog) -> Problems {
    let mut problems = Problems::new();
    let mut nodes = BTreeMap::new();
    for (path, text) in &catalog.files.texts {
        problems.add_source(path, text.clone());
        if path.ends_with(".yaml") {
            // The file was read before without errors.
            nodes.extend(yaml::parse(path, text, &mut Problems::new()).map(|node| (path.as_str(), without_look(node))));
        }
    }
    let looked = LintInput { catalog, game: catalog.rules.schema.game.to_string(), nodes };
    missing_filters::check(&looked, &mut problems);
    own_arrival::check(&looked, &mut problems);
    unobtainable_cards::check(&looked, &mut problems);
    zoneless_abilities::check(&looked, &mut problems);
    unopened_windows::check(&looked, &mut problems);
    unoffered_abilities::check(&looked, &mut problems);
    dead_flow::check(&looked, &mut problems);
    contradictions::check(&looked, &mut problems);
    misspelt_words::check(&looked, &mut problems);
    lost_quotes::check(&looked, &mut problems);
    needless_hidden_reads::check(&looked, &mut problems);
    no_effect::check(&looked, &mut problems);
    text_numbers::check(&looked, &mut problems);
    unused_names::check(&looked, &mut problems);
    unreachable_abilities::check(&looked, &mut problems);
    problems.sort_by_place();
    problems
}

/// A tree without what it says of how cards are drawn: that uses no word of the game.
fn without_look(mut node: Node) -> Node {
    if let Data::Map(map) = &mut node.value {
        map.retain(|(key, _)| key.name != "look");
    }
    node
}

impl LintInput<'_> {
    /// The cards: the path, the id, the tree.
    fn cards(&self) -> impl Iterator<Item = (&str, &str, &Node)> {
        self.nodes.iter().filter_map(|(path, node)| Some((*path, card_id(&self.game, path)?, node)))
    }

    /// The tree of the manifest.
    fn manifest(&self) -> Option<&Node> {
        self.nodes.get(format!("cards/{}/game.yaml", self.game).as_str())
    }

    /// Every text that is Lua: files, and scripts in trees.
    fn lua(&self) -> Vec<&str> {
        let files = self.catalog.files.texts.iter().filter(|(path, _)| path.ends_with(".lua"));
        let in_yaml = self.catalog.scripts.iter().filter(|s| !s.is_step).map(|s| &*s.source);
        files.map(|(_, text)| &**text).chain(in_yaml).collect()
    }
}

/// Every value in a tree, with the key under which it stands; items of a list have the key of the list.
fn walk<'a>(node: &'a Node, key: &'a str, see: &mut impl FnMut(&'a str, &'a Node)) {
    see(key, node);
    match &node.value {
        Data::List(items) => items.iter().for_each(|item| walk(item, key, see)),
        Data::Map(map) => map.iter().for_each(|(key, value)| walk(value, &key.name, see)),
        _ => {}
    }
}

/// The abilities of a card.
fn abilities(card: &Node) -> &[Node] {
    card.field("abilities").map_or(&[], Node::items)
}

/// Whether a text holds a word between quotes.
fn quotes(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        before.ends_with(['"', '\'']) && after.starts_with(['"', '\''])
    })
}

/// True if a tree has one of these keys.
fn has_any(node: &Node, keys: &[&str]) -> bool {
    let mut found = false;
    walk(node, "", &mut |key, _| found |= keys.contains(&key));
    found
}

/// True if a key occurs in the files of a game.
fn has_key(looked: &LintInput, wanted: &str) -> bool {
    looked.nodes.values().any(|tree| has_any(tree, &[wanted]))
}
