//! Bench: the files of the opened folder and their scenarios, for the host only.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Query, State};
use axum::http::request::Parts;
use axum::response::sse::{Event, KeepAlive, Sse};
use intermezzo::error::{Error, Refusal, Result as Loads};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use super::HttpRefusal;
use super::sign_in::SignedIn;
use super::table_requests::{AtTable, Body, key, waiting};
use crate::messages::why;
use crate::table::{Recorded, TableRequest};
use crate::table_game::GameSoFar;
use crate::workshop::{NewCard, Opened, Pinned, Ran, Simulation, Workshop, game_of};
use crate::{Created, Hall};

/// The refusal for anybody but the host.
pub fn not_host() -> HttpRefusal {
    HttpRefusal(Refusal::new(
        "not_let_in",
        "only who started the studio sees its files: open the address that it printed",
    ))
}

/// The workshop of a request that carries the key of the host.
pub struct AtBench(Arc<Workshop>);

impl AtBench {
    async fn with<T: Send + 'static>(
        self,
        work: impl FnOnce(&Workshop) -> Loads<T> + Send + 'static,
    ) -> Result<T, HttpRefusal> {
        waiting(move || work(&self.0)).await?.map_err(|error| HttpRefusal(why(&error)))
    }
}

impl FromRequestParts<Arc<Hall>> for AtBench {
    type Rejection = HttpRefusal;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<AtBench, HttpRefusal> {
        let SignedIn = SignedIn::from_request_parts(parts, hall).await?;
        let workshop = hall.workshop().ok_or_else(not_host)?;
        match key(&parts.headers) {
            Some(key) if workshop.is_key(&key) => Ok(AtBench(workshop)),
            _ => Err(not_host()),
        }
    }
}

/// The game whose findings are asked for.
#[derive(Deserialize)]
pub struct GameQuery {
    game: Option<String>,
}

/// All files, with all findings or with the findings of one game.
pub async fn files(bench: AtBench, Query(GameQuery { game }): Query<GameQuery>) -> Result<Json<Value>, HttpRefusal> {
    let found = bench
        .with(move |workshop| Ok(json!({ "files": workshop.files()?, "findings": workshop.check(game.as_deref())? })));
    found.await.map(Json)
}

/// A path in the folder.
#[derive(Deserialize)]
pub struct OfFile {
    path: String,
}

/// Reads a file of the folder.
pub async fn open(bench: AtBench, Query(OfFile { path }): Query<OfFile>) -> Result<Json<Opened>, HttpRefusal> {
    bench.with(move |workshop| workshop.read(&path).map(Json)).await
}

/// The new text of a file.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Save {
    path: String,
    text: String,
    /// The hash of the text that is replaced; `null` for a new file.
    instead_of: Option<String>,
}

/// Saves a file and answers with the findings in the files of its game, or in all files if the path tells no game.
pub async fn save(bench: AtBench, Body(save): Body<Save>) -> Result<Json<Value>, HttpRefusal> {
    let saved = bench.with(move |workshop| {
        let Opened { hash, .. } = workshop.save(&save.path, &save.text, save.instead_of.as_deref())?;
        Ok(json!({ "hash": hash, "findings": workshop.check(game_of(&save.path))? }))
    });
    saved.await.map(Json)
}

/// Scenarios by their paths.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// The paths; empty: all scenarios.
    #[serde(default)]
    paths: Vec<String>,
}

/// Runs scenarios.
pub async fn run(bench: AtBench, Body(Chosen { paths }): Body<Chosen>) -> Result<Json<Value>, HttpRefusal> {
    bench.with(move |workshop| Ok(Json(json!({ "scenarios": workshop.run(&paths)? })))).await
}

/// Takes what happens in scenarios as what is to happen: writes their snapshots.
pub async fn accept(bench: AtBench, Body(Chosen { paths }): Body<Chosen>) -> Result<Json<Value>, HttpRefusal> {
    bench.with(move |workshop| Ok(Json(json!({ "scenarios": workshop.accept(&paths)? })))).await
}

