//! Audit: the log of what people did at a server, for who answers for it.
//!
//! All that happens is told as events of [`tracing`]. Those of the target [`AUDIT`] are the audit log: its layer writes
//! each as one line of JSON. What a request brings about carries the address that it came from, because the request is a
//! span, see [`crate::http`].
//!
//! No event holds a key, a cookie, or a path of this machine. A log that is written by what strangers send is read in a
//! terminal sooner or later: its lines are ASCII, and every text in them is short.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use intermezzo::error::{Error, Refusal, Result as Loads};
use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer, fmt};

/// The target of the events that the audit log has, and of the spans of requests.
pub(crate) const AUDIT: &str = "audit";
/// The most characters of a text in a line.
const LONGEST: usize = 200;

/// Begins to tell what happens at the servers of this process: warnings, or what `filter` says, on the standard error
/// output, and the audit log in a file, behind the lines that it has.
///
/// # Errors
///
/// A filter that is none, a file that cannot be written, or a process that tells already.
pub fn tell_events(filter: Option<&str>, audit: Option<&Path>) -> Loads<()> {
    let filter = match filter {
        None => Targets::new().with_default(LevelFilter::WARN),
        Some(filter) => filter.parse::<Targets>().map_err(|error| {
            let help = "say a level (error, warn, info, debug, trace), or `TARGET=LEVEL,…`";
            Error::usage(format!("INTERMEZZO_LOG={filter}: {error}")).help(help)
        })?,
    };
    let log = audit.map(AuditLog::open).transpose()?;
    let told = fmt::layer().with_writer(io::stderr).with_ansi(false).with_filter(filter);
    let audited = log.map(|log| log.with_filter(filter_fn(|about| about.target() == AUDIT)));
    let begun = tracing_subscriber::registry().with(told).with(audited).try_init();
    begun.map_err(|error| Error::internal(format!("events are told already: {error}")))
}

/// Notes a request that was refused to who sent it; other refusals, as of a question that is over, are part of playing.
pub(crate) fn note_refused(why: &Refusal) {
    if matches!(&*why.code, "not_let_in" | "no_such_seat" | "sign_in_first") {
        tracing::info!(target: AUDIT, kind = "refused", why = &*why.code);
    }
}

/// The audit log in a file.
struct AuditLog {
    file: Mutex<File>,
    /// True if the last line was not written: who reads the standard error output is told once.
    has_failed: AtomicBool,
}

impl AuditLog {
    fn open(path: &Path) -> Loads<AuditLog> {
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        // It tells who plays where, so others on this machine do not read it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|error| Error::usage(format!("--audit {}: {error}", path.display())))?;
        Ok(AuditLog { file: Mutex::new(file), has_failed: AtomicBool::new(false) })
    }

    /// Writes a line at once, so that servers of one file never mix theirs.
    fn write(&self, line: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(line.as_bytes());
        if let Err(error) = &written
            && !self.has_failed.load(Ordering::Relaxed)
        {
            tracing::error!("the audit log is not written: {error}");
        }
        self.has_failed.store(written.is_err(), Ordering::Relaxed);
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for AuditLog {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        span.extensions_mut().insert(fields);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(fields) = span.extensions_mut().get_mut::<Fields>() {
            values.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut line = Fields::default();
        let mut time = String::new();
        // Writing into a text never fails.
        let _ = SystemTime.format_time(&mut Writer::new(&mut time));
        line.0.insert("time".into(), time.into());
        event.record(&mut line);
        for span in context.event_scope(event).into_iter().flatten() {
            if let Some(Fields(of_request)) = span.extensions().get() {
                of_request.iter().for_each(|(name, value)| {
                    line.0.entry(name).or_insert_with(|| value.clone());
                });
            }
        }
        self.write(&ascii_line(&Value::Object(line.0).to_string()));
    }
}

/// The fields of an event or a span.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn add(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().into(), value.into());
    }
}

impl Visit for Fields {
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, value.chars().take(LONGEST).collect::<String>());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

/// JSON as a line of ASCII. What is not ASCII stands within texts, where JSON has an escape for it.
fn ascii_line(json: &str) -> String {
    let mut line = String::with_capacity(json.len() + 1);
    for letter in json.chars() {
        if letter.is_ascii() && letter != '\u{7f}' {
            line.push(letter);
        } else {
            let mut units = [0; 2];
            letter.encode_utf16(&mut units).iter().for_each(|unit| line += &format!("\\u{unit:04x}"));
        }
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_ascii_and_reads_as_what_was_said() {
        let said = Value::from("a\n\u{1b}[2J\u{9b}\u{202e}\u{7f}é😀\"\\");
        let line = ascii_line(&said.to_string());
        assert!(line.trim_end().bytes().all(|byte| (b' '..0x7f).contains(&byte)), "{line}");
        assert_eq!(serde_json::from_str::<Value>(&line).expect("JSON"), said);
    }
}
