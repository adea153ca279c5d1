//! Unresolved: words that the parser sets aside until the whole game is known, and values that must be of a kind.

use crate::data::keys::Section;
use crate::data::{Data, Node, Span, suggest};
use crate::kernel::model::fixed_fields::{self, Holds, USE_FIELDS};
use crate::kernel::model::lang::{CardField, Class, Expr, Head, PlayerField, Ref, Selection, Source};
use crate::kernel::model::rules::FieldKind;
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::Value;
use crate::kernel::parse::parser::{Judged, Parser};
use crate::kernel::parse::resolve::{Judge, Meant, Of, What};

impl Parser<'_> {
    /// Notes what a word must be, to be judged when the whole game is known. In a running script, paths and values of
    /// options are judged at once, and other words never.
    pub(crate) fn mean(&mut self, what: What, text: &str, span: &Span) {
        let meant = Meant { what, text: text.into(), span: span.clone() };
        match (self.judged, &meant.what) {
            (Judged::Later(notes), _) => notes.borrow_mut().push(meant),
            (Judged::Now(rules), What::Path(..) | What::OptionValue(..)) => {
                Judge::of_run(rules).judge(&meant, self.problems)
            }
            // Other words of a running script are not judged: they may come from scripts, whose words the rules do not
            // hold.
            _ => {}
        }
    }

    /// The number of words noted so far.
    pub(super) fn notes(&self) -> usize {
        match self.judged {
            Judged::Later(notes) => notes.borrow().len(),
            Judged::Now(_) => 0,
        }
    }

    /// Forgets all noted words but the first `kept`.
    pub(super) fn forget_notes(&mut self, kept: usize) {
        if let Judged::Later(notes) = self.judged {
            notes.borrow_mut().truncate(kept);
        }
    }

    /// Reads true or false. Anything else is reported and counts as false.
    pub(crate) fn flag(&mut self, node: &Node) -> bool {
        if node.as_bool().is_none() {
            self.wrong(node, "true or false");
        }
        node.as_bool().unwrap_or(false)
    }

    /// Reads a written whole number. Anything else is reported and counts as 1.
    pub(crate) fn int(&mut self, node: &Node) -> i64 {
        if node.as_int().is_none() {
            self.wrong(node, "a whole number");
        }
        node.as_int().unwrap_or(1)
    }

    /// Reports keys of a map that its section does not declare. A value that is no map has none.
    pub(crate) fn known_keys(&mut self, node: &Node, section: &Section) {
        for (key, _) in node.as_map().unwrap_or_default() {
            section.known(key, self.problems);
        }
    }

    /// Reads a reference to objects; a plain word is reported.
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
            let names = names.chain(schema.roles.iter().map(|role| role.name));
            let names = self.names(names);
            let (head, _) = text.split_once('.').unwrap_or((&text, ""));
            let known: Vec<&str> = names.iter().map(String::as_str).chain(heads).collect();
            let help = suggest::help_for(head, known.iter().copied());
            self.problems.error("unknown_word", &node.span, format!("nothing is called `{text}` here")).help(help);
        }
        found
    }

    /// Reports an empty list or map in a file, because its meaning is unclear. In a script it may be a search without
    /// results.
    pub(in crate::kernel) fn not_empty(&mut self, node: &Node, what: impl std::fmt::Display) {
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
    pub(crate) fn ref_of(&mut self, node: &Node, class: Class) -> Ref {
        let found = self.object_ref(node);
        self.must_be(&found, node, class);
        found
    }

    /// Reports a reference in a file that never leads to an object of this class. Values from scripts may be nil.
    pub(in crate::kernel) fn must_be(&mut self, r: &Ref, node: &Node, class: Class) {
        if matches!(self.judged, Judged::Now(_)) || self.scope.untold && class == Class::Card {
            return;
        }
        let wanted = match class {
            Class::Card => "a card",
            Class::Player => "a player",
            Class::Use => "a use",
            Class::Record => "a record",
            Class::Zone => return,
        };
        if let Some(found) = self.surely(r).filter(|found| *found != wanted) {
            let text = node.as_str().map_or_else(|| node.to_json().to_string(), String::from);
            let message = format!("`{text}` is {found}, but this place needs {wanted}");
            let problem = self.problems.error("wrong_kind", &node.span, message);
            if (found, wanted) == ("a card", "a player") {
                problem.help(format!("`{text}.controller` is the player who acts with it, `{text}.owner` whose it is"));
            }
        }
    }

    /// Reports a reference in a file that is used as an amount and never is a number; it would count as 0.
    pub(in crate::kernel) fn must_be_number(&mut self, r: &Ref, text: &str, span: &Span) {
        if matches!(self.judged, Judged::Now(_)) {
            return;
        }
        let Some(found) = self.surely(r).filter(|found| !["a number", "true or false"].contains(found)) else { return };
        let problem =
            self.problems.error("wrong_kind", span, format!("`{text}` is {found}, but this place needs a number"));
        match r.head {
            _ if found == "a word" => {}
            Head::Target(_) | Head::Var(_) => {
                problem.help(format!("`{text}.FIELD` is a field of it, and `count({text})` counts a list"));
            }
            _ => problem.help(format!("`{text}.FIELD` is a field of it, which may be a number")),
        }
    }

    /// Reports a selection in a file whose objects are not of a wanted class.
    pub(crate) fn must_select(&mut self, what: &Selection, node: &Node, wanted: &[Class]) {
        let plural = |class: Class| match class {
            Class::Card => "cards",
            Class::Player => "players",
            Class::Use => "uses",
            Class::Record => "records",
            Class::Zone => "spaces",
        };
        let found = match &what.source {
            Source::Either(_) | Source::Defs(_) => None,
            Source::Words(_) => Some("words"),
            Source::Number(..) => Some("numbers"),
            source => source.class().filter(|class| !wanted.contains(class)).map(plural),
        };
        if let (Some(found), Judged::Later(_)) = (found, self.judged) {
            let wanted: Vec<&str> = wanted.iter().map(|class| plural(*class)).collect();
            let message = format!("this selects {found}, but this place needs {}", wanted.join(" or "));
            self.problems.error("wrong_kind", &node.span, message).help("`{ zone: …, controller: me }` selects cards");
        }
    }

    /// Reports a reference in a file that never leads to a card or a player.
    pub(crate) fn must_be_card_or_player(&mut self, r: &Ref, node: &Node) {
        let found = self.surely(r).filter(|found| !["a card", "a player"].contains(found));
        if let (Some(found), Judged::Later(_)) = (found, self.judged) {
            let text = node.as_str().map_or_else(|| node.to_json().to_string(), String::from);
            let message = format!("`{text}` is {found}, but this place needs a card or a player");
            self.problems.error("wrong_kind", &node.span, message);
        }
    }

    /// Reports a reference in a file that is used as a word and never is one.
    pub(crate) fn must_be_word(&mut self, r: &Ref, node: &Node) {
        if matches!(self.judged, Judged::Now(_)) {
            return;
        }
        if let Some(found) = self.surely(r).filter(|found| *found != "a word") {
            let text = node.as_str().map_or_else(|| node.to_json().to_string(), String::from);
            let message = format!("`{text}` is {found}, but this place needs a word");
            let problem = self.problems.error("wrong_kind", &node.span, message);
            if node.as_str().is_none() {
                problem.help(format!("if it is meant as a word, put it in quotes: `\"{text}\"`"));
            }
        }
    }

    /// The type of an expression, if it is known.
    pub(crate) fn of_expr(&self, expr: &Expr) -> Option<Of> {
        match expr {
            Expr::Select(sel) => sel.source.class().map(Of::from),
            Expr::Seats(_) => Some(Of::Player),
            Expr::Ref(r) => match self.surely(r)? {
                "a card" => Some(Of::Card),
                "a player" => Some(Of::Player),
                "a use" => Some(Of::Use),
                "a record" => Some(Of::Record(None)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Reports a mention of `it` where no object is looked at, because the mention would read nothing.
    pub(in crate::kernel) fn must_look(&mut self, text: &str, span: &Span) {
        if !self.scope.no_it || self.scope.it.is_some() || matches!(self.judged, Judged::Now(_)) {
            return;
        }
        let message = match text.split('.').next() {
            Some("it") => format!("`{text}`: `it` is nothing here, for no object is looked at"),
            _ => format!("`{text}` is a field of `it` here, and `it` is nothing, for no object is looked at"),
        };
        let help = "under `where` the object that is asked is `it`: `where: { amount: it.a, is: \"<= it.b\" }`, \
                    `where: { it.host: { controller: it.owner } }`";
        self.problems.error("unknown_word", span, message).help(help);
    }

    /// Reports `self`, or a field of it, where the game itself acts and `self` would be nothing.
    pub(in crate::kernel) fn must_stand_on_a_card(&mut self, text: &str, span: &Span) {
        if !self.scope.no_card || matches!(self.judged, Judged::Now(_)) {
            return;
        }
        let message = format!("`{text}`: `self` is nothing here, for this stands on no card");
        let help = "`self` is the card of an ability; what a check finds is `it`, and what a list is done for has the \
                    name that `as` gives it";
        self.problems.error("unknown_word", span, message).help(help);
    }

    /// True if `this` may have a field of this name: each use has it, or its ability has a target of this name.
    pub(in crate::kernel) fn is_of_this(&self, field: &str) -> bool {
        let Some(targets) = &self.scope.this else { return true };
        self.sym(field).is_some_and(|field| targets.contains(&field) || fixed_fields::of_use(field).is_some())
    }

    /// Reports a name after `this` that is neither a field of every use nor a target of the ability.
    pub(in crate::kernel) fn not_of_this(&mut self, text: &str, field: &str, span: &Span) {
        let mut known = self.names(self.scope.this.iter().flatten().copied());
        known.extend(fixed_fields::names(USE_FIELDS).map(String::from));
        let help = suggest::help_for(field, known.iter().map(String::as_str));
        let message = format!("`{text}`: this ability has no target `{field}`, and a use no such field");
        self.problems.error("unknown_word", span, message).help(help);
    }

    /// The type of the object to which a reference leads, in words as findings name it; `None` if the type is not
    /// certain.
    pub(in crate::kernel) fn surely(&self, r: &Ref) -> Option<&'static str> {
        let (mut of, path) = match (&r.head, r.path.as_slice()) {
            (Head::SelfCard, path) => (Of::Card, path),
            (Head::It, path) if !self.scope.untold => (self.scope.it?, path),
            (Head::Target(name) | Head::Var(name), path) => (self.scope.kind_of(*name)?, path),
            (Head::This, [target, path @ ..]) if self.scope.targets.contains(target) => {
                (self.scope.kind_of(*target)?, path)
            }
            (Head::Me | Head::Opponent | Head::Active | Head::Inactive | Head::Role(_), path) => (Of::Player, path),
            (Head::This | Head::Subject | Head::ReplyTo, path) => (Of::Use, path),
            (Head::Game, path) => (Of::Game, path),
            (Head::Record(kind), path) => (Of::Record(Some(*kind)), path),
            (Head::Event, [field, path @ ..]) => {
                let event = &self.events[self.scope.event.or(self.scope.about)?.index()];
                match event.fields.iter().find(|(name, _)| name == field)?.1 {
                    FieldKind::Card | FieldKind::Cards => (Of::Card, path),
                    FieldKind::Player => (Of::Player, path),
                    FieldKind::Use => (Of::Use, path),
                    FieldKind::Int => return path.is_empty().then_some("a number"),
                    _ => return None,
                }
            }
            (Head::Value(Value::Int(_)), []) => return Some("a number"),
            (Head::Value(Value::Bool(_)), []) => return Some("true or false"),
            _ => return None,
        };
        for (i, field) in path.iter().enumerate() {
            let is_last = i + 1 == path.len();
            let holds = match of {
                Of::Card => match self.schema.card_field(*field)? {
                    CardField::Attr(_) => return is_last.then_some("a number"),
                    CardField::Text(_) => return is_last.then_some("a word"),
                    CardField::Fixed(field) => field.fixed().holds,
                    _ => return None,
                },
                Of::Player => match self.schema.player_field(*field)? {
                    PlayerField::Fixed(field) => field.fixed().holds,
                    PlayerField::Zone(_) => Holds::Cards,
                    _ => return is_last.then_some("a number"),
                },
                Of::Use => fixed_fields::of_use(*field)?.fixed().holds,
                Of::Record(Some(kind)) => {
                    let fields = &self.schema.records[kind.index()].fields;
                    match fields.iter().find(|(name, _)| name == field)?.1 {
                        RecordField::Player | RecordField::Players => Holds::Player,
                        RecordField::Card | RecordField::Cards(_) | RecordField::Stays => Holds::Card,
                        RecordField::Int => Holds::Int,
                        RecordField::Word => Holds::Word,
                        _ => return None,
                    }
                }
                _ => return None,
            };
            of = match holds {
                Holds::Card | Holds::Cards => Of::Card,
                Holds::Player => Of::Player,
                Holds::Use => Of::Use,
                Holds::Int => return is_last.then_some("a number"),
                holds => return (is_last && holds.is_words()).then_some("a word"),
            };
        }
        words_of(of)
    }

    /// Reads a word, or a reference to one. A written word is noted.
    pub(in crate::kernel) fn word_ref(&mut self, node: &Node, what: impl Fn(Sym) -> What) -> Ref {
        let found = self.reference(node);
        match (&found.head, &node.value) {
            (Head::Value(Value::Word(sym)), Data::Text(text)) => self.mean(what(*sym), text, &node.span),
            (Head::Value(Value::Int(_) | Value::Bool(_)), _) => self.wrong(node, "a word"),
            _ => {}
        }
        found
    }

    /// Reads words, and notes each of them.
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

    /// Reads a reference, or words that are stored. Such words are noted, because they must occur somewhere else, too.
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

    /// Reads a direction of a board, or a reference to one.
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

/// The type in words, as findings name it; `None` for plain values.
fn words_of(of: Of) -> Option<&'static str> {
    Some(match of {
        Of::Card => "a card",
        Of::Player => "a player",
        Of::Use => "a use",
        Of::Record(_) => "a record",
        Of::Space => "a space",
        Of::Game => "the game",
        _ => return None,
    })
}
