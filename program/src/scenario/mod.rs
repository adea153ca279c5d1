//! Scenarios: games stated in YAML, played, and compared with what must be true.
//!
//! A scenario states a position, answers every decision, and says what must hold. It is strict:
//! an answer that is not asked for, a decision left in the middle of a use, a dictated chance
//! result that is not used, or a card that got lost makes it fail.

mod base_positions;
mod bot_steps;
mod commands;
mod coverage;
mod dictated_chance;
mod effects;
mod expect;
pub mod keys;
pub(crate) mod ledger;
mod message_places;
mod moment;
mod moment_facts;
pub mod mutants;
mod names;
mod open_question;
mod pin;
mod position;
mod possible_steps;
mod rule_names;
mod run;
mod scenario_files;
pub(crate) mod scenario_text;
mod setup_text;
mod shape;
mod snapshot;
mod state_summary;
mod static_checks;
mod test_access;

use keys::ScenarioKeys;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use intermezzo::bots::BotKind;
use intermezzo::catalog::Files;
use intermezzo::data::{Node, Span, suggest, yaml};
use intermezzo::error::{Error, ErrorKind, Problems, one_line};
use intermezzo::table::{Entry, Game, Loader, Record, Table};

pub use coverage::coverage;
pub use moment::Moment;
pub(crate) use pin::{Pinned, pinned};
pub use possible_steps::PossibleSteps;
pub(crate) use possible_steps::step_of;
pub use scenario_files::{ScenarioFile, found};
pub(crate) use scenario_files::{all_files, below_folder};
pub use state_summary::StateSummary;
pub(crate) use static_checks::{add as add_finding, with_help};
pub use test_access::{find, page, position, sections, table_of, with_base};

/// The results of a run of scenarios.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The outcome of each scenario, and of each other file with a fault (unreadable, of base positions, a snapshot
    /// that no scenario pins), in the order of paths.
    pub scenarios: Vec<ScenarioResult>,
}

/// The result of one scenario.
#[derive(Clone, Debug, Default)]
pub struct ScenarioResult {
    /// The file.
    pub path: String,
    /// The title of the scenario.
    pub title: String,
    /// True if the scenario passed.
    pub ok: bool,
    /// The reason for the failure.
    pub message: String,
    /// Rules of the ledger that the scenario proves.
    pub proves: Vec<String>,
    /// The transcript, if the scenario pins one.
    pub transcript: Option<String>,
    /// The state of the game at the failure, if the game had begun.
    pub scene: Option<StateSummary>,
    /// True if the scenario fails only because its transcript is not the pinned one.
    pub differs: bool,
    /// The text of the scenario.
    pub text: String,
    /// The log, in words, if the runner keeps it.
    pub(crate) log: String,
    /// The snapshot that was written.
    pub(crate) written: Option<PathBuf>,
    /// Files of the cards that took part, if the runner keeps them.
    pub(crate) cards: std::collections::BTreeSet<String>,
}

impl Report {
    /// The number of failures.
    pub fn failed(&self) -> usize {
        self.scenarios.iter().filter(|s| !s.ok).count()
    }
}

/// Runs scenarios, and keeps the games that it loaded, so that many scenarios share them.
pub struct Runner {
    files: Files,
    engines: BTreeMap<String, Game>,
    loader: Loader,
    bases: base_positions::Bases,
    /// True: outcomes have the whole log, and the cards that took part.
    tells: bool,
    /// The bot that answers in steps with `bot`.
    bot: BotKind,
}

