//! Hall: all tables of a server, and the processes that they share.
//!
//! A table has a process while it is played. When as many run as may, the table that was played longest ago gives up its
//! own: its record is all that it needs to have one again.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::client_hello::{Join, Open};
use super::hosted_table::Served;
use super::shelf::{Notes, Pages, TableStore, as_io};
use crate::cli::output::complain;
use intermezzo::catalog::Files;
use intermezzo::error::{Error, Refusal, Result};
use intermezzo::workers::{Opening, Sandbox, Seating, WorkerTable, Workers};

type SharedTable = Arc<Mutex<Served>>;

/// All tables.
pub struct Hall {
    game: String,
    files: Arc<Files>,
    workers: Workers,
    shelf: Option<Arc<TableStore>>,
    seed: Option<u64>,
    most_processes: usize,
    most_tables: usize,
    /// `None`: it is being opened.
    tables: Mutex<BTreeMap<String, Option<SharedTable>>>,
    /// The tables with a process, the least recently played first.
    running: Mutex<Vec<String>>,
}

/// The time to wait for a process, or for a table that is being opened.
const PATIENCE: Duration = Duration::from_secs(20);
/// The pause between two looks for a free process or table.
const PAUSE: Duration = Duration::from_millis(10);
/// Between two looks at the clocks.
const TICK: Duration = Duration::from_millis(100);

impl Hall {
    pub fn new(
        game: String,
        files: Files,
        workers: Workers,
        shelf: Option<Arc<TableStore>>,
        seed: Option<u64>,
        most_processes: usize,
        most_tables: usize,
    ) -> Hall {
        let (tables, running) = (Mutex::default(), Mutex::default());
        Hall { game, files: Arc::new(files), workers, shelf, seed, most_processes, most_tables, tables, running }
    }

    /// Opens the unfinished tables on the shelf, and returns their number. A table that cannot be opened is reported
    /// and left as it is.
    pub fn resume(&self) -> usize {
        let Some(shelf) = &self.shelf else { return 0 };
        let names = shelf.tables().unwrap_or_else(|error| {
            complain(&format!("error: {error}"));
            Vec::new()
        });
        let mut tables = held(&self.tables);
        for name in names {
            match self.taken_up(shelf, &name) {
                // It is opened when a guest asks for it.
                Ok(served) if served.is_over || tables.len() >= self.most_tables => {}
                Ok(served) => drop(tables.insert(name, Some(Arc::new(Mutex::new(served))))),
                Err(error) => complain(&format!("error: the table {name} is not taken up: {error}")),
            }
        }
        tables.len()
    }

    fn taken_up(&self, shelf: &Arc<TableStore>, name: &str) -> Result<Served> {
        let (notes, record) = shelf.table(name)?;
        let texts = shelf.texts(&record)?;
        let mut pages = shelf.begin(name, &record, &self.files)?;
        let seating = Seating { names: notes.names.clone(), bots: notes.bots.clone() };
        let keep = move |lines: &str| pages.add(lines);
        let table = WorkerTable::resume_with(self.workers.clone(), &record, texts, &seating, keep)?;
        Ok(Served::new(name, &self.game, table, notes, Some(shelf.clone())))
    }

    /// The table that somebody wants to join: one that is played, one that lies on the shelf, or a new one, if she says how
    /// it begins.
    ///
    /// # Errors
    ///
    /// No such table, no room for one, or a game that cannot begin so.
    pub fn find(&self, join: &Join) -> Result<SharedTable> {
        let until = Instant::now() + PATIENCE;
        loop {
            let mut tables = held(&self.tables);
            match tables.get(&join.table) {
                Some(Some(table)) => return Ok(table.clone()),
                // Somebody else opens it at this moment.
                Some(None) => drop(tables),
                None => {
                    let kept = self.shelf.as_ref().filter(|shelf| shelf.has(&join.table));
                    if kept.is_none() && join.open.is_none() {
                        return Err(refused("no_such_table", format!("there is no table `{}`", join.table)));
                    }
                    self.make_room(&mut tables)?;
                    tables.insert(join.table.clone(), None);
                    drop(tables);
                    let opened = match (kept, &join.open) {
                        (Some(shelf), _) => self.taken_up(shelf, &join.table),
                        (None, open) => self.open(&join.table, &open.clone().unwrap_or_default()),
                    };
                    let mut tables = held(&self.tables);
                    tables.remove(&join.table);
                    let table = Arc::new(Mutex::new(opened?));
                    tables.insert(join.table.clone(), Some(table.clone()));
                    return Ok(table);
                }
            }
            self.wait(until)?;
        }
    }