/// Lets bots play many games, and tells how things stand while they play.
pub async fn simulate(
    bench: AtBench,
    Body(wish): Body<Simulation>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, HttpRefusal> {
    let AtBench(workshop) = bench;
    let only = workshop.simulates().map_err(|error| HttpRefusal(why(&error)))?;
    let (said, unread) = mpsc::channel::<Result<Event, Infallible>>(4);
    tokio::task::spawn_blocking(move || {
        let _only = only;
        // Sends the page a value, and says whether it still listens: once it is gone, the simulation ends.
        let mut tell = |value: Value| said.blocking_send(Ok(Event::default().data(value.to_string()))).is_ok();
        if let Err(error) = workshop.simulate(&wish, &mut tell) {
            tell(json!({ "refused": why(&error) }));
        }
    });
    Ok(Sse::new(ReceiverStream::new(unread)).keep_alive(KeepAlive::new()))
}

/// Writes a card like another one, and a scenario with it.
pub async fn begin_card(bench: AtBench, Body(new): Body<NewCard>) -> Result<Json<Value>, HttpRefusal> {
    bench
        .with(move |workshop| {
            let (card, scenario) = workshop.begin_card(&new)?;
            Ok(Json(json!({ "card": card, "scenario": scenario })))
        })
        .await
}

/// A scenario by its path.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfScenario {
    path: String,
}

/// Opens a table that goes on from a scenario.
pub async fn play_on(
    State(hall): State<Arc<Hall>>,
    bench: AtBench,
    Body(OfScenario { path }): Body<OfScenario>,
) -> Result<Json<Created>, HttpRefusal> {
    let created = bench.with(move |workshop| {
        let table = workshop.table_after(&path)?;
        let game = table.world().rules.schema.game.to_string();
        hall.create_from(&game, table, None, &[]).map_err(Error::refused)
    });
    created.await.map(Json)
}

/// A request for a scenario of a moment.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// The number of answers before the moment; left out: all answers.
    #[serde(default)]
    at: Option<usize>,
    title: String,
    /// The number of answers before the first step of the scenario, at most; left out: as few steps as say something.
    #[serde(default)]
    from: Option<usize>,
    /// The key of the host: with it the scenario is written into the folder, without it only returned.
    #[serde(default)]
    host: Option<String>,
    /// If true, the scenario is returned and not written into the folder, even if the host asks.
    #[serde(default)]
    is_draft: bool,
}

/// Makes a scenario of a moment. A scenario tells all hands, so while others play only the host may ask for it.
pub async fn pin(
    State(hall): State<Arc<Hall>>,
    table: AtTable,
    Body(pin): Body<Pin>,
) -> Result<Json<Value>, HttpRefusal> {
    let recorded = table.ask(|key, back| TableRequest::Record { key, back }).await?;
    let is_host = |workshop: &Arc<Workshop>| pin.host.as_ref().is_some_and(|key| workshop.is_key(key));
    let workshop = hall.workshop().filter(is_host);
    if !recorded.is_over && !recorded.is_alone && workshop.is_none() {
        let words = "a scenario names cards in all hands: it is made when the game is over";
        return Err(HttpRefusal(Refusal::new("not_let_in", words)));
    }
    let workshop = workshop.filter(|_| !pin.is_draft);
    let pinned = waiting(move || pinned(&hall, &recorded, &pin, workshop.as_deref())).await?;
    pinned.map(Json).map_err(|error| HttpRefusal(why(&error)))
}

fn pinned(hall: &Hall, recorded: &Recorded, pin: &Pin, workshop: Option<&Workshop>) -> Loads<Value> {
    let none = || Error::refused(Refusal::new("no_tools", "this server makes no scenarios"));
    let tools = hall.options().tools.as_ref().ok_or_else(none)?;
    let GameSoFar::Here(record) = &recorded.course else { return Err(none()) };
    let answers = record.answers();
    let at = pin.at.unwrap_or(answers).min(answers);
    let last = pin.from.map_or(0, |from| at.saturating_sub(from));
    if pin.from.is_some() && last == 0 {
        return Err(Error::refused(Refusal::new("nothing_played", "nothing was answered after that moment")));
    }
    let table = hall.moment(record, recorded.loaded.game().map_err(Error::refused)?, at)?;
    let title: String = pin.title.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(120).collect();
    let title = if title.is_empty() { format!("Pinned after {at} answers") } else { title };
    let Pinned { text, remarks } = tools.pin(&table, &title, last)?;
    let Some(workshop) = workshop else {
        let name = format!("{}-{at}.yaml", recorded.code.to_lowercase());
        return Ok(json!({ "text": text, "remarks": remarks, "at": at, "name": name }));
    };
    let path = workshop.add_scenario(&recorded.game, &title, &text)?;
    let ran: Option<Ran> = workshop.run(std::slice::from_ref(&path))?.into_iter().next();
    Ok(json!({ "text": text, "remarks": remarks, "at": at, "path": path, "ran": ran }))
}
