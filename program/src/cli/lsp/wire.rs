//! Wire: reads and writes the messages of the Language Server Protocol on standard input and output.
//!
//! A text that is no message is answered with an error. If its header has no length, the next header is searched for.
//! Half of a character that takes two UTF-16 units, as an editor may send it, counts as an unknown character.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{BufRead, Read as _, Result, Write, stdin, stdout};
use std::sync::{Arc, OnceLock};
use std::thread::{JoinHandle, spawn};

use anyhow::anyhow;
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// The most bytes of a message: a file has 1 MiB, and a letter of it six bytes in JSON at most.
const LONGEST: usize = 64 << 20;
/// The most bytes of a line of a header.
const LONGEST_LINE: u64 = 4096;

/// An editor at the other end of standard input and output.
pub struct Wire {
    /// The channels for messages to and from the editor.
    pub connection: Connection,
    writer: JoinHandle<Result<()>>,
    /// The reason why reading from the editor failed; empty while it works, or if the editor ended it.
    failed: Arc<OnceLock<String>>,
}

/// Begins to read messages from standard input and to write messages to standard output, each on a thread of its own.
pub fn stdio() -> Wire {
    let (connection, Connection { sender, receiver }) = Connection::memory();
    let failed = Arc::new(OnceLock::new());
    // The lock of the output is held for a whole message, so that messages do not mix.
    let writer = spawn(move || receiver.into_iter().try_for_each(|message| message.write(&mut stdout().lock())));
    let why = failed.clone();
    spawn(move || {
        let listened = listen(
            &mut stdin().lock(),
            |message| sender.send(message).is_ok(),
            |refusal| write(&mut stdout().lock(), refusal),
        );
        // The reason is stored first; when the sender is dropped, the server learns that nothing more comes, and asks
        // for it.
        if let Err(error) = listened {
            drop(why.set(error.to_string()));
        }
        drop(sender);
    });
    Wire { connection, writer, failed }
}

impl Wire {
    /// Ends the connection: writes the remaining messages, and returns the error of reading or writing, if there was
    /// one.
    ///
    /// # Errors
    ///
    /// A failed read or write.
    pub fn end(self) -> anyhow::Result<()> {
        // When the last sender is dropped, the writing thread ends.
        drop(self.connection);
        let written = self.writer.join().map_err(|_| anyhow!("what writes to the editor failed"))?;
        match self.failed.get() {
            Some(why) => Err(anyhow!("{why}")),
            None => Ok(written?),
        }
    }
}

/// Reads messages and hands each to `hears`, until the editor says `exit`, the input ends, or `hears` returns false.
fn listen(
    input: &mut impl BufRead,
    hears: impl Fn(Message) -> bool,
    mut refuse: impl FnMut(&Value) -> Result<()>,
) -> Result<()> {
    // `Content-Length:`, if the search for the next header has read it already; else empty.
    let mut begun = "";
    loop {
        let body = match body(input, begun)? {
            NextInput::Body(body) => body,
            NextInput::End => return Ok(()),
            NextInput::Lost(why) => {
                refuse(&refusal(ErrorCode::ParseError, &why, Value::Null))?;
                if !skip_to_length(input)? {
                    return Ok(());
                }
                begun = LENGTH;
                continue;
            }
        };
        begun = "";
        match message(&body) {
            Ok(message) => {
                let is_last = matches!(&message, Message::Notification(told) if told.method == "exit");
                if !hears(message) || is_last {
                    return Ok(());
                }
            }
            Err(Some(refusal)) => refuse(&refusal)?,
            Err(None) => {}
        }
    }
}

/// Name of the header field for the length of the message.
const LENGTH: &str = "Content-Length:";

/// The next input.
enum NextInput {
    /// The bytes of a message.
    Body(Vec<u8>),
    /// A header without a usable length, and what is wrong with it.
    Lost(String),
    /// The end of the input.
    End,
}

