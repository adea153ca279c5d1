//! Remap: maps the numbers of words and cards in one load to their numbers in another, and finds the words that came or
//! went.

use std::sync::Arc;

use memchr::memmem::{Finder, find};
use rustc_hash::FxHashSet;

use super::vocabulary::WordSets;
use crate::kernel::Rules;
use crate::kernel::model::symbols::Symbols;
use crate::kernel::model::value::DefId;
use crate::kernel::parse::resolve::{Meant, What};
use crate::kernel::run::renumber::{Numbers, Renumber};

/// The maps of numbers from one load to another.
pub(crate) struct Moves {
    pub changed: ChangedNames,
    pub numbers: Numbers<'static>,
    /// True if the numbers of all words and cards are unchanged, and none is new.
    pub is_same: bool,
}

impl Moves {
    /// Compares the words and card ids of two loads: which came or went, and where each old number is now. Both lists
    /// of ids are sorted.
    pub fn between((old, old_ids): (&[Arc<str>], &[Arc<str>]), (new, new_ids): (&Symbols, &[Arc<str>])) -> Moves {
        let mut changed = ChangedNames::default();
        let (places, came) = new.places_of(old);
        let gone = old.iter().zip(&places).filter(|(_, place)| place.is_none()).map(|(word, _)| word);
        gone.chain(came).for_each(|word| changed.add(word));
        let mut defs = Vec::with_capacity(old_ids.len());
        let mut ids = new_ids.iter().enumerate().peekable();
        for id in old_ids {
            while let Some((_, came)) = ids.next_if(|(_, new)| *new < id) {
                changed.add(came);
            }
            let at = ids.next_if(|(_, new)| *new == id).map(|(at, _)| DefId::of(at));
            if at.is_none() {
                changed.add(id);
            }
            defs.push(at);
        }
        ids.for_each(|(_, came)| changed.add(came));
        let is_same = changed.words.is_empty()
            && places.iter().enumerate().all(|(i, place)| place.is_some_and(|new| new.0 as usize == i));
        Moves { changed, numbers: Numbers::of_cards(places, defs), is_same }
    }

    /// The changes between two rules. Names of cards, ids and labels of abilities, and names of targets that came or
    /// went count as changed words, too.
    pub fn of_rules(old: &Rules, new: &Rules) -> Moves {
        let ids = |rules: &Rules| rules.defs.iter().map(|def| rules.name(def.id).clone()).collect::<Vec<_>>();
        let words = |rules: &Rules| rules.schema.symbols.names().cloned().collect::<Vec<_>>();
        let mut moves = Moves::between((&words(old), &ids(old)), (&new.schema.symbols, &ids(new)));
        let changed = &mut moves.changed;
        for what in [called, texts, targets] {
            let (old, new) = (what(old), what(new));
            old.symmetric_difference(&new).for_each(|word| changed.add(word));
        }
        let (old, new) = (named(old), named(new));
        old.symmetric_difference(&new).for_each(|(card, ability)| changed.add(card.unwrap_or(ability)));
        moves
    }
}

type NameSet<'r> = FxHashSet<&'r Arc<str>>;

/// The names of cards.
fn called(rules: &Rules) -> NameSet<'_> {
    rules.defs.iter().map(|def| rules.name(def.name)).collect()
}

/// The labels of abilities.
fn texts(rules: &Rules) -> NameSet<'_> {
    rules.abilities.iter().map(|ability| &ability.text).collect()
}

/// The names of targets.
fn targets(rules: &Rules) -> NameSet<'_> {
    rules.abilities.iter().flat_map(|ability| &ability.targets).map(|target| rules.name(target.name)).collect()
}

/// The ids of abilities, each with the id of its card.
fn named(rules: &Rules) -> FxHashSet<(Option<&Arc<str>>, &Arc<str>)> {
    let card = |def: DefId| rules.name(rules.defs[def.index()].id);
    rules.abilities.iter().map(|ability| (ability.def.map(card), rules.name(ability.id))).collect()
}

/// Words that came or went, or mean something else.
#[derive(Default)]
pub(crate) struct ChangedNames {
    words: FxHashSet<Arc<str>>,
    /// A Bloom filter of the words: it rules out most other words at once.
    looks: u64,
    /// A searcher for each word, with true for a single word.
    parts: Vec<(Finder<'static>, bool)>,
}

impl ChangedNames {
    fn add(&mut self, word: &Arc<str>) {
        if !word.is_empty() && self.words.insert(word.clone()) {
            self.looks |= look(word);
            let is_single = word.bytes().all(is_of_word);
            self.parts.push((Finder::new(word.as_bytes()).into_owned(), is_single));
        }
    }

    /// True if a file may contain one of the words: as a key or a text, within a text, or written with an escape.
    pub fn is_said(&self, words: &WordSets, text: &str) -> bool {
        // An escape writes a letter by its number, so any word may hide in a text with escapes.
        let escapes = [&b"\\x"[..], b"\\u", b"\\U"];
        let is_escaped = || escapes.iter().any(|escape| find(text.as_bytes(), escape).is_some());
        !self.words.is_empty()
            && (words.iter().any(|word| self.looks & look(word) != 0 && self.words.contains(word))
                || self.is_in(text, true)
                || is_escaped())
    }

    /// True if a script contains one of the words, or a backslash, with which a word may be written otherwise.
    pub fn is_said_by(&self, script: &str) -> bool {
        !self.words.is_empty() && (self.is_in(script, false) || script.contains('\\'))
    }

    fn is_in(&self, text: &str, single: bool) -> bool {
        let text = text.as_bytes();
        self.parts.iter().filter(|(_, is_single)| *is_single || !single).any(|(part, is_single)| {
            let is_free = |at: usize| {
                let before = at.checked_sub(1).is_none_or(|before| !is_of_word(text[before]));
                before && text.get(at + part.needle().len()).is_none_or(|after| !is_of_word(*after))
            };
            part.find_iter(text).any(|at| !is_single || is_free(at))
        })
    }
}

/// A bit of 64 for a word, by its length, its beginning and its end.
fn look(word: &str) -> u64 {
    let at = |byte: Option<&u8>| byte.copied().map_or(0, usize::from);
    let bytes = word.as_bytes();
    1 << ((bytes.len() * 7 + at(bytes.first()) * 3 + at(bytes.last())) % 64)
}

impl Renumber for Meant {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match &mut self.what {
            What::Word(_, word)
            | What::GivenWord(_, word)
            | What::Name(word)
            | What::AskedVerb(word)
            | What::GivenVerb(word)
            | What::MutedFlag(word)
            | What::Lasting(word)
            | What::Ended(word)
            | What::Flag(word)
            | What::Timing(word)
            | What::Offered(word) => word.renumber(numbers),
            What::Path(_, fields) => fields.renumber(numbers),
            What::OptionValue(option, value) => {
                option.renumber(numbers)?;
                value.renumber(numbers)
            }
            What::Argument | What::Free => Some(()),
        }
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
