//! Messages: the JSON objects that a table and a browser send each other.
//!
//! They extend the messages of `docs/wire.md` by printed cards and by the presence of players.

use std::sync::Arc;

use intermezzo::error::{Error, Refusal};
use intermezzo::faces::CardStyle;
use intermezzo::wire::{Over, Reply};
use intermezzo::{Event, LineOutline, Printed, View, ZoneOutline};
use serde::{Deserialize, Serialize};

use crate::http::tables::Vote;
use crate::remarks::Remark;

/// A message of a table to a browser.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Message<'a> {
    /// The first message of a connection.
    Hello(Hello<'a>),
    /// Printed cards that this connection has not received before.
    Faces(Vec<Printed>),
    /// The state of the table, as a seat or a watcher may see it.
    Table(Box<Now<'a>>),
    /// The players, in the order of seats.
    People(&'a [Person]),
    /// The result of saved files of the game.
    Saved(Saved),
    /// Players' notes about moments of the game.
    Remarks(&'a [Remark]),
    /// The acknowledgement of an answer. It is sent after the answer is on the disk, if the server has a database.
    Taken(Place),
    /// The refusal of an answer: nothing has changed.
    Refused(Refused),
}

/// The first message.
#[derive(Serialize)]
pub struct Hello<'a> {
    /// The version of these messages.
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
    /// The kinds of zone, as the manifest draws them.
    pub zones: &'a [ZoneOutline],
    /// The version of the game, in the addresses of faces.
    pub version: &'a str,
    /// The size of its cards and the colours of their back.
    pub style: CardStyle,
    /// True if this seat may take answers back: nobody else at the table is a person.
    pub may_undo: bool,
}

/// The state of the table.
#[derive(Serialize)]
pub struct Now<'a> {
    /// The numbers of the questions to this connection, in the order of `view.decisions`.
    pub questions: Vec<u32>,
    /// The seconds left for each question; `null`: no clock runs.
    pub left: Vec<Option<u32>>,
    /// True if `events` starts over, because an answer was taken back.
    pub is_anew: bool,
    /// The events since the last message, without what this person may not know.
    pub events: Vec<Event>,
    /// The view of the person.
    pub view: &'a View,
    /// The outcome, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// The result of saved files.
#[derive(Serialize)]
pub struct Saved {
    /// The files that changed.
    pub files: Vec<String>,
    /// The number of answers that were dropped because the changed game does not allow them.
    pub dropped: usize,
    /// The mistake in the files; `None`: the game goes on with the changed files.
    pub wrong: Option<String>,
}

/// A seat and its player.
#[derive(Clone, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Copy, Serialize)]
pub struct Place {
    /// The seat that is asked.
    pub seat: u8,
    /// The number of the question.
    pub question: u32,
}

/// A refusal.
#[derive(Serialize)]
pub struct Refused {
    /// The question that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<u32>,
    /// The reason.
    #[serde(flatten)]
    pub why: Refusal,
}

/// A message of a browser.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Said {
    /// The first message over a socket.
    Join(Join),
    /// An answer.
    Answer(Reply),
    /// The undo of the sender's last answer.
    Undo {},
    /// A vote about an absent player.
    Vote(Vote),
}

/// The wish of a browser to join a table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The key of a seat; empty for a watcher.
    #[serde(default)]
    pub key: Option<String>,
    /// The number of the first event that the browser has not received.
    #[serde(default)]
    pub from: u32,
}

/// A message as JSON, to be shared by several receivers.
pub fn written(message: &Message) -> Arc<str> {
    serde_json::to_string(message).unwrap_or_else(|_| String::from("{}")).into()
}

/// An error as a refusal, without paths of this machine.
pub fn why(error: &Error) -> Refusal {
    error.refusal().cloned().unwrap_or_else(|| Refusal::new("failed", error.to_string()))
}
