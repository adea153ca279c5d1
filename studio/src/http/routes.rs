//! Routes: the requests that the server answers, each with its description, from which the OpenAPI document is made.
//!
//! A route without a description cannot be made, so the document names every one.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, get, post};
use intermezzo::hosting::{Habits, Instead};
use intermezzo::wire::Reply;
use intermezzo::{Printed, faces::CardStyle};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::{
    LONGEST, bench, coming_back, faces, help, language_server, openapi, replay, sign_in, socket, stream, tables,
};
use crate::games::Offer;
use crate::messages::{Person, Place, Vote};
use crate::table::Hint;
use crate::workshop::{self, Finding, NewCard, Opened, Ran, Simulation};
use crate::{Created, Hall, NewTable};

/// A function that describes a JSON value as a schema.
pub type Describe = fn(&mut SchemaGenerator) -> Schema;

/// The key that a request needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Access {
    /// No key: everybody may ask.
    Nobody,
    /// No key, but the holder of a seat sees more.
    MaybeSeat,
    /// The key of a seat.
    Seat,
    /// The key of the host, who opened a folder.
    Host,
}

/// A request that the server answers.
pub struct Route {
    /// The path, with its variable parts in braces.
    pub path: &'static str,
    /// `get` or `post`.
    pub method: &'static str,
    /// What it is for, in a sentence.
    pub says: &'static str,
    /// The key that the request needs.
    pub key: Access,
    /// The query parameters: the name and the meaning of each.
    pub query: &'static [(&'static str, &'static str)],
    /// The body; `None`: none is read.
    pub body: Option<Describe>,
    /// The answer; `None`: it is no JSON.
    pub answer: Option<Describe>,
    handler: MethodRouter<Arc<Hall>>,
}

impl Route {
    fn new(method: &'static str, path: &'static str, handler: MethodRouter<Arc<Hall>>, says: &'static str) -> Route {
        Route { path, method, says, key: Access::Nobody, query: &[], body: None, answer: None, handler }
    }

    fn key(self, key: Access) -> Route {
        Route { key, ..self }
    }

    fn asks(self, query: &'static [(&'static str, &'static str)]) -> Route {
        Route { query, ..self }
    }

    fn reads(self, body: Describe) -> Route {
        Route { body: Some(body), ..self }
    }

    fn answers(self, answer: Describe) -> Route {
        Route { answer: Some(answer), ..self }
    }

    /// The names of the variable parts of the path.
    pub fn parts(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }
}

/// The description of a type.
pub fn of<T: JsonSchema>(known: &mut SchemaGenerator) -> Schema {
    known.subschema_for::<T>()
}

/// The schema of an object in which all these fields are required.
fn object(known: &mut SchemaGenerator, fields: &[(&str, Describe)]) -> Schema {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let fields: Map<String, Value> =
        fields.iter().map(|(name, describe)| (name.to_string(), describe(known).to_value())).collect();
    let schema = json!({ "type": "object", "properties": fields, "required": names });
    Schema::try_from(schema).unwrap_or_default()
}

const WHOSE: &[(&str, &str)] = &[("seat", "the seat, from 0, whose view is wanted")];

fn got(path: &'static str, handler: MethodRouter<Arc<Hall>>, says: &'static str) -> Route {
    Route::new("get", path, handler, says)
}

fn posted(path: &'static str, handler: MethodRouter<Arc<Hall>>, says: &'static str) -> Route {
    Route::new("post", path, handler, says)
}

