//! Result: tells how a game of `play` ended, writes its files at the end, and finds its exit code.

use intermezzo::kernel::tell::transcript::transcript;
use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::PlayArgs;
use super::journal::Journal;
use crate::cli::language::{counted, ui};
use crate::cli::text::clean;
use crate::cli::{Exit, print_json};
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Result};
use intermezzo::kernel::Outcome;
use intermezzo::kernel::tell::object_words::Reader;
use intermezzo::table::Table;

/// Prints how the game ended, after how many decisions, and the hash of its log.
pub fn print(table: &Table, json: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let (hash, decisions) = (table.log_hash(), table.answers());
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
        Some(won @ (Outcome::Won(_) | Outcome::Shared(_))) => {
            table.world().game().show_outcome(won, |s| table.names()[s.index()].clone())
        }
        Some(Outcome::Draw) => ui!("ended-draw", "A draw"),
        Some(Outcome::Aborted) => ui!("ended-aborted", "The game could not go on"),
        Some(Outcome::Lost) => ui!("ended-lost", "Nobody wins: the game is lost"),
        Some(Outcome::Over) => ui!("ended-over", "The game is over"),
        None => ui!("not-ended", "The game is not over"),
    };
    let decisions = counted(decisions, "decision");
    writeln!(
        out,
        "{}",
        ui!("ended", "{how} after {decisions} (log {hash})", how = how, decisions = decisions, hash = hash)
    )
}

/// The message that the input ended before the game was over, and how the person can play on.
pub fn broken_off(record: Option<&Path>) -> String {
    match record {
        Some(path) => ui!(
            "broken-off",
            "note: the input has ended, and the game is broken off; `--from {file}` plays on",
            file = clean(&path.display().to_string())
        ),
        None => ui!(
            "broken-off-for-good",
            "note: the input has ended, and the game is broken off; one that is played with `--record FILE` can be played on"
        ),
    }
}

/// The exit code: an error if the game could not go on, or a script failed; a game that is not over is fine.
pub fn exit_of(table: &Table) -> Exit {
    let aborted = table.is_over() && table.outcome() == Some(Outcome::Aborted);
    Exit::fine_if(!aborted && table.faults() == 0)
}

/// Checks, before anything is played, that no existing file would be overwritten without `--overwrite`.
///
/// # Errors
///
/// A file that exists, without `--overwrite`.
pub fn claim(option: &str, path: Option<&Path>, overwrite: bool) -> Result<()> {
    match path.filter(|p| p.symlink_metadata().is_ok() && !overwrite) {
        Some(path) => {
            let message = format!("{option} {}: this file is there already", path.display());
            Err(Error::usage(message).help("name another one, or take it over with --overwrite"))
        }
        None => Ok(()),
    }
}

/// At the end of the game, writes the rest of the record, and the transcript, if they were asked for.
///
/// # Errors
///
/// A file that cannot be written; the other one is tried anyway.
pub fn write_files(args: &PlayArgs, table: &Table, journal: Option<Journal>) -> Result<()> {
    let record = journal.map_or(Ok(()), |mut journal| journal.end(table.record()));
    let transcript = args.transcript.as_deref().map_or(Ok(()), |path| write_transcript(table, path));
    record.and(transcript)
}

/// Writes the transcript of the game into a file: everything that happened, hidden or not.
///
/// # Errors
///
/// A file that cannot be written.
pub fn write_transcript(table: &Table, path: &Path) -> Result<()> {
    let text = transcript(table.world().game(), &table.world().log, Reader { names: table.names(), eyes: None });
    let (folder, name) = Folder::around(path)?;
    folder.replace(&name, text.as_bytes(), false).map(drop)
}
