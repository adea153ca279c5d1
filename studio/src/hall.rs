//! Hall: all tables, and the threads that play them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use intermezzo::error::{Refusal, Result as Loads};
use intermezzo::{Record, Setup, Table};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Sender};

use crate::games::{Games, Loaded};
use crate::messages::why;
use crate::notes::{Notes, Sitter, name_of};
use crate::shelf::{Page, Shelf};
use crate::table::{Desk, INBOX, Letter};
use crate::{Options, secret};

/// Names of who has said none.
const NAMES: &[&str] = &["Amy", "Beth", "Cleo", "Dora", "Eve", "Fay", "Gwen", "Hope"];

/// All tables.
pub struct Hall {
    options: Options,
    games: Games,
    shelf: Option<Shelf>,
    tables: Mutex<BTreeMap<String, Sender<Letter>>>,
    /// Each runs on a thread of its own: a thread has the VM of each game that it plays.
    players: Vec<Handle>,
    next: AtomicUsize,
}

/// A table that somebody wants.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// Who plays, in the order of seats; empty: the host and bots.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
    /// Where chance comes from; `None`: a seed that nobody knows.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A seat of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// Which bot plays it; `None`: a person.
    #[serde(default)]
    pub bot: Option<String>,
    /// The id of its deck; `None`: the usual one.
    #[serde(default)]
    pub deck: Option<String>,
}

/// A table that was opened.
#[derive(Clone, Debug, Serialize)]
pub struct Created {
    /// Its code.
    pub code: String,
    /// The keys of its seats; `null`: a bot plays it.
    pub keys: Vec<Option<String>>,
}

impl Hall {
    /// A hall without tables; those on its shelf are taken up when somebody asks for them.
    ///
    /// # Errors
    ///
    /// A folder for records that cannot be made, or a thread that does not start.
    pub fn open(options: Options) -> std::io::Result<Hall> {
        let shelf = options.records.as_deref().map(Shelf::open).transpose()?;
        let players = (0..options.threads.max(1)).map(player).collect::<std::io::Result<_>>()?;
        let (games, tables, next) = (Games::new(options.files.clone()), Mutex::default(), AtomicUsize::new(0));
        Ok(Hall { options, games, shelf, tables, players, next })
    }

    /// The games that can be played.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// What the hall was opened with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Opens a table. This loads its game, so it belongs on a thread that may wait.
    ///
    /// # Errors
    ///
    /// No such game, deck or bot, too many tables, or a disk that does not take it.
    pub fn create(&self, new: &NewTable) -> Result<Created, Refusal> {
        if held(&self.tables).len() >= self.options.most_tables {
            return Err(Refusal::new("too_many_tables", "there are as many tables as this server has room for"));
        }
        let loaded = self.games.find(&new.game).map_err(|error| why(&error))?;
        let seats = seats_of(new, &loaded)?;
        let fails = |_| Refusal::new("failed", "the system gives no chance");
        let seed = new.seed.map_or_else(secret::seed, Ok).map_err(fails)?;
        let table = set_up(&loaded, &seats, seed).map_err(|error| why(&error))?;
        let code = self.free_code()?;
        let mut notes = Notes { code: code.clone(), game: new.game.clone(), seed, seats: Vec::new() };
        let mut keys = Vec::new();
        for (at, seat) in seats.iter().enumerate() {
            let key = match seat.bot {
                Some(_) => None,
                None => Some(secret::key().map_err(fails)?),
            };
            let hash = key.as_ref().map(|key| secret::hash(&code, at, key));
            let bot = seat.bot.clone();
            notes.seats.push(Sitter { name: String::new(), bot, key: hash, is_taken: false });
            keys.push(key);
        }
        // Names that were said come first: the others are called as nobody is.
        for (at, name) in seats.iter().enumerate().filter_map(|(at, seat)| Some((at, seat.name.as_ref()?))) {
            notes.name(at, name)?;
        }
        for at in (0..seats.len()).filter(|at| seats[*at].name.is_none()) {
            notes.seats[at].name = free_name(&notes, at);
        }
        let kept = self.begin(&notes, &table).map_err(|_| Refusal::new("not_kept", "the table cannot be written"))?;
        self.seat(Desk::new(table, notes, loaded, kept, self.options.bot_pause));
        Ok(Created { code, keys })
    }

    fn free_code(&self) -> Result<String, Refusal> {
        loop {
            let code = secret::code().map_err(|_| Refusal::new("failed", "the system gives no chance"))?;
            let is_known = self.shelf.as_ref().is_some_and(|shelf| shelf.has(&code));
            if !is_known && !held(&self.tables).contains_key(&code) {
                return Ok(code);
            }
        }
    }

    fn begin(&self, notes: &Notes, table: &Table) -> std::io::Result<(Option<Shelf>, Option<Page>)> {
        let Some(shelf) = &self.shelf else { return Ok((None, None)) };
        let mut page = shelf.page(&notes.code)?;
        page.keep(&table.record().to_text(), false)?;
        shelf.note(notes)?;
        Ok((Some(shelf.clone()), Some(page)))
    }

