//! Public items: the list of what the library offers is a file that people read before it changes, and the rest is
//! closed.
//!
//! Modules that the program alone may use are open, too, and left out of the documentation; the list has none of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// More than so many items nobody learns.
const MOST: usize = 250;

/// The folder of what is built.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the folder of what is built")
}

/// Items in `cargo doc`, one a line: kind and path.
fn listed() -> BTreeSet<String> {
    let status = Command::new(env!("CARGO"))
        .args([
            "doc",
            "--quiet",
            "--no-deps",
            "--lib",
            "--package=intermezzo",
            "--features=sim,workers",
            "--target-dir",
        ])
        .arg(target())
        .current_dir(env!("REPOSITORY"))
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the library has no documentation");
    let page = std::fs::read_to_string(target().join("doc/intermezzo/all.html")).expect("the list of all items");
    // Each is a link: `<a href="bots/trait.Bot.html">bots::Bot</a>`.
    let links = page.split("<a href=\"").skip(1).filter_map(|rest| rest.split_once("\">"));
    let item = |(href, rest): (&str, &str)| {
        let (file, name) = (href.rsplit('/').next()?, rest.split_once("</a>")?.0);
        let (kind, rest) = file.split_once('.')?;
        rest.ends_with(".html").then(|| format!("{kind} {name}"))
    };
    links.filter_map(item).collect()
}

#[test]
fn the_public_items_are_those_of_the_reviewed_list() {
    let path = Path::new(env!("REPOSITORY")).join("docs/public-items.txt");
    let listed = listed();
    assert!(listed.contains("struct Table") && listed.contains("trait bots::Bot"), "{listed:?}");
    assert!(listed.len() <= MOST, "{} public items: {MOST} are enough", listed.len());
    if std::env::var_os("UPDATE").is_some() {
        let text: String = listed.iter().map(|item| format!("{item}\n")).collect();
        std::fs::write(&path, text).expect("the list is written");
        return;
    }
    let text = std::fs::read_to_string(&path).expect("docs/public-items.txt");
    let reviewed: BTreeSet<String> = text.lines().map(String::from).collect();
    let differ = |a: &BTreeSet<String>, b| a.difference(b).cloned().collect::<Vec<_>>().join(", ");
    assert!(
        listed == reviewed,
        "new: {}; gone: {}; `UPDATE=1 cargo test --test it public_items` writes docs/public-items.txt",
        differ(&listed, &reviewed),
        differ(&reviewed, &listed)
    );
}

/// The library as a dependency of others: the files of its crate and of its own dependencies, by name.
struct Stranger {
    name: &'static str,
    crates: BTreeMap<String, PathBuf>,
}

impl Stranger {
    /// Checks the library with these arguments; whatever warns is a mistake.
    fn new(name: &'static str, args: &[&str]) -> Stranger {
        let run = Command::new(env!("CARGO"))
            .args(["check", "--quiet", "--lib", "--package=intermezzo", "--message-format=json", "--target-dir"])
            .arg(target())
            .args(args)
            .current_dir(env!("REPOSITORY"))
            .output()
            .expect("cargo runs");
        let text = String::from_utf8_lossy(&run.stdout);
        let messages: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let told: Vec<&str> = messages.iter().filter_map(|m| m["message"]["rendered"].as_str()).collect();
        assert!(run.status.success() && told.is_empty(), "{name}:\n{}", told.join("\n"));
        let file = |m: &Value| {
            let mut files = m["filenames"].as_array()?.iter().filter_map(Value::as_str);
            let meta = files.find(|file| file.ends_with(".rmeta"))?;
            Some((m["target"]["name"].as_str()?.to_string(), PathBuf::from(meta)))
        };
        Stranger { name, crates: messages.iter().filter_map(file).collect() }
    }

    /// Compiles a program that depends on the library.
    fn compile(&self, program: &Path) -> Output {
        let mut rustc = Command::new(option_env!("RUSTC").unwrap_or("rustc"));
        rustc.args(["--edition=2024", "--crate-name=stranger", "--emit=metadata", "--out-dir"]);
        rustc.arg(target().join("tmp")).arg(program);
        for name in ["intermezzo", "serde_json"] {
            rustc.arg("--extern").arg(format!("{name}={}", self.crates[name].display()));
        }
        let beside = self.crates["intermezzo"].parent().expect("it lies in a folder");
        rustc.arg("-L").arg(format!("dependency={}", beside.display())).output().expect("rustc runs")
    }

    /// Compiles a text with it, and returns the compiler's messages.
    fn says(&self, text: &str) -> String {
        let program = target().join("tmp").join(format!("stranger_{}.rs", self.name));
        std::fs::write(&program, text).expect("a file");
        let out = self.compile(&program);
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.success(), !told.contains("error"), "{told}");
        told
    }
}

#[test]
fn a_stranger_can_name_the_public_items() {
    let root = Path::new(env!("REPOSITORY"));
    let list = std::fs::read_to_string(root.join("docs/public-items.txt")).expect("docs/public-items.txt");
    let names: Vec<&str> = list.lines().filter_map(|item| item.split_once(' ')).map(|(_, name)| name).collect();
    let uses = |has_workers: bool| {
        let is_of_all = |name: &str| !name.starts_with("workers::") && !["sim::PartFile", "sim::Hold"].contains(&name);
        let there = names.iter().filter(|name| has_workers || is_of_all(name));
        let uses: String = there.map(|name| format!("use intermezzo::{name} as _;\n")).collect();
        format!("#![allow(unused_imports)]\n{uses}fn main() {{}}\n")
    };
    for (name, args) in [("with_features", &["--features=sim,workers"][..]), ("alone", &[])] {
        let stranger = Stranger::new(name, args);
        let is_alone = name == "alone";
        assert_eq!(stranger.says(&uses(!is_alone)), "", "{name}");
        // Processes are for who asks for them.
        assert_eq!(stranger.says("use intermezzo::workers as _;\nfn main() {}\n").contains("no `workers`"), is_alone);
        let mut examples = 0;
        for example in std::fs::read_dir(root.join("examples")).expect("a folder").flatten() {
            let out = stranger.compile(&example.path());
            assert!(out.status.success(), "{name}: {}", String::from_utf8_lossy(&out.stderr));
            examples += 1;
        }
        assert!(examples >= 4, "{name}: only {examples} examples");
    }
}
