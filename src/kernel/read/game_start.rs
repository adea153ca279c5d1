//! Game start: whether a game may begin as it was set up, and the values of the numbers that the manifest protects from
//! scripts.

use crate::kernel::model::rules::{Pile, ProtectedNumber, ProtectedValues};
use crate::kernel::model::state::Bring;
use crate::kernel::model::touched::Touched;
use crate::kernel::model::value::{Seat, ZoneKind};
use crate::kernel::read::game::Game;
use std::sync::Arc;

/// Most copies of a card in a pile.
const COPIES: i64 = 1_000;

impl<'a> Game<'a> {
    /// The most cards at the beginning of a game: the decks of the players, and the piles.
    pub(in crate::kernel) fn cards_at_first(self, bring: &[Bring]) -> usize {
        let brought: usize = bring.iter().flatten().map(Vec::len).sum();
        let zones = &self.rules.schema.zones;
        let seats = |kind: ZoneKind| if zones[kind.index()].per_player { self.rules.schema.seats as usize } else { 1 };
        let piled = |pile: &Pile| Some(pile.cards.len() * self.copies(pile) * seats(pile.to?));
        brought + self.rules.piles.iter().filter_map(piled).sum::<usize>()
    }

    /// The number of copies of each listed card in a pile.
    pub(in crate::kernel) fn copies(self, pile: &Pile) -> usize {
        pile.times.as_ref().map_or(1, |times| self.table_env().amount(times).clamp(0, COPIES) as usize)
    }

    /// The reason why the game may not begin as it was set up; `None`: it may.
    pub fn refusal(self) -> Option<Arc<str>> {
        let broken = self.rules.requires.iter().find(|(cond, _)| !self.table_env().holds(cond));
        broken.map(|(_, because)| because.clone())
    }

    /// The present values of the numbers that every script must leave unchanged.
    pub fn protected_values(self) -> ProtectedValues {
        self.derived.protected_values(self)
    }

    /// The parts of the state that decide the protected numbers; `None`: anything may, or the waiting tasks do.
    pub(in crate::kernel) fn protected_reads(self) -> Option<Touched> {
        let reads = self.rules.reads.protected_numbers;
        // A script may have given a lasting effect a test, which may read anything.
        let others = Touched::CONTROL.and(self.state.tests_made_while_playing());
        (!reads.meets(others)).then_some(reads)
    }

    /// The protected values, found without the cache that [`Game::protected_values`] uses.
    pub(super) fn find_protected(self) -> ProtectedValues {
        let one = |number: &ProtectedNumber, seat: Seat| {
            let env = self.seat_env(seat);
            let looks = number.when.as_ref().is_none_or(|c| env.holds(c));
            looks.then(|| env.player_value(seat, number.field))
        };
        let seats = || (0..self.rules.schema.seats).map(Seat);
        ProtectedValues(
            self.rules.protected_numbers.iter().flat_map(|number| seats().map(move |seat| one(number, seat))).collect(),
        )
    }
}
