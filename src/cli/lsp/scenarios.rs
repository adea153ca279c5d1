//! Scenarios: what is wrong with one that is open, and what comes of those that name a card.

use std::path::Path;

use super::unit::Unit;
use crate::catalog::Files;
use crate::data::Span;
use crate::editor::FileKind;
use crate::error::Problems;
use crate::scenario::{Outcome, Runner, add_finding};
use crate::table::Game;

/// What is wrong with a scenario or a file of base positions: its form, what it names and, if that is right, what comes of
/// it.
pub fn problems(unit: &Unit, files: &Files, game: &str, engine: Option<&Game>, name: &str, text: &str) -> Problems {
    let mut problems = judged(unit, files, game, engine, name, text);
    if problems.is_empty() && FileKind::of(name) == Some(FileKind::Scenario) {
        let outcome = run(unit, files, game, engine, name, text);
        if !outcome.ok {
            add_finding(&mut problems, &Span::new(name, 1, 1), &outcome.message);
        }
    }
    problems
}

/// The same, as far as that is seen without playing.
pub fn judged(unit: &Unit, files: &Files, game: &str, engine: Option<&Game>, name: &str, text: &str) -> Problems {
    let path = shown(unit, name);
    let mut problems = runner(files, game, engine).judge(&path, text);
    problems.rename(|file| if file == path { name.into() } else { file.into() });
    problems
}

/// Runs a scenario. The game is not loaded again.
pub fn run(unit: &Unit, files: &Files, game: &str, engine: Option<&Game>, name: &str, text: &str) -> Outcome {
    let path = shown(unit, name);
    let mut outcome = runner(files, game, engine).run(&path, text);
    outcome.message = outcome.message.replace(&path, name);
    outcome
}

fn runner(files: &Files, game: &str, engine: Option<&Game>) -> Runner {
    let runner = Runner::over(files.clone());
    match engine {
        Some(engine) => runner.with_engine(game, engine),
        None => runner,
    }
}

/// Where a scenario lies: base positions are looked for in the folders around it.
fn shown(unit: &Unit, name: &str) -> String {
    unit.path(name).unwrap_or_else(|| Path::new(name).into()).display().to_string()
}
