//! Serve: a studio from start to end.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use intermezzo::error::{Error, Result};
use tokio::net::TcpListener;

use crate::audit::AUDIT;
use crate::login::Issuer;
use crate::{Database, Hall, NewTable, Options, Reread, http, reload_on_save};

/// The settings of a server.
pub struct ServerSettings {
    /// The options of the hall.
    pub options: Options,
    /// The address for browsers, as `127.0.0.1:4747`.
    pub listen: String,
    /// A table to open at the start.
    pub table: Option<NewTable>,
    /// The folders to watch for changes, and the function that reads all files again.
    pub watched: Option<(Vec<PathBuf>, Reread)>,
    /// How long the database keeps a table that nobody takes up; `None`: for ever.
    pub forget: Option<Duration>,
}

/// How often old tables are looked for.
const FORGETS: Duration = Duration::from_secs(3600);

/// The addresses of a running server.
pub struct Addresses {
    /// The page with all games.
    pub games: String,
    /// The opened table, with the key of its first person.
    pub table: Option<String>,
    /// The bench, with the key of the host; `None`: no folder is open.
    pub bench: Option<String>,
    /// The tables in the database.
    pub kept: usize,
    /// The protections that this system cannot give the processes that play tables.
    pub lacking: Vec<String>,
    /// True if only this machine reaches the server.
    pub is_loopback: bool,
}

/// Serves until Ctrl-C, or until the system asks it to end. Its tables are free for another server then. Calls
/// `started` once browsers can connect.
///
/// # Errors
///
/// An address in use, a database that cannot be opened, or a game that cannot be loaded.
pub fn serve(start: ServerSettings, started: impl FnOnce(&Addresses)) -> Result<()> {
    let ServerSettings { mut options, listen, table, watched, forget } = start;
    let system = |error: std::io::Error| Error::usage(format!("the server does not start: {error}"));
    // Files are watched only on a server of one's own: a save must not change the games of strangers.
    let is_own = listen.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_loopback());
    let is_own = is_own && options.hosts.is_empty();
    let watched = watched.filter(|_| is_own);
    options.folder = options.folder.filter(|_| is_own);
    let taken = |error| Error::usage(format!("--listen {listen}: {error}"));
    let listener = std::net::TcpListener::bind(&listen).map_err(taken)?;
    listener.set_nonblocking(true).map_err(system)?;
    let own = listener.local_addr().map_err(system)?;
    if options.address.is_empty() {
        if options.database.as_ref().is_some_and(Database::is_shared) && own.ip().is_unspecified() {
            let help = "say --address HOST:PORT: servers of one database pass requests on to each other";
            return Err(Error::usage(format!("--listen {listen}: where do other servers reach this one?")).help(help));
        }
        options.address = own.to_string();
    }
    // Wrong settings are refused under the name of their option.
    options.host_login.as_ref().map(Issuer::new).transpose()?;
    let hall = Hall::open(options).map_err(|error| Error::usage(format!("--database: {error}")))?;
    let hall = Arc::new(hall);
    // A game that cannot be played is an error at the start, before anybody comes.
    let lacking = hall.try_games()?;
    let kept = hall.kept().map_err(|error| Error::usage(format!("--database: {error}")))?;
    if let Some((folders, reread)) = watched {
        reload_on_save(folders, reread, &hall).map_err(system)?;
    }
    if let Some(older_than) = forget {
        forget_old(&hall, older_than).map_err(system)?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(system)?;
    let served = runtime.block_on(async {
        let listener = TcpListener::from_std(listener).map_err(system)?;
        let games = format!("http://{own}/");
        let opened = |created: crate::Created| {
            let key = created.keys.iter().flatten().next().cloned().unwrap_or_default();
            let host = hall.workshop().map(|workshop| format!(".{}", workshop.key()));
            format!("{games}t/{}#{key}{}", created.code, host.unwrap_or_default())
        };
        let table = table.map(|new| hall.create(&new).map(opened)).transpose().map_err(Error::refused)?;
        let bench = hall.workshop().map(|workshop| format!("{games}bench#.{}", workshop.key()));
        let is_loopback = own.ip().is_loopback();
        started(&Addresses { games, table, bench, kept, lacking, is_loopback });
        tokio::select! {
            never = http::serve(listener, hall.clone()) => match never {},
            () = asked_to_end() => Ok(()),
        }
    });
    hall.close();
    // A connection that stays open must not keep the program from ending.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served
}

/// Waits for Ctrl-C, or for the signal by which systems end a service.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut ended) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = ended.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Forgets old tables, now and then, until the hall is dropped.
fn forget_old(hall: &Arc<Hall>, older_than: Duration) -> std::io::Result<()> {
    let hall = Arc::downgrade(hall);
    let forget = move || {
        while let Some(hall) = hall.upgrade() {
            match hall.forget(older_than) {
                Ok(0) => {}
                Ok(n) => tracing::info!(target: AUDIT, kind = "tables_forgotten", number = n),
                Err(error) => tracing::error!("old tables are not forgotten: {error}"),
            }
            drop(hall);
            std::thread::sleep(FORGETS);
        }
    };
    std::thread::Builder::new().name("forget".into()).spawn(forget).map(drop)
}
