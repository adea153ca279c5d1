//! Origin: the card whose effect something came of. All copies of a card are one origin, and have one share together.

use crate::kernel::model::value::DefId;

/// The card whose effect something came of; `None`: the game itself, an ability of the manifest, or nobody asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Origin(pub Option<DefId>);
