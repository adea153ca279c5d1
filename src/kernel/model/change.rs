//! Changes: one write to a state each, as data. Every change has an inverse, which is a change as well.

use std::sync::Arc;

use crate::kernel::model::chance::{Chance, Script};
use crate::kernel::model::checks::CheckExemption;
use crate::kernel::model::last_known::LastKnown;
use crate::kernel::model::objects::{
    Attached, CardState, Controlled, Face, Granted, GrantedAbility, LostAbility, Modifier, Outcome, Record, Shown, Use,
};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::state::*;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::*;

/// A write to a state.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Creates a card with its stored numbers at the end of its zone.
    Make(Box<CardState>, Vec<i64>),
    /// Removes the last created card from the end of its zone.
    Unmake,
    /// A card goes to a place of a zone.
    Place {
        /// The card that goes.
        card: Card,
        /// The new zone.
        to: Zone,
        /// Its index among the cards of the new zone, from 0, after it has left the old one.
        at: usize,
        /// The number of its stay there: a new one, or the old one if the card only moves within its zone.
        stay: u32,
    },
    /// Two cards change their places.
    Trade(Card, Card),
    /// The cards of a zone lie in this order.
    Order(Zone, Vec<Card>),
    /// A new definition of a card.
    Def(Card, DefId),
    /// Another definition is printed on a card, because it exchanged its identity with another card. A transformed card
    /// keeps what is printed on it.
    Printed(Card, DefId),
    /// The zone of a card at the beginning of the game.
    Home(Card, Option<Zone>),
    /// A status of a card.
    Status(Card, Status),
    /// All statuses of a card.
    Statuses(Card, [u8; 8]),
    /// The seats that know a card although its zone hides it: one bit each.
    Known(Card, u8),
    /// The owner of the zone that a card came from.
    PutBy(Card, Option<Seat>),
    /// The player whose effect made or transformed a card.
    MadeBy(Card, Seat),
    /// The number of the effect or batch that transformed a card; 0 for none.
    Turned(Card, u32),
    /// A new face of a card: up, down or blind.
    Face(Card, Face),
    /// A new value of a number.
    Number(NumberOf, i64),
    /// An edit of the list of modifiers.
    Modifiers(Edit<Modifier>),
    /// Permissions that were given.
    Permissions(Box<Edit<Granted>>),
    /// Abilities that were given.
    Abilities(Edit<GrantedAbility>),
    /// An edit of the list of abilities that cards have lost.
    LostAbilities(Edit<LostAbility>),
    /// Cards that are attached.
    Attached(Edit<Attached>),
    /// Cards that effects put under the control of another player.
    Controls(Edit<Controlled>),
    /// Cards that are shown for a time.
    Shown(Edit<Shown>),
    /// An edit of the list of open records.
    Records(Edit<Record>),
    /// A new value of a field of an open record.
    RecordField {
        /// The place of the record among the open records, from 0.
        record: usize,
        /// The place of the field.
        field: usize,
        /// The new value of the field.
        value: Value,
    },
    /// An edit of the list of uses that are not finished.
    Uses(Edit<Use>),
    /// The cancellation of a use, by its place among the uses.
    Cancelled(usize, bool),
    /// The user of a use, by its place among the uses.
    User(usize, Seat),
    /// The targets of a use, by its place among the uses.
    Targets(usize, Vec<Value>),
    /// The destination of a use's card; `None`: the one that its kind of use gives.
    Dest(usize, Option<(Zone, bool)>),
    /// The number of the first batch of a use's effect.
    Moment(usize, u32),
    /// Uses that count for limits: the card, the ability, and the level in which it may be used once.
    Spent(Edit<(Option<Card>, AbilityId, LevelId)>),
    /// Groups of triggers that wait.
    Pending(Edit<Vec<Use>>),
    /// An edit of one group of waiting triggers, by the place of the group.
    Waiting(usize, Edit<Use>),
    /// Cards that left play, as they last were.
    LastKnown(Edit<Arc<LastKnown>>),
    /// Extra rounds of levels, given by effects.
    Extra(Edit<(LevelId, Seat, Origin)>),
    /// The player after whom the order of a level continues, after rounds that effects gave.
    Usual(Edit<(LevelId, Seat)>),
    /// The agenda: tasks that scripts added, to be run later.
    Agenda(Edit<(Option<UseId>, Task, Origin)>),
    /// The number of failures of each script.
    Failures(Edit<(ScriptId, u16)>),
    /// Abilities that the rules gave up: they have no effect any more.
    GivenUp(Edit<AbilityId>),
    /// Abilities whose triggers repeat without end; they do not act until the next answer.
    Repeating(Edit<AbilityId>),
    /// The number of triggers of each card definition since the last answer.
    Triggered(Edit<(DefId, u32)>),
    /// Card definitions whose copies are left out until the next answer.
    LeftOut(Edit<DefId>),
    /// Things that checks leave alone.
    CheckExemption(Edit<CheckExemption>),
    /// An edit of the list of cards whose controller static abilities change: each card, its stay, and the controller.
    Taken(Edit<(Card, u32, Seat)>),
    /// The stack of tasks.
    Tasks(Edit<Task>),
    /// Chance, after a draw.
    Chance(Box<Chance>),
    /// Chance results that a scenario dictates.
    Dictated(Option<Box<Script>>),
    /// The seat whose hidden action is being done.
    Lane(Option<Seat>),
    /// The player whose turn it is.
    Active(Seat),
    /// The first player of the game.
    First(Seat),
    /// The present phase; `None` between phases.
    Phase(Option<Sym>),
    /// The result of the game being played.
    Decided(Option<Outcome>),
    /// The outcome of the last game.
    Ended(Option<Outcome>),
    /// The players who have lost this game, as one bit for each seat.
    Lost(u8),
    /// True if the game is over.
    Over(bool),
    /// The whole state.
    Whole(Box<State>),
}

