//! Waiting triggers: triggers that are due together, in games where players order them or declare all of them first.
//!
//! Each trigger becomes a use that waits. Waiting uses are declared one after the other; in some games none begins
//! before all are declared:
//!
//! ```text
//! settle, triggers [b, c], declaring a           a chooses its targets
//! settle, use a, triggers [c], declaring b       a lies below what is still to be declared
//! settle, use a, use b, use c                    the last one that was put takes effect first
//! ```

use std::collections::BTreeMap;

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::decision::{Decision, Kind};
use crate::kernel::model::objects::Use;
use crate::kernel::model::task::{Asking, In, Out, Task, Waiting};
use crate::kernel::model::value::{Seat, UseId, Value};
use crate::kernel::read::game::Game;
use crate::kernel::run::change::World;

/// A mask for: all players have ordered their triggers.
const EVERYBODY: u8 = u8::MAX;

impl Game<'_> {
    /// The next player with triggers to order, and those triggers: several, of more than one ability. A player who is
    /// out of the game orders nothing.
    fn who_orders(self, waiting: &Waiting) -> Option<(Seat, Vec<UseId>)> {
        if waiting.ordered == EVERYBODY {
            return None;
        }
        // Many may wait: each is looked up once.
        let known: BTreeMap<UseId, &Use> = self.state.uses.iter().map(|u| (u.id, u)).collect();
        let uses = || waiting.left.iter().filter_map(|id| known.get(id).copied());
        // Each player is considered once.
        let mut seen = waiting.ordered;
        uses().map(|u| u.user).find_map(|seat| {
            let is_new = seen & 1 << seat.0 == 0;
            seen |= 1 << seat.0;
            let own: Vec<&Use> = if is_new { uses().filter(|u| u.user == seat).collect() } else { Vec::new() };
            let differ = own.iter().any(|u| u.ability != own[0].ability);
            (differ && !self.state.is_out(seat)).then(|| (seat, own.iter().map(|u| u.id).collect()))
        })
    }
}

impl World {
    /// Takes waiting triggers: all of them if they are declared together, else the latest group.
    pub(in crate::kernel) fn gather_triggers(&mut self) {
        let all = self.state().pending.len();
        let base = if self.rules.triggers.together { self.game().trigger_base() } else { all - 1 };
        let mut found: Vec<(usize, Use)> = Vec::new();
        for at in (base..all).rev() {
            found.extend(self.state().pending[at].iter().cloned().map(|t| (at, t)));
            self.change(Change::Pending(Edit::Remove(at)));
        }
        // A player's earlier triggers come first.
        found.sort_by_key(|(group, t)| {
            let (turn, place, ability) = self.game().trigger_key(t);
            (turn, *group, place, ability)
        });
        let mut left = Vec::new();
        for (_, trigger) in found {
            self.count_on(|next| next.uses += 1);
            let id = UseId(self.state().next.uses);
            left.push(id);
            self.change(Change::Uses(Edit::push(&self.state().uses, Use { id, waits: true, ..trigger })));
        }
        self.push(Task::Triggers(Box::new(Waiting { left, base: base as u32, ..Waiting::default() })));
    }

    pub(in crate::kernel) fn step_triggers(&mut self, mut waiting: Box<Waiting>, input: In) -> Out {
        if let (In::Return(order), Some(seat)) = (&input, waiting.asked.take()) {
            let mut order = order.items().iter().filter_map(|v| if let Value::Use(id) = v { Some(*id) } else { None });
            for place in &mut waiting.left {
                if self.state().use_(*place).is_some_and(|u| u.user == seat) {
                    *place = order.next().unwrap_or(*place);
                }
            }
        }
        if self.rules.triggers.by_player
            && let Some((seat, own)) = self.game().who_orders(&waiting)
        {
            waiting.ordered |= 1 << seat.0;
            waiting.asked = Some(seat);
            let kind = Kind::Order(own.into_iter().map(Value::Use).collect());
            let decision = Decision { why: Some("the order of your triggers".into()), ..Decision::new(seat, kind) };
            self.push(Task::Triggers(waiting));
            let asking = Asking { decisions: vec![decision], answers: vec![None], list: false };
            self.push(Task::Ask(Box::new(asking)));
            return Out::Next(In::Go);
        }
        // Orders are final: triggers only become fewer from here on.
        waiting.ordered = EVERYBODY;
        if waiting.left.is_empty() {
            return Out::Next(In::Return(Value::Nil));
        }
        let next = waiting.left.remove(0);
        self.push(Task::Triggers(waiting));
        if let Some(at) = self.state().use_at(next) {
            let trigger = Use { waits: false, ..self.state().uses[at].clone() };
            self.change(Change::Uses(Edit::Remove(at)));
            if self.may_trigger(&trigger) {
                self.start_trigger(trigger);
            }
        }
        Out::Next(In::Go)
    }

    /// Puts a use onto the stack of tasks: at once, or once all uses that wait with it are declared.
    pub(in crate::kernel) fn wait_for_turn(&mut self, id: UseId, was_put: bool) {
        if let (true, true, Some(Task::Triggers(waiting))) =
            (was_put, self.rules.triggers.together, self.state().tasks.last())
        {
            let base = waiting.base;
            return self.insert_task(self.state().tasks.len() - 1, Task::Use(id, 0, base));
        }
        self.push(Task::Use(id, 0, self.state().pending.len() as u32));
    }
}
