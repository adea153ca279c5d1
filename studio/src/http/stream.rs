//! Stream: the messages of a table as server-sent events, for clients without WebSockets. Such a client sends each
//! answer as a request of its own.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Deserialize;
use tokio::sync::mpsc::{self, Sender};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use super::HttpRefusal;
use super::table_requests::{AtTable, ask};
use crate::Hall;
use crate::hall::ConnectedGuest;
use crate::messages::Join;
use crate::table::TableRequest;

/// The most unread messages of a client. A slower client is disconnected; when it returns, it receives the current
/// state.
pub const UNREAD: usize = 64;

/// The start of a stream: the first event that the client lacks, and the form of the views.
#[derive(Deserialize)]
pub struct StreamStart {
    #[serde(default)]
    from: u32,
    /// True: only what differs from the view before is sent.
    #[serde(default)]
    parts: bool,
}

/// A guest who is connected to a table. Dropping this tells the table that she leaves.
pub struct Connected {
    table: Sender<TableRequest>,
    id: u64,
    _inside: ConnectedGuest,
}

impl Connected {
    /// A guest who is connected under this number at the table.
    pub fn new(table: Sender<TableRequest>, id: u64, inside: ConnectedGuest) -> Connected {
        Connected { table, id, _inside: inside }
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let (table, id) = (self.table.clone(), self.id);
        // Without a runtime the program is ending, and no table needs to know.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { table.send(TableRequest::Leave(id)).await });
        }
    }
}

/// Opens a stream.
pub async fn open(
    State(hall): State<Arc<Hall>>,
    AtTable { table, key, .. }: AtTable,
    Query(StreamStart { from, parts }): Query<StreamStart>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, HttpRefusal> {
    let inside = hall.let_in().map_err(HttpRefusal)?;
    let (mail, mut letters) = mpsc::channel::<Arc<str>>(UNREAD);
    let id = ask(&table, |back| TableRequest::Join { join: Join { key, from, parts }, mail, back })
        .await
        .map_err(HttpRefusal)?;
    let connected = Connected::new(table, id, inside);
    let (events, unread) = mpsc::channel::<Result<Event, Infallible>>(1);
    tokio::spawn(async move {
        let _connected = connected;
        loop {
            tokio::select! {
                letter = letters.recv() => {
                    let Some(letter) = letter else { return };
                    if events.send(Ok(Event::default().data(letter))).await.is_err() {
                        return;
                    }
                }
                // The client has gone.
                () = events.closed() => return,
            }
        }
    });
    let stream = ReceiverStream::new(unread);
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}
