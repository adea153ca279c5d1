//! Base positions: named positions that scenarios begin with, in the file `bases.yaml` beside them or in a folder
//! above, up to that of the game or pack.
//!
//! ```text
//! bases.yaml               scenario                  the scenario's position
//! dawn:                    from: dawn                phase: main
//!   phase: main            setup:                    amy: { hp: 5, hand: [drain] }
//!   amy: { hp: 5,            amy: { hand: [drain] }
//!          hand: [imp] }
//! ```
//!
//! Maps are merged, key by key and to any depth. Whatever is no map takes the place of what the base says, a list as a
//! whole; a card is never merged with another.

use super::keys::ScenarioKeys;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::scenario_files::home;
use super::{MAX_SCENARIO, ScenarioResult};
use intermezzo::data::{Data, Key, Node, Span, disk, suggest, yaml};
use intermezzo::error::Problems;

/// The name of a file of bases.
pub(super) const FILE: &str = "bases.yaml";

/// The most bases in one file. A base may begin with another one, so a long chain is merged for each.
const MOST: usize = 500;

/// The files of bases that were read, and which of their bases scenarios began with.
#[derive(Default)]
pub(super) struct Bases {
    files: BTreeMap<PathBuf, BaseFile>,
}

/// A file of bases.
struct BaseFile {
    /// Each base with its name and its own base merged in, or the fault of the file.
    bases: Result<Vec<(Key, Node)>, String>,
    /// For each base, the name of the base with which it begins.
    from: BTreeMap<String, String>,
    used: BTreeSet<String>,
}

impl Bases {
    /// A scenario with the base that it names laid under its own position; unchanged if it names none.
    ///
    /// # Errors
    ///
    /// No file of bases, one with a mistake, or no base of this name.
    pub(super) fn lay_under(&mut self, scenario: &str, node: Node) -> Result<Node, String> {
        let Some((name, place)) = ScenarioKeys::of(&node).from.and_then(|n| Some((n.as_str()?, &n.span))) else {
            return Ok(node);
        };
        let Some(path) = nearest(Path::new(scenario)) else {
            return Err(format!("{place}: no `{FILE}` lies beside this scenario or in a folder above it"));
        };
        let shelf = self.files.entry(path).or_insert_with_key(|path| BaseFile::read(path));
        let bases = shelf.bases.as_ref().map_err(Clone::clone)?;
        let Some((key, base)) = bases.iter().find(|(key, _)| key.name == name) else {
            return Err(unknown(place, name, bases.iter().map(|(key, _)| key)));
        };
        shelf.used.insert(name.into());
        let setup = match ScenarioKeys::of(&node).setup {
            Some(own) => over(base, own),
            None => base.clone(),
        };
        let Data::Map(entries) = node.value else { unreachable!("it has a field") };
        let rest = entries.into_iter().filter(|(key, _)| key.name != "from" && key.name != "setup");
        let setup = (Key { name: "setup".into(), span: key.span.clone() }, setup);
        Ok(Node { value: Data::Map(rest.chain([setup]).collect()), span: node.span })
    }

    /// Takes `text` as the content of the file of bases at `path`, whatever lies on the disk. Findings call the file
    /// `name`.
    pub(super) fn put(&mut self, path: &Path, name: &str, text: &str) {
        if let Ok(path) = path.canonicalize() {
            self.files.insert(path, BaseFile::of(name, text));
        }
    }

    /// Findings about files of bases in these folders, after all scenarios there were run: files with a
    /// mistake, and bases that no scenario began with.
    ///
    /// # Errors
    ///
    /// Folders that cannot be read.
    pub(super) fn findings(&mut self, folders: &[PathBuf]) -> anyhow::Result<Vec<ScenarioResult>> {
        let mut paths = Vec::new();
        for named in folders.iter().filter(|folder| folder.is_dir()) {
            let (folder, below) = home(named)?;
            // Unreadable files are passed over here, because they are reported among the scenarios.
            let files = folder.files_but(&below, &[FILE], &|_| true, &mut |_| Ok(()))?;
            paths.extend(files.iter().filter(|file| file.name == FILE).map(|file| folder.path(&file.below)));
        }
        let mut out = Vec::new();
        for path in paths {
            let message =
                self.files.entry(path.canonicalize()?).or_insert_with_key(|path| BaseFile::read(path)).finding();
            let path = path.display().to_string();
            out.extend(message.map(|message| ScenarioResult { path, message, ..ScenarioResult::default() }));
        }
        Ok(out)
    }
}

