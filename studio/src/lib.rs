//! Studio: tables of Intermezzo in a browser.
//!
//! ```text
//! audit.rs           the log of what people did
//! clock.rs           the time of tables
//! games.rs           the games that can be played, loaded once, with their cards as printed and their bots
//! worker_pool.rs     tables that are played in processes of their own
//! table_game.rs      the game of a table, played here or in such a process
//! secret.rs          codes of tables and secrets of seats
//! login.rs            hosts, who sign in before they open tables
//! messages.rs        the messages between a table and a browser
//! seating.rs         who sits at a table, with the keys of the seats
//! remarks.rs         players' remarks about moments of a game
//! table.rs           a table as an actor: one task, one inbox
//! guest.rs           a connection to a table
//! view_parts.rs      the parts of a view, of which a browser is sent those that changed
//! store/             tables in a database
//! hall.rs            all tables, and the threads that play them
//! serve.rs           a server from start to end
//! workshop.rs        the opened folder: its files, and what the program does with them
//! reload_on_save.rs  reloading of changed files
//! http/              the server: pages, tables, sockets, streams
//! simulation/        all of it under one seed, with everything that may go wrong; for tests
//! ```
//!
//! A table is played on one thread and handles one message at a time. A client that does not read is disconnected and
//! never slows its table. A browser receives only the view of its own seat.

mod audit;
mod clock;
mod games;
mod guest;
mod hall;
pub mod http;
mod login;
mod messages;
mod reload_on_save;
mod remarks;
mod seating;
mod secret;
mod serve;
#[cfg(test)]
mod simulation;
mod store;
mod table;
mod table_game;
mod view_parts;
mod worker_pool;
mod workshop;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use intermezzo::Files;
use intermezzo::faces::Picture;
use intermezzo::standing::About;
use intermezzo::workers::Workers;

pub use audit::tell_events;
pub use hall::{Created, Hall, NewSeat, NewTable};
pub use login::HostLogin;
pub use reload_on_save::{Reread, reload_on_save};
pub use serve::{Addresses, ServerSettings, serve};
pub use store::Database;
pub use workshop::{CardChange, Finding, NewCard, Pinned, Ran, Simulation, Tools, Workshop};

/// Finds the picture of a card of a game.
pub type Pictures = Arc<dyn Fn(&About, &str) -> Option<Picture> + Send + Sync>;

/// The options of a studio.
#[derive(Clone)]
pub struct Options {
    /// The files of games, packs and cards.
    pub files: Files,
    /// The database of the tables; `None`: tables end with the program.
    pub database: Option<Database>,
    /// The address of this server for the other servers of the database, as `10.0.0.7:4747`.
    pub address: String,
    /// How long the tables of a server that is gone wait for another one of the same database.
    pub lease: Duration,
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
    /// The pictures of cards; `None`: cards have ornaments in their place.
    pub pictures: Option<Pictures>,
    /// The folder that the host may edit. Only a server on the host's own machine has one.
    pub folder: Option<PathBuf>,
    /// The ledgers of numbered rules of games of one's own, as YAML by the id of the game.
    pub ledgers: BTreeMap<String, String>,
    /// Further host names of this server, see [`http::guard`].
    pub hosts: Vec<String>,
    /// Who may open tables; `None`: everybody.
    pub host_login: Option<HostLogin>,
    /// The games that are offered; empty: all.
    pub games: Vec<String>,
    /// The games that stand first in the list: those that the person named, or that lie in her folder.
    pub first: Vec<String>,
    /// The language in which this process tells games; `None`: as they are written. The page itself speaks English.
    pub locale: Option<String>,
    /// The way in which processes are started that play the tables, and the most processes that run; `None`: this
    /// process plays the tables, which is for games of one's own.
    pub workers: Option<(Workers, usize)>,
    /// Most clients that are connected to tables.
    pub most_connections: usize,
    /// True if who opens a table may choose its seed. Who knows it knows the decks of all.
    pub may_choose_seed: bool,
    /// The seed of all tables, for tests; `None`: another one for each.
    pub seed: Option<u64>,
}

impl Options {
    /// The defaults.
    pub fn new(files: Files) -> Options {
        Options {
            files,
            database: None,
            address: String::new(),
            lease: Duration::from_secs(3),
            bot_pause: Duration::from_millis(450),
            patience: Duration::from_secs(30),
            most_tables: 1000,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            tools: None,
            pictures: None,
            folder: None,
            ledgers: BTreeMap::new(),
            hosts: Vec::new(),
            host_login: None,
            games: Vec::new(),
            first: Vec::new(),
            locale: None,
            workers: None,
            most_connections: 10_000,
            may_choose_seed: true,
            seed: None,
        }
    }
}
