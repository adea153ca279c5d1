//! By hand: games through the kernel and the same games written by hand in Rust, played by random bots on one core.
//!
//! Each is played in three ways: `plain` by hand, which only plays; `fair` by hand, which besides does what a table of the
//! program does (see `games/desk.rs`); and `ours`, by the program. Instructions are counted by valgrind, if it is there, from an
//! answer to the next question, without the bots.
//!
//! `cargo bench --bench by_hand -- 10000` plays so many games of each way and prints what comes out: the mean number of
//! decisions and hands or turns, and wins by seat. Bots differ, so equal rules give near figures.
//! `cargo bench --bench by_hand -- compare 300` plays so many games by hand and by the program side by side, with the same
//! answers, and compares who is asked and what may be answered at every question.

// Tests use the rest of it.
#[allow(dead_code)]
mod games;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use games::bots::Quick;
use games::cardland;
use games::clash;
use games::desk::{Desk, Fair, Plain};
use intermezzo::catalog::{Catalog, Files};
use intermezzo::kernel::{Answer, Seat};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Table};

// What the program uses.
#[path = "../../program/src/allocator.rs"]
mod allocator;

#[global_allocator]
static ALLOCATOR: allocator::CountingAllocator = allocator::CountingAllocator;

/// Games are timed in so many rounds.
const ROUNDS: u64 = 20;

/// So many games are counted.
const COUNTED: u64 = 16;

/// One game that was played.
struct Played {
    decisions: u64,
    /// Hands, or turns in a game without hands.
    parts: u64,
    /// What each seat has of the win; nothing in a draw.
    wins: Vec<f64>,
}

/// A way to play.
struct Way<'a> {
    name: &'static str,
    /// Functions in which instructions are counted; in a second one inside the first they are not.
    counted: &'static [&'static str],
    play: Box<dyn Fn(u64) -> Played + 'a>,
}

/// Sums over games.
#[derive(Default)]
struct Sums {
    games: f64,
    decisions: f64,
    parts: f64,
    wins: Vec<f64>,
    /// Decisions a second, of each round.
    rates: Vec<f64>,
}

impl Sums {
    fn add(&mut self, played: Played) {
        self.games += 1.0;
        self.decisions += played.decisions as f64;
        self.parts += played.parts as f64;
        self.wins.resize(played.wins.len(), 0.0);
        self.wins.iter_mut().zip(played.wins).for_each(|(sum, win)| *sum += win);
    }

    /// The median of all rounds.
    fn rate(&self) -> f64 {
        let mut rates = self.rates.clone();
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    }

    fn print(&self, name: &str, instructions: Option<f64>) {
        let wins: Vec<String> = self.wins.iter().map(|sum| format!("{:.3}", sum / self.games)).collect();
        println!(
            "  {name:<6} {:>9} instructions a decision, {:>9.0} decisions/s; a game: {:.2} decisions, {:.3} hands or turns, wins {}",
            instructions.map_or("-".into(), |n| format!("{n:.0}")),
            self.rate(),
            self.decisions / self.games,
            self.parts / self.games,
            wins.join(" "),
        );
    }
}

/// How a match among equals is shared: by those with most points.
fn shares(points: &[i64]) -> Vec<f64> {
    let most = points.iter().max();
    let winners = points.iter().filter(|p| Some(*p) == most).count() as f64;
    points.iter().map(|p| if Some(p) == most { 1.0 / winners } else { 0.0 }).collect()
}

fn clash_by_hand<D: Desk<clash::State>>(seed: u64, desk: D) -> Played {
    let mut game = clash::Match::new(seed, desk);
    game.play_clash();
    assert_eq!(game.state.cards(), 96, "no card is lost");
    Played { decisions: game.desk.decisions(), parts: game.state.hands.into(), wins: shares(&game.state.points()) }
}

/// Answers at a table: what is counted.
#[inline(never)]
fn table_answers(table: &mut Table, seat: Seat, answer: Answer) {
    table.submit(seat, answer).expect("bots answer legally");
}

/// Plays a game of the program; how many decisions it had.
fn by_program(table: &mut Table, seed: u64) -> u64 {
    let (mut bot, mut decisions) = (Random::new(seed), 0);
    while let Some(decision) = table.decisions().first().cloned() {
        let answer = bot.legal_answer(table.world(), &decision);
        table_answers(table, decision.seat, answer);
        decisions += 1;
    }
    decisions
}

fn clash_ways(engine: &Game) -> [Way<'_>; 3] {
    let ours = move |seed| {
        let mut table = games::clash_table(engine, seed);
        let decisions = by_program(&mut table, seed);
        let (hands, points) = games::clash_score(&table);
        Played { decisions, parts: hands.into(), wins: shares(&points) }
    };
    let by_hand = &["*play_clash*", "*bot_answers*"];
    [
        Way {
            name: "plain",
            counted: by_hand,
            play: Box::new(|seed| clash_by_hand(seed, Plain::new(Quick::new(seed)))),
        },
        Way { name: "fair", counted: by_hand, play: Box::new(|seed| clash_by_hand(seed, Fair::new(Quick::new(seed)))) },
        Way { name: "ours", counted: &["*table_answers*"], play: Box::new(ours) },
    ]
}

