//! Write: a deck as a list, as a file of Cockatrice, or as a file of the game.

use intermezzo::catalog::{Catalog, Deck};
use intermezzo::kernel::model::value::DefId;
use quick_xml::escape::escape;

use super::DeckFormat;
use super::card_names::CardNames;
use crate::spreadsheet::cell::scalar;

/// The words by which a file is known as a deck that this program wrote, and that may be written over.
pub const MARK: &str = "made by intermezzo";

/// The text of a deck in a format.
pub fn deck(format: DeckFormat, catalog: &Catalog, deck: &Deck) -> String {
    match format {
        DeckFormat::List => list(catalog, deck),
        DeckFormat::Cockatrice => cockatrice(catalog, deck),
        DeckFormat::Yaml => {
            let text = yaml(catalog, &deck.name, deck);
            format!("# {MARK}\n{text}")
        }
    }
}

/// The cards of a list with their copies, in the order of their first copies.
pub fn counted(defs: &[DefId]) -> Vec<(DefId, usize)> {
    let mut counted: Vec<(DefId, usize)> = Vec::new();
    for def in defs {
        match counted.iter_mut().find(|(known, _)| known == def) {
            Some((_, n)) => *n += 1,
            None => counted.push((*def, 1)),
        }
    }
    counted
}

/// The lists of a deck that hold cards, by their names.
pub fn lists<'d>(catalog: &'d Catalog, deck: &'d Deck) -> impl Iterator<Item = (&'d str, Vec<(DefId, usize)>)> {
    let lists = catalog.deck_rules.lists.iter().zip(&deck.lists);
    lists.map(|(list, defs)| (&*list.name, counted(defs))).filter(|(_, cards)| !cards.is_empty())
}

fn list(catalog: &Catalog, deck: &Deck) -> String {
    let names = CardNames::of(catalog);
    let mut out = format!("// {}\n// a deck of {}, {MARK}\n", one_line(&deck.name), catalog.rules.schema.game);
    for (list, cards) in lists(catalog, deck) {
        out += &format!("\n{list}:\n");
        cards.iter().for_each(|(def, n)| out += &format!("{n} {}\n", names.written(*def)));
    }
    out
}

/// A deck as a file of Cockatrice. Cockatrice plays only with the zone `main`, so a card stands there if the reader
/// would put it into its list by itself.
fn cockatrice(catalog: &Catalog, deck: &Deck) -> String {
    let names = CardNames::of(catalog);
    let mut zones: Vec<(&str, String)> = vec![("main", String::new())];
    for (list, cards) in lists(catalog, deck) {
        for (def, n) in cards {
            let zone = if names.list_for(def) == Some(list) { "main" } else { list };
            let card = format!("        <card number=\"{n}\" name=\"{}\"/>\n", escape(names.written(def)));
            match zones.iter_mut().find(|(name, _)| *name == zone) {
                Some((_, cards)) => *cards += &card,
                None => zones.push((zone, card)),
            }
        }
    }
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n    <deckname>{}</deckname>\n    \
         <comments>a deck of {}, {MARK}</comments>\n",
        escape(one_line(&deck.name)),
        escape(&*catalog.rules.schema.game)
    );
    for (zone, cards) in zones {
        out += &format!("    <zone name=\"{}\">\n{cards}    </zone>\n", escape(zone));
    }
    out + "</cockatrice_deck>\n"
}

/// The file of a deck in its game.
pub fn yaml(catalog: &Catalog, name: &str, deck: &Deck) -> String {
    let rules = &catalog.rules;
    let mut out = format!("game: {}\nname: {}\n", rules.schema.game, scalar(name, false));
    for (list, counted) in lists(catalog, deck) {
        out += &format!("{list}:\n");
        let is_plain = counted.iter().all(|(_, n)| *n == 1);
        for (def, n) in counted {
            let id = rules.name(rules.defs[def.index()].id);
            out += &if is_plain { format!("  - {id}\n") } else { format!("  {id}: {n}\n") };
        }
    }
    out
}

fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
