//! Window phases: the phases in which each window may open and each record be open, as far as the lists of the flow say
//! it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::unopened_windows::is_run;
use super::{LintInput, walk};
use crate::data::{Data, Key, Node};

/// Keys of conditions: a window that is named below them is not opened there.
const ASKING: [&str; 6] = ["if", "while", "needs", "until", "close_if", "eligible"];

/// The phases in which windows open.
pub(super) struct WindowPhases<'a> {
    /// For each window the phases in which it may open; `None`: unknown, because something besides the flow and the
    /// steps of uses opens it.
    phases: BTreeMap<&'a str, Option<BTreeSet<&'a str>>>,
    /// Windows that are steps of uses.
    in_uses: BTreeSet<&'a str>,
    /// The phases in which a record may be open, by its name; `None`: unknown phases.
    records: BTreeMap<&'a str, Option<BTreeSet<&'a str>>>,
}

impl<'a> WindowPhases<'a> {
    pub(super) fn of(input: &'a LintInput) -> WindowPhases<'a> {
        let mut out = WindowPhases { phases: BTreeMap::new(), in_uses: BTreeSet::new(), records: BTreeMap::new() };
        let Some(manifest) = input.manifest() else { return out };
        let windows = manifest.field("windows").and_then(Node::as_map).unwrap_or_default();
        let flow = manifest.field("flow").and_then(Node::as_map).unwrap_or_default();
        let walked = Walked { flow, ..Walked::default() };
        let outermost = manifest.field("levels").and_then(|levels| levels.items().first()?.as_str());
        outermost.into_iter().for_each(|list| walked.named(list, None));
        let found = walked.found.into_inner();
        let (mut opened, closed) = (walked.opened.into_inner(), walked.closed.into_inner());
        // A list that an action or a card runs is done in any phase.
        let elsewhere = Walked { flow, ..Walked::default() };
        let lists = flow.iter().map(|(key, _)| key.name.as_str()).filter(|list| is_run(input, manifest, list));
        lists.for_each(|list| elsewhere.named(list, None));
        elsewhere.opened.into_inner().into_iter().for_each(|(record, at)| opened.entry(record).or_default().extend(at));
        let outside = outside(input, manifest);
        for (key, _) in windows {
            let name = key.name.as_str();
            let is_elsewhere = outside.contains(name) || input.may_be_called_with("agenda.window", 0, name);
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
            let phases = anywhere
                .clone()
                .map(|all| &all | &of_flow)
                .filter(|_| !input.may_be_called_with("agenda.window", 0, name));
            out.phases.insert(name, phases);
        }
        for (record, _) in manifest.field("records").and_then(Node::as_map).unwrap_or_default() {
            let name = record.name.as_str();
            let in_lists = opened.get(name).cloned().unwrap_or_default();
            let phases = out.opened(input, manifest, name, in_lists);
            // A record that opens in a phase and closes only in another is open in between: its phases count as
            // unknown.
            let closes = |phase: &&str| closed.get(name).is_some_and(|closed| closed.contains(&Some(*phase)));
            out.records.insert(name, phases.filter(|phases| phases.iter().all(closes)));
        }
        out
    }

    /// The phases in which something opens a record: lists of the flow, by the phases of the lists, and actions.
    fn opened(
        &self,
        input: &LintInput,
        manifest: &'a Node,
        record: &str,
        in_lists: BTreeSet<Option<&'a str>>,
    ) -> Option<BTreeSet<&'a str>> {
        let opens = |node: &Node| {
            let mut found = false;
            walk(node, "", &mut |key, value| found |= key == "open" && value.field(record).is_some());
            found
        };
        let mut phases: BTreeSet<&str> = in_lists.into_iter().collect::<Option<_>>()?;
        let windows = manifest.field("windows").and_then(Node::as_map).unwrap_or_default();
        let actions = manifest.field("actions").and_then(Node::as_map).unwrap_or_default();
        for (_, action) in actions.iter().filter(|(_, action)| opens(action)) {
            let timing = action.field("timing")?.as_str()?;
            let offers = |window: &Node| {
                window.field("offers").is_some_and(|all| all.items().iter().any(|one| one.as_str() == Some(timing)))
            };
            for (window, _) in windows.iter().filter(|(_, window)| offers(window)) {
                phases.extend(self.phases(&window.name)?);
            }
        }
        let sections = manifest.as_map().unwrap_or_default().iter();
        let sections = sections.filter(|(key, _)| !["flow", "actions"].contains(&key.name.as_str()));
        let others = input.nodes.iter().filter(|(path, _)| !path.ends_with("/game.yaml")).map(|(_, node)| node);
        let is_elsewhere =
            sections.map(|(_, node)| node).chain(others).any(opens) || input.may_be_called_with("act.open", 0, record);
        (!is_elsewhere && !phases.is_empty()).then_some(phases)
    }

