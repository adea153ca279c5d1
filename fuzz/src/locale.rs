//! Locale: a byte for the game, and the words of a language, in which the game is told then.

use intermezzo::catalog::{Files, locale};

use super::play::{Taken, load, play};
use super::shipped::{GAMES, game, seed, text};

/// The longest part of a shipped file that is a seed, in bytes.
const LONGEST: usize = 4_000;

pub fn seeds() -> Vec<Vec<u8>> {
    let files = Files::built_in();
    let mut out = Vec::new();
    for (i, small) in GAMES.iter().enumerate() {
        let folder = format!("cards/{}/locale/", small.game);
        for (_, words) in files.locales.iter().filter(|(path, _)| path.starts_with(&folder)) {
            let cut = (0..=words.len().min(LONGEST)).rev().find(|at| words.is_char_boundary(*at)).unwrap_or(0);
            out.push(seed(&[i as u8], &words[..cut]));
        }
        let own = "card-imp = Kobold\n    .name = Der Kobold\n-term = { $n ->\n    [one] Karte\n   *[other] { $n } Karten\n}\n\
                   zone-hand = { -term }\nui-turn = Zug { NUMBER($n) }\nzone-deck = { zone-hand } { \"}\" }\n";
        out.push(seed(&[i as u8], own));
    }
    out
}

pub fn run(input: &[u8]) -> Taken {
    let Some((which, rest)) = input.split_first() else { return Err("it is too short".into()) };
    let small = game(*which);
    let mut files = small.files.clone();
    files.locales.insert(format!("cards/{}/locale/de.ftl", small.game), text(rest));
    let game = load(small.game, &files)?;
    // What is wrong in them keeps no game from being played.
    drop(locale::findings(game.catalog()).render_all());
    game.speak("de");
    play(&game, None, input.len() as u64, 4)
}
