//! Kills: a server that is killed at any moment and started again continues the same game.
//!
//! `KILLS=200 cargo test -p intermezzo-studio --test kills` kills it more often.

mod common;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{Chance, Client, Server, answer, server};
use intermezzo::Files;
use intermezzo_studio::{Created, NewSeat, NewTable, Options, Start, serve};
use serde_json::{Value, json};

/// The environment variable with the database of a server process.
const DATABASE: &str = "DATABASE_OF_A_SERVER";

/// The server process: this test binary again. With a database given, the test serves it until it is killed.
#[test]
fn a_process_of_its_own() {
    let Ok(database) = std::env::var(DATABASE) else { return };
    let mut options = Options::new(Files::built_in());
    (options.database, options.bot_pause) = (Some(database.into()), Duration::ZERO);
    let start = Start { options, listen: "127.0.0.1:0".into(), table: None, watched: None };
    serve(start, |addresses| println!("{}", addresses.games)).expect("it serves");
}

fn own_program() -> std::path::PathBuf {
    std::env::current_exe().expect("a program")
}

/// A server process, killed when this value is dropped.
struct Program {
    child: Child,
    server: Server,
}

impl Program {
    fn start(database: &Path) -> Program {
        Program::run(Command::new(own_program()), database)
    }

    /// A server process that may write this many blocks to a file, as on a disk that becomes full.
    fn with_room(blocks: u32, database: &Path) -> Program {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]).arg(own_program());
        Program::run(shell, database)
    }

    fn run(mut command: Command, database: &Path) -> Program {
        command.args(["--exact", "a_process_of_its_own", "--nocapture"]).env(DATABASE, database);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let said = BufReader::new(child.stdout.take().expect("it is piped"));
        let line = said.lines().map_while(Result::ok).find(|line| line.contains("http://")).expect("an address");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
        let address: SocketAddr = address.parse().expect("an address");
        Program { child, server: Server::elsewhere(address) }
    }

    /// Kills the process without warning, like a power cut.
    fn kill(self) {}
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn open(server: &Server, seed: u64) -> Created {
    let seats = vec![NewSeat::default(), NewSeat { bot: Some("random".into()), ..NewSeat::default() }];
    let new = NewTable { game: "market".into(), seats, seed: Some(seed), ..NewTable::default() };
    let body = serde_json::to_string(&new).expect("JSON");
    let json = [("content-type", "application/json")];
    let (status, _, made) = common::request(server, "POST /api/tables", &json, &body).await;
    assert_eq!(status, 200, "{made}");
    serde_json::from_str(&made).expect("JSON")
}

/// A player's knowledge of a game. The answers follow from the questions alone, so kills do not change them.
struct Player {
    seed: u64,
    /// The last question whose answer was acknowledged.
    acknowledged: u64,
}

impl Player {
    fn answer(&self, table: &Value, tries: u64) -> Value {
        let question = table["questions"][0].as_u64().expect("a question");
        let mut chance = Chance(self.seed.wrapping_mul(1_000_003) ^ question << 16 ^ tries);
        json!({ "seat": 0, "question": question, "answer": answer(&table["view"]["decisions"][0], &mut chance) })
    }

    /// Plays until the game is over, and returns its end; `None`: the server is gone or cannot store answers.
    async fn play(&mut self, client: &mut Client) -> Option<Value> {
        loop {
            let table = loop {
                let message = client.next().await?;
                let Some(table) = message.get("table") else { continue };
                let asked = table["questions"][0].as_u64();
                if !table["over"].is_null() {
                    return Some(table["over"].clone());
                }
                if let Some(asked) = asked {
                    assert!(asked > self.acknowledged, "an acknowledged answer was lost: {asked} is asked again");
                    break table.clone();
                }
            };
            for tries in 0.. {
                let reply = self.answer(&table, tries);
                client.try_say(&json!({ "answer": reply })).await?;
                let told = loop {
                    let message = client.next().await?;
                    if message.get("taken").is_some() || message.get("refused").is_some() {
                        break message;
                    }
                };
                if told.get("taken").is_some() {
                    self.acknowledged = reply["question"].as_u64().expect("a number");
                    break;
                }
                if told["refused"]["code"] == "not_kept" {
                    return None;
                }
                assert_ne!(told["refused"]["code"], "stale_question", "{told}");
            }
        }
    }
}

/// The end of the game with this seed on a server that is never killed.
async fn steady(seed: u64) -> Value {
    let steady = server(None).await;
    let made = open(&steady, seed).await;
    let mut client = Client::join(&steady, &made.code, made.keys[0].as_deref(), 0).await;
    Player { seed, acknowledged: 0 }.play(&mut client).await.expect("it is over")
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_full_refuses_answers_and_ends_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("tables.db");
    let program = Program::start(&database);
    let made = open(&program.server, 1).await;
    program.kill();
    // The disk has room for a few more answers.
    let log = std::fs::metadata(folder.path().join("tables.db-wal")).expect("a log").len();
    let program = Program::with_room(log as u32 / 512 + 120, &database);
    let mut client = Client::join(&program.server, &made.code, made.keys[0].as_deref(), 0).await;
    let mut player = Player { seed: 1, acknowledged: 0 };
    assert_eq!(player.play(&mut client).await, None, "the disk is full before the game is over");
    // The same question is asked again, under the same number.
    let again = client.heard.iter().rev().find_map(|message| message.get("table")).expect("a table");
    assert_eq!(again["is_anew"], true);
    assert_eq!(again["questions"][0].as_u64(), Some(player.acknowledged + 1));
    // Neither does the last answer of a game count, or end it.
    client.say(&json!({ "answer": { "seat": 0, "answer": "concede" } })).await;
    assert_eq!(client.hear("refused").await["code"], "not_kept");
    let is_over = |message: &Value| message.get("table").is_some_and(|table| !table["over"].is_null());
    assert!(!client.heard.iter().any(is_over), "nobody is told of an end that is not kept");
    program.kill();
    let program = Program::start(&database);
    let mut client = Client::join(&program.server, &made.code, made.keys[0].as_deref(), 0).await;
    assert_eq!(player.play(&mut client).await, Some(steady(1).await));
    program.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_at_any_moment_goes_on_with_the_same_game() {
    let kills: u32 = std::env::var("KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(50);
    let folder = tempfile::tempdir().expect("a folder");
    let mut chance = Chance(u64::from(kills));
    let (mut seed, mut killed) = (0, 0);
    while killed < kills {
        seed += 1;
        let whole = steady(seed).await;

        let database = folder.path().join(format!("{seed}.db"));
        let mut program = Program::start(&database);
        let made = open(&program.server, seed).await;
        let mut player = Player { seed, acknowledged: 0 };
        let over = loop {
            let mut client = Client::join(&program.server, &made.code, made.keys[0].as_deref(), 0).await;
            let moment = Duration::from_micros(chance.below(400_000));
            match tokio::time::timeout(moment, player.play(&mut client)).await {
                Ok(over) => break over.expect("the server lives"),
                Err(_) if killed < kills => {
                    killed += 1;
                    program.kill();
                    program = Program::start(&database);
                }
                Err(_) => {}
            }
        };
        program.kill();
        assert_eq!(over, whole, "game {seed} after {killed} kills");
    }
}
