//! References: texts such as `event.card.owner`, which lead from one object to another.

use crate::data::{Data, Node, Span, in_yaml, suggest};
use crate::kernel::model::lang::{Class, Head, Ref, SeatTest};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::Value;
use crate::kernel::parse::parser::Parser;
use crate::kernel::parse::resolve::{Of, What};

/// The most fields in a row of a reference: one of 90,000 took seconds (attack `a reference that never ends` in
/// tests/clock/attacks_on_loading.rs).
const MOST_FIELDS: usize = 16;

impl Parser<'_> {
    /// Reads a reference, or a fixed value: a word, a number, true or false, or a list of these.
    pub fn reference(&mut self, node: &Node) -> Ref {
        match &node.value {
            Data::Text(text) => self.text_ref(text, &node.span),
            Data::Int(n) => Ref::value(Value::Int(*n)),
            Data::Bool(b) => Ref::value(Value::Bool(*b)),
            Data::List(list) => {
                self.not_empty(node, "a list");
                let values = list.iter().map(|n| self.reference(n)).collect::<Vec<_>>();
                let mut out = Vec::new();
                let mut references = Vec::new();
                for (r, item) in values.into_iter().zip(list) {
                    match r.head {
                        Head::Value(v) => out.push(v),
                        _ => references.push((self.surely(&r), item)),
                    }
                }
                if let Some((found, item)) = references.first() {
                    self.no_list_of_references(node, *found, item);
                }
                Ref::value(Value::from(out))
            }
            _ => {
                self.wrong(node, "a word or a reference");
                Ref::value(Value::Nil)
            }
        }
    }

    /// Reports a list with an item that is a reference: a list holds fixed words only.
    fn no_list_of_references(&mut self, node: &Node, found: Option<&str>, item: &Node) {
        let text = item.as_str().map_or_else(|| in_yaml(&item.to_json()), String::from);
        let message = format!("`{text}` is a reference: a list holds fixed words only");
        let all = in_yaml(&node.to_json());
        let help = match found {
            Some("a player") => {
                format!("`{{ player: {{ among: {all} }} }}` are these players, and `all` are all players")
            }
            _ => format!("`{{ among: {all} }}` selects them"),
        };
        self.problems.error("wrong_kind", &item.span, message).help(help);
    }

    /// The reference that `text` spells, if its first word can begin a reference.
    pub fn try_ref(&mut self, text: &str, span: &Span) -> Option<Ref> {
        if let Some(index) = text.strip_prefix('\u{1}') {
            let value = index.parse::<usize>().ok().and_then(|i| self.scope.values.get(i).cloned());
            return value.map(Ref::value);
        }
        let mut parts = text.split('.');
        let first = parts.next().unwrap_or_default();
        let sym = self.sym(first);
        let rest: Vec<&str> = parts.collect();
        if rest.len() > MOST_FIELDS {
            let message =
                format!("a reference leads through at most {MOST_FIELDS} fields, and this one through {}", rest.len());
            self.problems.error("too_many", span, message).help("name the object that is meant by a shorter way");
            return Some(Ref::value(Value::Nil));
        }
        let (head, of) = match first {
            "self" => {
                self.must_stand_on_a_card(text, span);
                (Head::SelfCard, Of::Card)
            }
            "this" => (Head::This, Of::Use),
            "me" | "my" => (Head::Me, Of::Player),
            "opponent" => (Head::Opponent, Of::Player),
            "active" => (Head::Active, Of::Player),
            "inactive" => (Head::Inactive, Of::Player),
            "event" => (Head::Event, Of::Event(self.scope.about)),
            "reply_to" => (Head::ReplyTo, Of::Use),
            "subject" => (Head::Subject, Of::Use),
            "it" => match sym.filter(|it| self.scope.it.is_none() && self.scope.vars.contains(it)) {
                // Inside `for` or `with`, `it` is a variable: the object of the current round.
                Some(it) => (Head::Var(it), Of::Any),
                None => {
                    self.must_look(text, span);
                    (Head::It, self.scope.it.unwrap_or(Of::Any))
                }
            },
            "paid" => (Head::Paid, Of::Card),
            "game" => (Head::Game, Of::Game),
            "option" => return Some(self.option_ref(&rest, span)),
            _ => match self.declared_head(text, first, &rest, sym?, span) {
                Ok(found) => found,
                Err(instead) => return instead,
            },
        };
        if self.scope.holds && matches!(head, Head::This | Head::Event | Head::ReplyTo | Head::Subject | Head::Paid) {
            let message = format!("`{text}` does not exist here: this applies all the time, without an event or a use");
            self.problems.error("unknown_word", span, message).help("`self` is the card that it stands on");
            return Some(Ref::value(Value::Nil));
        }
        if head == Head::This
            && let Some(field) = rest.first().filter(|field| !self.is_of_this(field))
        {
            self.not_of_this(text, field, span);
            return Some(Ref::value(Value::Nil));
        }
        let path = self.path(&rest, span)?;
        if let (Head::Role(seats), [field, ..]) = (&head, path.as_slice()) {
            self.must_have(first, *seats, *field, span);
        }
        if !path.is_empty() {
            self.mean(What::Path(of, path.clone()), text, span);
        }
        self.note_card(&head);
        Some(Ref { head, path })
    }

    /// The reference to an option of the game, `option.name`.
    fn option_ref(&mut self, path: &[&str], span: &Span) -> Ref {
        let Some(name) = path.first().and_then(|n| self.sym(n)).filter(|n| self.options.contains(n)) else {
            let known = self.names(self.options.iter().copied());
            self.unknown("option", path.first().copied().unwrap_or(""), span, known.iter().map(String::as_str));
            return Ref::value(Value::Nil);
        };
        Ref::head(Head::Option(name))
    }

    /// The first object of a reference that begins with a name: of a variable, a target, a field of the event, a role,
    /// a record or an area. `Err` is the whole reference, or `None` for an unknown name.
    fn declared_head(
        &mut self,
        text: &str,
        first: &str,
        rest: &[&str],
        sym: Sym,
        span: &Span,
    ) -> Result<(Head, Of), Option<Ref>> {
        let event_field = self
            .scope
            .event
            .and_then(|e| self.events.get(e.index()))
            .is_some_and(|e| e.fields.iter().any(|(n, _)| *n == sym));
        if self.scope.vars.contains(&sym) {
            Ok((Head::Var(sym), Of::Any))
        } else if self.scope.targets.contains(&sym) {
            Ok((Head::Target(sym), Of::Any))
        } else if self.scope.later.contains(&sym) {
            let message = format!("`{text}` reads the target `{first}`, which is chosen after this one");
            self.problems.error("unknown_word", span, message).help("write the target that is named first");
            Err(Some(Ref::value(Value::Nil)))
        } else if event_field {
            let mut path = vec![sym];
            path.extend(self.path(rest, span).ok_or(None)?);
            self.mean(What::Path(Of::Event(self.scope.event), path.clone()), text, span);
            self.note_card(&Head::Event);
            Err(Some(Ref { head: Head::Event, path }))
        } else if let Some(role) = self.schema.role(sym) {
            Ok((Head::Role(role.seats), Of::Player))
        } else if let Some(kind) = self.schema.record(first) {
            Ok((Head::Record(kind), Of::Record(Some(kind))))
        } else if let Some(area) = self.schema.areas.iter().position(|a| a.name == sym) {
            Ok((Head::Area(area as u8), Of::Space))
        } else {
            Err(None)
        }
    }

    /// Reports a counter that no player of a role has.
    fn must_have(&mut self, role: &str, seats: u8, field: Sym, span: &Span) {
        let has_none = |seats_of: u8| seats_of & seats == 0;
        if self.schema.counters.iter().any(|counter| counter.name == field && has_none(counter.seats)) {
            let name = self.names([field].into_iter()).concat();
            let message = format!("the {role} has no `{name}`: `counters` says which role has one");
            self.problems.error("unknown_word", span, message);
        }
    }

    /// Tells the caller that wants to know (`names_cards`) if a reference may begin with a card.
    fn note_card(&self, head: &Head) {
        let is_card = match head {
            Head::SelfCard | Head::This | Head::Event | Head::Target(_) | Head::Paid | Head::Var(_) => true,
            // `it` is an object to which a selection or another reference led, and that reference is noted itself.
            Head::It => false,
            Head::Value(_) | Head::Me | Head::Opponent | Head::Active | Head::Inactive | Head::Role(_) => false,
            Head::ReplyTo => false,
            Head::Subject | Head::Game | Head::Option(_) | Head::Record(_) | Head::Area(_) => false,
        };
        if let Some(names_cards) = self.names_cards.filter(|_| is_card) {
            names_cards.set(true);
        }
    }

    fn path(&mut self, rest: &[&str], span: &Span) -> Option<Vec<Sym>> {
        let mut path = Vec::new();
        for part in rest {
            match self.sym(part) {
                Some(sym) => path.push(sym),
                None => {
                    let known = self.fields_of_all();
                    let near = suggest::nearest(part, known.iter().map(String::as_str));
                    let message = format!("nothing in this game is called `{part}`");
                    let problem = self.problems.error("unknown_word", span, message);
                    if let Some(near) = near {
                        problem.help(format!("did you mean `{near}`?"));
                    }
                    return Some(path);
                }
            }
        }
        Some(path)
    }

    /// The fields that cards, players, spaces and the game have.
    pub(in crate::kernel) fn fields_of_all(&self) -> Vec<String> {
        let schema = self.schema;
        let all =
            [schema.names_of_players(), schema.names_of_cards(), schema.names_of_game(), schema.names_of_spaces()];
        self.names(all.into_iter().flatten())
    }

    fn text_ref(&mut self, text: &str, span: &Span) -> Ref {
        if let Some(r) = self.try_ref(text, span) {
            return r;
        }
        match self.sym(text) {
            Some(sym) => Ref::value(Value::Word(sym)),
            None => {
                self.problems.error("unknown_word", span, format!("this game has no word `{text}`"));
                Ref::value(Value::Nil)
            }
        }
    }

    /// A test of a seat.
    pub fn seat_test(&mut self, node: &Node) -> SeatTest {
        self.seat_test_or(node, &[])
    }

    /// Reads a test of a seat at a place where the words `others` may stand, too. The message about a wrong word names
    /// them.
    pub fn seat_test_or(&mut self, node: &Node, others: &[&str]) -> SeatTest {
        let text = match &node.value {
            Data::Text(text) => text.as_str(),
            Data::Map(map) if map.len() == 1 && map[0].0.name == "is" => {
                return self.seat_test_or(&map[0].1, others);
            }
            _ => {
                self.wrong(node, "a player (me, opponent, active, inactive)");
                return SeatTest::Me;
            }
        };
        match text {
            "me" => SeatTest::Me,
            "opponent" => SeatTest::Opponent,
            "active" => SeatTest::Active,
            "inactive" => SeatTest::Inactive,
            _ => match self.try_ref(text, &node.span) {
                Some(r) => {
                    self.must_be(&r, node, Class::Player);
                    SeatTest::Ref(r)
                }
                None => {
                    let roles = self.names(self.schema.roles.iter().map(|role| role.name));
                    let roles = roles.iter().map(String::as_str);
                    let known = ["me", "opponent", "active", "inactive"].into_iter().chain(others.iter().copied());
                    self.unknown("player", text, &node.span, known.chain(roles));
                    SeatTest::Me
                }
            },
        }
    }
}
