//! Shipped: the files that are inside the library and beside it, as seeds, and small games of them to put others into.

use std::sync::{Arc, LazyLock};

use intermezzo::catalog::Files;

/// A game whose files an input may replace: its first byte says which.
pub struct Small {
    /// Its id.
    pub game: &'static str,
    /// Its files: of a large one the manifest, the scripts, and the cards of two decks.
    pub files: Files,
    /// The paths of its cards.
    pub cards: Vec<String>,
}

/// The manifest of the game that only tests play.
const TOY: &str = include_str!("../../tests/fixtures/toy/cards/toy/game.yaml");
const TOY_STEPS: &str = include_str!("../../tests/fixtures/toy/scripts/toy/steps.lua");
const TOY_CARDS: [(&str, &str); 5] = [
    ("imp", include_str!("../../tests/fixtures/toy/cards/toy/basic/imp.yaml")),
    ("herald", include_str!("../../tests/fixtures/toy/cards/toy/basic/herald.yaml")),
    ("drain", include_str!("../../tests/fixtures/toy/cards/toy/basic/drain.yaml")),
    ("hush", include_str!("../../tests/fixtures/toy/cards/toy/basic/hush.yaml")),
    ("ogre", include_str!("../../tests/fixtures/toy/cards/toy/basic/ogre.yaml")),
];

/// The games that inputs are put into.
pub static GAMES: LazyLock<Vec<Small>> = LazyLock::new(|| {
    let built_in = Files::built_in();
    let mut out = vec![toy()];
    for game in ["cardland", "cfs", "clash", "hackclad", "market", "swordgirls", "tricks"] {
        let files = built_in.of_game(game);
        out.push(Small { game, cards: cards(&files, game), files });
    }
    out
});

fn toy() -> Small {
    let text = |text: &str| Arc::<str>::from(text);
    let mut files = Files::default();
    files.texts.insert("cards/toy/game.yaml".into(), text(TOY));
    files.texts.insert("scripts/toy/steps.lua".into(), text(TOY_STEPS));
    for (id, card) in TOY_CARDS {
        files.texts.insert(format!("cards/toy/basic/{id}.yaml"), text(card));
    }
    for (path, lib) in Files::built_in().texts.iter().filter(|(path, _)| path.starts_with("scripts/lib/")) {
        files.texts.insert(path.clone(), lib.clone());
    }
    let deck = "name: All\ncards: { imp: 1, herald: 1, drain: 1, hush: 1 }\n";
    files.texts.insert("cards/toy/decks/all.yaml".into(), text(deck));
    Small { game: "toy", cards: cards(&files, "toy"), files }
}

fn cards(files: &Files, game: &str) -> Vec<String> {
    let (folder, decks, manifest) =
        (format!("cards/{game}/"), format!("cards/{game}/decks/"), format!("cards/{game}/game.yaml"));
    let is_card = |path: &&String| path.starts_with(&folder) && !path.starts_with(&decks) && **path != manifest;
    files.texts.keys().filter(is_card).cloned().collect()
}

/// The game that a byte names.
pub fn game(byte: u8) -> &'static Small {
    &GAMES[usize::from(byte) % GAMES.len()]
}

/// A text out of an input: what is no UTF-8 in it is replaced, as it is when a file is read.
pub fn text(input: &[u8]) -> Arc<str> {
    String::from_utf8_lossy(input).into()
}

/// Bytes before a text.
pub fn seed(before: &[u8], text: &str) -> Vec<u8> {
    [before, text.as_bytes()].concat()
}
