//! Scenarios: findings on an open scenario, and the results of scenarios that mention a card.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::unit::Unit;
use crate::editor::FileKind;
use crate::scenario::{PossibleSteps, Runner, ScenarioResult, add_finding};
use intermezzo::catalog::Files;
use intermezzo::data::Span;
use intermezzo::error::Problems;
use intermezzo::table::Game;

/// Findings of a scenario, a position or a file of base positions: its form and the names in it. A scenario in which
/// these are right is played, and its failure is a finding.
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

/// Findings of a scenario without playing it.
pub fn judged(unit: &Unit, files: &Files, game: &str, engine: Option<&Game>, name: &str, text: &str) -> Problems {
    judged_by(&mut runner(unit, files, game, engine, name), unit, name, text)
}

/// Findings of many scenarios without playing them. A game that is loaded with these packs is not loaded again.
pub fn all_judged(
    unit: &Unit,
    files: &Files,
    game: &str,
    engines: &BTreeMap<Vec<String>, Game>,
    all: &BTreeMap<String, Arc<str>>,
) -> Problems {
    let mut problems = Problems::new();
    let mut runners: BTreeMap<Vec<String>, Runner> = BTreeMap::new();
    for (name, text) in all {
        let packs = unit.packs_around(name);
        // The errors that keep a game from loading were reported with the game.
        let Some(engine) = engines.get(&packs) else { continue };
        let with_these = || {
            let mut runner = Runner::over(Files { packs: packs.clone(), ..files.clone() }).with_engine(game, engine);
            for (name, text) in all.iter().filter(|(name, _)| FileKind::of(name) == Some(FileKind::Bases)) {
                runner.put_bases(Path::new(&shown(unit, name)), name, text);
            }
            runner
        };
        let runner = runners.entry(packs.clone()).or_insert_with(with_these);
        problems.append(judged_by(runner, unit, name, text));
    }
    problems
}

fn judged_by(runner: &mut Runner, unit: &Unit, name: &str, text: &str) -> Problems {
    let path = shown(unit, name);
    let mut problems = runner.judge(&path, text);
    problems.rename(|file| if file == path { name.into() } else { file.into() });
    problems
}

/// Runs a scenario. The game is not loaded again, unless the scenario is one of another pack.
pub fn run(unit: &Unit, files: &Files, game: &str, engine: Option<&Game>, name: &str, text: &str) -> ScenarioResult {
    let path = shown(unit, name);
    let mut outcome = runner(unit, files, game, engine, name).run(&path, text);
    outcome.message = outcome.message.replace(&path, name);
    outcome
}

/// The steps that are possible after the steps of a scenario; none if the scenario does not come so far.
pub fn possible(unit: &Unit, files: &Files, game: &str, engine: &Game, name: &str, text: &str) -> Vec<PossibleSteps> {
    let moment = runner(unit, files, game, Some(engine), name).moment(&shown(unit, name), text);
    moment.ok().filter(|moment| moment.refused.is_none()).map_or(Vec::new(), |moment| moment.steps)
}

fn runner(unit: &Unit, files: &Files, game: &str, engine: Option<&Game>, name: &str) -> Runner {
    let packs = unit.packs_around(name);
    let is_own = packs == files.packs;
    let runner = Runner::over(Files { packs, ..files.clone() });
    match engine.filter(|_| is_own) {
        Some(engine) => runner.with_engine(game, engine),
        None => runner,
    }
}

/// The path of a scenario; base positions are looked for in the folders around it.
fn shown(unit: &Unit, name: &str) -> String {
    unit.path(name).unwrap_or_else(|| Path::new(name).into()).display().to_string()
}
