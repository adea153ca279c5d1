//! Script names: what scripts see besides host functions, in the words of stubs and of the reference page.

use crate::kernel::model::fixed_fields::{Fixed, Holds};
use crate::kernel::model::symbols::field;
use crate::script::stubs::fields::StubField;

/// Objects that every script sees besides functions: name, type, meaning.
pub const OBJECTS: [(&str, &str, &str); 5] = [
    ("me", "Player", "The player of the running script."),
    ("active", "Player", "The player whose turn it is."),
    ("inactive", "Player", "The next player after the one whose turn it is."),
    (
        "game",
        "Game",
        "The game: its levels by name (`game.turn`), its counters, and [what it has in every game](#fields-of-the-game).",
    ),
    ("option", "Options", "The options of the game by name."),
];

/// Methods of cards: name, signature, meaning.
pub const METHODS: [(&str, &str, &str); 3] = [
    ("has", "(field: string, word: string): boolean", "Whether a field of words holds a word."),
    ("is", "(status: string): boolean", "Whether the card has a status."),
    ("stored", "(field: string): integer", "A stored number of the card, without what modifies it."),
];

/// Locals of a card's script: name, type, meaning.
pub const LOCALS: [(&str, &str, &str); 6] = [
    ("this", "Use", "The use that resolves."),
    ("self", "Card?", "The card the ability stands on."),
    ("me", "Player", "The player who uses the ability."),
    ("opponent", "Player", "The next player after `me`."),
    ("event", "table?", "For `after` and `instead`: the event, its fields by name."),
    ("args", "table", "The values that the flow bound, by name."),
];

/// The type of a fixed field, as editors know it. In the stub of a game, the type of a zone is the names of the game's
/// zones.
pub(super) fn type_of<F>(fixed: &Fixed<F>, game: Option<&str>) -> String {
    let ty = match fixed.holds {
        Holds::Card => "Card",
        Holds::Cards => "Card[]",
        Holds::Chosen => "any[]",
        Holds::Player => "Player",
        Holds::Use => "Use",
        Holds::Space => "Space",
        Holds::Zone => &game.map_or("string".into(), |game| format!("{game}.zone")),
        Holds::Int => "integer",
        Holds::Bool => "boolean",
        Holds::Word | Holds::Text => "string",
        Holds::Ability => "Ability",
    };
    format!("{ty}{}", if fixed.or_nil { "?" } else { "" })
}

/// The fixed fields of a kind of object.
pub(super) fn fixed_fields<F>(table: &'static [Fixed<F>], game: Option<&str>) -> Vec<StubField> {
    let one = |f: &Fixed<F>| StubField { name: field::text(f.name).into(), ty: type_of(f, game), doc: f.doc };
    table.iter().map(one).collect()
}
