//! Literals: what scripts say literally to host functions, checked while they load.
//!
//! A misspelt key of a question is never read, and a misspelt word is found when its line runs, which may be years
//! later. What stands in the source is read by the same parser as the filters of YAML; what is computed is left to
//! the run.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::api::{HostFn, TABLE};
use super::builtins::{LIBRARIES, NO_PATTERNS, OF_PATTERNS};
use super::literal_calls;
use super::literal_words::word;
use super::sandbox::Placed;
use super::sandbox_calls::{HostCall, Literal, Said, Sayings};
use super::sandbox_naming::Word;
use super::takes::{Part, Takes, WordOf};
use crate::data::{Data, Key, Node, Span, suggest};
use crate::error::Problems;
use crate::kernel::Rules;
use crate::kernel::model::event;
use crate::kernel::model::lang::{CardField, Class};
use crate::kernel::model::rules::FieldKind;
use crate::kernel::model::schema::{AttrBase, AttrDef};
use crate::kernel::parse::meant::{Judge, Meant, USE_FIELDS, What};
use crate::kernel::parse::parser::{Parser, Scope};
use crate::kernel::parse::print::{PRINTED_ONLY, is_about_print};

static FUNCTIONS: LazyLock<BTreeMap<&str, &HostFn>> = LazyLock::new(|| TABLE.iter().map(|f| (f.path, f)).collect());

/// The file of what only the run knows: nothing is told about it.
const COMPUTED: &str = "\u{1}";

/// Checks what scripts say.
pub(super) struct Literals<'r> {
    pub rules: &'r Rules,
    pub problems: Problems,
    /// What can be judged only when all scripts were read.
    pub meant: RefCell<Vec<Meant>>,
    /// All short texts of the scripts.
    texts: Vec<Box<str>>,
    /// Fields that scripts read, where nothing of the game is called so.
    fields: Vec<(Box<str>, Span)>,
    /// Fields that they write, and keys of their own tables.
    written: BTreeSet<Box<str>>,
    /// Keys of their own tables that are nothing of the game.
    keys: Vec<(Box<str>, Span)>,
    /// Fields that they read.
    read: BTreeSet<Box<str>>,
    /// Functions that they declare in their own tables.
    functions: BTreeSet<Box<str>>,
    /// Methods that they call, where nothing of the host is called so.
    methods: Vec<(Box<str>, Span)>,
    /// What steps read of what they are given, where nothing of the game is called so.
    given: Vec<(Box<str>, Span)>,
    placed: Option<Placed>,
    /// Which alternative of `a and b or c` is looked at.
    turn: usize,
}

