//! Parsing: filters, conditions, selections and expressions from data trees.
//!
//! The trees come from YAML when a catalog loads and from Lua tables while a game runs. Words
//! must be in the symbol table already: the catalog interns every text of a pack first, so a word
//! that is missing is a mistake in both cases.

use crate::data::{Data, Node, Span, suggest};
use crate::error::Problems;
use crate::kernel::model::lang::{Amount, Class, Cmp, Filter, Groups, Head, Ref, SeatTest};
use crate::kernel::model::on_board::{Near, OnBoard};
use crate::kernel::model::rules::{EventDef, Names, Rules};
use crate::kernel::model::schema::Schema;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{DefId, EventId, Status, Value};
use crate::kernel::parse::amount;
use crate::kernel::parse::meant::{Meant, Of, What};
use crate::kernel::parse::print::PRINTED_ONLY;
use crate::kernel::parse::print::is_about_print;
use std::cell::RefCell;

/// What names mean where something is parsed.
#[derive(Clone, Default)]
pub struct Scope {
    /// Names of the targets of the ability.
    pub targets: Vec<Sym>,
    /// Names of targets that are chosen later: nothing can be compared with them yet.
    pub later: Vec<Sym>,
    /// The event whose fields are named bare.
    pub event: Option<EventId>,
    /// The event whose fields follow `event`.
    pub about: Option<EventId>,
    /// What `it` is, if that is known.
    pub it: Option<Class>,
    /// Whether something holds here by itself: nothing is used, and nothing has happened.
    pub holds: bool,
    /// Whether what is asked about may be a card, a player or something else: nobody knows before the game runs.
    pub untold: bool,
    /// Names bound by the flow.
    pub vars: Vec<Sym>,
    /// Values that a script handed over: written `\u{1}` and their index.
    pub values: Vec<Value>,
}

impl Scope {
    /// Where `it` is an object of a class.
    pub fn of_it(class: Class) -> Scope {
        Scope { it: Some(class), ..Scope::default() }
    }

    /// Where something has happened, or is about to.
    pub fn about(event: Option<EventId>) -> Scope {
        Scope { about: event, ..Scope::default() }
    }
}

/// What a reference begins with in every game.
pub const HEADS: [&str; 14] = [
    "self", "this", "me", "my", "opponent", "active", "inactive", "event", "reply_to", "subject", "it", "paid", "game",
    "option",
];

/// Who judges words that depend on the whole game.
#[derive(Clone, Copy)]
pub enum Judged<'a> {
    /// They are noted, for when all is known.
    Later(&'a RefCell<Vec<Meant>>),
    /// All is known: at once.
    Now(&'a Rules),
}

/// A parser over one schema.
pub struct Parser<'a> {
    /// The names of the game.
    pub schema: &'a Schema,
    /// Names of kinds of use, in order.
    pub uses: &'a [Sym],
    /// Names of windows, in order.
    pub windows: &'a [Sym],
    /// The events, for bare names of fields.
    pub events: &'a [EventDef],
    /// Ids of card definitions, in order.
    pub defs: &'a [Sym],
    /// Names of options.
    pub options: &'a [Sym],
    /// What names mean here.
    pub scope: Scope,
    /// What becomes of words that only the whole game can judge.
    pub judged: Judged<'a>,
    /// Where problems go.
    pub problems: &'a mut Problems,
}

impl<'a> Parser<'a> {
    /// A parser over the rules of a game.
    pub fn of(rules: &'a Rules, scope: Scope, problems: &'a mut Problems) -> Parser<'a> {
        let Names { uses, windows, defs, options, .. } = &rules.names;
        let (schema, events, judged) = (&rules.schema, &rules.events, Judged::Now(rules));
        Parser { schema, uses, windows, events, defs, options, scope, judged, problems }
    }

    /// The same, which notes what is judged later.
    pub fn noting(mut self, notes: &'a RefCell<Vec<Meant>>) -> Parser<'a> {
        self.judged = Judged::Later(notes);
        self
    }
}

