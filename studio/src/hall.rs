//! Hall: all tables, and the threads on which they are played.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use intermezzo::error::{Error, Refusal, Result as Loads};
use intermezzo::{Files, Record, Setup, Table, Texts};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Sender};

use crate::games::{Games, Loaded};
use crate::messages::why;
use crate::notes::{Notes, Sitter, name_of};
use crate::store::{Kept, Store, Write};
use crate::table::{Desk, INBOX, Letter, Pauses};
use crate::workshop::Workshop;
use crate::{Options, secret};

/// Names for players who give none.
const NAMES: &[&str] = &["Amy", "Beth", "Cleo", "Dora", "Eve", "Fay", "Gwen", "Hope"];

/// All tables.
pub struct Hall {
    options: Options,
    games: Games,
    store: Option<Store>,
    workshop: Option<Arc<Workshop>>,
    tables: Mutex<BTreeMap<String, Sender<Letter>>>,
    /// The threads that play. Each has the VMs of its games, which do not leave their thread.
    players: Vec<Handle>,
    next: AtomicUsize,
}

/// The wish for a new table.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// The players, in the order of seats; empty: one person, and bots.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
    /// The seed of the game; `None`: a random one.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A seat of a new table.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// The name of the player.
    #[serde(default)]
    pub name: Option<String>,
    /// The kind of bot; `None`: a person.
    #[serde(default)]
    pub bot: Option<String>,
    /// The id of the deck; `None`: the game's decks in turn.
    #[serde(default)]
    pub deck: Option<String>,
}

/// A new table.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Created {
    /// The code of the table.
    pub code: String,
    /// The keys of the seats; `null` for the seat of a bot.
    pub keys: Vec<Option<String>>,
}

impl Hall {
    /// A hall without open tables. Tables in the database are opened when somebody asks for them.
    ///
    /// # Errors
    ///
    /// A database that cannot be opened, or a thread that does not start.
    pub fn open(options: Options) -> std::io::Result<Hall> {
        let store = options.database.as_deref().map(Store::open).transpose()?;
        let workshop = match (&options.folder, &options.tools) {
            (Some(folder), Some(tools)) => Some(Workshop::open(folder, tools.clone()).map_err(std::io::Error::other)?),
            _ => None,
        };
        let players = (0..options.threads.max(1)).map(player).collect::<std::io::Result<_>>()?;
        let (games, tables, next) = (Games::new(options.files.clone()), Mutex::default(), AtomicUsize::new(0));
        let workshop = workshop.map(Arc::new);
        Ok(Hall { options, games, store, workshop, tables, players, next })
    }

    /// The games that can be played.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The options with which the hall was opened.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The opened folder, for the host.
    pub fn workshop(&self) -> Option<Arc<Workshop>> {
        self.workshop.clone()
    }

