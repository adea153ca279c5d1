//! Strict maps: reads maps strictly, so that a misspelt key is found.

use crate::data::keys::help_for_kind;
use crate::data::{Node, suggest};
use crate::error::Problems;

/// Reports keys of a map that are not among `known`; `what` names the map in the message.
pub(super) fn known_keys(node: &Node, known: &[&str], what: &str, problems: &mut Problems) {
    let Some(map) = node.as_map() else {
        let message = format!("{what} is a map of {}, found {}", known.join(", "), node.kind_name());
        problems.error("wrong_kind", &node.span, message);
        return;
    };
    for (key, _) in map {
        if !known.contains(&key.name.as_str()) {
            let help = suggest::help_for(&key.name, known.iter().copied());
            problems.error("unknown_key", &key.span, format!("unknown key `{}` in {what}", key.name)).help(help);
        }
    }
}

/// The text of a required field; empty after a mistake, which is reported.
pub(super) fn text<'n>(node: &'n Node, key: &str, what: &str, problems: &mut Problems) -> &'n str {
    match node.field(key).map(|f| (f, f.as_str())) {
        Some((_, Some(text))) => text,
        Some((field, None)) => {
            let message = format!("`{key}` of {what} is a text, found {}", field.kind_name());
            problems.error("wrong_kind", &field.span, message).help(help_for_kind(key, "a text", field));
            ""
        }
        None => {
            let help = format!("add a line `{key}: …` with a text");
            problems.error("missing", &node.span, format!("{what} needs `{key}`")).help(help);
            ""
        }
    }
}

/// Reports a value of a wrong kind.
pub(super) fn wrong(node: &Node, name: &str, wanted: &str, problems: &mut Problems) {
    let message = format!("`{name}` is {wanted}, found {}", node.kind_name());
    problems.error("wrong_kind", &node.span, message).help(help_for_kind(name, wanted, node));
}
