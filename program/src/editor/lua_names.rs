//! Lua names: the names in scripts, with their places.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::cursor::{is_word, word_at};
use super::kinds::{self, ObjectKind};
use super::mentions::{InText, Mention, is_target, words_in};
use super::module_text;
use intermezzo::kernel::model::lang::Class;
use intermezzo::lua::{HostCall, Literal, LiteralValue, SourceWord, facts_of};
use intermezzo::script::api::TABLE;
use intermezzo::script::api::function::HostFn;
use intermezzo::script::api::takes::{TablePart, Takes};
use intermezzo::script::stubs::{LOCALS, OBJECTS};

/// The host functions by name.
pub static FUNCTIONS: LazyLock<BTreeMap<&str, &HostFn>> = LazyLock::new(|| TABLE.iter().map(|f| (f.path, f)).collect());

/// The names in a script, with their lines and columns in it. `module`: the name of the file, if the script is a whole
/// file.
pub fn mentions(module: Option<&str>, source: &str) -> Vec<Mention> {
    let Some(facts) = facts_of(source) else { return Vec::new() };
    let mut out = MentionReader { lines: source.lines().collect(), out: Vec::new() };
    if let Some(module) = module {
        out.functions(module, source, &facts.sayings.fields);
    }
    for naming in &facts.namings {
        if !naming.is_given && !is_of_host(&naming.name.text) {
            if let Some(member) = &naming.member {
                out.word(ObjectKind::Module, &naming.name, 0);
                out.function(&naming.name.text, member);
            }
        } else if let Some(member) = &naming.member {
            let is_event =
                &*naming.name.text == "act" && !FUNCTIONS.contains_key(format!("act.{}", member.text).as_str());
            let kind = match &*naming.name.text {
                "this" if is_target(&member.text) => ObjectKind::Target,
                _ if is_event => ObjectKind::Event,
                _ => ObjectKind::Loose,
            };
            out.word(kind, member, 0);
        }
    }
    let sayings = &facts.sayings;
    let fields = sayings.fields.iter().chain(&sayings.given).chain(&sayings.keys).chain(&sayings.written);
    fields.for_each(|field| out.word(ObjectKind::Loose, field, 0));
    sayings.comparisons.iter().for_each(|c| out.word(ObjectKind::Loose, &c.text, 1));
    sayings.calls.iter().for_each(|call| out.call(call));
    let mut found = out.out;
    found.sort_by_key(|m| (m.line, m.column, m.kind, !m.is_declared));
    // Of two mentions at one place the one whose kind is known counts.
    found.dedup_by(|later, first| (later.line, later.column) == (first.line, first.column));
    found
}

/// True if a global is provided by the host or by Lua's library, so that it is no module.
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
    /// Notes the functions that a file declares, and the places where it names those of its own table.
    fn functions(&mut self, module: &str, source: &str, fields: &[SourceWord]) {
        for f in module_text::functions(module, source) {
            self.out.push(Mention {
                kind: ObjectKind::Function,
                name: f.name.into(),
                line: f.line,
                column: f.column,
                is_declared: true,
                of: Some(f.module.into()),
            });
        }
        let Some(own) = module_text::returned(source) else { return };
        for field in fields {
            let before =
                self.lines.get(field.line as usize - 1).map(|line| line.split_at(byte_of(line, field.column)).0);
            let owner = before.and_then(|before| before.strip_suffix('.'));
            if owner.is_some_and(|before| before[word_at(before, before.len()).start..] == *own) {
                self.function(module, field);
            }
        }
    }

    /// Notes that a script names a function of a module.
    fn function(&mut self, module: &str, name: &SourceWord) {
        let n = self.out.len();
        self.word(ObjectKind::Function, name, 0);
        self.out[n..].iter_mut().for_each(|m| m.of = Some(module.into()));
    }

    fn word(&mut self, kind: ObjectKind, word: &SourceWord, more: u32) {
        self.push(kind, &word.text, word.line, word.column + more, false);
    }

    fn push(&mut self, kind: ObjectKind, name: &str, line: u32, column: u32, is_declared: bool) {
        let text = self.lines.get(line as usize - 1).copied().unwrap_or("");
        // A name that is written with escapes has other characters in the source, and is left out.
        if text[byte_of(text, column)..].starts_with(name) {
            self.out.push(Mention { kind, name: name.into(), line, column, is_declared, of: None });
        }
    }

    fn call(&mut self, call: &HostCall) {
        let name = &*call.name.text;
        if matches!(name, "step" | "wrap") {
            if let Some(Literal { said: LiteralValue::Text(text), line, column }) = call.arguments.first() {
                self.push(ObjectKind::Step, text, *line, column + 1, name == "step");
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
            LiteralValue::Text(text) => {
                if takes.contains(&Takes::Text) {
                    return;
                }
                let kind =
                    takes.iter().find_map(|t| if let Takes::Word(w) = t { Some(kinds::of_word(*w)) } else { None });
                match kind.filter(|kind| *kind != ObjectKind::Loose) {
                    Some(kind) => self.push(kind, text, of.line, of.column + 1, false),
                    None => self.split(text, of.line, of.column + 1),
                }
            }
            LiteralValue::Table(entries, _) => {
                for (key, value) in entries {
                    let Some(key) = key else {
                        self.literal(value, takes);
                        continue;
                    };
                    let part = parts(takes).find(|part| part.name == &*key.text);
                    let kind = kinds::of_value("a filter of cards", &key.text);
                    match (part, kind, &value.said) {
                        (Some(part), _, _) => self.literal(value, part.takes),
                        (None, Some(kind), LiteralValue::Text(text)) if !text.contains(|c| !is_word(c)) => {
                            self.push(kind, text, value.line, value.column + 1, false);
                        }
                        _ => self.literal(value, &[]),
                    }
                }
            }
            LiteralValue::Either(list) => list.iter().for_each(|one| self.literal(one, takes)),
            _ => {}
        }
    }

    fn split(&mut self, text: &str, line: u32, column: u32) {
        for InText { word, at, of, is_of_use } in words_in(text) {
            let before = text[..at].chars().count();
            let n = self.out.len();
            let kind = match of {
                Some(_) => ObjectKind::CardAbility,
                None if is_of_use => ObjectKind::Target,
                None => ObjectKind::Loose,
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
pub fn parts<'t>(takes: &'t [Takes]) -> impl Iterator<Item = &'static TablePart> + 't {
    takes.iter().flat_map(|takes| match takes {
        Takes::Parts(parts) | Takes::Asks(_, parts) => *parts,
        _ => &[],
    })
}

/// The class of the objects whose filter an argument accepts; `None`: it accepts none.
pub fn class_of(takes: &[Takes]) -> Option<Class> {
    takes.iter().find_map(|takes| match takes {
        Takes::Filter(class) | Takes::Asks(class, _) => Some(*class),
        Takes::ObjectFilter => Some(Class::Card),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_scripts_have_their_places() {
        let found = mentions(None, "step(\"one\", function()\n  agenda.next(\"two\")\nend)");
        let facts: Vec<_> = found.iter().map(|m| (m.kind, m.name.as_str(), m.line, m.column, m.is_declared)).collect();
        assert!(facts.contains(&(ObjectKind::Step, "one", 1, 7, true)), "{facts:?}");
        assert!(facts.contains(&(ObjectKind::Step, "two", 2, 16, false)), "{facts:?}");
    }
}
