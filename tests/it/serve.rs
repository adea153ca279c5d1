//! Serve: a server of tables over TCP, with clients that know only the lines, some of them hostile.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use intermezzo::Record;
use serde_json::{Value, json};

use crate::wire::client::{self, Chance};

/// A server, ended when it is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn new(args: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        command.arg("serve").args(args).current_dir(env!("REPOSITORY"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
        let mut said = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = said.next().expect("a line").expect("UTF-8");
        let address = first.strip_prefix("serving on ").expect("where it serves").to_string();
        std::thread::spawn(move || said.for_each(drop));
        Server { child, address }
    }

    fn connect(&self) -> Client {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time");
        Client { lines: BufReader::new(stream), stands: Value::Null }
    }

    /// Somebody who has sat down at a table.
    fn join(&self, join: &Value) -> Client {
        let mut client = self.connect();
        client.say(&json!({ "join": join }));
        let hello = client.hear();
        assert!(hello["hello"].is_object(), "{join}: {hello}");
        client.look();
        client
    }

    /// The reply to a bad first line, after which the connection ends.
    fn turned_away(&self, first: &[u8]) -> Value {
        let mut client = self.connect();
        // The server may close before the whole line is written.
        drop(client.lines.get_mut().write_all(first));
        let said = client.hear();
        assert_eq!(client.hear(), Value::Null, "{said}");
        said["refused"].clone()
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

/// A client at a table.
struct Client {
    lines: BufReader<TcpStream>,
    /// The last line that tells how the table stands.
    stands: Value,
}

impl Client {
    fn say(&mut self, line: &Value) {
        // At once: in pieces, each piece would wait for the one before it to be acknowledged.
        self.lines.get_mut().write_all(format!("{line}\n").as_bytes()).expect("it listens");
    }

    /// The next line; nothing at the end.
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) => Value::Null,
            Ok(_) => serde_json::from_str(&line).expect("JSON"),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => Value::Null,
            Err(error) => panic!("{error}"),
        }
    }

    /// How the table stands now. An update shows more of it, and leaves the question as it was.
    fn look(&mut self) {
        let mut said = self.hear();
        self.stands = match said["update"].take() {
            Value::Null => said,
            asks => json!({ "asked": asks }),
        };
    }

    fn is_asked(&self) -> bool {
        self.stands["asked"].is_array()
    }

    /// What its seat sees.
    fn view(&self) -> &Value {
        let (asked, waiting) = (&self.stands["asked"][0]["view"], &self.stands["waiting"][0]["view"]);
        if asked.is_null() { waiting } else { asked }
    }

    /// Answers until an answer is taken.
    fn answer(&mut self, chance: &mut Chance) {
        let ask = self.stands["asked"][0].clone();
        loop {
            let answer = client::answer(&ask["view"]["decisions"][0], chance);
            self.say(&json!({ "seat": ask["seat"], "question": ask["question"], "answer": answer }));
            self.look();
            assert!(!self.stands.is_null(), "the server has gone");
            if self.stands["refused"].is_null() {
                return;
            }
        }
    }
}

