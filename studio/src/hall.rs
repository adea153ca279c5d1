//! Hall: all tables, and the threads on which they are played.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use intermezzo::error::{Error, Refusal, Result as Loads};
use intermezzo::standing::SeatAbout;
use intermezzo::workers::Opening;
use intermezzo::{Files, Game, Record, Setup, Table, Texts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, Sender};
use tokio::task::AbortHandle;

use crate::audit::AUDIT;
use crate::games::{Games, Loaded};
use crate::login::{HostLogin, Issuer};
use crate::messages::why;
use crate::seating::{Sitter, TableSeating, name_of};
use crate::secret::Signer;
use crate::store::{Database, Found, HeldTable, Opener, Store, StoredTable, Unwritten, Write};
use crate::table::answers::table_moves;
use crate::table::{ANSWERS, INBOX, Pauses, TableActor, TableRequest};
use crate::table_game::TableGame;
use crate::worker_pool::{Pool, TableInWorker};
use crate::workshop::Workshop;
use crate::{Options, secret};

/// Names for players who give none.
const NAMES: &[&str] = &["Amy", "Beth", "Cleo", "Dora", "Eve", "Fay", "Gwen", "Hope"];

/// The default bot.
const USUAL: &str = "greedy";
/// The longest wait for a table without guests to end, if it is ended to make room for another one.
const ENDING: Duration = Duration::from_secs(1);
/// The number of locks in `taking`, and so the most tables that are read from the database at the same time.
const TAKING: usize = 64;

/// The tables that are played here, with their games, their database and their threads.
pub struct Hall {
    options: Options,
    games: Arc<Games>,
    store: Option<Store>,
    workshop: Option<Arc<Workshop>>,
    tables: Arc<Mutex<BTreeMap<String, OpenTable>>>,
    /// The locks under which tables are read from the database. The code of a table tells its lock, so no table is read
    /// twice.
    taking: [Mutex<()>; TAKING],
    /// The clients that are connected to tables.
    connections: Arc<AtomicUsize>,
    /// Signs what browsers bring back.
    signer: Arc<Signer>,
    /// The issuer at which hosts sign in; `None`: everybody opens tables.
    issuer: Option<Issuer>,
    /// The threads on which tables are played: each has the VM of each game that it plays.
    players: Vec<Handle>,
    next: AtomicUsize,
}

/// How much the server has to do.
pub(crate) struct Load {
    /// The tables that are played here.
    pub tables: u64,
    /// The clients that are connected to tables.
    pub connections: u64,
    /// The answers that were taken since the program began.
    pub taken: u64,
    /// The answers that were refused, those that came too late among them.
    pub refused: u64,
    /// The answers that waited too long.
    pub busy: u64,
}

/// A table that is played.
struct OpenTable {
    inbox: Sender<TableRequest>,
    /// True as long as the table may end to make room for another one.
    is_idle: Arc<AtomicBool>,
    task: AbortHandle,
}

/// Where a table is played.
pub(crate) enum TableHolder {
    /// On this server.
    Here(Sender<TableRequest>),
    /// On the server at this address.
    There(String),
}

/// A table that somebody wants.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The id of the game.
    pub game: String,
    /// The players, in the order of seats; empty: one person, and bots.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
    /// Options of the game that differ from their defaults, each value as the manifest writes it.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seed of all chance; `None`: a secret seed for each table.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A seat of a new table.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// The name of the player.
    #[serde(default)]
    pub name: Option<String>,
    /// The kind of bot; `None`: a person.
    #[serde(default)]
    pub bot: Option<String>,
    /// The deck of the seat: the id of one of the game, or the text of one in YAML, which has several lines; `None`:
    /// the usual one.
    #[serde(default)]
    pub deck: Option<String>,
}

