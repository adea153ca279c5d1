//! Describing: a filter in a few words, for messages.

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardTest, Filter, Head, Ref, SeatTest, Selection, Source, SpaceTest, StatusTest, Test, UseTest,
};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::value::{Status, Value, ZoneKind};

/// What there are no words for.
const SOMETHING: &str = "card";

/// A filter in a few words, for messages.
pub fn describe(rules: &Rules, filter: &Filter) -> String {
    match filter {
        Filter::Card(test) => describe_card(rules, test),
        Filter::Use(test) => describe_use(rules, test),
        Filter::Space(test) => describe_space(rules, test),
        Filter::Status(test) => shape(test, &|StatusTest::Status(any)| statuses(rules, any)),
        Filter::Player(test) => shape(test, &|_| SOMETHING.into()),
        Filter::Record(test) => shape(test, &|_| SOMETHING.into()),
        Filter::Number(test) => shape(test, &|_| SOMETHING.into()),
        Filter::Value(test) => shape(test, &|one| match *one {}),
    }
}

/// What a selection selects, in a few words.
pub fn describe_selected(rules: &Rules, selection: &Selection) -> String {
    match &selection.source {
        Source::Cards(cards) => describe_card(rules, &cards.filter),
        Source::Uses(test) => describe_use(rules, test),
        Source::Spaces(spaces) => describe_space(rules, &spaces.filter),
        Source::Either(all) => {
            let mut words: Vec<String> = all.iter().map(|one| describe_selected(rules, one)).collect();
            words.dedup();
            words.join(" or ")
        }
        Source::Players(_) | Source::Records(_) | Source::Words(_) | Source::Defs(_) | Source::Number(..) => {
            SOMETHING.into()
        }
    }
}

/// What is asked of a card, in a few words.
pub fn describe_card(rules: &Rules, test: &Test<CardTest>) -> String {
    shape(test, &|one| match one {
        CardTest::Words(_, words) => words.iter().map(|r| word(rules, r)).collect::<Vec<_>>().join(" or "),
        CardTest::Name(r) => word(rules, r),
        CardTest::Type(types) => {
            let names = types.iter().map(|t| &**rules.name(rules.schema.types[t.index()].name));
            names.collect::<Vec<_>>().join(" or ")
        }
        CardTest::Zone(kinds) => zones(rules, *kinds),
        CardTest::Status(any) => statuses(rules, any),
        CardTest::Controller(SeatTest::Me) | CardTest::Owner(SeatTest::Me) => "of yours".into(),
        CardTest::Controller(SeatTest::Opponent) | CardTest::Owner(SeatTest::Opponent) => "of the opponent".into(),
        CardTest::Attr(attr, cmp, Amount::Int(n)) => {
            format!("with {} {} {n}", rules.name(rules.schema.attrs[attr.index()].name), cmp.sign())
        }
        CardTest::Other => "other".into(),
        _ => SOMETHING.into(),
    })
}

fn describe_use(rules: &Rules, test: &Test<UseTest>) -> String {
    shape(test, &|one| match one {
        UseTest::UseKind(kinds) => {
            let names = kinds.iter().map(|kind| &**rules.name(rules.uses[kind.index()].name));
            names.collect::<Vec<_>>().join(" or ")
        }
        UseTest::UseCard(card) => describe_card(rules, card),
        _ => SOMETHING.into(),
    })
}

fn describe_space(rules: &Rules, test: &Test<SpaceTest>) -> String {
    shape(test, &|one| match one {
        SpaceTest::Zone(kinds) => zones(rules, *kinds),
        SpaceTest::Owner(SeatTest::Me) => "of yours".into(),
        SpaceTest::Owner(SeatTest::Opponent) => "of the opponent".into(),
        _ => SOMETHING.into(),
    })
}

/// The words for a test, where `one` has those for what only its kind can be asked.
fn shape<T>(test: &Test<T>, one: &impl Fn(&T) -> String) -> String {
    let each = |parts: &[Test<T>]| parts.iter().map(|part| shape(part, one)).collect::<Vec<_>>();
    match test {
        Test::All(parts) => each(parts).join(" "),
        Test::Any(parts) => each(parts).join(" or "),
        Test::Not(part) => format!("not {}", shape(part, one)),
        Test::One(test) => one(test),
        Test::True | Test::Is(_) | Test::Among(_) | Test::Where(_) => SOMETHING.into(),
    }
}

fn word(rules: &Rules, r: &Ref) -> String {
    match &r.head {
        Head::Value(Value::Word(w)) => rules.name(*w).to_string(),
        _ => "matching".into(),
    }
}

fn zones(rules: &Rules, kinds: IdSet<ZoneKind>) -> String {
    let names = rules.schema.kinds(kinds).map(|kind| &**rules.name(rules.schema.zones[kind.index()].name));
    format!("in {}", names.collect::<Vec<_>>().join(" or "))
}

fn statuses(rules: &Rules, any: &[Status]) -> String {
    let name = |s: &Status| rules.name(rules.schema.statuses[s.group()].1[s.value() as usize]).to_string();
    any.iter().map(name).collect::<Vec<_>>().join(" or ")
}
