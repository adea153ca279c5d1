//! Studio tools: what the studio asks of the program: scenarios and findings.

use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::thread::spawn;

use intermezzo::error::{Error, Problem, Result};
use intermezzo::faces::Picture;
use intermezzo::{Game, Table};
use intermezzo_studio::{Finding, Ran, Tools};
use lsp_server::{Connection, Message};

use super::faces::art_of;
use super::pack::Pack;
use super::{check, lsp, scenario_runs};
use crate::scenario::{Outcome, Runner, found, pinned};

/// The tools for the files of a pack.
pub struct Workbench {
    /// The files.
    pub pack: Pack,
}

/// The error of a command as an error of the library.
fn told(error: anyhow::Error) -> Error {
    error.downcast::<Error>().unwrap_or_else(|error| Error::usage(format!("{error:#}")))
}

impl Tools for Workbench {
    fn pin(&self, table: &Table, title: &str) -> Result<String> {
        pinned(table, title, 0).map(|pinned| pinned.text)
    }

    fn run(&self, paths: &[PathBuf]) -> Result<Vec<Ran>> {
        let report = scenario_runs::run(paths, &self.pack, false, None).map_err(told)?.report;
        let ran = |of: Outcome| Ran {
            path: of.path,
            title: of.title,
            ok: of.ok,
            message: of.message,
            transcript: String::new(),
        };
        let mut all: Vec<Ran> = report.scenarios.into_iter().map(ran).collect();
        if let ([path], [one]) = (paths, all.as_mut_slice()) {
            one.transcript = self.transcript(path)?;
        }
        Ok(all)
    }

    fn check(&self) -> Result<Vec<Finding>> {
        let own = self.pack.own.iter().chain(&self.pack.root).map(|dir| dir.display().to_string());
        let (problems, _) = check::collect(&own.take(1).collect::<Vec<_>>(), &self.pack).map_err(told)?;
        Ok(problems.list().iter().map(finding).collect())
    }

    fn picture(&self, game: &Game, card: &str) -> Result<Option<Picture>> {
        art_of(&self.pack, game).find(card)
    }

    fn speak(&self, say: Box<dyn Fn(String) -> bool + Send>) -> Sender<String> {
        let (Connection { sender, receiver }, server) = Connection::memory();
        let (tell, told) = channel::<String>();
        let pack = self.pack.clone();
        spawn(move || lsp::serve(&server, &pack));
        spawn(move || {
            // Texts that are no JSON do not come from our editor.
            let messages = told.into_iter().filter_map(|text| serde_json::from_str::<Message>(&text).ok());
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
        let found = found(std::slice::from_ref(path)).map_err(told)?;
        let Some(scenario) = found.first() else { return Ok(String::new()) };
        Ok(runner.run(&path.display().to_string(), &scenario.text()?).told)
    }
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
