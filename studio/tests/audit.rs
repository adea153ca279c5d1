//! Audit: what the log of a server says, and what it never says.

mod common;

use std::time::Duration;

use common::{Client, Server, audit_log, audited, request, server, server_with_patience};
use intermezzo_studio::Created;
use serde_json::{Value, json};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Opens a table by a request.
async fn open(server: &Server, body: &str) -> Created {
    let (status, _, made) = request(server, "POST /api/tables", &[JSON], body).await;
    assert_eq!(status, 200, "{made}");
    serde_json::from_str(&made).expect("JSON")
}

/// The kinds of the lines about a table, with the seats that they name.
fn kinds(code: &str) -> Vec<(String, Option<u64>)> {
    let line = |line: &Value| (line["kind"].as_str().expect("a kind").to_string(), line["seat"].as_u64());
    audited(|line| line["table"] == code).iter().map(line).collect()
}

fn kind(kind: &str, seat: impl Into<Option<u64>>) -> (String, Option<u64>) {
    (kind.into(), seat.into())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_says_who_opened_took_and_replaced() {
    audit_log();
    let patience = Duration::from_millis(100);
    let server = server_with_patience(patience, None).await;
    let made = open(&server, r#"{"game":"market","seats":[{},{}]}"#).await;
    let (code, key) = (&*made.code, made.keys[0].as_deref().expect("a key"));
    let mut host = Client::join(&server, code, Some(key), 0).await;
    host.hear("table").await;
    let from = [JSON, ("x-forwarded-for", "203.0.113.7")];
    let sit = format!("POST /api/tables/{code}/seats");
    let (status, _, sat) = request(&server, &sit, &from, r#"{"name":"Zo\u00eb<b>\u202e"}"#).await;
    assert_eq!(status, 400, "{sat}");
    let (status, _, sat) = request(&server, &sit, &from, r#"{"name":"Mallory Secret"}"#).await;
    assert_eq!(status, 200, "{sat}");
    let sat: Value = serde_json::from_str(&sat).expect("JSON");
    tokio::time::sleep(patience * 2).await;
    let bearer = format!("Bearer {key}");
    let vote = json!({ "seat": 1, "instead": "bot" }).to_string();
    let head = format!("POST /api/tables/{code}/votes");
    let (status, _, said) = request(&server, &head, &[JSON, ("authorization", &bearer)], &vote).await;
    assert_eq!(status, 200, "{said}");
    let mut guest = Client::join(&server, code, sat["key"].as_str(), 0).await;
    guest.hear("table").await;
    // A reload of her page is no news.
    Client::join(&server, code, sat["key"].as_str(), 0).await.hear("table").await;
    let expected = [
        kind("table_opened", None),
        kind("seat_taken", 0),
        kind("seat_taken", 1),
        kind("seat_replaced", 1),
        kind("seat_returned", 1),
    ];
    assert_eq!(kinds(code), expected);
    let lines = audited(|line| line["table"] == code);
    assert!(lines.iter().all(|line| line["peer"] == "127.0.0.1"), "{lines:?}");
    assert_eq!(lines[2]["forwarded"], "203.0.113.7");
    assert!(lines[1].get("forwarded").is_none(), "{lines:?}");
    let time = lines[0]["time"].as_str().expect("a time");
    assert!(time.len() > 19 && time.starts_with("20") && time.ends_with('Z'), "{time}");
    // What people hold, and what they call themselves, stands nowhere.
    let log = audit_log();
    for secret in [key, made.keys[1].as_deref().expect("a key"), sat["key"].as_str().expect("a key"), "Mallory"] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_says_when_a_game_is_over() {
    audit_log();
    let server = server(None).await;
    let made = open(&server, r#"{"game":"market","seats":[{},{"bot":"random"}]}"#).await;
    let mut client = Client::join(&server, &made.code, made.keys[0].as_deref(), 0).await;
    let (end, _) = common::play(&mut client, &mut common::Chance(7), 5_000).await;
    assert!(!end["over"].is_null());
    assert_eq!(kinds(&made.code), [kind("table_opened", None), kind("seat_taken", 0), kind("table_ended", None)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_says_who_was_refused_and_why() {
    audit_log();
    let server = server(None).await;
    let made = open(&server, r#"{"game":"market","seats":[{},{"bot":"random"}]}"#).await;
    let code = &*made.code;
    let vote = format!("POST /api/tables/{code}/votes");
    let body = json!({ "seat": 1, "instead": "bot" }).to_string();
    let forged = format!(r#"x","kind":"signed_in","host":"{}"#, "y".repeat(5000));
    let foreign = [JSON, ("origin", "http://evil.example"), ("x-forwarded-for", &forged)];
    assert_eq!(request(&server, &vote, &foreign, &body).await.0, 403);
    let guessed = [JSON, ("authorization", "Bearer 00112233445566778899aabbccddeeff")];
    assert_eq!(request(&server, &vote, &guessed, &body).await.0, 403);
    let mut client = Client::join(&server, code, Some("ffeeddccbbaa99887766554433221100"), 0).await;
    client.hear("refused").await;
    let lines = audited(|line| line["table"] == code && line["kind"] == "refused");
    let why: Vec<&Value> = lines.iter().map(|line| &line["why"]).collect();
    assert_eq!(why, ["not_let_in", "no_such_seat", "no_such_seat"]);
    assert_eq!(lines[0]["forwarded"], forged[..200]);
    let log = audit_log();
    assert!(log.bytes().all(|byte| byte == b'\n' || (b' '..0x7f).contains(&byte)), "{log}");
    assert!(
        !log.contains("00112233") && !log.contains("ffeeddcc") && !log.contains(env!("CARGO_MANIFEST_DIR")),
        "{log}"
    );
}
