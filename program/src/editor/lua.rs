//! Lua: the names in scripts, and where in a half-written script something stands.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::cursor::{is_word, word_at};
use super::kinds::{self, Kind};
use super::mentions::{InText, Mention, is_target, words_in};
use super::modules;
use super::page::{LOCALS, OBJECTS};
use intermezzo::kernel::model::lang::Class;
use intermezzo::lua::{HostCall, Literal, Said, Word, facts_of};
use intermezzo::script::api::TABLE;
use intermezzo::script::api::function::HostFn;
use intermezzo::script::api::takes::{Part, Takes};

/// The host functions by name.
pub static FUNCTIONS: LazyLock<BTreeMap<&str, &HostFn>> = LazyLock::new(|| TABLE.iter().map(|f| (f.path, f)).collect());

/// The names in a script, with their lines and columns in it; of a file of its own, with its name.
pub fn mentions(module: Option<&str>, source: &str) -> Vec<Mention> {
    let Some(told) = facts_of(source) else { return Vec::new() };
    let mut out = MentionReader { lines: source.lines().collect(), out: Vec::new() };
    if let Some(module) = module {
        out.functions(module, source, &told.sayings.fields);
    }
    for naming in &told.namings {
        if !naming.is_given && !is_of_host(&naming.name.text) {
            if let Some(member) = &naming.member {
                out.word(Kind::Module, &naming.name, 0);
                out.function(&naming.name.text, member);
            }
        } else if let Some(member) = &naming.member {
            let is_event =
                &*naming.name.text == "act" && !FUNCTIONS.contains_key(format!("act.{}", member.text).as_str());
            let kind = match &*naming.name.text {
                "this" if is_target(&member.text) => Kind::Target,
                _ if is_event => Kind::Event,
                _ => Kind::Loose,
            };
            out.word(kind, member, 0);
        }
    }
    let sayings = &told.sayings;
    let fields = sayings.fields.iter().chain(&sayings.given).chain(&sayings.keys).chain(&sayings.written);
    fields.for_each(|field| out.word(Kind::Loose, field, 0));
    sayings.comparisons.iter().for_each(|c| out.word(Kind::Loose, &c.text, 1));
    sayings.calls.iter().for_each(|call| out.call(call));
    let mut found = out.out;
    found.sort_by_key(|m| (m.line, m.column, m.kind, !m.is_declared));
    // Of two mentions at one place the more specific one counts.
    found.dedup_by(|later, first| (later.line, later.column) == (first.line, first.column));
    found
}

/// True if the host provides a value of this name that no module declares.
fn is_of_host(name: &str) -> bool {
    const OF_LUA: [&str; 4] = ["table", "math", "string", "utf8"];
    let of = |path: &&str| path.split_once('.').map_or(*path, |(table, _)| table) == name;
    OF_LUA.contains(&name) || LOCALS.iter().chain(&OBJECTS).any(|(of, ..)| *of == name) || FUNCTIONS.keys().any(of)
}

struct MentionReader<'s> {
    lines: Vec<&'s str>,
    out: Vec<Mention>,
}

