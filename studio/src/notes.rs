//! Notes: the players of a table, stored beside its record.

use intermezzo::error::Refusal;
use serde::{Deserialize, Serialize};

use crate::secret;

/// A table, apart from its record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Notes {
    /// The code of the table.
    pub code: String,
    /// The id of its game.
    pub game: String,
    /// The seed of the bots.
    pub seed: u64,
    /// The players, in the order of seats.
    pub seats: Vec<Sitter>,
}

/// A seat and its player.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sitter {
    /// The name of the player.
    pub name: String,
    /// The kind of bot; `None`: a person.
    #[serde(default)]
    pub bot: Option<String>,
    /// The hash of the key.
    #[serde(default)]
    pub key: Option<String>,
    /// True if a player holds the seat.
    #[serde(default)]
    pub is_taken: bool,
    /// True if a bot plays until the absent player comes back.
    #[serde(default)]
    pub has_stand_in: bool,
}

/// The most characters of a name.
const LONGEST: usize = 24;

impl Notes {
    /// The notes as JSON, for the database.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The seat that a key belongs to.
    pub fn seat_of(&self, key: &str) -> Option<u8> {
        let opens = |(at, seat): (usize, &Sitter)| {
            seat.key.as_ref().is_some_and(|hash| secret::is_hash(hash, &self.code, at, key))
        };
        self.seats.iter().enumerate().position(opens).map(|at| at as u8)
    }

    /// Gives a seat a name that nobody else at the table has.
    ///
    /// # Errors
    ///
    /// A name that is taken or not valid.
    pub fn name(&mut self, seat: usize, name: &str) -> Result<(), Refusal> {
        let name = name_of(name)?;
        let is_same = |other: &Sitter| other.name.to_lowercase() == name.to_lowercase();
        if self.seats.iter().enumerate().any(|(at, other)| at != seat && is_same(other)) {
            return Err(Refusal::new("name_taken", format!("somebody at the table is called {name}")));
        }
        self.seats[seat].name = name;
        Ok(())
    }
}

/// A name without superfluous spaces.
///
/// # Errors
///
/// An empty name, a longer one than allowed, or one with invisible characters.
pub fn name_of(name: &str) -> Result<String, Refusal> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    match name.chars().count() {
        0 => Err(Refusal::new("no_name", "a name has letters")),
        n if n > LONGEST => Err(Refusal::new("name_too_long", format!("a name has {LONGEST} letters at most"))
            .number("most", LONGEST as i64)),
        _ if name.chars().any(steers) => Err(Refusal::new("no_name", "a name has letters that are seen")),
        _ => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_seen() {
        assert_eq!(name_of("  Ada   Lovelace ").expect("a name"), "Ada Lovelace");
        for bad in ["", "   ", "a\u{202e}b", "a\u{7}b", &"x".repeat(25)] {
            assert!(name_of(bad).is_err(), "{bad:?}");
        }
    }
}
