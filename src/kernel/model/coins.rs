//! Coins: the cards that a player can pay pips with, as they are now.

use crate::kernel::model::value::Value;

/// A card that pays pips.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::kernel) struct Coin {
    /// The card.
    pub card: Value,
    /// How many pips it pays.
    pub gives: u8,
    /// Which kinds of pips it pays: one bit each.
    pub kinds: u8,
}

/// What a player can pay pips with.
#[derive(Debug, Default, PartialEq)]
pub(in crate::kernel) struct Purse {
    /// The cards of each entry of `payments`, in the order of the manifest.
    pub rows: Vec<Vec<Coin>>,
}
