//! Studio: tables of Intermezzo in a browser.
//!
//! ```text
//! games.rs     the playable games, loaded once, with their printed cards and bots
//! secret.rs    codes of tables and keys of seats
//! messages.rs  the JSON objects that a table and a browser send each other
//! notes.rs     the players of a table
//! remarks.rs   players' notes about moments of a game
//! table.rs     a table as an actor: one task, one inbox
//! guest.rs     a connection to a table
//! store.rs     tables in a database
//! hall.rs      all tables, and the threads that play them
//! serve.rs     a server from start to end
//! workshop.rs  the opened folder: its files, and what the program does with them
//! watch.rs     reloading of changed files
//! http/        the server: pages, tables, sockets, streams
//! ```
//!
//! A table is played on one thread and handles one message at a time. A client that does not read is disconnected and
//! never slows its table. A browser receives only the view of its own seat.

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
    /// The database of the tables; `None`: tables end with the program.
    pub database: Option<PathBuf>,
    /// The pause before a bot answers, so that people can follow.
    pub bot_pause: Duration,
    /// The time after which the others may vote about an absent player.
    pub patience: Duration,
    /// The most tables at a time.
    pub most_tables: usize,
    /// The number of threads that play tables.
    pub threads: usize,
    /// The commands of the program that the studio uses; `None`: no scenario can be made of a moment.
    pub tools: Option<Arc<dyn Tools>>,
    /// The folder that the host may edit. Only a server on the host's own machine has one.
    pub folder: Option<PathBuf>,
    /// Further host names of this server, see [`http::guard`].
    pub hosts: Vec<String>,
}

impl Options {
    /// The defaults.
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
