//! Flow: lists and maps in brackets, read as a tree and written on one line, or as lines where one would be too long.

/// A value in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// A text, a number or a word, as it is written.
    Scalar(String),
    /// `[a, b]`.
    List(Vec<Flow>),
    /// `{ a: 1 }`; an entry without a colon has no value.
    Map(Vec<(String, Option<Flow>)>),
    /// `a: 1` as an item of a list in brackets: a map of one entry, without braces.
    Pair(String, Option<Box<Flow>>),
}

/// Reads a value in brackets that stands in a text without comments; `None`: a form that is left unchanged.
pub fn read(text: &str) -> Option<Flow> {
    let mut reader = FlowReader { text, at: 0 };
    let value = reader.value(false)?;
    text[reader.at..].trim().is_empty().then_some(value)
}

struct FlowReader<'t> {
    text: &'t str,
    at: usize,
}

impl FlowReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blank(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: char) -> bool {
        self.blank();
        let is = self.rest().starts_with(sign);
        self.at += usize::from(is);
        is
    }

    fn value(&mut self, is_in_list: bool) -> Option<Flow> {
        self.blank();
        if self.take('[') {
            let mut items = Vec::new();
            while !self.take(']') {
                items.push(self.value(true)?);
                if !self.take(',') && !self.rest().trim_start().starts_with(']') {
                    return None;
                }
            }
            return Some(Flow::List(items));
        }
        if self.take('{') {
            let mut entries = Vec::new();
            while !self.take('}') {
                let key = self.scalar()?;
                let value = if self.colon() { self.value_or_nothing()? } else { None };
                entries.push((key, value));
                if !self.take(',') && !self.rest().trim_start().starts_with('}') {
                    return None;
                }
            }
            return Some(Flow::Map(entries));
        }
        let text = self.scalar()?;
        if is_in_list && self.colon() {
            return Some(Flow::Pair(text, self.value_or_nothing()?.map(Box::new)));
        }
        Some(Flow::Scalar(text))
    }

    /// The value behind a colon. `Some(None)`: no value stands there. `None`: a form that is left unchanged.
    #[allow(clippy::option_option)] // a form that is not read, and an entry without a value
    fn value_or_nothing(&mut self) -> Option<Option<Flow>> {
        self.blank();
        if self.rest().starts_with([',', '}', ']']) { Some(None) } else { self.value(false).map(Some) }
    }

    fn colon(&mut self) -> bool {
        self.blank();
        let mut rest = self.rest().chars();
        let is = rest.next() == Some(':') && rest.next().is_none_or(|c| c.is_whitespace() || ",[]{}".contains(c));
        self.at += usize::from(is);
        is
    }

    fn scalar(&mut self) -> Option<String> {
        self.blank();
        let rest = self.rest();
        let end = match rest.chars().next()? {
            quote @ ('"' | '\'') => quoted(rest, quote)?,
            '&' | '*' | '!' | '?' | '#' => return None,
            _ => plain(rest),
        };
        let text = &rest[..end];
        // A text without quotes over several lines means the same on one line, with a blank for each line break.
        let is_apart = text.contains('\n');
        if is_apart && text.starts_with(['"', '\'']) {
            return None;
        }
        let text =
            if is_apart { text.split_whitespace().collect::<Vec<_>>().join(" ") } else { text.trim().to_string() };
        self.at += end;
        (!text.is_empty()).then_some(text)
    }
}

/// The length of a text in quotes at the beginning of another.
pub fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quote == '"' => drop(chars.next()),
            '\'' if quote == '\'' && chars.peek().is_some_and(|(_, next)| *next == '\'') => drop(chars.next()),
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a text without quotes in brackets.
fn plain(text: &str) -> usize {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        let is_colon = c == ':' && next.is_none_or(|next| next.is_whitespace() || ",[]{}".contains(next));
        if ",[]{}".contains(c) || is_colon || c == '#' && before.is_whitespace() {
            return at;
        }
        before = c;
    }
    text.len()
}

