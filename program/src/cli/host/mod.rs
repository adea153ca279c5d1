//! Host: a server of many tables for many clients, over JSON lines on TCP.
//!
//! ```text
//! guest.rs    a connection: its first line, its answers, and what waits to be written to it
//! served.rs   a table, who sits at it, and whom it tells
//! hall.rs     all tables, and the processes that they share
//! shelf.rs    records and notes on the disk: what a server that was ended goes on with
//! ```
//!
//! A guest that is slow, silent or rude costs itself only: each has a thread, a greatest line, a greatest queue and a
//! greatest silence.

mod client_hello;
mod guest;
mod hall;
mod hosted_table;
mod shelf;

use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::numbers::whole;
use super::output::complain;
use super::pack::{Pack, must_exist};
use super::text::{clean, counted};
use super::{Exit, serve};
use guest::Doors;
use hall::Hall;
use intermezzo::error::{Error, Result};
use intermezzo::workers::{Opening, Sandbox, Seating, WorkerTable, Workers};
use shelf::TableStore;

/// Host tables for other programs over TCP
///
/// Each client sends a line that joins or opens a table, and then plays as with serve-stdio. Each
/// table is played in a process of its own, shut in by the system as far as that can. docs/serve.md
/// tells more; --schema prints the JSON Schema of the lines in both directions.
#[derive(Debug, clap::Args)]
pub struct Host {
    /// The game
    #[arg(required_unless_present = "schema")]
    game: Option<String>,
    /// Where clients connect; port 0 is a free one, which is printed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: String,
    /// A folder for the records of all tables: a server that is started with it again goes on with them
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// How many processes play at most; a table that nobody answers at gives up its own [default: twice the cores]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u32::MAX.into()))]
    workers: Option<usize>,
    /// How many tables there are at most
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = whole::<usize>(0, u32::MAX.into()))]
    tables: usize,
    /// How many clients are connected at most
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole::<usize>(0, u32::MAX.into()))]
    connections: usize,
    /// After so many seconds of silence a client is sent away
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = whole::<u64>(0, u64::MAX))]
    idle: u64,
    /// The memory of a process, in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = whole::<u64>(0, u64::MAX))]
    memory: u64,
    /// How long an answer may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = whole::<u64>(0, u64::MAX))]
    answer: u64,
    /// Start only where a process can be shut in wholly
    #[arg(long)]
    require_sandbox: bool,
    /// Play all tables in this process: for games of your own only
    #[arg(long, conflicts_with_all = ["workers", "memory", "require_sandbox"])]
    in_process: bool,
    /// Where the chance of all tables comes from, for tests: who knows it knows the decks [default: another one for each]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX))]
    seed: Option<u64>,
    /// Print the JSON Schema of all lines, and serve nothing
    #[arg(long)]
    schema: bool,
}

pub fn run(args: &Host, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Some(game) = args.game.clone().filter(|_| !args.schema) else {
        let mut schema = serve::schema();
        schema["first"] = serde_json::to_value(schemars::schema_for!(client_hello::First))?;
        serde_json::to_writer_pretty(&mut *out, &schema)?;
        writeln!(out)?;
        return Ok(Exit::Fine);
    };
    let files = pack.files()?;
    must_exist(&game, &files)?;
    let files = files.of_game_and_packs(&game);
    let workers = workers(args);
    // A broken game is refused before any guest arrives.
    let opening = Opening { game: game.clone(), ..Opening::default() };
    let trial = WorkerTable::open(workers.clone(), &files, &opening, &Seating::default(), |_| Ok(()))
        .map_err(|error| Error::usage(format!("{game} cannot be served:\n{error}")))?;
    let lacking: Vec<String> = trial.lacking().iter().map(|what| clean(what)).collect();
    drop(trial);
    let shelf = args.records.as_deref().map(TableStore::open).transpose()?.map(Arc::new);
    let most_processes =
        args.workers.unwrap_or_else(|| 2 * std::thread::available_parallelism().map_or(1, usize::from));
    let hall = Arc::new(Hall::new(game, files, workers, shelf, args.seed, most_processes.max(1), args.tables));
    let resumed = hall.resume();
    let listener = listen(&args.listen)?;
    more_files();
    writeln!(out, "serving on {}", listener.local_addr()?)?;
    if args.records.is_some() {
        writeln!(out, "{} from before", counted(resumed, "table"))?;
    }
    match args.in_process {
        true => writeln!(out, "all tables in this process")?,
        false => {
            let most = counted(most_processes.max(1), "worker");
            writeln!(out, "at most {most}, each {} MB and {} s for an answer", args.memory, args.answer)?;
        }
    }
    if !lacking.is_empty() {
        writeln!(out, "this system lacks: {}", lacking.join("; "))?;
    }
    if !listener.local_addr()?.ip().is_loopback() {
        writeln!(out, "lines travel unencrypted: secrets too")?;
    }
    out.flush()?;
    let clocks = hall.clone();
    std::thread::Builder::new().name("clocks".into()).spawn(move || clocks.keep_clocks())?;
    let doors = Arc::new(Doors::new(hall, args.connections, Duration::from_secs(args.idle.max(1))));
    loop {
        match listener.accept() {
            Ok((stream, _)) => doors.let_in(stream),
            // As where too many files are open: it goes on when some are closed.
            Err(cause) => {
                complain(&format!("error: nobody can come in: {cause}"));
                std::thread::sleep(Duration::from_millis(200));
            }
        }
    }
}

fn workers(args: &Host) -> Workers {
    let sandbox = match (args.in_process, args.require_sandbox) {
        (true, _) => Sandbox::InProcess,
        (false, true) => Sandbox::Required,
        (false, false) => Sandbox::Wanted,
    };
    Workers {
        memory_bytes: args.memory.saturating_mul(1 << 20),
        answer_ms: args.answer.max(1).saturating_mul(1_000),
        sandbox,
        ..Workers::default()
    }
}

fn listen(address: &str) -> Result<TcpListener> {
    TcpListener::bind(address).map_err(|cause| Error::usage(format!("--listen {address}: {cause}")))
}

/// Each client is an open file: as many as this process may have.
#[cfg(unix)]
fn more_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let most = getrlimit(Resource::Nofile);
    // Without permission for more, the old limit of open files stays.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: most.maximum, maximum: most.maximum });
}

#[cfg(not(unix))]
fn more_files() {}
