//! Rerun scenarios: does `watch` for scenarios: runs those again that a saved file concerns, and shows how they go now
//! beside how they went.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::Instant;

use super::Exit;
use super::findings::PathBase;
use super::line_diff::beside;
use super::pack::Pack;
use super::text::{Colours, counted};
use crate::scenario::{MAX_SCENARIO, Runner, ScenarioFile, ScenarioResult, below_folder, found, hold_to_snapshot};
use intermezzo::catalog::Files;
use intermezzo::data::disk;

/// Scenarios that run again after changes.
pub struct RerunScenarios {
    pack: Pack,
    paths: Vec<PathBuf>,
    runner: Runner,
    files: Files,
    texts: BTreeMap<String, String>,
    /// The files of the scenarios and of their snapshots, by path.
    found: BTreeMap<String, ScenarioFile>,
    went: BTreeMap<String, ScenarioResult>,
}

impl RerunScenarios {
    /// Reads all scenarios in these files and folders, and runs them for the first time.
    ///
    /// # Errors
    ///
    /// Paths or files that cannot be read.
    pub fn begin(paths: &[PathBuf], pack: &Pack) -> anyhow::Result<RerunScenarios> {
        let files = pack.files()?;
        let mut watched = RerunScenarios {
            pack: pack.clone(),
            paths: paths.to_vec(),
            runner: Runner::over(files.clone()).telling(),
            files,
            texts: read(paths)?,
            found: places(paths)?,
            went: BTreeMap::new(),
        };
        let all: Vec<String> = watched.texts.keys().cloned().collect();
        all.iter().for_each(|path| drop(watched.run(path)));
        Ok(watched)
    }

    /// Runs a scenario and stores its result; returns the result that it had before, if it ran before.
    fn run(&mut self, path: &str) -> Option<ScenarioResult> {
        let text = self.texts.get(path)?;
        let mut outcome = self.runner.run(path, text);
        if let Some(found) = self.found.get(path) {
            hold_to_snapshot(found, &mut outcome, false);
        }
        outcome.message = PathBase::of(&self.pack, &self.files).text(&outcome.message);
        // If the game does not load there is no log: the one before stays, for the next comparison.
        if let (true, Some(before)) = (outcome.log.is_empty(), self.went.get(path)) {
            outcome.log.clone_from(&before.log);
            outcome.cards.clone_from(&before.cards);
        }
        self.went.insert(path.into(), outcome)
    }

    /// The paths of scenarios to be run again: those that changed, that failed last, or that use a changed file.
    fn touched(&self, now: &Files, texts: &BTreeMap<String, String>) -> Vec<String> {
        let all: BTreeSet<&String> = self.files.texts.keys().chain(now.texts.keys()).collect();
        let changed: Vec<&String> =
            all.into_iter().filter(|path| self.files.texts.get(*path) != now.texts.get(*path)).collect();
        let is_touched = |path: &&String| {
            let Some(went) = self.went.get(*path) else { return true };
            let text = texts.get(*path);
            let game = text.and_then(|text| text.lines().find_map(|line| line.strip_prefix("game:"))).map(str::trim);
            let touches = |file: &&&String| {
                let is_of_game = game_of(file).is_none_or(|of| Some(of) == game);
                // A changed card concerns the scenarios in which it occurs; a manifest, a script, a deck or a new card
                // all scenarios of its game.
                let is_one_card = is_card(file) && self.files.texts.contains_key(**file);
                is_of_game && (!is_one_card || went.cards.contains(**file))
            };
            self.texts.get(*path) != text || !went.ok || changed.iter().any(|file| touches(&file))
        };
        texts.keys().filter(is_touched).cloned().collect()
    }

    /// Prints how many scenarios pass and fail.
    fn summary(&self, out: &mut dyn Write, paint: Colours) -> std::io::Result<()> {
        let failed = self.went.values().filter(|went| !went.ok).count();
        let all = counted(self.went.len(), "scenario");
        let words = match failed {
            0 => paint.green(&format!("{all}: all pass")),
            n => paint.red(&format!("{all}: {n} fail")),
        };
        writeln!(out, "{words}")
    }

    /// Runs the scenarios that the changed files concern, and prints how each goes now beside how it went.
    fn again(&mut self, now: Files, began: Instant, out: &mut dyn Write, paint: Colours) -> anyhow::Result<()> {
        let (texts, found) = (read(&self.paths)?, places(&self.paths)?);
        let touched = self.touched(&now, &texts);
        if now != self.files {
            self.runner.take_over(now.clone());
        }
        (self.files, self.texts, self.found) = (now, texts, found);
        self.went.retain(|path, _| self.texts.contains_key(path));
        let mut shown = Vec::new();
        for path in &touched {
            let before = self.run(path);
            let Some(went) = self.went.get(path) else { continue };
            let lines = |went: &ScenarioResult| went.log.clone();
            let of = |text: String| text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
            let (was, is) = (before.as_ref().map(lines).unwrap_or_default(), lines(went));
            let differs = beside(("as it went", "as it goes now"), &of(was), &of(is), columns());
            let was_ok = before.is_none_or(|went| went.ok);
            if differs.is_empty() && went.ok && was_ok {
                continue;
            }
            let how = if went.ok { paint.green("passes") } else { paint.red("fails") };
            shown.push(format!("{path}: {how}"));
            if !went.ok {
                shown.extend(went.message.lines().map(|line| format!("  {line}")));
            }
            shown.extend(differs.iter().map(|line| format!("  {line}")));
        }
        let took = began.elapsed().as_millis();
        shown.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        write!(out, "{} again, {} ms; ", counted(touched.len(), "scenario"), took)?;
        self.summary(out, paint)?;
        Ok(out.flush()?)
    }
}

