//! Work: the one thread that writes and reads. It makes all waiting writes in one transaction, and answers them when
//! the transaction is on the disk: one sync of the disk serves many tables.

use std::io;
use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::Connection as _;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::MissedTickBehavior;

use super::lease::{self, Terms};
use super::sql::{self, Rows};
use super::{Database, Lease, Opener, Unwritten, Write};

/// The longest time for a connection, and for a transaction: a database behind a broken cable says nothing.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of times that a lease is renewed within its length.
const RENEWALS: u32 = 3;

/// Takes the result of a job.
pub type JobResult<T> = Box<dyn FnOnce(T) + Send>;

/// A job for the thread of the database.
pub enum StoreJob {
    /// A change under a lease; `None`: a new table, under the present lease. Answers with the lease.
    Write(Option<Lease>, Write, JobResult<Result<Lease, Unwritten>>),
    /// Takes a table up; if the server has no room (`false`), looks only where it is.
    Take(String, bool, JobResult<io::Result<FoundTable>>),
    IsKnown(String, JobResult<io::Result<bool>>),
    Count(JobResult<io::Result<usize>>),
    /// The secret of the servers; with a new one for a database that has none.
    Secret(String, JobResult<io::Result<String>>),
    Forget(Duration, Vec<String>, JobResult<io::Result<usize>>),
    Close(JobResult<()>),
}

/// A table that somebody looked for.
pub enum FoundTable {
    Nowhere,
    Elsewhere(String),
    /// Nobody holds it.
    Free,
    Here(Rows, Lease),
}

/// A change that waits.
type WaitingWrite = (Option<Lease>, Write, JobResult<Result<Lease, Unwritten>>);

struct StoreWorker {
    place: Database,
    terms: Terms,
    lost: Box<dyn Fn() + Send>,
    lease: Lease,
    /// The connection; `None`: it broke, and the next job makes a new one.
    connection: Option<AnyConnection>,
}

/// Works until all handles are dropped.
pub async fn work(
    place: Database,
    opener: Opener,
    mut inbox: UnboundedReceiver<StoreJob>,
    opened: impl FnOnce(io::Result<()>),
) {
    let Opener { address, lease: length, lost } = opener;
    let terms = Terms { is_shared: place.is_shared(), ms: length.as_millis() as i64, address };
    let mut worker = match begin(&place, &terms).await {
        Ok((connection, lease)) => StoreWorker { place, terms, lost, lease, connection: Some(connection) },
        Err(error) => return opened(Err(io::Error::other(error))),
    };
    opened(Ok(()));
    let mut pulse = tokio::time::interval(length / RENEWALS);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            // The renewal of the lease comes first: without it no write would be permitted.
            biased;
            _ = pulse.tick(), if worker.terms.is_shared => worker.renew().await,
            job = inbox.recv() => {
                let Some(job) = job else { break };
                if !worker.take_up(job, &mut inbox).await {
                    break;
                }
            }
        }
    }
    worker.close().await;
}

async fn begin(place: &Database, terms: &Terms) -> sqlx::Result<(AnyConnection, Lease)> {
    let mut connection = in_time(place.open()).await?;
    let lease = terms.begin(&mut connection).await?;
    Ok((connection, lease))
}

async fn in_time<T>(what: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let late = || sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the database does not answer"));
    tokio::time::timeout(PATIENCE, what).await.unwrap_or_else(|_| Err(late()))
}

/// True if an error is an answer of the database, after which the connection still works.
fn is_said(error: &sqlx::Error) -> bool {
    match error {
        // PostgreSQL ends the connection after errors whose codes begin so.
        sqlx::Error::Database(said) => !said.code().is_some_and(|code| code.starts_with("57P")),
        error => matches!(error, sqlx::Error::RowNotFound | sqlx::Error::Decode(_)),
    }
}

impl StoreWorker {
    /// Does a job and all that wait behind it. False: the database is closed.
    async fn take_up(&mut self, job: StoreJob, inbox: &mut UnboundedReceiver<StoreJob>) -> bool {
        let (mut writes, mut next) = (Vec::new(), Some(job));
        while let Some(job) = next {
            match job {
                StoreJob::Write(lease, write, back) => writes.push((lease, write, back)),
                StoreJob::Take(code, has_room, back) => {
                    back(self.take(&code, has_room).await.map_err(io::Error::other))
                }
                StoreJob::IsKnown(code, back) => {
                    let found = self.ask(async |all, lease| sql::look(all, lease, &code).await).await;
                    back(found.map(|found| found.is_some()));
                }
                StoreJob::Count(back) => back(self.ask(async |all, _| sql::count(all).await).await),
                StoreJob::Secret(new, back) => back(self.ask(async |all, _| sql::secret(all, &new).await).await),
                StoreJob::Forget(older, played, back) => {
                    back(self.ask(async |all, lease| sql::forget(all, lease, older, &played).await).await);
                }
                StoreJob::Close(back) => {
                    self.write_all(writes).await;
                    self.close().await;
                    back(());
                    return false;
                }
            }
            next = inbox.try_recv().ok();
        }
        self.write_all(writes).await;
        true
    }

    /// The connection, made anew if it broke.
    async fn connected(&mut self) -> sqlx::Result<&mut AnyConnection> {
        if self.connection.is_none() {
            self.connection = Some(in_time(self.place.connect()).await?);
        }
        self.connection.as_mut().ok_or(sqlx::Error::WorkerCrashed)
    }

