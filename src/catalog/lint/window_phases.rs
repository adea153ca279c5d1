//! Window phases: the phases in which each window may open, as far as the lists of the flow say it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::{LintInput, quotes, walk};
use crate::data::{Data, Key, Node};

/// The phases in which windows open.
pub(super) struct WindowPhases<'a> {
    /// The phases of each window that opens in lists of the flow only; none: whatever the phase is, it is not known.
    phases: BTreeMap<&'a str, Option<BTreeSet<&'a str>>>,
    /// Windows that are steps of uses.
    in_uses: BTreeSet<&'a str>,
}

impl<'a> WindowPhases<'a> {
    pub(super) fn of(looked: &'a LintInput) -> WindowPhases<'a> {
        let mut out = WindowPhases { phases: BTreeMap::new(), in_uses: BTreeSet::new() };
        let Some(manifest) = looked.manifest() else { return out };
        let windows = manifest.field("windows").and_then(Node::as_map).unwrap_or_default();
        let flow = manifest.field("flow").and_then(Node::as_map).unwrap_or_default();
        let walked = Walked { flow, found: RefCell::default(), seen: RefCell::default() };
        let outermost = manifest.field("levels").and_then(|levels| levels.items().first()?.as_str());
        outermost.into_iter().for_each(|list| walked.named(list, None));
        let found = walked.found.into_inner();
        let outside = outside(looked, manifest);
        let lua = looked.lua();
        for (key, _) in windows {
            let name = key.name.as_str();
            let is_elsewhere = outside.contains(name) || lua.iter().any(|text| quotes(text, name));
            out.phases.insert(name, found.get(name).filter(|_| !is_elsewhere).cloned());
        }
        // A window that is a step of a use opens where something can be used: in the phases of all other windows.
        let uses = ["uses", "actions"].into_iter().filter_map(|section| manifest.field(section));
        for section in uses {
            walk(section, "", &mut |key, value| {
                out.in_uses.extend(value.as_str().filter(|_| key == "window"));
            });
        }
        let all = windows.iter().filter(|(key, _)| !out.in_uses.contains(key.name.as_str()));
        let all: Option<Vec<_>> = all.map(|(key, _)| out.phases[key.name.as_str()].clone()).collect();
        let anywhere: Option<BTreeSet<&str>> = all.map(|all| all.into_iter().flatten().collect());
        for name in &out.in_uses {
            let of_flow = found.get(name).cloned().unwrap_or_default();
            let phases = anywhere.clone().map(|all| &all | &of_flow).filter(|_| !lua.iter().any(|l| quotes(l, name)));
            out.phases.insert(name, phases);
        }
        out
    }

    /// The phases in which a window may open, if they are known.
    pub(super) fn phases(&self, window: &str) -> Option<&BTreeSet<&'a str>> {
        self.phases.get(window)?.as_ref()
    }

    /// True if a window opens as a step of a use.
    pub(super) fn is_in_uses(&self, window: &str) -> bool {
        self.in_uses.contains(window)
    }
}

/// The windows that open elsewhere than in lists of the flow and in steps of uses.
fn outside<'a>(looked: &'a LintInput, manifest: &'a Node) -> BTreeSet<&'a str> {
    let mut out = BTreeSet::new();
    let sections = manifest.as_map().unwrap_or_default().iter();
    let sections = sections.filter(|(key, _)| !["flow", "uses", "actions"].contains(&key.name.as_str()));
    let others = looked.nodes.iter().filter(|(path, _)| !path.ends_with("/game.yaml")).map(|(_, node)| node);
    for node in sections.map(|(_, node)| node).chain(others) {
        // A window in a condition is tested, not opened.
        walk(node, "", &mut |key, value| out.extend(value.as_str().filter(|_| key == "window")));
    }
    out
}

/// The lists of the flow while they are followed.
struct Walked<'a> {
    flow: &'a [(Key, Node)],
    found: RefCell<BTreeMap<&'a str, BTreeSet<&'a str>>>,
    /// The lists that were followed, each with the phase in which it began.
    seen: RefCell<BTreeSet<(&'a str, Option<&'a str>)>>,
}

impl<'a> Walked<'a> {
    /// Follows a list of the flow by its name.
    fn named(&self, name: &str, phase: Option<&'a str>) {
        let Some((key, list)) = self.flow.iter().find(|(key, _)| key.name == name) else { return };
        if self.seen.borrow_mut().insert((&key.name, phase)) {
            self.part(list, phase);
        }
    }

    /// Follows a part of a list. Behind a phase inside of it there is no phase: what opens there is counted to this one.
    fn part(&self, node: &'a Node, phase: Option<&'a str>) {
        match &node.value {
            Data::List(items) => items.iter().for_each(|item| self.part(item, phase)),
            Data::Text(text) => self.named(text, phase),
            Data::Map(map) => {
                if let (Some(inner), Some(list)) = (node.field("phase").and_then(Node::as_str), node.field("do")) {
                    return self.part(list, Some(inner));
                }
                for (key, value) in map {
                    match (key.name.as_str(), value.as_str()) {
                        ("window", Some(window)) => {
                            self.found.borrow_mut().entry(window).or_default().extend(phase);
                        }
                        // A condition opens nothing.
                        ("if", _) => {}
                        _ => self.part(value, phase),
                    }
                }
            }
            _ => {}
        }
    }
}