impl Runner {
    /// A runner over the built-in pack, with the files of a folder laid over it.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn new(root: Option<&Path>) -> intermezzo::error::Result<Runner> {
        Ok(Runner::over(Files::with_root(root)?))
    }

    /// A runner over these files alone.
    pub fn over(files: Files) -> Runner {
        Runner {
            files,
            engines: BTreeMap::new(),
            loader: Loader::default(),
            bases: base_positions::Bases::default(),
            tells: false,
            bot: BotKind::Greedy,
        }
    }

    /// A runner whose outcomes have the whole log, and the cards that took part.
    pub(crate) fn telling(mut self) -> Runner {
        self.tells = true;
        self
    }

    /// Replaces the files; unchanged ones are not compiled again.
    pub(crate) fn take_over(&mut self, files: Files) {
        self.files = files;
        self.engines.clear();
        self.bases = base_positions::Bases::default();
    }

    /// A runner with a game that was already loaded from these files.
    pub fn with_engine(mut self, game: &str, engine: &Game) -> Runner {
        self.engines.insert(format!("{game} {}", self.files.packs.join(" ")), engine.clone());
        self
    }

    /// Takes `text` as the content of the file of base positions at `path`, whatever lies on the disk. Findings call
    /// the file `name`.
    pub fn put_bases(&mut self, path: &Path, name: &str, text: &str) {
        self.bases.put(path, name, text);
    }

    /// True if the game loads with the packs in play.
    pub fn loads(&mut self, game: &str) -> bool {
        let packs = self.files.packs.clone();
        self.engine(game, &packs).is_ok()
    }

    fn engine(&mut self, game: &str, packs: &[String]) -> Result<Game, String> {
        let key = format!("{game} {}", packs.join(" "));
        if let Some(engine) = self.engines.get(&key) {
            return Ok(engine.clone());
        }
        let files = Files { packs: packs.to_vec(), ..self.files.clone() };
        let engine = self.load(game, &files)?;
        self.engines.insert(key, engine.clone());
        Ok(engine)
    }

    fn load(&mut self, game: &str, files: &Files) -> Result<Game, String> {
        self.loader.load(game, files).map(|(engine, _)| engine).map_err(|problems| problems.render_all())
    }

    /// Findings about files of base positions in these folders, after their scenarios were run: mistakes, and
    /// bases that no scenario began with. One outcome for each file with findings.
    ///
    /// # Errors
    ///
    /// Folders that cannot be read.
    pub fn findings_of_bases(&mut self, folders: &[PathBuf]) -> anyhow::Result<Vec<ScenarioResult>> {
        self.bases.findings(folders)
    }

    /// Runs the scenario in a text. The base position that it names is looked for in the folder of `path` and above.
    pub fn run(&mut self, path: &str, text: &str) -> ScenarioResult {
        let mut outcome = ScenarioResult { path: path.into(), text: text.into(), ..ScenarioResult::default() };
        let mut problems = Problems::new();
        let node = yaml::parse(path, text, &mut problems);
        let Some(node) = node.filter(|_| !problems.has_errors()) else {
            outcome.message = problems.render_all();
            return outcome;
        };
        outcome.title = ScenarioKeys::of(&node).title.and_then(Node::as_str).unwrap_or("").into();
        let proves = ScenarioKeys::of(&node).proves.map_or(&[][..], |n| n.items());
        outcome.proves = proves.iter().filter_map(|n| n.as_str().map(String::from)).collect();
        let whole = shape::check(&node).and_then(|()| self.bases.lay_under(path, node));
        match whole.and_then(|node| self.run_node(&node, &mut outcome)) {
            Ok(transcript) => {
                outcome.ok = true;
                outcome.transcript = transcript;
            }
            Err(message) => outcome.message = message,
        }
        outcome
    }

    fn run_node(&mut self, node: &Node, outcome: &mut ScenarioResult) -> Result<Option<String>, String> {
        let game = ScenarioKeys::of(node).game.and_then(Node::as_str).ok_or("a scenario names its `game`")?;
        if let Some(Unknown { place, message, help }) = self.unknown(node) {
            return Err(format!("{place}: {message} ({help})"));
        }
        if ScenarioKeys::of(node).findings.is_some() && ScenarioKeys::of(node).deck.is_none() {
            return self.check_load(game, overlay(node), self.packs_of(node), node);
        }
        let engine = self.engine_of(node, game)?;
        if let Some(deck) = ScenarioKeys::of(node).deck {
            return check_deck(&engine, deck, node);
        }
        if let Some(part) = ScenarioKeys::of(node).refused.and_then(Node::as_str) {
            return match position::set_up(&engine, node) {
                Err(message) if message.contains(part) => Ok(None),
                Err(message) => Err(format!("it was refused for another reason: {message} (expected: {part})")),
                Ok(_) => Err(format!("the game began (expected: {part})")),
            };
        }
        run::run(&engine, node, (self.tells, &self.bot), outcome)
    }

    /// The game or pack that a scenario names and that is not there.
    fn unknown(&self, node: &Node) -> Option<Unknown> {
        let said = ScenarioKeys::of(node);
        // A scenario may bring a game of its own.
        let brings = |path: &str| said.files.iter().any(|(key, _)| key.name == path);
        let is_there = |path: &str| self.files.texts.contains_key(path) || brings(path);
        let of = |what: &str, node: &Node, name: &str, known: Vec<String>| Unknown {
            place: node.span.clone(),
            message: format!("there is no {what} `{name}`"),
            help: suggest::help_for(name, known.iter().map(String::as_str)),
        };
        if let Some(game) = said.game
            && let Some(name) = game.as_str().filter(|name| !is_there(&format!("cards/{name}/game.yaml")))
        {
            return Some(of("game", game, name, self.files.games()));
        }
        let mut packs = said.packs.map_or(&[][..], |list| list.items()).iter();
        let unknown = packs.find(|pack| pack.as_str().is_some_and(|id| !is_there(&format!("packs/{id}/pack.yaml"))))?;
        let mut error = of("pack", unknown, unknown.as_str()?, self.files.known_packs());
        error.help += "; `--pack FOLDER` names one that lies elsewhere";
        Some(error)
    }

    /// The packs in play in a scenario.
    fn packs_of(&self, node: &Node) -> Vec<String> {
        match ScenarioKeys::of(node).packs {
            Some(list) => list.items().iter().filter_map(|n| n.as_str().map(String::from)).collect(),
            None => self.files.packs.clone(),
        }
    }

    /// The game of a scenario, with the packs and texts that it says.
    fn engine_of(&mut self, node: &Node, game: &str) -> Result<Game, String> {
        let (packs, overlay) = (self.packs_of(node), overlay(node));
        if overlay.is_empty() {
            return self.engine(game, &packs);
        }
        let mut files = Files { packs, ..self.files.clone() };
        files.overlay(overlay);
        let engine = self.load(game, &files)?;
        all_read(&files, game, node, &Problems::new())?;
        Ok(engine)
    }

    fn check_load(
        &mut self,
        game: &str,
        overlay: Vec<(String, Arc<str>)>,
        packs: Vec<String>,
        node: &Node,
    ) -> Result<Option<String>, String> {
        let mut files = Files { packs, ..self.files.clone() };
        files.overlay(overlay);
        match self.loader.load(game, &files) {
            Ok((_, problems)) | Err(problems) => {
                all_read(&files, game, node, &problems)?;
                compare_findings(&problems, node)
            }
        }
    }
}

