//! Printed filters: the filter keys for card definitions, which have printed fields only.

use crate::data::Node;
use crate::kernel::model::lang::{Amount, CardTest, Head, PrintTest, Ref, Selection, Source, Test};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::Value;
use crate::kernel::parse::parser::Parser;

/// A test of cards as a test of definitions; `None`: it asks for more than printed values.
fn of_print(test: &Test<CardTest>) -> Option<Test<PrintTest>> {
    test.try_map(&|one| match one {
        Test::True => Some(Test::True),
        Test::One(one) => printed(one).map(Test::One),
        _ => None,
    })
}

/// The test of definitions that a selection of cards amounts to; `None` if it tests more than printed fields.
pub fn definitions(selection: &Selection) -> Option<Test<PrintTest>> {
    match &selection.source {
        Source::Cards(cards) => of_print(&cards.filter),
        Source::Defs(test) => Some(test.clone()),
        _ => None,
    }
}

fn printed(test: &CardTest) -> Option<PrintTest> {
    Some(match test {
        CardTest::Type(types) => PrintTest::Type(*types),
        CardTest::Def(defs) => PrintTest::Def(defs.clone()),
        CardTest::Words(slot, words) => PrintTest::Words(*slot, words.iter().map(word).collect::<Option<_>>()?),
        CardTest::Name(Ref { head: Head::Value(Value::List(names)), .. }) => {
            PrintTest::Name(names.iter().filter_map(|v| if let Value::Word(w) = v { Some(*w) } else { None }).collect())
        }
        CardTest::Name(name) => PrintTest::Name(vec![word(name)?]),
        CardTest::Printed(attr, cmp, Amount::Int(n)) => PrintTest::Printed(*attr, *cmp, *n),
        _ => return None,
    })
}

/// The word of a reference that is a written word; `None` for other references.
fn word(r: &Ref) -> Option<Sym> {
    match r.head {
        Head::Value(Value::Word(word)) => Some(word),
        _ => None,
    }
}

/// The tests that a definition can answer, in words for messages.
pub const PRINTED_ONLY: &str = "only what is printed: type, name, def, words, and numbers in `printed`";

impl Parser<'_> {
    /// A test of card definitions.
    pub fn print_test(&mut self, node: &Node) -> Test<PrintTest> {
        let test = self.test(node);
        of_print(&test).unwrap_or_else(|| {
            self.problems.error("unknown_key", &node.span, format!("a definition has {PRINTED_ONLY}"));
            Test::True
        })
    }
}