/// Reads the header and the body of a message. `begun` is the beginning of the header that was read already.
fn body(input: &mut impl BufRead, mut begun: &str) -> Result<NextInput> {
    let mut length = None;
    loop {
        let mut bytes = std::mem::take(&mut begun).as_bytes().to_vec();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(NextInput::End);
        }
        let line = String::from_utf8_lossy(&bytes);
        let Some(line) = line.strip_suffix('\n').map(|line| line.trim_end_matches('\r')) else {
            let shown: String = line.chars().take(80).collect();
            return Ok(NextInput::Lost(format!("a line of a header ends nowhere: {shown:?}")));
        };
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else {
            return Ok(NextInput::Lost(format!("this is no header: {line:?}")));
        };
        if name.trim().eq_ignore_ascii_case(LENGTH.trim_end_matches(':')) {
            let Ok(number) = value.trim().parse::<usize>() else {
                return Ok(NextInput::Lost(format!("this is no length: {:?}", value.trim())));
            };
            length = Some(number);
        }
    }
    let Some(length) = length else { return Ok(NextInput::Lost("a message has no Content-Length".into())) };
    if length > LONGEST {
        let why = format!("a message of {length} bytes is not read: it may have {LONGEST}");
        return Ok(NextInput::Lost(why));
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    Ok(NextInput::Body(body))
}

