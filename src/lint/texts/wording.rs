//! Wording: the phrases of a game as they stand in the texts of its cards in one language, and what they mean.
//!
//! The game declares most of them: statuses, zones, types, words of fields, cards, in each language as its locale says
//! them. `wording` in the manifest adds others, and says which ones tell nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::behaviour::IDEAS;
use super::card_text::{CardText, Phrase};
use super::languages::{self, Language};
use crate::catalog::locale::PrintedWords;
use crate::data::{Data, Node};
use crate::error::Problems;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::translated_names::NameKind;
use crate::lint::LintInput;

/// The language of the texts in the files of cards.
const OWN_LANGUAGE: &str = "en";
/// The shortest name that is looked for in texts: a single letter, such as the rarity `A`, has too many meanings.
const SHORTEST: usize = 3;

/// A word for a number.
pub(super) struct NumberWord {
    pub phrase: Phrase,
    pub value: i64,
    /// True if a text that has the phrase surely means the number by it.
    pub is_firm: bool,
}

/// A phrase that stands for one of several names.
pub(super) struct Term {
    /// The phrase as findings write it.
    pub shown: String,
    pub phrase: Phrase,
    /// The names that the phrase means, in small letters; none: it has no meaning for any rule.
    pub means: Vec<String>,
    /// The kind of name. Claims of a kind are judged together where a single name has few.
    pub kind: &'static str,
    /// True if the phrase always means one of the names, false if it may mean something else.
    pub is_firm: bool,
}

/// A term that a text says.
pub(super) struct SaidTerm<'w> {
    pub term: &'w Term,
    pub bytes: Range<usize>,
    /// True if a longer term around it was found, too: then this term may mean something else.
    pub is_part: bool,
}

/// The phrases of a game in a language.
pub(super) struct Wording {
    terms: Vec<Term>,
    pub numbers: Vec<NumberWord>,
    /// The names of numbers, the longest first.
    pub fields: Vec<Term>,
    /// Words in texts about both sides, or about whoever it is.
    pub anybody: Vec<Phrase>,
    /// The terms by the first word of their phrase, for languages with blanks.
    by_word: FxHashMap<String, Vec<usize>>,
    /// The terms of languages without blanks between words.
    unspaced: Vec<usize>,
    /// The terms by each name that they mean.
    by_name: FxHashMap<String, Vec<usize>>,
}

impl NumberWord {
    pub fn of_language(language: &Language) -> Vec<NumberWord> {
        let word =
            |&(word, value, is_firm): &(&str, i64, bool)| NumberWord { phrase: Phrase::of(word), value, is_firm };
        language.numbers.iter().map(word).collect()
    }
}

impl Wording {
    /// Collects the phrases of a language: that of the locale in `printed`, or with `None` that of the files of cards.
    /// The name of a card is a phrase only if data or scripts of cards name it.
    pub fn of(input: &LintInput, printed: Option<&PrintedWords>, named: &BTreeSet<&str>) -> Wording {
        let language = languages::of(printed.map_or(OWN_LANGUAGE, |printed| &printed.locale));
        let durations = language.map_or(&[][..], |language| language.durations);
        let mut out = WordingBuilder { input, printed, terms: Vec::new(), by_shown: FxHashMap::default() };
        let mut numbers = language.map(NumberWord::of_language).unwrap_or_default();
        out.names(named);
        for (idea, firm, loose) in language.map_or(&[][..], |language| language.ideas) {
            let kind = if ["me", "opponent"].contains(idea) { "side" } else { "manner" };
            firm.iter().for_each(|phrase| out.add(phrase, vec![idea.to_string()], kind, true));
            loose.iter().for_each(|phrase| out.add(phrase, vec![idea.to_string()], kind, false));
        }
        out.levels(durations);
        for (_, key, value) in input.entries(&["wording"]) {
            out.declared(&key.name, value, durations, &mut numbers);
        }
        let (fields, terms) = (out.fields(), out.terms);
        let anybody = language.map_or(&[][..], |language| language.anybody).iter().map(|word| Phrase::of(word));
        let (mut by_word, mut by_name) =
            (FxHashMap::<String, Vec<usize>>::default(), FxHashMap::<String, Vec<usize>>::default());
        let mut unspaced = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            match term.phrase.is_unspaced() {
                true => unspaced.push(at),
                false => by_word.entry(term.phrase.first().to_string()).or_default().push(at),
            }
            term.means.iter().for_each(|name| by_name.entry(name.clone()).or_default().push(at));
        }
        Wording { terms, numbers, fields, anybody: anybody.collect(), by_word, unspaced, by_name }
    }

    /// The terms in a text, without those within a phrase that has no meaning.
    pub fn said<'w>(&'w self, text: &CardText) -> Vec<SaidTerm<'w>> {
        let mut found: Vec<(usize, Range<usize>)> = Vec::new();
        for at in 0..text.words().count() {
            let word = text.word(at);
            // A phrase of one word may stand in the plural, which is looked up by its singular.
            let forms = [Some(word), word.strip_suffix('s'), word.strip_suffix("es")];
            let singular = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
            let forms = forms.into_iter().flatten().chain(singular.as_deref());
            for term in forms.filter_map(|form| self.by_word.get(form)).flatten() {
                found.extend(text.begins(at, &self.terms[*term].phrase).map(|bytes| (*term, bytes)));
            }
        }
        for term in &self.unspaced {
            found.extend(text.all(&self.terms[*term].phrase).map(|bytes| (*term, bytes)));
        }
        let around = |bytes: &Range<usize>, is: &dyn Fn(&Term) -> bool| {
            let is_around =
                |of: &Range<usize>| of.len() > bytes.len() && of.start <= bytes.start && bytes.end <= of.end;
            found.iter().any(|(term, of)| is_around(of) && is(&self.terms[*term]))
        };
        let said = |(term, bytes): &(usize, Range<usize>)| {
            let term = &self.terms[*term];
            let is_told = !term.means.is_empty() && !around(bytes, &|term| term.means.is_empty());
            is_told.then(|| SaidTerm { term, is_part: around(bytes, &|_| true), bytes: bytes.clone() })
        };
        found.iter().filter_map(said).collect()
    }

    /// The phrases that mean nothing.
    pub fn silent(&self) -> impl Iterator<Item = &Phrase> {
        self.terms.iter().filter(|term| term.means.is_empty()).map(|term| &term.phrase)
    }

    /// The terms that mean a name.
    pub fn terms_of(&self, name: &str) -> impl Iterator<Item = &Term> {
        self.by_name.get(name).into_iter().flatten().map(|at| &self.terms[*at])
    }
}