impl<'r> Literals<'r> {
    pub fn new(rules: &'r Rules) -> Literals<'r> {
        Literals {
            rules,
            problems: Problems::new(),
            meant: RefCell::default(),
            texts: Vec::new(),
            fields: Vec::new(),
            written: BTreeSet::new(),
            keys: Vec::new(),
            read: BTreeSet::new(),
            functions: BTreeSet::new(),
            methods: Vec::new(),
            given: Vec::new(),
            placed: None,
            turn: 0,
        }
    }

    /// Looks at one script.
    pub fn read(&mut self, placed: &Placed, sayings: &Sayings) {
        self.placed = Some(placed.place());
        self.texts.extend(sayings.texts.iter().cloned());
        self.written.extend(sayings.written.iter().map(|field| field.text.clone()));
        self.written.extend(sayings.keys.iter().map(|key| key.text.clone()));
        self.functions.extend(sayings.functions.iter().map(|name| name.text.clone()));
        self.read.extend(sayings.fields.iter().map(|field| field.text.clone()));
        let unread =
            sayings.keys.iter().chain(&sayings.written).filter(|k| !self.is_member(&k.text) && !is_part(&k.text));
        let unread: Vec<_> = unread.map(|k| (k.text.clone(), self.span(k.line, k.column))).collect();
        self.keys.extend(unread);
        let unknown = sayings.fields.iter().filter(|f| !self.is_member(&f.text));
        let unknown: Vec<_> = unknown.map(|f| (f.text.clone(), self.span(f.line, f.column))).collect();
        self.fields.extend(unknown);
        for call in &sayings.calls {
            self.call(call);
        }
        for (odd, word) in &sayings.odd {
            self.odd(*odd, word);
        }
        for comparison in &sayings.comparisons {
            self.comparison(comparison);
        }
        // The flow binds names that the game knows; scripts give a step whatever they call it.
        let given = sayings.given.iter().filter(|n| self.rules.schema.symbols.find(&n.text).is_none());
        let given: Vec<_> = given.map(|n| (n.text.clone(), self.span(n.line, n.column))).collect();
        self.given.extend(given);
    }

    /// All that was found, when everything was read: what the manifest and the cards say is judged with it.
    pub fn finish(self, noted: &[Meant]) -> Problems {
        let Literals {
            rules, mut problems, meant, texts, fields, written, keys, read, functions, methods, given, ..
        } = self;
        let said: BTreeSet<&str> = texts.iter().map(|t| &**t).collect();
        let names = names_of_fields(rules);
        let is_made = |name: &str| written.contains(name) || said.contains(name);
        for (name, span) in given.iter().filter(|(name, _)| !is_made(name)) {
            let message = format!("nothing gives a step, in `args`, a `{name}`");
            let found = problems.error("unknown_word", span, message);
            if let Some(near) = suggest::nearest(name, written.iter().map(|w| &**w)) {
                found.help(format!("did you mean `{near}`?"));
            }
        }
        for (name, span) in methods.iter().filter(|(name, _)| !is_made(name)) {
            let why = if OF_PATTERNS.contains(&&**name) { NO_PATTERNS } else { "" };
            let help = suggest::help_for(name, METHODS);
            problems.error("unknown_word", span, format!("nothing has a method `{name}`{why}")).help(help);
        }
        let is_given = |name: &str| given.iter().any(|(n, _)| **n == *name);
        for (field, span) in fields.iter().filter(|(f, _)| !is_made(f) && !is_given(f)) {
            let known: Vec<&str> = names.iter().copied().chain(written.iter().map(|w| &**w)).collect();
            // A script may ask whether its own table has something; what is nearly a field of the game is a slip.
            if let Some(near) = suggest::slip(field, known) {
                let message = format!("nothing has a field `{field}`");
                problems.error("unknown_word", span, message).help(format!("did you mean `{near}`?"));
            }
        }
        for (key, span) in keys.iter().filter(|(k, _)| !read.contains(k) && !said.contains(&**k)) {
            let parts = PARTS.iter().copied().chain(FILTER_KEYS).chain(read.iter().map(|r| &**r));
            let known: Vec<&str> = names.iter().copied().chain(parts).chain(said.iter().copied()).collect();
            // A script may walk its own table, whatever its keys: this is no error.
            match suggest::slip(key, known) {
                Some(_) if functions.contains(key) => {
                    problems.warn("unknown_key", span, format!("nothing calls the function `{key}`"));
                }
                Some(near) => {
                    let message = format!("nothing reads the key `{key}`");
                    problems.warn("unknown_key", span, message).help(format!("did you mean `{near}`?"));
                }
                None => {}
            }
        }
        let meant = meant.into_inner();
        let mut judge = Judge::new(rules);
        read.iter().for_each(|field| judge.hear_field(field));
        noted.iter().for_each(|m| judge.hear(m));
        // The texts of scripts count by themselves.
        meant.iter().filter(|m| m.what != What::Free).for_each(|m| judge.hear(m));
        texts.iter().for_each(|text| judge.hear_text(text));
        noted.iter().chain(&meant).for_each(|m| judge.judge(m, &mut problems));
        problems
    }

    /// Whether something of the game, of Lua or of the host is called so.
    fn is_member(&self, name: &str) -> bool {
        let of_host = || TABLE.iter().any(|f| f.path.rsplit('.').next() == Some(name));
        let of_lua = || LIBRARIES.iter().any(|(_, members)| members.contains(&name));
        let fixed = ["opponent", "moment", "together"];
        self.rules.schema.symbols.find(name).is_some() || fixed.contains(&name) || of_lua() || of_host()
    }

    pub fn span(&self, line: u32, column: u32) -> Span {
        let Some(placed) = &self.placed else { return Span::none() };
        let at = placed.error(line, column, String::new());
        Span::new(at.file.as_str(), at.line, at.column)
    }

    pub fn place(&self, of: &Literal) -> Span {
        self.span(of.line, of.column)
    }

    pub fn error(&mut self, key: &'static str, span: &Span, message: String, help: String) {
        let problem = self.problems.error(key, span, message);
        if !help.is_empty() {
            problem.help(help);
        }
    }

    /// Reports a word that is none of those known.
    pub fn unknown<'k>(&mut self, what: &str, text: &str, span: &Span, known: impl IntoIterator<Item = &'k str>) {
        let known: Vec<&str> = known.into_iter().collect();
        let help = suggest::help_for(text, known);
        self.error("unknown_word", span, format!("{what} `{text}`"), help);
    }

