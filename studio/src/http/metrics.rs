//! Metrics: how much the server has to do, as Prometheus reads it.
//!
//! They are numbers only: no code of a table, no name and no path, because everybody who reaches the server may ask.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::Hall;
use crate::hall::Load;

/// The numbers, in the text format of Prometheus.
pub async fn metrics(State(hall): State<Arc<Hall>>) -> Response {
    let Load { tables, connections, taken, refused, busy } = hall.load();
    let mut text = String::new();
    let mut tell = |name: &str, kind: &str, help: &str, number: u64| {
        let name = format!("intermezzo_{name}");
        // Writing into a text never fails.
        let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {number}\n");
    };
    tell("tables", "gauge", "Tables that are played here.", tables);
    tell("connections", "gauge", "Clients that are connected to tables.", connections);
    tell("answers_taken_total", "counter", "Answers that were taken.", taken);
    tell("answers_refused_total", "counter", "Answers that were refused.", refused);
    tell("answers_late_total", "counter", "Answers that were refused because the server had too much to do.", busy);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
