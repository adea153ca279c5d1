//! Derived: what was found out about a state, kept until a change touches what it was found from.
//!
//! It lies beside the state, never in it: a copy of a world begins without.

use std::cell::OnceCell;

use crate::kernel::model::change::Touched;
use crate::kernel::read::game::Game;
use crate::kernel::read::statics::Statics;

/// What was found out about one state.
#[derive(Debug, Default)]
pub struct Derived {
    statics: OnceCell<Statics>,
}

impl Clone for Derived {
    fn clone(&self) -> Derived {
        Derived::default()
    }
}

impl Derived {
    /// Drops what is not right any more once this was touched.
    #[inline]
    pub(in crate::kernel) fn drop_touched(&mut self, touched: Touched) {
        if touched.any(Touched::STATICS) {
            self.statics.take();
        }
    }

    /// The static abilities in play.
    pub(in crate::kernel) fn statics(&self, game: Game) -> &Statics {
        self.statics.get_or_init(|| game.find_statics())
    }

    /// Whether all of it is what one finds anew: for tests, and in debug builds at every decision.
    pub(in crate::kernel) fn is_right(&self, game: Game) -> bool {
        self.statics.get().is_none_or(|kept| *kept == game.find_statics())
    }
}
