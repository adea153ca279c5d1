//! Declarations as data: a use whose targets and payment are being chosen.

use crate::kernel::model::objects::Use;
use crate::kernel::model::value::{Seat, Value};

/// A use being declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Declare {
    /// The use as far as it is known.
    pub use_: Use,
    /// The cards chosen for each part of the cost.
    pub payments: Vec<Vec<Value>>,
    /// For a trigger: what its player said before.
    pub stage: Stage,
    /// The player who chooses, where an earlier use is only aimed anew.
    pub aimed_by: Option<Seat>,
    /// The targets that it had before: of a use that is copied or aimed anew, numbers and words stay as they were chosen.
    pub kept: Vec<Value>,
}

impl Declare {
    /// The beginning of a declaration.
    pub fn new(use_: Use) -> Declare {
        Declare { use_, payments: Vec::new(), stage: Stage::default(), aimed_by: None, kept: Vec::new() }
    }

    /// The seat that chooses.
    pub fn chooser(&self) -> Seat {
        self.aimed_by.unwrap_or(self.use_.user)
    }
}

/// The stage of a trigger whose targets are not chosen yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stage {
    /// No question has been asked.
    #[default]
    New,
    /// She wants it, or need not say so.
    Wanted,
    /// Its mode is chosen, or it has no modes.
    Chosen,
    /// The player declined it, or it was given up.
    Left,
    /// The new targets of a use that an effect aims elsewhere; its player may keep the old ones.
    Anew,
}