    /// Opens a new table. This loads the game, so call it on a thread that may block.
    ///
    /// # Errors
    ///
    /// An unknown game, deck or bot, too many tables, or a disk that cannot be written.
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
            notes.seats.push(Sitter { bot, key: hash, ..Sitter::default() });
            keys.push(key);
        }
        // Given names come first, so that a name from the list never takes one of them.
        for (at, name) in seats.iter().enumerate().filter_map(|(at, seat)| Some((at, seat.name.as_ref()?))) {
            notes.name(at, name)?;
        }
        for at in (0..seats.len()).filter(|at| seats[*at].name.is_none()) {
            notes.seats[at].name = free_name(&notes, at);
        }
        self.begin(&notes, &table).map_err(|error| {
            eprintln!("table {code}: {error}");
            Refusal::new("not_kept", "the table cannot be written to the disk")
        })?;
        self.seat(self.desk(table, notes, loaded));
        Ok(Created { code, keys })
    }

    /// Takes changed files. Running games go on with them from where they are.
    pub(crate) fn reload(&self, files: Files) {
        for (game, loaded) in self.games.reload(files) {
            match loaded {
                Ok(loaded) => self.tell_all(|| Letter::Reload { game: game.clone(), loaded: Ok(loaded.clone()) }),
                Err(error) => {
                    let words = error.to_string();
                    self.tell_all(|| Letter::Reload { game: game.clone(), loaded: Err(words.clone()) });
                }
            }
        }
    }

    /// Tells all tables the error in changed files.
    pub(crate) fn cannot_reload(&self, words: &str) {
        for game in self.games.ids() {
            self.tell_all(|| Letter::Reload { game: game.clone(), loaded: Err(words.to_string()) });
        }
    }

    fn tell_all(&self, letter: impl Fn() -> Letter) {
        let tables: Vec<_> = held(&self.tables).values().cloned().collect();
        for table in tables {
            let _ = table.blocking_send(letter());
        }
    }

    fn free_code(&self) -> Result<String, Refusal> {
        loop {
            let code = secret::code().map_err(|_| Refusal::new("failed", "the system gives no chance"))?;
            let kept = self.store.as_ref().map(|store| store.read_now(&code)).transpose();
            let is_free = matches!(kept, Ok(None | Some(None)));
            if kept.is_err() {
                return Err(Refusal::new("not_kept", "the tables on the disk cannot be read"));
            }
            if is_free && !held(&self.tables).contains_key(&code) {
                return Ok(code);
            }
        }
    }

    /// Writes a new table to the database.
    fn begin(&self, notes: &Notes, table: &Table) -> std::io::Result<()> {
        let Some(store) = &self.store else { return Ok(()) };
        let record = table.record();
        let texts = record.begun_with().ok_or_else(|| std::io::Error::other("a record that holds all of its texts"))?;
        store.write_now(Write::Begin {
            code: notes.code.clone(),
            notes: notes.to_text(),
            record: record.to_text(),
            texts: (texts.hash().to_string(), texts.to_json().into()),
        })
    }

    fn desk(&self, table: Table, notes: Notes, loaded: Arc<Loaded>) -> Desk {
        let Options { bot_pause, patience, .. } = self.options;
        Desk::new(table, notes, loaded, self.store.clone(), Pauses { bot: bot_pause, absent: patience })
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

    /// Finds a running table by its code, or opens it from the database. The latter reads a record, so call this on a
    /// thread that may block.
    ///
    /// # Errors
    ///
    /// An unknown code, or a record that cannot be played.
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
        let store = self.store.as_ref().ok_or_else(none)?;
        let unread = |error: std::io::Error| {
            eprintln!("table {code}: {error}");
            Refusal::new("not_read", "this table cannot be read from the disk")
        };
        let kept = store.read_now(code).map_err(unread)?.ok_or_else(none)?;
        let desk = self.taken_up(kept).map_err(|error| unread(std::io::Error::other(error)))?;
        // Another request may have opened the table meanwhile; only one of the two may run.
        if let Some(table) = held(&self.tables).get(code).filter(|table| !table.is_closed()) {
            return Ok(table.clone());
        }
        Ok(self.seat(desk))
    }

    fn taken_up(&self, Kept { notes, record, remarks, texts: (hash, json) }: Kept) -> Loads<Desk> {
        let unread =
            |error| Error::refused(Refusal::new("not_read", format!("these are no notes of a table: {error}")));
        let notes: Notes = serde_json::from_str(&notes).map_err(unread)?;
        let find = |wanted: &str| if wanted == hash { Texts::read(&json, wanted).map(Some) } else { Ok(None) };
        let table = Record::from_text_with(&record, &find)?.replay()?;
        // The tables of one version of a game share it and its bots.
        let loaded = match self.games.find(&notes.game) {
            Ok(now) if now.game.hash() == table.game().hash() => now,
            _ => Arc::new(Loaded::new(table.game().clone())),
        };
        let mut desk = self.desk(table, notes, loaded);
        desk.remarks = remarks.iter().filter_map(|remark| serde_json::from_str(remark).ok()).collect();
        Ok(desk)
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

/// The seats of a new table, as wished; by default one person, and bots.
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

/// An unused name from the list.
fn free_name(notes: &Notes, at: usize) -> String {
    let names = NAMES.iter().cycle().skip(at).take(NAMES.len());
    let is_free = |name: &&&str| notes.seats.iter().all(|seat| seat.name != ***name);
    names.filter(is_free).map(ToString::to_string).next().unwrap_or_else(|| format!("Seat {}", at + 1))
}

/// True for bots that a browser may ask for: those with a bound on the time of an answer.
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
