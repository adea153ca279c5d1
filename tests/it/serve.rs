//! Serve: a server of tables for clients in browsers, some of whom mean harm, each table in a process of its own.

#![cfg(feature = "studio")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use intermezzo::Record;
use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::wire::client::{self, Chance};

/// Nothing takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server, ended when it is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn new(args: &[&str]) -> Server {
        let listens = args.contains(&"--listen");
        let mut child = command(args);
        if !listens {
            child.args(["--listen", "127.0.0.1:0"]);
        }
        let mut child = child.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
        let mut said = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = said.next().expect("a line").expect("UTF-8");
        let address =
            first.strip_prefix("serving on http://").expect("where it serves").trim_end_matches('/').to_string();
        std::thread::spawn(move || said.for_each(drop));
        Server { child, address }
    }

    /// A request: the status and the body.
    fn request(&self, head: &str, key: Option<&str>, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let key = key.map_or_else(String::new, |key| format!("authorization: Bearer {key}\r\n"));
        let text = format!(
            "{head} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n{key}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        // The server may refuse before all is written.
        drop(stream.write_all(text.as_bytes()));
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer));
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, body.to_string())
    }

    fn post(&self, what: &str, key: Option<&str>, body: &Value) -> (u16, Value) {
        let (status, body) = self.request(&format!("POST /api/{what}"), key, &body.to_string());
        (status, serde_json::from_str(&body).unwrap_or_default())
    }

    /// Opens a table.
    fn open(&self, new: &Value) -> Opened {
        let (status, made) = self.post("tables", None, new);
        assert_eq!(status, 200, "{new}: {made}");
        let keys = made["keys"].as_array().expect("keys").iter().map(|key| key.as_str().map(String::from)).collect();
        Opened { code: made["code"].as_str().expect("a code").into(), keys }
    }

    /// The code of the refusal of a table.
    fn does_not_open(&self, new: &Value) -> Value {
        let (status, told) = self.post("tables", None, new);
        assert_ne!(status, 200, "{new}: {told}");
        told["refused"].clone()
    }

    /// Somebody who has sat down at a table, or watches.
    fn join(&self, code: &str, key: Option<&str>) -> Client {
        let mut client = self.connect(code);
        client.say(&json!({ "join": { "key": key } }));
        client.look();
        client
    }

    fn connect(&self, code: &str) -> Client {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let url = format!("ws://{}/api/tables/{code}/socket", self.address);
        let (socket, _) = tungstenite::client(url, MaybeTlsStream::Plain(stream)).expect("a socket");
        Client { socket, stands: Value::Null }
    }

    fn both(&self, table: &Opened) -> Vec<Client> {
        let mut clients: Vec<Client> = table.keys.iter().map(|key| self.join(&table.code, key.as_deref())).collect();
        clients.iter_mut().for_each(Client::settle);
        clients
    }

    fn record(&self, code: &str) -> Record {
        let (status, text) = self.request(&format!("GET /api/tables/{code}/record"), None, "");
        assert_eq!(status, 200, "{text}");
        Record::from_text(&text).expect("a whole record")
    }

    /// The processes of its tables.
    #[cfg(target_os = "linux")]
    fn workers(&self) -> Vec<i32> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("a process");
        let of = |task: PathBuf| std::fs::read_to_string(task.join("children")).unwrap_or_default();
        let all: String = tasks.flatten().map(|task| of(task.path())).collect();
        all.split_whitespace().map(|id| id.parse().expect("a number")).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait().map(drop)).expect("it is our child");
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    let kept = if args.contains(&"--database") { &[][..] } else { &["--database", "none"] };
    command.arg("serve").args(args).args(kept).args(["--bot-pause", "0"]).current_dir(env!("REPOSITORY"));
    command
}

/// A table, and the keys of its seats.
struct Opened {
    code: String,
    keys: Vec<Option<String>>,
}

/// A client at a table.
struct Client {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// How the table stood when it was told last.
    stands: Value,
}

