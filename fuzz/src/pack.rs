//! Pack: a byte for the game, and the files of a pack over it: a line `=== path` begins each.

use std::sync::Arc;

use intermezzo::catalog::Files;

use super::play::{Taken, load, play};
use super::shipped::{GAMES, game, seed, text};

/// The id of the pack here, whatever its header says.
const ID: &str = "legends";

pub fn seeds() -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    for (i, small) in GAMES.iter().enumerate() {
        // A game whose cards are all made by its piles has no file of one.
        let Some(card) = small.cards.first() else { continue };
        let id = card.rsplit('/').next().and_then(|name| name.strip_suffix(".yaml")).expect("a card's path");
        let header = format!("pack: {ID}\nversion: 1.0.0\nextends: {}\n", small.game);
        let replaced =
            format!("{header}replaces: [{id}]\n=== cards/{}/new/{id}.yaml\n{}", small.game, small.files.texts[card]);
        let patched = format!("{header}patches:\n  - card: {id}\n    set: name\n    to: Other\n");
        let script = format!(
            "{header}=== scripts/{}/more.lua\nlocal more = {{}}\nfunction more.one(x) return x + 1 end\nreturn more\n",
            small.game
        );
        out.extend([replaced, patched, script].map(|files| seed(&[i as u8], &files)));
    }
    // The pack that is shipped: its header, and some of its cards.
    let texts = Files::built_in().texts;
    let own: Vec<_> =
        texts.iter().filter_map(|(path, text)| Some((path.strip_prefix("packs/legends/")?, text))).collect();
    let (cards, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|(path, _)| path.starts_with("cards/"));
    let files = |part: &[(&str, &Arc<str>)]| -> String {
        part.iter().map(|(path, text)| format!("=== {path}\n{text}\n")).collect()
    };
    let header = others.iter().find(|(path, _)| *path == "pack.yaml").expect("its header").1;
    let scripts: Vec<_> = others.iter().copied().filter(|(path, _)| path.ends_with(".lua")).collect();
    for part in cards.chunks(8) {
        let input = seed(&[2], &format!("{header}\n{}{}", files(&scripts), files(part)));
        // The header names some of the cards.
        out.extend(run(&input).is_ok().then_some(input));
    }
    out
}

pub fn run(input: &[u8]) -> Taken {
    let Some((which, rest)) = input.split_first() else { return Err("it is too short".into()) };
    let small = game(*which);
    let mut files = small.files.clone();
    let all = text(rest);
    let mut parts = all.split("=== ");
    let header = parts.next().unwrap_or("");
    let mut texts: Vec<(String, Arc<str>)> = vec![(format!("packs/{ID}/pack.yaml"), header.into())];
    for part in parts {
        let (path, text) = part.split_once('\n').unwrap_or((part, ""));
        texts.push((format!("packs/{ID}/{path}"), text.into()));
    }
    files.overlay(texts);
    files.packs.push(ID.into());
    play(&load(small.game, &files)?, None, input.len() as u64, 12)
}