/// Plays this many answers. Returns the end of the game, if it has ended.
fn play(clients: &mut [Client], chance: &mut Chance, most: usize) -> Option<Value> {
    for _ in 0..most {
        if let Some(over) = clients.iter().find_map(|c| c.stands.get("over")) {
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

fn seat(table: &str, seat: u8) -> Value {
    let secret = format!("the secret of {seat}");
    json!({ "table": table, "seat": seat, "secret": secret, "name": format!("N{seat}"), "open": {} })
}

fn both(server: &Server, table: &str) -> [Client; 2] {
    [0, 1].map(|n| server.join(&seat(table, n)))
}

/// A folder for records, gone when it is dropped.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let dir = std::env::temp_dir().join(format!("intermezzo-serve-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        Place(dir)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }

    fn record(&self, table: &str) -> Record {
        let text = std::fs::read_to_string(self.0.join(format!("table-{table}.rec"))).expect("a record");
        Record::from_text(&text).expect("a whole record")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Two persons are told of one end. What they saw last is their own.
#[track_caller]
fn same_end(one: &Value, other: &Value) {
    for fact in ["outcome", "winner", "log_hash"] {
        assert_eq!(one[fact], other[fact], "{fact}");
    }
}

/// A whole game of two clients and one who watches: its record replays to the same log, and so does the game that is
/// played without processes.
#[test]
fn two_clients_play_a_whole_game() {
    let place = Place::new("whole");
    let mut ends = Vec::new();
    for (table, args) in [("processes", &["--workers", "1"][..]), ("one", &["--in-process"])] {
        let server = Server::new(&[&["cardland", "--seed", "4", "--records", place.path()], args].concat());
        let mut clients = both(&server, table);
        ends.push(play(&mut clients, &mut Chance(4), usize::MAX).expect("an end"));
        assert!(clients.iter_mut().all(|client| client.hear().is_null()), "the connection is closed");
        let replayed = place.record(table).replay().expect("it replays");
        assert_eq!(ends[ends.len() - 1]["log_hash"], replayed.log_hash(), "{table}");
        // Who comes again is told how it ended.
        same_end(&server.join(&seat(table, 1)).stands["over"], &ends[ends.len() - 1]);
    }
    same_end(&ends[0], &ends[1]);
}

/// The server is killed in the middle of a game, and its processes are, too: what a seat was told last is how it stands.
#[test]
#[cfg(target_os = "linux")]
fn a_server_that_was_killed_goes_on() {
    use rustix::process::{Pid, Signal, kill_process};
    let place = Place::new("killed");
    let args = ["hackclad", "--seed", "9", "--records", place.path()];
    let mut server = Server::new(&args);
    let mut chance = Chance(9);
    let (mut first, mut second) = (both(&server, "first").into(), both(&server, "second").into());
    for round in 0..4 {
        for clients in [&mut first, &mut second] {
            let clients: &mut Vec<Client> = clients;
            play(clients, &mut chance, 7);
        }
        match round {
            // The processes alone: nobody notices.
            0 | 2 => {
                let workers = server.workers();
                assert!(!workers.is_empty(), "tables have processes");
                for worker in workers {
                    kill_process(Pid::from_raw(worker).expect("a number"), Signal::KILL).expect("it is ours");
                }
            }
            // Sends an answer without waiting for its acknowledgement.
            _ => {
                let before: Vec<[Value; 2]> =
                    [&first, &second].map(|c: &Vec<Client>| [0, 1].map(|i| c[i].view().clone())).into();
                let workers = server.workers();
                drop(server);
                let until = Instant::now() + Duration::from_secs(5);
                while workers.iter().any(|id| is_running(*id)) {
                    assert!(Instant::now() < until, "the processes end with their server");
                    std::thread::sleep(Duration::from_millis(10));
                }
                server = Server::new(&args);
                (first, second) = (both(&server, "first").into(), both(&server, "second").into());
                let after: Vec<[Value; 2]> =
                    [&first, &second].map(|c: &Vec<Client>| [0, 1].map(|i| c[i].view().clone())).into();
                assert_eq!(before, after);
            }
        }
    }
    for table in ["first", "second"] {
        assert!(place.record(table).replay().expect("it replays").answers() >= 28, "{table}");
    }
}

/// A table that an older version of the program began goes on with the cards that it was begun with.
#[test]
fn a_table_goes_on_after_an_update() {
    use crate::support::{engine_of, start};
    use intermezzo::catalog::{Files, Texts};
    let place = Place::new("updated");
    let mut texts = Texts::built_in("cardland", &[]).by_path().clone();
    let card = texts.get_mut("cards/cardland/ember_street/pip_the_call_boy.yaml").expect("a card of the game");
    *card = card.replace("name: ", "name: Young ").into();
    let texts = std::sync::Arc::new(Texts::new(texts));
    let game = engine_of(&Files::begun_with(&texts, "cardland", &[]), Default::default());
    let begun = start(&game, (0, 1), 3).record().to_text();
    let write = |file: &str, text: &str| std::fs::write(place.0.join(file), text).expect("a file");
    std::fs::create_dir_all(place.0.join("record-texts")).expect("a folder");
    for (table, args) in [("processes", &["--workers", "1"][..]), ("one", &["--in-process"])] {
        write(&format!("table-{table}.rec"), &begun);
        write(&format!("table-{table}.json"), r#"{"names":[],"bots":[],"secrets":[null,null],"is_over":false}"#);
        // Without its texts nobody plays it, and the server serves all the same.
        let server = Server::new(&[&["cardland", "--records", place.path()], args].concat());
        let told = server.turned_away(format!("{}\n", json!({ "join": seat(table, 0) })).as_bytes());
        assert!(told["words"].as_str().is_some_and(|words| words.contains("begun with other texts")), "{told}");
        drop(server);
        write(&format!("record-texts/{}.json", texts.hash()), &texts.to_json());
        let server = Server::new(&[&["cardland", "--records", place.path()], args].concat());
        play(&mut both(&server, table), &mut Chance(4), 20);
        drop(server);
        let file = place.0.join(format!("table-{table}.rec"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        let replayed = command.args(["replay", file.to_str().expect("UTF-8"), "--json"]).output().expect("the program");
        let told = String::from_utf8_lossy(&replayed.stdout).into_owned();
        assert!(replayed.status.success() && told.contains("\"decisions\":20"), "{told}");
        std::fs::remove_dir_all(place.0.join("record-texts")).expect("it is ours");
        std::fs::create_dir_all(place.0.join("record-texts")).expect("a folder");
    }
}

/// Tables of a folder of games name their texts, which lie there once, and go on with them when the folder says something
/// else.
#[test]
fn tables_of_one_game_share_its_texts() {
    let place = Place::new("shared");
    let root = Place::new("shared-root");
    let made = |below: &str, text: &str| {
        let path = root.0.join(below);
        std::fs::create_dir_all(path.parent().expect("a folder above")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    let card = "cards/cardland/ember_street/pip_the_call_boy.yaml";
    let text = intermezzo::Files::built_in().texts[card].replace("name: ", "name: Lamp Boy, once ");
    made(card, &text);
    let args = ["cardland", "--root", root.path(), "--records", place.path(), "--workers", "1", "--seed", "4"];
    let server = Server::new(&args);
    for table in ["one", "two", "three"] {
        play(&mut both(&server, table), &mut Chance(4), 5);
    }
    drop(server);
    let first_line = |table: &str| {
        let text = std::fs::read_to_string(place.0.join(format!("table-{table}.rec"))).expect("a record");
        text.lines().next().expect("a line").to_string()
    };
    let line = first_line("one");
    assert!(line.contains("\"files\":{}") && line.contains("\"texts\":") && !line.contains("Lamp Boy"), "{line}");
    let kept = || std::fs::read_dir(place.0.join("record-texts")).expect("a folder").count();
    assert_eq!(kept(), 1, "the texts lie there once");
    made(card, &text.replace("prowess: 1", "prowess: 3"));
    let server = Server::new(&args);
    for table in ["one", "three"] {
        play(&mut both(&server, table), &mut Chance(5), 5);
    }
    // A new table is of what the folder says now.
    play(&mut both(&server, "four"), &mut Chance(4), 5);
    drop(server);
    assert_eq!((first_line("one"), kept()), (line, 2));
    for table in ["one", "two", "three", "four"] {
        let file = place.0.join(format!("table-{table}.rec"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        let replayed = command.args(["replay", file.to_str().expect("UTF-8"), "--json"]).output().expect("the program");
        assert!(replayed.status.code() == Some(0), "{table}: {}", String::from_utf8_lossy(&replayed.stderr));
    }
}

#[cfg(target_os = "linux")]
fn is_running(id: i32) -> bool {
    // A zombie has ended, and only waits for its parent.
    let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    status.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

/// Few processes play many tables in turn.
#[test]
#[cfg(target_os = "linux")]
fn tables_share_processes() {
    let server = Server::new(&["cardland", "--workers", "2"]);
    let mut tables: Vec<[Client; 2]> = ["a", "b", "c", "d"].map(|table| both(&server, table)).into();
    let mut chance = Chance(3);
    for _ in 0..3 {
        for clients in &mut tables {
            play(clients, &mut chance, 2);
            assert!(server.workers().len() <= 2, "{:?}", server.workers());
        }
    }
}

/// Nobody plays for another seat, and nobody receives the view of another seat.
#[test]
fn a_seat_belongs_to_who_took_it() {
    let server = Server::new(&["cardland", "--seed", "1", "--in-process", "--tables", "2"]);
    let mut clients = both(&server, "t");
    let join = |join: Value| format!("{}\n", json!({ "join": join }));
    let check = |first: &str, code: &str| {
        let said = server.turned_away(first.as_bytes());
        assert_eq!(said["code"], code, "{first}: {said}");
    };
    check(&join(json!({ "table": "t", "seat": 0, "secret": "another secret" })), "seat_taken");
    check(&join(json!({ "table": "t", "seat": 0, "secret": "the secret of 1" })), "seat_taken");
    check(&join(json!({ "table": "t", "seat": 2, "secret": "the secret of 2" })), "no_such_seat");
    check(&join(json!({ "table": "t", "seat": 0 })), "no_join");
    check(&join(json!({ "table": "other" })), "no_such_table");
    check(&join(json!({ "table": "u", "open": { "decks": ["none"] } })), "not_opened");
    check(&join(json!({ "table": "u", "open": { "players": 200 } })), "not_opened");
    check(&join(json!({ "table": "u", "open": { "options": { "none": "1" } } })), "not_opened");
    let bot = json!({ "table": "u", "seat": 0, "secret": "the secret of 0", "open": { "bots": [1] } });
    assert!(server.join(&bot).is_asked(), "a bot has answered for the other");
    check(&join(json!({ "table": "u", "seat": 1, "secret": "the secret of 1" })), "seat_taken");
    check(&join(json!({ "table": "v", "open": {} })), "full");

    // Who watches sees no hand, and answers nothing.
    let mut watcher = server.join(&json!({ "table": "t" }));
    let decks = |view: &Value, cards: &str| {
        let zones = view["zones"].as_array().expect("zones").iter();
        zones
            .filter(|z| z["name"] == "deck" || z["name"] == "hand")
            .map(|z| z[cards].as_array().map_or(0, Vec::len))
            .sum::<usize>()
    };
    assert_eq!(decks(&watcher.stands["watching"]["view"], "cards"), 0);
    watcher.say(&json!({ "seat": 0, "question": 1, "answer": "pass" }));
    assert_eq!(watcher.hear()["refused"]["code"], "not_your_seat");
    // Each seat is told of itself.
    for (n, client) in clients.iter_mut().enumerate() {
        for stands in [&client.stands["asked"], &client.stands["waiting"]] {
            let of = stands.as_array().map_or(Vec::new(), |all| all.iter().map(|ask| ask["seat"].clone()).collect());
            assert!(of.iter().all(|seat| *seat == n), "{of:?}");
        }
        let own = client.view()["seats"].as_array().expect("seats").iter().position(|seat| seat["is_own"] == true);
        assert_eq!(own, Some(n));
        client.say(&json!({ "seat": 1 - n, "answer": "concede" }));
        assert_eq!(client.hear()["refused"]["code"], "not_your_seat");
    }
    play(&mut clients, &mut Chance(1), 6);
    let seen: Vec<Value> = (0..6).map(|_| watcher.hear()).collect();
    assert!(seen.iter().all(|line| decks(&line["watching"]["view"], "cards") == 0), "{seen:#?}");
    assert!(seen.iter().any(|line| line["watching"]["events"][0]["text"].is_string()), "it is told what happens");
    // A player who returns with her secret gets her seat, and her old connection ends.
    let again = server.join(&seat("t", 0));
    assert_eq!(again.view(), clients[0].view());
    assert_eq!(clients[0].hear(), Value::Null);
}

/// First lines that are none, in any way, cost one connection each.
#[test]
fn who_says_nothing_sensible_is_turned_away() {
    let server = Server::new(&["cardland", "--in-process"]);
    let huge = vec![b'x'; 3 << 20];
    let deep = format!("{}\n", "[".repeat(60_000));
    let wrong: [&[u8]; 9] = [
        b"\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n{\"join\": {\"table\": \"a\", \"open\": {}}}\r\n",
        b"{\"join\": {\"table\": \"../../x\", \"open\": {}}}\n",
        b"{\"join\": {\"table\": \"A\", \"open\": {}}}\n",
        b"{\"seat\": 0, \"answer\": \"pass\"}\n",
        b"\0\xff\xfe\n",
        b"{\"join\": {\"table\": \"a\", \"open\": {\"bots\": [300]}}}\n",
        deep.as_bytes(),
        &huge,
    ];
    for line in wrong {
        let said = server.turned_away(line);
        let (code, shown) = (said["code"].as_str(), String::from_utf8_lossy(&line[..line.len().min(60)]));
        assert!(matches!(code, Some("no_join" | "no_answer")), "{shown}: {said}");
    }
    // At a table such lines are refused, and the next is read.
    let mut client = server.join(&seat("t", 0));
    for line in [
        b"\n".as_slice(),
        b"null\n",
        &[&huge[..100_000], b"\n"].concat(),
        b"{\"seat\":0,\"answer\":{\"choose\":[99]}}\n",
    ] {
        client.lines.get_mut().write_all(line).expect("it listens");
        assert!(client.hear()["refused"]["code"].is_string());
    }
}

/// A thousand who connect and say nothing keep nobody from playing, and there is a greatest number of them.
#[test]
#[cfg(unix)]
fn who_is_idle_keeps_nobody_away() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let most = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: most, maximum: most }).expect("it may have more files");
    let server = Server::new(&["cardland", "--connections", "1003", "--workers", "1"]);
    let idle: Vec<Client> = (0..1_000).map(|_| server.connect()).collect();
    let begun = Instant::now();
    let mut clients = both(&server, "t");
    play(&mut clients, &mut Chance(2), 10);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let _last = server.connect();
    let said = server.turned_away(b"");
    assert_eq!(said["code"], "full", "{said}");
    drop(idle);
    // Who is gone makes room.
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let mut client = server.connect();
        client.say(&json!({ "join": { "table": "t" } }));
        match client.hear() {
            said if said["hello"].is_object() => break,
            _ => assert!(Instant::now() < until, "there is room again"),
        }
    }
}

/// A guest who does not read is disconnected, and the others play on.
#[test]
fn who_does_not_read_holds_nobody_up() {
    let server = Server::new(&["clash", "--in-process", "--seed", "5"]);
    let mut deaf = server.join(&json!({ "table": "t", "open": {} }));
    let talk = std::thread::spawn(move || {
        let lines = "{\"seat\": 0, \"answer\": \"pass\"}\n".repeat(1_000);
        // Each line is refused, until the buffer for refusals is full.
        (0..10_000).any(|_| deaf.lines.get_mut().write_all(lines.as_bytes()).is_err())
    });
    let mut clients: Vec<Client> = (0..4).map(|n| server.join(&seat("t", n))).collect();
    assert_eq!(play(&mut clients, &mut Chance(5), 40), None);
    assert!(talk.join().expect("no panic"), "she is sent away");
    let server = Server::new(&["clash", "--in-process", "--idle", "1"]);
    assert_eq!(server.join(&seat("t", 0)).hear(), Value::Null, "nothing was said for a second");
}

/// The first command of docs/serve.md on a fresh machine: the folder for records is made.
#[test]
fn a_folder_of_records_that_is_missing_is_made() {
    let place = Place::new("made");
    let folder = place.0.join("of/tables");
    let server = Server::new(&["cardland", "--in-process", "--records", folder.to_str().expect("UTF-8")]);
    server.join(&seat("t", 0));
    assert!(folder.join("table-t.rec").exists());
}

/// An answer that is sent again counts once: at once, by a new connection, and to a server that was started anew.
#[test]
fn an_answer_that_is_sent_again_counts_once() {
    let place = Place::new("again");
    let args = ["cardland", "--seed", "7", "--in-process", "--records", place.path()];
    let mut server = Server::new(&args);
    let (mut clients, mut chance) = (Vec::from(both(&server, "t")), Chance(7));
    for round in 0..6 {
        let at = clients.iter().position(Client::is_asked).expect("somebody is asked");
        let ask = clients[at].stands["asked"][0].clone();
        let taken = json!({ "seat": ask["seat"], "question": ask["question"] });
        let answer = loop {
            let answer = client::answer(&ask["view"]["decisions"][0], &mut chance);
            let line = json!({ "seat": ask["seat"], "question": ask["question"], "answer": answer });
            clients[at].say(&line);
            clients[at].look();
            if clients[at].stands["refused"].is_null() {
                break line;
            }
        };
        let stands = clients[at].stands.clone();
        match round % 3 {
            // A second click.
            0 => {}
            // The connection is lost before the client hears what came of it.
            1 => clients[at] = server.join(&seat("t", at as u8)),
            _ => {
                drop(server);
                server = Server::new(&args);
                clients = both(&server, "t").into();
            }
        }
        let answers = || place.record("t").to_text().lines().count();
        let before = answers();
        clients[at].say(&answer);
        assert_eq!(clients[at].hear()["taken"], taken);
        // A different answer to the same question is not taken for an answer to the next one.
        let other = if answer["answer"] == "pass" { json!({ "choose": [0] }) } else { json!("pass") };
        clients[at].say(&json!({ "seat": ask["seat"], "question": ask["question"], "answer": other }));
        assert_eq!(clients[at].hear()["refused"]["code"], "stale_question");
        assert_eq!(answers(), before);
        if round % 3 == 0 {
            clients[at].stands = stands;
            clients[1 - at].look();
        } else if round % 3 == 1 {
            clients[1 - at].look();
        }
    }
}

/// A folder of records belongs to one server at a time, and files that are none of its own are left alone.
#[test]
fn a_folder_of_records_has_one_server() {
    let place = Place::new("held");
    std::fs::write(place.0.join("table-odd.rec"), "no record").expect("written");
    let _first = Server::new(&["cardland", "--in-process", "--records", place.path()]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
    let second =
        command.args(["serve", "cardland", "--in-process", "--records", place.path()]).output().expect("the program");
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another program uses this folder"));
    assert_eq!(std::fs::read(Path::new(place.path()).join("table-odd.rec")).expect("it is there"), b"no record");
    let names: BTreeSet<_> = std::fs::read_dir(&place.0).expect("a folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn who_lets_the_time_pass_gets_the_default_answer() {
    let server = Server::new(&["swordgirls"]);
    let open = json!({ "options": { "placement_seconds": "1" } });
    let sit = |seat: u8, secret: &str| json!({ "table": "late", "seat": seat, "secret": secret, "open": open });
    let mut first = server.join(&sit(0, "the first one's own"));
    // Nobody sits at the other seat: its clock stands still.
    let said = first.hear();
    assert!(said["waiting"].is_array(), "the first seat passes by default: {said}");
    let mut second = server.join(&sit(1, "the second one's own"));
    let said = second.hear().to_string();
    for seat in ["player 1", "player 2"] {
        assert!(said.contains(&format!("{seat} passes (placement)")), "both pass by default: {said}");
    }
}