impl Client {
    fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).expect("it listens");
    }

    /// The next message; nothing at the end.
    fn hear(&mut self) -> Value {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).expect("JSON"),
                Ok(Message::Close(_)) => return Value::Null,
                Err(tungstenite::Error::Io(cause))
                    if matches!(cause.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
                {
                    panic!("nothing was said in time")
                }
                Err(_) => return Value::Null,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a kind.
    fn next(&mut self, kind: &str) -> Value {
        loop {
            let mut said = self.hear();
            assert!(!said.is_null(), "the server has gone before `{kind}`");
            if !said[kind].is_null() {
                return said[kind].take();
            }
        }
    }

    /// How the table stands now.
    fn look(&mut self) {
        self.stands = self.next("table");
    }

    /// Hears all that is said until nothing comes for a while.
    fn settle(&mut self) {
        let times = |socket: &WebSocket<MaybeTlsStream<TcpStream>>, time| match socket.get_ref() {
            MaybeTlsStream::Plain(stream) => stream.set_read_timeout(Some(time)).expect("a time"),
            _ => unreachable!("it is plain"),
        };
        times(&self.socket, Duration::from_millis(150));
        while let Ok(message) = self.socket.read() {
            let Message::Text(text) = message else { continue };
            let mut said: Value = serde_json::from_str(&text).expect("JSON");
            if !said["table"].is_null() {
                self.stands = said["table"].take();
            }
        }
        times(&self.socket, PATIENCE);
    }

    fn is_asked(&self) -> bool {
        self.stands["questions"].as_array().is_some_and(|questions| !questions.is_empty())
    }

    /// An answer to what is asked.
    fn reply(&self, chance: &mut Chance) -> Value {
        let decision = &self.stands["view"]["decisions"][0];
        let answer = client::answer(decision, chance);
        json!({ "seat": decision["seat"], "question": self.stands["questions"][0], "answer": answer })
    }

    /// The message that takes or refuses an answer.
    fn told(&mut self) -> Value {
        loop {
            let said = self.hear();
            assert!(!said.is_null(), "the server has gone");
            if !said["taken"].is_null() || !said["refused"].is_null() {
                return said;
            }
        }
    }

    /// Answers until an answer is taken, which comes back.
    fn answer(&mut self, chance: &mut Chance) -> Value {
        loop {
            let reply = self.reply(chance);
            self.say(&json!({ "answer": reply }));
            if !self.told()["taken"].is_null() {
                self.look();
                return reply;
            }
        }
    }
}

/// Plays this many answers. Returns the end of the game, if it has ended.
fn play(clients: &mut [Client], chance: &mut Chance, most: usize) -> Option<Value> {
    for _ in 0..most {
        if let Some(over) = clients.iter().map(|c| &c.stands["over"]).find(|over| !over.is_null()) {
            return Some(over.clone());
        }
        let at = clients.iter().position(Client::is_asked).expect("somebody is asked");
        clients[at].answer(chance);
        for (i, client) in clients.iter_mut().enumerate() {
            if i != at {
                client.look();
            }
        }
    }
    None
}

fn two(game: &str) -> Value {
    json!({ "game": game, "seats": [{ "name": "N0" }, { "name": "N1" }] })
}

/// A folder, gone when it is dropped.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let dir = std::env::temp_dir().join(format!("intermezzo-serve-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        Place(dir)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").into()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A whole game of two clients: its record replays to the same log, and so does the game that is played without
/// processes.
#[test]
fn a_card_has_a_face_also_in_a_game_of_ones_own() {
    let told = |server: &Server, what: &str| server.request(&format!("GET /api/games/cardland/{what}"), None, "");
    let own = Server::new(&["cardland", "--workers", "1"]);
    for what in ["back", "faces/now/sparks_fly"] {
        let (status, image) = told(&own, what);
        assert!(status == 200 && image.contains("<svg"), "{what}: {status} {image}");
    }
    // What others wrote is read by a process of its own only, which draws its cards, too.
    let folder = tempfile::tempdir().expect("a folder");
    let card = folder.path().join("cards/cardland/odd/odd_card.yaml");
    std::fs::create_dir_all(card.parent().expect("a folder")).expect("it is made");
    let text = std::fs::read_to_string(concat!(env!("REPOSITORY"), "/cards/cardland/ember_street/sparks_fly.yaml"));
    let text = text.expect("a card").replace("Sparks Fly", "Odd Card").replace("CLC-R12", "CLC-R98");
    std::fs::write(&card, text).expect("it is written");
    let others = Server::new(&["cardland", "--workers", "1", "--root", folder.path().to_str().expect("UTF-8")]);
    for what in ["back", "faces/now/sparks_fly", "faces/now/odd_card"] {
        let (status, image) = told(&others, what);
        assert!(status == 200 && image.contains("<svg"), "{what}: {status} {image:.200}");
    }
}

