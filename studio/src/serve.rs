//! Serve: a studio from its start to its end.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use intermezzo::error::{Error, Result};
use tokio::net::TcpListener;

use crate::{Hall, NewTable, Options, Reread, http, watch};

/// The start of a server.
pub struct Start {
    /// The hall that it serves.
    pub options: Options,
    /// The address for browsers, as `127.0.0.1:4747`.
    pub listen: String,
    /// The table that is opened at the start.
    pub table: Option<NewTable>,
    /// Folders whose files may change, and how all files are read anew.
    pub watched: Option<(Vec<PathBuf>, Reread)>,
}

/// The addresses of a server that has started.
pub struct Addresses {
    /// The page of all games.
    pub games: String,
    /// The table that was opened, with the key of its first person.
    pub table: Option<String>,
    /// The bench, with the key of the host; `None`: no folder is opened.
    pub bench: Option<String>,
}

/// Serves until somebody presses Ctrl-C. `started` is told the addresses once browsers can connect.
///
/// # Errors
///
/// An address that is taken, a database that cannot be opened, or a game that cannot be played.
pub fn serve(start: Start, started: impl FnOnce(&Addresses)) -> Result<()> {
    let Start { mut options, listen, table, watched } = start;
    let system = |error: std::io::Error| Error::usage(format!("the server does not start: {error}"));
    // Who serves others changes no game under their hands.
    let is_own = listen.parse::<SocketAddr>().is_ok_and(|address| address.ip().is_loopback());
    let is_own = is_own && options.hosts.is_empty();
    let watched = watched.filter(|_| is_own);
    options.folder = options.folder.filter(|_| is_own);
    let hall = Hall::open(options).map_err(|error| Error::usage(format!("--database: {error}")))?;
    let hall = Arc::new(hall);
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
        started(&Addresses { games, table, bench });
        tokio::select! {
            ended = http::serve(listener, hall) => ended.map_err(system),
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    })
}