/// Reports phrases in `wording` that no text contains, and meanings that nothing in the game has.
pub(super) fn check(input: &LintInput, texts: &[CardText], problems: &mut Problems) {
    let symbols = &input.catalog.rules.schema.symbols;
    for (_, key, value) in input.entries(&["wording"]) {
        let phrase = Phrase::of(&key.name);
        // A game may know phrases of a language in which it has no cards yet.
        let mut alike = texts.iter().filter(|text| text.is_unspaced() || !phrase.is_unspaced()).peekable();
        if alike.peek().is_some() && !alike.any(|text| text.find(&phrase).is_some()) {
            let message = format!("no text of a card says `{}`", key.name);
            problems
                .warn("unused", &key.span, message)
                .help("write the phrase as it stands in the texts, or remove it");
        }
        for (node, name) in value.items().iter().filter_map(|node| Some((node, node.as_str()?))) {
            if symbols.find(name).is_none() && !IDEAS.contains(&name) && !input.is_said_in_scripts(name) {
                let message = format!("nothing in the game is called `{name}`: no card could name it");
                let help = "write a name that data or scripts of cards have, or `false` if the phrase means nothing";
                problems.warn("unknown_word", &node.span, message).help(help);
            }
        }
    }
}

struct WordingBuilder<'a> {
    input: &'a LintInput<'a>,
    printed: Option<&'a PrintedWords>,
    terms: Vec<Term>,
    /// Indexes of the terms by their phrases; they are right until the manifest takes terms away.
    by_shown: FxHashMap<String, usize>,
}