/// The name of the game in whose folder a file lies; `None`: the file may belong to all games.
fn game_of(path: &str) -> Option<&str> {
    let below = path.split_once("cards/").or_else(|| path.split_once("scripts/"))?.1;
    below.split('/').next().filter(|game| *game != "lib")
}

fn is_card(path: &str) -> bool {
    let is_data = path.contains("cards/") && path.ends_with(".yaml");
    is_data && !path.ends_with("/game.yaml") && !path.contains("/decks/")
}

/// The width for two versions side by side: that of the terminal without the two columns of the indent.
fn columns() -> usize {
    crossterm::terminal::size().map_or(100, |(columns, _)| columns.max(40) as usize).saturating_sub(2)
}

/// The texts of the scenarios below paths.
fn read(paths: &[PathBuf]) -> anyhow::Result<BTreeMap<String, String>> {
    let mut out = BTreeMap::new();
    for scenario in found(paths)? {
        out.insert(scenario.path().display().to_string(), scenario.text()?);
    }
    Ok(out)
}

/// The files of all scenarios in these files and folders, by path, each with the place of its snapshot.
fn places(paths: &[PathBuf]) -> anyhow::Result<BTreeMap<String, ScenarioFile>> {
    Ok(found(paths)?.into_iter().map(|scenario| (scenario.path().display().to_string(), scenario)).collect())
}

/// True if all arguments of `watch` are scenarios or folders of scenarios, and none is a game.
pub fn are_scenarios(named: &[String]) -> bool {
    let below = |path: &Path| below_folder(path, &mut |_| Ok(())).unwrap_or_default();
    let is_scenario = |name: &String| {
        let path = Path::new(name);
        let is_below = |name: &str| path.components().any(|part| part.as_os_str() == name);
        // A folder with games or a pack is none, although `tests` may stand in its path.
        let is_root = || ["cards", "scripts", "pack.yaml"].iter().any(|part| path.join(part).exists());
        let in_folder = is_below("scenarios") || is_below("tests") && !is_root();
        let is_one = |text: &str| text.lines().any(|line| line.starts_with("expect:") || line.starts_with("steps:"));
        // Scenarios may lie anywhere, but not among the cards of a game.
        let holds_some = || {
            let below = if is_below("cards") || is_root() { Vec::new() } else { below(path) };
            below.iter().any(|file| file.text().is_ok_and(|text| is_one(&text)))
        };
        match path.is_dir() {
            true => in_folder || holds_some(),
            false => is_one(&disk::text(path, MAX_SCENARIO).unwrap_or_default()),
        }
    };
    named.iter().all(is_scenario)
}

/// Runs the scenarios, and after each report of a change those again that it concerns, until `changes` is closed.
///
/// # Errors
///
/// Scenarios or files that cannot be read at the beginning.
pub fn rerun_on_change(
    paths: &[PathBuf],
    pack: &Pack,
    changes: &Receiver<()>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (began, paint) = (Instant::now(), Colours::for_stdout());
    let mut watched = RerunScenarios::begin(paths, pack)?;
    write!(out, "{} ms; ", began.elapsed().as_millis())?;
    watched.summary(out, paint)?;
    if watched.went.is_empty() {
        writeln!(out, "no scenario lies there yet")?;
    }
    for went in watched.went.values().filter(|went| !went.ok) {
        // The message already begins with its file.
        let is_placed = went.message.starts_with(&format!("{}:", went.path));
        let file = if is_placed { String::new() } else { format!("{}: ", went.path) };
        writeln!(out, "{file}{}", went.message)?;
    }
    out.flush()?;
    let mut unread: Option<String> = None;
    while changes.recv().is_ok() {
        let began = Instant::now();
        // An error of reading does not end this: a missing file may come back, as when an editor replaces it.
        let now = pack.files().map_err(anyhow::Error::from).and_then(|now| Ok((now, read(&watched.paths)?)));
        match now {
            Ok((now, texts)) if unread.is_none() && now == watched.files && texts == watched.texts => {}
            Ok((now, _)) => {
                unread = None;
                watched.again(now, began, out, paint)?;
            }
            Err(error) => {
                // One change is reported several times: its error is printed once.
                let why = Some(error.to_string());
                if unread != why {
                    writeln!(out, "{error}")?;
                    out.flush()?;
                }
                unread = why;
            }
        }
    }
    Ok(Exit::Fine)
}
