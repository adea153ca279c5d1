//! Handles: the objects through which scripts see cards, players, uses and records.
//!
//! A handle holds a number and nothing else; its fields are read from the state of the game that
//! runs the script. So a handle is the same in every copy of a game, and cannot be tampered with.

use crate::kernel::model::value::{AbilityId, RecId, UseId, Zone};
use crate::kernel::{Card, Seat, Value, World};

/// An object of the game, as a script holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Handle {
    /// A card. If it left play after the script's use referred to it, it is read as it was before.
    Card(Card),
    /// A card as it is now.
    Now(Card),
    /// A player.
    Seat(Seat),
    /// A use.
    Use(UseId),
    /// A record.
    Record(RecId),
    /// A space of a zone.
    Space(Zone),
    /// An ability.
    Ability(AbilityId),
    /// The active player.
    Active,
    /// The next player after the active one.
    Inactive,
    /// The player of the running script.
    Me,
    /// The game.
    Game,
    /// The options.
    Options,
}

impl Handle {
    /// The value that the handle stands for now.
    pub fn value(self, world: &World) -> Value {
        let seats = world.rules.schema.seats;
        match self {
            Handle::Card(c) | Handle::Now(c) => Value::Card(c),
            Handle::Seat(s) => Value::Seat(s),
            Handle::Use(u) => Value::Use(u),
            Handle::Record(r) => Value::Record(r),
            Handle::Ability(a) => Value::Ability(a),
            Handle::Space(z) => Value::Zone(z),
            Handle::Active => Value::Seat(world.state().active),
            Handle::Inactive => Value::Seat(world.state().after(world.state().active, seats)),
            Handle::Me => Value::Seat(world.game().script_context().map_or(world.state().active, |c| c.me)),
            Handle::Game => Value::Game,
            Handle::Options => Value::Nil,
        }
    }
}
