//! Dead flow: phases of one list that nobody can tell apart, and parts of the flow that do nothing however a game goes.

use std::collections::BTreeSet;

use super::{LintInput, walk};
use crate::data::Node;
use crate::error::Problems;

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let Some(manifest) = input.manifest() else { return };
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
    leaves(input, problems);
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

/// Reports each `leave` of a record that no list closes, or of a level that no list repeats: it does nothing.
fn leaves(input: &LintInput, problems: &mut Problems) {
    let (mut left, mut ended) = (Vec::new(), BTreeSet::new());
    for node in input.nodes.values() {
        walk(node, "", &mut |_, node| {
            left.extend(node.field("leave").and_then(|what| Some((what, what.as_str()?))));
            ended.extend(["close", "repeat"].iter().filter_map(|key| node.field(key)?.as_str()));
        });
    }
    let schema = &input.catalog.rules.schema;
    for (what, name) in left.into_iter().filter(|(_, name)| *name != "list" && !ended.contains(name)) {
        let (message, help) = match schema.record(name) {
            Some(_) => (
                format!("no list closes a record `{name}`, so there is nowhere to go on"),
                format!("write `close: {name}` in the list that opens it"),
            ),
            None => (
                format!("no list repeats the level `{name}`, so there is no round of it to leave"),
                format!("write `repeat: {name}` in the flow, or leave another level"),
            ),
        };
        problems.warn("no_effect", &what.span, message).help(help);
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
