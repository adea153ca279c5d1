//! Stream: what a table says, as server-sent events, for who is kept from WebSockets. Answers come as requests.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Query;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Deserialize;
use tokio::sync::mpsc::{self, Sender};
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use super::No;
use super::asking::{AtTable, ask};
use crate::table::Letter;

/// So many messages wait for a client. One that leaves more unread is sent away: it comes back and is told how things stand.
pub const UNREAD: usize = 64;

/// The end of a client's log.
#[derive(Deserialize)]
pub struct From {
    #[serde(default)]
    from: u32,
}

/// Somebody who is connected, until this is dropped.
pub struct Connected {
    table: Sender<Letter>,
    id: u64,
}

impl Connected {
    /// Her number at the table.
    pub fn new(table: Sender<Letter>, id: u64) -> Connected {
        Connected { table, id }
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let (table, id) = (self.table.clone(), self.id);
        // Outside of a runtime the program ends, and everybody is gone.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { table.send(Letter::Leave(id)).await });
        }
    }
}

/// Opens a stream.
pub async fn open(
    AtTable { table, key }: AtTable,
    Query(From { from }): Query<From>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, No> {
    let (mail, mut letters) = mpsc::channel::<Arc<str>>(UNREAD);
    let id = ask(&table, |back| Letter::Join { key, from, mail, back }).await.map_err(No)?;
    let connected = Connected::new(table, id);
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
