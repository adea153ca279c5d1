//! Captured values: a filter with the present values filled in.

use crate::kernel::model::capture::{Capture, Captured};
use crate::kernel::model::lang::Ref;
use crate::kernel::read::effect_limits;
use crate::kernel::read::evaluation_env::Env;

impl Env<'_> {
    /// A copy of `what` with each reference replaced by its present value. `None`: it would hold more than
    /// `TEST_VALUES` values.
    pub(in crate::kernel) fn captured<T: Capture + Clone>(&self, what: &T) -> Option<T> {
        let mut captured = what.clone();
        let values = |r: &Ref| self.lookup(r).into_owned();
        captured.capture(&mut Captured { values: &values, left: effect_limits::TEST_VALUES })?;
        Some(captured)
    }
}
