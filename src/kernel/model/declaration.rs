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
    /// The decisions of the player about a trigger so far.
    pub stage: DeclareStage,
    /// The player who chooses new targets for an existing use; `None` for a new use.
    pub aimed_by: Option<Seat>,
    /// The former targets of a use that is copied or retargeted. Numbers and words among them are not chosen anew.
    pub kept: Vec<Value>,
}

impl Declare {
    /// The beginning of a declaration.
    pub fn new(use_: Use) -> Declare {
        Declare { use_, payments: Vec::new(), stage: DeclareStage::default(), aimed_by: None, kept: Vec::new() }
    }

    /// The seat that chooses.
    pub fn chooser(&self) -> Seat {
        self.aimed_by.unwrap_or(self.use_.user)
    }
}

/// The stage of a declaration before its targets are chosen: whether the player wants the use, and in which mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DeclareStage {
    /// No question has been asked.
    #[default]
    New,
    /// The player wants to use the trigger, or is not asked.
    Wanted,
    /// The mode is chosen, or the ability has no modes.
    Chosen,
    /// Declined by the player, or given up.
    Left,
    /// New targets are chosen for a copied or redirected use; its player may keep the old ones.
    Anew,
}
