//! Complete: what may be written at a place.

use std::collections::BTreeSet;

use super::cursor::Cursor;
use super::index::Known;
use super::kinds::{self, Kind};
use super::lua::{self, FUNCTIONS, InLua};
use super::shapes::{self, Place};
use super::{FileKind, page};
use crate::data::keys::{KeyDef, Others, Section, Shape, Stands};
use crate::kernel::model::fixed::USE_FIELDS;
use crate::kernel::model::sym::field;
use crate::script::api::takes::{Takes, WordOf};

/// What it is that may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A key of a section.
    Key,
    /// A word of a short list.
    Word,
    /// The name of something.
    Name(Kind),
    /// A function of Lua.
    Function,
    /// A field of an object.
    Field,
}

/// Something that may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// As it is written.
    pub label: String,
    /// What it is.
    pub sort: Sort,
    /// What it is, in a few words.
    pub detail: String,
    /// What it means.
    pub doc: String,
    /// What is put behind it.
    pub behind: &'static str,
}

/// All that may be written at a place of a file.
pub fn at(known: &Known, kind: FileKind, text: &str, at: usize) -> Vec<Item> {
    let mut list = List { known, items: Vec::new(), seen: BTreeSet::new() };
    if kind == FileKind::Lua {
        list.script(&lua::at_end(&text[..at]), &[]);
        return list.items;
    }
    let Some(root) = shapes::root(kind) else { return Vec::new() };
    let cursor = Cursor::at(text, at);
    let places = shapes::at(root, &cursor.path);
    if let Some(start) = script_start(&places, &cursor, text, at) {
        list.script(&lua::at_end(&text[start..at]), &targets(&cursor));
        return list.items;
    }
    if cursor.is_key && !cursor.is_quoted {
        places.iter().for_each(|place| list.keys(place, &cursor));
    }
    // Whoever has written keys of a map already writes no word in its place.
    if !cursor.is_key || cursor.siblings.is_empty() {
        places.iter().flat_map(Place::plain).for_each(|place| list.values(&place, &cursor));
    }
    list.items
}

/// Where the script begins in which a place lies; `None`: it lies in none.
pub fn script_start(places: &[Place], cursor: &Cursor, text: &str, at: usize) -> Option<usize> {
    let is_lua = |place: &Place| matches!(place.shape, Shape::Told(told) if told.words == "Lua");
    if cursor.is_key || !places.iter().flat_map(Place::plain).any(|place| is_lua(&place)) {
        return None;
    }
    cursor.block.or_else(|| {
        let line = text[..at].rfind('\n').map_or(0, |i| i + 1);
        let start = text[line..at].find("script: ").map(|i| line + i + "script: ".len())?;
        Some(if text[start..].starts_with(['"', '\'']) { (start + 1).min(at) } else { start })
    })
}

/// The targets that the ability around a script declares.
fn targets(cursor: &Cursor) -> Vec<String> {
    let of = |(_, value): &&(String, String)| value.starts_with('{');
    let written = cursor.siblings.iter().filter(|(name, _)| name == "targets").find(of);
    let names = written.map_or(Vec::new(), |(_, value)| {
        let inner = value.trim_start_matches('{');
        inner.split(": ").filter_map(|part| part.rsplit([',', '{', ' ']).next()).map(String::from).collect()
    });
    names.into_iter().filter(|name| !name.is_empty()).collect()
}

struct List<'k> {
    known: &'k Known<'k>,
    items: Vec<Item>,
    seen: BTreeSet<String>,
}

