//! Client hello: the first line of a client, which says where it sits.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::cli::serve::MAX_LINE;
use intermezzo::error::{Error, Refusal, Result, is_one_line};

/// The first line.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct First {
    pub join: Join,
}

/// The request of a client for a seat at a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The table: 1 to 40 of the letters a to z, digits, `-` and `_`.
    pub table: String,
    /// The seat, from 0; `null`: the client watches.
    pub seat: Option<u8>,
    /// The secret of the player of this seat, of 8 to 200 letters; the first player to sit down chooses it.
    pub secret: Option<String>,
    /// The name of the player, of at most 40 letters.
    pub name: Option<String>,
    /// The game to open if no such table exists; `null` opens none.
    pub open: Option<Open>,
}

/// The setup of a table.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Open {
    /// The number of players; `null` for the usual one.
    pub players: Option<u8>,
    /// The deck of each seat: the id of a deck, or a deck in YAML. An empty list takes the game's first decks.
    pub decks: Vec<String>,
    /// Options of the game that differ from their defaults.
    pub options: BTreeMap<String, String>,
    /// The seats that bots play, from 0.
    pub bots: Vec<u8>,
}

/// Reads the first line.
///
/// # Errors
///
/// A line that is not valid.
pub fn read(line: &[u8]) -> Result<Join> {
    if line.len() as u64 >= MAX_LINE {
        return Err(no_join(format!("it is longer than {MAX_LINE} bytes")));
    }
    let line = line.trim_ascii();
    // A list with the values in their order reads as a map, too.
    let first: First = match serde_json::from_slice(line) {
        Ok(first) if line.starts_with(b"{") => first,
        Ok(_) => return Err(no_join("it is no object")),
        Err(error) => return Err(no_join(error)),
    };
    let join = first.join;
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if !(1..=40).contains(&join.table.len()) || !join.table.chars().all(is_of_name) {
        return Err(no_join("`table` must be 1 to 40 of the letters a to z, digits, `-` and `_`"));
    }
    let is_secret = |secret: &String| (8..=200).contains(&secret.chars().count());
    if join.seat.is_some() && !join.secret.as_ref().is_some_and(is_secret) {
        return Err(no_join("who takes a seat needs a `secret` of 8 to 200 letters"));
    }
    let is_name = |name: &String| !name.trim().is_empty() && name.chars().count() <= 40 && is_one_line(name);
    if !join.name.as_ref().is_none_or(is_name) {
        return Err(no_join("`name` must have 1 to 40 letters, and nothing that steers a terminal"));
    }
    Ok(join)
}

fn no_join(because: impl std::fmt::Display) -> Error {
    let words = format!("the first line must be {{\"join\": {{\"table\": ...}}}}: {because}");
    Error::refused(Refusal::new("no_join", words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_says_where_one_sits() {
        let check = |line: &str, because: &str| {
            let found = read(line.as_bytes()).map_or_else(|e| e.to_string(), |join| format!("{join:?}"));
            assert!(found.contains(because), "{line}: {found}");
        };
        check(r#"{"join": {"table": "a-1"}}"#, "seat: None");
        check(r#"{"join": {"table": "a", "seat": 1, "secret": "12345678", "open": {}}}"#, "seat: Some(1)");
        check(r#"{"join": {"table": "a", "seat": 1}}"#, "needs a `secret`");
        check(r#"{"join": {"table": "a", "seat": 1, "secret": "short"}}"#, "needs a `secret`");
        check(r#"{"join": {"table": "../a"}}"#, "`table` must be");
        check(r#"{"join": {"table": ""}}"#, "`table` must be");
        check(r#"{"join": {"table": "a", "sead": 1}}"#, "unknown field `sead`");
        check(r#"{"join": {"table": "a", "seat": 256}}"#, "256");
        check(r#"{"join": {"table": "a", "name": " "}}"#, "`name` must");
        check(r#"{"join": {"table": "a", "name": "a\nb"}}"#, "`name` must");
        check(r#"{"join": {"table": "a", "name": "\u001b]0;x\u0007"}}"#, "`name` must");
        check(r#"{"join": {"table": "a", "name": "a\u202eb"}}"#, "`name` must");
        check(r#"[{"table": "a"}]"#, "it is no object");
        check("GET / HTTP/1.1", "the first line must be");
        check("", "the first line must be");
    }
}
