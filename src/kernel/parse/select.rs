//! Selections: a filter, how many of its objects are chosen, and where to look for them.

use crate::data::{Data, Key as Name, Node};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardField, CardSource, CardTest, Class, Cond, Cut, EVERY, PlayerTest, RecordTest, Ref, Selection, Source,
    SpaceTest, Test, UseTest, ValueTest,
};
use crate::kernel::model::words::Words;
use crate::kernel::parse::amount;
use crate::kernel::parse::filter::{Key, Kind};
use crate::kernel::parse::meant::{Of, What};
use crate::kernel::parse::parser::{Judged, Parser};
use std::sync::Arc;

/// Keys that say something about a selection as a whole.
pub(super) const SELECTION_KEYS: [&str; 17] = [
    "random", "spaces", "needs", "record", "pick", "verb", "count", "sum", "distinct", "roles", "meets", "any_of",
    "first", "last", "player", "word", "number",
];

impl Parser<'_> {
    /// A selection: a filter with how many, and rules about the set. It is of objects of the class, if it does not say
    /// of what else.
    pub fn selection(&mut self, node: &Node, class: Class) -> Selection {
        let Some(map) = node.as_map() else { return Selection::of(self.named(node, class)) };
        if let (Some(_), Some(last)) = (node.field("first"), node.field("last")) {
            let message = "`first` and `last` cannot stand in one selection: only one of them would count";
            self.problems.error("unknown_key", &last.span, message);
        }
        let (source, of) = self.source(node, map, class);
        let mut sel = Selection::of(source);
        for (key, value) in map {
            match key.name.as_str() {
                "pick" => {
                    (sel.min, sel.max) = self.pick(value);
                    self.check_pick(&sel, value);
                }
                "needs" => {
                    sel.needs.extend(value.items().iter().map(|need| self.with_it(of, |p| p.need(need))));
                }
                "random" => sel.random = self.flag(value),
                "verb" => sel.verb = self.noted_syms(value, What::AskedVerb).first().copied(),
                "first" => sel.cut = Some(Cut::First(self.cut(value))),
                "last" => sel.cut = Some(Cut::Last(self.cut(value))),
                _ => {}
            }
        }
        let rules = self.set_rules(node);
        if !rules.rules.is_empty() {
            sel.rules = Some(Arc::new(rules));
        }
        sel
    }

    /// What a selection selects from that is no map.
    fn named(&mut self, node: &Node, class: Class) -> Source {
        match class {
            Class::Card => match self.test(node) {
                Test::Is(r) => Source::Cards(CardSource { lists: vec![r], ..card_source(Vec::new()) }),
                test => Source::Cards(CardSource { filter: test.clone(), rest: test, ..card_source(Vec::new()) }),
            },
            Class::Player => Source::Players(self.test(node)),
            Class::Use => Source::Uses(self.test(node)),
            Class::Record => Source::Records(self.test(node)),
            Class::Zone => Source::Spaces(self.test(node), Vec::new()),
        }
    }

    /// What a selection selects from, and what `it` is there. What is selected decides what it can be asked, wherever
    /// that stands.
    fn source(&mut self, node: &Node, map: &[(Name, Node)], class: Class) -> (Source, Of) {
        if let Some(value) = node.field("number") {
            let (low, high) = self.pick(value);
            self.parts::<ValueTest>(map, None);
            return (Source::Number(low.clone(), high.unwrap_or(low)), Of::Any);
        }
        if let Some(value) = node.field("word") {
            match value.as_str().and_then(|n| self.word_slot(n)) {
                Some(slot) => {
                    self.parts::<ValueTest>(map, None);
                    return (Source::Words(slot), Of::Any);
                }
                None => self.wrong(value, "a word field of cards"),
            }
        }
        if let Some(value) = node.field("def").filter(|n| is_of_defs(n)) {
            self.parts::<ValueTest>(map, None);
            return (Source::Defs(self.print_test(value)), Of::Any);
        }
        let says = ["spaces", "record", "player"].map(|key| node.field(key).is_some());
        match (says, class) {
            ([true, ..], _) | (_, Class::Zone) => {
                let spaces = Key { name: "spaces", read: |p, n| Some(SpaceTest::short(p, n)) };
                let parts = self.parts(map, Some(spaces));
                let lists = listed(&parts).cloned().unwrap_or_default();
                (Source::Spaces(all_of(parts), lists), SpaceTest::OF)
            }
            ([_, true, _], _) | (_, Class::Record) => {
                let record = Key { name: "record", read: |p, n| Some(p.test_of_records(n)) };
                (Source::Records(all_of(self.parts(map, Some(record)))), RecordTest::OF)
            }
            ([_, _, true], _) | (_, Class::Player) => {
                let player = Key { name: "player", read: |p, n| Some(p.test(n)) };
                (Source::Players(all_of(self.parts(map, Some(player)))), PlayerTest::OF)
            }
            (_, Class::Use) => (Source::Uses(all_of(self.parts(map, None))), UseTest::OF),
            (_, Class::Card) => (Source::Cards(card_source(self.parts(map, None))), CardTest::OF),
        }
    }

    /// What a selection asks of each object; `whole` is the key that says of which objects it is.
    fn parts<T: Kind>(&mut self, map: &[(Name, Node)], whole: Option<Key<T>>) -> Vec<Test<T>> {
        let mut parts = Vec::new();
        for (key, value) in map {
            match (key.name.as_str(), &whole) {
                (name, Some(whole)) if name == whole.name => parts.extend((whole.read)(self, value)),
                ("def", _) if is_of_defs(value) => {}
                (name, _) if SELECTION_KEYS.contains(&name) => {}
                (name, _) => match ignored(name) {
                    Some(help) => {
                        let message = format!("unknown key `{name}` in a selection");
                        self.problems.error("unknown_key", &key.span, message).help(help);
                    }
                    None => parts.extend(self.test_key(name, &key.span, value)),
                },
            }
        }
        parts
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
            let message = format!("`{low}..{high}` allows no number: the least is more than the most");
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
            let message = format!("`pick: {text}` goes below 0");
            self.problems.error("wrong_kind", &node.span, message).help("from 1 to 3 is written `1..3`");
        } else if high == Some(0) {
            let message = format!("`pick: {text}` never chooses anything");
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
}

