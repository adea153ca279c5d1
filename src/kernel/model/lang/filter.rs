//! Filters: what can be asked of each kind of object.

use intermezzo_derive::{Capture, Renumber};
use std::fmt;

use crate::kernel::model::board_filters::OnBoard;
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
#[derive(Clone, PartialEq, Renumber, Capture)]
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

/// Prints the test alone, without the class of its objects. The hashes of logs depend on this form.
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
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum CardTest {
    /// The card lies in a zone of these kinds.
    Zone(IdSet<ZoneKind>),
    /// The place of the card's space, from 1, meets a comparison.
    Slot(Cmp, Amount),
    /// The space of the card matches.
    Space(Box<Test<SpaceTest>>),
    /// The space of the card lies opposite to the space of this card or space: at the same place of the other player's
    /// zone.
    Opposite(Ref),
    /// The card is attached to a card that matches.
    Host(Box<Test<CardTest>>),
    /// The condition printed in a field of the card holds, by the slot of the field.
    Fulfils(u8),
    /// The owner of the card meets the test.
    Owner(SeatTest),
    /// The controller of the card meets the test.
    Controller(SeatTest),
    /// The player from whose zone the card came meets the test.
    PutBy(SeatTest),
    /// The card has one of these types.
    Type(IdSet<TypeId>),
    /// The name of the card is the one that the reference leads to.
    Name(Ref),
    /// The definition of the card is one of these.
    Def(Vec<DefId>),
    /// The words of a word field include one of these.
    Words(u8, Vec<Ref>),
    /// An attribute meets a comparison.
    Attr(AttrId, Cmp, Amount),
    /// A printed number, whatever modifies it, meets a comparison.
    Printed(AttrId, Cmp, Amount),
    /// The number of pips of a cost field meets a comparison.
    CostTotal(u8, Cmp, Amount),
    /// The card has one of these statuses.
    Status(Vec<Status>),
    /// The card lies face down (true) or face up (false).
    FaceDown(bool),
    /// The card is another one than the card on which the ability stands.
    Other,
    /// The verb is permitted for the card, and not forbidden.
    Permitted(Sym),
    /// The card lies at this place of its pile: from 0 at the top, or from -1 at the bottom.
    Position(i32),
    /// The card has an ability of one of these kinds; an empty list means any kind.
    HasAbility(Vec<Sym>),
}

/// A test of a zone, or of a single space of one.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum SpaceTest {
    /// The zone, or the zone of the space, is of one of these kinds.
    Zone(IdSet<ZoneKind>),
    /// The owner of the space meets the test.
    Owner(SeatTest),
    /// The place of the space in its zone, counted from 1, compared with an amount.
    Slot(Cmp, Amount),
    /// The space lies opposite to this space, or the space of this card: at the same place of the other player's zone.
    Opposite(Ref),
    /// The space has room for a card.
    Free,
    /// The space holds a card that matches.
    Holds(Box<Test<CardTest>>),
    /// The number of a kind of counters on the space, compared with an amount.
    SpaceCounter(u8, Cmp, Amount),
    /// The space lies on a board and meets a test of its position there.
    Board(Box<OnBoard>),
}

/// A test of a player.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum PlayerTest {
    /// The player meets the test.
    Player(SeatTest),
    /// An attribute, a counter or a tally meets a comparison.
    PlayerField(PlayerField, Cmp, Amount),
}

/// A test of a use.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum UseTest {
    /// The use is of one of these kinds.
    UseKind(IdSet<UseKindId>),
    /// The use has one of these timings.
    Timing(Vec<Sym>),
    /// The player of the use meets the test.
    User(SeatTest),
    /// The card of the use matches.
    UseCard(Box<Test<CardTest>>),
    /// The first card target of the use could have been another card; without card targets, its first other object.
    CanAimElsewhere,
    /// The use may be cancelled.
    Cancellable,
    /// The use is a copy.
    IsCopy,
}

/// A test of an open record.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum RecordTest {
    /// The record is of one of these kinds.
    RecordKind(IdSet<RecKind>),
    /// A field of the record matches.
    RecordField(Sym, Box<Filter>),
}

/// A test of a status.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum StatusTest {
    /// The status is one of these.
    Status(Vec<Status>),
}

/// A test of a number.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum NumberTest {
    /// The number, compared with an amount.
    Int(Cmp, Amount),
}

/// The test of a value of unknown type. It has no variants: such a value has only the tests that [`Test`] gives to
/// every object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueTest {}

/// A test of a card definition, by its printed values.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum PrintTest {
    /// The definition has one of these types.
    Type(IdSet<TypeId>),
    /// The name is one of these.
    Name(Vec<Sym>),
    /// The definition is one of these.
    Def(Vec<DefId>),
    /// The words of a word field include one of these.
    Words(u8, Vec<Sym>),
    /// A printed number meets a comparison.
    Printed(AttrId, Cmp, i64),
}
