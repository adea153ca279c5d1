//! Missing filters: an ability that reacts to every event of a sort, while the similar abilities of all other cards
//! have a condition.

use std::collections::BTreeMap;

use super::{LintInput, abilities};
use crate::data::Node;
use crate::error::Problems;

/// The least number of similar abilities with a condition before one without it is reported.
const OTHERS: usize = 4;
/// The keys that limit when an ability acts.
const SAYS: [&str; 5] = ["match", "if", "turn", "phase", "once"];

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let mut by_event: BTreeMap<(&str, &str), Vec<(&Node, &Node)>> = BTreeMap::new();
    for ability in input.cards().flat_map(|(_, _, card)| abilities(card)) {
        for form in ["after", "instead"] {
            let Some(event) = ability.field(form) else { continue };
            by_event.entry((form, event.as_str().unwrap_or(""))).or_default().push((ability, event));
        }
    }
    for ((form, name), all) in by_event {
        let mut silent = all.iter().filter(|(ability, _)| ability.field("match").is_none());
        let (Some((ability, event)), None) = (silent.next(), silent.next()) else { continue };
        if all.len() <= OTHERS || SAYS.iter().any(|key| ability.field(key).is_some()) {
            continue;
        }
        let message =
            format!("this is about every `{name}`, and all other abilities with `{form}: {name}` have a `match`");
        problems
            .hint("wide", &event.span, message)
            .help("`match: { card: self }` says that it is about this card alone");
    }
}
