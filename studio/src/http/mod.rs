//! Http: the server with its pages, tables, sockets and streams.
//!
//! ```text
//! bench.rs            the files of the opened folder, for the host alone
//! coming_back.rs      who sat at a table is known again
//! connections.rs      how many connections are open, and how long one may say nothing
//! cookies.rs          what a browser keeps, and sends back
//! faces.rs            pictures of cards
//! guard.rs            the requests that are let in, and the headers of all responses
//! help.rs             hints, reasons, the rules, all cards
//! language_server.rs  the language server, for the editor of the host
//! metrics.rs          the load of the server, for monitoring
//! openapi.rs          the requests and messages as OpenAPI and JSON Schemas
//! page.rs             the page, its script and its style, compressed
//! peers.rs            requests about tables of other servers
//! replay.rs           a game as it stood after any of its answers
//! requests.rs         the span of a request, for what is told of it
//! routes.rs           all requests, each with its description
//! sign_in.rs          hosts on their way to the issuer and back
//! socket.rs           the messages of a table and the answers to it, over a WebSocket
//! stream.rs           the messages of a table as server-sent events
//! table_requests.rs   the parts that requests about a table have in common
//! tables.rs           tables and seats, by requests
//! ```

mod bench;
mod coming_back;
mod connections;
mod cookies;
mod faces;
pub mod guard;
mod help;
mod language_server;
mod metrics;
mod openapi;
mod page;
mod peers;
mod replay;
mod requests;
mod routes;
mod sign_in;
mod socket;
mod stream;
mod table_requests;
pub mod tables;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use intermezzo::error::Refusal;
use serde_json::json;
use tokio::net::TcpListener;

use crate::Hall;
use crate::audit::note_refused;

/// The longest request or message, in bytes.
pub const LONGEST: usize = 64 << 10;

/// All routes of the server.
pub fn router(hall: Arc<Hall>) -> Router {
    let pages = Router::new()
        .route("/", get(page::index))
        .route("/t/{code}", get(page::index))
        .route("/r/{code}", get(page::index))
        .route("/g/{game}", get(page::index))
        .route("/assets/{name}", get(page::asset))
        .route("/bench", get(page::index))
        .route("/login", get(sign_in::begin))
        .route("/login/back", get(sign_in::end))
        .route("/favicon.svg", get(page::icon))
        .route("/health", get(|| async { "ok" }))
        .route("/metrics", get(metrics::metrics));
    pages
        .merge(routes::router())
        .layer(middleware::from_fn_with_state(hall.clone(), peers::pass_on))
        .layer(middleware::from_fn_with_state(hall.clone(), guard::guard))
        .layer(middleware::from_fn(requests::traced))
        .with_state(hall)
}

/// Serves until the program ends.
pub async fn serve(listener: TcpListener, hall: Arc<Hall>) -> std::convert::Infallible {
    connections::serve(listener, router(hall)).await
}

/// A refusal as an HTTP answer.
pub struct HttpRefusal(pub Refusal);

impl IntoResponse for HttpRefusal {
    fn into_response(self) -> Response {
        note_refused(&self.0);
        let status = match &*self.0.code {
            "no_such_table" | "no_such_game" | "no_such_file" | "no_such_card" => StatusCode::NOT_FOUND,
            "sign_in_first" => StatusCode::UNAUTHORIZED,
            "no_such_seat" | "not_let_in" => StatusCode::FORBIDDEN,
            "too_many_tables" | "not_kept" | "not_read" | "failed" | "busy" | "full" | "table_rests"
            | "table_moves" => StatusCode::SERVICE_UNAVAILABLE,
            "stale_question" | "table_full" | "name_taken" | "not_absent" | "too_early" | "changed_meanwhile" => {
                StatusCode::CONFLICT
            }
            _ => StatusCode::BAD_REQUEST,
        };
        (status, axum::Json(json!({ "refused": self.0 }))).into_response()
    }
}
