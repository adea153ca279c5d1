//! Store: tables in a SQLite database. A server that was killed continues all of them.
//!
//! One thread writes. It writes all waiting jobs in one transaction, and answers them when the transaction is on the
//! disk: one sync of the disk serves many tables.

use std::io;
use std::path::Path;
use std::sync::Arc;

use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::oneshot;

/// The migrations, each with its number and name. A released migration never changes.
const STEPS: &[(i64, &str, &str)] = &[(1, "tables", include_str!("../migrations/0001_tables.sql"))];

/// A handle to the database, for readers and writers.
#[derive(Clone)]
pub struct Store {
    /// The queue of the writing thread. It needs no bound: each table waits for its job, so jobs are no more than
    /// tables.
    jobs: UnboundedSender<Job>,
}

/// A change of the database.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new table.
    Begin {
        /// The code of the table.
        code: String,
        /// The notes of the table.
        notes: String,
        /// The record so far.
        record: String,
        /// The texts of the game, after their hash.
        texts: (String, Arc<str>),
    },
    /// Changed notes of a table.
    Notes {
        /// The code of the table.
        code: String,
        /// The new notes.
        notes: String,
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
}

/// A stored table.
#[derive(Debug)]
pub struct Kept {
    /// The notes of the table.
    pub notes: String,
    /// The record of the table.
    pub record: String,
    /// The remarks, in their order.
    pub remarks: Vec<String>,
    /// The texts of the game, after their hash.
    pub texts: (String, String),
}

type Back<T> = Box<dyn FnOnce(io::Result<T>) + Send>;

enum Job {
    Write(Write, Back<()>),
    Read(String, Back<Option<Kept>>),
    Count(Back<usize>),
}

