//! Running: the rules in action, task by task.

/// Removes the elements of a list of the state for which a test is true: `drop_each!(world, list, Kind of change,
/// test)`.
macro_rules! drop_each {
    ($world:expr, $list:ident, $kind:ident, $test:expr) => {
        for at in (0..$world.state().$list.len()).rev() {
            if $test(&$world.state().$list[at]) {
                $world.change($crate::kernel::model::change::Change::$kind(
                    $crate::kernel::model::change::Edit::Remove(at).into(),
                ));
            }
        }
    };
}

mod apply;
pub mod batch;
pub(in crate::kernel) mod captured_values;
mod chance;
pub mod change;
mod check_exemptions;
mod checks_and_triggers;
mod choosing;
pub mod control_changes;
mod copies;
pub mod declarations;
pub mod determinization;
mod dividing;
mod drawing;
pub mod effect_ends;
mod faces;
mod failures;
mod flow;
mod last_known_copies;
mod leave_items;
pub mod list_abilities;
pub mod log;
mod may_and_unless;
mod records;
pub mod renumber;
mod replace;
mod retarget;
pub mod setup;
mod stacks;
pub mod step_budget;
pub mod tasks;
mod timed_control;
mod timed_effects;
mod trigger_loops;
pub mod triggers;
mod turns_and_games;
pub mod uses;
mod waiting_triggers;
pub mod window;
