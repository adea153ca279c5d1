//! Look: how cards are drawn, read from the manifest and the packs in play.

use super::Catalog;
use super::keys::packs::PackKeys;
use crate::data::Node;
use crate::error::Problems;
use crate::kernel::model::lang::CardField;
use crate::render::Look;
use crate::render::look_reader::{LookNames, read};

/// The look of a game with the packs in play.
pub(super) fn of(catalog: &Catalog, manifest: Option<&Node>, problems: &mut Problems) -> Look {
    let says = |pack: &super::PackInfo| PackKeys::of(&pack.node).look.is_some();
    if manifest.is_none() && !catalog.packs.iter().any(says) {
        return Look::default();
    }
    let is_word = |word: &str| catalog.rules.schema.symbols.find(word).is_some();
    let known = known(catalog, &is_word);
    let mut look = manifest.map_or_else(Look::default, |node| read(node, None, &known, problems));
    for pack in &catalog.packs {
        if let Some(node) = PackKeys::of(&pack.node).look {
            let own = read(node, Some(&look), &known, problems);
            look.packs.insert(pack.id.clone(), own);
        }
    }
    look
}

/// The names that a look may use.
fn known<'a>(catalog: &Catalog, is_word: &'a dyn Fn(&str) -> bool) -> LookNames<'a> {
    let schema = &catalog.rules.schema;
    let name = |sym| catalog.rules.name(sym).to_string();
    let is_printed = |field: &CardField| match field {
        CardField::Attr(attr) => schema.attrs[attr.index()].base.printed().is_some(),
        CardField::Words(_) | CardField::Cost(_) | CardField::Text(_) | CardField::Cells(_) => true,
        _ => false,
    };
    let fields = schema.card_fields.iter().filter(|(_, field)| is_printed(field));
    let mut sets: Vec<String> = catalog.places.iter().map(|place| set_of(place).to_string()).collect();
    sets.sort();
    sets.dedup();
    let mut words: Vec<String> =
        catalog.rules.defs.iter().flat_map(|def| def.words.iter().flatten()).map(|word| name(*word)).collect();
    words.sort();
    words.dedup();
    LookNames {
        fields: fields.map(|(field, _)| name(*field)).collect(),
        types: schema.types.iter().map(|ty| name(ty.name)).collect(),
        sets,
        words,
        is_word,
    }
}

/// The set of a card: the folder of its file.
pub fn set_of(place: &str) -> &str {
    place.rsplit('/').nth(1).unwrap_or_default()
}
