//! Lines: a text as a list of lines, each with its indentation in columns, its value and its comment.

use super::flow::{self, Flow};

/// A list or a map that is open.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The indentation in the text, in columns.
    source: usize,
    /// The indentation in the layout, in columns.
    target: usize,
    is_list: bool,
}

/// A line that will be written.
struct OutLine {
    indent: usize,
    code: String,
    /// The comment behind the value.
    comment: Option<String>,
}

/// A blank line or a comment that waits for the next key or item, which tells how far in it stands.
enum HeldLine {
    Blank,
    /// A comment, and its indentation in columns.
    Comment(usize, String),
}

struct LineReader<'t> {
    lines: Vec<&'t str>,
    next: usize,
    levels: Vec<Level>,
    waiting: Vec<HeldLine>,
    out: Vec<OutLine>,
}

/// The most columns of a line whose comment is aligned with others: a longer one would move all others far to the
/// right.
const ALIGNED: usize = 80;

/// Writes a text of YAML anew, in the layout.
///
/// # Errors
///
/// A form that is not laid out, in words.
pub fn laid_out(text: &str) -> Result<String, String> {
    let lines = text.lines().map(str::trim_end).collect();
    let mut reader = LineReader { lines, next: 0, levels: Vec::new(), waiting: Vec::new(), out: Vec::new() };
    // Blocks of text are copied from these lines, which still have the blanks at their ends.
    let whole: Vec<&str> = text.lines().collect();
    while reader.next < reader.lines.len() {
        reader.line(&whole)?;
    }
    let old = std::mem::take(&mut reader.levels);
    reader.flush(&old);
    Ok(written(reader.out))
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

impl LineReader<'_> {
    fn line(&mut self, whole: &[&str]) -> Result<(), String> {
        let line = self.lines[self.next];
        let (indent, code) = (indent_of(line), line.trim_start_matches(' '));
        if code.is_empty() {
            self.waiting.push(HeldLine::Blank);
            self.next += 1;
            return Ok(());
        }
        if code.starts_with('#') {
            self.waiting.push(HeldLine::Comment(indent, code.into()));
            self.next += 1;
            return Ok(());
        }
        if code == "---" && self.out.is_empty() {
            self.flush(&[]);
            self.push(0, code.into(), None);
            self.next += 1;
            return Ok(());
        }
        if code.starts_with(['%', '&', '*', '!', '?']) || code.starts_with("...") || code.starts_with("---") {
            return Err(format!("line {}: a form that is not laid out", self.next + 1));
        }
        let old = self.levels.clone();
        let (mut column, mut rest, mut dashes) = (indent, code, String::new());
        let mut first = None;
        while rest == "-" || rest.starts_with("- ") {
            let target = self.enter(column, true);
            first.get_or_insert(target);
            let more = rest[1..].len() - rest[1..].trim_start_matches(' ').len();
            column += 1 + more;
            rest = &rest[1 + more..];
            dashes += if dashes.is_empty() { "-" } else { " -" };
        }
        let key = key_of(rest);
        if key.is_some() || rest.starts_with(['{', '[']) && dashes.is_empty() {
            let target = self.enter(column, false);
            first.get_or_insert(target);
        }
        let first = first.unwrap_or_else(|| self.levels.last().map_or(0, |level| level.target + 2));
        self.flush(&old);
        self.value((first, dashes), (column, rest), key, whole)
    }

    /// Opens a list or a map at a column, after closing what ended before it, and returns how far in it will stand.
    fn enter(&mut self, column: usize, is_list: bool) -> usize {
        // A list may stand as far in as the key that it belongs to; the next key ends it.
        while self.levels.pop_if(|top| top.source > column || top.source == column && top.is_list && !is_list).is_some()
        {
        }
        if let Some(top) = self.levels.last().filter(|top| top.source == column && top.is_list == is_list) {
            return top.target;
        }
        let target = self.levels.last().map_or(0, |parent| parent.target + 2);
        self.levels.push(Level { source: column, target, is_list });
        target
    }

    fn push(&mut self, indent: usize, code: String, comment: Option<String>) {
        self.out.push(OutLine { indent, code, comment });
    }

    /// Writes the blank lines and comments that waited for a line. A comment stands as far in as the level at its
    /// column, among the open levels or else the `old` ones.
    fn flush(&mut self, old: &[Level]) {
        let waiting = std::mem::take(&mut self.waiting);
        for one in waiting {
            match one {
                HeldLine::Blank => {
                    if self.out.last().is_some_and(|last| !last.code.is_empty()) {
                        self.push(0, String::new(), None);
                    }
                }
                HeldLine::Comment(column, text) => {
                    let at =
                        |levels: &[Level]| levels.iter().rev().find(|level| level.source == column).map(|l| l.target);
                    let outer = old.iter().rev().find(|level| level.source <= column).map(|level| level.target);
                    let target = at(&self.levels).or_else(|| at(old)).or(outer).unwrap_or(0);
                    self.push(target, text, None);
                }
            }
        }
    }

    /// Adds the lines of a value, those that follow below it, too.
    fn value(
        &mut self,
        (indent, dashes): (usize, String),
        (column, rest): (usize, &str),
        key: Option<(&str, &str)>,
        whole: &[&str],
    ) -> Result<(), String> {
        let (head, value) = match key {
            Some((key, value)) => (with_gap(&dashes, &format!("{key}:")), value),
            None => (dashes, rest),
        };
        let number = self.next;
        self.next += 1;
        // Lines that are farther in than this column belong to the value.
        let parent = if key.is_some() { column } else { self.levels.last().map_or(0, |level| level.source) };
        let inner = self.levels.last().map_or(0, |level| level.target) + 2;
        match value.chars().next() {
            None => self.push(indent, head, None),
            Some('#') => self.push(indent, head, Some(value.into())),
            Some('|' | '>') => {
                let (header, comment) = split_comment(value);
                self.push(indent, with_gap(&head, header), comment);
                self.block(header, parent, inner, whole)?;
            }
            Some('{' | '[') => return self.brackets((indent, head), value, number),
            Some('&' | '*' | '!') => return Err(format!("line {}: a form that is not laid out", number + 1)),
            Some(quote @ ('"' | '\'')) => {
                let mut text = value.to_string();
                while flow::quoted(&text, quote).is_none() {
                    let Some(line) = self.lines.get(self.next) else { return Err("a text that does not end".into()) };
                    self.next += 1;
                    text = format!("{text}\n{}", line.trim_start());
                }
                let end = flow::quoted(&text, quote).unwrap_or(text.len());
                let comment = Some(text[end..].trim()).filter(|rest| !rest.is_empty()).map(String::from);
                if comment.as_ref().is_some_and(|comment| !comment.starts_with('#')) {
                    return Err(format!("line {}: a form that is not laid out", number + 1));
                }
                self.several(indent, with_gap(&head, &text[..end]), inner, comment);
            }
            Some(_) => {
                let (text, comment) = split_comment(value);
                let mut text = text.to_string();
                // A text without quotes goes on in lines that are farther in.
                while comment.is_none()
                    && let Some(line) = self.lines.get(self.next).filter(|line| !line.is_empty())
                    && indent_of(line) > parent
                    && !line.trim_start().starts_with('#')
                {
                    self.next += 1;
                    text = format!("{text}\n{}", line.trim_start());
                }
                self.several(indent, with_gap(&head, &text), inner, comment);
            }
        }
        Ok(())
    }

    /// Adds a value of several lines: the first one at `indent`, the others at `inner`, the comment behind the last
    /// one.
    fn several(&mut self, indent: usize, code: String, inner: usize, comment: Option<String>) {
        let mut lines = code.split('\n').peekable();
        let mut at = indent;
        while let Some(line) = lines.next() {
            let comment = if lines.peek().is_none() { comment.clone() } else { None };
            self.push(if line.is_empty() { 0 } else { at }, line.into(), comment);
            at = inner;
        }
    }

    /// Adds the lines of a block of text without changes.
    fn block(&mut self, header: &str, parent: usize, inner: usize, whole: &[&str]) -> Result<(), String> {
        if header.contains(|c: char| c.is_ascii_digit()) {
            return Err(format!("line {}: a block that says how far in it stands", self.next));
        }
        let mut end = self.next;
        // The block ends before a line with text that is not farther in than its key.
        while let Some(line) = whole.get(end)
            && (line.trim().is_empty() || indent_of(line) > parent)
        {
            end += 1;
        }
        if !header.contains('+') {
            while end > self.next && whole[end - 1].trim().is_empty() {
                end -= 1;
            }
        }
        let first = whole[self.next..end].iter().find(|line| !line.trim().is_empty());
        let base = first.map_or(0, |line| indent_of(line));
        for line in &whole[self.next..end] {
            match line.get(base..) {
                Some(text) if !text.is_empty() => self.push(inner, text.into(), None),
                _ => self.push(0, String::new(), None),
            }
        }
        self.next = end;
        Ok(())
    }

    /// Adds the lines of a value in brackets, which stands on one line or several.
    fn brackets(&mut self, (indent, head): (usize, String), value: &str, number: usize) -> Result<(), String> {
        let mut text = value.to_string();
        let mut has_comments = false;
        let end = loop {
            match closed(&text) {
                (Some(end), comments) => {
                    has_comments |= comments;
                    break end;
                }
                (None, comments) => {
                    has_comments |= comments;
                    let Some(line) = self.lines.get(self.next) else { return Err("brackets that do not end".into()) };
                    self.next += 1;
                    text = format!("{text}\n{line}");
                }
            }
        };
        let comment = Some(text[end..].trim()).filter(|rest| !rest.is_empty()).map(String::from);
        if comment.as_ref().is_some_and(|comment| !comment.starts_with('#')) {
            return Err(format!("line {}: a form that is not laid out", number + 1));
        }
        let tree = if has_comments { None } else { flow::read(&text[..end]) };
        match tree {
            Some(tree) => self.tree(&tree, (indent, head), comment),
            // Comments inside brackets stay where they are.
            None => {
                let shift = indent as i64 - indent_of(self.lines[number]) as i64;
                let code = with_gap(&head, &text[..end]);
                let mut lines = code.split('\n').peekable();
                let mut is_first = true;
                while let Some(line) = lines.next() {
                    let own = (indent_of(line) as i64 + shift).max(indent as i64 + 1) as usize;
                    let comment = if lines.peek().is_none() { comment.clone() } else { None };
                    let at = if is_first { indent } else { own };
                    self.push(if line.is_empty() { 0 } else { at }, line.trim_start().into(), comment);
                    is_first = false;
                }
            }
        }
        Ok(())
    }

    fn tree(&mut self, tree: &Flow, (indent, head): (usize, String), comment: Option<String>) {
        let mut lines = Vec::new();
        tree.lines(indent, &head, &mut lines);
        for (n, (at, code)) in lines.into_iter().enumerate() {
            self.push(at, code, comment.clone().filter(|_| n == 0));
        }
    }
}

