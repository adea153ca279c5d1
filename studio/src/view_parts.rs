//! View parts: the parts of a view, of which a browser is sent only those that changed.
//!
//! A view of a game with a large market has 45 KB, of which an answer changes a few lines. A browser that asks for parts
//! gets the first view whole, and then a view in which
//!
//! ```text
//! a key that is missing   is as it was
//! a zone that is 0        is as it was
//! a card that is 12       is as card 12 was before, wherever it lay
//! ```
//!
//! Such a message has the field `is_part`. A connection remembers hashes only, so a table with many watchers needs
//! little memory.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// The keys of the hashes. They are secret: who knew them could write a card that is taken for another one.
static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// The hashes of the parts that were sent to a connection.
#[derive(Debug, Default, PartialEq)]
pub struct SentParts {
    /// The hash of each part of the view besides the zones, by its key.
    parts: BTreeMap<String, u64>,
    zones: Vec<u64>,
    /// The cards, by number.
    cards: HashMap<u16, u64>,
}

type ViewParts<'a> = BTreeMap<String, &'a RawValue>;

/// A card as JSON, of which only the number is read.
#[derive(Deserialize)]
struct Numbered {
    card: u16,
}

/// A standing of a table without the parts that were sent before, and the hashes of all its parts. A text that is not a
/// standing is returned as it is.
pub fn part(standing: &str, before: Option<&SentParts>) -> (String, SentParts) {
    let nothing = SentParts::default();
    let whole = |sent| (standing.to_string(), sent);
    let Some((mut fields, view)) = read(standing) else { return whole(nothing) };
    let Some(zones) = view.get("zones").and_then(|zones| parsed::<Vec<&RawValue>>(zones)) else {
        return whole(nothing);
    };
    let (sent, cards) = hashes_of(&view, &zones);
    let Some(before) = before.filter(|before| before.is_like(&sent)) else { return whole(sent) };
    let zone = |(at, zone): (usize, &&RawValue)| match before.zones[at] == sent.zones[at] {
        true => raw(&0),
        false => without_cards(zone, &cards[at], before, &sent),
    };
    let zones: Option<Vec<_>> = zones.iter().enumerate().map(zone).collect();
    let is_other = |key: &&String| before.parts.get(*key) != sent.parts.get(*key);
    let others: Vec<_> = view.keys().filter(|key| *key != "zones").filter(is_other).cloned().collect();
    let zones = zones.and_then(|zones| raw(&zones));
    let mut left: ViewParts = others.iter().filter_map(|key| Some((key.clone(), *view.get(key)?))).collect();
    left.extend(zones.as_deref().map(|zones| ("zones".to_string(), zones)));
    let Some(view) = raw(&left) else { return whole(sent) };
    let Some(is_part) = raw(&true) else { return whole(sent) };
    fields.extend([("view".to_string(), &*view), ("is_part".to_string(), &*is_part)]);
    match serde_json::to_string(&fields) {
        Ok(text) => (text, sent),
        Err(_) => whole(sent),
    }
}

/// The fields of a standing, and the fields of its view.
fn read(standing: &str) -> Option<(ViewParts<'_>, ViewParts<'_>)> {
    let fields: ViewParts = serde_json::from_str(standing).ok()?;
    let view = parsed(fields.get("view")?)?;
    Some((fields, view))
}

/// The hashes of a view, and the numbers of the cards in each of its zones.
fn hashes_of(view: &ViewParts, zones: &[&RawValue]) -> (SentParts, Vec<Vec<u16>>) {
    let parts = view.iter().filter(|(key, _)| *key != "zones").map(|(key, part)| (key.clone(), hash(part))).collect();
    let mut sent = SentParts { parts, zones: zones.iter().map(|zone| hash(zone)).collect(), ..SentParts::default() };
    let numbers = zones.iter().map(|zone| {
        let cards = cards_of(zone).unwrap_or_default();
        let number = |card: &&RawValue| {
            let Numbered { card: number } = parsed(card)?;
            sent.cards.insert(number, hash(card));
            Some(number)
        };
        cards.iter().filter_map(number).collect()
    });
    let numbers = numbers.collect();
    (sent, numbers)
}

/// A zone in which each card that was sent before and has not changed is only its number.
fn without_cards(zone: &RawValue, numbers: &[u16], before: &SentParts, sent: &SentParts) -> Option<Box<RawValue>> {
    let mut fields: ViewParts = parsed(zone)?;
    let cards = cards_of(zone)?;
    let known = |number: &u16| before.cards.get(number).is_some_and(|hash| sent.cards.get(number) == Some(hash));
    let card = |(card, number): (&&RawValue, &u16)| if known(number) { raw(number) } else { Some((*card).to_owned()) };
    let cards: Option<Vec<_>> =
        if cards.len() == numbers.len() { cards.iter().zip(numbers).map(card).collect() } else { None };
    let cards = raw(&cards?)?;
    fields.insert("cards".into(), &cards);
    raw(&fields)
}

