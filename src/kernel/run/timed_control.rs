//! Timed control: effects that give a player control of a card for a time.

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::duration::Duration;
use crate::kernel::model::event;
use crate::kernel::model::objects::{Controlled, Event, Lasts, Role};
use crate::kernel::model::value::{Card, Seat, Value};
use crate::kernel::read::effect_limits::{self, check_limit};
use crate::kernel::run::change::World;

impl World {
    /// Gives a player control of a card. False: she may not control it, the duration does not exist, or there is no
    /// room for the effect. Without room the card that asked for it is left out.
    pub fn control(&mut self, e: &Event) -> bool {
        let (Some(card), Some(seat)) = (e.card(), e.fields[1].seat()) else { return false };
        let duration = match &e.fields[2] {
            Value::Text(text) => self.rules.duration(text),
            _ => Ok(Duration::Leaves),
        };
        let me = e.by.unwrap_or(self.state().active);
        // The effect ends in any case when the card leaves its zone, so control cannot last until the card resets.
        let duration = duration.ok().filter(|duration| *duration != Duration::Reset).unwrap_or(Duration::Leaves);
        let Some(lasts) = self.game().lasting(duration, me, Some(card)) else { return false };
        if !self.state().may_control(&self.rules, seat, card) {
            return false;
        }
        let at = (card, self.state().card(card).stay);
        // An effect that lasts until the card leaves its zone replaces all earlier ones.
        let is_last = matches!(lasts, Lasts::Stay(..));
        if is_last {
            drop_each!(self, controls, Controls, |of: &Controlled| of.card == at);
        }
        let (stays, origin) = (self.state().next.stays, self.game().origin());
        let held = self.state().controls.iter().map(|controlled| controlled.origin);
        if check_limit(held, origin, 1, effect_limits::CONTROLS).is_err() {
            self.takes_too_much();
            return false;
        }
        let source = e.source;
        let controlled = Controlled { card: at, seat, stays, lasts, source, origin };
        self.change(Change::Controls(Edit::push(&self.state().controls, controlled)));
        true
    }

    /// Ends the effects on control for whose duration `ends` is true, and announces each change of control.
    pub(in crate::kernel) fn give_back(&mut self, ends: impl Fn(&Lasts) -> bool) {
        for at in (0..self.state().controls.len()).rev() {
            let Controlled { card: (card, stay), lasts, .. } = self.state().controls[at];
            if !ends(&lasts) {
                continue;
            }
            let side = self.state().controller(&self.rules, card);
            self.change(Change::Controls(Edit::Remove(at)));
            let now = self.state().controller(&self.rules, card);
            if self.state().stays(card, stay) && now != side {
                self.tell_of_control(card, now);
            }
        }
    }

    pub(in crate::kernel) fn tell_of_control(&mut self, card: Card, seat: Seat) {
        let fields = vec![Value::Card(card), Value::Seat(seat), Value::Nil];
        self.announce(Event::new(event::CONTROLLED, fields, Role::Rule));
    }
}
