//! Beginnings: whether a game may begin as it was set up, and numbers that scripts must not change.

use crate::kernel::model::rules::{Keep, Kept, Rules};
use crate::kernel::model::state::Bring;
use crate::kernel::model::value::{Seat, ZoneKind};
use crate::kernel::read::game::Game;
use std::sync::Arc;

/// How many cards a game begins with at most: those that players bring, and those of its piles.
pub(in crate::kernel) fn cards_of(rules: &Rules, bring: &[Bring]) -> usize {
    let brought: usize = bring.iter().flatten().map(Vec::len).sum();
    let seats =
        |kind: ZoneKind| if rules.schema.zones[kind.index()].per_player { rules.schema.seats as usize } else { 1 };
    brought + rules.piles.iter().filter_map(|pile| Some(pile.cards.len() * seats(pile.to?))).sum::<usize>()
}

impl<'a> Game<'a> {
    /// Why a game may not begin like this, if it may not.
    pub fn refusal(self) -> Option<Arc<str>> {
        let broken = self.rules.requires.iter().find(|(cond, _)| !self.table_env().holds(cond));
        broken.map(|(_, because)| because.clone())
    }

    /// What every script must leave as it is.
    pub fn kept(self) -> Kept {
        self.derived.keeps(self).clone()
    }

    /// The same, looked at anew.
    pub(super) fn find_kept(self) -> Kept {
        let one = |keep: &Keep, seat: Seat| {
            let env = self.seat_env(seat);
            let looks = keep.when.as_ref().is_none_or(|c| env.holds(c));
            looks.then(|| env.player_value(seat, keep.field))
        };
        let seats = || (0..self.rules.schema.seats).map(Seat);
        Kept(self.rules.keeps.iter().flat_map(|keep| seats().map(move |seat| one(keep, seat))).collect())
    }
}
