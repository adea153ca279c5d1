//! Layer: what abilities change of cards before words and numbers.

use crate::kernel::model::id_set::InSet;

/// Layers of changes to cards, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The controller of the card.
    Control,
    /// The name of the card.
    Name,
    /// The types of the card.
    Type,
    /// The abilities of the card.
    Abilities,
}

impl InSet for Layer {
    const MOST: usize = 4;

    fn bit(self) -> usize {
        self as usize
    }

    fn at(bit: usize) -> Layer {
        [Layer::Control, Layer::Name, Layer::Type, Layer::Abilities][bit]
    }
}
