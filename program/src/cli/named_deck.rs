//! Named decks: finds the deck that a person names to a command: by its id, as a file, or as the standard input.

use std::io::Read as _;
use std::path::Path;

use super::findings::short;
use crate::decks::{MAX_BYTES, read};
use intermezzo::catalog::Deck;
use intermezzo::data::{disk, suggest};
use intermezzo::error::{Error, Problems, Result};
use intermezzo::table::Game;

/// The deck with this id in the game, in this file, or at `-` in the standard input; with the findings of the rules for
/// decks that are no errors.
///
/// # Errors
///
/// An unknown deck, a text that is no deck, or a deck that breaks the rules for decks.
pub fn find(engine: &Game, name: &str) -> Result<(Deck, Problems)> {
    let catalog = &engine.catalog;
    if let Some(deck) = catalog.decks.get(name) {
        return Ok((deck.clone(), Problems::new()));
    }
    if name == "-" {
        let mut text = Vec::new();
        let input = std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut text);
        input.map_err(|error| Error::io("standard input", error))?;
        let text = String::from_utf8(text).map_err(|_| Error::usage("standard input: the deck is not UTF-8"))?;
        return read(engine, "standard input", &text);
    }
    let path = Path::new(name);
    if !path.is_file() {
        let help = suggest::help_for(name, catalog.decks.keys().map(String::as_str));
        return Err(Error::usage(format!("{}, and there is no such file", catalog.why_no_deck(name))).help(help));
    }
    read(engine, &short(path), &disk::text(path, MAX_BYTES)?)
}

/// The same deck as [`find`] gives, without the findings.
///
/// # Errors
///
/// The errors of [`find`].
pub fn deck(engine: &Game, name: &str) -> Result<Deck> {
    find(engine, name).map(|(deck, _)| deck)
}
