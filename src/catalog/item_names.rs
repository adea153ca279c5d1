//! Item names: the names of kernel events in lists, and of the other items.

use super::kernel_words::VERBS;
use crate::kernel::model::value::EventId;
use crate::kernel::rules::event;

/// The keys of list items that are no events.
const NO_EVENTS: [&str; 31] = [
    "window",
    "phase",
    "each",
    "if",
    "run",
    "let",
    "leave",
    "repeat",
    "step",
    "copy",
    "aim",
    "choose",
    "may",
    "unless",
    "divide",
    "together",
    "shuffle",
    "open",
    "put",
    "take",
    "order",
    "use",
    "after_use",
    "modify",
    "grant",
    "lose_ability",
    "restore",
    "forbid",
    "permit",
    "extra",
    "end",
];

/// True if a list item of this name is a step and no event.
pub(super) fn is_step(name: &str) -> bool {
    NO_EVENTS.contains(&name)
}

/// True if lists give this name another meaning than an event of a game.
pub(super) fn is_taken(name: &str) -> bool {
    NO_EVENTS.contains(&name) || VERBS.iter().any(|(verb, _)| *verb == name)
}

/// The help for an event that only reports: which item to write in its place.
pub(super) fn own_cause(id: EventId) -> Option<&'static str> {
    Some(match id {
        event::MODIFIED => "`{ modify: { what, field, by, lasts } }` in a list of things to do changes a value",
        event::PERMITTED => "`{ forbid: { verb, card, lasts } }` and `permit` in a list of things to do change it",
        event::OPENED => "`open: { RECORD: fields }` opens a record",
        event::JOINED => "`put: { RECORD.LIST: cards }` puts something into a list",
        event::LEFT => "`take: { RECORD.LIST: cards }` takes something out of a list",
        event::USED => "a window offers what may be used, and `use: { ability: NAME }` uses it by an effect",
        event::COPIED => "`{ copy: REFERENCE }` in a list of steps copies a use, and so does `agenda.copy` in a script",
        event::PHASE_BEGAN | event::LEVEL_BEGAN => "`phase` and `repeat` in a flow list begin them",
        event::RESULT => "`result` in a flow list ends the game, `lose` anywhere",
        _ => return None,
    })
}

/// The fields, by place, without which an event of the kernel does nothing.
pub(super) fn needed(id: EventId) -> &'static [usize] {
    match id {
        event::MOVED => &[0, 2],
        event::STATUS
        | event::TRANSFORMED
        | event::SWAPPED
        | event::TAKEN_OVER
        | event::CONTROLLED
        | event::COVERED
        | event::UNCOVERED => &[0, 1],
        event::FACED => &[0],
        event::CHANGED | event::SET => &[0, 1, 2],
        event::CREATED => &[1, 2],
        event::LOOKED | event::ARRANGED | event::SETTLES | event::RETARGETED => &[0, 1],
        event::ATTACHED
        | event::DRAW
        | event::SHUFFLED
        | event::CANCELLED
        | event::REVEALED
        | event::CLOSED
        | event::LOST => &[0],
        _ => &[],
    }
}
