//! Replay: a recorded game played again.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde_json::Value as Json;

use super::Exit;
use super::play::result;
use crate::data::disk;
use crate::table::{Record, Table};

/// Replay a record and print how its game ended
///
/// Prints what `play` prints about the same game, so equal hashes mean equal games. A record
/// holds the texts of changed files, so --root does not matter here.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// The record, as `play --record` wrote it
    file: PathBuf,
    /// Print {"winner", "decisions", "log_hash"}; the winner is a seat from 1, or null
    #[arg(long)]
    json: bool,
    /// Write the whole transcript to a file
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Write over a file of --transcript that is there already
    #[arg(long)]
    overwrite: bool,
}

pub fn run(args: &Replay, _: &super::pack::Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    result::claim("--transcript", args.transcript.as_deref(), args.overwrite)?;
    let record = read(&args.file)?;
    let mut table = record.replay()?;
    super::play::name_seats(&mut table, &[]);
    if let Some(path) = &args.transcript {
        result::write_transcript(&table, path)?;
    }
    result::print(&table, args.json, out)?;
    Ok(exit_of(&table))
}

/// A replayed game that stopped in the middle is as it was recorded: nothing is wrong with it.
fn exit_of(table: &Table) -> Exit {
    Exit::fine_if(table.fault().is_none())
}

/// A longer record is not read: the longest games take a tenth of that, with all texts of a game in them.
const MAX_RECORD: u64 = 16 << 20;

/// Reads a record with the words of the catalog it began with.
fn read(path: &Path) -> anyhow::Result<Record> {
    let text = disk::text(path, MAX_RECORD)?;
    let json: Json = serde_json::from_str(&text).with_context(|| format!("{} is not a record", path.display()))?;
    Record::from_json(&json).with_context(|| path.display().to_string())
}