impl Store {
    /// Opens a database, or creates it. Only one server at a time can have it open.
    ///
    /// # Errors
    ///
    /// A file that cannot be opened, is another kind of file, or is open in another server.
    pub fn open(path: &Path) -> io::Result<Store> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let (jobs, inbox) = mpsc::unbounded_channel();
        let (opened, is_open) = std::sync::mpsc::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let path = path.to_path_buf();
        std::thread::Builder::new().name("store".into()).spawn(move || {
            runtime.block_on(async move {
                match connect(&path).await {
                    Ok(database) => {
                        let _ = opened.send(Ok(()));
                        work(database, inbox).await;
                    }
                    Err(error) => drop(opened.send(Err(io::Error::other(error)))),
                }
            });
        })?;
        is_open.recv().unwrap_or_else(|_| Err(gone()))?;
        Ok(Store { jobs })
    }

    /// Writes, and returns once the change is on the disk.
    ///
    /// # Errors
    ///
    /// A disk that is full or broken; the database is unchanged then.
    pub async fn write(&self, write: Write) -> io::Result<()> {
        let (back, answer) = oneshot::channel();
        self.send(Job::Write(write, Box::new(|written| drop(back.send(written)))));
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    /// Writes from a thread that may block.
    ///
    /// # Errors
    ///
    /// As for [`Store::write`].
    pub fn write_now(&self, write: Write) -> io::Result<()> {
        let (back, answer) = std::sync::mpsc::channel();
        self.send(Job::Write(write, Box::new(move |written| drop(back.send(written)))));
        answer.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// Reads a stored table, from a thread that may block.
    ///
    /// # Errors
    ///
    /// A disk that is broken, or a record with a missing piece.
    pub fn read_now(&self, code: &str) -> io::Result<Option<Kept>> {
        let (back, answer) = std::sync::mpsc::channel();
        self.send(Job::Read(code.into(), Box::new(move |kept| drop(back.send(kept)))));
        answer.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// The number of tables; for a thread that may wait.
    ///
    /// # Errors
    ///
    /// A disk that is broken.
    pub fn count_now(&self) -> io::Result<usize> {
        let (back, answer) = std::sync::mpsc::channel();
        self.send(Job::Count(Box::new(move |count| drop(back.send(count)))));
        answer.recv().unwrap_or_else(|_| Err(gone()))
    }

    fn send(&self, job: Job) {
        // If the job is dropped, its sender is dropped with it, and the waiting side gets an error.
        let _ = self.jobs.send(job);
    }
}

fn gone() -> io::Error {
    io::Error::other("the database is closed")
}

#[derive(Debug)]
struct Steps;

impl<'s> MigrationSource<'s> for Steps {
    fn resolve(
        self,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Vec<Migration>, sqlx::error::BoxDynError>> + Send + 's>> {
        let step = |(version, name, sql): &(i64, &'static str, &'static str)| {
            Migration::new(*version, (*name).into(), MigrationType::Simple, (*sql).into(), false)
        };
        Box::pin(async move { Ok(STEPS.iter().map(step).collect()) })
    }
}

async fn connect(path: &Path) -> sqlx::Result<SqliteConnection> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        // `FULL`: a commit is on the disk when it returns.
        .synchronous(SqliteSynchronous::Full)
        .locking_mode(SqliteLockingMode::Exclusive);
    let mut database = options.connect().await?;
    Migrator::new(Steps).await?.run_direct(&mut database).await?;
    Ok(database)
}

/// Works until all handles are dropped.
async fn work(mut database: SqliteConnection, mut inbox: UnboundedReceiver<Job>) {
    while let Some(job) = inbox.recv().await {
        let (mut writes, mut backs, mut next) = (Vec::new(), Vec::new(), Some(job));
        while let Some(job) = next {
            match job {
                Job::Write(write, back) => {
                    writes.push(write);
                    backs.push(back);
                }
                Job::Read(code, back) => back(read(&mut database, &code).await),
                Job::Count(back) => back(count(&mut database).await),
            }
            next = inbox.try_recv().ok();
        }
        if writes.is_empty() {
            continue;
        }
        let written = write_all(&mut database, writes).await;
        for back in backs {
            back(written.as_ref().map(drop).map_err(|error| io::Error::other(error.to_string())));
        }
    }
    let _ = database.close().await;
}

/// Writes all changes or none, in one transaction.
async fn write_all(database: &mut SqliteConnection, writes: Vec<Write>) -> sqlx::Result<()> {
    let mut all = database.begin().await?;
    for write in writes {
        match write {
            Write::Begin { code, notes, record, texts: (hash, json) } => {
                let texts = "insert into texts (hash, json) values (?, ?) on conflict do nothing";
                sqlx::query(texts).bind(&hash).bind(&*json).execute(&mut *all).await?;
                let table = "insert into tables (code, notes, texts) values (?, ?, ?)";
                sqlx::query(table).bind(&code).bind(notes).bind(hash).execute(&mut *all).await?;
                insert(&mut all, &code, 0, &record).await?;
            }
            Write::Notes { code, notes } => {
                let changed = "update tables set notes = ? where code = ?";
                sqlx::query(changed).bind(notes).bind(code).execute(&mut *all).await?;
            }
            Write::Remark { code, number, remark } => {
                let new = "insert into remarks (code, number, remark) values (?, ?, ?)";
                sqlx::query(new).bind(code).bind(number as i64).bind(remark).execute(&mut *all).await?;
            }
            Write::Record { code, start, text } => {
                if start == 0 {
                    sqlx::query("delete from pieces where code = ?").bind(&code).execute(&mut *all).await?;
                }
                insert(&mut all, &code, start, &text).await?;
            }
        }
    }
    all.commit().await
}

async fn insert(database: &mut SqliteConnection, code: &str, start: usize, text: &str) -> sqlx::Result<()> {
    let piece = "insert into pieces (code, start, text) values (?, ?, ?)";
    sqlx::query(piece).bind(code).bind(start as i64).bind(text).execute(database).await.map(drop)
}

async fn count(database: &mut SqliteConnection) -> io::Result<usize> {
    let count: i64 =
        sqlx::query_scalar("select count(*) from tables").fetch_one(database).await.map_err(io::Error::other)?;
    Ok(usize::try_from(count).unwrap_or(0))
}

async fn read(database: &mut SqliteConnection, code: &str) -> io::Result<Option<Kept>> {
    let table = "select notes, hash, json from tables join texts on texts.hash = tables.texts where code = ?";
    let table: Option<(String, String, String)> =
        sqlx::query_as(table).bind(code).fetch_optional(&mut *database).await.map_err(io::Error::other)?;
    let Some((notes, hash, json)) = table else { return Ok(None) };
    let pieces = "select start, text from pieces where code = ? order by start";
    let pieces: Vec<(i64, String)> =
        sqlx::query_as(pieces).bind(code).fetch_all(&mut *database).await.map_err(io::Error::other)?;
    let remarks = "select remark from remarks where code = ? order by number";
    let remarks = sqlx::query_scalar(remarks).bind(code).fetch_all(database).await.map_err(io::Error::other)?;
    let mut record = String::new();
    for (start, text) in pieces {
        if start as usize != record.len() {
            return Err(io::Error::other("a piece of a record is missing"));
        }
        record += &text;
    }
    Ok(Some(Kept { notes, record, remarks, texts: (hash, json) }))
}
