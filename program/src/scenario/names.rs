//! Names: how a scenario names seats and cards.

use std::collections::BTreeMap;

use intermezzo::kernel::{Card, Rules, Seat, World};

/// The seats of a scenario, by name.
pub const SEATS: [&str; 8] = ["amy", "beth", "cleo", "dora", "emma", "fay", "gwen", "hana"];

/// Cards by name: aliases, ids, and `id#2` for later copies.
#[derive(Clone, Debug, Default)]
pub struct ScenarioNames {
    cards: BTreeMap<String, Card>,
    copies: BTreeMap<String, u32>,
    /// The number of cards that were named already: those with the lowest numbers.
    named: usize,
}

impl ScenarioNames {
    /// Names the next card: by its id, numbered if there is one already.
    pub fn add(&mut self, id: &str, card: Card) {
        let n = self.copies.entry(id.to_string()).or_insert(0);
        *n += 1;
        if *n == 1 {
            self.cards.insert(id.to_string(), card);
        }
        self.cards.insert(format!("{id}#{n}"), card);
        self.named = card.index() + 1;
    }

    /// Gives a card a name of its own, which may mean nothing else.
    pub fn alias(&mut self, rules: &Rules, alias: &str, card: Card) -> Result<(), String> {
        let is_plain = alias.chars().all(|c| c.is_alphanumeric() || c == '_');
        if alias.is_empty() || !is_plain {
            return Err("`as` is a word of letters, digits and `_`".into());
        }
        let taken = match alias {
            _ if seat(alias).is_some() => "a seat",
            _ if self.cards.contains_key(alias) => "another card",
            _ if rules.def_by_id(alias).is_some() => "the cards of that id",
            "game" => "the game",
            _ => {
                self.cards.insert(alias.to_string(), card);
                return Ok(());
            }
        };
        Err(format!("`{alias}` is the name of {taken} already"))
    }

    /// The number of cards that were named by this id.
    pub fn copies_of(&self, id: &str) -> u32 {
        self.copies.get(id).copied().unwrap_or(0)
    }

    /// The card with this name.
    pub fn card(&self, name: &str) -> Option<Card> {
        self.cards.get(name).copied()
    }

    /// True if a card has a name.
    pub fn has(&self, card: Card) -> bool {
        self.cards.values().any(|named| *named == card)
    }

    /// The shortest unique name of a card.
    pub fn of(&self, card: Card) -> String {
        let named = self.cards.iter().filter(|(_, c)| **c == card).map(|(n, _)| n);
        named.min_by_key(|n| (n.contains('#'), n.len())).cloned().unwrap_or_else(|| format!("card {}", card.0))
    }

    /// Names every card that has no name yet by its definition: those of a game that begins, and those that were made.
    pub fn add_all(&mut self, world: &World) {
        for i in self.named..world.state().cards.len() {
            let card = Card::of(i);
            let id = world.rules.name(world.rules.defs[world.state().card(card).printed.index()].id).to_string();
            self.add(&id, card);
        }
    }

    /// Notes that every card of a world is named already, in whatever order that was done.
    pub fn are_all_of(&mut self, world: &World) {
        self.named = world.state().cards.len();
    }

    /// The known names, for suggestions.
    pub fn known(&self) -> impl Iterator<Item = &str> + Clone {
        self.cards.keys().map(String::as_str)
    }
}

/// The reason why a name means no card of a scenario.
pub fn no_card(rules: &Rules, names: &ScenarioNames, name: &str) -> String {
    let id = name.split('#').next().unwrap_or(name);
    if rules.def_by_id(id).is_some() {
        let here = names.copies_of(id);
        return match here {
            0 => format!("`{name}` is a card of the game, and none lies in this scenario: put it into `setup`"),
            n => format!("`{name}` is a card of the game, and this scenario has {n} of it"),
        };
    }
    let near = intermezzo::data::suggest::nearest(name, names.known());
    let near =
        near.or_else(|| intermezzo::data::suggest::nearest(name, rules.defs.iter().map(|def| &**rules.name(def.id))));
    format!("no card is called `{name}`{}", near.map_or(String::new(), |n| format!(" (did you mean `{n}`?)")))
}

/// The name of a seat in scenarios.
pub(super) fn seat_name(seat: Seat) -> &'static str {
    SEATS[seat.index() % SEATS.len()]
}

/// The seat with this name.
pub fn seat(name: &str) -> Option<Seat> {
    SEATS.iter().position(|s| *s == name).map(Seat::of)
}
