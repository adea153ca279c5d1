//! Play: a game in the terminal, by people and bots, or by bots alone.
//!
//! ```text
//! headless: bots answer everything, nothing is drawn
//! session:  advance (bots, forced answers) -> draw -> wait (a line, a saved file) -> do it -> ...
//! ```
//!
//! The program draws everything from a [`View`](intermezzo::table::View), never from the state.

pub mod ask;
mod board;
mod bots;
mod card_effects;
pub mod card_page;
mod card_texts;
pub mod input;
mod journal;
pub mod labels;
mod persons;
mod reload;
mod reply;
pub mod result;
mod rules_page;
mod screen;
mod session;
pub mod start_point;
pub mod table_in_words;
mod terminal;
mod typing;
mod why_words;

use std::io::Write;
use std::path::PathBuf;

use super::Exit;
use super::answer_time::Patience;
use super::game_args::GameArgs;
use super::language;
use super::named_deck::deck;
use super::numbers::whole;
use super::output::{Output, complain};
use super::pack::Pack;
use super::text::clean;
use intermezzo::bots::{BotKind, Brains};
use intermezzo::catalog::Deck;
use intermezzo::error::{Error, Result};
use intermezzo::kernel::Seat;
use intermezzo::table::{Entry, Game, MOST_ANSWERS, Setup, Table};
use journal::{Journal, Sync};
#[cfg(feature = "studio")]
pub use screen::at_depth;

/// Play a game in the terminal
///
/// You play the first seat and bots the others, unless you say otherwise: --seats 1,4 gives you two,
/// where the game lets one person hold several. Saving a card or a
/// script of the root while you play brings it into the game at once. With --bots random the game
/// is played to its end without asking; --json then prints {"winner", "decisions", "log_hash"},
/// the winner being a seat from 1, or null. Where the input ends before the game does (Ctrl-D, a
/// closed pipe) the game is broken off, which is told with how to play on; it exits with 0, as after
/// `q`. Exits with 1 if the game could not go on, a script failed, or bots alone gave 50,000 answers
/// and it is not over: it has stalled.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The game, by the name of its folder in cards/; a wrong name lists those there are
    game: String,
    /// A deck for each seat in turn: one of the game's by its id, or a file [default: the game's first ones]
    #[arg(long = "deck", value_name = "DECK")]
    decks: Vec<String>,
    /// Bots play every seat, to the end of the game: random, greedy, ismcts:200 (playouts), ismcts:50ms
    #[arg(long, value_name = "KIND", conflicts_with_all = ["bot", "hot_seat"])]
    bots: Option<BotKind>,
    /// A bot plays this seat, a number from 1 or a name: `2`, `beth=ismcts:50ms`, `3=program:PATH`; may be repeated
    /// [default: random ones at every seat but the first]
    #[arg(long, value_name = "SEAT[=KIND]")]
    bot: Vec<String>,
    #[command(flatten)]
    patience: Patience,
    /// People at one keyboard play every seat without a bot; the screen hides hands in between, words cannot
    #[arg(long)]
    hot_seat: bool,
    /// Seats that one person at the keyboard plays, as 1,4: several where the game allows it; may be repeated
    #[arg(long, value_name = "SEATS", conflicts_with = "bots")]
    seats: Vec<String>,
    #[command(flatten)]
    of_game: GameArgs,
    /// Names of the players, in the order of seats; may be repeated
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Where all chance comes from [default: another one each time; 0 with --bots]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX))]
    seed: Option<u64>,
    /// Ask also where only one answer is legal
    #[arg(long)]
    ask_all: bool,
    /// Words only: no screen of its own, no drawn lines; for screen readers [default: where the terminal can no more, or is none]
    #[arg(long)]
    plain: bool,
    /// Print {"winner", "decisions", "log_hash"} at the end
    #[arg(long)]
    json: bool,
    /// Write the whole transcript to a file at the end: all that happened, hidden or not
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// Write the record to a file while the game is played: what `replay` takes
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// When the record is on the disk for sure [default: answer; end with --bots]
    #[arg(long, value_name = "WHEN", requires = "record")]
    sync: Option<Sync>,
    /// Put all files of the game into the record: one file that can be sent, and needs no texts beside it
    #[arg(long, requires = "record")]
    portable: bool,
    /// Play on from a moment: RECORD@N after N answers of a record, RECORD after all, or a SCENARIO.yaml after its steps
    #[arg(long, value_name = "FILE[@N]", conflicts_with_all = ["decks", "players", "seed", "options"])]
    from: Option<String>,
    /// Prepare no calls of scripts while the game loads: it is the same game, and slower
    #[arg(long, conflicts_with = "from")]
    no_lowering: bool,
    /// Write over files of --record and --transcript that are there already
    #[arg(long)]
    overwrite: bool,
}

