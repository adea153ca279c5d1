//! Filters inside a state: those of timed effects, permissions and values. Their parts are listed once, for this and
//! for [`captured`](crate::kernel::run::captured_values).

use super::{Numbers, Renumber, parts};
use crate::kernel::model::board_tests::{Near, OnBoard};
use crate::kernel::model::lang::{
    Amount, CardSource, CardTest, Cond, Cut, Extreme, Filter, Groups, Head, NumberTest, Part, PlayerField, PlayerTest,
    PrintTest, RecordTest, Ref, SeatTest, Selection, SetRule, SetRules, Source, SpaceSource, SpaceTest, StatusTest,
    Table, Test, UseTest, ValueTest,
};
use crate::kernel::model::permission::Permission;
use crate::kernel::model::templates::Words;
use crate::kernel::run::captured_values::bound_parts;

/// The parts of a filter: renumbered at a reload, and bound to the moment of an effect.
macro_rules! both {
    ($($part:tt)*) => {
        parts!($($part)*);
        bound_parts!($($part)*);
    };
}

impl<T: Renumber> Renumber for Test<T> {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        match self {
            Test::True => Some(()),
            Test::All(parts) | Test::Any(parts) => parts.renumber(numbers),
            Test::Not(part) => part.renumber(numbers),
            Test::Is(r) => r.renumber(numbers),
            Test::Among(refs) => refs.renumber(numbers),
            Test::Where(cond) => cond.renumber(numbers),
            Test::One(one) => one.renumber(numbers),
        }
    }
}

both!(
    enum Filter {
        Card(a),
        Player(a),
        Use(a),
        Record(a),
        Space(a),
        Status(a),
        Number(a),
        Value(a),
    }
);

both!(
    enum CardTest {
        Zone(a),
        Slot(a, b),
        Space(a),
        Host(a),
        Opposite(a),
        Fulfils(a),
        Owner(a),
        Controller(a),
        PutBy(a),
        Type(a),
        Name(a),
        Def(a),
        Words(a, b),
        Attr(a, b, c),
        Printed(a, b, c),
        CostTotal(a, b, c),
        Status(a),
        Other,
        Permitted(a),
        Position(a),
        HasAbility(a),
    }
);

both!(
    enum SpaceTest {
        Zone(a),
        Owner(a),
        Slot(a, b),
        Opposite(a),
        Free,
        Holds(a),
        SpaceCounter(a, b, c),
        Board(a),
    }
);

both!(
    enum PlayerTest {
        Player(a),
        PlayerField(a, b, c),
    }
);

both!(
    enum UseTest {
        UseKind(a),
        Timing(a),
        User(a),
        UseCard(a),
        CanAimElsewhere,
        Cancellable,
        IsCopy,
    }
);

both!(
    enum RecordTest {
        RecordKind(a),
        RecordField(a, b),
    }
);

both!(
    enum StatusTest {
        Status(a),
    }
);

both!(
    enum NumberTest {
        Int(a, b),
    }
);

impl Renumber for ValueTest {
    fn renumber(&mut self, _: &Numbers) -> Option<()> {
        match *self {}
    }
}

both!(
    enum PrintTest {
        Type(a),
        Name(a),
        Def(a),
        Words(a, b),
        Printed(a, b, c),
    }
);

both!(
    enum SeatTest {
        Me,
        Opponent,
        Active,
        Inactive,
        Ref(a),
    }
);

parts!(struct Ref { head, path });

parts!(
    enum Head {
        Value(a),
        SelfCard,
        This,
        Target(a),
        Paid,
        Me,
        Opponent,
        Active,
        Inactive,
        Event,
        ReplyTo,
        Subject,
        It,
        Record(a),
        Area(a),
        Var(a),
        Option(a),
        Game,
    }
);

both!(
    enum Amount {
        Int(a),
        Ref(a),
        Add(a, b),
        Sub(a, b),
        Mul(a, b),
        Min(a, b),
        Max(a, b),
        Abs(a),
        HalfUp(a),
        HalfDown(a),
        Div(a, b),
        Mod(a, b),
        If(a, b, c),
        Table(a),
        Distinct(a, b),
        Extreme(a),
        CountOf(a),
        TimesIn(a, b),
        Count(a),
        SumOf(a, b),
        Sum(a, b),
        Groups(a),
    }
);

both!(struct Extreme { of, by, taken });
both!(struct Table { at, of });

both!(
    enum Cond {
        Const(a),
        All(a),
        Any(a),
        Not(a),
        Exists(a),
        Count(a, b, c),
        Amount(a, b, c),
        Phase(a),
        Turn(a),
        Record(a),
        Option(a, b),
        Window(a),
        Matches(a, b),
    }
);

both!(struct Selection { source, min, max, rules, random, needs, verb, cut });
both!(struct Cut { by, part });

both!(
    enum Part {
        First(a),
        Last(a),
    }
);

both!(
    enum Source {
        Cards(a),
        Players(a),
        Uses(a),
        Records(a),
        Spaces(a),
        Words(a),
        Defs(a),
        Number(a, b),
        Either(a),
    }
);

both!(struct SpaceSource { filter, zones, lists });
both!(struct CardSource { filter, rest, zones, whose, owner, lists, position, hanging });

both!(struct SetRules { rules });

both!(
    enum SetRule {
        Count(a, b),
        Sum(a, b, c),
        Distinct(a, b, c),
        Roles(a),
        Meets(a, b),
        AnyOf(a),
    }
);

both!(struct Groups { what, by, size, joker, worth });

both!(enum OnBoard { Mark(a), NextTo(a), Ahead(a, b), Distance(a, b, c), Covered { cells, from, facing } });

both!(
    enum Near {
        Ref(a),
        Cards(a),
        Spaces(a),
    }
);

parts!(
    enum PlayerField {
        Attr(a),
        Counter(a),
        Tally(a),
        Fixed(a),
    }
);

parts!(struct Words { text, amounts });

parts!(struct Permission { forbids, verb, card, use_, by, to });