impl WordingBuilder<'_> {
    /// Adds the names that the game declares as phrases that mean them.
    fn names(&mut self, named: &BTreeSet<&str>) {
        let rules = &self.input.catalog.rules;
        let schema = &rules.schema;
        schema
            .statuses
            .iter()
            .flat_map(|(_, words)| words)
            .for_each(|name| self.name(NameKind::Status, *name, "status"));
        schema.zones.iter().for_each(|zone| self.name(NameKind::Zone, zone.name, "zone"));
        schema.types.iter().for_each(|ty| self.name(NameKind::Type, ty.name, "type"));
        schema.ability_kinds.iter().for_each(|kind| self.name(NameKind::Kind, *kind, "kind"));
        let cards: BTreeMap<Sym, Sym> = rules.defs.iter().map(|def| (def.name, def.id)).collect();
        for word in schema.words.iter().flat_map(|field| &field.known).filter(|word| !cards.contains_key(word)) {
            self.name(NameKind::Word, *word, "word");
        }
        for (name, id) in cards {
            let (name, id) = (rules.name(name), rules.name(id));
            let means = vec![name.to_lowercase(), id.to_lowercase()];
            if !means.iter().any(|name| named.contains(name.as_str())) {
                continue;
            }
            let shown = self.said(NameKind::Card, id).or(self.printed.is_none().then(|| name.to_string()));
            // The name of a card may be a common word; only a name of several words surely means the card.
            let is_firm = name.contains(' ');
            shown.into_iter().for_each(|shown| self.add_if_new(&shown, means.clone(), "card", is_firm));
        }
    }

    /// A name of the game, translated; `None` in the language of the card files, or if the locale lacks the name.
    fn said(&self, part: NameKind, name: &str) -> Option<String> {
        Some(self.printed?.names.get(&part)?.get(name)?.to_string())
    }

    fn name(&mut self, part: NameKind, name: Sym, kind: &'static str) {
        let name = self.input.catalog.rules.name(name).to_string();
        let shown = match self.printed {
            Some(_) => self.said(part, &name),
            None => Some(name.clone()).filter(|name| name.chars().count() >= SHORTEST),
        };
        shown.into_iter().for_each(|shown| self.add_if_new(&shown, vec![name.to_lowercase()], kind, true));
    }

    fn add_if_new(&mut self, shown: &str, means: Vec<String>, kind: &'static str, is_firm: bool) {
        match self.by_shown.get(&shown.to_lowercase()).and_then(|at| self.terms.get_mut(*at)) {
            // Two things may have one word: then a card that names either agrees with the text.
            Some(term) => term.means.extend(means),
            None => {
                self.by_shown.insert(shown.to_lowercase(), self.terms.len());
                self.add(shown, means, kind, is_firm);
            }
        }
    }

    fn add(&mut self, shown: &str, means: Vec<String>, kind: &'static str, is_firm: bool) {
        let phrase = Phrase::of(shown);
        if !phrase.is_empty() {
            self.terms.push(Term { shown: shown.into(), phrase, means, kind, is_firm });
        }
    }

    /// The names of numbers, the longest first.
    fn fields(&self) -> Vec<Term> {
        let rules = &self.input.catalog.rules;
        let schema = &rules.schema;
        let counters = [&schema.counters, &schema.game_counters, &schema.space_counters].into_iter().flatten();
        let names = schema.attrs.iter().map(|attr| attr.name).chain(counters.map(|counter| counter.name));
        let mut out = Vec::new();
        for name in names {
            let name = rules.name(name).to_string();
            let shown = if self.printed.is_some() { self.said(NameKind::Field, &name) } else { Some(name.clone()) };
            let shown = shown.filter(|shown| shown.chars().count() > 1);
            out.extend(shown.map(|shown| Term {
                phrase: Phrase::of(&shown),
                shown,
                means: vec![name.to_lowercase()],
                kind: "field",
                is_firm: true,
            }));
        }
        out.sort_by_key(|term| std::cmp::Reverse(term.shown.len()));
        out
    }

    /// Adds the phrases for how long something lasts, for each level and each kind of record.
    fn levels(&mut self, durations: &[&str]) {
        let rules = &self.input.catalog.rules;
        let schema = &rules.schema;
        let levels = schema.levels.iter().map(|level| (NameKind::Level, *level));
        let records = schema.records.iter().map(|record| (NameKind::Record, record.name));
        for (part, name) in levels.chain(records).collect::<Vec<_>>() {
            let name = rules.name(name).to_string();
            let shown = if self.printed.is_some() { self.said(part, &name) } else { Some(name.clone()) };
            shown.into_iter().for_each(|shown| self.level(&shown, &name, durations));
        }
    }

    fn level(&mut self, shown: &str, name: &str, durations: &[&str]) {
        let means = vec![format!("lasts {}", name.to_lowercase())];
        for duration in durations {
            self.add(&duration.replace("{}", shown), means.clone(), "duration", true);
        }
        self.add(shown, means, "duration", false);
    }

    /// Adds a phrase that the manifest declares. It replaces the usual meaning of the phrase.
    fn declared(&mut self, shown: &str, value: &Node, durations: &[&str], numbers: &mut Vec<NumberWord>) {
        let phrase = Phrase::of(shown);
        numbers.retain(|number| number.phrase != phrase);
        self.terms.retain(|term| term.phrase != phrase);
        if let Some(value) = value.as_int() {
            return numbers.push(NumberWord { phrase, value, is_firm: true });
        }
        if value.value == Data::Bool(false) {
            // `false`: the phrase has no meaning, and hides the words inside it.
            return self.add(shown, Vec::new(), "silent", false);
        }
        let rules = &self.input.catalog.rules;
        let records = rules.schema.records.iter().map(|record| record.name);
        let levels = rules.schema.levels.iter().copied().chain(records);
        let levels: Vec<_> = levels.map(|level| rules.name(level).to_lowercase()).collect();
        let names: Vec<String> =
            value.items().iter().filter_map(Node::as_str).map(|name| name.to_lowercase()).collect();
        let is_level = |name: &String| levels.contains(name);
        if let [level] = &names[..]
            && is_level(level)
        {
            return self.level(shown, level, durations);
        }
        let kind = match () {
            () if names.iter().any(|name| ["opponent", "me"].contains(&name.as_str())) => "side",
            () if names.iter().any(|name| IDEAS.contains(&name.as_str())) => "manner",
            () if names.iter().any(is_level) => "duration",
            () => "declared",
        };
        let means = names.into_iter().map(|name| if is_level(&name) { format!("lasts {name}") } else { name });
        let means = means.collect();
        self.add(shown, means, kind, true);
    }
}
