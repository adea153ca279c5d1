//! Tried cards: the cards that a scenario tries, rather than merely has on its table.
//!
//! A card is tried where a step or an expectation names it, or where the scenario is called after it. Offers list all that
//! could be done, and a zone lists what stayed in it, so neither tries a card.

use std::collections::BTreeMap;
use std::path::Path;

use super::cards::has_word;
use intermezzo::data::{Data, Node, yaml};
use intermezzo::error::Problems;

/// What a scenario says that may try a card.
pub struct Trial {
    /// The steps and expectations, a word or more on each line.
    text: String,
    /// The title and the name of the file, in small letters.
    called: String,
    /// The cards with names of the scenario's own.
    own_names: BTreeMap<String, String>,
}

impl Trial {
    /// Reads a scenario. One that cannot be read tries every card that it names: `check` says what is wrong.
    pub fn of(path: &Path, text: &str) -> Trial {
        let stem = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().to_lowercase());
        let mut trial = Trial { text: String::new(), called: stem, own_names: BTreeMap::new() };
        let node = yaml::parse(&path.to_string_lossy(), text, &mut Problems::new());
        let Some(map) = node.as_ref().and_then(Node::as_map) else {
            trial.text = text.into();
            return trial;
        };
        let setup = map.iter().find(|(key, _)| key.name == "setup").map(|(_, setup)| setup);
        if let Some(setup) = setup {
            trial.name_cards(setup);
        }
        for (key, value) in map {
            match key.name.as_str() {
                "setup" => {}
                "title" => trial.called += &format!("\n{}", value.as_str().unwrap_or("").to_lowercase()),
                "expect" => value.items().iter().for_each(|expected| trial.expected(expected, setup)),
                _ => trial.say(value),
            }
        }
        trial
    }

    /// True if the scenario tries a card of this id and name.
    pub fn is_of(&self, id: &str, name: &str) -> bool {
        let is_called = |name: &str| !name.is_empty() && has_word(&self.called, &name.to_lowercase());
        let own = self.own_names.iter().filter(|(_, card)| *card == id).map(|(own, _)| own.as_str());
        own.chain([id]).any(|word| has_word(&self.text, word))
            || is_called(name)
            || is_called(&id.replace('_', " "))
            || self.is_file_of(id)
    }

    /// True if the name of the file begins with the id.
    fn is_file_of(&self, id: &str) -> bool {
        let stem = self.called.lines().next().unwrap_or("");
        stem.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    }

    /// Notes the names that the set-up gives to cards: `{ card: imp, as: victim }`.
    fn name_cards(&mut self, node: &Node) {
        let text = |key| node.field(key).and_then(Node::as_str).map(String::from);
        if let (Some(card), Some(own)) = (text("card"), text("as")) {
            self.own_names.insert(own, card);
        }
        match &node.value {
            Data::Map(map) => map.iter().for_each(|(_, value)| self.name_cards(value)),
            Data::List(items) => items.iter().for_each(|item| self.name_cards(item)),
            _ => {}
        }
    }

    fn expected(&mut self, node: &Node, setup: Option<&Node>) {
        let Some(map) = node.as_map() else { return self.say(node) };
        for (key, value) in map {
            match (key.name.as_str(), value.as_map()) {
                ("offers", _) => {}
                ("zone", Some(zones)) => zones.iter().for_each(|(zone, cards)| self.moved(&zone.name, cards, setup)),
                _ => {
                    self.text += &format!("{}\n", key.name);
                    self.say(value);
                }
            }
        }
    }

    /// Notes the cards of a zone that did not lie there at the beginning: `amy.hand`, or the name of a shared zone.
    fn moved(&mut self, zone: &str, cards: &Node, setup: Option<&Node>) {
        let begun = match zone.split_once('.') {
            Some((seat, zone)) => setup.and_then(|setup| setup.field(seat)).and_then(|of| of.field(zone)),
            None => setup.and_then(|setup| setup.field(zone)),
        };
        let mut before = Trial { text: String::new(), called: String::new(), own_names: BTreeMap::new() };
        begun.into_iter().for_each(|begun| before.say(begun));
        let mut after = Trial { text: String::new(), called: String::new(), own_names: BTreeMap::new() };
        after.say(cards);
        for card in after.text.lines() {
            let id = card.split('#').next().unwrap_or(card);
            if !has_word(&before.text, id) {
                self.text += &format!("{card}\n");
            }
        }
    }

    /// Notes all words below a value.
    fn say(&mut self, node: &Node) {
        match &node.value {
            Data::Map(map) => {
                for (key, value) in map {
                    self.text += &format!("{}\n", key.name);
                    self.say(value);
                }
            }
            Data::List(items) => items.iter().for_each(|item| self.say(item)),
            Data::Text(text) => self.text += &format!("{text}\n"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(scenario: &str, tried: &[&str]) {
        let setup = "setup: { amy: { hand: [heron, crab], field: [{ card: gull, as: big }] } }\n";
        let trial = Trial::of(Path::new("tests/first.yaml"), &format!("game: bay\n{setup}{scenario}"));
        let found: Vec<&str> = ["heron", "crab", "gull"].into_iter().filter(|id| trial.is_of(id, "")).collect();
        assert_eq!(found, tried, "{scenario}");
    }

    #[test]
    fn a_card_is_tried_where_it_is_used_expected_or_named_by_the_title() {
        check("", &[]);
        check("expect: [{ offers: { amy: [play crab, pass] } }]", &[]);
        check("expect: [{ zone: { amy.hand: [heron, crab] } }]", &[]);
        check("expect: [{ zone: { amy.field: [big, heron#2] } }]", &["heron"]);
        check("expect: [{ crab.zone: hand }]", &["crab"]);
        check("steps: [{ amy: play heron#2 }]", &["heron"]);
        check("steps: [{ amy: pass, refuse: play crab }]", &["crab"]);
        check("steps: [{ amy: strike big }]", &["gull"]);
        check("title: A Crab waits", &["crab"]);
        check("title: Crabs wait", &[]);
    }
}