/// A new table.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
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
        let tables = Arc::<Mutex<BTreeMap<String, OpenTable>>>::default();
        let store = options.database.clone().map(|place| open_store(place, &options, &tables)).transpose()?;
        let workshop = match (&options.folder, &options.tools) {
            (Some(folder), Some(tools)) => Some(Workshop::open(folder, tools.clone()).map_err(std::io::Error::other)?),
            _ => None,
        };
        let issuer = options.host_login.as_ref().map(Issuer::new).transpose().map_err(std::io::Error::other)?;
        let players = (0..options.threads.max(1)).map(player).collect::<std::io::Result<_>>()?;
        let pool = options.workers.clone().map(|(workers, most)| Arc::new(Pool::new(workers, most)));
        let games = Games::new(options.files.clone(), pool, options.games.clone());
        let games = Arc::new(games.told(options.first.clone(), options.locale.clone()));
        let signer = Arc::new(signer_of(store.as_ref())?);
        let hall = Hall::put_together(options, games, store, (players, signer));
        Ok(Hall { workshop: workshop.map(Arc::new), tables, issuer, ..hall })
    }

    fn put_together(
        options: Options,
        games: Arc<Games>,
        store: Option<Store>,
        (players, signer): (Vec<Handle>, Arc<Signer>),
    ) -> Hall {
        let (workshop, tables, taking) = (None, Arc::default(), std::array::from_fn(|_| Mutex::default()));
        let (connections, next) = (Arc::default(), AtomicUsize::new(0));
        Hall { options, games, store, workshop, tables, taking, connections, signer, issuer: None, players, next }
    }

    /// A hall whose tables are played by this thread.
    #[cfg(test)]
    pub(crate) fn in_simulation(options: Options, games: Arc<Games>, store: Store) -> Hall {
        let signer = Arc::new(signer_of(Some(&store)).expect("a secret"));
        Hall::put_together(options, games, Some(store), (vec![Handle::current()], signer))
    }

    /// The number of tables that are played here.
    #[cfg(test)]
    pub(crate) fn tables_here(&self) -> usize {
        held(&self.tables).values().filter(|table| !table.inbox.is_closed()).count()
    }

    /// Ends all tables and does not tell the database, as a server does that dies.
    #[cfg(test)]
    pub(crate) fn end_all(&self) {
        end_all(&self.tables);
    }

    /// Ends all tables, and gives them up, so that another server has them at once; for a thread that may wait.
    pub fn close(&self) {
        end_all(&self.tables);
        if let Some(store) = &self.store {
            store.close_now();
        }
    }

    /// Forgets the tables that nobody has taken up for this time, and returns their number; for a thread that may wait.
    ///
    /// # Errors
    ///
    /// A database that does not answer.
    pub fn forget(&self, older_than: Duration) -> std::io::Result<usize> {
        let tables = held(&self.tables);
        let played = tables.iter().filter(|(_, table)| !table.inbox.is_closed()).map(|(code, _)| code.clone());
        let played = played.collect();
        drop(tables);
        self.store.as_ref().map_or(Ok(0), |store| store.forget_now(older_than, played))
    }

    /// Checks that the games that are offered can be played. Returns the protections that this system cannot give the
    /// processes that play them.
    ///
    /// # Errors
    ///
    /// A game that cannot be played.
    pub fn try_games(&self) -> Loads<Vec<String>> {
        let mut lacking = Vec::new();
        for game in &self.options.games {
            let unplayed = |error: Error| Error::usage(format!("{game} cannot be served:\n{error}"));
            match self.games.workers_of(game) {
                Some((pool, files)) => lacking = pool.lacking(&files, game).map_err(unplayed)?,
                None => drop(self.games.find(game).map_err(unplayed)?),
            }
        }
        Ok(lacking)
    }

    /// The number of tables in the database.
    ///
    /// # Errors
    ///
    /// A database that cannot be read.
    pub(crate) fn kept(&self) -> std::io::Result<usize> {
        self.store.as_ref().map_or(Ok(0), Store::count_now)
    }

    /// Counts a connection, until the returned value is dropped.
    ///
    /// # Errors
    ///
    /// The greatest number of connections is reached.
    pub(crate) fn let_in(&self) -> Result<ConnectedGuest, Refusal> {
        let inside = ConnectedGuest(self.connections.clone());
        if self.connections.fetch_add(1, Ordering::AcqRel) >= self.options.most_connections {
            return Err(Refusal::new("full", "as many are connected to this server as may be"));
        }
        Ok(inside)
    }

    /// How much the server has to do.
    pub(crate) fn load(&self) -> Load {
        let tables = held(&self.tables).values().filter(|table| !table.inbox.is_closed()).count();
        let number = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Load {
            tables: tables as u64,
            connections: self.connections.load(Ordering::Relaxed) as u64,
            taken: number(&ANSWERS.taken),
            refused: number(&ANSWERS.refused),
            busy: number(&ANSWERS.busy),
        }
    }

    /// The games that can be played.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The options with which the hall was opened.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Who may open tables, and the issuer at which they sign in; `None`: everybody may.
    pub(crate) fn login(&self) -> Option<(&HostLogin, &Issuer)> {
        Some((self.options.host_login.as_ref()?, self.issuer.as_ref()?))
    }

    /// Signs what browsers bring back.
    pub(crate) fn signer(&self) -> &Signer {
        &self.signer
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
        self.make_room()?;
        if new.seed.is_some() && !self.options.may_choose_seed {
            let words = "the server draws the seed: who knows it knows the decks of all";
            return Err(Refusal::new("no_seed", words));
        }
        let loaded = self.games.find(&new.game).map_err(|error| why(&error))?;
        let seats = seats_of(new, &loaded)?;
        let seed = new.seed.or(self.options.seed);
        let (seating, keys) = self.seating_of(&new.game, seed, &seats)?;
        // A table that cannot begin is refused before anything of it is kept.
        let (table, texts) = self.set_up(&loaded, new, &seats, &seating).map_err(|error| why(&error))?;
        self.begin_at(table, &texts, (seating, keys), loaded)
    }

    /// Opens a table that goes on from a moment of a game, or from a scenario, with a person at one seat and bots at the
    /// others: those that played there, or the usual ones. This writes to the database, so call it on a thread that may
    /// block.
    ///
    /// # Errors
    ///
    /// A game that is over, too many tables, or a disk that cannot be written.
    pub fn create_from(
        &self,
        game: &str,
        table: Table,
        seat: Option<u8>,
        bots: &[Option<String>],
    ) -> Result<Created, Refusal> {
        self.make_room()?;
        let asked = table.decisions().first().map(|decision| decision.seat.0);
        let person = seat.or(asked).ok_or_else(|| Refusal::new("game_over", "the game is over at this moment"))?;
        let kind = |at: usize| bots.get(at).cloned().flatten().unwrap_or_else(|| USUAL.into());
        let bot = |at: usize| (at != usize::from(person)).then(|| kind(at));
        let seats: Vec<_> = (0..table.names().len()).map(|at| NewSeat { bot: bot(at), ..NewSeat::default() }).collect();
        let (seating, keys) = self.seating_of(game, self.options.seed, &seats)?;
        let loaded = match self.games.find(game) {
            Ok(now) if now.is(table.game()) => now,
            _ => Arc::new(Loaded::new(table.game().clone())),
        };
        let texts = table.record().begun_with().ok_or_else(|| Refusal::new("failed", "this moment lacks its texts"))?;
        self.begin_at(TableGame::here(table), &texts, (seating, keys), loaded)
    }

    /// The ledger of numbered rules of a game of the host's own, as YAML; `None` for any other game.
    pub(crate) fn ledger(&self, game: &str) -> Option<&str> {
        self.options.ledgers.get(game).map(String::as_str)
    }

    /// The table as it was after the first `at` answers of a record.
    ///
    /// # Errors
    ///
    /// More answers than the record has.
    pub(crate) fn moment(&self, record: &Record, game: &Game, at: usize) -> Loads<Table> {
        match &self.options.tools {
            // Only the program reads the position of a scenario.
            Some(tools) if record.position.is_some() => tools.moment(record, Some(at)),
            _ => record.moment(game, at),
        }
    }

    /// The seating of a new table, and the keys of its seats.
    fn seating_of(
        &self,
        game: &str,
        seed: Option<u64>,
        seats: &[NewSeat],
    ) -> Result<(TableSeating, Vec<Option<String>>), Refusal> {
        let fails = |_| Refusal::new("failed", "the system gives no random numbers, so no key can be made");
        let seed = seed.map_or_else(secret::seed, Ok).map_err(fails)?;
        let code = self.free_code()?;
        let mut seating = TableSeating { code: code.clone(), game: game.into(), seed, seats: Vec::new() };
        let mut keys = Vec::new();
        for (at, seat) in seats.iter().enumerate() {
            let key = match seat.bot {
                Some(_) => None,
                None => Some(secret::key().map_err(fails)?),
            };
            let hash = key.as_ref().map(|key| secret::hash(&code, at, key));
            let bot = seat.bot.clone();
            seating.seats.push(Sitter { bot, key: hash, ..Sitter::default() });
            keys.push(key);
        }
        // Given names come first, so that a name from the list never equals a given one.
        for (at, name) in seats.iter().enumerate().filter_map(|(at, seat)| Some((at, seat.name.as_ref()?))) {
            seating.name(at, name)?;
        }
        for at in (0..seats.len()).filter(|at| seats[*at].name.is_none()) {
            seating.seats[at].name = free_name(&seating, at);
        }
        Ok((seating, keys))
    }

    /// Stores a table that begins, and gives it to a thread.
    fn begin_at(
        &self,
        table: TableGame,
        texts: &Texts,
        (seating, keys): (TableSeating, Vec<Option<String>>),
        loaded: Arc<Loaded>,
    ) -> Result<Created, Refusal> {
        let code = seating.code.clone();
        let hold = self.begin(&seating, &table, texts).map_err(|error| match error {
            Unwritten::Lost => table_moves(),
            Unwritten::Refused(words) | Unwritten::Unsure(words) => {
                tracing::error!("table {code}: {words}");
                Refusal::new("not_kept", "the table cannot be written to the disk")
            }
        })?;
        tracing::info!(target: AUDIT, kind = "table_opened", table = code, game = seating.game);
        self.seat(self.actor(table, seating, loaded, hold));
        Ok(Created { code, keys })
    }

    /// Makes room for one table more: forgets ended tables, and, at the limit, ends a table without guests.
    fn make_room(&self) -> Result<(), Refusal> {
        let until = Instant::now() + ENDING;
        loop {
            let mut tables = held(&self.tables);
            tables.retain(|_, table| !table.inbox.is_closed());
            if tables.len() < self.options.most_tables {
                return Ok(());
            }
            let mut idle = tables.values().filter(|table| table.is_idle.load(Ordering::Relaxed));
            // A table is forgotten only when it has ended: else it might be taken up from the database a second time.
            if !idle.any(|table| table.inbox.try_send(TableRequest::End).is_ok()) || Instant::now() >= until {
                let words = "there are as many tables as this server has room for";
                return Err(Refusal::new("too_many_tables", words));
            }
            drop(tables);
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Starts the game of a new table, in this process or in one of its own; returns it with the texts with which it
    /// began.
    fn set_up(
        &self,
        loaded: &Loaded,
        new: &NewTable,
        seats: &[NewSeat],
        seating: &TableSeating,
    ) -> Loads<(TableGame, Texts)> {
        let decks = decks_of(seats, &loaded.about.seats)?;
        let options = new.options.clone().into_iter().collect();
        let players = Some(seats.len() as u8);
        if let Some((pool, files)) = self.games.workers_of(&new.game) {
            let opening = Opening { game: new.game.clone(), seed: seating.seed, decks, options, players };
            let apart = pool.open(&files, &opening, seating.names())?;
            let texts = TableInWorker::begun_with(&apart).clone();
            return Ok((TableGame::in_worker(apart)?, texts));
        }
        let game = loaded.game().map_err(Error::refused)?;
        let decks = game.chosen_decks(&decks, seats.len())?;
        let table = Table::start(game.set_up(Setup { seed: seating.seed, decks, options, players })?);
        let whole = || Error::internal("a record that holds all of its texts");
        let texts = table.record().begun_with().ok_or_else(whole)?;
        Ok((TableGame::here(table), Texts::clone(&texts)))
    }

    /// Takes over changed files. The tables of a changed game go on with them at the moment that each has reached.
    pub(crate) fn reload(&self, files: Files) {
        for (game, loaded) in self.games.reload(files) {
            match loaded {
                Ok(loaded) => self.tell_all(|| TableRequest::Reload { game: game.clone(), loaded: Ok(loaded.clone()) }),
                Err(error) => {
                    let words = error.to_string();
                    self.tell_all(|| TableRequest::Reload { game: game.clone(), loaded: Err(words.clone()) });
                }
            }
        }
    }

    /// Tells all tables that changed files could not be read, and why.
    pub(crate) fn cannot_reload(&self, words: &str) {
        for game in self.games.ids() {
            self.tell_all(|| TableRequest::Reload { game: game.clone(), loaded: Err(words.to_string()) });
        }
    }

    fn tell_all(&self, request: impl Fn() -> TableRequest) {
        let tables: Vec<_> = held(&self.tables).values().map(|table| table.inbox.clone()).collect();
        for table in tables {
            let _ = table.blocking_send(request());
        }
    }

    fn free_code(&self) -> Result<String, Refusal> {
        loop {
            let code = secret::code()
                .map_err(|_| Refusal::new("failed", "the system gives no random numbers, so no key can be made"))?;
            let is_known = self.store.as_ref().map_or(Ok(false), |store| store.is_known_now(&code));
            let unread = |_| Refusal::new("not_kept", "the tables on the disk cannot be read");
            if !is_known.map_err(unread)? && !held(&self.tables).contains_key(&code) {
                return Ok(code);
            }
        }
    }

    /// Stores a table that begins; `None`: there is no database.
    fn begin(&self, seating: &TableSeating, table: &TableGame, texts: &Texts) -> Result<Option<HeldTable>, Unwritten> {
        let Some(store) = &self.store else { return Ok(None) };
        let begin = Write::Begin {
            code: seating.code.clone(),
            seating: seating.to_text(),
            record: table.record(),
            texts: (texts.hash().to_string(), texts.to_json().into()),
        };
        store.begin_now(begin).map(Some)
    }

    fn actor(
        &self,
        table: TableGame,
        seating: TableSeating,
        loaded: Arc<Loaded>,
        hold: Option<HeldTable>,
    ) -> TableActor {
        let Options { bot_pause, patience, .. } = self.options;
        let pauses = Pauses { bot: bot_pause, absent: patience };
        TableActor::new(table, (seating, self.signer.clone()), loaded, hold, pauses)
    }

    /// Gives a table to one of the threads.
    fn seat(&self, actor: TableActor) -> Sender<TableRequest> {
        let (own, inbox) = mpsc::channel(INBOX);
        let (code, is_idle) = (actor.seating.code.clone(), actor.is_idle());
        let player = &self.players[self.next.fetch_add(1, Ordering::Relaxed) % self.players.len()];
        let mut tables = held(&self.tables);
        let task = player.spawn(actor.play(inbox, own.downgrade())).abort_handle();
        tables.insert(code, OpenTable { inbox: own.clone(), is_idle, task });
        own
    }

    /// The table with this code, if it is played here now.
    fn playing(&self, code: &str) -> Option<Sender<TableRequest>> {
        let mut tables = held(&self.tables);
        if let Some(table) = tables.get(code).filter(|table| !table.inbox.is_closed()) {
            return Some(table.inbox.clone());
        }
        tables.remove(code);
        None
    }

    /// True if several servers have the database: a table may be played by another one.
    pub(crate) fn has_peers(&self) -> bool {
        self.options.database.as_ref().is_some_and(Database::is_shared)
    }

    /// Finds a running table by its code, or opens it from the database. The latter reads a record, so call this on a
    /// thread that may block.
    ///
    /// # Errors
    ///
    /// An unknown code, too many tables, a database that cannot be read, or a record that cannot be played.
    pub(crate) fn find(&self, code: &str) -> Result<TableHolder, Refusal> {
        let none = || Refusal::new("no_such_table", "there is no table with this code");
        if !secret::is_code(code) {
            return Err(none());
        }
        if let Some(table) = self.playing(code) {
            return Ok(TableHolder::Here(table));
        }
        let store = self.store.as_ref().ok_or_else(none)?;
        let one = code.bytes().fold(0, |sum, letter| sum * 31 + usize::from(letter)) % TAKING;
        let _taking = held(&self.taking[one]);
        if let Some(table) = self.playing(code) {
            return Ok(TableHolder::Here(table));
        }
        let unread = |error: std::io::Error| {
            tracing::error!("table {code}: {error}");
            Refusal::new("not_read", "this table cannot be read from the disk")
        };
        // If there is no room, the table is only looked up, and left to a server with room.
        let room = self.make_room();
        let kept = match store.take_now(code, room.is_ok()).map_err(unread)? {
            Found::Nowhere => return Err(none()),
            Found::Elsewhere(address) => return Ok(TableHolder::There(address)),
            Found::Free => return Err(room.err().unwrap_or_else(table_moves)),
            Found::Here(kept) => kept,
        };
        let actor = self.taken_up(*kept).map_err(|error| unread(std::io::Error::other(error)))?;
        Ok(TableHolder::Here(self.seat(actor)))
    }

    fn taken_up(
        &self,
        StoredTable { seating, record, remarks, texts: (hash, json), hold }: StoredTable,
    ) -> Loads<TableActor> {
        let unread = |error| {
            Error::refused(Refusal::new("not_read", format!("the stored seating of a table cannot be read: {error}")))
        };
        let seating: TableSeating = serde_json::from_str(&seating).map_err(unread)?;
        if let Some((pool, _)) = self.games.workers_of(&seating.game) {
            let apart = pool.resume(&record, Texts::read(&json, &hash)?, seating.names())?;
            // The files with which the table's game was begun may differ from the present ones.
            let loaded = match self.games.find(&seating.game) {
                Ok(now) if now.is_of(&apart) => now,
                _ => Arc::new(Loaded::of_process(&apart)?),
            };
            return Ok(self.desk_with((TableGame::in_worker(apart)?, hold), seating, loaded, &remarks));
        }
        let find = |wanted: &str| if wanted == hash { Texts::read(&json, wanted).map(Some) } else { Ok(None) };
        let record = Record::from_text_with(&record, &find)?;
        let table = match &self.options.tools {
            Some(tools) if record.position.is_some() => tools.moment(&record, None)?,
            _ => record.replay()?,
        };
        // The tables of one version of a game share the game and its bots.
        let loaded = match self.games.find(&seating.game) {
            Ok(now) if now.is(table.game()) => now,
            _ => Arc::new(Loaded::new(table.game().clone())),
        };
        Ok(self.desk_with((TableGame::here(table), hold), seating, loaded, &remarks))
    }

    fn desk_with(
        &self,
        (table, hold): (TableGame, HeldTable),
        seating: TableSeating,
        loaded: Arc<Loaded>,
        remarks: &[String],
    ) -> TableActor {
        let mut actor = self.actor(table, seating, loaded, Some(hold));
        actor.remarks = remarks.iter().filter_map(|remark| serde_json::from_str(remark).ok()).collect();
        actor
    }
}

/// Somebody who is connected to a table.
pub(crate) struct ConnectedGuest(Arc<AtomicUsize>);

impl Drop for ConnectedGuest {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The signer of the servers of a database; without one, a signer of this process alone.
fn signer_of(store: Option<&Store>) -> std::io::Result<Signer> {
    let new = Signer::new()?;
    let Some(store) = store else { return Ok(new) };
    let unread = || std::io::Error::other("the secret in the database cannot be read");
    Signer::of(&store.secret_now(new.secret())?).ok_or_else(unread)
}

/// Opens the database. When this server loses its lease, it ends all its tables, because other servers may play them.
fn open_store(
    place: Database,
    options: &Options,
    tables: &Arc<Mutex<BTreeMap<String, OpenTable>>>,
) -> std::io::Result<Store> {
    // A weak reference, because the thread of the database ends after the hall.
    let played = Arc::downgrade(tables);
    let lost = Box::new(move || {
        if let Some(played) = played.upgrade() {
            end_all(&played);
        }
    });
    Store::open(place, Opener { address: options.address.clone(), lease: options.lease, lost })
}

/// Ends all tables. Who was there joins again, and finds her table where it is played then.
fn end_all(tables: &Mutex<BTreeMap<String, OpenTable>>) {
    let ended = std::mem::take(&mut *held(tables));
    ended.values().for_each(|table| table.task.abort());
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
    let (least, usual, most) = loaded.about.players;
    let mut seats = new.seats.clone();
    if seats.is_empty() {
        seats = vec![NewSeat { bot: Some(USUAL.into()), ..NewSeat::default() }; usual.into()];
        seats[0].bot = None;
    }
    if !(usize::from(least)..=usize::from(most)).contains(&seats.len()) {
        let words = format!("{} has {least} to {most} players", loaded.about.title);
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
fn free_name(seating: &TableSeating, at: usize) -> String {
    let names = NAMES.iter().cycle().skip(at).take(NAMES.len());
    let is_free = |name: &&&str| seating.seats.iter().all(|seat| seat.name != ***name);
    names.filter(is_free).map(ToString::to_string).next().unwrap_or_else(|| format!("Seat {}", at + 1))
}

/// True for bots that a browser may ask for: those with a bound on the time of an answer.
fn is_bot(name: &str) -> bool {
    matches!(name, "random" | "greedy" | "ismcts:100" | "ismcts:400")
}

/// The decks of the seats that chose one; an empty text for the others; none if nobody chose.
fn decks_of(seats: &[NewSeat], known: &[SeatAbout]) -> Loads<Vec<String>> {
    if seats.iter().all(|seat| seat.deck.is_none()) {
        return Ok(Vec::new());
    }
    let none = || Error::refused(Refusal::new("no_such_deck", "the player of this seat can bring no such deck"));
    let is_known = |at: usize, deck: &String| known.get(at).is_some_and(|seat| seat.decks.contains(deck));
    let deck = |(at, seat): (usize, &NewSeat)| match &seat.deck {
        None => Ok(String::new()),
        Some(deck) if deck.contains('\n') || is_known(at, deck) => Ok(deck.clone()),
        Some(_) => Err(none()),
    };
    seats.iter().enumerate().map(deck).collect()
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
