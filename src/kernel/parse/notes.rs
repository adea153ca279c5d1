//! Notes: words that the parser sets aside until the whole game is known, and values that must be of a kind.

use crate::data::keys::Section;
use crate::data::{Data, Node, Span, suggest};
use crate::kernel::model::fixed::Holds;
use crate::kernel::model::lang::{CardField, Class, Head, PlayerField, Ref};
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::Value;
use crate::kernel::parse::meant::{Judge, Meant, What};
use crate::kernel::parse::parser::{Judged, Parser};

impl Parser<'_> {
    /// Notes what a word must be, to be judged when the whole game is known; what a script hands over is known.
    pub(crate) fn mean(&mut self, what: What, text: &str, span: &Span) {
        let meant = Meant { what, text: text.into(), span: span.clone() };
        match (self.judged, &meant.what) {
            (Judged::Later(notes), _) => notes.borrow_mut().push(meant),
            (Judged::Now(rules), What::Path(..) | What::OptionValue(..)) => {
                Judge::of_run(rules).judge(&meant, self.problems)
            }
            // Words may come from scripts too, which the rules do not hold.
            _ => {}
        }
    }

    /// True or false.
    pub(crate) fn flag(&mut self, node: &Node) -> bool {
        if node.as_bool().is_none() {
            self.wrong(node, "true or false");
        }
        node.as_bool().unwrap_or(false)
    }

    /// A whole number that is written out.
    pub(crate) fn int(&mut self, node: &Node) -> i64 {
        if node.as_int().is_none() {
            self.wrong(node, "a whole number");
        }
        node.as_int().unwrap_or(1)
    }

    /// Reports keys of a map that its section does not declare; what is no map has none.
    pub(crate) fn known_keys(&mut self, node: &Node, section: &Section) {
        for (key, _) in node.as_map().unwrap_or_default() {
            section.known(key, self.problems);
        }
    }

    /// A reference to objects: a plain word is none.
    pub fn object_ref(&mut self, node: &Node) -> Ref {
        let text = node.as_str().unwrap_or("").to_string();
        let found = self.reference(node);
        if matches!(&found.head, Head::Value(Value::Word(_))) {
            let heads = [
                "self", "this", "me", "opponent", "active", "inactive", "event", "reply_to", "subject", "it", "paid",
                "game",
            ];
            let (scope, schema) = (&self.scope, self.schema);
            let fields = scope.event.map_or(&[][..], |e| &self.events[e.index()].fields);
            let names = scope.targets.iter().chain(&scope.vars).copied().chain(fields.iter().map(|f| f.0));
            let names = names.chain(schema.records.iter().map(|r| r.name)).chain(schema.areas.iter().map(|a| a.name));
            let names = self.names(names);
            let (head, _) = text.split_once('.').unwrap_or((&text, ""));
            let known: Vec<&str> = names.iter().map(String::as_str).chain(heads).collect();
            let help = suggest::help_for(head, known.iter().copied());
            self.problems.error("unknown_word", &node.span, format!("nothing is called `{text}` here")).help(help);
        }
        found
    }

    /// Reports an empty list or map of a file: nobody says so what is meant. A script may have found nothing.
    pub(in crate::kernel) fn not_empty(&mut self, node: &Node, what: &str) {
        let is_empty = match &node.value {
            Data::List(list) => list.is_empty(),
            Data::Map(map) => map.is_empty(),
            Data::Null => true,
            _ => false,
        };
        if is_empty && matches!(self.judged, Judged::Later(_)) {
            let message = format!("{what} is empty");
            self.problems.error("missing", &node.span, message).help("leave it out, or say what you mean");
        }
    }

    /// A reference to objects of a class.
    pub(in crate::kernel) fn ref_of(&mut self, node: &Node, class: Class) -> Ref {
        let found = self.object_ref(node);
        self.must_be(&found, node, class);
        found
    }

    /// Reports what is written in a file and never leads to an object of the class. What a script hands over may be
    /// nothing.
    pub(in crate::kernel) fn must_be(&mut self, r: &Ref, node: &Node, class: Class) {
        if matches!(self.judged, Judged::Now(_)) || self.scope.untold && class == Class::Card {
            return;
        }
        let wanted = match class {
            Class::Card => "a card",
            Class::Player => "a player",
            Class::Use => "a use",
            _ => return,
        };
        if let Some(found) = self.surely(r).filter(|found| *found != wanted) {
            let text = node.as_str().map_or_else(|| node.to_json().to_string(), String::from);
            let message = format!("`{text}` is {found}, but this place needs {wanted}");
            self.problems.error("wrong_kind", &node.span, message);
        }
    }

    /// Reports what is written in a file as an amount and is never a number: it would count as 0.
    pub(in crate::kernel) fn must_be_number(&mut self, r: &Ref, text: &str, span: &Span) {
        let [.., field] = r.path.as_slice() else { return };
        let is_word = match r.head {
            Head::SelfCard | Head::It if r.path.len() == 1 => match self.schema.card_field(*field) {
                Some(CardField::Fixed(field)) => field.fixed().holds.is_words(),
                field => matches!(field, Some(CardField::Text(_))),
            },
            Head::Me | Head::Opponent | Head::Active | Head::Inactive => match self.schema.player_field(*field) {
                Some(PlayerField::Fixed(field)) => field.fixed().holds.is_words(),
                _ => false,
            },
            _ => false,
        };
        if is_word && matches!(self.judged, Judged::Later(_)) {
            self.problems.error("wrong_kind", span, format!("`{text}` is a word, but this place needs a number"));
        }
    }

    /// What a reference leads to whatever happens, if that is known.
    fn surely(&self, r: &Ref) -> Option<&'static str> {
        let is_card = matches!(r.head, Head::SelfCard);
        match (&r.head, r.path.as_slice()) {
            (Head::SelfCard, []) => Some("a card"),
            (Head::Me | Head::Opponent | Head::Active | Head::Inactive, []) => Some("a player"),
            (Head::This | Head::Subject | Head::ReplyTo, []) => Some("a use"),
            (Head::Game, []) => Some("the game"),
            (Head::Value(Value::Int(_)), []) => Some("a number"),
            (Head::Value(Value::Bool(_)), []) => Some("true or false"),
            (_, [field]) if is_card => match self.schema.card_field(*field)? {
                CardField::Attr(_) => Some("a number"),
                CardField::Fixed(field) => match field.fixed().holds {
                    Holds::Player => Some("a player"),
                    Holds::Int => Some("a number"),
                    holds => holds.is_words().then_some("a word"),
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// A word, or a reference to one: words that are written out are noted.
    pub(in crate::kernel) fn word_ref(&mut self, node: &Node, what: impl Fn(Sym) -> What) -> Ref {
        let found = self.reference(node);
        match (&found.head, &node.value) {
            (Head::Value(Value::Word(sym)), Data::Text(text)) => self.mean(what(*sym), text, &node.span),
            (Head::Value(Value::Int(_) | Value::Bool(_)), _) => self.wrong(node, "a word"),
            _ => {}
        }
        found
    }

    /// Words, each noted.
    pub fn noted_syms(&mut self, node: &Node, what: impl Fn(Sym) -> What) -> Vec<Sym> {
        for item in node.items() {
            match item.as_str() {
                Some(text) => {
                    if let Some(sym) = self.sym(text) {
                        self.mean(what(sym), text, &item.span);
                    }
                }
                None => self.wrong(item, "a word"),
            }
        }
        self.syms(node)
    }

    /// A reference, or words that something holds: they must stand somewhere else too.
    pub fn free_ref(&mut self, node: &Node) -> Ref {
        let found = self.reference(node);
        if matches!(&found.head, Head::Value(Value::Word(_) | Value::List(_))) {
            for item in node.items() {
                if let Some(text) = item.as_str() {
                    self.mean(What::Free, text, &item.span);
                }
            }
        }
        found
    }

    /// A direction, or a reference to one.
    pub(crate) fn direction(&mut self, node: &Node) -> Ref {
        let groups: Vec<u8> = self.schema.boards.iter().filter_map(|b| b.facing).collect();
        let known: Vec<Sym> = groups.iter().flat_map(|g| self.schema.statuses[*g as usize].1.iter().copied()).collect();
        let found = self.reference(node);
        if let Head::Value(Value::Word(word)) = &found.head
            && !known.contains(word)
        {
            self.one_of(node, "direction", &known);
        }
        found
    }
}
