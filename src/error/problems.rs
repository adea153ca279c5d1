//! Problems: all that one load finds, and how a person and a tool read it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;
use unicode_width::UnicodeWidthChar as _;

use super::Span;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A fault that must be mended before anything can be played.
    Error,
    /// Probably a mistake.
    Warning,
    /// A hint for improvement.
    Hint,
}

impl Severity {
    /// The word in messages and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        }
    }
}

/// A finding: the fault, its place, and help.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The severity of the finding.
    pub severity: Severity,
    /// A stable id such as `unknown_key`, for tools and tests.
    pub key: &'static str,
    /// The place of the finding.
    pub span: Span,
    /// The fault: one sentence, lower case, no full stop.
    pub message: String,
    /// Help, if any is known.
    pub help: Option<String>,
    /// A related place with a label, such as the first use of a name.
    pub also: Option<(Span, String)>,
}

impl Problem {
    /// Sets the help; a long quotation in it is cut.
    pub fn help(&mut self, help: impl Into<String>) {
        self.help = Some(brief(&help.into()));
    }

    /// Sets the related place and its label.
    pub fn also(&mut self, span: &Span, what: impl Into<String>) -> &mut Problem {
        self.also = Some((span.clone(), brief(&what.into())));
        self
    }
}

/// Findings of one load, in the order found; texts of files are kept to quote lines.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    /// The last finding that found no room in the list: whoever adds one may still write to it.
    left_out: Option<Box<Problem>>,
    /// Names and texts of files; of several texts under one name, the last counts. No map: there are very many texts,
    /// and few are looked for.
    sources: Vec<(Arc<str>, Arc<str>)>,
}

/// The number of findings after which further ones are dropped.
const KEPT_MAX: usize = 5_000;
/// The most findings that are printed; more are only counted: nobody reads them, and each one searches its line.
const RENDERED_MAX: usize = 100;

impl Problems {
    /// No findings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps the text of a file, to quote lines from it. The latest text under a name counts.
    pub fn add_source(&mut self, file: impl AsRef<str>, text: impl Into<Arc<str>>) {
        self.sources.push((file.as_ref().into(), text.into()));
    }

    /// Adds an error. `.help(..)` may follow.
    pub fn error(&mut self, key: &'static str, span: &Span, message: impl Into<String>) -> &mut Problem {
        self.push(Severity::Error, key, span, message.into())
    }

    /// Adds a warning. `.help(..)` may follow.
    pub fn warn(&mut self, key: &'static str, span: &Span, message: impl Into<String>) -> &mut Problem {
        self.push(Severity::Warning, key, span, message.into())
    }

    /// Adds a hint. `.help(..)` may follow.
    pub fn hint(&mut self, key: &'static str, span: &Span, message: impl Into<String>) -> &mut Problem {
        self.push(Severity::Hint, key, span, message.into())
    }

    fn push(&mut self, severity: Severity, key: &'static str, span: &Span, message: String) -> &mut Problem {
        let problem = Problem { severity, key, span: span.clone(), message: brief(&message), help: None, also: None };
        if !self.has_room(severity) {
            return self.left_out.insert(Box::new(problem));
        }
        self.list.push(problem);
        self.list.last_mut().expect("one was just pushed")
    }

    /// True if a finding of this severity is kept: until the list is full, and then only a first error, so that a flood
    /// of warnings hides no error.
    fn has_room(&self, severity: Severity) -> bool {
        self.list.len() < KEPT_MAX || severity == Severity::Error && !self.has_errors()
    }

    /// True if there is an error among the findings.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The findings, in the order found or as sorted.
    pub fn list(&self) -> &[Problem] {
        &self.list
    }

