//! Filters that a state holds: those of lasting values, of permissions and of values.

use super::{Numbers, Renumber, parts};
use crate::kernel::model::ability::Permission;
use crate::kernel::model::lang::{
    Amount, Cond, Filter, Groups, Head, PlayerField, Ref, SeatTest, Selection, SetRule, SetRules, Source,
};
use crate::kernel::model::on_board::{Near, OnBoard};
use crate::kernel::model::words::Words;

parts!(
    enum Filter {
        True,
        All(a),
        Any(a),
        Not(a),
        Zone(a),
        Slot(a, b),
        Space(a),
        Opposite(a),
        Free,
        Holds(a),
        SpaceCounter(a, b, c),
        Board(a),
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
        Among(a),
        Is(a),
        Other,
        Permitted(a),
        Player(a),
        PlayerField(a, b, c),
        UseKind(a),
        Timing(a),
        User(a),
        UseCard(a),
        CanAimElsewhere,
        Cancellable,
        RecordKind(a),
        RecordField(a, b),
        Position(a),
        Where(a),
        HasAbility(a),
        Int(a, b),
        Equal(a),
    }
);

parts!(
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

parts!(
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
        CountOf(a),
        TimesIn(a, b),
        Count(a),
        SumOf(a, b),
        Sum(a, b),
        Groups(a),
    }
);

parts!(
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

parts!(struct Selection {
    class, filter, rest, zones, whose, owner, lists, min, max, rules, random, needs, verb, cut, source,
});

parts!(
    enum Source {
        Objects,
        Words(a),
        Defs,
        Number(a, b),
    }
);

parts!(struct SetRules { rules });

parts!(
    enum SetRule {
        Count(a, b),
        Sum(a, b, c),
        Distinct(a, b, c),
        Roles(a),
        Meets(a, b),
        AnyOf(a),
    }
);

parts!(struct Groups { what, by, size, joker, worth });

parts!(enum OnBoard { Mark(a), NextTo(a), Ahead(a, b), Distance(a, b, c), Covered { cells, from, facing } });

parts!(
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
        Name,
        Seat,
        Lost,
        Wins,
    }
);

parts!(struct Words { text, amounts });

parts!(struct Permission { forbids, verb, card, use_, by, to });
