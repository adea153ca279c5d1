//! A server for tests, and clients that behave as browsers.

#![allow(dead_code)] // each test uses a part of it

// Chooses the answers.
#[path = "../../../examples/client.rs"]
mod client;
pub mod postgres;
pub mod program;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub use client::{Chance, answer};
use futures_util::{SinkExt as _, StreamExt as _};
use intermezzo::Files;
use intermezzo::error::Refusal;
use intermezzo_studio::{
    Created, Database, Hall, NewSeat, NewTable, Options, Reread, Tools, http, reload_on_save, tell_events,
};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The longest wait of a test.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server on this machine.
pub struct Server {
    pub address: SocketAddr,
    /// The tables; `None`: they are in another process.
    hall: Option<Arc<Hall>>,
    task: Option<tokio::task::JoinHandle<()>>,
}

impl Server {
    /// A server in another process.
    pub fn elsewhere(address: SocketAddr) -> Server {
        Server { address, hall: None, task: None }
    }

    pub fn hall(&self) -> &Hall {
        self.hall.as_deref().expect("a server in this process")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

/// Starts a server with random bots that do not wait.
pub async fn server(database: Option<&Path>) -> Server {
    let mut options = Options::new(Files::built_in());
    options.database = database.map(|path| Database::File(path.into()));
    server_of(options).await
}

/// A server of a folder with games that watches the folder.
pub async fn server_of_folder(root: &Path) -> Server {
    let folder = root.to_path_buf();
    let read: Reread = Arc::new(move || Files::with_root(Some(&folder)));
    let server = server_of(Options::new(read().expect("files"))).await;
    reload_on_save(vec![root.join("cards")], read, server.hall.as_ref().expect("a hall")).expect("a thread");
    server
}

/// A server with room for so many tables.
pub async fn server_with_room(most_tables: usize, database: &Path) -> Server {
    let mut options = Options::new(Files::built_in());
    (options.most_tables, options.database) = (most_tables, Some(Database::File(database.into())));
    server_of(options).await
}

/// A server at which the others may vote about an absent player after this time.
pub async fn server_with_patience(patience: Duration, database: Option<&Path>) -> Server {
    let mut options = Options::new(Files::built_in());
    (options.patience, options.database) = (patience, database.map(|path| Database::File(path.into())));
    server_of(options).await
}

/// A server with a folder open for its host, which does not watch it.
pub async fn server_of_workshop(folder: &Path, tools: Arc<dyn Tools>) -> Server {
    let mut options = Options::new(Files::with_root(Some(folder)).expect("files"));
    (options.folder, options.tools) = (Some(folder.to_path_buf()), Some(tools));
    server_of(options).await
}

/// A server with these options, and random bots that do not wait.
pub async fn server_of(mut options: Options) -> Server {
    options.bot_pause = Duration::ZERO;
    options.threads = 2;
    let hall = Arc::new(Hall::open(options).expect("a hall"));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("its address");
    let serving = hall.clone();
    let task = tokio::spawn(async move { match http::serve(listener, serving).await {} });
    Server { address, hall: Some(hall), task: Some(task) }
}

/// The audit log of all servers of this process, which begins with the first call.
pub fn audit_log() -> String {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    let file = FILE.get_or_init(|| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(concat!(env!("CARGO_CRATE_NAME"), "_audit.jsonl"));
        let _ = std::fs::remove_file(&file);
        tell_events(None, Some(&file)).expect("an audit log");
        file
    });
    std::fs::read_to_string(file).expect("the audit log")
}

/// The lines of the audit log for which this holds.
pub fn audited(is: impl Fn(&Value) -> bool) -> Vec<Value> {
    let log = audit_log();
    let lines = log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")));
    lines.filter(is).collect()
}

/// A table with persons at some seats and random bots at the others.
pub fn table(hall: &Hall, game: &str, seed: u64, people: &[bool]) -> Created {
    try_table(hall, game, seed, people).expect("a table")
}

/// The same at a server that may have no room.
pub fn try_table(hall: &Hall, game: &str, seed: u64, people: &[bool]) -> Result<Created, Refusal> {
    let seat = |is_person: &bool| NewSeat { bot: (!is_person).then(|| "random".into()), ..NewSeat::default() };
    let seats = people.iter().map(seat).collect();
    hall.create(&NewTable { game: game.into(), seats, seed: Some(seed), ..NewTable::default() })
}

/// A client over a WebSocket.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// All messages that arrived.
    pub heard: Vec<Value>,
}