    pub fn mean(&self, what: What, text: &str, span: &Span) {
        self.meant.borrow_mut().push(Meant { what, text: text.into(), span: span.clone() });
    }

    /// Parses something of the filter language, and keeps what was found at places that the source shows.
    pub fn parse<R>(&mut self, f: impl FnOnce(&mut Parser) -> R) -> R {
        let (mut found, later) = (Problems::new(), RefCell::default());
        let parsed = f(&mut Parser::of(self.rules, Scope::default(), &mut found).noting(&later));
        for problem in found.list().iter().filter(|p| &*p.span.file != COMPUTED) {
            let is_known = |p: &crate::error::Problem| p.span == problem.span && p.message == problem.message;
            if !self.problems.list().iter().any(is_known) {
                let help = problem.help.clone().unwrap_or_default();
                self.error(problem.key, &problem.span, problem.message.clone(), help);
            }
        }
        let meant = later.into_inner().into_iter().filter(|m| &*m.span.file != COMPUTED);
        self.meant.borrow_mut().extend(meant);
        parsed
    }

    // ---- calls ----

    fn call(&mut self, call: &HostCall) {
        let name = &*call.name.text;
        let place = self.span(call.name.line, call.name.column);
        if let Some(method) = name.strip_prefix(':') {
            return self.method(method, call);
        }
        if let Some((of, method)) = name.split_once('.').filter(|(of, m)| is_object(of) && METHODS.contains(m)) {
            let message = format!("`{name}` is called with a colon: `{of}:{method}(...)`");
            return self.error("wrong_kind", &place, message, String::new());
        }
        if name == "act.together" && matches!(call.arguments.first().map(|a| &a.said), Some(Said::Call(_))) {
            let message = "`act.together` takes a function, found what a call answers".into();
            return self.error("wrong_kind", &place, message, "act.together(function() ... end)".into());
        }
        let Some(f) = FUNCTIONS.get(name) else { return self.declared(call) };
        let parameters: Vec<(&str, bool)> = f.parameters().collect();
        let least = parameters.iter().filter(|(_, optional)| !optional).count();
        let given = call.arguments.len();
        if given > parameters.len() || given < least && !call.is_open {
            let wanted =
                if least == parameters.len() { format!("{least}") } else { format!("{least} to {}", parameters.len()) };
            let message = format!("`{name}` takes {wanted} arguments, {given} given");
            self.error("arguments", &place, message, format!("{name}{}", f.signature));
        }
        for ((argument, takes), (parameter, optional)) in call.arguments.iter().zip(f.takes).zip(parameters) {
            if argument.said == Said::Nil && optional {
                continue;
            }
            for turn in 0..alternatives(argument) {
                self.turn = turn;
                self.argument(argument, takes, &format!("`{parameter}` of `{name}`"), call);
            }
            self.turn = 0;
        }
        literal_calls::whole(self, call, &place);
    }

