//! Duplicate fields: fields of one kind of object that have the same name, of which only one could be read.

use std::collections::BTreeMap;

use super::keys::manifest::Manifest;
use super::keys::types::{AttributeKeys, TypeKeys};
use crate::data::{Key, Node, Span};
use crate::error::Problems;
use crate::kernel::model::fixed_fields::{CARD_FIELDS, Fixed, GAME_FIELDS, PLAYER_FIELDS, SPACE_FIELDS, names};

/// The field names of one kind of object, each with its place and a description.
struct TakenNames<'m> {
    whose: &'static str,
    fixed: Vec<&'static str>,
    declared: BTreeMap<String, (&'m Span, &'static str)>,
}

impl<'m> TakenNames<'m> {
    fn new<F>(whose: &'static str, fixed: &'static [Fixed<F>]) -> TakenNames<'m> {
        TakenNames { whose, fixed: names(fixed).collect(), declared: BTreeMap::new() }
    }

    /// Takes a name for a field, or reports its first owner.
    fn take(&mut self, name: &str, what: &'static str, span: &'m Span, problems: &mut Problems) {
        let message = if self.fixed.contains(&name) {
            format!("`{name}` is a field that {} in every game", self.whose)
        } else if let Some((first, other)) = self.declared.get(name) {
            format!("`{name}` is the name of {other} already, at {first}")
        } else {
            self.declared.insert(name.into(), (span, what));
            return;
        };
        problems
            .error("name_taken", span, message)
            .help("rules and scripts could read only one of the two: give this one another name");
    }

    fn take_all(&mut self, keys: &'m [(Key, Node)], what: &'static str, problems: &mut Problems) {
        keys.iter().for_each(|(key, _)| self.take(&key.name, what, &key.span, problems));
    }
}

/// Reports every declared field whose name another field of the same kind of object has.
pub(super) fn check(manifest: &Manifest, problems: &mut Problems) {
    cards(manifest, problems);
    let mut of_players = TakenNames::new("players have", PLAYER_FIELDS);
    of_players.take_all(entries(manifest.attributes, "player"), "an attribute of players", problems);
    of_players.take_all(entries(manifest.counters, "player"), "a counter of players", problems);
    of_players.take_all(manifest.tallies, "a tally", problems);
    let mut of_game = TakenNames::new("the game has", GAME_FIELDS);
    for level in manifest.levels {
        of_game.take(level.as_str().unwrap_or_default(), "a level", &level.span, problems);
    }
    of_game.take_all(entries(manifest.counters, "game"), "a counter of the game", problems);
    let mut of_spaces = TakenNames::new("spaces have", SPACE_FIELDS);
    of_spaces.take_all(entries(manifest.counters, "space"), "a counter of spaces", problems);
}

/// Checks the names of fields of cards. Several types may have the same field, and an attribute may bound a printed
/// number of the same name.
fn cards(manifest: &Manifest, problems: &mut Problems) {
    let mut taken = TakenNames::new("cards have", CARD_FIELDS);
    let mut numbers: Vec<&str> = Vec::new();
    for (_, ty) in manifest.types {
        for (key, kind) in TypeKeys::of(ty).fields {
            if !taken.declared.contains_key(&key.name) {
                taken.take(&key.name, "a field of cards", &key.span, problems);
            }
            if kind.as_str().is_some_and(|kind| kind.trim_end_matches('?') == "int") {
                numbers.push(&key.name);
            }
        }
    }
    for (key, node) in entries(manifest.attributes, "card") {
        let bounds_a_number = numbers.contains(&&*key.name) && AttributeKeys::of(node).words.is_none();
        if !bounds_a_number {
            taken.take(&key.name, "an attribute of cards", &key.span, problems);
        }
    }
    for (key, _) in manifest.statuses {
        taken.take(&format!("status_{}", key.name), "a field of cards", &key.span, problems);
    }
}

/// The entries under one key of a map of maps.
fn entries<'m>(map: &'m [(Key, Node)], name: &str) -> &'m [(Key, Node)] {
    map.iter().find(|(key, _)| key.name == name).and_then(|(_, node)| node.as_map()).unwrap_or_default()
}
