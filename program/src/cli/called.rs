//! Called: the cards that a person means by a name, by a part of it, or by an id.
//!
//! Case and accents do not count: `mowe` means `Möwe`, unless a card is called `Mowe`.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use intermezzo::kernel::Rules;
use intermezzo::kernel::model::value::DefId;

/// A name in the form in which it is compared: small letters without accents, a blank for each `_` and `-`.
pub fn plain(name: &str) -> String {
    let small = name.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    small.map(|c| if matches!(c, '_' | '-') { ' ' } else { c }).nfc().collect()
}

/// How well a query matches a name or an id: 0 with its accents, 1 but for case and accents, 2 at the beginning, 3 as a
/// part of the name; `None`: not at all.
pub fn nearness(name: &str, id: &str, query: &str) -> Option<u8> {
    let composed = |text: &str| text.nfc().flat_map(char::to_lowercase).collect::<String>();
    let is_same = composed(name) == composed(query.trim());
    let (name, id, query) = (plain(name), plain(id), plain(query.trim()));
    match () {
        () if query.is_empty() => None,
        () if is_same => Some(0),
        () if name == query || id == query => Some(1),
        () if name.starts_with(&query) || id.starts_with(&query) => Some(2),
        () if name.contains(&query) => Some(3),
        () => None,
    }
}

/// How well a query matches a definition of a card, as [`nearness`] says: its translated name, its written name or its
/// id.
pub fn nearness_of(rules: &Rules, def: Option<DefId>, query: &str) -> Option<u8> {
    let card = &rules.defs[def?.index()];
    let near = |name: &str| nearness(name, rules.name(card.id), query);
    near(rules.card_said(def?)).into_iter().chain(near(rules.name(card.name))).min()
}

/// The cards of the game that match best, and how well; nothing if none is called so.
pub fn called(rules: &Rules, query: &str) -> Option<(u8, Vec<DefId>)> {
    let all = || (0..rules.defs.len()).map(DefId::of);
    let near = |def: &DefId| nearness_of(rules, Some(*def), query);
    let best = all().filter_map(|def| near(&def)).min()?;
    Some((best, all().filter(|def| near(def) == Some(best)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, query: &str, expected: Option<u8>) {
        let id = name.to_lowercase().replace(' ', "_");
        assert_eq!(nearness(name, &id, query), expected, "{name} {query}");
    }

    #[test]
    fn case_and_accents_do_not_count() {
        check("Möwe", "möwe", Some(0));
        check("Möwe", "mo\u{308}we", Some(0));
        check("Möwe", "mowe", Some(1));
        check("Mowe", "MÖWE", Some(1));
        check("Zoë of the Tide", "zoe", Some(2));
        check("Zoë of the Tide", "of-the", Some(3));
        check("Zoë of the Tide", "zoe_of_the_tide", Some(1));
        // Letters that are no accented ones stay apart.
        check("Кот", "kot", None);
        check("Crab", " ", None);
    }
}
