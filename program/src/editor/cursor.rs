//! Cursor: where in a file of YAML something stands, as a path of keys, also while the file is half written.
//!
//! The reader of files wants whole files. This one goes line by line to the cursor and no further, knows indentation,
//! brackets, quotes and blocks, and forgives everything else.
//!
//! ```text
//! abilities:
//!   - after: enter
//!     match: { card: sel|          path: abilities, -, match, card; a value; the word `sel`
//! ```

use std::ops::Range;

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// Into the value of a key.
    Key(String),
    /// Into an item of a list.
    Item,
}

/// The place of the cursor, as a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The keys and lists around the cursor.
    pub path: Vec<PathStep>,
    /// True if a key may begin here; false: the value of the path's last step stands here.
    pub is_key: bool,
    /// The word at the place, as a range of the text.
    pub word: Range<usize>,
    /// The keys of the same map, with the text behind each on its line.
    pub siblings: Vec<(String, String)>,
    /// The first byte of the block of text (`|`) in which the cursor lies.
    pub block: Option<usize>,
    /// True if the place is in quotes.
    pub is_quoted: bool,
    /// True inside the braces of a map: no single word can stand in place of a key there.
    pub is_in_braces: bool,
}

/// A map or a list that is open.
struct OpenNode {
    indent: usize,
    step: PathStep,
}

/// A bracket that is open.
enum OpenBracket {
    Map(Vec<(String, String)>, Option<String>),
    List,
}

struct CursorScan<'t> {
    text: &'t str,
    at: usize,
    frames: Vec<OpenNode>,
    /// Keys of maps by their indentation.
    keys: Vec<(usize, Vec<(String, String)>)>,
    flow: Vec<OpenBracket>,
    token: usize,
}

/// True if a character belongs to a word.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// The word around a place in a text.
pub fn word_at(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind(|c| !is_word(c)).map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(|c| !is_word(c)).map_or(text.len(), |i| at + i);
    start..end
}

impl Cursor {
    /// The cursor at a byte of a text.
    pub fn at(text: &str, at: usize) -> Cursor {
        let mut scan = CursorScan { text, at, frames: Vec::new(), keys: Vec::new(), flow: Vec::new(), token: 0 };
        scan.run()
    }
}

