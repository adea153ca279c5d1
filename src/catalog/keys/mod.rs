//! Keys: what may stand in the files of a game and of a pack, section by section.
//!
//! Each key is declared once, with [`keys!`](crate::data::keys): what is refused, what the code reads, the schemas for
//! editors and the tables in `docs/` come from here.

pub(super) mod abilities;
pub(super) mod decks;
pub(super) mod flow;
mod languages;
pub(super) mod manifest;
pub(super) mod packs;
pub(super) mod places;
pub(super) mod types;
pub(super) mod windows;

use crate::data::keys::{Section, fill, schema};

/// The kinds of files, with what is in them.
static FILES: [(&str, &str, &Section); 4] = [
    ("manifest", "Manifest of a game of Intermezzo", &manifest::MANIFEST),
    ("card", "Card of Intermezzo", &abilities::CARD),
    ("deck", "Deck of Intermezzo", &decks::DECK),
    ("pack", "Pack of Intermezzo", &packs::PACK),
];

/// The JSON Schemas by which editors check files, each with the kind of file: manifest, card, deck and pack.
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    FILES.iter().map(|(kind, title, section)| (*kind, schema(title, section))).collect()
}

/// A page of `docs/` with its tables of keys as they must be, and the names of the sections that it shows.
///
/// # Errors
///
/// A mark in the page that names no section, or has no end.
pub fn page(text: &str) -> Result<(String, Vec<String>), String> {
    fill(text, &sections())
}

/// The names of all sections that pages may show.
pub fn names() -> Vec<String> {
    sections().iter().map(|section| section.id()).collect()
}

fn sections() -> Vec<&'static Section> {
    let mut out: Vec<&Section> = FILES.iter().flat_map(|(.., section)| section.with_parts()).collect();
    let mut seen: Vec<*const Section> = Vec::new();
    out.retain(|section| {
        let is_new = !seen.contains(&std::ptr::from_ref(*section));
        seen.push(*section);
        is_new
    });
    out
}