    /// True if nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// True if the list has reached its limit.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= KEPT_MAX
    }

    /// The number of findings.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds the findings and texts of another load after these; a file that is read twice has each finding once.
    pub fn append(&mut self, other: Problems) {
        for problem in other.list {
            let is_same = |known: &Problem| known.span == problem.span && known.message == problem.message;
            if self.has_room(problem.severity) && !self.list.iter().any(is_same) {
                self.list.push(problem);
            }
        }
        self.sources.extend(other.sources);
    }

    /// Calls `say` with every finding, to add something to its text.
    pub(crate) fn each(&mut self, say: impl FnMut(&mut Problem)) {
        self.list.iter_mut().for_each(say);
    }

    /// Sorts by file, line and column; findings at one place stay in the order found.
    pub fn sort_by_place(&mut self) {
        self.list.sort_by(|a, b| {
            let place = |p: &Problem| (p.span.line, p.span.column);
            a.span.file.cmp(&b.span.file).then_with(|| place(a).cmp(&place(b)))
        });
    }

    /// A finding with the line it is about, as in the module's example; ends with a newline.
    pub fn render(&self, problem: &Problem) -> String {
        let mut out = format!("{}: {}\n", problem.severity.as_str(), harmless(&problem.message));
        let span = &problem.span;
        let line = self.line(span);
        let number = if line.is_some() { span.line.to_string() } else { String::new() };
        let margin = " ".repeat(number.len() + 1);
        if !span.is_none() {
            out += &format!("{margin}--> {}\n", harmless(&span.to_string()));
        }
        if let Some(line) = line {
            let (quoted, marks) = excerpt(line, span.column);
            out += &format!("{margin} |\n {number} | {quoted}\n");
            if !marks.is_empty() {
                out += &format!("{margin} | {marks}\n");
            }
        }
        if let Some((span, what)) = &problem.also {
            out += &format!("{margin}::: {}: {}\n", harmless(&span.to_string()), harmless(what));
            if let Some(line) = self.line(span) {
                let (quoted, marks) = excerpt(line, span.column);
                let pad = " ".repeat(margin.len().saturating_sub(span.line.to_string().len()));
                out += &format!("{margin} |\n{pad}{} | {quoted}\n{margin} | {marks}\n", span.line);
            }
        }
        if let Some(help) = &problem.help {
            out += &format!("{margin} = help: {}\n", harmless(help));
        }
        out
    }

    /// The line of a file at a place; `None` if the line is unknown or the text of the file is not kept.
    pub fn line(&self, span: &Span) -> Option<&str> {
        let is_it = |(file, _): &&(Arc<str>, Arc<str>)| *file == span.file;
        let (_, source) = self.sources.iter().rfind(is_it).filter(|_| span.line > 0)?;
        nth_line(source, span.line)
    }

    /// The texts that are kept, by file.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sources.iter().map(|(file, text)| (&**file, &**text)).collect::<BTreeMap<_, _>>().into_iter()
    }

    /// Keeps the findings for which `is_kept` is true.
    pub fn retain(&mut self, is_kept: impl FnMut(&Problem) -> bool) {
        self.list.retain(is_kept);
    }

    /// Removes the findings from index `first` on, and returns them without the texts of files.
    pub(crate) fn split_off(&mut self, first: usize) -> Problems {
        Problems { list: self.list.split_off(first.min(self.list.len())), ..Problems::new() }
    }

    /// Calls `change` with the findings from index `first` on.
    pub(crate) fn amend_from(&mut self, first: usize, change: impl FnMut(&mut Problem)) {
        self.list.iter_mut().skip(first).for_each(change);
    }

    /// Calls `change` with every finding.
    pub fn amend(&mut self, change: impl FnMut(&mut Problem)) {
        self.list.iter_mut().for_each(change);
    }

    /// Gives each file the name that `called` makes of its name, in places and texts.
    pub fn rename(&mut self, called: impl Fn(&str) -> String) {
        let rename = |span: &mut Span| {
            if !span.is_none() {
                span.file = called(&span.file).into();
            }
        };
        for problem in &mut self.list {
            rename(&mut problem.span);
            if let Some((span, _)) = &mut problem.also {
                rename(span);
            }
        }
        let sources = std::mem::take(&mut self.sources);
        self.sources = sources.into_iter().map(|(file, text)| (called(&file).into(), text)).collect();
    }

    /// All findings, with an empty line between them; at most a hundred, then how many are left.
    pub fn render_all(&self) -> String {
        let shown: Vec<String> = self.list.iter().take(RENDERED_MAX).map(|problem| self.render(problem)).collect();
        let mut out = shown.join("\n");
        if let Some(more) = self.list.len().checked_sub(RENDERED_MAX).filter(|more| *more > 0) {
            out += &format!("\n… and {more} more\n");
        }
        out
    }

    /// All findings for tools: `{"findings": [{"severity", "key", "file", "line", "column", "message", "help",
    /// "also"}]}`.
    ///
    /// Unknown parts are null.
    pub fn to_json(&self) -> serde_json::Value {
        let known = |number: u32| (number > 0).then_some(number);
        let finding = |p: &Problem| {
            json!({
                "severity": p.severity.as_str(),
                "key": p.key,
                "file": (!p.span.is_none()).then_some(&*p.span.file),
                "line": known(p.span.line),
                "column": known(p.span.column),
                "message": p.message,
                "help": p.help,
                "also": p.also.as_ref().map(|(span, what)| {
                    json!({ "file": &*span.file, "line": known(span.line), "column": known(span.column), "message": what })
                }),
            })
        };
        json!({ "findings": self.list.iter().map(finding).collect::<Vec<_>>() })
    }
}

