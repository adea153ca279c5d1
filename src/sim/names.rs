//! Names: what the numbers in results stand for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What numbers stand for, and of which game they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Names {
    /// The game's id.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The hash of its files.
    pub catalog: String,
    /// How many play.
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
    /// Whose ability, and which.
    pub abilities: Vec<String>,
    /// The names of windows.
    pub windows: Vec<String>,
}
