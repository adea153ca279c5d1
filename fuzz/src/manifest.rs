//! Manifest: a byte for the game, and the text of its manifest.

use super::play::{Taken, load, play};
use super::shipped::{GAMES, game, seed, text};

pub fn seeds() -> Vec<Vec<u8>> {
    let manifest = |(i, small): (usize, &super::shipped::Small)| {
        seed(&[i as u8], &small.files.texts[&format!("cards/{}/game.yaml", small.game)])
    };
    GAMES.iter().enumerate().map(manifest).collect()
}

pub fn run(input: &[u8]) -> Taken {
    let Some((which, rest)) = input.split_first() else { return Err("it is too short".into()) };
    let small = game(*which);
    let mut files = small.files.clone();
    files.texts.insert(format!("cards/{}/game.yaml", small.game), text(rest));
    play(&load(small.game, &files)?, None, input.len() as u64, 12)
}