impl Client {
    /// Connects and joins.
    pub async fn join(server: &Server, code: &str, key: Option<&str>, from: u32) -> Client {
        let url = format!("ws://{}/api/tables/{code}/socket", server.address);
        let (socket, _) = connect_async(url).await.expect("a socket");
        let mut client = Client { socket, heard: Vec::new() };
        client.say(&json!({ "join": { "key": key, "from": from } })).await;
        client
    }

    /// Connects and joins, to be told in parts.
    pub async fn join_parts(server: &Server, code: &str, key: Option<&str>) -> Client {
        let url = format!("ws://{}/api/tables/{code}/socket", server.address);
        let (socket, _) = connect_async(url).await.expect("a socket");
        let mut client = Client { socket, heard: Vec::new() };
        client.say(&json!({ "join": { "key": key, "parts": true } })).await;
        client
    }

    /// The last state of the table that was heard.
    pub fn last_table(&self) -> Value {
        let mut tables = self.heard.iter().rev().filter_map(|message| message.get("table"));
        tables.next().expect("a state").clone()
    }

    /// The same at a server that may be gone, or may not have the table yet; `None`: it does not let her in.
    pub async fn try_join(server: &Server, code: &str, key: Option<&str>) -> Option<Client> {
        let url = format!("ws://{}/api/tables/{code}/socket", server.address);
        let connecting = tokio::time::timeout(Duration::from_secs(2), connect_async(url));
        let (socket, _) = connecting.await.ok()?.ok()?;
        let mut client = Client { socket, heard: Vec::new() };
        client.try_say(&json!({ "join": { "key": key, "from": 0 } })).await?;
        Some(client)
    }

    /// Connects to the language server of the bench.
    pub async fn language(server: &Server, key: &str) -> Client {
        let url = format!("ws://{}/api/bench/language", server.address);
        let (socket, _) = connect_async(url).await.expect("a socket");
        let mut client = Client { socket, heard: Vec::new() };
        client.say(&json!({ "key": key })).await;
        client
    }

    pub async fn say(&mut self, message: &Value) {
        self.try_say(message).await.expect("it is sent");
    }

    /// Sends a message to a server that may be gone; `None`: it is.
    pub async fn try_say(&mut self, message: &Value) -> Option<()> {
        self.socket.send(Message::text(message.to_string())).await.ok()
    }

    /// The next message; `None`: the server closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("a message in time")? {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    self.heard.push(message.clone());
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message with a key.
    pub async fn hear(&mut self, key: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("the server closed before `{key}`"));
            if let Some(value) = message.get(key) {
                return value.clone();
            }
        }
    }

    /// The next state of the table in which this client is asked, or the game is over.
    pub async fn asked(&mut self) -> Value {
        loop {
            let table = self.hear("table").await;
            if !table["over"].is_null() || table["questions"].as_array().is_some_and(|q| !q.is_empty()) {
                return table;
            }
        }
    }

    /// The last state of the table once no message has arrived for a while; `None`: none arrived.
    pub async fn settled(&mut self) -> Option<Value> {
        let mut last = None;
        while let Ok(message) = tokio::time::timeout(Duration::from_millis(120), self.next()).await {
            if let Some(table) = message?.get("table") {
                last = Some(table.clone());
            }
        }
        last
    }

    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}

