//! YAML: reads one document into a [`Node`] tree and reports everything it refuses.
//!
//! The reader takes events and not serde values, because only events have places. It refuses features that make a card
//! hard to read or a loader easy to attack: anchors, aliases, merge keys, tags, fractions, second documents. A document
//! that cannot be read further gives `None`. Otherwise reading goes on after an error, so that one load finds as many
//! problems as possible.

mod scalar_places;

use std::collections::HashMap;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span as Range, StrInput};

use self::scalar_places::ScanPosition;
use crate::data::{Data, Key, Node, Span, yaml_errors};
use crate::error::Problems;

const LONGEST_BYTES: usize = 1 << 20;
const DEEPEST: usize = 32;
/// The most values in one file: a value takes far more memory than its text (attack `files of many values` in
/// tests/clock/attacks_on_loading.rs).
const MOST_VALUES: usize = 100_000;

/// Reads one document. All problems are pushed; `None` if nothing usable came out.
///
/// Keeps `text` in `problems` under the name `file`, to quote from it. An empty document is null.
pub fn parse(file: &str, text: &str, problems: &mut Problems) -> Option<Node> {
    let file: Arc<str> = file.into();
    if text.len() > LONGEST_BYTES {
        // A file is read only up to the limit, so its true length is unknown.
        let message = format!("the file has more than {LONGEST_BYTES} bytes, the most that a file may have");
        problems.error("too_long", &Span::file(file), message).help("split it into several files");
        return None;
    }
    problems.add_source(&file, text);
    refuse_unreadable(&file, text, problems);
    if refuse_control_characters(&file, text, problems) {
        return None;
    }
    let mut reader = YamlReader {
        parser: Parser::new_from_str(text),
        text,
        lines: lines_of(text),
        place: ScanPosition::default(),
        file,
        values: 0,
        problems,
    };
    reader.document().ok()
}

/// True if a character controls a terminal.
fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r')
}

fn tell_control_character(c: char, span: &Span, problems: &mut Problems) {
    let message = format!("control character U+{:04X} in the text", u32::from(c));
    let help = "leave it out: it would steer the terminal of whoever reads it";
    problems.error("control_character", span, message).help(help);
}

/// Reports the first control character; true if there is one. The parser takes a zero character for the end of the
/// text, and would drop the rest unseen.
fn refuse_control_characters(file: &Arc<str>, text: &str, problems: &mut Problems) -> bool {
    let Some((start, c)) = text.char_indices().find(|(_, c)| is_control(*c)) else { return false };
    tell_control_character(c, &place_of(file, text, start), problems);
    true
}

/// Reports the first U+FFFD in a text: reading a file puts this character in place of bytes that are no UTF-8.
pub(crate) fn refuse_unreadable(file: &Arc<str>, text: &str, problems: &mut Problems) {
    let Some(start) = text.find(char::REPLACEMENT_CHARACTER) else { return };
    let message = "this file is not UTF-8, or was not when it was saved: here a character is lost";
    let help = "save it as UTF-8 and write the character anew; `\"\\uFFFD\"` is the sign itself";
    problems.error("unreadable", &place_of(file, text, start), message).help(help);
}

/// The place of the character at byte `start`, counted as the parser counts: a lone `\r` ends a line too.
fn place_of(file: &Arc<str>, text: &str, start: usize) -> Span {
    let before = text[..start].trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    Span::new(file.clone(), count(before.matches('\n').count() + 1), count(column))
}

/// The lines of a text as the parser counts them: a lone `\r` ends one too.
fn lines_of(text: &str) -> Vec<&str> {
    let lines = text.trim_start_matches('\u{feff}').split('\n');
    lines.flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r')).collect()
}

/// A count as `u32`: texts are at most [`LONGEST_BYTES`] long, so nothing is cut off.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The error that reading cannot go on; its finding has been reported.
struct Stop;

