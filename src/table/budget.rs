//! Budget: what may be done until the next decision. What an answer sets off shares one, whatever waits in between.

use crate::kernel::run::tasks::MAX_STEPS;

/// So many times scripts start or go on between two decisions, at most.
const MAX_SCRIPT_STEPS: u32 = 20_000;
/// When they did that so often, only the game's own steps begin.
const MAX_EFFECT_STEPS: u32 = 4_000;

/// What is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Steps of the rules.
    pub steps: u32,
    /// How often scripts may start or go on.
    pub scripts: u32,
    /// Fuel of all scripts.
    pub fuel: i64,
}

impl Budget {
    /// Whether so many scripts ran that effects begin no more: they set each other off.
    pub fn is_low(&self) -> bool {
        self.scripts < MAX_SCRIPT_STEPS - MAX_EFFECT_STEPS
    }

    /// What there is after an answer, with so much fuel.
    pub fn full(fuel: i64) -> Budget {
        Budget { steps: MAX_STEPS, scripts: MAX_SCRIPT_STEPS, fuel }
    }
}
