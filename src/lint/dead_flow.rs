//! Dead flow: phases of one list that nobody can tell apart, and parts of the flow that do nothing however a game goes.

use super::{LintInput, walk};
use crate::data::Node;
use crate::error::Problems;

pub(super) fn check(looked: &LintInput, problems: &mut Problems) {
    let Some(manifest) = looked.manifest() else { return };
    for (_, list) in manifest.field("flow").and_then(Node::as_map).unwrap_or_default() {
        walk(list, "", &mut |_, node| {
            node.as_list().into_iter().for_each(|items| phases(items, problems));
            if let Some(max) = node.field("repeat").and(node.field("max"))
                && max.as_int().is_some_and(|max| max <= 0)
            {
                let message = "this repeats nothing: `max` says how often, at most";
                problems.warn("no_effect", &max.span, message).help("leave `max` out, or write a number from 1");
            }
        });
    }
    let draw = manifest.field("draw").map(|draw| (draw.field("from"), draw.field("to")));
    if let Some((Some(from), Some(to))) = draw
        && from.as_str().is_some()
        && from.as_str() == to.as_str()
    {
        let zone = to.as_str().unwrap_or_default();
        let message = format!("what is drawn stays where it is: it comes from `{zone}` and goes to `{zone}`");
        problems.warn("no_effect", &to.span, message).help("`to` is the zone of those who draw: their hand");
    }
}

/// Reports phases of one list that have the same name.
fn phases(items: &[Node], problems: &mut Problems) {
    let named: Vec<&Node> =
        items.iter().filter(|item| item.field("do").is_some()).filter_map(|item| item.field("phase")).collect();
    for (at, phase) in named.iter().enumerate() {
        let Some(first) = named[..at].iter().find(|first| first.as_str() == phase.as_str()) else { continue };
        let Some(name) = phase.as_str() else { continue };
        let message = format!("two phases of this list are called `{name}`: whatever asks for the phase means both");
        problems
            .warn("unclear", &phase.span, message)
            .also(&first.span, "the first of them")
            .help("give one of them another name");
    }
}