    /// Passes a result on. If it is an error after which the connection is unusable, the connection is dropped.
    fn noted<T>(&mut self, done: sqlx::Result<T>) -> sqlx::Result<T> {
        // The connection to a file does not break. If it were closed, another program could take the file.
        if self.terms.is_shared && done.as_ref().is_err_and(|error| !is_said(error)) {
            self.connection = None;
        }
        done
    }

    /// Does something in a transaction.
    async fn ask<T>(&mut self, what: impl AsyncFnOnce(&mut AnyConnection, &Lease) -> sqlx::Result<T>) -> io::Result<T> {
        let lease = self.lease.clone();
        let done = async {
            let mut all = self.connected().await?.begin().await?;
            let done = what(&mut all, &lease).await?;
            all.commit().await?;
            Ok(done)
        };
        let done = in_time(done).await;
        self.noted(done).map_err(io::Error::other)
    }

    async fn renew(&mut self) {
        let (terms, lease) = (self.terms.clone(), self.lease.clone());
        let renewed = in_time(async { terms.renew(self.connected().await?, &lease).await }).await;
        match self.noted(renewed) {
            Ok(true) => {}
            Ok(false) => self.begin_again().await,
            Err(error) => tracing::error!("the database: {error}"),
        }
    }

    /// Takes a new lease, because the old one was lost: others may play the tables that were held under it.
    async fn begin_again(&mut self) {
        tracing::warn!("the lease of this server has ended: it takes its tables up again");
        (self.lost)();
        let terms = self.terms.clone();
        let begun = in_time(async { terms.begin(self.connected().await?).await }).await;
        match self.noted(begun) {
            Ok(lease) => self.lease = lease,
            Err(error) => tracing::error!("the database: {error}"),
        }
    }

    async fn take(&mut self, code: &str, has_room: bool) -> sqlx::Result<FoundTable> {
        loop {
            let (terms, lease) = (self.terms.clone(), self.lease.clone());
            let taken = in_time(async {
                let connection = self.connected().await?;
                terms.end_others(connection, &lease).await?;
                let mut all = connection.begin().await?;
                if !terms.goes_on(&mut all, &lease).await? {
                    return Ok(None);
                }
                let taken = match has_room && sql::take(&mut all, &lease, code).await? {
                    true => FoundTable::Here(sql::read(&mut all, code).await?, lease.clone()),
                    false => match sql::look(&mut all, &lease, code).await? {
                        None => FoundTable::Nowhere,
                        Some(held) => held.map_or(FoundTable::Free, FoundTable::Elsewhere),
                    },
                };
                all.commit().await?;
                Ok(Some(taken))
            });
            let taken = taken.await;
            match self.noted(taken)? {
                Some(taken) => return Ok(taken),
                None => self.begin_again().await,
            }
            if *self.lease == *lease {
                return Err(sqlx::Error::WorkerCrashed);
            }
        }
    }

    /// Writes all changes in one transaction. If the database refuses them, each is tried alone: what one table may not
    /// write is no reason against another.
    async fn write_all(&mut self, writes: Vec<WaitingWrite>) {
        if writes.is_empty() {
            return;
        }
        let now = self.lease.clone();
        let is_lost = |lease: &Option<Lease>| lease.as_ref().is_some_and(|lease| *lease != now);
        let (lost, mine): (Vec<WaitingWrite>, Vec<WaitingWrite>) =
            writes.into_iter().partition(|(lease, ..)| is_lost(lease));
        lost.into_iter().for_each(|(.., back)| back(Err(Unwritten::Lost)));
        let all: Vec<&Write> = mine.iter().map(|(_, write, _)| write).collect();
        let together = if all.is_empty() { Ok(()) } else { self.written(&all).await };
        let are_refused = matches!(together, Err(Unwritten::Refused(_))) && mine.len() > 1;
        for (_, write, back) in mine {
            let written = match &together {
                Err(_) if are_refused => self.written(&[&write]).await,
                Ok(()) => Ok(()),
                Err(Unwritten::Refused(why)) => Err(Unwritten::Refused(why.clone())),
                Err(Unwritten::Unsure(why)) => Err(Unwritten::Unsure(why.clone())),
                Err(Unwritten::Lost) => Err(Unwritten::Lost),
            };
            back(written.map(|()| now.clone()));
        }
        if matches!(together, Err(Unwritten::Lost)) {
            self.begin_again().await;
        }
    }

    /// Writes these changes, or none.
    async fn written(&mut self, writes: &[&Write]) -> Result<(), Unwritten> {
        let (terms, lease) = (self.terms.clone(), self.lease.clone());
        let mut is_asked = false;
        let done = in_time(async {
            let mut all = self.connected().await?.begin().await?;
            if !terms.goes_on(&mut all, &lease).await? {
                return Ok(false);
            }
            for write in writes {
                sql::write(&mut all, &lease, write).await?;
            }
            is_asked = true;
            all.commit().await?;
            Ok(true)
        });
        let done = done.await;
        match self.noted(done) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Unwritten::Lost),
            Err(error) if is_asked && self.terms.is_shared && !is_said(&error) => {
                Err(Unwritten::Unsure(error.to_string()))
            }
            Err(error) => Err(Unwritten::Refused(error.to_string())),
        }
    }

    async fn close(&mut self) {
        if let Some(mut connection) = self.connection.take() {
            let _ = in_time(lease::end(&mut connection, &self.lease)).await;
            let _ = in_time(connection.close()).await;
        }
    }
}
