//! Filter words: a filter in a few words, for messages.

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Amount, CardTest, EVERY, Filter, Head, Ref, SeatTest, Selection, Source, SpaceTest, StatusTest, Test, UseTest,
};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::translation::{NameKind, Said, say};
use crate::kernel::model::value::{Status, TypeId, UseKindId, Value, ZoneKind};

/// The word "card", for an object of which a filter says nothing that has words.
pub fn something(said: Said) -> String {
    say!(said, "some-card", "card")
}

/// Alternatives in words.
fn any_of(said: Said, words: Vec<String>) -> String {
    words.join(&say!(said, "or", " or "))
}

/// A filter in a few words, for messages.
pub fn describe(said: Said, filter: &Filter) -> String {
    match filter {
        Filter::Card(test) => describe_card(said, test),
        Filter::Use(test) => describe_use(said, test),
        Filter::Space(test) => describe_space(said, test),
        Filter::Status(test) => shape(said, test, &|StatusTest::Status(any)| statuses(said, any)),
        Filter::Player(test) => shape(said, test, &|_| something(said)),
        Filter::Record(test) => shape(said, test, &|_| something(said)),
        Filter::Number(test) => shape(said, test, &|_| something(said)),
        Filter::Value(test) => shape(said, test, &|one| match *one {}),
    }
}

/// A number of cards of a kind: `1 creature`, `2 cards (creature)`, because the names that authors give have no plural.
pub fn so_many_cards(rules: &Rules, count: i64, what: &str) -> String {
    let n = if count == EVERY { say!(rules, "all", "all") } else { count.to_string() };
    let in_zone = say!(rules, "in-zones", "in {zones}", zones = "");
    match (rules.spoken().is_none() && what.starts_with(&in_zone), count) {
        (true, 1) => format!("{n} card {what}"),
        (true, _) => format!("{n} cards {what}"),
        _ => say!(rules, "cost-cards", count => "{n} {what}" | "{n} cards ({what})", count = count, n = n, what = what),
    }
}

/// The selected objects in a few words.
pub fn describe_selected(said: Said, selection: &Selection) -> String {
    match &selection.source {
        Source::Cards(cards) => describe_card(said, &cards.filter),
        Source::Uses(test) => describe_use(said, test),
        Source::Spaces(spaces) => describe_space(said, &spaces.filter),
        Source::Either(all) => {
            let mut words: Vec<String> = all.iter().map(|one| describe_selected(said, one)).collect();
            words.dedup();
            any_of(said, words)
        }
        Source::Players(_) | Source::Records(_) | Source::Words(_) | Source::Defs(_) | Source::Number(..) => {
            something(said)
        }
    }
}

/// A test of cards, in a few words.
pub fn describe_card(said: Said, test: &Test<CardTest>) -> String {
    shape(said, test, &|one| match one {
        CardTest::Words(_, words) => any_of(said, words.iter().map(|r| word(said, r)).collect()),
        CardTest::Name(r) => word(said, r),
        CardTest::Type(types) => {
            let name = |t: TypeId| said.name(NameKind::Type, said.rules.schema.types[t.index()].name).to_string();
            any_of(said, types.iter().map(name).collect())
        }
        CardTest::Zone(kinds) => zones(said, *kinds),
        CardTest::Status(any) => statuses(said, any),
        CardTest::Controller(SeatTest::Me) | CardTest::Owner(SeatTest::Me) => say!(said, "of-yours", "of yours"),
        CardTest::Controller(SeatTest::Opponent) | CardTest::Owner(SeatTest::Opponent) => {
            say!(said, "of-theirs", "of the opponent")
        }
        CardTest::Attr(attr, cmp, Amount::Int(n)) => {
            let field = said.name(NameKind::Field, said.rules.schema.attrs[attr.index()].name);
            say!(said, "with-number", "with {field} {sign} {n}", field = field, sign = cmp.sign(), n = n)
        }
        CardTest::FaceDown(true) => say!(said, "face-down-card", "face down"),
        CardTest::FaceDown(false) => say!(said, "face-up-card", "face up"),
        CardTest::Other => say!(said, "other-card", "other"),
        _ => something(said),
    })
}

fn describe_use(said: Said, test: &Test<UseTest>) -> String {
    shape(said, test, &|one| match one {
        UseTest::UseKind(kinds) => {
            let name = |kind: UseKindId| said.name(NameKind::Event, said.rules.uses[kind.index()].name).to_string();
            any_of(said, kinds.iter().map(name).collect())
        }
        UseTest::UseCard(card) => describe_card(said, card),
        UseTest::User(SeatTest::Me) => say!(said, "of-yours", "of yours"),
        UseTest::User(SeatTest::Opponent) => say!(said, "of-theirs", "of the opponent"),
        _ => something(said),
    })
}

fn describe_space(said: Said, test: &Test<SpaceTest>) -> String {
    shape(said, test, &|one| match one {
        SpaceTest::Zone(kinds) => zones(said, *kinds),
        SpaceTest::Owner(SeatTest::Me) => say!(said, "of-yours", "of yours"),
        SpaceTest::Owner(SeatTest::Opponent) => say!(said, "of-theirs", "of the opponent"),
        _ => something(said),
    })
}

/// The words for a test, with its parts joined by "or" and "not"; `one` gives the words for a part without parts.
fn shape<T>(said: Said, test: &Test<T>, one: &impl Fn(&T) -> String) -> String {
    let each = |parts: &[Test<T>]| parts.iter().map(|part| shape(said, part, one)).collect::<Vec<_>>();
    match test {
        Test::All(parts) => each(parts).join(" "),
        Test::Any(parts) => any_of(said, each(parts)),
        Test::Not(part) => say!(said, "not-so", "not {what}", what = shape(said, part, one)),
        Test::One(test) => one(test),
        Test::True | Test::Is(_) | Test::Among(_) | Test::Where(_) => something(said),
    }
}

fn word(said: Said, r: &Ref) -> String {
    match &r.head {
        Head::Value(Value::Word(w)) => said.name(NameKind::Word, *w).to_string(),
        _ => say!(said, "matching", "matching"),
    }
}

fn zones(said: Said, kinds: IdSet<ZoneKind>) -> String {
    let name = |kind: ZoneKind| said.name(NameKind::Zone, said.rules.schema.zones[kind.index()].name).to_string();
    let zones = any_of(said, said.rules.schema.kinds(kinds).map(name).collect());
    say!(said, "in-zones", "in {zones}", zones = zones)
}

fn statuses(said: Said, any: &[Status]) -> String {
    let word = |s: &Status| said.rules.schema.statuses[s.group()].1[s.value() as usize];
    any_of(said, any.iter().map(|s| said.name(NameKind::Status, word(s)).to_string()).collect())
}
