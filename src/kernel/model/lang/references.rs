//! References: what a rule points at, and the fields that can be followed from there.

use crate::kernel::model::fixed_fields::{Holds, OfCard, OfPlayer};
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::*;
use intermezzo_derive::{Capture, Renumber};

/// Something a rule points at: where to begin and which fields to follow.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub struct Ref {
    /// The first object.
    pub head: Head,
    /// The fields to follow from it.
    pub path: Vec<Sym>,
}

impl Ref {
    /// A reference to a fixed value.
    pub fn value(value: Value) -> Ref {
        Ref { head: Head::Value(value), path: Vec::new() }
    }
    /// A reference without fields to follow.
    pub fn head(head: Head) -> Ref {
        Ref { head, path: Vec::new() }
    }
}

/// The first object of a reference.
#[derive(Clone, Debug, PartialEq, Renumber)]
pub enum Head {
    /// A fixed value.
    Value(Value),
    /// The card the ability stands on.
    SelfCard,
    /// The use that is declared, judged or takes effect.
    This,
    /// A target of the use, by name.
    Target(Sym),
    /// The cards paid so far.
    Paid,
    /// The player for whom the rule is evaluated.
    Me,
    /// The next player after the one for whom the rule is evaluated.
    Opponent,
    /// The player whose turn it is.
    Active,
    /// The next player after the active one.
    Inactive,
    /// The players who have a role: their seats, one bit each.
    Role(u8),
    /// The event that is listened to, or whose parts are computed.
    Event,
    /// The use that this one replies to.
    ReplyTo,
    /// The use that the window is about.
    Subject,
    /// The object that is being tested, counted or handled.
    It,
    /// The innermost open record of a kind.
    Record(RecKind),
    /// The spaces of a named area, by its place in `Schema::areas`.
    Area(u8),
    /// A name bound by the flow.
    Var(Sym),
    /// An option of the game.
    Option(Sym),
    /// The game.
    Game,
}

/// A test of a seat, relative to whoever asks.
#[derive(Clone, Debug, PartialEq, Renumber, Capture)]
pub enum SeatTest {
    /// The player for whom the rule is evaluated.
    Me,
    /// Any other player.
    Opponent,
    /// The player whose turn it is.
    Active,
    /// Any player whose turn it is not.
    Inactive,
    /// The player to whom the reference leads.
    Ref(Ref),
}

/// A field of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardField {
    /// A number that modifiers may change.
    Attr(AttrId),
    /// A word or several, by slot.
    Words(u8),
    /// A cost, by slot.
    Cost(u8),
    /// Rules about a set, by slot.
    Rules(u8),
    /// A text, by slot.
    Text(u8),
    /// Cells, by slot.
    Cells(u8),
    /// A condition, by slot.
    Cond(u8),
    /// The value of a status group.
    Status(u8),
    /// A field of every card.
    Fixed(OfCard),
}

/// A field of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Renumber)]
pub enum PlayerField {
    /// A number that modifiers may change.
    Attr(AttrId),
    /// A counter, by its place among the counters of players.
    Counter(u8),
    /// A tally (a count of events), by its place among the tallies.
    Tally(u8),
    /// The cards in a zone of the player that everybody sees.
    Zone(ZoneKind),
    /// A field of every player.
    Fixed(OfPlayer),
}

impl PlayerField {
    /// True if the field is a number.
    pub fn is_number(self) -> bool {
        match self {
            PlayerField::Fixed(field) => field.fixed().holds == Holds::Int,
            PlayerField::Zone(_) => false,
            PlayerField::Attr(_) | PlayerField::Counter(_) | PlayerField::Tally(_) => true,
        }
    }
}