/// Line `number` (from 1), with lines as the YAML parser counts them; `None` past the end.
fn nth_line(text: &str, number: u32) -> Option<&str> {
    let mut rest = text.trim_start_matches('\u{feff}');
    for _ in 1..number {
        let end = rest.find(['\n', '\r'])?;
        let width = if rest[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = &rest[end + width..];
    }
    Some(rest.find(['\n', '\r']).map_or(rest, |end| &rest[..end]))
}

/// The part of `line` around `column`, and the line of carets below it (empty for column 0).
fn excerpt(line: &str, column: u32) -> (String, String) {
    const BEFORE: usize = 60;
    const LONGEST: usize = 100;
    let chars: Vec<char> = shown(' ', line).collect();
    let at = (column as usize).saturating_sub(1).min(chars.len());
    let from = if chars.len() > LONGEST { at.saturating_sub(BEFORE) } else { 0 };
    let to = chars.len().min(from + LONGEST);
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    let quoted: String = chars[from..to].iter().collect();
    let quoted = format!("{}{quoted}{}", cut(from > 0), cut(to < chars.len()));
    if column == 0 {
        return (quoted, String::new());
    }
    let is_word = |c: &char| !c.is_whitespace() && !",;:()[]{}\"'`".contains(*c);
    let word: usize = chars[at..to].iter().take_while(|c| is_word(c)).map(|c| width(*c)).sum();
    let indent = usize::from(from > 0) + chars[from..at].iter().map(|c| width(*c)).sum::<usize>();
    (quoted, " ".repeat(indent) + &"^".repeat(word.max(1)))
}

/// The columns that a character takes in a terminal: card texts are often Japanese, and carets below them should fit.
pub fn width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// A character in its visible form, which can neither steer a terminal nor reorder or hide its neighbours.
fn visible(c: char) -> char {
    match c {
        '\t' => '→',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        // Marks of direction, joiners, fillers that show nothing, and tags: they hide or reorder their neighbours.
        '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => {
            '\u{fffd}'
        }
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => '\u{fffd}',
        '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// The characters of a text that follows the character `before`, each in its visible form. A mark that joins letters,
/// or keeps them apart, stays where a script needs it, as in Persian and in India, and within an emoji. Elsewhere it
/// would only hide.
fn shown(before: char, text: &str) -> impl Iterator<Item = char> {
    let mut before = before;
    text.char_indices().map(move |(at, c)| {
        let after = || text[at + c.len_utf8()..].chars().next();
        let stays = joins_letters(c) && is_joined(before) && after().is_some_and(is_joined);
        before = c;
        if stays { c } else { visible(c) }
    })
}

/// True if a character joins two letters, or keeps them from being joined (U+200C, U+200D). Neither moves the cursor or
/// turns the direction of a text.
pub fn joins_letters(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// True if a character joins its neighbours: of a script with joined letters, or a part of an emoji.
fn is_joined(c: char) -> bool {
    let joins = matches!(c,
        '\u{600}'..='\u{109f}' | '\u{1700}'..='\u{1aff}' | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}'
        | '\u{fe0f}' | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{11fff}'
        | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}');
    joins && visible(c) == c
}

/// A text from outside in a form that cannot steer a terminal; its line ends stay.
pub fn visible_text(text: &str) -> String {
    visible_behind(' ', text)
}

/// Visible form of a part of a text. `before` is the last character of the part before it.
pub fn visible_behind(before: char, text: &str) -> String {
    shown(before, text).zip(text.chars()).map(|(shown, c)| if c == '\n' { c } else { shown }).collect()
}

/// A text on one line: line ends become visible characters.
pub fn one_line(text: &str) -> String {
    // Most texts are plain ones, and those are shown as they are.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.into();
    }
    shown(' ', text).collect()
}

/// True if a text has only characters that can be shown on one line.
pub fn is_one_line(text: &str) -> bool {
    shown(' ', text).eq(text.chars())
}

/// The longest quotation in a message, and the longest message, in characters.
const QUOTED_MAX: usize = 120;
const MESSAGE_MAX: usize = 4_000;

/// A message with a long quotation cut short.
fn brief(message: &str) -> String {
    if message.len() <= QUOTED_MAX {
        return message.to_owned();
    }
    let cut = |text: &str, most: usize| match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    // Every second part stands between backquotes.
    let parts: Vec<String> = message
        .split('`')
        .enumerate()
        .map(|(i, part)| if i % 2 == 1 { cut(part, QUOTED_MAX) } else { part.to_owned() })
        .collect();
    cut(&parts.join("`"), MESSAGE_MAX)
}

/// A text from outside, safe to print; its further lines are indented.
pub fn harmless(text: &str) -> String {
    let lines: Vec<String> = text.trim_end().lines().map(one_line).collect();
    lines.join("\n    ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quote(text: &str, line: u32, column: u32) -> String {
        let mut problems = Problems::new();
        problems.add_source("a.yaml", text);
        problems.error("k", &Span::new("a.yaml", line, column), "wrong");
        problems.render_all()
    }

    #[test]
    fn what_joins_letters_stays_where_a_script_needs_it() {
        let family = "\u{1f469}\u{200d}\u{1f467} \u{645}\u{6cc}\u{200c}\u{62e}";
        assert_eq!((harmless(family), one_line(family), is_one_line(family)), (family.into(), family.into(), true));
        assert_eq!(harmless("ad\u{200d}min \u{202e}"), "ad\u{fffd}min \u{fffd}");
        assert!(quote(&format!("a: {family}"), 1, 1).contains(family));
    }

    #[test]
    fn a_finding_quotes_its_line_and_marks_the_word() {
        let mut problems = Problems::new();
        problems.add_source("c.yaml", "a:\n  zone: graveyrad, x\n");
        let problem = problems.error("unknown_zone", &Span::new("c.yaml", 2, 9), "unknown zone `graveyrad`");
        problem.help("did you mean `graveyard`?");
        let expected = "error: unknown zone `graveyrad`\n  --> c.yaml:2:9\n   |\n 2 |   zone: graveyrad, x\n   |         ^^^^^^^^^\n   = help: did you mean `graveyard`?\n";
        assert_eq!(problems.render_all(), expected);
    }

    #[test]
    fn a_second_place_is_quoted_too() {
        let mut problems = Problems::new();
        problems.add_source("c.yaml", "a: 1\nb: 2\na: 3\n");
        let problem = problems.error("duplicate_key", &Span::new("c.yaml", 3, 1), "key `a` is here twice");
        problem.also(&Span::new("c.yaml", 1, 1), "here first").help("leave one of them out");
        let expected = "error: key `a` is here twice\n  --> c.yaml:3:1\n   |\n 3 | a: 3\n   | ^\n  ::: c.yaml:1:1: here first\n   |\n 1 | a: 1\n   | ^\n   = help: leave one of them out\n";
        assert_eq!(problems.render_all(), expected);
    }

    #[test]
    fn what_is_quoted_is_cut() {
        let mut problems = Problems::new();
        let long = "x".repeat(60_000);
        problems.error("k", &Span::none(), format!("no `{long}` and no `y`")).help(format!("not `{long}`"));
        problems.error("k", &Span::none(), long);
        let cut = format!("{}…", "x".repeat(QUOTED_MAX));
        assert_eq!(problems.list()[0].message, format!("no `{cut}` and no `y`"));
        assert_eq!(problems.list()[0].help, Some(format!("not `{cut}`")));
        assert_eq!(problems.list()[1].message.chars().count(), MESSAGE_MAX + 1);
    }

    #[test]
    fn without_a_place_or_text_there_is_no_excerpt() {
        let mut problems = Problems::new();
        problems.warn("k", &Span::none(), "odd").help("more");
        problems.hint("k", &Span::new("gone.yaml", 3, 1), "odd");
        assert_eq!(problems.render_all(), "warning: odd\n  = help: more\n\nhint: odd\n --> gone.yaml:3:1\n");
        assert_eq!(quote("a\n", 9, 1), "error: wrong\n --> a.yaml:9:1\n");
    }

    #[test]
    fn quoted_text_cannot_steer_the_terminal() {
        let out = quote("a\tb: \x1b[31m\u{202e}x\r\n", 1, 6);
        assert!(out.contains(" 1 | a→b: ␛[31m\u{fffd}x\n   |      ^\n"), "{out}");
        let mut problems = Problems::new();
        problems.error("k", &Span::none(), "no `\x1b`\nsecond\n");
        assert_eq!(problems.render_all(), "error: no `␛`\n    second\n");
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let out = quote(&format!("{} word {}", "x".repeat(200), "y".repeat(200)), 1, 202);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[3].chars().count(), 5 + 102);
        let caret = lines[4].find('^').unwrap();
        assert!(lines[3].chars().skip(caret).collect::<String>().starts_with("word "), "{out}");
        assert!(lines[4].ends_with("^^^^") && lines[3].ends_with('…'));
    }

    #[test]
    fn lines_end_as_the_parser_says_and_carets_fit_below_wide_characters() {
        assert!(quote("\u{feff}a\r\nb\rc\n", 3, 1).contains(" 3 | c\n"));
        // An accent of its own has no width.
        assert!(quote("e\u{301}: x\n", 1, 5).contains("   |    ^\n"));
        assert!(quote("竜: 炎 x\n", 1, 6).contains("   |        ^\n"));
        assert!(quote("ab\n", 1, 99).contains("   |   ^\n"));
    }

    #[test]
    fn sorting_is_by_place_and_stable() {
        let mut problems = Problems::new();
        for (file, line, key) in [("b", 1, "x"), ("a", 10, "y"), ("a", 9, "z"), ("a", 9, "w")] {
            problems.error(key, &Span::new(file, line, 1), "");
        }
        problems.sort_by_place();
        let keys: Vec<_> = problems.list().iter().map(|p| p.key).collect();
        assert_eq!(keys, ["z", "w", "y", "x"]);
    }

    #[test]
    fn the_first_findings_are_kept_and_that_one_is_an_error() {
        let mut problems = Problems::new();
        let at = Span::file("a");
        (0..2 * KEPT_MAX).for_each(|_| problems.warn("w", &at, "").help("more"));
        assert_eq!((problems.len(), problems.has_errors()), (KEPT_MAX, false));
        (0..9).for_each(|_| problems.error("e", &at, "").help("more"));
        assert_eq!((problems.len(), problems.has_errors()), (KEPT_MAX + 1, true));
    }

    #[test]
    fn json_has_null_for_what_is_unknown() {
        let mut problems = Problems::new();
        problems.warn("k", &Span::none(), "odd").help("more");
        let expected = json!({"findings": [{"severity": "warning", "key": "k", "file": null, "line": null,
            "column": null, "message": "odd", "help": "more", "also": null}]});
        assert_eq!(problems.to_json(), expected);
        assert!(!problems.has_errors());
    }
}