    /// Does something with a table that has a process, or may start one.
    ///
    /// # Errors
    ///
    /// The error of `what`, and the refusal if all processes are busy.
    pub fn with<T>(&self, table: &SharedTable, what: impl FnOnce(&mut Served) -> Result<T>) -> Result<T> {
        let mut served = held(table);
        let name = served.name().to_string();
        let has_process = served.table.process().is_some();
        self.take_process(&name, has_process)?;
        let done = what(&mut served);
        if served.table.process().is_none() {
            held(&self.running).retain(|other| *other != name);
        }
        done
    }

    /// Lets a table have a process: one of those that may run, or that of the table that was played longest ago.
    fn take_process(&self, name: &str, has_one: bool) -> Result<()> {
        if self.workers.sandbox == Sandbox::InProcess {
            return Ok(());
        }
        let until = Instant::now() + PATIENCE;
        loop {
            let mut running = held(&self.running);
            running.retain(|other| other != name);
            if has_one || running.len() < self.most_processes {
                running.push(name.to_string());
                return Ok(());
            }
            let others: Vec<String> = running.clone();
            drop(running);
            for other in others {
                let table = held(&self.tables).get(&other).cloned().flatten();
                // One that is locked is being played.
                let is_ended = table.is_none_or(|table| {
                    table.try_lock().is_ok_and(|mut served| {
                        served.table.kill();
                        true
                    })
                });
                if is_ended {
                    held(&self.running).retain(|running| *running != other);
                    break;
                }
            }
            self.wait(until)?;
        }
    }

    /// Keeps the clocks of all tables, as long as the server runs.
    pub fn keep_clocks(&self) {
        loop {
            let tables: Vec<SharedTable> = held(&self.tables).values().flatten().cloned().collect();
            for table in tables {
                // One that is locked is being played: its clocks are looked at the next time.
                let is_late = table.try_lock().is_ok_and(|served| served.is_late());
                if is_late && let Err(error) = self.with(&table, Served::wake) {
                    complain(&format!("error: a clock of the table {}: {error}", held(&table).name()));
                }
            }
            std::thread::sleep(TICK);
        }
    }

    fn open(&self, name: &str, open: &Open) -> Result<Served> {
        let opening = Opening {
            game: self.game.clone(),
            seed: self.seed.unwrap_or_else(unforeseen),
            decks: open.decks.clone(),
            options: open.options.clone().into_iter().collect(),
            players: open.players,
        };
        let seating = Seating { names: Vec::new(), bots: open.bots.clone() };
        let mut pages: Option<Pages> = None;
        let (shelf, of, files) = (self.shelf.clone(), name.to_string(), self.files.clone());
        let notes = Notes { bots: open.bots.clone(), ..Notes::default() };
        if let Some(shelf) = &self.shelf {
            shelf.note(name, &notes)?;
        }
        let keep = move |lines: &str| match (&mut pages, &shelf) {
            (Some(pages), _) => pages.add(lines),
            (none, Some(shelf)) => {
                *none = Some(shelf.begin(&of, lines, &files).map_err(as_io)?);
                Ok(())
            }
            (None, None) => Ok(()),
        };
        self.take_process(name, false)?;
        let table =
            WorkerTable::open_with(self.workers.clone(), (&self.files, self.shelf.is_some()), &opening, &seating, keep);
        let opened = table.map_err(|error| refused("not_opened", error.to_string()));
        if opened.is_err() {
            held(&self.running).retain(|other| other != name);
        }
        Ok(Served::new(name, &self.game, opened?, notes, self.shelf.clone()))
    }

    /// Forgets a finished table when the limit of tables is reached.
    fn make_room(&self, tables: &mut BTreeMap<String, Option<SharedTable>>) -> Result<()> {
        if tables.len() < self.most_tables {
            return Ok(());
        }
        let is_done = |table: &SharedTable| table.try_lock().is_ok_and(|served| served.is_over && served.is_empty());
        let done = tables.iter().find(|(_, table)| table.as_ref().is_some_and(is_done)).map(|(name, _)| name.clone());
        let Some(done) = done else {
            return Err(refused("full", format!("no room for another table: there can be {}", tables.len())));
        };
        tables.remove(&done);
        held(&self.running).retain(|other| *other != done);
        Ok(())
    }

    fn wait(&self, until: Instant) -> Result<()> {
        if Instant::now() >= until {
            return Err(refused("busy", "all processes are busy: try again".into()));
        }
        std::thread::sleep(PAUSE);
        Ok(())
    }
}

/// A seed that nobody foresees: the keys of these come from the system's source of chance.
fn unforeseen() -> u64 {
    RandomState::new().build_hasher().finish()
}

fn refused(code: &str, words: String) -> Error {
    Error::refused(Refusal::new(code, words))
}

/// The locked value. A panic in another thread leaves it valid, because the record is the truth.
pub fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
