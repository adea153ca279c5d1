//! Card: a byte for the game, one for the card, and the text that the card's file holds instead. A game that loads with it
//! is played with decks that are half full of it.

use super::play::{Taken, load, play};
use super::shipped::{GAMES, game, seed, text};

/// So many cards of each game are seeds.
const CARDS: usize = 40;

pub fn seeds() -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for (i, small) in GAMES.iter().enumerate() {
        let step = small.cards.len().div_ceil(CARDS);
        for (n, path) in small.cards.iter().enumerate().take(256).step_by(step) {
            out.push(seed(&[i as u8, n as u8], &small.files.texts[path]));
        }
    }
    out
}

pub fn run(input: &[u8]) -> Taken {
    let [which, card, rest @ ..] = input else { return Err("it is too short".into()) };
    let small = game(*which);
    let path = &small.cards[usize::from(*card) % small.cards.len()];
    let mut files = small.files.clone();
    files.texts.insert(path.clone(), text(rest));
    let id = path.rsplit('/').next().and_then(|name| name.strip_suffix(".yaml"));
    play(&load(small.game, &files)?, id, input.len() as u64, 24)
}
