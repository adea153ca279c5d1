//! Change weight: the number of values in a change, which take memory in the state, the log or the journal.
//!
//! Most changes hold one or two values. A script can make changes with thousands, and they are charged as that many
//! writes: otherwise few steps could fill much memory.

use crate::kernel::model::change::{Change, Edit};
use crate::kernel::model::objects::{Event, Record, Use};
use crate::kernel::model::task::Task;
use crate::kernel::model::value::Value;

/// The number of values that a change may hold and still count as one write.
const VALUES_FREE: usize = 8;
/// The number of bytes that a line of the log may have and still count as one write.
const BYTES_FREE: usize = 256;
/// The number of values beyond the free ones that count as one more write.
const VALUES_A_WRITE: usize = 2;
/// The number of bytes of a line of the log, beyond the free ones, that count as one more write.
const BYTES_A_WRITE: usize = 16;
/// The number of bytes of a text that count as one value.
const TEXT_A_VALUE: usize = 32;
/// The number of cards in an order that count as one value.
const CARDS_A_VALUE: usize = 4;

impl Change {
    /// The number of further writes that the change counts as, besides its own one.
    #[inline]
    pub(in crate::kernel) fn weight(&self) -> u64 {
        let values = match self {
            Change::Order(_, cards) => cards.len() / CARDS_A_VALUE,
            Change::RecordField { value, .. } => of_value(value),
            Change::Targets(_, values) => of_values(values),
            Change::Records(edit) => of_edit(edit, |record: &Record| of_values(&record.fields)),
            Change::Uses(edit) | Change::Waiting(_, edit) => of_edit(edit, of_use),
            Change::Pending(edit) => of_edit(edit, |group| group.iter().map(of_use).sum()),
            Change::Agenda(edit) => of_edit(edit, |(_, task, _)| of_task(task)),
            _ => return 0,
        };
        (values.saturating_sub(VALUES_FREE) / VALUES_A_WRITE) as u64
    }
}

/// The number of further writes that a line of the log counts as, besides its own one, by its length in bytes.
#[inline]
pub(in crate::kernel) fn of_line(bytes: usize) -> u64 {
    (bytes.saturating_sub(BYTES_FREE) / BYTES_A_WRITE) as u64
}

fn of_value(value: &Value) -> usize {
    match value {
        Value::List(values) => 1 + of_values(values),
        Value::Text(text) => 1 + text.len() / TEXT_A_VALUE,
        _ => 1,
    }
}

fn of_values(values: &[Value]) -> usize {
    values.iter().map(of_value).sum()
}

fn of_event(event: &Event) -> usize {
    of_values(&event.fields)
}

fn of_use(use_: &Use) -> usize {
    of_values(&use_.targets) + use_.event.as_deref().map_or(0, of_event)
}

fn of_task(task: &Task) -> usize {
    match task {
        Task::Script(call) => {
            let event = call.context.event.as_deref().map_or(0, of_event);
            let vars: usize = call.context.vars.iter().map(|var| of_value(&var.value)).sum();
            call.args.iter().map(|(_, value)| of_value(value)).sum::<usize>() + event + vars
        }
        Task::Begin(declare) => of_use(&declare.use_),
        _ => 1,
    }
}

fn of_edit<T>(edit: &Edit<T>, of: impl Fn(&T) -> usize) -> usize {
    match edit {
        Edit::Insert(_, one) | Edit::Replace(_, one) => of(one),
        Edit::Remove(_) => 0,
        Edit::All(all) => all.iter().map(of).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::of_line;
    use crate::kernel::model::change::Change;
    use crate::kernel::model::value::{Card, Value, Zone};

    #[test]
    fn what_holds_much_counts_as_more_writes() {
        let field = |n: usize| Change::RecordField {
            record: 0,
            field: 0,
            value: Value::List((0..n as u16).map(|n| Value::Card(Card(n))).collect()),
        };
        let order = |n: usize| Change::Order(Zone(0), (0..n as u16).map(Card).collect());
        let text = |n: usize| Change::RecordField { record: 0, field: 0, value: Value::Text("x".repeat(n).into()) };
        for (change, writes) in [
            (field(7), 0),
            (field(107), 50),
            (order(40), 1),
            (order(4_000), 496),
            (text(200), 0),
            (text(64_000), 996),
            (Change::Unmake, 0),
        ] {
            assert_eq!(change.weight(), writes, "{change:?}");
        }
        assert_eq!([0, 256, 272, 65_536].map(of_line), [0, 0, 1, 4_080]);
    }
}