    /// Gives a table to one of the threads.
    fn seat(&self, desk: Desk) -> Sender<Letter> {
        let (own, inbox) = mpsc::channel(INBOX);
        let code = desk.notes.code.clone();
        let player = &self.players[self.next.fetch_add(1, Ordering::Relaxed) % self.players.len()];
        player.spawn(desk.play(inbox, own.downgrade()));
        held(&self.tables).insert(code, own.clone());
        own
    }

    /// The table with a code: one that is played, or one on the shelf. This may read a record, so it belongs on a thread
    /// that may wait.
    ///
    /// # Errors
    ///
    /// No such table, or one that cannot be taken up.
    pub(crate) fn find(&self, code: &str) -> Result<Sender<Letter>, Refusal> {
        let none = || Refusal::new("no_such_table", "there is no table with this code");
        if !secret::is_code(code) {
            return Err(none());
        }
        let mut tables = held(&self.tables);
        if let Some(table) = tables.get(code).filter(|table| !table.is_closed()) {
            return Ok(table.clone());
        }
        tables.remove(code);
        drop(tables);
        let shelf = self.shelf.as_ref().filter(|shelf| shelf.has(code)).ok_or_else(none)?;
        let desk = self.taken_up(shelf, code).map_err(|error| why(&error))?;
        // Somebody else may have taken it up meanwhile: one of the two is played.
        if let Some(table) = held(&self.tables).get(code).filter(|table| !table.is_closed()) {
            return Ok(table.clone());
        }
        Ok(self.seat(desk))
    }

    fn taken_up(&self, shelf: &Shelf, code: &str) -> Loads<Desk> {
        let unread = |cause| {
            intermezzo::error::Error::refused(Refusal::new("not_read", format!("the table cannot be read: {cause}")))
        };
        let (notes, record) = shelf.read(code).map_err(unread)?;
        let table = Record::from_text(&record)?.replay()?;
        let loaded = Arc::new(Loaded::new(table.game().clone()));
        let mut page = shelf.page(code).map_err(unread)?;
        page.keep(&table.record().to_text(), false).map_err(unread)?;
        Ok(Desk::new(table, notes, loaded, (Some(shelf.clone()), Some(page)), self.options.bot_pause))
    }
}

/// A thread that plays tables.
fn player(number: usize) -> std::io::Result<Handle> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let handle = runtime.handle().clone();
    std::thread::Builder::new()
        .name(format!("tables-{number}"))
        .spawn(move || runtime.block_on(std::future::pending::<()>()))?;
    Ok(handle)
}

/// The seats of a new table: those that were said, or a person and bots.
fn seats_of(new: &NewTable, loaded: &Loaded) -> Result<Vec<NewSeat>, Refusal> {
    let (least, usual, most) = loaded.game.outline().players;
    let mut seats = new.seats.clone();
    if seats.is_empty() {
        seats = vec![NewSeat { bot: Some("greedy".into()), ..NewSeat::default() }; usual.into()];
        seats[0].bot = None;
    }
    if !(usize::from(least)..=usize::from(most)).contains(&seats.len()) {
        let words = format!("{} has {least} to {most} players", loaded.game.title());
        return Err(Refusal::new("wrong_players", words).number("least", least.into()).number("most", most.into()));
    }
    for seat in &seats {
        if let Some(bot) = seat.bot.as_deref().filter(|bot| !is_bot(bot)) {
            return Err(Refusal::new(
                "no_such_bot",
                format!("there is no bot `{}`", bot.chars().take(24).collect::<String>()),
            ));
        }
        seat.name.as_deref().map(name_of).transpose()?;
    }
    Ok(seats)
}

/// A name that nobody at the table has.
fn free_name(notes: &Notes, at: usize) -> String {
    let names = NAMES.iter().cycle().skip(at).take(NAMES.len());
    let is_free = |name: &&&str| notes.seats.iter().all(|seat| seat.name != ***name);
    names.filter(is_free).map(ToString::to_string).next().unwrap_or_else(|| format!("Seat {}", at + 1))
}

/// The bots that a browser may ask for: what they may spend on an answer is bounded.
fn is_bot(name: &str) -> bool {
    matches!(name, "random" | "greedy" | "ismcts:100" | "ismcts:400")
}

fn set_up(loaded: &Loaded, seats: &[NewSeat], seed: u64) -> Loads<Table> {
    let game = &loaded.game;
    let decks: Vec<_> = game.decks().collect();
    let mut setup = Setup { seed, players: Some(seats.len() as u8), ..Setup::default() };
    for (at, seat) in seats.iter().enumerate().filter(|_| !decks.is_empty()) {
        let chosen = match &seat.deck {
            None => decks.get(at % decks.len()),
            Some(id) => decks.iter().find(|(known, _)| *known == id.as_str()),
        };
        let Some((_, deck)) = chosen else {
            let words = "the game has no such deck";
            return Err(intermezzo::error::Error::refused(Refusal::new("no_such_deck", words)));
        };
        setup.decks.push((*deck).clone());
    }
    Ok(Table::start(game.set_up(setup)?))
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
