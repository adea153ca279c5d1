//! Control changes: static abilities give players control of cards, or take it back.
//!
//! No event announces such a change: an aura arrives, a condition becomes true, a card leaves. In games that react to
//! control changes, each step therefore begins by comparing the controllers with the last known ones.

use crate::kernel::model::ability::Layer;
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::event;
use crate::kernel::model::value::{Card, Seat};
use crate::kernel::read::game::Game;
use crate::kernel::read::layered_cards::LayeredCard;
use crate::kernel::run::change::World;

impl World {
    /// Announces changes of control since the last comparison, each as an event.
    #[inline(always)] // the loop asks at every step, and few games have such abilities
    pub(in crate::kernel) fn tell_of_taken(&mut self) {
        if self.rules.layered.contains(Layer::Control) && self.rules.watched[event::CONTROLLED.index()] {
            self.tell_of_changed_control();
        }
    }

    fn tell_of_changed_control(&mut self) {
        if self.state().lane.is_none() {
            let changed = self.note_taken();
            changed.into_iter().for_each(|(card, seat)| self.tell_of_control(card, seat));
        }
    }

    /// Compares the controllers that static abilities give with the last known ones, and stores the new ones. Returns
    /// the changed cards with their new controllers.
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
    /// True if something reacts to changes of control, and static abilities may change control.
    #[inline]
    fn tells_of_taken(self) -> bool {
        self.rules.layered.contains(Layer::Control) && self.rules.watched[event::CONTROLLED.index()]
    }

    /// The cards to which static abilities give another controller, each with its stay number and the new controller.
    fn taken(self) -> Vec<(Card, u32, Seat)> {
        let all = self.derived.statics(self).layered();
        let seat_of = |(card, of): (Card, &LayeredCard)| {
            let seat = of.controller?;
            (seat != self.state.controller(self.rules, card)).then(|| (card, self.state.card(card).stay, seat))
        };
        all.iter().filter_map(seat_of).collect()
    }
}
