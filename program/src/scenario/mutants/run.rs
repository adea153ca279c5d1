//! Run: mutants are loaded and played against the scenarios of their game.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;

use anyhow::Context as _;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use super::text::Mutant;
use super::{mutants, part_of};
use crate::scenario::{Runner, ScenarioFile, ScenarioResult, found, snapshot};
use intermezzo::catalog::Files;

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MutatedPart {
    /// Abilities of cards, with their scripts.
    Cards,
    /// Scripts of the game.
    Scripts,
    /// The manifest.
    Manifest,
}

impl MutatedPart {
    /// The name of the part.
    pub fn name(self) -> &'static str {
        match self {
            MutatedPart::Cards => "cards",
            MutatedPart::Scripts => "scripts",
            MutatedPart::Manifest => "manifest",
        }
    }
}

/// A mutant that no scenario can notice, because it means the same; from `tests/mutants/<game>.yaml`.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct KnownMutant {
    /// The file of the mutant.
    pub file: String,
    /// The text of the line.
    pub was: String,
    /// The change, in the words of `mutate`.
    pub change: String,
    /// The reason why the mutant plays like the original.
    pub why: String,
}

impl KnownMutant {
    fn is(&self, mutant: &Mutant) -> bool {
        self.file == mutant.file && self.was == mutant.was && self.change == mutant.change
    }
}

/// Counts of one part.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// The number of tried mutants, without those known to be equivalent.
    pub tried: usize,
    /// The number of mutants that do not load, and so are noticed by `check`.
    pub load: usize,
    /// The number of mutants that load and that a scenario notices.
    pub scenario: usize,
}

impl Count {
    /// The share of loading mutants that a scenario notices, in per cent; 100 if none loads.
    pub fn killed(self) -> f64 {
        match self.tried - self.load {
            0 => 100.0,
            loads => 100.0 * self.scenario as f64 / loads as f64,
        }
    }
}

/// The result of a survey.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The number of all mutants, tried or not.
    pub all: usize,
    /// Counts by part.
    pub parts: BTreeMap<MutatedPart, Count>,
    /// Mutants that no scenario notices.
    pub survived: Vec<Mutant>,
    /// Mutants that made the program panic, with the message: bugs of ours.
    pub panics: Vec<(Mutant, String)>,
    /// The number of drawn mutants that are listed as equal to the original.
    pub known: usize,
    /// Entries of the list of equal mutants that fit no mutant any more.
    pub stale: Vec<KnownMutant>,
}

impl Survey {
    /// Calls each file by another name.
    pub(crate) fn rename(&mut self, called: impl Fn(&str) -> String) {
        let mutants = self.survived.iter_mut().chain(self.panics.iter_mut().map(|(mutant, _)| mutant));
        mutants.for_each(|mutant| mutant.file = called(&mutant.file));
        self.stale.iter_mut().for_each(|known| known.file = called(&known.file));
    }

    /// Counts of all parts together.
    pub fn total(&self) -> Count {
        let add = |a: Count, b: &Count| Count {
            tried: a.tried + b.tried,
            load: a.load + b.load,
            scenario: a.scenario + b.scenario,
        };
        self.parts.values().fold(Count::default(), add)
    }
}

/// A scenario that was read once.
pub(super) struct Trial {
    pub(super) path: PathBuf,
    text: String,
    snapshot: Option<String>,
}

/// Plays the scenarios under `folders` against `count` mutants (0: all) drawn with `seed`.
/// `only` keeps mutants of files whose path holds it; `each` is told of every mutant as it is done.
///
/// # Errors
///
/// Scenarios or the list of known mutants that cannot be read, and scenarios that fail unchanged.
pub fn survey(
    files: &Files,
    game: &str,
    folders: &[PathBuf],
    known: &[KnownMutant],
    (count, seed, only): (usize, u64, Option<&str>),
    mut each: impl FnMut(usize, usize),
) -> anyhow::Result<Survey> {
    let mut trials = read(folders)?;
    unchanged_pass(files, &trials)?;
    let mut all = mutants(files, game);
    let mut survey = Survey { all: all.len(), ..Survey::default() };
    survey.stale = known.iter().filter(|k| !all.iter().any(|m| k.is(m))).cloned().collect();
    all.retain(|m| only.is_none_or(|part| m.file.contains(part)));
    all.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    if count > 0 {
        all.truncate(count);
    }
    let wanted = all.len();
    quietly(|| {
        for (done, mutant) in all.into_iter().enumerate() {
            each(done, wanted);
            if known.iter().any(|k| k.is(&mutant)) {
                survey.known += 1;
                continue;
            }
            let part = part_of(files, &mutant.file, game).expect("only files of the game are changed");
            let count = survey.parts.entry(part).or_default();
            count.tried += 1;
            match catch_unwind(AssertUnwindSafe(|| try_one(files, game, &mutant, &mut trials))) {
                Ok(Fate::Load) => count.load += 1,
                Ok(Fate::Scenario) => count.scenario += 1,
                Ok(Fate::Survives) => survey.survived.push(mutant),
                Err(panic) => {
                    let text = panic.downcast_ref::<String>().cloned();
                    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
                    survey.panics.push((mutant, text.unwrap_or_default()));
                }
            }
        }
    });
    Ok(survey)
}