impl MentionReader<'_> {
    /// The functions that a file declares, and the places where it names those of its own table.
    fn functions(&mut self, module: &str, source: &str, fields: &[Word]) {
        for f in modules::functions(module, source) {
            self.out.push(Mention {
                kind: Kind::Function,
                name: f.name.into(),
                line: f.line,
                column: f.column,
                is_declared: true,
                of: Some(f.module.into()),
            });
        }
        let Some(own) = modules::returned(source) else { return };
        for field in fields {
            let before =
                self.lines.get(field.line as usize - 1).map(|line| line.split_at(byte_of(line, field.column)).0);
            let owner = before.and_then(|before| before.strip_suffix('.'));
            if owner.is_some_and(|before| before[word_at(before, before.len()).start..] == *own) {
                self.function(module, field);
            }
        }
    }

    /// A function of a module is named.
    fn function(&mut self, module: &str, name: &Word) {
        let n = self.out.len();
        self.word(Kind::Function, name, 0);
        self.out[n..].iter_mut().for_each(|m| m.of = Some(module.into()));
    }

    fn word(&mut self, kind: Kind, word: &Word, more: u32) {
        self.push(kind, &word.text, word.line, word.column + more, false);
    }

    fn push(&mut self, kind: Kind, name: &str, line: u32, column: u32, is_declared: bool) {
        let text = self.lines.get(line as usize - 1).copied().unwrap_or("");
        // A name that is written with escapes stands there otherwise.
        if text[byte_of(text, column)..].starts_with(name) {
            self.out.push(Mention { kind, name: name.into(), line, column, is_declared, of: None });
        }
    }

    fn call(&mut self, call: &HostCall) {
        let name = &*call.name.text;
        if matches!(name, "step" | "wrap") {
            if let Some(Literal { said: Said::Text(text), line, column }) = call.arguments.first() {
                self.push(Kind::Step, text, *line, column + 1, name == "step");
            }
            return;
        }
        let Some(function) = FUNCTIONS.get(name) else {
            call.arguments.iter().for_each(|argument| self.literal(argument, &[]));
            return;
        };
        for (argument, takes) in call.arguments.iter().zip(function.takes) {
            self.literal(argument, takes);
        }
    }

    fn literal(&mut self, of: &Literal, takes: &[Takes]) {
        match &of.said {
            Said::Text(text) => {
                if takes.contains(&Takes::Text) {
                    return;
                }
                let kind =
                    takes.iter().find_map(|t| if let Takes::Word(w) = t { Some(kinds::of_word(*w)) } else { None });
                match kind.filter(|kind| *kind != Kind::Loose) {
                    Some(kind) => self.push(kind, text, of.line, of.column + 1, false),
                    None => self.split(text, of.line, of.column + 1),
                }
            }
            Said::Table(entries, _) => {
                for (key, value) in entries {
                    let Some(key) = key else {
                        self.literal(value, takes);
                        continue;
                    };
                    let part = parts(takes).find(|part| part.name == &*key.text);
                    let kind = kinds::of_value("a filter of cards", &key.text);
                    match (part, kind, &value.said) {
                        (Some(part), _, _) => self.literal(value, part.takes),
                        (None, Some(kind), Said::Text(text)) if !text.contains(|c| !is_word(c)) => {
                            self.push(kind, text, value.line, value.column + 1, false);
                        }
                        _ => self.literal(value, &[]),
                    }
                }
            }
            Said::Either(list) => list.iter().for_each(|one| self.literal(one, takes)),
            _ => {}
        }
    }

    fn split(&mut self, text: &str, line: u32, column: u32) {
        for InText { word, at, of, is_of_use } in words_in(text) {
            let before = text[..at].chars().count();
            let n = self.out.len();
            let kind = match of {
                Some(_) => Kind::CardAbility,
                None if is_of_use => Kind::Target,
                None => Kind::Loose,
            };
            self.push(kind, word, line, column + before as u32, false);
            self.out[n..].iter_mut().for_each(|m| m.of = of.map(Box::from));
        }
    }
}

/// The byte of a line at which a column begins, which is counted in characters from 1.
fn byte_of(line: &str, column: u32) -> usize {
    line.char_indices().nth(column as usize - 1).map_or(line.len(), |(at, _)| at)
}

/// The named parts of a table that a function takes.
pub fn parts<'t>(takes: &'t [Takes]) -> impl Iterator<Item = &'static Part> + 't {
    takes.iter().flat_map(|takes| match takes {
        Takes::Parts(parts) | Takes::Asks(_, parts) => *parts,
        _ => &[],
    })
}

/// The place of the cursor in a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InLua {
    /// The function in whose brackets it stands, and the number of the argument, from 0.
    pub call: Option<(String, usize)>,
    /// The arguments before it, each as a name or as a text; empty where it is neither.
    pub arguments: Vec<String>,
    /// The table key whose value contains the cursor, if there is one.
    pub key: Option<String>,
    /// True inside a table, where a key may begin.
    pub is_key: bool,
    /// Whether it is in quotes.
    pub is_text: bool,
    /// The text in the quotes before it.
    pub text: String,
    /// The value that the text is compared with.
    pub compared: Option<String>,
    /// Whether nothing can be told: a remark.
    pub is_remark: bool,
    /// The name before the dot that stands before it.
    pub owner: Option<String>,
}

/// The class of a filter here, if one is permitted.
pub fn class_of(takes: &[Takes]) -> Option<Class> {
    takes.iter().find_map(|takes| match takes {
        Takes::Filter(class) | Takes::Asks(class, _) => Some(*class),
        Takes::ObjectFilter => Some(Class::Card),
        _ => None,
    })
}

