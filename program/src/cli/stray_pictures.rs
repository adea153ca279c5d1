//! Stray pictures: findings about pictures whose names are the id of no card, so that they are never drawn.

use super::faces::art_of;
use super::findings::short;
use super::pack::Pack;
use intermezzo::data::{Span, suggest};
use intermezzo::error::Problems;
use intermezzo::table::Game;

/// A finding for each picture, in the folders of the game and of the packs in play, that belongs to no card.
pub fn findings(pack: &Pack, game: &Game) -> Problems {
    let rules = &game.catalog.rules;
    let ids = || rules.defs.iter().map(|def| &**rules.name(def.id));
    let mut problems = Problems::new();
    for (path, id) in art_of(pack, game).names() {
        if ids().any(|known| known == id) {
            continue;
        }
        let help = match suggest::nearest(&id, ids()) {
            Some(near) => format!("did you mean `{near}`? A picture is called by the id of its card"),
            None => "a picture is called by the id of its card".into(),
        };
        let message = format!("no card is called `{id}`, so nobody draws this picture");
        problems.warn("stray_file", &Span::file(short(&path)), message).help(help);
    }
    problems
}