impl BaseFile {
    fn read(path: &Path) -> BaseFile {
        // Findings show the path relative to the current folder.
        let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
        let shown = path.strip_prefix(here).unwrap_or(path).display().to_string();
        match disk::text_at(path, MAX_SCENARIO) {
            Ok(text) => BaseFile::of(&shown, &text),
            Err(error) => BaseFile { bases: Err(error.to_string()), from: BTreeMap::new(), used: BTreeSet::new() },
        }
    }

    fn of(shown: &str, text: &str) -> BaseFile {
        let read = parsed(shown, text);
        let (bases, from) = read.map_or_else(|e| (Err(e), BTreeMap::new()), |(all, from)| (Ok(all), from));
        BaseFile { bases, from, used: BTreeSet::new() }
    }

    /// The mistake in the file, or a line for each base with which neither a scenario nor a used base begins; `None`:
    /// neither.
    fn finding(&self) -> Option<String> {
        let bases = match &self.bases {
            Ok(bases) => bases,
            Err(mistake) => return Some(mistake.clone()),
        };
        let mut used = self.used.clone();
        for name in &self.used {
            let mut at = name;
            while let Some(base) = self.from.get(at).filter(|base| used.insert((*base).clone())) {
                at = base;
            }
        }
        let idle = bases.iter().filter(|(key, _)| !used.contains(&key.name));
        let lines: Vec<String> =
            idle.map(|(key, _)| format!("{}: no scenario begins with `{}`", key.span, key.name)).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// The file of bases that a scenario sees: the nearest one, up to the folder of its game or pack. A scenario outside of
/// both sees no file in a folder that belongs to nobody: the system's folder for temporary files, the root of the disk.
fn nearest(scenario: &Path) -> Option<PathBuf> {
    let folder = scenario.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().ok()?;
    let temporary = std::env::temp_dir().canonicalize().ok();
    let is_shared = |folder: &Path| folder.parent().is_none() || temporary.as_deref() == Some(folder);
    for folder in folder.ancestors() {
        let ends_here = is_home(folder);
        if !ends_here && is_shared(folder) {
            return None;
        }
        let path = folder.join(FILE);
        if path.is_file() {
            return Some(path);
        }
        if ends_here {
            return None;
        }
    }
    None
}

/// True for a folder of games or of a pack: it has `pack.yaml`, `cards/` or `scripts/`.
fn is_home(folder: &Path) -> bool {
    folder.join("pack.yaml").is_file() || ["cards", "scripts"].iter().any(|part| folder.join(part).is_dir())
}

type ParsedBases = (Vec<(Key, Node)>, BTreeMap<String, String>);

/// The bases of a text, each with its own base merged in; and for each the name of that base.
fn parsed(path: &str, text: &str) -> Result<ParsedBases, String> {
    let mut problems = Problems::new();
    let node = yaml::parse(path, text, &mut problems);
    let Some(node) = node.filter(|_| !problems.has_errors()) else { return Err(problems.render_all()) };
    let written = node.as_map().ok_or_else(|| format!("{}: a map of base positions is wanted here", node.span))?;
    if let Some((key, _)) = written.get(MOST) {
        return Err(format!("{}: a file of bases holds at most {MOST}; this is one more", key.span));
    }
    let mut from = BTreeMap::new();
    for (key, base) in written {
        if base.as_map().is_none() {
            return Err(format!("{}: a base position is a map, and this is {}", base.span, base.kind_name()));
        }
        let Some(other) = base.field("from") else { continue };
        let name = other.as_str().ok_or_else(|| format!("{}: `from` is the name of a base position", other.span))?;
        if !written.iter().any(|(key, _)| key.name == name) {
            return Err(unknown(&other.span, name, written.iter().map(|(key, _)| key)));
        }
        from.insert(key.name.clone(), name.to_string());
    }
    for (key, _) in written {
        let mut circle = vec![key.name.as_str()];
        while let Some(next) = from.get(*circle.last().expect("it begins with one")) {
            circle.push(next);
            if *next == key.name {
                return Err(format!("{}: `{next}` begins with itself: {}", key.span, circle.join(", ")));
            }
            if circle.len() > written.len() {
                break; // a circle further on: another base begins with itself
            }
        }
    }
    let merged = |key: &Key| {
        let mut chain: Vec<&Node> = Vec::new();
        let mut name = Some(&key.name);
        while let Some(at) = name {
            chain.extend(node.field(at));
            name = from.get(at);
        }
        let own = |base: &Node| without_from(base);
        let bottom = chain.pop().map(own).unwrap_or_else(|| Node::new(Data::Map(Vec::new())));
        chain.into_iter().rev().fold(bottom, |below, base| over(&below, &own(base)))
    };
    let bases = written.iter().map(|(key, _)| (key.clone(), merged(key))).collect();
    Ok((bases, from))
}

fn unknown<'k>(place: &Span, name: &str, keys: impl Iterator<Item = &'k Key>) -> String {
    let known: Vec<&str> = keys.map(|key| key.name.as_str()).collect();
    format!("{place}: there is no base position `{name}` ({})", suggest::help_for(name, known))
}

fn without_from(base: &Node) -> Node {
    let entries = base.as_map().unwrap_or_default().iter().filter(|(key, _)| key.name != "from").cloned();
    Node { value: Data::Map(entries.collect()), span: base.span.clone() }
}

/// Lays a scenario's keys over a base: the keys of the base in their order, then the new ones.
fn over(base: &Node, own: &Node) -> Node {
    let is_merged = |node: &Node| node.as_map().is_some() && node.field("card").is_none();
    let (true, true, Some(below), Some(above)) = (is_merged(base), is_merged(own), base.as_map(), own.as_map()) else {
        return own.clone();
    };
    let of = |entries: &[(Key, Node)], name: &str| entries.iter().find(|(key, _)| key.name == name).cloned();
    let kept = below.iter().map(|(key, node)| match of(above, &key.name) {
        Some((own_key, own)) => (own_key, over(node, &own)),
        None => (key.clone(), node.clone()),
    });
    let new = above.iter().filter(|(key, _)| of(below, &key.name).is_none()).cloned();
    Node { value: Data::Map(kept.chain(new).collect()), span: own.span.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(text: &str, name: &str) -> Result<String, String> {
        let (bases, _) = parsed("bases.yaml", text)?;
        let found = bases.iter().find(|(key, _)| key.name == name).expect("a base");
        Ok(found.1.to_json().to_string())
    }

    #[track_caller]
    fn check(below: &str, above: &str, expected: &str) {
        let text = format!("a: {below}\nb: {{ from: a, {above} }}");
        assert_eq!(base(&text, "b").as_deref(), Ok(expected), "{text}");
    }

    #[test]
    fn maps_are_merged_key_by_key_and_the_rest_is_replaced() {
        check("{ phase: main }", "turn: 2", r#"{"phase":"main","turn":2}"#);
        check("{ phase: main }", "phase: end", r#"{"phase":"end"}"#);
        check("{ amy: { hp: 5, hand: [imp] } }", "amy: { hp: 3 }", r#"{"amy":{"hp":3,"hand":["imp"]}}"#);
        check("{ amy: { hand: [imp, imp] } }", "amy: { hand: [ogre] }", r#"{"amy":{"hand":["ogre"]}}"#);
        check("{ amy: { hand: [imp] } }", "amy: { hand: [] }", r#"{"amy":{"hand":[]}}"#);
        check("{ spaces: { f.1: { gold: 1, ore: 2 } } }", "spaces: { f.1: { gold: 3 } }", {
            r#"{"spaces":{"f.1":{"gold":3,"ore":2}}}"#
        });
    }

    #[test]
    fn a_card_is_never_merged_with_another() {
        check("{ amy: { field: { card: imp, slot: 2 } } }", "amy: { field: { card: ogre } }", {
            r#"{"amy":{"field":{"card":"ogre"}}}"#
        });
    }

    #[test]
    fn the_keys_of_the_base_come_first_in_their_order() {
        check("{ b: 1, a: 2 }", "c: 3, a: 4", r#"{"b":1,"a":4,"c":3}"#);
    }

    #[test]
    fn a_base_may_begin_with_another() {
        let text = "c: { from: b, z: 3 }\na: { x: 1, y: 1, z: 1 }\nb: { from: a, y: 2 }\n";
        assert_eq!(base(text, "c").as_deref(), Ok(r#"{"x":1,"y":2,"z":3}"#));
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, expected) in [
            ("- dawn", "bases.yaml:1:1: a map of base positions is wanted here"),
            ("dawn: main", "bases.yaml:1:7: a base position is a map, and this is a text"),
            ("dawn: { from: [a] }", "bases.yaml:1:15: `from` is the name of a base position"),
            ("dawn: {}\nwar: { from: dwan }", {
                "bases.yaml:2:14: there is no base position `dwan` (did you mean `dawn`? (known: dawn, war))"
            }),
            ("a: { from: a }", "bases.yaml:1:1: `a` begins with itself: a, a"),
            ("o: { from: b }\na: { from: b }\nb: { from: a }", "bases.yaml:2:1: `a` begins with itself: a, b, a"),
        ] {
            assert_eq!(parsed("bases.yaml", text).map(drop), Err(expected.to_string()));
        }
    }
}
