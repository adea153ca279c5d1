//! Filters: tests of one object, as they are written.
//!
//! The tests of each kind of object that every game has are declared in [`keys`](super::keys); [`FilterClass::field`]
//! reads those that a game declares. Tests of every object are read here.

use crate::data::keys::Each;
use crate::data::{Data, Node, Span, suggest};
use crate::kernel::model::lang::{Amount, CardTest, Class, Cmp, Filter, RecordTest, Test};
use crate::kernel::model::schema::NamedFilter;
use crate::kernel::parse::keys::AnyKey;
use crate::kernel::parse::parser::Parser;
use crate::kernel::parse::resolve::Of;

/// The most values that the named filters of a game may have together, counted at each place that names one. A filter
/// that names another one twice is twice as large (attack `filters that double` in tests/clock/attacks_on_loading.rs).
pub const MOST_NAMED: usize = 400_000;

/// A kind of object that filters test.
pub trait FilterClass: Sized + 'static {
    /// The type of a reference to such an object.
    const OF: Of;
    /// The enum of the keys that such filters have in every game.
    type Key: Each;

    /// Reads a key that every game has; `None`: a mistake, which is reported.
    fn read(parser: &mut Parser, key: Self::Key, value: &Node) -> Option<Test<Self>>;

    /// Reads a filter in its short form, which is no map.
    fn short(parser: &mut Parser, node: &Node) -> Test<Self>;

    /// Reads the value of the key `is`.
    fn is(parser: &mut Parser, node: &Node) -> Test<Self>;

    /// Reads a field that the game declares by this name; `None` if the game has no such field that a filter can test.
    fn field(_: &mut Parser, _: &str, _: &Node) -> Option<Test<Self>> {
        None
    }

    /// The fields that the game declares.
    fn fields(_: &Parser) -> Vec<String> {
        Vec::new()
    }

    /// What an existing field holds, in words for a message, if filters cannot test the field by its name.
    fn other_field(_: &Parser, _: &str) -> Option<&'static str> {
        None
    }
}

/// No key: filters of statuses, numbers and words have no keys of their own.
#[derive(Clone, Copy)]
pub enum NoKey {}

impl Each for NoKey {
    const ALL: &'static [(&'static str, NoKey)] = &[];
}

/// The most things under one key of a filter: each tested object is compared with all of them (attack `a filter that
/// lists much` in tests/clock/attacks_on_loading.rs).
const MOST_ITEMS: usize = 250;

