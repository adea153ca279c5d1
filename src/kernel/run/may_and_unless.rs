//! Asking: an item of a list lets a player do something, and pay for it.
//!
//! The question and the payment are a declaration without a use: first the answer, then the parts of the cost. A player
//! who cannot pay is not asked, and neither is one who is out of the game.

use std::sync::Arc;

use crate::kernel::model::batch::Batch;
use crate::kernel::model::context::Context;
use crate::kernel::model::declaration::{Declare, DeclareStage};
use crate::kernel::model::flow_items::May;
use crate::kernel::model::log_lines::{Line, Why};
use crate::kernel::model::objects::{Asked, Price, Use};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::{ListId, Value};
use crate::kernel::run::change::World;

impl World {
    /// Asks a player whether she does what an item of a list lets her do.
    pub(in crate::kernel) fn begin_to_ask(&mut self, may: &May, item: (ListId, u16), context: &Arc<Context>) {
        let game = self.game();
        let by = game.env(context).expr(&may.by).items().first().and_then(Value::seat);
        let of_use = context.this.and_then(|id| game.state.use_(id)).map(|use_| use_.ability);
        let ability = of_use.or(game.rules.flow_ability);
        let (Some(by), Some(ability)) = (by, ability) else {
            return self.push_next(may.otherwise, context);
        };
        let maker = self.maker(context);
        let payer = Context { me: by, ..(**context).clone() };
        let asked = Asked { item, list: context.clone(), payer };
        let mut use_ = Use::new(ability, context.card, by);
        (use_.origin, use_.provider, use_.price) = (maker.origin, maker.provider, Price::Own);
        use_.replaced_by = context.replaced_by.clone();
        use_.asked = Some(Arc::new(asked));
        let can_pay = || self.game().find_out(ability, false, || self.game().payable(&use_).is_ok());
        match self.state().is_out(by) || !can_pay() {
            true => self.push_next(may.otherwise, context),
            false => self.push(Task::Declare(Box::new(Declare::new(use_)))),
        }
    }

    /// Goes on after the answer. After a yes it proposes the payment and pushes the item's list; after a no it pushes
    /// the other list.
    pub(in crate::kernel) fn answered(&mut self, declare: Declare) -> Option<Batch> {
        let Declare { use_, payments, stage, .. } = declare;
        let asked = use_.asked.clone()?;
        let may = self.rules.clone();
        let may = may.lists[asked.item.0.index()].may_at(asked.item.1)?;
        let is_done = stage != DeclareStage::Left;
        let (why, card) = (may.why.clone().map(Why::Said), use_.card);
        self.record(Line::Chose { seat: use_.user, value: Value::Bool(is_done), why, card, secret: false });
        if !is_done {
            self.push_next(may.otherwise, &asked.list);
            return None;
        }
        let (mut events, paid) = self.game().cost_events(&use_, &payments);
        asked.list.mark(&self.rules, &mut events);
        self.use_up_cost_changes(&use_);
        if !paid.is_empty() {
            self.record(Line::Paid(use_.user, paid));
        }
        self.push_next(may.list, &asked.list);
        Batch::of_any(events, use_.card, Some(use_.user))
    }

    /// Pushes the list for a player who does not do what the item offers.
    pub(in crate::kernel) fn not_done(&mut self, asked: &Asked) {
        let rules = self.rules.clone();
        if let Some(may) = rules.lists[asked.item.0.index()].may_at(asked.item.1) {
            self.push_next(may.otherwise, &asked.list);
        }
    }

    fn push_next(&mut self, list: Option<ListId>, context: &Arc<Context>) {
        list.into_iter().for_each(|list| self.push(Task::List(list, 0, context.clone())));
    }
}