impl SentParts {
    /// True if a view can be sent as its differences from this one: both have the same zones and no key is gone.
    fn is_like(&self, now: &SentParts) -> bool {
        self.zones.len() == now.zones.len() && self.parts.keys().all(|key| now.parts.contains_key(key))
    }
}

fn cards_of(zone: &RawValue) -> Option<Vec<&RawValue>> {
    parsed(parsed::<ViewParts>(zone)?.get("cards")?)
}

fn parsed<'a, T: Deserialize<'a>>(text: &'a RawValue) -> Option<T> {
    serde_json::from_str(text.get()).ok()
}

fn raw(value: &impl Serialize) -> Option<Box<RawValue>> {
    to_raw_value(value).ok()
}

fn hash(text: &RawValue) -> u64 {
    KEYS.hash_one(text.get())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn standing(zones: Value, others: Value) -> String {
        let mut view = others;
        view["zones"] = zones;
        json!({ "questions": [1], "events": [], "view": view }).to_string()
    }

    fn card(number: u16, power: u8) -> Value {
        json!({ "card": number, "id": "pup", "fields": { "power": power } })
    }

    /// Tells one standing after the other, and compares the view of the second message.
    #[track_caller]
    fn check(first: (Value, Value), second: (Value, Value), is_part: bool, sent: Value) {
        let (whole, before) = part(&standing(first.0.clone(), first.1.clone()), None);
        assert_eq!(whole, standing(first.0, first.1));
        let (text, _) = part(&standing(second.0, second.1), Some(&before));
        let message: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(message["view"], sent);
        assert_eq!(message.get("is_part"), is_part.then_some(&json!(true)));
        assert_eq!(message["questions"], json!([1]));
    }

    #[test]
    fn what_is_as_it_was_is_not_told_again() {
        let hand = |cards: &[Value]| json!({ "name": "hand", "seat": 0, "cards": cards });
        let field = |cards: &[Value]| json!({ "name": "field", "cards": cards });
        let first = json!([hand(&[card(1, 3), card(2, 3)]), field(&[])]);
        let same = json!({ "title": "Duel", "phase": null });
        let main = json!({ "title": "Duel", "phase": "main" });
        check((first.clone(), same.clone()), (first.clone(), same.clone()), true, json!({ "zones": [0, 0] }));
        check((first.clone(), same.clone()), (first.clone(), main), true, json!({ "phase": "main", "zones": [0, 0] }));
        // A card that moves is the same card; one that has changed is sent.
        let moved = json!([hand(&[card(2, 3)]), field(&[card(1, 3)])]);
        let sent = json!({ "zones": [hand(&[json!(2)]), field(&[json!(1)])] });
        check((first.clone(), same.clone()), (moved, same.clone()), true, sent);
        let grown = json!([hand(&[card(1, 4), card(2, 3)]), field(&[])]);
        check((first, same.clone()), (grown, same), true, json!({ "zones": [hand(&[card(1, 4), json!(2)]), 0] }));
    }

    #[test]
    fn another_table_is_told_whole() {
        let zone = json!({ "name": "hand", "cards": [card(1, 3)] });
        let with = json!({ "title": "Duel", "boards": [] });
        let without = json!({ "title": "Duel" });
        let whole = |zones: Value, others: &Value| serde_json::from_str::<Value>(&standing(zones, others.clone()));
        let view = |zones: Value, others: &Value| whole(zones, others).unwrap()["view"].clone();
        let (one, two) = (json!([zone]), json!([zone, zone]));
        check((one.clone(), with.clone()), (one.clone(), without.clone()), false, view(one.clone(), &without));
        check((one, without.clone()), (two.clone(), without.clone()), false, view(two, &without));
        let (text, _) = part("no standing", None);
        assert_eq!(text, "no standing");
    }

    #[test]
    fn a_card_that_was_out_of_sight_is_told_whole() {
        let zones = |cards: &[Value]| json!([{ "name": "hand", "cards": cards }]);
        let view = json!({ "title": "Duel" });
        let (_, first) = part(&standing(zones(&[card(1, 3)]), view.clone()), None);
        let (_, second) = part(&standing(zones(&[]), view.clone()), Some(&first));
        let (text, _) = part(&standing(zones(&[card(1, 3)]), view), Some(&second));
        let message: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(message["view"]["zones"][0]["cards"], json!([card(1, 3)]));
    }
}
