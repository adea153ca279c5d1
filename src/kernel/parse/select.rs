//! Selections: a filter, how many of its objects are chosen, and where to look for them.

use crate::data::keys::Each;
use crate::data::{Data, Key as Name, Node};
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardField, CardSource, CardTest, Class, Cmp, Cond, Cut, EVERY, Part, PlayerTest, RecordTest, Ref,
    Selection, SetRule, SetRules, Source, SpaceSource, SpaceTest, Test, UseTest, ValueTest,
};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::templates::Words;
use crate::kernel::model::value::ZoneKind;
use crate::kernel::model::word_versions;
use crate::kernel::parse::amount;
use crate::kernel::parse::compare::seeming_range;
use crate::kernel::parse::filter::FilterClass;
use crate::kernel::parse::keys::{NEED, NeedKeys, SelectionKey, SetKey, SourceKey};
use crate::kernel::parse::parser::{Judged, Parser};
use crate::kernel::parse::resolve::{Of, What};
use std::sync::Arc;

impl Parser<'_> {
    /// Reads a selection: a filter, the number of chosen objects, and rules about the chosen set. Its objects are of
    /// `class`, unless a key names another class.
    pub fn selection(&mut self, node: &Node, class: Class) -> Selection {
        let Some(map) = node.as_map() else { return Selection::of(self.named(node, class)) };
        let before = self.problems.len();
        let sel = self.selection_of_map(node, map, class);
        if self.problems.len() > before {
            let keys = map.iter().map(|(key, _)| key.name.as_str());
            let mut own = keys.filter(|key| is_of_selections(key) && self.is_asked_by_name(key));
            if let Some(key) = own.next() {
                self.tell_of_field(key, before);
            }
        }
        sel
    }

    fn selection_of_map(&mut self, node: &Node, map: &[(Name, Node)], class: Class) -> Selection {
        let (source, of) = self.source(map, class);
        let (mut sel, mut cut) = (Selection::of(source), Cut::default());
        for (key, value) in map {
            match self.selection_key(&key.name) {
                Some(SelectionKey::pick) => {
                    (sel.min, sel.max) = self.numbers(value);
                    self.check_pick(&sel, value);
                }
                Some(SelectionKey::needs) => {
                    sel.needs.extend(value.items().iter().map(|need| self.with_it(of, |p| p.need(need))));
                }
                Some(SelectionKey::random) => sel.random = self.flag(value),
                Some(SelectionKey::verb) => sel.verb = self.asked_verb(value),
                Some(SelectionKey::first | SelectionKey::last) if cut.part.is_some() => {
                    let message = "`first` and `last` cannot stand in one selection: only one of them would count";
                    self.problems.error("unknown_key", &value.span, message);
                }
                Some(SelectionKey::first) => cut.part = Some(Part::First(self.cut(value))),
                Some(SelectionKey::last) => cut.part = Some(Part::Last(self.cut(value))),
                Some(SelectionKey::ordered_by) => {
                    self.not_empty(value, "`ordered_by`");
                    cut.by = value.items().iter().map(|by| self.with_it(of, |p| p.amount(by))).collect();
                }
                None => {}
            }
        }
        if cut != Cut::default() {
            sel.cut = Some(Box::new(cut));
        }
        let rules = self.rules_of_selection(node);
        self.check_count(&sel, &rules, node);
        if !rules.rules.is_empty() {
            sel.rules = Some(Arc::new(rules));
        }
        sel
    }

    /// The key of selections with this name. If the key is newer than the language of the game, a field of cards with
    /// this name is meant instead.
    fn selection_key(&self, name: &str) -> Option<SelectionKey> {
        let came_later = || word_versions::since(name) > self.schema.language;
        SelectionKey::of(name).filter(|_| !(came_later() && self.is_asked_by_name(name)))
    }

    /// Reads a selection where nobody chooses: all matches are selected, and keys about choosing are reported.
    pub fn sought(&mut self, node: &Node, class: Class) -> Selection {
        let map = node.as_map().unwrap_or_default();
        for (key, _) in map {
            let Some((about, help)) = self.of_choice(map, &key.name) else { continue };
            let message = format!("`{}` says {about}, and nobody chooses here: all that match are meant", key.name);
            self.problems.error("unknown_key", &key.span, message).help(help);
        }
        self.selection(node, class)
    }

    /// Reads a selection as [`sought`](Self::sought) does, where the order of the matches has no effect: an order that
    /// changes nothing is reported.
    pub fn sought_in_any_order(&mut self, node: &Node, class: Class) -> Selection {
        let sel = self.sought(node, class);
        if let (Some(by), Judged::Later(_)) = (node.field("ordered_by"), self.judged)
            && sel.cut.as_ref().is_some_and(|cut| cut.part.is_none())
        {
            let message = "`ordered_by` changes nothing here: all that match are meant, in whatever order";
            let help = "leave it out, or say beside it how many of them are meant: `first: 2`";
            self.problems.warn("no_effect", &by.span, message).help(help);
        }
        sel
    }

    /// Reads the verb that a key names: one word.
    pub fn asked_verb(&mut self, node: &Node) -> Option<Sym> {
        if matches!(node.value, Data::List(_)) {
            let message = "one verb stands here, found a list: only the first of it would count";
            let help = "ask for each verb by itself: `all: [{ permitted: block }, { permitted: attack }]`";
            self.problems.error("wrong_kind", &node.span, message).help(help);
            return None;
        }
        self.noted_syms(node, What::AskedVerb).first().copied()
    }

    /// Reads the source of a selection that is no map but a reference, or another short form of a filter.
    fn named(&mut self, node: &Node, class: Class) -> Source {
        match class {
            Class::Card => match self.test(node) {
                Test::Is(r) => Source::Cards(CardSource { lists: vec![r], ..card_source(Vec::new()) }),
                test => Source::Cards(CardSource { filter: test.clone(), rest: test, ..card_source(Vec::new()) }),
            },
            Class::Player => Source::Players(self.test(node)),
            Class::Use => Source::Uses(self.test(node)),
            Class::Record => Source::Records(self.test(node)),
            Class::Zone => {
                let filter = self.test(node);
                let zones = self.zones_of(std::slice::from_ref(&filter));
                Source::Spaces(SpaceSource { filter, zones, lists: Vec::new() })
            }
        }
    }

    /// The source of a selection, and the type of `it` there. The type decides which tests its keys may be, in whatever
    /// order they stand.
    fn source(&mut self, map: &[(Name, Node)], class: Class) -> (Source, Of) {
        let said = |wanted: SourceKey| map.iter().find(|(key, value)| source_key(key, value) == Some(wanted));
        let order = [SourceKey::either, SourceKey::number, SourceKey::word, SourceKey::def];
        let order =
            order.into_iter().chain([SourceKey::spaces, SourceKey::record, SourceKey::player, SourceKey::r#use]);
        let found = order.into_iter().find_map(|key| said(key).map(|(_, value)| (key, value)));
        match (found, class) {
            (Some((key @ SourceKey::either, value)), _) => {
                self.no_tests_beside(map, key);
                let all: Vec<Selection> = value.items().iter().map(|one| self.one_of_either(one, class)).collect();
                let source = Source::Either(all);
                let of = source.class().map_or(Of::Any, Of::from);
                (source, of)
            }
            (Some((key @ SourceKey::number, value)), _) => {
                let (low, high) = self.range(value);
                self.no_tests_beside(map, key);
                if let Some((pick, _)) = map.iter().find(|(key, _)| key.name == "pick") {
                    let message = "`pick` cannot stand beside `number`: one number is chosen";
                    let help = "leave it out, and choose once for each number";
                    self.problems.error("unknown_key", &pick.span, message).help(help);
                }
                (Source::Number(low, high), Of::Any)
            }
            (Some((key @ SourceKey::word, value)), _) => {
                let slot = value.as_str().and_then(|n| self.word_slot(n));
                if slot.is_none() {
                    self.wrong(value, "a word field of cards");
                }
                self.no_tests_beside(map, key);
                (Source::Words(slot.unwrap_or(0)), Of::Any)
            }
            (Some((key @ SourceKey::def, value)), _) => {
                self.no_tests_beside(map, key);
                (Source::Defs(self.print_test(value)), Of::Any)
            }
            (Some((SourceKey::spaces, _)), _) | (_, Class::Zone) => {
                let parts = self.parts(map, Some((SourceKey::spaces, |p, n| Some(SpaceTest::short(p, n)))));
                let lists = listed(&parts).cloned().unwrap_or_default();
                let zones = self.zones_of(&parts);
                (Source::Spaces(SpaceSource { filter: all_of(parts), zones, lists }), SpaceTest::OF)
            }
            (Some((SourceKey::record, _)), _) | (_, Class::Record) => {
                let parts = self.parts(map, Some((SourceKey::record, |p, n| Some(p.test_of_records(n)))));
                (Source::Records(all_of(parts)), RecordTest::OF)
            }
            (Some((SourceKey::player, _)), _) | (_, Class::Player) => {
                let parts = self.parts(map, Some((SourceKey::player, |p, n| Some(p.test(n)))));
                (Source::Players(all_of(parts)), PlayerTest::OF)
            }
            (Some((SourceKey::r#use, _)), _) | (_, Class::Use) => {
                let parts = self.parts(map, Some((SourceKey::r#use, |p, n| Some(p.test(n)))));
                (Source::Uses(all_of(parts)), UseTest::OF)
            }
            (None, Class::Card) => (Source::Cards(card_source(self.parts(map, None))), CardTest::OF),
        }
    }

    /// An alternative of an `either`: a selection of objects without a number of its own.
    fn one_of_either(&mut self, node: &Node, class: Class) -> Selection {
        let map = node.as_map().unwrap_or_default();
        if let Some((key, _)) = map.iter().find(|(key, _)| self.of_choice(map, &key.name).is_some()) {
            let message = format!("`{}` stands beside `either`: it is about all that are chosen", key.name);
            self.problems.error("unknown_key", &key.span, message);
        }
        let one = self.selection(node, class);
        if one.source.class().is_none() && !matches!(one.source, Source::Either(_)) {
            self.wrong(node, "a selection of cards, players, uses, spaces or records");
        }
        one
    }

    /// The kinds of zone of the spaces that pass all these tests.
    fn zones_of(&self, parts: &[Test<SpaceTest>]) -> IdSet<ZoneKind> {
        parts.iter().fold(IdSet::ALL, |zones, part| match part {
            Test::One(SpaceTest::Zone(kinds)) => zones & *kinds,
            Test::One(SpaceTest::Board(_)) => zones & self.schema.boards.iter().map(|board| board.kind).collect(),
            Test::All(more) => zones & self.zones_of(more),
            _ => zones,
        })
    }

    /// Reads the tests of a selection's objects. `whole` is the key that says their kind, such as `player`.
    fn parts<T: FilterClass>(&mut self, map: &[(Name, Node)], whole: Option<SourceParser<T>>) -> Vec<Test<T>> {
        let mut parts = Vec::new();
        for (key, value) in map {
            let name = key.name.as_str();
            let source = source_key(key, value);
            if let Some((_, read)) = whole.filter(|(whole, _)| source == Some(*whole)) {
                parts.extend(read(self, value));
            } else if self.selection_key(name).is_some() || self.set_key(map, name).is_some() {
                // Nothing to do: the key belongs to the selection, not to a filter.
            } else if SetKey::of(name) == Some(SetKey::joker) && !self.is_a_field(name) {
                self.no_jokers(key);
            } else if let Some(help) = ignored(name) {
                let message = format!("unknown key `{name}` in a selection");
                self.problems.error("unknown_key", &key.span, message).help(help);
            } else {
                parts.extend(self.test_key(name, &key.span, value));
            }
        }
        parts
    }

    /// Warns of filters beside a source whose values have no fields: they filter nothing.
    fn no_tests_beside(&mut self, map: &[(Name, Node)], source: SourceKey) {
        let before = self.problems.len();
        let parts = self.parts::<ValueTest>(map, Some((source, |_, _| None)));
        let is_test = |key: &Name, value: &Node| {
            source_key(key, value) != Some(source)
                && self.selection_key(&key.name).is_none()
                && self.set_key(map, &key.name).is_none()
        };
        let test = map.iter().find(|(key, value)| is_test(key, value));
        let of = map.iter().find(|(key, value)| source_key(key, value) == Some(source));
        let is_quiet = parts.is_empty() || self.problems.len() > before || matches!(self.judged, Judged::Now(_));
        if let (Some((key, _)), Some((of, _)), false) = (test, of, is_quiet) {
            let message = format!("`{}` filters nothing beside `{}`", key.name, of.name);
            let help = "say which may be chosen: `needs: [{ if: …, because: … }]`";
            self.problems.warn("no_effect", &key.span, message).help(help);
        }
    }

    /// A condition with the reason told if it fails: `{ if: condition, because: words }`.
    pub(crate) fn need(&mut self, node: &Node) -> (Cond, Option<Arc<Words>>) {
        self.known_keys(node, &NEED);
        let said = NeedKeys::of(node);
        let because = Words::because(self, said.because);
        let cond = match said.r#if {
            Some(cond) => self.cond(cond),
            None => {
                self.wrong(node, "`if` with a condition");
                Cond::Const(true)
            }
        };
        (cond, because)
    }

    /// What a key says about the chosen objects, and the help for a place where nobody chooses; `None` for other
    /// keys.
    fn of_choice(&self, map: &[(Name, Node)], key: &str) -> Option<(&'static str, &'static str)> {
        if self.set_key(map, key).is_some() {
            let help = "leave it out; a condition asks about all that match: `count` with `is`, or `amount` with `is`";
            return Some(("what must hold for those that are chosen", help));
        }
        Some(match SelectionKey::of(key)? {
            SelectionKey::pick => {
                let help =
                    "leave it out; `first` and `last` take some of those that match, and `choose` lets a player choose";
                ("how many are chosen", help)
            }
            SelectionKey::random => {
                ("that chance chooses", "leave it out; `choose` with `random: true` lets chance choose")
            }
            SelectionKey::first | SelectionKey::last | SelectionKey::ordered_by => return None,
            SelectionKey::needs | SelectionKey::verb => return None,
        })
    }

    /// True if filters of some kind of object can test a field with this name.
    fn is_a_field(&self, name: &str) -> bool {
        let Some(sym) = self.sym(name) else { return false };
        let of_records = self.schema.records.iter().flat_map(|record| &record.fields).any(|(field, _)| *field == sym);
        let of_spaces = self.schema.space_counters.iter().any(|counter| counter.name == sym);
        let is_filter = self.schema.filters.iter().any(|filter| filter.name == sym);
        let of_others = self.schema.card_field(sym).is_some() || self.schema.player_field(sym).is_some();
        of_records || of_spaces || is_filter || of_others
    }

    /// True if the game declares a field of cards with this name that filters can test.
    pub(super) fn is_asked_by_name(&self, name: &str) -> bool {
        let field = self.sym(name).and_then(|name| self.schema.card_field(name));
        matches!(field, Some(CardField::Attr(_) | CardField::Words(_) | CardField::Cost(_)))
    }

    pub(crate) fn word_slot(&self, name: &str) -> Option<u8> {
        match self.sym(name).and_then(|s| self.schema.card_field(s)) {
            Some(CardField::Words(slot)) => Some(slot),
            _ => None,
        }
    }

    /// Reads the number under `first` or `last`: how many of the matching objects they leave.
    fn cut(&mut self, node: &Node) -> Amount {
        let n = self.amount(node);
        let text = || node.as_str().map_or_else(|| node.to_json().to_string(), String::from);
        // The number of a script may be a count of nothing, so 0 is no mistake there.
        if let (Some(..=0), Judged::Later(_)) = (n.fixed(), self.judged) {
            let message = format!("`first` or `last` of {} leaves nothing of the list", text());
            self.problems.error("wrong_kind", &node.span, message).help("write how many");
        }
        n
    }

    /// A number of things: `2`, `"1..3"`, `"0..me.max"`, `all`. Returns least and most; the most of `all` is `None`.
    pub fn numbers(&mut self, node: &Node) -> (Amount, Option<Amount>) {
        let bounds = self.bounds(node);
        if let (Amount::Int(low), Some(Amount::Int(high))) = &bounds
            && low > high
        {
            let message = format!("`{low}..{high}` allows no number: the least is more than the most");
            self.problems.error("wrong_kind", &node.span, message);
        }
        bounds
    }

    /// Reads the least and the most that each thing gets of a divided amount (`part`).
    pub(crate) fn part_of_each(&mut self, node: &Node) -> (Amount, Option<Amount>) {
        let bounds = self.numbers(node);
        let of_none = matches!(bounds.1.as_ref().and_then(Amount::fixed), Some(..=0));
        if of_none || bounds.0.fixed().is_some_and(|least| least < 0 || least == EVERY) {
            let text = node.as_str().map_or_else(|| node.to_json().to_string(), String::from);
            let message = format!("`part: {text}` is no part that a thing can get");
            let help = "from one to three is written `1..3`, at least one `1..all`";
            self.problems.error("wrong_kind", &node.span, message).help(help);
        }
        bounds
    }

    /// A range with both ends given, or a number.
    pub fn range(&mut self, node: &Node) -> (Amount, Amount) {
        match self.numbers(node) {
            (low, Some(high)) => (low, high),
            _ => {
                let text = node.as_str().unwrap_or_default();
                let message = format!("`{text}` has no end: this place needs a number, or a range with both ends");
                self.problems.error("wrong_kind", &node.span, message).help("from 0 to 6 is written `0..6`");
                (Amount::Int(1), Amount::Int(1))
            }
        }
    }

    /// Reports a `pick` of 0 or less in a file. In a script the number may be a count of nothing.
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

    /// Reports a `count` that contradicts `pick`, so that nothing could ever be chosen.
    fn check_count(&mut self, sel: &Selection, rules: &SetRules, node: &Node) {
        let (Some(pick), Some(count)) = (node.field("pick"), node.field("count")) else { return };
        let low = sel.min.fixed().filter(|low| *low != EVERY);
        let high = sel.max.as_ref().map_or(Some(i64::MAX), Amount::fixed);
        let (Some(low), Some(high)) = (low, high) else { return };
        let never = rules.rules.iter().any(|rule| match rule {
            SetRule::Count(cmp, n) => n.fixed().is_some_and(|n| !may_hold(*cmp, n, low, high)),
            _ => false,
        });
        if never && matches!(self.judged, Judged::Later(_)) {
            let said = |node: &Node| node.as_str().map_or_else(|| node.to_json().to_string(), String::from);
            let message = format!("`count: {}` never holds beside `pick: {}`", said(count), said(pick));
            let help = "`pick` says how many are chosen: leave `count` out, or let `pick` allow as many";
            self.problems.error("wrong_kind", &count.span, message).help(help);
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
                None if seeming_range(text).is_some() => {
                    let (low, high) = seeming_range(text).unwrap_or_default();
                    let message = format!("`{text}` is {low} less {high}, not a range");
                    let help = format!("from {low} to {high} is written `{low}..{high}`");
                    self.problems.error("bad_amount", &node.span, message).help(help);
                    (Amount::Int(1), Some(Amount::Int(1)))
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

/// True if a key belongs to selections and not to filters.
fn is_of_selections(key: &str) -> bool {
    SelectionKey::of(key).is_some() || SetKey::of(key).is_some() || SourceKey::of(key).is_some()
}

/// True if some number from `low` to `high` compares with `n` as `cmp` says.
fn may_hold(cmp: Cmp, n: i64, low: i64, high: i64) -> bool {
    match cmp {
        Cmp::Eq => (low..=high).contains(&n),
        Cmp::Ne => low != n || high != n,
        Cmp::Lt => low < n,
        Cmp::Le => low <= n,
        Cmp::Gt => high > n,
        Cmp::Ge => high >= n,
    }
}

/// The key that states the class of the selected objects, and the parser of its value.
type SourceParser<T> = (SourceKey, fn(&mut Parser, &Node) -> Option<Test<T>>);

/// The source that a key names. `def` names definitions if its value is a map, else it tests a card's definition.
fn source_key(key: &Name, value: &Node) -> Option<SourceKey> {
    SourceKey::of(&key.name).filter(|key| *key != SourceKey::def || value.as_map().is_some())
}

/// The source of a selection of cards with these tests: where to look for cards, by the tests that tell it, and which
/// tests are left there.
fn card_source(parts: Vec<Test<CardTest>>) -> CardSource {
    let mut source = CardSource {
        filter: Test::True,
        rest: Test::True,
        zones: IdSet::ALL,
        whose: None,
        owner: None,
        lists: Vec::new(),
        position: None,
        hanging: false,
    };
    narrow(&mut source, &parts);
    let mut rest: Vec<_> = parts.iter().filter(|part| !is_said(&source, part)).cloned().collect();
    // Most cards fail a test, so quick tests come first.
    rest.sort_by_key(takes);
    source.rest = all_of(rest);
    source.filter = all_of(parts);
    source
}

/// Limits a source to the zones, players and lists that these tests of a filter name.
fn narrow(source: &mut CardSource, parts: &[Test<CardTest>]) {
    for part in parts {
        match part {
            Test::One(CardTest::Zone(kinds)) => source.zones = source.zones & *kinds,
            Test::One(CardTest::Controller(test)) => source.whose = Some(test.clone()),
            Test::One(CardTest::Owner(test)) => source.owner = Some(test.clone()),
            Test::One(CardTest::Host(_)) => source.hanging = true,
            Test::One(CardTest::Position(n)) => source.position = Some(*n),
            Test::Among(refs) if source.lists.is_empty() => source.lists = refs.clone(),
            Test::All(more) => narrow(source, more),
            Test::Is(r) if source.lists.is_empty() => source.lists.push(r.clone()),
            _ => {}
        }
    }
}

/// The cost class of a test: 0 for printed facts, 1 for words, which abilities may grant, 2 for computed values.
fn takes(test: &Test<CardTest>) -> u8 {
    match test {
        Test::All(parts) | Test::Any(parts) => parts.iter().map(takes).max().unwrap_or(0),
        Test::Not(part) => takes(part),
        Test::Where(_) => 2,
        Test::One(CardTest::Host(test)) => takes(test),
        Test::One(CardTest::Words(..)) => 1,
        Test::One(
            CardTest::Attr(..)
            | CardTest::Fulfils(_)
            | CardTest::Permitted(_)
            | CardTest::HasAbility(_)
            | CardTest::Space(_),
        ) => 2,
        Test::True | Test::Is(_) | Test::Among(_) | Test::One(_) => 0,
    }
}

/// True if all cards where the source looks pass this test, so that it is left out.
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

/// What to write in place of a key that only questions of scripts have; `None` for other keys.
fn ignored(key: &str) -> Option<&'static str> {
    match key {
        "by" => Some("the player who uses the ability chooses; only a script asks another player"),
        "why" => Some("players see the name of the target; only a script says why it asks"),
        "optional" => Some("write `pick: \"0..1\"`"),
        _ => None,
    }
}
