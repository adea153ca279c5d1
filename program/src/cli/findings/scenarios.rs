//! Scenarios: findings about scenarios and ledgers, which are read and not played: those beside games and packs, or
//! named ones.

use std::path::{Path, PathBuf};

use super::unreadable;
use crate::cli::pack::Pack;
use crate::cli::scenario_runs::{groups, scenarios_in};
use crate::editor::FileKind;
use crate::scenario::{MAX_SCENARIO, Runner, all_files, game_of_text, ledger};
use intermezzo::catalog::Files;
use intermezzo::data::Span;
use intermezzo::data::disk::{self, Folder};
use intermezzo::error::{Problems, Result};
use intermezzo::table::Game;

/// The findings about the scenarios and ledgers of these games, in the folder of the pack that the person works on, or
/// else of the games.
///
/// # Errors
///
/// Files that cannot be read.
pub fn beside(pack: &Pack, files: &Files, games: &[(String, Option<Game>)]) -> anyhow::Result<Problems> {
    let base = pack.own.as_ref().or(pack.root.as_ref());
    let mut all = Problems::new();
    for (base, (game, _)) in base.into_iter().flat_map(|base| games.iter().map(move |game| (base, game))) {
        let path = base.join(format!("tests/rules/{game}.yaml"));
        if path.is_file() {
            add(&mut all, ledger::judge(&path.display().to_string(), &disk::text(&path, MAX_SCENARIO)?));
        }
    }
    if let Some(base) = base {
        misplaced(base, &mut all)?;
    }
    let Some(folder) = base.and_then(|base| scenarios_in(base)) else { return Ok(all) };
    let mut runner = Runner::over(files.clone());
    for (name, game) in games {
        if let Some(game) = game {
            runner = runner.with_engine(name, game);
        }
    }
    let found = all_files(&folder, &mut |error| {
        add(&mut all, unreadable(&error));
        Ok(())
    })?;
    for (path, text) in found {
        let game = game_of_text(&text);
        // The scenario of another known game is reported when that game is checked; one of an unknown game is reported
        // here.
        let is_of = games.iter().any(|(name, _)| name == game) || !files.games().iter().any(|name| name == game);
        if is_of || path.ends_with("bases.yaml") {
            add(&mut all, runner.judge(&path, &text));
        }
    }
    Ok(all)
}

/// Adds findings about folders that seem to be meant for scenarios and that nothing reads, such as `tests/scenario/`.
fn misplaced(base: &Path, all: &mut Problems) -> Result<()> {
    const FOLDER: &str = "scenarios";
    let folder = Folder::open(base)?;
    let has_tests = base.join("tests").join(FOLDER).is_dir();
    let is_near = |name: &str| strsim::osa_distance(name, FOLDER) <= 2;
    for above in ["", "tests"] {
        if !above.is_empty() && !folder.has_folder(Path::new(above))? {
            continue;
        }
        for (name, is_folder) in folder.names(Path::new(above))? {
            // `scenarios/` at the top is read where there is no `tests/scenarios/`.
            let is_read = name == FOLDER && (!above.is_empty() || !has_tests);
            if is_folder && is_near(&name) && !is_read {
                let path = base.join(above).join(&name);
                let mut found = Problems::new();
                found
                    .error("stray_file", &Span::file(path.display().to_string()), "nothing reads this folder")
                    .help("scenarios lie in tests/scenarios/");
                add(all, found);
            }
        }
    }
    Ok(())
}

/// The findings about scenarios that the person names by their files; they are not played.
///
/// # Errors
///
/// Files that cannot be read.
pub fn of_files(paths: &[PathBuf], pack: &Pack) -> Result<Problems> {
    let mut all = Problems::new();
    for (pack, paths) in groups(paths, pack) {
        let mut runner = Runner::over(pack.files()?);
        for path in paths {
            add(&mut all, runner.judge(&path.display().to_string(), &disk::text(&path, MAX_SCENARIO)?));
        }
    }
    Ok(all)
}

/// True if a file is a scenario or holds base positions, by its name and its keys; it may lie anywhere outside of
/// cards/ and scripts/.
pub fn is_scenario_file(path: &Path) -> bool {
    let is_yaml = path.is_file() && path.extension().is_some_and(|ending| ending == "yaml");
    let is_of_game = path.components().any(|part| part.as_os_str() == "cards" || part.as_os_str() == "scripts");
    let is_bases = FileKind::of(&path.display().to_string()) == Some(FileKind::Bases);
    is_yaml
        && !is_of_game
        && (is_bases || disk::text(path, MAX_SCENARIO).is_ok_and(|text| !game_of_text(&text).is_empty()))
}

/// Adds findings that are not in the list yet: a fault of a base position is found with each scenario that begins at
/// it.
fn add(all: &mut Problems, mut found: Problems) {
    found.retain(|problem| !all.list().contains(problem));
    all.append(found);
}
