//! Query: the input of a query: the names in all files in play, and the game.

use std::collections::BTreeSet;

use super::index::Index;
use super::kinds::ObjectKind;
use super::mentions::Mention;
use super::{FileKind, card_of};
use crate::scenario::PossibleSteps;
use intermezzo::data::{Node, yaml};
use intermezzo::error::Problems;
use intermezzo::table::Game;

/// Plays the steps of a scenario, given as its text, and returns the steps that could come next.
pub type StepPlayer<'k> = dyn Fn(&str) -> Vec<PossibleSteps> + 'k;

/// The input of a query.
pub struct Query<'k> {
    /// All names, also those of packs that are not in play.
    pub index: &'k Index,
    /// The game as it last loaded without errors; `None`: it never did.
    pub game: Option<&'k Game>,
    /// The names of all games among the files.
    pub games: &'k [String],
    /// The packs whose files give names.
    pub packs: BTreeSet<String>,
    /// The place of the query: the file, and the line and the column, from 1.
    pub here: (&'k str, u32, u32),
    /// Plays the steps of a scenario, and tells what could be done then.
    pub player: Option<Box<StepPlayer<'k>>>,
}

impl Query<'_> {
    /// All names of a kind that files in play declare, each once; words and flags also if they are only used.
    pub fn names(&self, kind: ObjectKind) -> BTreeSet<&str> {
        let is_given =
            |m: &Mention| m.kind == kind && (m.is_declared || matches!(kind, ObjectKind::Word | ObjectKind::Flag));
        let mut names: BTreeSet<&str> = self.given().filter(|m| is_given(m)).map(|m| m.name.as_str()).collect();
        for path in self.index.paths() {
            match (kind, FileKind::of(path)) {
                (ObjectKind::Card, Some(FileKind::Card)) if self.is_in_play(path) => names.extend(card_of(path)),
                (ObjectKind::Deck, Some(FileKind::Deck)) if self.is_in_play(path) => {
                    names.extend(path.rsplit('/').next().and_then(|file| file.strip_suffix(".yaml")));
                }
                // A pack can need packs that are not in play.
                (ObjectKind::Pack, Some(FileKind::Pack)) => names.extend(super::pack_of(path)),
                _ => {}
            }
        }
        if kind == ObjectKind::Game {
            names.extend(self.games.iter().map(String::as_str));
        }
        names
    }

    /// The words that stand in a field of cards.
    pub fn words_of(&self, field: &str) -> BTreeSet<&str> {
        let of = |m: &&Mention| m.kind == ObjectKind::Word && m.of.as_deref() == Some(field);
        self.given().filter(of).map(|m| m.name.as_str()).collect()
    }

    /// The names in files in play. The name at the place itself is left out, because it is only being written.
    fn given(&self) -> impl Iterator<Item = &Mention> {
        let (file, line, column) = self.here;
        let is_here = move |path: &str, m: &Mention| {
            let end = m.column + m.name.chars().count() as u32;
            path == file && m.line == line && (m.column..=end).contains(&column)
        };
        // The names that a scenario gives count only in that scenario.
        let gives = |path: &str| self.is_in_play(path) && !FileKind::of(path).is_some_and(FileKind::is_like_scenario);
        let files = self.index.paths().filter(move |path| gives(path));
        files.flat_map(move |path| self.index.of_file(path).iter().filter(move |m| !is_here(path, m)))
    }

    /// The scripts of games and packs that the place of the query sees, with their texts: scripts of the game, of the
    /// place's own pack, and of the packs that this one needs.
    pub fn scripts(&self) -> impl Iterator<Item = (&str, &str)> {
        let seen = with_needed(self.index, super::pack_of(self.here.0).map(String::from));
        let seen = match FileKind::of(self.here.0) {
            // A scenario may replace files of any of its packs.
            Some(kind) if kind.is_like_scenario() => self.packs.clone(),
            _ => seen,
        };
        let is_seen = move |path: &&str| super::pack_of(path).is_none_or(|id| seen.contains(id));
        let scripts = self.index.paths().filter(|path| path.ends_with(".lua")).filter(is_seen);
        scripts.filter_map(|path| Some((path, &**self.index.text(path)?)))
    }

    fn is_in_play(&self, path: &str) -> bool {
        super::pack_of(path).is_none_or(|id| self.packs.contains(id))
    }
}

/// These packs, and the packs that they need.
pub fn with_needed(index: &Index, packs: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = packs.into_iter().collect();
    while let Some(id) = open.pop() {
        let path = format!("packs/{id}/pack.yaml");
        if !found.insert(id) {
            continue;
        }
        let header = index.text(&path).and_then(|text| yaml::parse(&path, text, &mut Problems::new()));
        let needs = header.as_ref().and_then(|header| header.field("needs")).and_then(Node::as_map);
        open.extend(needs.unwrap_or_default().iter().map(|(key, _)| key.name.clone()));
    }
    found
}
