//! Worker pool: tables that are played in processes of their own, shut in by the system, because strangers wrote their
//! cards.
//!
//! A table has a process while it is played. When as many run as may, the table that was played longest ago gives up its
//! own: its record is all that it needs to have one again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use intermezzo::error::{Error, Refusal, Result};
use intermezzo::standing::{Progress, Standing};
use intermezzo::table::record::opening_texts::named_texts;
use intermezzo::workers::{Opening, Sandbox, Seating, WorkerTable, Workers};
use intermezzo::{Files, Seat, Texts};

/// The time to wait for a process.
const PATIENCE: Duration = Duration::from_secs(20);
/// The pause between two looks for a process that may be ended.
const PAUSE: Duration = Duration::from_millis(10);

/// The processes of all tables.
pub struct Pool {
    workers: Workers,
    most: usize,
    running: Mutex<Running>,
    /// The files with which games were begun, held as long as a table uses them: the tables of one game share one copy.
    texts: Mutex<Vec<Weak<Texts>>>,
}

/// The processes that run.
#[derive(Default)]
struct Running {
    /// The tables with a process, the least recently played first.
    tables: Vec<TableInWorker>,
    /// The number of processes that are being started.
    opening: usize,
}

/// A table in a process of its own.
#[derive(Clone)]
pub struct TableInWorker {
    table: Arc<Mutex<WorkerTable>>,
    pool: Arc<Pool>,
    /// The texts that the game was begun with; true for those that are built into the program.
    begun_with: (Arc<Texts>, bool),
}

/// The state of a table after something was done: the result, the progress, and the record.
pub struct DoneInWorker<T> {
    pub result: T,
    pub progress: Progress,
    pub record: String,
}

impl Pool {
    /// A pool in which at most `most` processes run at the same time.
    pub fn new(workers: Workers, most: usize) -> Pool {
        Pool { workers, most: most.max(1), running: Mutex::default(), texts: Mutex::default() }
    }

    /// Opens a table for players with these names. Its record holds the hash of the game's texts, and not the texts.
    ///
    /// # Errors
    ///
    /// Files that are not right, a game that cannot begin so, or a worker that dies.
    pub fn open(self: &Arc<Pool>, files: &Files, opening: &Opening, names: Vec<String>) -> Result<TableInWorker> {
        self.make_room(|running| running.opening += 1)?;
        let opened = self.opened(files, opening, names);
        let mut running = held(&self.running);
        running.opening -= 1;
        if let Ok(apart) = &opened {
            running.tables.push(apart.clone());
        }
        opened
    }

    fn opened(self: &Arc<Pool>, files: &Files, opening: &Opening, names: Vec<String>) -> Result<TableInWorker> {
        let seating = Seating { names, bots: Vec::new() };
        let mut table = WorkerTable::open_with(self.workers.clone(), (files, true), opening, &seating, |_| Ok(()))?;
        let unnamed = || Error::internal("a record that holds all of its texts");
        let (texts, is_built_in) = named_texts(table.record(), Some(files)).ok_or_else(unnamed)?;
        let texts = self.shared(texts);
        if !is_built_in {
            table.keep_texts(texts.clone());
        }
        Ok(self.holds(table, (texts, is_built_in)))
    }

    /// Takes up a table from its record, with the texts that it was begun with.
    ///
    /// # Errors
    ///
    /// A text that is no record.
    pub fn resume(self: &Arc<Pool>, record: &str, texts: Texts, names: Vec<String>) -> Result<TableInWorker> {
        let is_built_in = named_texts(record, None).is_some();
        let texts = (self.shared(texts), is_built_in);
        let (workers, seating) = (self.workers.clone(), Seating { names, bots: Vec::new() });
        let sent = Some(texts.0.clone()).filter(|_| !is_built_in);
        let table = WorkerTable::resume_with(workers, record, sent, &seating, |_| Ok(()))?;
        Ok(self.holds(table, texts))
    }

    /// One copy of these texts, which all tables with equal texts share.
    fn shared(&self, texts: Texts) -> Arc<Texts> {
        let mut known = held(&self.texts);
        known.retain(|texts| texts.strong_count() > 0);
        if let Some(same) = known.iter().filter_map(Weak::upgrade).find(|same| same.hash() == texts.hash()) {
            return same;
        }
        let texts = Arc::new(texts);
        known.push(Arc::downgrade(&texts));
        texts
    }

