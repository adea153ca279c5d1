//! Sim: lets bots play many games, and prints who wins how often.

mod change;
mod cluster;
#[cfg(feature = "studio")]
pub mod live;
mod result_lines;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::answer_time::Patience;
use super::game_args::GameArgs;
use super::generated_files::GeneratedFile;
use super::numbers::{MOST_GAMES, MOST_THREADS, threads, whole};
use super::output::{ProgressLine, complain};
use super::pack::Pack;
use super::train::note_other_version;
use super::{Exit, print_json};
use intermezzo::bots::listed;
use intermezzo::data::disk::Folder;
use intermezzo::error::{Error, Result};
use intermezzo::sim::report::{diff_page, odd_games, report};
use intermezzo::sim::{GamesPart, Job, Plan, ResultFolder, Results, Totals, Way, diff};

/// Let bots play many games, and count
///
/// Every deck meets every other one, from either side, and each round of such games has one seed:
/// the same luck meets both sides. The same arguments give the same numbers and the same hash on any
/// machine and with any number of threads. Exits with 1 if a script failed in a game, the rules gave
/// up what a card does, or a game broke off: it could not go on, or stalled, for 50,000 answers did
/// not end it. No rate counts a game that broke off.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct SimArgs {
    #[command(subcommand)]
    other: Option<SimCommand>,
    /// The game
    #[arg(required = true)]
    game: Option<String>,
    /// Games to play; with --until the most
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>(1, MOST_GAMES))]
    games: u64,
    /// The decks that meet, by their ids: `a,b,c`, or `all`
    #[arg(long, value_name = "DECKS", default_value = "all")]
    decks: String,
    /// One bot for all seats, or one for each: random, greedy, ismcts:200 (playouts), ismcts:50ms, program:PATH;
    /// what has a comma in it stands in quotes: `'random,"program:./a,b"'`
    #[arg(long, value_name = "BOTS", default_value = "random")]
    bots: String,
    #[command(flatten)]
    of_game: GameArgs,
    /// The seed of the first round; the next one has the next seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// Stop when every rate is known so well, in hundredths: 1 is from 1 % below to 1 % above
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    until: Option<f64>,
    #[command(flatten)]
    patience: Patience,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, MOST_THREADS))]
    threads: Option<usize>,
    /// Write the results to this folder as Parquet files; what is there of the same job is not played again
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write records of the strangest games to the folder of --out, to be replayed
    #[arg(long, requires = "out")]
    record_strange: bool,
    /// Games in a part of the results, which is written and resumed as a whole
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole::<u64>(1, 1_000_000))]
    part: u64,
    /// Give a card other values in turn, and see what each does: `CARD:FIELD=VALUE,VALUE`
    #[arg(long, value_name = "CHANGE", conflicts_with = "until")]
    change: Option<String>,
    /// Play on a Ray cluster, through the Python package: `ray://HOST:10001`, or `auto` for that of this machine; --out may be
    /// in S3 or GCS then
    #[arg(long, value_name = "ADDRESS")]
    cluster: Option<String>,
    /// Print {"game", "games", "decisions", "seconds", "script_errors", "given_up", "failures", "decks",
    /// "matrix", "first_player", "cards", "bots", "endings", "uncertainty", "hash"}
    #[arg(long, verbatim_doc_comment)]
    json: bool,
}