impl Change {
    /// True if the change may bring an ability into play, take it out, or change its player or its place in the order.
    #[inline]
    pub(in crate::kernel) fn may_move_abilities(&self) -> bool {
        matches!(
            self,
            Change::Place { .. }
                | Change::Trade(..)
                | Change::Def(..)
                | Change::MadeBy(..)
                | Change::Make(..)
                | Change::Unmake
                | Change::Order(..)
                | Change::Abilities(_)
                | Change::LostAbilities(_)
                | Change::Controls(_)
                | Change::GivenUp(_)
                | Change::Active(_)
                | Change::Whole(_)
        )
    }
}

/// A number of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumberOf {
    /// A counter of a seat, by its place in the manifest.
    Counter(Seat, usize),
    /// A counter of the game.
    GameCounter(usize),
    /// A counter of a space.
    SpaceCounter(Zone, usize),
    /// A stored number of a card, by slot.
    Stored(Card, usize),
    /// A tally (a count of events) of a seat, by its place among the tallies.
    Tally(Seat, usize),
    /// The number of times that a level was entered.
    Level(LevelId),
    /// Wins of a seat in the match.
    Wins(Seat),
}

/// An edit of a list, by places from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit<T> {
    /// An element is inserted at the place.
    Insert(usize, T),
    /// The element at the place is removed.
    Remove(usize),
    /// The element at the place is replaced.
    Replace(usize, T),
    /// The whole list is replaced.
    All(Vec<T>),
}

impl<T> Edit<T> {
    /// Makes the edit, and turns it into its inverse.
    ///
    /// # Panics
    ///
    /// Panics if there is no such place.
    pub fn make(&mut self, list: &mut Vec<T>) {
        match self {
            Edit::Replace(at, one) => std::mem::swap(&mut list[*at], one),
            Edit::All(all) => std::mem::swap(list, all),
            Edit::Remove(at) => *self = Edit::Insert(*at, list.remove(*at)),
            Edit::Insert(at, _) => {
                let at = *at;
                if let Edit::Insert(_, one) = std::mem::replace(self, Edit::Remove(at)) {
                    list.insert(at, one);
                }
            }
        }
    }
}
