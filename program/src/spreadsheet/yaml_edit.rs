//! YAML edit: another value for a key of a card's file; every other byte stays.
//!
//! An edit is read again before it counts: the new text must have the new value and, for all other keys, the old ones.

use intermezzo::data::{Data, Node, yaml};
use intermezzo::error::Problems;

use super::cell::quoted;

/// The text of a file whose keys stand each at the beginning of a line.
pub struct CardFile {
    text: String,
}

/// A key and its value, in bytes of the text.
struct FileEntry {
    name: String,
    /// The first byte of the key.
    start: usize,
    /// The first byte behind the colon of the key.
    colon: usize,
    /// The first byte of the value.
    value: usize,
    /// The first byte behind the value.
    end: usize,
}

impl CardFile {
    /// A file with this text.
    pub fn new(text: &str) -> CardFile {
        CardFile { text: text.into() }
    }

    /// The text as it is now.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Gives a key a value, as YAML writes it on one line, in place of the old one or as a new line behind `after`, those
    /// keys that stand before it.
    ///
    /// # Errors
    ///
    /// A layout that cannot be changed by a machine, in words.
    pub fn set(&mut self, key: &str, value: &Node, written: &str, after: &[String]) -> Result<(), String> {
        let entries = self.entries()?;
        let end = self.end_of_line();
        let new = match entries.iter().find(|entry| entry.name == key) {
            Some(entry) => {
                let is_block = self.text[entry.value..entry.end].starts_with(['|', '>']);
                let written = match value.as_str() {
                    Some(text) if is_block || text.contains('\n') => block(text, end),
                    Some(text) if self.text[entry.value..].starts_with('"') => quoted(text),
                    _ => written.into(),
                };
                let (before, behind) = (&self.text[..entry.colon], &self.text[entry.end..]);
                let behind = if written.starts_with('|') { without_comment(behind) } else { behind };
                format!("{before} {written}{behind}")
            }
            None => {
                let last = entries.iter().rev().find(|entry| after.contains(&entry.name));
                let at = last.map_or(entries.first().map_or(self.text.len(), |first| first.start), |last| {
                    self.next_line(last.end)
                });
                let written = match value.as_str() {
                    Some(text) if text.contains('\n') => block(text, end),
                    _ => written.into(),
                };
                let gap = if self.text[..at].is_empty() || self.text[..at].ends_with('\n') { "" } else { end };
                format!("{}{gap}{key}: {written}{end}{}", &self.text[..at], &self.text[at..])
            }
        };
        self.take(new, key, Some(value))
    }

    /// Takes a key away with its value; a comment in its line goes with it.
    ///
    /// # Errors
    ///
    /// The errors of [`CardFile::set`].
    pub fn remove(&mut self, key: &str) -> Result<(), String> {
        let entries = self.entries()?;
        let Some(entry) = entries.iter().find(|entry| entry.name == key) else { return Ok(()) };
        let new = format!("{}{}", &self.text[..entry.start], &self.text[self.next_line(entry.end)..]);
        self.take(new, key, None)
    }

    /// Takes the new text, if only this key differs.
    fn take(&mut self, new: String, key: &str, value: Option<&Node>) -> Result<(), String> {
        let by_hand = || format!("the file's layout leaves no safe way to change `{key}`: change it by hand");
        let (old, read) = (parsed(&self.text).ok_or_else(by_hand)?, parsed(&new).ok_or_else(by_hand)?);
        let others = |node: &Node| -> Vec<(String, Node)> {
            let all = node.as_map().unwrap_or_default().iter().filter(|(name, _)| name.name != key);
            all.map(|(name, value)| (name.name.clone(), value.clone())).collect()
        };
        let is_value = match (read.field(key), value) {
            (Some(read), Some(value)) => {
                let trimmed = |node: &Node| node.as_str().map(|text| text.trim().to_string());
                read == value || trimmed(read).is_some_and(|read| Some(read) == trimmed(value))
            }
            (None, None) => true,
            _ => false,
        };
        if !is_value || others(&old) != others(&read) {
            return Err(by_hand());
        }
        self.text = new;
        Ok(())
    }