    /// Whether cards have words called so.
    pub fn is_word_field(&self, name: &str) -> bool {
        let schema = &self.rules.schema;
        let field = schema.symbols.find(name).and_then(|s| schema.card_field(s));
        matches!(field, Some(CardField::Words(_)))
    }

    /// An event of the manifest as a function: `act.retire(card)`.
    fn declared(&mut self, call: &HostCall) {
        let Some(name) = call.name.text.strip_prefix("act.") else { return };
        let declared = &self.rules.events[event::COUNT as usize..];
        let Some(def) = declared.iter().find(|e| **self.rules.name(e.name) == *name) else { return };
        let may_be_nothing = |i: usize| i > 0 && def.optional & 1 << i.min(31) != 0;
        let most = def.fields.len();
        let least = (0..most).rfind(|i| !may_be_nothing(*i)).map_or(0, |last| last + 1);
        let given = call.arguments.len();
        let place = self.span(call.name.line, call.name.column);
        if given > most || given < least && !call.is_open {
            let fields: Vec<&str> = def.fields.iter().map(|(n, _)| &**self.rules.name(*n)).collect();
            let help = format!("act.{name}({})", fields.join(", "));
            let wanted = if least == most { format!("{most}") } else { format!("{least} to {most}") };
            let message = format!("`act.{name}` takes {wanted} arguments, {given} given");
            return self.error("arguments", &place, message, help);
        }
        for (argument, (field, kind)) in call.arguments.iter().zip(&def.fields) {
            let takes: &[Takes] = match kind {
                FieldKind::Card | FieldKind::Cards => &[Takes::Card, Takes::Cards],
                FieldKind::Player => &[Takes::Player, Takes::Players],
                FieldKind::Int => &[Takes::Int],
                FieldKind::Use => &[Takes::Use],
                _ => &[Takes::Any],
            };
            if argument.said != Said::Nil {
                let what = format!("`{}` of `act.{name}`", self.rules.name(*field));
                self.argument(argument, takes, &what, call);
            }
        }
    }

    fn method(&mut self, method: &str, call: &HostCall) {
        let said = |i: usize| match call.arguments.get(i).map(|a| &a.said) {
            Some(Said::Text(text)) => Some(text.clone()),
            _ => None,
        };
        match (method, said(0), said(1)) {
            ("is", Some(status), _) => word(self, WordOf::Status, &status, &call.arguments[0], call),
            ("has", Some(field), of) => {
                word(self, WordOf::Words, &field, &call.arguments[0], call);
                let slot = self.parse(|p| p.word_slot(&field));
                if let (Some(slot), Some(of)) = (slot, of) {
                    let span = self.place(&call.arguments[1]);
                    self.word_in(slot, &of, &span);
                }
            }
            ("stored", Some(field), _) => {
                let schema = &self.rules.schema;
                let is_stored = |a: &&AttrDef| a.of == Class::Card && matches!(a.base, AttrBase::Stored { .. });
                let stored = schema.attrs.iter().filter(is_stored).map(|a| &**self.rules.name(a.name));
                let known: Vec<&str> = stored.collect();
                if !known.contains(&&*field) {
                    let span = self.place(&call.arguments[0]);
                    self.unknown("cards store no number", &field, &span, known);
                }
            }
            _ if METHODS.contains(&method) => {}
            _ if LIBRARIES.iter().any(|(name, members)| *name == "string" && members.contains(&method)) => {}
            _ => {
                let span = self.span(call.name.line, call.name.column);
                self.methods.push((method.into(), span));
            }
        }
    }

    /// A word that must be one of a word field.
    pub fn word_in(&mut self, slot: u8, text: &str, span: &Span) {
        match self.rules.schema.symbols.find(text) {
            Some(sym) => self.mean(What::Word(slot, sym), text, span),
            None => {
                let rules = self.rules;
                let field = &rules.schema.words[slot as usize];
                let what = format!("no card has or gets, in its {}, the word", rules.name(field.name));
                self.unknown(&what, text, span, field.known.iter().map(|w| &**rules.name(*w)));
            }
        }
    }

