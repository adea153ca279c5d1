//! Check exemptions: if an event that a check proposed is replaced, the check leaves the subject of the event alone as
//! long as the subject stays unchanged. So a replacement that does not remove the cause acts only once: "if it would
//! die, nothing happens instead".
//!
//! The check considers the subject again when one of its own numbers or statuses changes, when it moves, or when no
//! check that proposes the event has found it meanwhile.

use std::hash::Hasher as _;

use xxhash_rust::xxh3::Xxh3Default;

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::checks::{Check, CheckExemption, WhyExempt};
use crate::kernel::model::objects::Event;
use crate::kernel::model::symbols::Sym;
use crate::kernel::model::value::Value;
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

impl World {
    /// Exempts the subject of an event that a check proposed and an ability replaced.
    pub(in crate::kernel) fn exempt_from_check(&mut self, event: &Event) {
        let Some(about) = event.fields.first().filter(|about| **about != Value::Nil).cloned() else { return };
        self.exempt(CheckExemption { why: WhyExempt::Replaced(event.kind), about, as_it_was: None });
    }

    fn exempt(&mut self, exempt: CheckExemption) {
        let known = &self.state().exempt;
        let edit = match known.iter().position(|of| of.why == exempt.why && of.about == exempt.about) {
            Some(at) => Edit::Replace(at, exempt),
            None => Edit::push(known, exempt),
        };
        self.change(Change::CheckExemption(edit));
    }

    /// Notes that the list of a check is done for an object. False: the list was done for it already, and no batch has
    /// happened since, so doing it again would change nothing.
    pub(in crate::kernel) fn begins_list_of_check(&mut self, check: Sym, about: &Value) -> bool {
        let now = Some(u64::from(self.state().next.batches));
        let exempt = CheckExemption { why: WhyExempt::Done(check), about: about.clone(), as_it_was: now };
        let begins = !self.state().exempt.contains(&exempt);
        if begins {
            self.exempt(exempt);
        }
        begins
    }

    /// True if a check leaves the subject of this event alone. The first check after the replacement stores the
    /// subject's state; the subject is exempt until that state changes.
    pub(in crate::kernel) fn is_spared(&mut self, event: &Event) -> bool {
        if self.state().exempt.is_empty() {
            return false;
        }
        let game = self.game();
        let is_it = |of: &CheckExemption| {
            let is_part = matches!(of.why, WhyExempt::Replaced(kind) if game.is_made_of(event.kind, kind));
            is_part && Some(&of.about) == event.fields.first()
        };
        let Some(at) = game.state.exempt.iter().position(is_it) else { return false };
        let exempt = &game.state.exempt[at];
        let now = game.hash_of(&exempt.about);
        match exempt.as_it_was {
            Some(before) if before == now => true,
            Some(_) => {
                self.change(Change::CheckExemption(Edit::Remove(at)));
                false
            }
            None => {
                let exempt = CheckExemption { as_it_was: Some(now), ..exempt.clone() };
                self.change(Change::CheckExemption(Edit::Replace(at, exempt)));
                true
            }
        }
    }

    /// Forgets the objects that a check no longer finds, unless another check that proposes the same event still finds
    /// them.
    pub(in crate::kernel) fn spare_no_more(&mut self, at: usize, found: &[Value]) {
        if self.state().exempt.is_empty() {
            return;
        }
        let game = self.game();
        let checks = &game.rules.checks;
        let proposes = |check: &Check, of: &CheckExemption| match of.why {
            WhyExempt::Replaced(kind) => check.does.iter().any(|does| game.is_made_of(does.event, kind)),
            WhyExempt::Done(name) => check.name == name,
        };
        let finds =
            |other: usize, of: &CheckExemption| game.check_finds(other).is_ok_and(|found| found.contains(&of.about));
        let is_found =
            |other: usize, of: &CheckExemption| other != at && proposes(&checks[other], of) && finds(other, of);
        let other_finds = |of: &CheckExemption| (0..checks.len()).any(|other| is_found(other, of));
        let stays = |of: &CheckExemption| !proposes(&checks[at], of) || found.contains(&of.about) || other_finds(of);
        let exempt = &game.state.exempt;
        if !exempt.iter().all(stays) {
            let left = exempt.iter().filter(|of| stays(of)).cloned().collect();
            self.change(Change::CheckExemption(Edit::All(left)));
        }
    }
}

impl Game<'_> {
    /// A hash of the own state of a card (stay, definition, statuses, stored numbers) or of a player (counters). 0 for
    /// other values.
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
