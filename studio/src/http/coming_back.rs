//! Coming back: a person who sat at a table in this browser is known again without the key of her seat.
//!
//! A browser may lose the key: it forgets what pages store, or the link was opened elsewhere. The cookie stays. It is read
//! by one request alone, which answers with a key for this visit. All other requests need a key, so that none of them does
//! anything by a cookie.

use std::time::Duration;

use axum::Json;
use axum::http::HeaderMap;
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde_json::json;

use super::HttpRefusal;
use super::cookies::{Cookie, cookie};
use super::table_requests::{AtTable, ask};
use crate::clock::seconds;
use crate::table::TableRequest;

/// How long a table knows who sat there, from her last visit on.
const KNOWN: Duration = Duration::from_secs(30 * 24 * 3600);

/// Answers with the seat of who holds its key, or of who is known by her cookie, and with a key for this visit; with
/// `null` to who is neither.
pub async fn come_back(AtTable { table, key, code }: AtTable, headers: HeaderMap) -> Result<Response, HttpRefusal> {
    let known = cookie(&headers, &name(&code)).map(String::from);
    let is_by_cookie = key.is_none();
    let Some(key) = key.or(known) else { return Ok(Json(json!({ "seat": null, "key": null })).into_response()) };
    let until = seconds() + KNOWN.as_secs();
    let (seat, key) = match ask(&table, |back| TableRequest::ComeBack { key, until, back }).await {
        Ok((seat, key)) => (Some(seat), Some(key)),
        // A cookie that says nothing any more is forgotten.
        Err(why) if is_by_cookie && why.code == "no_such_seat" => (None, None),
        Err(why) => return Err(HttpRefusal(why)),
    };
    let (name, path) = (name(&code), format!("/api/tables/{code}/return"));
    let value = key.as_deref().unwrap_or_default();
    let kept = Cookie { name: &name, value, path: &path, follows_links: false, seconds: KNOWN.as_secs() };
    Ok((AppendHeaders(kept.set(&headers)), Json(json!({ "seat": seat, "key": key }))).into_response())
}

/// The name of the cookie of a table.
fn name(code: &str) -> String {
    format!("seat_{code}")
}
