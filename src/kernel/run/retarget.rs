//! Retarget: the targets of an already declared use are chosen anew.

use crate::kernel::model::batch::Batch;
use crate::kernel::model::declaration::{Declare, DeclareStage};
use crate::kernel::model::event;
use crate::kernel::model::objects::{Event, Price, Role, Use};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{Seat, UseId, Value};
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

impl Game<'_> {
    /// The task in which a seat chooses new targets for a use; `None` if the use is over or cancelled.
    pub fn aim_of(self, id: UseId, by: Seat) -> Option<Task> {
        let use_ = self.state.use_(id).filter(|u| !u.cancelled)?;
        let declare = Declare { aimed_by: Some(by), stage: DeclareStage::Anew, ..Declare::new(use_.clone()) };
        Some(Task::Begin(Box::new(declare)))
    }
}

impl World {
    /// Begins to choose new targets for a use, if all targets can be chosen.
    pub(in crate::kernel) fn begin_to_aim(&mut self, id: UseId, by: Seat) {
        let Some(use_) = self.state().use_(id).filter(|u| !u.cancelled && !u.targets.is_empty()) else { return };
        // Retargeting changes no payment.
        let anew = Use { price: Price::Nothing, targets: Vec::new(), ..use_.clone() };
        if self.game().possible(&anew).is_err() {
            return;
        }
        let kept = use_.targets.clone();
        let mut declare = Declare { aimed_by: Some(by), stage: DeclareStage::Chosen, kept, ..Declare::new(anew) };
        match self.game().declare_on(&mut declare, None) {
            None => {
                let proposed = self.declared(declare);
                self.push_batch(proposed);
            }
            Some(_) => self.push(Task::Declare(Box::new(declare))),
        }
    }

    /// Proposes the chosen targets of a use as an event.
    pub(in crate::kernel) fn aimed(&mut self, anew: Use, by: Seat) {
        let Some(use_) = self.state().use_(anew.id).filter(|u| u.targets != anew.targets) else { return };
        // The event holds all targets, not only the changed ones, because two targets may be equal.
        let one_or_list = |targets: &[Value]| match targets {
            [one] => one.clone(),
            all => Value::List(all.to_vec().into()),
        };
        let fields = vec![Value::Use(use_.id), one_or_list(&use_.targets), one_or_list(&anew.targets)];
        let event = Event::new(event::RETARGETED, fields, Role::Effect);
        self.push(Task::Batch(Box::new(Batch::new(vec![event], None, Some(by)))));
    }
}