impl InLua {
    /// The kinds of value that the argument at the cursor accepts.
    pub fn takes(&self) -> &'static [Takes] {
        let of = |(name, n): &(String, usize)| FUNCTIONS.get(name.as_str())?.takes.get(*n).copied();
        self.call.as_ref().and_then(of).unwrap_or(&[])
    }

    /// The part in quotes before the last dot: the owner of the name.
    pub fn owner_in_text(&self) -> Option<&str> {
        self.text.rsplit_once('.').map(|(owner, _)| owner)
    }
}

/// A bracket that is open.
struct OpenBracket {
    bracket: u8,
    /// The function of a call.
    name: String,
    /// The number of the argument, from 0.
    n: usize,
    /// In a table: the key whose value is being written.
    key: Option<String>,
    /// The arguments that ended.
    arguments: Vec<String>,
}

impl OpenBracket {
    fn of(bracket: u8, name: String) -> OpenBracket {
        OpenBracket { bracket, name, n: 0, key: None, arguments: Vec::new() }
    }

    fn call(&self) -> Option<(String, usize)> {
        (!self.name.is_empty()).then(|| (self.name.clone(), self.n))
    }
}

/// Where the end of the beginning of a script stands.
pub fn at_end(before: &str) -> InLua {
    let bytes = before.as_bytes();
    let mut open: Vec<OpenBracket> = Vec::new();
    let (mut i, mut last) = (0, String::new());
    let mut found = InLua::default();
    while i < bytes.len() {
        match bytes[i] {
            b'-' if bytes.get(i + 1) == Some(&b'-') => {
                let end = before[i..].find('\n').map(|n| i + n);
                found.is_remark = end.is_none();
                i = end.unwrap_or(bytes.len());
                continue;
            }
            quote @ (b'"' | b'\'') => {
                i = read_text(before, (i, quote), &mut found, &mut last);
                continue;
            }
            b'(' => open.push(OpenBracket::of(b'(', std::mem::take(&mut last))),
            b'{' => {
                let name = std::mem::take(&mut last);
                let is_call = !name.is_empty()
                    && !matches!(open.last(), Some(OpenBracket { bracket: b'{', .. }) if before[..i].trim_end().ends_with('='));
                open.push(OpenBracket::of(b'{', if is_call { name } else { String::new() }));
            }
            b'[' => open.push(OpenBracket::of(b'[', String::new())),
            b')' | b'}' | b']' => {
                open.pop();
                last.clear();
            }
            b',' | b';' => {
                if let Some(open) = open.last_mut() {
                    open.arguments.push(std::mem::take(&mut last));
                    open.n += 1;
                    open.key = None;
                }
                last.clear();
            }
            b'=' if bytes.get(i + 1) != Some(&b'=') => {
                let name = std::mem::take(&mut last);
                if let Some(OpenBracket { bracket: b'{', key, .. }) = open.last_mut() {
                    *key = Some(name);
                }
            }
            b' ' | b'\t' => {
                // A space ends a name, unless brackets follow it.
                let next = before[i..].trim_start_matches([' ', '\t']).bytes().next();
                if !matches!(next, Some(b'(' | b'{' | b'=')) {
                    last.clear();
                }
            }
            c if c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b':') => last.push(c as char),
            _ => last.clear(),
        }
        i += 1;
    }
    note_brackets(&open, &mut found);
    if !found.is_text
        && let Some((owner, _)) = last.rsplit_once(['.', ':'])
    {
        found.owner = Some(owner.rsplit(['.', ':']).next().unwrap_or(owner).into());
    }
    found
}

/// Reads a quoted text that begins at a byte, and returns the byte behind it. A text without an end is the one that is
/// being written.
fn read_text(before: &str, (i, quote): (usize, u8), found: &mut InLua, last: &mut String) -> usize {
    let bytes = before.as_bytes();
    let mut end = i + 1;
    while end < bytes.len() && bytes[end] != quote && bytes[end] != b'\n' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    found.is_text = end >= bytes.len();
    if found.is_text {
        found.compared = compared(&before[..i]);
    }
    *last = before[i + 1..end.min(before.len())].into();
    if found.is_text {
        found.text = std::mem::take(last);
    }
    end + 1
}

/// Notes the call or table around the cursor.
fn note_brackets(open: &[OpenBracket], found: &mut InLua) {
    if let Some(inner) = open.last() {
        if inner.bracket == b'{' {
            found.key = inner.key.clone();
            found.is_key = inner.key.is_none() && !found.is_text;
        }
        found.call = match inner.bracket {
            b'{' if !inner.name.is_empty() => Some((inner.name.clone(), 0)),
            // A table among the arguments of a function.
            b'{' => open.iter().rev().nth(1).filter(|outer| outer.bracket == b'(').and_then(OpenBracket::call),
            b'(' => inner.call(),
            _ => None,
        };
        if inner.bracket == b'(' {
            found.arguments = inner.arguments.clone();
        }
    }
}

