//! Script errors: the fault, its place and its kind.

use std::borrow::Cow;
use std::fmt;

use mlua::Error;

/// The consequence of a failure for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The script failed; deterministic.
    Error,
    /// The script used up its fuel; deterministic.
    Fuel,
    /// Other scripts left too little fuel: the failure is not the script's own. Deterministic.
    Crowded,
    /// Wall clock, memory or C stack; not deterministic. The game ends and the VM is thrown away.
    Abort,
}

/// A failure of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The consequence for the game.
    pub kind: FailureKind,
    /// The message, without position and addresses.
    pub message: String,
    /// The displayed name of the chunk, empty if unknown.
    pub file: String,
    /// The line in that file, counted from 1; 0 if unknown.
    pub line: u32,
    /// The column in that line, counted from 1; 0 if unknown, as for all that went wrong while a script ran.
    pub column: u32,
    /// Help; empty if none is known.
    pub help: String,
    /// The script's stack, innermost first: `file:line in function 'name'`.
    pub stack: Vec<String>,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file.as_str(), self.line) {
            ("", _) => f.write_str(&self.message),
            (file, 0) => write!(f, "{file}: {}", self.message),
            (file, line) => write!(f, "{file}:{line}: {}", self.message),
        }
    }
}

impl std::error::Error for ScriptError {}

/// The error by which a run is ended; nothing in a script can catch it.
#[derive(Debug)]
pub(super) struct Stopped {
    pub kind: FailureKind,
    pub reason: &'static str,
    /// `file:line in name`, innermost first.
    pub stack: Vec<String>,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)
    }
}

impl std::error::Error for Stopped {}

/// The chunk name of `lua_library`, whose frames are not shown.
pub(super) const BUILTINS: &str = "builtins";
/// The beginning of the names of the host's own chunks. The stack shows them, but an error in them is placed where a
/// script called them.
pub(super) const HOST: &str = "host:";
const MAX_MESSAGE: usize = 1000;
const MAX_STACK: usize = 20;

impl ScriptError {
    /// A failure found before anything ran.
    pub(crate) fn at(file: &str, line: u32, message: impl Into<String>) -> ScriptError {
        let (file, message) = (file.to_owned(), message.into());
        let (column, help, stack) = (0, String::new(), Vec::new());
        ScriptError { kind: FailureKind::Error, message, file, line, column, help, stack }
    }

    /// The error with help.
    pub(crate) fn with_help(mut self, help: String) -> ScriptError {
        self.help = help;
        self
    }

    /// Reads an error of mlua.
    pub(super) fn from_lua(error: &Error) -> ScriptError {
        let mut trace = "";
        let mut root = error;
        loop {
            match root {
                // The innermost traceback holds the most: it was made where the error arose.
                Error::CallbackError { traceback, cause } => (trace, root) = (traceback.as_str(), cause),
                Error::WithContext { cause, .. } => root = cause,
                _ => break,
            }
        }
        if let Some(stopped) = root.downcast_ref::<Stopped>() {
            let stack = stopped.stack.iter().filter_map(|line| TraceLine::parse(line)).collect();
            return ScriptError::build(stopped.kind, stopped.reason, stack);
        }
        let (text, kind) = match root {
            Error::MemoryError(_) => ("out of memory: the script uses too much".to_owned(), FailureKind::Abort),
            Error::RuntimeError(text) => (text.clone(), FailureKind::Error),
            Error::SyntaxError { message, .. } => (message.clone(), FailureKind::Error),
            Error::BadArgument { pos, cause, .. } => (format!("bad argument #{pos}: {cause}"), FailureKind::Error),
            other => (other.to_string(), FailureKind::Error),
        };
        let (message, own_trace) = text.rsplit_once("\nstack traceback:").unwrap_or((&text, ""));
        let trace = if own_trace.is_empty() { trace } else { own_trace };
        let stack: Vec<TraceLine> = trace.lines().filter_map(TraceLine::parse).collect();
        // An error that passed a Rust function on its way carries several traces; only the first part is the message.
        let message = message.split_once("\nstack traceback:").map_or(message, |(first, _)| first);
        // The depth of the C stack depends on the caller, so even an error with this mere text aborts the script.
        let deep = message.ends_with("C stack overflow") || message.ends_with("error in error handling");
        let (kind, message) =
            if deep { (FailureKind::Abort, "C stack overflow: calls nest too deeply") } else { (kind, message) };
        ScriptError::build(kind, message, stack)
    }

