//! Patches: completions in a patch of `pack.yaml`: paths of names into a manifest or a card, and values for what they
//! lead to.

use super::cursor::{Cursor, PathStep};
use super::query::Query;
use super::shapes::{self, FilePlace};
use super::surroundings::Around;
use super::{FileKind, card_of, typed_places};
use intermezzo::catalog::patch::{at_path, names_in};
use intermezzo::data::keys::{Section, without_links};
use intermezzo::data::{Node, in_yaml, yaml};
use intermezzo::error::Problems;

/// The keys of a patch whose value is a path.
pub const PATHS: [&str; 5] = ["set", "add", "insert", "wrap", "remove"];
/// The keys of a patch whose value is a value of the patched file.
const VALUES: [&str; 4] = ["to", "with", "items", "expect"];

/// The patch around a place.
pub struct PatchPlace<'a> {
    patch: &'a Node,
    /// The key of the patch in whose value the place lies.
    pub key: &'a str,
    /// The number of steps of the path that lead to that value.
    steps: usize,
}

/// The patch around a place of `pack.yaml`.
pub fn around<'a>(path: &'a [PathStep], around: &'a Around) -> Option<PatchPlace<'a>> {
    let (first, rest) = path.split_first()?;
    let items = usize::from(rest.first() == Some(&PathStep::Item));
    match (first, rest.get(items)) {
        (PathStep::Key(patches), Some(PathStep::Key(key))) if patches == "patches" => {
            Some(PatchPlace { patch: around.node(1 + items)?, key, steps: 2 + items })
        }
        _ => None,
    }
}

impl PatchPlace<'_> {
    /// The section of a whole file of the patched kind: of a card or of the manifest.
    fn root(&self) -> Option<&'static Section> {
        shapes::root(if self.patch.field("card").is_some() { FileKind::Card } else { FileKind::Manifest })
    }

    /// The path that the patch names.
    fn path(&self) -> &str {
        PATHS.into_iter().find_map(|key| self.patch.field(key)?.as_str()).unwrap_or("")
    }

    /// The file that is patched, as a tree.
    fn tree(&self, known: &Query, around: &Around) -> Option<Node> {
        let name = match self.patch.field("card").and_then(Node::as_str) {
            Some(id) => known.index.paths().find(|path| card_of(path) == Some(id))?.to_string(),
            None => format!("cards/{}/game.yaml", around.text("extends")?),
        };
        yaml::parse(&name, known.index.text(&name)?, &mut Problems::new())
    }

    /// The names that may follow the path `before` in the patched file, each with a short form of its value.
    pub fn names(&self, known: &Query, around: &Around, before: &str) -> Vec<(String, String)> {
        let Some(tree) = self.tree(known, around) else { return Vec::new() };
        let here = at_path(&tree, before);
        let of_file = here.map_or(Vec::new(), names_in);
        let described = |name: &String| {
            let value = here.and_then(|node| at_path(node, name));
            (name.clone(), value.map_or(String::new(), short))
        };
        let mut out: Vec<(String, String)> = of_file.iter().map(described).collect();
        // Keys that the file does not have yet, which `add` may put there.
        if self.key == "add" && before.is_empty() {
            let keys = self.root().map_or(&[][..], |root| root.keys).iter().map(|key| key.name);
            out.extend(
                keys.filter(|key| !of_file.iter().any(|name| name == key)).map(|key| (key.into(), String::new())),
            );
        }
        out
    }

    /// The names of the items of the list at the path, before or after which items are inserted.
    pub fn items(&self, known: &Query, around: &Around) -> Vec<(String, String)> {
        self.names(known, around, self.path())
    }
}

/// The places to which a path from the root of a file may lead; in a value of a patch, the places where it is put.
pub fn places(
    known: &Query,
    kind: FileKind,
    root: &'static Section,
    path: &[PathStep],
    around_it: &Around,
) -> Vec<FilePlace> {
    let patch = (kind == FileKind::Pack).then(|| around(path, around_it)).flatten();
    let Some(patch) = patch.filter(|patch| VALUES.contains(&patch.key)) else {
        return typed_places::at(known, root, path, around_it);
    };
    let begin = patch.root().map_or(Vec::new(), |root| shapes::of_patch(root, patch.path()));
    typed_places::along(known, begin, path, patch.steps, around_it)
}

/// The text about the name in a path at the cursor: the value there in the patched file.
pub fn hover(known: &Query, cursor: &Cursor, text: &str, around_it: &Around) -> Option<String> {
    let patch = around(&cursor.path, around_it).filter(|patch| !cursor.is_key && PATHS.contains(&patch.key))?;
    let start = text[..cursor.word.start].rfind(|c: char| !super::cursor::is_word(c) && c != '.').map_or(0, |i| i + 1);
    let path = text.get(start..cursor.word.end)?;
    let (before, name) = path.rsplit_once('.').unwrap_or(("", path));
    let sections = shapes::of_patch(patch.root()?, before).into_iter().flat_map(|place| place.sections());
    let key = sections.into_iter().find_map(|(_, section)| section.key(name));
    let said = key.map_or(String::new(), |key| {
        format!(": {}\n\n{}", without_links(&key.shape.words()), without_links(key.doc.trim()))
    });
    let tree = patch.tree(known, around_it)?;
    let found = at_path(&tree, path);
    if found.is_none() && key.is_none() {
        return None;
    }
    let now = found.map_or(String::new(), |node| {
        format!("\n\n```yaml\n{}\n```\n{}:{}", in_yaml(&node.to_json()), node.span.file, node.span.line)
    });
    Some(format!("**{path}**{said}{now}"))
}

fn short(node: &Node) -> String {
    let text = in_yaml(&node.to_json());
    let line = text.lines().next().unwrap_or("");
    let cut: String = line.chars().take(60).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}
