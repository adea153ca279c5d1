//! Guard: the check of each request's origin, and the headers of each answer.
//!
//! A stranger's page in the same browser can send requests to this server; their `Origin` gives them away. A stranger's
//! domain can point at this machine (DNS rebinding); the `Host` gives it away.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use intermezzo::error::Refusal;

use super::HttpRefusal;
use crate::Hall;

/// The content security policy: the page loads its own script and style, and nothing inline.
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

/// Refuses requests with a foreign host or origin, and adds the headers to each answer.
pub async fn guard(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_let_in = is_own_host(request.headers(), &hall.options().hosts)
        && is_own_origin(request.headers(), is_reading && !request.headers().contains_key(header::UPGRADE));
    let mut response = match is_let_in {
        true => next.run(request).await,
        false => HttpRefusal(Refusal::new("not_let_in", "this request comes from another page")).into_response(),
    };
    for (name, value) in HEADERS {
        // A header that the response has already stays: an image has a stricter one.
        response.headers_mut().entry(*name).or_insert_with(|| HeaderValue::from_static(value));
    }
    response
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// True if the `Host` is this machine or one of the names given at the start.
fn is_own_host(headers: &HeaderMap, hosts: &[String]) -> bool {
    let Some(host) = text(headers, header::HOST) else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]") || hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// True if the request comes from our page or from no browser. Browsers mark every request that changes something with
/// `Origin` or `Sec-Fetch-Site`; programs send neither. A request that only reads may lack both.
fn is_own_origin(headers: &HeaderMap, is_reading: bool) -> bool {
    match (text(headers, header::ORIGIN), text(headers, header::HOST)) {
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host)),
        (Some(_), None) => false,
        (None, _) => {
            is_reading || text(headers, HeaderName::from_static("sec-fetch-site")).is_none_or(|s| s == "same-origin")
        }
    }
}
