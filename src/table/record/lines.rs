//! Lines: the text of a record. A game that is being played only adds lines to it.
//!
//! ```text
//! ["SUM",{"intermezzo_record":2,"game":...}]     how the game began
//! ["SUM",{"seat":0,"question":1,"answer":[15]}]  one entry a line
//! ```
//!
//! A sum is that of its line and of the lines before it: xxh3 (64 bits, as 16 digits) over the bytes behind the comma, with
//! the sum of the line before as its seed and 0 for the first. It finds damage, and no forger: who writes a record anew can
//! write its sums, too. What the end of the program or a full disk tore is the end of the text, so it is cut there; a
//! damaged line with whole ones behind it was changed by something else, and is refused.

use serde_json::Value as Json;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::entry_names::entry_json;
use super::header::not_ours;
use super::opening_texts::nowhere;
use super::{Record, VERSION, strict_json};
use crate::catalog::Texts;
use crate::error::{Error, Refusal, Result};

/// The most bytes of a record; a longer one is neither written nor read. The longest games take a tenth of that, with
/// all texts of a game in them.
pub const MOST_BYTES: u64 = 16 << 20;

/// The size of a record; what can be written can be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    bytes: u64,
    values: u32,
}

impl Size {
    /// The size of lines of a record.
    pub fn of(lines: &str) -> Size {
        // The list and the checksum of a line are no values of the record.
        let values = |line: &str| parts(line).map_or(0, |(_, json)| strict_json::values_in(json));
        Size { bytes: lines.len() as u64, values: lines.split_inclusive('\n').map(values).sum() }
    }

    /// The size together with further lines.
    ///
    /// # Errors
    ///
    /// A record above one of the limits, [`MOST_BYTES`] and the most values: it would not be read again.
    pub fn with(self, more: Size) -> Result<Size> {
        let all = Size { bytes: self.bytes + more.bytes, values: self.values.saturating_add(more.values) };
        match all.bytes <= MOST_BYTES && all.values <= strict_json::MOST_VALUES {
            true => Ok(all),
            false => {
                let (mb, values) = (MOST_BYTES >> 20, strict_json::MOST_VALUES);
                let why =
                    format!("the record is full: none is written or read with more than {mb} MB or {values} values");
                Err(Error::refused(Refusal::new("record_full", why)).help("a new game begins a record of its own"))
            }
        }
    }
}

/// The position in a record's text where the next entries are appended.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordTail {
    /// The sum of the line before the last one.
    before: u64,
    /// The sum of the last line.
    sum: u64,
    /// The number of entries.
    entries: usize,
}

impl RecordTail {
    /// The text of all lines of a record so far, and its tail.
    pub fn begin(record: &Record) -> (String, RecordTail) {
        let mut text = String::new();
        let mut lines = RecordTail::default();
        lines.add(&mut text, &record.header());
        let (more, lines) = lines.more(record);
        (text + &more, lines)
    }

    /// The text of the entries that were added after this tail, and the new tail.
    pub fn more(mut self, record: &Record) -> (String, RecordTail) {
        let mut text = String::new();
        for entry in record.entries.iter().skip(self.entries) {
            self.add(&mut text, &entry_json(entry));
            self.entries += 1;
        }
        (text, self)
    }

    /// The tail of a record that was read from a text; `sum` is the checksum of the last line there.
    #[cfg(feature = "workers")]
    pub fn of(record: &Record, sum: u64) -> RecordTail {
        RecordTail { before: 0, sum, entries: record.entries.len() }
    }

    /// True if this is a tail of the record: the last entry before the tail still stands at its place, unchanged.
    pub fn are_of(self, record: &Record) -> bool {
        let Some(last) = self.entries.checked_sub(1) else { return true };
        let is_it = |entry| xxh3_64_with_seed(entry_json(entry).to_string().as_bytes(), self.before) == self.sum;
        record.entries.get(last).is_some_and(is_it)
    }

    fn add(&mut self, text: &mut String, json: &Json) {
        let json = json.to_string();
        (self.before, self.sum) = (self.sum, xxh3_64_with_seed(json.as_bytes(), self.sum));
        *text += &format!("[\"{:016x}\",{json}]\n", self.sum);
    }
}

/// The text of a record whose parts are JSON already, for tests.
pub fn text_of(header: &Json, entries: &[Json]) -> String {
    let (mut text, mut lines) = (String::new(), RecordTail::default());
    lines.add(&mut text, header);
    entries.iter().for_each(|entry| lines.add(&mut text, entry));
    text
}