    // ---- arguments ----

    fn argument(&mut self, of: &Literal, takes: &[Takes], what: &str, call: &HostCall) {
        if takes.contains(&Takes::Any) {
            return;
        }
        match &of.said {
            Said::Computed => {}
            Said::Either(list) => {
                // `x and y or nil` leaves it out.
                let one = list.get(self.turn.min(list.len() - 1)).filter(|one| one.said != Said::Nil);
                if let Some(one) = one {
                    self.argument(one, takes, what, call);
                }
            }
            Said::Text(text) => self.text(of, text, takes, what, call),
            Said::Table(entries, is_whole) => self.table(of, entries, *is_whole, takes, what, call),
            said => {
                let fits = match said {
                    Said::Name(name) => kind_of_name(name),
                    Said::Call(name) => FUNCTIONS.get(&**name).and_then(|f| kind_of_answer(f.signature)),
                    Said::Int(_) => Some(&[Takes::Int][..]),
                    Said::Bool(_) => Some(&[Takes::Bool][..]),
                    Said::Function => Some(&[Takes::Function][..]),
                    _ => Some(&[][..]),
                };
                if fits.is_some_and(|kinds| !kinds.iter().any(|k| takes.contains(k))) {
                    self.wrong_kind(of, takes, what);
                }
            }
        }
    }

    fn wrong_kind(&mut self, of: &Literal, takes: &[Takes], what: &str) {
        let span = self.place(of);
        let wanted: Vec<String> = takes.iter().map(|t| in_words(*t)).collect();
        let message = format!("{what} is {}, found {}", wanted.join(" or "), found(&of.said));
        self.error("wrong_kind", &span, message, String::new());
    }

    fn text(&mut self, of: &Literal, text: &str, takes: &[Takes], what: &str, call: &HostCall) {
        let before = self.problems.len();
        let mut is_taken = false;
        for one in takes {
            match one {
                Takes::Text => return,
                Takes::OneOf(words) if words.contains(&text) => return,
                Takes::OneOf(words) => {
                    let span = self.place(of);
                    self.unknown(&format!("{what} is never"), text, &span, words.iter().copied());
                }
                Takes::Word(kind) => word(self, *kind, text, of, call),
                _ => continue,
            }
            is_taken = true;
            if self.problems.len() == before {
                return;
            }
        }
        if !is_taken {
            self.wrong_kind(of, takes, what);
        }
    }

    fn table(
        &mut self,
        of: &Literal,
        entries: &[(Option<Word>, Literal)],
        is_whole: bool,
        takes: &[Takes],
        what: &str,
        call: &HostCall,
    ) {
        let named = entries.iter().filter(|(key, _)| key.is_some()).count();
        if named > 0 && named < entries.len() {
            let span = self.place(of);
            let message = "a table is a list or has names; the names of one that has both are not read".into();
            return self.error("wrong_kind", &span, message, String::new());
        }
        let is_list = named == 0 && !entries.is_empty();
        for one in takes {
            match one {
                Takes::Cards | Takes::Players | Takes::List if is_list || entries.is_empty() => return,
                Takes::Parts(parts) if !is_list => return self.parts(entries, parts, what, call),
                Takes::Filter(class) if !is_list => return self.filter(of, *class, &[], call),
                Takes::Asks(class, parts) if !is_list => return self.filter(of, *class, parts, call),
                // Whoever writes the step names them; which of them nobody reads shows at the end.
                Takes::Names if !is_list => return,
                Takes::Stored if !is_list => return self.stored(entries),
                Takes::Fields if !is_list => return self.fields(entries, call),
                _ => {}
            }
        }
        if is_whole {
            self.wrong_kind(of, takes, what);
        }
    }

