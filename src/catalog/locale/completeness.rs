//! Completeness: lists the keys of all texts of a game (names, sentences, words of its authors, the interface), and
//! those that a language lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::fluent_file::FluentFile;
use super::keys::{MessageKey, id_of, of_names};
use crate::catalog::Catalog;
use crate::data::{Data, Node, yaml};
use crate::error::Problems;
use crate::kernel::Rules;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translation::{NameKind, key_of, words_key};
use crate::kernel::parse::resolve::What;

/// All keys of a game, by id.
pub(super) fn all(catalog: &Catalog) -> BTreeMap<String, MessageKey> {
    let rules = &catalog.rules;
    let mut all = BTreeMap::new();
    for key in of_names(rules).into_iter().chain(of_sentences(rules)).chain(of_words(catalog)).chain(of_interface()) {
        let known: &mut MessageKey = all.entry(key.id.clone()).or_default();
        known.id = key.id;
        known.names.extend(key.names);
        known.written.extend(key.written);
        known.variables.extend(key.variables);
    }
    all
}

/// The keys of sentences of events and of kinds of use.
fn of_sentences(rules: &Rules) -> Vec<MessageKey> {
    let said = |text: &Option<Arc<str>>| text.as_ref().filter(|text| !text.is_empty()).map(|text| text.to_string());
    let events = rules.events.iter().map(|event| MessageKey {
        id: id_of("event", rules.name(event.name)),
        variables: event.fields.iter().map(|(name, _)| key_of(rules.name(*name))).collect(),
        written: said(&event.text).map(|text| (None, text)).into_iter().collect(),
        ..MessageKey::default()
    });
    let uses = rules.uses.iter().map(|kind| MessageKey {
        id: id_of("use", rules.name(kind.name)),
        variables: vec!["what".into()],
        written: (!kind.quiet).then(|| (None, kind.text.to_string())).into_iter().collect(),
        ..MessageKey::default()
    });
    events.chain(uses).collect()
}

/// The keys of verbs that are no events, and of texts without a name: reasons, questions and notes.
fn of_words(catalog: &Catalog) -> Vec<MessageKey> {
    let mut out = Vec::new();
    let events: BTreeSet<Sym> = catalog.rules.events.iter().map(|event| event.name).collect();
    for meant in &catalog.meant {
        if let What::AskedVerb(verb) | What::GivenVerb(verb) = meant.what
            && !events.contains(&verb)
        {
            let name = catalog.rules.name(verb).clone();
            let written = BTreeMap::from([(None, name.to_string())]);
            out.push(MessageKey {
                id: id_of("verb", &name),
                names: vec![(None, NameKind::Event, name)],
                written,
                ..MessageKey::default()
            });
        }
    }
    let mut add = |text: &str, is_sure: bool| {
        let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
        let variables = parts.map(|(part, _)| key_of(part)).collect();
        let written = if is_sure { BTreeMap::from([(None, text.to_string())]) } else { BTreeMap::new() };
        if !is_sure {
            out.push(MessageKey { id: id_of("word", text), ..MessageKey::default() });
        }
        out.push(MessageKey { id: words_key(text), variables, written, ..MessageKey::default() });
    };
    for (path, text) in &catalog.files.texts {
        if path.ends_with(".lua") {
            quoted(text, &mut |text| add(text, false));
        } else if let Some(node) = yaml::parse(path, text, &mut Problems::new()) {
            walk(&node, "", &mut |key, text| match key {
                "because" => add(text, true),
                "script" | "rules" => quoted(text, &mut |text| add(text, false)),
                _ => {}
            });
        }
    }
    out
}

/// Every text in a tree, with the key under which it stands.
fn walk(node: &Node, key: &str, see: &mut impl FnMut(&str, &str)) {
    match &node.value {
        Data::Text(text) => see(key, text),
        Data::List(items) => items.iter().for_each(|item| walk(item, key, see)),
        Data::Map(map) => map.iter().for_each(|(key, value)| walk(value, &key.name, see)),
        _ => {}
    }
}

