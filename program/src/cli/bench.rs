//! Bench: figures of a game on this machine.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::bench_count::{self, Counts};
use super::bench_growth::{self, Growth};
use super::bench_machine::Parallel;
use super::bench_many::{self, Many};
use super::bench_measure::{Bencher, PlayFigures, Positions};
use super::pack::Pack;
use super::play::start_point;
use super::{Exit, print_json};
use intermezzo::error::Error;

/// Measure a game on one core: medians
///
/// Random games with all limits of scripts on; a trivial effect, chosen, paid, its windows passed
/// and resolved; the start of a game; forks at rest and in the middle of an effect; the state's
/// size; from a saved file to the new card at the table; scenarios; loading and checking the game,
/// and all games, with nothing compiled before; the memory of a table that waits after fifty answers, its catalog shared;
/// which part of its speed a core keeps when all cores play; and how often a decision asks for memory and how many
/// instructions it takes, from the answer to the next question, on average in five games, the same ones each time.
/// Instructions are counted by valgrind, if it is installed. Exits with 1 if a script failed in a game.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct BenchArgs {
    #[command(subcommand)]
    other: Option<BenchCommand>,
    /// The game
    #[arg(required = true)]
    game: Option<String>,
    /// Print {"game", "decisions_per_s", "games_per_s", "effect_us", "start_us", "fork_ns",
    /// "fork_mid_effect_ns", "state_bytes", "reload_ms", "scenarios_per_s", "script_errors",
    /// "load_ms", "load_all_ms", "table_bytes", "table_with_log_bytes", "threads", "parallel",
    /// "allocations", "instructions_per_decision"}; null for what could not be measured
    #[arg(long, verbatim_doc_comment)]
    json: bool,
    /// How long to measure, about; no game may take longer, and five seconds are always enough
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = seconds)]
    seconds: f64,
    /// Play on from a moment in all games, instead of from the beginning: RECORD@N after N answers of a record,
    /// RECORD after all, or a SCENARIO.yaml after its steps; what a start and a saved file take is then not measured
    #[arg(long, value_name = "FILE[@N]", conflicts_with = "no_lowering")]
    from: Option<String>,
    /// Prepare no calls of scripts while the game loads: it is the same game, and slower
    #[arg(long)]
    no_lowering: bool,
    /// Play the games in which instructions are counted, and print nothing
    #[arg(long, hide = true)]
    only_play: bool,
}

/// The time that one game may always take, even in a short measurement.
const LEAST_FOR_A_GAME: Duration = Duration::from_secs(5);

/// The measurements besides that of a game.
#[derive(Debug, clap::Subcommand)]
enum BenchCommand {
    Growth(Growth),
    Many(Many),
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|n| (0.0..=3600.0).contains(n));
    number.ok_or_else(|| "a number of seconds from 0 to 3600".to_string())
}

