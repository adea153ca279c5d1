//! Use fields: what every use has besides its targets.
//!
//! They are declared here once: filters, scripts, the stubs of editors and the pages of `docs/` read this list.

use crate::kernel::model::sym::{Sym, field};

/// A field that every use has.
#[derive(Clone, Copy, Debug)]
pub struct UseField {
    /// Its name.
    pub name: Sym,
    /// What it holds.
    pub holds: Holds,
}

/// What a field of a use holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A card, or nothing.
    Card,
    /// Cards.
    Cards,
    /// Whatever was chosen.
    Chosen,
    /// A player.
    Player,
    /// A use, or nothing.
    Use,
    /// A number.
    Int,
    /// True or false.
    Bool,
    /// A word, or nothing.
    Word,
    /// An ability.
    Ability,
}

/// All of them, in the order in which pages list them.
pub const USE_FIELDS: [UseField; 14] = [
    UseField { name: field::CARD, holds: Holds::Card },
    UseField { name: field::USER, holds: Holds::Player },
    UseField { name: field::X, holds: Holds::Int },
    UseField { name: field::TARGETS, holds: Holds::Chosen },
    UseField { name: field::CHOICES, holds: Holds::Chosen },
    UseField { name: field::IS_GROUP, holds: Holds::Bool },
    UseField { name: field::PAID, holds: Holds::Cards },
    UseField { name: field::REPLY_TO, holds: Holds::Use },
    UseField { name: field::CANCELLED, holds: Holds::Bool },
    UseField { name: field::CANCELLABLE, holds: Holds::Bool },
    UseField { name: field::KIND, holds: Holds::Word },
    UseField { name: field::TIMING, holds: Holds::Word },
    UseField { name: field::MODE, holds: Holds::Word },
    UseField { name: field::ABILITY, holds: Holds::Ability },
];

/// The field of this name.
pub fn use_field(name: Sym) -> Option<&'static UseField> {
    USE_FIELDS.iter().find(|f| f.name == name)
}

/// The names of all of them.
pub fn use_field_names() -> [&'static str; USE_FIELDS.len()] {
    USE_FIELDS.map(|f| field::text(f.name))
}
