//! Resolve: the deck that a list means, as the tree that a file of the game would give, so one reader checks both.

use std::collections::BTreeMap;

use intermezzo::catalog::{Deck, read_deck};
use intermezzo::data::{Data, Key, Node};
use intermezzo::error::{Problems, Span};
use intermezzo::kernel::model::value::DefId;
use intermezzo::table::Game;

use super::card_names::{CardNames, NamedCard};
use super::{DeckLine, DeckList};

/// The tree of a deck: each list with its cards and their copies, each card where the list names it first.
pub fn node(deck: &DeckList, file: &str, names: &CardNames, problems: &mut Problems) -> Node {
    let whole = Span::new(file, 1, 1);
    let rules = &names.catalog.rules;
    let mut lists: BTreeMap<String, Vec<(Key, Node)>> = BTreeMap::new();
    let mut places: BTreeMap<(String, DefId), usize> = BTreeMap::new();
    for line in &deck.lines {
        let Some(def) = card(line, names, problems) else { continue };
        let Some(list) = line.list.as_deref().or_else(|| names.list_for(def)) else {
            let message = format!("`{}` may be in no deck of this game", line.card);
            problems.error("deck", &line.span, message).help("take it out: it comes into play in another way");
            continue;
        };
        let cards = lists.entry(list.to_string()).or_default();
        match places.get(&(list.to_string(), def)) {
            Some(at) => {
                let (_, known) = &mut cards[*at];
                known.value = Data::Int(known.as_int().unwrap_or(0).saturating_add(line.copies));
            }
            None => {
                places.insert((list.to_string(), def), cards.len());
                let key = Key { name: rules.name(rules.defs[def.index()].id).to_string(), span: line.span.clone() };
                cards.push((key, Node { value: Data::Int(line.copies), span: line.span.clone() }));
            }
        }
    }
    let of_file = || std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().replace(['_', '-'], " "));
    let name = deck.name.clone().or_else(of_file).filter(|name| !name.trim().is_empty());
    let mut entries: Vec<(Key, Node)> = Vec::new();
    let mut push = |name: &str, value: Data, span: &Span| {
        let key = Key { name: name.into(), span: span.clone() };
        entries.push((key, Node { value, span: span.clone() }));
    };
    push("name", Data::Text(name.unwrap_or_else(|| "Deck".into())), &whole);
    for (list, cards) in lists {
        let span = cards.first().map_or(whole.clone(), |(key, _)| key.span.clone());
        push(&list, Data::Map(cards), &span);
    }
    Node { value: Data::Map(entries), span: whole }
}

/// The card of a line: of several with one name, the one that its list may hold.
fn card(line: &DeckLine, names: &CardNames, problems: &mut Problems) -> Option<DefId> {
    let several = match names.find(&line.card) {
        NamedCard::One(def) => return Some(def),
        NamedCard::Several(several) => several,
        NamedCard::None => {
            super::list::unknown_card(names, &line.span, &line.card, problems);
            return None;
        }
    };
    let catalog = names.catalog;
    let may = |def: &&DefId| {
        let lists = catalog.deck_rules.lists.iter().filter(|list| line.list.as_ref().is_none_or(|l| *l == list.name));
        lists.into_iter().any(|list| list.may_hold(&catalog.rules, **def))
    };
    let held: Vec<&DefId> = several.iter().filter(may).collect();
    if let [def] = held[..] {
        return Some(*def);
    }
    let ids = several.iter().map(|def| &**catalog.rules.name(catalog.rules.defs[def.index()].id));
    let help = format!("write the id of the one that is meant: {}", ids.collect::<Vec<_>>().join(", "));
    problems.error("unknown_card", &line.span, format!("several cards are called `{}`", line.card)).help(help);
    None
}

/// The deck of a tree, checked against the rules of the game for decks.
pub fn deck(game: &Game, node: &Node, problems: &mut Problems) -> Deck {
    let catalog = &game.catalog;
    let mut deck = read_deck(&catalog.rules, &catalog.deck_rules, node, problems);
    deck.numbers.0 = Some(catalog.rules.clone());
    catalog.deck_rules.check(&catalog.rules, &deck, node, problems);
    deck
}
