//! Lint: findings about a game that loads. It finds parts that load and can have no effect: cards that nothing brings
//! into the game, windows that never open, conditions that cannot hold, abilities that change nothing or work nowhere,
//! probable typing errors, unused names, repeated phase names, texts that say something else than the card does, and
//! packs that declare hidden reads without need.
//!
//! No lint keeps a game from being played, so loading skips them all, and `check` runs them.

mod arrivals;
mod card_filters;
mod card_types;
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
mod script_facts;
mod texts;
mod unobtainable_cards;
mod unoffered_abilities;
mod unopened_windows;
mod unreachable_abilities;
mod unused_names;
mod window_facts;
mod window_phases;
mod zoneless_abilities;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::catalog::{Catalog, card_id};
use crate::data::{Data, Key, Node, Span, yaml};
use crate::error::Problems;
use arrivals::Arrivals;
use script_facts::ScriptFacts;

/// The searched catalog, with its files as trees, and the facts about its scripts.
struct LintInput<'a> {
    catalog: &'a Catalog,
    game: String,
    /// The trees of all its YAML, by path. The scripts in them are taken out.
    nodes: BTreeMap<&'a str, Node>,
    /// The facts about each file of Lua, and about each script in YAML.
    scripts: Vec<ScriptFacts>,
    /// For each place where a script begins, the index of that script in `scripts`.
    script_at: FxHashMap<Span, usize>,
    /// The types of card that may come into each zone.
    arrivals: Arrivals,
}

/// All findings in a game and the packs in play.
pub fn findings(catalog: &Catalog) -> Problems {
    let mut problems = Problems::new();
    let (mut nodes, mut scripts) = (BTreeMap::new(), Vec::new());
    let is_step = |name: &str| catalog.scripts.iter().any(|script| script.is_step && *script.source == *name);
    for (path, text) in &catalog.files.texts {
        problems.add_source(path, text.clone());
        if path.ends_with(".yaml") {
            // The file was read before without errors.
            let Some(node) = yaml::parse(path, text, &mut Problems::new()) else { continue };
            let mut node = without_look(node);
            take_scripts(&mut node, &is_step, &mut scripts);
            nodes.insert(path.as_str(), node);
        } else if path.ends_with(".lua") {
            scripts.push(ScriptFacts::of(Span::new(path.as_str(), 1, 1), text));
        }
    }
    let script_at = scripts.iter().enumerate().map(|(at, script)| (script.span.clone(), at)).collect();
    let (game, arrivals) = (catalog.rules.schema.game.to_string(), Arrivals::default());
    let mut input = LintInput { catalog, game, nodes, scripts, script_at, arrivals };
    input.arrivals = Arrivals::of(&input);
    let input = input;
    missing_filters::check(&input, &mut problems);
    own_arrival::check(&input, &mut problems);
    unobtainable_cards::check(&input, &mut problems);
    zoneless_abilities::check(&input, &mut problems);
    unopened_windows::check(&input, &mut problems);
    unoffered_abilities::check(&input, &mut problems);
    dead_flow::check(&input, &mut problems);
    contradictions::check(&input, &mut problems);
    misspelt_words::check(&input, &mut problems);
    lost_quotes::check(&input, &mut problems);
    needless_hidden_reads::check(&input, &mut problems);
    no_effect::check(&input, &mut problems);
    texts::check(&input, &mut problems);
    unused_names::check(&input, &mut problems);
    unreachable_abilities::check(&input, &mut problems);
    problems.sort_by_place();
    problems
}

/// A tree without the looks of cards, which use no words of the game.
fn without_look(mut node: Node) -> Node {
    if let Data::Map(map) = &mut node.value {
        map.retain(|(key, _)| key.name != "look");
    }
    node
}

/// Takes the scripts out of a tree, and reads them. A name of a step stays: it is a word.
fn take_scripts(node: &mut Node, is_step: &impl Fn(&str) -> bool, out: &mut Vec<ScriptFacts>) {
    match &mut node.value {
        Data::List(items) => items.iter_mut().for_each(|item| take_scripts(item, is_step, out)),
        Data::Map(map) => {
            for (key, value) in map {
                match &value.value {
                    Data::Text(source) if key.name == "script" && !is_step(source) => {
                        out.push(ScriptFacts::of(value.span.clone(), source));
                        value.value = Data::Null;
                    }
                    _ => take_scripts(value, is_step, out),
                }
            }
        }
        _ => {}
    }
}

impl LintInput<'_> {
    /// The cards: of each its path, its id and its tree.
    fn cards(&self) -> impl Iterator<Item = (&str, &str, &Node)> {
        self.nodes.iter().filter_map(|(path, node)| Some((*path, card_id(&self.game, path)?, node)))
    }

    /// The tree of the manifest.
    fn manifest(&self) -> Option<&Node> {
        self.nodes.get(format!("cards/{}/game.yaml", self.game).as_str())
    }

    /// The entries of some sections of the manifest, with the section of each, those that packs add among them.
    fn entries<'n>(&'n self, sections: &[&'static str]) -> Vec<(&'static str, &'n Key, &'n Node)> {
        let of_manifest = self.manifest().and_then(Node::as_map).unwrap_or_default();
        let of_manifest = of_manifest.iter().map(|(key, entries)| (key.name.as_str(), entries));
        let packs = self.nodes.iter().filter(|(path, _)| path.ends_with("/pack.yaml")).map(|(_, node)| node);
        let patches = packs.flat_map(|pack| pack.field("patches").map_or(&[][..], Node::items));
        let of_packs = patches.filter_map(|patch| Some((patch.field("add")?.as_str()?, patch.field("with")?)));
        let mut out = Vec::new();
        for (section, entries) in of_manifest.chain(of_packs) {
            let Some(section) = sections.iter().find(|known| **known == section) else { continue };
            out.extend(entries.as_map().unwrap_or_default().iter().map(|(key, node)| (*section, key, node)));
        }
        out
    }

    /// The facts about the script that stands in a node.
    fn script_of(&self, node: &Node) -> Option<&ScriptFacts> {
        self.script_at.get(&node.span).map(|at| &self.scripts[*at])
    }

    /// The facts about all scripts in a tree.
    fn scripts_in(&self, tree: &Node) -> Vec<&ScriptFacts> {
        let mut found = Vec::new();
        walk(tree, "", &mut |key, node| {
            if key == "script" && node.value == Data::Null {
                found.extend(self.script_of(node));
            }
        });
        found
    }

    /// True if some script says a word: by a name, or in a text.
    fn is_said_in_scripts(&self, word: &str) -> bool {
        self.scripts.iter().any(|script| script.words.says(word))
    }

    /// True if some script writes out a text.
    fn is_quoted_in_scripts(&self, word: &str) -> bool {
        self.scripts.iter().any(|script| script.words.quotes(word))
    }

    /// True if some script may call a function of the host with this word as an argument.
    fn may_be_called_with(&self, function: &str, argument: usize, word: &str) -> bool {
        self.scripts.iter().any(|script| script.may_call_with(function, argument, word))
    }
}

/// Calls `see` with every value in a tree, and the key under which it stands; items of a list have the key of the list.
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

/// True if a tree contains a key of these.
fn has_any(node: &Node, keys: &[&str]) -> bool {
    let mut found = false;
    walk(node, "", &mut |key, _| found |= keys.contains(&key));
    found
}

/// True if a key occurs in the files of a game.
fn has_key(input: &LintInput, wanted: &str) -> bool {
    input.nodes.values().any(|tree| has_any(tree, &[wanted]))
}
