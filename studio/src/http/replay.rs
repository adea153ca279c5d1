//! Replay: a game as it stood after any of its answers.
//!
//! During a game a seat sees what it saw then, and a watcher what everybody saw. After the game, anybody with the code
//! may see everything.

use axum::Json;
use axum::extract::{Path, Query};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use intermezzo::error::{Refusal, Result as Loads};
use intermezzo::{Event, Game, Printed, Seat, View};
use serde::{Deserialize, Serialize};

use super::No;
use super::asking::{AtTable, waiting};
use crate::games::version;
use crate::messages::{Hello, why};
use crate::remarks::Remark;
use crate::table::{Letter, Recorded};

/// The seat of a view.
#[derive(Deserialize)]
pub struct Whose {
    seat: Option<u8>,
}

/// A moment of a game.
#[derive(Serialize)]
pub struct Moment {
    /// The number of answers before the moment.
    at: usize,
    /// The number of all answers.
    answers: usize,
    /// The first message of a table.
    hello: serde_json::Value,
    /// The view at this moment.
    view: View,
    /// The events up to this moment.
    events: Vec<Event>,
    /// The printed cards that the view shows.
    faces: Vec<Printed>,
    /// Players' notes about the game.
    remarks: Vec<Remark>,
    /// The outcome; `None`: the game goes on.
    outcome: Option<String>,
}

/// The table as it stood after a number of answers.
pub async fn moment(
    table: AtTable,
    Path((_, at)): Path<(String, usize)>,
    Query(Whose { seat }): Query<Whose>,
) -> Result<Json<Moment>, No> {
    let recorded = table.ask(|key, back| Letter::Record { key, back }).await?;
    let seat = seat.or(recorded.seat);
    if seat.is_some_and(|seat| usize::from(seat) >= recorded.names.len()) {
        return Err(No(Refusal::new("no_such_seat", "the game has no such seat")));
    }
    if !recorded.is_over && seat.is_some() && seat != recorded.seat {
        let words = "the views of others are shown when the game is over";
        return Err(No(Refusal::new("not_let_in", words)));
    }
    let at = at.min(recorded.record.answers());
    waiting(move || seen(&recorded, at, seat)).await?.map(Json).map_err(|error| No(why(&error)))
}

/// The record of a finished game, for the commands of the program.
pub async fn record(table: AtTable) -> Result<Response, No> {
    let recorded = table.ask(|_, back| Letter::Record { key: None, back }).await?;
    if !recorded.is_over {
        return Err(No(Refusal::new("not_let_in", "a record holds all hands: it is given when the game is over")));
    }
    let name = format!("attachment; filename=\"{}.jsonl\"", recorded.code);
    let about = [(header::CONTENT_TYPE, "application/jsonl".to_string()), (header::CONTENT_DISPOSITION, name)];
    Ok((about, recorded.record.to_text()).into_response())
}

fn seen(recorded: &Recorded, at: usize, seat: Option<u8>) -> Loads<Moment> {
    let Recorded { record, loaded, names, code, game, remarks, is_over, .. } = recorded;
    let mut table = record.moment(&loaded.game, at)?;
    table.name_seats(&names.iter().map(|name| &**name).collect::<Vec<_>>())?;
    let (view, events) = match seat {
        Some(seat) => (View::of_person(&table, Seat(seat))?, table.events(Seat(seat), 0)?),
        None => (View::new(&table, &[])?, table.public_events(0)),
    };
    let seats: Vec<u8> = seat.into_iter().collect();
    let hello = Hello {
        protocol: intermezzo::wire::PROTOCOL,
        game,
        title: loaded.game.title(),
        code,
        seats: &seats,
        lines: &loaded.lines,
        zones: &loaded.zones,
        version: version(&loaded.game),
        style: loaded.game.card_style(),
        may_undo: false,
    };
    let hello = serde_json::to_value(hello).unwrap_or_default();
    let outcome = is_over.then(|| view.outcome.clone()).flatten();
    let (faces, answers, remarks) = (faces(&loaded.game, &view), record.answers(), remarks.clone());
    Ok(Moment { at, answers, hello, view, events, faces, remarks, outcome })
}

/// The printed cards of a view, each once.
fn faces(game: &Game, view: &View) -> Vec<Printed> {
    let ids: std::collections::BTreeSet<&str> =
        view.zones.iter().flat_map(|zone| &zone.cards).map(|card| &*card.id).collect();
    ids.into_iter().filter_map(|id| game.printed(id)).collect()
}
