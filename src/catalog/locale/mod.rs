//! Locale: the words of a game in other languages, from the `.ftl` files of its `locale/` folders and of its packs.
//!
//! ```text
//! cards/<game>/locale/ja.ftl                  the names, texts and sentences of a game in Japanese
//! packs/<id>/cards/<game>/locale/ja.ftl       what a pack adds, or says otherwise
//! ```
//!
//! No rule, record or hash depends on translations: they are neither hashed nor recorded, and a mistake in them stops
//! no game. The interface has sentences of its own (`interface/`), over which a game may put others.

mod all_translations;
mod bounds;
mod check;
mod completeness;
mod completions;
mod fluent_file;
mod keys;
mod pack_translations;
mod speech;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Catalog, Files};
use crate::kernel::model::translation::{NameKind, Tongue};
use speech::Fluent;

pub(crate) use all_translations::PrintedWords;
pub use {
    check::{findings, findings_in},
    completeness::untranslated,
    completions::{Completion, offers},
    pack_translations::{PackTranslation, spoken_by},
};

/// Prefix of the ids of the interface's messages.
const INTERFACE_IDS: &str = "ui-";
/// English words of the interface and the transcript: a copy from the code, which `tests/it/locales.rs` writes.
const ENGLISH: &str = include_str!("interface/en.ftl");
/// The interface in other languages.
const INTERFACE: [(&str, &str); 1] = [("ja", include_str!("interface/ja.ftl"))];

/// Languages in which the interface speaks besides English.
pub fn of_interface() -> Vec<&'static str> {
    INTERFACE.iter().map(|(locale, _)| *locale).collect()
}

/// The languages for which a game or a pack in play has files.
pub fn of_game(game: &str, files: &Files) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for path in files.locales.keys() {
        let ours =
            place(path).filter(|place| place.game == game && place.pack.is_none_or(|pack| is_in_play(files, pack)));
        if let Some(place) = ours.filter(|place| !found.iter().any(|known| known == place.locale)) {
            found.push(place.locale.to_string());
        }
    }
    found.sort();
    found
}

fn is_in_play(files: &Files, pack: &str) -> bool {
    files.packs.iter().any(|id| id == pack)
}

/// What the path of a translation file tells: its pack, its game and its language.
struct TranslationPath<'a> {
    pack: Option<&'a str>,
    game: &'a str,
    locale: &'a str,
}

/// Reads the path of a translation file; `None`: nothing reads it there.
fn place(path: &str) -> Option<TranslationPath<'_>> {
    let inner = super::card_paths::in_pack(path);
    let pack = (inner != path).then(|| path.split('/').nth(1)).flatten();
    let (game, below) = inner.strip_prefix("cards/")?.split_once('/')?;
    let name = below.strip_prefix("locale/")?;
    let locale = name.split_once('/').map_or_else(|| name.strip_suffix(".ftl"), |(folder, _)| Some(folder))?;
    let is_locale = !locale.is_empty() && locale.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_locale.then_some(TranslationPath { pack, game, locale })
}

/// True if a translation file belongs to a pack.
fn is_of_pack(path: &str) -> bool {
    place(path).is_some_and(|place| place.pack.is_some())
}

/// True if a game reads a translation file at this place.
pub(super) fn is_read(path: &str) -> bool {
    place(path).is_some()
}

/// The available language that best fits a wanted one: `ja_JP.UTF-8` is `ja-JP`, or else `ja`.
pub fn meant(wanted: &str, known: &[String]) -> Option<String> {
    let plain = wanted.split(['.', '@']).next().unwrap_or("").replace('_', "-").to_lowercase();
    let is = |known: &&String| known.to_lowercase() == plain;
    let first = plain.split('-').next().unwrap_or("").to_string();
    let is_near = |known: &&String| known.to_lowercase() == first;
    known.iter().find(is).or_else(|| known.iter().find(is_near)).cloned()
}

/// The file name of a language: `ja_JP.UTF-8` becomes `ja-JP`.
pub fn file_name(wanted: &str) -> String {
    wanted.split(['.', '@']).next().unwrap_or("").replace('_', "-")
}

/// All languages that a game can be told in: those of its files, and those of the interface.
pub fn known(game: &str, files: &Files) -> Vec<String> {
    let mut all = of_game(game, files);
    all.extend(of_interface().into_iter().map(String::from));
    all.push("en".into());
    all.sort();
    all.dedup();
    all
}