/// A game or a pack that a scenario names and that is not there, as a finding.
struct Unknown {
    place: Span,
    message: String,
    help: String,
}

/// The texts that a scenario lays over the files of its game.
fn overlay(node: &Node) -> Vec<(String, Arc<str>)> {
    let files = ScenarioKeys::of(node).files.iter();
    files.map(|(key, text)| (key.name.clone(), text.as_str().unwrap_or("").into())).collect()
}

/// Refuses a text under `files` of a scenario that its game does not read, unless a finding names the text's path.
fn all_read(files: &Files, game: &str, node: &Node, found: &Problems) -> Result<(), String> {
    let is_told = |path: &str| found.list().iter().any(|p| &*p.span.file == path);
    let given = ScenarioKeys::of(node).files;
    match given.iter().find(|(path, _)| !files.has_text_of(game, &path.name) && !is_told(&path.name)) {
        None => Ok(()),
        Some((path, _)) => Err(format!(
            "{}: `{game}` does not read `{}`: its cards are cards/{game}/….yaml, and its scripts scripts/{game}/….lua",
            path.span, path.name
        )),
    }
}

fn check_deck(engine: &Game, deck: &Node, node: &Node) -> Result<Option<String>, String> {
    let mut problems = Problems::new();
    let catalog = &engine.catalog;
    let found = intermezzo::catalog::read_deck(&catalog.rules, &catalog.deck_rules, deck, &mut problems);
    if !problems.has_errors() || ScenarioKeys::of(node).findings.is_some() {
        let options = position::options(engine, node)?;
        let rules = intermezzo::table::rules_for(engine, catalog.rules.schema.seats as usize, &options);
        let rules = rules.map_err(|e| e.to_string())?;
        catalog.deck_rules.check(&rules, &found, deck, &mut problems);
    }
    compare_findings(&problems, node)
}