fn cardland_by_hand<D: Desk<cardland::State>>(engine: &Game, seed: u64, desk: D) -> Played {
    let mut game = cardland::Match::new(seed, games::cardland_decks(engine, seed), desk);
    game.play_cardland();
    assert_eq!(game.state.cards(), 90, "no card is lost");
    Played { decisions: game.desk.decisions(), parts: game.state.turn.into(), wins: won(game.state.ended) }
}

/// What each of two seats has of the win.
fn won(ended: Option<cardland::Ended>) -> Vec<f64> {
    [0, 1].map(|seat| f64::from(u8::from(ended == Some(cardland::Ended::Won(seat))))).into()
}

fn cardland_ways(engine: &Game) -> [Way<'_>; 3] {
    let ours = move |seed| {
        let mut table = games::cardland_table(engine, seed);
        let decisions = by_program(&mut table, seed);
        let ended = games::cardland_ended(&table);
        Played { decisions, parts: games::number_of(&table, "turn").into(), wins: won(ended) }
    };
    let by_hand = &["*play_cardland*", "*bot_answers*"];
    [
        Way {
            name: "plain",
            counted: by_hand,
            play: Box::new(|seed| cardland_by_hand(engine, seed, Plain::new(Quick::new(seed)))),
        },
        Way {
            name: "fair",
            counted: by_hand,
            play: Box::new(|seed| cardland_by_hand(engine, seed, Fair::new(Quick::new(seed)))),
        },
        Way { name: "ours", counted: &["*table_answers*"], play: Box::new(ours) },
    ]
}

/// How many instructions a decision takes: this program under valgrind. `None`: there is none here.
fn instructions(game: &str, way: &Way) -> Option<f64> {
    let told = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(way.counted.iter().map(|name| format!("--toggle-collect={name}")))
        .arg(std::env::current_exe().ok()?)
        .args(["only", game, way.name])
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let errors = String::from_utf8_lossy(&told.stderr);
    let collected = errors.lines().find_map(|line| line.split_once("Collected :"))?.1.trim().parse::<f64>().ok()?;
    let decisions = String::from_utf8_lossy(&told.stdout).trim().parse::<f64>().ok()?;
    Some(collected / decisions)
}

/// Plays these games in all ways and prints what comes out.
fn measure(game: &str, ways: &[Way], games: u64) {
    let mut sums: Vec<Sums> = ways.iter().map(|_| Sums::default()).collect();
    for round in 0..ROUNDS {
        // In turns, so that a busy moment of the machine meets all.
        for (way, sums) in ways.iter().zip(&mut sums) {
            let (began, before) = (Instant::now(), sums.decisions);
            for seed in round * games / ROUNDS..(round + 1) * games / ROUNDS {
                sums.add((way.play)(seed));
            }
            sums.rates.push((sums.decisions - before) / began.elapsed().as_secs_f64());
        }
    }
    println!("{game}");
    let counts: Vec<Option<f64>> = ways.iter().map(|way| instructions(game, way)).collect();
    for ((way, sums), count) in ways.iter().zip(&sums).zip(&counts) {
        sums.print(way.name, *count);
    }
    let ratio = |by: &dyn Fn(usize) -> Option<f64>, of: usize| Some(by(2)? / by(of)?);
    let times = |n: Option<f64>| n.map_or("-".into(), |n| format!("{n:.1}"));
    let by_count = |i: usize| counts[i];
    let by_clock = |i: usize| Some(1.0 / sums[i].rate());
    println!(
        "  ours / fair: {} by instructions, {} by the clock; ours / plain: {} and {}",
        times(ratio(&by_count, 1)),
        times(ratio(&by_clock, 1)),
        times(ratio(&by_count, 0)),
        times(ratio(&by_clock, 0)),
    );
}

fn engine(game: &str) -> Game {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository is the pack");
    let (catalog, _) = Catalog::load(game, &files).expect("the game loads");
    Game::new(Arc::new(catalog)).expect("its scripts load")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let number = |at: usize| args.get(at).and_then(|arg| arg.parse::<u64>().ok());
    let (clash, cardland) = (engine("clash"), engine("cardland"));
    let all = [("clash", clash_ways(&clash)), ("cardland", cardland_ways(&cardland))];
    match args.first().map(String::as_str) {
        Some("only") => {
            let is = |at: usize, name: &str| args.get(at).is_some_and(|arg| arg == name);
            let ways = all.iter().filter(|(game, _)| is(1, game)).flat_map(|(_, ways)| ways);
            let way = ways.into_iter().find(|way| is(2, way.name)).expect("`only` needs a game and a way");
            println!("{}", (0..COUNTED).map(|seed| (way.play)(seed).decisions).sum::<u64>());
        }
        Some("compare") => {
            let games = number(1).unwrap_or(300);
            let told = |game, questions: u64| println!("{game}: {games} games, {questions} questions, all the same");
            told("clash", (0..games).map(|seed| games::compare_clash(&clash, seed)).sum());
            told("cardland", (0..games).map(|seed| games::compare_cardland(&cardland, seed)).sum());
        }
        _ => {
            let games = number(0).unwrap_or(200).max(ROUNDS);
            all.iter().for_each(|(game, ways)| measure(game, ways, games));
        }
    }
}
