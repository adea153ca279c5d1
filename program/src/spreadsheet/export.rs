//! Export: the cards of a game as the rows of a table.

use intermezzo::catalog::Catalog;
use intermezzo::data::yaml;
use intermezzo::error::Problems;

use super::columns::{self, FOLDER, ID};

/// The header, and a row for each card with a file of its own, in the order of folders and ids. Columns that no card fills
/// are there, too.
///
/// `is_wanted` judges a card by its id.
pub fn rows(catalog: &Catalog, game: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<Vec<String>> {
    let columns = columns::of(catalog);
    let mut cards: Vec<Vec<String>> = Vec::new();
    for (def, path) in catalog.rules.defs.iter().zip(&catalog.places) {
        let id = catalog.rules.name(def.id);
        let (Some((_, folder)), Some(text)) = (columns::place(game, path), catalog.files.texts.get(&**path)) else {
            continue;
        };
        let Some(node) = yaml::parse(path, text, &mut Problems::new()).filter(|_| is_wanted(id)) else { continue };
        let cell = |column: &columns::KeyColumn| {
            node.field(&column.key).map_or(String::new(), |value| column.form.cell(value))
        };
        cards.push([id.to_string(), folder.to_string()].into_iter().chain(columns.iter().map(cell)).collect());
    }
    cards.sort_by(|a, b| (&a[1], &a[0]).cmp(&(&b[1], &b[0])));
    let header = [ID, FOLDER].map(String::from).into_iter().chain(columns.into_iter().map(|column| column.key));
    std::iter::once(header.collect()).chain(cards).collect()
}