fn of_games() -> Vec<Route> {
    vec![
        got("/api/openapi.json", get(openapi::document), "This document.").answers(of::<Value>),
        got("/api/messages.json", get(openapi::messages), "The messages over sockets and streams, as JSON Schemas.")
            .answers(of::<Value>),
        got("/api/games", get(tables::games), "The games that can be played.")
            .answers(|known| object(known, &[("games", of::<Vec<Offer>>)])),
        got("/api/games/{id}/rules", get(help::rules), "The rules of a game in plain words.")
            .answers(|known| object(known, &[("rules", of::<Vec<help::Rule>>)])),
        got("/api/games/{id}/cards", get(help::cards), "All cards of a game as they are printed.").answers(|known| {
            let fields: [(&str, Describe); 4] = [
                ("title", of::<String>),
                ("cards", of::<Vec<Printed>>),
                ("version", of::<String>),
                ("style", of::<CardStyle>),
            ];
            object(known, &fields)
        }),
        got("/api/games/{id}/faces/{version}/{card}", get(faces::of_game), "The face of a card, as SVG.")
            .asks(&[("small", "for a small place"), ("power", "a value that differs from print; so for each field")]),
        got("/api/games/{id}/back", get(faces::back), "The back of the cards, as SVG."),
    ]
}

fn of_tables() -> Vec<Route> {
    vec![
        got("/api/host", get(sign_in::who), "Says whether who opens tables signs in, and who has.")
            .answers(|known| object(known, &[("asks", of::<bool>), ("name", of::<Option<String>>)])),
        posted("/api/sign-out", post(sign_in::out), "Forgets who has signed in.")
            .answers(|known| object(known, &[("name", of::<Option<String>>)])),
        posted("/api/tables", post(tables::create), "Opens a table, for who has signed in, where hosts do that.")
            .reads(of::<NewTable>)
            .answers(of::<Created>),
        got("/api/tables/{code}", get(tables::about), "The game and the players of a table.")
            .answers(|known| object(known, &[("game", of::<String>), ("people", of::<Vec<Person>>)])),
        posted("/api/tables/{code}/seats", post(tables::sit), "Takes a free seat under a name.")
            .reads(of::<tables::Sit>)
            .answers(|known| object(known, &[("seat", of::<u8>), ("key", of::<String>)])),
        posted(
            "/api/tables/{code}/return",
            post(coming_back::come_back),
            "Knows who sat at the table again, by a key or by the cookie that this sets.",
        )
        .key(Access::MaybeSeat)
        .answers(|known| object(known, &[("seat", of::<Option<u8>>), ("key", of::<Option<String>>)])),
        posted("/api/tables/{code}/answers", post(tables::answer), "Answers a question.")
            .key(Access::Seat)
            .reads(of::<Reply>)
            .answers(|known| object(known, &[("taken", of::<Place>)])),
        posted("/api/tables/{code}/undo", post(tables::undo), "Takes the last answer back, alone among bots.")
            .key(Access::Seat)
            .answers(|known| object(known, &[("undone", of::<bool>)])),
        posted("/api/tables/{code}/votes", post(tables::vote), "Votes about an absent player.")
            .key(Access::Seat)
            .reads(of::<Vote>)
            .answers(|known| object(known, &[("done", of::<Option<Instead>>)])),
        posted("/api/tables/{code}/habits", post(tables::habits), "States what the seat answers in advance.")
            .key(Access::Seat)
            .reads(of::<Habits>)
            .answers(|known| object(known, &[("habits", of::<Habits>)])),
        posted("/api/tables/{code}/hint", post(help::hint), "What a bot would answer that sees the same.")
            .key(Access::Seat)
            .answers(|known| object(known, &[("hint", of::<Hint>)])),
        posted("/api/tables/{code}/why", post(help::why_not), "Why a card cannot be used or chosen now.")
            .key(Access::Seat)
            .reads(of::<help::OfCard>)
            .answers(|known| object(known, &[("why", of::<Vec<String>>)])),
        posted("/api/tables/{code}/notes", post(help::note), "Keeps a note about a moment.")
            .key(Access::Seat)
            .reads(of::<help::Written>)
            .answers(|known| object(known, &[("noted", of::<bool>)])),
        got("/api/tables/{code}/moments/{at}", get(replay::moment), "The table after so many answers.")
            .key(Access::MaybeSeat)
            .asks(WHOSE)
            .answers(of::<replay::Moment>),
        got(
            "/api/tables/{code}/moments/{at}/steps",
            get(replay::steps),
            "What the last answer before it brought about.",
        )
        .key(Access::MaybeSeat)
        .asks(WHOSE)
        .answers(of::<replay::Course>),
        posted(
            "/api/tables/{code}/moments/{at}/table",
            post(replay::play_on),
            "Opens a table that goes on from there.",
        )
        .key(Access::MaybeSeat)
        .asks(WHOSE)
        .answers(of::<Created>),
        got("/api/tables/{code}/record", get(replay::record), "The record of a game that is over, as lines of JSON."),
        got("/api/tables/{code}/faces/{version}/{card}", get(faces::of_table), "A face of the version that it plays."),
        got("/api/tables/{code}/stream", get(stream::open), "The messages of the table as server-sent events.")
            .key(Access::MaybeSeat)
            .asks(&[("from", "the first event that is not known"), ("parts", "`true`: views are told in parts")]),
        got("/api/tables/{code}/socket", get(socket::open), "The messages of the table over a WebSocket."),
        posted("/api/tables/{code}/scenarios", post(bench::pin), "Makes a scenario of a moment.")
            .key(Access::MaybeSeat)
            .reads(of::<bench::Pin>)
            .answers(|known| {
                object(known, &[("text", of::<String>), ("at", of::<usize>), ("remarks", of::<Vec<String>>)])
            }),
    ]
}

