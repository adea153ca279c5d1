//! Scenarios: what is wrong with one that is open, and what comes of those that name a card.

use std::path::Path;

use super::unit::Unit;
use crate::catalog::Files;
use crate::data::{Span, yaml};
use crate::editor::FileKind;
use crate::error::Problems;
use crate::scenario::keys::{BASES, SCENARIO};
use crate::scenario::{Outcome, Runner};
use crate::table::Game;

/// What is wrong with a scenario or a file of base positions: its form and, if that is right, what comes of it.
pub fn problems(unit: &Unit, files: &Files, game: &str, engine: Option<&Game>, name: &str, text: &str) -> Problems {
    let mut problems = Problems::new();
    problems.add_source(name, text);
    let Some(node) = yaml::parse(name, text, &mut problems) else { return problems };
    if FileKind::of(name) == Some(FileKind::Bases) {
        BASES.check(&node, &mut problems);
        return problems;
    }
    SCENARIO.check(&node, &mut problems);
    if problems.is_empty() {
        let outcome = run(unit, files, game, engine, name, text);
        if !outcome.ok {
            add(&mut problems, name, &outcome.message);
        }
    }
    problems
}

/// Runs a scenario. The game is not loaded again.
pub fn run(unit: &Unit, files: &Files, game: &str, engine: Option<&Game>, name: &str, text: &str) -> Outcome {
    let mut runner = Runner::over(files.clone());
    if let Some(engine) = engine {
        runner = runner.with_engine(game, engine);
    }
    // Base positions are looked for in the folders around it.
    let path = unit.path(name).unwrap_or_else(|| Path::new(name).into());
    let mut outcome = runner.run(&path.display().to_string(), text);
    outcome.message = outcome.message.replace(&path.display().to_string(), name);
    outcome
}

/// Adds why a scenario failed, at the place that the message begins with.
fn add(problems: &mut Problems, name: &str, message: &str) {
    let message = message.trim();
    let rest = message.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
    let mut parts = rest.unwrap_or("").splitn(3, ':');
    let numbers = (parts.next().and_then(|n| n.parse().ok()), parts.next().and_then(|n| n.parse().ok()));
    match (numbers, parts.next()) {
        ((Some(line), Some(column)), Some(said)) => {
            problems.error("scenario", &Span::new(name, line, column), said.trim());
        }
        _ => drop(problems.error("scenario", &Span::new(name, 1, 1), message)),
    }
}
