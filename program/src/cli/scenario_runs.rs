//! Scenario runs: runs scenarios for `test` and other commands, each with the pack in whose folder it lies; messages
//! name files by their paths from the current folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::findings::PathBase;
use super::pack::{Pack, is_pack};
use crate::scenario::{Report, ScenarioFilter, run_some};

/// The results of scenarios.
#[derive(Debug, Default)]
pub struct ScenarioRuns {
    /// The result of each.
    pub report: Report,
    /// The texts of cards and scripts, by the paths that messages name; only filled if a scenario failed.
    pub texts: BTreeMap<String, Arc<str>>,
}

/// Runs the scenarios in these files and folders that `which` selects. With `accept`, writes their transcripts as
/// snapshots.
///
/// # Errors
///
/// Paths, packs or files that cannot be read.
pub fn run(paths: &[PathBuf], pack: &Pack, accept: bool, which: &ScenarioFilter) -> anyhow::Result<ScenarioRuns> {
    let mut ran = ScenarioRuns::default();
    for (pack, paths) in groups(paths, pack) {
        let mut report = run_some(&paths, pack.root.as_deref(), &pack.packs, accept, which)?;
        let files = pack.files().unwrap_or_default();
        let here = PathBase::of(&pack, &files);
        for outcome in &mut report.scenarios {
            outcome.message = here.text(&outcome.message);
        }
        // Only failure messages name the paths.
        if report.failed() > 0 {
            ran.texts.extend(files.texts.into_iter().map(|(file, text)| (here.path(&file), text)));
        }
        ran.report.scenarios.extend(report.scenarios);
    }
    ran.report.scenarios.sort_by(|a, b| Path::new(&a.path).cmp(Path::new(&b.path)));
    Ok(ran)
}

/// True if a scenario that was just written passes with the present files, as `test` would run it. It does not say why
/// not: that may tell hidden things.
pub fn passes(path: &Path, pack: &Pack) -> bool {
    run(&[path.to_path_buf()], pack, false, &ScenarioFilter::default()).is_ok_and(|ran| ran.report.failed() == 0)
}

/// Groups the paths by the pack in whose folder they lie; each group has the files with which its scenarios are played.
pub fn groups(paths: &[PathBuf], pack: &Pack) -> Vec<(Pack, Vec<PathBuf>)> {
    let own = pack.own.as_ref().and_then(|own| own.canonicalize().ok());
    let mut out: Vec<(Pack, Vec<PathBuf>)> = Vec::new();
    for path in paths {
        let around = Pack::around(path, &pack.packs);
        let found = around.filter(|found| found.own.as_ref().and_then(|dir| dir.canonicalize().ok()) != own);
        let found = found.map_or_else(|| pack.clone(), |found| Pack { locale: pack.locale.clone(), ..found });
        let path = if is_pack(path) { scenarios_in(path).unwrap_or_else(|| path.clone()) } else { path.clone() };
        match out.iter_mut().find(|(known, _)| *known == found) {
            Some((_, paths)) => paths.push(path),
            None => out.push((found, vec![path])),
        }
    }
    out
}

/// The folder for scenarios in a pack or a folder with games; `None`: it has none.
pub fn scenarios_in(base: &Path) -> Option<PathBuf> {
    let found = ["tests/scenarios", "scenarios"].map(|folder| base.join(folder)).into_iter().find(|path| path.is_dir());
    found.map(|path| path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path))
}
