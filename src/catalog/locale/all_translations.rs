//! Printed texts: the names and card texts of a game in each language that it is translated into, with the places of
//! the texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::fluent_file::FluentFile;
use super::keys::id_of;
use super::{files_of, of_game, tongue};
use crate::catalog::Catalog;
use crate::data::Span;
use crate::kernel::model::translated_names::NameKind;

/// The words of a language.
pub(crate) struct PrintedWords {
    /// The code of the language: `ja`.
    pub locale: String,
    /// The translations of names, by the kind of name.
    pub names: FxHashMap<NameKind, FxHashMap<Arc<str>, Arc<str>>>,
    /// The places where texts of cards begin, by the id of the message.
    places: BTreeMap<String, Span>,
    /// The translation files of the language, by path.
    pub sources: BTreeMap<String, Arc<str>>,
}

impl PrintedWords {
    /// The words of all languages that the game and the packs in play have files for.
    pub fn of_all(catalog: &Catalog) -> Vec<PrintedWords> {
        let game = &catalog.rules.schema.game;
        let of_one = |locale: String| {
            let names = tongue(catalog, &locale)?.names;
            let (mut places, mut sources) = (BTreeMap::new(), BTreeMap::new());
            for (path, text) in files_of(game, &catalog.files, &locale) {
                sources.insert(path.clone(), text.clone());
                for message in FluentFile::read(text).messages {
                    let part = message.parts.iter().find(|part| part.attribute == Some("text"));
                    if let Some(part) = part.filter(|_| message.id.starts_with("card-")) {
                        places.insert(message.id.to_string(), place(path, text, part.at));
                    }
                }
            }
            Some(PrintedWords { locale, names, places, sources })
        };
        of_game(game, &catalog.files).into_iter().filter_map(of_one).collect()
    }

    /// The name of a card in this language, by the card's id; `None`: it is not translated.
    pub fn name_of(&self, card: &str) -> Option<&str> {
        self.names.get(&NameKind::Card)?.get(card).map(|name| &**name)
    }

    /// The text of a card in this language, with the place of its beginning; `None`: the card is not translated.
    pub fn text_of(&self, card: &str) -> Option<(&str, &Span)> {
        let text = self.names.get(&NameKind::Text)?.get(card)?;
        Some((text, self.places.get(&id_of("card", card))?))
    }
}

/// The place where the value of an attribute begins.
fn place(path: &str, text: &str, at: usize) -> Span {
    let rest = &text[at..];
    let value = rest.find('=').map_or(at, |sign| at + sign + 1);
    let value = value + text[value..].len() - text[value..].trim_start_matches(' ').len();
    let before = &text[..value];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Span::new(path, u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}
