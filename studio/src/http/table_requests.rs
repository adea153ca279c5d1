//! Table requests: what requests about a table have in common: the code of the table, the key of a seat, the body, and
//! the question to the table.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::header::{self, HeaderMap};
use axum::http::request::Parts;
use intermezzo::error::Refusal;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc::Sender;
use tokio::sync::oneshot;
use tracing::Span;

use super::HttpRefusal;
use crate::Hall;
use crate::hall::TableHolder;
use crate::table::answers::table_moves;
use crate::table::{ReplySender, TableRequest};

/// The table of a request, named by its code, and the key that the request carries.
pub struct AtTable {
    /// The inbox of the table.
    pub table: Sender<TableRequest>,
    /// The key of a seat; `None` for a watcher.
    pub key: Option<String>,
    /// The code of the table.
    pub code: String,
}

impl AtTable {
    /// Sends the table a request and waits for the answer.
    pub async fn ask<T>(
        self,
        request: impl FnOnce(Option<String>, ReplySender<T>) -> TableRequest,
    ) -> Result<T, HttpRefusal> {
        ask(&self.table, |back| request(self.key, back)).await.map_err(HttpRefusal)
    }
}

impl FromRequestParts<Arc<Hall>> for AtTable {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<AtTable, HttpRefusal> {
        let none = || HttpRefusal(Refusal::new("no_such_table", "there is no table with this code"));
        let path = RawPathParams::from_request_parts(parts, hall).await.map_err(|_| none())?;
        let code = path.iter().find(|(name, _)| *name == "code").map(|(_, code)| code.to_string()).ok_or_else(none)?;
        let (hall, asked) = (hall.clone(), code.clone());
        match waiting(move || hall.find(&asked)).await?.map_err(HttpRefusal)? {
            TableHolder::Here(table) => Ok(AtTable { table, key: key(&parts.headers), code }),
            // Requests for tables of other servers were passed on before, so this table moved just now.
            TableHolder::There(_) => Err(HttpRefusal(table_moves())),
        }
    }
}

/// A table, for a request that needs the key of a seat.
pub struct AtSeat {
    table: Sender<TableRequest>,
    key: String,
}

impl AtSeat {
    /// Sends the table a request in the name of the seat and waits for the answer.
    pub async fn ask<T>(&self, request: impl FnOnce(String, ReplySender<T>) -> TableRequest) -> Result<T, HttpRefusal> {
        ask(&self.table, |back| request(self.key.clone(), back)).await.map_err(HttpRefusal)
    }
}

impl FromRequestParts<Arc<Hall>> for AtSeat {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<AtSeat, HttpRefusal> {
        let none = || HttpRefusal(Refusal::new("no_such_seat", "a key says which seat this is for"));
        let key = key(&parts.headers).ok_or_else(none)?;
        let AtTable { table, .. } = AtTable::from_request_parts(parts, hall).await?;
        Ok(AtSeat { table, key })
    }
}

/// The body of a request.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = HttpRefusal;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, HttpRefusal> {
        let unread = |error: axum::extract::rejection::JsonRejection| {
            HttpRefusal(Refusal::new("not_understood", error.body_text()))
        };
        Json::from_request(request, state).await.map(|Json(body)| Body(body)).map_err(unread)
    }
}

/// Runs `what`, which may wait for files, on a thread of its own, so that connections are not held up.
pub async fn waiting<T: Send + 'static>(what: impl FnOnce() -> T + Send + 'static) -> Result<T, HttpRefusal> {
    let span = Span::current();
    tokio::task::spawn_blocking(move || span.in_scope(what))
        .await
        .map_err(|_| HttpRefusal(Refusal::new("failed", "this failed: a mistake of ours")))
}

/// Sends a table a request and waits for the answer.
pub async fn ask<T>(
    table: &Sender<TableRequest>,
    request: impl FnOnce(ReplySender<T>) -> TableRequest,
) -> Result<T, Refusal> {
    let gone = || Refusal::new("failed", "the table is gone");
    let (back, answer) = oneshot::channel();
    let (request, span) = (request(back), Span::current());
    let request = if span.is_none() { request } else { TableRequest::Within(span, Box::new(request)) };
    table.send(request).await.map_err(|_| gone())?;
    answer.await.map_err(|_| gone())?
}

/// The key in the headers of a request, after `Authorization: Bearer`; `None`: the request has none.
pub fn key(headers: &HeaderMap) -> Option<String> {
    let held = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    held.strip_prefix("Bearer ").map(String::from)
}
