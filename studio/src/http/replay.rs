//! Replay: the state of a game after any of its answers.
//!
//! During a game a seat sees what it saw at that moment, and a watcher what everybody saw. After the game, anybody with
//! the code may see everything. Who plays a scenario alone may see everything at once, because its file tells all
//! hands.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use intermezzo::error::{Error, Refusal, Result as Loads};
use intermezzo::{Seat, Step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::HttpRefusal;
use super::sign_in::SignedIn;
use super::table_requests::{AtTable, waiting};
use crate::messages::{Hello, why};
use crate::remarks::Remark;
use crate::table::{Recorded, TableRequest};
use crate::table_game::GameSoFar;
use crate::{Created, Hall};

/// The seat of a view.
#[derive(Deserialize)]
pub struct SeatOfView {
    seat: Option<u8>,
}

/// A moment of a game.
#[derive(Serialize, JsonSchema)]
pub struct Moment {
    /// The number of answers before the moment.
    at: usize,
    /// The number of all answers.
    answers: usize,
    /// The first message of a table.
    hello: serde_json::Value,
    /// The view.
    #[schemars(with = "intermezzo::View")]
    view: serde_json::Value,
    /// The events up to this moment.
    #[schemars(with = "Vec<intermezzo::Event>")]
    events: serde_json::Value,
    /// The printed cards that were seen.
    #[schemars(with = "Vec<intermezzo::Printed>")]
    faces: Vec<serde_json::Value>,
    /// The notes about the game.
    remarks: Vec<Remark>,
    /// The outcome; `None`: the game goes on.
    outcome: Option<String>,
}

/// The state of the table after a number of answers.
pub async fn moment(
    State(hall): State<Arc<Hall>>,
    table: AtTable,
    Path((_, at)): Path<(String, usize)>,
    Query(SeatOfView { seat }): Query<SeatOfView>,
) -> Result<Json<Moment>, HttpRefusal> {
    let recorded = table.ask(|key, back| TableRequest::Record { key, back }).await?;
    let seat = recorded.may_see(seat)?;
    let at = at.min(recorded.answers);
    waiting(move || seen(&hall, &recorded, at, seat)).await?.map(Json).map_err(|error| HttpRefusal(why(&error)))
}

/// The consequences of the last answer before a moment.
#[derive(Serialize, JsonSchema)]
pub struct Course {
    /// The number of answers before the moment.
    at: usize,
    /// The fate of each event that was proposed.
    steps: Vec<Step>,
}

/// The consequences of the last answer before a moment: the events that were forbidden or replaced, those that
/// happened, and the triggers that followed.
pub async fn steps(
    State(hall): State<Arc<Hall>>,
    table: AtTable,
    Path((_, at)): Path<(String, usize)>,
    Query(SeatOfView { seat }): Query<SeatOfView>,
) -> Result<Json<Course>, HttpRefusal> {
    let recorded = table.ask(|key, back| TableRequest::Record { key, back }).await?;
    let seat = recorded.may_see(seat)?;
    let at = at.min(recorded.answers);
    let steps = waiting(move || {
        let GameSoFar::Here(record) = &recorded.course else {
            let words = "the events of a game in a process of its own are not told step by step";
            return Err(Error::refused(Refusal::new("played_apart", words)));
        };
        let game = recorded.loaded.game().map_err(Error::refused)?;
        // At 0 answers the consequences are those of the set-up, which is logged first.
        let from = if at == 0 { 0 } else { hall.moment(record, game, at - 1)?.log_len() };
        let mut table = hall.moment(record, game, at)?;
        table.name_seats(&recorded.names.iter().map(|name| &**name).collect::<Vec<_>>())?;
        table.steps(seat.map(Seat), from)
    });
    steps.await?.map(|steps| Json(Course { at, steps })).map_err(|error| HttpRefusal(why(&error)))
}

impl Recorded {
    /// The seat whose view of a moment is shown: `seat`, or else that of the requester; `None`: a watcher's view. The
    /// view of another seat is refused while the game goes on.
    fn may_see(&self, seat: Option<u8>) -> Result<Option<u8>, HttpRefusal> {
        let seat = seat.or(self.seat);
        if seat.is_some_and(|seat| usize::from(seat) >= self.names.len()) {
            return Err(HttpRefusal(Refusal::new("no_such_seat", "the game has no such seat")));
        }
        let is_open = self.is_over || self.is_alone && self.course.began_in_a_position();
        if !is_open && seat.is_some() && seat != self.seat {
            let words = "the views of others are shown when the game is over";
            return Err(HttpRefusal(Refusal::new("not_let_in", words)));
        }
        Ok(seat)
    }
}

/// Sends the record of a finished game, which the commands of the program read.
pub async fn record(table: AtTable) -> Result<Response, HttpRefusal> {
    let recorded = table.ask(|_, back| TableRequest::Record { key: None, back }).await?;
    if !recorded.is_over {
        return Err(HttpRefusal(Refusal::new(
            "not_let_in",
            "a record holds all hands: it is given when the game is over",
        )));
    }
    let name = format!("attachment; filename=\"{}.jsonl\"", recorded.code);
    let about = [(header::CONTENT_TYPE, "application/jsonl".to_string()), (header::CONTENT_DISPOSITION, name)];
    Ok((about, recorded.course.text()).into_response())
}

/// Opens a table that goes on from a moment, with bots at the other seats. It knows all hands, so while others play nobody
/// may ask for it.
pub async fn play_on(
    State(hall): State<Arc<Hall>>,
    _: SignedIn,
    table: AtTable,
    Path((_, at)): Path<(String, usize)>,
    Query(SeatOfView { seat }): Query<SeatOfView>,
) -> Result<Json<Created>, HttpRefusal> {
    let recorded = table.ask(|key, back| TableRequest::Record { key, back }).await?;
    if !recorded.is_over && !recorded.is_alone {
        let words = "a game is played on from a moment when it is over";
        return Err(HttpRefusal(Refusal::new("not_let_in", words)));
    }
    let seat = seat.or(recorded.seat);
    if seat.is_some_and(|seat| usize::from(seat) >= recorded.names.len()) {
        return Err(HttpRefusal(Refusal::new("no_such_seat", "the game has no such seat")));
    }
    let opened = waiting(move || {
        let none = || Refusal::new("no_tools", "a game in a process of its own is not played on from a moment");
        let GameSoFar::Here(record) = &recorded.course else { return Err(none()) };
        let game = recorded.loaded.game()?;
        let table = hall.moment(record, game, at.min(recorded.answers)).map_err(|error| why(&error))?;
        hall.create_from(&recorded.game, table, seat, &recorded.bots)
    });
    opened.await?.map(Json).map_err(HttpRefusal)
}

fn seen(hall: &Hall, recorded: &Recorded, at: usize, seat: Option<u8>) -> Loads<Moment> {
    let Recorded { course, loaded, names, code, game, remarks, is_over, answers, .. } = recorded;
    let standing = match course {
        GameSoFar::Here(record) => {
            let mut table = hall.moment(record, loaded.game().map_err(Error::refused)?, at)?;
            table.name_seats(&names.iter().map(|name| &**name).collect::<Vec<_>>())?;
            table.standing(seat.map(Seat), 0)?
        }
        GameSoFar::InWorker(apart, _) => apart.moment(seat.map(Seat), at)?,
    };
    let unread = |error: serde_json::Error| Error::internal(error.to_string());
    let mut fields: serde_json::Value = serde_json::from_str(&standing.text).map_err(unread)?;
    let (view, events) = (fields["view"].take(), fields["events"].take());
    let seats: Vec<u8> = seat.into_iter().collect();
    let hello = serde_json::to_value(Hello::new(&loaded.about, (game, code), &seats, false)).unwrap_or_default();
    let outcome = view["outcome"].as_str().filter(|_| *is_over).map(String::from);
    let faces = standing.cards.iter().filter_map(|id| loaded.printed(id)).collect();
    Ok(Moment { at, answers: *answers, hello, view, events, faces, remarks: remarks.clone(), outcome })
}