/// Compares findings with the expected fragments (`findings`, `hints`): as many errors as fragments, each fragment in
/// one of the errors. Of hints the same, if the scenario expects any.
fn compare_findings(problems: &Problems, node: &Node) -> Result<Option<String>, String> {
    use intermezzo::error::Severity;
    let compare = |severity: Severity, key: &str, always: bool| -> Result<(), String> {
        let Some(expected) = node.field(key) else {
            let none = problems.list().iter().all(|p| p.severity != severity);
            return if none || !always {
                Ok(())
            } else {
                Err(format!("{key} not expected:\n{}", problems.render_all()))
            };
        };
        let mut found: Vec<String> = problems
            .list()
            .iter()
            .filter(|p| p.severity == severity)
            .map(|p| format!("{} {} {}", p.span, p.message, p.help.as_deref().unwrap_or("")))
            .collect();
        let expected = expected.items();
        let (n, wanted) = (found.len(), expected.len());
        for fragment in expected {
            let fragment = fragment.as_str().map_or_else(|| fragment.to_json().to_string(), String::from);
            match found.iter().position(|f| f.contains(&fragment)) {
                Some(i) => drop(found.remove(i)),
                None => return Err(format!("no finding says `{fragment}`:\n{}", problems.render_all())),
            }
        }
        if n == wanted {
            Ok(())
        } else {
            Err(format!("{wanted} {key} expected, {n} found:\n{}", problems.render_all()))
        }
    };
    compare(Severity::Error, "findings", true)?;
    compare(Severity::Hint, "hints", false)?;
    Ok(None)
}

/// The most bytes of a scenario.
pub(crate) const MAX_SCENARIO: u64 = 1 << 20;

/// Runs all scenarios under paths. With `accept`, pinned transcripts are written instead of compared.
///
/// # Errors
///
/// Paths that cannot be read.
pub fn run_paths(paths: &[PathBuf], root: Option<&Path>, accept: bool) -> anyhow::Result<Report> {
    run_paths_with(paths, root, &[], accept)
}

/// Runs scenarios with packs in play, unless a scenario names its own.
///
/// # Errors
///
/// Paths that cannot be read, packs that do not exist.
pub fn run_paths_with(
    paths: &[PathBuf],
    root: Option<&Path>,
    packs: &[String],
    accept: bool,
) -> anyhow::Result<Report> {
    run_some(paths, root, packs, accept, &ScenarioFilter::default())
}

/// Which scenarios are run, and who plays in them.
#[derive(Clone, Debug, Default)]
pub struct ScenarioFilter {
    /// Only those whose path or title has this text.
    pub filter: Option<String>,
    /// The bot that answers in steps with `bot`; `None`: `greedy`.
    pub bot: Option<BotKind>,
}

/// Runs some of the scenarios under paths, with packs in play.
///
/// # Errors
///
/// Paths that cannot be read, packs that do not exist.
pub fn run_some(
    paths: &[PathBuf],
    root: Option<&Path>,
    packs: &[String],
    accept: bool,
    which: &ScenarioFilter,
) -> anyhow::Result<Report> {
    let filter = which.filter.as_deref();
    let mut runner = Runner::new(root)?;
    runner.bot = which.bot.clone().unwrap_or(runner.bot);
    runner.files = packs.iter().try_fold(runner.files, |files, pack| files.with_pack(pack))?;
    let mut report = Report::default();
    let mut unread = Vec::new();
    let all = scenario_files::found_but(paths, &mut |error| {
        unread.push(error);
        Ok(())
    })?;
    for scenario in all {
        let path = scenario.path().display().to_string();
        let text = match scenario.text() {
            Ok(text) => text,
            Err(error) => {
                unread.push(error);
                continue;
            }
        };
        if filter.is_some_and(|filter| !path.contains(filter) && !title_of(&text).contains(filter)) {
            continue;
        }
        let mut outcome = runner.run(&path, &text);
        hold_to_snapshot(&scenario, &mut outcome, accept);
        report.scenarios.push(outcome);
    }
    report.scenarios.extend(unread.iter().map(cannot_be_read));
    if filter.is_none() {
        report.scenarios.extend(runner.findings_of_bases(paths)?);
        report.scenarios.extend(orphans(paths, &report)?);
    }
    report.scenarios.sort_by(|a, b| Path::new(&a.path).cmp(Path::new(&b.path)));
    Ok(report)
}