fn with_gap(before: &str, behind: &str) -> String {
    if before.is_empty() { behind.into() } else { format!("{before} {behind}") }
}

/// Splits a value without quotes from the comment behind it.
fn split_comment(value: &str) -> (&str, Option<String>) {
    match value.find(" #") {
        Some(at) => (value[..at].trim_end(), Some(value[at + 1..].into())),
        None => (value, None),
    }
}

/// The key that begins a line, and the value behind its colon.
fn key_of(line: &str) -> Option<(&str, &str)> {
    if let Some(quote) = line.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let end = flow::quoted(line, quote)?;
        let behind = line[end..].trim_start().strip_prefix(':')?;
        return (behind.is_empty() || behind.starts_with(' ')).then(|| (&line[..end], behind.trim_start()));
    }
    if line.starts_with(['{', '[', '#', '|', '>']) {
        return None;
    }
    let code = line.find(" #").map_or(line, |at| &line[..at]).trim_end();
    let colon = code.find(": ").or_else(|| code.ends_with(':').then(|| code.len() - 1))?;
    (colon > 0).then(|| (line[..colon].trim_end(), line[colon + 1..].trim_start()))
}

/// The byte after the brackets with which a text begins, if they close, and true if a comment stands in them.
fn closed(text: &str) -> (Option<usize>, bool) {
    let (mut depth, mut at, mut has_comment) = (0, 0, false);
    let mut before = ' ';
    while let Some(c) = text[at..].chars().next() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return (Some(at + 1), has_comment);
                }
            }
            quote @ ('"' | '\'') if " \n,[{:".contains(before) => {
                let Some(end) = flow::quoted(&text[at..], quote) else { return (None, has_comment) };
                at += end;
                before = quote;
                continue;
            }
            '#' if before.is_whitespace() => {
                has_comment = true;
                let Some(end) = text[at..].find('\n') else { return (None, true) };
                at += end;
                before = '\n';
                continue;
            }
            _ => {}
        }
        before = c;
        at += c.len_utf8();
    }
    (None, has_comment)
}

/// The text of lines. The comments of lines that follow each other begin in one column.
fn written(mut lines: Vec<OutLine>) -> String {
    while lines.last().is_some_and(|line| line.code.is_empty()) {
        lines.pop();
    }
    let width = |line: &OutLine| line.indent + line.code.chars().count();
    let is_aligned = |line: &OutLine| line.comment.is_some() && width(line) <= ALIGNED;
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        let many = lines[at..].iter().take_while(|line| is_aligned(line)).count().max(1);
        let column = lines[at..at + many].iter().map(width).max().unwrap_or(0) + 2;
        for line in &lines[at..at + many] {
            let code = format!("{}{}", " ".repeat(line.indent), line.code);
            out += match &line.comment {
                Some(comment) => format!("{code}{}{comment}", " ".repeat(column.saturating_sub(width(line)))),
                None => code,
            }
            .as_str();
            out += "\n";
        }
        at += many;
    }
    out
}