struct YamlReader<'t, 'p> {
    parser: Parser<'t, StrInput<'t>>,
    text: &'t str,
    /// The text in lines, as the parser counts them.
    lines: Vec<&'t str>,
    /// The place in its line where the last scalar was looked for.
    place: ScanPosition,
    file: Arc<str>,
    /// The number of values read.
    values: usize,
    problems: &'p mut Problems,
}

impl<'t> YamlReader<'t, '_> {
    fn document(&mut self) -> Result<Node, Stop> {
        let mut root = None;
        loop {
            match self.next()? {
                (Event::StreamStart | Event::Nothing | Event::DocumentEnd, _) => {}
                (Event::DocumentStart(_), range) if root.is_some() => {
                    let span = self.start(range);
                    let problem = self.problems.error("many_documents", &span, "a second document begins here");
                    problem.help("a file holds one document: remove `---`, or use another file");
                    // The first document is complete, and reading on would only add noise.
                    break;
                }
                (Event::DocumentStart(_), _) => {
                    let (event, range) = self.next()?;
                    root = Some(self.node(event, range, 0)?);
                }
                _ => break,
            }
        }
        Ok(root.unwrap_or_else(|| Node { value: Data::Null, span: Span::new(self.file.clone(), 1, 1) }))
    }

    fn next(&mut self) -> Result<(Event<'t>, Range), Stop> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => {
                self.refuse_syntax(&error);
                Err(Stop)
            }
            // Unreachable: everything is read up to the end of the stream and no further.
            None => Ok((Event::StreamEnd, Range::default())),
        }
    }

    fn refuse_syntax(&mut self, error: &ScanError) {
        let mark = error.marker();
        let mut span = Span::new(self.file.clone(), count(mark.line()), count(mark.col()) + 1);
        let info = error.info();
        if info.contains("tab") {
            // The parser may point a line above or just behind it, and a tab is hard to see.
            let mut rest = self.text.char_indices().skip(mark.index().saturating_sub(1));
            if let Some((start, _)) = rest.find(|(_, c)| *c == '\t') {
                span = place_of(&self.file, self.text, start);
            }
        }
        let said = yaml_errors::plain_error(info, self.text, mark.line());
        if let Some((line, column)) = said.place {
            span = Span::new(self.file.clone(), count(line), count(column));
        }
        self.problems.error("syntax", &span, format!("this is not YAML: {}", said.message)).help(said.help);
    }

    /// Reads the value that `event` begins, up to its end. `depth` is the number of lists and maps around it.
    fn node(&mut self, event: Event<'t>, range: Range, depth: usize) -> Result<Node, Stop> {
        let span = self.start(range);
        if depth >= DEEPEST && matches!(event, Event::SequenceStart(..) | Event::MappingStart(..)) {
            let message = format!("lists and maps are nested deeper than {DEEPEST}");
            self.problems.error("too_deep", &span, message);
            return Err(Stop);
        }
        self.values += 1;
        if self.values > MOST_VALUES {
            let message = format!("a file holds at most {MOST_VALUES} values; this is one more");
            self.problems.error("too_many", &span, message).help("split it into several files");
            return Err(Stop);
        }
        self.refuse_extras(&event, &span);
        match event {
            Event::Scalar(text, style, ..) => {
                self.refuse_escaped(&text, &span);
                Ok(self.scalar(&text, style, span))
            }
            Event::SequenceStart(..) => Ok(Node { value: Data::List(self.list(depth)?), span }),
            Event::MappingStart(..) => Ok(Node { value: Data::Map(self.map(depth)?), span }),
            // An alias, refused above; other events do not begin a value.
            _ => Ok(Node { value: Data::Null, span }),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Node>, Stop> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd | Event::StreamEnd, _) => return Ok(items),
                (event, range) => items.push(self.node(event, range, depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Vec<(Key, Node)>, Stop> {
        let mut entries = Vec::new();
        let mut known = KeyIndex::default();
        loop {
            let (event, range) = self.next()?;
            if matches!(event, Event::MappingEnd | Event::StreamEnd) {
                return Ok(entries);
            }
            let key = self.key(event, range, depth)?;
            let (event, range) = self.next()?;
            let is_empty_block = matches!(&event, Event::Scalar(text, ScalarStyle::Literal | ScalarStyle::Folded, ..)
                if text.trim_start_matches('\n').is_empty());
            let mut node = self.node(event, range, depth + 1)?;
            let Some(key) = key else { continue };
            if is_empty_block {
                // An empty value has no first character, and the parser's place may be that of the next key.
                node.span = key.span.clone();
            }
            if let Some(first) = known.place(&entries, &key.name) {
                let message = format!("key `{}` is here twice; first in line {}", key.name, first.line);
                let problem = self.problems.error("duplicate_key", &key.span, message);
                problem.also(first, "here first").help("leave one of them out, or give it another name");
                continue;
            }
            known.add(entries.len(), &key.name);
            entries.push((key, node));
        }
    }

    /// Reads a key; `None` if it was refused.
    fn key(&mut self, event: Event<'t>, range: Range, depth: usize) -> Result<Option<Key>, Stop> {
        let Event::Scalar(name, style, ..) = &event else {
            let span = self.start(range);
            if !matches!(event, Event::Alias(_)) {
                self.problems.error("key_not_text", &span, "a key must be a text");
            }
            self.node(event, range, depth + 1)?;
            return Ok(None);
        };
        let span = self.content_start(self.start(range), name, *style);
        let name = name.to_string();
        self.refuse_extras(&event, &span);
        self.refuse_escaped(&name, &span);
        match (style, name.as_str()) {
            (ScalarStyle::Plain, "<<") => {
                let problem = self.problems.error("merge_key", &span, "merge keys (`<<`) are not supported");
                problem.help("write the fields out");
                Ok(None)
            }
            (ScalarStyle::Plain, name) if name.starts_with(yaml_errors::is_hard_space) => {
                let message = "a hard space stands here, which is no space to YAML";
                self.problems.error("key_not_text", &span, message).help(yaml_errors::HARD_SPACE);
                Ok(None)
            }
            (ScalarStyle::Plain, name)
                if name.split_once(':').is_some_and(|(_, value)| value.starts_with(yaml_errors::is_hard_space)) =>
            {
                let message = "a hard space stands behind the colon of this key, which is no space to YAML";
                self.problems.error("key_not_text", &span, message).help(yaml_errors::HARD_SPACE);
                Ok(None)
            }
            (ScalarStyle::Plain, "") => {
                self.problems.error("key_not_text", &span, "a key is missing here");
                Ok(None)
            }
            _ => Ok(Some(Key { name, span })),
        }
    }

    /// Reports a control character that a quoted text writes as an escape, like `"\x1b"`.
    fn refuse_escaped(&mut self, text: &str, span: &Span) {
        if let Some(c) = text.chars().find(|c| is_control(*c)) {
            tell_control_character(c, span, self.problems);
        }
    }

    /// Reports an anchor, an alias or a tag: none of them is supported.
    fn refuse_extras(&mut self, event: &Event<'_>, span: &Span) {
        let (anchor, tag) = match event {
            Event::Alias(_) => {
                let problem = self.problems.error("alias", span, "aliases (`*name`) are not supported");
                problem.help("write the value out; a text that begins with `*` needs quotes");
                return;
            }
            Event::Scalar(_, _, anchor, tag) | Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                (*anchor, tag)
            }
            _ => return,
        };
        if anchor > 0 {
            let problem = self.problems.error("anchor", span, "anchors (`&name`) are not supported");
            problem.help("remove it; a text that begins with `&` needs quotes");
        }
        if tag.is_some() {
            let problem = self.problems.error("tag", span, "tags (`!name`) are not supported");
            problem.help("remove it; a text that begins with `!` needs quotes");
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, span: Span) -> Node {
        let span = self.content_start(span, text, style);
        let value = if style == ScalarStyle::Plain { self.plain(text, &span) } else { Data::Text(text.to_owned()) };
        Node { value, span }
    }

    /// An unquoted scalar by YAML's core schema.
    fn plain(&mut self, text: &str, span: &Span) -> Data {
        match text {
            "" | "~" | "null" | "Null" | "NULL" => return Data::Null,
            "true" | "True" | "TRUE" => return Data::Bool(true),
            "false" | "False" | "FALSE" => return Data::Bool(false),
            _ => {}
        }
        if let Some((digits, radix)) = whole(text) {
            return i64::from_str_radix(digits, radix).map(Data::Int).unwrap_or_else(|_| {
                self.problems.error("number_too_large", span, format!("`{text}` is too large for a number"));
                Data::Int(0)
            });
        }
        if is_fraction(text) {
            let problem = self.problems.error("not_whole", span, format!("numbers are whole: `{text}`"));
            problem.help("if it is a text, put it in quotes");
            // Near the number meant, so that no second complaint follows about the same place.
            return Data::Int(text.parse::<f64>().map_or(0, |number| number as i64));
        }
        Data::Text(text.to_owned())
    }

    /// Moves the parser's place to where the content begins; see [`Span`].
    fn content_start(&mut self, mut span: Span, text: &str, style: ScalarStyle) -> Span {
        match style {
            ScalarStyle::Plain => {}
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => span.column += 1,
            ScalarStyle::Literal | ScalarStyle::Folded => {
                // The parser points at the first line that is not blank, but blank lines are content too.
                let content = text.trim_start_matches('\n');
                if !content.is_empty() {
                    span.line = span.line.saturating_sub(count(text.len() - content.len())).max(1);
                }
            }
        }
        span.inside = scalar_places::of(text, style, &span, &self.lines, &mut self.place);
        span
    }

    fn start(&self, range: Range) -> Span {
        Span::new(self.file.clone(), count(range.start.line()), count(range.start.col()) + 1)
    }
}

/// True if some YAML readers take an unquoted word for something other than text, for example `no` for false.
pub fn is_other_than_text(word: &str) -> bool {
    let word = word.to_lowercase();
    ["true", "false", "null", "yes", "no", "on", "off"].contains(&word.as_str())
}

/// A word as a value of YAML on one line: in quotes where YAML reads it as a number or another value, such as the card
/// `123`.
pub fn as_text(word: &str) -> String {
    let is_number = word.parse::<f64>().is_ok() || ["0x", "0o"].iter().any(|begin| word.starts_with(begin));
    if is_number || is_other_than_text(word) { format!("\"{word}\"") } else { word.into() }
}

/// Finds a key among the entries of a map, so that a second one of the same name is noticed. The first [`FEW`] entries
/// are searched one by one, because most maps are short.
#[derive(Default)]
struct KeyIndex {
    /// Indexes among the entries, of keys after the first [`FEW`].
    more: HashMap<String, usize>,
}

const FEW: usize = 16;

impl KeyIndex {
    fn place<'e>(&self, entries: &'e [(Key, Node)], name: &str) -> Option<&'e Span> {
        let few = || entries.iter().take(FEW).position(|(key, _)| key.name == name);
        let at = self.more.get(name).copied().or_else(few)?;
        Some(&entries[at].0.span)
    }

    fn add(&mut self, at: usize, name: &str) {
        if at >= FEW {
            self.more.insert(name.into(), at);
        }
    }
}

