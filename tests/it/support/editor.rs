//! Editor: a client of the language server that speaks the protocol over the streams of a process, as editors do.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// The longest that anybody waits for an answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// An editor with its server; the server ends with it.
pub struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Value>,
    next: i64,
    /// The findings of each file, as they were told last.
    pub findings: BTreeMap<PathBuf, Vec<Value>>,
    /// What the server said to the person.
    pub said: Vec<String>,
    /// Errors that answer nothing that has an id.
    pub errors: Vec<i64>,
    /// Versions of the texts that the findings of each file belong to.
    pub versions: BTreeMap<PathBuf, Value>,
}

impl Editor {
    /// Starts a server in a folder.
    pub fn new(folder: &Path, args: &[&str]) -> Editor {
        Editor::with_options(folder, args, &Value::Null)
    }

    /// The same with options of the editor's own.
    pub fn with_options(folder: &Path, args: &[&str], options: &Value) -> Editor {
        let mut command = Command::new(env!("CARGO_BIN_EXE_intermezzo"));
        // A server needs no other program.
        command.args(args).arg("lsp").current_dir(folder).env("PATH", "");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (tell, heard) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    match output.read_line(&mut line) {
                        Ok(n) if n > 0 => {}
                        _ => return,
                    }
                    match line.trim_end().split_once(": ") {
                        Some(("Content-Length", n)) => length = n.parse().expect("a number"),
                        Some(_) => {}
                        None => break,
                    }
                }
                let mut body = vec![0; length];
                if output.read_exact(&mut body).is_err() {
                    return;
                }
                if tell.send(serde_json::from_slice(&body).expect("JSON")).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        let (findings, said, errors, versions) = Default::default();
        let mut editor = Editor { child, input, heard, next: 0, findings, said, errors, versions };
        let item = json!({ "snippetSupport": options["snippets"] == true });
        let capabilities = json!({ "textDocument": { "completion": { "completionItem": item } } });
        let asked = json!({ "capabilities": capabilities, "initializationOptions": options });
        let answer = editor.ask("initialize", asked);
        assert_eq!(answer["result"]["serverInfo"]["name"], "intermezzo", "{answer}");
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        self.send_bytes(message.to_string().as_bytes());
    }

    /// Sends a body, whatever it is.
    pub fn send_bytes(&mut self, body: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        write!(input, "Content-Length: {}\r\n\r\n", body.len()).expect("the server reads");
        input.write_all(body).and_then(|()| input.flush()).expect("the server reads");
    }

    /// Says something that has no answer.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request, and collects the server's messages up to the reply.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let heard = self.heard.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no answer to {method}"));
            if heard["id"] == id {
                return heard;
            }
            self.hear(heard);
        }
    }

    fn hear(&mut self, heard: Value) {
        match heard["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                let uri = heard["params"]["uri"].as_str().expect("a file");
                let path = PathBuf::from(uri.trim_start_matches("file://"));
                let list = heard["params"]["diagnostics"].as_array().expect("a list").clone();
                self.versions.insert(path.clone(), heard["params"]["version"].clone());
                self.findings.insert(path, list);
            }
            None if heard["id"].is_null() => self.errors.push(heard["error"]["code"].as_i64().expect("a code")),
            Some("window/showMessage") => self.said.push(heard["params"]["message"].to_string()),
            other => panic!("{other:?}: {heard}"),
        }
    }

    /// The next findings of a file.
    #[track_caller]
    pub fn findings_of(&mut self, path: &Path) -> Vec<Value> {
        self.findings.remove(path);
        while !self.findings.contains_key(path) {
            let heard = self.heard.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no findings of {path:?}"));
            self.hear(heard);
        }
        self.findings[path].clone()
    }

    /// Opens a file with a text, and waits for its findings.
    #[track_caller]
    pub fn open(&mut self, path: &Path, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri(path), "languageId": "yaml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.findings_of(path)
    }

    /// Changes a file that is open, and waits for its findings.
    #[track_caller]
    pub fn change(&mut self, path: &Path, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri(path), "version": 2 });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [{ "text": text }] }));
        self.findings_of(path)
    }

    /// Closes a file.
    pub fn close(&mut self, path: &Path) {
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(path) } }));
    }

    /// Asks about a place of a file, and wants an answer that is no error.
    #[track_caller]
    pub fn at(&mut self, what: &str, path: &Path, line: usize, column: usize) -> Value {
        let answer = self.ask(&format!("textDocument/{what}"), place(path, line, column));
        assert!(answer["error"].is_null(), "{what} at {}:{line}:{column}: {answer}", path.display());
        answer["result"].clone()
    }

    /// What may be written at a place.
    #[track_caller]
    pub fn words(&mut self, path: &Path, line: usize, column: usize) -> Vec<String> {
        let found = self.at("completion", path, line, column);
        let items = found["items"].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["label"].as_str().expect("a label").to_string()).collect()
    }

    /// Completions at the mark `¦` of a text, in a file that is open.
    #[track_caller]
    pub fn words_at(&mut self, path: &Path, marked: &str) -> Vec<String> {
        let (text, line, column) = unmark(marked);
        self.change(path, &text);
        self.words(path, line, column)
    }

    /// The answer about the mark `¦` of a text, in a file that is open.
    #[track_caller]
    pub fn at_mark(&mut self, what: &str, path: &Path, marked: &str) -> Value {
        let (text, line, column) = unmark(marked);
        self.change(path, &text);
        self.at(what, path, line, column)
    }

    /// Hover at the mark `¦` of a text, in a file that is open.
    #[track_caller]
    pub fn hover_at(&mut self, path: &Path, marked: &str) -> String {
        let (text, line, column) = unmark(marked);
        self.change(path, &text);
        self.at("hover", path, line, column)["contents"]["value"].as_str().unwrap_or("").to_string()
    }

    /// Ends the server as an editor does.
    pub fn end(mut self) {
        assert!(self.ask("shutdown", Value::Null)["error"].is_null());
        self.leave();
    }

    /// Leaves a server that was told to shut down.
    #[track_caller]
    pub fn leave(mut self) {
        self.tell("exit", Value::Null);
        drop(self.input.take());
        assert!(self.child.wait().expect("it is our child").success());
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The name of a path in the protocol.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A place of a file as all questions name it.
pub fn place(path: &Path, line: usize, column: usize) -> Value {
    json!({
        "textDocument": { "uri": uri(path) },
        "position": { "line": line, "character": column },
        // What some questions ask besides.
        "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false },
        "options": { "tabSize": 2, "insertSpaces": true },
        "range": { "start": { "line": line, "character": column }, "end": { "line": line, "character": column } },
    })
}

/// A text without its mark, and where it was: line and column from 0.
pub fn unmark(marked: &str) -> (String, usize, usize) {
    let at = marked.find('¦').expect("a mark");
    let before = &marked[..at];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or("").encode_utf16().count();
    (marked.replace('¦', ""), line, column)
}