/// The outcome of an unreadable file.
fn cannot_be_read(error: &Error) -> ScenarioResult {
    let path = match error.kind() {
        ErrorKind::Io { path, .. } => one_line(&path.display().to_string()),
        _ => String::new(),
    };
    ScenarioResult { path, message: error.to_string(), ..ScenarioResult::default() }
}

/// Lets a scenario that passed fail if it pins its transcript and that differs; or writes the snapshot, if it is accepted.
pub(crate) fn hold_to_snapshot(scenario: &ScenarioFile, outcome: &mut ScenarioResult, accept: bool) {
    let (true, Some(transcript)) = (outcome.ok, &outcome.transcript) else { return };
    match snapshot::compare(scenario, &outcome.title, transcript, accept) {
        Ok(written) => outcome.written = written,
        Err(message) => (outcome.ok, outcome.message, outcome.differs) = (false, message, true),
    }
}

/// The table of a scenario after all its steps; with the packs that it, or `files`, has in play.
///
/// # Errors
///
/// A mistake in the scenario, or a step that is refused.
pub fn table_after(files: &Files, path: &str, text: &str) -> Result<intermezzo::table::Table, String> {
    let mut problems = Problems::new();
    let node = yaml::parse(path, text, &mut problems).ok_or_else(|| problems.render_all())?;
    let mut runner = Runner::over(files.clone());
    let node = shape::check_position(&node).and_then(|()| runner.bases.lay_under(path, node))?;
    let game = ScenarioKeys::of(&node).game.and_then(Node::as_str).ok_or("a scenario names its `game`")?;
    let engine = runner.engine_of(&node, game)?;
    run::to_the_end(&engine, &node)
}

/// The table after a number of the answers of a record, by default all, and the entries of the record from there on.
/// The game may have begun with the position of a scenario.
///
/// # Errors
///
/// More answers than the record has, a position that cannot be set up, and the errors of [`Record::replay`].
pub(crate) fn moment_of(record: &Record, answers: Option<usize>) -> intermezzo::error::Result<(Table, Vec<Entry>)> {
    record.split_at(answers, |engine, beginning| {
        let mut table = position::restated(engine, beginning)
            .map_err(|why| Error::usage(format!("the position of the record: {why}")))?;
        table.go();
        Ok(table)
    })
}

/// The title of a scenario, found without a YAML parser.
fn title_of(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("title:")).unwrap_or("").trim()
}

/// The game that a scenario names, as far as it can be read without a parser; empty: none.
pub(crate) fn game_of_text(text: &str) -> &str {
    let named = text.lines().find_map(|line| line.strip_prefix("game:")).unwrap_or("");
    named.split(" #").next().unwrap_or("").trim().trim_matches(['"', '\''])
}

/// Snapshots in folders that no scenario pins: one outcome for each.
fn orphans(paths: &[PathBuf], report: &Report) -> anyhow::Result<Vec<ScenarioResult>> {
    let mut out = Vec::new();
    for path in paths.iter().filter(|path| path.is_dir()) {
        let (folder, below) = scenario_files::home(path)?;
        let mut unread = Vec::new();
        let mut refuse = |error| {
            unread.push(error);
            Ok(())
        };
        let entries = folder.files_but(&below, &[".snap"], &|_| true, &mut refuse)?;
        let is_new = |one: &ScenarioResult| report.scenarios.iter().all(|run| run.path != one.path);
        out.extend(unread.iter().map(cannot_be_read).filter(is_new));
        for entry in entries {
            let snapshot = folder.path(&entry.below);
            let scenario = snapshot.with_extension("yaml");
            let of_it = report.scenarios.iter().find(|s| Path::new(&s.path) == scenario);
            let is_pinned = of_it.is_some_and(|s| s.text.lines().any(|line| line.starts_with("snapshot:")));
            if !is_pinned {
                let message =
                    "no scenario pins this snapshot: delete it, or write `snapshot: transcript` into its scenario";
                out.push(ScenarioResult {
                    path: snapshot.display().to_string(),
                    message: message.into(),
                    ..ScenarioResult::default()
                });
            }
        }
    }
    Ok(out)
}
