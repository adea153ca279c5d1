//! Store: tables in a database. A server that was killed, or another one beside it, continues all of them.
//!
//! ```text
//! connect.rs  which database, and how it is opened
//! lease.rs    which server plays a table
//! work.rs     the thread that writes and reads
//! sql.rs      tables as rows
//! ```
//!
//! SQLite is a file of one server. A PostgreSQL database may have many: each has a lease, which it renews, and holds the
//! tables that it plays. Who finds the lease of another ended deletes it, and the tables of that server are free.

mod connect;
mod lease;
mod sql;
mod work;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::sync::oneshot;

pub use connect::Database;
pub use lease::Lease;
pub use sql::Rows;
pub use work::{FoundTable, JobResult, StoreJob};

/// A handle to the database, for readers and writers.
#[derive(Clone)]
pub struct Store {
    /// Takes jobs: the queue of the thread. It needs no bound: each table waits for its job, so jobs are no more than tables.
    jobs: Arc<dyn Fn(StoreJob) + Send + Sync>,
}

/// The right of this server to write a table, under the lease with which it took the table.
#[derive(Clone)]
pub struct HeldTable {
    store: Store,
    /// The lease under which this server took the table.
    lease: Lease,
}

/// A change of the database.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new table.
    Begin {
        /// The code of the table.
        code: String,
        /// The seating of the table.
        seating: String,
        /// The record so far.
        record: String,
        /// The hash of the texts with which the game began, and the texts as JSON.
        texts: (String, Arc<str>),
    },
    /// A changed seating of a table.
    Seating {
        /// The code of the table.
        code: String,
        /// The new seating.
        seating: String,
    },
    /// A remark about a moment.
    Remark {
        /// The code of the table.
        code: String,
        /// The number of the remark.
        number: usize,
        /// The remark.
        remark: String,
    },
    /// A piece of the record of a table.
    Record {
        /// The code of the table.
        code: String,
        /// The place of the piece, in bytes; 0: it replaces the whole record.
        start: usize,
        /// The piece.
        text: String,
    },
    /// No change; the answer says whether this server still holds its tables.
    Nothing,
}

/// Why a change was not written.
#[derive(Debug)]
pub enum Unwritten {
    /// The database refuses it, and is unchanged.
    Refused(String),
    /// The connection broke before the database said whether it took the change.
    Unsure(String),
    /// Another server may play the table now.
    Lost,
}

/// A table that somebody looks for.
pub enum Found {
    /// No table has this code.
    Nowhere,
    /// Another server plays it, at this address.
    Elsewhere(String),
    /// Nobody plays it.
    Free,
    /// It is this server's now.
    Here(Box<StoredTable>),
}

/// A stored table.
pub struct StoredTable {
    /// The seating of the table.
    pub seating: String,
    /// The record of the table.
    pub record: String,
    /// The remarks, in their order.
    pub remarks: Vec<String>,
    /// The hash of the texts with which the game began, and the texts as JSON.
    pub texts: (String, String),
    /// The table as this server holds it.
    pub hold: HeldTable,
}

/// The server that opens a database: its address, and the length of its lease.
pub struct Opener {
    /// Where the other servers reach it.
    pub address: String,
    /// How long its lease lasts when it is not renewed.
    pub lease: Duration,
    /// Called when the lease was lost: the server must stop playing its tables.
    pub lost: Box<dyn Fn() + Send>,
}

impl Store {
    /// Opens a database, or creates it. A file can be open in one server only.
    ///
    /// # Errors
    ///
    /// A file that cannot be opened, is another kind of file, or is open in another server; a database that does not answer.
    pub fn open(place: Database, opener: Opener) -> io::Result<Store> {
        let (jobs, inbox) = mpsc::unbounded_channel();
        let (opened, is_open) = std::sync::mpsc::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new().name("store".into()).spawn(move || {
            runtime.block_on(work::work(place, opener, inbox, |result| drop(opened.send(result))));
        })?;
        is_open.recv().unwrap_or_else(|_| Err(gone()))?;
        // If the job is dropped, its way back is dropped with it, and the waiting side gets an error.
        Ok(Store::of(move |job| drop(jobs.send(job))))
    }