    fn parts(&mut self, entries: &[(Option<Word>, Literal)], parts: &[Part], what: &str, call: &HostCall) {
        for (key, value) in entries {
            let Some(key) = key else { continue };
            match parts.iter().find(|p| *p.name == *key.text) {
                Some(part) if value.said != Said::Nil => {
                    self.argument(value, part.takes, &format!("`{}` of `{}`", key.text, call.name.text), call);
                }
                Some(_) => {}
                None => {
                    let span = self.span(key.line, key.column);
                    let known: Vec<&str> = parts.iter().map(|p| p.name).collect();
                    let help = suggest::help_for(&key.text, known);
                    self.error("unknown_key", &span, format!("unknown key `{}` in {what}", key.text), help);
                }
            }
        }
    }

    fn filter(&mut self, of: &Literal, class: Class, own: &[Part], call: &HostCall) {
        let Said::Table(entries, _) = &of.said else { return };
        let is_own = |key: &Option<Word>| key.as_ref().is_some_and(|k| own.iter().any(|p| *p.name == *k.text));
        let (mine, filter): (Vec<_>, Vec<_>) = entries.iter().cloned().partition(|(key, _)| is_own(key));
        self.parts(&mine, own, "", call);
        if &*call.name.text == "ask.card" || &*call.name.text == "ask.space" {
            let pick = filter.iter().find_map(|(key, _)| key.as_ref().filter(|k| &*k.text == "pick"));
            if let Some(pick) = pick {
                let span = self.span(pick.line, pick.column);
                let message = format!("`{}` asks for one: it reads no `pick`", call.name.text);
                self.error("unknown_key", &span, message, format!("`{}s` asks for several", call.name.text));
            }
        }
        let name = &*call.name.text;
        let mut filter = filter;
        filter.retain(|(key, _)| match key {
            Some(key) => !self.is_nearly_own(key, own, name),
            None => true,
        });
        let unread: &[&str] = match name {
            "act.modify" | "act.forbid" | "act.permit" | "act.grant" => &[],
            "ask.cards" | "ask.card" => &["random"],
            "ask.spaces" | "ask.space" | "ask.player" => {
                &["random", "count", "sum", "distinct", "roles", "meets", "any_of"]
            }
            _ => &["pick", "random", "needs", "verb", "count", "sum", "distinct", "roles", "meets", "any_of"],
        };
        for key in filter.iter().filter_map(|(key, _)| key.as_ref()).filter(|k| unread.contains(&&*k.text)) {
            let span = self.span(key.line, key.column);
            let message = format!("`{name}` does not read `{}`", key.text);
            self.error("unknown_key", &span, message, String::new());
        }
        let node = self.node(&Literal { said: Said::Table(filter, true), ..of.clone() });
        let is_permission = ["act.modify", "act.forbid", "act.permit"].contains(&name);
        let is_of_defs = ["defs", "ask.def", "abilities"].contains(&name);
        let is_of_print = self.parse(|p| match class {
            Class::Any => {
                p.object_filter(&node);
                true
            }
            _ if is_permission || class == Class::Use => {
                p.filter(&node, class);
                true
            }
            _ => is_about_print(&p.selection(&node, class).filter),
        });
        if is_of_defs && !is_of_print {
            let span = self.place(of);
            let message = format!("`{name}` looks at definitions, which have {PRINTED_ONLY}");
            self.error("unknown_key", &span, message, String::new());
        }
    }

    /// Whether a key is nothing of a filter and nearly a part of the question, which is reported.
    fn is_nearly_own(&mut self, key: &Word, own: &[Part], function: &str) -> bool {
        if FILTER_KEYS.contains(&&*key.text) || self.rules.schema.symbols.find(&key.text).is_some() {
            return false;
        }
        let Some(near) = suggest::nearest(&key.text, own.iter().map(|p| p.name)) else { return false };
        let span = self.span(key.line, key.column);
        let message = format!("unknown key `{}` in `{function}`", key.text);
        self.error("unknown_key", &span, message, format!("did you mean `{near}`?"));
        true
    }

