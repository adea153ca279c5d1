//! Step budget: the steps of the rules between two decisions, and the share of each card.
//!
//! Most decisions need few steps, so the first ones are not charged to anybody. Later steps are charged to their card.
//! A card that used its share is left out until the next answer.

use crate::kernel::model::value::DefId;

/// The most steps between two answers, including scripts. The scenarios of the shipped games needed 3,800 at most when
/// this was measured.
pub const MAX_STEPS: u32 = 200_000;
/// The number of steps that are charged to nobody.
const FREE_STEPS: u32 = 50_000;
/// The most charged steps of one card (attack `steps` in tests/clock/attacks_on_shares.rs).
const STEPS_OF_CARD: u32 = 30_000;
/// The last steps of the budget, which cards cannot use.
const STEPS_OF_GAME: u32 = 50_000;
/// The very last steps, which abilities of packs cannot use either
/// (`a_card_that_keeps_the_rules_from_ending_is_given_up` in tests/it/hostile_input.rs).
const LAST_STEPS: u32 = 25_000;

/// What the current step began with, and how many following steps it skipped: its cost follows from this.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::kernel) struct Began {
    /// The number of steps that were left.
    pub left: u32,
    /// The writes and the looks so far.
    pub written: u64,
    pub looked: u64,
    /// The number of following steps that were skipped because they would do nothing; they count as taken.
    pub left_out: u32,
}

/// The remaining budget of steps.
#[derive(Debug)]
pub struct Steps {
    pub(in crate::kernel) left: u32,
    /// The charged steps of each card; `None` stands for the abilities of the manifest.
    by: Vec<(Option<DefId>, u32)>,
}

/// True if the steps are charged to cards, at this number of steps left.
#[inline]
pub(in crate::kernel) fn are_counted(left: u32) -> bool {
    left < MAX_STEPS - FREE_STEPS
}

impl Default for Steps {
    fn default() -> Steps {
        Steps { left: MAX_STEPS, by: Vec::new() }
    }
}

impl Clone for Steps {
    fn clone(&self) -> Steps {
        Steps { left: self.left, by: self.by.clone() }
    }

    fn clone_from(&mut self, other: &Steps) {
        self.left = other.left;
        self.by.clone_from(&other.by);
    }
}

impl Steps {
    /// Refills the budget.
    pub fn fill(&mut self) {
        self.left = MAX_STEPS;
        self.by.clear();
    }

    #[inline]
    pub(in crate::kernel) fn are_counted(&self) -> bool {
        are_counted(self.left)
    }

    /// True if the remaining steps are reserved for the rules of the game. An endless loop is then their own.
    #[inline]
    pub(in crate::kernel) fn may_be_endless(&self) -> bool {
        self.left < LAST_STEPS
    }

    /// Charges steps to a card. True: its share is used up, or only the last steps are left, which cards cannot use.
    #[cold]
    pub(in crate::kernel) fn take(&mut self, card: Option<DefId>, steps: u32) -> bool {
        let at = self.by.iter().position(|(of, _)| *of == card).unwrap_or_else(|| {
            self.by.push((card, 0));
            self.by.len() - 1
        });
        self.by[at].1 += steps;
        self.by[at].1 > STEPS_OF_CARD || self.left < STEPS_OF_GAME
    }
}
