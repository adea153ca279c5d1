//! Derived: what was found out about a state, kept until a change touches what it was found from.
//!
//! It lies beside the state, never in it: a copy of a world begins without.

//! Derived: what was found out about a state, kept until a change touches what it was found from.
//!
//! It lies beside the state, never in it: a copy of a world begins without.

use std::cell::OnceCell;

use crate::kernel::model::objects::ModTarget;
use crate::kernel::model::state::State;
use crate::kernel::model::touched::Touched;
use crate::kernel::read::game::Game;
use crate::kernel::read::statics::Statics;

/// What was found out about one state.
#[derive(Debug, Default)]
pub struct Derived {
    statics: OnceCell<Statics>,
    checks: Checks,
}

/// Which checks found nothing to do, by their place in the manifest.
#[derive(Debug, Default)]
struct Checks {
    /// Those that found nothing, and none of what they read was touched before `since` began.
    quiet: Vec<bool>,
    /// What was touched since they were looked at last.
    since: Touched,
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
        self.checks.since = self.checks.since.and(touched);
        if touched.meets(Touched::STATICS) {
            self.statics.take();
        }
    }

    /// The static abilities in play.
    pub(in crate::kernel) fn statics(&self, game: Game) -> &Statics {
        self.statics.get_or_init(|| game.find_statics())
    }

    /// Wakes the checks whose reads were touched. To be called before [`Derived::is_quiet`] is asked.
    pub(in crate::kernel) fn wake_checks(&mut self, reads: &[Touched]) {
        self.checks.quiet.resize(reads.len(), false);
        let since = std::mem::take(&mut self.checks.since);
        self.checks.quiet.iter_mut().zip(reads).for_each(|(quiet, reads)| *quiet &= !reads.meets(since));
    }

    /// Whether a check, by its place in the manifest, found nothing and would find nothing now.
    pub(in crate::kernel) fn is_quiet(&self, check: usize) -> bool {
        self.checks.quiet[check]
    }

    /// Notes that a check, which reads so much, found nothing in a state.
    pub(in crate::kernel) fn found_nothing(&mut self, check: usize, reads: Touched, state: &State) {
        // What a script made to last holds tests of its own, which may read anything.
        let reads_tests = reads.meets(Touched::LASTING)
            && (!state.permissions.is_empty() || state.modifiers.iter().any(|m| matches!(m.on, ModTarget::Filter(_))));
        self.checks.quiet[check] = !reads_tests;
    }

    /// Whether all of it is what one finds anew: for tests, and in debug builds at every decision.
    pub(in crate::kernel) fn is_right(&self, game: Game) -> bool {
        let is_still = |check: usize, quiet: bool| {
            !quiet || game.rules.check_reads[check].meets(self.checks.since) || game.check_finds(check).is_none()
        };
        self.statics.get().is_none_or(|kept| *kept == game.find_statics())
            && self.checks.quiet.iter().enumerate().all(|(check, quiet)| is_still(check, *quiet))
    }
}
