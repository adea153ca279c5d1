//! Messages: the JSON objects, one a line, that a worker and its parent process send each other.
//!
//! ```text
//! parent                          worker
//!                                 ready     the walls are up; those that this system lacks
//! open, or resume                 began     the lines of the record that the parent lacks
//! answer, time is up              went      the new lines of the record; or taken, or refused
//! now                             said      what some seats, or a watcher, are told
//! stand, moment                   stands    the table, or an earlier moment of it, as a seat sees it
//! bot, undo                       went      a bot of the worker has answered; the last answer is taken back
//! about, hint, why not, habitual  about, hinted, lines, habitual
//! drawn                           drawn     a card as SVG, drawn from the texts of the game
//! ```
//!
//! The parent never believes that a line ends, or that it comes: lines have a greatest length, and waiting has an end.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _, Write};

use serde::{Deserialize, Serialize};

use super::{Opening, Seating};
use crate::error::Refusal;
use crate::kernel::Seat;
use crate::render::Live;
use crate::script::sandbox::Limits;
use crate::table::deadlines::{TimeFor, Timed};
use crate::table::habits::{Habits, Habitual};
use crate::table::table_status::{About, Standing};
use crate::table::wire::{self, SentSoFar};

/// The most bytes of a request: texts that a record names have at most half of that, and a record a quarter.
pub const MAX_REQUEST: u64 = 128 << 20;
/// The most bytes of a reply: a record has at most half of that, and letters of JSON in JSON take two.
pub const MAX_REPLY: u64 = 32 << 20;

/// The placeholder for a card's picture in an SVG that a worker draws: the parent puts the address of the picture in
/// its place.
pub const PICTURE: &str = "picture";

/// The requests to a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Begins a game.
    Open {
        /// All texts of the game, by path.
        texts: BTreeMap<String, String>,
        /// The packs in play.
        packs: Vec<String>,
        /// True if the record only names the opening texts, which the host stores.
        names_texts: bool,
        opening: Opening,
        seating: Seating,
        limits: Limits,
    },
    /// Goes on with a game.
    Resume {
        record: String,
        /// The texts that the record names, by path; `None`: they are built in.
        texts: Option<BTreeMap<String, String>>,
        /// The checksum of the record's last line.
        sum: u64,
        seating: Seating,
        limits: Limits,
    },
    /// Answers for a seat.
    Answer(wire::Reply),
    /// Gives the default answer for a seat whose time is over.
    TimeIsUp(u8),
    /// The questions and views of these seats; with none, the view of everybody.
    Now {
        seats: Vec<u8>,
        /// What each seat was sent before.
        told: BTreeMap<u8, SentSoFar>,
    },
    /// Gives the players these names.
    Name(Vec<String>),
    /// Asks for the state of the table as a seat, or with `None` everybody, sees it, with the events from line `from`
    /// of the log on.
    Stand { seat: Option<u8>, from: u32 },
    /// Asks for the state of the table after the first `at` answers of its record.
    Moment { seat: Option<u8>, at: usize },
    /// Tells the game, with all of its printed cards.
    About,
    /// Asks for the drawing of a card with its present numbers and words; without a card, of the back of all cards. The
    /// parent puts the card's picture in, if there is one.
    Drawn { card: Option<String>, live: Live, is_small: bool, has_picture: bool },
    /// Lets a bot of this kind answer for a seat.
    Bot { seat: u8, kind: String, seed: u64 },
    /// Asks for the answer that a bot of this kind would give, without giving it.
    Hint { seat: u8, kind: String, seed: u64 },
    /// Says why a seat cannot use or choose a card now.
    WhyNot { seat: u8, card: u16 },
    /// Asks for the answer of a seat's habits to its question; `since` is the line of the log at which their `until`
    /// was stated.
    Habitual { seat: u8, habits: Habits, since: u32 },
    /// Takes the last answer back.
    Undo,
    /// Tries an action that the walls must forbid, for tests.
    Attempt(String),
}

/// The replies of a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The first line: the worker is shut in, but lacks these walls.
    Ready { lacking: Vec<String> },
    /// The game has begun, with these players.
    Began { went: Went, names: Vec<String> },
    /// The players have their names.
    Named,
    /// The answer is taken.
    Went(Went),
    /// A repeated answer: it was taken before, and nothing changed now.
    Taken,
    /// The answer is not legal: nothing has changed.
    Refused(Refusal),
    /// A message for a client, in JSON, and what its seats were told with it. The host passes the message on as text,
    /// and reads nothing in it.
    Said { message: String, told: BTreeMap<u8, SentSoFar> },
    /// The state of a table.
    Stands(Standing),
    /// The game, and a JSON list of its printed cards.
    About { about: About, printed: String },
    /// The drawing as SVG; `None`: the game has no such card.
    Drawn(Option<String>),
    /// The answer that a bot would give, and the number of the question that it answers.
    Hinted { question: u32, answer: wire::Answer },
    /// The answer of a seat's habits to a question, with the number of the question.
    Habitual { question: u32, says: Habitual },
    /// Lines of text.
    Lines(Vec<String>),
    /// The request failed.
    Failed(String),
}

/// The progress of a game.
#[derive(Debug, Serialize, Deserialize)]
pub struct Went {
    /// The new lines of the record.
    pub lines: String,
    pub log_hash: String,
    pub is_over: bool,
    /// The open questions with a deadline.
    pub timed: Vec<QuestionClock>,
    /// The seats that are asked.
    pub asked: Vec<u8>,
    /// The number of answers.
    pub answers: usize,
    /// The number of lines in the log.
    pub log_len: u32,
}

/// An open question with a deadline: [`Timed`], with its seat as a number.
#[derive(Debug, Serialize, Deserialize)]
pub struct QuestionClock {
    seat: u8,
    of: TimeFor,
    seconds: u32,
}

impl From<Timed> for QuestionClock {
    fn from(Timed { seat, of, seconds }: Timed) -> QuestionClock {
        QuestionClock { seat: seat.0, of, seconds }
    }
}

impl From<QuestionClock> for Timed {
    fn from(QuestionClock { seat, of, seconds }: QuestionClock) -> Timed {
        Timed { seat: Seat(seat), of, seconds }
    }
}

/// Writes a line.
pub fn say(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    out.write_all(&text)?;
    out.flush()
}

/// Reads a line of limited length; `None` at the end.
pub fn hear<T: for<'de> Deserialize<'de>>(input: &mut impl BufRead, most: u64) -> io::Result<Option<T>> {
    let mut text = Vec::new();
    input.by_ref().take(most).read_until(b'\n', &mut text)?;
    match text.last() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(serde_json::from_slice(&text)?)),
        Some(_) => Err(io::Error::new(io::ErrorKind::InvalidData, "a line that does not end")),
    }
}
