//! Last known copies: last known information of cards, kept as long as some text may refer to it.

use std::collections::BTreeSet;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::event;
use crate::kernel::model::last_known::{LastKnown, Since, fell_off, of_card};
use crate::kernel::model::objects::{Event, Use};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::Card;
use crate::kernel::read::listeners::Listener;
use crate::kernel::run::change::World;

/// What the batch triggers of cards that leave their zones in it.
#[derive(Default)]
pub(in crate::kernel) struct Leavers {
    /// The triggers of cards that leave a zone outside of play, evaluated before the batch.
    triggers: Vec<Use>,
    /// Abilities of cards that leave play, each with the place of an event to which it listens. They are evaluated
    /// after the batch, from last known information.
    listeners: Vec<(usize, Listener)>,
    /// The places of the events that happened.
    places: Vec<usize>,
}

impl Leavers {
    /// Notes that the event at this place of the batch happened.
    pub(in crate::kernel) fn stands(&mut self, place: usize) {
        if !self.listeners.is_empty() {
            self.places.push(place);
        }
    }
}

impl World {
    /// The triggers of leaving cards, collected before the batch happens.
    pub(in crate::kernel) fn heard_by_leavers(&self, stand: &[Event], known: &[Arc<LastKnown>]) -> Leavers {
        let mut leavers = Leavers::default();
        let leaves_play = |card: Card| !of_card(known, card).is_empty();
        let mut leaving: SmallVec<[Card; 8]> = SmallVec::new();
        for card in stand.iter().filter(|e| e.kind == event::MOVED).filter_map(Event::card) {
            leaving.push(card);
            // Attachments of a leaving card fall off with it, and their abilities see it leave, too.
            leaving.extend(self.state().carried(card));
        }
        if leaving.is_empty() {
            return leavers;
        }
        if leaving.iter().any(|card| !leaves_play(*card)) {
            let is_asked = |card: Option<Card>| card.is_some_and(|c| leaving.contains(&c) && !leaves_play(c));
            self.game().collect(stand, &mut leavers.triggers, is_asked);
        }
        if !known.is_empty() {
            leavers.listeners = self.game().about_to_hear(stand, |card| card.is_some_and(leaves_play));
        }
        leavers
    }

    /// The triggers of cards that left in a batch, given the batch's number, its moment, and the events that happened.
    pub(in crate::kernel) fn triggers_of(
        &self,
        leavers: Leavers,
        stand: &[Event],
        (number, moment): (u32, u32),
    ) -> Vec<Use> {
        let Leavers { mut triggers, listeners, places } = leavers;
        for trigger in &mut triggers {
            trigger.since = Since(number - 1);
            trigger.event.iter_mut().for_each(|event| (event.batch, event.moment) = (number, moment));
        }
        for (place, listener) in listeners {
            if let Ok(at) = places.binary_search(&place) {
                self.game().hear(&mut triggers, &stand[at], listener);
            }
        }
        triggers
    }

    /// The present moment: the number of the latest batch. Cards that a text names now are read as of this moment.
    pub(in crate::kernel) fn this_moment(&self) -> Since {
        Since(self.state().next.batches)
    }

    /// Stores last known information about cards that are about to leave play.
    pub(in crate::kernel) fn keep_what_leaves(&mut self, known: &[Arc<LastKnown>]) {
        if !known.is_empty() && !self.state().last_known.is_empty() && !self.game().asks_of_cards() {
            self.forget_all_but_hosts(known);
        }
        for one in known {
            let at = self.state().last_known.partition_point(|other| other.place() < one.place());
            self.change(Change::LastKnown(Edit::Insert(at, one.clone())));
        }
    }

    /// Forgets older last known information, except for hosts of attachments that leave now: abilities that trigger
    /// when an attachment leaves may read its host.
    fn forget_all_but_hosts(&mut self, leaving: &[Arc<LastKnown>]) {
        let before = &self.state().last_known;
        let falls = leaving.iter().filter_map(|one| fell_off(before, one.card, one.state.stay));
        let hosts: BTreeSet<(Card, u32)> =
            falls.flat_map(|it| [Some(it.card), it.host].into_iter().flatten().map(|card| (card, it.batch))).collect();
        let kept: Vec<_> = before.iter().filter(|one| hosts.contains(&one.place())).cloned().collect();
        self.change(Change::LastKnown(Edit::All(kept)));
    }

    /// Forgets the information about cards that did not leave in the end.
    pub(in crate::kernel) fn forget_what_stayed(&mut self, leaving: &[Arc<LastKnown>]) {
        for known in leaving {
            let is_as_it_was = match known.left {
                true => self.state().stays(known.card, known.state.stay),
                false => self.state().host(known.card) == known.host,
            };
            let place = || self.state().last_known.binary_search_by_key(&known.place(), |other| other.place());
            if is_as_it_was && let Ok(at) = place() {
                self.change(Change::LastKnown(Edit::Remove(at)));
            }
        }
    }

    /// Forgets all last known information if nothing can refer to it: no use or trigger waits, no script runs, and no
    /// check may still remove detached cards.
    pub(in crate::kernel) fn forget_what_left(&mut self) {
        let is_settled = || !self.state().tasks.iter().any(|task| matches!(task, Task::ChecksAndTriggers(_)));
        if !self.state().last_known.is_empty() && is_settled() && !self.game().asks_of_cards() {
            self.change(Change::LastKnown(Edit::All(Vec::new())));
        }
    }
}
