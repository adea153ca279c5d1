//! Replay: a recorded game played again.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::Exit;
use super::output::complain;
use super::play::result;
use super::text::counted;
use crate::data::disk;
use crate::kernel::Outcome;
use crate::table::{Record, Table};

/// Replay a record and print how its game ended
///
/// Prints what `play` prints about the same game, so equal hashes mean equal games. A record
/// holds the texts of changed files, so --root does not matter here. If the end of a record is
/// torn, the game is played as far as it is whole, and a warning says so. Exits with 1 if the game
/// could not go on, as it was recorded.
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

/// A replayed game that was not played to its end is as it was recorded: nothing is wrong with it.
fn exit_of(table: &Table) -> Exit {
    let is_broken_off = table.is_over() && table.outcome() == Some(Outcome::Aborted);
    Exit::fine_if(table.fault().is_none() && !is_broken_off)
}

/// A longer record is not read: the longest games take a tenth of that, with all texts of a game in them.
const MAX_RECORD: u64 = 16 << 20;

/// Reads a record with the words of the catalog it began with.
fn read(path: &Path) -> anyhow::Result<Record> {
    let text = disk::text(path, MAX_RECORD)?;
    let record = Record::from_text(&text).with_context(|| path.display().to_string())?;
    if record.cut() > 0 {
        let lines = counted(record.cut(), "line");
        let told = format!("warning: {}: the end is torn: {lines} at the end left out", path.display());
        complain(&told);
    }
    Ok(record)
}
