//! Check: what is wrong in the files of languages: messages that name nothing, variables that there are not, and what cannot
//! be read.

use std::collections::{BTreeMap, BTreeSet};

use super::all::all;
use super::keys::Key;
use super::page::{Message, Page};
use crate::catalog::Catalog;
use crate::data::{Span, suggest};
use crate::error::Problems;

/// All that is wrong in the files of a game's languages and of the packs in play. Nothing of it keeps a game from being
/// played: what a language does not say is told in the words of the game.
pub fn findings(catalog: &Catalog) -> Problems {
    let mut problems = Problems::new();
    let locales = super::of_game(&catalog.rules.schema.game, &catalog.files);
    if locales.is_empty() {
        return problems;
    }
    let known = all(catalog);
    for locale in &locales {
        let files = super::files_of(catalog, locale);
        let pages: Vec<(&str, &str, Page)> =
            files.iter().map(|(path, text)| (path.as_str(), &***text, Page::read(text))).collect();
        let messages = pages.iter().flat_map(|(.., page)| &page.messages);
        let written: BTreeSet<String> = messages.map(named).chain(of_interface(locale)).collect();
        for (path, text, page) in &pages {
            problems.add_source(path, *text);
            Looked { known: &known, written: &written, path, text }.check(page, &mut problems);
        }
    }
    problems.sort_by_place();
    problems
}

/// The messages that the interface has in a language.
fn of_interface(locale: &str) -> Vec<String> {
    let text = super::INTERFACE.iter().find(|(known, _)| *known == locale).map_or("", |(_, text)| *text);
    Page::read(text).messages.iter().map(named).collect()
}

/// The id of a message as others name it.
fn named(message: &Message) -> String {
    if message.is_term { format!("-{}", message.id) } else { message.id.into() }
}

struct Looked<'a> {
    known: &'a BTreeMap<String, Key>,
    /// All messages of the language.
    written: &'a BTreeSet<String>,
    path: &'a str,
    text: &'a str,
}

impl Looked<'_> {
    fn place(&self, at: usize) -> Span {
        let before = &self.text[..floor(self.text, at)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        Span::new(self.path, line as u32, column as u32)
    }

    fn check(&self, page: &Page, problems: &mut Problems) {
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
            self.message(message, problems);
        }
    }

    fn message(&self, message: &Message, problems: &mut Problems) {
        let key = self.known.get(message.id).filter(|_| !message.is_term);
        if key.is_none() && !message.is_term {
            let id = message.id;
            let found =
                problems.warn("locale_unknown", &self.place(message.at), format!("`{id}` names nothing of the game"));
            found.help(self.near(id));
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
                let help = suggest::help_for(name, self.written.iter().map(String::as_str));
                problems.warn("locale_unknown", &self.place(*at), format!("no message is called `{name}`")).help(help);
            }
            for (name, at) in &part.functions {
                let message = format!("there is no function `{name}` here");
                problems.warn("locale_unknown", &self.place(*at), message).help("write what is meant as a text");
            }
        }
    }

    /// What was meant by an id that is no key.
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

/// The beginning of the character at a byte.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
