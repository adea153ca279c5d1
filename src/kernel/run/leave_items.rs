//! Leave items: how a `leave` ends a list, a round of a level, or all that is done until a record closes.

use crate::kernel::model::flow_items::{FlowEnd, Item, Repeat};
use crate::kernel::model::rules::Rules;
use crate::kernel::model::task::Task;
use crate::kernel::model::value::RecKind;
use crate::kernel::run::change::World;

impl World {
    /// Leaves the innermost list that may be left: drops all tasks above its mark, and the mark. They are all lists
    /// within it, because what an item has begun is over before the next item.
    pub(in crate::kernel) fn leave_list(&mut self) {
        while let Some(task) = self.pop() {
            if matches!(task, Task::LeftList) {
                break;
            }
        }
    }

    /// Ends a round of a level, or goes on where a record closes. Outside of that level and without such a record it
    /// does nothing. Uses, batches and phases that have begun meanwhile are finished first; no list, level or window
    /// goes on.
    pub(in crate::kernel) fn leave_flow(&mut self, end: FlowEnd) {
        let is_open = |kind| self.state().records.iter().any(|record| record.kind == kind);
        if matches!(end, FlowEnd::Record(kind) if !is_open(kind)) {
            return;
        }
        let rules = self.rules.clone();
        let Some(place) = self.state().tasks.iter().rposition(|task| goes_on_at(&rules, task, end).is_some()) else {
            return;
        };
        let mut begun = Vec::new();
        while self.state().tasks.len() > place + 1 {
            let Some(task) = self.pop() else { break };
            match task {
                Task::Repeat(list, item, ..) => {
                    if let Item::Repeat(repeat) = &rules.lists[list.index()].items[item as usize] {
                        self.leave_level(repeat);
                    }
                }
                Task::List(list, at, _) => self.close_records_of(&rules.lists[list.index()].items[usize::from(at)..]),
                task if is_of_flow(&task) => {}
                task => begun.push(task),
            }
        }
        if let Some(task @ Task::List(list, at, context)) = self.state().tasks.last()
            && let Some(goes_on) = goes_on_at(&rules, task, end)
        {
            let (list, at, context) = (*list, *at, context.clone());
            self.pop();
            self.close_records_of(&rules.lists[list.index()].items[usize::from(at)..usize::from(goes_on)]);
            self.push(Task::List(list, goes_on, context));
        }
        begun.into_iter().rev().for_each(|task| self.push(task));
    }

    /// Closes the records that these items would have closed.
    fn close_records_of(&mut self, items: &[Item]) {
        closes(items).into_iter().for_each(|(_, kind)| self.close_record(kind));
    }
}

/// The items that close a record which was open before this list of items, each with its place and the kind of record.
/// An item that closes what an earlier item of the list opened is none.
fn closes(items: &[Item]) -> Vec<(usize, RecKind)> {
    let (mut opened, mut out) = (Vec::new(), Vec::new());
    for (at, item) in items.iter().enumerate() {
        match item {
            Item::Open(kind, _) => opened.push(*kind),
            Item::Close(kind) => match opened.iter().rposition(|of| of == kind) {
                Some(of) => drop(opened.remove(of)),
                None => out.push((at, *kind)),
            },
            _ => {}
        }
    }
    out
}

/// The item at which a list or a repetition goes on after a `leave` with this end. `None`: this task is not the one
/// that goes on.
fn goes_on_at(rules: &Rules, task: &Task, end: FlowEnd) -> Option<u16> {
    match (task, end) {
        (Task::Repeat(list, item, ..), FlowEnd::Level(level)) => {
            let is_it = |repeat: &Repeat| repeat.level == level;
            let item_of = &rules.lists[list.index()].items[*item as usize];
            matches!(item_of, Item::Repeat(repeat) if is_it(repeat)).then_some(*item)
        }
        (Task::List(list, at, _), FlowEnd::Record(kind)) => {
            let rest = &rules.lists[list.index()].items[usize::from(*at)..];
            closes(rest).into_iter().find(|(_, of)| *of == kind).map(|(behind, _)| at + behind as u16)
        }
        _ => None,
    }
}

/// True if a `leave` drops the task: a loop, a mark, a window, a choice or a division. Uses, batches and phases are
/// finished first.
fn is_of_flow(task: &Task) -> bool {
    matches!(
        task,
        Task::Each { .. } | Task::LeftList | Task::OpenWindow(_) | Task::Window(_) | Task::Chosen(_) | Task::Divide(_)
    )
}