fn of_bench() -> Vec<Route> {
    // A file that is saved is longer as JSON: a line feed becomes two characters.
    let long = || DefaultBodyLimit::max(4 * workshop::LONGEST as usize);
    let host = |route: Route| route.key(Access::Host);
    let routes = vec![
        got("/api/bench", get(bench::files), "The files of the folder, and what is wrong with them.")
            .asks(&[("game", "the game whose files are checked; all without it")])
            .answers(|known| object(known, &[("files", of::<Vec<String>>), ("findings", of::<Vec<Finding>>)])),
        got("/api/bench/file", get(bench::open), "A file.")
            .asks(&[("path", "the path below the folder")])
            .answers(of::<Opened>),
        posted("/api/bench/file", post(bench::save).layer(long()), "Saves a file.")
            .reads(of::<bench::Save>)
            .answers(|known| object(known, &[("hash", of::<String>), ("findings", of::<Vec<Finding>>)])),
        posted("/api/bench/run", post(bench::run), "Runs scenarios.")
            .reads(of::<bench::Chosen>)
            .answers(|known| object(known, &[("scenarios", of::<Vec<Ran>>)])),
        posted("/api/bench/accept", post(bench::accept), "Takes what happens in scenarios as what is to happen.")
            .reads(of::<bench::Chosen>)
            .answers(|known| object(known, &[("scenarios", of::<Vec<Ran>>)])),
        posted("/api/bench/sim", post(bench::simulate), "Lets bots play many games, told as server-sent events.")
            .reads(of::<Simulation>),
        posted("/api/bench/card", post(bench::begin_card), "Writes a card like another one, and a scenario with it.")
            .reads(of::<NewCard>)
            .answers(|known| object(known, &[("card", of::<String>), ("scenario", of::<String>)])),
        posted("/api/bench/table", post(bench::play_on), "Opens a table that goes on from a scenario.")
            .reads(of::<bench::OfScenario>)
            .answers(of::<Created>),
        got("/api/bench/language", get(language_server::open), "The language server over a WebSocket."),
    ];
    routes.into_iter().map(host).collect()
}

/// All requests besides pages.
pub fn all() -> Vec<Route> {
    [of_games(), of_tables(), of_bench()].into_iter().flatten().collect()
}

/// The routes of all requests besides pages.
pub fn router() -> Router<Arc<Hall>> {
    let add = |router: Router<Arc<Hall>>, route: Route| router.route(route.path, route.handler);
    all().into_iter().fold(Router::new(), add).layer(DefaultBodyLimit::max(LONGEST))
}