/// The subcommands.
#[derive(Debug, clap::Subcommand)]
enum SimCommand {
    /// Write the results in a folder as one page, which needs no network
    Report {
        /// The folder that `sim --out` wrote
        #[arg(required_unless_present = "diff")]
        folder: Option<PathBuf>,
        /// What compares two folders is `sim diff`
        #[arg(long, hide = true, num_args = 0..)]
        diff: Option<Vec<PathBuf>>,
        /// The page
        #[arg(short, long, value_name = "FILE", default_value = "report.html")]
        output: PathBuf,
    },
    /// Tell what a change of the cards changed, from two folders of the same job before and after
    Diff {
        /// The folder from before
        before: PathBuf,
        /// The folder from after
        after: PathBuf,
        /// Write a page, too
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Print {"games", "other", "ended_otherwise", "decks": [{"id", "games", "by", "low", "high", "clear"}], "cards": [the same and "games_without", "of_what_differs", "of_its_own"], "first": [{"game", "before", "after"}]}
        #[arg(long)]
        json: bool,
    },
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_start_matches('±').trim_end_matches('%').parse::<f64>().ok();
    number.filter(|n| (0.01..=50.0).contains(n)).ok_or_else(|| "a number of hundredths from 0.01 to 50".to_string())
}

impl SimArgs {
    fn job(&self) -> Result<Job> {
        let decks: Vec<String> = self.decks.split(',').map(|word| word.trim().to_string()).collect();
        let is_all = decks.iter().all(|deck| deck == "all");
        Ok(Job {
            decks: if is_all { Vec::new() } else { decks },
            bots: listed(&self.bots)?,
            options: self.of_game.options_by_name()?,
            players: self.of_game.players,
            seed: self.seed,
        })
    }

    /// The plan of the games that the options ask for, with the time limits of bots that are programs.
    fn plan(&self, game: &intermezzo::table::Game) -> Result<Plan> {
        let mut plan = Plan::new(game, &self.job()?)?;
        plan.brains.limits = self.patience.limits();
        Ok(plan)
    }
}

pub fn run(args: &SimArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let game = match (&args.other, &args.game) {
        (Some(SimCommand::Report { folder: Some(folder), diff: None, output }), _) => {
            write_page(output, &report(&results(folder)?))?;
            writeln!(out, "{}", output.display())?;
            return Ok(Exit::Fine);
        }
        (Some(SimCommand::Report { .. }), _) => {
            let help = "`intermezzo sim diff BEFORE AFTER -o FILE` writes a page of what differs";
            return Err(Error::usage("`sim report` is of one folder").help(help).into());
        }
        (Some(SimCommand::Diff { before, after, output, json }), _) => {
            return tell_diff(before, after, output.as_deref(), *json, out);
        }
        (None, Some(game)) => game,
        (None, None) => return Err(Error::usage("which game?").into()),
    };
    if let Some(cluster) = &args.cluster {
        return cluster::run(args, pack, game, cluster, out);
    }
    if let Some(change) = &args.change {
        return change::run(args, pack, game, change, out);
    }
    let (game, _) = pack.engine(game)?;
    let began = Instant::now();
    let plan = args.plan(&game)?;
    note_other_version(&game, &listed(&args.bots)?);
    let totals = play_job(args, &plan, args.out.as_deref(), &mut |_| {})?;
    let seconds = began.elapsed().as_secs_f64();
    match args.json {
        true => print_json(out, &totals.json(&plan, seconds))?,
        false => result_lines::print(&plan, &totals, seconds, out)?,
    }
    let reached = totals.uncertainty() * 100.0;
    if let Some(wanted) = args.until.filter(|wanted| reached > *wanted) {
        complain(&format!(
            "note: --until {wanted} was not reached: some rate is known to {reached:.2} % only; more --games help\n"
        ));
    }
    Ok(Exit::fine_if(totals.is_sound()))
}

