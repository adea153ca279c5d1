//! Fuzz: plays games that reach what no game reached before, and prints failures as scenarios.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::game_args::GameArgs;
use super::numbers::{MOST_GAMES, whole};
use super::output::{tell_progress, wipe_progress};
use super::pack::Pack;
use super::{Exit, print_json};
use crate::fuzz::{FoundFailure, FuzzCoverage, FuzzReport, Share, search};
use intermezzo::data::disk::Folder;

/// Look for bugs: scripts that fail, cards that get lost, games without an end
///
/// Plays random games and steers them to whatever was never reached: abilities, windows, lines of scripts,
/// cards of no deck, cards that never met in a game.
/// It checks after every answer that no script failed, the game can go on, every card is
/// somewhere, a copy of the game goes the same way, and nobody sees hidden things. A failure is made
/// as short as possible and printed as a scenario. Exits with 1 if there is one.
#[derive(Debug, clap::Args)]
pub struct FuzzArgs {
    /// The game
    game: String,
    /// How long to look
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = super::bench::seconds)]
    seconds: f64,
    /// Which games are played
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// So many games, however long they take
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, MOST_GAMES))]
    games: Option<u64>,
    #[command(flatten)]
    of_game: GameArgs,
    /// Write each failure to this folder when it is found, as a scenario
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print {"games", "failures": [{"kind", "message", "scenario"}], "never", "of", "lines": {"reached", "of", "never"}, "pairs": {"reached", "of"}, "decisions"}
    #[arg(long)]
    json: bool,
}

pub fn run(args: &FuzzArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (game, _) = pack.engine(&args.game)?;
    let options = args.of_game.options_by_name()?;
    let time = Duration::from_secs_f64(args.seconds);
    let how = (args.seed, time, args.games);
    let most = args.games.unwrap_or(0) as usize;
    let folder = args.out.as_deref().map(Folder::made).transpose()?;
    // Each failure is printed at once, so that nothing is lost if the person ends the search early.
    let (mut outcome, mut number) = (Ok(()), 0);
    let mut each = |failure: &FoundFailure| {
        number += 1;
        wipe_progress();
        let written = if args.json { Ok(()) } else { tell(failure, out).map_err(anyhow::Error::from) };
        let name = format!("{}-{}-{number}.yaml", args.game, failure.kind);
        let write = |folder: &Folder| folder.replace(Path::new(&name), failure.scenario.as_bytes(), false);
        outcome = written.and(folder.as_ref().map_or(Ok(()), |folder| write(folder).map(drop).map_err(Into::into)));
        outcome.is_ok()
    };
    let mut progress = |done| tell_progress(done as usize, most);
    let found = search(&game, args.of_game.players, &options, how, (&mut progress, &mut each))?;
    wipe_progress();
    match args.json {
        true => print_json(out, &as_json(&found))?,
        false => print(&found, out)?,
    }
    outcome?;
    Ok(Exit::fine_if(found.failures.is_empty()))
}

/// Prints a failure: its kind, its message, and the scenario that shows it.
fn tell(failure: &FoundFailure, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}: {} (seed {}, {} answers)", failure.kind, failure.message, failure.seed, failure.answers)?;
    writeln!(out, "{}", failure.scenario)?;
    out.flush()
}

fn as_json(found: &FuzzReport) -> serde_json::Value {
    let one = |f: &FoundFailure| json!({ "kind": f.kind, "message": f.message, "scenario": f.scenario, "seed": f.seed, "answers": f.answers });
    let FuzzCoverage { never_used, never_run, used, lines, pairs } = &found.coverage;
    json!({
        "games": found.games,
        "failures": found.failures.iter().map(one).collect::<Vec<_>>(),
        "never": never_used,
        "of": used.of,
        "lines": { "reached": lines.reached, "of": lines.of, "never": never_run },
        "pairs": { "reached": pairs.reached, "of": pairs.of },
        "decisions": found.answers,
    })
}

fn print(found: &FuzzReport, out: &mut dyn Write) -> std::io::Result<()> {
    let FuzzCoverage { never_used, never_run, used, lines, pairs } = &found.coverage;
    for never in never_used.iter().chain(never_run) {
        writeln!(out, "never: {never}")?;
    }
    let of = |Share { reached, of }: &Share| format!("{reached} of {of}");
    writeln!(
        out,
        "{} games, {} decisions, {} failures; reached: {} abilities and windows, {} lines of scripts, {} pairs of cards in \
         one game",
        found.games,
        found.answers,
        found.failures.len(),
        of(used),
        of(lines),
        of(pairs)
    )
}