pub fn run(args: &PlayArgs, pack: &Pack, out: &mut Output) -> anyhow::Result<Exit> {
    let around = start_point::pack_around(args.from.as_deref(), pack);
    let pack = around.as_ref().unwrap_or(pack);
    result::claim("--record", args.record.as_deref(), args.overwrite)?;
    result::claim("--transcript", args.transcript.as_deref(), args.overwrite)?;
    if let Some(from) = &args.from {
        let (mut table, ahead) = start_point::table(from, &args.game, pack)?;
        language::speak(table.game(), pack)?;
        let seats = table.world().rules.schema.seats as usize;
        check_names(&args.names, seats)?;
        name_seats(&mut table, &args.names);
        let seed = table.record().seed;
        return match &args.bots {
            Some(kind) => headless(args, table, (0, kind), out),
            None => session::play(args, pack, (table, ahead, false), seed, out),
        };
    }
    let (engine, _) = pack.engine(&args.game)?;
    language::speak(&engine, pack)?;
    let engine = if args.no_lowering { engine.without_lowering()? } else { engine };
    let seed = args.seed.unwrap_or_else(|| if args.bots.is_some() { 0 } else { fresh_seed() });
    let seats = seat_count(&engine, args.of_game.players)?;
    let mut table = engine.set_up(setup(args, &engine, seed)?).map(Table::start)?;
    check_names(&args.names, seats)?;
    name_seats(&mut table, &args.names);
    match &args.bots {
        Some(kind) => headless(args, table, (seed, kind), out),
        None => session::play(args, pack, (table, Vec::new(), false), seed, out),
    }
}

/// The arguments of `play`, for a game that another command plays.
#[derive(clap::Parser)]
struct Alone {
    #[command(flatten)]
    play: PlayArgs,
}

/// Runs `replay --step`: a session in which the person looks from every seat, steps back and forward, and answers for
/// all. `ahead` are the recorded entries behind the table's moment.
pub fn step(table: Table, ahead: Vec<Entry>, is_plain: bool, pack: &Pack, out: &mut Output) -> anyhow::Result<Exit> {
    let game = table.world().rules.schema.game.to_string();
    let plain = if is_plain { &["--plain"][..] } else { &[] };
    let args = ["play", &game, "--hot-seat", "--ask-all"].into_iter().chain(plain.iter().copied());
    let Alone { play } = <Alone as clap::Parser>::try_parse_from(args)?;
    let seed = table.record().seed;
    session::play(&play, pack, (table, ahead, true), seed, out)
}

/// Lets bots play to the end.
fn headless(
    args: &PlayArgs,
    mut table: Table,
    (seed, kind): (u64, &BotKind),
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if args.transcript.is_none() {
        table.forget_log();
    }
    let mut journal = Journal::of(args, table.record())?;
    let begin = |seed: u64| table.game().set_up(setup(args, table.game(), seed)?).map(Table::start);
    let mut brains = Brains::of(std::slice::from_ref(kind), &begin)?;
    brains.limits = args.patience.limits();
    // A single random bot plays all seats; other kinds get a bot for each seat.
    let bots = if *kind == BotKind::Random { 1 } else { table.names().len() };
    let mut bots = (0..bots as u64).map(|i| brains.player(kind, seed ^ i << 32)).collect::<Result<Vec<_>>>()?;
    let mut left = MOST_ANSWERS;
    while let Some(seat) = table.decisions().first().map(|d| d.seat).filter(|_| left > 0) {
        left -= 1;
        let bot = seat.index() % bots.len();
        intermezzo::sim::answer(&mut table, seat, &mut *bots[bot])?;
        if let Some(journal) = &mut journal {
            journal.follow(table.record());
            if journal.is_full() {
                break;
            }
        }
    }
    let written = result::write_files(args, &table, journal);
    result::print(&table, args.json, out)?;
    written?;
    table.fault_errors().iter().for_each(|f| {
        complain(&format!("error: the script of {} failed: {}", clean(&f.what), clean(&f.error.to_string())))
    });
    if left == 0 && !table.is_over() {
        complain(&format!("error: the game has stalled: {MOST_ANSWERS} answers did not end it"));
        return Ok(Exit::fine_if(false));
    }
    Ok(result::exit_of(&table))
}