impl Parser<'_> {
    /// A test of an object.
    pub fn test<T: FilterClass>(&mut self, node: &Node) -> Test<T> {
        let Data::Map(map) = &node.value else { return T::short(self, node) };
        Test::all(map.iter().filter_map(|(key, value)| self.test_key(&key.name, &key.span, value)).collect())
    }

    fn tests<T: FilterClass>(&mut self, node: &Node) -> Vec<Test<T>> {
        node.items().iter().map(|n| self.test(n)).collect()
    }

    /// The test of one key.
    pub(super) fn test_key<T: FilterClass>(&mut self, name: &str, span: &Span, value: &Node) -> Option<Test<T>> {
        self.not_empty(value, format_args!("`{name}`"));
        // The filters of `all` and `any` are not limited here, because each of them costs a look.
        let is_filters = matches!(AnyKey::of(name), Some(AnyKey::all | AnyKey::any));
        if value.items().len() > MOST_ITEMS && !is_filters {
            let message =
                format!("`{name}` lists {} things: in a filter {MOST_ITEMS} are the most", value.items().len());
            self.problems.error("too_many", &value.span, message).help("ask for a word that all of them have");
            return None;
        }
        if let Some(key) = AnyKey::of(name) {
            return self.key_or_field(name, |p| Some(p.test_of_any(key, value)), value);
        }
        if let Some(key) = T::Key::of(name) {
            return self.key_or_field(name, |p| T::read(p, key, value), value);
        }
        self.test_field(name, span, value)
    }

    /// Reads the test of a field that the game declares. A name of no such field is reported.
    fn test_field<T: FilterClass>(&mut self, name: &str, span: &Span, value: &Node) -> Option<Test<T>> {
        let found = T::field(self, name, value);
        if found.is_none() {
            self.unknown_key::<T>(name, span);
        }
        found
    }

    /// Reads the test of a key that every game has. If the value does not suit the key, the key may be a declared field
    /// of the same name.
    fn key_or_field<T: FilterClass>(
        &mut self,
        key: &str,
        read: impl FnOnce(&mut Self) -> Option<Test<T>>,
        value: &Node,
    ) -> Option<Test<T>> {
        let (problems, notes) = (self.problems.len(), self.notes());
        let of_key = read(self);
        if self.problems.len() == problems {
            return of_key;
        }
        let wrong = self.problems.split_off(problems);
        self.forget_notes(notes);
        let of_field = T::field(self, key, value);
        if of_field.is_some() && self.problems.len() == problems {
            return of_field;
        }
        drop(self.problems.split_off(problems));
        self.forget_notes(notes);
        self.problems.append(wrong);
        if of_field.is_some() {
            self.tell_of_field(key, problems);
        }
        of_key
    }

    /// Adds a help to the problems from the one with the index `first` on: how to test the field of the game that has
    /// the name `key`.
    pub(super) fn tell_of_field(&mut self, key: &str, first: usize) {
        let asked = format!("`fields: {{ {key}: ... }}` asks for the field `{key}`");
        self.problems.amend_from(first, |problem| {
            let help = problem.help.take();
            problem.help = Some(help.map_or_else(|| asked.clone(), |help| format!("{help}; {asked}")));
        });
    }

    /// Reads the test of a shared filter key such as `all`, `any` or `not`.
    fn test_of_any<T: FilterClass>(&mut self, key: AnyKey, value: &Node) -> Test<T> {
        match key {
            AnyKey::all => Test::All(self.tests(value)),
            AnyKey::any => Test::Any(self.tests(value)),
            AnyKey::not => self.test(value).negated(),
            AnyKey::is => T::is(self, value),
            AnyKey::among => Test::Among(value.items().iter().map(|n| self.object_ref(n)).collect()),
            AnyKey::r#where => Test::Where(Box::new(self.with_it(T::OF, |p| p.cond(value)))),
            AnyKey::fields => {
                if value.as_map().is_none() {
                    self.wrong(value, "a map of fields");
                }
                let fields = value.as_map().unwrap_or_default().iter();
                Test::all(fields.filter_map(|(key, value)| self.test_field(&key.name, &key.span, value)).collect())
            }
        }
    }

    /// Reports a key that filters of this kind of object do not have.
    pub(super) fn unknown_key<T: FilterClass>(&mut self, key: &str, span: &Span) {
        // The key is a declared field that filters cannot test, so no similar key is suggested.
        if let Some(holds) = T::other_field(self, key) {
            self.problems.error("unknown_key", span, format!("`{key}` {holds}, and cannot stand here"));
            return;
        }
        let fields = T::fields(self);
        let mut known: Vec<&str> = AnyKey::names().chain(T::Key::names()).collect();
        known.extend(fields.iter().map(String::as_str));
        let help = suggest::help_for(key, known);
        self.problems.error("unknown_key", span, format!("unknown key `{key}` in a filter")).help(help);
    }

    /// A filter of objects of a class.
    pub fn filter(&mut self, node: &Node, class: Class) -> Filter {
        match class {
            Class::Card => Filter::Card(self.test(node)),
            Class::Player => Filter::Player(self.test(node)),
            Class::Use => Filter::Use(self.test(node)),
            Class::Record => Filter::Record(self.test(node)),
            Class::Zone => Filter::Space(self.test(node)),
        }
    }

    /// Reads a filter of an object that may turn out to be no card.
    pub(crate) fn test_untold(&mut self, node: &Node) -> Test<CardTest> {
        let before = std::mem::replace(&mut self.scope.untold, true);
        let test = self.test(node);
        self.scope.untold = before;
        test
    }

    /// Parses a filter of records if it contains fields of a record, and of cards otherwise.
    pub fn object_filter(&mut self, node: &Node) -> Filter {
        let inner = node.field("fields").and_then(Node::as_map).unwrap_or_default();
        let keys = node.as_map().unwrap_or_default().iter().chain(inner);
        let mut fields = keys.filter_map(|(k, _)| self.sym(&k.name));
        let is_record = node.field("record").is_some() || fields.any(|s| self.schema.record_field(s).is_some());
        match is_record {
            true => Filter::Record(self.test::<RecordTest>(node)),
            false => Filter::Card(self.test_untold(node)),
        }
    }

    /// The test, or with `false` its negation.
    pub(super) fn yes_or_no<T>(&mut self, value: &Node, test: Test<T>) -> Test<T> {
        if self.flag(value) { test } else { test.negated() }
    }

    /// Counts a named filter's use: each place has a copy of it. False: there are too many.
    pub(super) fn may_name(&mut self, filter: &NamedFilter, at: &Node) -> bool {
        let Some(named) = self.named else { return true };
        let before = named.get();
        named.set(before + filter.size);
        // The excess is reported once.
        if before + filter.size > MOST_NAMED && before <= MOST_NAMED {
            let message =
                format!("the filters that this game names come to more than {MOST_NAMED} values in all places");
            self.problems
                .error("too_many", &at.span, message)
                .help("each place has a copy: name fewer, or shorter ones");
        }
        before + filter.size <= MOST_NAMED
    }

    /// Reads a comparison, or a list of comparisons of which one must hold.
    pub(super) fn compares<T>(&mut self, node: &Node, make: impl Fn(Cmp, Amount) -> T) -> Test<T> {
        let mut one = |node: &Node| {
            let (cmp, amount) = self.compare(node);
            Test::One(make(cmp, amount))
        };
        match &node.value {
            Data::List(list) => Test::Any(list.iter().map(one).collect()),
            _ => one(node),
        }
    }
}