/// Skips input up to and including the next `Content-Length:`. False: the input ended first.
fn skip_to_length(input: &mut impl BufRead) -> Result<bool> {
    let mut last = VecDeque::with_capacity(LENGTH.len() + 1);
    for byte in input.bytes() {
        last.push_back(byte?.to_ascii_lowercase());
        if last.len() > LENGTH.len() {
            last.pop_front();
        }
        if last.iter().eq(LENGTH.to_ascii_lowercase().as_bytes()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads a message from its JSON. `Err`: it is malformed, with the reply that the editor gets, if any.
fn message(body: &[u8]) -> std::result::Result<Message, Option<Value>> {
    let broken = |why: String| Some(refusal(ErrorCode::ParseError, &why, Value::Null));
    let text = std::str::from_utf8(body).map_err(|error| broken(format!("this is no UTF-8: {error}")))?;
    let value: Value =
        serde_json::from_str(&whole(text)).map_err(|error| broken(format!("this is no JSON: {error}")))?;
    let id = value.get("id").filter(|id| id.is_number() || id.is_string()).cloned();
    let is_answer = value.get("method").is_none() && (value.get("result").is_some() || value.get("error").is_some());
    match serde_json::from_value(value) {
        // A message with an unusable id is a request that would wait for its answer for ever: it is answered with an
        // error.
        Ok(Message::Notification(_)) if id.is_some() => {
            Err(Some(refusal(ErrorCode::InvalidRequest, "an id is a text or a number of 32 bits", id.into())))
        }
        Ok(message) => Ok(message),
        // An answer gets no answer.
        Err(_) if is_answer => Err(None),
        Err(_) => Err(Some(refusal(ErrorCode::InvalidRequest, "this is no message of the protocol", id.into()))),
    }
}

fn refusal(code: ErrorCode, why: &str, id: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": why } })
}

fn write(out: &mut impl Write, value: &Value) -> Result<()> {
    let text = value.to_string();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

/// The JSON with each lone half of a character (a surrogate in UTF-16) replaced by the sign for an unknown character.
fn whole(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") {
        return text.into();
    }
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (kept, length) = match (half(rest), rest.get(6..).and_then(half)) {
            (Some(Half::First), Some(Half::Second)) => (&rest[..12], 12),
            (Some(_), _) => ("\\ufffd", 6),
            (None, _) => {
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                (&rest[..length], length)
            }
        };
        out.push_str(kept);
        rest = &rest[length..];
    }
    (out + rest).into()
}

/// Half of a character that UTF-16 writes as two units.
enum Half {
    First,
    Second,
}

/// The half of a character that a text begins with, as an escape of JSON (`\ud83d`).
fn half(text: &str) -> Option<Half> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..0xdc00 => Some(Half::First),
        0xdc00..0xe000 => Some(Half::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Listens to these bytes; returns the methods of the messages, the codes of the refusals, and how listening ended.
    fn heard(bytes: &[u8]) -> (Vec<String>, Vec<i64>, Result<()>) {
        let (heard, mut refused) = (RefCell::new(Vec::new()), Vec::new());
        let hears = |message: Message| {
            let name = match message {
                Message::Request(asked) => asked.method,
                Message::Notification(told) => told.method,
                Message::Response(_) => "answer".into(),
            };
            heard.borrow_mut().push(name);
            true
        };
        let ended = listen(&mut &*bytes, hears, |refusal| {
            refused.push(refusal["error"]["code"].as_i64().expect("a code"));
            Ok(())
        });
        (heard.into_inner(), refused, ended)
    }

    fn framed(bodies: &[&[u8]]) -> Vec<u8> {
        let frame = |body: &&[u8]| [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat();
        bodies.iter().flat_map(frame).collect()
    }

    #[test]
    fn what_is_no_message_is_refused_and_the_next_one_is_heard() {
        let deep = "[".repeat(100_000);
        let last: &[u8] = br#"{"jsonrpc": "2.0", "method": "exit"}"#;
        for (body, codes) in [
            (&b"{\"jsonrpc\": "[..], &[-32700][..]),
            (b"", &[-32700]),
            (b"\xff\xfe", &[-32700]),
            (deep.as_bytes(), &[-32700]),
            (b"[]", &[-32600]),
            (b"7", &[-32600]),
            (br#"{"id": 99999999999, "method": "shutdown"}"#, &[-32600]),
            // An answer gets no answer.
            (br#"{"id": null, "error": {"code": -32700, "message": ""}}"#, &[]),
        ] {
            let (heard, refused, ended) = heard(&framed(&[body, last]));
            let shown = String::from_utf8_lossy(&body[..body.len().min(60)]);
            assert_eq!((heard, refused), (vec!["exit".to_string()], codes.to_vec()), "{shown}");
            assert!(ended.is_ok(), "{shown}");
        }
    }

    #[test]
    fn behind_a_header_that_leads_nowhere_the_next_one_is_found() {
        let last = framed(&[br#"{"jsonrpc": "2.0", "method": "exit"}"#]);
        let long = "x".repeat(10_000);
        for lost in [
            "Content-Length: -1\r\n\r\n",
            "Content-Length: -1\r\n\r\n{\"jsonrpc\": \"2.0\"}",
            "Content-Length: 99999999999999\r\n\r\n",
            "Content-Length: many\r\n\r\n",
            "Length\r\n",
            "\r\n",
            &long,
        ] {
            let (heard, refused, ended) = heard(&[lost.as_bytes(), &last].concat());
            assert_eq!((heard, refused), (vec!["exit".to_string()], vec![-32700]), "{lost}");
            assert!(ended.is_ok(), "{lost}");
        }
        // An input that is empty, or that ends behind a header that leads nowhere, is no error.
        assert!(heard(b"").2.is_ok());
        assert_eq!(heard(b"Content-Length: -1\r\n\r\n").1, [-32700]);
    }

    #[test]
    fn half_a_character_is_one_that_nobody_knows() {
        for (given, expected) in [
            (r#"["a\ud83d"]"#, r#"["a\ufffd"]"#),
            (r#"["\uDE00 b"]"#, r#"["\ufffd b"]"#),
            (r#"["\ud83d\ude00"]"#, r#"["\ud83d\ude00"]"#),
            (r#"["\ud83d\ud83d\ude00"]"#, r#"["\ufffd\ud83d\ude00"]"#),
            (r#"["\\ud83d \u00e4 é\"#, r#"["\\ud83d \u00e4 é\"#),
        ] {
            assert_eq!(whole(given), expected);
        }
    }
}
