//! Spaces: reads the tests of a zone and of a single space.

use crate::data::Node;
use crate::kernel::model::board_filters::OnBoard;
use crate::kernel::model::lang::{Class, SpaceTest, Test};
use crate::kernel::model::symbols::Sym;
use crate::kernel::parse::filter::FilterClass;
use crate::kernel::parse::keys::SpaceKey;
use crate::kernel::parse::parser::Parser;
use crate::kernel::parse::resolve::Of;

impl FilterClass for SpaceTest {
    const OF: Of = Of::Space;
    type Key = SpaceKey;

    fn read(p: &mut Parser, key: SpaceKey, value: &Node) -> Option<Test<SpaceTest>> {
        let on_board = match key {
            SpaceKey::zone => return Some(SpaceTest::short(p, value)),
            SpaceKey::owner => return Some(Test::One(SpaceTest::Owner(p.seat_test(value)))),
            SpaceKey::slot => return Some(p.compares(value, SpaceTest::Slot)),
            SpaceKey::opposite => return Some(Test::One(SpaceTest::Opposite(p.object_ref(value)))),
            SpaceKey::free => return Some(p.yes_or_no(value, Test::One(SpaceTest::Free))),
            SpaceKey::holds => return Some(Test::One(SpaceTest::Holds(Box::new(p.test(value))))),
            SpaceKey::mark => p.mark(value),
            SpaceKey::next_to => OnBoard::NextTo(p.near(value)),
            SpaceKey::ahead_of => OnBoard::Ahead(p.near(value), 1),
            SpaceKey::behind => OnBoard::Ahead(p.near(value), -1),
            SpaceKey::distance => p.distance(value),
            SpaceKey::covered => p.covered(value),
        };
        Some(Test::One(SpaceTest::Board(Box::new(on_board))))
    }

    fn short(parser: &mut Parser, node: &Node) -> Test<SpaceTest> {
        Test::One(SpaceTest::Zone(parser.zones(node)))
    }

    fn is(parser: &mut Parser, node: &Node) -> Test<SpaceTest> {
        Test::Is(parser.ref_of(node, Class::Zone))
    }

    fn field(parser: &mut Parser, name: &str, value: &Node) -> Option<Test<SpaceTest>> {
        let sym = parser.sym(name)?;
        let at = parser.schema.space_counters.iter().position(|c| c.name == sym)?;
        let (cmp, n) = parser.with_it(Of::Space, |p| p.compare(value));
        Some(Test::One(SpaceTest::SpaceCounter(at as u8, cmp, n)))
    }

    fn fields(parser: &Parser) -> Vec<String> {
        parser.names(parser.schema.space_counters.iter().map(|c| c.name))
    }
}

impl Parser<'_> {
    fn mark(&mut self, value: &Node) -> OnBoard {
        let marks: Vec<Sym> = self.schema.boards.iter().flat_map(|b| b.marks.iter().map(|m| m.0)).collect();
        let found = value.items().iter().filter_map(|n| self.one_of(n, "mark", &marks));
        OnBoard::Mark(found.map(|i| marks[i]).collect())
    }
}
