//! Machine: the loading time, the speed on all cores, and the memory on this machine.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::bench_measure::{Bencher, median, refused};
use super::pack::Pack;
use intermezzo::catalog::Files;
use intermezzo::error::{Error, Result};
use intermezzo::script::sandbox;
use intermezzo::table::{Loader, Table};

/// The number of idle tables that are measured together: the system counts memory in pages, so one table alone would
/// measure nothing.
const IDLE: usize = 1_000;

/// The number of answers that are given at a table before its memory is measured, if its game has so many.
const ANSWERED: usize = 50;

/// Figures of all cores at once.
#[derive(Default)]
pub struct Parallel {
    pub threads: Option<usize>,
    /// A thread's speed when every core plays, as a part of its speed alone.
    pub share: Option<f64>,
}

impl Bencher<'_> {
    /// The median time, in milliseconds, in which a program that just began loads the games: nothing of them is
    /// compiled yet.
    pub fn load_ms(pack: &Pack, games: &[String], budget: Duration) -> anyhow::Result<Option<f64>> {
        let files: Vec<Files> = games.iter().map(|game| pack.files_of(game)).collect::<Result<_>>()?;
        let mut times = Vec::new();
        let began = Instant::now();
        while began.elapsed() < budget || times.is_empty() {
            sandbox::forget_compiled();
            let start = Instant::now();
            let mut loader = Loader::default();
            for (game, files) in games.iter().zip(&files) {
                black_box(loader.load(game, files).map_err(Error::load)?);
            }
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        Ok(median(times))
    }

    /// Compares the speed of a thread that plays random games alone with the speed of threads that play on all cores at
    /// once. Only the processor time of these threads counts, so other programs do not matter.
    pub fn parallel(&self, budget: Duration) -> Result<Parallel> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        if cores == 1 || thread_time().is_none() {
            return Ok(Parallel::default());
        }
        let (mut alone, mut together) = (Vec::new(), Vec::new());
        // The runs on one core and on all alternate, so that a busy moment of the machine meets both.
        for _ in 0..5 {
            alone.extend(rates(self, 1, budget / 10)?);
            together.extend(rates(self, cores, budget / 10)?);
        }
        let share = median(together).zip(median(alone)).map(|(together, alone)| together / alone);
        Ok(Parallel { threads: Some(cores), share })
    }

    /// The bytes of a table that waits for an answer, with its record, and with or without its log; `None` on a system
    /// that does not tell the memory of a process.
    pub fn table_bytes(&mut self, with_log: bool) -> Result<Option<f64>> {
        // The first tables build what all tables share, and fill memory that the process holds already: only the tables
        // made after them are measured.
        let mut tables = self.idle(IDLE, with_log)?;
        let Some(before) = memory() else { return Ok(None) };
        tables.extend(self.idle(IDLE, with_log)?);
        let after = memory().unwrap_or(before);
        black_box(&tables);
        Ok(Some(after.saturating_sub(before) as f64 / IDLE as f64))
    }

    fn idle(&mut self, count: usize, with_log: bool) -> Result<Vec<Table>> {
        let mut tables = Vec::new();
        while tables.len() < count {
            let (mut table, mut bot) = if with_log { self.next_table()? } else { self.next_game()? };
            for _ in 0..ANSWERED {
                let Some(decision) = table.decisions().first().cloned() else { break };
                let answer = bot.legal_answer(table.world(), &decision);
                table.submit(decision.seat, answer).map_err(refused)?;
            }
            tables.push(table);
        }
        Ok(tables)
    }
}

/// For each of the threads, its decisions in a second of its own processor time.
fn rates(bencher: &Bencher, threads: usize, budget: Duration) -> Result<Vec<f64>> {
    std::thread::scope(|scope| {
        let play = |first: u64| {
            let (engine, from) = (bencher.engine, bencher.from.map(Table::fork));
            move || -> Result<f64> {
                let mut bencher = Bencher { engine, from: from.as_ref(), seed: first, longest: None };
                let (mut decisions, mut ran) = (0, 0.0);
                let began = Instant::now();
                while began.elapsed() < budget {
                    let start = thread_time().unwrap_or_default();
                    decisions += bencher.play_one()?.0;
                    ran += (thread_time().unwrap_or_default() - start).as_secs_f64();
                }
                Ok(f64::from(decisions) / ran)
            }
        };
        let threads: Vec<_> = (0..threads as u64).map(|i| scope.spawn(play(i * 1_000))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread of ours does not panic")).collect()
    })
}

/// The processor time of this thread, where the system tells it.
fn thread_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The memory of this process in bytes, resident at this moment; `None` on a system that does not tell it.
fn memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok().map(|kib: usize| kib * 1024)
}
