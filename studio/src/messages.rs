//! Messages: what travels between a table and a browser, one JSON object each.
//!
//! They are those of `docs/wire.md`, with cards as they are printed, and with who is here.

use std::sync::Arc;

use intermezzo::error::{Error, Refusal};
use intermezzo::wire::{Over, Reply};
use intermezzo::{Event, LineOutline, Printed, View, ZoneOutline};
use serde::{Deserialize, Serialize};

use crate::remarks::Remark;

/// What a table says.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Message<'a> {
    /// The first message of a connection.
    Hello(Hello<'a>),
    /// Cards that this connection has not seen yet, as they are printed.
    Faces(Vec<Printed>),
    /// How the table stands, for a seat or for who watches.
    Table(Box<Now<'a>>),
    /// Who sits where.
    People(&'a [Person]),
    /// Files of the game were saved.
    Saved(Saved),
    /// What people wrote about moments of the game.
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
    /// How the manifest wants a player's part of the table drawn.
    pub lines: &'a [LineOutline],
    /// The kinds of zone.
    pub zones: &'a [ZoneOutline],
    /// Whether this seat may take answers back: nobody else at the table is a person.
    pub may_undo: bool,
}

/// How the table stands.
#[derive(Serialize)]
pub struct Now<'a> {
    /// The numbers of the questions that are asked of this connection, in the order of `view.decisions`.
    pub questions: Vec<u32>,
    /// So many seconds are left for each of them; `null`: no clock runs.
    pub left: Vec<Option<u32>>,
    /// Whether `events` begin anew, because an answer was taken back.
    pub is_anew: bool,
    /// What happened since the last message, as the person may know it.
    pub events: Vec<Event>,
    /// What the person sees.
    pub view: &'a View,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// What came of saved files.
#[derive(Serialize)]
pub struct Saved {
    /// The files that changed.
    pub files: Vec<String>,
    /// How many answers do not fit any more, and were dropped.
    pub dropped: usize,
    /// Why the game goes on as it was.
    pub wrong: Option<String>,
}

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Person {
    /// Her name.
    pub name: String,
    /// Which bot it is.
    pub bot: Option<String>,
    /// Whether somebody took the seat.
    pub is_taken: bool,
    /// Whether she is connected.
    pub is_here: bool,
}

/// Which question.
#[derive(Clone, Copy, Serialize)]
pub struct Place {
    /// Of which seat.
    pub seat: u8,
    /// Its number.
    pub question: u32,
}

/// Why something is not done.
#[derive(Serialize)]
pub struct Refused {
    /// The question that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<u32>,
    /// Why.
    #[serde(flatten)]
    pub why: Refusal,
}

/// What a browser says.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Said {
    /// The first message over a socket.
    Join(Join),
    /// An answer.
    Answer(Reply),
    /// Takes the last answer back.
    Undo {},
}

/// Who comes.
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

/// Why something failed, without anything about this machine.
pub fn why(error: &Error) -> Refusal {
    error.refusal().cloned().unwrap_or_else(|| Refusal::new("failed", error.to_string()))
}
