//! Complete: what may be written at a place.

use std::collections::BTreeSet;

use super::cursor::{Cursor, PathStep, is_word};
use super::kinds::{self, ObjectKind};
use super::query::Query;
use super::shapes::{self, FilePlace};
use super::snippets::{self, SnippetPlace};
use super::surroundings::Around;
use super::{FileKind, page, patches, scenarios, script_place, typed_places};
use intermezzo::catalog::VERBS;
use intermezzo::data::Node;
use intermezzo::data::keys::{KeyDef, Others, Section, Shape, Stands, without_links};
use intermezzo::kernel::model::lang::Class;

/// The sorts of completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A key of a section.
    Key,
    /// A word of a short list.
    Word,
    /// The name of something.
    Name(ObjectKind),
    /// A function of Lua.
    Function,
    /// A field of an object.
    Field,
    /// A text with places to fill in.
    Snippet,
}

/// A possible completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text that is inserted.
    pub label: String,
    /// The sort of the completion.
    pub sort: Sort,
    /// A short description.
    pub detail: String,
    /// The documentation.
    pub doc: String,
    /// The text inserted behind the completion.
    pub behind: &'static str,
    /// The text with places to fill in that is inserted instead.
    pub snippet: Option<&'static str>,
}

/// The completions at a place of a file.
pub fn at(known: &Query, kind: FileKind, text: &str, at: usize) -> Vec<Completion> {
    let (cursor, root) = (Cursor::at(text, at), shapes::root(kind));
    let path = if root.is_some() { &cursor.path[..] } else { &[] };
    let around = Around::at(if root.is_some() { text } else { "" }, if root.is_some() { at } else { 0 }, path);
    let before = &text[..cursor.word.start];
    let mut list = CompletionList { known, around, path, before, items: Vec::new(), seen: BTreeSet::new() };
    if kind == FileKind::Lua {
        list.script(&text[..at]);
        return list.items;
    }
    let Some(root) = root else { return Vec::new() };
    if kind == FileKind::Pack && !cursor.is_key && list.in_patch() {
        return list.items;
    }
    let places = patches::places(known, kind, root, path, &list.around);
    if let Some(start) = script_place::start(&places, &cursor, text, at) {
        list.script(&text[start..at]);
        return list.items;
    }
    let in_step =
        kind.is_like_scenario() && matches!(path, [PathStep::Key(steps), PathStep::Item, ..] if steps == "steps");
    // Whole steps are offered only on the line that begins a step, and not inside one.
    let begins = || list.before.rsplit('\n').next().is_some_and(|line| line.trim_start().starts_with('-'));
    if in_step && path.len() <= 3 && begins() && list.possible_steps(text, at) && !cursor.is_key {
        return list.items;
    }
    if cursor.is_key && !cursor.is_quoted {
        places.iter().for_each(|place| list.keys(place, &cursor));
        list.leave_out_written(&cursor);
        if cursor.siblings.is_empty() && !cursor.is_in_braces {
            snippet_places(kind, path, &places).for_each(|place| list.snippets(place));
        }
    }
    // In a map that already has keys, no single word can stand in place of the map.
    if !cursor.is_key || cursor.siblings.is_empty() && !cursor.is_in_braces {
        places.iter().flat_map(FilePlace::plain).for_each(|place| list.values(&place, &cursor));
    }
    list.items
}

/// The kinds of snippet that may stand at a place, where nothing is written yet.
fn snippet_places(kind: FileKind, path: &[PathStep], places: &[FilePlace]) -> impl Iterator<Item = SnippetPlace> {
    let of = |what: &str| places.iter().any(|place| place.sections().iter().any(|(_, section)| section.what == what));
    let is_item = path.last() == Some(&PathStep::Item);
    let found = [
        (path.is_empty() && kind == FileKind::Card, SnippetPlace::Card),
        (path.is_empty() && kind == FileKind::Scenario, SnippetPlace::Scenario),
        (is_item && of("an ability"), SnippetPlace::Ability),
        (is_item && of("a patch `set`"), SnippetPlace::Patch),
    ];
    found.into_iter().filter_map(|(is, place)| is.then_some(place))
}

