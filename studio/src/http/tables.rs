//! Tables: the list of games, new tables, and seats, by requests.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use intermezzo::hosting::Habits;
use intermezzo::wire::Reply;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::HttpRefusal;
use super::sign_in::SignedIn;
use super::table_requests::{AtSeat, AtTable, Body, waiting};
use crate::clock::now;
use crate::messages::Vote;
use crate::table::TableRequest;
use crate::{Created, Hall, NewTable};

/// The games that can be played.
pub async fn games(State(hall): State<Arc<Hall>>) -> Result<Json<Value>, HttpRefusal> {
    let offers = waiting(move || serde_json::to_value(hall.games().offers())).await?;
    Ok(Json(json!({ "games": offers.unwrap_or_default() })))
}

/// Opens a table.
pub async fn create(
    State(hall): State<Arc<Hall>>,
    _: SignedIn,
    Body(new): Body<NewTable>,
) -> Result<Json<Created>, HttpRefusal> {
    waiting(move || hall.create(&new)).await?.map(Json).map_err(HttpRefusal)
}

/// The players of a table.
pub async fn about(table: AtTable) -> Result<Json<Value>, HttpRefusal> {
    let (game, people) = table.ask(|_, back| TableRequest::People { back }).await?;
    Ok(Json(json!({ "game": game, "people": people })))
}

/// The name for a free seat.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    name: String,
}

/// Takes a free seat.
pub async fn sit(table: AtTable, Body(Sit { name }): Body<Sit>) -> Result<Json<Value>, HttpRefusal> {
    let (seat, key) = table.ask(|_, back| TableRequest::Sit { name, back }).await?;
    Ok(Json(json!({ "seat": seat, "key": key })))
}

/// Answers a question.
pub async fn answer(seat: AtSeat, Body(reply): Body<Reply>) -> Result<Json<Value>, HttpRefusal> {
    let place = json!({ "taken": { "seat": reply.seat, "question": reply.question } });
    seat.ask(|key, back| TableRequest::Answer { key, reply, guest: None, sent: now(), back }).await?;
    Ok(Json(place))
}

/// Takes the sender's last answer back.
pub async fn undo(seat: AtSeat) -> Result<Json<Value>, HttpRefusal> {
    seat.ask(|key, back| TableRequest::Undo { key, back }).await?;
    Ok(Json(json!({ "undone": true })))
}

/// States what the seat answers in advance from now on.
pub async fn habits(seat: AtSeat, Body(habits): Body<Habits>) -> Result<Json<Value>, HttpRefusal> {
    let stated = json!({ "habits": habits });
    seat.ask(|key, back| TableRequest::Habits { key, habits, back }).await?;
    Ok(Json(stated))
}

/// Votes about an absent player.
pub async fn vote(seat: AtSeat, Body(vote): Body<Vote>) -> Result<Json<Value>, HttpRefusal> {
    let done = seat.ask(|key, back| TableRequest::Vote { key, about: vote.seat, instead: vote.instead, back }).await?;
    Ok(Json(json!({ "done": done })))
}
