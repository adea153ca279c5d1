//! Open question: what is asked where a scenario ends within an effect.

use super::scenario_text::quoted;
use intermezzo::kernel::model::task::Task;
use intermezzo::kernel::{Decision, World};

/// True if a window waits and no task is half done, or the game is over.
pub(super) fn is_at_rest(world: &World) -> bool {
    let window = |t: &Task| matches!(t, Task::Window(_));
    let waits = match world.state().tasks.as_slice() {
        // A hidden decision of a window.
        [.., below, Task::Ask(_)] => window(below),
        [.., top] => window(top),
        [] => true,
    };
    let is_busy = world
        .state()
        .tasks
        .iter()
        .any(|t| matches!(t, Task::Use(..) | Task::Script(_) | Task::Declare(_) | Task::Batch(_)));
    world.state().over || waits && !is_busy
}

/// The line with the open question within a use; empty at rest.
pub(super) fn pending(world: &World, asked: Option<&Decision>) -> String {
    match asked.filter(|_| !is_at_rest(world)) {
        Some(decision) => format!("pending: {}\n", quoted(&prompt(world, decision))),
        None => String::new(),
    }
}

/// The prompt in the game's own words, whatever language is spoken.
pub(super) fn prompt(world: &World, decision: &Decision) -> String {
    let rules = world.rules.unspoken();
    intermezzo::kernel::read::game::Game { rules: &rules, ..world.game() }.prompt(decision)
}
