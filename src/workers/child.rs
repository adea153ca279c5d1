//! Child: the worker itself. It shuts itself in before it reads anything, and then plays one table.

use std::io::{BufReader, BufWriter};

use super::Sandbox;
use super::messages::{MAX_REQUEST, Reply, Request, hear, say};
use super::process_sandbox::{Walls, shut_in};
use super::table_server::TableServer;

/// The environment variable with a worker's limits. It is all that a worker reads before its walls are up.
pub(super) const MAY_USE: &str = "INTERMEZZO_WORKER";

/// Runs a worker until its parent closes the pipe, and returns the exit code of the process.
///
/// A program that starts workers calls this where it was started as one: first of all, on its main thread, with no other
/// thread running. It speaks on standard input and output.
pub fn run_worker() -> i32 {
    let Some(walls) = std::env::var(MAY_USE).ok().and_then(|text| serde_json::from_str::<Walls>(&text).ok()) else {
        return 2;
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    // The buffer of standard input is made before the walls are up.
    let mut input = BufReader::new(std::io::stdin().lock());
    let lacking = shut_in(&walls);
    if walls.sandbox == Sandbox::Required && !lacking.is_empty() {
        let lacking = lacking.join(", ");
        let because = format!("this system cannot shut a worker in wholly: {lacking}");
        return i32::from(say(&mut out, &Reply::Failed(because)).is_err());
    }
    if say(&mut out, &Reply::Ready { lacking }).is_err() {
        return 0;
    }
    let mut server = TableServer::default();
    loop {
        match hear::<Request>(&mut input, MAX_REQUEST) {
            Ok(Some(request)) => {
                if say(&mut out, &server.take(request)).is_err() {
                    return 0;
                }
            }
            Ok(None) => return 0,
            Err(error) => {
                drop(say(&mut out, &Reply::Failed(format!("a line that is none: {error}"))));
                return 2;
            }
        }
    }
}
