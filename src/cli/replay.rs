//! Replay: a recorded game played again.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::Exit;
use super::output::complain;
use super::play::{about, result};
use super::text::counted;
use crate::data::disk;
use crate::kernel::Outcome;
use crate::table::view::{View, transcript_for};
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
    /// Only so many of its answers, and then look: see --card and --why
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Tell what a card says and how it stands, with every effect on it
    #[arg(long, value_name = "CARD")]
    card: Option<String>,
    /// Tell whether a card of who is asked may be used, and why not
    #[arg(long, value_name = "CARD")]
    why: Option<String>,
    /// Print the last lines of the transcript
    #[arg(long, value_name = "LINES")]
    last: Option<usize>,
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
    let mut table = match args.at {
        Some(answers) => record.up_to(answers)?.replay()?,
        None => record.replay()?,
    };
    super::play::name_seats(&mut table, &[]);
    if args.card.is_some() || args.why.is_some() || args.last.is_some() {
        look(args, &table, out)?;
    }
    if let Some(path) = &args.transcript {
        result::write_transcript(&table, path)?;
    }
    result::print(&table, args.json, out)?;
    Ok(exit_of(&table))
}

/// Tells what was asked about the moment.
fn look(args: &Replay, table: &Table, out: &mut dyn Write) -> anyhow::Result<()> {
    let seat = table.asked_seats().first().copied().unwrap_or_default();
    let view = View::of_person(table, seat)?;
    let decision = table.decisions().iter().find(|d| d.seat == seat);
    let mut lines = Vec::new();
    if let Some(last) = args.last {
        let told = transcript_for(table, table.person(seat));
        let all: Vec<String> = told.into_iter().map(|line| line.text).collect();
        lines.extend_from_slice(&all[all.len().saturating_sub(last)..]);
    }
    lines.extend(args.card.iter().flat_map(|card| about::card(table, &view, card)));
    lines.extend(args.why.iter().flat_map(|card| about::why(table, &view, decision, card)));
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

/// A replayed game that was not played to its end is as it was recorded: nothing is wrong with it.
fn exit_of(table: &Table) -> Exit {
    let is_broken_off = table.is_over() && table.outcome() == Some(Outcome::Aborted);
    Exit::fine_if(table.fault().is_none() && !is_broken_off)
}

/// A longer record is not read: the longest games take a tenth of that, with all texts of a game in them.
const MAX_RECORD: u64 = 16 << 20;

/// Reads a record with the words of the catalog it began with.
pub fn read(path: &Path) -> anyhow::Result<Record> {
    let text = disk::text(path, MAX_RECORD)?;
    let record = Record::from_text(&text).with_context(|| path.display().to_string())?;
    if record.cut() > 0 {
        let lines = counted(record.cut(), "line");
        let told = format!("warning: {}: the end is torn: {lines} at the end left out", path.display());
        complain(&told);
    }
    Ok(record)
}
