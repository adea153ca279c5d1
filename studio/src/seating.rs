//! Seating: who sits at a table, with the keys of the seats; stored beside the record of the table.

use intermezzo::error::Refusal;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use crate::clock::seconds;
use crate::secret::{self, Signer};

/// The players of a table, with its code, its game and the seed of its bots.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableSeating {
    /// The code of the table.
    pub code: String,
    /// The id of the table's game.
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

impl TableSeating {
    /// The seating as JSON, for the column `notes` of the database.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The names of the players, in the order of seats.
    pub fn names(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.name.clone()).collect()
    }

    /// The seat that a key opens: the key of its link, or one for a visit.
    pub fn seat_of(&self, key: &str, signer: &Signer) -> Option<u8> {
        let opens = |(at, seat): (usize, &Sitter)| {
            seat.key.as_ref().is_some_and(|hash| {
                secret::is_hash(hash, &self.code, at, key)
                    || signer.read(&self.visit(hash), key, seconds()) == Some(&*at.to_string())
            })
        };
        self.seats.iter().enumerate().position(opens).map(|at| at as u8)
    }

    /// A key for a visit of who holds a seat, until this time, in seconds since 1970; `None`: the seat has no key. It opens
    /// the seat as long as its link does, so that it is worth nothing once the seat was given to somebody else.
    pub fn visit_key(&self, seat: u8, until: u64, signer: &Signer) -> Option<String> {
        let hash = self.seats.get(usize::from(seat))?.key.as_ref()?;
        Some(signer.sign(&self.visit(hash), &seat.to_string(), until))
    }

    /// The purpose of a key for a visit, which names table and link.
    fn visit(&self, hash: &str) -> String {
        format!("visit of {} by {hash}", self.code)
    }

    /// Gives a seat a name that nobody else at the table has.
    ///
    /// # Errors
    ///
    /// A name that is taken or not valid.
    pub fn name(&mut self, seat: usize, name: &str) -> Result<(), Refusal> {
        let name = name_of(name)?;
        let is_same = |other: &Sitter| alike(&other.name) == alike(&name);
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
    match name.chars().count() {
        0 => Err(Refusal::new("no_name", "a name has letters")),
        n if n > LONGEST => Err(Refusal::new("name_too_long", format!("a name has {LONGEST} letters at most"))
            .number("most", LONGEST as i64)),
        _ if !name.chars().any(char::is_alphanumeric) || name.chars().any(is_unseen) => {
            Err(Refusal::new("no_name", "a name has letters that are seen"))
        }
        _ => Ok(name),
    }
}

/// The form in which names are compared: names that differ only in case, in blanks, or in how their letters are encoded
/// have the same form.
fn alike(name: &str) -> String {
    name.nfkc().flat_map(char::to_lowercase).collect::<String>().nfkc().filter(|c| !c.is_whitespace()).collect()
}

/// True if a letter is invisible or controls what is shown: two names that differ only by it look alike.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_seen() {
        assert_eq!(name_of("  Ada   Lovelace ").expect("a name"), "Ada Lovelace");
        for bad in [
            "",
            "   ",
            "a\u{202e}b",
            "a\u{7}b",
            "a\u{ad}b",
            "a\u{e0041}b",
            "a\u{fe0f}",
            "\u{3164}",
            "...",
            &"x".repeat(25),
        ] {
            assert!(name_of(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn names_that_look_alike_are_one_name() {
        let seats = vec![Sitter { name: "Zoë Li".into(), ..Sitter::default() }, Sitter::default()];
        let seating = TableSeating { code: "ABCDEF".into(), game: "clash".into(), seed: 0, seats };
        for taken in ["zoë li", "Zoe\u{308} Li", "ＺＯË LI", "Zoë\u{a0}Li", "ZoëLi"] {
            assert_eq!(seating.clone().name(1, taken).expect_err(taken).code, "name_taken");
        }
        seating.clone().name(1, "Zoe Li").expect("another name");
    }
}
