//! Scenario files: the files of scenarios below the paths that somebody named.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::{MAX_SCENARIO, base_positions};
use intermezzo::data::disk::{Folder, Refuse};
use intermezzo::error::{Error, Result};

/// A file of a scenario, named by a path below an open folder.
#[derive(Clone, Debug)]
pub struct ScenarioFile {
    folder: Arc<Folder>,
    below: PathBuf,
}

impl ScenarioFile {
    /// The path of the file, as the person wrote the way to the folder.
    pub fn path(&self) -> PathBuf {
        self.folder.path(&self.below)
    }

    /// The text of the scenario.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or is no scenario.
    pub fn text(&self) -> Result<String> {
        self.folder.text(&self.below, MAX_SCENARIO)
    }

    /// The folder, and the path in it of the file with the same name and another ending.
    pub(super) fn beside(&self, ending: &str) -> (&Folder, PathBuf) {
        (&self.folder, self.below.with_extension(ending))
    }
}

/// All scenario files under paths, sorted, without files of base positions.
///
/// # Errors
///
/// A path without a file, or to a file that states no scenario.
pub fn found(paths: &[PathBuf]) -> anyhow::Result<Vec<ScenarioFile>> {
    found_but(paths, &mut Err)
}

/// What a folder holds that `--root` could name, by a file in it: games, or a pack.
fn held(below: &Path) -> Option<&'static str> {
    let parts: Vec<&str> = below.iter().filter_map(|part| part.to_str()).collect();
    match parts[..] {
        ["cards", _, "game.yaml"] => Some("games"),
        ["pack.yaml"] => Some("a pack"),
        _ => None,
    }
}

/// Finds scenarios; `refuse` decides what happens about unreadable files.
pub(super) fn found_but(paths: &[PathBuf], refuse: Refuse) -> anyhow::Result<Vec<ScenarioFile>> {
    let mut out = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut is_whole = true;
            let found = below_folder(path, &mut |error| {
                is_whole = false;
                refuse(error)
            })?;
            if let Some(what) = found.iter().find_map(|file| held(&file.below)) {
                let path = path.display();
                let message = format!("{path}: this folder holds {what}, not only scenarios");
                let help = format!("`intermezzo test --root {path}` runs the scenarios in it");
                return Err(Error::usage(message).help(help).into());
            }
            if found.is_empty() && is_whole {
                return Err(Error::usage(format!("{}: no scenario lies in this folder", path.display())).into());
            }
            out.extend(found);
        } else if path.exists() {
            is_scenario(path)?;
            let (folder, below) = home(path)?;
            out.push(ScenarioFile { folder, below });
        } else {
            anyhow::bail!("{}: there is no such file or folder", path.display());
        }
    }
    out.sort_by_cached_key(ScenarioFile::path);
    out.dedup_by_key(|found| found.path());
    Ok(out)
}

/// The scenario files below a folder, which may have none, without files of base positions.
///
/// # Errors
///
/// A folder that cannot be read, and what `refuse` gives back of unreadable files.
pub(crate) fn below_folder(folder: &Path, refuse: Refuse) -> Result<Vec<ScenarioFile>> {
    let (folder, below) = home(folder)?;
    let entries = folder.files_but(&below, &[".yaml", ".yml"], &|_| true, refuse)?;
    let all = entries.into_iter().map(|entry| ScenarioFile { folder: folder.clone(), below: entry.below });
    let found: Vec<ScenarioFile> = all.filter(|one| !is_bases(&one.below)).collect();
    found.iter().try_for_each(|one| is_scenario(&one.path()))?;
    Ok(found)
}

/// All scenarios and files of base positions below a folder, sorted, each with its path and its text.
///
/// # Errors
///
/// A folder that cannot be read, and what `refuse` gives back of what else cannot.
pub(crate) fn all_files(folder: &Path, refuse: Refuse) -> Result<Vec<(String, String)>> {
    let (folder, below) = home(folder)?;
    let entries = folder.files_but(&below, &[".yaml", ".yml"], &|_| true, refuse)?;
    let mut all = Vec::new();
    for one in entries.into_iter().map(|entry| ScenarioFile { folder: folder.clone(), below: entry.below }) {
        if let Err(error) = if is_bases(&one.below) { Ok(()) } else { is_scenario(&one.path()) } {
            refuse(error)?;
            continue;
        }
        match one.text() {
            Ok(text) => all.push((one.path().display().to_string(), text)),
            Err(error) => refuse(error)?,
        }
    }
    all.sort();
    Ok(all)
}

/// The folder below which something lies, and the path below it. A path through `tests/` is opened from the folder
/// around `tests/`, so `tests` itself may be no link either.
pub(super) fn home(path: &Path) -> Result<(Arc<Folder>, PathBuf)> {
    let parts: Vec<Component> = path.components().collect();
    let is_tests = |part: &Component| part.as_os_str() == "tests";
    let tests = parts.iter().rposition(is_tests).filter(|at| !parts[*at..].contains(&Component::ParentDir));
    let (folder, below) = match tests {
        Some(at) => (Folder::open(&parts[..at].iter().collect::<PathBuf>())?, parts[at..].iter().collect()),
        None if path.is_dir() => (Folder::open(path)?, PathBuf::new()),
        None => Folder::around(path)?,
    };
    Ok((Arc::new(folder), below))
}

/// Checks that a file is called as scenarios are.
///
/// # Errors
///
/// A file that is called otherwise than a scenario.
fn is_scenario(path: &Path) -> Result<()> {
    if is_bases(path) {
        let message = format!("{}: this file holds base positions, and no scenario", path.display());
        return Err(Error::usage(message).help("name its folder"));
    }
    match path.extension().is_some_and(|e| e == "yaml") {
        true => Ok(()),
        false => {
            let message = format!("{}: nothing reads this file: scenarios are .yaml files", path.display());
            Err(Error::usage(message).help("change its ending"))
        }
    }
}

fn is_bases(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == base_positions::FILE)
}
