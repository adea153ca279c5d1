//! Train: lets bots learn a game from games of their own, and writes what they learnt into a file beside the game.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Exit;
use super::game_args::GameArgs;
use super::generated_files::GeneratedFile;
use super::numbers::{MOST_GAMES, MOST_THREADS, threads, whole};
use super::output::complain;
use super::pack::Pack;
use super::text::clean;
use intermezzo::bots::{BotKind, learnt_otherwise};
use intermezzo::data::disk::Folder;
use intermezzo::sim::Job;
use intermezzo::sim::training::{Training, train};
use intermezzo::table::Game;

/// Let bots learn a game, from games of their own
///
/// In each round bots learn from the games of the last bot what a moment is worth and what players do, and the new bot is
/// kept where it beats the last one beyond doubt. What is known at the end is written to a file beside the game,
/// cards/GAME/bots/learnt.txt, from which `greedy` and `ismcts` know the game then. The same arguments write the same
/// file, with any number of threads. Exits with 1, and writes nothing, if no new bot was better than the one of random games.
#[derive(Debug, clap::Args)]
pub struct TrainArgs {
    /// The game
    game: String,
    /// So many rounds
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u32>(1, 1000))]
    rounds: u32,
    /// The games that each round learns from
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u64>(1, MOST_GAMES))]
    games: u64,
    /// The number of games (not of pairs) that a new bot plays against the last one; two and two differ only in the sides
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u64>(2, MOST_GAMES))]
    gate: u64,
    #[command(flatten)]
    of_game: GameArgs,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, MOST_THREADS))]
    threads: Option<usize>,
    /// Another file to write
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Where the learnt file is written: its folder, its path below that, and the path to print.
fn place(args: &TrainArgs, pack: &Pack) -> anyhow::Result<(Folder, PathBuf, PathBuf)> {
    if let Some(path) = &args.output {
        let (folder, name) = Folder::around(path)?;
        return Ok((folder, name, path.clone()));
    }
    let root = pack.root.clone().unwrap_or_else(|| ".".into());
    let name = Path::new("cards").join(&args.game).join("bots/learnt.txt");
    Ok((Folder::open(&root)?, name.clone(), root.join(name)))
}

/// Prints a note if what the bots know of the game was learnt from another version of it.
pub fn note_other_version(game: &Game, bots: &[String]) {
    let looks = |bot: &String| matches!(bot.parse(), Ok(BotKind::Greedy | BotKind::Ismcts(..)));
    if bots.iter().any(looks) && learnt_otherwise(game).is_some() {
        let id = clean(&game.catalog.rules.schema.game).to_string();
        complain(&format!(
            "note: the bots of `{id}` learnt another version of it, and use what still fits; `intermezzo train {id}` lets them learn this one"
        ));
    }
}

/// The kind of file: what bots learnt.
const LEARNT: GeneratedFile =
    GeneratedFile { what: "what bots learnt", is_one: |old| old.starts_with(b"bots "), option: "-o" };

pub fn run(args: &TrainArgs, pack: &Pack, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let (game, _) = pack.engine(&args.game)?;
    let began = Instant::now();
    let job = Job {
        options: args.of_game.options_by_name()?,
        players: args.of_game.players,
        seed: args.seed,
        ..Job::default()
    };
    let how = Training {
        rounds: args.rounds,
        games: args.games,
        gate: args.gate,
        seed: args.seed,
        threads: threads(args.threads),
    };
    let mut told = Ok(());
    let (folder, name, path) = place(args, pack)?;
    LEARNT.check_overwrite(&folder, &name)?;
    let text = train(&game, &job, how, &mut |round| {
        told = writeln!(out, "{} ({:.0} s)", round.told(), began.elapsed().as_secs_f64()).and_then(|()| out.flush());
    })?;
    told?;
    let Some(text) = text else {
        complain("note: no new bot was better than the one that learnt from random games: nothing is written");
        return Ok(Exit::Findings);
    };
    folder.make_folders(&name)?;
    LEARNT.write(&folder, &name, text.as_bytes())?;
    writeln!(out, "{}", path.display())?;
    Ok(Exit::Fine)
}
