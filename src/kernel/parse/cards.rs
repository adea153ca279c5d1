//! Cards: reads the tests of cards.

use crate::data::Node;
use crate::kernel::model::fixed_fields::Holds;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{CardField, CardTest, Class, Head, Test};
use crate::kernel::model::value::{DefId, Value};
use crate::kernel::parse::filter::FilterClass;
use crate::kernel::parse::keys::CardKey;
use crate::kernel::parse::parser::Parser;
use crate::kernel::parse::resolve::{Of, What};

impl FilterClass for CardTest {
    const OF: Of = Of::Card;
    type Key = CardKey;

    fn read(p: &mut Parser, key: CardKey, value: &Node) -> Option<Test<CardTest>> {
        Some(Test::One(match key {
            CardKey::zone => CardTest::Zone(p.zones(value)),
            CardKey::owner => CardTest::Owner(p.seat_test(value)),
            CardKey::controller | CardKey::side => CardTest::Controller(p.seat_test(value)),
            CardKey::put_by => CardTest::PutBy(p.seat_test(value)),
            CardKey::r#type => CardTest::Type(p.types(value)),
            CardKey::name => name(p, value),
            CardKey::status => CardTest::Status(p.statuses(value)),
            CardKey::space => CardTest::Space(Box::new(p.test(value))),
            CardKey::host => CardTest::Host(Box::new(p.test(value))),
            CardKey::opposite => CardTest::Opposite(p.object_ref(value)),
            CardKey::permitted => CardTest::Permitted(p.asked_verb(value)?),
            CardKey::position => CardTest::Position(position(p, value)?),
            CardKey::fulfils => CardTest::Fulfils(fulfils(p, value)?),
            CardKey::other => return Some(p.yes_or_no(value, Test::One(CardTest::Other))),
            CardKey::face => return face(p, value),
            CardKey::under => {
                let schema = p.schema;
                let beneath = schema.kinds(IdSet::ALL).filter(|kind| schema.zones[kind.index()].beneath).collect();
                let top = CardTest::Host(Box::new(p.test(value)));
                return Some(Test::All(vec![Test::One(CardTest::Zone(beneath)), Test::One(top)]));
            }
            CardKey::slot => return Some(p.compares(value, CardTest::Slot)),
            CardKey::def => return def(p, value),
            CardKey::printed => return printed(p, value),
            CardKey::ability => return Some(ability(p, value)),
        }))
    }

    fn short(parser: &mut Parser, node: &Node) -> Test<CardTest> {
        Test::Is(parser.ref_of(node, Class::Card))
    }

    fn is(parser: &mut Parser, node: &Node) -> Test<CardTest> {
        Test::Is(parser.ref_of(node, Class::Card))
    }

    fn field(parser: &mut Parser, name: &str, value: &Node) -> Option<Test<CardTest>> {
        let sym = parser.sym(name)?;
        if let Some(named) = parser.schema.filters.iter().find(|filter| filter.name == sym) {
            let test = if parser.may_name(named, value) { named.test.clone() } else { Test::All(Vec::new()) };
            return Some(parser.yes_or_no(value, test));
        }
        Some(match parser.schema.card_field(sym)? {
            CardField::Attr(attr) => parser.compares(value, |cmp, n| CardTest::Attr(attr, cmp, n)),
            CardField::Words(slot) => {
                let words = value.items().iter().map(|n| parser.word_ref(n, |sym| What::Word(slot, sym))).collect();
                Test::One(CardTest::Words(slot, words))
            }
            CardField::Cost(slot) => {
                let (cmp, n) = parser.compare(value);
                Test::One(CardTest::CostTotal(slot, cmp, n))
            }
            CardField::Status(_) => Test::One(CardTest::Status(parser.statuses(value))),
            _ => return None,
        })
    }

    fn fields(parser: &Parser) -> Vec<String> {
        let schema = parser.schema;
        parser.names(schema.card_fields.iter().map(|(n, _)| *n).chain(schema.filters.iter().map(|filter| filter.name)))
    }