/// The left side of a comparison at the end of an unfinished script.
fn compared(before: &str) -> Option<String> {
    let before = before.trim_end();
    let before = before.strip_suffix("==").or_else(|| before.strip_suffix("~="))?.trim_end();
    let start = before.rfind(|c: char| !is_word(c) && c != '.').map_or(0, |i| i + 1);
    Some(before[start..].into()).filter(|name: &String| !name.is_empty())
}

/// The names that the beginning of a script gives itself: locals, and what loops and functions bind.
pub fn locals(before: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for line in before.lines() {
        let line = line.split("--").next().unwrap_or("");
        for (word, end) in [("local ", "="), ("for ", "=")] {
            for (at, _) in line.match_indices(word) {
                if line[..at].ends_with(|c: char| is_word(c) || c == '.') {
                    continue;
                }
                let said = &line[at + word.len()..];
                let said = said.split(" in ").next().unwrap_or(said);
                let said = said.split(end).next().unwrap_or(said);
                names.extend(
                    said.trim()
                        .trim_start_matches("function ")
                        .split('(')
                        .next()
                        .map(|s| s.split(','))
                        .into_iter()
                        .flatten(),
                );
            }
        }
        for (at, _) in line.match_indices("function") {
            let inside = line[at..].split_once('(').and_then(|(_, rest)| rest.split_once(')'));
            names.extend(inside.into_iter().flat_map(|(inside, _)| inside.split(',')));
        }
    }
    let is_name =
        |name: &&str| !name.is_empty() && name.chars().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit());
    // The word before the cursor is incomplete.
    let is_whole = |name: &&str| !std::ptr::eq(before[before.len()..].as_ptr(), name[name.len()..].as_ptr());
    names.into_iter().map(str::trim).filter(is_name).filter(is_whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_and_what_is_bound_is_known() {
        let at = at_end("if self.type == \"ch");
        assert_eq!((at.compared.as_deref(), at.text.as_str()), (Some("self.type"), "ch"));
        assert_eq!(at_end("self:has(\"keywords\", \"").arguments, ["keywords"]);
        assert_eq!(at_end("contains(self.keywords, \"").arguments, ["self.keywords"]);
        let script = "local back, n = 1, 2\nlocal function f(a, b)\nfor i, c in ipairs(list) do\n-- local no\nlocal ba";
        assert_eq!(locals(script), ["back", "n", "f", "a", "b", "i", "c"]);
    }

    #[test]
    fn the_place_in_a_half_written_script_is_known() {
        let at = at_end("act.draw(me, ");
        assert_eq!(at.call, Some(("act.draw".into(), 1)));
        let at = at_end("if x then ask.card { zone = \"ha");
        assert_eq!((at.call, at.key.as_deref(), at.is_text), (Some(("ask.card".into(), 0)), Some("zone"), true));
        assert!(at_end("cards { zo").is_key);
        assert_eq!(at_end("local n = act.").owner.as_deref(), Some("act"));
        assert_eq!(at_end("note(self.na").owner.as_deref(), Some("self"));
        assert!(at_end("x = 1 -- act.").is_remark);
        let at = at_end("act.move(c, \"");
        assert_eq!((at.call, at.is_text), (Some(("act.move".into(), 1)), true));
        let at = at_end("act.draw(you, 1)\nact.change(me, \"");
        assert_eq!((at.call, at.arguments), (Some(("act.change".into(), 1)), vec!["me".into()]));
        assert_eq!(at_end("act.change(first(a, b), \"").arguments, [""]);
        let at = at_end("act.move(c, \"hand\", { posi");
        assert_eq!((at.call, at.is_key), (Some(("act.move".into(), 2)), true));
    }

    #[test]
    fn names_of_scripts_have_their_places() {
        let found = mentions(None, "step(\"one\", function()\n  agenda.next(\"two\")\nend)");
        let told: Vec<_> = found.iter().map(|m| (m.kind, m.name.as_str(), m.line, m.column, m.is_declared)).collect();
        assert!(told.contains(&(Kind::Step, "one", 1, 7, true)), "{told:?}");
        assert!(told.contains(&(Kind::Step, "two", 2, 16, false)), "{told:?}");
    }
}
