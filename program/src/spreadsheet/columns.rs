//! Columns: what each column of a game's table holds.

use intermezzo::catalog::Catalog;

use super::cell::CellForm;

/// The column of the card's id, which is the name of its file.
pub const ID: &str = "id";
/// The column of the folder in which the card's file lies, below the folder of the game.
pub const FOLDER: &str = "folder";

/// A key of a card's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyColumn {
    /// The key.
    pub key: String,
    /// The form in which the cells hold values.
    pub form: CellForm,
}

/// The keys of a game's cards that are columns, in the order in which a file has them: name, type, the fields of the
/// manifest, text. Abilities have no column.
pub fn of(catalog: &Catalog) -> Vec<KeyColumn> {
    let column = |key: &str, form| KeyColumn { key: key.into(), form };
    let mut all = vec![column("name", CellForm::Text), column("type", CellForm::List)];
    for (field, kind, _) in catalog.printed_fields(None) {
        if all.iter().all(|known| known.key != field) {
            all.push(KeyColumn { key: field, form: CellForm::of_kind(&kind) });
        }
    }
    if all.iter().all(|known| known.key != "text") {
        all.push(column("text", CellForm::Text));
    }
    all
}

/// The parts of the path of a card's file: what stands before `cards/GAME/`, and the folder below that. `None`: the
/// card has no file of its own, as one that the manifest makes.
pub fn place<'p>(game: &str, path: &'p str) -> Option<(&'p str, &'p str)> {
    let of_game = format!("cards/{game}/");
    let at = path.find(&of_game)?;
    let below = &path[at + of_game.len()..];
    let file = below.rfind('/').map_or(0, |at| at + 1);
    let is_card = below.ends_with(".yaml") && file > 0;
    is_card.then(|| (&path[..at], below[..file].trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_lies_in_a_folder_of_its_game() {
        assert_eq!(place("some", "cards/some/ember/imp.yaml"), Some(("", "ember")));
        assert_eq!(place("some", "packs/more/cards/some/a/b/imp.yaml"), Some(("packs/more/", "a/b")));
        assert_eq!(place("some", "cards/some/game.yaml"), None);
    }
}