/// Plays the games of a plan, and writes the results into a folder, if one is named; parts that are there already are
/// not played again. `each` gets every part.
fn play_job(args: &SimArgs, plan: &Plan, to: Option<&Path>, each: &mut dyn FnMut(&GamesPart)) -> Result<Totals> {
    let threads = threads(args.threads);
    let shelf = to.map(|path| ResultFolder::of(path, plan, args.part)).transpose()?;
    shelf.as_ref().map_or(Ok(()), |shelf| shelf.has_room_for(args.games))?;
    let mut totals = Totals::of(&plan.names());
    let damaged = Mutex::new(Vec::new());
    let progress = ProgressLine::new("sim", args.games);
    let is_known = |totals: &Totals| args.until.is_some_and(|percent| totals.uncertainty() * 100.0 <= percent);
    let size = |part: u64| args.part.min(args.games - part * args.part);
    let known = |part: u64| {
        let kept = shelf.as_ref().map_or(Ok(None), |shelf| shelf.part(part));
        let kept = kept.unwrap_or_else(|why| {
            damaged.lock().unwrap_or_else(PoisonError::into_inner).push((part, why.to_string()));
            None
        });
        // The stored part counts only if it has all games that this job needs: the last part of a smaller job is
        // shorter.
        Ok(kept.filter(|kept| kept.games.len() as u64 == size(part)))
    };
    let way = Way { games: args.games, threads, part: args.part };
    let keep = |part: &_| shelf.as_ref().map_or(Ok(()), |shelf| shelf.write(part));
    plan.run(0, way, known, keep, &mut |part| {
        totals.take_part(&part);
        each(&part);
        progress.at(totals.games);
        Ok(!is_known(&totals))
    })?;
    progress.end();
    let mut damaged = damaged.into_inner().unwrap_or_else(PoisonError::into_inner);
    damaged.sort();
    damaged.iter().for_each(|(part, why)| complain(&format!("note: part {part} was played anew: {why}")));
    if let (Some(shelf), Some(path), true) = (&shelf, to, args.record_strange) {
        record_strange(plan, shelf, path)?;
    }
    Ok(totals)
}

/// Plays the games again that `odd_games` finds in the results (failed, unfinished, longest, shortest, most uneven),
/// and writes their records into the folder.
fn record_strange(plan: &Plan, shelf: &ResultFolder, path: &Path) -> Result<()> {
    let results = Results::read(path)?;
    let mut files = Vec::new();
    for (number, _) in odd_games(&results) {
        let name = format!("strange-{number:06}.jsonl");
        shelf.record(&name, &plan.record(number)?)?;
        files.push((number, name));
    }
    let list = serde_json::to_string(&files).map_err(|e| Error::internal(e.to_string()))?;
    shelf.text("strange.json", &list)
}

/// The kind of file that `-o` may overwrite: the page of a report.
const PAGE: GeneratedFile =
    GeneratedFile { what: "a page", is_one: |old| old.starts_with(b"<!doctype html>"), option: "-o" };

fn write_page(path: &Path, page: &str) -> Result<()> {
    let (folder, name) = Folder::around(path)?;
    PAGE.write(&folder, &name, page.as_bytes())
}

/// Reads the results in a folder. The folder of a `--change` is refused, because it has a folder of results for each
/// value.
fn results(path: &Path) -> Result<Results> {
    if path.join("job.json").exists() || !path.join("change.html").exists() {
        return Results::read(path);
    }
    let mut values = Folder::open(path)?.folders(Path::new(""));
    values.retain(|name| name.starts_with("value-"));
    values.sort();
    let message = format!("{}: this is the folder of a `--change`, with results of several values", path.display());
    Err(Error::usage(message).help(format!("name one of the folders in it: {}", values.join(", "))))
}

fn tell_diff(
    before: &Path,
    after: &Path,
    output: Option<&Path>,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if before.canonicalize().ok().is_some_and(|path| after.canonicalize().is_ok_and(|other| other == path)) {
        complain(&format!("note: {} is compared with itself", before.display()));
    }
    let (before, after) = (results(before)?, results(after)?);
    let found = diff::diff(&before, &after)?;
    if let Some(path) = output {
        write_page(path, &diff_page(&format!("{}: before and after", before.names.title), &found))?;
    }
    match json {
        true => print_json(out, &found.json())?,
        false => result_lines::print_diff(&found, out)?,
    }
    Ok(Exit::Fine)
}
