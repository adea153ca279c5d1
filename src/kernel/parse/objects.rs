//! Objects: reads the tests of players, uses, records and plain values.

use crate::data::Node;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{
    Class, Filter, NumberTest, PlayerTest, RecordTest, StatusTest, Test, UseTest, ValueTest,
};
use crate::kernel::model::schema::RecordField;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::{RecKind, UseKindId};
use crate::kernel::parse::filter::{FilterClass, NoKey};
use crate::kernel::parse::keys::{PlayerKey, RecordKey, UseKey};
use crate::kernel::parse::parser::Parser;
use crate::kernel::parse::resolve::{Of, What};

impl FilterClass for PlayerTest {
    const OF: Of = Of::Player;
    type Key = PlayerKey;

    fn read(_: &mut Parser, key: PlayerKey, _: &Node) -> Option<Test<PlayerTest>> {
        match key {}
    }

    fn short(parser: &mut Parser, node: &Node) -> Test<PlayerTest> {
        Test::One(PlayerTest::Player(parser.seat_test(node)))
    }

    fn is(parser: &mut Parser, node: &Node) -> Test<PlayerTest> {
        PlayerTest::short(parser, node)
    }

    fn field(parser: &mut Parser, name: &str, value: &Node) -> Option<Test<PlayerTest>> {
        let field = parser.schema.player_field(parser.sym(name)?)?;
        field.is_number().then(|| parser.compares(value, |cmp, n| PlayerTest::PlayerField(field, cmp, n)))
    }

    fn fields(parser: &Parser) -> Vec<String> {
        parser.names(parser.schema.names_of_players().into_iter())
    }
}

impl FilterClass for UseTest {
    const OF: Of = Of::Use;
    type Key = UseKey;

    fn read(p: &mut Parser, key: UseKey, value: &Node) -> Option<Test<UseTest>> {
        Some(Test::One(match key {
            UseKey::kind => UseTest::UseKind(p.use_kinds(value)),
            UseKey::timing => UseTest::Timing(p.noted_syms(value, What::Timing)),
            UseKey::user => UseTest::User(p.seat_test(value)),
            UseKey::card => UseTest::UseCard(Box::new(p.test(value))),
            UseKey::can_aim_elsewhere => return Some(p.yes_or_no(value, Test::One(UseTest::CanAimElsewhere))),
            UseKey::cancellable => return Some(p.yes_or_no(value, Test::One(UseTest::Cancellable))),
            UseKey::is_copy => return Some(p.yes_or_no(value, Test::One(UseTest::IsCopy))),
            UseKey::r#use => return Some(p.test(value)),
        }))
    }

    fn short(parser: &mut Parser, node: &Node) -> Test<UseTest> {
        Test::Is(parser.ref_of(node, Class::Use))
    }

    fn is(parser: &mut Parser, node: &Node) -> Test<UseTest> {
        UseTest::short(parser, node)
    }
}

impl FilterClass for RecordTest {
    const OF: Of = Of::Record(None);
    type Key = RecordKey;

    fn read(p: &mut Parser, key: RecordKey, value: &Node) -> Option<Test<RecordTest>> {
        match key {
            RecordKey::record => Some(p.test_of_records(value)),
        }
    }

    fn short(parser: &mut Parser, node: &Node) -> Test<RecordTest> {
        Test::Is(parser.ref_of(node, Class::Record))
    }

    fn is(parser: &mut Parser, node: &Node) -> Test<RecordTest> {
        RecordTest::short(parser, node)
    }

    fn field(parser: &mut Parser, name: &str, value: &Node) -> Option<Test<RecordTest>> {
        let sym = parser.sym(name)?;
        let filter = match parser.schema.record_field(sym)? {
            RecordField::Int => Filter::Number(parser.test(value)),
            RecordField::Player | RecordField::Players => Filter::Player(parser.test(value)),
            RecordField::Word | RecordField::Any => Filter::Value(parser.test(value)),
            RecordField::Spaces => Filter::Space(parser.test(value)),
            RecordField::Records(_) => Filter::Record(parser.test(value)),
            RecordField::Card | RecordField::Cards(_) | RecordField::Stays => Filter::Card(parser.test(value)),
        };
        Some(Test::One(RecordTest::RecordField(sym, Box::new(filter))))
    }

    fn fields(parser: &Parser) -> Vec<String> {
        parser.names(parser.schema.records.iter().flat_map(|r| r.fields.iter().map(|f| f.0)))
    }
}

impl FilterClass for StatusTest {
    const OF: Of = Of::Plain;
    type Key = NoKey;

    fn read(_: &mut Parser, key: NoKey, _: &Node) -> Option<Test<StatusTest>> {
        match key {}
    }

    fn short(parser: &mut Parser, node: &Node) -> Test<StatusTest> {
        Test::One(StatusTest::Status(parser.statuses(node)))
    }

    fn is(parser: &mut Parser, node: &Node) -> Test<StatusTest> {
        Test::Is(parser.object_ref(node))
    }
}

impl FilterClass for NumberTest {
    const OF: Of = Of::Plain;
    type Key = NoKey;

    fn read(_: &mut Parser, key: NoKey, _: &Node) -> Option<Test<NumberTest>> {
        match key {}
    }

    fn short(parser: &mut Parser, node: &Node) -> Test<NumberTest> {
        let (cmp, n) = parser.compare(node);
        Test::One(NumberTest::Int(cmp, n))
    }

    fn is(parser: &mut Parser, node: &Node) -> Test<NumberTest> {
        Test::Is(parser.object_ref(node))
    }
}

impl FilterClass for ValueTest {
    const OF: Of = Of::Any;
    type Key = NoKey;

    fn read(_: &mut Parser, key: NoKey, _: &Node) -> Option<Test<ValueTest>> {
        match key {}
    }

    fn short(parser: &mut Parser, node: &Node) -> Test<ValueTest> {
        Test::Is(parser.free_ref(node))
    }

    fn is(parser: &mut Parser, node: &Node) -> Test<ValueTest> {
        ValueTest::short(parser, node)
    }
}

impl Parser<'_> {
    fn use_kinds(&mut self, node: &Node) -> IdSet<UseKindId> {
        let uses = self.uses;
        let found = node.items().iter().filter_map(|n| self.one_of(n, "kind of use", uses));
        found.map(UseKindId::of).collect()
    }

    /// Reads names of kinds of record, one or several, as the test that a record is of one of these kinds.
    pub(super) fn test_of_records(&mut self, node: &Node) -> Test<RecordTest> {
        let records: Vec<Sym> = self.schema.records.iter().map(|r| r.name).collect();
        let found = node.items().iter().filter_map(|n| self.one_of(n, "record", &records));
        Test::One(RecordTest::RecordKind(found.map(RecKind::of).collect()))
    }
}
