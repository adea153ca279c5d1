//! Wire: reads and answers the messages of the Model Context Protocol: JSON-RPC 2.0, one message on each line.

use std::io::{BufRead, Read as _, Write};

use serde_json::{Map, Value, json};

use crate::cli::escaped;

/// The versions of the protocol that the server can speak, the latest first.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];
/// The most bytes of a message: the longest argument, a scenario, has some kilobytes.
const MAX_LINE: u64 = 4 << 20;

const NOT_JSON: i64 = -32700;
const NO_REQUEST: i64 = -32600;
const NO_METHOD: i64 = -32601;
const WRONG_PARAMS: i64 = -32602;

/// The instructions that a client gets at the beginning, for the agent.
const INSTRUCTIONS: &str = "Tools for games of cards that are data: YAML and Lua below the current folder. After each \
     change call `check`, then `test`. `play` shows a moment and the steps that are possible there. `docs` searches the \
     book, `list` tells the words that files of a game may use. The tools write nothing: edit the files yourself.";

/// The answer of a tool: its text, and true if all is fine; or the reason why it could not run.
pub type ToolAnswer = Result<(String, bool), String>;

/// A function that calls a tool by its name; `None`: there is no such tool.
pub type CallTool<'c> = &'c mut dyn FnMut(&str, &Map<String, Value>) -> Option<ToolAnswer>;

/// Reads messages and writes their answers until the input ends or a message is too long; `call` runs a tool.
///
/// # Errors
///
/// An input or an output that is broken.
pub fn serve(input: &mut dyn BufRead, out: &mut dyn Write, call: CallTool) -> anyhow::Result<()> {
    loop {
        let mut line = Vec::new();
        let read = (&mut *input).take(MAX_LINE + 1).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if line.len() as u64 > MAX_LINE {
            send(out, &failure(&Value::Null, NO_REQUEST, &format!("a message has at most {MAX_LINE} bytes")))?;
            // Reading ends: the next bytes are the rest of this message and no message of their own.
            return Ok(());
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if let Some(answer) = answer(&line, call) {
            send(out, &answer)?;
        }
    }
}

fn send(out: &mut dyn Write, answer: &Value) -> std::io::Result<()> {
    writeln!(out, "{}", escaped(&answer.to_string()))?;
    out.flush()
}

fn failure(id: &Value, code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

/// The answer to a message; `None`: it is a notification, or an answer itself.
fn answer(line: &[u8], call: CallTool) -> Option<Value> {
    let message: Value = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(why) => return Some(failure(&Value::Null, NOT_JSON, &format!("this is no JSON: {why}"))),
    };
    let id = message.get("id").cloned();
    let method = message.get("method").and_then(Value::as_str);
    let is_request = message["jsonrpc"] == "2.0" && id.as_ref().is_none_or(|id| id.is_string() || id.is_number());
    let (Some(method), true) = (method, is_request) else {
        // The message is an answer, and the server asks nothing: it is ignored.
        if message.get("result").is_some() || message.get("error").is_some() {
            return None;
        }
        let why = "a message is an object with `jsonrpc`: \"2.0\", a `method` and an `id`";
        return Some(failure(&id.unwrap_or(Value::Null), NO_REQUEST, why));
    };
    // A notification wants no answer.
    let id = id?;
    let no_params = Map::new();
    let params = match message.get("params") {
        None => &no_params,
        Some(Value::Object(params)) => params,
        Some(_) => return Some(failure(&id, WRONG_PARAMS, "`params` is an object")),
    };
    let result = match method {
        "initialize" => Ok(initialized(params)),
        "ping" => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": super::tools::listed() })),
        "tools/call" => called(params, call),
        other => Err((NO_METHOD, format!("there is no method `{other}`"))),
    };
    Some(match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err((code, message)) => failure(&id, code, &message),
    })
}

fn initialized(params: &Map<String, Value>) -> Value {
    let wanted = params.get("protocolVersion").and_then(Value::as_str);
    let version = VERSIONS.into_iter().find(|version| wanted == Some(version)).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "intermezzo", "title": "Intermezzo", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}

fn called(params: &Map<String, Value>, call: CallTool) -> Result<Value, (i64, String)> {
    let wrong = |message: String| (WRONG_PARAMS, message);
    let name = params.get("name").and_then(Value::as_str).ok_or_else(|| wrong("`name` says which tool".into()))?;
    let none = Map::new();
    let given = match params.get("arguments") {
        None | Some(Value::Null) => &none,
        Some(Value::Object(given)) => given,
        Some(_) => return Err(wrong("`arguments` is an object".into())),
    };
    let text = |text: &str| json!([{ "type": "text", "text": text }]);
    match call(name, given) {
        None => Err(wrong(format!("there is no tool `{name}`: {}", super::tools::names().join(", ")))),
        Some(Ok((answer, is_fine))) => Ok(json!({
            "content": text(&answer), "structuredContent": { "fine": is_fine }, "isError": false,
        })),
        Some(Err(why)) => Ok(json!({ "content": text(&why), "isError": true })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The server's answers to these lines; `call` knows a single tool, which returns its arguments.
    fn said(lines: &str) -> Vec<Value> {
        let mut out = Vec::new();
        let mut call = |name: &str, given: &Map<String, Value>| match name {
            "echo" => Some(Ok((Value::from(given.clone()).to_string(), true))),
            _ => None,
        };
        serve(&mut lines.as_bytes(), &mut out, &mut call).unwrap();
        String::from_utf8(out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn the_version_of_the_client_is_spoken_if_it_is_known() {
        let of = |version: &str| {
            let message =
                json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "protocolVersion": version } });
            said(&message.to_string())[0]["result"]["protocolVersion"].clone()
        };
        assert_eq!(of("2024-11-05"), "2024-11-05");
        assert_eq!(of("1999-01-01"), VERSIONS[0]);
    }

    #[test]
    fn each_request_has_one_answer_and_a_notification_none() {
        let lines = [
            r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            "",
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"x":[1]}}}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{}}"#,
        ];
        let said = said(&lines.join("\n"));
        assert_eq!(said.len(), 2, "{said:?}");
        assert_eq!((&said[0]["id"], &said[0]["result"]), (&json!("a"), &json!({})));
        assert_eq!(said[1]["result"]["content"][0]["text"], "{\"x\":[1]}");
    }

    #[test]
    fn what_is_no_request_is_told_why() {
        for (line, code) in [
            ("nonsense", NOT_JSON),
            ("[]", NO_REQUEST),
            ("7", NO_REQUEST),
            ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", NO_REQUEST),
            (r#"{"id":1,"method":"ping"}"#, NO_REQUEST),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, NO_REQUEST),
            (r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, NO_METHOD),
            (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":3}"#, WRONG_PARAMS),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}"#, WRONG_PARAMS),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":"x"}}"#,
                WRONG_PARAMS,
            ),
        ] {
            assert_eq!(said(line)[0]["error"]["code"], code, "{line}");
        }
        let long = format!("{}\n{}", "x".repeat(5 << 20), r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
        let said = said(&long);
        assert!(said.len() == 1 && said[0]["error"]["code"] == NO_REQUEST, "{said:?}");
        assert_eq!(super::answer("[".repeat(100_000).as_bytes(), &mut |_, _| None).unwrap()["error"]["code"], NOT_JSON);
    }
}
