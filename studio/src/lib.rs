//! Studio: tables of Intermezzo in a browser.
//!
//! ```text
//! games.rs     the games that can be played, loaded once, with their cards as printed and their bots
//! secret.rs    codes of tables and secrets of seats
//! messages.rs  what travels between a table and a browser
//! notes.rs     who sits at a table
//! remarks.rs   what people write about moments of a game
//! table.rs     a table as an actor: one task, one inbox
//! guest.rs     somebody connected to a table, and what she was told
//! store.rs     tables in a database
//! hall.rs      all tables, and the threads that play them
//! serve.rs     a server from its start to its end
//! workshop.rs  the opened folder: its files, and what the program can do with them
//! watch.rs     files of one's own that change while their games are played
//! http/        the server: pages, tables, sockets, streams, and who is let in
//! ```
//!
//! A table plays on one thread and hears one message after the other. A client that does not read loses its
//! connection, not the table its time. What a browser receives is a view of its own seat.

mod games;
mod guest;
mod hall;
pub mod http;
mod messages;
mod notes;
mod remarks;
mod secret;
mod serve;
mod store;
mod table;
mod watch;
mod workshop;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use intermezzo::Files;

pub use hall::{Created, Hall, NewSeat, NewTable};
pub use serve::{Addresses, Start, serve};
pub use watch::{Reread, watch};
pub use workshop::{Finding, Ran, Tools, Workshop};

/// The options of a studio.
#[derive(Clone)]
pub struct Options {
    /// The files of games, packs and cards.
    pub files: Files,
    /// The database that keeps the tables; `None`: they end with the program.
    pub database: Option<PathBuf>,
    /// The pause of a bot before it answers, so that people can follow.
    pub bot_pause: Duration,
    /// The time for which an absent player is waited for before the others may vote about her.
    pub patience: Duration,
    /// Most tables.
    pub most_tables: usize,
    /// The number of threads that play them.
    pub threads: usize,
    /// The abilities of the program; `None`: no scenario is made of a moment.
    pub tools: Option<Arc<dyn Tools>>,
    /// The folder whose files the host edits, on a server of her own machine.
    pub folder: Option<PathBuf>,
    /// Names under which the server is reached besides those of this machine: see [`http::guard`].
    pub hosts: Vec<String>,
}

impl Options {
    /// The usual ones.
    pub fn new(files: Files) -> Options {
        Options {
            files,
            database: None,
            bot_pause: Duration::from_millis(450),
            patience: Duration::from_secs(30),
            most_tables: 1000,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            tools: None,
            folder: None,
            hosts: Vec::new(),
        }
    }
}
