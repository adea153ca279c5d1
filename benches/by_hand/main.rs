//! By hand: the same game through the kernel and written by hand, played by random bots on one core.
//!
//! `cargo bench --bench by_hand -- 10000` plays so many games of each and compares what comes out: the mean number of
//! decisions, hands and turns, points and wins by seat. They use other random numbers, so equal rules give near figures.

mod clash;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clash::{Match, SEATS};
use intermezzo::catalog::{Catalog, Files};
use intermezzo::table::bots::Random;
use intermezzo::table::inside::*;
use intermezzo::table::{Game, Setup, Table};

// What the program uses.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Games are timed in so many rounds.
const ROUNDS: u64 = 20;

/// Sums over games.
#[derive(Default)]
struct Sums {
    games: f64,
    decisions: f64,
    hands: f64,
    points: [f64; SEATS],
    wins: [f64; SEATS],
    /// Decisions a second, of each round.
    rates: Vec<f64>,
}

impl Sums {
    fn add(&mut self, decisions: u64, hands: usize, points: [i64; SEATS]) {
        self.games += 1.0;
        self.decisions += decisions as f64;
        self.hands += hands as f64;
        let most = points.iter().max().copied().unwrap_or(0);
        let winners = points.iter().filter(|p| **p == most).count() as f64;
        for (seat, points) in points.into_iter().enumerate() {
            self.points[seat] += points as f64;
            self.wins[seat] += if points == most { 1.0 / winners } else { 0.0 };
        }
    }

    /// Adds a round that began then, with so many decisions before it.
    fn end_round(&mut self, began: Instant, before: f64) {
        self.rates.push((self.decisions - before) / began.elapsed().as_secs_f64());
    }

    /// The median of all rounds.
    fn rate(&self) -> f64 {
        let mut rates = self.rates.clone();
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    }

    fn print(&self, name: &str) {
        let mean = |sum: f64| sum / self.games;
        let list = |sums: [f64; SEATS], digits: usize| sums.map(|sum| format!("{:.digits$}", mean(sum))).join(" ");
        println!(
            "{name:<8} {:>9.0} decisions/s, a game: {:.1} decisions, {:.3} hands; points {}; wins {}",
            self.rate(),
            mean(self.decisions),
            mean(self.hands),
            list(self.points, 0),
            list(self.wins, 3),
        );
    }
}

fn by_hand(seeds: Range<u64>, sums: &mut Sums) {
    let (began, before) = (Instant::now(), sums.decisions);
    for seed in seeds {
        let game = Match::play(seed);
        assert_eq!(game.cards(), 96, "no card is lost");
        sums.add(game.decisions, game.hands, game.points());
    }
    sums.end_round(began, before);
}

fn by_kernel(engine: &Game, seeds: Range<u64>, sums: &mut Sums) {
    let schema = &engine.catalog().rules.schema;
    let name = |sym| engine.catalog().rules.name(sym);
    let hand = schema.levels.iter().position(|level| **name(*level) == *"hand").expect("a level");
    let points = schema.counters.iter().position(|c| **name(c.name) == *"points").expect("a counter");
    let (began, before) = (Instant::now(), sums.decisions);
    for seed in seeds {
        let start =
            Setup { seed, players: Some(SEATS as u8), decks: vec![Default::default(); SEATS], ..Setup::default() };
        let mut table = engine.set_up(start).map(Table::start).expect("it needs no decks");
        table.forget_log();
        let (mut bot, mut decisions) = (Random::new(seed), 0);
        while let Some(decision) = table.decisions().first().cloned() {
            let answer = bot.legal_answer(table.world(), &decision);
            table.submit(decision.seat, answer).expect("bots answer legally");
            decisions += 1;
        }
        let state = &table.world().state();
        let of = |seat: usize| state.counters[seat * schema.counters.len() + points];
        sums.add(decisions, state.level_numbers[hand] as usize, [0, 1, 2, 3].map(of));
    }
    sums.end_round(began, before);
}

fn main() {
    let games = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(500).max(ROUNDS);
    let files = Files::with_root(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).expect("the repository is the pack");
    let (catalog, _) = Catalog::load("clash", &files).expect("the game loads");
    let engine = Game::new(Arc::new(catalog)).expect("its scripts load");
    // In turns, so that a busy moment of the machine meets both.
    let (mut hand, mut kernel) = (Sums::default(), Sums::default());
    for round in 0..ROUNDS {
        let seeds = round * games / ROUNDS..(round + 1) * games / ROUNDS;
        by_hand(seeds.clone(), &mut hand);
        by_kernel(&engine, seeds, &mut kernel);
    }
    hand.print("by hand");
    kernel.print("kernel");
    println!("by hand {:.1} times as fast", hand.rate() / kernel.rate());
}