/// Quoted texts in Lua: a script may show them.
fn quoted(source: &str, see: &mut impl FnMut(&str)) {
    for line in source.lines() {
        for quote in ['"', '\''] {
            line.split(quote).skip(1).step_by(2).filter(|text| !text.is_empty()).for_each(&mut *see);
        }
    }
}

/// The keys of the interface, from its English.
fn of_interface() -> Vec<MessageKey> {
    let page = FluentFile::read(super::ENGLISH);
    let said = |id: &str| super::ENGLISH.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(" = "));
    let messages = page.messages.iter().map(|message| MessageKey {
        id: message.id.to_string(),
        variables: message.parts.iter().flat_map(|part| &part.variables).map(|(name, _)| name.to_string()).collect(),
        written: BTreeMap::from([(None, said(message.id).unwrap_or_default().to_string())]),
        ..MessageKey::default()
    });
    messages.collect()
}

/// The completeness of a translation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Completeness {
    /// Missing translations: the message or its attribute, and the game's own words.
    pub missing: Vec<(String, String)>,
    /// Translated and total messages of the game.
    pub game: (usize, usize),
    /// Translated and total messages of the interface.
    pub interface: (usize, usize),
}

/// Texts of a game that a language lacks, and the number of all texts. With `without`, the same game without its packs,
/// only the texts that the packs add or change count.
pub fn untranslated(catalog: &Catalog, locale: &str, without: Option<&Catalog>) -> Completeness {
    let of_game = without.map(all).unwrap_or_default();
    let is_of_game = |id: &str, attribute: &Option<String>, written: &String| {
        of_game.get(id).is_some_and(|key| key.written.get(attribute) == Some(written))
    };
    let files = super::files_of(&catalog.rules.schema.game, &catalog.files, locale);
    let interface = super::INTERFACE.iter().find(|(known, _)| *known == locale).map(|(_, text)| *text);
    let texts: Vec<&str> = interface.into_iter().chain(files.iter().map(|(_, text)| &***text)).collect();
    let pages: Vec<FluentFile> = texts.iter().map(|text| FluentFile::read(text)).collect();
    let said: BTreeSet<(&str, Option<&str>)> = pages
        .iter()
        .flat_map(|page| &page.messages)
        .flat_map(|message| message.parts.iter().map(|part| (message.id, part.attribute)))
        .collect();
    let english = FluentFile::read(super::ENGLISH);
    let interface: BTreeSet<&str> = english.messages.iter().map(|message| message.id).collect();
    let mut all_said = Completeness::default();
    // The program itself contains the English of the interface.
    let is_own = |key: &MessageKey| locale != "en" || !key.id.starts_with("ui-");
    for key in all(catalog).values().filter(|key| is_own(key)) {
        for (attribute, written) in &key.written {
            // A text that is never shown alone may stay untranslated.
            if is_silent(key, attribute.as_deref()) || is_of_game(&key.id, attribute, written) {
                continue;
            }
            let is_interfaces = attribute.is_none() && interface.contains(key.id.as_str());
            let count = if is_interfaces { &mut all_said.interface } else { &mut all_said.game };
            count.1 += 1;
            if !said.contains(&(key.id.as_str(), attribute.as_deref())) {
                let id = attribute.as_ref().map_or(key.id.clone(), |attribute| format!("{}.{attribute}", key.id));
                all_said.missing.push((id, written.clone()));
            } else {
                count.0 += 1;
            }
        }
    }
    all_said
}

/// True for a text that is never shown alone: the name of an event, a timing or a verb.
fn is_silent(key: &MessageKey, attribute: Option<&str>) -> bool {
    // The names of events are left out: they are shown only in costs, and a translated sentence usually takes their
    // place.
    let is_event = attribute == Some("name");
    let is_kernels = key.id.starts_with("event-") && key.written.len() == 1;
    is_event || is_kernels || key.id.starts_with("timing-") || key.id.starts_with("verb-")
}
