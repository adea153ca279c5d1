//! Viewers: the information that a person sees.

use crate::kernel::model::rules::Rules;
use crate::kernel::model::state::State;
use crate::kernel::model::value::Card;
use crate::kernel::model::viewers::Eyes;

impl Eyes {
    /// True if one of these seats sees the face of a card.
    pub fn see(self, state: &State, rules: &Rules, card: Card) -> bool {
        self.seats().any(|seat| state.sees(rules, seat, card))
    }
}
