//! Lost tasks: tasks with which a state cannot be carried over to other rules, in all cases or if their payment has
//! changed.

use super::{Numbers, Renumber};
use crate::kernel::model::batch::Batch;
use crate::kernel::model::declaration::Declare;
use crate::kernel::model::task::Asking;

impl Renumber for Batch {
    fn renumber(&mut self, _: &Numbers) -> Option<()> {
        // A batch whose player is choosing among replacements cannot be carried over: its options have changed.
        None
    }
}

impl Renumber for Asking {
    fn renumber(&mut self, _: &Numbers) -> Option<()> {
        // An open question cannot be carried over: it was made from the old text of the game.
        None
    }
}

impl Renumber for Declare {
    fn renumber(&mut self, numbers: &Numbers) -> Option<()> {
        let Declare { use_, payments, stage, aimed_by, kept } = self;
        let was = use_.ability;
        use_.renumber(numbers)?;
        if !payments.is_empty() && !numbers.asks_the_same(was, use_.ability) {
            return None;
        }
        payments.renumber(numbers)?;
        aimed_by.renumber(numbers)?;
        kept.renumber(numbers)?;
        stage.renumber(numbers)
    }
}
