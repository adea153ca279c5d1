//! Serve: a studio from start to end.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use intermezzo::error::{Error, Result};
use tokio::net::TcpListener;

use crate::{Hall, NewTable, Options, Reread, http, watch};

/// The settings of a server.
pub struct Start {
    /// The options of the hall.
    pub options: Options,
    /// The address for browsers, as `127.0.0.1:4747`.
    pub listen: String,
    /// A table to open at the start.
    pub table: Option<NewTable>,
    /// The folders to watch for changes, and the function that reads all files again.
    pub watched: Option<(Vec<PathBuf>, Reread)>,
}

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
    /// The walls that this system lacks for the processes that play tables.
    pub lacking: Vec<String>,
    /// True if only this machine reaches the server.
    pub is_loopback: bool,
}

/// Serves until Ctrl-C. Calls `started` once browsers can connect.
///
/// # Errors
///
/// An address in use, a database that cannot be opened, or a game that cannot be loaded.
pub fn serve(start: Start, started: impl FnOnce(&Addresses)) -> Result<()> {
    let Start { mut options, listen, table, watched } = start;
    let system = |error: std::io::Error| Error::usage(format!("the server does not start: {error}"));
    // Files are watched only on a server of one's own: a save must not change the games of strangers.
    let is_own = listen.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_loopback());
    let is_own = is_own && options.hosts.is_empty();
    let watched = watched.filter(|_| is_own);
    options.folder = options.folder.filter(|_| is_own);
    let hall = Hall::open(options).map_err(|error| Error::usage(format!("--database: {error}")))?;
    let hall = Arc::new(hall);
    // A broken game is refused before anybody arrives.
    let lacking = hall.try_games()?;
    let kept = hall.kept().map_err(|error| Error::usage(format!("--database: {error}")))?;
    if let Some((folders, reread)) = watched {
        watch(folders, reread, &hall).map_err(system)?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(system)?;
    runtime.block_on(async {
        let taken = |error| Error::usage(format!("--listen {listen}: {error}"));
        let listener = TcpListener::bind(&listen).await.map_err(taken)?;
        let games = format!("http://{}/", listener.local_addr().map_err(system)?);
        let opened = |created: crate::Created| {
            let key = created.keys.iter().flatten().next().cloned().unwrap_or_default();
            let host = hall.workshop().map(|workshop| format!(".{}", workshop.key()));
            format!("{games}t/{}#{key}{}", created.code, host.unwrap_or_default())
        };
        let table = table.map(|new| hall.create(&new).map(opened)).transpose().map_err(Error::refused)?;
        let bench = hall.workshop().map(|workshop| format!("{games}bench#.{}", workshop.key()));
        let is_loopback = listener.local_addr().map_err(system)?.ip().is_loopback();
        started(&Addresses { games, table, bench, kept, lacking, is_loopback });
        tokio::select! {
            ended = http::serve(listener, hall) => ended.map_err(system),
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    })
}
