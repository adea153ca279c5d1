//! Changelog: how a game with one version of a pack differs from the same game with another, in players' words.

use std::collections::BTreeMap;

use intermezzo::catalog::{Catalog, Deck};
use intermezzo::kernel::Rules;
use intermezzo::kernel::model::lang::CardField;
use intermezzo::kernel::model::rules::CardDef;
use intermezzo::kernel::model::value::DefId;

/// The differences between two versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changelog {
    /// Cards that are new, by name.
    pub added: Vec<String>,
    /// Cards that are gone.
    pub removed: Vec<String>,
    /// Changed cards, each with its differences.
    pub changed: Vec<(String, Vec<String>)>,
    /// Other differences.
    pub others: Vec<String>,
}

impl Changelog {
    /// Compares two catalogs.
    pub fn of(old: &Catalog, new: &Catalog) -> Changelog {
        let mut log = Changelog::default();
        let (before, after) = (cards(&old.rules), cards(&new.rules));
        for (id, card) in &after {
            match before.get(id) {
                None => log.added.push(new.rules.name(card.name).to_string()),
                Some(was) => {
                    let lines = differences((old, was), (new, card), id);
                    if !lines.is_empty() {
                        log.changed.push((new.rules.name(card.name).to_string(), lines));
                    }
                }
            }
        }
        let gone = before.iter().filter(|(id, _)| !after.contains_key(*id));
        log.removed = gone.map(|(_, card)| old.rules.name(card.name).to_string()).collect();
        log.decks(old, new);
        log.options(&old.rules, &new.rules);
        log.patches(old, new);
        log
    }

    /// True if nothing differs that a player would notice.
    pub fn is_empty(&self) -> bool {
        *self == Changelog::default()
    }

    fn decks(&mut self, old: &Catalog, new: &Catalog) {
        let cards = |catalog: &Catalog, deck: &Deck| -> Vec<Vec<String>> {
            let name = |def: &DefId| catalog.rules.name(catalog.rules.defs[def.index()].id).to_string();
            deck.lists.iter().map(|list| list.iter().map(name).collect()).collect()
        };
        for (id, deck) in &new.decks {
            match old.decks.get(id) {
                None => self.others.push(format!("a new deck: {}", deck.name)),
                Some(was) if cards(old, was) != cards(new, deck) => {
                    self.others.push(format!("the deck {} has other cards", deck.name))
                }
                Some(_) => {}
            }
        }
        let gone = old.decks.iter().filter(|(id, _)| !new.decks.contains_key(*id));
        self.others.extend(gone.map(|(_, deck)| format!("the deck {} is gone", deck.name)));
    }

    fn options(&mut self, old: &Rules, new: &Rules) {
        let names =
            |rules: &Rules| -> Vec<String> { rules.options.iter().map(|(n, _)| rules.name(*n).to_string()).collect() };
        let (before, after) = (names(old), names(new));
        self.others.extend(after.iter().filter(|n| !before.contains(n)).map(|n| format!("a new option: {n}")));
        self.others.extend(before.iter().filter(|n| !after.contains(n)).map(|n| format!("the option {n} is gone")));
    }

    /// Changes that packs make to the rules of the game.
    fn patches(&mut self, old: &Catalog, new: &Catalog) {
        let of = |catalog: &Catalog| -> Vec<String> {
            let is_rule = |what: &str| ["set", "add", "insert", "wrap", "remove", "replace", "reads"].contains(&what);
            let all = catalog.changes.iter().filter(|c| is_rule(c.what));
            all.map(|c| format!("{} {}", c.what, c.name)).collect()
        };
        let (before, after) = (of(old), of(new));
        let hidden = |line: &str| line.strip_prefix("reads hidden: ").map(String::from);
        for line in after.iter().filter(|line| !before.contains(line)) {
            self.others.push(match hidden(line) {
                Some(who) => format!("reads what its player does not see: {who}"),
                None => format!("changes the rules: {line}"),
            });
        }
        for line in before.iter().filter(|line| !after.contains(line)) {
            self.others.push(match hidden(line) {
                Some(who) => format!("reads no more what its player does not see: {who}"),
                None => format!("changes the rules no more: {line}"),
            });
        }
    }
}

fn cards(rules: &Rules) -> BTreeMap<String, &CardDef> {
    rules.defs.iter().map(|card| (rules.name(card.id).to_string(), card)).collect()
}

/// The differences between a card before and after, in words.
fn differences((old, was): (&Catalog, &CardDef), (new, is): (&Catalog, &CardDef), id: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let name = |rules: &Rules, card: &CardDef| rules.name(card.name).to_string();
    if name(&old.rules, was) != name(&new.rules, is) {
        lines.push(format!("was called {}", name(&old.rules, was)));
    }
    let (before, after) = (printed(&old.rules, was), printed(&new.rules, is));
    for (field, value) in &after {
        match before.get(field) {
            Some(old) if old == value => {}
            Some(old) => lines.push(format!("{field} {old} → {value}")),
            None => lines.push(format!("{field} {value}, new")),
        }
    }
    lines.extend(
        before
            .iter()
            .filter(|(field, _)| !after.contains_key(*field))
            .map(|(field, old)| format!("no {field}, was {old}")),
    );
    if was.text != is.text {
        lines.push(match is.text.is_empty() {
            true => "has no text any more".into(),
            false => format!("text: {}", is.text.trim().replace('\n', " ")),
        });
    } else if sources(old, id) != sources(new, id) {
        // The text says the same, so players are told at least that something was mended.
        lines.push("does what its text says in another way".into());
    }
    lines
}

/// The texts of the files that are called as a card's file is. They show changes that no printed value shows.
fn sources(catalog: &Catalog, id: &str) -> Vec<String> {
    let is_it = |path: &&String| path.rsplit('/').next() == Some(&format!("{id}.yaml"));
    catalog.files.texts.iter().filter(|(path, _)| is_it(path)).map(|(_, text)| text.to_string()).collect()
}

/// The printed values of a card, by field.
fn printed(rules: &Rules, card: &CardDef) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    out.insert("type".into(), rules.name(rules.schema.types[card.ty.index()].name).to_string());
    for (name, field) in &rules.schema.card_fields {
        let value = match field {
            CardField::Attr(attr) => {
                let slot = rules.schema.attrs[attr.index()].base.printed();
                slot.and_then(|slot| card.ints.get(slot as usize)).filter(|n| **n != 0).map(i64::to_string)
            }
            CardField::Words(slot) => {
                let words: Vec<&str> = card.words[*slot as usize].iter().map(|w| &**rules.name(*w)).collect();
                (!words.is_empty()).then(|| words.join(", "))
            }
            CardField::Cost(slot) => {
                let pips = card.costs[*slot as usize].iter().zip(&rules.schema.pips).filter(|(n, _)| **n > 0);
                let pips: Vec<String> = pips.map(|(n, (pip, _))| format!("{n} {}", rules.name(*pip))).collect();
                (!pips.is_empty()).then(|| pips.join(" + "))
            }
            _ => None,
        };
        out.extend(value.map(|value| (rules.name(*name).to_string(), value)));
    }
    out
}
