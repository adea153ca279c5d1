//! Expressions: values that verbs, steps and events are given.

use crate::kernel::model::lang::{Amount, PlayerTest, Ref, Selection, Test};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use intermezzo_derive::Renumber;

/// A value that a verb, a step or an event is given.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Expr {
    /// The value of a reference.
    Ref(Ref),
    /// A number.
    Amount(Amount),
    /// All selected objects.
    Select(Box<Selection>),
    /// The zone to which a card goes; it may depend on the owner of the card.
    Dest(Dest),
    /// The seats of an order.
    Seats(Order),
    /// Named numbers, as a list of pairs: each a name and its number.
    Numbers(Vec<(Sym, Amount)>),
}

/// The destination of a card.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Dest {
    /// The kind of zone.
    pub kind: ZoneKind,
    /// The zone's player; `None`: the owner of the card, or a shared zone.
    pub whose: Option<Ref>,
    /// The place of the space, from 1; `None`: the first that is free.
    pub slot: Option<Box<Amount>>,
}

/// A sequence of seats.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Order {
    /// From the first player of the game on.
    First,
    /// From the player whose turn it is on.
    Active,
    /// From the next player on; the player whose turn it is comes last.
    ActiveLast,
    /// Only these players.
    Only(Ref),
    /// All players but the active one, in turn order after her.
    Others,
    /// An order of the manifest, by number.
    Named(u8),
    /// Players who match, from the player whose turn it is on.
    Those(Box<Test<PlayerTest>>),
}

/// An order of players that the manifest declares.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OrderDef {
    /// The number of each player by which the players are ordered, the least first; `None`: by seats.
    pub by: Option<Amount>,
    /// True if the order runs through all players and then through them again backwards.
    pub back: bool,
}
