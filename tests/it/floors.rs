//! Floors: a module of the library names only modules below it; inside the kernel and inside the scripts a file names
//! only files of its own floor and of those below; inside a floor few files name each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module that has floors.
struct House {
    /// Its name.
    name: &'static str,
    /// Its folders, and what each may name besides itself.
    floors: &'static [Floor],
    /// Fewest files it must have: else the test looks in the wrong place.
    least: usize,
}

struct Floor {
    name: &'static str,
    /// Floors of the same house.
    below: &'static [&'static str],
    /// Other modules of the crate.
    outside: &'static [&'static str],
}

const fn floor(name: &'static str, below: &'static [&'static str], outside: &'static [&'static str]) -> Floor {
    Floor { name, below, outside }
}

const KERNEL: House = House {
    name: "kernel",
    floors: &[
        floor("model", &[], &["error", "data"]),
        floor("parse", &["model"], &["error", "data"]),
        floor("read", &["model"], &["error", "data"]),
        floor("run", &["read", "model"], &["error", "data"]),
        floor("tell", &["read", "model"], &["error", "data"]),
    ],
    least: 80,
};

const SCRIPT: House = House {
    name: "script",
    floors: &[
        // It may become a crate of its own: it knows Lua, and nothing of a game.
        floor("sandbox", &[], &["error", "data", "lua"]),
        floor("host", &["sandbox"], &["error", "data", "lua", "kernel"]),
        floor("api", &["host"], &["error", "data", "kernel"]),
        floor("source", &["sandbox", "host", "api"], &["error", "data", "lua", "kernel", "catalog"]),
        floor("vm", &["sandbox", "host", "api", "source"], &["error", "data", "lua", "kernel", "catalog"]),
        floor("stubs", &["sandbox", "api"], &["error", "data", "lua", "kernel", "catalog"]),
    ],
    least: 50,
};

/// The modules of the library, each above all that it may name.
const MODULES: [&str; 12] =
    ["error", "data", "render", "lua", "kernel", "catalog", "script", "lint", "table", "bots", "sim", "workers"];

/// Most files of one floor that may name each other in a circle.
const MOST_IN_A_CIRCLE: usize = 5;

/// A source file: the path of its module (`run::window::lanes`), and its text without comments and unit tests.
struct Source {
    module: String,
    text: String,
    /// True for the `mod.rs` of a folder.
    is_folder: bool,
}

impl House {
    fn sources(&self) -> Vec<Source> {
        let mut found = Vec::new();
        collect(&Path::new(env!("REPOSITORY")).join("src").join(self.name), "", &mut found);
        assert!(found.len() > self.least, "only {} files of {} were found", found.len(), self.name);
        found
    }

    fn floor(&self, source: &Source) -> &Floor {
        let name = source.module.split("::").next().unwrap_or_default();
        self.floors.iter().find(|floor| floor.name == name).expect("every folder is a floor")
    }

    /// Which modules of the house each file names.
    fn arrows<'s>(&self, all: &'s [Source]) -> BTreeMap<&'s str, BTreeSet<&'s str>> {
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
        let is_floor = |module: &str| self.floors.iter().any(|floor| floor.name == module) || module.is_empty();
        let named = |s: &Source| -> BTreeSet<&'s str> {
            let paths = s.names_in(self.name);
            paths.iter().filter_map(|p| module_of(p)).filter(|m| *m != s.module && !is_floor(m)).collect()
        };
        all.iter().map(|s| (s.module.as_str(), named(s))).collect()
    }
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
        if path.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let product = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
        let code = |line: &str| line.split("//").next().unwrap_or_default().to_string() + "\n";
        let is_folder = name == "mod";
        let module = if is_folder { module.to_string() } else { inner };
        out.push(Source { module, text: product.lines().map(code).collect(), is_folder });
    }
}

impl Source {
    /// The paths that follow a beginning; of `a::{b, c}` both.
    fn after(&self, beginning: &str) -> Vec<String> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let mut out = Vec::new();
        for rest in self.text.split(beginning).skip(1) {
            let (path, more) = rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
            match more.strip_prefix('{').filter(|_| path.is_empty() || path.ends_with("::")) {
                Some(list) => {
                    let list = list.split('}').next().unwrap_or_default();
                    out.extend(list.split(',').map(|one| format!("{path}{}", one.trim())));
                }
                None => out.push(path.to_string()),
            }
        }
        out
    }

    /// Paths inside the house that it names.
    fn names_in(&self, house: &str) -> Vec<String> {
        let mut out = self.after(&format!("crate::{house}::"));
        let folder = match (self.is_folder, self.module.rsplit_once("::")) {
            (true, None) => return out,
            (_, Some((folder, _))) => folder,
            (false, None) => "",
        };
        out.extend(self.after("use super::").into_iter().map(|path| format!("{folder}::{path}")));
        out
    }
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
    for house in [KERNEL, SCRIPT] {
        for source in house.sources().iter().filter(|s| !s.module.is_empty()) {
            let floor = house.floor(source);
            for path in source.names_in(house.name) {
                let other = path.split("::").next().unwrap_or_default();
                if other != floor.name && !floor.below.contains(&other) {
                    broken.push(format!("{} names crate::{}::{path}", source.module, house.name));
                }
            }
            for path in source.after("crate::") {
                let other = path.split("::").next().unwrap_or_default();
                if other != house.name && !floor.outside.contains(&other) {
                    broken.push(format!("{} names crate::{path}", source.module));
                }
            }
        }
    }
    assert!(broken.is_empty(), "one way down only:\n  {}", broken.join("\n  "));
}

#[test]
fn a_module_names_only_those_below() {
    let mut all = Vec::new();
    collect(&Path::new(env!("REPOSITORY")).join("src"), "", &mut all);
    let mut broken = Vec::new();
    for source in all.iter().filter(|source| source.module != "lib") {
        let own = source.module.split("::").next().unwrap_or_default();
        let floor = MODULES.iter().position(|module| *module == own);
        let floor = floor.unwrap_or_else(|| panic!("the module {own} is on no floor"));
        let is_above = |other: &str| MODULES.iter().position(|module| *module == other).is_some_and(|at| at > floor);
        let paths =
            source.after("crate::").into_iter().filter(|path| is_above(path.split("::").next().unwrap_or_default()));
        broken.extend(paths.map(|path| format!("{} names crate::{path}", source.module)));
    }
    assert!(broken.is_empty(), "one way down only:\n  {}", broken.join("\n  "));
}

#[test]
fn no_knot() {
    for house in [KERNEL, SCRIPT] {
        let all = house.sources();
        let arrows = house.arrows(&all);
        for source in &all {
            let reached = reached(&arrows, &source.module);
            let circle: Vec<&&str> =
                reached.iter().filter(|m| self::reached(&arrows, m).contains(&*source.module)).collect();
            assert!(circle.len() <= MOST_IN_A_CIRCLE, "these name each other in a circle: {circle:?}");
        }
    }
}

#[test]
fn only_the_writer_writes() {
    // That nobody else can is held by the compiler: the field is private. Here: that nobody opens it again.
    let writer = KERNEL.sources().into_iter().find(|s| s.module == "run::change").expect("the writer");
    let is_field = |l: &&str| l.trim().ends_with("state: State,") && !l.contains("fn ");
    let fields: Vec<&str> = writer.text.lines().map(str::trim).filter(is_field).collect();
    assert_eq!(fields, ["state: State,"], "the state of a world is open");
    assert!(!writer.text.contains("&mut State"), "the writer lends the state out");
}
