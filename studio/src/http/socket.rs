//! Socket: a table over a WebSocket: messages to the client, answers from it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use intermezzo::error::Refusal;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tracing::{Instrument as _, Span};

use super::stream::{Connected, UNREAD};
use super::table_requests::{AtTable, ask};
use super::{HttpRefusal, LONGEST};
use crate::Hall;
use crate::audit::note_refused;
use crate::clock::now;
use crate::hall::ConnectedGuest;
use crate::messages::{Message, Refused, Said, Vote, written};
use crate::table::TableRequest;

/// The longest wait for the first message of a client.
const FIRST: Duration = Duration::from_secs(10);
/// The pause between two pings: proxies cut connections that are silent for a minute.
const PULSE: Duration = Duration::from_secs(20);

/// Opens a socket. The first message of the client says who she is.
pub async fn open(
    State(hall): State<Arc<Hall>>,
    AtTable { table, .. }: AtTable,
    upgrade: WebSocketUpgrade,
) -> Result<Response, HttpRefusal> {
    let inside = hall.let_in().map_err(HttpRefusal)?;
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    let talks = |socket| async move {
        let _ = talk(socket, table, inside).await;
    };
    // It talks in a task of its own, when the request is over.
    let span = Span::current();
    Ok(upgrade.on_upgrade(|socket| talks(socket).instrument(span)))
}

/// Talks until somebody goes.
async fn talk(mut socket: WebSocket, table: Sender<TableRequest>, inside: ConnectedGuest) -> Option<()> {
    let Ok(Some(Said::Join(join))) = tokio::time::timeout(FIRST, next(&mut socket)).await else { return None };
    let key = join.key.clone();
    let (mail, letters) = mpsc::channel::<Arc<str>>(UNREAD);
    let joined = ask(&table, |back| TableRequest::Join { join, mail, back }).await;
    let id = match joined {
        Ok(id) => id,
        Err(why) => return refused::<()>(&mut socket, Err(why)).await,
    };
    let _connected = Connected::new(table.clone(), id, inside);
    pass_on(&mut socket, &table, (id, key), letters).await
}

async fn pass_on(
    socket: &mut WebSocket,
    table: &Sender<TableRequest>,
    (id, key): (u64, Option<String>),
    mut letters: Receiver<Arc<str>>,
) -> Option<()> {
    let mut pulse = tokio::time::interval(PULSE);
    loop {
        tokio::select! {
            letter = letters.recv() => send(socket, Frame::Text(letter?.as_ref().into())).await?,
            said = next(socket) => match said? {
                Said::Join(_) => return None,
                Said::Answer(reply) => {
                    let key = key.clone()?;
                    // The acknowledgement comes through the guest's own messages, so it arrives before the consequences
                    // of the answer.
                    let (guest, sent) = (Some(id), now());
                    let _ = ask(table, |back| TableRequest::Answer { key, reply, guest, sent, back }).await;
                }
                Said::Undo {} => {
                    let key = key.clone()?;
                    refused(socket, ask(table, |back| TableRequest::Undo { key, back }).await).await?;
                }
                Said::Habits(habits) => {
                    let key = key.clone()?;
                    refused(socket, ask(table, |back| TableRequest::Habits { key, habits, back }).await).await?;
                }
                Said::Vote(Vote { seat: about, instead }) => {
                    let key = key.clone()?;
                    refused(socket, ask(table, |back| TableRequest::Vote { key, about, instead, back }).await).await?;
                }
            },
            _ = pulse.tick() => send(socket, Frame::Ping(Default::default())).await?,
        }
    }
}

/// The next message of the client; `None`: the client left, or sent something that is no message.
async fn next(socket: &mut WebSocket) -> Option<Said> {
    loop {
        match socket.recv().await?.ok()? {
            Frame::Text(text) => return serde_json::from_str(&text).ok(),
            Frame::Ping(_) | Frame::Pong(_) => {}
            Frame::Binary(_) | Frame::Close(_) => return None,
        }
    }
}

/// Sends the client a refusal, if this is one; the result of a granted request is not sent.
async fn refused<T>(socket: &mut WebSocket, done: Result<T, Refusal>) -> Option<()> {
    match done {
        Ok(_) => Some(()),
        Err(why) => {
            note_refused(&why);
            say(socket, &Message::Refused(Refused { question: None, why })).await
        }
    }
}

async fn say(socket: &mut WebSocket, message: &Message<'_>) -> Option<()> {
    send(socket, Frame::Text(written(message).as_ref().into())).await
}

/// Sends a frame. A client that does not take it in time is treated as gone.
async fn send(socket: &mut WebSocket, frame: Frame) -> Option<()> {
    tokio::time::timeout(FIRST, socket.send(frame)).await.ok()?.ok()
}
