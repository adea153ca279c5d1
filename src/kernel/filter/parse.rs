//! Parsing: filters, conditions, selections and expressions from data trees.
//!
//! The trees come from YAML when a catalog loads and from Lua tables while a game runs. Words
//! must be in the symbol table already: the catalog interns every text of a pack first, so a word
//! that is missing is a mistake in both cases.

use std::sync::Arc;

use super::amount;
use super::*;
use crate::data::{Data, Node, Span, suggest};
use crate::error::Problems;
use crate::kernel::rules::{EventDef, FieldKind, Rules, Schema};
use crate::kernel::value::EventId;

/// What names mean where something is parsed.
#[derive(Clone, Default)]
pub struct Scope {
    /// Names of the targets of the ability.
    pub targets: Vec<Sym>,
    /// The event whose fields are named bare.
    pub event: Option<EventId>,
    /// Names bound by the flow.
    pub vars: Vec<Sym>,
    /// Values that a script handed over: written `\u{1}` and their index.
    pub values: Vec<Value>,
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
    /// Where problems go.
    pub problems: &'a mut Problems,
}

/// Keys that say something about a selection as a whole.
const SELECTION_KEYS: [&str; 17] = [
    "pick", "by", "verb", "count", "sum", "distinct", "roles", "meets", "any_of", "first", "last", "player", "word",
    "def_any", "number", "why", "optional",
];

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

    fn names<'s>(&'s self, syms: impl Iterator<Item = Sym> + 's) -> Vec<String> {
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
        let head = match first {
            "self" => Head::SelfCard,
            "this" => Head::This,
            "me" | "my" => Head::Me,
            "opponent" => Head::Opponent,
            "active" => Head::Active,
            "inactive" => Head::Inactive,
            "event" => Head::Event,
            "reply_to" => Head::ReplyTo,
            "subject" => Head::Subject,
            "it" => Head::It,
            "paid" => Head::Paid,
            "game" => Head::Game,
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
                    Head::Var(sym)
                } else if self.scope.targets.contains(&sym) {
                    Head::Target(sym)
                } else if event_field {
                    let mut path = vec![sym];
                    path.extend(self.path(&rest, span)?);
                    return Some(Ref { head: Head::Event, path });
                } else if let Some(kind) = self.schema.record(first) {
                    Head::Record(kind)
                } else {
                    return None;
                }
            }
        };
        Some(Ref { head, path: self.path(&rest, span)? })
    }

    fn path(&mut self, rest: &[&str], span: &Span) -> Option<Vec<Sym>> {
        let mut path = Vec::new();
        for part in rest {
            match self.sym(part) {
                Some(sym) => path.push(sym),
                None => {
                    self.problems.error("unknown_word", span, format!("nothing in this game is called `{part}`"));
                    return Some(path);
                }
            }
        }
        Some(path)
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
                Some(r) => SeatTest::Ref(r),
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
                        return (cmp, amount::parse(self, rest.trim(), &node.span));
                    }
                }
                (Cmp::Eq, amount::parse(self, text, &node.span))
            }
            _ => (Cmp::Eq, self.amount(node)),
        }
    }

    /// An amount.
    pub fn amount(&mut self, node: &Node) -> Amount {
        match &node.value {
            Data::Int(n) => Amount::Int(*n),
            Data::Bool(b) => Amount::Int(*b as i64),
            Data::Text(text) => amount::parse(self, text, &node.span),
            Data::Map(map) => match map.first().map(|(k, v)| (k.name.as_str(), v)) {
                Some(("count", f)) => Amount::Count(Box::new(self.selection(f, Class::Card))),
                Some(("sum", field)) => {
                    let Some(attr) = field.as_str().and_then(|n| self.schema.attr(Class::Card, n)) else {
                        self.wrong(field, "a numeric field of cards");
                        return Amount::Int(0);
                    };
                    match node.field("of") {
                        Some(of) if of.as_str().is_some() => Amount::SumOf(attr, self.reference(of)),
                        Some(of) => Amount::Sum(attr, Box::new(self.selection(of, Class::Card))),
                        None => {
                            self.wrong(node, "`of:` with the cards to sum over");
                            Amount::Int(0)
                        }
                    }
                }
                _ => {
                    self.wrong(node, "an amount (a number, arithmetic, `count:` or `sum:`)");
                    Amount::Int(0)
                }
            },
            _ => {
                self.wrong(node, "an amount");
                Amount::Int(0)
            }
        }
    }

    // ---- filters ----

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
                Class::Card | Class::Use => Filter::Is(self.reference(node)),
                Class::Word | Class::Any => Filter::Equal(self.reference(node)),
            },
        }
    }

    fn filters(&mut self, node: &Node, class: Class) -> Vec<Filter> {
        node.items().iter().map(|n| self.filter(n, class)).collect()
    }

    fn filter_key(&mut self, key: &str, span: &Span, value: &Node, class: Class) -> Option<Filter> {
        Some(match (key, class) {
            ("all", _) => Filter::All(self.filters(value, class)),
            ("any", _) => Filter::Any(self.filters(value, class)),
            ("not", _) => Filter::Not(Box::new(self.filter(value, class))),
            ("is", Class::Player) => Filter::Player(self.seat_test(value)),
            ("is", _) => Filter::Is(self.reference(value)),
            ("among", _) => {
                let refs = value.items().iter().map(|n| self.reference(n)).collect();
                Filter::Among(refs)
            }
            ("zone", Class::Card | Class::Zone) => Filter::Zone(self.zones(value)),
            ("owner", Class::Card | Class::Zone) => Filter::Owner(self.seat_test(value)),
            ("controller" | "side", Class::Card) => Filter::Controller(self.seat_test(value)),
            ("type", Class::Card) => Filter::Type(self.types(value)),
            ("name", Class::Card) => Filter::Name(self.reference(value)),
            ("status", Class::Card) => Filter::Status(self.statuses(value)),
            ("other", Class::Card) => match value.as_bool() {
                Some(false) => Filter::Not(Box::new(Filter::Other)),
                _ => Filter::Other,
            },
            ("permitted", Class::Card) => Filter::Permitted(*self.syms(value).first()?),
            ("def", Class::Card) => {
                let defs = self.defs;
                let found = value.items().iter().filter_map(|n| self.one_of(n, "card", defs)).map(|i| DefId(i as u16));
                Filter::Def(found.collect())
            }
            ("printed", Class::Card) => {
                let mut parts = Vec::new();
                for (k, v) in value.as_map()? {
                    let (cmp, n) = self.compare(v);
                    match self.schema.attr(Class::Card, &k.name) {
                        Some(attr) => parts.push(Filter::Printed(attr, cmp, n)),
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
            ("timing", Class::Use) => Filter::Timing(self.syms(value)),
            ("user", Class::Use) => Filter::User(self.seat_test(value)),
            ("card", Class::Use) => Filter::UseCard(Box::new(self.filter(value, Class::Card))),
            ("can_aim_elsewhere", Class::Use) => Filter::CanAimElsewhere,
            ("cancellable", Class::Use) => Filter::Cancellable,
            ("use", Class::Use) => self.filter(value, Class::Use),
            _ => return self.field_filter(key, span, value, class),
        })
    }

    fn field_filter(&mut self, key: &str, span: &Span, value: &Node, class: Class) -> Option<Filter> {
        let sym = self.sym(key);
        if let Some((_, filter)) = sym.and_then(|s| self.schema.filters.iter().find(|(n, _)| *n == s)) {
            let filter = filter.clone();
            return Some(match value.as_bool() {
                Some(false) => Filter::Not(Box::new(filter)),
                _ => filter,
            });
        }
        match class {
            Class::Card => match sym.and_then(|s| self.schema.card_field(s)) {
                Some(CardField::Attr(attr)) => {
                    let (cmp, n) = self.compare(value);
                    Some(Filter::Attr(attr, cmp, n))
                }
                Some(CardField::Words(slot)) => {
                    let words = value.items().iter().map(|n| self.reference(n)).collect();
                    Some(Filter::Words(slot, words))
                }
                Some(CardField::Cost(slot)) => {
                    let (cmp, n) = self.compare(value);
                    Some(Filter::CostTotal(slot, cmp, n))
                }
                Some(CardField::Status(_)) => Some(Filter::Status(self.statuses(value))),
                _ => {
                    self.unknown_field(key, span, class);
                    None
                }
            },
            Class::Player => match sym.and_then(|s| self.schema.player_field(s)) {
                Some(field) => {
                    let (cmp, n) = self.compare(value);
                    Some(Filter::PlayerField(field, cmp, n))
                }
                None => {
                    self.unknown_field(key, span, class);
                    None
                }
            },
            _ => {
                self.unknown_field(key, span, class);
                None
            }
        }
    }

    fn unknown_field(&mut self, key: &str, span: &Span, class: Class) {
        let mut known: Vec<String> = ["all", "any", "not", "is", "among"].map(String::from).to_vec();
        match class {
            Class::Card => {
                let more =
                    ["zone", "owner", "controller", "type", "name", "status", "other", "permitted", "def", "printed"];
                known.extend(more.map(String::from));
                known.extend(self.names(self.schema.card_fields.iter().map(|(n, _)| *n)));
                known.extend(self.names(self.schema.filters.iter().map(|(n, _)| *n)));
            }
            Class::Player => known.extend(self.names(self.schema.player_fields.iter().map(|(n, _)| *n))),
            Class::Use => {
                known.extend(["kind", "timing", "user", "card", "can_aim_elsewhere", "cancellable"].map(String::from))
            }
            _ => {}
        }
        let help = suggest::help_for(key, known.iter().map(String::as_str));
        self.problems.error("unknown_key", span, format!("unknown key `{key}` in a filter")).help(help);
    }

    // ---- selections ----

    /// A selection: a filter with how many, and rules about the set.
    pub fn selection(&mut self, node: &Node, class: Class) -> Selection {
        let mut sel = Selection {
            class,
            filter: Filter::True,
            zones: u32::MAX,
            whose: None,
            lists: Vec::new(),
            min: Amount::Int(1),
            max: Some(Amount::Int(1)),
            rules: None,
            verb: None,
            cut: 0,
            source: Source::Objects,
        };
        let Some(map) = node.as_map() else {
            sel.filter = self.filter(node, class);
            if let Filter::Is(r) = &sel.filter {
                sel.lists.push(r.clone());
                sel.filter = Filter::True;
            }
            return sel;
        };
        let mut parts = Vec::new();
        for (key, value) in map {
            if !SELECTION_KEYS.contains(&key.name.as_str()) {
                // A definition is named by `def: { filter }`, a card's own by `def: id`.
                if key.name == "def" && value.as_map().is_some() {
                    sel.source = Source::Defs;
                    sel.class = Class::Any;
                    parts.push(self.filter(value, Class::Card));
                } else {
                    parts.extend(self.filter_key(&key.name, &key.span, value, sel.class));
                }
                continue;
            }
            match key.name.as_str() {
                "pick" => (sel.min, sel.max) = self.pick(value),
                "verb" => sel.verb = self.syms(value).first().copied(),
                "first" => sel.cut = value.as_int().unwrap_or(1),
                "last" => sel.cut = -value.as_int().unwrap_or(1),
                "player" => {
                    sel.class = Class::Player;
                    parts.push(self.filter(value, Class::Player));
                }
                "word" => {
                    sel.class = Class::Any;
                    match value.as_str().and_then(|n| self.word_slot(n)) {
                        Some(slot) => sel.source = Source::Words(slot),
                        None => self.wrong(value, "a word field of cards"),
                    }
                }
                "number" => {
                    sel.class = Class::Any;
                    let (low, high) = self.pick(value);
                    sel.source = Source::Number(low.clone(), high.unwrap_or(low));
                }
                _ => {}
            }
        }
        let rules = self.set_rules(node);
        if !rules.rules.is_empty() {
            sel.rules = Some(Arc::new(rules));
        }
        narrow(&mut sel, &parts);
        sel.filter = if parts.len() == 1 { parts.swap_remove(0) } else { Filter::All(parts) };
        sel
    }

    pub(crate) fn word_slot(&self, name: &str) -> Option<u8> {
        match self.sym(name).and_then(|s| self.schema.card_field(s)) {
            Some(CardField::Words(slot)) => Some(slot),
            _ => None,
        }
    }

    /// How many: `2`, `"1..3"`, `"0..me.max"`, `all`.
    fn pick(&mut self, node: &Node) -> (Amount, Option<Amount>) {
        match &node.value {
            Data::Int(n) => (Amount::Int(*n), Some(Amount::Int(*n))),
            Data::Text(text) if text == "all" => (Amount::Int(0), None),
            Data::Text(text) => match text.split_once("..") {
                Some((low, "all")) => (amount::parse(self, low, &node.span), None),
                Some((low, high)) => {
                    (amount::parse(self, low, &node.span), Some(amount::parse(self, high, &node.span)))
                }
                None => {
                    let n = amount::parse(self, text, &node.span);
                    (n.clone(), Some(n))
                }
            },
            _ => {
                self.wrong(node, "how many (2, \"1..3\", all)");
                (Amount::Int(1), Some(Amount::Int(1)))
            }
        }
    }

    /// Rules about a set, out of a map that may hold other keys too.
    pub fn set_rules(&mut self, node: &Node) -> SetRules {
        let mut rules = Vec::new();
        for (key, value) in node.as_map().unwrap_or_default() {
            match key.name.as_str() {
                "count" => {
                    let (cmp, n) = self.compare(value);
                    rules.push(SetRule::Count(cmp, n));
                }
                "sum" => {
                    for (field, limit) in value.as_map().unwrap_or_default() {
                        let (cmp, n) = self.compare(limit);
                        match self.schema.attr(Class::Card, &field.name) {
                            Some(attr) => rules.push(SetRule::Sum(attr, cmp, n)),
                            None => self.unknown_field(&field.name, &field.span, Class::Card),
                        }
                    }
                }
                "distinct" => {
                    for (field, limit) in value.as_map().unwrap_or_default() {
                        let (cmp, n) = self.compare(limit);
                        match self.word_slot(&field.name) {
                            Some(slot) => rules.push(SetRule::Distinct(slot, cmp, n)),
                            None => self.unknown_field(&field.name, &field.span, Class::Card),
                        }
                    }
                }
                "roles" => {
                    let mut roles = Vec::new();
                    for role in value.items() {
                        let n = role.field("n").and_then(Node::as_int).unwrap_or(1).clamp(1, 64) as u8;
                        let mut only = role.clone();
                        if let Data::Map(map) = &mut only.value {
                            map.retain(|(k, _)| k.name != "n");
                        }
                        roles.push((self.filter(&only, Class::Card), n));
                    }
                    rules.push(SetRule::Roles(roles));
                }
                "meets" => {
                    let text = value.as_str().unwrap_or_default();
                    let (source, field) = text.rsplit_once('.').unwrap_or((text, ""));
                    let slot = self.schema.set_rules.iter().position(|s| &**self.schema.symbols.name(*s) == field);
                    match (self.try_ref(source, &value.span), slot) {
                        (Some(r), Some(slot)) => rules.push(SetRule::Meets(r, slot as u8)),
                        _ => self.wrong(value, "cards and their field of conditions, as in `stories.conditions`"),
                    }
                }
                "any_of" => {
                    let any = value.items().iter().map(|n| self.set_rules(n)).collect();
                    rules.push(SetRule::AnyOf(any));
                }
                _ => {}
            }
        }
        SetRules { rules }
    }

    // ---- conditions ----

    /// A condition.
    pub fn cond(&mut self, node: &Node) -> Cond {
        let map = match &node.value {
            Data::Bool(b) => return Cond::Const(*b),
            Data::Text(text) if text == "always" => return Cond::Const(true),
            Data::Map(map) => map,
            Data::List(list) => return Cond::All(list.iter().map(|n| self.cond(n)).collect()),
            _ => {
                self.wrong(node, "a condition");
                return Cond::Const(false);
            }
        };
        let is = node.field("is");
        let mut all = Vec::new();
        for (key, value) in map {
            let one = match key.name.as_str() {
                "is" => continue,
                "all" => Cond::All(value.items().iter().map(|n| self.cond(n)).collect()),
                "any" => Cond::Any(value.items().iter().map(|n| self.cond(n)).collect()),
                "not" => Cond::Not(Box::new(self.cond(value))),
                "exists" => Cond::Exists(self.selection(value, Class::Card)),
                "none" => Cond::Not(Box::new(Cond::Exists(self.selection(value, Class::Card)))),
                "count" => {
                    let sel = self.selection(value, Class::Card);
                    let (cmp, n) = is.map_or((Cmp::Ge, Amount::Int(1)), |n| self.compare(n));
                    Cond::Count(sel, cmp, n)
                }
                "amount" => {
                    let a = self.amount(value);
                    let (cmp, n) = is.map_or((Cmp::Gt, Amount::Int(0)), |n| self.compare(n));
                    Cond::Amount(a, cmp, n)
                }
                "phase" => Cond::Phase(self.phases(value)),
                "turn" => Cond::Turn(self.seat_test(value)),
                "record" => match value.as_str().and_then(|n| self.schema.record(n)) {
                    Some(kind) => Cond::Record(kind),
                    None => {
                        let known = self.names(self.schema.records.iter().map(|r| r.name));
                        self.unknown(
                            "record",
                            value.as_str().unwrap_or(""),
                            &value.span,
                            known.iter().map(String::as_str),
                        );
                        Cond::Const(false)
                    }
                },
                "option" => {
                    let mut parts = Vec::new();
                    for (name, v) in value.as_map().unwrap_or_default() {
                        let options = self.options;
                        let name = Node { value: Data::Text(name.name.clone()), span: name.span.clone() };
                        if let Some(i) = self.one_of(&name, "option", options) {
                            let wanted = match self.reference(v).head {
                                Head::Value(value) => value,
                                _ => v.as_str().and_then(|s| self.sym(s)).map_or(Value::Nil, Value::Word),
                            };
                            parts.push(Cond::Option(options[i], wanted));
                        }
                    }
                    Cond::All(parts)
                }
                "window" => {
                    let windows = self.windows;
                    match self.one_of(value, "window", windows) {
                        Some(i) => Cond::Window(WindowId(i as u8)),
                        None => Cond::Const(false),
                    }
                }
                name => match self.try_ref(name, &key.span) {
                    Some(r) => Cond::Matches(r, self.filter(value, Class::Card)),
                    None => {
                        let known = [
                            "all", "any", "not", "exists", "none", "count", "amount", "is", "phase", "turn", "record",
                            "option", "window",
                        ];
                        let help = suggest::help_for(name, known);
                        self.problems
                            .error("unknown_key", &key.span, format!("unknown key `{name}` in a condition"))
                            .help(help);
                        Cond::Const(false)
                    }
                },
            };
            all.push(one);
        }
        if all.len() == 1 { all.swap_remove(0) } else { Cond::All(all) }
    }

    /// Phases by name.
    pub fn phases(&mut self, node: &Node) -> Vec<Sym> {
        let phases = self.schema.phases.clone();
        node.items().iter().filter_map(|n| self.one_of(n, "phase", &phases)).map(|i| phases[i]).collect()
    }

    // ---- expressions ----

    /// A value for a field of an event, by what the field holds.
    pub fn field_expr(&mut self, node: &Node, kind: FieldKind) -> Expr {
        match kind {
            FieldKind::Card | FieldKind::Cards => match &node.value {
                Data::Map(_) => Expr::Select(Box::new(self.selection(node, Class::Card))),
                _ => Expr::Ref(self.reference(node)),
            },
            FieldKind::Player => self.seats_expr(node),
            FieldKind::Zone => Expr::Dest(self.dest(node)),
            FieldKind::Status => match self.statuses(node).first() {
                Some(status) => Expr::Ref(Ref::value(Value::Status(*status))),
                None => Expr::Ref(Ref::value(Value::Nil)),
            },
            FieldKind::Int => Expr::Amount(self.amount(node)),
            FieldKind::Use | FieldKind::Any => Expr::Ref(self.reference(node)),
        }
    }

    /// One or several players.
    pub fn seats_expr(&mut self, node: &Node) -> Expr {
        match node.as_str() {
            Some("all" | "turn_order" | "first_then_second") => Expr::Seats(Order::First),
            Some("active_first") => Expr::Seats(Order::Active),
            _ => Expr::Ref(self.reference(node)),
        }
    }

    /// An order of seats.
    pub fn order(&mut self, node: &Node) -> Order {
        match node.items().first().and_then(Node::as_str) {
            Some("all" | "turn_order") => Order::First,
            Some("active_first") => Order::Active,
            Some("inactive") if self.schema.seats != 2 => Order::Others,
            Some(text) => match self.try_ref(text, &node.span) {
                Some(r) => Order::Only(r),
                None => {
                    self.unknown("order of players", text, &node.span, ["all", "active_first", "active", "inactive"]);
                    Order::First
                }
            },
            None => {
                self.wrong(node, "players");
                Order::First
            }
        }
    }

    /// Where a card goes: `hand` (its owner's), `me.hand`, `owner.discard`.
    pub fn dest(&mut self, node: &Node) -> Dest {
        let text = node.as_str().unwrap_or_default();
        let (whose, zone) = match text.rsplit_once('.') {
            Some(("owner", zone)) => (None, zone),
            Some((whose, zone)) => (self.try_ref(whose, &node.span), zone),
            None => (None, text),
        };
        match self.schema.zone_kind(zone) {
            Some(kind) => Dest { kind, whose },
            None => {
                let known = self.names(self.schema.zones.iter().map(|z| z.name));
                self.unknown("zone", zone, &node.span, known.iter().map(String::as_str));
                Dest { kind: ZoneKind(0), whose: None }
            }
        }
    }
}

/// Takes what a filter says about zones, seats and lists into the selection, to look there only.
fn narrow(sel: &mut Selection, parts: &[Filter]) {
    for part in parts {
        match part {
            Filter::Zone(mask) => sel.zones &= mask,
            Filter::Controller(test) => sel.whose = Some(test.clone()),
            // A card may lie in another player's zone, so its owner says where to look only where
            // the two never differ: the filter itself still decides.
            Filter::Among(refs) if sel.lists.is_empty() => sel.lists = refs.clone(),
            Filter::All(more) => narrow(sel, more),
            Filter::Is(r) if sel.class == Class::Card && sel.lists.is_empty() => sel.lists.push(r.clone()),
            _ => {}
        }
    }
}

/// A filter in a few words, for messages.
pub fn describe(rules: &Rules, filter: &Filter) -> String {
    let word = |r: &Ref| match &r.head {
        Head::Value(Value::Word(w)) => rules.name(*w).to_string(),
        _ => "matching".into(),
    };
    match filter {
        Filter::All(all) => all.iter().map(|f| describe(rules, f)).collect::<Vec<_>>().join(" "),
        Filter::Any(any) => any.iter().map(|f| describe(rules, f)).collect::<Vec<_>>().join(" or "),
        Filter::Not(f) => format!("not {}", describe(rules, f)),
        Filter::Words(_, words) => words.iter().map(word).collect::<Vec<_>>().join(" or "),
        Filter::Name(r) => word(r),
        Filter::Type(mask) => {
            let names = rules.schema.types.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
            names.map(|(_, t)| rules.name(t.name).to_string()).collect::<Vec<_>>().join(" or ")
        }
        Filter::Zone(mask) => {
            let names = rules.schema.zones.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
            let names: Vec<String> = names.map(|(_, z)| rules.name(z.name).to_string()).collect();
            format!("in {}", names.join(" or "))
        }
        Filter::Status(any) => {
            let names =
                any.iter().map(|s| rules.name(rules.schema.statuses[s.group()].1[s.value() as usize]).to_string());
            names.collect::<Vec<_>>().join(" or ")
        }
        Filter::Controller(SeatTest::Me) | Filter::Owner(SeatTest::Me) => "of yours".into(),
        Filter::Controller(SeatTest::Opponent) | Filter::Owner(SeatTest::Opponent) => "of the opponent".into(),
        Filter::Attr(attr, cmp, Amount::Int(n)) => {
            format!("with {} {} {n}", rules.name(rules.schema.attrs[attr.index()].name), cmp.sign())
        }
        Filter::Other => "other".into(),
        _ => "card".into(),
    }
}