    /// The protections that this system cannot give the process of a game, found by starting one. Fails if the game
    /// cannot be played.
    pub fn lacking(self: &Arc<Pool>, files: &Files, game: &str) -> Result<Vec<String>> {
        let opening = Opening { game: game.into(), ..Opening::default() };
        let table = WorkerTable::open(self.workers.clone(), files, &opening, &Seating::default(), |_| Ok(()))?;
        Ok(table.lacking().to_vec())
    }

    fn holds(self: &Arc<Pool>, table: WorkerTable, begun_with: (Arc<Texts>, bool)) -> TableInWorker {
        TableInWorker { table: Arc::new(Mutex::new(table)), pool: self.clone(), begun_with }
    }

    /// Waits until one process more may run, and counts it. At the limit it ends the process of the table that was
    /// played longest ago.
    fn make_room(&self, count: impl FnOnce(&mut Running)) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        loop {
            let mut running = held(&self.running);
            if running.tables.len() + running.opening < self.most || self.workers.sandbox == Sandbox::InProcess {
                count(&mut running);
                return Ok(());
            }
            let others = running.tables.clone();
            drop(running);
            // A table that is locked is being played.
            let is_ended = |other: &&TableInWorker| {
                other.table.try_lock().is_ok_and(|mut table| {
                    table.kill();
                    true
                })
            };
            match others.iter().find(is_ended) {
                Some(ended) => held(&self.running).forget(ended),
                None if Instant::now() >= until => {
                    return Err(Error::refused(Refusal::new("busy", "all processes are busy: try again")));
                }
                None => std::thread::sleep(PAUSE),
            }
        }
    }
}

impl Running {
    fn forget(&mut self, ended: &TableInWorker) {
        self.tables.retain(|other| !Arc::ptr_eq(&other.table, &ended.table));
    }
}

impl TableInWorker {
    /// Does something with the table. This waits for a process, so it belongs on a thread that may wait.
    ///
    /// # Errors
    ///
    /// The error of `what`, and the refusal if all processes are busy.
    pub fn with<T>(&self, what: impl FnOnce(&mut WorkerTable) -> Result<T>) -> Result<DoneInWorker<T>> {
        let mut table = held(&self.table);
        match table.process() {
            // The list is kept in the order of the last moves: this table goes to its end.
            Some(_) => {
                let mut running = held(&self.pool.running);
                running.forget(self);
                running.tables.push(self.clone());
            }
            None => self.pool.make_room(|running| {
                running.forget(self);
                running.tables.push(self.clone());
            })?,
        }
        let result = what(&mut table);
        let progress = table.progress().cloned();
        if table.process().is_none() {
            held(&self.pool.running).forget(self);
        }
        Ok(DoneInWorker { result: result?, progress: progress?, record: table.record().to_string() })
    }

    /// Does something with the table, from a task that must not wait for the process itself.
    ///
    /// # Errors
    ///
    /// The errors of [`TableInWorker::with`].
    pub async fn ask<T: Send + 'static>(
        &self,
        what: impl FnOnce(&mut WorkerTable) -> Result<T> + Send + 'static,
    ) -> Result<DoneInWorker<T>> {
        let own = self.clone();
        let done = tokio::task::spawn_blocking(move || own.with(what)).await;
        done.unwrap_or_else(|_| Err(Error::internal("a thread that plays a table has ended")))
    }

    /// Takes the table up anew from a record. Answers that came after the record are given up.
    ///
    /// # Errors
    ///
    /// A text that is no record.
    pub fn again(&self, record: &str, names: Vec<String>) -> Result<TableInWorker> {
        self.end();
        self.pool.resume(record, Texts::clone(&self.begun_with.0), names)
    }

    /// The texts that the game was begun with.
    pub fn begun_with(&self) -> &Texts {
        &self.begun_with.0
    }

    /// The state of the table after this number of answers.
    ///
    /// # Errors
    ///
    /// An unknown seat, or a worker that dies.
    pub fn moment(&self, seat: Option<Seat>, at: usize) -> Result<Standing> {
        self.with(|table| table.moment(seat, at)).map(|done| done.result)
    }

    /// Ends the process of this table, which is played no more.
    pub fn end(&self) {
        held(&self.pool.running).forget(self);
        if let Ok(mut table) = self.table.try_lock() {
            table.kill();
        }
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