impl Flow {
    /// The value on one line.
    pub fn line(&self) -> String {
        let entry = |key: &String, value: Option<&Flow>| match value {
            Some(value) => format!("{key}: {}", value.line()),
            None => format!("{key}:"),
        };
        match self {
            Flow::Scalar(text) => text.clone(),
            Flow::List(items) => format!("[{}]", items.iter().map(Flow::line).collect::<Vec<_>>().join(", ")),
            Flow::Map(entries) if entries.is_empty() => "{}".into(),
            Flow::Map(entries) => {
                // A key alone needs no colon in brackets.
                let one = |(key, value): &(String, Option<Flow>)| match value {
                    None => key.clone(),
                    value => entry(key, value.as_ref()),
                };
                format!("{{ {} }}", entries.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            Flow::Pair(key, value) => entry(key, value.as_deref()),
        }
    }

    /// True if the value can be written over several lines: a text and an empty list cannot.
    fn is_many(&self) -> bool {
        match self {
            Flow::Scalar(_) => false,
            Flow::List(items) => !items.is_empty(),
            Flow::Map(entries) => !entries.is_empty(),
            Flow::Pair(..) => true,
        }
    }

    /// Adds the lines of the value behind a text that begins its line, such as `key:` or `-`, with an indentation of
    /// `indent` columns.
    pub fn lines(&self, indent: usize, before: &str, out: &mut Vec<(usize, String)>) {
        let gap = if before.is_empty() { "" } else { " " };
        let line = format!("{before}{gap}{}", self.line());
        let is_item = before.ends_with('-');
        if indent + line.chars().count() <= super::WIDTH || !self.is_many() {
            out.push((indent, line));
            return;
        }
        match self {
            Flow::Scalar(_) => {}
            // Words stand side by side.
            Flow::List(items) if items.iter().all(|item| matches!(item, Flow::Scalar(_))) => {
                filled(items, indent, &format!("{before}{gap}["), out);
            }
            // A list in a list has its first item on the same line.
            Flow::List(items) if is_item => {
                for (n, item) in items.iter().enumerate() {
                    match n {
                        0 => item.lines(indent, &format!("{before} -"), out),
                        _ => item.lines(indent + inner(before), "-", out),
                    }
                }
            }
            Flow::List(items) => {
                let inside = if before.is_empty() { indent } else { indent + lead(before) + 2 };
                if !before.is_empty() {
                    out.push((indent, before.into()));
                }
                items.iter().for_each(|item| item.lines(inside, "-", out));
            }
            Flow::Map(entries) => {
                let entries: Vec<(&String, Option<&Flow>)> =
                    entries.iter().map(|(key, value)| (key, value.as_ref())).collect();
                map_lines(&entries, indent, before, out);
            }
            Flow::Pair(key, value) => map_lines(&[(key, value.as_deref())], indent, before, out),
        }
    }
}

/// The number of columns that the dashes before a key take.
fn lead(before: &str) -> usize {
    before.len() - before.trim_start_matches(['-', ' ']).len()
}

/// Adds the lines of words in brackets, each line as long as it may be.
fn filled(items: &[Flow], indent: usize, open: &str, out: &mut Vec<(usize, String)>) {
    let inside = indent + lead(open) + 2;
    let (mut at, mut line) = (indent, open.to_string());
    for (n, item) in items.iter().enumerate() {
        let text = item.line() + if n + 1 == items.len() { "]" } else { "," };
        let gap = if line.is_empty() || line.ends_with('[') { "" } else { " " };
        if at + line.chars().count() + gap.len() + text.chars().count() > super::WIDTH && !line.is_empty() {
            out.push((at, std::mem::take(&mut line)));
            (at, line) = (inside, text);
        } else {
            line = format!("{line}{gap}{text}");
        }
    }
    out.push((at, line));
}

/// The number of columns by which the lines of an item are farther in than the dashes before it.
fn inner(before: &str) -> usize {
    before.chars().count() + 1
}

/// Adds the lines of a map, one for each entry.
fn map_lines(entries: &[(&String, Option<&Flow>)], indent: usize, before: &str, out: &mut Vec<(usize, String)>) {
    let is_item = before.ends_with('-');
    let inside = match before {
        "" => indent,
        _ if is_item => indent + inner(before),
        _ => indent + lead(before) + 2,
    };
    if !before.is_empty() && !is_item {
        out.push((indent, before.into()));
    }
    for (n, (key, value)) in entries.iter().enumerate() {
        let (at, head) = match (n, is_item) {
            (0, true) => (indent, format!("{before} {key}:")),
            _ => (inside, format!("{key}:")),
        };
        match value {
            // The broken lines below the first key of an item are farther in than the dash.
            Some(value) if n == 0 && is_item => {
                let start = out.len();
                value.lines(inside, &format!("{key}:"), out);
                let (_, first) = out[start].clone();
                out[start] = (indent, format!("{before} {first}"));
            }
            Some(value) => value.lines(at, &head, out),
            None => out.push((at, head)),
        }
    }
}
