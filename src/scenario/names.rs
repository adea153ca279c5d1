//! Names: how a scenario names seats and cards.

use std::collections::BTreeMap;

use crate::kernel::{Card, Seat, World};

/// The seats of a scenario, by name.
pub const SEATS: [&str; 8] = ["amy", "beth", "cleo", "dora", "emma", "fay", "gwen", "hana"];

/// Cards by name: aliases, ids, and `id#2` for later copies.
#[derive(Clone, Debug, Default)]
pub struct Names {
    cards: BTreeMap<String, Card>,
    copies: BTreeMap<String, u32>,
}

impl Names {
    /// Names a card: by its id, numbered if there is one already, and by an alias.
    pub fn add(&mut self, id: &str, alias: Option<&str>, card: Card) {
        let n = self.copies.entry(id.to_string()).or_insert(0);
        *n += 1;
        if *n == 1 {
            self.cards.insert(id.to_string(), card);
        }
        self.cards.insert(format!("{id}#{n}"), card);
        if let Some(alias) = alias {
            self.cards.insert(alias.to_string(), card);
        }
    }

    /// The card called so.
    pub fn card(&self, name: &str) -> Option<Card> {
        self.cards.get(name).copied()
    }

    /// What a card is called, by the shortest of its names that is not shared.
    pub fn of(&self, card: Card) -> String {
        let named = self.cards.iter().filter(|(_, c)| **c == card).map(|(n, _)| n);
        named.min_by_key(|n| (n.contains('#'), n.len())).cloned().unwrap_or_else(|| format!("card {}", card.0))
    }

    /// Names every card of a game by its definition.
    pub fn add_all(&mut self, world: &World) {
        for i in 0..world.state.cards.len() {
            let card = Card::of(i);
            if !self.cards.values().any(|c| *c == card) {
                let id = world.rules.name(world.rules.defs[world.state.card(card).def.index()].id).to_string();
                self.add(&id, None, card);
            }
        }
    }

    /// The known names, for suggestions.
    pub fn known(&self) -> impl Iterator<Item = &str> + Clone {
        self.cards.keys().map(String::as_str)
    }
}

/// The seat called so.
pub fn seat(name: &str) -> Option<Seat> {
    SEATS.iter().position(|s| *s == name).map(Seat::of)
}