impl Parser<'_> {
    pub(crate) fn sym(&self, name: &str) -> Option<Sym> {
        self.schema.symbols.find(name)
    }

    pub(crate) fn unknown<'k>(
        &mut self,
        what: &str,
        word: &str,
        span: &Span,
        known: impl IntoIterator<Item = &'k str> + Clone,
    ) {
        let help = suggest::help_for(word, known);
        self.problems.error("unknown_word", span, format!("unknown {what} `{word}`")).help(help);
    }

    pub(crate) fn wrong(&mut self, node: &Node, wanted: &str) {
        let message = format!("{wanted} expected, found {}", node.kind_name());
        self.problems.error("wrong_kind", &node.span, message);
    }

    pub(in crate::kernel) fn names<'s>(&'s self, syms: impl Iterator<Item = Sym> + 's) -> Vec<String> {
        syms.map(|s| self.schema.symbols.name(s).to_string()).collect()
    }

    // ---- references ----

    /// A reference, or a plain word as a fixed value.
    pub fn reference(&mut self, node: &Node) -> Ref {
        match &node.value {
            Data::Text(text) => self.text_ref(text, &node.span),
            Data::Int(n) => Ref::value(Value::Int(*n)),
            Data::Bool(b) => Ref::value(Value::Bool(*b)),
            Data::List(list) => {
                let values = list.iter().map(|n| self.reference(n)).collect::<Vec<_>>();
                let mut out = Vec::new();
                for r in values {
                    match r.head {
                        Head::Value(v) => out.push(v),
                        _ => self.wrong(node, "fixed words"),
                    }
                }
                Ref::value(Value::List(out))
            }
            _ => {
                self.wrong(node, "a word or a reference");
                Ref::value(Value::Nil)
            }
        }
    }

    /// The reference that `text` spells, if it begins with something one can refer to.
    pub fn try_ref(&mut self, text: &str, span: &Span) -> Option<Ref> {
        if let Some(index) = text.strip_prefix('\u{1}') {
            let value = index.parse::<usize>().ok().and_then(|i| self.scope.values.get(i).cloned());
            return value.map(Ref::value);
        }
        let mut parts = text.split('.');
        let first = parts.next().unwrap_or_default();
        let sym = self.sym(first);
        let rest: Vec<&str> = parts.collect();
        let (head, of) = match first {
            "self" => (Head::SelfCard, Of::Card),
            "this" => (Head::This, Of::Use),
            "me" | "my" => (Head::Me, Of::Player),
            "opponent" => (Head::Opponent, Of::Player),
            "active" => (Head::Active, Of::Player),
            "inactive" => (Head::Inactive, Of::Player),
            "event" => (Head::Event, Of::Event(self.scope.about)),
            "reply_to" => (Head::ReplyTo, Of::Use),
            "subject" => (Head::Subject, Of::Use),
            "it" => (Head::It, self.scope.it.map_or(Of::Any, Of::from)),
            "paid" => (Head::Paid, Of::Card),
            "game" => (Head::Game, Of::Game),
            "option" => {
                let Some(name) = rest.first().and_then(|n| self.sym(n)).filter(|n| self.options.contains(n)) else {
                    let known = self.names(self.options.iter().copied());
                    self.unknown("option", rest.first().copied().unwrap_or(""), span, known.iter().map(String::as_str));
                    return Some(Ref::value(Value::Nil));
                };
                return Some(Ref::head(Head::Option(name)));
            }
            _ => {
                let sym = sym?;
                let event_field = self
                    .scope
                    .event
                    .and_then(|e| self.events.get(e.index()))
                    .is_some_and(|e| e.fields.iter().any(|(n, _)| *n == sym));
                if self.scope.vars.contains(&sym) {
                    (Head::Var(sym), Of::Any)
                } else if self.scope.targets.contains(&sym) {
                    (Head::Target(sym), Of::Any)
                } else if self.scope.later.contains(&sym) {
                    let message = format!("`{text}`: the target `{first}` is chosen after this one");
                    self.problems.error("unknown_word", span, message).help("write the target that is named first");
                    return Some(Ref::value(Value::Nil));
                } else if event_field {
                    let mut path = vec![sym];
                    path.extend(self.path(&rest, span)?);
                    self.mean(What::Path(Of::Event(self.scope.event), path.clone()), text, span);
                    return Some(Ref { head: Head::Event, path });
                } else if let Some(kind) = self.schema.record(first) {
                    (Head::Record(kind), Of::Record(Some(kind)))
                } else if let Some(area) = self.schema.areas.iter().position(|a| a.name == sym) {
                    (Head::Area(area as u8), Of::Space)
                } else {
                    return None;
                }
            }
        };
        if self.scope.holds && matches!(head, Head::This | Head::Event | Head::ReplyTo | Head::Subject | Head::Paid) {
            let message = format!("`{text}` is nothing here: what holds by itself follows no event and is no use");
            self.problems.error("unknown_word", span, message).help("`self` is the card that it stands on");
            return Some(Ref::value(Value::Nil));
        }
        let path = self.path(&rest, span)?;
        if !path.is_empty() {
            self.mean(What::Path(of, path.clone()), text, span);
        }
        Some(Ref { head, path })
    }

    /// What is parsed while `it` is an object of a class.
    pub(crate) fn with_it<R>(&mut self, class: Class, f: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.scope.it.replace(class);
        let parsed = f(self);
        self.scope.it = before;
        parsed
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
        let counters = schema.game_counters.iter().chain(&schema.space_counters).map(|c| c.name);
        let fields = schema.player_fields.iter().map(|f| f.0).chain(schema.card_fields.iter().map(|f| f.0));
        self.names(fields.chain(counters))
    }

    fn text_ref(&mut self, text: &str, span: &Span) -> Ref {
        if let Some(r) = self.try_ref(text, span) {
            return r;
        }
        match self.sym(text) {
            Some(sym) => Ref::value(Value::Word(sym)),
            None => {
                self.problems.error("unknown_word", span, format!("no card of this game knows the word `{text}`"));
                Ref::value(Value::Nil)
            }
        }
    }

    /// A test of a seat.
    pub fn seat_test(&mut self, node: &Node) -> SeatTest {
        let text = match &node.value {
            Data::Text(text) => text.as_str(),
            Data::Map(map) if map.len() == 1 && map[0].0.name == "is" => return self.seat_test(&map[0].1),
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
                    self.unknown("player", text, &node.span, ["me", "opponent", "active", "inactive"]);
                    SeatTest::Me
                }
            },
        }
    }

    // ---- small values ----

    /// Kinds of zone as bits.
    pub fn zones(&mut self, node: &Node) -> u32 {
        let mut mask = 0;
        for item in node.items() {
            match item.as_str() {
                Some("any") => mask = u32::MAX,
                Some(name) => match self.schema.zone_kind(name) {
                    Some(kind) => mask |= 1 << kind.0,
                    None => {
                        let known = self.names(self.schema.zones.iter().map(|z| z.name));
                        self.unknown("zone", name, &item.span, known.iter().map(String::as_str));
                    }
                },
                None => self.wrong(item, "the name of a zone"),
            }
        }
        mask
    }

    /// Card types as bits.
    pub fn types(&mut self, node: &Node) -> u32 {
        let mut mask = 0;
        for item in node.items() {
            let Some(name) = item.as_str() else {
                self.wrong(item, "the name of a card type");
                continue;
            };
            match self.schema.types.iter().position(|t| &**self.schema.symbols.name(t.name) == name) {
                Some(i) => mask |= 1 << i,
                None => {
                    let known = self.names(self.schema.types.iter().map(|t| t.name));
                    self.unknown("card type", name, &item.span, known.iter().map(String::as_str));
                }
            }
        }
        mask
    }

    /// Statuses.
    pub fn statuses(&mut self, node: &Node) -> Vec<Status> {
        let mut out = Vec::new();
        for item in node.items() {
            match item.as_str().map(|name| (name, self.schema.status(name))) {
                Some((_, Some(status))) => out.push(status),
                Some((name, None)) => {
                    let known = self.names(self.schema.statuses.iter().flat_map(|(_, v)| v.iter().copied()));
                    self.unknown("status", name, &item.span, known.iter().map(String::as_str));
                }
                None => self.wrong(item, "a status"),
            }
        }
        out
    }

    /// A word that is one of `known`, which are `what`.
    pub fn one_of(&mut self, node: &Node, what: &str, known: &[Sym]) -> Option<usize> {
        let Some(name) = node.as_str() else {
            self.wrong(node, &format!("the name of a {what}"));
            return None;
        };
        let found = self.sym(name).and_then(|s| known.iter().position(|k| *k == s));
        if found.is_none() {
            let known = self.names(known.iter().copied());
            self.unknown(what, name, &node.span, known.iter().map(String::as_str));
        }
        found
    }

    /// Words of the game, each checked to exist.
    pub fn syms(&mut self, node: &Node) -> Vec<Sym> {
        node.items()
            .iter()
            .filter_map(|item| match &self.reference(item).head {
                Head::Value(Value::Word(sym)) => Some(*sym),
                _ => item.as_str().and_then(|s| self.sym(s)),
            })
            .collect()
    }

    /// A comparison: a number, `OP amount`, or an amount it must equal.
    pub fn compare(&mut self, node: &Node) -> (Cmp, Amount) {
        match &node.value {
            Data::Int(n) => (Cmp::Eq, Amount::Int(*n)),
            Data::Bool(b) => (Cmp::Eq, Amount::Int(*b as i64)),
            Data::Text(text) => {
                let text = text.trim();
                for (sign, cmp) in
                    [("!=", Cmp::Ne), ("<=", Cmp::Le), (">=", Cmp::Ge), ("<", Cmp::Lt), (">", Cmp::Gt), ("=", Cmp::Eq)]
                {
                    if let Some(rest) = text.strip_prefix(sign) {
                        if rest.trim_start().starts_with(['=', '<', '>']) {
                            return self.no_comparison(text, node);
                        }
                        return (cmp, amount::parse(self, rest.trim(), &node.span));
                    }
                }
                (Cmp::Eq, amount::parse(self, text, &node.span))
            }
            _ => (Cmp::Eq, self.amount(node)),
        }
    }

    /// Reports signs of a comparison in a wrong order, or one too many.
    fn no_comparison(&mut self, text: &str, node: &Node) -> (Cmp, Amount) {
        let signs: String = text.chars().take_while(|c| "=<>! ".contains(*c)).filter(|c| *c != ' ').collect();
        let meant = match signs.as_str() {
            "==" | "===" => "=",
            "=>" => ">=",
            "=<" => "<=",
            "<>" => "!=",
            _ => "",
        };
        let rest = text.trim_start_matches(|c| "=<>! ".contains(c));
        let help = match meant {
            "" => "comparisons are =, !=, <, <=, > and >=".to_string(),
            sign => format!("did you mean `{sign} {rest}`?"),
        };
        self.problems.error("bad_amount", &node.span, format!("`{text}` is no comparison")).help(help);
        (Cmp::Eq, Amount::Int(0))
    }

    /// A comparison or a list of them, one of which holds, as a filter.
    pub(in crate::kernel) fn compares(&mut self, node: &Node, make: impl Fn(Cmp, Amount) -> Filter) -> Filter {
        match &node.value {
            Data::List(list) => Filter::Any(
                list.iter()
                    .map(|n| {
                        let (cmp, amount) = self.compare(n);
                        make(cmp, amount)
                    })
                    .collect(),
            ),
            _ => {
                let (cmp, amount) = self.compare(node);
                make(cmp, amount)
            }
        }
    }

    /// An amount.
    pub fn amount(&mut self, node: &Node) -> Amount {
        match &node.value {
            Data::Int(n) => Amount::Int(*n),
            Data::Bool(b) => Amount::Int(*b as i64),
            Data::Text(text) => amount::parse(self, text, &node.span),
            Data::Map(map) => match map.first().map(|(k, v)| (k.name.as_str(), v)) {
                Some(("count", f)) => {
                    self.known_keys(node, &["count"], "a count");
                    Amount::Count(Box::new(self.selection(f, Class::Card)))
                }
                Some(("sum", field)) => {
                    self.known_keys(node, &["sum", "of"], "a sum");
                    let Some(attr) = field.as_str().and_then(|n| self.schema.attr(Class::Card, n)) else {
                        self.wrong(field, "a numeric field of cards");
                        return Amount::Int(0);
                    };
                    match node.field("of") {
                        Some(of) if of.as_str().is_some() => Amount::SumOf(attr, self.object_ref(of)),
                        Some(of) => Amount::Sum(attr, Box::new(self.selection(of, Class::Card))),
                        None => {
                            self.wrong(node, "`of:` with the cards to sum over");
                            Amount::Int(0)
                        }
                    }
                }
                Some(("groups", what)) => self.groups(what, node),
                _ => {
                    self.wrong(node, "an amount (a number, arithmetic, `count:`, `sum:` or `groups:`)");
                    Amount::Int(0)
                }
            },
            _ => {
                self.wrong(node, "an amount");
                Amount::Int(0)
            }
        }
    }

    /// Disjoint sets of like cards.
    fn groups(&mut self, what: &Node, node: &Node) -> Amount {
        let by = node.field("by").and_then(Node::as_str).and_then(|n| self.word_slot(n));
        let (Some(by), Some(size)) = (by, node.field("size")) else {
            self.wrong(node, "`groups` with `by`, a word field of cards, and `size`");
            return Amount::Int(0);
        };
        for (key, _) in node.as_map().unwrap_or_default() {
            let known = ["groups", "by", "size", "joker", "worth"];
            if !known.contains(&key.name.as_str()) {
                let help = suggest::help_for(&key.name, known);
                let message = format!("unknown key `{}` of groups", key.name);
                self.problems.error("unknown_key", &key.span, message).help(help);
            }
        }
        Amount::Groups(Box::new(Groups {
            what: self.selection(what, Class::Card),
            by,
            size: self.amount(size),
            joker: node.field("joker").map(|n| self.filter(n, Class::Card)),
            worth: node.field("worth").map(|n| self.with_it(Class::Card, |p| p.amount(n))),
        }))
    }

    // ---- filters ----

    /// A filter over card definitions, which have only what is printed.
    pub fn print_filter(&mut self, node: &Node) -> Filter {
        let filter = self.filter(node, Class::Card);
        if !is_about_print(&filter) {
            let message = format!("a definition has {}", PRINTED_ONLY);
            self.problems.error("unknown_key", &node.span, message);
        }
        filter
    }

    /// A filter over objects of a class.
    pub fn filter(&mut self, node: &Node, class: Class) -> Filter {
        match &node.value {
            Data::Map(map) => {
                let mut parts = Vec::new();
                for (key, value) in map {
                    if let Some(part) = self.filter_key(&key.name, &key.span, value, class) {
                        parts.push(part);
                    }
                }
                if parts.len() == 1 { parts.swap_remove(0) } else { Filter::All(parts) }
            }
            _ => match class {
                Class::Player => Filter::Player(self.seat_test(node)),
                Class::Zone => Filter::Zone(self.zones(node)),
                Class::Status => Filter::Status(self.statuses(node)),
                Class::Int => {
                    let (cmp, n) = self.compare(node);
                    Filter::Int(cmp, n)
                }
                Class::Card | Class::Use | Class::Record => Filter::Is(self.ref_of(node, class)),
                Class::Word | Class::Any => Filter::Equal(self.free_ref(node)),
            },
        }
    }

    /// A filter of something that is no card for certain.
    pub(crate) fn filter_untold(&mut self, node: &Node) -> Filter {
        let before = std::mem::replace(&mut self.scope.untold, true);
        let filter = self.filter(node, Class::Card);
        self.scope.untold = before;
        filter
    }

    /// A filter of a card or, if it names the fields of one, of a record.
    pub fn object_filter(&mut self, node: &Node) -> Filter {
        let mut fields = node.as_map().unwrap_or_default().iter().filter_map(|(k, _)| self.sym(&k.name));
        let is_record = node.field("record").is_some() || fields.any(|s| self.schema.record_field(s).is_some());
        match is_record {
            true => self.filter(node, Class::Record),
            false => self.filter_untold(node),
        }
    }

    fn filters(&mut self, node: &Node, class: Class) -> Vec<Filter> {
        node.items().iter().map(|n| self.filter(n, class)).collect()
    }

    pub(in crate::kernel) fn filter_key(
        &mut self,
        key: &str,
        span: &Span,
        value: &Node,
        class: Class,
    ) -> Option<Filter> {
        self.not_empty(value, &format!("`{key}`"));
        Some(match (key, class) {
            ("all", _) => Filter::All(self.filters(value, class)),
            ("any", _) => Filter::Any(self.filters(value, class)),
            ("not", _) => Filter::Not(Box::new(self.filter(value, class))),
            ("is", Class::Player) => Filter::Player(self.seat_test(value)),
            ("is", Class::Any | Class::Word) => Filter::Is(self.free_ref(value)),
            ("is", _) => Filter::Is(self.ref_of(value, class)),
            ("among", _) => {
                let refs = value.items().iter().map(|n| self.object_ref(n)).collect();
                Filter::Among(refs)
            }
            ("zone", Class::Card | Class::Zone) => Filter::Zone(self.zones(value)),
            ("owner", Class::Card | Class::Zone) => Filter::Owner(self.seat_test(value)),
            ("slot", Class::Card | Class::Zone) => self.compares(value, Filter::Slot),
            ("space", Class::Card) => Filter::Space(Box::new(self.filter(value, Class::Zone))),
            ("opposite", Class::Card | Class::Zone) => Filter::Opposite(self.object_ref(value)),
            ("free", Class::Zone) => self.yes_or_no(value, Filter::Free),
            ("mark", Class::Zone) => {
                let marks: Vec<Sym> = self.schema.boards.iter().flat_map(|b| b.marks.iter().map(|m| m.0)).collect();
                let found = value.items().iter().filter_map(|n| self.one_of(n, "mark", &marks));
                Filter::Board(Box::new(OnBoard::Mark(found.map(|i| marks[i]).collect())))
            }
            ("next_to" | "ahead_of" | "behind" | "distance" | "covered", Class::Zone) => {
                Filter::Board(Box::new(self.on_board(key, value)))
            }
            ("fulfils", Class::Card) => match value.as_str().and_then(|n| self.sym(n)) {
                Some(sym) if self.schema.conds.contains(&sym) => {
                    Filter::Fulfils(self.schema.conds.iter().position(|c| *c == sym)? as u8)
                }
                _ => {
                    self.wrong(value, "a field of conditions");
                    return None;
                }
            },
            ("holds", Class::Zone) => Filter::Holds(Box::new(self.filter(value, Class::Card))),
            ("controller" | "side", Class::Card) => Filter::Controller(self.seat_test(value)),
            ("put_by", Class::Card) => Filter::PutBy(self.seat_test(value)),
            ("type", Class::Card) => Filter::Type(self.types(value)),
            ("name", Class::Card) => {
                let found = self.reference(value);
                if matches!(found.head, Head::Value(Value::Word(_) | Value::List(_))) {
                    self.noted_syms(value, What::Name);
                }
                Filter::Name(found)
            }
            ("status", Class::Card) => Filter::Status(self.statuses(value)),
            ("other", Class::Card) => self.yes_or_no(value, Filter::Other),
            ("permitted", Class::Card) => Filter::Permitted(*self.noted_syms(value, What::AskedVerb).first()?),
            // A game may have a field of that name: it is meant then.
            ("def", Class::Card) if self.schema.attr(Class::Card, "def").is_none() => {
                let defs = self.defs;
                let found = value.items().iter().filter_map(|n| self.one_of(n, "card", defs)).map(DefId::of);
                Filter::Def(found.collect())
            }
            ("printed", Class::Card) => {
                let mut parts = Vec::new();
                if value.as_map().is_none() {
                    self.wrong(value, "a map of numbers");
                }
                for (k, v) in value.as_map()? {
                    match self.schema.attr(Class::Card, &k.name) {
                        Some(attr) => {
                            let (cmp, n) = self.compare(v);
                            parts.push(Filter::Printed(attr, cmp, n));
                        }
                        None => self.unknown_field(&k.name, &k.span, Class::Card),
                    }
                }
                Filter::All(parts)
            }
            ("kind", Class::Use) => {
                let uses = self.uses;
                let found = value.items().iter().filter_map(|n| self.one_of(n, "kind of use", uses));
                Filter::UseKind(found.fold(0, |mask, i| mask | 1 << i))
            }
            ("timing", Class::Use) => Filter::Timing(self.noted_syms(value, What::Timing)),
            ("user", Class::Use) => Filter::User(self.seat_test(value)),
            ("card", Class::Use) => Filter::UseCard(Box::new(self.filter(value, Class::Card))),
            ("can_aim_elsewhere", Class::Use) => self.yes_or_no(value, Filter::CanAimElsewhere),
            ("cancellable", Class::Use) => self.yes_or_no(value, Filter::Cancellable),
            ("use", Class::Use) => self.filter(value, Class::Use),
            ("position", Class::Card) => match (value.as_str(), value.as_int()) {
                (Some("first" | "top"), _) => Filter::Position(0),
                (Some("last" | "bottom"), _) => Filter::Position(-1),
                (_, Some(n)) if (1..=1000).contains(&n) => Filter::Position(n as i32 - 1),
                _ => {
                    self.wrong(value, "first, last or a number from 1");
                    return None;
                }
            },
            ("ability", Class::Card) => match value.as_bool() {
                Some(false) => Filter::Not(Box::new(Filter::HasAbility(Vec::new()))),
                Some(true) => Filter::HasAbility(Vec::new()),
                None => {
                    let kinds = self.schema.ability_kinds.clone();
                    let found = value.items().iter().filter_map(|n| self.one_of(n, "kind of ability", &kinds));
                    Filter::HasAbility(found.map(|i| kinds[i]).collect())
                }
            },
            ("where", _) => Filter::Where(Box::new(self.with_it(class, |p| p.cond(value)))),
            ("record", Class::Record) => {
                let records: Vec<Sym> = self.schema.records.iter().map(|r| r.name).collect();
                let found = value.items().iter().filter_map(|n| self.one_of(n, "record", &records));
                Filter::RecordKind(found.fold(0, |mask, i| mask | 1 << i))
            }
            _ => return self.field_filter(key, span, value, class),
        })
    }

    /// What holds, or with `false` what does not.
    pub(in crate::kernel) fn yes_or_no(&mut self, value: &Node, filter: Filter) -> Filter {
        if self.flag(value) { filter } else { Filter::Not(Box::new(filter)) }
    }

    fn on_board(&mut self, key: &str, value: &Node) -> OnBoard {
        match key {
            "next_to" => OnBoard::NextTo(self.near(value)),
            "ahead_of" => OnBoard::Ahead(self.near(value), 1),
            "behind" => OnBoard::Ahead(self.near(value), -1),
            "distance" => {
                if value.field("from").is_some() {
                    self.known_keys(value, &["from", "is"], "a distance");
                }
                let near = value.field("from").map(|n| self.near(n));
                let (cmp, n) = value.field("is").map_or((Cmp::Eq, Amount::Int(1)), |n| self.compare(n));
                OnBoard::Distance(near.unwrap_or_else(|| self.near(value)), cmp, n)
            }
            _ => {
                self.known_keys(value, &["cells", "from", "facing"], "what cells cover");
                let near = value.field("from").map(|n| self.near(n));
                let cells = match value.field("cells") {
                    Some(Node { value: Data::List(list), .. }) => Ref::value(pairs(list)),
                    Some(n) => self.object_ref(n),
                    None => {
                        self.wrong(value, "`cells`, `from` and, if not any, `facing`");
                        Ref::value(Value::Nil)
                    }
                };
                let facing = value.field("facing").filter(|n| n.as_str() != Some("any"));
                let facing = facing.map(|n| self.direction(n));
                OnBoard::Covered { cells, from: near.unwrap_or(Near::Ref(Ref::head(Head::SelfCard))), facing }
            }
        }
    }

    /// What something is near to: a reference, a filter of cards, or `{ space: filter of spaces }`.
    fn near(&mut self, node: &Node) -> Near {
        match (&node.value, node.field("space")) {
            (Data::Map(map), Some(space)) if map.len() == 1 => Near::Spaces(Box::new(self.filter(space, Class::Zone))),
            (Data::Map(_), _) => Near::Cards(Box::new(self.selection(node, Class::Card))),
            _ => Near::Ref(self.object_ref(node)),
        }
    }
}

/// Cells written as a list of pairs.
fn pairs(list: &[Node]) -> Value {
    let number = |n: &Node| Value::Int(n.as_int().unwrap_or(0));
    Value::List(list.iter().map(|n| Value::List(n.items().iter().map(number).collect())).collect())
}
