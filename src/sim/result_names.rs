//! Names: the meaning of the numbers in results.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::catalog::Catalog;

/// The names behind the numbers of a result, and the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultNames {
    /// The game's id.
    pub game: String,
    /// The title of the game.
    pub title: String,
    /// The hash of the game's files.
    pub catalog: String,
    /// The number of players.
    pub seats: usize,
    /// The ids of decks.
    pub decks: Vec<String>,
    /// The bots.
    pub bots: Vec<String>,
    /// The hashes of the files of bots that are programs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, String>,
    /// The ids of cards.
    pub cards: Vec<String>,
    /// The hash of each card's file, in the order of `cards`; empty in results of older programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub card_hashes: Vec<String>,
    /// The hash of all other files.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub other_hash: String,
    /// The abilities, each as `card: ability`.
    pub abilities: Vec<String>,
    /// The names of windows.
    pub windows: Vec<String>,
}

impl ResultNames {
    /// The ids of the cards whose files differ between two results; `None` if other files differ as well, or if a
    /// result has no hashes.
    pub fn changed<'n>(&'n self, other: &'n ResultNames) -> Option<BTreeSet<&'n str>> {
        let cards = |names: &'n ResultNames| -> BTreeMap<&'n str, &'n str> {
            names.cards.iter().map(String::as_str).zip(names.card_hashes.iter().map(String::as_str)).collect()
        };
        let (mine, theirs) = (cards(self), cards(other));
        if mine.is_empty() || theirs.is_empty() || self.other_hash != other.other_hash {
            return None;
        }
        let ids = mine.keys().chain(theirs.keys());
        Some(ids.copied().filter(|id| mine.get(id) != theirs.get(id)).collect())
    }
}

/// The hash of each card's file, in the order of cards, and the hash of all other files.
pub(super) fn hashes(catalog: &Catalog) -> (Vec<String>, String) {
    let mut cards = vec![String::new(); catalog.places.len()];
    let places: BTreeMap<&str, usize> = catalog.places.iter().enumerate().map(|(at, path)| (&**path, at)).collect();
    let mut others = Xxh3::new();
    for (path, text) in &catalog.files.texts {
        match places.get(path.as_str()) {
            Some(at) => cards[*at] = format!("{:016x}", xxh3_64(text.as_bytes())),
            None => [path.as_bytes(), &[0], text.as_bytes(), &[0]].iter().for_each(|part| others.update(part)),
        }
    }
    (cards, format!("{:016x}", others.digest()))
}
