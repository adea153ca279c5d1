//! Server: answers the messages of an editor, one after the other, and sends it findings.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::*;
use serde::Serialize;
use serde_json::{Value, json};

use super::workspace::Workspace;
use super::{answers, positions, scenarios};
use crate::cli::findings::short;
use crate::cli::pack::Pack;
use crate::editor::FileKind;
use intermezzo::error::{Problem, Problems, Severity};

/// The name of the command by which an editor runs the scenarios of a file.
pub const RUN: &str = "intermezzo.run";

/// Serves until the editor exits. True if it asked for the shutdown first.
///
/// # Errors
///
/// A stream that is closed or holds an invalid message.
pub fn serve(connection: &Connection, pack: &Pack) -> anyhow::Result<bool> {
    let (id, asked) = connection.initialize_start()?;
    let asked: InitializeParams = serde_json::from_value(asked).unwrap_or_default();
    let about = json!({ "name": "intermezzo", "version": env!("CARGO_PKG_VERSION") });
    connection.initialize_finish(id, json!({ "capabilities": capabilities(), "serverInfo": about }))?;
    let mut server =
        Server { connection, workspace: Workspace::new(pack.clone()), told: BTreeMap::new(), failed: BTreeMap::new() };
    // The protocol has no capability for images, so an editor names them in its initialization options.
    server.workspace.shows_images = asked.initialization_options.as_ref().is_some_and(|own| own["images"] == true);
    let of_texts = asked.capabilities.text_document.as_ref();
    let of_items = of_texts.and_then(|of| of.completion.as_ref()?.completion_item.as_ref());
    server.workspace.takes_snippets = of_items.and_then(|of| of.snippet_support) == Some(true);
    server.watch(&asked)?;
    server.run()
}

