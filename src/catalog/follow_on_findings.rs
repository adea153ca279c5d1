//! Follow-on findings: leaves out findings that only follow from an unknown key. The value of such a key was not read,
//! so names in it are unknown, too, and a filter without one of its conditions matches too much. Until the key is
//! corrected, only the finding at the key is reported.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Nodes;
use crate::data::{Data, Key, Node, Span};
use crate::error::{Problem, Problems, Severity};

/// The codes of findings that judge a complete text: whether it reads hidden cards, and whether it matches any card.
const JUDGED: [&str; 2] = ["hidden", "wide"];

/// An unknown key, with its surroundings.
struct Unread<'n> {
    key: &'n Key,
    /// The map in which the key stands.
    map: &'n Node,
    /// The places where the part of the file with the key begins, such as an action or an ability, and where the next
    /// part begins.
    part: (LineColumn, LineColumn),
    /// The names in the value of the key.
    names: BTreeSet<&'n str>,
    /// The keys above it in its part; `None`: it stands directly in the part, and anything in the part may depend on
    /// it.
    above: Option<Vec<&'n str>>,
    /// True for a key of the manifest or of the header of a pack: all files depend on these.
    is_of_all: bool,
}

/// Line and column.
type LineColumn = (u32, u32);

/// The depth of a file's parts: entries of a manifest's section, abilities of a card.
const PART_DEPTH: usize = 2;

/// Drops findings that follow from unknown keys, and judgements of texts with unread parts. `of_all`: the trees on
/// which all files depend, the manifest and the headers of packs.
pub(super) fn leave_out_consequences<'n>(
    of_all: impl Iterator<Item = &'n Node>,
    nodes: &'n Nodes,
    problems: &mut Problems,
) {
    if !problems.has_errors() {
        return;
    }
    let spans: Vec<Span> = problems.list().iter().filter(|p| is_unknown_key(p)).map(|p| p.span.clone()).collect();
    let mut unread = Vec::new();
    let mut shared = BTreeSet::new();
    for (is_of_all, tree) in of_all.map(|tree| (true, tree)).chain(nodes.values().map(|node| (false, &**node))) {
        if is_of_all {
            shared.insert(tree.span.file.clone());
        }
        if !spans.is_empty() {
            let mut starts = Vec::new();
            parts(tree, &tree.span.file, 0, &mut starts);
            starts.sort_unstable();
            KeySearch { spans: &spans, starts, is_of_all, above: Vec::new() }.look(tree, 0, &mut unread);
        }
    }
    if !unread.is_empty() {
        let all = problems.clone();
        problems.retain(|problem| !unread.iter().any(|of| of.explains(problem)));
        // If unknown keys explain each other, no error is left. Then all findings are told.
        if !problems.has_errors() {
            *problems = all;
        }
    }
    let is_judged = |problem: &Problem| JUDGED.contains(&problem.key);
    let is_wrong = |problem: &&Problem| problem.severity == Severity::Error && !is_judged(problem);
    let wrong: BTreeSet<Arc<str>> = problems.list().iter().filter(is_wrong).map(|p| p.span.file.clone()).collect();
    let is_all_wrong = wrong.iter().any(|file| shared.contains(file));
    problems.retain(|problem| !is_judged(problem) || !is_all_wrong && !wrong.contains(&problem.span.file));
}

fn is_unknown_key(problem: &Problem) -> bool {
    problem.key == "unknown_key" && problem.severity == Severity::Error
}

impl Unread<'_> {
    /// True if a finding follows from this key.
    fn explains(&self, problem: &Problem) -> bool {
        let is_same_file = problem.span.file == self.key.span.file;
        if problem.span == self.key.span || !is_same_file && !self.is_of_all {
            return false;
        }
        let names = || problem.message.split('`').skip(1).step_by(2).filter_map(|name| name.rsplit('.').next());
        let names_it = || names().any(|name| self.names.contains(name));
        if is_unknown_key(problem) {
            return names_it();
        }
        if problem.severity != Severity::Error {
            return true;
        }
        let is_missing_here = problem.key == "missing" && problem.span == self.map.span;
        let is_in_part = is_same_file && (self.part.0..self.part.1).contains(&(problem.span.line, problem.span.column));
        let concerns_it = || self.above.as_ref().is_none_or(|above| names().any(|name| above.contains(&name)));
        is_missing_here || names_it() || is_in_part && problem.key != "unknown_word" && concerns_it()
    }
}

/// The places where parts of a file begin.
fn parts(node: &Node, file: &str, depth: usize, starts: &mut Vec<LineColumn>) {
    let mut begin = |span: &Span, value| {
        // What the patch of a pack put into the tree stands in another file.
        if *span.file == *file {
            starts.push((span.line, span.column));
        }
        parts(value, file, depth + 1, starts);
    };
    match &node.value {
        _ if depth == PART_DEPTH => {}
        Data::Map(entries) => entries.iter().for_each(|(key, value)| begin(&key.span, value)),
        Data::List(items) => items.iter().for_each(|item| begin(&item.span, item)),
        _ => {}
    }
}

/// A search for the keys at some places of a tree.
struct KeySearch<'n, 's> {
    spans: &'s [Span],
    /// The places where parts of the file begin, in their order.
    starts: Vec<LineColumn>,
    is_of_all: bool,
    /// The keys above the present node, below the part in which it stands.
    above: Vec<&'n str>,
}

impl<'n> KeySearch<'n, '_> {
    fn look(&mut self, node: &'n Node, depth: usize, out: &mut Vec<Unread<'n>>) {
        match &node.value {
            Data::Map(entries) => {
                for (key, value) in entries {
                    if self.spans.contains(&key.span) {
                        out.push(self.unread(key, value, (node, depth)));
                        continue;
                    }
                    let is_in_part = depth >= PART_DEPTH;
                    if is_in_part {
                        self.above.push(&key.name);
                    }
                    self.look(value, depth + 1, out);
                    if is_in_part {
                        self.above.pop();
                    }
                }
            }
            Data::List(items) => items.iter().for_each(|item| self.look(item, depth + 1, out)),
            _ => {}
        }
    }

    fn unread(&self, key: &'n Key, value: &'n Node, (map, depth): (&'n Node, usize)) -> Unread<'n> {
        let mut names = BTreeSet::new();
        names_in(value, &mut names);
        let at = (key.span.line, key.span.column);
        let behind = self.starts.partition_point(|start| *start <= at);
        let begin = behind.checked_sub(1).map_or((0, 0), |before| self.starts[before]);
        let end = self.starts.get(behind).copied().unwrap_or((u32::MAX, u32::MAX));
        let above = (depth > PART_DEPTH).then(|| self.above.clone());
        Unread { key, map, part: (begin, end), names, above, is_of_all: self.is_of_all }
    }
}

/// All keys and words in a tree.
fn names_in<'n>(node: &'n Node, out: &mut BTreeSet<&'n str>) {
    match &node.value {
        Data::Text(text) => drop(out.insert(text)),
        Data::List(items) => items.iter().for_each(|item| names_in(item, out)),
        Data::Map(entries) => entries.iter().for_each(|(key, value)| {
            out.insert(&key.name);
            names_in(value, out);
        }),
        _ => {}
    }
}
