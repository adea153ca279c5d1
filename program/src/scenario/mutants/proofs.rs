//! Proofs: scenarios that prove a rule, and whether any change of the data makes them fail.
//!
//! A scenario that no change breaks shows nothing of its rule. One that fails only with changes that break a game as a
//! whole shows little: anything that goes through a turn would fail with it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::mutants;
use super::run::{passes, proofs_of, quietly, read};
use crate::scenario::Runner;
use intermezzo::catalog::Files;

/// The number of scenarios that are tried with each change, to estimate how much the change breaks.
const SAMPLE: usize = 40;

/// A change noticed by more than one in this number of the sample breaks the game as a whole.
const BROAD_FROM_ONE_IN: usize = 5;

/// A scenario with the rules that it claims to prove.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Proof {
    /// The file of the scenario.
    pub path: PathBuf,
    /// Ids of rules.
    pub proves: Vec<String>,
}

/// Scenarios whose proof is weak, in the order of their files.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    /// The number of scenarios that prove a rule.
    pub all: usize,
    /// The number of tried changes with which the game loads.
    pub changes: usize,
    /// Scenarios that no change makes fail.
    pub unbroken: Vec<Proof>,
    /// Scenarios that fail only by changes that break a game as a whole.
    pub broken_with_all: Vec<Proof>,
}

/// Plays the scenarios that prove a rule, under `folders`, against `count` mutants (0: all) drawn with `seed`. `each`
/// is told of every mutant when it is done.
///
/// # Errors
///
/// Scenarios that cannot be read, and scenarios that fail unchanged.
pub fn proofs(
    files: &Files,
    game: &str,
    folders: &[PathBuf],
    (count, seed): (usize, u64),
    mut each: impl FnMut(usize, usize),
) -> anyhow::Result<Proofs> {
    let trials = read(folders)?;
    let proves = proofs_of(files, &trials)?;
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut all = mutants(files, game);
    all.shuffle(&mut chance);
    if count > 0 {
        all.truncate(count);
    }
    let mut order: Vec<usize> = (0..trials.len()).collect();
    order.shuffle(&mut chance);
    let sample = &order[..trials.len().min(SAMPLE)];
    // Scenarios that no change broke yet, or only changes that break everything.
    let mut open: Vec<usize> = (0..trials.len()).filter(|i| !proves[*i].is_empty()).collect();
    let mut out = Proofs { all: open.len(), ..Proofs::default() };
    let mut weak = vec![false; trials.len()];
    let wanted = all.len();
    quietly(|| {
        for (done, mutant) in all.into_iter().enumerate() {
            each(done, wanted);
            if open.is_empty() {
                break;
            }
            let mut changed = files.clone();
            let text = mutant.apply(&files.texts[&mutant.file]);
            changed.overlay([(mutant.file.clone(), text)]);
            let mut runner = Runner::over(changed);
            // `mutate` reports panics; here one counts as a change that breaks the game.
            if !catch_unwind(AssertUnwindSafe(|| runner.loads(game))).unwrap_or(false) {
                continue;
            }
            out.changes += 1;
            let mut breaks =
                |i: usize| catch_unwind(AssertUnwindSafe(|| !passes(&mut runner, &trials[i]))).unwrap_or(true);
            let broken = sample.iter().filter(|i| breaks(**i)).count();
            let is_narrow = broken <= (sample.len() / BROAD_FROM_ONE_IN).max(1);
            // A scenario that failed by one broad change already is not played against another: it would prove nothing
            // new.
            open.retain(|i| {
                if !is_narrow && weak[*i] || !breaks(*i) {
                    return true;
                }
                weak[*i] = true;
                !is_narrow
            });
        }
    });
    open.sort_unstable();
    for i in open {
        let proof = Proof { path: trials[i].path.clone(), proves: proves[i].clone() };
        if weak[i] { out.broken_with_all.push(proof) } else { out.unbroken.push(proof) }
    }
    Ok(out)
}
