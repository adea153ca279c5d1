//! Workers: tables in processes of their own, shut in by the system, and started anew from their records.
//!
//! Workers are for hosts of games with cards of strangers. One process plays one table: the process alone pays what its
//! table costs, and when it dies, whatever the reason, no other table notices.
//!
//! ```no_run
//! use intermezzo::wire::{Answer, Reply};
//! use intermezzo::workers::{Opening, Seating, WorkerTable, Workers};
//! use intermezzo::Files;
//!
//! // A program that hosts tables is its own worker, when it is started as one.
//! if std::env::args().nth(1).as_deref() == Some("worker") {
//!     std::process::exit(intermezzo::workers::run_worker());
//! }
//! let workers = Workers::default(); // this program, with the argument `worker`
//! let files = Files::built_in();
//! let opening = Opening { game: files.games()[0].clone(), seed: 7, ..Opening::default() };
//! let mut table = WorkerTable::open(workers, &files, &opening, &Seating::default(), |lines| {
//!     drop(lines); // here they are written to a file: an answer counts when this has returned
//!     Ok(())
//! })?;
//! table.reply(&Reply { seat: 0, question: Some(1), answer: Answer::Pass })?;
//! table.kill(); // it is as if nothing had happened: the next call starts the process anew, from the record
//! assert!(!table.log_hash()?.is_empty());
//! # Ok::<(), intermezzo::error::Error>(())
//! ```
//!
//! A worker opens no file: who starts it reads the files of the game and sends their texts, and the worker compiles them
//! behind its walls. The record stays with who started it.

mod child;
mod escape_attempts;
mod messages;
mod process;
mod process_sandbox;
mod table_server;
mod worker_table;

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::script::sandbox::Limits;

pub use child::run_worker;
pub use worker_table::WorkerTable;

/// Last line of the program after a panic in a worker, which cannot report it to its host.
#[doc(hidden)]
pub const BUG: &str = "This is a bug in intermezzo: please report it with the lines above.";

/// The start of workers, and their limits.
#[derive(Clone, Debug)]
pub struct Workers {
    /// The program, which must call [`run_worker`]; `None`: the running program, even if its file has been replaced.
    pub program: Option<PathBuf>,
    /// The arguments of the worker.
    pub args: Vec<OsString>,
    /// Memory of a worker for its own data, in bytes.
    pub memory_bytes: u64,
    /// The time for an answer or a view, in milliseconds of wall time.
    pub answer_ms: u64,
    /// The time for reading a game and replaying a record, in milliseconds.
    pub start_ms: u64,
    /// The processor time in seconds; a worker that has used it up is started anew.
    pub cpu_s: u64,
    /// The most deaths of a table's process within a minute; after that the table rests until the minute is over.
    pub most_deaths: usize,
    /// How strictly a worker must be shut in, and whether it starts if the system lacks some walls.
    pub sandbox: Sandbox,
    /// Limits of scripts, which a table keeps all its life.
    pub limits: Limits,
}

impl Default for Workers {
    fn default() -> Workers {
        Workers {
            program: None,
            args: vec!["worker".into()],
            memory_bytes: 512 << 20,
            answer_ms: 10_000,
            start_ms: 60_000,
            cpu_s: 600,
            most_deaths: 12,
            sandbox: Sandbox::Wanted,
            limits: Limits::default(),
        }
    }
}

/// How strictly a worker must be shut in by the system before it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sandbox {
    /// Shut in as far as the system permits: [`WorkerTable::lacking`] tells what is missing.
    Wanted,
    /// Shut in wholly, else the worker does not start.
    Required,
    /// No process at all: the process of the host plays the table.
    InProcess,
}

/// The beginning of a game. All of it is text, so opening a table compiles nothing in the host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Opening {
    /// The id of the game.
    pub game: String,
    /// The seed of all chance.
    pub seed: u64,
    /// The deck of each seat: the id of a deck of the game, or the text of a deck, which has several lines; an empty
    /// text: the usual one. Without any deck each seat has the usual one.
    pub decks: Vec<String>,
    /// Options that differ from the game's defaults: the name of each, and its value as the game's manifest writes it.
    pub options: Vec<(String, String)>,
    /// The number of players; `None` for the usual number.
    pub players: Option<u8>,
}

/// The persons at a table, who are no part of the game and its record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    /// Names of the players, in the order of seats; none: they are numbered.
    pub names: Vec<String>,
    /// The seats that bots play, from 0.
    pub bots: Vec<u8>,
}
