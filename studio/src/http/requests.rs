//! Requests: the span of each, so that what it brings about can be told with the table and the address that it came from.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;
use tracing::field::Empty;

use crate::audit::AUDIT;
use crate::secret::is_code;

/// The addresses that a proxy says a request came from, the last one last.
const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address at the other end of a connection.
#[derive(Clone, Copy)]
pub struct Peer(pub IpAddr);

/// Answers a request within its span. The text behind the `?` is told nowhere: when somebody signs in it holds a code.
pub async fn traced(request: Request, next: Next) -> Response {
    let peer = peer(&request).map(|peer| peer.to_string());
    let path = request.uri().path().to_string();
    let table = path.strip_prefix("/api/tables/").and_then(|rest| rest.split('/').next()).filter(|code| is_code(code));
    // Who connects without a proxy can say anything here, so it stands beside the address and not in its place.
    let forwarded = request.headers().get(FORWARDED).and_then(|from| from.to_str().ok());
    let span = tracing::info_span!(target: AUDIT, "request", table, peer, forwarded, host = Empty);
    let (method, begun) = (request.method().clone(), Instant::now());
    let response = next.run(request).instrument(span.clone()).await;
    let (status, ms) = (response.status().as_u16(), begun.elapsed().as_millis() as u64);
    span.in_scope(|| tracing::debug!(%method, path, status, ms, "answered"));
    response
}

fn peer(request: &Request) -> Option<IpAddr> {
    request.extensions().get().map(|Peer(peer)| *peer)
}

/// Adds the address of the peer to those of a request that is passed on, as proxies do.
pub fn add_peer(request: &mut Request) {
    let Some(peer) = peer(request) else { return };
    let before = request.headers().get(FORWARDED).and_then(|from| from.to_str().ok());
    let all = before.map_or_else(|| peer.to_string(), |before| format!("{before}, {peer}"));
    if let Ok(all) = HeaderValue::from_str(&all) {
        request.headers_mut().insert(FORWARDED, all);
    }
}
