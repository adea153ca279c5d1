//! Parsing of selections, rules about sets, conditions and expressions.

use crate::data::{Data, Node, suggest};
use crate::kernel::model::lang::{
    Amount, CardField, Class, Cmp, Cond, Cut, Dest, EVERY, Expr, Filter, Head, Order, Ref, Selection, SetRule,
    SetRules, Source,
};
use crate::kernel::model::rules::FieldKind;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::{Value, WindowId, ZoneKind};
use crate::kernel::model::words::Words;
use crate::kernel::parse::amount;
use crate::kernel::parse::meant::What;
use crate::kernel::parse::parser::{Judged, Parser};
use std::sync::Arc;

/// Keys that say something about a selection as a whole.
const SELECTION_KEYS: [&str; 17] = [
    "random", "spaces", "needs", "record", "pick", "verb", "count", "sum", "distinct", "roles", "meets", "any_of",
    "first", "last", "player", "word", "number",
];

impl Parser<'_> {
    /// A selection: a filter with how many, and rules about the set.
    pub fn selection(&mut self, node: &Node, class: Class) -> Selection {
        let mut sel = Selection {
            class,
            filter: Filter::True,
            rest: Filter::True,
            zones: u32::MAX,
            whose: None,
            owner: None,
            lists: Vec::new(),
            min: Amount::Int(1),
            max: Some(Amount::Int(1)),
            rules: None,
            random: false,
            needs: Vec::new(),
            verb: None,
            cut: None,
            source: Source::Objects,
        };
        let Some(map) = node.as_map() else {
            sel.filter = self.filter(node, class);
            if let Filter::Is(r) = &sel.filter {
                sel.lists.push(r.clone());
                sel.filter = Filter::True;
            }
            sel.rest = sel.filter.clone();
            return sel;
        };
        if node.field("spaces").is_some() {
            sel.class = Class::Zone;
        }
        if let (Some(_), Some(last)) = (node.field("first"), node.field("last")) {
            let message = "`first` and `last` are not for one selection: only one of them would count";
            self.problems.error("unknown_key", &last.span, message);
        }
        let mut parts = Vec::new();
        for (key, value) in map {
            if let Some(help) = ignored(&key.name) {
                let message = format!("unknown key `{}` in a selection", key.name);
                self.problems.error("unknown_key", &key.span, message).help(help);
                continue;
            }
            if !SELECTION_KEYS.contains(&key.name.as_str()) {
                // A definition is named by `def: { filter }`, a card's own by `def: id`.
                if key.name == "def" && value.as_map().is_some() {
                    sel.source = Source::Defs;
                    sel.class = Class::Any;
                    parts.push(self.print_filter(value));
                } else {
                    parts.extend(self.filter_key(&key.name, &key.span, value, sel.class));
                }
                continue;
            }
            match key.name.as_str() {
                "pick" => {
                    (sel.min, sel.max) = self.pick(value);
                    self.check_pick(&sel, value);
                }
                "record" => {
                    sel.class = Class::Record;
                    parts.extend(self.filter_key("record", &key.span, value, Class::Record));
                }
                "needs" => {
                    let class = sel.class;
                    for need in value.items() {
                        let need = self.with_it(class, |p| p.need(need));
                        sel.needs.push(need);
                    }
                }
                "random" => sel.random = self.flag(value),
                "verb" => sel.verb = self.noted_syms(value, What::AskedVerb).first().copied(),
                "first" => sel.cut = Some(Cut::First(self.cut(value))),
                "last" => sel.cut = Some(Cut::Last(self.cut(value))),
                "player" => {
                    sel.class = Class::Player;
                    parts.push(self.filter(value, Class::Player));
                }
                "spaces" => {
                    sel.class = Class::Zone;
                    parts.push(Filter::Zone(self.zones(value)));
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
        sel.rest = all_of(rest(&sel, &parts));
        sel.filter = all_of(parts);
        sel
    }

    /// A condition with words for one that it does not hold for: `{ if: condition, because: words }`.
    pub(crate) fn need(&mut self, node: &Node) -> (Cond, Option<Arc<Words>>) {
        self.known_keys(node, &["if", "because"], "what is needed");
        let because = Words::because(self, node);
        let cond = match node.field("if") {
            Some(cond) => self.cond(cond),
            None => {
                self.wrong(node, "`if` with a condition");
                Cond::Const(true)
            }
        };
        (cond, because)
    }

    pub(crate) fn word_slot(&self, name: &str) -> Option<u8> {
        match self.sym(name).and_then(|s| self.schema.card_field(s)) {
            Some(CardField::Words(slot)) => Some(slot),
            _ => None,
        }
    }

    /// How many of a list are left by `first` and `last`.
    fn cut(&mut self, node: &Node) -> usize {
        match node.as_int().and_then(|n| u32::try_from(n).ok()) {
            Some(n) => n as usize,
            None => {
                self.wrong(node, "how many of them, a whole number");
                1
            }
        }
    }

    /// How many: `2`, `"1..3"`, `"0..me.max"`, `all`; the least is no more than the most.
    fn pick(&mut self, node: &Node) -> (Amount, Option<Amount>) {
        let bounds = self.bounds(node);
        if let (Amount::Int(low), Some(Amount::Int(high))) = &bounds
            && low > high
        {
            let message = format!("at least {low} and at most {high}: that is no number");
            self.problems.error("wrong_kind", &node.span, message);
        }
        bounds
    }

    /// Reports choices of none, and of less. A script may have counted none.
    fn check_pick(&mut self, sel: &Selection, node: &Node) {
        if matches!(self.judged, Judged::Now(_)) {
            return;
        }
        let text = node.as_str().map_or_else(|| node.to_json().to_string(), String::from);
        let (low, high) = (sel.min.fixed(), sel.max.as_ref().and_then(Amount::fixed));
        if low.is_some_and(|n| n < 0) || high.is_some_and(|n| n < 0) {
            let message = format!("`{text}` is no number of choices: it is below 0");
            self.problems.error("wrong_kind", &node.span, message).help("from 1 to 3 is written `1..3`");
        } else if high == Some(0) {
            let message = format!("with `pick: {text}` nothing is ever chosen");
            self.problems.error("wrong_kind", &node.span, message).help("leave it out, or write how many");
        }
    }

    fn bounds(&mut self, node: &Node) -> (Amount, Option<Amount>) {
        match &node.value {
            Data::Int(n) => (Amount::Int(*n), Some(Amount::Int(*n))),
            Data::Text(text) if text == "all" => (Amount::Int(0), None),
            Data::Text(text) if text == "every" => (Amount::Int(EVERY), None),
            Data::Text(text) => match text.split_once("..") {
                Some((low, high)) if low.trim().is_empty() || high.trim().is_empty() => {
                    self.wrong(node, "both ends of a range (`1..3`, `0..2`, `1..all`)");
                    (Amount::Int(1), Some(Amount::Int(1)))
                }
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
                "sum" | "distinct" if value.as_map().is_none() => self.wrong(value, "a map of fields"),
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
                        let n = role.field("n").map_or(1, |n| self.int(n));
                        let n = u8::try_from(n).ok().filter(|n| (1..=64).contains(n)).unwrap_or_else(|| {
                            let at = role.field("n").map_or(&role.span, |n| &n.span);
                            let message = format!("a role is for 1 to 64 cards; this is for {n}");
                            self.problems.error("too_many", at, message);
                            1
                        });
                        let mut only = role.clone();
                        if let Data::Map(map) = &mut only.value {
                            map.retain(|(k, _)| k.name != "n");
                        }
                        roles.push((self.filter(&only, Class::Card), n));
                    }
                    rules.push(SetRule::Roles(Arc::new(roles)));
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
                    let keys = ["count", "sum", "distinct", "roles", "meets", "any_of"];
                    value.items().iter().for_each(|n| self.known_keys(n, &keys, "rules about a set"));
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
        self.not_empty(node, "a condition");
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
        if let Some(is) = is
            && node.field("count").is_none()
            && node.field("amount").is_none()
        {
            self.wrong(is, "`is` beside `count` or `amount`");
        }
        let mut all = Vec::new();
        for (key, value) in map {
            if ["all", "any"].contains(&key.name.as_str()) {
                self.not_empty(value, &format!("`{}`", key.name));
            }
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
                    if let (Some(is), Cmp::Ge | Cmp::Lt, Some(i64::MIN..=0)) = (is, cmp, n.fixed()) {
                        let word = if cmp == Cmp::Ge { "always" } else { "never" };
                        let message = format!("that {word} holds: there are never fewer than none");
                        self.problems.warn("no_effect", &is.span, message);
                    }
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
                            let text = v.as_str().map_or_else(|| v.to_json().to_string(), String::from);
                            self.mean(What::OptionValue(options[i], wanted.clone()), &text, &v.span);
                            parts.push(Cond::Option(options[i], wanted));
                        }
                    }
                    Cond::All(parts)
                }
                "window" => {
                    let windows = self.windows;
                    match self.one_of(value, "window", windows) {
                        Some(i) => Cond::Window(WindowId::of(i)),
                        None => Cond::Const(false),
                    }
                }
                name => match self.try_ref(name, &key.span) {
                    Some(r) => {
                        let is_card = r.head == Head::SelfCard && r.path.is_empty();
                        let filter = if is_card { self.filter(value, Class::Card) } else { self.filter_untold(value) };
                        Cond::Matches(r, filter)
                    }
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
                _ => Expr::Ref(self.object_ref(node)),
            },
            FieldKind::Player => self.seats_expr(node),
            FieldKind::Object => match &node.value {
                Data::Map(_) => Expr::Select(Box::new(self.selection(node, Class::Card))),
                _ => self.seats_expr(node),
            },
            FieldKind::Zone => self.place(node),
            FieldKind::Status => match self.statuses(node).first() {
                Some(status) => Expr::Ref(Ref::value(Value::Status(*status))),
                None => Expr::Ref(Ref::value(Value::Nil)),
            },
            FieldKind::Int => Expr::Amount(self.amount(node)),
            FieldKind::Use => Expr::Ref(self.object_ref(node)),
            FieldKind::Any => Expr::Ref(self.free_ref(node)),
        }
    }

    /// One or several players.
    pub fn seats_expr(&mut self, node: &Node) -> Expr {
        match node.as_str() {
            Some("all" | "turn_order" | "first_then_second") => Expr::Seats(Order::First),
            Some("active_first") => Expr::Seats(Order::Active),
            Some("active_last") => Expr::Seats(Order::ActiveLast),
            Some("inactive") if self.schema.players.most != 2 => Expr::Seats(Order::Others),
            _ => Expr::Ref(self.object_ref(node)),
        }
    }

    /// An order of seats.
    pub fn order(&mut self, node: &Node) -> Order {
        match node.items().first().and_then(Node::as_str) {
            Some("all" | "turn_order") => Order::First,
            Some("active_first") => Order::Active,
            Some("active_last") => Order::ActiveLast,
            Some("inactive") if self.schema.players.most != 2 => Order::Others,
            Some(text) if self.named_order(text).is_some() => self.named_order(text).unwrap_or(Order::First),
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

    fn named_order(&self, name: &str) -> Option<Order> {
        let sym = self.sym(name)?;
        self.schema.orders.iter().position(|(n, _)| *n == sym).map(|i| Order::Named(i as u8))
    }

    /// Where a card goes: `hand` (its owner's), `me.hand`, `owner.discard`.
    pub fn dest(&mut self, node: &Node) -> Dest {
        let (whose, kind) = self.zone_name(node);
        let kind = kind.unwrap_or_default();
        Dest { kind, whose, slot: None }
    }

    /// Where a card goes, or a space that something else leads to: `owner.discard`, `this.where`, `event.card.space`.
    fn place(&mut self, node: &Node) -> Expr {
        let text = node.as_str().unwrap_or_default();
        let name = text.rsplit_once('.').map_or(text, |(_, name)| name);
        if self.schema.zone_kind(name).is_none()
            && let Some(r) = self.try_ref(text, &node.span)
        {
            return Expr::Ref(r);
        }
        Expr::Dest(self.dest(node))
    }

    fn zone_name(&mut self, node: &Node) -> (Option<Ref>, Option<ZoneKind>) {
        let text = node.as_str().unwrap_or_default();
        let (whose, zone) = match text.rsplit_once('.') {
            Some(("owner", zone)) => (None, zone),
            Some((whose, zone)) => {
                let found = self.try_ref(whose, &node.span);
                if found.is_none() {
                    self.unknown("player", whose, &node.span, ["me", "opponent", "active", "inactive", "owner"]);
                }
                (found, zone)
            }
            None => (None, text),
        };
        match self.schema.zone_kind(zone) {
            Some(kind) => (whose, Some(kind)),
            None => {
                let known = self.names(self.schema.zones.iter().map(|z| z.name));
                self.unknown("zone", zone, &node.span, known.iter().map(String::as_str));
                (None, None)
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
            Filter::Owner(test) => sel.owner = Some(test.clone()),
            Filter::Among(refs) if sel.lists.is_empty() => sel.lists = refs.clone(),
            Filter::All(more) => narrow(sel, more),
            Filter::Is(r) if sel.class == Class::Card && sel.lists.is_empty() => sel.lists.push(r.clone()),
            _ => {}
        }
    }
}

/// What is left to ask about cards besides what the selection took from its filter.
fn rest(sel: &Selection, parts: &[Filter]) -> Vec<Filter> {
    let is_said = |f: &&Filter| match f {
        Filter::Zone(_) => true,
        Filter::Controller(test) => sel.whose.as_ref() == Some(test),
        Filter::Owner(test) => sel.owner.as_ref() == Some(test),
        _ => false,
    };
    parts.iter().filter(|f| !is_said(f)).cloned().collect()
}

fn all_of(mut parts: Vec<Filter>) -> Filter {
    match parts.len() {
        0 => Filter::True,
        1 => parts.swap_remove(0),
        _ => Filter::All(parts),
    }
}

/// Keys of questions that a script asks, which a declared choice has not: what to write instead.
fn ignored(key: &str) -> Option<&'static str> {
    match key {
        "by" => Some("who uses the ability chooses; a script may ask somebody else"),
        "why" => Some("the name of the target says what is chosen"),
        "optional" => Some("write `pick: \"0..1\"`"),
        _ => None,
    }
}
