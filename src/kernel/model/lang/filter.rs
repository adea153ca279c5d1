//! Filters: what can be asked of each kind of object.

use std::fmt;

use crate::kernel::model::id_set::IdSet;
use crate::kernel::model::lang::{Amount, Cmp, PlayerField, Ref, SeatTest, Test};
use crate::kernel::model::on_board::OnBoard;
use crate::kernel::model::sym::Sym;
use crate::kernel::model::value::*;

/// What kind of object is looked for.
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
    /// Of cards.
    Card(Test<CardTest>),
    /// Of players.
    Player(Test<PlayerTest>),
    /// Of uses.
    Use(Test<UseTest>),
    /// Of open records.
    Record(Test<RecordTest>),
    /// Of zones and spaces.
    Space(Test<SpaceTest>),
    /// Of statuses.
    Status(Test<StatusTest>),
    /// Of numbers.
    Number(Test<NumberTest>),
    /// Of anything: compared as a value.
    Value(Test<ValueTest>),
}

/// Logs spell filters so, and their hashes depend on it: of which kind it is shows in what is asked.
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

/// What a card can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum CardTest {
    /// In one of these kinds of zone.
    Zone(IdSet<ZoneKind>),
    /// The place of its space, from 1, compares so.
    Slot(Cmp, Amount),
    /// Its space matches.
    Space(Box<Test<SpaceTest>>),
    /// Its space faces the one of this card or space: the same place of the other player's zone.
    Opposite(Ref),
    /// It is attached to such a card.
    Host(Box<Test<CardTest>>),
    /// The condition printed in that field of it holds, by slot.
    Fulfils(u8),
    /// Its owner.
    Owner(SeatTest),
    /// Its controller.
    Controller(SeatTest),
    /// Whose zone it came from.
    PutBy(SeatTest),
    /// Of one of these types.
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
    /// Of one of these kinds of zone.
    Zone(IdSet<ZoneKind>),
    /// Its owner.
    Owner(SeatTest),
    /// Its place, from 1, compares so.
    Slot(Cmp, Amount),
    /// It faces the space of this card, or this space: the same place of the other player's zone.
    Opposite(Ref),
    /// It could hold one more card.
    Free,
    /// It holds such a card.
    Holds(Box<Test<CardTest>>),
    /// One of its counters compares so.
    SpaceCounter(u8, Cmp, Amount),
    /// It lies so on its board.
    Board(Box<OnBoard>),
}

/// What a player can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerTest {
    /// Who it is.
    Player(SeatTest),
    /// An attribute, a counter or a tally compares so.
    PlayerField(PlayerField, Cmp, Amount),
}

/// What a use can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum UseTest {
    /// Of one of these kinds.
    UseKind(IdSet<UseKindId>),
    /// With one of these timings.
    Timing(Vec<Sym>),
    /// By such a player.
    User(SeatTest),
    /// Of such a card.
    UseCard(Box<Test<CardTest>>),
    /// Its first card target could have been another card; or of what aims at no cards, another object.
    CanAimElsewhere,
    /// It may be cancelled.
    Cancellable,
    /// It is a copy.
    IsCopy,
}

/// What an open record can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordTest {
    /// Of one of these kinds.
    RecordKind(IdSet<RecKind>),
    /// One of its fields matches.
    RecordField(Sym, Box<Filter>),
}

/// What a status can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum StatusTest {
    /// One of these.
    Status(Vec<Status>),
}

/// What a number can be asked.
#[derive(Clone, Debug, PartialEq)]
pub enum NumberTest {
    /// It compares so.
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
