//! Ratings: lets bots play each other in pairs, and prints how strong each is.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;

use super::answer_time::Patience;
use super::game_args::GameArgs;
use super::numbers::{MOST_GAMES, MOST_THREADS, threads, whole};
use super::output::{ProgressLine, complain};
use super::pack::Pack;
use super::text::{clean, pad};
use super::train::note_other_version;
use super::{Exit, interrupt, print_json};
use intermezzo::bots::{Limits, listed};
use intermezzo::error::{Error, Result};
use intermezzo::sim::{Ending, Job, Match, Plan, Played, Way, elo, ratings};
use intermezzo::table::Game;

/// Find out how strong bots are in a game
///
/// Any two of the bots play each other, from every seat and with the same luck on both sides, until
/// one of them is stronger beyond doubt or they have played all their games. In games for more than two
/// players, the two bots hold the seats in turn. Intervals compare pairs of games in which only the sides
/// differ, so a deck that decides games for either bot makes no interval wider. The first bot is rated 0.
/// Prints each pair's results when its games are over; Ctrl-C ends the games and prints the
/// results so far. Exits with 1 unless each bot of the list is stronger beyond doubt than the one before it,
/// or if a script fails, or a game cannot go on or has no end.
#[derive(Debug, clap::Args)]
pub struct RatingsArgs {
    /// The game
    game: String,
    /// The bots, from the weakest on; what has a comma in it stands in quotes: `'random,"program:./a,b"'`
    #[arg(long, value_name = "BOTS", default_value = "random,greedy,ismcts:1000")]
    bots: String,
    /// So many games two bots play at most
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u64>(1, MOST_GAMES))]
    games: u64,
    #[command(flatten)]
    of_game: GameArgs,
    /// The seed of the first round; the next one has the next seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, MOST_THREADS))]
    threads: Option<usize>,
    /// Begin no more games after so many minutes, and tell what is known by then
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, YEAR))]
    minutes: Option<u64>,
    #[command(flatten)]
    patience: Patience,
    /// Play all games, also when it is clear who is stronger
    #[arg(long)]
    all: bool,
    /// Print {"game", "ratings": [{"bot", "elo", "low", "high"}], "matches": [{"bots", "games", "wins", "draws", "low", "high"}]}
    #[arg(long)]
    json: bool,
}

/// The least number of games of two bots before the difference between them is judged.
const LEAST: u64 = 16;
/// The most minutes of a run.
const YEAR: u64 = 366 * 24 * 60;

pub fn run(args: &RatingsArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (game, _) = pack.engine(&args.game)?;
    let bots = listed(&args.bots)?;
    if bots.len() < 2 {
        return Err(Error::usage("--bots: two bots at least").into());
    }
    note_other_version(&game, &bots);
    let names = numbered(&bots);
    let stop = interrupt::listen()?;
    let until = args.minutes.map(|n| Instant::now() + Duration::from_secs(n * 60));
    let limits = args.patience.limits().until(until, stop);
    let (mut matches, mut broken) = (Vec::new(), GameFaults::default());
    for b in 1..bots.len() {
        for a in 0..b {
            let (pair, title) = ((bots[b].as_str(), bots[a].as_str()), format!("{} against {}", names[b], names[a]));
            let one = Match { bots: (b, a), ..of_two(args, &game, pair, &title, &limits, &mut broken)? };
            if !args.json {
                tell(&title, &one, out)?;
            }
            matches.push(one);
        }
    }
    match (limits.is_stopped(), limits.is_over()) {
        (true, _) => complain("note: the games were stopped: these are the results so far"),
        (false, true) => complain("note: the time is over: these are the results so far"),
        _ => {}
    }
    let all = ratings(bots.len(), &matches);
    if args.json {
        print_json(out, &as_json(&args.game, &names, &all, &matches))?;
    } else {
        for (bot, (rating, half)) in names.iter().zip(&all) {
            writeln!(out, "{} {rating:+6.0} ±{half:.0}", pad(&clean(bot), 16))?;
        }
    }
    let mut neighbours = matches.iter().filter(|m| m.bots.0 == m.bots.1 + 1);
    let GameFaults { scripts, aborted, stalled } = broken;
    if scripts + aborted + stalled > 0 {
        complain(&format!(
            "warning: the ratings are worth little: {scripts} scripts failed, {aborted} games could not go on, {stalled} had no \
             end; `intermezzo fuzz {}` finds out why",
            args.game
        ));
    }
    Ok(Exit::fine_if(scripts + aborted + stalled == 0 && neighbours.all(|m| m.clear() > 0)))
}

/// Prints the result of the games of two bots.
fn tell(title: &str, one: &Match, out: &mut dyn Write) -> std::io::Result<()> {
    let (title, rate, (low, high)) = (clean(title), one.rate, one.interval());
    match rate.games {
        0 => writeln!(out, "{title}: no game")?,
        games => {
            let (won, low, high) = (rate.rate() * 100.0, elo(low), elo(high));
            writeln!(out, "{title}: {won:.0} % of {games} games, {low:+.0} to {high:+.0}")?;
        }
    }
    out.flush()
}

