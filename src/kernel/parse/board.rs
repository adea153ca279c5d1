//! Boards: the keys of a filter of spaces that have a row and a column.

use crate::data::{Data, Node};
use crate::kernel::model::board_filters::{Near, OnBoard};
use crate::kernel::model::lang::{Amount, Class, Cmp, Head, Ref};
use crate::kernel::model::value::Value;
use crate::kernel::parse::keys::{COVERED, CoveredKeys, DISTANCE, DistanceKeys, NearKeys};
use crate::kernel::parse::parser::Parser;

impl Parser<'_> {
    /// Reads a test of the distance of a space from something, in steps.
    pub(super) fn distance(&mut self, value: &Node) -> OnBoard {
        let said = DistanceKeys::of(value);
        if said.from.is_some() {
            self.known_keys(value, &DISTANCE);
        }
        let near = said.from.map(|n| self.near(n));
        let (cmp, n) = said.is.map_or((Cmp::Eq, Amount::Int(1)), |n| self.compare(n));
        OnBoard::Distance(near.unwrap_or_else(|| self.near(value)), cmp, n)
    }

    /// Reads the test that cells cover a space, seen from an object in one direction or in any.
    pub(super) fn covered(&mut self, value: &Node) -> OnBoard {
        self.known_keys(value, &COVERED);
        let said = CoveredKeys::of(value);
        let near = said.from.map(|n| self.near(n));
        let cells = match said.cells {
            Some(Node { value: Data::List(list), .. }) => Ref::value(pairs(list)),
            Some(n) => self.object_ref(n),
            None => {
                self.wrong(value, "`cells`, `from` and, if not any, `facing`");
                Ref::value(Value::Nil)
            }
        };
        let facing = said.facing.filter(|n| n.as_str() != Some("any"));
        let facing = facing.map(|n| self.direction(n));
        OnBoard::Covered { cells, from: near.unwrap_or(Near::Ref(Ref::head(Head::SelfCard))), facing }
    }

    /// Reads what a space is near to: a reference, a filter of cards, or `{ space: filter of spaces }`.
    pub(super) fn near(&mut self, node: &Node) -> Near {
        match (&node.value, NearKeys::of(node).space) {
            (Data::Map(map), Some(space)) if map.len() == 1 => Near::Spaces(Box::new(self.test(space))),
            (Data::Map(_), _) => Near::Cards(Box::new(self.sought(node, Class::Card))),
            _ => Near::Ref(self.object_ref(node)),
        }
    }
}

/// Cells written as a list of pairs.
fn pairs(list: &[Node]) -> Value {
    let number = |n: &Node| Value::Int(n.as_int().unwrap_or(0));
    Value::List(list.iter().map(|n| Value::List(n.items().iter().map(number).collect())).collect())
}
