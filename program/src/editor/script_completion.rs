//! Script completion: what may be written at a place of a script.

use super::complete::{CompletionList, Sort};
use super::kinds::{self, ObjectKind};
use super::lua_cursor::{self, InLua};
use super::lua_names::{self, FUNCTIONS};
use super::lua_scopes::{EACH, Owner, object};
use super::lua_types::{self, GameValues};
use super::snippets::SnippetPlace;
use super::{module_text, modules, page};
use intermezzo::kernel::model::lang::Class;
use intermezzo::script::api::takes::{Takes, WordOf};
use intermezzo::script::stubs::{METHODS, libraries, library_members};

impl CompletionList<'_> {
    /// Offers the names that may follow the beginning of a script.
    pub fn script(&mut self, before: &str) {
        let at = &lua_cursor::at_end(before);
        if at.is_remark {
            return;
        }
        let scopes = lua_types::read_of(self.known, &self.around, before);
        if let Some(name) = &at.owner {
            let mut owner = scopes.owner.unwrap_or_default();
            // A module names its own table by a local of the module's name.
            if owner.ty.is_none() && owner.path.is_empty() {
                owner.path.clone_from(name);
            }
            return self.members(&owner);
        }
        let takes = at.takes();
        if at.is_text {
            return self.text(at, takes);
        }
        if at.is_key {
            for part in lua_names::parts(takes) {
                self.push(part.name, Sort::Key, "", "", " = ");
            }
            if let Some(class) = lua_names::class_of(takes) {
                for key in page::section_of_selections(class).all_keys() {
                    self.push(key.name, Sort::Key, &key.shape.words(), key.doc, " = ");
                }
                self.fields(page::asked_of(self.known, class), "field", " = ");
                if class == Class::Card {
                    self.names(ObjectKind::Filter, " = ");
                }
            }
        }
        // A table whose keys are known holds nothing else, unless a list may stand there.
        let is_list = |takes: &Takes| matches!(takes, Takes::Any | Takes::Cards | Takes::Players | Takes::List);
        if at.is_key && !takes.is_empty() && !takes.iter().any(is_list) {
            return;
        }
        for local in scopes.visible.iter().map(|number| &scopes.locals[*number]) {
            let ty = local.ty.as_deref().filter(|ty| !ty.starts_with(EACH));
            self.push(&local.name, Sort::Word, ty.unwrap_or("local"), "", "");
        }
        for (name, ty, doc) in page::LOCALS.iter().chain(&page::OBJECTS) {
            self.push(name, Sort::Word, ty, doc, "");
        }
        self.words(&["act", "ask", "roll", "agenda", "board"], "host functions", ".");
        let known = self.known;
        for (name, path) in modules::seen(known) {
            self.push(name, Sort::Name(ObjectKind::Module), ObjectKind::Module.words(), path, ".");
        }
        for f in FUNCTIONS.values().filter(|f| !f.path.contains('.')) {
            self.push(f.path, Sort::Function, f.signature, f.doc, "");
        }
        let words = [
            "if", "then", "else", "elseif", "end", "for", "in", "do", "local", "return", "function", "not", "and",
            "or", "nil", "true", "false",
        ];
        self.words(&words, "Lua", "");
        // A statement begins at the beginning of its line.
        if self.before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty()) {
            self.snippets(SnippetPlace::Script);
        }
        self.words(&["ipairs", "pairs", "tostring", "tonumber", "type"], "Lua", "");
        self.words(&libraries().collect::<Vec<_>>(), "library of Lua", ".");
    }

    /// Offers the members of the value before a dot or a colon.
    fn members(&mut self, owner: &Owner) {
        if self.module_members(&owner.path) {
            return;
        }
        for member in library_members().filter(|member| member.library == owner.path) {
            self.push(member.name, Sort::Function, member.signature, member.doc, "");
        }
        let prefix = format!("{}.", owner.path);
        for f in FUNCTIONS.values().filter(|f| f.path.starts_with(&prefix)) {
            self.push(&f.path[prefix.len()..], Sort::Function, f.signature, f.doc, "");
        }
        match owner.path.as_str() {
            "act" => return self.names(ObjectKind::Event, ""),
            "ask" | "roll" | "agenda" | "board" => return,
            library if libraries().any(|known| known == library) => return,
            _ => {}
        }
        match owner.ty.as_deref() {
            Some(ty) => self.members_of(ty, owner.is_method),
            None if owner.is_method => self.methods("Card"),
            // The type of the value is not known: the fields of all objects are offered.
            None => {
                for of in [page::PageSubject::Cards, page::PageSubject::Players, page::PageSubject::Records] {
                    self.fields(page::fields(self.known, of), "field", "");
                }
            }
        }
    }

    /// Offers the functions and values of a module. False: the name is no module.
    fn module_members(&mut self, module: &str) -> bool {
        let functions = modules::functions_of(self.known, module);
        if functions.is_empty() && modules::seen(self.known).all(|(name, _)| name != module) {
            return false;
        }
        for (path, f) in functions {
            let said = self.known.index.text(path).map_or(String::new(), |text| module_text::remarks(text, f.line));
            self.push(f.name, Sort::Function, &f.takes, &said, "");
        }
        for (name, value, said) in modules::values_of(self.known, module) {
            self.push(&name, Sort::Field, &value, &said, "");
        }
        true
    }

    /// Offers the fields, or the methods, of an object of a type. A list has none.
    fn members_of(&mut self, ty: &str, is_method: bool) {
        let class = object(ty);
        if is_method {
            return self.methods(class);
        }
        let fields = GameValues::new(self.known, Some(&self.around)).fields(class);
        for field in fields.iter() {
            self.push(&field.name, Sort::Field, &field.ty, field.doc, "");
        }
        // A game that never loaded has names, and no types yet.
        match (class, self.known.game) {
            ("Options", None) => self.names(ObjectKind::Option, ""),
            (class, None) if !class.ends_with(']') => self.names(ObjectKind::Field, ""),
            _ => {}
        }
    }

    fn methods(&mut self, class: &str) {
        for (name, signature, doc) in METHODS.iter().filter(|_| class == "Card") {
            self.push(name, Sort::Function, signature, doc, "");
        }
        for member in library_members().filter(|member| class == "string" && member.library == "string") {
            self.push(member.name, Sort::Function, member.signature, member.doc, "");
        }
    }

    /// Offers the texts that a host function takes, by its argument or by the key of its table.
    fn text(&mut self, at: &InLua, takes: &'static [Takes]) {
        let mut takes = takes;
        if let Some(key) = &at.key {
            match lua_names::parts(takes).find(|part| part.name == *key) {
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
            ("step" | "wrap", _) => self.names(ObjectKind::Step, ""),
            ("contains", 1) => self.in_field(&last(argument(0))),
            // Methods of cards.
            ("is", 0) if called.contains(':') => self.names(ObjectKind::Status, ""),
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
                self.names(ObjectKind::Zone, "");
                if at.owner_in_text().is_none() {
                    self.words(&["owner", "me", "opponent"], "player", ".");
                }
            }
            WordOf::Lasting => {
                self.names(ObjectKind::Level, "");
                self.names(ObjectKind::Record, "");
                self.words(&["leaves", "reset", "use", "phase"], "how long", "");
                self.words(&["until", "through"], "how long, with a player and a level", " ");
            }
            WordOf::RecordList => match at.owner_in_text() {
                Some(_) => self.fields(page::asked_of(known, Class::Record), "list of a record", ""),
                None => self.names(ObjectKind::Record, "."),
            },
            WordOf::RecordField => self.fields(page::asked_of(known, Class::Record), "field", ""),
            WordOf::Ability => self.abilities(at),
            WordOf::Target => {
                let targets: Vec<String> = self.around.targets().into_iter().map(String::from).collect();
                self.fields(targets, "target", "");
                self.names(ObjectKind::Target, "");
            }
            word => match kinds::of_word(word) {
                ObjectKind::Seat => self.words(&["me", "opponent", "active", "inactive"], "player", ""),
                ObjectKind::Field => self.fields(page::fields(known, page::PageSubject::Cards), "field", ""),
                kind => self.names(kind, ""),
            },
        }
    }

    /// Offers abilities: those of the manifest, and `card/ability`.
    fn abilities(&mut self, at: &InLua) {
        let known = self.known;
        match at.text.split_once('/') {
            Some((card, _)) => {
                for (_, ability) in page::abilities(known).filter(|(of, _)| *of == card) {
                    self.push(ability, Sort::Name(ObjectKind::Ability), "ability", "", "");
                }
            }
            None => {
                self.names(ObjectKind::Ability, "");
                for (card, _) in page::abilities(known) {
                    self.push(card, Sort::Name(ObjectKind::Card), "card with an ability", "", "/");
                }
            }
        }
    }
}
