//! Faces: the face of a card in the text of a hover, for editors that show images there.

use intermezzo::faces::{Drawing, Fonts, Live, Picture};

use crate::editor::index::NamedThing;
use crate::editor::kinds::ObjectKind;
use crate::editor::query::Query;

/// The most bytes of an image; a longer one is left out: VS Code cuts a hover after 100,000 characters, and shows the
/// rest as text.
const LONGEST: usize = 90_000;

/// The face of the card whose name stands at a place, as an image in Markdown; `None`: no card is named there, its game
/// does not load, or the image is too long.
pub fn at(known: &Query) -> Option<String> {
    let (path, line, column) = known.here;
    let NamedThing { kind: ObjectKind::Card, name: id, .. } = known.index.meant(path, line, column)? else {
        return None;
    };
    let game = known.game?;
    let drawing = Drawing { fonts: Fonts::Outlined, ..Drawing::ALONE };
    let svg = game.face(&id, &Live::default(), &drawing)?;
    let picture = Picture::read(svg.into_bytes()).ok()?.data_uri();
    // In Markdown a bracket would end the words that stand for the image.
    let name: String =
        game.printed(&id)?.name.chars().filter(|c| !matches!(c, '[' | ']' | '|' | '\\' | '\n')).collect();
    (picture.len() <= LONGEST).then(|| format!("![{name}|width=240]({picture})"))
}