/// The checksum at the start of a line, and the text that it covers; `None` for an incomplete line.
fn parts(line: &str) -> Option<(u64, &str)> {
    let line = line.strip_suffix('\n')?;
    let line = line.strip_suffix('\r').unwrap_or(line).strip_prefix("[\"")?.strip_suffix(']')?;
    let (sum, json) = line.split_at_checked(16)?;
    let digits = sum.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    Some((u64::from_str_radix(sum, 16).ok().filter(|_| digits)?, json.strip_prefix("\",")?))
}

/// The text of a line and its checksum, if both agree.
fn whole(line: &str, before: u64) -> Option<(&str, u64)> {
    let (sum, json) = parts(line)?;
    (xxh3_64_with_seed(json.as_bytes(), before) == sum).then_some((json, sum))
}

/// The size of the complete lines in a text, in bytes, after a line with this checksum; and the checksum of the last of
/// them. The contents are not judged.
#[cfg(feature = "workers")]
pub fn whole_part(text: &str, mut sum: u64) -> (usize, u64) {
    let mut len = 0;
    for line in text.split_inclusive('\n') {
        let Some((_, next)) = whole(line, sum) else { break };
        (len, sum) = (len + line.len(), next);
    }
    (len, sum)
}

/// The error for a line whose values agree and whose spelling differs from the program's.
fn not_as_written(what: &str) -> Error {
    Error::usage(format!("{what} of the record does not stand there as it was written"))
        .help("something has changed it: the program writes no spaces, and keys in one order")
}

/// True if some line has a correct checksum after the line before it.
fn has_whole(text: &str) -> bool {
    let mut lines = text.split_inclusive('\n').map(|line| (line, parts(line).map(|(sum, _)| sum)));
    let Some((_, mut before)) = lines.next() else { return false };
    lines.any(|(line, sum)| {
        let is_whole = before.is_some_and(|before| whole(line, before).is_some());
        before = sum;
        is_whole
    })
}

impl Record {
    /// The record as a text: lines of JSON, the first of which says how the game began.
    pub fn to_text(&self) -> String {
        RecordTail::begin(self).0
    }

    /// Reads a record from a text, also from one of version 1, which is one map.
    ///
    /// Lines at its end that are torn, because the program or the machine ended while they were written, are left out:
    /// [`Record::cut`] says how many.
    ///
    /// # Errors
    ///
    /// A text that is not a record of these versions, one that is damaged before its end, holds too much, or names
    /// something that the game does not have.
    pub fn from_text(text: &str) -> Result<Record> {
        Record::from_text_with(text, &nowhere)
    }

    /// Reads a record, with `find` for texts that the record names by a hash that is not built in. The texts are those
    /// that [`Record::begun_with`] gave at the start.
    ///
    /// # Errors
    ///
    /// The errors of [`Record::from_text`].
    pub fn from_text_with(text: &str, find: &dyn Fn(&str) -> Result<Option<Texts>>) -> Result<Record> {
        let budget = strict_json::ReadBudget::default();
        let read = |text: &str| budget.read(text).map_err(|e| Error::usage(format!("this is no record: {e}")));
        if text.trim_start().starts_with('{') {
            return Record::from_one_map(read(text)?, find);
        }
        // A text may be nothing but ends of lines, so it is never split into a list of lines.
        let mut lines = text.split_inclusive('\n');
        let first = lines.next();
        let damaged = |n: usize| {
            let help = "something has changed it: the program only adds lines, and a torn end is cut";
            Error::usage(format!("the record is damaged: line {n} is not what its checksum says")).help(help)
        };
        let (json, mut sum) = match first.and_then(|line| whole(line, 0)) {
            Some(first) => first,
            None if first.is_some_and(|line| parts(line).is_some()) => return Err(damaged(1)),
            None => return Err(Error::usage("this is no record: it does not begin as one")),
        };
        let header = read(json)?;
        match header["intermezzo_record"].as_u64() {
            Some(n) if n == u64::from(VERSION) => {}
            Some(n) => return Err(not_ours(n)),
            None => return Err(Error::usage("this is no record: it does not say its version")),
        }
        let (mut entries, mut behind) = (Vec::new(), &text[first.map_or(0, str::len)..]);
        for line in lines {
            let Some((json, next)) = whole(line, sum) else { break };
            sum = next;
            entries.push(json);
            behind = &behind[line.len()..];
        }
        if has_whole(behind) {
            return Err(damaged(2 + entries.len()));
        }
        let as_written = |text: &str| {
            let json = read(text)?;
            if strict_json::is_written_as(&json, text) { Ok(json) } else { Err(not_as_written("a line")) }
        };
        let record = Record::read(&header, entries.into_iter().map(as_written), find)?;
        if !strict_json::is_written_as(&record.header(), json) {
            return Err(not_as_written("the first line"));
        }
        let mut record = record;
        record.cut = behind.split_inclusive('\n').count();
        Ok(record)
    }
}
