//! Control changes: static abilities give players control of cards and take it away, which events report.
//!
//! They happen without an event: an aura arrives, a condition becomes true, a card leaves. So in games that react to
//! them, the controllers are compared with the last known ones before each step.

use crate::kernel::model::ability::Layer;
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::event;
use crate::kernel::model::value::{Card, Seat};
use crate::kernel::read::game::Game;
use crate::kernel::read::layered_cards::LayeredCard;
use crate::kernel::run::change::World;

impl World {
    /// Tells of the cards that have become another player's since it was looked at last.
    #[inline]
    pub(in crate::kernel) fn tell_of_taken(&mut self) {
        if self.game().tells_of_taken() && self.state().lane.is_none() {
            let changed = self.note_taken();
            changed.into_iter().for_each(|(card, seat)| self.tell_of_control(card, seat));
        }
    }

    /// Notes whose cards abilities that hold make others. Which cards changed, and whose they are now.
    pub fn note_taken(&mut self) -> Vec<(Card, Seat)> {
        if !self.game().tells_of_taken() {
            return Vec::new();
        }
        let (before, now) = (&self.state().taken, self.game().taken());
        if *before == now {
            return Vec::new();
        }
        let state = self.state();
        let was_taken = before.iter().filter(|(card, stay, _)| state.stays(*card, *stay));
        let mut changed: Vec<(Card, Seat)> = was_taken
            .map(|(card, _, was)| (*card, *was, self.game().controller(*card)))
            .filter(|(_, was, is)| was != is)
            .map(|(card, _, is)| (card, is))
            .collect();
        let is_new = |(card, stay, _): &&(Card, u32, Seat)| !before.iter().any(|one| (one.0, one.1) == (*card, *stay));
        changed.extend(now.iter().filter(is_new).map(|(card, _, seat)| (*card, *seat)));
        self.change(Change::Taken(Edit::All(now)));
        changed
    }
}

impl Game<'_> {
    /// True if a change of control has consequences, and static abilities may cause one.
    #[inline]
    fn tells_of_taken(self) -> bool {
        self.rules.layered.contains(Layer::Control) && self.rules.watched[event::CONTROLLED.index()]
    }

    /// The cards that abilities which hold make another player's than they would be without.
    fn taken(self) -> Vec<(Card, u32, Seat)> {
        let all = self.derived.statics(self).layered();
        let seat_of = |(card, of): (Card, &LayeredCard)| {
            let seat = of.controller?;
            (seat != self.state.controller(self.rules, card)).then(|| (card, self.state.card(card).stay, seat))
        };
        all.iter().filter_map(seat_of).collect()
    }
}
