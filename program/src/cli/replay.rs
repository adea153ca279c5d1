//! Replay: a recorded game played again.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::numbers::whole;
use super::output::{Output, complain};
use super::play::{card_page, result};
use super::text::{clean, counted};
use super::{Exit, record_file};
use crate::scenario::{moment_of, pinned};
use intermezzo::data::disk;
use intermezzo::error::Error;
use intermezzo::kernel::Outcome;

use intermezzo::table::Table;
use intermezzo::table::view::{View, transcript_for};

/// Replay a record and print how its game ended
///
/// Prints what `play` prints about the same game, so equal hashes mean equal games. A record
/// holds the texts of changed files, so --root does not matter here. If the end of a record is
/// torn, the game is played as far as it is whole, and a warning says so. Exits with 1 if the game
/// could not go on, as it was recorded.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// The record, as `play --record` wrote it
    file: PathBuf,
    /// Only so many of its answers, and then look: see --card and --why
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u32::MAX.into()))]
    at: Option<usize>,
    /// Tell what a card says and how it stands, with every effect on it
    #[arg(long, value_name = "CARD")]
    card: Option<String>,
    /// Tell whether a card of who is asked may be used, and why not; or how the last event of a name came about
    #[arg(long, value_name = "CARD|EVENT")]
    why: Option<String>,
    /// Step through it: back and forward, other answers as branches; see `?` there
    #[arg(long, conflicts_with_all = ["json", "card", "why", "last", "to_scenario"])]
    step: bool,
    /// Words only, with --step
    #[arg(long, requires = "step")]
    plain: bool,
    /// Write the moment as a scenario that passes; `-` prints it
    #[arg(long, value_name = "FILE")]
    to_scenario: Option<PathBuf>,
    /// Fewest of the last answers that become its steps
    #[arg(long, value_name = "N", requires = "to_scenario", default_value_t = 0, value_parser = whole::<usize>(0, u32::MAX.into()))]
    answers: usize,
    /// The title of the scenario
    #[arg(long, requires = "to_scenario")]
    title: Option<String>,
    /// Print the last lines of the transcript
    #[arg(long, value_name = "LINES", value_parser = whole::<usize>(0, u32::MAX.into()))]
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

pub fn run(args: &ReplayArgs, pack: &super::pack::Pack, out: &mut Output) -> anyhow::Result<Exit> {
    result::claim("--transcript", args.transcript.as_deref(), args.overwrite)?;
    let record = record_file::read(&args.file)?;
    let (mut table, ahead) = match args.step {
        true => moment_of(&record, Some(args.at.unwrap_or(0)))?,
        false => moment_of(&record, args.at)?,
    };
    super::language::speak(table.game(), pack)?;
    super::play::name_seats(&mut table, &[]);
    if args.step {
        return super::play::step(table, ahead, args.plain, pack, out);
    }
    if let Some(path) = &args.to_scenario {
        return write_scenario(args, &table, path, pack, out);
    }
    if args.card.is_some() || args.why.is_some() || args.last.is_some() {
        look(args, &table, pack, out)?;
    }
    if let Some(path) = &args.transcript {
        result::write_transcript(&table, path)?;
    }
    result::print(&table, args.json, out)?;
    Ok(exit_of(&table))
}

/// Does `--to-scenario`: writes the moment of the record as a scenario into a file, or prints it.
fn write_scenario(
    args: &ReplayArgs,
    table: &Table,
    path: &Path,
    pack: &super::pack::Pack,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if path.as_os_str() != "-" && path.extension().is_none_or(|ending| ending != "yaml") {
        let help = "name a file that ends with .yaml, or - to print it";
        return Err(Error::usage(format!("--to-scenario {}: no scenario is called so", path.display()))
            .help(help)
            .into());
    }
    let title = args.title.clone().filter(|title| !title.trim().is_empty());
    let title = title.unwrap_or_else(|| format!("Pinned after {}", counted(table.answers(), "answer")));
    let pinned = pinned(table, &title, args.answers)?;
    match path.as_os_str() == "-" {
        true => write!(out, "{}", pinned.text)?,
        false => {
            result::claim("--to-scenario", Some(path), args.overwrite)?;
            let (folder, name) = disk::Folder::around(path)?;
            folder.replace(&name, pinned.text.as_bytes(), false)?;
            match super::scenario_runs::passes(path, pack) {
                true => writeln!(out, "wrote {}: it passes", path.display())?,
                false => {
                    writeln!(out, "wrote {}", path.display())?;
                    complain(&format!(
                        "warning: it passes under the texts of the record, and not under the files as they are now; `intermezzo test{} {}` says why",
                        pack.options(),
                        path.display()
                    ));
                }
            }
        }
    }
    super::pin_remarks::remarks_of(&pinned).iter().for_each(|line| complain(&format!("warning: {line}")));
    Ok(Exit::Fine)
}

/// Answers the questions about the moment.
fn look(args: &ReplayArgs, table: &Table, pack: &super::pack::Pack, out: &mut dyn Write) -> anyhow::Result<()> {
    let seat = table.asked_seats().first().copied().unwrap_or_default();
    let view = View::of_person(table, seat)?;
    let decision = table.decisions().iter().find(|d| d.seat == seat);
    let mut lines = Vec::new();
    if let Some(last) = args.last {
        let entries = transcript_for(table, table.person(seat));
        let all: Vec<String> = entries.into_iter().map(|line| line.text).collect();
        lines.extend_from_slice(&all[all.len().saturating_sub(last)..]);
    }
    // If the pack of the record does not lie here, its files are named as findings name them.
    let here = super::findings::PathBase::of(pack, &pack.files().unwrap_or_default());
    if let Some(why) = &args.why {
        let who = clean(&table.names()[usize::from(seat.0)]);
        // Who is asked is told only if the answer depends on it: about events everybody learns the same.
        let is_asked = decision.is_some();
        lines.extend(card_page::is_about_you(table, &view, why).then(|| match is_asked {
            true => format!("(you are {who}, who is asked)"),
            false => format!("(you are {who})"),
        }));
    }
    lines.extend(args.card.iter().flat_map(|card| card_page::card(table, &view, card, &here)));
    lines.extend(args.why.iter().flat_map(|card| card_page::why_of(table, &view, decision, table.person(seat), card)));
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

/// The exit code after a replay: an error if the game could not go on or a script failed; a game that is not over was
/// recorded so.
fn exit_of(table: &Table) -> Exit {
    let is_broken_off = table.is_over() && table.outcome() == Some(Outcome::Aborted);
    Exit::fine_if(table.fault().is_none() && !is_broken_off)
}