impl List<'_> {
    fn push(&mut self, label: &str, sort: Sort, detail: &str, doc: &str, behind: &'static str) {
        if !label.is_empty() && self.seen.insert(label.into()) {
            let (detail, doc) = (page::without_links(detail), page::without_links(doc.trim()));
            self.items.push(Item { label: label.into(), sort, detail, doc, behind });
        }
    }

    fn names(&mut self, kind: Kind, behind: &'static str) {
        let index = self.known.index;
        for name in index.names(kind) {
            let title = if kind == Kind::Card { page::title(self.known, name) } else { String::new() };
            self.push(name, Sort::Name(kind), kind.words(), &title, behind);
        }
        if kind == Kind::Event {
            for name in page::kernel_events() {
                self.push(name, Sort::Name(kind), "event of every game", "", behind);
            }
        }
    }

    // ---- keys ----

    fn keys(&mut self, place: &Place, cursor: &Cursor) {
        let has = |key: &str| cursor.siblings.iter().any(|(name, _)| name == key);
        let all = place.sections();
        let told: Vec<_> = all.iter().filter(|(head, _)| !head.is_empty() && has(head)).copied().collect();
        let meant = match (told.is_empty(), cursor.siblings.is_empty()) {
            (false, _) => told,
            // Whoever wrote a key that tells no section meant the one that needs none.
            (true, false) if all.len() > 1 => {
                let fits = |(head, section): &&(&str, &'static Section)| {
                    head.is_empty() || cursor.siblings.iter().all(|(name, _)| section.key(name).is_some())
                };
                all.iter().filter(fits).copied().collect()
            }
            _ => all,
        };
        for (_, section) in meant {
            self.section(section, cursor);
        }
        for place in place.plain() {
            match place.shape {
                Shape::Names(of) | Shape::NamesOf(_, of) | Shape::OneName(of) => {
                    let behind = if of.words().contains("map") { ":" } else { ": " };
                    if let Shape::NamesOf(names, _) = place.shape {
                        names.iter().for_each(|name| self.push(name, Sort::Word, "name", "", behind));
                    }
                    match place.shape {
                        Shape::OneName(_) => self.names(Kind::Event, ": "),
                        _ => {
                            if let Some((kind, false)) = kinds::of_key(place.section, place.key, 0) {
                                self.names(kind, ": ");
                            }
                        }
                    }
                }
                Shape::Told(told) if told.maps.is_empty() && place.section == "a deck" => self.names(Kind::Card, ": "),
                _ => {}
            }
        }
    }

    fn section(&mut self, section: &'static Section, cursor: &Cursor) {
        let written = |key: &str| cursor.siblings.iter().any(|(name, _)| name == key);
        let sort_of = |sort: &&'static str| {
            let (_, value) = cursor.siblings.iter().find(|(name, _)| name == sort)?;
            Some(if section.sorts.len() > 1 { sort.to_string() } else { value.clone() })
        };
        let sort = section.sorts.iter().find_map(sort_of);
        for key in section.all_keys() {
            let is_for = match (key.stands, &sort) {
                (Stands::For(sorts), Some(sort)) => sorts.contains(&sort.as_str()),
                // An ability is one of these: the others are of no use to it.
                (_, Some(_)) if section.sorts.len() > 1 && section.sorts.contains(&key.name) => false,
                _ => true,
            };
            if is_for && !written(key.name) {
                self.push(key.name, Sort::Key, &key.shape.words(), key.doc, behind(key));
            }
        }
        for others in section.others.iter().chain(section.also.iter().filter_map(|also| also.others.as_ref())) {
            if let Others::Of(names, _) | Others::OfOrAny(names, ..) = others {
                names.iter().filter(|name| !written(name)).for_each(|name| self.push(name, Sort::Word, "", "", ": "));
            }
        }
        self.others(section, cursor);
    }

    /// Names of the game that may stand in a section beside its keys.
    fn others(&mut self, section: &'static Section, cursor: &Cursor) {
        let fields = |list: &mut Self, of: page::Of| {
            for name in page::fields(list.known, of) {
                list.push(&name, Sort::Field, "field", "", ": ");
            }
        };
        match section.what {
            "a filter of cards" | "a selection of cards" | "a role" => {
                fields(self, page::Of::Cards);
                self.names(Kind::Filter, ": ");
            }
            "a filter of players" | "a selection of players" => fields(self, page::Of::Players),
            "a filter of spaces" | "a selection of spaces" => fields(self, page::Of::Spaces),
            "a filter of records" | "a selection of records" => fields(self, page::Of::Records),
            "a card" => {
                let ty = cursor.siblings.iter().find(|(name, _)| name == "type").map(|(_, ty)| ty.as_str());
                for (name, kind, is_needed) in page::printed(self.known, ty) {
                    let detail = if is_needed { format!("{kind}; needed") } else { kind };
                    self.push(&name, Sort::Field, &detail, "", ": ");
                }
            }
            "a deck" => self.names(Kind::DeckList, ":"),
            "a position" | "a base position" | "a map of zones and counters" => self.names(Kind::Zone, ": "),
            "a condition" => {
                for word in ["self", "it", "me", "opponent", "subject", "event"] {
                    self.push(word, Sort::Word, "reference", "", ": ");
                }
            }
            _ => {}
        }
    }

    // ---- values ----

    fn values(&mut self, place: &Place, cursor: &Cursor) {
        match &place.shape {
            Shape::Flag => {
                for word in ["true", "false"] {
                    self.push(word, Sort::Word, "", "", "");
                }
            }
            Shape::Choice(words) => words.iter().for_each(|word| self.push(word, Sort::Word, "", "", "")),
            Shape::NamesOf(..) | Shape::Names(_) | Shape::Section(_) => {}
            shape => {
                let told = if let Shape::Told(told) = shape { Some(*told) } else { None };
                let kind = told.and_then(|told| kinds::of_told(told.words));
                let kind = kind.or_else(|| kinds::of_value(place.section, place.key));
                self.named(kind, place, cursor);
                if let Some(told) = told.filter(|told| told.kinds.contains(&"boolean") && kind.is_none()) {
                    let _ = told;
                    self.push("true", Sort::Word, "", "", "");
                }
                if let Some(told) = told {
                    self.references(told.words, kind);
                }
            }
        }
    }

    fn named(&mut self, kind: Option<Kind>, place: &Place, cursor: &Cursor) {
        let key = cursor.path.iter().rev().find_map(|step| match step {
            super::cursor::Step::Key(key) => Some(key.as_str()),
            super::cursor::Step::Item => None,
        });
        match kind {
            Some(Kind::Word) if place.key == "*" => {
                let index = self.known.index;
                for word in index.words_of(key.unwrap_or("")) {
                    self.push(word, Sort::Name(Kind::Word), key.unwrap_or("word"), "", "");
                }
                // A key of the game itself: a status, or a filter by its name.
                for word in page::statuses(self.known, key.unwrap_or("")) {
                    self.push(&word, Sort::Name(Kind::Status), "status", "", "");
                }
                if index.names(Kind::Filter).contains(key.unwrap_or("")) {
                    self.push("true", Sort::Word, "", "", "");
                    self.push("false", Sort::Word, "", "", "");
                }
            }
            Some(Kind::Seat) => {
                for word in ["me", "opponent", "active", "inactive", "any"] {
                    self.push(word, Sort::Word, "player", "", "");
                }
            }
            Some(Kind::Field) => {
                for name in page::fields(self.known, page::Of::Cards) {
                    self.push(&name, Sort::Field, "field", "", "");
                }
            }
            Some(kind) => self.names(kind, ""),
            None => {}
        }
        if let Shape::Told(told) = place.shape {
            self.told(told.words);
        }
        if place.section == "a step" || place.section == "what is refused" {
            for word in ["pass", "use ", "play "] {
                self.push(word, Sort::Word, "command", "", "");
            }
            self.names(Kind::Card, "");
            self.names(Kind::Use, "");
        }
    }

    /// Names of several kinds.
    fn told(&mut self, words: &str) {
        match words {
            "a duration" => {
                for word in ["leaves", "reset", "use", "phase", "until me.", "through me."] {
                    self.push(word, Sort::Word, "duration", "", "");
                }
                self.names(Kind::Level, "");
                self.names(Kind::Record, "");
            }
            "the name of an ability" => self.names(Kind::Ability, ""),
            _ => {}
        }
    }

    /// What an expression may begin with.
    fn references(&mut self, words: &str, kind: Option<Kind>) {
        let is_place = words.contains("zone");
        let is_any = ["amount", "reference", "condition", "comparison", "filter", "selection", "near to"]
            .iter()
            .any(|word| words.contains(word));
        if is_any && kind.is_none_or(|kind| kind == Kind::Loose) {
            for word in ["self", "it", "this", "me", "opponent", "active", "inactive", "event", "subject"] {
                self.push(word, Sort::Word, "reference", "", "");
            }
        }
        if words.contains("filter of cards") || words == "a selection" {
            self.names(Kind::Card, "");
        }
        if is_place {
            self.names(Kind::Zone, "");
            for word in ["owner", "me", "opponent"] {
                self.push(word, Sort::Word, "player", "", "");
            }
        }
    }

    // ---- scripts ----

    fn script(&mut self, at: &InLua, targets: &[String]) {
        if at.is_remark {
            return;
        }
        if let Some(owner) = &at.owner {
            return self.members(owner, targets);
        }
        let takes = at.call.as_ref().and_then(|(name, n)| FUNCTIONS.get(name.as_str())?.takes.get(*n).copied());
        let takes = takes.unwrap_or(&[]);
        if at.is_text {
            return self.text(at, takes);
        }
        if at.is_key {
            for part in lua::parts(takes) {
                self.push(part.name, Sort::Key, "", "", " = ");
            }
            let filters = |takes: &Takes| matches!(takes, Takes::Filter(_) | Takes::Asks(..) | Takes::ObjectFilter);
            if takes.iter().any(filters)
                && let Some(section) = page::section_of_selections()
            {
                for key in section.all_keys() {
                    self.push(key.name, Sort::Key, &key.shape.words(), key.doc, " = ");
                }
                for name in page::fields(self.known, page::Of::Cards) {
                    self.push(&name, Sort::Field, "field", "", " = ");
                }
                self.names(Kind::Filter, " = ");
            }
        }
        for (name, ty, doc) in page::LOCALS.iter().chain(&page::OBJECTS) {
            self.push(name, Sort::Word, ty, doc, "");
        }
        for table in ["act", "ask", "roll", "agenda", "board"] {
            self.push(table, Sort::Word, "host functions", "", ".");
        }
        for f in FUNCTIONS.values().filter(|f| !f.path.contains('.')) {
            self.push(f.path, Sort::Function, f.signature, f.doc, "");
        }
        for word in [
            "if", "then", "else", "elseif", "end", "for", "in", "do", "local", "return", "function", "not", "and",
            "or", "nil", "true", "false",
        ] {
            self.push(word, Sort::Word, "Lua", "", "");
        }
        for word in ["ipairs", "pairs", "table", "math", "string", "tostring", "tonumber", "type"] {
            self.push(word, Sort::Word, "Lua", "", "");
        }
    }

    fn members(&mut self, owner: &str, targets: &[String]) {
        let prefix = format!("{owner}.");
        for f in FUNCTIONS.values().filter(|f| f.path.starts_with(&prefix)) {
            self.push(&f.path[prefix.len()..], Sort::Function, f.signature, f.doc, "");
        }
        let of = match owner {
            "act" => return self.names(Kind::Event, ""),
            "ask" | "roll" | "agenda" | "board" => return,
            "option" => return self.names(Kind::Option, ""),
            "me" | "opponent" | "active" | "inactive" => vec![page::Of::Players],
            "self" => vec![page::Of::Cards],
            "game" => vec![page::Of::Game],
            "this" => {
                targets.iter().for_each(|name| self.push(name, Sort::Field, "target", "", ""));
                for f in USE_FIELDS {
                    self.push(field::text(f.name), Sort::Field, "field of a use", "", "");
                }
                return;
            }
            "event" => vec![page::Of::Events],
            _ => vec![page::Of::Cards, page::Of::Players, page::Of::Records],
        };
        for name in of.into_iter().flat_map(|of| page::fields(self.known, of)) {
            self.push(&name, Sort::Field, "field", "", "");
        }
    }

    /// A text that a host function takes, by its argument or by the key of its table.
    fn text(&mut self, at: &InLua, takes: &'static [Takes]) {
        let mut takes = takes;
        if let Some(key) = &at.key {
            match lua::parts(takes).find(|part| part.name == *key) {
                Some(part) => takes = part.takes,
                None => {
                    let kind = kinds::of_value("a filter of cards", key).unwrap_or(Kind::Word);
                    let index = self.known.index;
                    if kind == Kind::Word {
                        index.words_of(key).into_iter().for_each(|w| self.push(w, Sort::Name(kind), key, "", ""));
                    } else {
                        self.names(kind, "");
                    }
                    return;
                }
            }
        }
        let called = at.call.as_ref().map_or("", |(name, _)| name.as_str());
        if called == "step" || called == "wrap" {
            self.names(Kind::Step, "");
        }
        for take in takes {
            match take {
                Takes::OneOf(words) => words.iter().for_each(|word| self.push(word, Sort::Word, "", "", "")),
                Takes::Word(WordOf::Counter) => {
                    for name in page::counters(self.known, at.first.as_deref()) {
                        self.push(&name, Sort::Field, "what can be changed", "", "");
                    }
                }
                Takes::Word(word) => match kinds::of_word(*word) {
                    Kind::Field => {
                        for name in [page::Of::Cards, page::Of::Players, page::Of::Game]
                            .into_iter()
                            .flat_map(|of| page::fields(self.known, of))
                        {
                            self.push(&name, Sort::Field, "field", "", "");
                        }
                    }
                    Kind::Loose => {
                        self.names(Kind::Zone, "");
                        self.names(Kind::Level, "");
                        self.names(Kind::Record, "");
                        self.names(Kind::Ability, "");
                    }
                    kind => self.names(kind, ""),
                },
                _ => {}
            }
        }
    }
}

/// What follows a key: its value on the same line, or on the next ones.
fn behind(key: &KeyDef) -> &'static str {
    match key.shape {
        Shape::Section(_) | Shape::Names(_) | Shape::NamesOf(..) => ":",
        Shape::Items(Shape::Section(_)) => ":",
        _ => ": ",
    }
}
