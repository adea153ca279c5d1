//! Guard: which requests are let in, and what every answer says about itself.
//!
//! A page of a stranger in the same browser can send requests here. It is told apart by its `Origin`; and a name that
//! somebody lets point at this machine (DNS rebinding) is told apart by the `Host`.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use intermezzo::error::Refusal;

use super::No;
use crate::Hall;

/// What the page may load: its own script and style, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Lets a request in, or not.
pub async fn guard(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_let_in = is_own_host(request.headers(), &hall.options().hosts)
        && is_own_origin(request.headers(), is_reading && !request.headers().contains_key(header::UPGRADE));
    let mut response = match is_let_in {
        true => next.run(request).await,
        false => No(Refusal::new("not_let_in", "this request comes from another page")).into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(*name, HeaderValue::from_static(value));
    }
    response
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether a request names this server: this machine, or a name that it was told.
fn is_own_host(headers: &HeaderMap, hosts: &[String]) -> bool {
    let Some(host) = text(headers, header::HOST) else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]") || hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Whether a request comes from our page. A browser says where what changes something comes from; a program of one's own
/// says nothing.
fn is_own_origin(headers: &HeaderMap, is_reading: bool) -> bool {
    match (text(headers, header::ORIGIN), text(headers, header::HOST)) {
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host)),
        (Some(_), None) => false,
        (None, _) => {
            is_reading || text(headers, HeaderName::from_static("sec-fetch-site")).is_none_or(|s| s == "same-origin")
        }
    }
}
