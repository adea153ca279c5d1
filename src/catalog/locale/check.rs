//! Check: faults in translations: messages for unknown keys, unknown variables, and syntax errors.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use unic_langid::LanguageIdentifier;

use super::completeness::all;
use super::fluent_file::{FluentFile, FluentMessage};
use super::keys::MessageKey;
use crate::catalog::{Catalog, Files};
use crate::data::{Span, suggest};
use crate::error::Problems;

/// The faults in the translations of a game and its packs. None keeps the game from being played: output falls back to
/// the words of the game.
pub fn findings(catalog: &Catalog) -> Problems {
    findings_in(catalog, &catalog.files)
}

/// The faults in the translations of a game and its packs, read from `all_files` in place of the files of the catalog:
/// an editor has changed them.
pub fn findings_in(catalog: &Catalog, all_files: &Files) -> Problems {
    let mut problems = Problems::new();
    let game = &catalog.rules.schema.game;
    let locales = super::of_game(game, all_files);
    if locales.is_empty() {
        return problems;
    }
    let known = all(catalog);
    for locale in &locales {
        let files = super::files_of(game, all_files, locale);
        if let Some(wanted) = called_otherwise(locale)
            && let Some((path, _)) = files.last()
        {
            let message = match wanted {
                Some(wanted) => format!("the language `{locale}` is called `{wanted}`"),
                None => format!("nobody asks for a language `{locale}`"),
            };
            let help = "the name of the file, or of its folder, is the code of a language, as `en`, `ja` or `pt-BR`";
            problems.warn("locale_unknown", &Span::file(path.as_str()), message).help(help);
        }
        let pages: Vec<(&str, &str, FluentFile)> =
            files.iter().map(|(path, text)| (path.as_str(), &***text, FluentFile::read(text))).collect();
        let messages = pages.iter().flat_map(|(.., page)| &page.messages);
        let written: BTreeSet<String> = messages.map(named).chain(of_interface(locale)).collect();
        let circles = circles(&pages.iter().flat_map(|(.., page)| &page.messages).collect::<Vec<_>>());
        for (path, text, page) in &pages {
            problems.add_source(path, *text);
            crate::data::yaml::refuse_unreadable(&(*path).into(), text, &mut problems);
            let tried = Cell::new(0);
            let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
            TranslationCheck { known: &known, written: &written, circles: &circles, path, text, lines, tried }
                .check(page, &mut problems);
        }
    }
    problems.sort_by_place();
    problems
}

/// The standard spelling of a language code (`pt-BR`), if `locale` is spelt otherwise; `Some(None)`: no language has this
/// code.
fn called_otherwise(locale: &str) -> Option<Option<String>> {
    // A language code of more than three letters is well-formed by the standard, but no language has one.
    let known: Option<LanguageIdentifier> = locale.parse().ok();
    let wanted = known.filter(|known| known.language.as_str().len() <= 3).map(|known| known.to_string());
    (wanted.as_deref() != Some(locale)).then_some(wanted)
}

/// The messages that the interface has in a language.
fn of_interface(locale: &str) -> Vec<String> {
    let text = super::INTERFACE.iter().find(|(known, _)| *known == locale).map_or("", |(_, text)| *text);
    FluentFile::read(text).messages.iter().map(named).collect()
}

/// The id of a message, as other messages name it.
fn named(message: &FluentMessage) -> String {
    if message.is_term { format!("-{}", message.id) } else { message.id.into() }
}

/// The most searches for a similar key in one file.
const MOST_LOOKED: usize = 50;

struct TranslationCheck<'a> {
    known: &'a BTreeMap<String, MessageKey>,
    /// All messages of the language.
    written: &'a BTreeSet<String>,
    /// Messages that refer to themselves.
    circles: &'a BTreeSet<String>,
    path: &'a str,
    text: &'a str,
    /// The bytes at which the lines of the text begin. Counting lines anew for each finding took 43 s for a file of 1
    /// MB.
    lines: Vec<usize>,
    /// The number of searches for a similar key.
    tried: Cell<usize>,
}