    fn stored(&mut self, entries: &[(Option<Word>, Literal)]) {
        let rules = self.rules;
        let stored = rules.schema.attrs.iter().filter(|a| matches!(a.base, AttrBase::Stored { .. }));
        let known: Vec<&str> = stored.map(|a| &**rules.name(a.name)).collect();
        for key in entries.iter().filter_map(|(key, _)| key.as_ref()).filter(|k| !known.contains(&&*k.text)) {
            let span = self.span(key.line, key.column);
            self.unknown("cards store no number", &key.text, &span, known.iter().copied());
        }
    }

    /// The fields of the record that the first argument names.
    fn fields(&mut self, entries: &[(Option<Word>, Literal)], call: &HostCall) {
        let Some(Said::Text(record)) = call.arguments.first().map(|a| &a.said) else { return };
        let rules = self.rules;
        let Some(kind) = rules.schema.record(record) else { return };
        let def = &rules.schema.records[kind.index()];
        let known: Vec<&str> = def.fields.iter().map(|(n, _)| &**rules.name(*n)).collect();
        for key in entries.iter().filter_map(|(key, _)| key.as_ref()).filter(|k| !known.contains(&&*k.text)) {
            let span = self.span(key.line, key.column);
            self.unknown(&format!("the record `{record}` has no field"), &key.text, &span, known.iter().copied());
        }
    }

    /// The data tree of a table; what is computed stands at a place that is not shown.
    pub fn node(&self, of: &Literal) -> Node {
        let span = self.place(of);
        let value = match &of.said {
            Said::Text(text) => Data::Text(text.to_string()),
            Said::Int(n) => Data::Int(*n),
            Said::Bool(b) => Data::Bool(*b),
            Said::Nil => Data::Null,
            Said::Either(list) => match list.get(self.turn.min(list.len().saturating_sub(1))) {
                Some(one) => return self.node(one),
                None => Data::Null,
            },
            Said::Table(entries, _) if entries.iter().any(|(key, _)| key.is_none()) => {
                Data::List(entries.iter().map(|(_, value)| self.node(value)).collect())
            }
            Said::Table(entries, _) => {
                let entries = entries.iter().filter(|(_, value)| value.said != Said::Nil);
                let entry = |(key, value): &(Option<Word>, Literal)| {
                    let key = key.as_ref()?;
                    let span = self.span(key.line, key.column);
                    Some((Key { name: key.text.to_string(), span }, self.node(value)))
                };
                Data::Map(entries.filter_map(entry).collect())
            }
            _ => return Node { value: Data::Text(format!("{COMPUTED}?")), span: Span::file(COMPUTED) },
        };
        Node { value, span }
    }
}

/// The methods of objects of the game.
const METHODS: [&str; 3] = ["has", "is", "stored"];

/// Whether every script has an object of the game under a name.
fn is_object(name: &str) -> bool {
    kind_of_name(name).is_some()
}

/// Names of the fields of everything.
fn names_of_fields(rules: &Rules) -> Vec<&str> {
    let schema = &rules.schema;
    let of_cards = schema.card_fields.iter().map(|f| f.0).chain(schema.player_fields.iter().map(|f| f.0));
    let of_records = schema.records.iter().flat_map(|r| r.fields.iter().map(|f| f.0));
    let of_events = rules.events.iter().flat_map(|e| e.fields.iter().map(|f| f.0));
    let symbols = of_cards.chain(of_records).chain(of_events).chain(USE_FIELDS);
    let fixed = ["opponent", "moment", "user", "column"];
    symbols.map(|s| &**rules.name(s)).chain(fixed).collect()
}

/// Names of the parts of all tables that host functions take.
static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let takes = TABLE.iter().flat_map(|f| f.takes.iter().copied().flatten());
    let parts = takes.flat_map(|t| match t {
        Takes::Parts(parts) | Takes::Asks(_, parts) => *parts,
        _ => &[],
    });
    parts.map(|p| p.name).collect()
});

