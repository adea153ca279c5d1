//! Card names: which card a name or an id in a list means, and which list of a deck a heading or a card belongs to.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization as _;

use intermezzo::catalog::Catalog;
use intermezzo::data::suggest;
use intermezzo::kernel::model::value::DefId;

/// The cards of a game by their names and ids, and the lists of its decks.
pub struct CardNames<'g> {
    /// The game.
    pub catalog: &'g Catalog,
    by_name: BTreeMap<String, Vec<DefId>>,
}

/// What a name in a list may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedCard {
    /// A card.
    One(DefId),
    /// Several cards have this name.
    Several(Vec<DefId>),
    /// No card.
    None,
}

impl<'g> CardNames<'g> {
    /// The names of a game's cards: those in the files, and those in the language that is spoken.
    pub fn of(catalog: &'g Catalog) -> CardNames<'g> {
        let rules = &catalog.rules;
        let mut by_name: BTreeMap<String, Vec<DefId>> = BTreeMap::new();
        for at in 0..rules.defs.len() {
            let (def, card) = (DefId::of(at), &rules.defs[at]);
            for name in [rules.name(card.name), rules.card_said(def)] {
                let known = by_name.entry(plain(name)).or_default();
                if !known.contains(&def) {
                    known.push(def);
                }
            }
        }
        CardNames { catalog, by_name }
    }

    /// The card that a text names: by its id, else by its name, else by its id in another spelling.
    pub fn find(&self, text: &str) -> NamedCard {
        let rules = &self.catalog.rules;
        if let Some(def) = rules.def_by_id(text.trim()) {
            return NamedCard::One(def);
        }
        match self.by_name.get(&plain(text)).map(Vec::as_slice) {
            Some([def]) => NamedCard::One(*def),
            Some(several) => NamedCard::Several(several.to_vec()),
            // An id in another spelling, as `Grey-Heron`.
            None => rules.def_by_id(&plain(text).replace(' ', "_")).map_or(NamedCard::None, NamedCard::One),
        }
    }

    /// True if a text names a card, or several.
    pub fn is_card(&self, text: &str) -> bool {
        self.find(text) != NamedCard::None
    }

    /// The name that a list shows: the card's own, or its id where the name would not be read as this card.
    pub fn written(&self, def: DefId) -> &str {
        let rules = &self.catalog.rules;
        let card = &rules.defs[def.index()];
        let name = rules.name(card.name);
        let is_clear = self.find(name) == NamedCard::One(def) && name.trim() == &**name && !name.contains(['\n', '#']);
        if is_clear { name } else { rules.name(card.id) }
    }

    /// The known name that is nearest to a text.
    pub fn nearest(&self, text: &str) -> Option<&str> {
        let rules = &self.catalog.rules;
        let names = rules
            .defs
            .iter()
            .enumerate()
            .flat_map(|(at, def)| [&**rules.name(def.name), rules.card_said(DefId::of(at)), &**rules.name(def.id)]);
        suggest::nearest(text, names)
    }

    /// The list of a deck that a heading names, in any spelling that [`plain`] evens out. Marks and counts around the
    /// name were taken off before.
    pub fn list(&self, heading: &str) -> Option<&'g str> {
        let word = plain(heading);
        let lists = self.catalog.deck_rules.lists.iter().map(|list| &*list.name);
        lists.into_iter().find(|name| plain(name) == word)
    }

    /// The first list that may hold a card: one that takes its cards out of no other list goes before one that does.
    pub fn list_for(&self, def: DefId) -> Option<&'g str> {
        let lists = &self.catalog.deck_rules.lists;
        let may = |own: bool| {
            lists.iter().find(|list| list.out_of.is_none() == own && list.may_hold(&self.catalog.rules, def))
        };
        may(true).or_else(|| may(false)).map(|list| &*list.name)
    }

    /// True if a heading only groups cards, as `Creatures`: it names a type of cards, alone or in the plural.
    pub fn is_type(&self, heading: &str) -> bool {
        let (word, rules) = (plain(heading), &self.catalog.rules);
        rules.schema.types.iter().any(|ty| {
            let name = plain(rules.name(ty.name));
            word == name || word == format!("{name}s") || word == format!("{}ies", name.trim_end_matches('y'))
        })
    }
}

/// A name without what people and programs write differently: case, quotes, blanks, hyphens, composed letters.
pub fn plain(name: &str) -> String {
    let letters = name.nfc().flat_map(char::to_lowercase).map(|c| match c {
        '\u{2018}' | '\u{2019}' | '\u{02bc}' | '`' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2010}'..='\u{2015}' | '-' | '_' => ' ',
        c if c.is_whitespace() => ' ',
        c => c,
    });
    let folded: String = letters.collect();
    folded.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_equal() {
        for name in ["Hind's  Rope-walk", "hind\u{2019}s rope walk", "HIND'S\u{a0}ROPE_WALK"] {
            assert_eq!(plain(name), "hind's rope walk");
        }
        assert_eq!(plain("Cafe\u{301}"), plain("Café"));
    }
}