/// The numbers of faults in the games.
#[derive(Default)]
struct GameFaults {
    /// The number of scripts that failed.
    scripts: u64,
    /// The number of games that could not go on.
    aborted: u64,
    /// The number of games without an end.
    stalled: u64,
}

/// The names of the bots; those that were given several times are numbered.
fn numbered(bots: &[String]) -> Vec<String> {
    let equal = |at: usize, among: &[String]| among.iter().filter(|bot| **bot == bots[at]).count();
    let name = |at: usize| match equal(at, bots) {
        1 => bots[at].to_string(),
        _ => format!("{} ({})", bots[at], equal(at, &bots[..=at])),
    };
    (0..bots.len()).map(name).collect()
}

/// Plays the games of the bots `a` and `b`, and returns how many `a` won. Faults in the games are added to `broken`.
fn of_two(
    args: &RatingsArgs,
    game: &Game,
    (a, b): (&str, &str),
    title: &str,
    limits: &Limits,
    broken: &mut GameFaults,
) -> Result<Match> {
    let seats = args.of_game.players.unwrap_or(game.catalog.rules.schema.players.usual) as usize;
    if seats % 2 == 1 {
        let help = "`--players` with an even number; for one seat, compare the results of two `sim`";
        return Err(Error::usage(format!("of {seats} seats one side would have more")).help(help));
    }
    let side = |seat: usize| if seat.is_multiple_of(2) { a } else { b };
    let job = Job {
        bots: (0..seats.max(2)).map(|seat| side(seat).to_string()).collect(),
        options: args.of_game.options_by_name()?,
        players: args.of_game.players,
        seed: args.seed,
        ..Job::default()
    };
    let mut plan = Plan::of_sides(game, &job)?;
    plan.brains.limits = limits.clone();
    let progress = ProgressLine::new(title, args.games);
    let (mut of, mut last): (Match, Option<(Played, f64)>) = Default::default();
    // Games in a row share their luck, so the difference is judged only after whole rounds of them.
    let round = plan.round().clamp(2, 8);
    // A part is a single game, because before each part it is asked whether time is left.
    let way = Way { games: args.games, threads: threads(args.threads), part: 1 };
    let has_time = |_| match limits.is_over() {
        true => Err(Error::usage("the time is over")),
        false => Ok(None),
    };
    let outcome = plan.run(0, way, has_time, |_| Ok(()), &mut |part| {
        for played in part.games {
            broken.scripts += u64::from(played.faults);
            broken.aborted += u64::from(played.ending == Ending::Aborted);
            broken.stalled += u64::from(played.ending == Ending::Stalled);
            let best = |first: bool| {
                let seats = (0..seats).filter(|seat| (played.bots[*seat] == 0) == first);
                seats.map(|seat| played.points(seat)).max().unwrap_or(1)
            };
            let points = match (best(true), best(false)) {
                (2, other) if other < 2 => 2,
                (own, 2) if own < 2 => 0,
                _ => 1,
            };
            of.rate.take(points);
            let got = f64::from(points) / 2.0;
            // If the game before differs only in the sides, the two count as one pair.
            last = match last.take() {
                Some((before, other)) if is_pair(&before, &played) => {
                    of.pairs.take((other + got) / 2.0);
                    None
                }
                _ => Some((played, got)),
            };
        }
        progress.at(of.rate.games);
        let is_looked_at = of.rate.games >= LEAST && of.rate.games.is_multiple_of(round);
        Ok(args.all || !is_looked_at || of.clear() == 0)
    });
    progress.end();
    // If the time is over, the error of a program that was just answering does not count.
    if !limits.is_over() {
        outcome?;
    }
    Ok(of)
}

/// True if two games have the same seed and decks, and the bots on exchanged seats.
fn is_pair(a: &Played, b: &Played) -> bool {
    (a.seed, &a.decks) == (b.seed, &b.decks) && a.bots != b.bots
}

fn as_json(game: &str, bots: &[String], all: &[(f64, f64)], matches: &[Match]) -> serde_json::Value {
    let whole = |n: f64| n.round() as i64;
    let rating = |(bot, (rating, half)): (&String, &(f64, f64))| json!({ "bot": bot, "elo": whole(*rating), "low": whole(rating - half), "high": whole(rating + half) });
    let one = |m: &Match| {
        let (low, high) = m.interval();
        json!({
            "bots": [bots[m.bots.0], bots[m.bots.1]], "games": m.rate.games, "wins": m.rate.wins, "draws": m.rate.draws,
            "low": whole(elo(low)), "high": whole(elo(high)),
        })
    };
    json!({
        "game": game,
        "ratings": bots.iter().zip(all).map(rating).collect::<Vec<_>>(),
        "matches": matches.iter().map(one).collect::<Vec<_>>(),
    })
}
