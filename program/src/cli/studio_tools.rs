//! Studio tools: the functions of this program that the studio calls: scenarios, findings, simulations, new files,
//! completion.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::thread::spawn;

use intermezzo::error::{Error, Problem, Result};
use intermezzo::{Record, Table};
use intermezzo_studio::{Finding, NewCard, Pinned, Ran, Simulation, Tools};
use lsp_server::{Connection, Message};
use serde_json::Value;

use super::new::{begin_card, begin_scenario};
use super::pack::Pack;
use super::sim::live::live;
use super::{check, lsp, scenario_runs, test};
use crate::scenario::{Runner, ScenarioFilter, ScenarioResult, found, moment_of, pinned, table_after};

/// The implementation of the studio's `Tools` for the files of a pack or a folder with games.
pub struct Workbench {
    /// The pack whose files the tools read.
    pub pack: Pack,
}

/// Turns the error of a command into an error of the library.
fn library_error(error: anyhow::Error) -> Error {
    error.downcast::<Error>().unwrap_or_else(|error| Error::usage(format!("{error:#}")))
}

impl Tools for Workbench {
    fn pin(&self, table: &Table, title: &str, last: usize) -> Result<Pinned> {
        let pinned = pinned(table, title, last)?;
        Ok(Pinned { remarks: super::pin_remarks::remarks_of(&pinned), text: pinned.text })
    }

    fn run(&self, paths: &[PathBuf]) -> Result<Vec<Ran>> {
        let report =
            scenario_runs::run(paths, &self.pack, false, &ScenarioFilter::default()).map_err(library_error)?.report;
        let mut all: Vec<Ran> = report.scenarios.into_iter().map(ran).collect();
        if let ([path], [one]) = (paths, all.as_mut_slice()) {
            one.transcript = self.transcript(path)?;
        }
        Ok(all)
    }

    fn accept(&self, paths: &[PathBuf]) -> Result<Vec<Ran>> {
        let report =
            scenario_runs::run(paths, &self.pack, true, &ScenarioFilter::default()).map_err(library_error)?.report;
        Ok(report.scenarios.into_iter().map(ran).collect())
    }

    fn simulate(&self, wish: &Simulation, tell: &mut dyn FnMut(Value) -> bool) -> Result<()> {
        live(wish, &self.pack, tell)
    }

    fn check(&self, game: Option<&str>) -> Result<Vec<Finding>> {
        let own = self.pack.own.iter().chain(&self.pack.root).map(|dir| dir.display().to_string());
        // Only the game whose file was saved is checked: all games of a large folder would take long.
        let lies_here =
            |game: &&str| self.pack.root.as_ref().is_some_and(|root| root.join("cards").join(game).is_dir());
        let given = game.filter(lies_here).map(String::from).into_iter().chain(own).take(1);
        let (problems, _) = check::collect(&given.collect::<Vec<_>>(), &self.pack).map_err(library_error)?;
        Ok(problems.list().iter().map(finding).collect())
    }

    fn table_after(&self, path: &Path) -> Result<Table> {
        let text = test::text_of(path).map_err(library_error)?;
        table_after(&self.pack.files()?, &path.display().to_string(), &text).map_err(Error::usage)
    }

    fn moment(&self, record: &Record, answers: Option<usize>) -> Result<Table> {
        moment_of(record, answers).map(|(table, _)| table)
    }

    fn begin_card(&self, new: &NewCard) -> Result<PathBuf> {
        begin_card(&self.pack, &new.game, &new.name, &new.like).map_err(library_error)
    }

    fn begin_scenario(&self, game: &str, title: &str, card: &str) -> Result<PathBuf> {
        begin_scenario(&self.pack, game, title, card).map_err(library_error)
    }

    fn speak(&self, say: Box<dyn Fn(String) -> bool + Send>) -> Sender<String> {
        let (Connection { sender, receiver }, server) = Connection::memory();
        let (tell, library_error) = channel::<String>();
        let pack = self.pack.clone();
        spawn(move || lsp::serve(&server, &pack));
        spawn(move || {
            // Our editor sends only JSON, so other texts are dropped.
            let messages = library_error.into_iter().filter_map(|text| serde_json::from_str::<Message>(&text).ok());
            messages.map_while(|message| sender.send(message).ok()).for_each(drop);
        });
        spawn(move || {
            for message in receiver {
                let mut json = serde_json::to_value(&message).unwrap_or_default();
                json["jsonrpc"] = "2.0".into();
                if !say(json.to_string()) {
                    return;
                }
            }
        });
        tell
    }
}

impl Workbench {
    /// All that happens in a scenario.
    fn transcript(&self, path: &PathBuf) -> Result<String> {
        let mut runner = Runner::over(self.pack.files()?).telling();
        let found = found(std::slice::from_ref(path)).map_err(library_error)?;
        let Some(scenario) = found.first() else { return Ok(String::new()) };
        Ok(runner.run(&path.display().to_string(), &scenario.text()?).log)
    }
}

fn ran(of: ScenarioResult) -> Ran {
    let (path, title, ok, differs, message) = (of.path, of.title, of.ok, of.differs, of.message);
    Ran { path, title, ok, differs, message, transcript: String::new() }
}

fn finding(problem: &Problem) -> Finding {
    Finding {
        path: problem.span.file.to_string(),
        line: problem.span.line as usize,
        column: problem.span.column as usize,
        severity: problem.severity.as_str(),
        message: problem.message.clone(),
        help: problem.help.clone(),
    }
}
