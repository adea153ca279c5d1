//! Running: the rules in action, task by task.

/// Drops from a list of the state what a test holds for: `drop_each!(world, list, Kind of change, test)`.
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
pub(in crate::kernel) mod captured;
mod chance;
pub mod change;
mod choosing;
mod control;
pub mod control_changes;
mod copies;
pub mod declarations;
pub mod deferred;
pub mod determinization;
mod dividing;
mod drawing;
pub mod effect_ends;
mod failures;
mod flow;
mod leaving_play;
mod levels;
pub mod log;
mod loops;
mod records;
pub mod renumber;
mod replace;
mod retarget;
mod settle;
pub mod setup;
mod spared_objects;
pub mod steps;
pub mod tasks;
mod timed_effects;
pub mod triggers;
pub mod uses;
mod waiting_triggers;
pub mod window;