impl CursorScan<'_> {
    fn run(&mut self) -> Cursor {
        let mut start = 0;
        // The indentation of the key that has a block, and where the block begins.
        let mut block: Option<(usize, usize)> = None;
        loop {
            let end = self.text[start..].find('\n').map_or(self.text.len(), |i| start + i);
            let line = &self.text[start..end];
            let indent = line.len() - line.trim_start_matches(' ').len();
            let is_last = self.at <= end;
            let is_blank = line.trim().is_empty();
            if let Some((of, first)) = block {
                // An empty line at the cursor belongs to the block if it is as far in.
                let is_inside = if is_last && is_blank { self.at - start > of } else { is_blank || indent > of };
                if is_inside {
                    if is_last {
                        return self.value(Some(first), false);
                    }
                    start = end + 1;
                    continue;
                }
                block = None;
            }
            if self.flow.is_empty() {
                if is_blank || line.trim_start().starts_with('#') {
                    if is_last {
                        let indent = if is_blank { self.at - start } else { indent };
                        self.close(indent, false);
                        return self.key(indent, end);
                    }
                } else {
                    if let Some(cursor) = self.line(start, end, &mut block) {
                        return cursor;
                    }
                    if is_last {
                        return self.value(None, false);
                    }
                }
            } else {
                if let Some(cursor) = self.inside(start, end) {
                    return cursor;
                }
                if is_last {
                    return self.in_flow(self.at, false);
                }
            }
            if end >= self.text.len() {
                return self.value(None, false);
            }
            start = end + 1;
        }
    }

    /// Closes the maps and lists that end where a key or an item with this indentation begins.
    fn close(&mut self, indent: usize, is_item: bool) {
        self.frames.retain(|f| f.indent < indent || is_item && f.indent == indent && f.step != PathStep::Item);
        self.keys.retain(|(of, _)| *of <= indent && !(is_item && *of == indent && self.frames.is_empty()));
    }

    /// Reads a line of a block map or list; returns the cursor if it stands in this line.
    fn line(&mut self, start: usize, end: usize, block: &mut Option<(usize, usize)>) -> Option<Cursor> {
        let mut from = start + (self.text[start..end].len() - self.text[start..end].trim_start_matches(' ').len());
        if self.at < from {
            self.close(self.at - start, false);
            return Some(self.key(self.at - start, end));
        }
        loop {
            let rest = &self.text[from..end];
            if rest == "-" || rest.starts_with("- ") {
                let indent = from - start;
                self.close(indent, true);
                self.keys.retain(|(of, _)| *of <= indent);
                self.frames.push(OpenNode { indent, step: PathStep::Item });
                let next = from + 1 + (rest[1..].len() - rest[1..].trim_start_matches(' ').len());
                if self.at <= next {
                    return Some(self.key(next - start, end));
                }
                from = next;
                continue;
            }
            break;
        }
        let indent = from - start;
        let rest = &self.text[from..end];
        if rest.starts_with(['{', '[']) {
            self.token = from;
            return self.inside(from, end);
        }
        let Some((name, behind)) = key_of(rest) else {
            // No colon follows yet: a word that may become a key, or an item.
            self.close_map(indent);
            return (self.at <= end).then(|| self.key(indent, end));
        };
        let colon = from + behind;
        self.close_map(indent);
        if self.at < colon {
            return Some(self.key(indent, end));
        }
        let value = self.text[colon..end].trim();
        self.remember(indent, name.clone(), value.into());
        self.frames.push(OpenNode { indent, step: PathStep::Key(name) });
        let lead = self.text[colon..end].len() - self.text[colon..end].trim_start().len();
        let begin = colon + lead;
        if value.starts_with(['|', '>']) {
            *block = Some((indent, (end + 1).min(self.text.len())));
            return None;
        }
        if value.starts_with(['{', '[']) {
            if self.at < begin {
                return Some(self.value(None, false));
            }
            self.token = begin;
            return self.inside(begin, end);
        }
        if self.at <= end {
            let quoted = value.starts_with(['"', '\'']);
            // Text in a comment is no value.
            let is_remark = self.text[begin..self.at.max(begin)].contains(" #");
            return Some(if is_remark { self.nothing() } else { self.value(None, quoted) });
        }
        None
    }

    fn close_map(&mut self, indent: usize) {
        self.frames.retain(|f| f.indent < indent);
        self.keys.retain(|(of, _)| *of <= indent);
    }

    fn remember(&mut self, indent: usize, name: String, value: String) {
        match self.keys.iter_mut().find(|(of, _)| *of == indent) {
            Some((_, keys)) => keys.push((name, value)),
            None => self.keys.push((indent, vec![(name, value)])),
        }
    }

    /// Reads a part of a line inside brackets; returns the cursor if it stands in this part.
    fn inside(&mut self, start: usize, end: usize) -> Option<Cursor> {
        let bytes = self.text.as_bytes();
        let mut i = start;
        if self.flow.is_empty() {
            self.token = start;
        }
        while i < end {
            if i == self.at && !self.flow.is_empty() {
                return Some(self.in_flow(i, false));
            }
            match bytes[i] {
                quote @ (b'"' | b'\'') if self.text[self.token..i].trim().is_empty() => {
                    let close = self.text[i + 1..end].find(quote as char).map_or(end, |n| i + 1 + n);
                    if self.at > i && self.at <= close {
                        return Some(self.in_flow(self.at, true));
                    }
                    i = close;
                }
                b'{' => {
                    self.flow.push(OpenBracket::Map(Vec::new(), None));
                    self.token = i + 1;
                }
                b'[' => {
                    self.flow.push(OpenBracket::List);
                    self.token = i + 1;
                }
                b'}' | b']' => {
                    self.flow.pop();
                    self.token = i + 1;
                    if self.flow.is_empty() {
                        // The rest is a comment.
                        return (self.at <= end && self.at > i + 1).then(|| self.nothing());
                    }
                }
                b',' => {
                    let value = self.text[self.token..i].trim().to_string();
                    if let Some(OpenBracket::Map(keys, key)) = self.flow.last_mut()
                        && let Some(name) = key.take()
                    {
                        keys.push((name, value));
                    }
                    self.token = i + 1;
                }
                b':' if i + 1 >= end || matches!(bytes[i + 1], b' ' | b'\n') => {
                    let name = self.text[self.token..i].trim().trim_matches(['"', '\'']).to_string();
                    if let Some(OpenBracket::Map(_, key)) = self.flow.last_mut() {
                        *key = Some(name);
                    }
                    self.token = i + 1;
                }
                b'#' if i > 0 && bytes[i - 1] == b' ' => {
                    return (self.at <= end).then(|| self.nothing());
                }
                _ => {}
            }
            i += 1;
        }
        (self.at == end && !self.flow.is_empty()).then(|| self.in_flow(end, false))
    }

    fn path(&self) -> Vec<PathStep> {
        let mut path: Vec<PathStep> = self.frames.iter().map(|f| f.step.clone()).collect();
        for flow in &self.flow {
            match flow {
                OpenBracket::Map(_, Some(key)) => path.push(PathStep::Key(key.clone())),
                OpenBracket::Map(_, None) => {}
                OpenBracket::List => path.push(PathStep::Item),
            }
        }
        path
    }

    fn in_flow(&self, at: usize, is_quoted: bool) -> Cursor {
        let (is_key, mut siblings) = match self.flow.last() {
            Some(OpenBracket::Map(keys, None)) => (true, keys.clone()),
            Some(OpenBracket::Map(keys, Some(_))) => (false, keys.clone()),
            _ => (true, Vec::new()),
        };
        // Keys that follow on the same line tell which section it is, too.
        let line = self.text[at..].split('\n').next().unwrap_or("");
        let closed = line.find(['}', ']']).map_or("", |end| &line[..end]);
        for part in closed.split(',').skip(1).filter(|_| matches!(self.flow.last(), Some(OpenBracket::Map(..)))) {
            if let Some((name, value)) = part.split_once(": ") {
                siblings.push((name.trim().into(), value.trim().into()));
            }
        }
        let word = word_at(self.text, at);
        let is_in_braces = matches!(self.flow.last(), Some(OpenBracket::Map(..)));
        Cursor { path: self.path(), is_key, word, siblings, block: None, is_quoted, is_in_braces }
    }

    /// The cursor at a key or an item with this indentation; the keys that follow it are siblings, too.
    fn key(&mut self, indent: usize, end: usize) -> Cursor {
        let mut siblings = self.keys.iter().find(|(of, _)| *of == indent).map_or(Vec::new(), |(_, keys)| keys.clone());
        for line in self.text[end..].split('\n').skip(1) {
            let own = line.len() - line.trim_start_matches(' ').len();
            if line.trim().is_empty() || own > indent {
                continue;
            }
            if own < indent {
                break;
            }
            match key_of(line.trim_start()) {
                Some((name, behind)) => siblings.push((name, line.trim_start()[behind..].trim().into())),
                None => break,
            }
        }
        let word = word_at(self.text, self.at);
        let path = self.path();
        Cursor { path, is_key: true, word, siblings, block: None, is_quoted: false, is_in_braces: false }
    }

    fn value(&self, block: Option<usize>, is_quoted: bool) -> Cursor {
        let siblings = self.keys.last().map_or(Vec::new(), |(_, keys)| keys.clone());
        let word = word_at(self.text, self.at);
        Cursor { path: self.path(), is_key: false, word, siblings, block, is_quoted, is_in_braces: false }
    }

    /// The cursor in a comment, where nothing is completed.
    fn nothing(&self) -> Cursor {
        let word = self.at..self.at;
        let path = vec![PathStep::Key("#".into())];
        let siblings = Vec::new();
        Cursor { path, is_key: false, word, siblings, block: None, is_quoted: true, is_in_braces: false }
    }
}

