//! Contradictions: filters that ask for two things of which one object has only one, numbers beyond their bounds, and
//! comparisons that any number within them meets.

use super::{LintInput, walk};
use crate::data::{Data, Node};
use crate::error::Problems;
use crate::kernel::model::lang::Class;
use crate::kernel::model::symbols::Sym;

/// The numbers that meet a comparison, both ends among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub least: i64,
    pub most: i64,
}

pub(super) const ALL: Range = Range { least: i64::MIN, most: i64::MAX };

impl Range {
    pub(super) fn and(self, other: Range) -> Range {
        Range { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    pub(super) fn is_empty(self) -> bool {
        self.least > self.most
    }
}

/// The range of numbers that a comparison with a number allows; `None` for `!=`, and for a comparison with anything
/// else.
fn range(node: &Node) -> Option<Range> {
    if let Some(n) = node.as_int() {
        return Some(Range { least: n, most: n });
    }
    let text = node.as_str()?.trim();
    let number = |rest: &str| rest.trim().parse::<i64>().ok();
    if let Some(rest) = text.strip_prefix(">=") {
        return Some(Range { least: number(rest)?, ..ALL });
    }
    if let Some(rest) = text.strip_prefix("<=") {
        return Some(Range { most: number(rest)?, ..ALL });
    }
    if let Some(rest) = text.strip_prefix('>') {
        return Some(Range { least: number(rest)?.checked_add(1)?, ..ALL });
    }
    if let Some(rest) = text.strip_prefix('<') {
        return Some(Range { most: number(rest)?.checked_sub(1)?, ..ALL });
    }
    number(text).map(|n| Range { least: n, most: n })
}

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    // Printed fields of cards are no tests; only their abilities are searched.
    let trees = input.cards().filter_map(|(_, _, card)| card.field("abilities")).chain(input.manifest());
    for tree in trees {
        walk(tree, "", &mut |key, node| {
            // Neither modifications nor declarations of a manifest are tests.
            if !["fields", "attributes", "counters", "options", "modify"].contains(&key) {
                together(input, node, problems);
            }
        });
    }
}

/// The maps of which all must hold at once: the map itself and those under its `all`.
fn parts(node: &Node) -> Vec<&Node> {
    let all = node.field("all").map_or(&[][..], Node::items);
    std::iter::once(node).chain(all.iter().flat_map(parts)).collect()
}

fn together(input: &LintInput, node: &Node, problems: &mut Problems) {
    if node.as_map().is_none() {
        return;
    }
    let parts = parts(node);
    let mut asked: Vec<(&str, &Node)> = Vec::new();
    for (key, value) in parts.iter().flat_map(|part| part.as_map().unwrap_or_default()) {
        let name = key.name.as_str();
        let before = asked.iter().find(|(other, _)| *other == name).map(|(_, node)| *node);
        asked.push((name, value));
        if ["zone", "type"].contains(&name)
            && let Some(before) = before
            && let (Some(one), Some(other)) = (words(before), words(value))
            && !one.iter().any(|word| other.contains(word))
        {
            let message =
                format!("this never holds: no card has two of `{name}`, {} and {}", one.join(", "), other.join(", "));
            problems.warn("never_holds", &value.span, message).help(format!("use `any`, or a list: `{name}: [a, b]`"));
        }
        let Some(bounds) = bounds_of(input, name) else { continue };
        let Some(range) = range(value) else { continue };
        if before.and_then(self::range).is_some_and(|before| before.and(range).is_empty()) {
            let message = format!("this never holds: `{name}` cannot meet both comparisons");
            problems.warn("never_holds", &value.span, message).help("use `any`, if one of them is enough");
        } else if range.and(bounds).is_empty() {
            let message = format!("this never holds: `{name}` is always {}", shown(bounds));
            problems
                .warn("never_holds", &value.span, message)
                .help("change the comparison, or the bounds of the number");
        } else if bounds != ALL && range.and(bounds) == bounds {
            let message = format!("this always holds: `{name}` is always {}", shown(bounds));
            problems.warn("always_holds", &value.span, message).help("leave it out, or change the comparison");
        }
    }
    // `not` with nothing in it but tests that stand beside it: no object meets both.
    for (key, refused) in
        parts.iter().flat_map(|part| part.as_map().unwrap_or_default()).filter(|(k, _)| k.name == "not")
    {
        let Some(map) = refused.as_map().filter(|map| !map.is_empty()) else { continue };
        if map.iter().all(|(k, v)| asked.iter().any(|(name, value)| *name == k.name && *value == v)) {
            let message = "this never holds: `not` refuses what stands beside it";
            problems.warn("never_holds", &key.span, message).help("take one of them away");
        }
    }
}

/// Bounds, in words.
fn shown(bounds: Range) -> String {
    match (bounds.least, bounds.most) {
        (i64::MIN, most) => format!("at most {most}"),
        (least, i64::MAX) => format!("at least {least}"),
        (least, most) => format!("from {least} to {most}"),
    }
}

/// The words of a scalar or a list.
fn words(node: &Node) -> Option<Vec<&str>> {
    match &node.value {
        Data::Text(text) => Some(vec![text]),
        Data::List(items) => items.iter().map(Node::as_str).collect(),
        _ => None,
    }
}

/// The bounds of the number with this name: an attribute of cards or players, or a counter. `None`: there is none, or
/// several have the name.
pub(super) fn bounds_of(input: &LintInput, name: &str) -> Option<Range> {
    let rules = &input.catalog.rules;
    let sym = rules.schema.symbols.find(name)?;
    let attrs: Vec<_> = rules.schema.attrs.iter().filter(|a| a.name == sym).collect();
    let counters: Vec<_> = [&rules.schema.counters, &rules.schema.game_counters, &rules.schema.space_counters]
        .into_iter()
        .flatten()
        .filter(|c| c.name == sym)
        .collect();
    let (min, max) = match (attrs.as_slice(), counters.as_slice()) {
        // A number that is computed has no bounds of its own.
        ([attr], []) if attr.of == Class::Card || attr.of == Class::Player => (attr.min, attr.max),
        ([], [counter]) => (counter.min, counter.max),
        _ => return None,
    };
    Some(Range { least: min.unwrap_or(i64::MIN), most: max.unwrap_or(i64::MAX) })
}

/// The bounds of an attribute or a counter of players, by its name; `None`: players have no such number.
pub(super) fn bounds_of_player(input: &LintInput, name: Sym) -> Option<Range> {
    let schema = &input.catalog.rules.schema;
    let attr = schema.attrs.iter().find(|attr| attr.name == name && attr.of == Class::Player);
    let counter = || schema.counters.iter().find(|counter| counter.name == name).map(|of| (of.min, of.max));
    let (min, max) = attr.map(|attr| (attr.min, attr.max)).or_else(counter)?;
    Some(Range { least: min.unwrap_or(i64::MIN), most: max.unwrap_or(i64::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_a_range() {
        let check = |text: &str, expected: Option<(i64, i64)>| {
            let found = range(&Node::new(Data::Text(text.into())));
            assert_eq!(found.map(|r| (r.least, r.most)), expected, "{text}");
        };
        check(">= 2", Some((2, i64::MAX)));
        check("< 0", Some((i64::MIN, -1)));
        check("3", Some((3, 3)));
        check("<= me.life", None);
        check("> 9223372036854775807", None);
    }
}