/// The setup of a game from the arguments (players, decks, options) and from the seed.
fn setup(args: &PlayArgs, engine: &Game, seed: u64) -> Result<Setup> {
    let seats = seat_count(engine, args.of_game.players)?;
    let setup = Setup {
        seed,
        decks: decks(engine, seats, &args.decks)?,
        options: args.of_game.options_by_name()?,
        players: Some(seats as u8),
    };
    Ok(with_decks_beside(engine, setup, args.decks.len()))
}

/// The setup, with other decks at the seats behind the first `given` ones, if the game refuses the usual decks beside
/// the given: some games forbid two players to bring the same.
pub fn with_decks_beside(engine: &Game, setup: Setup, given: usize) -> Setup {
    let named = &setup.decks[..given];
    let others: Vec<&Deck> = engine.catalog.decks.values().filter(|deck| !named.contains(deck)).collect();
    let begins = |setup: &Setup| engine.set_up(setup.clone()).is_ok();
    if given == 0 || given == setup.decks.len() || begins(&setup) {
        return setup;
    }
    let from = |first: usize| {
        let turned = others.iter().cycle().skip(first).take(setup.decks.len() - given);
        Setup { decks: named.iter().chain(turned.copied()).cloned().collect(), ..setup.clone() }
    };
    (0..others.len()).map(from).find(begins).unwrap_or(setup)
}

/// The names of players who were given none, in the order of seats.
const NAMES: [&str; 8] = ["Amy", "Beth", "Cleo", "Dora", "Elsa", "Fay", "Gwen", "Hana"];

/// Gives the seats of a table the given names in order, and the other seats usual ones.
pub fn name_seats(table: &mut Table, given: &[String]) {
    let seats = table.world().rules.schema.seats as usize;
    let name = |i: usize| given.get(i).map_or(NAMES[i % NAMES.len()], String::as_str);
    table.name_seats(&(0..seats).map(name).collect::<Vec<_>>()).expect("a name for each seat");
}

/// Refuses given names that are empty, too many, or equal to the name of another seat.
fn check_names(given: &[String], seats: usize) -> Result<()> {
    if given.len() > seats {
        return Err(Error::usage(format!("{} names were given for {seats} seats", given.len())));
    }
    for (i, name) in given.iter().enumerate() {
        let others =
            given.iter().map(String::as_str).take(i).chain(NAMES.iter().copied().take(seats).skip(given.len()));
        if name.trim().is_empty() {
            return Err(Error::usage("--name: an empty name is none"));
        }
        if others.into_iter().any(|other| other == name) {
            return Err(Error::usage(format!("--name {name}: another seat is called so")));
        }
    }
    Ok(())
}

fn fresh_seed() -> u64 {
    // The seed has at most six digits, so that a person can type it again.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |d| (d.as_micros() % 1_000_000) as u64)
}

/// The number of players.
pub fn seat_count(engine: &Game, given: Option<u8>) -> Result<usize> {
    let players = engine.catalog.rules.schema.players;
    let seats = given.map_or(players.usual, |n| n) as usize;
    match players.allow(seats) {
        true => Ok(seats),
        false => Err(Error::usage(format!("--players {seats}: the game needs {players}"))),
    }
}

pub fn decks(engine: &Game, seats: usize, given: &[String]) -> Result<Vec<Deck>> {
    let catalog = &engine.catalog;
    if given.len() > seats {
        return Err(Error::usage(format!("{} decks were given for {seats} seats", given.len())));
    }
    let usual = engine.usual_decks(seats);
    let empty = || Deck { lists: vec![Vec::new(); catalog.deck_rules.lists.len()], ..Deck::default() };
    (0..seats)
        .map(|seat| match given.get(seat) {
            Some(name) => deck(engine, name),
            None => Ok(usual.get(seat).cloned().unwrap_or_else(empty)),
        })
        .collect()
}

/// All seats of a game.
fn seats(table: &Table) -> impl Iterator<Item = Seat> {
    (0..table.world().rules.schema.seats).map(Seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_seats_apart() {
        let check = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|n| n.to_string()).collect();
            check_names(&names, 2).map_or_else(|e| e.to_string(), |()| String::new())
        };
        assert_eq!(check(&["Ann"]) + &check(&["Beth", "Amy"]) + &check(&[]), "");
        assert!(check(&["Ann", "Ann"]).contains("another seat is called so"));
        assert!(check(&["Beth"]).contains("another seat is called so"), "the other one's name is ours");
        assert!(check(&[" "]).contains("an empty name"));
        assert!(check(&["A", "B", "C"]).contains("3 names were given for 2 seats"));
    }
}
