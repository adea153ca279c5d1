//! Figures: what `intermezzo bench` measures, under criterion.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use intermezzo::catalog::{Catalog, Files};
use intermezzo::table::bots::Random;
use intermezzo::table::{Game, Loader, Setup, Table};
use intermezzo_program::scenario::Runner;

const GAME: &str = "cardland";

fn engine() -> Game {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository is the pack");
    let (catalog, _) = Catalog::load(GAME, &files).expect("the pack loads");
    Game::new(Arc::new(catalog)).expect("its scripts load")
}

fn start(engine: &Game, seed: u64) -> Table {
    let decks: Vec<_> = engine.catalog().decks.values().cloned().collect();
    let pick = |i: u64| decks[(i % decks.len() as u64) as usize].clone();
    let decks = vec![pick(seed), pick(seed / decks.len() as u64)];
    let mut table =
        engine.set_up(Setup { seed, decks, ..Setup::default() }).map(Table::start).expect("the decks are legal");
    table.forget_log();
    table
}

/// One random answer; false when the game is over.
fn step(table: &mut Table, bot: &mut Random) -> bool {
    let Some(decision) = table.decisions().first().cloned() else { return false };
    let answer = bot.legal_answer(table.world(), &decision);
    table.submit(decision.seat, answer).expect("bots answer legally");
    true
}

/// A table that stands where `wanted` holds, some way into a game.
fn table_where(engine: &Game, wanted: impl Fn(&Table) -> bool) -> Table {
    for seed in 0.. {
        let (mut table, mut bot) = (start(engine, seed), Random::new(seed));
        let mut steps = 0;
        while step(&mut table, &mut bot) {
            steps += 1;
            if steps > 100 && wanted(&table) && !table.is_over() {
                return table;
            }
        }
    }
    unreachable!("some game comes there")
}

fn play(c: &mut Criterion) {
    let engine = engine();
    let mut group = c.benchmark_group("play");
    group.throughput(Throughput::Elements(1));
    group.bench_function("random decision", |b| {
        b.iter_custom(|n| {
            let (mut done, mut seed) = (0, 0);
            let began = Instant::now();
            while done < n {
                let (mut table, mut bot) = (start(&engine, seed), Random::new(seed));
                while done < n && step(&mut table, &mut bot) {
                    done += 1;
                }
                seed += 1;
            }
            began.elapsed()
        });
    });
    group.bench_function("start a game", |b| {
        let mut seed = 0;
        b.iter(|| {
            seed += 1;
            black_box(start(&engine, seed))
        });
    });
    group.finish();
}

/// One game a core, each thread with scripts of its own and one catalog: to be compared with one thread.
fn threads(c: &mut Criterion) {
    let catalog = engine().catalog().clone();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut group = c.benchmark_group("threads");
    for count in [1, cores] {
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("a game each, {count}"), |b| {
            b.iter_custom(|n| {
                let play = |first: u64| {
                    let engine = Game::new(catalog.clone()).expect("its scripts load");
                    for seed in first..first + n {
                        let (mut table, mut bot) = (start(&engine, seed), Random::new(seed));
                        while step(&mut table, &mut bot) {}
                    }
                };
                let began = Instant::now();
                std::thread::scope(|s| (0..count as u64).for_each(|_| drop(s.spawn(|| play(0)))));
                began.elapsed()
            });
        });
    }
    group.finish();
}

fn forks(c: &mut Criterion) {
    let engine = engine();
    let at_rest = table_where(&engine, |t| !t.in_script());
    let in_effect = table_where(&engine, Table::in_script);
    c.bench_function("fork at a checkpoint", |b| b.iter(|| black_box(at_rest.fork())));
    c.bench_function("fork in the middle of an effect", |b| b.iter(|| black_box(in_effect.fork())));
}

fn loading(c: &mut Criterion) {
    let files = Files::with_root(Some(Path::new(env!("REPOSITORY")))).expect("the repository is the pack");
    c.bench_function("load and check a game", |b| {
        b.iter(|| {
            let (catalog, _) = Catalog::load(GAME, &files).expect("the pack loads");
            black_box(Game::new(Arc::new(catalog)).expect("its scripts load"))
        });
    });
    let games = files.games();
    c.bench_function("load and check all games", |b| {
        b.iter(|| {
            let mut loader = Loader::default();
            games.iter().for_each(|game| drop(black_box(loader.load(game, &files).expect("the pack loads"))));
        });
    });
    let mut loader = Loader::default();
    loader.load(GAME, &files).expect("the pack loads");
    c.bench_function("load a game again", |b| b.iter(|| black_box(loader.load(GAME, &files).expect("it loaded"))));
    let engine = engine();
    let mut table = table_where(&engine, |t| !t.in_script());
    c.bench_function("adopt a catalog", |b| b.iter(|| table.adopt(&engine).expect("it is the same game")));
}

fn scenarios(c: &mut Criterion) {
    let root = PathBuf::from(env!("REPOSITORY"));
    let paths =
        intermezzo_program::scenario::find(&[root.join("tests/scenarios").join(GAME)]).expect("there are scenarios");
    let read = |p: &PathBuf| (p.display().to_string(), std::fs::read_to_string(p).expect("just found"));
    let texts: Vec<_> = paths.iter().map(read).collect();
    let mut runner = Runner::new(Some(&root)).expect("the repository is the pack");
    let mut group = c.benchmark_group("scenarios");
    group.throughput(Throughput::Elements(texts.len() as u64));
    group.bench_function("all of a game", |b| {
        b.iter(|| texts.iter().filter(|(path, text)| runner.run(path, text).ok).count());
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(4)).warm_up_time(Duration::from_secs(1)).sample_size(20);
    targets = play, threads, forks, loading, scenarios
}
criterion_main!(benches);