    fn end_of_line(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// The byte behind the end of the line in which a byte stands.
    fn next_line(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    fn entries(&self) -> Result<Vec<FileEntry>, String> {
        let node = parsed(&self.text).ok_or("the file cannot be read")?;
        let keys = node.as_map().ok_or("the file is no map of keys")?;
        let starts: Vec<usize> =
            std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mark = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut out: Vec<FileEntry> = Vec::new();
        for (at, (key, value)) in keys.iter().enumerate() {
            let by_hand = || format!("`{}` does not stand at the beginning of a line: change it by hand", key.name);
            let line = *starts.get(key.span.line as usize - 1).ok_or_else(by_hand)?;
            let start = if line == 0 { mark } else { line };
            let length = self.text[start..].find(':').ok_or_else(by_hand)?;
            if key.span.column != 1 || self.text[start..start + length].trim_matches(['"', '\'']).trim_end() != key.name
            {
                return Err(by_hand());
            }
            let colon = start + length + 1;
            let next = keys.get(at + 1).and_then(|(next, _)| starts.get(next.span.line as usize - 1));
            let end = self.trimmed(colon, next.copied().unwrap_or(self.text.len()));
            let (from, to) = self.value(colon, end, value);
            out.push(FileEntry { name: key.name.clone(), start, colon, value: from, end: to });
        }
        Ok(out)
    }

    /// The end of an entry without the blank lines and the comments that stand behind it at the beginning of a line.
    fn trimmed(&self, start: usize, mut end: usize) -> usize {
        loop {
            let text = self.text[start..end].trim_end();
            let last = text.rfind('\n').map_or(0, |at| at + 1);
            if last == 0 || !text[last..].starts_with('#') {
                return start + text.len();
            }
            end = start + last;
        }
    }

    /// The bytes at which a value begins and ends, between the colon of its key and the end of the entry.
    fn value(&self, colon: usize, end: usize, value: &Node) -> (usize, usize) {
        let line = self.text[colon..end].find('\n').map_or(end, |at| colon + at);
        let first = colon + (self.text[colon..end].len() - self.text[colon..end].trim_start_matches(' ').len());
        // The value begins below the line of its key: it is all that stands behind the colon, or nothing.
        if first >= line || self.text[first..].starts_with('#') {
            let is_nothing = matches!(value.value, Data::Null);
            return (colon, if is_nothing { colon } else { end });
        }
        let rest = &self.text[first..end];
        let length = match rest.as_bytes().first() {
            Some(b'|' | b'>') => Some(rest.len()),
            Some(b'"' | b'\'' | b'[' | b'{') => closed(rest),
            _ => Some(rest.match_indices(" #").next().map_or(rest.len(), |(at, _)| at)),
        };
        (first, first + self.text[first..first + length.unwrap_or(rest.len())].trim_end().len())
    }
}

/// The length of a text in quotes or brackets that a text begins with.
fn closed(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (Some('"'), '\\') => is_escaped = true,
            (Some(open), c) if open == c => {
                quote = None;
                // A doubled single quote stands for one quote inside the text.
                if c == '\'' && text[at + 1..].starts_with('\'') {
                    quote = Some('\'');
                    is_escaped = true;
                } else if depth == 0 {
                    return Some(at + 1);
                }
            }
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// A text of several lines as YAML's block.
fn block(text: &str, end: &str) -> String {
    let lines: Vec<String> =
        text.trim_end().lines().map(|line| if line.is_empty() { String::new() } else { format!("  {line}") }).collect();
    format!("|{end}{}", lines.join(end))
}

/// What stands behind a value, without the comment on the rest of its line.
fn without_comment(behind: &str) -> &str {
    let line = behind.find(['\r', '\n']).unwrap_or(behind.len());
    if behind[..line].trim_start().starts_with('#') { &behind[line..] } else { behind }
}

fn parsed(text: &str) -> Option<Node> {
    let mut problems = Problems::new();
    let node = yaml::parse("a card", text, &mut problems);
    node.filter(|_| !problems.has_errors())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: &str = "\
# An ogre.
name: Rope Ogre
type: creature     # of the first set
cost: { ember: 1, any: 3 }   # dear
power: 5
kinds:
  - Ogre   # the only one
  - Smith
text: |
  Two lines,
  of text.

# What it does:
abilities:
  - while: true
    modify: { power: 1 }
";

    fn with(key: &str, value: Data, written: &str) -> String {
        let mut file = CardFile::new(CARD);
        let before: Vec<String> = ["name", "type", "cost", "power"].map(String::from).into();
        file.set(key, &Node::new(value), written, &before).unwrap();
        file.text().into()
    }

    #[test]
    fn only_the_value_changes() {
        let text = |text: &str| Data::Text(text.into());
        for (key, value, written, old, new) in [
            ("power", Data::Int(6), "6", "power: 5", "power: 6"),
            ("type", text("golem"), "golem", "creature ", "golem "),
            ("text", text("One."), "One.", "  Two lines,\n  of text.\n", "  One.\n"),
            ("kinds", text("Elf"), "Elf", "kinds:\n  - Ogre   # the only one\n  - Smith\n", "kinds: Elf\n"),
        ] {
            assert_eq!(with(key, value, written), CARD.replace(old, new), "{key}");
        }
    }

    #[test]
    fn a_new_key_stands_behind_those_before_it_and_a_key_goes_with_its_line() {
        let expected = CARD.replace("power: 5\n", "power: 5\ntoughness: 3\n");
        assert_eq!(with("toughness", Data::Int(3), "3"), expected);
        let mut file = CardFile::new(CARD);
        file.remove("cost").unwrap();
        assert_eq!(file.text(), CARD.replace("cost: { ember: 1, any: 3 }   # dear\n", ""));
        file.remove("nothing").unwrap();
    }

    #[test]
    fn texts_keep_their_quotes_and_lines_their_ends() {
        let mut file = CardFile::new("name: \"A\" # b\r\ntext: 'it''s'\r\n");
        file.set("name", &Node::new(Data::Text("say \"x\"".into())), "", &[]).unwrap();
        file.set("text", &Node::new(Data::Text("a\nb".into())), "", &[]).unwrap();
        assert_eq!(file.text(), "name: \"say \\\"x\\\"\" # b\r\ntext: |\r\n  a\r\n  b\r\n");
    }

    #[test]
    fn a_file_without_a_last_line_end_or_with_a_mark_is_changed_too() {
        let mut file = CardFile::new("\u{feff}name: A");
        file.set("power", &Node::new(Data::Int(1)), "1", &["name".into()]).unwrap();
        file.set("name", &Node::new(Data::Text("B".into())), "B", &[]).unwrap();
        assert_eq!(file.text(), "\u{feff}name: B\npower: 1\n");
    }

    #[test]
    fn a_layout_that_hides_its_keys_is_refused_and_stays() {
        for text in ["{ name: A, power: 1 }\n", "? name\n: A\n"] {
            let mut file = CardFile::new(text);
            let why = file.set("name", &Node::new(Data::Text("B".into())), "B", &[]).unwrap_err();
            assert!(why.contains("by hand"), "{why}");
            assert_eq!(file.text(), text);
        }
    }
}