    fn build(kind: FailureKind, message: &str, stack: Vec<TraceLine<'_>>) -> ScriptError {
        let (place, message) = strip_place(message, &stack);
        let stack: Vec<TraceLine<'_>> = stack.into_iter().filter(|frame| frame.file != BUILTINS).collect();
        // The names of mlua's own chunks begin with `__mlua`, such as that of the dispatcher of a handle's fields.
        let is_script = |file: &str| file != BUILTINS && !file.starts_with(HOST) && !file.starts_with("__mlua");
        let innermost = stack.iter().find(|frame| is_script(frame.file)).or(stack.first());
        let place = place.filter(|(file, _)| is_script(file));
        let (file, line) = place.or(innermost.map(|frame| (frame.file, frame.line))).unwrap_or_default();
        let message = if message.contains("attempt to yield across") {
            "cannot wait here: a comparator or a metamethod must answer at once".to_owned()
        } else if message.ends_with("attempt to modify a readonly table") {
            "this table cannot be changed: a file made it while it loaded, or the game handed it out".to_owned()
        } else {
            crate::error::visible_text(&without_addresses(&of_objects(message)))
        };
        let file = file.to_owned();
        let stack = stack.iter().take(MAX_STACK).map(TraceLine::to_string).collect();
        ScriptError { kind, message, file, line, column: 0, help: String::new(), stack }
    }
}

/// Messages of Luau and mlua about the host's objects, in words of the game.
fn of_objects(message: &str) -> Cow<'_, str> {
    const OBJECT: &str = "an object of the game";
    if let Some(field) = message.strip_prefix("attempt to index Handle with ") {
        return format!("the field {field} of {OBJECT} cannot be assigned: `act` changes the game").into();
    }
    let is_converted = message.contains("error converting Lua ") && message.contains("userdata of type 'Handle'");
    if is_converted || message.contains("bad self argument") {
        return format!("a method of {OBJECT} is called with a colon: `card:has(...)`, `card:is(...)`").into();
    }
    let is_of_vm = message.starts_with("attempt to ") || message.contains(" expected, got Handle)");
    if is_of_vm { message.replace("Handle", OBJECT).into() } else { message.into() }
}

/// A line of a traceback.
#[derive(Clone, Copy)]
struct TraceLine<'a> {
    file: &'a str,
    line: u32,
    name: &'a str,
}

impl<'a> TraceLine<'a> {
    /// Parses `file:line: in function 'name'` or `file:line in function 'name'`; `None` for frames outside of Lua.
    fn parse(text: &'a str) -> Option<TraceLine<'a>> {
        let text = text.trim();
        let (place, name) = text.rsplit_once(" in ").unwrap_or((text, ""));
        let (file, line) = place.trim_end_matches(':').rsplit_once(':')?;
        let name = name.split_once('\'').and_then(|(_, rest)| rest.split_once('\'')).map_or("", |(name, _)| name);
        Some(TraceLine { file, line: line.parse().ok()?, name })
    }
}

impl fmt::Display for TraceLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.name.is_empty() { Ok(()) } else { write!(f, " in function '{}'", self.name) }
    }
}

/// Takes `file:line: ` off a message, if that place is on the stack: a script may write anything into its message.
fn strip_place<'a>(message: &'a str, stack: &[TraceLine<'a>]) -> (Option<(&'a str, u32)>, &'a str) {
    for frame in stack {
        let rest = message.strip_prefix(frame.file).and_then(|rest| rest.strip_prefix(':'));
        if let Some((line, rest)) = rest.and_then(|rest| rest.split_once(": "))
            && let Ok(line) = line.parse()
        {
            return (Some((frame.file, line)), rest);
        }
    }
    (None, message)
}

/// Cuts a message to length and hides what looks like an address, which would differ from run to run.
fn without_addresses(message: &str) -> String {
    let end = (0..=message.len().min(MAX_MESSAGE)).rev().find(|end| message.is_char_boundary(*end)).unwrap_or(0);
    let mut text = String::with_capacity(end);
    let mut rest = &message[..end];
    while let Some(at) = rest.find("0x") {
        let digits = rest[at + 2..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let keep = if digits >= 8 { at } else { at + 2 + digits };
        text.push_str(&rest[..keep]);
        if digits >= 8 {
            text.push_str("(address)");
        }
        rest = &rest[at + 2 + digits..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_keeps_no_address_and_no_foreign_place() {
        assert_eq!(without_addresses("table: 0x0000561234567890 and 0x1f"), "table: (address) and 0x1f");
        let stack = vec![TraceLine { file: "a.yaml", line: 3, name: "" }];
        let error = ScriptError::build(FailureKind::Error, "a.yaml:3: no", stack.clone());
        assert_eq!((error.file.as_str(), error.line, error.message.as_str()), ("a.yaml", 3, "no"));
        let error = ScriptError::build(FailureKind::Error, "b.yaml:9: no", stack);
        assert_eq!((error.line, error.message.as_str()), (3, "b.yaml:9: no"));
    }
}
