//! A server in a process of its own, which can be killed, and a player whose answers follow from the questions alone.
//!
//! The process is the test binary again: each one that uses this has a test `a_process_of_its_own` that calls
//! [`serve_if_asked`].

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use intermezzo::Files;
use intermezzo_studio::{Created, Database, NewSeat, NewTable, Options, ServerSettings, serve};
use serde_json::{Value, json};

use super::{Chance, Client, Server, answer, request, server};

/// The environment variable with the database of a server process.
const DATABASE: &str = "DATABASE_OF_A_SERVER";
/// The lease of a server process: short, so that tests need not wait.
pub const LEASE: Duration = Duration::from_millis(600);

/// Serves the database that the environment names, until the process is killed.
pub fn serve_if_asked() {
    let Ok(database) = std::env::var(DATABASE) else { return };
    let mut options = Options::new(Files::built_in());
    (options.database, options.bot_pause, options.lease) = (Database::named(&database), Duration::ZERO, LEASE);
    let start = ServerSettings { options, listen: "127.0.0.1:0".into(), table: None, watched: None, forget: None };
    serve(start, |addresses| println!("{}", addresses.games)).expect("it serves");
}

fn own_program() -> PathBuf {
    std::env::current_exe().expect("a program")
}

/// A server process, killed when this value is dropped.
pub struct Program {
    pub child: Child,
    pub server: Server,
}

impl Program {
    /// A server of a file, or of a PostgreSQL database.
    pub fn start(database: &str) -> Program {
        Program::run(Command::new(own_program()), database)
    }

    /// A server process that may write this many blocks to a file, as on a disk that becomes full.
    pub fn with_room(blocks: u32, database: &str) -> Program {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]).arg(own_program());
        Program::run(shell, database)
    }

    fn run(mut command: Command, database: &str) -> Program {
        command.args(["--exact", "a_process_of_its_own", "--nocapture"]).env(DATABASE, database);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let said = BufReader::new(child.stdout.take().expect("it is piped"));
        let line = said.lines().map_while(Result::ok).find(|line| line.contains("http://")).expect("an address");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
        let address: SocketAddr = address.parse().expect("an address");
        Program { child, server: Server::elsewhere(address) }
    }

    /// Kills the process without warning, like a power cut.
    pub fn kill(self) {}

    /// Sends the process a signal.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().expect("kill");
        assert!(sent.success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Opens a table of a short game, against a bot.
pub async fn open(server: &Server, seed: u64) -> Created {
    let seats = vec![NewSeat::default(), NewSeat { bot: Some("random".into()), ..NewSeat::default() }];
    let new = NewTable { game: "market".into(), seats, seed: Some(seed), ..NewTable::default() };
    let body = serde_json::to_string(&new).expect("JSON");
    let json = [("content-type", "application/json")];
    let (status, _, made) = request(server, "POST /api/tables", &json, &body).await;
    assert_eq!(status, 200, "{made}");
    serde_json::from_str(&made).expect("JSON")
}

/// A player's knowledge of a game. The answers follow from the questions alone, so kills do not change them.
pub struct Player {
    pub seed: u64,
    /// The last question whose answer was acknowledged.
    pub acknowledged: u64,
    /// The number of answers that were acknowledged.
    pub answers: u64,
}

impl Player {
    pub fn new(seed: u64) -> Player {
        Player { seed, acknowledged: 0, answers: 0 }
    }

    fn answer(&self, table: &Value, tries: u64) -> Value {
        let question = table["questions"][0].as_u64().expect("a question");
        let mut chance = Chance(self.seed.wrapping_mul(1_000_003) ^ question << 16 ^ tries);
        json!({ "seat": 0, "question": question, "answer": answer(&table["view"]["decisions"][0], &mut chance) })
    }

    /// Plays until the game is over, and returns its end; `None`: the server is gone or cannot store answers.
    pub async fn play(&mut self, client: &mut Client) -> Option<Value> {
        self.play_some(client, u64::MAX).await
    }

    /// The same, for so many answers at most.
    pub async fn play_some(&mut self, client: &mut Client, most: u64) -> Option<Value> {
        let until = self.answers.saturating_add(most);
        while self.answers < until {
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
                    self.answers += 1;
                    break;
                }
                if told["refused"]["code"] == "not_kept" {
                    return None;
                }
                assert_ne!(told["refused"]["code"], "stale_question", "{told}");
            }
        }
        None
    }
}

/// The end of the game with this seed on a server that is never killed.
pub async fn steady(seed: u64) -> Value {
    let steady = server(None).await;
    let made = open(&steady, seed).await;
    let mut client = Client::join(&steady, &made.code, made.keys[0].as_deref(), 0).await;
    Player::new(seed).play(&mut client).await.expect("it is over")
}
