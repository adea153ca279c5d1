//! Opening texts: the files with which a game was begun, known by a hash of what they say.
//!
//! A record names them by their hash alone. Another version of the program has other texts built in, so they lie in a
//! folder beside the records.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::files::{self, Files};

/// Files that changed, by path; `None`: removed.
pub type Changed = BTreeMap<String, Option<Arc<str>>>;

/// The texts of a game and of packs, by path.
#[derive(Clone, Debug, PartialEq)]
pub struct Texts {
    hash: String,
    texts: BTreeMap<String, Arc<str>>,
}

impl Texts {
    /// Takes texts by path, and computes their hash.
    pub fn new(texts: BTreeMap<String, Arc<str>>) -> Texts {
        Texts { hash: files::hash_of(&texts), texts }
    }

    /// The texts of a game with these packs, from a set of files.
    pub(crate) fn of(files: &Files, game: &str, packs: &[String]) -> Texts {
        Texts::new(files.of_game_with(game, packs).texts)
    }

    /// The built-in texts of a game with these packs.
    pub fn built_in(game: &str, packs: &[String]) -> Texts {
        Texts::new(Files::built_in_of(game, packs).texts)
    }

    /// The hash of the texts, as 16 hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The texts.
    pub fn by_path(&self) -> &BTreeMap<String, Arc<str>> {
        &self.texts
    }
}

impl Files {
    /// The files of a game with these packs, with `texts` in place of those built into this program. Words in other
    /// languages, and what bots learnt, are those of this program.
    pub fn begun_with(texts: &Arc<Texts>, game: &str, packs: &[String]) -> Files {
        let now = Files::built_in_of(game, packs);
        Files { texts: texts.by_path().clone(), begun_with: Some(texts.clone()), ..now }
    }

    /// The texts over which these files lie: those built into this program, or those that a record brought.
    pub(crate) fn beneath(&self, game: &str) -> Arc<Texts> {
        self.begun_with.clone().unwrap_or_else(|| Arc::new(Texts::built_in(game, &self.packs)))
    }

    /// True if a file of the game, of the shared scripts or of one of these packs may have this path.
    pub(crate) fn is_path_of(game: &str, packs: &[String], path: &str) -> bool {
        let is_below = || !path.split('/').any(|part| matches!(part, "" | "." | ".."));
        files::beginnings(game, packs).iter().any(|beginning| path.starts_with(beginning)) && is_below()
    }
}
