//! Suspended scripts: the scripts of a table that are suspended, the outermost first.
//!
//! The coroutines themselves lie in the pool of the thread where they began. The table holds the scripts and inputs
//! with which they began, so that they can be run again on any thread.

use std::sync::Arc;

use super::budget::DecisionBudget;
use super::game::Home;
use super::vm_pool::{FrameId, ThreadGame};
use crate::kernel::read::work_payers::Payer;
use crate::kernel::run::change::Mark;
use crate::script::Frame;

/// A script that is suspended.
pub(super) struct SuspendedScript {
    frame: FrameId,
    /// The moment when the script began.
    pub began: Mark,
    /// The payer of the script's work.
    payer: Payer,
}

/// The scripts of a table that are suspended.
pub(super) struct SuspendedScripts {
    /// The game, the thread where the scripts began, and the rules under which they run.
    home: Arc<Home>,
    held: Vec<SuspendedScript>,
    /// The number of failed scripts when the outermost one began. A copy runs what followed again, and counts it again.
    pub faults: u32,
    /// The rest of the decision's budget when the outermost began.
    pub budget: DecisionBudget,
    /// The sign of life of the table: as long as it lives, the pool keeps the coroutines.
    life: Option<Arc<()>>,
}

impl SuspendedScripts {
    /// No suspended scripts.
    pub fn none(home: &Arc<Home>) -> SuspendedScripts {
        SuspendedScripts {
            home: home.clone(),
            held: Vec::new(),
            faults: 0,
            budget: DecisionBudget::full(0),
            life: None,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// The number of scripts of one payer.
    pub fn of(&self, payer: Payer) -> usize {
        self.held.iter().filter(|held| held.payer == payer).count()
    }

    /// The payer of the innermost script.
    pub fn payer(&self) -> Option<Payer> {
        self.held.last().map(|held| held.payer)
    }

    /// The outermost script, which began at the checkpoint.
    pub fn first(&self) -> Option<&SuspendedScript> {
        self.held.first()
    }

    /// The outermost script, if no other script is suspended.
    pub fn only(&mut self) -> Option<&mut SuspendedScript> {
        match self.held.as_mut_slice() {
            [held] => Some(held),
            _ => None,
        }
    }

    /// True if the coroutines of all scripts lie on this thread.
    pub fn are_at(&self, local: &ThreadGame) -> bool {
        self.held.iter().all(|held| local.has(held.frame))
    }

    /// Keeps a script that is about to start.
    pub fn push(
        &mut self,
        local: &ThreadGame,
        frame: Frame,
        (began, payer): (Mark, Payer),
        (faults, budget): (u32, &DecisionBudget),
    ) {
        if self.held.is_empty() {
            self.faults = faults;
            self.budget.copy(budget);
        }
        let life = self.life.get_or_insert_default();
        let frame = local.suspend(frame, life);
        self.held.push(SuspendedScript { frame, began, payer });
    }

    /// Does something with the innermost script's coroutine.
    pub fn with<R>(&self, local: &ThreadGame, f: impl FnOnce(&mut Frame) -> R) -> Option<R> {
        let id = self.held.last()?.frame;
        let mut frame = local.take(id)?;
        let result = f(&mut frame);
        local.put(id, frame);
        Some(result)
    }

    /// Takes the innermost script away: its coroutine, if it is here, and when it began.
    pub fn pop(&mut self, local: &ThreadGame) -> Option<(Option<Frame>, Mark)> {
        let held = self.held.pop()?;
        Some((local.end(held.frame), held.began))
    }

    /// Keeps this many of the outermost scripts. Returns the mark at which the first of the others began, if there were
    /// others.
    pub fn truncate(&mut self, local: &ThreadGame, len: usize) -> Option<Mark> {
        let mut began = None;
        while self.held.len() > len {
            began = self.pop(local).map(|(_, began)| began);
        }
        began
    }

    /// Empties this list, and returns the outermost script. The thread of the coroutines frees them later.
    pub fn leave(&mut self) -> Option<SuspendedScript> {
        self.life = None;
        self.held.drain(..).next()
    }
}

impl Drop for SuspendedScripts {
    fn drop(&mut self) {
        if self.held.is_empty() {
            return;
        }
        // The scripts belong to the thread that started them, and only that thread can free them.
        let Some(local) = self.home.game.known() else { return };
        self.truncate(&local, 0);
    }
}
