//! Messages: the JSON objects that a table and a browser send each other.
//!
//! The messages of the studio extend those of `docs/wire.md` by printed cards and by the presence of players.

use std::sync::Arc;

use intermezzo::error::{Error, Refusal};
use intermezzo::faces::CardStyle;
use intermezzo::hosting::{Habits, Instead};
use intermezzo::standing::About;
use intermezzo::wire::{PROTOCOL, Reply};
use intermezzo::{LineOutline, Printed, ZoneOutline};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::remarks::Remark;

/// A message of a table to a browser.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Message<'a> {
    /// The first message of a connection.
    Hello(Hello<'a>),
    /// Printed cards that this connection has not seen yet.
    Faces(#[schemars(with = "Vec<Printed>")] Vec<Value>),
    /// The players, in the order of seats.
    People(&'a [Person]),
    /// The result of saved files of the game.
    Saved(Saved),
    /// Players' notes about moments of the game.
    Remarks(&'a [Remark]),
    /// The answers that the person of this seat has given in advance.
    Habits(&'a Habits),
    /// The acknowledgement of an answer. It is sent after the answer is on the disk, if the server has a database.
    Taken(Place),
    /// The refusal of an answer: nothing has changed.
    Refused(Refused),
}

/// The first message.
#[derive(Serialize, JsonSchema)]
pub struct Hello<'a> {
    /// The version of the messages.
    pub protocol: u32,
    /// The id of the game.
    pub game: &'a str,
    /// The title of the game.
    pub title: &'a str,
    /// The code of the table.
    pub code: &'a str,
    /// The seats of this connection, from 0; empty for a watcher.
    pub seats: &'a [u8],
    /// The layout of a player's part of the table, from the manifest.
    pub lines: &'a [LineOutline],
    /// The kinds of zone: the name of each, its number of spaces, and true if each player has one.
    pub zones: &'a [ZoneOutline],
    /// The version of the game, in the addresses of faces.
    pub version: &'a str,
    /// The size of the game's cards and the colours of their back.
    pub style: &'a CardStyle,
    /// True if this seat may take answers back: nobody else at the table is a person.
    pub may_undo: bool,
}

impl<'a> Hello<'a> {
    /// The first message of a table for the holder of a seat, or for a watcher.
    pub fn new(about: &'a About, (game, code): (&'a str, &'a str), seats: &'a [u8], may_undo: bool) -> Hello<'a> {
        let About { title, lines, zones, version, style, .. } = about;
        Hello { protocol: PROTOCOL, game, title, code, seats, lines, zones, version, style, may_undo }
    }
}

/// The message `table`, which says how a table stands: the fields of `standing`, an object that a table wrote, and two
/// more. `left` has the seconds for each question, `null` where no clock runs. `is_anew` is true if `events` begin anew
/// because an answer was taken back.
pub fn table(standing: &str, left: &[Option<u32>], is_anew: bool) -> Arc<str> {
    let left = serde_json::to_string(left).unwrap_or_else(|_| "[]".into());
    let rest = standing.strip_prefix('{').unwrap_or("}");
    format!("{{\"table\":{{\"left\":{left},\"is_anew\":{is_anew},{rest}}}").into()
}

/// The result of saved files.
#[derive(Serialize, JsonSchema)]
pub struct Saved {
    /// The files that changed.
    pub files: Vec<String>,
    /// The number of answers that were dropped because the changed game does not allow them.
    pub dropped: usize,
    /// The mistake in the files; `None`: the game goes on with the changed files.
    pub wrong: Option<String>,
}

/// A seat and its player.
#[derive(Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Person {
    /// The name of the player.
    pub name: String,
    /// The kind of bot; `None`: a person.
    pub bot: Option<String>,
    /// True if a player holds the seat.
    pub is_taken: bool,
    /// True if the player is connected.
    pub is_here: bool,
    /// The seconds until the others may vote about the player, while the player is absent.
    pub absent: Option<u32>,
    /// True if a bot plays until the absent player comes back.
    pub has_stand_in: bool,
}

/// A question.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub struct Place {
    /// The seat that is asked.
    pub seat: u8,
    /// The number of the question.
    pub question: u32,
}

/// A refusal.
#[derive(Serialize, JsonSchema)]
pub struct Refused {
    /// The question that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<u32>,
    /// The reason.
    #[serde(flatten)]
    pub why: Refusal,
}

/// A message of a browser.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Said {
    /// The first message over a socket.
    Join(Join),
    /// An answer.
    Answer(Reply),
    /// The undo of the sender's last answer.
    Undo {},
    /// The answers that the sender gives in advance from now on.
    Habits(Habits),
    /// A vote about an absent player.
    Vote(Vote),
}

/// The wish of a browser to join a table.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The key of a seat; empty for a watcher.
    #[serde(default)]
    pub key: Option<String>,
    /// The number of the first event that the browser has not received.
    #[serde(default)]
    pub from: u32,
    /// True: after the first view only what differs from the view before is sent, see [`crate::view_parts`].
    #[serde(default)]
    pub parts: bool,
}

/// A message as JSON, to be shared by several receivers.
pub fn written(message: &Message) -> Arc<str> {
    serde_json::to_string(message).unwrap_or_else(|_| String::from("{}")).into()
}

/// An error as a refusal, without paths of this machine.
pub fn why(error: &Error) -> Refusal {
    let words = || error.problems().map_or_else(|| error.to_string(), |problems| problems.render_all());
    let mut why = error.refusal().cloned().unwrap_or_else(|| Refusal::new("failed", words()));
    why.words = without_paths(&why.words);
    why
}

/// A text without absolute paths, which would tell strangers about this machine.
fn without_paths(text: &str) -> String {
    let is_absolute = |word: &str| {
        let path = word.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '\\');
        let mut letters = path.chars();
        let has_drive = letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':');
        let is_unix = path.starts_with('/') && path[1..].contains(|c: char| c.is_alphanumeric());
        is_unix || path.starts_with("\\\\") || has_drive && matches!(letters.next(), Some('/' | '\\'))
    };
    let line = |line: &str| {
        line.split(' ').map(|word| if is_absolute(word) { "…" } else { word }).collect::<Vec<_>>().join(" ")
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A vote about an absent player.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Vote {
    /// The seat of the absent player, from 0.
    pub seat: u8,
    /// The wish of the voter.
    pub instead: Instead,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_tells_no_path_of_this_machine() {
        let check = |said: &str, words: &str| {
            let why = why(&Error::usage(said));
            assert_eq!((&*why.code, &*why.words), ("failed", words));
        };
        check("/home/ann/games/deck.yaml: no deck", "… no deck");
        check("cannot read `/srv/x`\nC:\\games\\deck.yaml: none", "cannot read …\n    … none");
        check("cards/clash/a.yaml:3 is wrong: 1/2 and a / b", "cards/clash/a.yaml:3 is wrong: 1/2 and a / b");
    }
}
