//! Faces: drawn cards, as images.
//!
//! An address says all that is drawn: the version of the game, the card, and the values that differ from print, which the
//! page knows from the view of its own seat. So an image tells nothing that the page was not told, never changes, and is kept
//! by the browser. Of a card that lies face down a page has no id, and shows a back.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use intermezzo::error::Refusal;
use intermezzo::faces::{Live, Picture};

use super::HttpRefusal;
use super::page::zipped;
use super::table_requests::{AtTable, waiting};
use crate::Hall;
use crate::games::Loaded;
use crate::messages::why;
use crate::table::TableRequest;

/// The content security policy of an image: it runs no script, and shows only pictures that are part of it.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/// The version in the address of a face that somebody looks at while she writes the card: the server's present one. No
/// cache keeps such an image.
const NOW: &str = "now";

/// The values of a card that differ from print: `power=3`, `kinds=Wolf` once for each word, `kinds=` for none. `small`
/// is no value: with it the card is drawn for a small place.
type ValuesQuery = Query<Vec<(String, String)>>;

/// Draws a card of a game, in the version that is loaded now.
pub async fn of_game(
    State(hall): State<Arc<Hall>>,
    Path((id, version, card)): Path<(String, String, String)>,
    Query(values): ValuesQuery,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let is_now = version == NOW;
    let svg = waiting(move || {
        let loaded = hall.games().find(&id).map_err(|error| HttpRefusal(why(&error)))?;
        let version = if is_now { &loaded.about.version } else { &version };
        drawn(&hall, &loaded, version, &card, &values)
    });
    let image = image(svg.await??, &headers);
    Ok(if is_now { not_kept(image) } else { image })
}

/// An image that is asked for again each time.
fn not_kept(mut image: Response) -> Response {
    image.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-cache"));
    image
}

/// Draws a card of the game that a table plays. A table that was taken up from its record may play another version of
/// the game than the one that is loaded.
pub async fn of_table(
    State(hall): State<Arc<Hall>>,
    Path((_, version, card)): Path<(String, String, String)>,
    Query(values): ValuesQuery,
    headers: HeaderMap,
    table: AtTable,
) -> Result<Response, HttpRefusal> {
    let recorded = table.ask(|_, back| TableRequest::Record { key: None, back }).await?;
    let svg = waiting(move || drawn(&hall, &recorded.loaded, &version, &card, &values));
    Ok(image(svg.await??, &headers))
}

/// Draws the back of the cards of a game.
pub async fn back(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, HttpRefusal> {
    let svg = waiting(move || {
        let loaded = hall.games().find(&id).map_err(|error| HttpRefusal(why(&error)))?;
        face(&loaded, None, &Live::default(), false, None)
    });
    // The browser asks for the back again each time, because its address names no version.
    Ok(not_kept(image(svg.await??, &headers)))
}

fn drawn(
    hall: &Hall,
    loaded: &Loaded,
    version: &str,
    card: &str,
    values: &[(String, String)],
) -> Result<String, HttpRefusal> {
    if !loaded.about.version.starts_with(version) || version.is_empty() {
        return Err(no_such_card());
    }
    let picture = hall.options().pictures.as_ref().and_then(|find| find(&loaded.about, card));
    let is_small = values.iter().any(|(name, _)| name == "small");
    face(loaded, Some(card), &live(values), is_small, picture.as_ref())
}

fn face(
    loaded: &Loaded,
    card: Option<&str>,
    live: &Live,
    is_small: bool,
    picture: Option<&Picture>,
) -> Result<String, HttpRefusal> {
    let drawn = loaded.face(card, live, is_small, picture).map_err(|error| HttpRefusal(why(&error)))?;
    drawn.ok_or_else(no_such_card)
}

fn no_such_card() -> HttpRefusal {
    HttpRefusal(Refusal::new("no_such_card", "there is no such card in this version of the game"))
}

fn live(values: &[(String, String)]) -> Live {
    let mut live = Live::default();
    for (name, value) in values {
        match value.parse() {
            Ok(number) => drop(live.numbers.insert(name.clone(), number)),
            // An empty value says that the card has none of the field's words now.
            Err(_) if value.is_empty() => drop(live.words.entry(name.clone()).or_default()),
            Err(_) => live.words.entry(name.clone()).or_default().push(value.clone()),
        }
    }
    live
}

fn image(svg: String, headers: &HeaderMap) -> Response {
    let about = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::VARY, "accept-encoding"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    match zipped(svg.as_bytes(), headers) {
        Some(zipped) => (about, [(header::CONTENT_ENCODING, "gzip")], zipped).into_response(),
        None => (about, svg).into_response(),
    }
}