thread_local! {
    /// True while panics of this thread are caught and counted: nobody needs their messages.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function, and hides the messages of its panics; other threads are not affected.
pub(super) fn quietly(f: impl FnOnce()) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                before(panic);
            }
        }));
    });
    let was = IS_QUIET.replace(true);
    f();
    IS_QUIET.set(was);
}

enum Fate {
    Load,
    Scenario,
    Survives,
}

/// Loads a mutant and plays scenarios until one notices. What noticed goes to the front, since
/// mutants of one place are noticed by the same scenarios; those that name the card go first.
fn try_one(files: &Files, game: &str, mutant: &Mutant, trials: &mut [Trial]) -> Fate {
    let mut changed = files.clone();
    let text = mutant.apply(&files.texts[&mutant.file]);
    changed.overlay([(mutant.file.clone(), text)]);
    let mut runner = Runner::over(changed);
    if !runner.loads(game) {
        return Fate::Load;
    }
    let stem = Path::new(&mutant.file).file_stem().and_then(|s| s.to_str()).unwrap_or("");
    let near = |t: &Trial| t.text.contains(stem);
    let order = (0..trials.len()).filter(|i| near(&trials[*i])).chain((0..trials.len()).filter(|i| !near(&trials[*i])));
    let order: Vec<usize> = order.collect();
    for i in order {
        if !passes(&mut runner, &trials[i]) {
            trials[..=i].rotate_right(1);
            return Fate::Scenario;
        }
    }
    Fate::Survives
}

pub(super) fn passes(runner: &mut Runner, trial: &Trial) -> bool {
    run_one(runner, trial).ok
}

/// Runs a scenario; one whose pinned transcript is another is not passed.
fn run_one(runner: &mut Runner, trial: &Trial) -> ScenarioResult {
    let mut outcome = runner.run(&trial.path.display().to_string(), &trial.text);
    if let (Some(then), Some(now)) = (&trial.snapshot, &outcome.transcript) {
        outcome.ok &= then == now.trim_end_matches('\n');
    }
    outcome
}

pub(super) fn read(folders: &[PathBuf]) -> anyhow::Result<Vec<Trial>> {
    let trial = |scenario: ScenarioFile| -> anyhow::Result<Trial> {
        let snapshot = snapshot::pinned(&scenario)?;
        Ok(Trial { path: scenario.path(), text: scenario.text()?, snapshot })
    };
    found(folders)?.into_iter().map(trial).collect()
}

/// Checks that all pass with nothing changed.
fn unchanged_pass(files: &Files, trials: &[Trial]) -> anyhow::Result<()> {
    proofs_of(files, trials).map(drop)
}

/// The rules that each scenario proves. Fails if a scenario fails without a mutation.
pub(super) fn proofs_of(files: &Files, trials: &[Trial]) -> anyhow::Result<Vec<Vec<String>>> {
    let mut runner = Runner::over(files.clone());
    let one = |trial: &Trial| {
        let outcome = run_one(&mut runner, trial);
        let place = trial.path.display();
        outcome
            .ok
            .then_some(outcome.proves)
            .with_context(|| format!("{place} fails with nothing changed: mend it first"))
    };
    trials.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_thread_that_asks_is_quiet_and_only_as_long() {
        quietly(|| {
            quietly(|| assert!(IS_QUIET.get()));
            assert!(IS_QUIET.get());
            let other = std::thread::spawn(|| IS_QUIET.get());
            assert!(!other.join().expect("it ends"));
        });
        assert!(!IS_QUIET.get());
    }
}
