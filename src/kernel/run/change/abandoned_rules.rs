//! Abandoned rules: rules that took too much work are ignored from then on.

use super::World;
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::log_lines::{Broken, Line};
use crate::kernel::model::value::AbilityId;
use crate::kernel::read::work_limits::{TooMuch, Work};

impl World {
    /// Forgets that a limit of work was reached while somebody only looked at the game.
    pub(in crate::kernel) fn forget_work(&self) {
        self.derived.work.forget();
    }

    /// Gives up rules of cards that took too much work while a script read them. Otherwise each script would evaluate
    /// them again, because the next step forgets the fault.
    #[inline]
    pub(crate) fn give_up_what_scripts_found(&mut self) {
        let is_of_card = |found: &TooMuch| match found {
            TooMuch::Ability(id) => self.rules.abilities[id.index()].def.is_some(),
            _ => true,
        };
        let work = &self.derived.work;
        if work.has_too_much() && work.too_much().is_some_and(|all| all.iter().all(is_of_card)) {
            self.give_up_too_much();
        }
    }

    /// Gives up whatever took too much work: abilities of cards, the ability whose effect runs, or, for a rule of the
    /// game itself, the game. False: the game is over.
    #[inline]
    pub(in crate::kernel) fn give_up_too_much(&mut self) -> bool {
        !self.derived.work.has_too_much() || self.give_up_found()
    }

    #[cold]
    fn give_up_found(&mut self) -> bool {
        let doing = || self.game().ability_at_work().map(|id| vec![TooMuch::Ability(id)]);
        let found = self.derived.work.too_much().or_else(doing);
        self.derived.work.forget();
        let of_game = |found: &TooMuch| match found {
            TooMuch::Ability(id) => self.rules.abilities[id.index()].def.is_none().then_some(*id),
            _ => None,
        };
        let broken = match &found {
            None => Some(Broken::TooMuch(None)),
            Some(all) => all.iter().find_map(of_game).map(|id| Broken::TooMuch(Some(id))),
        };
        if let Some(broken) = broken {
            self.abort(broken);
            return false;
        }
        for too_much in found.unwrap_or_default() {
            match too_much {
                TooMuch::Ability(id) if self.state.given_up.contains(&id) => {}
                TooMuch::Ability(id) => {
                    self.record(Line::GivenUp(id));
                    self.change(Change::GivenUp(Edit::push(&self.state.given_up, id)));
                }
                TooMuch::Card(card) => self.leave_out(card),
                TooMuch::Statics(card, id) => {
                    self.record(Line::GivenUp(id));
                    let rules = self.rules.clone();
                    let is_new = |id: &&AbilityId| !self.state.given_up.contains(id);
                    let statics: Vec<AbilityId> =
                        rules.defs[card.index()].statics.iter().filter(is_new).copied().collect();
                    for id in statics {
                        self.change(Change::GivenUp(Edit::push(&self.state.given_up, id)));
                    }
                }
                TooMuch::Modifier(modifier) => {
                    self.record(Line::Ends(modifier.source));
                    while let Some(at) = self.state.modifiers.iter().position(|m| *m == *modifier) {
                        self.change(Change::Modifiers(Edit::Remove(at)));
                    }
                }
                TooMuch::Permission(granted) => {
                    self.record(Line::Ends(granted.source));
                    while let Some(at) = self.state.permissions.iter().position(|p| *p == *granted) {
                        self.change(Change::Permissions(Box::new(Edit::Remove(at))));
                    }
                }
            }
        }
        true
    }

    /// The counter of looks.
    pub(crate) fn work(&self) -> &Work {
        &self.derived.work
    }
}