#[test]
fn two_clients_play_a_whole_game() {
    let mut ends = Vec::new();
    for args in [&["--workers", "1"][..], &["--in-process"]] {
        let server = Server::new(&[&["cardland", "--seed", "4"], args].concat());
        let table = server.open(&two("cardland"));
        let mut clients = server.both(&table);
        let end = play(&mut clients, &mut Chance(4), usize::MAX).expect("an end");
        let replayed = server.record(&table.code).replay().expect("it replays");
        assert_eq!(end["log_hash"], replayed.log_hash(), "{args:?}");
        // Who comes again is told how it ended.
        assert_eq!(server.join(&table.code, table.keys[1].as_deref()).stands["over"], end);
        ends.push(end);
    }
    assert_eq!(ends[0], ends[1]);
}

/// The server is killed in the middle of a game, and its processes are, too: what a seat was told last is how it
/// stands.
#[test]
#[cfg(target_os = "linux")]
fn a_server_that_was_killed_goes_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let place = Place::new("killed");
    let database = place.file("tables.db");
    let args = ["hackclad", "--seed", "9", "--database", &database];
    let mut server = Server::new(&args);
    let mut chance = Chance(9);
    let tables = [0, 1].map(|_| server.open(&two("hackclad")));
    let mut all: Vec<Vec<Client>> = tables.iter().map(|table| server.both(table)).collect();
    for round in 0..4 {
        for clients in &mut all {
            play(clients, &mut chance, 7);
        }
        // The processes alone: nobody notices.
        if round % 2 == 0 {
            let workers = server.workers();
            assert!(!workers.is_empty(), "tables have processes");
            for worker in workers {
                kill_process(Pid::from_raw(worker).expect("a number"), Signal::KILL).expect("it is ours");
            }
            continue;
        }
        let views = |all: &[Vec<Client>]| -> Vec<Value> {
            all.iter().flatten().map(|client| client.stands["view"].clone()).collect()
        };
        let (before, workers) = (views(&all), server.workers());
        drop(server);
        let until = Instant::now() + Duration::from_secs(5);
        while workers.iter().any(|id| is_running(*id)) {
            assert!(Instant::now() < until, "the processes end with their server");
            std::thread::sleep(Duration::from_millis(10));
        }
        server = Server::new(&args);
        all = tables.iter().map(|table| server.both(table)).collect();
        assert_eq!(before, views(&all));
    }
}

