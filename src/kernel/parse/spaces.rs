//! Spaces: the keys of a filter of zones and of single spaces.

use crate::data::Node;
use crate::kernel::model::lang::{Class, SpaceTest, Test};
use crate::kernel::model::on_board::OnBoard;
use crate::kernel::model::sym::Sym;
use crate::kernel::parse::filter::{Key, Kind};
use crate::kernel::parse::meant::Of;
use crate::kernel::parse::parser::Parser;

impl Kind for SpaceTest {
    const OF: Of = Of::Space;
    const KEYS: &'static [Key<SpaceTest>] = &[
        Key { name: "zone", read: |p, n| Some(SpaceTest::short(p, n)) },
        Key { name: "owner", read: |p, n| Some(Test::One(SpaceTest::Owner(p.seat_test(n)))) },
        Key { name: "slot", read: |p, n| Some(p.compares(n, SpaceTest::Slot)) },
        Key { name: "opposite", read: |p, n| Some(Test::One(SpaceTest::Opposite(p.object_ref(n)))) },
        Key { name: "free", read: |p, n| Some(p.yes_or_no(n, Test::One(SpaceTest::Free))) },
        Key { name: "holds", read: |p, n| Some(Test::One(SpaceTest::Holds(Box::new(p.test(n))))) },
        Key { name: "mark", read: |p, n| Some(on_board(p.mark(n))) },
        Key { name: "next_to", read: |p, n| Some(on_board(OnBoard::NextTo(p.near(n)))) },
        Key { name: "ahead_of", read: |p, n| Some(on_board(OnBoard::Ahead(p.near(n), 1))) },
        Key { name: "behind", read: |p, n| Some(on_board(OnBoard::Ahead(p.near(n), -1))) },
        Key { name: "distance", read: |p, n| Some(on_board(p.distance(n))) },
        Key { name: "covered", read: |p, n| Some(on_board(p.covered(n))) },
    ];

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

fn on_board(test: OnBoard) -> Test<SpaceTest> {
    Test::One(SpaceTest::Board(Box::new(test)))
}

impl Parser<'_> {
    fn mark(&mut self, value: &Node) -> OnBoard {
        let marks: Vec<Sym> = self.schema.boards.iter().flat_map(|b| b.marks.iter().map(|m| m.0)).collect();
        let found = value.items().iter().filter_map(|n| self.one_of(n, "mark", &marks));
        OnBoard::Mark(found.map(|i| marks[i]).collect())
    }
}