/// Whether `def` says which definitions, and not which one a card has.
fn is_of_defs(node: &Node) -> bool {
    node.as_map().is_some()
}

/// Which cards, and where these parts of a filter say to look for them.
fn card_source(parts: Vec<Test<CardTest>>) -> CardSource {
    let mut source = CardSource {
        filter: Test::True,
        rest: Test::True,
        zones: IdSet::ALL,
        whose: None,
        owner: None,
        lists: Vec::new(),
    };
    narrow(&mut source, &parts);
    source.rest = all_of(parts.iter().filter(|part| !is_said(&source, part)).cloned().collect());
    source.filter = all_of(parts);
    source
}

/// Takes what a filter says about zones, seats and lists into the source, to look there only.
fn narrow(source: &mut CardSource, parts: &[Test<CardTest>]) {
    for part in parts {
        match part {
            Test::One(CardTest::Zone(kinds)) => source.zones = source.zones & *kinds,
            Test::One(CardTest::Controller(test)) => source.whose = Some(test.clone()),
            Test::One(CardTest::Owner(test)) => source.owner = Some(test.clone()),
            Test::Among(refs) if source.lists.is_empty() => source.lists = refs.clone(),
            Test::All(more) => narrow(source, more),
            Test::Is(r) if source.lists.is_empty() => source.lists.push(r.clone()),
            _ => {}
        }
    }
}

/// Whether looking where the source says is enough for a part of its filter to hold.
fn is_said(source: &CardSource, part: &Test<CardTest>) -> bool {
    match part {
        Test::One(CardTest::Zone(_)) => true,
        Test::One(CardTest::Controller(test)) => source.whose.as_ref() == Some(test),
        Test::One(CardTest::Owner(test)) => source.owner.as_ref() == Some(test),
        _ => false,
    }
}

/// The lists that a filter says to look in.
fn listed<T>(parts: &[Test<T>]) -> Option<&Vec<Ref>> {
    parts.iter().find_map(|part| match part {
        Test::Among(refs) if !refs.is_empty() => Some(refs),
        Test::All(more) => listed(more),
        _ => None,
    })
}

fn all_of<T>(parts: Vec<Test<T>>) -> Test<T> {
    if parts.is_empty() { Test::True } else { Test::all(parts) }
}

/// Keys of questions that a script asks, which a declared choice has not: what to write instead.
fn ignored(key: &str) -> Option<&'static str> {
    match key {
        "by" => Some("the player who uses the ability chooses; only a script asks another player"),
        "why" => Some("players see the name of the target; only a script says why it asks"),
        "optional" => Some("write `pick: \"0..1\"`"),
        _ => None,
    }
}