/// The completions at a place.
pub(super) struct CompletionList<'k> {
    pub known: &'k Query<'k>,
    pub around: Around,
    path: &'k [PathStep],
    /// The text of the file before the word at the cursor.
    pub before: &'k str,
    items: Vec<Completion>,
    seen: BTreeSet<String>,
}

impl CompletionList<'_> {
    pub fn push(&mut self, label: &str, sort: Sort, detail: &str, doc: &str, behind: &'static str) {
        if !label.is_empty() && self.seen.insert(label.into()) {
            let (detail, doc) = (without_links(detail), without_links(doc.trim()));
            self.items.push(Completion { label: label.into(), sort, detail, doc, behind, snippet: None });
        }
    }

    /// Offers all snippets that may stand at places of this kind.
    pub fn snippets(&mut self, place: SnippetPlace) {
        for one in snippets::of(place) {
            self.push(one.label, Sort::Snippet, one.doc, "", "");
            if let Some(item) = self.items.last_mut().filter(|item| item.label == one.label) {
                item.snippet = Some(one.text);
            }
        }
    }

    pub fn names(&mut self, kind: ObjectKind, behind: &'static str) {
        let known = self.known;
        for name in known.names(kind) {
            let title = if kind == ObjectKind::Card { page::title(known, name) } else { String::new() };
            self.push(name, Sort::Name(kind), kind.words(), &title, behind);
        }
        if kind == ObjectKind::Event {
            for name in page::kernel_events() {
                self.push(name, Sort::Name(kind), "event of every game", "", behind);
            }
        }
    }

    pub fn fields(&mut self, names: impl IntoIterator<Item = String>, detail: &str, behind: &'static str) {
        names.into_iter().for_each(|name| self.push(&name, Sort::Field, detail, "", behind));
    }

    pub fn words(&mut self, words: &[&str], detail: &str, behind: &'static str) {
        words.iter().for_each(|word| self.push(word, Sort::Word, detail, "", behind));
    }

    /// The keys and lists around the place.
    pub fn path(&self) -> &[PathStep] {
        self.path
    }

    /// Offers, in a patch, the next names of its path, or the items before or after which it inserts. False: the cursor
    /// is at neither.
    fn in_patch(&mut self) -> bool {
        let Some(patch) = patches::around(self.path, &self.around) else { return false };
        let names = match patch.key {
            "before" | "after" => patch.items(self.known, &self.around),
            key if patches::PATHS.contains(&key) => {
                let start = self.before.rfind(|c: char| !is_word(c) && c != '.').map_or(0, |i| i + 1);
                let path = self.before.get(start..).unwrap_or("");
                patch.names(self.known, &self.around, path.trim_end_matches('.'))
            }
            _ => return false,
        };
        for (name, value) in names {
            self.push(&name, Sort::Key, &value, "", "");
        }
        true
    }

    // ---- keys ----

    /// Takes the keys out of the list that the map has already: none can stand there twice.
    fn leave_out_written(&mut self, cursor: &Cursor) {
        let of_line = cursor.siblings.iter().map(|(name, _)| name.as_str());
        let written: BTreeSet<&str> = of_line.chain(self.around.keys()).collect();
        self.items.retain(|item| !written.contains(item.label.as_str()));
    }

    fn keys(&mut self, place: &FilePlace, cursor: &Cursor) {
        let has = |key: &str| cursor.siblings.iter().any(|(name, _)| name == key);
        let all = place.sections();
        let marked: Vec<_> = all.iter().filter(|(head, _)| !head.is_empty() && has(head)).copied().collect();
        let meant = match (marked.is_empty(), cursor.siblings.is_empty()) {
            (false, _) => marked,
            // Without a key that tells the section, the sections remain that need none, and those that have all keys of
            // the map.
            (true, false) if all.len() > 1 => {
                let fits = |(head, section): &&(&str, &'static Section)| {
                    head.is_empty() || cursor.siblings.iter().all(|(name, _)| section.key(name).is_some())
                };
                all.iter().filter(fits).copied().collect()
            }
            // If nothing tells the form yet, the keys that tell it are offered.
            (true, true) if all.len() > 1 => {
                let usual: Vec<_> = all.iter().filter(|(head, _)| head.is_empty()).copied().collect();
                let is_new = |head: &str| usual.iter().all(|(_, section)| section.key(head).is_none());
                for key in all.iter().filter(|(head, _)| is_new(head)).filter_map(|(head, section)| section.key(head)) {
                    self.push(key.name, Sort::Key, &key.shape.words(), key.doc, behind(key));
                }
                usual
            }
            _ => all,
        };
        for (_, section) in meant {
            self.section(section, cursor);
        }
        for place in place.plain() {
            self.named_keys(&place);
        }
    }

    /// Offers the names that may stand as keys at a place: fields, zones, events, and what else the place declares.
    fn named_keys(&mut self, place: &FilePlace) {
        match place.shape {
            Shape::Names(_) if place.key == "match" => {
                let fields = page::event_fields(self.known, self.around.event()).into_iter().map(|f| f.0);
                self.fields(fields, "field of the event", ": ");
            }
            Shape::Names(_) if place.key == "modify" => {
                let fields = page::modified(self.known, &[self.affected()]);
                self.fields(fields, "what can be modified", ": ");
            }
            // The state of a seat in a position.
            Shape::Names(_) if place.key == "*" && matches!(place.section, "a position" | "a base position") => {
                self.zones(true, ": ");
                self.fields(page::counters(self.known, Some("me")), "counter", ": ");
            }
            Shape::Names(_) if place.section == "an expectation" => self.expected_of(place.key),
            Shape::OneName(_) => {
                for (verb, _) in VERBS {
                    self.push(verb, Sort::Name(ObjectKind::Event), "event of every game", "", ": ");
                }
                self.names(ObjectKind::Event, ": ");
            }
            Shape::Names(of) | Shape::NamesOf(_, of) => {
                let behind = if of.words().contains("map") { ":" } else { ": " };
                if let Shape::NamesOf(names, _) = place.shape {
                    self.seats_or_words(names, "name", behind);
                }
                if let Some((kind, false)) = kinds::of_key(place.section, place.key, 0) {
                    self.names(kind, ": ");
                }
            }
            Shape::Syntax(syntax) if syntax.words == typed_places::EVENT_FIELDS => {
                let fields = page::event_fields(self.known, typed_places::verb(self.path)).into_iter().map(|f| f.0);
                self.fields(fields, "field of the event", ": ");
            }
            // Pips by kind: anywhere but directly under `cost`, except in an ability with `while`.
            Shape::Syntax(syntax) if syntax.words == typed_places::PIPS && self.is_paid_in_pips() => {
                self.names(ObjectKind::Pip, ": ")
            }
            Shape::Syntax(syntax) if syntax.words == typed_places::COST_PART && !self.is_while() => {
                let key = &typed_places::PIPS_KEY;
                self.push(key.name, Sort::Key, &key.shape.words(), key.doc, ": ");
                self.fields(page::counters(self.known, Some("me")), "counter", ": ");
                self.names(ObjectKind::Zone, ": ");
                self.names(ObjectKind::Event, ": ");
            }
            Shape::Syntax(syntax) if syntax.maps.is_empty() && place.section == "a deck" => {
                self.names(ObjectKind::Card, ": ")
            }
            // A field that a card prints.
            Shape::Syntax(_) if place.section == "a card" && place.key == "*" => {
                let field = self.path.last();
                let printed = page::printed(self.known, self.around.said(&["type"]).and_then(Node::as_str));
                let is_cost = |(name, kind, _): &(String, String, bool)| {
                    field == Some(&PathStep::Key(name.clone())) && kind.starts_with("cost")
                };
                if printed.iter().any(is_cost) {
                    self.names(ObjectKind::Pip, ": ");
                }
            }
            _ => {}
        }
    }

    fn is_while(&self) -> bool {
        self.around.form() == Some("while")
    }

    /// True if pips by kind may stand at the place: not directly under `cost`, except in an ability with `while`.
    fn is_paid_in_pips(&self) -> bool {
        self.is_while() || self.path.last() != Some(&PathStep::Key("cost".into()))
    }

    /// The class of the objects that the ability around the cursor affects: cards or players.
    fn affected(&self) -> Class {
        let affects = self.around.said(&["affects"]).and_then(Node::as_map);
        match affects.and_then(|map| map.first()).map(|(key, _)| key.name.as_str()) {
            Some("player") => Class::Player,
            _ => Class::Card,
        }
    }

    fn section(&mut self, section: &'static Section, cursor: &Cursor) {
        if section.what == "an expectation" && self.fields_expected() {
            return;
        }
        let sort_of = |sort: &&'static str| {
            let (_, value) = cursor.siblings.iter().find(|(name, _)| name == sort)?;
            Some(if section.sorts.len() > 1 { sort.to_string() } else { value.clone() })
        };
        let sort = section.sorts.iter().find_map(sort_of);
        for key in section.all_keys() {
            let is_for = match (key.stands, &sort) {
                (Stands::For(sorts), Some(sort)) => sorts.contains(&sort.as_str()),
                // An ability has one form: the keys of other forms do not complete it.
                (_, Some(_)) if section.sorts.len() > 1 && section.sorts.contains(&key.name) => false,
                _ => true,
            };
            if is_for {
                self.push(key.name, Sort::Key, &key.shape.words(), key.doc, behind(key));
            }
        }
        for others in section.others.iter().chain(section.also.iter().filter_map(|also| also.others.as_ref())) {
            if let Others::Of(names, _) | Others::OfOrAny(names, ..) = others {
                self.seats_or_words(names, "", ": ");
            }
        }
        self.others(section, cursor);
    }

    /// Offers names of the game that may stand in a section beside its keys.
    fn others(&mut self, section: &'static Section, cursor: &Cursor) {
        let asked = |list: &mut Self, class: Class| list.fields(page::asked_of(list.known, class), "field", ": ");
        match section.what {
            "a filter of cards" | "a selection of cards" | "a role" => {
                asked(self, Class::Card);
                self.names(ObjectKind::Filter, ": ");
            }
            "a filter of players" | "a selection of players" => asked(self, Class::Player),
            "a filter of spaces" | "a selection of spaces" => asked(self, Class::Zone),
            "a filter of records" | "a selection of records" => asked(self, Class::Record),
            "a card" => {
                let ty = cursor.siblings.iter().find(|(name, _)| name == "type").map(|(_, ty)| ty.as_str());
                for (name, kind, is_needed) in page::printed(self.known, ty) {
                    let detail = if is_needed { format!("{kind}; needed") } else { kind };
                    self.push(&name, Sort::Field, &detail, "", ": ");
                }
            }
            "a deck" => self.names(ObjectKind::DeckList, ":"),
            // Zones of players stand under their seats.
            "a position" | "a base position" => self.zones(false, ": "),
            "a condition" => {
                self.words(&["self", "it", "me", "opponent", "subject", "event"], "reference", ": ");
            }
            _ => {}
        }
    }

    // ---- values ----

    fn values(&mut self, place: &FilePlace, cursor: &Cursor) {
        if !self.is_scenario() && self.behind_dot(place) {
            return;
        }
        match &place.shape {
            Shape::Flag => self.words(&["true", "false"], "", ""),
            Shape::Choice(words) => self.words(words, "", ""),
            _ if (place.section, place.key) == typed_places::CHANGED => {
                let of = self.around.said(&["object"]).and_then(Node::as_str);
                self.fields(page::counters(self.known, of), "what can be changed", "");
            }
            _ if (place.section, place.key) == ("an effect that lasts", "field") => {
                let of = if self.around.said(&["player"]).is_some() { Class::Player } else { Class::Card };
                self.fields(page::modified(self.known, &[of]), "what can be modified", "");
            }
            Shape::NamesOf(..) | Shape::Names(_) | Shape::Section(_) => {}
            shape => {
                let syntax = if let Shape::Syntax(syntax) = shape { Some(*syntax) } else { None };
                let kind = syntax.and_then(|syntax| kinds::of_syntax(syntax.words));
                let kind = kind.or_else(|| kinds::of_value(place.section, place.key));
                self.named(kind, place, cursor);
                let modified = self.path.last().filter(|_| place.key == "modify");
                if let Some(PathStep::Key(field)) = modified
                    && page::fields_of_words(self.known).contains(field)
                {
                    return self.in_field(field);
                }
                if syntax.is_some_and(|syntax| syntax.kinds.contains(&"boolean") && kind.is_none()) {
                    self.push("true", Sort::Word, "", "", "");
                }
                if let Some(syntax) = syntax {
                    self.references(syntax.words, kind);
                }
            }
        }
    }

    fn named(&mut self, kind: Option<ObjectKind>, place: &FilePlace, cursor: &Cursor) {
        if self.is_scenario() && self.abilities_behind() {
            return;
        }
        if scenarios::names_cards(place) {
            self.cards_laid("");
        }
        let key = cursor.path.iter().rev().find_map(|step| match step {
            PathStep::Key(key) => Some(key.as_str()),
            PathStep::Item => None,
        });
        match kind {
            Some(ObjectKind::Word) if place.key == "*" => {
                let field = key.unwrap_or("");
                self.in_field(field);
                // A filter by its name.
                if self.known.names(ObjectKind::Filter).contains(field) {
                    self.words(&["true", "false"], "", "");
                }
            }
            Some(ObjectKind::Seat) if self.is_scenario() => {
                self.seats("");
                if place.key == "asked" {
                    self.words(&["nobody"], "", "");
                }
            }
            Some(ObjectKind::Ability) if self.is_scenario() => self.abilities_of(key.unwrap_or("")),
            Some(ObjectKind::Seat) => {
                self.words(&["me", "opponent", "active", "inactive", "any"], "player", "");
                self.roles();
            }
            Some(ObjectKind::Field) => self.fields(page::fields(self.known, page::PageSubject::Cards), "field", ""),
            Some(kind) => self.names(kind, ""),
            None => {}
        }
        if let Shape::Syntax(syntax) = place.shape {
            self.words_of_syntax(syntax.words);
        }
        if place.section == "a step" || place.section == "what is refused" {
            self.words(&["pass", "use ", "play "], "command", "");
            self.names(ObjectKind::Card, "");
            self.names(ObjectKind::Use, "");
        }
    }

    /// Offers what a text of this syntax may begin with, such as a duration.
    fn words_of_syntax(&mut self, words: &str) {
        match words {
            "a duration" => {
                for word in ["leaves", "reset", "use", "phase", "until me.", "through me."] {
                    self.push(word, Sort::Word, "duration", "", "");
                }
                self.names(ObjectKind::Level, "");
                self.names(ObjectKind::Record, "");
            }
            "the name of an ability" => self.names(ObjectKind::Ability, ""),
            _ => {}
        }
    }

    /// Offers the words that may stand in a field of cards.
    pub fn in_field(&mut self, field: &str) {
        let known = self.known;
        match kinds::of_value("a filter of cards", field) {
            Some(kind) if kind != ObjectKind::Word => self.names(kind, ""),
            _ if field == "name" => self.fields(page::card_names(known), "printed name", ""),
            _ => {
                let detail = if field.is_empty() { "word" } else { field };
                for word in known.words_of(field) {
                    self.push(word, Sort::Name(ObjectKind::Word), detail, "", "");
                }
                // The field may be a group of statuses.
                for word in page::statuses(known, field) {
                    self.push(&word, Sort::Name(ObjectKind::Status), "status", "", "");
                }
            }
        }
    }

    /// Offers the words with which an expression may begin.
    fn references(&mut self, words: &str, kind: Option<ObjectKind>) {
        let is_place = words.contains("zone");
        let is_any = ["amount", "reference", "condition", "comparison", "filter", "selection", "near to"]
            .iter()
            .any(|word| words.contains(word));
        if is_any && kind.is_none_or(|kind| kind == ObjectKind::Loose) {
            let words = ["self", "it", "this", "me", "opponent", "active", "inactive", "event", "subject"];
            self.words(&words, "reference", "");
        }
        if words.contains("filter of cards") || words == "a selection" {
            self.names(ObjectKind::Card, "");
        }
        if is_place {
            self.names(ObjectKind::Zone, "");
            self.words(&["owner", "me", "opponent"], "player", "");
        }
        if is_place || is_any || words == "players" {
            self.roles();
        }
    }

    /// Offers the roles of players.
    fn roles(&mut self) {
        let Some(game) = self.known.game else { return };
        let rules = &game.catalog.rules;
        rules.schema.roles.iter().for_each(|role| self.push(rules.name(role.name), Sort::Word, "role", "", ""));
    }
}

/// Text to insert after a key: its value begins on the same line, or on the next one.
fn behind(key: &KeyDef) -> &'static str {
    match key.shape {
        Shape::Section(_) | Shape::Names(_) | Shape::NamesOf(..) => ":",
        Shape::Items(Shape::Section(_)) => ":",
        _ => ": ",
    }
}