/// The digits, with a sign if there is one, and the radix of a whole number of the core schema; `None` for other texts.
fn whole(text: &str) -> Option<(&str, u32)> {
    let (digits, radix, written) = match text.get(..2) {
        Some("0x") => (&text[2..], 16, &text[2..]),
        Some("0o") => (&text[2..], 8, &text[2..]),
        _ => (text, 10, text.strip_prefix(['-', '+']).unwrap_or(text)),
    };
    (!written.is_empty() && written.chars().all(|c| c.is_digit(radix))).then_some((digits, radix))
}

/// True for floats of YAML's core schema that are not written as integers, among them `.inf` and `1e3`.
fn is_fraction(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    // Rust's `inf` and `nan` are texts in YAML: a number needs a digit in front, or after a point.
    let digits = unsigned.strip_prefix('.').unwrap_or(unsigned);
    digits.starts_with(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<Node>, Problems) {
        let mut problems = Problems::new();
        let node = parse("t.yaml", text, &mut problems);
        (node, problems)
    }

    #[track_caller]
    fn good(text: &str) -> Node {
        let (node, problems) = read(text);
        assert!(problems.is_empty(), "{}", problems.render_all());
        node.expect("a node")
    }

    /// Compares key, line and column of the problems found.
    #[track_caller]
    fn check(text: &str, expected: &[(&str, u32, u32)]) {
        let (_, problems) = read(text);
        let found: Vec<_> = problems.list().iter().map(|p| (p.key, p.span.line, p.span.column)).collect();
        assert_eq!(found, expected, "{}", problems.render_all());
    }

    #[track_caller]
    fn check_place(text: &str, key: &str, content: &str, line: u32, column: u32) {
        let node = good(text);
        let field = node.field(key).expect("the field");
        assert_eq!(field.as_str(), Some(content));
        assert_eq!((field.span.line, field.span.column), (line, column));
    }

    #[test]
    fn scalars_follow_the_core_schema() {
        let text =
            "{a: 1, b: -7, c: 0x1F, d: 0o17, e: true, f: no, g: ~, h: , i: '5', on: on, 3: 1.2.3, j: .x, k: inf}";
        assert_eq!(
            good(text).to_json().to_string(),
            r#"{"a":1,"b":-7,"c":31,"d":15,"e":true,"f":"no","g":null,"h":null,"i":"5","on":"on","3":"1.2.3","j":".x","k":"inf"}"#
        );
    }

    #[test]
    fn an_empty_document_is_null() {
        assert_eq!(good("").value, Data::Null);
        assert_eq!(good("# only a comment\n").value, Data::Null);
        assert_eq!(good("---\n...\n").value, Data::Null);
    }

    #[test]
    fn a_text_stands_where_its_content_begins() {
        check_place("a: b c\n", "a", "b c", 1, 4);
        check_place("a: 'b'\n", "a", "b", 1, 5);
        check_place("\u{feff}x: 1\r\na: \"b\"\r\n", "a", "b", 2, 5);
        check_place("a:\n  b\n", "a", "b", 2, 3);
    }

    #[test]
    fn line_n_of_a_block_is_n_lines_below_its_place() {
        check_place("a: |\n  x\n  y\n", "a", "x\ny\n", 2, 3);
        check_place("é: 1\na: |- # why\n    é\n      y\n", "a", "é\n  y", 3, 5);
        check_place("a: |\n\n\n  x\n", "a", "\n\nx\n", 2, 3);
        check_place("a: |2\n\n    x\n", "a", "\n  x\n", 2, 3);
        check_place("a: |\r\n  x\r\n  y\r\n", "a", "x\ny\n", 2, 3);
    }

    #[test]
    fn an_empty_block_stands_at_its_key() {
        check_place("k: 1\na: |\nb: 2\n", "a", "", 2, 1);
        check_place("k: 1\na: |+\n\nb: 2\n", "a", "\n", 2, 1);
    }

    #[test]
    fn fractions_and_huge_numbers_are_refused_but_reading_goes_on() {
        check(
            "a: 1.5\nb: .inf\nc: 1e3\nd: 99999999999999999999\ne: 5\n",
            &[("not_whole", 1, 4), ("not_whole", 2, 4), ("not_whole", 3, 4), ("number_too_large", 4, 4)],
        );
        let (node, _) = read("a: 1.5\ne: 5\n");
        assert_eq!(node.expect("a node").field("e").and_then(Node::as_int), Some(5));
    }

    #[test]
    fn a_key_twice_names_the_first_line_and_the_first_counts() {
        let (node, problems) = read("a: 1\nb: 2\n'a': 3\n");
        assert_eq!(problems.list()[0].message, "key `a` is here twice; first in line 1");
        assert_eq!((problems.list()[0].span.line, problems.list()[0].span.column), (3, 2));
        assert_eq!(node.expect("a node").to_json().to_string(), r#"{"a":1,"b":2}"#);
    }

    #[test]
    fn a_key_twice_is_found_wherever_the_first_stands() {
        for first in [0, FEW - 1, FEW, 2 * FEW] {
            let lines: String = (0..=2 * FEW).map(|n| format!("k{n}: {n}\n")).collect();
            let (_, problems) = read(&format!("{lines}k{first}: 0\n"));
            let message = format!("key `k{first}` is here twice; first in line {}", first + 1);
            assert_eq!(problems.list().iter().map(|p| &*p.message).collect::<Vec<_>>(), [message]);
        }
    }

    #[test]
    fn what_hides_meaning_is_refused() {
        check("a: &x 1\nb: *x\n", &[("anchor", 1, 4), ("alias", 2, 4)]);
        check("a: &x [1]\n<<: 2\n", &[("anchor", 1, 4), ("merge_key", 2, 1)]);
        check("a: !t 1\n!!str b: c\nd: !u {}\n", &[("tag", 1, 4), ("tag", 2, 1), ("tag", 3, 4)]);
        check("a: 1\n---\nb: *x\n", &[("many_documents", 2, 1)]);
        check(
            "? [a]\n: 1\n? {b: 1.5}\n: 2\n: 3\n",
            &[("key_not_text", 1, 3), ("key_not_text", 3, 3), ("not_whole", 3, 7), ("key_not_text", 5, 1)],
        );
        check("&a a: 1\n? *a\n: 2\n", &[("anchor", 1, 1), ("alias", 2, 3)]);
    }

    #[test]
    fn broken_syntax_is_one_problem_with_its_place() {
        check("a: b: c\n", &[("syntax", 1, 5)]);
        check("a:\n\tb: 1\n", &[("syntax", 2, 1)]);
        check("a:\n  b: 1\n\tc: 2\n", &[("syntax", 3, 1)]);
        let (node, problems) = read("a:\n\t- b\n");
        assert!(node.is_none());
        assert_eq!(problems.list()[0].help.as_deref(), Some("indent with spaces, not with tabs"));
    }

    #[test]
    fn control_characters_are_refused_before_they_can_hide_text() {
        check("a: 1\r\nb: x\0\nc: 2\n", &[("control_character", 2, 5)]);
        check("a: \u{1b}[31m\n", &[("control_character", 1, 4)]);
    }

    #[test]
    fn depth_and_length_have_limits() {
        good(&format!("{}{}", "[".repeat(32), "]".repeat(32)));
        check(&"[".repeat(33), &[("too_deep", 1, 33)]);
        check(&"- ".repeat(400), &[("too_deep", 1, 65)]);
        check(&" ".repeat(LONGEST_BYTES + 1), &[("too_long", 0, 0)]);
    }

    #[test]
    fn no_input_panics() {
        let sample = "a: |2-\n    x\n- &b !c 'd'\n\"e\": {f: [1, *g], ? h}\n%YAML 1.2\n---\n<<: >+\n\tz # é\n...\n";
        for (end, _) in sample.char_indices() {
            read(&sample[..end]);
            read(&sample[end..]);
        }
        const PARTS: &[&str] = &[
            "a", ": ", "- ", "? ", "\n", "\n  ", "|", ">", "'", "\"", "\\", "\\x", "{", "}", "[", "]", ",", "&", "*",
            "!", "!<", "%", "%TAG", "---", "...", "#", "\t", "\r", "é", "\u{feff}", "\u{85}", "\u{2028}", "<<", "1",
            "-", "\0", "~", "+", ".", "e", "0x",
        ];
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..ROUNDS {
            let parts: String = (0..next() % 24).map(|_| PARTS[next() as usize % PARTS.len()]).collect();
            read(&parts).1.render_all();
            let bytes: Vec<u8> = (0..next() % 24).map(|_| next() as u8).collect();
            read(&String::from_utf8_lossy(&bytes)).1.render_all();
        }
    }
    const ROUNDS: u32 = 5_000;
}
