//! Attribute checks: reports keys of an attribute that have no effect beside its other keys. Otherwise the number would
//! not be what its author expects.

use super::keys::types::AttributeKeys;
use crate::data::{Key, Node};
use crate::error::Problems;
use crate::kernel::model::lang::Class;

/// The form of an attribute, which determines its permitted keys.
#[derive(Clone, Copy, PartialEq)]
enum AttributeForm {
    /// Words that each card has.
    Words,
    /// A number that each card has, and that events change.
    Stored,
    /// A number that each card has, computed or printed.
    Found,
    /// A number that each player has, always computed.
    OfPlayers,
}

impl AttributeForm {
    fn of(class: Class, said: &AttributeKeys) -> AttributeForm {
        match class {
            Class::Player => AttributeForm::OfPlayers,
            _ if said.words.is_some() => AttributeForm::Words,
            _ if said.stored => AttributeForm::Stored,
            _ => AttributeForm::Found,
        }
    }

    /// The keys that an attribute of this form does not heed.
    fn unheeded(self) -> &'static [&'static str] {
        match self {
            AttributeForm::Words => &["min", "max", "min_in", "amount", "stored", "start", "seen_by"],
            AttributeForm::Stored => &["amount", "seen_by"],
            AttributeForm::Found => &["start", "seen_by"],
            AttributeForm::OfPlayers => &["words", "stored", "start", "min_in"],
        }
    }

    fn help(self, key: &str, name: &str) -> String {
        match (self, key) {
            (AttributeForm::OfPlayers, "stored" | "start") => {
                format!(
                    "a number of players that events change is a counter: `counters: {{ player: {{ {name}: 0 }} }}`"
                )
            }
            (AttributeForm::OfPlayers, _) => format!("`{key}` is for attributes of cards"),
            (_, "seen_by") => "`seen_by` is for attributes of players: who sees a card sees its numbers".into(),
            (AttributeForm::Words, _) => "an attribute with `words` is no number".into(),
            (AttributeForm::Stored, _) => {
                "a stored number begins at `start` and is changed by events: leave out `amount` or `stored`".into()
            }
            (AttributeForm::Found, _) => {
                "`start` is where a stored number begins: add `stored: true`, or leave it out".into()
            }
        }
    }
}

/// Reports each key of an attribute that has no effect on it.
pub(super) fn check(class: Class, key: &Key, def: &Node, problems: &mut Problems) {
    let form = AttributeForm::of(class, &AttributeKeys::of(def));
    for (said, value) in def.as_map().unwrap_or_default() {
        let is_off = value.as_bool() == Some(false);
        if form.unheeded().contains(&&*said.name) && !is_off {
            let whose = if class == Class::Player { "players" } else { "cards" };
            let message = format!("`{}` says nothing of `{}`, an attribute of {whose}", said.name, key.name);
            problems.error("unknown_key", &said.span, message).help(form.help(&said.name, &key.name));
        }
    }
}
