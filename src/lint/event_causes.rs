//! Event causes: whether anything in the files of a game makes an event happen.

use super::LintInput;
use crate::data::{Data, Node, names_word};
use crate::kernel::model::event;
use crate::kernel::model::value::EventId;

/// The built-in events that happen only where a list or a script uses one of these words.
const BY_WORD: [(EventId, &[&str]); 12] = [
    (event::CREATED, &["create"]),
    (event::TRANSFORMED, &["transform"]),
    (event::ATTACHED, &["attach", "detach"]),
    (event::SWAPPED, &["swap"]),
    (event::CONTROLLED, &["control"]),
    (event::RETARGETED, &["retarget"]),
    (event::TAKEN_OVER, &["take_over", "take"]),
    (event::COPIED, &["copy"]),
    (event::CANCELLED, &["cancel"]),
    (event::FACED, &["face"]),
    (event::COVERED, &["cover"]),
    (event::UNCOVERED, &["uncover"]),
];

/// Keys whose values name an event without making it happen.
const ASKING: [&str; 7] = ["after", "instead", "of", "verb", "permitted", "forbid", "permit"];

/// True if some list, script or ability may cause an event.
pub(super) fn happens(input: &LintInput, event: EventId) -> bool {
    let rules = &input.catalog.rules;
    let words: &[&str] = match BY_WORD.iter().find(|(of, _)| *of == event) {
        Some((_, words)) => words,
        None if event.0 < event::COUNT => return true,
        None => &[rules.name(rules.events[event.index()].name)],
    };
    words.iter().any(|word| input.is_said_in_scripts(word) || input.nodes.values().any(|tree| makes(tree, word)))
}

/// True if a tree names an event as an item to do.
fn makes(node: &Node, word: &str) -> bool {
    match &node.value {
        Data::Text(text) => names_word(text, word),
        Data::List(items) => items.iter().any(|item| makes(item, word)),
        Data::Map(map) => map.iter().any(|(key, value)| {
            let name = key.name.as_str();
            // A key with the name of the event is a declaration, not a proposal, if its value has `fields` or `does`.
            let is_declared = name == word && (value.field("fields").is_some() || value.field("does").is_some());
            let is_said = name == word && !is_declared;
            is_said || !ASKING.contains(&name) && makes(value, word)
        }),
        _ => false,
    }
}
