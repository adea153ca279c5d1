//! Scenarios: findings about scenarios for an editor, and scenarios that it runs.

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

/// The findings about an open scenario, position or file of base positions. A scenario without findings in its form and
/// names is played, too: its failure is a finding.
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

/// The findings about many scenarios, which are not played. `engines` holds the loaded game by the packs in play; a
/// scenario whose packs are not among them is passed over.
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
        // If the game does not load with these packs, that was reported already.
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

/// Runs a scenario. `engine` is the game loaded with the unit's packs; for a scenario with other packs it is loaded
/// anew.
pub fn run(unit: &Unit, files: &Files, game: &str, engine: Option<&Game>, name: &str, text: &str) -> ScenarioResult {
    let path = shown(unit, name);
    let mut outcome = runner(unit, files, game, engine, name).run(&path, text);
    outcome.message = outcome.message.replace(&path, name);
    outcome
}

/// The steps that could follow the last step of a scenario; empty if one of its steps is refused.
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

/// The path of a scenario on disk, from its name in the unit: its base positions are searched in the folders around it.
fn shown(unit: &Unit, name: &str) -> String {
    unit.path(name).unwrap_or_else(|| Path::new(name).into()).display().to_string()
}