#[cfg(target_os = "linux")]
fn is_running(id: i32) -> bool {
    // A zombie has ended, and only waits for its parent.
    let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    status.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

/// A table goes on with the cards that it was begun with, in a process and without one, when the folder says something
/// else.
#[test]
fn a_table_goes_on_after_an_update() {
    let (place, root) = (Place::new("updated"), Place::new("updated-root"));
    let card = "cards/cardland/ember_street/pip_the_call_boy.yaml";
    let made = |text: &str| {
        let path = root.0.join(card);
        std::fs::create_dir_all(path.parent().expect("a folder above")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let text = intermezzo::Files::built_in().texts[card].replace("name: ", "name: Lamp Boy, once ");
    let printed = |server: &Server| server.request("GET /api/games/cardland/cards", None, "").1;
    for (name, how) in [("processes.db", &["--workers", "1"][..]), ("one.db", &["--in-process"])] {
        made(&text);
        let (database, folder) = (place.file(name), root.0.to_str().expect("UTF-8"));
        let args = [&["cardland", "--root", folder, "--database", &database, "--seed", "4"], how].concat();
        let server = Server::new(&args);
        assert!(printed(&server).contains("Lamp Boy, once"));
        let table = server.open(&two("cardland"));
        play(&mut server.both(&table), &mut Chance(4), 5);
        drop(server);
        made(&text.replace("Lamp Boy, once", "Lamp Boy, now"));
        let server = Server::new(&args);
        let mut clients = server.both(&table);
        play(&mut clients, &mut Chance(5), 20);
        assert!(printed(&server).contains("Lamp Boy, now"), "a new table is of what the folder says");
        drop(clients);
    }
}

/// Few processes play many tables in turn.
#[test]
#[cfg(target_os = "linux")]
fn tables_share_processes() {
    let server = Server::new(&["cardland", "--workers", "2"]);
    let mut tables: Vec<Vec<Client>> = (0..4).map(|_| server.both(&server.open(&two("cardland")))).collect();
    let mut chance = Chance(3);
    for _ in 0..3 {
        for clients in &mut tables {
            play(clients, &mut chance, 2);
            assert!(server.workers().len() <= 2, "{:?}", server.workers());
        }
    }
}

/// Nobody plays for another, nobody is told what another seat sees, and what cannot begin leaves nothing behind.
#[test]
fn a_seat_belongs_to_who_has_its_key() {
    let place = Place::new("seats");
    let database = place.file("tables.db");
    let server = Server::new(&["cardland", "--workers", "2", "--database", &database]);
    let refused = |new: Value, code: &str| assert_eq!(server.does_not_open(&new)["code"], code, "{new}");
    refused(json!({ "game": "none" }), "no_such_game");
    refused(json!({ "game": "clash" }), "no_such_game");
    refused(json!({ "game": "cardland", "seed": 1 }), "no_seed");
    refused(json!({ "game": "cardland", "seats": [{}, { "deck": "none" }] }), "no_such_deck");
    refused(json!({ "game": "cardland", "options": { "none": "1" } }), "failed");
    refused(json!({ "game": "cardland", "seats": [{}, { "deck": "/etc/passwd" }] }), "no_such_deck");
    for many in [1, 200, 255, 256, 300] {
        refused(json!({ "game": "cardland", "seats": vec![json!({ "bot": "random" }); many] }), "wrong_players");
    }
    for deck in ["a: [\n", "cards:\n  - /etc/passwd\n"] {
        let told = server.does_not_open(&json!({ "game": "cardland", "seats": [{}, { "deck": deck }] }));
        let words = told["words"].as_str().expect("words");
        assert!(!words.contains("/etc") && !words.contains(env!("REPOSITORY")), "{words}");
    }
    drop(server);
    // What was refused lies nowhere.
    let mut again = command(&["cardland", "--listen", "127.0.0.1:0", "--database", &database]);
    let mut child = again.stdout(Stdio::piped()).spawn().expect("the program");
    let said = BufReader::new(child.stdout.take().expect("a pipe")).lines().nth(1).expect("a line").expect("UTF-8");
    assert_eq!(said, "0 tables from before");
    child.kill().and_then(|()| child.wait().map(drop)).expect("it is our child");

    let server = Server::new(&["cardland", "--workers", "2", "--seed", "1"]);
    let table = server.open(&two("cardland"));
    let mut clients = server.both(&table);
    let mut watcher = server.join(&table.code, None);
    let hidden = |view: &Value| {
        let zones = view["zones"].as_array().expect("zones").iter();
        zones
            .filter(|z| z["name"] == "deck" || z["name"] == "hand")
            .map(|z| z["cards"].as_array().map_or(0, Vec::len))
            .sum::<usize>()
    };
    assert_eq!(hidden(&watcher.stands["view"]), 0);
    for (n, client) in clients.iter_mut().enumerate() {
        let own =
            client.stands["view"]["seats"].as_array().expect("seats").iter().position(|seat| seat["is_own"] == true);
        assert_eq!(own, Some(n));
        client.say(&json!({ "answer": { "seat": 1 - n, "answer": "concede" } }));
        assert_eq!(client.told()["refused"]["code"], "no_such_seat");
    }
    let mut wrong = server.connect(&table.code);
    wrong.say(&json!({ "join": { "key": "0".repeat(32) } }));
    assert_eq!(wrong.next("refused")["code"], "no_such_seat");
    assert_eq!(wrong.hear(), Value::Null);
    play(&mut clients, &mut Chance(1), 6);
    watcher.settle();
    assert_eq!(hidden(&watcher.stands["view"]), 0);
    // A player who returns with her key gets her seat.
    let again = server.join(&table.code, table.keys[0].as_deref());
    assert_eq!(again.stands["view"], clients[0].stands["view"]);
}

/// Messages that are none cost one connection each, and a table goes on.
#[test]
fn who_says_nothing_sensible_is_turned_away() {
    let server = Server::new(&["cardland", "--in-process"]);
    let table = server.open(&two("cardland"));
    let (huge, deep) = ("x".repeat(100_000), "[".repeat(60_000));
    for first in ["", "null", "{}", "\0", "{\"answer\":{\"seat\":0,\"answer\":\"pass\"}}", &huge, &deep] {
        let mut client = server.connect(&table.code);
        drop(client.socket.send(Message::text(first.to_string())));
        assert_eq!(client.hear(), Value::Null, "{}", &first[..first.len().min(60)]);
    }
    for (head, body) in [
        ("POST /api/tables", "["),
        ("POST /api/tables", &*deep),
        ("POST /api/tables", &*"x".repeat(3 << 20)),
        ("POST /api/tables", r#"{"game":"cardland","seats":[{"bot":"program:/bin/sh"}]}"#),
        ("GET /api/tables/../../x", ""),
        ("GET /api/tables/abcdef", ""),
        ("\0", ""),
    ] {
        let (status, _) = server.request(head, None, body);
        assert_ne!(status, 200, "{head}");
    }
    let mut clients = server.both(&table);
    play(&mut clients, &mut Chance(1), 6);
}

/// A thousand who connect and say nothing keep nobody from playing, and there is a greatest number of clients.
#[test]
#[cfg(unix)]
fn who_is_idle_keeps_nobody_away() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let most = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: most, maximum: most }).expect("it may have more files");
    let server = Server::new(&["cardland", "--connections", "3", "--workers", "1"]);
    let idle: Vec<TcpStream> = (0..1_000).map(|_| TcpStream::connect(&server.address).expect("a connection")).collect();
    let begun = Instant::now();
    let table = server.open(&two("cardland"));
    let mut clients = server.both(&table);
    play(&mut clients, &mut Chance(2), 10);
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    let last = server.join(&table.code, None);
    let head = format!("GET /api/tables/{}/stream", table.code);
    assert!(server.request(&head, None, "").1.contains("\"full\""));
    // Who is gone makes room.
    drop((last, idle));
    let until = Instant::now() + Duration::from_secs(10);
    let is_full = || {
        let url = format!("ws://{}/api/tables/{}/socket", server.address, table.code);
        tungstenite::connect(url).is_err()
    };
    while is_full() {
        assert!(Instant::now() < until, "there is room again");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A guest who does not read is disconnected, and the others play on.
#[test]
fn who_does_not_read_holds_nobody_up() {
    let server = Server::new(&["clash", "--in-process", "--seed", "5"]);
    let table = server.open(&json!({ "game": "clash", "seats": [{}, {}, {}, {}] }));
    let mut deaf = server.connect(&table.code);
    deaf.say(&json!({ "join": {} }));
    let mut clients = server.both(&table);
    assert_eq!(play(&mut clients, &mut Chance(5), 40), None);
}

/// The folder of a database is made.
#[test]
fn a_folder_that_is_missing_is_made() {
    let place = Place::new("made");
    let database = place.file("of/tables/serve.db");
    let server = Server::new(&["cardland", "--in-process", "--database", &database]);
    server.open(&two("cardland"));
    assert!(place.0.join("of/tables/serve.db").exists());
}

/// An answer that is sent again counts once: at once, by a new connection, and to a server that was started anew.
#[test]
fn an_answer_that_is_sent_again_counts_once() {
    let place = Place::new("again");
    let database = place.file("tables.db");
    let args = ["cardland", "--seed", "7", "--workers", "2", "--database", &database];
    let mut server = Server::new(&args);
    let table = server.open(&two("cardland"));
    let (mut clients, mut chance) = (server.both(&table), Chance(7));
    for round in 0..6 {
        let at = clients.iter().position(Client::is_asked).expect("somebody is asked");
        let answer = clients[at].answer(&mut chance);
        match round % 3 {
            // A second click.
            0 => {}
            // The connection is lost before the client hears what came of it.
            1 => clients[at] = server.join(&table.code, table.keys[at].as_deref()),
            _ => {
                drop(server);
                server = Server::new(&args);
                clients = server.both(&table);
            }
        }
        clients.iter_mut().for_each(Client::settle);
        let before = clients[at].stands.clone();
        clients[at].say(&json!({ "answer": answer }));
        assert_eq!(clients[at].told()["taken"], json!({ "seat": answer["seat"], "question": answer["question"] }));
        // Another answer to the same question is none to the next one.
        let other = if answer["answer"] == "pass" { json!({ "choose": [0] }) } else { json!("pass") };
        clients[at]
            .say(&json!({ "answer": { "seat": answer["seat"], "question": answer["question"], "answer": other } }));
        assert_eq!(clients[at].told()["refused"]["code"], "stale_question");
        clients[at].settle();
        assert_eq!(clients[at].stands["view"], before["view"], "nothing has changed");
    }
}

/// A database belongs to one server at a time, and a file that is none is left alone.
#[test]
fn a_database_has_one_server() {
    let place = Place::new("held");
    let database = place.file("tables.db");
    let _first = Server::new(&["cardland", "--in-process", "--database", &database]);
    std::fs::write(place.0.join("odd.db"), "no database").expect("written");
    for file in [&database, &place.file("odd.db")] {
        let args = ["cardland", "--in-process", "--listen", "127.0.0.1:0", "--database", file];
        let second = command(&args).output().expect("the program");
        assert_eq!(second.status.code(), Some(2), "{file}");
        assert!(String::from_utf8_lossy(&second.stderr).contains("--database"), "{second:?}");
    }
    assert_eq!(std::fs::read(place.0.join("odd.db")).expect("it is there"), b"no database");
}

#[test]
fn who_lets_the_time_pass_gets_the_default_answer() {
    let server = Server::new(&["swordgirls", "--workers", "2"]);
    let mut new = two("swordgirls");
    new["options"] = json!({ "placement_seconds": "1" });
    let table = server.open(&new);
    let mut first = server.join(&table.code, table.keys[0].as_deref());
    // Nobody sits at the other seat: its clock stands still.
    while first.is_asked() {
        first.look();
    }
    let mut second = server.join(&table.code, table.keys[1].as_deref());
    second.look();
    let told = second.stands.to_string();
    assert!(!second.is_asked() || told.contains("passes (placement)"), "{told}");
}

/// Tables that nobody needs make room: those that are over, and those of bots alone, also where they never end.
#[test]
fn tables_that_nobody_needs_make_room() {
    let server = Server::new(&["market", "--in-process", "--tables", "2"]);
    let bots = json!({ "game": "market", "seats": [{ "bot": "random" }, { "bot": "random" }] });
    for _ in 0..5 {
        server.open(&bots);
    }
    let one = json!({ "game": "market", "seats": [{}, { "bot": "random" }] });
    let tables = [server.open(&one), server.open(&one)];
    assert_eq!(server.does_not_open(&one)["code"], "too_many_tables");
    let mut clients = vec![server.join(&tables[0].code, tables[0].keys[0].as_deref())];
    clients[0].say(&json!({ "answer": { "seat": 0, "answer": "concede" } }));
    while clients[0].stands["over"].is_null() {
        clients[0].look();
    }
    assert_eq!(server.does_not_open(&one)["code"], "too_many_tables", "somebody looks at the end");
    drop(clients);
    let until = Instant::now() + Duration::from_secs(10);
    while server.post("tables", None, &one).0 != 200 {
        assert!(Instant::now() < until, "who is over makes room");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The audit log is written behind the lines that it has, and tells no key.
#[test]
fn what_people_did_is_logged() {
    let place = Place::new("audit");
    let audit = place.file("audit.jsonl");
    std::fs::write(&audit, "before\n").expect("it is written");
    let server = Server::new(&["cardland", "--workers", "1", "--audit", &audit]);
    let table = server.open(&two("cardland"));
    server.join(&table.code, table.keys[0].as_deref()).settle();
    let log = std::fs::read_to_string(&audit).expect("a log");
    let mut lines = log.lines();
    assert_eq!(lines.next(), Some("before"));
    let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told = |kind: &str| lines.iter().any(|line| line["kind"] == kind && line["table"] == *table.code);
    assert!(told("table_opened") && told("seat_taken") && !told("seat_replaced"), "{log}");
    assert!(
        lines.iter().all(|line| line["peer"] == "127.0.0.1") && !log.contains(table.keys[0].as_ref().expect("a key"))
    );
}

/// Options of former versions say what they are now, and an address that everybody reaches needs a name.
#[test]
fn an_old_option_says_what_it_is_now() {
    let login = if cfg!(feature = "login") { "spoken to by `https://`" } else { "without its feature `login`" };
    for (args, told) in [
        (&["cardland", "--records", "x"][..], "--database FILE"),
        (&["cardland", "--idle", "5"], "signs of life"),
        (&["cardland", "--schema"], "serve-stdio --schema"),
        (&["cardland", "--listen", "0.0.0.0:0"], "--host NAME"),
        (&["cardlond"], "cardland"),
        (&["cardland", "--host-login", "https://id.example.org"], "--client-id"),
        (&["cardland", "--host-list", "hosts"], "--host-login"),
        (&["cardland", "--host-login", "http://id.example.org", "--client-id", "x"], login),
        (&["cardland", "--audit", "no/such/folder/audit.jsonl"], "--audit no/such/folder/audit.jsonl: "),
    ] {
        let output = command(args).output().expect("the program");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && words.contains(told), "{args:?}: {words}");
    }
}

/// A person in a terminal plays a whole game at the table of a server, which dies and comes again meanwhile.
#[test]
fn a_terminal_joins_a_table() {
    let place = Place::new("join");
    let database = place.file("tables.db");
    let server = Server::new(&["market", "--in-process", "--seed", "3", "--database", &database]);
    let address = server.address.clone();
    let table = server.open(&json!({ "game": "market", "seats": [{}, { "bot": "random" }] }));
    let link = format!("http://{address}/t/{}#{}", table.code, table.keys[0].as_deref().expect("a key"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    let mut child = command
        .args(["join", &link])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let mut said = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let first = said.by_ref().find(|line| line.contains("table")).expect("a first line");
    assert!(first.contains(&table.code), "{first}");
    // What may be typed is told last.
    let is_question = |line: &String| line.starts_with("a number") || line.starts_with("choose");
    assert!(said.by_ref().any(|line| is_question(&line)), "it is asked");
    drop(server);
    let mut told = BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(told.by_ref().any(|line| line.contains("connection is lost")));
    // The answer is typed while no server is there.
    writeln!(input, "1").expect("it listens");
    let server = Server::new(&["market", "--in-process", "--database", &database, "--listen", &address]);
    assert!(said.by_ref().any(|line| is_question(&line)), "the answer was taken, and it is asked again");
    writeln!(input, "concede").expect("it listens");
    let rest: Vec<String> = said.collect();
    assert_eq!(child.wait().expect("an end").code(), Some(0), "{rest:?}");
    assert!(rest.iter().any(|line| line.contains("wins") || line.contains("won")), "{rest:?}");
    drop(server);
    // A link that opens nothing is told.
    for link in ["http://127.0.0.1:1/x", "nothing"] {
        let output = Command::new(env!("CARGO_BIN_EXE_intermezzo")).args(["join", link]).output().expect("the program");
        assert_eq!(output.status.code(), Some(2), "{link}");
    }
}

/// The question of an order says that Enter takes it as listed.
#[test]
fn enter_takes_an_order_as_listed_at_the_table_of_a_server() {
    let place = Place::new("order");
    for (path, text) in [
        (
            "cards/queue/game.yaml",
            "game: queue\ntitle: Queue\nplayers: 1\nlevels: [game]\nzones: { hand: {} }\ntypes: { card: { fields: {} } }\n\
             table: [{ zone: hand }]\nflow: { game: [line_up, { result: { win: active } }] }\n",
        ),
        ("cards/queue/ant.yaml", "name: Ant\ntype: card\n"),
        ("cards/queue/bee.yaml", "name: Bee\ntype: card\n"),
        (
            "scripts/queue/steps.lua",
            "--- The question.\n\nstep(\"line_up\", function()\n  act.create(\"ant\", \"hand\")\n  \
             act.create(\"bee\", \"hand\")\n  \
             ask.order { by = game.active, cards = game.active.hand, why = \"line up\" }\nend)\n",
        ),
    ] {
        let path = place.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder above")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let folder = place.0.to_str().expect("UTF-8");
    let server = Server::new(&["queue", "--root", folder, "--in-process", "--database", &place.file("tables.db")]);
    let table = server.open(&json!({ "game": "queue", "seats": [{}] }));
    let link = format!("http://{}/t/{}#{}", server.address, table.code, table.keys[0].as_deref().expect("a key"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_intermezzo"))
        .args(["join", &link])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let mut said = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(said.by_ref().any(|line| line.contains("[Enter: all do]")), "it is asked");
    writeln!(input).expect("it listens");
    let rest: Vec<String> = said.collect();
    assert!(rest.iter().any(|line| line.contains("chooses Ant, Bee")), "{rest:?}");
    assert_eq!(child.wait().expect("an end").code(), Some(0), "{rest:?}");
}
