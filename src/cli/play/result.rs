//! Result: how a game ended, for people, for tools, and as files.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::Play;
use crate::cli::{Exit, print_json, text::counted};
use crate::error::{Error, Result};
use crate::kernel::Outcome;
use crate::kernel::show::Reader;
use crate::table::{Entry, Table};

/// How many answers a game has had.
pub fn answers(table: &Table) -> usize {
    table.record().entries.iter().filter(|e| matches!(e, Entry::Answer { .. })).count()
}

/// Prints winner, number of decisions and the hash of the log.
pub fn print(table: &Table, json: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let (hash, decisions) = (table.log_hash(), answers(table));
    let ended = table.outcome().filter(|_| table.is_over());
    if json {
        let winner = match ended {
            Some(Outcome::Won(seat)) => json!(seat.0 + 1),
            Some(shared @ Outcome::Shared(_)) => json!(shared.winners().iter().map(|s| s.0 + 1).collect::<Vec<_>>()),
            _ => json!(null),
        };
        return print_json(out, &json!({ "winner": winner, "decisions": decisions, "log_hash": hash }));
    }
    let how = match ended {
        Some(won @ (Outcome::Won(_) | Outcome::Shared(_))) => won.text(|s| table.names()[s.index()].clone()),
        Some(Outcome::Draw) => "A draw".into(),
        Some(Outcome::Aborted) => "The game could not go on".into(),
        Some(Outcome::Over) => "The game is over".into(),
        None => "The game is not over".into(),
    };
    writeln!(out, "{how} after {} (log {hash})", counted(decisions, "decision"))
}

/// Whether the game went as games should.
pub fn exit_of(table: &Table) -> Exit {
    let aborted = table.is_over() && table.outcome() == Some(Outcome::Aborted);
    Exit::fine_if(!aborted && table.faults() == 0)
}

/// Writes the files that were asked for.
///
/// # Errors
///
/// A file that cannot be written.
pub fn write_files(args: &Play, table: &Table) -> Result<()> {
    if let Some(path) = &args.transcript {
        write_transcript(table, path)?;
    }
    write_record(args, table)
}

/// Writes the record, if it was asked for.
///
/// # Errors
///
/// A file that cannot be written.
pub fn write_record(args: &Play, table: &Table) -> Result<()> {
    let Some(path) = &args.record else { return Ok(()) };
    let text = format!("{:#}\n", table.record().to_json());
    std::fs::write(path, text).map_err(|e| Error::io(path, e))
}

/// Writes everything that happened, hidden or not.
///
/// # Errors
///
/// A file that cannot be written.
pub fn write_transcript(table: &Table, path: &Path) -> Result<()> {
    let text = table.world().transcript(Reader { names: table.names(), eyes: None });
    std::fs::write(path, text).map_err(|e| Error::io(path, e))
}
