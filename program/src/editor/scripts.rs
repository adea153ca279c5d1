//! Scripts: what may be written at a place of a script.

use super::complete::{CompletionList, Sort};
use super::kinds::{self, Kind};
use super::lua::{self, FUNCTIONS, InLua};
use super::{modules, page};
use intermezzo::kernel::model::fixed_fields::USE_FIELDS;
use intermezzo::kernel::model::lang::Class;
use intermezzo::kernel::model::symbols::field;
use intermezzo::script::api::takes::{Takes, WordOf};

impl CompletionList<'_> {
    /// Offers the names that may follow the beginning of a script.
    pub fn script(&mut self, before: &str) {
        let at = &lua::at_end(before);
        if at.is_remark {
            return;
        }
        if let Some(owner) = &at.owner {
            return self.members(owner);
        }
        let takes = at.takes();
        if at.is_text {
            return self.text(at, takes);
        }
        if at.is_key {
            for part in lua::parts(takes) {
                self.push(part.name, Sort::Key, "", "", " = ");
            }
            if let Some(class) = lua::class_of(takes) {
                for key in page::section_of_selections(class).all_keys() {
                    self.push(key.name, Sort::Key, &key.shape.words(), key.doc, " = ");
                }
                self.fields(page::asked_of(self.known, class), "field", " = ");
                if class == Class::Card {
                    self.names(Kind::Filter, " = ");
                }
            }
        }
        // A table whose keys are known holds nothing else, unless a list may stand there.
        let is_list = |takes: &Takes| matches!(takes, Takes::Any | Takes::Cards | Takes::Players | Takes::List);
        if at.is_key && !takes.is_empty() && !takes.iter().any(is_list) {
            return;
        }
        self.words(&lua::locals(before), "local", "");
        for (name, ty, doc) in page::LOCALS.iter().chain(&page::OBJECTS) {
            self.push(name, Sort::Word, ty, doc, "");
        }
        self.words(&["act", "ask", "roll", "agenda", "board"], "host functions", ".");
        let known = self.known;
        for (name, path) in modules::seen(known) {
            self.push(name, Sort::Name(Kind::Module), Kind::Module.words(), path, ".");
        }
        for f in FUNCTIONS.values().filter(|f| !f.path.contains('.')) {
            self.push(f.path, Sort::Function, f.signature, f.doc, "");
        }
        let words = [
            "if", "then", "else", "elseif", "end", "for", "in", "do", "local", "return", "function", "not", "and",
            "or", "nil", "true", "false",
        ];
        self.words(&words, "Lua", "");
        self.words(&["ipairs", "pairs", "table", "math", "string", "tostring", "tonumber", "type"], "Lua", "");
    }

    fn members(&mut self, owner: &str) {
        let functions = modules::functions_of(self.known, owner);
        if !functions.is_empty() || modules::seen(self.known).any(|(name, _)| name == owner) {
            for (path, f) in functions {
                let said = self.known.index.text(path).map_or(String::new(), |text| modules::remarks(text, f.line));
                self.push(f.name, Sort::Function, &f.takes, &said, "");
            }
            return;
        }
        let prefix = format!("{owner}.");
        for f in FUNCTIONS.values().filter(|f| f.path.starts_with(&prefix)) {
            self.push(&f.path[prefix.len()..], Sort::Function, f.signature, f.doc, "");
        }
        let of = match owner {
            "act" => return self.names(Kind::Event, ""),
            "ask" | "roll" | "agenda" | "board" => return,
            "option" => return self.names(Kind::Option, ""),
            "me" | "opponent" | "active" | "inactive" => vec![page::PageSubject::Players],
            "self" => vec![page::PageSubject::Cards],
            "game" => vec![page::PageSubject::Game],
            "this" => {
                let targets: Vec<String> = self.around.targets().into_iter().map(String::from).collect();
                self.fields(targets, "target", "");
                for f in USE_FIELDS {
                    self.push(field::text(f.name), Sort::Field, "field of a use", "", "");
                }
                return;
            }
            "event" => {
                let fields = page::event_fields(self.known, self.around.event());
                return self.fields(fields.into_iter().map(|f| f.0), "field of the event", "");
            }
            _ => vec![page::PageSubject::Cards, page::PageSubject::Players, page::PageSubject::Records],
        };
        of.into_iter().for_each(|of| self.fields(page::fields(self.known, of), "field", ""));
    }

    /// A text that a host function takes, by its argument or by the key of its table.
    fn text(&mut self, at: &InLua, takes: &'static [Takes]) {
        let mut takes = takes;
        if let Some(key) = &at.key {
            match lua::parts(takes).find(|part| part.name == *key) {
                Some(part) => takes = part.takes,
                None => return self.in_field(key),
            }
        }
        let argument = |n: usize| at.arguments.get(n).map_or("", String::as_str);
        let last = |path: &str| path.rsplit('.').next().unwrap_or(path).to_string();
        if let Some(field) = &at.compared {
            return self.in_field(&last(field));
        }
        let called = at.call.as_ref().map_or("", |(name, _)| name.as_str());
        let n = at.call.as_ref().map_or(0, |(_, n)| *n);
        match (called.rsplit(':').next().unwrap_or(called), n) {
            ("step" | "wrap", _) => self.names(Kind::Step, ""),
            ("contains", 1) => self.in_field(&last(argument(0))),
            // Methods of cards.
            ("is", 0) if called.contains(':') => self.names(Kind::Status, ""),
            ("has", 0) if called.contains(':') => self.fields(page::fields_of_words(self.known), "field of words", ""),
            ("has", 1) if called.contains(':') => self.in_field(argument(0)),
            _ => {}
        }
        for take in takes {
            match take {
                Takes::OneOf(words) => words.iter().for_each(|word| self.push(word, Sort::Word, "", "", "")),
                Takes::Word(word) => self.word(*word, at),
                _ => {}
            }
        }
    }

    /// Completes a word of the game, by the kind of thing that it names.
    fn word(&mut self, word: WordOf, at: &InLua) {
        let known = self.known;
        let argument = |n: usize| at.arguments.get(n).map_or("", String::as_str);
        match word {
            WordOf::Counter => {
                let of = Some(argument(0)).filter(|of| !of.is_empty());
                self.fields(page::counters(known, of), "what can be changed", "");
            }
            WordOf::Modified => {
                let of: &[Class] = match argument(0) {
                    "me" | "opponent" | "active" | "inactive" => &[Class::Player],
                    "self" => &[Class::Card],
                    _ => &[Class::Card, Class::Player],
                };
                self.fields(page::modified(known, of), "what can be modified", "");
            }
            WordOf::Number => self.fields(page::numbers(known), "number", ""),
            WordOf::Words => self.fields(page::fields_of_words(known), "field of words", ""),
            WordOf::InField => self.in_field(argument(1)),
            WordOf::Place => {
                self.names(Kind::Zone, "");
                if at.owner_in_text().is_none() {
                    self.words(&["owner", "me", "opponent"], "player", ".");
                }
            }
            WordOf::Lasting => {
                self.names(Kind::Level, "");
                self.names(Kind::Record, "");
                self.words(&["leaves", "reset", "use", "phase"], "how long", "");
                self.words(&["until", "through"], "how long, with a player and a level", " ");
            }
            WordOf::RecordList => match at.owner_in_text() {
                Some(_) => self.fields(page::asked_of(known, Class::Record), "list of a record", ""),
                None => self.names(Kind::Record, "."),
            },
            WordOf::RecordField => self.fields(page::asked_of(known, Class::Record), "field", ""),
            WordOf::Ability => self.abilities(at),
            WordOf::Target => {
                let targets: Vec<String> = self.around.targets().into_iter().map(String::from).collect();
                self.fields(targets, "target", "");
                self.names(Kind::Target, "");
            }
            word => match kinds::of_word(word) {
                Kind::Seat => self.words(&["me", "opponent", "active", "inactive"], "player", ""),
                Kind::Field => self.fields(page::fields(known, page::PageSubject::Cards), "field", ""),
                kind => self.names(kind, ""),
            },
        }
    }

    /// Abilities: those of the manifest, and `card/ability`.
    fn abilities(&mut self, at: &InLua) {
        let known = self.known;
        match at.text.split_once('/') {
            Some((card, _)) => {
                for (_, ability) in page::abilities(known).filter(|(of, _)| *of == card) {
                    self.push(ability, Sort::Name(Kind::Ability), "ability", "", "");
                }
            }
            None => {
                self.names(Kind::Ability, "");
                for (card, _) in page::abilities(known) {
                    self.push(card, Sort::Name(Kind::Card), "card with an ability", "", "/");
                }
            }
        }
    }
}
