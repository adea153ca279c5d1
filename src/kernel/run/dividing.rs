//! Dividing: a player divides an amount among things, and a list runs with each share.
//!
//! A share of only one legal size is not asked, so the last object gets the rest.

use std::sync::Arc;

use crate::kernel::model::context::Context;
use crate::kernel::model::decision::{Decision, Kind};
use crate::kernel::model::flow_items::Divide;
use crate::kernel::model::last_known::Since;
use crate::kernel::model::task::{Asking, Dividing, In, Out, Task};
use crate::kernel::model::value::Value;
use crate::kernel::run::change::World;

/// The most objects among which an amount is divided; further ones get nothing
/// (`an_amount_is_divided_among_1024_things_at_most` in tests/it/small_limits.rs).
const MOST_THINGS: usize = 1024;

impl World {
    pub(in crate::kernel) fn begin_to_divide(&mut self, divide: &Divide, context: &Arc<Context>) {
        let env = self.game().env(context);
        let by = env.expr(&divide.by).items().first().and_then(Value::seat).unwrap_or(context.me);
        let mut things = env.expr(&divide.among).items().to_vec();
        things.truncate(MOST_THINGS);
        let need = |thing: &Value| divide.before_next.as_ref().map_or(0, |n| env.at_value(thing).amount(n).max(0));
        let bounds = |thing: &Value| {
            let Some((least, most)) = &divide.part else { return (0, i64::MAX) };
            let env = env.at_value(thing);
            let most = most.as_ref().map_or(i64::MAX, |n| env.amount(n).max(0));
            (env.amount(least).clamp(0, most), most)
        };
        let dividing = Dividing {
            list: divide.list,
            names: divide.names,
            needs: things.iter().map(need).collect(),
            bounds: things.iter().map(bounds).collect(),
            things,
            parts: Vec::new(),
            left: env.amount(&divide.amount).max(0),
            by,
            why: divide.why.clone(),
            since: env.expr_since(&divide.among, Since::NOW),
            context: context.clone(),
        };
        self.divide_on(dividing);
    }

    pub(in crate::kernel) fn step_divide(&mut self, mut dividing: Dividing, input: In) -> Out {
        let part = match input {
            In::Return(value) => value.int().unwrap_or(0),
            In::Go | In::Answer(..) => 0,
        };
        dividing.gives(part);
        self.divide_on(dividing);
        Out::Next(In::Go)
    }

    /// Gives each next share that has only one legal size, and asks for the first share that has several. When all
    /// shares are given, pushes the list for each of them.
    fn divide_on(&mut self, mut dividing: Dividing) {
        while let Some(thing) = dividing.things.get(dividing.parts.len()).cloned() {
            let (least, most) = dividing.next_part();
            if least == most {
                dividing.gives(least);
                continue;
            }
            // A player who is out of the game divides nothing.
            if self.state().is_out(dividing.by) {
                return;
            }
            let use_ = dividing.context.this.and_then(|id| self.state().use_(id));
            let ability = use_.map(|use_| use_.ability);
            let (card, why) = (thing.card().or(dividing.context.card), dividing.why.clone());
            let kind = Kind::Number(least, most);
            let decision = Decision { card, ability, why, ..Decision::new(dividing.by, kind) };
            self.push(Task::Divide(Box::new(dividing)));
            let asking = Asking { decisions: vec![decision], answers: vec![None], list: false };
            self.push(Task::Ask(Box::new(asking)));
            return;
        }
        let Dividing { list, names, things, parts, since, context, .. } = dividing;
        let since = since.min(self.this_moment());
        for (thing, part) in things.into_iter().zip(parts).rev().filter(|(_, part)| *part > 0) {
            let mut context = (*context).clone();
            context.bind(names.0, thing, since);
            context.bind(names.1, Value::Int(part), Since::NOW);
            self.push(Task::List(list, 0, Arc::new(context)));
        }
    }
}

impl Dividing {
    /// The least and the most that the next thing may get, so that the things after it can get theirs. If there is too
    /// little for all, earlier things come first. What is left when each thing has its most is given to nobody.
    fn next_part(&self) -> (i64, i64) {
        let at = self.parts.len();
        let (low, high) = self.bounds[at];
        let sum = |n: fn(&(i64, i64)) -> i64| self.bounds[at + 1..].iter().map(n).fold(0, i64::saturating_add);
        let (low_after, high_after) = (sum(|one| one.0), sum(|one| one.1));
        let least = low.max(self.needs[at]).max(self.left.saturating_sub(high_after)).min(high).min(self.left);
        (least, high.min(self.left.saturating_sub(low_after)).max(least))
    }

    /// Gives a part to the next thing.
    fn gives(&mut self, part: i64) {
        let part = part.clamp(0, self.left);
        self.parts.push(part);
        self.left -= part;
    }
}
