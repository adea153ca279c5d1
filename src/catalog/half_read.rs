//! Half read: findings that only follow from a key that nobody knows. What stands behind such a key was not read, so that
//! what names it is unknown as well, and a filter without one of its conditions finds more than its author meant. Until the
//! key is mended, the finding at the key is the one to tell.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Nodes;
use crate::data::{Data, Key, Node, Span};
use crate::error::{Problem, Problems, Severity};

/// The keys of findings that judge all that a text asks: what a card may not see, and what finds any card.
const JUDGED: [&str; 2] = ["hidden", "wide"];

/// What is known of a key that nobody knows.
struct Unread<'n> {
    key: &'n Key,
    /// The map in which it stands.
    map: &'n Node,
    /// The place where the part of the file begins in which it stands, such as an action or an ability, and where the next
    /// one begins.
    part: (Place, Place),
    /// The names in what stands behind it.
    names: BTreeSet<&'n str>,
    /// True for a key of the manifest or of the header of a pack: all files depend on these.
    is_of_all: bool,
}

/// Line and column.
type Place = (u32, u32);

/// The parts of a file begin so deep: the entries of a section of the manifest, the abilities of a card.
const PART_DEPTH: usize = 2;

/// Leaves out the findings that follow from keys that nobody knows, and judgements about what a text means of which a part
/// could not be read. `of_all`: the trees on which all files depend, the manifest and the headers of packs.
pub(super) fn leave_out_consequences<'n>(
    of_all: impl Iterator<Item = &'n Node>,
    nodes: &'n Nodes,
    problems: &mut Problems,
) {
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
            find(tree, &spans, &starts, is_of_all, &mut unread);
        }
    }
    let all = problems.clone();
    problems.retain(|problem| !unread.iter().any(|of| of.explains(problem)));
    // Keys that explain each other are all told.
    if all.has_errors() && !problems.has_errors() {
        *problems = all;
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
    /// Whether a finding follows from this key.
    fn explains(&self, problem: &Problem) -> bool {
        let is_same_file = problem.span.file == self.key.span.file;
        if problem.span == self.key.span || !is_same_file && !self.is_of_all {
            return false;
        }
        let names_it = || problem.message.split('`').skip(1).step_by(2).any(|name| self.names.contains(name));
        if is_unknown_key(problem) {
            return names_it();
        }
        if problem.severity != Severity::Error {
            return true;
        }
        let is_missing_here = problem.key == "missing" && problem.span == self.map.span;
        let is_in_part = is_same_file && (self.part.0..self.part.1).contains(&(problem.span.line, problem.span.column));
        is_missing_here || names_it() || is_in_part && problem.key != "unknown_word"
    }
}

/// The places where parts of a file begin.
fn parts(node: &Node, file: &str, depth: usize, starts: &mut Vec<Place>) {
    let mut begin = |span: &Span, value| {
        // What a pack put there stands in another file.
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

/// Finds the keys at these places.
fn find<'n>(node: &'n Node, spans: &[Span], starts: &[Place], is_of_all: bool, out: &mut Vec<Unread<'n>>) {
    match &node.value {
        Data::Map(entries) => {
            for (key, value) in entries {
                if !spans.contains(&key.span) {
                    find(value, spans, starts, is_of_all, out);
                    continue;
                }
                let mut names = BTreeSet::new();
                names_in(value, &mut names);
                let at = (key.span.line, key.span.column);
                let behind = starts.partition_point(|start| *start <= at);
                let begin = behind.checked_sub(1).map_or((0, 0), |before| starts[before]);
                let end = starts.get(behind).copied().unwrap_or((u32::MAX, u32::MAX));
                out.push(Unread { key, map: node, part: (begin, end), names, is_of_all });
            }
        }
        Data::List(items) => items.iter().for_each(|item| find(item, spans, starts, is_of_all, out)),
        _ => {}
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