    /// True if a record is certainly closed in a phase.
    pub(super) fn is_closed(&self, record: &str, phase: &str) -> bool {
        self.records.get(record).is_some_and(|open| open.as_ref().is_some_and(|phases| !phases.contains(phase)))
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
fn outside<'a>(input: &'a LintInput, manifest: &'a Node) -> BTreeSet<&'a str> {
    let mut out = BTreeSet::new();
    let sections = manifest.as_map().unwrap_or_default().iter();
    let sections = sections.filter(|(key, _)| !["flow", "uses", "actions"].contains(&key.name.as_str()));
    let others = input.nodes.iter().filter(|(path, _)| !path.ends_with("/game.yaml")).map(|(_, node)| node);
    sections.map(|(_, node)| node).chain(others).for_each(|node| opened(node, "", &mut out));
    out
}

/// Collects in `out` the windows that a tree opens. A window below a key of a condition is asked for, not opened.
fn opened<'a>(node: &'a Node, key: &str, out: &mut BTreeSet<&'a str>) {
    match &node.value {
        Data::Text(text) if key == "window" => _ = out.insert(text),
        Data::List(items) => items.iter().for_each(|item| opened(item, key, out)),
        Data::Map(map) => {
            let parts = map.iter().filter(|(key, _)| !ASKING.contains(&key.name.as_str()));
            parts.for_each(|(key, value)| opened(value, &key.name, out));
        }
        _ => {}
    }
}

/// A walk over the lists of the flow: it notes in which phases each window opens, and where each record is opened and
/// closed.
#[derive(Default)]
struct Walked<'a> {
    flow: &'a [(Key, Node)],
    found: RefCell<BTreeMap<&'a str, BTreeSet<&'a str>>>,
    /// The lists that were followed, each with the phase in which it began.
    seen: RefCell<BTreeSet<(&'a str, Option<&'a str>)>>,
    /// The phases in which each record is opened (the next field: closed); a phase `None` is a list outside of all
    /// phases.
    opened: RefCell<BTreeMap<&'a str, BTreeSet<Option<&'a str>>>>,
    closed: RefCell<BTreeMap<&'a str, BTreeSet<Option<&'a str>>>>,
}

impl<'a> Walked<'a> {
    /// Follows a list of the flow by its name.
    fn named(&self, name: &str, phase: Option<&'a str>) {
        let Some((key, list)) = self.flow.iter().find(|(key, _)| key.name == name) else { return };
        if self.seen.borrow_mut().insert((&key.name, phase)) {
            self.part(list, phase);
        }
    }

    /// Follows a part of a list. A window that opens after a phase within the part counts as opened in the outer phase.
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
                        ("close", Some(record)) => {
                            self.closed.borrow_mut().entry(record).or_default().insert(phase);
                        }
                        ("open", None) => {
                            let mut opened = self.opened.borrow_mut();
                            let records = value.as_map().unwrap_or_default().iter();
                            records.for_each(|(record, _)| _ = opened.entry(&record.name).or_default().insert(phase));
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