impl TranslationCheck<'_> {
    fn place(&self, at: usize) -> Span {
        let at = floor(self.text, at);
        let line = self.lines.partition_point(|begins| *begins <= at);
        let column = self.text[self.lines[line - 1]..at].chars().count() + 1;
        Span::new(self.path, line as u32, column as u32)
    }

    fn check(&self, page: &FluentFile, problems: &mut Problems) {
        if let Some((at, why)) = &page.too_much {
            let help =
                "nothing of this file is read until it is shorter: what it says is told in the words of the game";
            problems.warn("locale_too_much", &self.place(*at), why.as_str()).help(help);
        }
        for (at, why) in &page.wrong {
            let span = self.place(*at);
            problems.warn("locale_syntax", &span, format!("this is no Fluent: {why}")).help(
                "a message is `id = text`, its further lines begin with blanks, and what is put in stands as `{ $name }`",
            );
        }
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        let is_of_pack = super::is_of_pack(self.path);
        for message in &page.messages {
            if is_of_pack && message.id.starts_with(super::INTERFACE_IDS) {
                let words = format!("`{}` belongs to the interface, which no pack tells otherwise", message.id);
                problems.warn("locale_unknown", &self.place(message.at), words);
            }
            if let Some(at) = first.insert(named(message), message.at) {
                let id = message.id;
                problems
                    .warn(
                        "locale_twice",
                        &self.place(message.at),
                        format!("`{id}` is said twice, and the last one counts"),
                    )
                    .also(&self.place(at), "here first");
            }
            if self.circles.contains(&named(message)) {
                let words = format!("`{}` needs itself, by the messages that it puts in", message.id);
                problems.warn("locale_circle", &self.place(message.at), words).help("write one of them as a text");
            }
            self.message(message, problems);
        }
    }

    fn message(&self, message: &FluentMessage, problems: &mut Problems) {
        let key = self.known.get(message.id).filter(|_| !message.is_term);
        if key.is_none() && !message.is_term {
            let id = message.id;
            let found =
                problems.warn("locale_unknown", &self.place(message.at), format!("`{id}` names nothing of the game"));
            if self.may_look() {
                found.help(self.near(id));
            }
        }
        for part in &message.parts {
            if let (Some(key), Some(attribute)) = (key, part.attribute)
                && !key.names.iter().any(|(known, ..)| known.as_deref() == Some(attribute))
            {
                let known: Vec<&str> = key.names.iter().filter_map(|(known, ..)| known.as_deref()).collect();
                let help = match known.is_empty() {
                    true => "it has none: write `id = text`".into(),
                    false => suggest::help_for(attribute, known),
                };
                let message = format!("`{}` has no `.{attribute}`", message.id);
                problems.warn("locale_unknown", &self.place(part.at), message).help(help);
            }
            let variables = key.filter(|_| part.attribute.is_none()).map_or(&[][..], |key| &key.variables);
            let is_judged = key.is_some() && !message.is_term;
            for (name, at) in
                part.variables.iter().filter(|(name, _)| is_judged && !variables.iter().any(|v| v == name))
            {
                let help = match variables.is_empty() {
                    true => "nothing is put into it: write it as a plain text".into(),
                    false => suggest::help_for(name, variables.iter().map(String::as_str)),
                };
                let message = format!("there is no `${name}` in `{}`", message.id);
                problems.warn("locale_variable", &self.place(*at), message).help(help);
            }
            for (name, at) in part.messages.iter().filter(|(name, _)| !self.written.contains(name)) {
                let found = problems.warn("locale_unknown", &self.place(*at), format!("no message is called `{name}`"));
                if self.may_look() {
                    found.help(suggest::help_for(name, self.written.iter().map(String::as_str)));
                }
            }
            for (name, at) in &part.functions {
                let message = format!("there is no function `{name}` here");
                problems.warn("locale_unknown", &self.place(*at), message).help("write what is meant as a text");
            }
        }
    }

    /// True while similar words are still searched for: a file of another game may have thousands of unknown words.
    fn may_look(&self) -> bool {
        self.tried.set(self.tried.get() + 1);
        self.tried.get() <= MOST_LOOKED
    }

    /// The help for an unknown id.
    fn near(&self, id: &str) -> String {
        match suggest::nearest(id, self.known.keys().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let kind = id.split('-').next().unwrap_or("");
                let prefix = format!("{kind}-");
                let alike: Vec<&str> =
                    self.known.keys().map(String::as_str).filter(|known| known.starts_with(&prefix)).collect();
                match alike.is_empty() {
                    true => "docs/locale.md lists the kinds of keys: card-, zone-, window-, event- and others".into(),
                    false => suggest::help_for(id, alike),
                }
            }
        }
    }
}

/// The messages that contain themselves, directly or through others, and messages on a way from one such message to
/// another.
///
/// Messages without remaining references or without remaining referrers are taken away one after the other. Each
/// reference is followed once, so a chain of 80,000 messages in a file of 1 MB takes time proportional to its length.
fn circles(messages: &[&FluentMessage]) -> BTreeSet<String> {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for message in messages {
        let put_in = message.parts.iter().flat_map(|part| &part.messages).map(|(name, _)| name.clone());
        uses.entry(named(message)).or_default().extend(put_in);
    }
    let numbers: BTreeMap<&str, usize> = uses.keys().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let number = |name: &String| numbers.get(name.as_str()).copied();
    let references: Vec<Vec<usize>> = uses.values().map(|names| names.iter().filter_map(number).collect()).collect();
    let mut referrers = vec![Vec::new(); references.len()];
    for (from, to) in references.iter().enumerate() {
        to.iter().for_each(|to| referrers[*to].push(from));
    }
    let mut left: Vec<(usize, usize)> =
        references.iter().zip(&referrers).map(|(to, from)| (to.len(), from.len())).collect();
    let mut is_gone = vec![false; left.len()];
    let mut open: Vec<usize> = (0..left.len()).filter(|at| left[*at].0 == 0 || left[*at].1 == 0).collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut is_gone[at], true) {
            continue;
        }
        for to in &references[at] {
            left[*to].1 -= 1;
            if left[*to].1 == 0 {
                open.push(*to);
            }
        }
        for from in &referrers[at] {
            left[*from].0 -= 1;
            if left[*from].0 == 0 {
                open.push(*from);
            }
        }
    }
    uses.keys().enumerate().filter(|(at, _)| !is_gone[*at]).map(|(_, name)| name.clone()).collect()
}

/// The beginning of the character at a byte.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let page = FluentFile::read(text);
        let found = circles(&page.messages.iter().collect::<Vec<_>>());
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_circle_is_found_with_what_lies_between_circles() {
        check("a = { b }\nb = { a }\nc = { a }\nd = x\n", &["a", "b"]);
        check("a = { a }\nb = { c }\nc = text\n", &["a"]);
        check("a = { a }\nb = { a } { c }\nc = { c }\nz = { b }\n", &["a", "c"]);
        check("a = { a }{ b }\nb = { c }\nc = { c }\n", &["a", "b", "c"]);
    }

    #[test]
    fn a_long_chain_of_messages_is_no_circle_and_is_seen_at_once() {
        let text: String = (0..50_000).map(|n| format!("m{n} = {{ m{} }}\n", n + 1)).collect();
        check(&text, &[]);
    }
}