    fn other_field(parser: &Parser, name: &str) -> Option<&'static str> {
        Some(match parser.schema.card_field(parser.sym(name)?)? {
            CardField::Attr(_) => "is a number",
            CardField::Words(_) => "holds words",
            CardField::Cost(_) => "is a cost",
            CardField::Rules(_) => "is a set of rules",
            CardField::Text(_) => "is a text",
            CardField::Cells(_) => "holds cells",
            CardField::Cond(_) => "is a condition",
            CardField::Status(_) => "is a status",
            CardField::Fixed(field) => match field.fixed().holds {
                Holds::Player => "is a player",
                Holds::Space => "is a space",
                Holds::Int => "is a number",
                _ => "is a word",
            },
        })
    }
}

fn name(parser: &mut Parser, value: &Node) -> CardTest {
    let found = parser.reference(value);
    if matches!(found.head, Head::Value(Value::Word(_) | Value::List(_))) {
        parser.noted_syms(value, What::Name);
    }
    CardTest::Name(found)
}

fn face(parser: &mut Parser, value: &Node) -> Option<Test<CardTest>> {
    // If cards of the game have a field `face`, the test is of this field.
    if parser.sym("face").is_some_and(|name| parser.schema.card_field(name).is_some()) {
        return CardTest::field(parser, "face", value);
    }
    match value.as_str() {
        Some(said @ ("up" | "down")) => Some(Test::One(CardTest::FaceDown(said == "down"))),
        _ => {
            parser.wrong(value, "`up` or `down`");
            None
        }
    }
}

fn def(parser: &mut Parser, value: &Node) -> Option<Test<CardTest>> {
    // If cards of the game have a number `def`, the test is of this number.
    if parser.schema.attr(Class::Card, "def").is_some() {
        return CardTest::field(parser, "def", value);
    }
    let defs = parser.defs;
    let found = value.items().iter().filter_map(|n| parser.one_of(n, "card", defs)).map(DefId::of);
    Some(Test::One(CardTest::Def(found.collect())))
}

fn printed(parser: &mut Parser, value: &Node) -> Option<Test<CardTest>> {
    let mut parts = Vec::new();
    if value.as_map().is_none() {
        parser.wrong(value, "a map of numbers");
    }
    for (key, value) in value.as_map()? {
        match parser.schema.attr(Class::Card, &key.name) {
            Some(attr) => {
                let (cmp, n) = parser.compare(value);
                parts.push(Test::One(CardTest::Printed(attr, cmp, n)));
            }
            None => parser.unknown_key::<CardTest>(&key.name, &key.span),
        }
    }
    Some(Test::All(parts))
}

fn position(parser: &mut Parser, value: &Node) -> Option<i32> {
    match (value.as_str(), value.as_int()) {
        (Some("first" | "top"), _) => Some(0),
        (Some("last" | "bottom"), _) => Some(-1),
        (_, Some(n)) if (1..=1000).contains(&n) => Some(n as i32 - 1),
        _ => {
            parser.wrong(value, "first, last or a number from 1");
            None
        }
    }
}

fn ability(parser: &mut Parser, value: &Node) -> Test<CardTest> {
    let any = Test::One(CardTest::HasAbility(Vec::new()));
    match value.as_bool() {
        Some(true) => any,
        Some(false) => any.negated(),
        None => {
            let kinds = &parser.schema.ability_kinds;
            let found = value.items().iter().filter_map(|n| parser.one_of(n, "kind of ability", kinds));
            Test::One(CardTest::HasAbility(found.map(|i| kinds[i]).collect()))
        }
    }
}

fn fulfils(parser: &mut Parser, value: &Node) -> Option<u8> {
    let sym = value.as_str().and_then(|n| parser.sym(n));
    let found = parser.schema.conds.iter().position(|c| Some(*c) == sym).map(|slot| slot as u8);
    if found.is_none() {
        parser.wrong(value, "a field of conditions");
    }
    found
}
