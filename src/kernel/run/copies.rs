//! Copies: a use made by an effect after the model of another one, without a cost.
//!
//! A copy has the targets that its original had when the effect copied it, unless its player may choose new ones. It
//! keeps the original's numbers and payment, goes through the steps of the same kind of use, and moves no card.

use crate::kernel::model::batch::Batch;
use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::checks::CheckMoment;
use crate::kernel::model::declaration::{Declare, DeclareStage};
use crate::kernel::model::event;
use crate::kernel::model::log_lines::Line;
use crate::kernel::model::objects::{Event, Price, Role, Use};
use crate::kernel::model::origin::Origin;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{Seat, UseId, Value};
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;
use crate::kernel::run::tasks::MAX_EFFECT_TASKS;

impl Game<'_> {
    /// The task in which a seat declares a copy of a use. If `chooses`, the seat may choose new targets. `None`: the
    /// use is over or cancelled, or the effects nest too deep.
    pub fn copy_of(self, id: UseId, by: Seat, chooses: bool) -> Option<Task> {
        // An effect that copies itself would nest without end.
        if self.state.tasks.len() > MAX_EFFECT_TASKS {
            return None;
        }
        let original = self.state.use_(id).filter(|u| !u.cancelled)?;
        // The work of the copy is charged to the card whose effect copies, or else to the card that the original is
        // charged to.
        let origin = if self.origin() == Origin::default() { original.origin } else { self.origin() };
        let (id, price) = (UseId(0), Price::Nothing);
        let copy = Use { id, user: by, dest: None, price, moment: 0, origin, ..original.clone() };
        let stage = if chooses { DeclareStage::Anew } else { DeclareStage::Chosen };
        Some(Task::Begin(Box::new(Declare { stage, ..Declare::new(copy) })))
    }
}

impl World {
    /// Starts the steps of a copy whose targets are chosen, and logs the copy.
    pub(in crate::kernel) fn run_copy(&mut self, mut use_: Use) {
        self.count_on(|next| next.uses += 1);
        use_.id = UseId(self.state().next.uses);
        let Use { id, ability, card, user, .. } = use_;
        self.record(Line::Copied { ability, card, user, targets: use_.targets.clone() });
        self.push(Task::Use(id, 0, self.state().pending.len() as u32));
        self.change(Change::Uses(Edit::push(&self.state().uses, use_)));
        self.run_checks_at(CheckMoment::Step);
        let fields = vec![Value::Use(id), card.map_or(Value::Nil, Value::Card), Value::Seat(user)];
        let copied = Event::new(event::COPIED, fields, Role::Rule);
        self.push(Task::Batch(Box::new(Batch::new(vec![copied], card, Some(user)))));
    }
}
