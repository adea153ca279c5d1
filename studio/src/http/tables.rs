//! Tables: what is asked of tables by requests.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use intermezzo::error::Refusal;
use intermezzo::wire::Reply;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;
use tokio::sync::oneshot;

use super::No;
use crate::table::{Letter, Told};
use crate::{Created, Hall, NewTable};

/// Does something that may wait for files, away from the threads of connections.
pub async fn waiting<T: Send + 'static>(what: impl FnOnce() -> T + Send + 'static) -> Result<T, No> {
    tokio::task::spawn_blocking(what).await.map_err(|_| No(Refusal::new("failed", "this failed: a mistake of ours")))
}

/// The table with a code.
pub async fn find(hall: &Arc<Hall>, code: String) -> Result<Sender<Letter>, No> {
    let hall = hall.clone();
    waiting(move || hall.find(&code)).await?.map_err(No)
}

/// Sends a table a letter and waits for what comes back.
pub async fn ask<T>(table: &Sender<Letter>, letter: impl FnOnce(Told<T>) -> Letter) -> Result<T, Refusal> {
    let gone = || Refusal::new("failed", "the table is gone");
    let (back, answer) = oneshot::channel();
    table.send(letter(back)).await.map_err(|_| gone())?;
    answer.await.map_err(|_| gone())?
}

/// The key that a request holds.
pub fn key(headers: &HeaderMap) -> Option<String> {
    let held = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    held.strip_prefix("Bearer ").map(String::from)
}

/// What a request says.
pub fn read<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, No> {
    body.map(|Json(body)| body).map_err(|error| No(Refusal::new("not_understood", error.body_text())))
}

/// The games that can be played.
pub async fn games(State(hall): State<Arc<Hall>>) -> Result<Json<Value>, No> {
    let offers = waiting(move || serde_json::to_value(hall.games().offers())).await?;
    Ok(Json(json!({ "games": offers.unwrap_or_default() })))
}

/// Opens a table.
pub async fn create(
    State(hall): State<Arc<Hall>>,
    body: Result<Json<NewTable>, JsonRejection>,
) -> Result<Json<Created>, No> {
    let new = read(body)?;
    waiting(move || hall.create(&new)).await?.map(Json).map_err(No)
}

/// Who sits at a table.
pub async fn about(State(hall): State<Arc<Hall>>, Path(code): Path<String>) -> Result<Json<Value>, No> {
    let table = find(&hall, code).await?;
    let (back, answer) = oneshot::channel();
    let gone = |_| No(Refusal::new("failed", "the table is gone"));
    table.send(Letter::People { back }).await.map_err(|_| No(Refusal::new("failed", "the table is gone")))?;
    let (game, people) = answer.await.map_err(gone)?;
    Ok(Json(json!({ "game": game, "people": people })))
}

/// Who wants a seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    name: String,
}

/// Takes a free seat.
pub async fn sit(
    State(hall): State<Arc<Hall>>,
    Path(code): Path<String>,
    body: Result<Json<Sit>, JsonRejection>,
) -> Result<Json<Value>, No> {
    let Sit { name } = read(body)?;
    let table = find(&hall, code).await?;
    let (seat, key) = ask(&table, |back| Letter::Sit { name, back }).await.map_err(No)?;
    Ok(Json(json!({ "seat": seat, "key": key })))
}

/// Answers.
pub async fn answer(
    State(hall): State<Arc<Hall>>,
    Path(code): Path<String>,
    headers: HeaderMap,
    body: Result<Json<Reply>, JsonRejection>,
) -> Result<Json<Value>, No> {
    let (key, reply) = (held(&headers)?, read(body)?);
    let place = json!({ "taken": { "seat": reply.seat, "question": reply.question } });
    let table = find(&hall, code).await?;
    ask(&table, |back| Letter::Answer { key, reply, guest: None, back }).await.map_err(No)?;
    Ok(Json(place))
}

/// Takes the last answer back.
pub async fn undo(
    State(hall): State<Arc<Hall>>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, No> {
    let key = held(&headers)?;
    let table = find(&hall, code).await?;
    ask(&table, |back| Letter::Undo { key, back }).await.map_err(No)?;
    Ok(Json(json!({ "undone": true })))
}

/// The key that a request must hold.
pub fn held(headers: &HeaderMap) -> Result<String, No> {
    key(headers).ok_or_else(|| No(Refusal::new("no_such_seat", "a key says which seat this is for")))
}