/// The whole view after a message that may tell it in parts, as `web/src/viewParts.ts` puts it together.
pub fn put_together(before: &Value, table: &Value) -> Value {
    let mut now = table["view"].clone();
    if table["is_part"] != true {
        return now;
    }
    let zones = before["zones"].as_array().expect("zones");
    let cards: Vec<&Value> = zones.iter().flat_map(|zone| zone["cards"].as_array().expect("cards")).collect();
    for (at, zone) in now["zones"].as_array_mut().expect("zones").iter_mut().enumerate() {
        if *zone == json!(0) {
            *zone = zones[at].clone();
            continue;
        }
        for card in zone["cards"].as_array_mut().expect("cards").iter_mut().filter(|card| card.is_number()) {
            *card = (*cards.iter().find(|of| of["card"] == *card).expect("it was told")).clone();
        }
    }
    let mut whole = before.clone();
    for (key, value) in now.as_object().expect("a view") {
        whole[key] = value.clone();
    }
    whole
}

/// True if the server accepts a socket with this origin.
pub async fn lets_in(server: &Server, code: &str, origin: &str) -> bool {
    let url = format!("ws://{}/api/tables/{code}/socket", server.address);
    let mut request = url.into_client_request().expect("a request");
    request.headers_mut().insert("origin", origin.parse().expect("a header"));
    match connect_async(request).await {
        Ok(_) => true,
        Err(tungstenite::Error::Http(_)) => false,
        Err(other) => panic!("{other}"),
    }
}

/// A request with headers written by hand. Returns status, headers in small letters, and body.
pub async fn request(server: &Server, head: &str, headers: &[(&str, &str)], body: &str) -> (u16, String, String) {
    let (status, head, body) = request_as_it_is(server, head, headers, body).await;
    (status, head.to_ascii_lowercase(), body)
}

/// The same with the headers as they came.
pub async fn request_as_it_is(
    server: &Server,
    head: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String, String) {
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let mut text = format!("{head} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "host") {
        text += &format!("host: {}\r\n", server.address);
    }
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{text}\r\n{body}").as_bytes()).await.expect("it is sent");
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("an answer in time");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    (status, head.to_string(), body.to_string())
}

/// Plays until the game is over or this many answers were given. Returns the last state and the number of answers.
pub async fn play(client: &mut Client, chance: &mut Chance, most: usize) -> (Value, usize) {
    let mut table = client.asked().await;
    let mut answers = 0;
    while table["over"].is_null() && answers < most {
        let question = table["questions"][0].clone();
        loop {
            let decision = &table["view"]["decisions"][0];
            let reply = json!({ "answer": { "seat": decision["seat"], "question": question, "answer": answer(decision, chance) } });
            client.say(&reply).await;
            let told = loop {
                let message = client.next().await.expect("the server goes on");
                if message.get("taken").is_some() || message.get("refused").is_some() {
                    break message;
                }
            };
            if told.get("taken").is_some() {
                break;
            }
            assert_ne!(told["refused"]["code"], "failed", "{told}");
        }
        answers += 1;
        table = client.asked().await;
    }
    (table, answers)
}

/// A client over server-sent events.
pub struct Events {
    stream: TcpStream,
    rest: String,
}

impl Events {
    pub async fn open(server: &Server, code: &str, key: &str) -> Events {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        let text = format!(
            "GET /api/tables/{code}/stream HTTP/1.1\r\nhost: {}\r\nauthorization: {key}\r\n\r\n",
            server.address
        );
        stream.write_all(text.as_bytes()).await.expect("it is sent");
        Events { stream, rest: String::new() }
    }

    /// The next message.
    pub async fn next(&mut self) -> Value {
        loop {
            if let Some((event, rest)) = self.rest.split_once("\n\n") {
                // The lengths of chunks stand between the pieces of the body; no line of an event looks like one.
                let data = event.lines().find_map(|line| line.strip_prefix("data: ")).map(String::from);
                self.rest = rest.to_string();
                match data {
                    Some(data) => return serde_json::from_str(&data).expect("JSON"),
                    None => continue,
                }
            }
            let mut bytes = vec![0; 1 << 16];
            let n = tokio::time::timeout(PATIENCE, self.stream.read(&mut bytes))
                .await
                .expect("in time")
                .expect("it is read");
            assert!(n > 0, "the stream ended");
            self.rest += &String::from_utf8_lossy(&bytes[..n]);
        }
    }
}
