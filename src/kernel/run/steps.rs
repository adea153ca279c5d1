//! Steps: how many the rules may take between two decisions, and how many of them one card.
//!
//! The first steps are free of accounting, because most decisions end within them. Later steps are charged to their
//! card. A card that used its share is broken off, and does nothing more until the next answer.

use crate::kernel::model::value::DefId;

/// Steps between two answers, whatever scripts run in between.
pub const MAX_STEPS: u32 = 200_000;
/// The number of steps that are charged to nobody.
const FREE_STEPS: u32 = 50_000;
/// The most charged steps of one card.
const STEPS_OF_CARD: u32 = 30_000;
/// The last ones are not for cards.
const STEPS_OF_GAME: u32 = 50_000;
/// And the last of those are without what packs say.
const LAST_STEPS: u32 = 25_000;

/// What a step begins with.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::kernel) struct Began {
    /// How many steps were left.
    pub left: u32,
    /// The amounts written and looked at before.
    pub written: u64,
    pub looked: u64,
    /// How many steps behind it were left out since: they would do nothing, and count all the same.
    pub left_out: u32,
}

/// What is left.
#[derive(Debug)]
pub struct Steps {
    pub(in crate::kernel) left: u32,
    /// What each card took since it is counted.
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
    /// Begins anew.
    pub fn fill(&mut self) {
        self.left = MAX_STEPS;
        self.by.clear();
    }

    #[inline]
    pub(in crate::kernel) fn are_counted(&self) -> bool {
        are_counted(self.left)
    }

    /// True if the rest is reserved for the rules of the game, so that they alone can be endless.
    #[inline]
    pub(in crate::kernel) fn may_be_endless(&self) -> bool {
        self.left < LAST_STEPS
    }

    /// Counts what was taken for a card. True: it has nothing left.
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
