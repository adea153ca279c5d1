//! Spared objects: the subject of an event that a check proposed and that was replaced. The check leaves it alone as
//! long as it stays unchanged. So a replacement that does not remove the cause acts only once: "if it would die,
//! nothing happens instead".
//!
//! The check considers the object again when one of its own numbers or statuses changes, when it moves, or when no
//! check that proposes the event has found it meanwhile.

use std::hash::Hasher as _;

use xxhash_rust::xxh3::Xxh3Default;

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::checks::{Check, Spared};
use crate::kernel::model::objects::Event;
use crate::kernel::model::value::Value;
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

impl World {
    /// Notes that an event from a check was replaced.
    pub(in crate::kernel) fn spare(&mut self, event: &Event) {
        let Some(about) = event.fields.first().filter(|about| **about != Value::Nil).cloned() else { return };
        let spared = Spared { event: event.kind, about, as_it_was: None };
        let known = &self.state().spared;
        let edit = match known.iter().position(|of| of.event == spared.event && of.about == spared.about) {
            Some(at) => Edit::Replace(at, spared),
            None => Edit::push(known, spared),
        };
        self.change(Change::Spared(edit));
    }

    /// True if a check leaves the subject of this event alone. The first check after the replacement stores the
    /// subject's state; the subject is spared until that state changes.
    pub(in crate::kernel) fn is_spared(&mut self, event: &Event) -> bool {
        if self.state().spared.is_empty() {
            return false;
        }
        let game = self.game();
        let is_it = |of: &Spared| Some(&of.about) == event.fields.first() && game.is_made_of(event.kind, of.event);
        let Some(at) = game.state.spared.iter().position(is_it) else { return false };
        let spared = &game.state.spared[at];
        let now = game.hash_of(&spared.about);
        match spared.as_it_was {
            Some(before) if before == now => true,
            Some(_) => {
                self.change(Change::Spared(Edit::Remove(at)));
                false
            }
            None => {
                let spared = Spared { as_it_was: Some(now), ..spared.clone() };
                self.change(Change::Spared(Edit::Replace(at, spared)));
                true
            }
        }
    }

    /// Forgets the objects that a check no longer finds, unless another check that proposes the same event still finds
    /// them.
    pub(in crate::kernel) fn spare_no_more(&mut self, at: usize, found: &[Value]) {
        if self.state().spared.is_empty() {
            return;
        }
        let game = self.game();
        let checks = &game.rules.checks;
        let proposes = |check: &Check, of: &Spared| check.does.iter().any(|does| game.is_made_of(does.event, of.event));
        let finds = |other: usize, of: &Spared| game.check_finds(other).is_ok_and(|found| found.contains(&of.about));
        let is_found = |other: usize, of: &Spared| other != at && proposes(&checks[other], of) && finds(other, of);
        let other_finds = |of: &Spared| (0..checks.len()).any(|other| is_found(other, of));
        let stays = |of: &Spared| !proposes(&checks[at], of) || found.contains(&of.about) || other_finds(of);
        let spared = &game.state.spared;
        if !spared.iter().all(stays) {
            let left = spared.iter().filter(|of| stays(of)).cloned().collect();
            self.change(Change::Spared(Edit::All(left)));
        }
    }
}

impl Game<'_> {
    /// A hash of the own state of a card or player: its place and stored numbers. 0 for other values.
    fn hash_of(self, about: &Value) -> u64 {
        let mut hash = Xxh3Default::new();
        let (state, stored) = (self.state, self.rules.schema.stored);
        match about {
            Value::Card(card) => {
                let of = state.card(*card);
                hash.write_u32(of.stay);
                hash.write_u32(of.def.index() as u32);
                hash.write(&of.statuses);
                let first = card.index() * stored;
                state.stored[first..first + stored].iter().for_each(|n| hash.write_i64(*n));
            }
            Value::Seat(seat) => {
                let counters = state.counters.len() / state.wins.len().max(1);
                let first = seat.index() * counters;
                state.counters[first..first + counters].iter().for_each(|n| hash.write_i64(*n));
            }
            _ => return 0,
        }
        hash.finish()
    }
}
