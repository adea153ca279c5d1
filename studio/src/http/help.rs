//! Help: hints, reasons why a card cannot be used, the rules, all cards, and notes about moments.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use include_dir::{Dir, include_dir};
use intermezzo::error::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::HttpRefusal;
use super::table_requests::{AtSeat, Body, waiting};
use crate::Hall;
use crate::messages::why;
use crate::table::TableRequest;
use crate::table_game::BotAtSeat;

/// The ledgers of numbered rules of the built-in games.
static LEDGERS: Dir = include_dir!("$CARGO_MANIFEST_DIR/../tests/rules");
/// The bot that gives hints. It looks one answer ahead, which takes a few milliseconds.
const ADVISER: &str = "greedy";

/// A bot's answer in the place of a person; the bot sees what that person sees.
pub async fn hint(seat: AtSeat) -> Result<Json<Value>, HttpRefusal> {
    let recorded = seat.ask(|key, back| TableRequest::Record { key: Some(key), back }).await?;
    let brain = match recorded.loaded.game() {
        Err(_) => None,
        Ok(_) => {
            let brain = waiting(move || recorded.loaded.brain(ADVISER)).await?;
            Some(brain.map_err(|_| HttpRefusal(Refusal::new("no_hint", "no bot has learnt this game")))?)
        }
    };
    let player = BotAtSeat { kind: ADVISER.into(), brain };
    let hint = seat.ask(|key, back| TableRequest::Hint { key, player: Box::new(player), back }).await?;
    Ok(Json(json!({ "hint": hint })))
}

/// The card of a question.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfCard {
    card: u16,
}

/// The reasons why a card cannot be used or chosen now.
pub async fn why_not(seat: AtSeat, Body(OfCard { card }): Body<OfCard>) -> Result<Json<Value>, HttpRefusal> {
    let lines = seat.ask(|key, back| TableRequest::WhyNot { key, card, back }).await?;
    Ok(Json(json!({ "why": lines })))
}

/// A note about a moment.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Written {
    text: String,
    /// The number of answers before the moment; left out: all answers.
    #[serde(default)]
    at: Option<usize>,
}

/// Keeps a note about a moment of the game.
pub async fn note(seat: AtSeat, Body(Written { text, at }): Body<Written>) -> Result<Json<Value>, HttpRefusal> {
    seat.ask(|key, back| TableRequest::Remark { key, at, text, back }).await?;
    Ok(Json(json!({ "noted": true })))
}

/// All printed cards of a game.
pub async fn cards(State(hall): State<Arc<Hall>>, Path(id): Path<String>) -> Result<Json<Value>, HttpRefusal> {
    let cards = waiting(move || {
        let loaded = hall.games().find(&id).map_err(|error| HttpRefusal(why(&error)))?;
        let about = &loaded.about;
        let (title, version, style) = (&about.title, &about.version, &about.style);
        Ok(json!({ "title": title, "cards": loaded.all_printed(), "version": version, "style": style }))
    });
    cards.await?.map(Json)
}

/// The fields of a ledger that the page shows.
#[derive(Deserialize)]
struct LedgerRules {
    rules: Vec<Rule>,
}

/// A rule in plain words.
#[derive(Deserialize, Serialize, JsonSchema)]
pub struct Rule {
    id: String,
    rule: String,
    #[serde(default)]
    #[schemars(with = "serde_json::Value")]
    section: Option<serde_yaml::Value>,
}

/// The rules of a game: of one's own, or else of a built-in one.
pub async fn rules(State(hall): State<Arc<Hall>>, Path(id): Path<String>) -> Result<Json<Value>, HttpRefusal> {
    let none = || HttpRefusal(Refusal::new("no_such_game", "the rules of this game are not written down here"));
    let built_in = || LEDGERS.get_file(format!("{id}.yaml")).and_then(|file| file.contents_utf8());
    let text = hall.ledger(&id).or_else(built_in).ok_or_else(none)?;
    let LedgerRules { rules } = serde_yaml::from_str(text).map_err(|_| none())?;
    Ok(Json(json!({ "rules": rules })))
}
