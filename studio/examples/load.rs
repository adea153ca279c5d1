//! Load: many tables at once, each with a WebSocket client that answers at a steady pace.
//!
//! ```text
//! intermezzo studio --no-open --listen 127.0.0.1:4750 --database load.db
//! cargo run --release -p intermezzo-studio --example load -- 127.0.0.1:4750 1000 2000 60
//! ```
//!
//! The arguments are the server, the number of tables, the milliseconds between two answers of a table, and the
//! duration in seconds. It prints the times until answers were acknowledged, and the refusals. With the number of the
//! server's process as a fifth argument it prints the memory that a table takes, too. A sixth argument is the game; without
//! it `market` is played.

// Chooses the answers.
#[path = "../../examples/client.rs"]
#[allow(dead_code)]
mod client;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use client::{Chance, answer};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// A message with a table, as far as it is needed for an answer: a client that reads all of it, a thousand times at once,
/// would measure itself.
#[derive(Deserialize)]
struct Told {
    table: Now,
}

#[derive(Deserialize)]
struct Now {
    questions: Vec<u64>,
    view: Seen,
    over: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Seen {
    decisions: Vec<Value>,
}

/// The measurements of a table.
#[derive(Default)]
struct Measured {
    /// The milliseconds until each answer was acknowledged.
    taken: Vec<f64>,
    /// The messages with a table, and the bytes of all of them.
    told: (usize, usize),
    /// The number of refusals by their codes.
    refused: BTreeMap<String, usize>,
    /// True if the game ended.
    is_over: bool,
}

/// Opens a table. Returns its code and the key of its person, or the refusal.
async fn open(server: &str, game: &str) -> Result<(String, String), String> {
    // A server for others chooses the seeds of its tables itself.
    let body = json!({ "game": game, "seats": [{}, { "bot": "random" }] }).to_string();
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\ncontent-type: application/json\r\n"
    );
    let mut stream = TcpStream::connect(server).await.map_err(|error| error.to_string())?;
    let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
    let mut said = String::new();
    stream.read_to_string(&mut said).await.map_err(|error| error.to_string())?;
    let made: Value = serde_json::from_str(said.split("\r\n\r\n").nth(1).unwrap_or_default()).unwrap_or_default();
    match (made["code"].as_str(), made["keys"][0].as_str()) {
        (Some(code), Some(key)) => Ok((code.into(), key.into())),
        _ => Err(made["refused"]["code"].as_str().unwrap_or("no answer").into()),
    }
}

/// Answers at a steady pace until the end. The error tells why the connection ended before.
async fn play(
    server: String,
    (code, key): (String, String),
    seed: u64,
    pace: Duration,
    end: Instant,
) -> Result<Measured, String> {
    let (mut socket, _) =
        connect_async(format!("ws://{server}/api/tables/{code}/socket")).await.map_err(|error| error.to_string())?;
    socket
        .send(Message::text(json!({ "join": { "key": key } }).to_string()))
        .await
        .map_err(|error| error.to_string())?;
    let (mut measured, mut chance) = (Measured::default(), Chance(seed));
    let mut asked: Option<(u64, Value)> = None;
    let mut sent: Option<Instant> = None;
    // Spreads the tables over the interval.
    let mut ticks = tokio::time::interval_at((Instant::now() + pace.mul_f64((seed % 97) as f64 / 97.0)).into(), pace);
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                if Instant::now() >= end {
                    return Ok(measured);
                }
                let Some((question, decision)) = asked.as_ref().filter(|_| sent.is_none()) else { continue };
                let reply = json!({ "seat": 0, "question": question, "answer": answer(decision, &mut chance) });
                sent = Some(Instant::now());
                socket.send(Message::text(json!({ "answer": reply }).to_string())).await.map_err(|error| error.to_string())?;
            }
            said = socket.next() => {
                let said = said.ok_or("the server has closed the connection")?.map_err(|error| error.to_string())?;
                let Message::Text(text) = said else { continue };
                if text.starts_with(r#"{"taken""#) {
                    measured.taken.extend(sent.take().map(|sent| sent.elapsed().as_secs_f64() * 1000.0));
                    asked = None;
                } else if text.starts_with(r#"{"refused""#) {
                    let message: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                    sent = None;
                    let code = message["refused"]["code"].as_str().unwrap_or_default().into();
                    *measured.refused.entry(code).or_default() += 1;
                } else if text.starts_with(r#"{"table""#) {
                    measured.told = (measured.told.0 + 1, measured.told.1 + text.len());
                    let Told { table: Now { questions, view, over } } = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                    if over.is_some() {
                        measured.is_over = true;
                        return Ok(measured);
                    }
                    asked = questions.first().copied().zip(view.decisions.into_iter().next());
                }
            }
        }
    }
}

/// The memory of a process in KB, where the system tells it.
fn memory(process: Option<&String>) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process?)).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok())
}

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let server = args.first().cloned().unwrap_or_else(|| "127.0.0.1:4747".into());
    let game = args.get(5).map_or("market", String::as_str);
    let (tables, pace, seconds) = (number(1, 1000), Duration::from_millis(number(2, 2000)), number(3, 60));
    // The game is loaded before memory is measured.
    let _ = open(&server, game).await;
    let before = memory(args.get(4));
    let begun = Instant::now();
    let (mut opened, mut not_opened) = (Vec::new(), BTreeMap::<String, usize>::new());
    for seed in 0..tables {
        match open(&server, game).await {
            Ok(table) => opened.push((seed, table)),
            Err(code) => *not_opened.entry(code).or_default() += 1,
        }
    }
    println!("{} tables opened in {:.1} s, not opened: {not_opened:?}", opened.len(), begun.elapsed().as_secs_f64());
    let end = Instant::now() + Duration::from_secs(seconds);
    let playing: Vec<_> =
        opened.into_iter().map(|(seed, table)| tokio::spawn(play(server.clone(), table, seed, pace, end))).collect();
    let (mut taken, mut refused, mut over) = (Vec::new(), BTreeMap::<String, usize>::new(), 0);
    let mut lost = BTreeMap::<String, usize>::new();
    let mut told = (0, 0);
    for one in playing {
        let measured = match one.await.unwrap_or_else(|panic| Err(panic.to_string())) {
            Ok(measured) => measured,
            Err(why) => {
                *lost.entry(why).or_default() += 1;
                continue;
            }
        };
        taken.extend(measured.taken);
        over += usize::from(measured.is_over);
        told = (told.0 + measured.told.0, told.1 + measured.told.1);
        for (code, n) in measured.refused {
            *refused.entry(code).or_default() += n;
        }
    }
    if let (Some(before), Some(after)) = (before, memory(args.get(4))) {
        let each = after.saturating_sub(before) / tables.max(1);
        println!("{} MB before, {} MB after: {each} KB a table", before / 1024, after / 1024);
    }
    taken.sort_by(f64::total_cmp);
    let at = |part: f64| taken.get((taken.len() as f64 * part) as usize).copied().unwrap_or_default();
    println!("{} answers acknowledged, {:.0} a second", taken.len(), taken.len() as f64 / seconds as f64);
    println!("p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.9), at(0.99), at(0.999_999));
    println!("{} tables told, {} bytes each", told.0, told.1 / told.0.max(1));
    println!("refused: {refused:?}; games over: {over}; connections lost: {lost:?}");
}
