//! Filters: what can be asked of each kind of object.

use std::fmt;

use crate::kernel::model::board_tests::OnBoard;
use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, Cmp, PlayerField, Ref, SeatTest, Test};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;

/// The class of objects that a filter tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Cards.
    Card,
    /// Players.
    Player,
    /// Uses.
    Use,
    /// Open records.
    Record,
    /// Zones, by their kind, or single spaces of them.
    Zone,
}

/// A test of objects of some kind.
#[derive(Clone, PartialEq)]
pub enum Filter {
    /// Tests of cards.
    Card(Test<CardTest>),
    /// Tests of players.
    Player(Test<PlayerTest>),
    /// Tests of uses.
    Use(Test<UseTest>),
    /// Tests of open records.
    Record(Test<RecordTest>),
    /// Tests of zones and spaces.
    Space(Test<SpaceTest>),
    /// Tests of statuses.
    Status(Test<StatusTest>),
    /// Tests of numbers.
    Number(Test<NumberTest>),
    /// Comparisons of any values.
    Value(Test<ValueTest>),
}

/// The hashes of logs depend on this spelling. It omits the class, which shows in the tests.
impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Filter::Card(test) => test.fmt(f),
            Filter::Player(test) => test.fmt(f),
            Filter::Use(test) => test.fmt(f),
            Filter::Record(test) => test.fmt(f),
            Filter::Space(test) => test.fmt(f),
            Filter::Status(test) => test.fmt(f),
            Filter::Number(test) => test.fmt(f),
            Filter::Value(test) => test.fmt(f),
        }
    }
}

/// A test of a card.
#[derive(Clone, Debug, PartialEq)]
pub enum CardTest {
    /// In one of these kinds of zone.
    Zone(IdSet<ZoneKind>),
    /// The place of its space, from 1, compares so.
    Slot(Cmp, Amount),
    /// Its space matches.
    Space(Box<Test<SpaceTest>>),
    /// Its space lies opposite to the space of this card or space: at the same place of the other player's zone.
    Opposite(Ref),
    /// It is attached to a card that matches.
    Host(Box<Test<CardTest>>),
    /// The condition printed in that field of it holds, by slot.
    Fulfils(u8),
    /// Its owner.
    Owner(SeatTest),
    /// Its controller.
    Controller(SeatTest),
    /// The player whose zone it came from.
    PutBy(SeatTest),
    /// It has one of these types.
    Type(IdSet<TypeId>),
    /// The printed name.
    Name(Ref),
    /// Its definition.
    Def(Vec<DefId>),
    /// The words of a word field include one of these.
    Words(u8, Vec<Ref>),
    /// An attribute compares so.
    Attr(AttrId, Cmp, Amount),
    /// A printed number compares so, whatever modifies it.
    Printed(AttrId, Cmp, Amount),
    /// The number of pips of a cost field compares so.
    CostTotal(u8, Cmp, Amount),
    /// Has one of these statuses.
    Status(Vec<Status>),
    /// Is not the card the ability stands on.
    Other,
    /// A permission permits the verb for it.
    Permitted(Sym),
    /// Lies at this place of its pile, from 0; below 0: from its end.
    Position(i32),
    /// An ability of one of these kinds; an empty list means any kind.
    HasAbility(Vec<Sym>),
}

/// A test of a zone, or of a single space of one.
#[derive(Clone, Debug, PartialEq)]
pub enum SpaceTest {
    /// A zone of one of these kinds.
    Zone(IdSet<ZoneKind>),
    /// Its owner.
    Owner(SeatTest),
    /// Its place, counted from 1, compared with an amount.
    Slot(Cmp, Amount),
    /// It lies opposite to this space, or the space of this card: at the same place of the other player's zone.
    Opposite(Ref),
    /// It has room for a card.
    Free,
    /// It holds a card that matches.
    Holds(Box<Test<CardTest>>),
    /// One of its counters, compared with an amount.
    SpaceCounter(u8, Cmp, Amount),
    /// Its position on its board.
    Board(Box<OnBoard>),
}

/// A test of a player.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerTest {
    /// The player meets the test.
    Player(SeatTest),
    /// An attribute, a counter or a tally compares so.
    PlayerField(PlayerField, Cmp, Amount),
}

/// A test of a use.
#[derive(Clone, Debug, PartialEq)]
pub enum UseTest {
    /// A use of one of these kinds.
    UseKind(IdSet<UseKindId>),
    /// With one of these timings.
    Timing(Vec<Sym>),
    /// Its player.
    User(SeatTest),
    /// The use of a card that matches.
    UseCard(Box<Test<CardTest>>),
    /// Its first card target could have been another card; without card targets, its first other object.
    CanAimElsewhere,
    /// It may be cancelled.
    Cancellable,
    /// It is a copy.
    IsCopy,
}

/// A test of an open record.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordTest {
    /// A record of one of these kinds.
    RecordKind(IdSet<RecKind>),
    /// One of its fields matches.
    RecordField(Sym, Box<Filter>),
}

/// A test of a status.
#[derive(Clone, Debug, PartialEq)]
pub enum StatusTest {
    /// One of these statuses.
    Status(Vec<Status>),
}

/// A test of a number.
#[derive(Clone, Debug, PartialEq)]
pub enum NumberTest {
    /// The number, compared with an amount.
    Int(Cmp, Amount),
}

/// A test of any value: it has only the tests of every object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueTest {}

/// A test of a card definition, by its printed values.
#[derive(Clone, Debug, PartialEq)]
pub enum PrintTest {
    /// Of one of these types.
    Type(IdSet<TypeId>),
    /// One of these names.
    Name(Vec<Sym>),
    /// One of these definitions.
    Def(Vec<DefId>),
    /// The words of a word field include one of these.
    Words(u8, Vec<Sym>),
    /// A printed number compares so.
    Printed(AttrId, Cmp, i64),
}
