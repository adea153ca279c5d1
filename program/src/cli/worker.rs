//! Worker: runs this program as a worker process of a server: see `workers`. Nobody calls it by hand.

use super::Exit;
use intermezzo::error::Error;

/// Be a worker of another process of this program
#[derive(Debug, clap::Args)]
pub struct WorkerArgs {}

pub fn run() -> anyhow::Result<Exit> {
    match intermezzo::workers::run_worker() {
        0 => Ok(Exit::Fine),
        _ => Err(Error::usage("`worker` is for the program itself: `serve` starts it").into()),
    }
}