pub fn run(args: &BenchArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let game = match (&args.other, &args.game) {
        (Some(BenchCommand::Growth(args)), _) => return bench_growth::run(args, out),
        (Some(BenchCommand::Many(args)), _) => return bench_many::run(args, pack, out),
        (None, Some(game)) => game,
        (None, None) => return Err(Error::usage("which game?").into()),
    };
    let around = start_point::pack_around(args.from.as_deref(), pack);
    let pack = around.as_ref().unwrap_or(pack);
    let from = args.from.as_ref().map(|from| start_point::table(from, game, pack)).transpose()?;
    let (engine, from) = match from {
        Some((table, _)) => (table.game().clone(), Some(table)),
        None => (pack.engine(game)?.0, None),
    };
    let engine = if args.no_lowering { engine.without_lowering()? } else { engine };
    let all = pack.files()?.games();
    if let Some((from, table)) = args.from.as_ref().zip(from.as_ref())
        && table.decisions().is_empty()
    {
        let message = format!("--from {from}: the game is over there, and nothing is left to measure");
        let help = match from.ends_with(".yaml") {
            true => "name a scenario after whose steps somebody is asked something".into(),
            false => format!("name a moment before its end: `--from {}@0`", from.split('@').next().unwrap_or(from)),
        };
        return Err(Error::usage(message).help(help).into());
    }
    let bencher = Bencher::new(&engine, from.as_ref());
    if args.only_play {
        bench_count::play(bencher)?;
        return Ok(Exit::Fine);
    }
    let mut bencher = bencher.for_games_within(Duration::from_secs_f64(args.seconds).max(LEAST_FOR_A_GAME));
    let share = |part: f64| Duration::from_secs_f64((args.seconds * part).clamp(0.05, 600.0));
    let alone = Pack { packs: Vec::new(), ..pack.clone() };
    let measured = GameMeasures {
        play: bencher.play(share(0.4))?,
        positions: bencher.positions(share(0.2))?,
        start_us: bencher.start_us(share(0.05))?,
        reload_ms: bencher.reload_ms(share(0.15))?,
        scenarios_per_s: bencher.scenarios_per_s(pack, share(0.2))?,
        load_ms: Bencher::load_ms(pack, std::slice::from_ref(game), share(0.05))?,
        load_all_ms: Bencher::load_ms(&alone, &all, share(0.05))?,
        parallel: bencher.parallel(share(0.2))?,
        table_bytes: bencher.table_bytes(false)?,
        table_with_log_bytes: bencher.table_bytes(true)?,
        counts: bench_count::counts(Bencher::new(&engine, from.as_ref()))?,
    };
    let figures = measured.figures(game);
    if args.json {
        print_json(out, &figures)?;
    } else {
        for (name, value) in figures.as_object().into_iter().flatten() {
            writeln!(out, "{name:<25} {}", value.as_str().map_or(value.to_string(), String::from))?;
        }
    }
    Ok(Exit::fine_if(measured.play.script_errors == 0))
}

/// The results of all measurements of a game; `None` where something could not be measured.
#[derive(Default)]
struct GameMeasures {
    play: PlayFigures,
    positions: Positions,
    start_us: Option<f64>,
    reload_ms: Option<f64>,
    scenarios_per_s: Option<f64>,
    load_ms: Option<f64>,
    load_all_ms: Option<f64>,
    parallel: Parallel,
    table_bytes: Option<f64>,
    table_with_log_bytes: Option<f64>,
    counts: Counts,
}

impl GameMeasures {
    fn figures(&self, game: &str) -> Value {
        let whole = |n: Option<f64>| n.map(|n| n.round() as i64);
        let tenths = |n: Option<f64>| n.map(|n| (n * 10.0).round() / 10.0);
        json!({
            "game": game,
            "decisions_per_s": whole(self.play.decisions_per_s),
            "games_per_s": tenths(self.play.games_per_s),
            "effect_us": tenths(self.positions.effect_us),
            "start_us": tenths(self.start_us),
            "fork_ns": whole(self.positions.fork_ns),
            "fork_mid_effect_ns": whole(self.positions.fork_mid_effect_ns),
            "state_bytes": whole(self.positions.state_bytes),
            "reload_ms": tenths(self.reload_ms),
            "scenarios_per_s": whole(self.scenarios_per_s),
            "script_errors": self.play.script_errors,
            "load_ms": tenths(self.load_ms),
            "load_all_ms": tenths(self.load_all_ms),
            "table_bytes": whole(self.table_bytes),
            "table_with_log_bytes": whole(self.table_with_log_bytes),
            "threads": self.parallel.threads,
            "parallel": self.parallel.share.map(|n| (n * 100.0).round() / 100.0),
            "allocations": tenths(self.counts.allocations),
            "instructions_per_decision": whole(self.counts.instructions),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    #[test]
    fn help_names_the_keys() {
        assert_eq!(keys_in_help::<BenchArgs>(), keys_of(&GameMeasures::default().figures("any")));
    }

    /// The keys of the JSON output that the help of `--json` names, in its order.
    pub fn keys_in_help<T: clap::Args>() -> Vec<String> {
        let command = T::augment_args(clap::Command::new("bench"));
        let json = command.get_arguments().find(|arg| arg.get_id() == "json").expect("there is --json");
        let help = json.get_help().expect("it has help").to_string();
        help.split('"').skip(1).step_by(2).map(String::from).collect()
    }

    /// The keys of an object, in its order.
    pub fn keys_of(figures: &Value) -> Vec<String> {
        figures.as_object().expect("an object").keys().cloned().collect()
    }
}
