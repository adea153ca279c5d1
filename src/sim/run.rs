//! Run: parts of a job on several threads, handed over in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use super::job::Plan;
use super::play::{Counted, Played};
use crate::error::Result;

/// Consecutive games and their results.
#[derive(Clone, Debug, Default)]
pub struct GamesPart {
    /// The number of the part: the number of its first game, divided by the size of parts.
    pub number: u64,
    /// The games of the part, in order.
    pub games: Vec<Played>,
    /// The number of uses of each ability, and of games with a use.
    pub used: Vec<(u64, u64)>,
    /// For each window the numbers of openings, questions, options and passes.
    pub windows: Vec<[u64; 4]>,
    /// The first failures.
    pub failures: Vec<Failure>,
}

/// A failure: a script error, or something that the rules gave up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The failure with its place and cause, in words.
    pub what: String,
    /// The number of times, as far as recorded: each game records only its first failures.
    pub times: u64,
    /// The number of games with the failure.
    pub games: u64,
}

/// The most different failures that are stored.
const MOST_FAILURES: usize = 20;

impl Failure {
    /// Counts a failure among others.
    pub fn count(all: &mut Vec<Failure>, one: Failure) {
        match all.iter().position(|known| known.what == one.what) {
            Some(at) => (all[at].times, all[at].games) = (all[at].times + one.times, all[at].games + one.games),
            None if all.len() < MOST_FAILURES => all.push(one),
            None => {}
        }
    }
}

impl GamesPart {
    fn count(&mut self, counted: &Counted) {
        let statistics = &counted.statistics;
        self.used.resize(self.used.len().max(statistics.used.len()), (0, 0));
        for (all, n) in self.used.iter_mut().zip(&statistics.used) {
            *all = (all.0 + *n as u64, all.1 + (*n > 0) as u64);
        }
        self.windows.resize(counted.asked.len(), [0; 4]);
        for (at, all) in self.windows.iter_mut().enumerate() {
            let (asked, offered) = counted.asked[at];
            let of = |list: &[u32]| list.get(at).copied().unwrap_or_default() as u64;
            let now = [of(&statistics.opened), asked as u64, offered as u64, of(&statistics.passed)];
            all.iter_mut().zip(now).for_each(|(all, n)| *all += n);
        }
        for (at, what) in counted.failures.iter().enumerate() {
            let games = !counted.failures[..at].contains(what) as u64;
            Failure::count(&mut self.failures, Failure { what: what.clone(), times: 1, games });
        }
    }
}

/// How a job is run: how many games, on how many threads, in parts of what size.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The number of games.
    pub games: u64,
    /// The number of threads.
    pub threads: usize,
    /// The number of games in a part.
    pub part: u64,
}

impl Plan {
    /// Plays games of the plan on several threads, and returns them in the order of their numbers.
    ///
    /// # Errors
    ///
    /// A bot that cannot answer, or whose answer is refused.
    pub fn games(&self, numbers: Range<u64>, threads: usize) -> Result<Vec<Played>> {
        let mut all = Vec::new();
        let way = Way { games: numbers.end.saturating_sub(numbers.start), threads, part: 16 };
        let first = numbers.start;
        self.run(first, way, |_| Ok(None), |_| Ok(()), &mut |part| {
            all.extend(part.games);
            Ok(true)
        })?;
        Ok(all)
    }

    /// Plays one part of the plan. If a bot's program changed meanwhile, the part is void.
    pub(super) fn part(&self, number: u64, numbers: Range<u64>) -> Result<GamesPart> {
        let mut part = GamesPart { number, ..GamesPart::default() };
        for number in numbers {
            let (played, counted) = self.play_counted(number)?;
            part.count(&counted);
            part.games.push(played);
        }
        self.has_same_programs()?;
        Ok(part)
    }

    /// Plays the games from `first` on, in parts, and hands each part over in its turn, until there are no more or `take`
    /// says that it is enough. A part that `known` has is not played again; each other one is given to `keep` on the thread that
    /// played it.
    pub fn run(
        &self,
        first: u64,
        way: Way,
        known: impl Fn(u64) -> Result<Option<GamesPart>> + Sync,
        keep: impl Fn(&GamesPart) -> Result<()> + Sync,
        take: &mut dyn FnMut(GamesPart) -> Result<bool>,
    ) -> Result<()> {
        let (size, parts) = (way.part.max(1), way.games.div_ceil(way.part.max(1)));
        let numbers = |part: u64| first + part * size..first + ((part + 1) * size).min(way.games);
        let one = |part: u64| -> Result<GamesPart> {
            match known(part)? {
                Some(known) => Ok(known),
                None => {
                    let played = self.part(part, numbers(part))?;
                    keep(&played)?;
                    Ok(played)
                }
            }
        };
        if way.threads <= 1 {
            for part in 0..parts {
                if !take(one(part)?)? {
                    break;
                }
            }
            return Ok(());
        }
        let (next, is_enough) = (AtomicU64::new(0), AtomicBool::new(false));
        // A thread that is far ahead waits, because finished parts are stored until their turn.
        let (tell, finished) = mpsc::sync_channel(way.threads * 4);
        std::thread::scope(|scope| {
            for _ in 0..way.threads {
                let (tell, next, is_enough, one) = (tell.clone(), &next, &is_enough, &one);
                scope.spawn(move || {
                    while !is_enough.load(Ordering::Relaxed) {
                        let part = next.fetch_add(1, Ordering::Relaxed);
                        if part >= parts || tell.send((part, one(part))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(tell);
            let (mut waiting, mut turn) = (BTreeMap::new(), 0);
            let outcome = (|| {
                for (number, part) in &finished {
                    waiting.insert(number, part);
                    while let Some(part) = waiting.remove(&turn) {
                        turn += 1;
                        if !take(part?)? {
                            return Ok(());
                        }
                    }
                }
                Ok(())
            })();
            is_enough.store(true, Ordering::Relaxed);
            // Without the receiver, threads that wait to hand a part over end.
            drop(finished);
            outcome
        })
    }
}
