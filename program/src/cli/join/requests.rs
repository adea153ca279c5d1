//! Requests: what goes to the server by HTTP, beside the WebSocket: taking a seat, and asking for hints and reasons.

use std::time::Duration;

use serde_json::{Value, json};

use super::address::Address;
use crate::cli::text::clean;
use intermezzo::error::{Error, Result};

/// The longest time for an answer: a bot that gives a hint may have to learn the game first.
const PATIENCE: Duration = Duration::from_secs(90);
/// The most bytes of an answer.
const MOST: u64 = 1 << 20;

/// Takes a free seat under a name; returns the key of the seat.
///
/// # Errors
///
/// No such table, no free seat, or a name that somebody has.
pub fn sit(address: &Address, name: &str) -> Result<String> {
    let reply = ask(address, "seats", &json!({ "name": name }))?;
    reply["key"].as_str().map(String::from).ok_or_else(|| Error::usage("the server tells no key of the seat"))
}

/// Sends a request about the table to the server, with the key of the seat, and returns the reply. `what` is the end of
/// its path, such as `seats`.
///
/// # Errors
///
/// A server that cannot be reached, and a refusal, in the server's words.
pub fn ask(address: &Address, what: &str, body: &Value) -> Result<Value> {
    let url = address.of_table(what);
    let failed = |cause: ureq::Error| Error::usage(format!("{}: {}", clean(&url), clean(&cause.to_string())));
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        // No redirection is followed: the key of the seat is sent to the server of the link and to no other.
        .max_redirects(0)
        .http_status_as_error(false)
        .build()
        .new_agent();
    let mut request = agent.post(&url).header("content-type", "application/json");
    if let Some(key) = &address.key {
        request = request.header("authorization", format!("Bearer {key}"));
    }
    let mut answer = request.send(body.to_string()).map_err(failed)?;
    let status = answer.status().as_u16();
    let text = answer.body_mut().with_config().limit(MOST).read_to_string().map_err(failed)?;
    let reply: Value = serde_json::from_str(&text).unwrap_or_default();
    match (status, reply["refused"]["words"].as_str()) {
        (200, _) => Ok(reply),
        (_, Some(words)) => Err(Error::refused(clean(words))),
        (status, None) => Err(Error::usage(format!("{}: the server says {status}", clean(&url)))),
    }
}
