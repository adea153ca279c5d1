//! Messages: what travels between a table and a browser, one JSON object each.
//!
//! They are those of `docs/wire.md`, with cards as they are printed, and with who is here.

use std::sync::Arc;

use intermezzo::error::{Error, Refusal};
use intermezzo::wire::{Over, Reply};
use intermezzo::{Event, LineOutline, Printed, View, ZoneOutline};
use serde::{Deserialize, Serialize};

use crate::http::tables::Vote;
use crate::remarks::Remark;

/// A message of a table.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Message<'a> {
    /// The first message of a connection.
    Hello(Hello<'a>),
    /// Cards that this connection has not seen yet, as they are printed.
    Faces(Vec<Printed>),
    /// The table as it stands, for a seat or for somebody who watches.
    Table(Box<Now<'a>>),
    /// The players, in the order of seats.
    People(&'a [Person]),
    /// Files of the game were saved.
    Saved(Saved),
    /// The notes about moments of the game.
    Remarks(&'a [Remark]),
    /// An answer was taken, and is on the disk if anything is.
    Taken(Place),
    /// An answer was refused: nothing has changed.
    Refused(Refused),
}

/// The first message.
#[derive(Serialize)]
pub struct Hello<'a> {
    /// The version of these messages.
    pub protocol: u32,
    /// The id of the game.
    pub game: &'a str,
    /// Its title.
    pub title: &'a str,
    /// The code of the table.
    pub code: &'a str,
    /// The seats of this connection, from 0; none: it watches.
    pub seats: &'a [u8],
    /// The order of a player's part of the table, from the manifest.
    pub lines: &'a [LineOutline],
    /// The kinds of zone.
    pub zones: &'a [ZoneOutline],
    /// True if this seat may take answers back: nobody else at the table is a person.
    pub may_undo: bool,
}

/// The table as it stands.
#[derive(Serialize)]
pub struct Now<'a> {
    /// The numbers of the questions that are asked of this connection, in the order of `view.decisions`.
    pub questions: Vec<u32>,
    /// So many seconds are left for each of them; `null`: no clock runs.
    pub left: Vec<Option<u32>>,
    /// True if `events` begin anew, because an answer was taken back.
    pub is_anew: bool,
    /// The events since the last message, as the person may know them.
    pub events: Vec<Event>,
    /// The view of the person.
    pub view: &'a View,
    /// The outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// The result of saved files.
#[derive(Serialize)]
pub struct Saved {
    /// The files that changed.
    pub files: Vec<String>,
    /// The number of answers that do not fit any more, and were dropped.
    pub dropped: usize,
    /// The mistake because of which the game goes on as it was.
    pub wrong: Option<String>,
}

/// A seat and its player.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Person {
    /// Her name.
    pub name: String,
    /// The kind of bot; `None`: a person.
    pub bot: Option<String>,
    /// True if the seat is taken.
    pub is_taken: bool,
    /// True if she is connected.
    pub is_here: bool,
    /// The seconds until the others may vote about her, if she has gone.
    pub absent: Option<u32>,
    /// True if a bot plays for her until she comes again.
    pub has_stand_in: bool,
}

/// A question.
#[derive(Clone, Copy, Serialize)]
pub struct Place {
    /// Its seat.
    pub seat: u8,
    /// Its number.
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
    /// Takes the last answer back.
    Undo {},
    /// A vote about an absent player.
    Vote(Vote),
}

/// Somebody who comes to a table.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The key of her seat; none: she watches.
    #[serde(default)]
    pub key: Option<String>,
    /// The number after that of the last event she knows.
    #[serde(default)]
    pub from: u32,
}

/// A message as a text that many may be sent.
pub fn written(message: &Message) -> Arc<str> {
    serde_json::to_string(message).unwrap_or_else(|_| String::from("{}")).into()
}

/// The reason of a failure, without anything about this machine.
pub fn why(error: &Error) -> Refusal {
    error.refusal().cloned().unwrap_or_else(|| Refusal::new("failed", error.to_string()))
}
