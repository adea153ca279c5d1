//! Sim: bots play many games, and it is told who wins how often.

use std::io::Write;
use std::time::Instant;

use super::output::Progress;
use super::pack::Pack;
use super::text::{clean, pad};
use super::{Exit, play, print_json};
use crate::error::{Error, Result};
use crate::sim::{Job, Plan, Totals, Way};

/// Let bots play many games, and count
///
/// Every deck meets every other one, from either side, and each round of such games has one seed:
/// the same luck meets both sides. The same arguments give the same numbers and the same hash on any
/// machine and with any number of threads. Exits with 1 if a script failed in a game or a game could
/// not go on.
#[derive(Debug, clap::Args)]
pub struct Sim {
    /// The game
    game: String,
    /// How many games; with --until at most so many
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The decks that meet, by their ids: `a,b,c`, or `all`
    #[arg(long, value_name = "DECKS", default_value = "all")]
    decks: String,
    /// One bot for all seats, or one for each: random, greedy, ismcts:200 (playouts), ismcts:50ms
    #[arg(long, value_name = "BOTS", default_value = "random")]
    bots: String,
    /// How many play [default: as many as usual in the game]
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// An option of the game that differs from its default; may be repeated
    #[arg(long = "option", alias = "options", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// The seed of the first round; the next one has the next seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop when every rate is known so well, in hundredths: 1 is from 1 % below to 1 % above
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    until: Option<f64>,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print {"game", "games", "decisions", "seconds", "script_errors", "decks", "matrix",
    /// "first_player", "cards", "bots", "endings", "hash"}
    #[arg(long, verbatim_doc_comment)]
    json: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_start_matches('±').trim_end_matches('%').parse::<f64>().ok();
    number.filter(|n| (0.01..=50.0).contains(n)).ok_or_else(|| "a number of hundredths from 0.01 to 50".to_string())
}

/// So many games are a part: what is written, kept and taken up again at once.
const PART: u64 = 256;

impl Sim {
    fn job(&self) -> Result<Job> {
        let list = |text: &str| text.split(',').map(|word| word.trim().to_string()).filter(|w| !w.is_empty()).collect();
        Ok(Job {
            decks: if self.decks == "all" { Vec::new() } else { list(&self.decks) },
            bots: list(&self.bots),
            options: play::options(&self.options)?,
            players: self.players,
            seed: self.seed,
        })
    }
}

pub fn run(args: &Sim, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (game, _) = pack.engine(&args.game)?;
    let plan = Plan::new(&game, &args.job()?)?;
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = args.threads.unwrap_or_else(cores);
    if threads == 0 || threads > 1024 {
        return Err(Error::usage("--threads: a number from 1 to 1024").into());
    }
    let (mut totals, began) = (Totals::new(&plan), Instant::now());
    let progress = Progress::new(args.games);
    let is_known = |totals: &Totals| args.until.is_some_and(|percent| totals.uncertainty() * 100.0 <= percent);
    plan.run(0, Way { games: args.games, threads, part: PART }, |_| Ok(None), &mut |part| {
        totals.take_part(&part);
        progress.at(totals.games);
        Ok(!is_known(&totals))
    })?;
    progress.end();
    let seconds = began.elapsed().as_secs_f64();
    match args.json {
        true => print_json(out, &totals.json(&plan, seconds))?,
        false => table(&plan, &totals, seconds, out)?,
    }
    Ok(Exit::fine_if(totals.faults == 0 && totals.endings[3] == 0))
}

/// So wide a column of the matrix is.
const COLUMN: usize = 14;

fn table(plan: &Plan, totals: &Totals, seconds: f64, out: &mut dyn Write) -> std::io::Result<()> {
    let hundredths = |n: f64| format!("{:.1}", n * 100.0);
    let with_interval = |rate: &crate::sim::Rate| {
        let (low, high) = rate.interval();
        match rate.games {
            0 => "-".to_string(),
            _ => format!("{} ±{:.1}", hundredths(rate.rate()), (high - low) * 50.0),
        }
    };
    let decks = plan.decks();
    if !decks.is_empty() {
        let head = decks.iter().map(|d| d.len()).max().unwrap_or(0) + 2;
        let columns: String = decks.iter().map(|d| pad(&super::text::cut(d, COLUMN - 2), COLUMN)).collect();
        writeln!(out, "{}{}", pad("wins against, %", head.max(17)), columns.trim_end())?;
        for (deck, row) in decks.iter().zip(&totals.matrix) {
            let cells: String = row.iter().map(|rate| pad(&with_interval(rate), COLUMN)).collect();
            writeln!(out, "{}{}", pad(&clean(deck), head.max(17)), cells.trim_end())?;
        }
        writeln!(out, "A deck against itself: how often who had the first turn won.")?;
    }
    if plan.bots.len() > 1 {
        for (bot, rate) in plan.bots.iter().zip(&totals.bots) {
            writeln!(
                out,
                "{} wins {} % of {} games",
                pad(&clean(&bot.to_string()), 16),
                with_interval(rate),
                rate.games
            )?;
        }
    }
    let endings = totals.endings_in_words();
    writeln!(
        out,
        "first turn wins   {} % of {} games that somebody won",
        with_interval(&totals.first),
        totals.first.games
    )?;
    writeln!(out, "endings           {endings}")?;
    writeln!(
        out,
        "games             {} in {seconds:.1} s, {:.0} a second, {:.0} decisions a second",
        totals.games,
        totals.games as f64 / seconds.max(1e-9),
        totals.decisions as f64 / seconds.max(1e-9)
    )?;
    writeln!(out, "script errors     {}", totals.faults)?;
    writeln!(out, "hash              {}", totals.hash())
}
