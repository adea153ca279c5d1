//! Language server: the WebSocket over which the editor of the host talks with it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::mpsc;

use super::HttpRefusal;
use super::bench::not_host;
use crate::Hall;
use crate::workshop::{LONGEST, Workshop};

/// The longest wait for the first message of a client.
const FIRST: Duration = Duration::from_secs(10);

/// Opens a socket. The key of the host comes in the first message, because addresses end up in histories and logs.
pub async fn open(State(hall): State<Arc<Hall>>, upgrade: WebSocketUpgrade) -> Result<Response, HttpRefusal> {
    let workshop = hall.workshop().ok_or_else(not_host)?;
    let longest = 4 * LONGEST as usize;
    let upgrade = upgrade.max_message_size(longest).max_frame_size(longest);
    Ok(upgrade.on_upgrade(|socket| async move {
        let _ = talk(socket, workshop).await;
    }))
}

/// The first message.
#[derive(Deserialize)]
struct First {
    key: String,
}

async fn talk(mut socket: WebSocket, workshop: Arc<Workshop>) -> Option<()> {
    let Ok(Some(Ok(Frame::Text(first)))) = tokio::time::timeout(FIRST, socket.recv()).await else { return None };
    let First { key } = serde_json::from_str(&first).ok()?;
    if !workshop.is_key(&key) {
        return None;
    }
    let (say, mut said) = mpsc::unbounded_channel::<String>();
    let server = workshop.speak(move |text| say.send(text).is_ok());
    loop {
        tokio::select! {
            text = said.recv() => socket.send(Frame::Text(text?.into())).await.ok()?,
            frame = socket.recv() => match frame?.ok()? {
                Frame::Text(text) => workshop.tell(&server, &text)?,
                Frame::Ping(_) | Frame::Pong(_) => {}
                Frame::Binary(_) | Frame::Close(_) => return None,
            },
        }
    }
}
