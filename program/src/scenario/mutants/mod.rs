//! Mutants: a game with one small mistake in its data, and whether a scenario notices.
//!
//! Every number, comparison, word that has a counterpart, entry, item and statement of a game's
//! manifest, cards and scripts can be changed. A mutant that does not load was noticed by `check`
//! and says nothing about scenarios. Of those that load, the ones that no scenario notices are
//! mistakes that could stand in the game today. Printed facts of cards are left alone: they are
//! compared with a list of their own. So is what the header of a pack says of the pack.

mod lua;
mod proofs;
mod run;
mod text;
mod tokens;
mod yaml_changes;

use intermezzo::catalog::Files;
use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;
use text::MutatedText;
use tokens::ScriptWords;

pub use proofs::{Proof, Proofs, proofs};
pub use run::{KnownMutant, MutatedPart, Survey, survey};
pub use text::Mutant;

/// Keys of a card under which rules stand. All others are printed facts, or hold no rule.
const RULES_OF_A_CARD: &[&str] = &["abilities", "modes", "targets", "needs", "script", "cost", "while"];

/// Keys of a `pack.yaml` that change the game; the others are the header.
const RULES_OF_A_PACK: &[&str] = &["patches"];

/// All mutants of the files of a game, or of the packs in play if there are any, in the order of files.
pub fn mutants(files: &Files, game: &str) -> Vec<Mutant> {
    let words = words(files, game);
    let mut all = Vec::new();
    for (path, text) in &files.texts {
        if part_of(files, path, game).is_none() {
            continue;
        }
        let mut source = MutatedText::new(path, text);
        if path.ends_with(".lua") {
            lua::mutate(&mut source, 0..text.len(), &words);
        } else if let Some(node) = yaml::parse(path, text, &mut Problems::new()) {
            match parts_of(path) {
                Some(keys) => under(&node, keys).for_each(|part| yaml_changes::mutate(&mut source, part, &words)),
                None => yaml_changes::mutate_file(&mut source, &node, &words),
            }
        }
        all.append(&mut source.found);
    }
    all
}

/// The keys of a file under which rules stand; `None`: all of it is rules.
fn parts_of(path: &str) -> Option<&'static [&'static str]> {
    match path {
        _ if is_card(path) => Some(RULES_OF_A_CARD),
        _ if path.ends_with("/pack.yaml") => Some(RULES_OF_A_PACK),
        _ => None,
    }
}

/// The values of the keys `keys`.
fn under<'n>(node: &'n Node, keys: &'static [&str]) -> impl Iterator<Item = &'n Node> {
    let entries = node.as_map().unwrap_or_default().iter();
    entries.filter(|(key, _)| keys.contains(&key.name.as_str())).map(|(_, value)| value)
}

fn is_card(path: &str) -> bool {
    path.ends_with(".yaml")
        && !path.ends_with("/game.yaml")
        && !path.ends_with("/pack.yaml")
        && !path.contains("/decks/")
}

/// The part of a game that a file is; `None`: of another game, a deck, or of a pack that is not in play.
fn part_of(files: &Files, path: &str, game: &str) -> Option<MutatedPart> {
    let inner = match files.packs.as_slice() {
        [] => path,
        packs => packs.iter().find_map(|pack| path.strip_prefix(&format!("packs/{pack}/")))?,
    };
    if inner.contains("/decks/") {
        return None;
    }
    match inner.split('/').collect::<Vec<_>>()[..] {
        ["cards", of, "game.yaml"] if of == game => Some(MutatedPart::Manifest),
        ["pack.yaml"] => Some(MutatedPart::Manifest),
        ["cards", of, ..] if of == game => Some(MutatedPart::Cards),
        ["scripts", of, ..] if of == game && inner.ends_with(".lua") => Some(MutatedPart::Scripts),
        _ => None,
    }
}

/// The words of a game that can stand for each other.
fn words(files: &Files, game: &str) -> ScriptWords {
    let mut words = ScriptWords::default();
    let path = format!("cards/{game}/game.yaml");
    let Some(text) = files.texts.get(&path) else { return words };
    let Some(node) = yaml::parse(&path, text, &mut Problems::new()) else { return words };
    let names = |node: &Node| -> Vec<String> {
        match node.as_map() {
            Some(entries) => entries.iter().map(|(key, _)| key.name.clone()).collect(),
            None => node.items().iter().filter_map(|n| n.as_str().map(String::from)).collect(),
        }
    };
    words.rows.extend(["zones", "levels", "timings"].iter().filter_map(|key| node.field(key)).map(names));
    let groups = node.field("statuses").and_then(Node::as_map).unwrap_or_default();
    words.rows.extend(groups.iter().map(|(_, group)| names(group)));
    words
}
