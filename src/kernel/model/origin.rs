//! Origin: the card to whose effect something belongs. All copies of a card are one origin and share one budget.

use crate::kernel::model::value::DefId;

/// The card definition to whose effect something belongs; `None` for the game itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Origin(pub Option<DefId>);