/// Keys of filters that no game declares.
const FILTER_KEYS: [&str; 46] = [
    "all",
    "any",
    "not",
    "is",
    "among",
    "where",
    "zone",
    "owner",
    "controller",
    "side",
    "put_by",
    "type",
    "name",
    "def",
    "printed",
    "status",
    "other",
    "position",
    "ability",
    "permitted",
    "slot",
    "space",
    "opposite",
    "spaces",
    "free",
    "holds",
    "mark",
    "next_to",
    "ahead_of",
    "behind",
    "distance",
    "covered",
    "fulfils",
    "pick",
    "first",
    "last",
    "needs",
    "random",
    "verb",
    "count",
    "sum",
    "distinct",
    "roles",
    "meets",
    "any_of",
    "record",
];

/// Whether a host function, or a filter, reads such a key.
fn is_part(name: &str) -> bool {
    PARTS.contains(&name) || FILTER_KEYS.contains(&name)
}

/// How many alternatives there are at most in what stands there.
fn alternatives(of: &Literal) -> usize {
    match &of.said {
        Said::Either(list) => list.len().max(list.iter().map(alternatives).max().unwrap_or(1)),
        Said::Table(entries, _) => entries.iter().map(|(_, value)| alternatives(value)).max().unwrap_or(1),
        _ => 1,
    }
}

/// What a name that every script has is.
fn kind_of_name(name: &str) -> Option<&'static [Takes]> {
    match name {
        "me" | "opponent" | "active" | "inactive" => Some(&[Takes::Player]),
        "self" => Some(&[Takes::Card]),
        "this" => Some(&[Takes::Use]),
        "game" => Some(&[Takes::Game]),
        _ => None,
    }
}

/// What a host function answers, by its signature.
fn kind_of_answer(signature: &str) -> Option<&'static [Takes]> {
    let (_, answer) = signature.rsplit_once("): ")?;
    match answer.trim_end_matches('?') {
        "integer" => Some(&[Takes::Int]),
        "boolean" => Some(&[Takes::Bool]),
        "Card" => Some(&[Takes::Card]),
        "Card[]" => Some(&[Takes::Cards, Takes::List]),
        "Player" => Some(&[Takes::Player]),
        "Player[]" => Some(&[Takes::Players, Takes::List]),
        "Space" => Some(&[Takes::Space]),
        "Space[]" => Some(&[Takes::List]),
        _ => None,
    }
}

fn in_words(takes: Takes) -> String {
    match takes {
        Takes::Any => "anything".into(),
        Takes::Card => "a card".into(),
        Takes::Cards => "cards".into(),
        Takes::Player => "a player".into(),
        Takes::Players => "players".into(),
        Takes::Use => "a use".into(),
        Takes::Record => "a record".into(),
        Takes::Ability => "an ability".into(),
        Takes::Space => "a space".into(),
        Takes::Game => "the game".into(),
        Takes::List => "a list".into(),
        Takes::Int => "a whole number".into(),
        Takes::Bool => "true or false".into(),
        Takes::Text => "a text".into(),
        Takes::Function => "a function".into(),
        Takes::Filter(_) | Takes::Asks(..) => "a filter".into(),
        Takes::Parts(parts) => format!("a table of {}", parts.iter().map(|p| p.name).collect::<Vec<_>>().join(", ")),
        Takes::Names | Takes::Stored | Takes::Fields => "a table of names".into(),
        Takes::OneOf(words) => words.join(" or "),
        Takes::Word(_) => "a word".into(),
    }
}

fn found(said: &Said) -> String {
    match said {
        Said::Text(text) => format!("the text `{text}`"),
        Said::Int(n) => format!("the number {n}"),
        Said::Fraction => "a fraction".into(),
        Said::Bool(b) => b.to_string(),
        Said::Nil => "nil".into(),
        Said::Table(entries, _) if entries.is_empty() => "an empty table".into(),
        Said::Table(entries, _) if entries[0].0.is_some() => "a table with names".into(),
        Said::Table(..) => "a list".into(),
        Said::Function => "a function".into(),
        Said::Name(name) => format!("`{name}`"),
        Said::Call(name) => format!("what `{name}` answers"),
        Said::Either(_) | Said::Computed => "something else".into(),
    }
}