/// The files of a language for a game. Files of packs come last, because they replace texts of the others.
fn files_of<'a>(game: &str, all: &'a Files, locale: &str) -> Vec<(&'a String, &'a Arc<str>)> {
    let is_ours = |path: &String| {
        place(path).is_some_and(|place| {
            place.locale == locale && place.game == game && place.pack.is_none_or(|pack| is_in_play(all, pack))
        })
    };
    let rank = |path: &String| {
        let pack = place(path).and_then(|place| place.pack);
        pack.map_or(0, |pack| all.packs.iter().position(|id| id == pack).map_or(1, |at| at + 1))
    };
    let mut files: Vec<(&String, &Arc<str>)> = all.locales.iter().filter(|(path, _)| is_ours(path)).collect();
    files.sort_by_key(|(path, _)| (rank(path), *path));
    files
}

impl Catalog {
    /// Tells this game in another language from now on. False: neither the game nor the interface has words in it.
    pub(crate) fn speak(&self, wanted: &str) -> bool {
        let known = known(&self.rules.schema.game, &self.files);
        let Some(locale) = meant(wanted, &known) else { return false };
        let Some(tongue) = tongue(self, &locale) else { return false };
        self.rules.tongue.set(Arc::new(tongue));
        true
    }
}

/// The names and sentences of a language for a game; `None` without any.
fn tongue(catalog: &Catalog, locale: &str) -> Option<Tongue> {
    let interface = INTERFACE.iter().find(|(known, _)| *known == locale).map(|(_, text)| *text);
    let files = files_of(&catalog.rules.schema.game, &catalog.files, locale)
        .into_iter()
        .filter(|(_, text)| bounds::too_much(text).is_none());
    // Packs cannot change the words of the interface: people rely on them.
    let (of_packs, own): (Vec<_>, Vec<_>) = files.partition(|(path, _)| is_of_pack(path));
    let own: Vec<&str> = interface.into_iter().chain(own.into_iter().map(|(_, text)| &**text)).collect();
    let texts: Vec<&str> = own.iter().copied().chain(of_packs.into_iter().map(|(_, text)| &**text)).collect();
    if texts.is_empty() {
        return None;
    }
    let fluent = Fluent::new(locale, &texts, &own);
    let mut names: rustc_hash::FxHashMap<NameKind, rustc_hash::FxHashMap<Arc<str>, Arc<str>>> = Default::default();
    for key in keys::of_names(&catalog.rules) {
        for (attribute, part, name) in &key.names {
            if let Some(said) = fluent.name(&key.id, attribute.as_deref()) {
                names.entry(*part).or_default().insert(name.clone(), said.into());
            }
        }
    }
    // A word that is also the name of a card is translated like the card, unless it has a translation of its own.
    let cards: BTreeMap<&Arc<str>, &Arc<str>> =
        catalog.rules.defs.iter().map(|def| (catalog.rules.name(def.name), catalog.rules.name(def.id))).collect();
    let texts: Vec<(Arc<str>, Arc<str>)> = cards
        .into_iter()
        .filter_map(|(name, id)| Some((name.clone(), names.get(&NameKind::Card)?.get(id)?.clone())))
        .collect();
    let words = names.entry(NameKind::Word).or_default();
    for (name, said) in texts {
        words.entry(name).or_insert(said);
    }
    Some(Tongue { names, speech: Box::new(fluent) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_as_people_write_it() {
        let known = ["ja", "pt-BR"].map(String::from);
        let check = |wanted: &str, found: Option<&str>| assert_eq!(meant(wanted, &known).as_deref(), found, "{wanted}");
        check("ja", Some("ja"));
        check("ja_JP.UTF-8", Some("ja"));
        check("pt_BR@euro", Some("pt-BR"));
        check("pt", None);
        check("C", None);
        check("", None);
    }

    #[test]
    fn a_file_of_a_language_has_its_place() {
        let check = |path: &str, locale: Option<&str>| assert_eq!(place(path).map(|p| p.locale), locale, "{path}");
        check("cards/some/locale/ja.ftl", Some("ja"));
        check("cards/some/locale/ja/cards.ftl", Some("ja"));
        check("packs/mine/cards/some/locale/pt-BR.ftl", Some("pt-BR"));
        check("cards/some/ja.ftl", None);
        check("locale/ja.ftl", None);
    }
}
