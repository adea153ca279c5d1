//! Seen: what scripts see besides host functions, in the words of stubs and of the reference page.

use crate::kernel::model::sym::field;
use crate::kernel::model::use_fields::{Holds, USE_FIELDS};

/// What scripts always see besides functions: name, type, meaning.
pub(super) const OBJECTS: [(&str, &str, &str); 5] = [
    ("me", "Player", "The player of the running script."),
    ("active", "Player", "The player whose turn it is."),
    ("inactive", "Player", "The next player after the one whose turn it is."),
    ("game", "Game", "The game: its levels by name (`game.turn`), `active`, `first`, `phase`, `batch`, `last_winner`."),
    ("option", "Options", "The options of the game by name."),
];

/// What the script of a card is given as locals: name, type, meaning.
pub(super) const LOCALS: [(&str, &str, &str); 6] = [
    ("this", "Use", "The use that resolves."),
    ("self", "Card?", "The card the ability stands on."),
    ("me", "Player", "The player who uses the ability."),
    ("opponent", "Player", "The next player after `me`."),
    ("event", "table?", "For `after` and `instead`: the event, its fields by name."),
    ("args", "table", "The values that the flow bound, by name."),
];

/// Fields of a use: name, type.
pub(super) fn use_fields() -> impl Iterator<Item = (&'static str, &'static str)> {
    USE_FIELDS.iter().map(|f| {
        let ty = match f.holds {
            Holds::Card => "Card?",
            Holds::Cards => "Card[]",
            Holds::Chosen => "any[]",
            Holds::Player => "Player",
            Holds::Use => "Use?",
            Holds::Int => "integer",
            Holds::Bool => "boolean",
            Holds::Word => "string?",
            Holds::Ability => "Ability",
        };
        (field::text(f.name), ty)
    })
}