/// The key at the start of a line, and the byte behind its colon.
fn key_of(line: &str) -> Option<(String, usize)> {
    if let Some(quote) = line.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let close = line[1..].find(quote)? + 1;
        let rest = &line[close + 1..];
        return rest.starts_with(':').then(|| (line[1..close].to_string(), close + 2));
    }
    let colon = line.find(": ").or_else(|| line.trim_end().ends_with(':').then(|| line.trim_end().len() - 1))?;
    let name = &line[..colon];
    (!name.contains(" #") && !name.is_empty()).then(|| (name.trim().to_string(), colon + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the path at the mark `|`, and whether a key may stand there.
    #[track_caller]
    fn check(marked: &str, path: &str, is_key: bool, word: &str) {
        let at = marked.find('¦').expect("a mark");
        let text = marked.replace('¦', "");
        let cursor = Cursor::at(&text, at);
        let steps: Vec<&str> =
            cursor.path.iter().map(|s| if let PathStep::Key(key) = s { key.as_str() } else { "-" }).collect();
        assert_eq!(
            (steps.join(" ").as_str(), cursor.is_key, &text[cursor.word.clone()]),
            (path, is_key, word),
            "{marked}"
        );
    }

    #[test]
    fn a_path_is_found_in_blocks() {
        check("na¦me: A\n", "", true, "name");
        check("name: A¦\n", "name", false, "A");
        check("a:\n  b:\n    c: x¦\n", "a b c", false, "x");
        check("a:\n  - after: en¦\n", "a - after", false, "en");
        check("a:\n  - after: e\n    ma¦\n", "a -", true, "ma");
        check("a:\n  - after: e\n    ¦\n", "a -", true, "");
        check("a:\n- after: e\n  x¦\n", "a -", true, "x");
        check("a:\n  - x: 1\n  - ¦\n", "a -", true, "");
        check("a:\n  b: 1\n¦\n", "", true, "");
        check("a:\n  b: 1\n  ¦\nc: 2\n", "a", true, "");
    }

    #[test]
    fn a_path_is_found_in_brackets() {
        check("a: { b: { c¦", "a b", true, "c");
        check("a: { b: x¦ }", "a b", false, "x");
        check("a: { b: x, ¦ }", "a", true, "");
        check("a: [x, y¦]", "a -", true, "y");
        check("a: { b: [ { c: 1 }, { d: z¦", "a b - d", false, "z");
        check("- { b: \"q{ u¦\" }", "- b", false, "u");
        check("a: {\n  b: 1,\n  c: w¦", "a c", false, "w");
        check("a: { b: 1 }\nc: ¦", "c", false, "");
    }

    #[test]
    fn a_block_of_text_is_one_value() {
        let text = "a:\n  s: |\n    one\n    two\n  t: 1\n";
        let cursor = Cursor::at(text, text.find("two").expect("it is there"));
        assert_eq!(cursor.block, text.find("    one"));
        check("a:\n  s: |\n    one\n  t: v¦\n", "a t", false, "v");
    }

    #[test]
    fn keys_of_the_same_map_are_known() {
        let text = "a:\n  - phase: main\n    \n    do: []\n  - each: x\n";
        let cursor = Cursor::at(text, text.find("    \n").expect("a line") + 4);
        let names: Vec<&str> = cursor.siblings.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["phase", "do"]);
        let cursor = Cursor::at("a: { x: 1, , y: 2 }", 11);
        assert_eq!(cursor.siblings.len(), 2);
    }

    #[test]
    fn no_text_stops_it() {
        let text = "a: {b: [\"x', }: - \n - - |\n  é: 'q\n# x\n\t: >\n[{,]";
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            Cursor::at(text, at);
            Cursor::at(&text[..at], at);
            Cursor::at(&text[at..], 0);
        }
    }
}
