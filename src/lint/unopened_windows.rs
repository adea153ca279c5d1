//! Unopened windows: lists of the flow that never run, windows and records that never open, and abilities that only
//! such windows would offer.

use std::collections::BTreeSet;

use super::{LintInput, abilities, walk};
use crate::data::{Key, Node, names_word};
use crate::error::Problems;

pub(super) fn check(input: &LintInput, problems: &mut Problems) {
    let Some(manifest) = input.manifest() else { return };
    let flow = manifest.field("flow").and_then(Node::as_map).unwrap_or_default();
    let run = lists_that_run(input, manifest, flow);
    for (key, _) in flow.iter().filter(|(key, _)| !run.contains(key.name.as_str())) {
        let message = format!("nothing runs the list `{}`", key.name);
        let is_level =
            manifest.field("levels").is_some_and(|l| l.items().iter().any(|l| l.as_str() == Some(&*key.name)));
        let how = if is_level { "repeat" } else { "run" };
        let help = format!("`{how}: {}` in another list runs it, if something runs that list", key.name);
        problems.warn("never_run", &key.span, message).help(help);
    }
    let windows = manifest.field("windows").and_then(Node::as_map).unwrap_or_default();
    let is_open = |window: &Key| is_opened(input, manifest, flow, &run, &window.name);
    let shut: BTreeSet<&str> =
        windows.iter().map(|(key, _)| key).filter(|key| !is_open(key)).map(|k| &*k.name).collect();
    for (key, _) in windows.iter().filter(|(key, _)| shut.contains(key.name.as_str())) {
        let message = format!("the window `{}` never opens", key.name);
        let help = format!("`window: {}` in a list of the flow or among the steps of a use opens it", key.name);
        problems.warn("never_open", &key.span, message).help(help);
    }
    records(input, manifest, problems);
    let rules = &input.catalog.rules;
    let offers = |timing: &str| {
        let sym = rules.schema.symbols.find(timing);
        let of = rules.windows.iter().filter(move |w| sym.is_some_and(|sym| w.offers.contains(&sym)));
        of.map(|w| rules.name(w.name).to_string()).collect::<Vec<_>>()
    };
    for (_, _, card) in input.cards() {
        for timing in abilities(card).iter().filter_map(|ability| ability.field("timing")) {
            let open = offers(timing.as_str().unwrap_or(""));
            if open.is_empty() || open.iter().any(|window| !shut.contains(window.as_str())) {
                continue;
            }
            let message = format!("nobody is ever offered this: the window `{}` never opens", open[0]);
            problems.warn("never_open", &timing.span, message).help("choose a timing that an open window offers");
        }
    }
}

/// Reports kinds of record that never open, because no list and no script opens them.
fn records(input: &LintInput, manifest: &Node, problems: &mut Problems) {
    for (record, _) in manifest.field("records").and_then(Node::as_map).unwrap_or_default() {
        let opens = |node: &Node| {
            let mut found = false;
            walk(node, "", &mut |key, value| found |= key == "open" && value.field(&record.name).is_some());
            found
        };
        if !input.nodes.values().any(opens) && !input.may_be_called_with("act.open", 0, &record.name) {
            let message =
                format!("nothing opens the record `{}`: nothing can be put into it or read from it", record.name);
            let help = format!(
                "`open: {{ {}: {{ … }} }}` in a list opens it, and so does `act.open` in a script",
                record.name
            );
            problems.warn("never_open", &record.span, message).help(help);
        }
    }
}

/// The lists of the flow that something runs, directly or through another list.
fn lists_that_run<'a>(input: &LintInput, manifest: &'a Node, flow: &'a [(Key, Node)]) -> BTreeSet<&'a str> {
    let levels = manifest.field("levels").map_or(&[][..], Node::items);
    let outermost = levels.first().and_then(Node::as_str);
    // The word of a level stands for other things, too: only `repeat` and `run` run its list.
    let is_level = |name: &str| levels.iter().any(|level| level.as_str() == Some(name));
    let named = |name: &str| !is_level(name) && is_named(input, manifest, name) || is_run(input, manifest, name);
    let calls = |list: &Node, name: &str| match is_level(name) {
        true => runs(list, name),
        false => list.any_text(&|text| text == name),
    };
    let mut run: BTreeSet<&str> =
        flow.iter().map(|(k, _)| k.name.as_str()).filter(|name| outermost == Some(*name) || named(name)).collect();
    loop {
        let more: Vec<&str> = flow
            .iter()
            .filter(|(key, _)| run.contains(key.name.as_str()))
            .flat_map(|(_, list)| flow.iter().map(move |(k, _)| (k, list)))
            .filter(|(k, list)| !run.contains(k.name.as_str()) && calls(list, &k.name))
            .map(|(k, _)| k.name.as_str())
            .collect();
        if more.is_empty() {
            return run;
        }
        run.extend(more);
    }
}

/// True if something in a tree runs a list.
fn runs(node: &Node, name: &str) -> bool {
    let mut found = false;
    walk(node, "", &mut |key, value| found |= ["run", "list", "repeat"].contains(&key) && value.as_str() == Some(name));
    found
}

/// True if something outside the flow runs a list.
pub(super) fn is_run(input: &LintInput, manifest: &Node, name: &str) -> bool {
    let outside = manifest.as_map().unwrap_or_default().iter().filter(|(k, _)| k.name != "flow").map(|(_, node)| node);
    let others = input.nodes.iter().filter(|(p, _)| !p.ends_with("/game.yaml")).map(|(_, node)| node);
    outside.chain(others).any(|node| runs(node, name))
}

/// True if data outside of the flow names a list, script or record.
fn is_named(input: &LintInput, manifest: &Node, name: &str) -> bool {
    let outside = manifest.as_map().unwrap_or_default().iter().filter(|(k, _)| k.name != "flow" && k.name != "levels");
    let says = |node: &Node| {
        let mut found = false;
        walk(node, "", &mut |_, value| found |= value.as_str().is_some_and(|text| names_word(text, name)));
        found
    };
    let others = || input.nodes.iter().filter(|(p, _)| !p.ends_with("/game.yaml")).map(|(_, node)| node);
    outside.map(|(_, node)| node).any(says) || others().any(says) || input.is_quoted_in_scripts(name)
}

/// True if something opens a window.
fn is_opened(input: &LintInput, manifest: &Node, flow: &[(Key, Node)], run: &BTreeSet<&str>, name: &str) -> bool {
    let opens = |node: &Node| {
        let mut found = false;
        walk(node, "", &mut |key, value| found |= key == "window" && value.as_str() == Some(name));
        found
    };
    let in_flow = flow.iter().filter(|(key, _)| run.contains(key.name.as_str())).any(|(_, list)| opens(list));
    let rest = manifest.as_map().unwrap_or_default().iter().filter(|(k, _)| k.name != "flow");
    let others = || input.nodes.iter().filter(|(p, _)| !p.ends_with("/game.yaml")).map(|(_, node)| node);
    in_flow
        || rest.map(|(_, n)| n).any(opens)
        || others().any(opens)
        || input.may_be_called_with("agenda.window", 0, name)
}
