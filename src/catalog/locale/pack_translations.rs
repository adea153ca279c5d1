//! Pack translations: the translations in a pack, its own texts separate from those of the game.

use std::collections::BTreeMap;

use super::completeness::all;
use super::fluent_file::FluentFile;
use crate::catalog::Catalog;

/// The translation of a pack in one language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackTranslation {
    /// The number of translated messages that name things of the pack.
    pub own: usize,
    /// The keys of the translated messages that name things of the game without the pack.
    pub of_game: Vec<String>,
}

/// Translations by a pack in play, by language; `game` is the game without packs.
pub fn spoken_by(pack: &str, catalog: &Catalog, game: Option<&Catalog>) -> BTreeMap<String, PackTranslation> {
    let mut out: BTreeMap<String, PackTranslation> = BTreeMap::new();
    let folder = format!("packs/{pack}/");
    let of_pack = catalog.files.locales.iter().filter(|(path, _)| path.starts_with(&folder));
    let files: Vec<_> = of_pack.filter_map(|(path, text)| Some((super::place(path)?.locale, text))).collect();
    if files.is_empty() {
        return out;
    }
    let known = game.map(all).unwrap_or_default();
    for (locale, text) in files {
        let spoken = out.entry(locale.into()).or_default();
        for message in FluentFile::read(text).messages.iter().filter(|message| !message.is_term) {
            match known.contains_key(message.id) {
                true => spoken.of_game.push(message.id.into()),
                false => spoken.own += 1,
            }
        }
    }
    out
}