    /// A store that hands its jobs to this function.
    pub fn of(jobs: impl Fn(StoreJob) + Send + Sync + 'static) -> Store {
        Store { jobs: Arc::new(jobs) }
    }

    /// Writes a new table, from a thread that may block.
    ///
    /// # Errors
    ///
    /// A change that the database refuses, a connection that breaks, or a lost lease: see [`Unwritten`].
    pub fn begin_now(&self, begin: Write) -> Result<HeldTable, Unwritten> {
        let written = self.wait(|back| StoreJob::Write(None, begin, back));
        written.unwrap_or_else(|_| Err(closed())).map(|lease| HeldTable { store: self.clone(), lease })
    }

    /// Takes up a table, if no other server plays it and this one has room, from a thread that may block.
    ///
    /// # Errors
    ///
    /// A database that does not answer, or a record with a missing piece.
    pub fn take_now(&self, code: &str, has_room: bool) -> io::Result<Found> {
        let found = self.wait(|back| StoreJob::Take(code.into(), has_room, back))??;
        Ok(match found {
            FoundTable::Nowhere => Found::Nowhere,
            FoundTable::Elsewhere(address) => Found::Elsewhere(address),
            FoundTable::Free => Found::Free,
            FoundTable::Here(Rows { seating, record, remarks, texts }, lease) => {
                let hold = HeldTable { store: self.clone(), lease };
                Found::Here(Box::new(StoredTable { seating, record, remarks, texts, hold }))
            }
        })
    }

    /// True if a table has this code; for a thread that may wait.
    ///
    /// # Errors
    ///
    /// A database that does not answer.
    pub fn is_known_now(&self, code: &str) -> io::Result<bool> {
        self.wait(|back| StoreJob::IsKnown(code.into(), back))?
    }

    /// The number of tables; for a thread that may wait.
    ///
    /// # Errors
    ///
    /// A database that does not answer.
    pub fn count_now(&self) -> io::Result<usize> {
        self.wait(StoreJob::Count)?
    }

    /// The secret of the servers of this database, which is `new` if there was none; for a thread that may wait.
    ///
    /// # Errors
    ///
    /// A database that does not answer.
    pub fn secret_now(&self, new: String) -> io::Result<String> {
        self.wait(|back| StoreJob::Secret(new, back))?
    }

    /// Forgets the tables that were not taken up for this time and that nobody plays, and returns their number; for a
    /// thread that may wait. `played` has the codes of the tables that this server plays.
    ///
    /// # Errors
    ///
    /// A database that does not answer.
    pub fn forget_now(&self, older_than: Duration, played: Vec<String>) -> io::Result<usize> {
        self.wait(|back| StoreJob::Forget(older_than, played, back))?
    }

    /// Gives up all tables, so that another server has them at once; for a thread that may wait.
    pub fn close_now(&self) {
        let _ = self.wait(StoreJob::Close);
    }

    fn wait<T: Send + 'static>(&self, job: impl FnOnce(JobResult<T>) -> StoreJob) -> io::Result<T> {
        let (back, answer) = std::sync::mpsc::channel();
        (self.jobs)(job(Box::new(move |done| drop(back.send(done)))));
        answer.recv().map_err(|_| gone())
    }
}

impl HeldTable {
    /// Writes, and returns once the change is on the disk.
    ///
    /// # Errors
    ///
    /// A change that the database refuses, a connection that breaks, or a lost lease: see [`Unwritten`].
    pub async fn write(&self, write: Write) -> Result<(), Unwritten> {
        let (back, answer) = oneshot::channel();
        let back: JobResult<_> = Box::new(move |written| drop(back.send(written)));
        (self.store.jobs)(StoreJob::Write(Some(self.lease.clone()), write, back));
        answer.await.unwrap_or_else(|_| Err(closed())).map(drop)
    }
}

fn gone() -> io::Error {
    io::Error::other("the database is closed")
}

fn closed() -> Unwritten {
    Unwritten::Refused("the database is closed".into())
}
