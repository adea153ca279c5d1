//! Keys: what may stand in the files of a game and of a pack, section by section.
//!
//! Each key is declared once, with `keys!`: the refusals, the code that reads files, the schemas for editors and the
//! tables in `docs/` come from the declaration.

pub(super) mod abilities;
pub(super) mod decks;
mod doc_checks;
pub(super) mod flow;
mod game_schemas;
pub(super) mod manifest;
pub(super) mod packs;
pub(super) mod places;
pub(super) mod timed_effects;
pub(super) mod types;
pub mod value_kinds;
pub(super) mod windows;

pub use doc_checks::{check, page, sections};
pub use game_schemas::schemas_of;

use crate::data::keys::{Section, schema};

/// The kinds of files, with their sections.
static FILES: [(&str, &str, &Section); 4] = [
    ("manifest", "Manifest of a game of Intermezzo", &manifest::MANIFEST),
    ("card", "Card of Intermezzo", &abilities::CARD),
    ("deck", "Deck of Intermezzo", &decks::DECK),
    ("pack", "Pack of Intermezzo", &packs::PACK),
];

/// The section of a kind of file: manifest, card, deck or pack.
pub fn section(kind: &str) -> Option<&'static Section> {
    FILES.iter().find(|(known, ..)| *known == kind).map(|(.., section)| *section)
}

/// The JSON Schemas by which editors check files, each with the kind of file: manifest, card, deck and pack.
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    FILES.iter().map(|(kind, title, section)| (*kind, schema(title, section))).collect()
}