fn capabilities() -> ServerCapabilities {
    let completion = CompletionOptions {
        trigger_characters: Some([".", "\"", ":", " ", "{", "[", "/"].map(String::from).to_vec()),
        ..CompletionOptions::default()
    };
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        completion_provider: Some(completion),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["(", ",", "{"].map(String::from).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![RUN.into()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

struct Server<'c> {
    connection: &'c Connection,
    workspace: Workspace,
    /// The files for which the editor was sent findings last, by unit and game: where there are none any more, it is
    /// sent an empty list.
    told: BTreeMap<(usize, String), BTreeSet<PathBuf>>,
    /// The findings of scenarios that failed when the editor had them run, by unit and game.
    failed: BTreeMap<(usize, String), Problems>,
}

impl Server<'_> {
    fn run(&mut self) -> anyhow::Result<bool> {
        loop {
            // Findings are computed only when no message waits: the next one may change a file.
            if self.connection.receiver.is_empty() {
                self.check()?;
            }
            let Ok(message) = self.connection.receiver.recv() else { return Ok(false) };
            match message {
                Message::Request(request) => {
                    if request.method == "shutdown" {
                        self.send(Response::new_ok(request.id, Value::Null).into())?;
                        return self.shut_down();
                    }
                    self.answer(request)?;
                }
                Message::Notification(told) => self.hear(told)?,
                Message::Response(_) => {}
            }
        }
    }

    /// After the editor has asked for the shutdown: waits for its `exit`, and refuses further requests.
    fn shut_down(&self) -> anyhow::Result<bool> {
        for message in &self.connection.receiver {
            match message {
                Message::Request(Request { id, .. }) => {
                    let why = "the server shuts down: it answers nothing any more";
                    self.send(Response::new_err(id, ErrorCode::InvalidRequest as i32, why.into()).into())?;
                }
                Message::Notification(told) if told.method == notification::Exit::METHOD => break,
                Message::Notification(_) | Message::Response(_) => {}
            }
        }
        Ok(true)
    }

    fn send(&self, message: Message) -> anyhow::Result<()> {
        self.connection.sender.send(message).map_err(|_| anyhow::anyhow!("the editor is gone"))
    }

    fn tell<T: Serialize>(&self, method: &str, params: T) -> anyhow::Result<()> {
        self.send(Notification::new(method.into(), params).into())
    }

    fn say(&self, typ: MessageType, message: String) -> anyhow::Result<()> {
        self.tell(notification::ShowMessage::METHOD, ShowMessageParams { typ, message })
    }

    /// Asks the editor to report changes of files that it has not open, if it can.
    fn watch(&self, asked: &InitializeParams) -> anyhow::Result<()> {
        let watching = asked.capabilities.workspace.as_ref().and_then(|w| w.did_change_watched_files.as_ref());
        if watching.and_then(|w| w.dynamic_registration) != Some(true) {
            return Ok(());
        }
        let globs = json!({ "watchers": [{ "globPattern": "**/*.{yaml,lua,ftl}" }] });
        let one = json!({ "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": globs });
        let asked = json!({ "registrations": [one] });
        self.send(Request::new("watch".to_string().into(), "client/registerCapability".into(), asked).into())
    }

    fn hear(&mut self, told: Notification) -> anyhow::Result<()> {
        let heard = match told.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                let Ok(said) = serde_json::from_value::<DidOpenTextDocumentParams>(told.params) else { return Ok(()) };
                self.change(&said.text_document.uri, said.text_document.text, said.text_document.version)
            }
            notification::DidChangeTextDocument::METHOD => {
                let Ok(said) = serde_json::from_value::<DidChangeTextDocumentParams>(told.params) else {
                    return Ok(());
                };
                let VersionedTextDocumentIdentifier { uri, version } = said.text_document;
                // A change of a part is refused: taken for the whole text, it would make our text differ from the
                // editor's.
                match said.content_changes.iter().any(|change| change.range.is_some()) {
                    true => Err(format!("{}: a change of a part is not taken: send the whole text", uri.as_str())),
                    false => match said.content_changes.into_iter().next_back() {
                        Some(change) => self.change(&uri, change.text, version),
                        None => Ok(()),
                    },
                }
            }
            notification::DidCloseTextDocument::METHOD => {
                let Ok(said) = serde_json::from_value::<DidCloseTextDocumentParams>(told.params) else { return Ok(()) };
                if let Some(path) = positions::path(&said.text_document.uri) {
                    self.workspace.close(&path);
                }
                Ok(())
            }
            notification::DidSaveTextDocument::METHOD | notification::DidChangeWatchedFiles::METHOD => {
                self.workspace.read_again()
            }
            _ => Ok(()),
        };
        match heard {
            Ok(()) => Ok(()),
            Err(why) => self.say(MessageType::ERROR, why),
        }
    }

    fn change(&mut self, uri: &Uri, text: String, version: i32) -> Result<(), String> {
        match positions::path(uri) {
            Some(path) => self.workspace.change(path, text, version),
            None => Ok(()),
        }
    }

    fn answer(&mut self, request: Request) -> anyhow::Result<()> {
        let Request { id, method, params } = request;
        // A panic in one answer does not end the server.
        let answered = catch_unwind(AssertUnwindSafe(|| match method.as_str() {
            "workspace/executeCommand" => self.command(params),
            _ => answers::answer(&mut self.workspace, &method, params),
        }));
        let response = match answered {
            Ok(Ok(value)) => Response::new_ok(id, value),
            Ok(Err((code, message))) => Response::new_err(id, code as i32, message),
            Err(_) => Response::new_err(id, ErrorCode::InternalError as i32, intermezzo::workers::BUG.into()),
        };
        self.send(response.into())
    }

    /// Sends the editor the findings of all games that changed.
    fn check(&mut self) -> anyhow::Result<()> {
        for (at, game) in self.workspace.check() {
            self.failed.remove(&(at, game.clone()));
            self.publish(at, &game)?;
        }
        Ok(())
    }

    fn publish(&mut self, at: usize, game: &str) -> anyhow::Result<()> {
        let unit = self.workspace.unit(at);
        let open = self.workspace.open_of(at);
        let mut all = Problems::new();
        if let Some(state) = unit.state(game) {
            all.append(state.problems.clone());
        }
        let files = unit.files_with(&open);
        let engine = unit.state(game).and_then(|state| state.engine.as_ref());
        for (name, text) in &open {
            if FileKind::of(name).is_some_and(FileKind::is_stated) && unit.game(name, text).as_deref() == Some(game) {
                all.append(scenarios::problems(unit, &files, game, engine, name, text));
            }
        }
        if let Some(failed) = self.failed.get(&(at, game.to_string())) {
            all.append(failed.clone());
        }
        let mut by_file: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        for problem in all.list() {
            // Findings in no file on disk are reported at an open file.
            let blamed = self.workspace.path(at, &problem.span.file);
            let path = blamed.or_else(|| open.keys().find_map(|name| self.workspace.path(at, name)));
            let Some(path) = path else { continue };
            let text = self.workspace.text(at, &problem.span.file).unwrap_or_default();
            by_file.entry(path).or_default().push(diagnostic(problem, &text));
        }
        let before = self.told.insert((at, game.into()), by_file.keys().cloned().collect()).unwrap_or_default();
        for gone in before.into_iter().filter(|path| !by_file.contains_key(path)).collect::<Vec<_>>() {
            by_file.insert(gone, Vec::new());
        }
        // Open files without findings get an empty list, so that the editor drops earlier ones.
        let own = open.iter().filter(|(name, text)| unit.game(name, text).as_deref() == Some(game));
        for path in own.filter_map(|(name, _)| self.workspace.path(at, name)) {
            by_file.entry(path).or_default();
        }
        for (path, diagnostics) in by_file {
            if let Some(uri) = positions::uri(&path) {
                let version = self.workspace.version(&path);
                let params = PublishDiagnosticsParams { uri, diagnostics, version };
                self.tell(notification::PublishDiagnostics::METHOD, params)?;
            }
        }
        Ok(())
    }

    /// Runs a file that is a scenario, or all scenarios that name a card whose file it is, and replies how they went.
    fn command(&mut self, params: Value) -> answers::RequestResult {
        let wrong = |why: &str| (ErrorCode::InvalidParams, why.to_string());
        let said: ExecuteCommandParams = serde_json::from_value(params).map_err(|e| wrong(&e.to_string()))?;
        if said.command != RUN {
            return Err(wrong(&format!("there is no command `{}`", said.command)));
        }
        let named = said.arguments.first();
        let named = named.and_then(|named| named.as_str().or(named["uri"].as_str()));
        let named = named.ok_or_else(|| wrong("the argument is a file: its URI, or its path"))?;
        let path = named.parse::<Uri>().ok().as_ref().and_then(positions::path).unwrap_or_else(|| named.into());
        let path = self.workspace.known_as(&path).ok_or_else(|| wrong(&format!("there is no file `{named}`")))?;
        let (at, game, called, text) = self.workspace.any(&path).map_err(|why| wrong(&why))?;
        let open = self.workspace.open_of(at);
        let unit = self.workspace.unit(at);
        let state = unit.state(&game).ok_or_else(|| wrong("the game did not load"))?;
        let names: Vec<String> = match (crate::editor::card_of(&called), FileKind::of(&called)) {
            (Some(card), _) => state.index.scenarios_of(card).into_iter().map(String::from).collect(),
            (None, Some(FileKind::Scenario)) => vec![called.clone()],
            _ => return Err(wrong(&format!("`{named}` is neither a scenario nor a card"))),
        };
        let files = unit.files_with(&open);
        let (mut failed, mut list) = (Problems::new(), Vec::new());
        for name in &names {
            let known = self.workspace.text(at, name);
            let Some(text) = known.or_else(|| (*name == called).then(|| text.clone())) else { continue };
            let found = scenarios::problems(unit, &files, &game, state.engine.as_ref(), name, &text);
            let message = found.list().first().map(|p| p.message.clone());
            let shown = unit.path(name).map_or_else(|| name.clone(), |path| short(&path));
            list.push(json!({ "path": shown, "ok": message.is_none(), "message": message.unwrap_or_default() }));
            // `publish` computes the findings of open scenarios itself.
            if !open.contains_key(name) {
                failed.append(found);
            }
        }
        let wrong: usize = list.iter().filter(|one| one["ok"] == false).count();
        let passed = list.len() - wrong;
        self.failed.insert((at, game.clone()), failed);
        let sort = if wrong == 0 { MessageType::INFO } else { MessageType::WARNING };
        let told = self.publish(at, &game).and_then(|()| self.say(sort, format!("{passed} passed, {wrong} failed")));
        told.map_err(|e| (ErrorCode::InternalError, e.to_string()))?;
        Ok(json!({ "passed": passed, "failed": wrong, "scenarios": list }))
    }
}

/// A finding in the form of the protocol.
pub fn diagnostic(problem: &Problem, text: &str) -> Diagnostic {
    let severity = match problem.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Hint => DiagnosticSeverity::HINT,
    };
    let help = problem.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
    Diagnostic {
        range: positions::finding_range(text, problem.span.line, problem.span.column, &problem.message),
        severity: Some(severity),
        code: Some(NumberOrString::String(problem.key.into())),
        source: Some("intermezzo".into()),
        message: format!("{}{help}", problem.message),
        ..Diagnostic::default()
    }
}
