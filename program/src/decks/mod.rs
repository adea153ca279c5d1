//! Decks: lists of cards as people and other programs write them, read into the decks of a game and written again.
//!
//! ```text
//!  a list of lines ── list::read ───────┐
//!  a file of Cockatrice ── cockatrice ──┼─ DeckList ── resolve ──> Deck ── write ──> a list, .cod, YAML
//!  YAML ── the catalog's own reader ────┴──────────────────────────┘
//! ```

pub mod card_names;
pub mod cockatrice;
pub mod list;
pub mod resolve;
pub mod tabletop;
pub mod write;

use intermezzo::data::{Node, yaml};
use intermezzo::error::{Error, Problems, Result, Span};
use intermezzo::table::Game;
use intermezzo::{catalog::Deck, data::Data};

use card_names::CardNames;

/// The most bytes of a deck that are read: a line of forty letters for each of 26,000 cards.
pub const MAX_BYTES: u64 = 1 << 20;

/// The formats of decks, for messages.
pub const FORMATS: &str = "a deck is a list with a line for each card, such as `3 Grey Heron`, a .cod file of Cockatrice, \
     or YAML as in the folder `decks` of the game";

/// A deck as a file lists it: nothing in it is checked yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeckList {
    /// The name of the deck, if the file says one.
    pub name: Option<String>,
    /// The cards of the deck, in the order written.
    pub lines: Vec<DeckLine>,
}

/// A line of a deck.
#[derive(Clone, Debug, PartialEq)]
pub struct DeckLine {
    /// The number of copies.
    pub copies: i64,
    /// The name or id of the card, in the words of the list.
    pub card: String,
    /// The list of the deck in which it stands; `None`: the first one that may hold it.
    pub list: Option<String>,
    /// The place of the line.
    pub span: Span,
}

/// The format of a file with a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckFormat {
    /// A line for each card.
    List,
    /// The XML of Cockatrice.
    Cockatrice,
    /// The game's own files.
    Yaml,
}

impl DeckFormat {
    /// The format by the ending of a file's name.
    pub fn of_ending(path: &std::path::Path) -> Option<DeckFormat> {
        match path.extension()?.to_str()?.to_lowercase().as_str() {
            "txt" | "dek" | "list" => Some(DeckFormat::List),
            "cod" => Some(DeckFormat::Cockatrice),
            "yaml" | "yml" => Some(DeckFormat::Yaml),
            _ => None,
        }
    }

    /// The format of a text: its content decides, not its name.
    pub fn of_text(text: &str, lists: &[&str]) -> DeckFormat {
        if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
            return DeckFormat::Cockatrice;
        }
        let mut problems = Problems::new();
        let Some(node) = yaml::parse("", text, &mut problems) else {
            // A text that begins with `game:` can only be YAML, so its mistakes are told as mistakes in YAML.
            let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
            let is_yaml = first.is_some_and(|line| line.starts_with("game:"));
            return if is_yaml { DeckFormat::Yaml } else { DeckFormat::List };
        };
        let holds_cards = |node: &Node| matches!(node.value, Data::Map(_) | Data::List(_));
        let is_deck = node.field("game").is_some()
            || lists.iter().any(|list| node.field(list).is_some_and(holds_cards))
            || node.as_map().is_some_and(|map| map.iter().any(|(_, value)| holds_cards(value)));
        if is_deck { DeckFormat::Yaml } else { DeckFormat::List }
    }
}

/// Reads a deck in any format and checks it. Findings call the text `file`.
///
/// # Errors
///
/// All faults, with places.
pub fn read(game: &Game, file: &str, text: &str) -> Result<(Deck, Problems)> {
    let lists: Vec<&str> = game.catalog.deck_rules.lists.iter().map(|list| &*list.name).collect();
    if lists.is_empty() {
        return Err(Error::usage(format!("nobody brings a deck to `{}`", game.catalog.rules.schema.game)));
    }
    if text.len() as u64 > MAX_BYTES {
        return Err(Error::usage(format!("{file} is longer than {MAX_BYTES} bytes: it is no deck")));
    }
    let mut problems = Problems::new();
    problems.add_source(file, text);
    let node = match DeckFormat::of_text(text, &lists) {
        DeckFormat::Yaml => yaml::parse(file, text, &mut problems),
        format => {
            let names = CardNames::of(&game.catalog);
            let list = match format {
                DeckFormat::Cockatrice => cockatrice::read(file, text, &names, &mut problems),
                _ => list::read(file, text, &names, &mut problems),
            };
            list.map(|list| resolve::node(&list, file, &names, &mut problems))
        }
    };
    let Some(node) = node.filter(|_| !problems.has_errors()) else { return Err(Error::load(problems)) };
    let deck = resolve::deck(game, &node, &mut problems);
    if problems.has_errors() { Err(Error::load(problems)) } else { Ok((deck, problems)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_says_the_format() {
        let format = |text: &str| DeckFormat::of_text(text, &["wells", "cards"]);
        assert_eq!(format("\u{feff} <?xml version=\"1.0\"?><cockatrice_deck/>"), DeckFormat::Cockatrice);
        assert_eq!(format("name: A\nwells: { grey_heron: 3 }\n"), DeckFormat::Yaml);
        assert_eq!(format("game: ropes\nwells: [\n"), DeckFormat::Yaml);
        assert_eq!(format("name: A\nwels:\n  grey_heron: 3\n"), DeckFormat::Yaml);
        assert_eq!(format("3 Grey Heron\n2 Grey Heron\n"), DeckFormat::List);
        assert_eq!(format("Wells:\n3 Grey Heron\n"), DeckFormat::List);
        assert_eq!(format("Grey Heron: 3\nGrey Heron: 4\n"), DeckFormat::List);
        assert_eq!(format("name: Deep\n3 Grey Heron\n"), DeckFormat::List);
        assert_eq!(format(""), DeckFormat::List);
    }
}
