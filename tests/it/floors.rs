//! Floors: inside the kernel a file names only files of its own floor and of those below; inside a floor few files name
//! each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The floors of the kernel, and the floors that each may name besides itself.
const FLOORS: [(&str, &[&str]); 5] = [
    ("model", &[]),
    ("parse", &["model"]),
    ("read", &["model"]),
    ("run", &["read", "model"]),
    ("tell", &["read", "model"]),
];
/// So many files of one floor may name each other in a circle.
const MOST_IN_A_CIRCLE: usize = 5;

/// A file of the kernel: its module's path (`run::window::lanes`), and its text without comments and unit tests.
struct Source {
    module: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernel"), "", &mut found);
    assert!(found.len() > 80, "only {} files of the kernel were found", found.len());
    found
}

fn collect(folder: &Path, module: &str, out: &mut Vec<Source>) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let inner = if module.is_empty() { name.clone() } else { format!("{module}::{name}") };
        if path.is_dir() {
            collect(&path, &inner, out);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let product = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
        let code = |line: &str| line.split("//").next().unwrap_or_default().to_string() + "\n";
        let module = if name == "mod" { module.to_string() } else { inner };
        out.push(Source { module, text: product.lines().map(code).collect() });
    }
}

impl Source {
    fn floor(&self) -> &str {
        self.module.split("::").next().unwrap_or_default()
    }

    /// Paths below `crate::kernel` that it names.
    fn names(&self) -> impl Iterator<Item = &str> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let paths = self.text.split("crate::kernel::").skip(1);
        paths.map(move |rest| rest.split(|c| !is_part(c)).next().unwrap_or_default())
    }
}

/// Which modules each file names.
fn arrows(all: &[Source]) -> BTreeMap<&str, BTreeSet<&str>> {
    let known: BTreeSet<&str> = all.iter().map(|s| s.module.as_str()).collect();
    let module_of = |path: &str| {
        let mut path = path.trim_end_matches(':');
        loop {
            match known.get(path) {
                Some(module) => return Some(*module),
                None => path = path.rsplit_once("::")?.0,
            }
        }
    };
    let is_folder = |module: &str| FLOORS.iter().any(|(floor, _)| *floor == module) || module.is_empty();
    let named = |s: &'_ Source| -> BTreeSet<&str> {
        s.names().filter_map(module_of).filter(|m| *m != s.module && !is_folder(m)).collect()
    };
    all.iter().map(|s| (s.module.as_str(), named(s))).collect()
}

/// All that can be reached from a module.
fn reached<'s>(arrows: &BTreeMap<&'s str, BTreeSet<&'s str>>, from: &str) -> BTreeSet<&'s str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = arrows.get(from).into_iter().flatten().copied().collect();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(arrows.get(next).into_iter().flatten());
        }
    }
    found
}

#[test]
fn a_floor_names_only_those_below() {
    let mut broken = Vec::new();
    for source in sources().iter().filter(|s| !s.module.is_empty()) {
        let floor = source.floor();
        let (_, below) = FLOORS.iter().find(|(name, _)| *name == floor).expect("every folder of the kernel is a floor");
        for path in source.names() {
            let other = path.split("::").next().unwrap_or_default();
            if other != floor && !below.contains(&other) {
                broken.push(format!("{} names crate::kernel::{path}", source.module));
            }
        }
    }
    assert!(broken.is_empty(), "one way down only:\n  {}", broken.join("\n  "));
}

#[test]
fn no_knot() {
    let all = sources();
    let arrows = arrows(&all);
    for source in &all {
        let reached = reached(&arrows, &source.module);
        let circle: Vec<&&str> =
            reached.iter().filter(|m| self::reached(&arrows, m).contains(&*source.module)).collect();
        assert!(circle.len() <= MOST_IN_A_CIRCLE, "these name each other in a circle: {circle:?}");
    }
}

#[test]
fn only_the_writer_writes() {
    // That nobody else can is held by the compiler: the field is private. Here: that nobody opens it again.
    let writer = sources().into_iter().find(|s| s.module == "run::change").expect("the writer");
    let is_field = |l: &&str| l.trim().ends_with("state: State,") && !l.contains("fn ");
    let fields: Vec<&str> = writer.text.lines().map(str::trim).filter(is_field).collect();
    assert_eq!(fields, ["state: State,"], "the state of a world is open");
    assert!(!writer.text.contains("&mut State"), "the writer lends the state out");
}
